//! Search by meaning: which blocks of the library are nearest to what is asked, whatever words they use.
//!
//! Vectors are made once per text, in the background; until then, and without an embedder, words alone find. A query is
//! compared with all vectors, which takes some milliseconds for 100,000 blocks and finds exactly the nearest.

use super::index::Card;
use super::progress::{Counts, Phase, Progress};
use super::rank::{Ranked, Scope};
use super::search::blocking;
use super::snapshot::Snapshot;
use super::vectors::{DocumentVectors, Packed, Vectors};
use super::{Library, LibraryError, lock};
use gorkd_core::model::{Document, Reach, Span};
use gorkd_core::ports::{Embedder, LibraryChanges, TextRole};
use gorkd_core::text::blocks::{Block, outline};
use gorkd_core::text::{Spans, byte_ranges};
use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

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

/// How long a search waits for the vector of what is asked; the first time, a model is loaded.
const PATIENCE: Duration = Duration::from_secs(3);

pub struct Meaning {
    embedder: Arc<dyn Embedder>,
    vectors: RwLock<Vectors>,
    /// The generation of the library whose documents all had vectors when this process looked last.
    done: Mutex<Option<u64>>,
}

/// The blocks that are nearest to what is asked.
pub struct Near {
    query: Packed,
    /// Cosine, document and place of each block, nearest first.
    nearest: Vec<(f32, u32, Span)>,
}

impl Meaning {
    pub fn new(dir: &Path, embedder: Arc<dyn Embedder>) -> Self {
        let vectors = RwLock::new(Vectors::of(dir, embedder.name()));
        Self { embedder, vectors, done: Mutex::new(None) }
    }

    fn read(&self) -> RwLockReadGuard<'_, Vectors> {
        self.vectors.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Vectors> {
        self.vectors.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The vector of what is asked; `None` if there is nothing to compare it with, or the embedder fails or is slow.
    pub async fn packed(self: &Arc<Self>, asked: &str) -> Option<Packed> {
        let meaning = self.clone();
        let refreshed = blocking(move || {
            let mut vectors = meaning.write();
            vectors.refresh()?;
            Ok(!vectors.is_empty())
        });
        match refreshed.await {
            Ok(true) => {}
            Ok(false) => return None,
            Err(error) => {
                tracing::warn!(%error, "failed to read the library's vectors; searching by words alone");
                return None;
            }
        }
        let texts = [asked.to_owned()];
        let embedded = self.embedder.embed(&texts, TextRole::Question, Reach::NEAR);
        match tokio::time::timeout(PATIENCE, embedded).await {
            Ok(Ok(vectors)) => vectors.first().map(|vector| Packed::of(vector)),
            Ok(Err(failure)) => {
                tracing::warn!(reason = ?failure.reason, "the embedder failed; searching by words alone");
                None
            }
            Err(_) => {
                tracing::warn!("the embedder took too long; searching by words alone");
                None
            }
        }
    }

    /// The nearest blocks among the documents of a snapshot that are in scope. If the query names works, those of other
    /// works are out of scope: what another product calls the same is near in meaning and no answer.
    pub fn near(&self, query: Packed, snapshot: &Snapshot, scope: Scope<'_>) -> Near {
        let vectors = self.read();
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
        // Of equal ones always the same: the vectors come in any order.
        let better = |a: &(f32, u32, Span), b: &(f32, u32, Span)| {
            b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2))
        };
        if best.len() > NEAREST {
            best.select_nth_unstable_by(NEAREST, better);
            best.truncate(NEAREST);
        }
        best.sort_by(better);
        let found: BTreeSet<u32> = best.iter().map(|(_, document, _)| *document).collect();
        let is_current = |document: &u32| {
            let card = snapshot.passages_of(*document).next().and_then(|passage| snapshot.card(passage).ok());
            card.is_some_and(|card| vectors.of_text(&card.url, &card.hash).is_some())
        };
        let current: BTreeSet<u32> = found.into_iter().filter(is_current).collect();
        best.retain(|(_, document, _)| current.contains(document));
        Near { query, nearest: best }
    }

    /// The cosines of the blocks of a document's text; none if it has no vectors, or those of an older text.
    pub fn similarities(&self, near: &Near, card: &Card) -> HashMap<Span, f32> {
        let vectors = self.read();
        let blocks = vectors.of_text(&card.url, &card.hash).into_iter();
        blocks.flat_map(|blocks| blocks.similarities(&near.query)).collect()
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
        let Some(meaning) = self.meaning.clone() else { return Ok(None) };
        let documents = self.shelf.changes_since(0).await?.put;
        let count = blocking(move || {
            let mut vectors = meaning.write();
            vectors.refresh()?;
            Ok(documents.iter().filter(|document| vectors.has(document)).count() as u64)
        });
        count.await.map(Some)
    }

    /// Makes the vectors that are missing, one document after the other, `together` blocks at once, and returns how many
    /// documents got theirs. Does nothing without an embedder, or while another process does it. Can be dropped at any
    /// time: what is done stays.
    pub async fn embed(&self, progress: &dyn Progress, together: usize) -> Result<u64, LibraryError> {
        let Some(meaning) = self.meaning.clone() else { return Ok(0) };
        let Some(_lock) = lock::try_lock_of(&self.dir, "vectors.lock")? else { return Ok(0) };
        let done = meaning.done();
        if let Some(done) = done {
            let changes = self.shelf.changes_since(done).await?;
            if changes.generation == done && !changes.afresh {
                return Ok(0);
            }
        }
        let LibraryChanges { put: documents, generation, .. } = self.shelf.changes_since(0).await?;
        let missing = {
            let meaning = meaning.clone();
            blocking(move || {
                let mut vectors = meaning.write();
                vectors.refresh()?;
                vectors.keep(&documents)?;
                Ok(documents.into_iter().filter(|document| !vectors.has(document)).collect::<Vec<_>>())
            })
            .await?
        };
        let total = missing.len() as u64;
        let mut counts = Counts { phase: Phase::Embedding, total, ..Counts::default() };
        for some in missing.chunks(DOCUMENTS) {
            let hashes: Vec<_> = some.iter().map(|document| document.hash.clone()).collect();
            let texts = self.documents.texts(&hashes).await?;
            for document in some {
                if let Some(text) = texts.get(&document.hash) {
                    meaning.embed(document, text.clone(), together).await?;
                }
                counts.done += 1;
                progress.update(&counts);
            }
        }
        meaning.set_done(generation);
        Ok(counts.done)
    }

    /// Removes the vectors of what is no longer in the library, and all of other embedders, which are not kept up to date.
    /// If another process makes vectors right now, it removes them next time.
    pub(super) async fn forget_vectors(&self) -> Result<(), LibraryError> {
        let Some(_lock) = lock::try_lock_of(&self.dir, "vectors.lock")? else { return Ok(()) };
        let documents = self.shelf.changes_since(0).await?.put;
        let (dir, meaning) = (self.dir.clone(), self.meaning.clone());
        blocking(move || {
            let mut current = meaning.as_ref().map(|meaning| meaning.write());
            Vectors::remove_others(&dir, current.as_deref())?;
            match current.as_deref_mut() {
                Some(vectors) => {
                    vectors.refresh()?;
                    vectors.keep(&documents)
                }
                None => Ok(()),
            }
        })
        .await
    }
}

