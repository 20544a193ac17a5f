//! Where processes keep what they share for a short time.

use secrecy::SecretString;
use serde::Deserialize;

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Redis {
    /// None: the store shares what it can.
    pub url: Option<SecretString>,
}
