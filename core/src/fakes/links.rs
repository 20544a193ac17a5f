//! Links between chat accounts and the web, in memory.

use super::MemoryStore;
use crate::model::Millis;
use crate::ports::*;
use async_trait::async_trait;

#[async_trait]
impl Links for MemoryStore {
    async fn put_code(&self, code: &NewCode) -> Result<(), StoreError> {
        let mut inner = self.lock();
        let codes = &mut inner.codes;
        codes.retain(|one| one.identity != code.identity);
        codes.push(code.clone());
        Ok(())
    }

    async fn take_code(&self, hash: &str, now: Millis) -> Result<Option<String>, StoreError> {
        let mut inner = self.lock();
        let codes = &mut inner.codes;
        let found = codes.iter().position(|one| one.hash == hash && now < one.until);
        Ok(found.map(|at| codes.remove(at).identity))
    }

    async fn link(&self, link: &LinkRow) -> Result<(), StoreError> {
        let mut inner = self.lock();
        let links = &mut inner.links;
        links.retain(|one| one.chat != link.chat);
        links.push(link.clone());
        Ok(())
    }

    async fn links_of(&self, web: &str) -> Result<Vec<LinkRow>, StoreError> {
        Ok(self.lock().links.iter().filter(|one| one.web == web).cloned().collect())
    }

    async fn web_of(&self, chat: &str) -> Result<Option<String>, StoreError> {
        Ok(self.lock().links.iter().find(|one| one.chat == chat).map(|one| one.web.clone()))
    }

    async fn unlink(&self, id: &str, web: &str) -> Result<bool, StoreError> {
        let mut inner = self.lock();
        let links = &mut inner.links;
        let before = links.len();
        links.retain(|one| one.id != id || one.web != web);
        Ok(links.len() < before)
    }
}
