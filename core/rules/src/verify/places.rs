//! Places in the materials: what stands there and around it, and which evidence is of it.

use super::VerifyInput;
use super::quotes::{Context, locate};
use crate::Material;
use gorkd_core::model::{DocumentHash, Evidence, Quote, SourceId, Span};
use gorkd_core::text::blocks::BlockKind;
use gorkd_core::text::span_of;
use std::ops::Range;

/// A material by position, and bytes of its text.
pub(super) type Place = (usize, Range<usize>);

impl<'a> VerifyInput<'a> {
    /// The material that a quote or a note refers to, by source or by text.
    pub(super) fn material_of(&self, source: &SourceId, hash: &DocumentHash) -> Option<usize> {
        let is_text = |material: &Material<'_>| !hash.0.is_empty() && material.document.hash == *hash;
        let is_source =
            |material: &Material<'_>| material.source == *source && (hash.0.is_empty() || is_text(material));
        self.materials.iter().position(is_source).or_else(|| self.materials.iter().position(is_text))
    }

    /// The place of a quote. The error tells the writer why there is none.
    pub(super) fn place_of(&self, quote: &Quote) -> Result<Place, &'static str> {
        let at = self.material_of(&quote.source, &quote.hash).ok_or("it cites a source that was not read")?;
        let range =
            locate(self.materials[at].text, quote).ok_or("its quote does not appear in the source")?;
        Ok((at, range))
    }

    pub(super) fn words_at(&self, (at, range): &Place) -> &'a str {
        &self.materials[*at].text[range.clone()]
    }

    pub(super) fn context(&self, (at, range): &Place) -> Context<'a> {
        Context::new(&self.materials[*at], range.clone())
    }

    /// The pieces of evidence that share text with a place.
    pub(super) fn evidence_at(&self, place: &Place) -> impl Iterator<Item = &'a Evidence> + use<'a> {
        let (material, own) = self.span_at(place);
        self.evidence
            .iter()
            .filter(move |piece| piece.source == material.source && piece.passage.span.meets(own))
    }

    /// Does one of the places share text with a passage of a source?
    pub(super) fn meets(&self, places: &[Place], source: &SourceId, passage: Span) -> bool {
        let mut spans = places.iter().map(|place| self.span_at(place));
        spans.any(|(material, own)| material.source == *source && passage.meets(own))
    }

    fn span_at(&self, (at, range): &Place) -> (&'a Material<'a>, Span) {
        let material = &self.materials[*at];
        (material, span_of(material.text, range.clone()))
    }
}

/// The headings above a range of a material, and the kind of the block that contains most of it.
pub(super) fn block_of(material: &Material<'_>, range: &Range<usize>) -> (Vec<String>, Option<BlockKind>) {
    match material.block_at(range).map(|at| &material.blocks()[at]) {
        Some(block) => (material.heading_path(block), Some(block.kind)),
        // A heading is in no block.
        None => (Vec::new(), Some(BlockKind::Paragraph)),
    }
}
