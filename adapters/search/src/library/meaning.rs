//! Search by meaning: which blocks of the library are nearest to what is asked, whatever words they use.
//!
//! Vectors are made once per text, in the background; until then, and without an embedder, words alone find. A query is
//! compared with all vectors, which takes some milliseconds for 100,000 blocks and finds exactly the nearest.

use super::index::document_key;
use super::progress::{Counts, Phase, Progress};
use super::rank::{Ranked, Scope};
use super::snapshot::Snapshot;
use super::vectors::{DocumentVectors, Packed, Vectors};
use super::{Library, LibraryError, lock};
use gorkd_core::model::{Document, Reach, Span};
use gorkd_core::ports::{Embedder, TextRole};
use gorkd_core::text::blocks::{Block, outline};
use gorkd_core::text::{Spans, byte_range};
use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Nearest blocks of the whole library that a query finds.
const NEAREST: usize = 60;
/// Cosine below which a block has nothing to do with what is asked: 95 of 100 pairs from two articles lie below 0.18 with
/// all-MiniLM-L6-v2. Other models have higher ones, so this only keeps out what none would take for related.
const UNRELATED: f32 = 0.2;
/// Reciprocal rank fusion (Cormack et al., 2009): the first places of both lists count more than all later ones.
const RANKS: f32 = 60.0;
/// Headings above a block that are embedded with it.
const HEADINGS: usize = 3;
/// Characters that are embedded of a block, headings included. An embedder reads the first 128 to 512 tokens, and
/// longer texts cost more time than they help: with 112 tokens each, a block that answers is among the nearest 50 of
/// 92,676 for 80 % of 316 questions (all-MiniLM-L6-v2), and for 68 % by words.
const CHARACTERS: usize = 600;
/// Words below which a block isn't worth a vector.
const FEWEST_WORDS: usize = 3;
/// Documents whose texts are fetched at once.
const DOCUMENTS: usize = 16;

pub struct Meaning {
    embedder: Arc<dyn Embedder>,
    vectors: Mutex<Vectors>,
}

/// The blocks that are nearest to what is asked.
pub struct Near {
    query: Packed,
    /// Cosine, document and place of each block, nearest first.
    nearest: Vec<(f32, u32, Span)>,
}

impl Meaning {
    pub fn new(dir: &Path, embedder: Arc<dyn Embedder>) -> Self {
        let vectors = Mutex::new(Vectors::of(dir, embedder.name()));
        Self { embedder, vectors }
    }

    fn vectors(&self) -> std::sync::MutexGuard<'_, Vectors> {
        self.vectors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The vector of what is asked; `None` if there is nothing to compare it with, or the embedder fails.
    pub async fn packed(&self, asked: &str) -> Option<Packed> {
        if let Err(error) = self.vectors().refresh() {
            tracing::warn!(%error, "could not read the library's vectors; searching by words alone");
        }
        if self.vectors().is_empty() {
            return None;
        }
        let texts = [asked.to_owned()];
        match self.embedder.embed(&texts, TextRole::Question, Reach::NEAR).await {
            Ok(vectors) => vectors.first().map(|vector| Packed::of(vector)),
            Err(failure) => {
                tracing::warn!(reason = ?failure.reason, "the embedder failed; searching by words alone");
                None
            }
        }
    }

    /// The nearest blocks among the documents of a snapshot that are in scope. If the query names works, those of other
    /// works are out of scope: what another product calls the same is near in meaning and no answer.
    pub fn near(&self, query: Packed, snapshot: &Snapshot, scope: Scope<'_>) -> Near {
        let vectors = self.vectors();
        let mut best: Vec<(f32, u32, Span)> = Vec::new();
        for (key, blocks) in vectors.iter() {
            let Some(document) = snapshot.numbers.get(&key).copied() else { continue };
            let work = snapshot.work_of[document as usize] as usize;
            let named = scope.named.is_none_or(|named| named[work]);
            if named && scope.allowed.is_none_or(|allowed| allowed[document as usize]) {
                let related = blocks.similarities(&query).filter(|(_, cosine)| *cosine > UNRELATED);
                best.extend(related.map(|(span, cosine)| (cosine, document, span)));
            }
        }
        let better = |a: &(f32, u32, Span), b: &(f32, u32, Span)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
        if best.len() > NEAREST {
            best.select_nth_unstable_by(NEAREST, better);
            best.truncate(NEAREST);
        }
        best.sort_by(better);
        Near { query, nearest: best }
    }

    /// The cosines of a document's blocks.
    pub fn similarities(&self, near: &Near, url: &str) -> HashMap<Span, f32> {
        let vectors = self.vectors();
        vectors
            .get(document_key(url))
            .into_iter()
            .flat_map(|blocks| blocks.similarities(&near.query))
            .collect()
    }
}

impl Near {
    /// The nearest blocks of a document, nearest first, each with its cosine.
    pub fn of(&self, document: u32) -> impl Iterator<Item = (Span, f32)> {
        let of_document = self.nearest.iter().filter(move |(_, of, _)| *of == document);
        of_document.map(|(cosine, _, span)| (*span, *cosine))
    }

