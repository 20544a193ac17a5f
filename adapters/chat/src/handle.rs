//! How to reach a place on a platform. Stored as JSON with each delivery.

use crate::platform::PlatformError;
use serde::Serialize;
use serde::de::DeserializeOwned;

pub trait Handle: Serialize + DeserializeOwned {
    /// Whether it names everything needed to reach a place.
    fn is_complete(&self) -> bool;

    /// Parses a stored handle. A broken or incomplete one is an error: nothing is posted to a guessed place.
    fn decode(text: &str) -> Result<Self, PlatformError> {
        serde_json::from_str(text).ok().filter(Self::is_complete).ok_or_else(|| {
            tracing::error!("the stored handle of a place is broken");
            PlatformError::PlaceGone("the stored handle is broken".to_owned())
        })
    }

    fn encode(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
