//! People who have linked their chat accounts to the web.

use super::StoreError;
use crate::model::Millis;
use async_trait::async_trait;

#[async_trait]
pub trait Links: Send + Sync {
    /// Stores a code of an account, replacing its earlier one.
    async fn put_code(&self, code: &NewCode) -> Result<(), StoreError>;

    /// Redeems a code, and returns the account it belongs to. `None` if it doesn't exist, or has expired at
    /// `now`.
    async fn take_code(&self, hash: &str, now: Millis) -> Result<Option<String>, StoreError>;

    /// Links a chat account to this web account, replacing any earlier link.
    async fn link(&self, link: &LinkRow) -> Result<(), StoreError>;

    /// The links of a web account, oldest first.
    async fn links_of(&self, web: &str) -> Result<Vec<LinkRow>, StoreError>;

    /// The web account that a chat account is linked to.
    async fn web_of(&self, chat: &str) -> Result<Option<String>, StoreError>;

    /// Returns true if the web account had this link.
    async fn unlink(&self, id: &str, web: &str) -> Result<bool, StoreError>;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCode {
    /// The key of the requester who created it.
    pub identity: String,
    /// SHA-256 of the code, in hex.
    pub hash: String,
    pub until: Millis,
}

/// Both accounts are requesters' keys: `slack:U1`, `web:ada`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkRow {
    /// `lnk_` and a UUID v7 without dashes.
    pub id: String,
    pub chat: String,
    pub web: String,
    pub at: Millis,
}
