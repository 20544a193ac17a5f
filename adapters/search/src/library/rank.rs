//! Scores passages and documents by BM25 over title, description, headings and body.
//!
//! tantivy stores the postings. The scoring is our own because a document matches both through its best
//! passage and as a whole, document frequencies must count documents rather than passages, and each term
//! carries its own weight.

use super::LibraryError;
use super::query::Concept;
use super::snapshot::{NOBODY, Snapshot};

/// Ranking parameters. Tuned on collections of abstracts and encyclopedia paragraphs, and checked by eye on
/// technical manuals; small changes to any of them make little difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// BM25's term saturation and length normalization (Robertson and Zaragoza, 2009).
    pub k1: f32,
    pub b: f32,
    /// Weight of a word in a title, a heading, or what the document says of itself, relative to 1 in the body.
    pub title: f32,
    pub headings: f32,
    pub about: f32,
    /// Share of the score that comes from the whole document; the rest comes from its best passage.
    pub document: f32,
    /// Penalty for each query word that a document lacks, scaled by the word's rarity.
    pub coverage: f32,
    /// Bonus for words that are adjacent both in the query and in the passage.
    pub pairs: f32,
    /// Bonus for a quoted phrase.
    pub phrases: f32,
    /// Score factor for documents of a work that the query names.
    pub work: f32,
    /// Share of a block's score that comes from its whole document.
    pub block_document: f32,
    /// Minimum block length, in words, for length normalization: without it a line of three words would beat
    /// a paragraph of twenty.
    pub block_words: u32,
    /// Pseudo-relevance feedback: how many passages to take words from, how many words, and the weight share
    /// that the original query keeps (0 to 1).
    pub feedback_passages: usize,
    pub feedback_terms: usize,
    pub feedback_original: f32,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            k1: 1.6,
            b: 0.75,
            title: 3.0,
            headings: 0.7,
            about: 0.5,
            document: 0.5,
            coverage: 0.1,
            pairs: 0.4,
            phrases: 1.5,
            work: 2.0,
            block_document: 0.3,
            block_words: 20,
            feedback_passages: 3,
            feedback_terms: 15,
            feedback_original: 0.65,
        }
    }
}

/// A document that matches at least one of the requested concepts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// Document number in the snapshot.
    pub document: u32,
    pub score: f32,
    /// Best passage, by its number in the snapshot.
    pub passage: u32,
}

/// Documents, best first, and the rarity of each concept.
#[derive(Clone, Debug, Default)]
pub struct Ranking {
    pub documents: Vec<Ranked>,
    /// Inverse document frequency by concept.
    pub rarity: Vec<f32>,
    /// How well each passage answers the query by itself, by passage number. Empty if the query was expanded.
    pub blocks: Vec<BlockMatch>,
}

/// How well a block, together with its title and headings, matches a query.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BlockMatch {
    pub score: f32,
    /// Share of the query's weight that the block's own words cover, from 0 to 1.
    pub coverage: f32,
    /// The share that only the document's description of itself adds to it.
    pub about: f32,
}

/// Restrictions on a query.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scope<'a> {
    /// Documents that may be returned, by number; `None` means all.
    pub allowed: Option<&'a [bool]>,
    /// Works that the query names, by number; `None` if it names none.
    pub named: Option<&'a [bool]>,
}

/// Returns the best `most` documents that contain any of the first `asked` concepts. The other concepts come
/// from query expansion and affect only the order.
pub fn rank(
    snapshot: &Snapshot,
    concepts: &[Concept],
    asked: usize,
    Scope { allowed, named }: Scope<'_>,
    tuning: &Tuning,
    most: usize,
) -> Result<Ranking, LibraryError> {
    let mut scorer = Scorer::new(snapshot, allowed, tuning)?;
    let mut rarity = Vec::with_capacity(concepts.len());
    for (at, concept) in concepts.iter().enumerate() {
        rarity.push(scorer.add(concept, at < asked)?);
    }
    // Expansion terms help to find documents, but blocks are scored against the query as asked.
    let blocks = if asked == concepts.len() { scorer.blocks(named) } else { Vec::new() };
    Ok(Ranking { documents: scorer.best(most, named), rarity, blocks })
}

struct Scorer<'a> {
    snapshot: &'a Snapshot,
    allowed: Option<&'a [bool]>,
    tuning: &'a Tuning,
    average_title: f32,
    average_headings: f32,
    average_body: f32,
    passages: Vec<f32>,
    blocks: Vec<BlockMatch>,
    documents: Vec<f32>,
    /// Weight of the asked concepts that each document contains, and the total weight of all of them.
    held: Vec<f32>,
    total: f32,
    block_total: f32,
    scopes: Vec<ScopeWord>,
    scratch: Scratch,
}

/// A query word that names works. A block matches it by containing the word or by belonging to such a work.
struct ScopeWord {
    works: Vec<bool>,
    weight: f32,
    /// Which passages contain the word.
    said: Vec<bool>,
}

