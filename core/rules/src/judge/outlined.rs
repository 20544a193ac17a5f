//! Documents as blocks and numbered terms. A run judges what it has read before a reranker is asked, after that, and again
//! in each round, so these are kept for a while: making them takes most of a judgment's time.

use super::LOOKED_AT;
use crate::Material;
use crate::text::beginning;
use crate::text::lexicon::Lexicon;
use gorkd_core::model::{DocumentHash, Span};
use gorkd_core::text::Spans;
use gorkd_core::text::blocks::{Block, description};
use moka::sync::Cache;
use std::ops::Range;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

/// The beginning of a document's text as a question's language reads it.
pub(super) struct Outlined {
    pub blocks: Vec<Block>,
    /// Where each block is, in code points.
    pub spans: Vec<Span>,
    /// The number of the block that opens the text, and what it says the text is about.
    pub description: Option<(usize, String)>,
    /// The terms of each block with its headings and its lead, as places in `keys`.
    pub terms: Vec<Vec<u32>>,
    pub keys: Vec<String>,
}

/// A text as its reader left it, and a language.
type Key = (DocumentHash, usize, Vec<Span>, String);

/// Bytes of memory for what is kept: about 300 pages of a manual.
const KEPT: u64 = 16 << 20;
/// How long something is kept that isn't asked for.
const IDLE: Duration = Duration::from_secs(300);

static OUTLINED: LazyLock<Cache<Key, Arc<Outlined>>> = LazyLock::new(|| {
    let bytes = |_: &Key, outlined: &Arc<Outlined>| u32::try_from(outlined.bytes()).unwrap_or(u32::MAX);
    Cache::builder().max_capacity(KEPT).weigher(bytes).time_to_idle(IDLE).build()
});

impl Outlined {
    pub fn of(material: &Material<'_>, language: &str) -> Arc<Self> {
        let document = material.document;
        // Without its hash, nothing tells a text from another one.
        if document.hash == DocumentHash::default() {
            return Arc::new(Self::new(material, language));
        }
        let key =
            (document.hash.clone(), material.text.len(), document.navigation.clone(), language.to_owned());
        OUTLINED.get_with(key, || Arc::new(Self::new(material, language)))
    }

    fn new(material: &Material<'_>, language: &str) -> Self {
        let text = beginning(material.text, LOOKED_AT);
        let blocks = material.outline_of(text);
        let mut lexicon = Lexicon::default();
        let mut headings: (&[Range<usize>], Vec<u32>) = (&[], Vec::new());
        let mut terms = Vec::with_capacity(blocks.len());
        for block in &blocks {
            // What a page is about is said in its headings, not again in every paragraph.
            if block.headings != headings.0 {
                let path: Vec<&str> = block.headings.iter().map(|range| &text[range.clone()]).collect();
                headings = (&block.headings, lexicon.keys(&path.join(" "), language));
            }
            let mut own = lexicon.keys(&text[block.range.clone()], language);
            own.extend(&headings.1);
            if let Some(lead) = block.lead.clone() {
                own.extend(lexicon.keys(&text[lead], language));
            }
            own.shrink_to_fit();
            terms.push(own);
        }
        let description = description(text, &blocks);
        let mut spans = Spans::of(text);
        let spans = blocks.iter().map(|block| spans.next(block.range.clone())).collect();
        Self { blocks, spans, description, terms, keys: lexicon.into_keys() }
    }

    fn bytes(&self) -> usize {
        let blocks =
            self.blocks.iter().map(|block| size_of_val(block) + size_of_val(block.headings.as_slice()));
        let terms = self.terms.iter().map(|terms| size_of_val(terms) + size_of_val(terms.as_slice()));
        let keys = self.keys.iter().map(|key| size_of_val(key) + key.len());
        blocks.chain(terms).chain(keys).sum::<usize>() + size_of_val(self.spans.as_slice())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::model::Document;

    #[test]
    fn a_text_is_outlined_once_for_each_language_and_reading() {
        let text = "# Ferries\n\nThe ferries leave at noon.\n\n## Fares\n\nChildren ride free.\n";
        let document = Document { hash: DocumentHash::of_text(text), ..Document::default() };
        let material = Material::new(&document, text);
        let first = Outlined::of(&material, "en");
        let keys_of = |at: usize| -> Vec<&str> {
            first.terms[at].iter().map(|term| first.keys[*term as usize].as_str()).collect()
        };
        assert_eq!(keys_of(0), ["ferri", "leav", "noon", "ferri"]);
        assert_eq!(keys_of(1), ["children", "ride", "free", "ferri", "fare"]);
        assert!(Arc::ptr_eq(&first, &Outlined::of(&material, "en")));
        assert_ne!(Outlined::of(&material, "de").keys, first.keys);
        let navigation = vec![Span { start: 40, end: text.len() }];
        let read_again = Document { navigation, ..document };
        let outlined = Outlined::of(&Material::new(&read_again, text), "en");
        assert_ne!(outlined.blocks, first.blocks, "another reading marks navigation");
    }
}
