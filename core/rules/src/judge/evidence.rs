//! Scores every block that was read against every sub-question, and keeps the best as evidence.

use super::JudgeInput;
use super::answered::is_short_form;
use super::fits::{Fits, asks};
use super::outlined::Outlined;
use super::titles::subject_of;
use crate::Material;
use crate::analyze::language_of;
use crate::plan::compared;
use crate::spelling::respelled;
use crate::text::mentions::{Mention, values};
use crate::text::words::keys;
use crate::text::{beginning, shared};
use crate::weigh::Texts;
use crate::write::Expects;
use gorkd_core::model::{Evidence, FoundBlock, Passage, Span, SubQuestion};
use gorkd_core::text::blocks::Block;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ops::Range;

/// Passages kept as evidence, over all sub-questions.
pub const MOST_EVIDENCE: usize = 40;
/// Blocks of one source that a sub-question keeps.
const A_SOURCE: usize = 8;
/// Relevance below which a passage only shares a word with the question.
pub const TOUCHES: f64 = 0.2;
/// The best blocks of a part are kept however little they hold of it; whether they answer is judged apart.
const FIRST: usize = 3;
/// How much it adds that the title, the term, or the last heading above a block names what is asked and nothing else,
/// and that the block holds what such a question asks for. Chosen on 77 questions over 2,900 pages of manuals; half or
/// twice as much changes the share of questions answered by the first three blocks by at most three points.
const NAMED_ABOVE: f64 = 1.5;
const FITS: f64 = 0.15;
/// How much it adds for a question what something is that the page is about just that, and the block at its beginning:
/// by words, and in logits of a reranker.
pub(super) const OPENS: f64 = 4.0;
/// What a passage of the library counts that was found by other words than those of the part.
const FOUND_OTHERWISE: f64 = 0.5;
/// What a passage that asks counts: it holds the words of the question, because it is one.
const ASKS: f64 = 0.5;
/// Bytes of one text that are looked at; a longer one is a whole book, whose search result is its beginning.
pub(crate) const LOOKED_AT: usize = 1_500_000;
/// Bytes of a text that tell its language.
const TELLING: usize = 10_000;

/// All passages with how they meet each sub-question.
pub(super) struct Weighed<'a> {
    pub input: &'a JudgeInput<'a>,
    pub texts: Texts,
    /// Material and block of each passage, in the order of `texts`.
    pub passages: Vec<(usize, Block)>,
    /// Where each passage is in its document.
    spans: Vec<Span>,
    /// For each material, what it says of itself, and the passage that says so.
    pub(super) descriptions: Vec<Option<(usize, String)>>,
    /// Each sub-question with its words as the passages spell them.
    pub asked: Vec<String>,
    /// The dates and numbers of passages, found when a sub-question asks for such.
    values: Vec<OnceCell<Vec<Mention>>>,
    /// For each sub-question, a relevance from 0 to 1 for each passage.
    pub relevance: Vec<Vec<f64>>,
    /// For each sub-question, what passages are ordered by. Only the order means anything.
    pub order: Vec<Vec<f64>>,
    /// For each sub-question, how each passage meets it by words.
    pub(super) met: Vec<Vec<PassageMatch>>,
    /// For each sub-question, the cosine similarity of each passage, where it is known.
    pub(super) near: Vec<Vec<Option<f64>>>,
    /// For each material, whether it no longer holds; known once [`Weighed::new`] has ranked them.
    pub(super) outdated: Vec<bool>,
}

/// How a passage meets a part.
#[derive(Default)]
pub(super) struct PassageMatch {
    order: f64,
    /// The share of the part's words in the passage and the headings above it.
    coverage: f64,
    /// It is asked what something is, and the passage opens the page about it.
    pub opens: bool,
    /// It is asked which things there are, and the passage lists things.
    pub lists: bool,
    /// The passage asks, as the first post of a thread does.
    pub asks: bool,
}

impl<'a> Weighed<'a> {
    /// As models and words rank them.
    pub fn new(input: &'a JudgeInput<'a>) -> Self {
        let mut weighed = Self::by_words_alone(input);
        match input.ranked {
            Some(ranked) => weighed.rank(ranked),
            None if weighed.near.iter().flatten().any(Option::is_some) => weighed.blend(),
            None => {}
        }
        weighed.prefer_current();
        weighed
    }