impl ScopeWord {
    fn holds(&self, snapshot: &Snapshot, passage: usize, document: u32) -> bool {
        document != NOBODY && (self.said[passage] || self.works[snapshot.work_of[document as usize] as usize])
    }
}

/// Weighted frequencies of one concept; cleared after each concept.
struct Scratch {
    passage: Vec<f32>,
    /// As `passage`, but title, headings, and description count at most once each: a match there is worth no more than one in
    /// the text.
    block: Vec<f32>,
    passages_hit: Vec<u32>,
    /// Passages that hold the concept themselves, not only in what their document says of itself.
    own: Vec<bool>,
    body: Vec<f32>,
    title: Vec<f32>,
    documents_hit: Vec<u32>,
}

impl<'a> Scorer<'a> {
    fn new(
        snapshot: &'a Snapshot,
        allowed: Option<&'a [bool]>,
        tuning: &'a Tuning,
    ) -> Result<Self, LibraryError> {
        let (passages, documents) = (snapshot.passages(), snapshot.lengths.len());
        Ok(Self {
            snapshot,
            allowed,
            tuning,
            average_title: snapshot.average(snapshot.fields.title)?,
            average_headings: snapshot.average(snapshot.fields.headings)?,
            average_body: snapshot.average(snapshot.fields.body)?,
            passages: vec![0.0; passages],
            blocks: vec![BlockMatch::default(); passages],
            documents: vec![0.0; documents],
            held: vec![0.0; documents],
            total: 0.0,
            block_total: 0.0,
            scopes: Vec::new(),
            scratch: Scratch {
                passage: vec![0.0; passages],
                block: vec![0.0; passages],
                passages_hit: Vec::new(),
                own: vec![false; passages],
                body: vec![0.0; documents],
                title: vec![0.0; documents],
                documents_hit: Vec::new(),
            },
        })
    }

    /// Adds a concept's scores and returns its inverse document frequency.
    fn add(&mut self, concept: &Concept, asked: bool) -> Result<f32, LibraryError> {
        let (snapshot, tuning, allowed) = (self.snapshot, self.tuning, self.allowed);
        let fields = snapshot.fields;
        let scratch = &mut self.scratch;
        let length_norm = |length: u32, average: f32| 1.0 - tuning.b + tuning.b * length as f32 / average;
        for term in &concept.terms {
            // What a document says of itself stands in one of its bodies as well, where it counts for the document.
            for field in [fields.body, fields.headings, fields.title, fields.about] {
                snapshot.each(field, term, |segment, passage, frequency| {
                    let segment = &snapshot.segments[segment];
                    let document = segment.documents[passage as usize];
                    if document == NOBODY || allowed.is_some_and(|allowed| !allowed[document as usize]) {
                        return;
                    }
                    let frequency = frequency as f32;
                    let norms = &segment.norms;
                    let mut whole = 0.0;
                    let part = if field == fields.body {
                        whole = frequency;
                        frequency / length_norm(norms.body.fieldnorm(passage), self.average_body)
                    } else if field == fields.headings {
                        whole = tuning.headings * frequency;
                        let length = norms.headings.fieldnorm(passage);
                        tuning.headings * frequency / length_norm(length, self.average_headings)
                    } else if field == fields.about {
                        tuning.about * frequency.min(1.0)
                    } else {
                        let length = norms.title.fieldnorm(passage);
                        tuning.title * frequency / length_norm(length, self.average_title)
                    };
                    let at = segment.first + passage;
                    scratch.add(at, document, part, whole, field == fields.title);
                    scratch.own[at as usize] |= field != fields.about;
                    scratch.block[at as usize] += match field == fields.body {
                        true => {
                            let length = norms.body.fieldnorm(passage).max(tuning.block_words);
                            frequency / length_norm(length, self.average_body)
                        }
                        false if field == fields.about => part,
                        false => frequency.min(1.0),
                    };
                })?;
            }
        }
        let count = snapshot.lengths.len() as f32;
        let holders = scratch.documents_hit.len() as f32;
        let rarity = inverse_frequency(holders, count);
        let weight = concept.weight * rarity;
        // For blocks, rarity counts blocks: long documents contain every common word.
        let own = scratch.passages_hit.iter().filter(|passage| scratch.own[**passage as usize]).count();
        let (blocks, hit) = (self.passages.len() as f32, own as f32);
        let block_factor = if concept.works.is_some() { 0.0 } else { concept.weight };
        let block_weight = block_factor * inverse_frequency(hit, blocks);
        if let Some(works) = concept.works.clone().filter(|_| asked) {
            let mut said = vec![false; self.passages.len()];
            scratch.passages_hit.iter().for_each(|passage| said[*passage as usize] = true);
            self.scopes.push(ScopeWord { works, weight: concept.weight, said });
        }
        self.block_total += if asked { block_weight } else { 0.0 };
        let saturate = |frequency: f32| frequency * (tuning.k1 + 1.0) / (tuning.k1 + frequency);
        for passage in scratch.passages_hit.drain(..) {
            let frequency = std::mem::take(&mut scratch.passage[passage as usize]);
            self.passages[passage as usize] += weight * saturate(frequency);
            let frequency = std::mem::take(&mut scratch.block[passage as usize]);
            let met = &mut self.blocks[passage as usize];
            met.score += block_weight * saturate(frequency);
            let is_own = std::mem::take(&mut scratch.own[passage as usize]);
            let covered = if is_own { &mut met.coverage } else { &mut met.about };
            *covered += if asked { block_weight } else { 0.0 };
        }
        for document in scratch.documents_hit.drain(..) {
            let at = document as usize;
            let body = std::mem::take(&mut scratch.body[at]);
            let title = std::mem::take(&mut scratch.title[at]);
            let long = 1.0 - tuning.b + tuning.b * snapshot.lengths[at] / snapshot.average_length;
            self.documents[at] += weight * saturate(body / long + title);
            self.held[at] += if asked { weight } else { 0.0 };
        }
        self.total += if asked { weight } else { 0.0 };
        Ok(rarity)
    }

