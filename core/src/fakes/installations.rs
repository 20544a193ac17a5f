//! Installations on chat platforms, in memory.

use super::MemoryStore;
use crate::model::Millis;
use crate::ports::*;
use async_trait::async_trait;
use std::collections::BTreeMap;

#[derive(Default)]
pub(super) struct Installed {
    installations: BTreeMap<(String, String), Installation>,
    registered: BTreeMap<(String, String), String>,
    connections: Vec<(String, Connections)>,
}

fn key(one: &str, other: &str) -> (String, String) {
    (one.to_owned(), other.to_owned())
}

#[async_trait]
impl Installations for MemoryStore {
    async fn installation(
        &self,
        platform: &str,
        workspace: &str,
    ) -> Result<Option<Installation>, StoreError> {
        Ok(self.lock().installations.installations.get(&key(platform, workspace)).cloned())
    }

    async fn put_installation(&self, new: &Installation) -> Result<(), StoreError> {
        let known = &mut self.lock().installations.installations;
        known.insert(key(&new.platform, &new.workspace), new.clone());
        Ok(())
    }

    async fn drop_installation(&self, platform: &str, workspace: &str) -> Result<(), StoreError> {
        self.lock().installations.installations.remove(&key(platform, workspace));
        Ok(())
    }

    async fn registered(&self, platform: &str, application: &str) -> Result<Option<String>, StoreError> {
        Ok(self.lock().installations.registered.get(&key(platform, application)).cloned())
    }

    async fn put_registered(
        &self,
        platform: &str,
        application: &str,
        hash: &str,
        _: Millis,
    ) -> Result<(), StoreError> {
        self.lock().installations.registered.insert(key(platform, application), hash.to_owned());
        Ok(())
    }

    async fn connections(&self, platform: &str, since: Millis) -> Result<Vec<Connections>, StoreError> {
        let inner = self.lock();
        let all = inner.installations.connections.iter();
        let of = all.filter(|(of, begun)| of == platform && begun.at > since);
        let mut of: Vec<Connections> = of.map(|(_, begun)| *begun).collect();
        of.sort_by_key(|begun| begun.at);
        Ok(of)
    }

    async fn count_connections(
        &self,
        platform: &str,
        begun: Connections,
        since: Millis,
    ) -> Result<(), StoreError> {
        let all = &mut self.lock().installations.connections;
        all.retain(|(of, begun)| of != platform || begun.at > since);
        all.push((platform.to_owned(), begun));
        Ok(())
    }
}
