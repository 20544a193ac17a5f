//! Settings for short-lived data that processes share.

use secrecy::SecretString;
use serde::Deserialize;

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Redis {
    /// `None`: processes share through the store.
    pub url: Option<SecretString>,
}
