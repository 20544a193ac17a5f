//! People who have linked their chat accounts to the web.

use super::StoreError;
use crate::model::Millis;
use async_trait::async_trait;

#[async_trait]
pub trait Links: Send + Sync {
    /// Keeps a code of an identity, instead of an earlier one of the same.
    async fn put_code(&self, code: &NewCode) -> Result<(), StoreError>;

    /// Whose code it is; it is used up by this. None: there is none, or its time is over at `now`.
    async fn take_code(&self, hash: &str, now: Millis) -> Result<Option<String>, StoreError>;

    /// From now on the identity of a chat belongs to this one of the web, and to no other.
    async fn link(&self, link: &LinkRow) -> Result<(), StoreError>;

    /// What is linked to an identity of the web, oldest first.
    async fn links_of(&self, web: &str) -> Result<Vec<LinkRow>, StoreError>;

    /// The identity of the web that one of a chat is linked to.
    async fn web_of(&self, chat: &str) -> Result<Option<String>, StoreError>;

    /// True when there was such a link of this identity of the web.
    async fn unlink(&self, id: &str, web: &str) -> Result<bool, StoreError>;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCode {
    /// The key of the requester who asked for it.
    pub identity: String,
    /// SHA-256 of the code, in hex.
    pub hash: String,
    pub until: Millis,
}

/// Both identities are keys of requesters: `slack:U1`, `web:ada`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkRow {
    /// `lnk_` and a UUID v7 without dashes.
    pub id: String,
    pub chat: String,
    pub web: String,
    pub at: Millis,
}
