//! Where a quote is in its document: under which headings, and in which block.

use crate::Material;
use gorkd_core::text::blocks::{Block, BlockKind};
use std::collections::BTreeMap;
use std::ops::Range;

/// The blocks of documents that are cited, each document cut once.
pub(super) struct Places<'a> {
    materials: &'a [Material<'a>],
    blocks: BTreeMap<usize, Vec<Block>>,
}

impl<'a> Places<'a> {
    pub fn new(materials: &'a [Material<'a>]) -> Self {
        Self { materials, blocks: BTreeMap::new() }
    }

    /// The headings above bytes of a material, and the kind of the block that holds most of them.
    pub fn of(&mut self, place: usize, range: &Range<usize>) -> (Vec<String>, Option<BlockKind>) {
        let material = &self.materials[place];
        let blocks = self.blocks.entry(place).or_insert_with(|| material.blocks_of(material.text));
        let shared =
            |block: &Block| block.range.end.min(range.end).saturating_sub(block.range.start.max(range.start));
        // The first of those that hold as much.
        let found = blocks.iter().rev().max_by_key(|block| shared(block)).filter(|block| shared(block) > 0);
        match found {
            Some(block) => (material.heading_path(block), Some(block.kind)),
            // A heading is in no block.
            None => (Vec::new(), Some(BlockKind::Paragraph)),
        }
    }
}
