//! What the chat platforms keep.

use gorkd_core::ports::{Chats, Memory};
use std::sync::Arc;

/// The parts of the store that are the chat platforms' own.
#[derive(Clone)]
pub struct Kept {
    pub chats: Arc<dyn Chats>,
    pub memory: Arc<dyn Memory>,
}

impl Kept {
    pub fn new<S: Chats + Memory + 'static>(store: Arc<S>) -> Self {
        Self { chats: store.clone(), memory: store }
    }
}
