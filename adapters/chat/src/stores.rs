//! The parts of the store that the chat platforms use.

use gorkd_core::ports::{Chats, Installations};
use std::sync::Arc;

#[derive(Clone)]
pub struct ChatStores {
    pub chats: Arc<dyn Chats>,
    pub installations: Arc<dyn Installations>,
}

impl ChatStores {
    pub fn new<S: Chats + Installations + 'static>(store: Arc<S>) -> Self {
        Self { chats: store.clone(), installations: store }
    }
}