    /// As words rank them, whatever models say.
    pub(super) fn by_words_alone(input: &'a JudgeInput<'a>) -> Self {
        let language = input.brief.question.language.as_str();
        let mut texts = Texts::default();
        let mut passages = Vec::new();
        let mut spans = Vec::new();
        let mut descriptions = Vec::new();
        for (at, material) in input.materials.iter().enumerate() {
            let title = texts.numbered(&material.document.known_by(), language);
            let work = texts.numbered(material.document.work.as_deref().unwrap_or_default(), language);
            let outlined = Outlined::of(material, language);
            let numbers = texts.numbers(&outlined.keys);
            let first = passages.len();
            for (block, terms) in outlined.blocks.iter().zip(&outlined.terms) {
                let own = terms.iter().map(|term| numbers[*term as usize]);
                texts.add_numbered(own.chain(title.iter().chain(&work).copied()).collect());
                passages.push((at, block.clone()));
            }
            spans.extend(&outlined.spans);
            let described = outlined.description.clone().map(|(nth, about)| (first + nth, about));
            descriptions.push(described);
        }
        let mut weighed = Weighed {
            input,
            texts,
            values: passages.iter().map(|_| OnceCell::new()).collect(),
            passages,
            spans,
            descriptions,
            asked: Vec::new(),
            relevance: Vec::new(),
            order: Vec::new(),
            met: Vec::new(),
            near: Vec::new(),
            outdated: Vec::new(),
        };
        let parts = &input.plan.sub_questions;
        weighed.asked = parts.iter().map(|part| weighed.respelled(&part.text)).collect();
        for (part, asked) in parts.iter().zip(&weighed.asked) {
            let met = weighed.by_words(part, asked);
            let best = met.iter().map(|met| met.order).fold(f64::MIN_POSITIVE, f64::max);
            let relevance = met.iter().map(|met| met.coverage * (0.5 + 0.5 * met.order / best).min(1.0));
            weighed.relevance.push(relevance.collect());
            weighed.order.push(met.iter().map(|met| met.order / best).collect());
            weighed.met.push(met);
        }
        weighed.near = weighed.similarities();
        weighed
    }

    /// How well each passage meets a part by its words: BM25, how much of the part it holds, what stands above it, and
    /// whether it holds the kind of thing that is asked for. BM25 is the library's, which knows how rare a word is among
    /// all of its documents; what comes from elsewhere is weighed among all that was read.
    fn by_words(&self, part: &SubQuestion, asked: &str) -> Vec<PassageMatch> {
        let wanted = self.texts.query(asked, self.language());
        let matches = self.texts.matches(&wanted);
        let best = matches.iter().map(|found| found.score).fold(f64::MIN_POSITIVE, f64::max);
        let found = self.found_by_search(&part.id);
        let most = found.values().map(|found| found.score).fold(f64::MIN_POSITIVE, f64::max);
        // Of each page, how the last of its blocks met the words that the search tells of.
        let mut last_found: BTreeMap<usize, f64> = BTreeMap::new();
        for ((material, ..), block) in found.iter().filter(|(_, block)| block.score > 0.0) {
            let last = last_found.entry(*material).or_insert(f64::INFINITY);
            *last = last.min(block.score / most);
        }
        let held = |material: usize| !found.is_empty() && !self.input.materials[material].found.is_empty();
        let question = self.input.brief.question;
        let compared = compared(question, self.input.plan);
        let is_whole = part.text == self.input.plan.goal;
        let fits = Fits::of(question, &part.text, !compared.is_empty() && !is_whole);
        // What compares two things names both of them.
        let sides: Vec<Vec<String>> = match is_whole {
            true => compared.iter().map(|side| keys(side, self.language())).collect(),
            false => Vec::new(),
        };
        let titles: Vec<f64> =
            self.input.materials.iter().map(|one| self.title_names(&wanted, one)).collect();
        // Most blocks stand under the same heading as the one before.
        let mut last: Option<(usize, &Range<usize>, f64)> = None;
        let weigh = |at: usize| {
            let (material, block) = &self.passages[at];
            let by_search = self.found(&found, at);
            let title = titles[*material];
            let opens = fits.expects == Expects::Definition && title == 1.0 && self.opens(at);
            let own = matches[at].coverage;
            // What a page says of itself moves its blocks up, but doesn't count as part of the question that they hold.
            let (words, coverage, about) = match by_search {
                // Journals of older builds do not tell it.
                Some(found) if found.score > 0.0 && found.coverage + found.about == 0.0 => {
                    (found.score / most, own, 0.0)
                }
                Some(found) if found.score > 0.0 => (found.score / most, found.coverage, found.about),
                // The library holds it, and puts other blocks of its page first or has not found the page by the words
                // of this part.
                Some(_) | None if held(*material) => {
                    let most = last_found.get(material).filter(|_| !opens).copied().unwrap_or(f64::INFINITY);
                    ((FOUND_OTHERWISE * matches[at].score / best).min(most), own, 0.0)
                }
                Some(_) | None => (matches[at].score / best, own, 0.0),
            };
            if words <= 0.0 || !sides.is_empty() && !self.names_all(at, &sides) {
                return PassageMatch { order: 0.0, coverage, ..PassageMatch::default() };
            }
            let source = &self.input.materials[*material];
            let heading = block.headings.last().map_or(0.0, |range| {
                let known = last.filter(|(of, known, _)| of == material && *known == range);
                let exact = known.map(|(.., exact)| exact);
                let exact =
                    exact.unwrap_or_else(|| self.exactness(&wanted, source, &source.text[range.clone()]));
                last = Some((*material, range, exact));
                exact
            });
            let above = NAMED_ABOVE * title.max(heading) + if opens { OPENS } else { 0.0 };
            let lists = fits.listed_by(block.kind);
            let fits = lists || fits.held_by(self.text(at), block.kind, || self.values(at));
            let fit = if fits { FITS } else { 0.0 };
            let asks = asks(self.text(at));
            let asked = if asks { ASKS } else { 1.0 };
            let order = words * (coverage + about) * (1.0 + above) * (1.0 + fit) * asked;
            PassageMatch { order, coverage, opens, lists, asks }
        };
        (0..self.passages.len()).map(weigh).collect()
    }

