//! gorkd's state on chat platforms: installations, registered commands, and how often a connection was started.

use super::StoreError;
use crate::model::Millis;
use async_trait::async_trait;

#[async_trait]
pub trait Installations: Send + Sync {
    async fn installation(&self, platform: &str, workspace: &str)
    -> Result<Option<Installation>, StoreError>;

    /// Writes an installation's row, new or not.
    async fn put_installation(&self, installation: &Installation) -> Result<(), StoreError>;

    async fn drop_installation(&self, platform: &str, workspace: &str) -> Result<(), StoreError>;

    /// The hash of the commands that were registered last for an application, where they are seen.
    async fn registered(&self, platform: &str, application: &str) -> Result<Option<String>, StoreError>;

    async fn put_registered(
        &self,
        platform: &str,
        application: &str,
        hash: &str,
        at: Millis,
    ) -> Result<(), StoreError>;

    /// Connections that were begun after `since`, oldest first.
    async fn connections(&self, platform: &str, since: Millis) -> Result<Vec<Connections>, StoreError>;

    /// Counts connections that are about to be begun, and lets go of those of `since` and before.
    async fn count_connections(
        &self,
        platform: &str,
        begun: Connections,
        since: Millis,
    ) -> Result<(), StoreError>;
}

/// A workspace or server that has let gorkd in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Installation {
    pub platform: String,
    /// As the platform calls it.
    pub workspace: String,
    /// The way in, sealed by the adapter; none where the settings hold the only one.
    pub access: Option<String>,
    pub at: Millis,
}

/// So many connections were begun at this time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Connections {
    pub at: Millis,
    pub count: u32,
}
