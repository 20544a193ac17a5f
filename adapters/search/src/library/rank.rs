//! Scores passages and documents by BM25 over title, headings and body.
//!
//! tantivy keeps the postings; the arithmetic is ours, because a document is found both by its best passage and
//! by all of it, the statistics have to be those of documents, and terms carry weights of their own.

use super::LibraryError;
use super::query::Concept;
use super::snapshot::{NOBODY, Snapshot};

/// The numbers of the ranking. Measured on collections of abstracts, of encyclopaedia paragraphs, and by eye on
/// technical manuals; the ranking changes little around each of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// Saturation of repeated words, and how much long texts are held back (Robertson and Zaragoza, 2009).
    pub k1: f32,
    pub b: f32,
    /// What a word in a title or heading counts, a word in the body being 1.
    pub title: f32,
    pub headings: f32,
    /// Share of the whole document's score; the rest is its best passage's.
    pub document: f32,
    /// How much a document loses for each query word that it lacks, by the word's rarity.
    pub coverage: f32,
    /// What neighbours in the query that are neighbours in the passage add.
    pub pairs: f32,
    /// What a quoted phrase adds.
    pub phrases: f32,
    /// By how much a document of a work that the query names outranks others.
    pub work: f32,
    /// Share of the whole document's score in the score of one of its blocks.
    pub block_document: f32,
    /// A block with fewer words is weighed as if it had as many: a line of three words is no better an answer than one
    /// of twenty.
    pub block_words: u32,
    /// Passages that lend their words to a second look, how many words, and the share of the first query.
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

/// A document that holds something of what is wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// Its number in the snapshot.
    pub document: u32,
    pub score: f32,
    /// Its best passage, by number in the snapshot.
    pub passage: u32,
}

/// Documents, best first, with the rarity of each concept.
#[derive(Clone, Debug, Default)]
pub struct Ranking {
    pub documents: Vec<Ranked>,
    /// Inverse document frequency by concept.
    pub rarity: Vec<f32>,
    /// How each passage meets the query as an answer rather than as a way to its document, by number; empty where words
    /// were added to the query.
    pub blocks: Vec<Met>,
}

/// How a block, with what stands above it, meets a query.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Met {
    pub score: f32,
    /// Share of the query's weight whose words it holds, 0 to 1.
    pub coverage: f32,
}

/// What a query is held to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scope<'a> {
    /// Which documents may be found, by number; none means all.
    pub allowed: Option<&'a [bool]>,
    /// Which works the query names, by number; none means that it names none.
    pub named: Option<&'a [bool]>,
}

/// The best `most` documents that hold any of the first `asked` concepts; the rest of them were added by us and
/// only help to order.
pub fn rank(
    snapshot: &Snapshot,
    concepts: &[Concept],
    asked: usize,
    Scope { allowed, named }: Scope<'_>,
    tuning: &Tuning,
    most: usize,
) -> Result<Ranking, LibraryError> {
    let mut board = Board::new(snapshot, allowed, tuning)?;
    let mut rarity = Vec::with_capacity(concepts.len());
    for (at, concept) in concepts.iter().enumerate() {
        rarity.push(board.add(concept, at < asked)?);
    }
    // Added words help to find documents. Blocks are scored against the query as it was asked.
    let blocks = if asked == concepts.len() { board.blocks(named) } else { Vec::new() };
    Ok(Ranking { documents: board.best(most, named), rarity, blocks })
}

struct Board<'a> {
    snapshot: &'a Snapshot,
    allowed: Option<&'a [bool]>,
    tuning: &'a Tuning,
    average_title: f32,
    average_headings: f32,
    average_body: f32,
    passages: Vec<f32>,
    blocks: Vec<Met>,
    documents: Vec<f32>,
    /// Sum of weights of the asked concepts that a document holds, and that there are.
    held: Vec<f32>,
    total: f32,
    block_total: f32,
    scopes: Vec<ScopeWord>,
    scratch: Scratch,
}

/// A word of the query that names works. A block holds it where it says it, and where it is a block of such a work.
struct ScopeWord {
    works: Vec<bool>,
    weight: f32,
    /// Which passages say it.
    said: Vec<bool>,
}

