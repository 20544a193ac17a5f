//! A block and how much of a message's limits it uses.

use serde_json::Value;

pub struct SizedBlock {
    pub block: Value,
    pub characters: usize,
    pub is_table: bool,
}

impl SizedBlock {
    pub fn new(block: Value, characters: usize) -> Self {
        Self { block, characters, is_table: false }
    }
}
