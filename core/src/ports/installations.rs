//! gorkd's state on chat platforms: installations, registered commands, and the number of connections started.

use super::StoreError;
use crate::model::Millis;
use async_trait::async_trait;

#[async_trait]
pub trait Installations: Send + Sync {
    async fn installation(&self, platform: &str, workspace: &str)
    -> Result<Option<Installation>, StoreError>;

    /// Inserts or updates an installation.
    async fn put_installation(&self, installation: &Installation) -> Result<(), StoreError>;

    async fn drop_installation(&self, platform: &str, workspace: &str) -> Result<(), StoreError>;

    /// Hash of the commands that were last registered for an application.
    async fn registered(&self, platform: &str, application: &str) -> Result<Option<String>, StoreError>;

    async fn put_registered(
        &self,
        platform: &str,
        application: &str,
        hash: &str,
        at: Millis,
    ) -> Result<(), StoreError>;

    /// Connections started after `since`, oldest first.
    async fn connections(&self, platform: &str, since: Millis) -> Result<Vec<Connections>, StoreError>;

    /// Counts connections that are about to start, and deletes counts up to `since`.
    async fn count_connections(
        &self,
        platform: &str,
        begun: Connections,
        since: Millis,
    ) -> Result<(), StoreError>;
}

/// A workspace or server in which gorkd is installed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Installation {
    pub platform: String,
    /// The platform's ID.
    pub workspace: String,
    /// The credentials, sealed by the adapter; `None` if they are in the settings.
    pub access: Option<String>,
    pub at: Millis,
}

/// The number of connections started at this time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Connections {
    pub at: Millis,
    pub count: u32,
}
