//! Answers queries from the index: parse, rank, expand and rank again, then build hits.

use super::feedback::{FeedbackPassage, widen};
use super::filters::allowed;
use super::index::Card;
use super::language::Language;
use super::meaning::Near;
use super::query::{Concept, ParsedQuery, understand};
use super::rank::{BlockMatch, Ranked, Ranking, Scope, Tuning, rank};
use super::snapshot::Snapshot;
use super::snippet::snippet;
use super::unknown::unknown;
use super::{Library, LibraryError, proximity};
use async_trait::async_trait;
use gorkd_core::model::{
    Destination, DocumentHash, Failure, FailureReason, FoundBlock, Millis, Remedy, SearchHit, SearchStyle,
    Span,
};
use gorkd_core::ports::{Failed, Metered, Outcome, Search, SearchRequest, Texts};
use gorkd_core::text::slice;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// How many documents and blocks are ranked before the best ones are returned.
const MAX_RANKED: usize = 200;
/// One result in this many is chosen by its best block alone, whatever the rest of the document is about.
/// Doubling that share costs a point of nDCG on collections of abstracts and finds nothing more on manuals.
const BY_BLOCK: usize = 4;
/// Maximum number of blocks reported per document.
const MAX_BLOCKS: usize = 16;

#[async_trait]
impl Search for Library {
    fn name(&self) -> &str {
        "library"
    }

    fn destination(&self) -> Destination {
        Destination::Near
    }

    fn style(&self) -> SearchStyle {
        SearchStyle::Own
    }

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        let answer = self.answer(request);
        let answer = match request.timeout.is_zero() {
            true => answer.await,
            false => match tokio::time::timeout(request.timeout, answer).await {
                Ok(answer) => answer,
                Err(_) => {
                    let detail = "The library took too long to answer.";
                    return Err(Failed::from(Failure::retry(FailureReason::TimedOut, detail)));
                }
            },
        };
        match answer {
            Ok(hits) => Ok(Metered::free(hits)),
            Err(error) => {
                tracing::warn!(%error, "failed to search the library");
                let detail = "The library could not be searched.";
                Err(Failed::from(Failure::new(FailureReason::Internal, Remedy::Retry, detail)))
            }
        }
    }

    /// None if the index can't be read: then nothing is known of words.
    async fn unknown_words(&self, text: &str, language: &str) -> Vec<String> {
        let Ok(Some(snapshot)) = self.snapshot() else { return Vec::new() };
        let (text, language) = (text.to_owned(), language.to_owned());
        blocking(move || Ok(unknown(&text, &language, &snapshot))).await.unwrap_or_default()
    }
}

/// A query in progress. Owned, because blocking threads share it.
struct Lookup {
    snapshot: Arc<Snapshot>,
    wanted: ParsedQuery,
    allowed: Option<Vec<bool>>,
    tuning: Tuning,
}

/// A document that will be returned or used for query expansion.
struct Shown {
    ranked: Ranked,
    card: Card,
    /// Matching blocks, best first.
    blocks: Vec<FoundBlock>,
}

impl Library {
    async fn answer(&self, request: &SearchRequest) -> Result<Vec<SearchHit>, LibraryError> {
        let error = match self.look_up(request).await {
            Err(LibraryError::Index(error)) => error,
            other => return other,
        };
        tracing::warn!(%error, "reopening the library's index");
        self.forget_snapshot();
        let error = match self.look_up(request).await {
            Err(LibraryError::Index(error)) => error,
            other => return other,
        };
        tracing::warn!(%error, "rebuilding the library's index");
        self.rebuild().await?;
        self.look_up(request).await
    }

