//! The context of a quote in its document: its headings and its block.

use crate::Material;
use gorkd_core::text::blocks::{Block, BlockKind};
use std::ops::Range;

/// The headings above a range of a material, and the kind of the block that contains most of it.
pub(super) fn place_of(material: &Material<'_>, range: &Range<usize>) -> (Vec<String>, Option<BlockKind>) {
    let shared =
        |block: &Block| block.range.end.min(range.end).saturating_sub(block.range.start.max(range.start));
    // The first of those that hold as much.
    let found = material.blocks().iter().rev().max_by_key(|block| shared(block));
    match found.filter(|block| shared(block) > 0) {
        Some(block) => (material.heading_path(block), Some(block.kind)),
        // A heading is in no block.
        None => (Vec::new(), Some(BlockKind::Paragraph)),
    }
}
