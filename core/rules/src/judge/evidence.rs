//! Weighs every passage of what was read against every sub-question, and keeps the best as evidence.

use super::JudgeInput;
use super::passages::{Cut, cut};
use gorkd_core::model::{Evidence, Passage, Stance};
use crate::text::mentions::negation_count;
use crate::text::sentences::sentences;
use crate::text::words::keys;
use crate::weigh::{Match, Texts, Weighted, query_terms};
use gorkd_core::text::span_of;

/// Passages kept as evidence, over all sub-questions.
pub const MOST_EVIDENCE: usize = 40;
/// Passages of one source that a sub-question keeps.
const A_SOURCE: usize = 5;
/// Relevance below which a passage only shares a word with the question.
const TOUCHES: f64 = 0.2;
/// Bytes of one text that are looked at; a longer one is a whole book, whose search result is its beginning.
const LOOKED_AT: usize = 1_500_000;

/// All passages with how they meet each sub-question.
pub(super) struct Weighed<'a> {
    pub input: &'a JudgeInput<'a>,
    pub texts: Texts,
    /// Material and cut of each passage, in the order of `texts`.
    pub passages: Vec<(usize, Cut)>,
    /// For each sub-question, a relevance from 0 to 1 for each passage.
    pub relevance: Vec<Vec<f64>>,
}

impl<'a> Weighed<'a> {
    pub fn new(input: &'a JudgeInput<'a>) -> Self {
        let language = input.brief.question.language.as_str();
        let mut texts = Texts::default();
        let mut passages = Vec::new();
        for (at, material) in input.materials.iter().enumerate() {
            let text = beginning(material.text);
            let title = texts.numbered(&material.document.title, language);
            let mut headings = (String::new(), Vec::new());
            for cut in cut(text) {
                // What a page is about is said in its title and headings, not again in every paragraph.
                if cut.headings != headings.0 {
                    headings = (cut.headings.clone(), texts.numbered(&cut.headings, language));
                }
                let mut terms = texts.numbered(&text[cut.range.clone()], language);
                terms.extend(title.iter().chain(&headings.1));
                texts.add_numbered(terms);
                passages.push((at, cut));
            }
        }
        let mut relevance: Vec<Vec<f64>> = input
            .plan
            .sub_questions
            .iter()
            .map(|part| relevance(&texts.matches(&query_terms(&part.text, language))))
            .collect();
        if let Some(similar) = input.similar {
            super::similar::blend(&mut relevance, &passages, input.materials, similar);
        }
        Weighed { input, texts, passages, relevance }
    }

    pub fn language(&self) -> &'a str {
        self.input.brief.question.language.as_str()
    }

    pub fn text(&self, passage: usize) -> &'a str {
        let (material, cut) = &self.passages[passage];
        &self.input.materials[*material].text[cut.range.clone()]
    }

    /// The best relevance of a passage to any sub-question.
    pub fn best(&self, passage: usize) -> f64 {
        self.relevance.iter().map(|list| list[passage]).fold(0.0, f64::max)
    }

    /// Passages that have more than a word in common with a sub-question.
    pub fn touching(&self) -> usize {
        (0..self.passages.len()).filter(|passage| self.best(*passage) >= TOUCHES).count()
    }

    /// Passages by their best relevance, best first.
    pub fn ranked(&self) -> Vec<(usize, f64)> {
        let mut ranked: Vec<(usize, f64)> = (0..self.passages.len()).map(|at| (at, self.best(at))).collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        ranked
    }

    /// The passages that bear on the question, best first, numbered `e1` and up.
    pub fn evidence(&self) -> Vec<Evidence> {
        let parts = &self.input.plan.sub_questions;
        let share = MOST_EVIDENCE / parts.len().max(1);
        let mut kept: Vec<(usize, usize, f64)> = Vec::new();
        for (part, relevance) in self.relevance.iter().enumerate() {
            let mut ranked: Vec<(usize, f64)> = relevance.iter().copied().enumerate().collect();
            ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            let mut of_source = vec![0usize; self.input.materials.len()];
            let mut count = 0;
            for (passage, relevance) in ranked {
                let material = self.passages[passage].0;
                // A pinned source is used if it bears on the question at all.
                let pinned = self.input.materials[material].pinned && of_source[material] == 0;
                let good = relevance >= TOUCHES || (pinned && relevance > 0.0);
                if good && of_source[material] < A_SOURCE && (count < share || pinned) {
                    of_source[material] += 1;
                    count += 1;
                    kept.push((part, passage, relevance));
                }
            }
        }
        kept.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)).then(a.1.cmp(&b.1)));
        kept.into_iter()
            .enumerate()
            .map(|(at, (part, passage, relevance))| {
                let (material, cut) = &self.passages[passage];
                let material = &self.input.materials[*material];
                Evidence {
                    id: format!("e{}", at + 1),
                    source: material.source.clone(),
                    passage: Passage {
                        hash: material.document.hash.clone(),
                        span: span_of(material.text, cut.range.clone()),
                    },
                    sub_question: parts[part].id.clone(),
                    relevance,
                    stance: self.stance(passage, &parts[part].text, relevance),
                }
            })
            .collect()
    }

    /// Only a question that can be answered by yes or no can be contradicted: by a denial in the sentence that
    /// meets it best. Everything else that answers supports.
    fn stance(&self, passage: usize, question: &str, relevance: f64) -> Stance {
        let language = self.language();
        if relevance < super::ANSWERS {
            return Stance::Neutral;
        }
        let first = question.split_whitespace().next().unwrap_or_default().to_lowercase();
        let yes_or_no = YES_OR_NO.contains(&first.as_str());
        if yes_or_no {
            let wanted = keys(question, language);
            let text = self.text(passage);
            let meeting = sentences(text, 0..text.len()).into_iter().max_by_key(|range| {
                let found = keys(&text[range.clone()], language);
                wanted.iter().filter(|key| found.contains(key)).count()
            });
            let denies = |range: std::ops::Range<usize>| negation_count(&text[range], language) % 2 == 1;
            if meeting.is_some_and(denies) && negation_count(question, language) == 0 {
                return Stance::Contradicts;
            }
        }
        Stance::Supports
    }
}

/// Relevance from 0 to 1: half of it absolute (how much of the question stands in the passage), half relative to
/// the best passage, so that a set in which nothing fits does not look good.
pub(super) fn relevance(matches: &[Match]) -> Vec<f64> {
    let best = matches.iter().map(|found| found.score).fold(f64::MIN_POSITIVE, f64::max);
    matches
        .iter()
        .map(|found| if found.score > 0.0 { found.coverage * (0.5 + 0.5 * found.score / best) } else { 0.0 })
        .collect()
}

/// Weighted terms without those that a text already holds.
pub(super) fn missing(texts: &Texts, passage: usize, wanted: &Weighted) -> Weighted {
    wanted.iter().filter(|(key, _)| !texts.holds(passage, key)).cloned().collect()
}

fn beginning(text: &str) -> &str {
    let mut end = text.len().min(LOOKED_AT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

const YES_OR_NO: &[&str] = &[
    "is", "are", "was", "were", "do", "does", "did", "can", "could", "has", "have", "had", "will", "would",
    "should", "may", "ist", "sind", "war", "waren", "hat", "haben", "kann", "können", "darf", "es", "est-ce",
    "è", "é",
];
