//! How a platform reaches a place: stored as JSON with each delivery.

use crate::platform::PlatformError;
use serde::Serialize;
use serde::de::DeserializeOwned;

pub trait Handle: Serialize + DeserializeOwned {
    /// Reads a stored handle. A broken one is an error: nothing is posted to a guessed place.
    fn decode(text: &str) -> Result<Self, PlatformError> {
        serde_json::from_str(text)
            .map_err(|error| PlatformError::Invalid(format!("the stored handle is broken: {error}")))
    }

    fn encode(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