    /// A text with its unknown words as the passages spell them.
    fn respelled(&self, text: &str) -> String {
        let known = |word: &str| keys(word, self.language()).iter().all(|key| self.texts.any_holds(key));
        let vocabulary = || -> Box<dyn Iterator<Item = &'a str> + 'a> {
            let texts = self.input.materials.iter().map(|material| beginning(material.text, LOOKED_AT));
            Box::new(texts.flat_map(|text| text.split(|c: char| !c.is_alphabetic())))
        };
        respelled(text, known, vocabulary)
    }

    /// What the search for a part made of passages, by material and place.
    pub(super) fn found_by_search(&self, part: &str) -> BTreeMap<(usize, Span), FoundBlock> {
        let mut met: BTreeMap<(usize, Span), FoundBlock> = BTreeMap::new();
        for (at, material) in self.input.materials.iter().enumerate() {
            for (_, found) in material.found.iter().filter(|(id, _)| *id == part) {
                let known = met.entry((at, found.span)).or_insert(*found);
                let near = known.near.into_iter().chain(found.near).max_by(f64::total_cmp);
                // Several queries may have found it, each with words of its own.
                if found.order() > known.order() {
                    *known = *found;
                }
                known.near = near;
            }
        }
        met
    }

    /// What the search made of a passage.
    pub(super) fn found<'f>(
        &self,
        found: &'f BTreeMap<(usize, Span), FoundBlock>,
        passage: usize,
    ) -> Option<&'f FoundBlock> {
        found.get(&(self.passages[passage].0, self.spans[passage]))
    }

    /// How exactly the title of a page names what is asked, 0 to 1.
    fn title_names(&self, wanted: &[String], material: &Material<'_>) -> f64 {
        let title = material.document.title.as_str();
        // "asyncio — Asynchronous I/O", "git-bisect(1)": what follows the name explains it.
        let name = title.split(['—', '–', '(', ':', '|']).next().unwrap_or_default();
        self.exactness(wanted, material, title).max(self.exactness(wanted, material, name).floor())
    }

    /// How exactly a title or a heading of a page names what is asked, 0 to 1: "Generators" is about generators,
    /// "Generator expressions" about something else.
    fn exactness(&self, wanted: &[String], material: &Material<'_>, heading: &str) -> f64 {
        let work = keys(material.document.work.as_deref().unwrap_or_default(), self.language());
        let of_work = |key: &String| work.iter().any(|word| is_short_form(key, word));
        // The parts of "git-bisect" count, not the whole.
        let telling =
            |key: &&String| !of_work(key) && !key.contains('-') && key.chars().any(char::is_alphabetic);
        let asked: Vec<&String> = wanted.iter().filter(telling).collect();
        let held = keys(&subject_of(heading, self.language()), self.language());
        let held: Vec<&String> = held.iter().filter(telling).collect();
        let shared = shared(&asked, &held) as f64;
        shared * shared / (asked.len() * held.len()).max(1) as f64
    }

    /// Is a passage the first prose of its page, and among its first blocks?
    fn opens(&self, at: usize) -> bool {
        let described = self.descriptions[self.passages[at].0].as_ref();
        described.is_some_and(|(opening, _)| *opening == at)
    }

    pub fn language(&self) -> &'a str {
        self.input.brief.question.language.as_str()
    }

    pub fn text(&self, passage: usize) -> &'a str {
        let (material, block) = &self.passages[passage];
        &self.input.materials[*material].text[block.range.clone()]
    }

    /// The place of a passage in its document.
    pub(super) fn place(&self, passage: usize) -> Passage {
        let document = self.input.materials[self.passages[passage].0].document;
        Passage { hash: document.hash.clone(), span: self.spans[passage] }
    }

    fn values(&self, passage: usize) -> &[Mention] {
        self.values[passage].get_or_init(|| values(self.text(passage), self.language()))
    }

    /// The best relevance of a passage to any sub-question.
    pub fn best(&self, passage: usize) -> f64 {
        self.relevance.iter().map(|list| list[passage]).fold(0.0, f64::max)
    }

    /// The share of a part's words in its best passage and the headings above it.
    pub fn coverage(&self, part: usize) -> f64 {
        let best =
            (0..self.passages.len()).max_by(|a, b| self.order[part][*a].total_cmp(&self.order[part][*b]));
        best.map_or(0.0, |best| self.met[part][best].coverage)
    }

    /// Is the question in the language of what was found?
    pub fn same_language(&self, evidence: &[&Evidence]) -> bool {
        evidence.iter().all(|found| {
            let material = Material::of(self.input.materials, &found.source);
            material.is_none_or(|material| match material.document.language.as_deref() {
                Some(language) => language == self.language(),
                // A row of names and prices tells no language; its page does.
                None => language_of(beginning(material.text, TELLING)) == self.language(),
            })
        })
    }

    /// Passages by their best relevance, best first.
    pub fn ranked(&self) -> Vec<(usize, f64)> {
        let mut ranked: Vec<(usize, f64)> = (0..self.passages.len()).map(|at| (at, self.best(at))).collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        ranked
    }

    /// The blocks that bear on the question, best first, numbered `e1` and up.
    pub fn evidence(&self) -> Vec<Evidence> {
        let parts = &self.input.plan.sub_questions;
        let share = MOST_EVIDENCE / parts.len().max(1);
        let mut kept: Vec<(usize, usize, f64)> = Vec::new();
        for (part, order) in self.order.iter().enumerate() {
            let mut ranked: Vec<usize> = (0..order.len()).collect();
            ranked.sort_by(|a, b| order[*b].total_cmp(&order[*a]).then(a.cmp(b)));
            let mut of_source = vec![0usize; self.input.materials.len()];
            let mut count = 0;
            for passage in ranked {
                let (material, block) = &self.passages[passage];
                let relevance = self.relevance[part][passage];
                // A pinned source is used if it bears on the question at all.
                let pinned = self.input.materials[*material].pinned && of_source[*material] == 0;
                let first = count < FIRST && order[passage] > 0.0;
                let good = relevance >= TOUCHES || first || (pinned && relevance > 0.0);
                let fit = good && !block.navigation;
                if fit && of_source[*material] < A_SOURCE && (count < share || pinned) {
                    of_source[*material] += 1;
                    count += 1;
                    kept.push((part, passage, order[passage]));
                }
            }
        }
        kept.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)).then(a.1.cmp(&b.1)));
        kept.into_iter()
            .enumerate()
            .map(|(at, (part, passage, _))| {
                let (material, block) = &self.passages[passage];
                let material = &self.input.materials[*material];
                let relevance = self.relevance[part][passage];
                Evidence {
                    id: format!("e{}", at + 1),
                    source: material.source.clone(),
                    passage: self.place(passage),
                    sub_question: parts[part].id.clone(),
                    relevance,
                    stance: self.stance(passage, &parts[part].text, relevance),
                    kind: block.kind,
                    headings: material.heading_path(block),
                    scores: None,
                }
            })
            .collect()
    }
}

/// Terms without those that a text already holds.
pub(super) fn missing(texts: &Texts, passage: usize, wanted: &[String]) -> Vec<String> {
    wanted.iter().filter(|key| !texts.holds(passage, key)).cloned().collect()
}