impl ScopeWord {
    fn holds(&self, snapshot: &Snapshot, passage: usize, document: u32) -> bool {
        document != NOBODY && (self.said[passage] || self.works[snapshot.work_of[document as usize] as usize])
    }
}

/// Weighted frequencies of one concept, cleared after each.
struct Scratch {
    passage: Vec<f32>,
    /// The same with what stands above a block counted once: its title is no better a place than its text.
    block: Vec<f32>,
    passages_hit: Vec<u32>,
    body: Vec<f32>,
    title: Vec<f32>,
    documents_hit: Vec<u32>,
}

impl<'a> Board<'a> {
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
            blocks: vec![Met::default(); passages],
            documents: vec![0.0; documents],
            held: vec![0.0; documents],
            total: 0.0,
            block_total: 0.0,
            scopes: Vec::new(),
            scratch: Scratch {
                passage: vec![0.0; passages],
                block: vec![0.0; passages],
                passages_hit: Vec::new(),
                body: vec![0.0; documents],
                title: vec![0.0; documents],
                documents_hit: Vec::new(),
            },
        })
    }

    /// Adds a concept's scores and returns its rarity.
    fn add(&mut self, concept: &Concept, asked: bool) -> Result<f32, LibraryError> {
        let (snapshot, tuning, allowed) = (self.snapshot, self.tuning, self.allowed);
        let fields = snapshot.fields;
        let scratch = &mut self.scratch;
        let held_back = |length: u32, average: f32| 1.0 - tuning.b + tuning.b * length as f32 / average;
        for term in &concept.terms {
            for field in [fields.body, fields.headings, fields.title] {
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
                        frequency / held_back(norms.body.fieldnorm(passage), self.average_body)
                    } else if field == fields.headings {
                        whole = tuning.headings * frequency;
                        let length = norms.headings.fieldnorm(passage);
                        tuning.headings * frequency / held_back(length, self.average_headings)
                    } else {
                        let length = norms.title.fieldnorm(passage);
                        tuning.title * frequency / held_back(length, self.average_title)
                    };
                    let at = segment.first + passage;
                    scratch.add(at, document, part, whole, field == fields.title);
                    scratch.block[at as usize] += match field == fields.body {
                        true => {
                            let length = norms.body.fieldnorm(passage).max(tuning.block_words);
                            frequency / held_back(length, self.average_body)
                        }
                        false => frequency.min(1.0),
                    };
                })?;
            }
        }
        let count = snapshot.lengths.len() as f32;
        let holders = scratch.documents_hit.len() as f32;
        let rarity = rarity_of(holders, count);
        let weight = concept.weight * rarity;
        // Among blocks a word is as rare as the blocks are that hold it: long documents hold every common word.
        let (blocks, hit) = (self.passages.len() as f32, scratch.passages_hit.len() as f32);
        let tells = if concept.works.is_some() { 0.0 } else { concept.weight };
        let block_weight = tells * rarity_of(hit, blocks);
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
            met.coverage += if asked { block_weight } else { 0.0 };
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

    /// What each passage holds, by itself and as a part of its document.
    fn blocks(&mut self, named: Option<&[bool]>) -> Vec<Met> {
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
                met.coverage /= (self.block_total + lacked).max(f32::MIN_POSITIVE);
                if named.is_some_and(|named| named[self.snapshot.work_of[document] as usize]) {
                    met.score *= self.tuning.work;
                }
            }
        }
        blocks
    }

    /// For the words that name works: who holds them, and what lacking them costs.
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
            scope.weight *= rarity_of(held.sum::<usize>() as f32, all);
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

/// How much it tells that something holds a word which so many of all hold.
fn rarity_of(holders: f32, all: f32) -> f32 {
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
        // The title is indexed with every passage, yet it is one.
        if is_title {
            self.title[d] = self.title[d].max(part);
        } else {
            self.body[d] += whole;
        }
    }
}

/// Best first; equal scores by number, so that the order never depends on chance.
pub fn sort(ranked: &mut [Ranked]) {
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.document.cmp(&b.document)));
}