    /// Documents by words and by meaning. One that only meaning finds gets the score of the last that words find.
    pub fn fused(
        &self,
        by_words: &[Ranked],
        passage_of: impl Fn(u32, Span) -> Option<u32>,
        most: usize,
    ) -> Vec<Ranked> {
        let last = by_words.last().map_or(0.0, |ranked| ranked.score);
        let rank = |place: usize| 1.0 / (RANKS + place as f32 + 1.0);
        let mut documents: Vec<(f32, u32)> =
            by_words.iter().enumerate().map(|(at, one)| (rank(at), one.document)).collect();
        let mut seen = BTreeSet::new();
        let nearest =
            self.nearest.iter().map(|(_, document, _)| *document).filter(|document| seen.insert(*document));
        for (place, document) in nearest.enumerate() {
            match documents.iter_mut().find(|(_, known)| *known == document) {
                Some((score, _)) => *score += rank(place),
                None => documents.push((rank(place), document)),
            }
        }
        documents.sort_by(|a, b| b.0.total_cmp(&a.0));
        documents.truncate(most);
        let ranked = |document: u32| {
            let known = by_words.iter().find(|one| one.document == document).copied();
            known.or_else(|| {
                let (span, _) = self.of(document).next()?;
                Some(Ranked { document, score: last, passage: passage_of(document, span)? })
            })
        };
        documents.into_iter().filter_map(|(_, document)| ranked(document)).collect()
    }
}

impl Library {
    /// How many documents can be found by meaning; `None` without an embedder on this machine.
    pub async fn embedded(&self) -> Result<Option<u64>, LibraryError> {
        let Some(meaning) = &self.meaning else { return Ok(None) };
        let documents = self.shelf.changes_since(0).await?.put;
        let mut vectors = meaning.vectors();
        vectors.refresh()?;
        Ok(Some(documents.iter().filter(|document| vectors.has(document)).count() as u64))
    }

    /// Makes the vectors that are missing, one document after the other, `together` blocks at once, and returns how many
    /// documents got theirs. Does nothing without an embedder, or while another process does it. Can be dropped at any
    /// time: what is done stays.
    pub async fn embed(&self, progress: &dyn Progress, together: usize) -> Result<u64, LibraryError> {
        let Some(meaning) = &self.meaning else { return Ok(0) };
        let Some(_lock) = lock::try_lock_of(&self.dir, "vectors.lock")? else { return Ok(0) };
        let documents = self.shelf.changes_since(0).await?.put;
        let missing: Vec<&Document> = {
            let mut vectors = meaning.vectors();
            vectors.refresh()?;
            vectors.keep(&documents)?;
            documents.iter().filter(|document| !vectors.has(document)).collect()
        };
        let total = missing.len() as u64;
        let mut counts = Counts { phase: Phase::Embedding, total, ..Counts::default() };
        for some in missing.chunks(DOCUMENTS) {
            let hashes: Vec<_> = some.iter().map(|document| document.hash.clone()).collect();
            let texts = self.documents.texts(&hashes).await?;
            for document in some {
                if let Some(text) = texts.get(&document.hash) {
                    let vectors = vectors_of(meaning, document, text, together).await?;
                    meaning.vectors().put(&document.url, vectors)?;
                }
                counts.done += 1;
                progress.update(&counts);
            }
        }
        Ok(counts.done)
    }
}

async fn vectors_of(
    meaning: &Meaning,
    document: &Document,
    text: &str,
    together: usize,
) -> Result<DocumentVectors, LibraryError> {
    let navigation: Vec<_> = document.navigation.iter().map(|span| byte_range(text, *span)).collect();
    let mut spans = Spans::of(text);
    let worth = |block: &Block| {
        !block.navigation && text[block.range.clone()].split_whitespace().nth(FEWEST_WORDS - 1).is_some()
    };
    let blocks = outline(text, &navigation).into_iter().filter(worth);
    let blocks: Vec<(Span, String)> =
        blocks.map(|block| (spans.next(block.range.clone()), embedded(document, text, &block))).collect();
    let mut done: Vec<(Span, Vec<f32>)> = Vec::with_capacity(blocks.len());
    for some in blocks.chunks(together.max(1)) {
        let texts: Vec<String> = some.iter().map(|(_, text)| text.clone()).collect();
        let vectors = meaning.embedder.embed(&texts, TextRole::Passage, Reach::NEAR).await;
        let vectors = vectors.map_err(|failure| LibraryError::Refused(failure.detail))?;
        done.extend(some.iter().map(|(span, _)| *span).zip(vectors));
    }
    Ok(DocumentVectors::of(document, &done))
}

/// What is embedded of a block: the last headings above it, what leads into it, and its beginning.
fn embedded(document: &Document, text: &str, block: &Block) -> String {
    let mut path: Vec<&str> = Vec::new();
    let headings = block.headings.iter().map(|range| text[range.clone()].trim());
    for part in document.work.as_deref().into_iter().chain([document.title.trim()]).chain(headings) {
        if !part.is_empty() && !path.contains(&part) {
            path.push(part);
        }
    }
    let above = path[path.len().saturating_sub(HEADINGS)..].join(" › ");
    let lead = block.lead.clone().map(|range| &text[range]);
    let parts = [Some(above.as_str()), lead, Some(&text[block.range.clone()])];
    let all = parts.into_iter().flatten().collect::<Vec<_>>().join("\n");
    all.chars().take(CHARACTERS).collect()
}