    /// Scores each passage by itself and as part of its document.
    fn blocks(&mut self, named: Option<&[bool]>) -> Vec<BlockMatch> {
        let share = self.tuning.block_document;
        let mut blocks = std::mem::take(&mut self.blocks);
        let scopes = self.scopes();
        for segment in &self.snapshot.segments {
            for (at, document) in segment.documents.iter().enumerate() {
                let met = &mut blocks[segment.first as usize + at];
                if *document == NOBODY || met.score <= 0.0 {
                    continue;
                }
                let lacking =
                    |scope: &&ScopeWord| !scope.holds(self.snapshot, segment.first as usize + at, *document);
                let lacked: f32 = scopes.iter().filter(lacking).map(|scope| scope.weight).sum();
                let document = *document as usize;
                met.score = (1.0 - share) * met.score + share * self.documents[document];
                let all = (self.block_total + lacked).max(f32::MIN_POSITIVE);
                met.coverage /= all;
                met.about /= all;
                if named.is_some_and(|named| named[self.snapshot.work_of[document] as usize]) {
                    met.score *= self.tuning.work;
                }
            }
        }
        blocks
    }

    /// For words that name works: which blocks match, and what a block loses by not matching.
    fn scopes(&mut self) -> Vec<ScopeWord> {
        let (snapshot, all) = (self.snapshot, self.passages.len() as f32);
        let mut scopes = std::mem::take(&mut self.scopes);
        for scope in &mut scopes {
            let held = snapshot.segments.iter().map(|segment| {
                let documents = segment.documents.iter().enumerate();
                let holds =
                    |(at, of): &(usize, &u32)| scope.holds(snapshot, segment.first as usize + at, **of);
                documents.filter(holds).count()
            });
            scope.weight *= inverse_frequency(held.sum::<usize>() as f32, all);
        }
        scopes
    }

    fn best(self, most: usize, named: Option<&[bool]>) -> Vec<Ranked> {
        let mut best: Vec<Option<Ranked>> = vec![None; self.documents.len()];
        for segment in &self.snapshot.segments {
            for (at, document) in segment.documents.iter().enumerate() {
                let passage = segment.first + at as u32;
                let score = self.passages[passage as usize];
                if *document == NOBODY || score <= 0.0 || self.held[*document as usize] <= 0.0 {
                    continue;
                }
                let slot = &mut best[*document as usize];
                if slot.is_none_or(|known| known.score < score) {
                    *slot = Some(Ranked { document: *document, score, passage });
                }
            }
        }
        let mut ranked: Vec<Ranked> = best.into_iter().flatten().collect();
        for entry in &mut ranked {
            let at = entry.document as usize;
            let share = self.tuning.document;
            let covered = self.held[at] / self.total;
            entry.score = ((1.0 - share) * entry.score + share * self.documents[at])
                * (1.0 - self.tuning.coverage * (1.0 - covered));
            if named.is_some_and(|named| named[self.snapshot.work_of[at] as usize]) {
                entry.score *= self.tuning.work;
            }
        }
        sort(&mut ranked);
        ranked.truncate(most);
        ranked
    }
}

/// Inverse document frequency.
fn inverse_frequency(holders: f32, all: f32) -> f32 {
    (1.0 + (all - holders + 0.5) / (holders + 0.5)).ln()
}

impl Scratch {
    fn add(&mut self, passage: u32, document: u32, part: f32, whole: f32, is_title: bool) {
        let (p, d) = (passage as usize, document as usize);
        if self.passage[p] == 0.0 {
            self.passages_hit.push(passage);
        }
        if self.body[d] == 0.0 && self.title[d] == 0.0 {
            self.documents_hit.push(document);
        }
        self.passage[p] += part;
        // The title is indexed with every passage but must count once for the document.
        if is_title {
            self.title[d] = self.title[d].max(part);
        } else {
            self.body[d] += whole;
        }
    }
}

/// Sorts best first; ties go by number, so that the order is deterministic.
pub fn sort(ranked: &mut [Ranked]) {
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.document.cmp(&b.document)));
}