impl Meaning {
    fn done(&self) -> Option<u64> {
        *self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set_done(&self, generation: u64) {
        *self.done.lock().unwrap_or_else(PoisonError::into_inner) = Some(generation);
    }

    async fn embed(
        self: &Arc<Self>,
        document: &Document,
        text: Arc<str>,
        together: usize,
    ) -> Result<(), LibraryError> {
        let document = document.clone();
        let (document, blocks) = blocking(move || {
            let blocks = blocks_of(&document, &text);
            Ok((document, blocks))
        })
        .await?;
        let mut done: Vec<(Span, Vec<f32>)> = Vec::with_capacity(blocks.len());
        for some in blocks.chunks(together.max(1)) {
            let texts: Vec<String> = some.iter().map(|(_, text)| text.clone()).collect();
            let vectors = self.embedder.embed(&texts, TextRole::Passage, Reach::NEAR).await;
            let vectors = vectors.map_err(|failure| LibraryError::Refused(failure.detail))?;
            done.extend(some.iter().map(|(span, _)| *span).zip(vectors));
        }
        let meaning = self.clone();
        blocking(move || meaning.write().put(&document.url, DocumentVectors::of(&document, &done))).await
    }
}

/// The blocks of a text that are worth a vector, each with what is embedded of it.
fn blocks_of(document: &Document, text: &str) -> Vec<(Span, String)> {
    let navigation: Vec<_> = byte_ranges(text, document.navigation.iter().copied()).collect();
    let mut spans = Spans::of(text);
    let worth = |block: &Block| {
        !block.navigation && text[block.range.clone()].split_whitespace().nth(FEWEST_WORDS - 1).is_some()
    };
    let blocks = outline(text, &navigation).into_iter().filter(worth);
    blocks.map(|block| (spans.next(block.range.clone()), embedded(document, text, &block))).collect()
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