    async fn look_up(&self, request: &SearchRequest) -> Result<Vec<SearchHit>, LibraryError> {
        let snapshot = match self.snapshot()? {
            Some(snapshot) => snapshot,
            None => {
                // The index was deleted while gorkd was running; the store still has everything needed to
                // rebuild it.
                self.catch_up().await?;
                match self.snapshot()? {
                    Some(snapshot) => snapshot,
                    None => return Err(LibraryError::Refused("the library's index is being built".into())),
                }
            }
        };
        let asked = if request.meaning.is_empty() { &request.query } else { &request.meaning };
        let packed = match &self.meaning {
            Some(meaning) => meaning.packed(asked).await,
            None => None,
        };
        let tuning = self.settings.tuning;
        let (query, filters) = (request.query.clone(), request.filters.clone());
        let (lookup, ranking, best) = blocking(move || {
            let wanted = understand(&query, filters.language.as_deref(), &snapshot);
            let allowed = allowed(&snapshot, &filters, now())?;
            let lookup = Lookup { snapshot, wanted, allowed, tuning };
            let ranking = lookup.first()?;
            let best = lookup.cards(&ranking, tuning.feedback_passages)?;
            Ok((lookup, ranking, best))
        })
        .await?;
        let texts = self.texts(&best).await?;
        let results = request.results as usize;
        let meaning = self.meaning.clone().zip(packed);
        let (lookup, ranking, shown) = blocking(move || {
            let mut ranking = ranking;
            let met = std::mem::take(&mut ranking.blocks);
            let ranking = lookup.second(ranking, &best, &texts)?;
            let mut ranking = lookup.with_best_blocks(ranking, &met, results)?;
            let near = meaning.map(|(meaning, packed)| {
                let near = meaning.near(packed, &lookup.snapshot, lookup.scope());
                (meaning, near)
            });
            if let Some((_, near)) = &near {
                let passage_of = |document, span| lookup.passage_of(document, span);
                ranking.documents = near.fused(&ranking.documents, passage_of, results);
            }
            let mut shown = lookup.cards(&ranking, results)?;
            for one in &mut shown {
                let near = near.as_ref().map(|(meaning, near)| (near, meaning.similarities(near, &one.card)));
                one.blocks = lookup.blocks(&met, one.ranked.document, near.as_ref())?;
            }
            Ok((lookup, ranking, shown))
        })
        .await?;
        let texts = self.texts(&shown).await?;
        blocking(move || Ok(lookup.hits(&ranking, shown, &texts))).await
    }

    async fn texts(&self, shown: &[Shown]) -> Result<Texts, LibraryError> {
        let hashes: BTreeSet<_> = shown.iter().map(|shown| DocumentHash(shown.card.hash.clone())).collect();
        if hashes.is_empty() {
            return Ok(Texts::new());
        }
        Ok(self.documents.texts(&hashes.into_iter().collect::<Vec<_>>()).await?)
    }
}

impl Lookup {
    fn first(&self) -> Result<Ranking, LibraryError> {
        let mut ranking = self.rank(&self.wanted.concepts)?;
        proximity::reward(&self.snapshot, &self.wanted, &mut ranking, &self.tuning)?;
        Ok(ranking)
    }

    /// The matching blocks of a document, scored against the original query only, then those that only their meaning
    /// found. `near`: the nearest blocks of the library, and the cosines of this document's.
    fn blocks(
        &self,
        met: &[BlockMatch],
        document: u32,
        near: Option<&(&Near, HashMap<Span, f32>)>,
    ) -> Result<Vec<FoundBlock>, LibraryError> {
        let met = |passage: u32| met.get(passage as usize).copied().unwrap_or_default();
        let mut passages: Vec<u32> =
            self.snapshot.passages_of(document).filter(|passage| met(*passage).score > 0.0).collect();
        passages.sort_by(|a, b| met(*b).score.total_cmp(&met(*a).score).then(a.cmp(b)));
        let mut found = Vec::new();
        for passage in passages.into_iter().take(MAX_BLOCKS * 2) {
            let card = self.snapshot.card(passage)?;
            if !card.navigation && found.len() < MAX_BLOCKS {
                let BlockMatch { score, coverage, about } = met(passage);
                let (score, coverage, about) = (f64::from(score), f64::from(coverage), f64::from(about));
                let near = near.and_then(|(_, cosines)| cosines.get(&card.span)).copied().map(f64::from);
                found.push(FoundBlock { span: card.span, score, coverage, about, near });
            }
        }
        for (span, cosine) in near.into_iter().flat_map(|(near, _)| near.of(document)) {
            if !found.iter().any(|block| block.span == span) {
                found.push(FoundBlock { span, near: Some(f64::from(cosine)), ..FoundBlock::default() });
            }
        }
        Ok(found)
    }

    /// The passage of a document at a span; `None` if the index doesn't have it (any longer).
    fn passage_of(&self, document: u32, span: Span) -> Option<u32> {
        let is_there = |passage: &u32| self.snapshot.card(*passage).is_ok_and(|card| card.span == span);
        self.snapshot.passages_of(document).find(is_there)
    }

