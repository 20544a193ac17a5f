//! The parts of the store that the chat platforms use.

use gorkd_core::ports::{Chats, Memory};
use std::sync::Arc;

#[derive(Clone)]
pub struct ChatStores {
    pub chats: Arc<dyn Chats>,
    pub memory: Arc<dyn Memory>,
}

impl ChatStores {
    pub fn new<S: Chats + Memory + 'static>(store: Arc<S>) -> Self {
        Self { chats: store.clone(), memory: store }
    }
}