    /// Ranks again after expanding the query with words from the best passages of the first ranking.
    fn second(&self, first: Ranking, best: &[Shown], texts: &Texts) -> Result<Ranking, LibraryError> {
        let found: Vec<FeedbackPassage<'_>> = best
            .iter()
            .filter_map(|shown| {
                let text = texts.get(&DocumentHash(shown.card.hash.clone()))?;
                Some(FeedbackPassage {
                    text: slice(text, shown.card.span),
                    language: Language::of_code(shown.card.language.as_deref()),
                    score: shown.ranked.score,
                })
            })
            .collect();
        let concepts = widen(&self.wanted, &found, &self.snapshot, &self.tuning);
        if concepts == self.wanted.concepts {
            return Ok(first);
        }
        let mut ranking = self.rank(&concepts)?;
        proximity::reward(&self.snapshot, &self.wanted, &mut ranking, &self.tuning)?;
        Ok(ranking)
    }

    fn rank(&self, concepts: &[Concept]) -> Result<Ranking, LibraryError> {
        let asked = self.wanted.concepts.len();
        rank(&self.snapshot, concepts, asked, self.scope(), &self.tuning, MAX_RANKED)
    }

    fn scope(&self) -> Scope<'_> {
        Scope { allowed: self.allowed.as_deref(), named: self.wanted.works.as_deref() }
    }

    /// Fills the last places with documents chosen by their best block alone: the answer may be one paragraph
    /// of a long page.
    fn with_best_blocks(
        &self,
        mut ranking: Ranking,
        met: &[BlockMatch],
        results: usize,
    ) -> Result<Ranking, LibraryError> {
        let kept = results - results / BY_BLOCK;
        if met.is_empty() || ranking.documents.len() <= kept {
            return Ok(ranking);
        }
        let order = |at: u32| met[at as usize].score * (met[at as usize].coverage + met[at as usize].about);
        let mut best: Vec<u32> = (0..met.len() as u32).filter(|at| order(*at) > 0.0).collect();
        let better = |a: &u32, b: &u32| order(*b).total_cmp(&order(*a)).then(a.cmp(b));
        // A common word matches most blocks of a large library; only the best need sorting.
        if best.len() > MAX_RANKED {
            best.select_nth_unstable_by(MAX_RANKED, better);
            best.truncate(MAX_RANKED);
        }
        best.sort_by(better);
        let score = ranking.documents[kept.saturating_sub(1)].score;
        ranking.documents.truncate(kept);
        for passage in best {
            if ranking.documents.len() >= results {
                break;
            }
            let document = self.snapshot.document_of(passage);
            let allowed = self.allowed.as_ref().is_none_or(|allowed| allowed[document as usize]);
            let known = ranking.documents.iter().any(|ranked| ranked.document == document);
            if allowed && !known && !self.snapshot.card(passage)?.navigation {
                ranking.documents.push(Ranked { document, score, passage });
            }
        }
        Ok(ranking)
    }

    fn cards(&self, ranking: &Ranking, most: usize) -> Result<Vec<Shown>, LibraryError> {
        let card = |ranked: &Ranked| {
            Ok(Shown { ranked: *ranked, card: self.snapshot.card(ranked.passage)?, blocks: Vec::new() })
        };
        ranking.documents.iter().take(most).map(card).collect()
    }

    fn hits(&self, ranking: &Ranking, shown: Vec<Shown>, texts: &Texts) -> Vec<SearchHit> {
        let weights: HashMap<String, f32> = self
            .wanted
            .concepts
            .iter()
            .zip(&ranking.rarity)
            .flat_map(|(concept, rarity)| {
                concept.terms.iter().map(move |term| (term, concept.weight * rarity))
            })
            .filter(|(_, weight)| *weight > 0.0)
            .map(|(term, weight)| (term.clone(), weight))
            .collect();
        // Documents that have left the library since the index was written have no text any longer.
        let held = shown.into_iter().filter_map(|shown| {
            let hash = DocumentHash(shown.card.hash.clone());
            texts.get(&hash).map(|text| (hash, text, shown))
        });
        let hit = |(at, (hash, text, shown)): (usize, (DocumentHash, &Arc<str>, Shown))| {
            let Shown { ranked, card, blocks } = shown;
            let language = Language::of_code(card.language.as_deref());
            SearchHit {
                snippet: snippet(slice(text, card.span), language, &weights),
                url: card.url,
                title: card.title,
                provider: "library".to_owned(),
                rank: at as u32 + 1,
                score: f64::from(ranked.score),
                published_at: card.published_at,
                hash: Some(hash),
                section: card.section,
                blocks,
            }
        };
        held.enumerate().map(hit).collect()
    }
}

fn now() -> Millis {
    Millis(jiff::Timestamp::now().as_millisecond())
}

pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, LibraryError> + Send + 'static,
) -> Result<T, LibraryError> {
    tokio::task::spawn_blocking(work).await.map_err(|error| LibraryError::Index(error.to_string()))?
}
