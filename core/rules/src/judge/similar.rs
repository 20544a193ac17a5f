//! Similarity in meaning besides shared words: which passages are worth embedding, and how that changes the ranking.
//!
//! The numbers come from outside as data, so that judging stays a function of its arguments; they end up in the
//! recorded relevance of the evidence.

use super::JudgeInput;
use super::evidence::Weighed;
use crate::plan::{sentences_of, with_what_it_points_to};
use crate::text::words::keys;
use gorkd_core::ports::ToRank;
pub use gorkd_core::ports::{Candidate, Similar, compare};
use std::collections::BTreeSet;

/// Weight of meaning relative to words: less than half, because a rare name or number says more than similarity.
const MEANING: f64 = 0.4;
/// Cosines that count as nothing in common and as the same thing. Measured with all-MiniLM-L6-v2 (8 bits) on 78
/// questions and paragraphs of 26 articles of XQuAD (English), each paragraph after its article's title: of pairs from
/// two articles 95 in 100 lie below 0.18; a question and another paragraph of its article have 0.29 in the middle; a
/// question and its own paragraph 0.38 to 0.75 (5 to 95 in 100), 0.59 in the middle.
const FAR: f64 = 0.2;
const NEAR: f64 = 0.7;
/// Of the passages that are embedded, how many words choose; the rest are beginnings of documents, which words may
/// have missed altogether.
const BY_WORDS: f64 = 0.75;

/// Parts of a question that share what a reranker reads. Of 92 questions over 2,900 pages, the first three passages answer
/// one less with 10 read than with 20; with fewer, a right one is often missing.
const SHARING: usize = 2;

/// The passages that are worth embedding, at most so many.
pub fn candidates(input: &JudgeInput<'_>, most: usize) -> Vec<Candidate> {
    if most == 0 {
        return Vec::new();
    }
    let weighed = Weighed::by_words_alone(input);
    let passages = &weighed.passages;
    let mut ranked = weighed.ranked();
    ranked.retain(|(at, _)| !weighed.is_compared(*at));
    let by_words = (most as f64 * BY_WORDS) as usize;
    let mut chosen: Vec<usize> =
        ranked.iter().filter(|(_, score)| *score > 0.0).take(by_words).map(|(at, _)| *at).collect();
    let mut depth = 0;
    let mut starts: Vec<Vec<usize>> = vec![Vec::new(); input.materials.len()];
    for (at, (material, _)) in passages.iter().enumerate().filter(|(at, _)| !weighed.is_compared(*at)) {
        starts[*material].push(at);
    }
    while chosen.len() < most && starts.iter().any(|of| of.len() > depth) {
        for of in &starts {
            if let Some(at) = of.get(depth)
                && chosen.len() < most
                && !chosen.contains(at)
            {
                chosen.push(*at);
            }
        }
        depth += 1;
    }
    chosen.into_iter().map(|at| weighed.candidate(at, None)).collect()
}

/// The first of each list, then the second of each.
pub(crate) fn in_turns<T: Clone>(lists: &[Vec<T>]) -> Vec<T> {
    let most = lists.iter().map(Vec::len).max().unwrap_or(0);
    (0..most).flat_map(|place| lists.iter().filter_map(move |list| list.get(place).cloned())).collect()
}

/// For each part of the question, the passages that are worth a reranker's time: at most so many for up to two parts
/// together, and half as many for each part if there are more. The best by words and by meaning take turns, because they
/// find different ones: over 316 questions of people who didn't know gorkd and 92,676 blocks, one that answers is among
/// the best 50 by words for 68 %, and among the best 25 of each for 82 %.
pub fn worth_ranking(input: &JudgeInput<'_>, most: usize) -> Vec<ToRank> {
    let weighed = Weighed::by_words_alone(input);
    let parts = &input.plan.sub_questions;
    let share = most.div_ceil(parts.len().clamp(1, SHARING));
    let worth = |((asked, order), near): ((&String, &Vec<f64>), &Vec<Option<f64>>)| {
        let best = |value: &dyn Fn(usize) -> f64| {
            let mut best: Vec<usize> = (0..order.len()).filter(|at| value(*at) > 0.0).collect();
            best.retain(|at| !weighed.passages[*at].1.navigation);
            best.sort_by(|a, b| value(*b).total_cmp(&value(*a)).then(a.cmp(b)));
            best.truncate(share);
            best
        };
        let by_words = best(&|at| order[at]);
        let by_meaning = best(&|at| near[at].unwrap_or_default());
        let mut ranked = in_turns(&[by_words, by_meaning]);
        let mut seen = BTreeSet::new();
        ranked.retain(|at| seen.insert(*at));
        ranked.truncate(share);
        let said: Vec<(&str, Vec<String>)> = sentences_of(asked, weighed.language())
            .map(|sentence| with_what_it_points_to(asked, sentence, weighed.language()))
            .map(|sentence| (sentence, keys(sentence, weighed.language())))
            .collect();
        ToRank {
            wordings: ranked
                .iter()
                .map(|at| weighed.wording(*at, &said).unwrap_or(asked).to_owned())
                .collect(),
            passages: ranked.iter().map(|at| weighed.part_of_it(*at, asked)).collect(),
        }
    };
    weighed.asked.iter().zip(&weighed.order).zip(&weighed.near).map(worth).collect()
}

impl Weighed<'_> {
    /// For each part, the cosine similarity of each passage: what an embedder says now, or said when the search compared
    /// it.
    pub(super) fn similarities(&self) -> Vec<Vec<Option<f64>>> {
        let parts = &self.input.plan.sub_questions;
        let mut near = vec![vec![None; self.passages.len()]; parts.len()];
        for (part, asked) in parts.iter().enumerate() {
            let found = self.found_by_search(&asked.id);
            if found.values().any(|found| found.near.is_some()) {
                let near_of = |at: usize| self.found(&found, at)?.near;
                near[part] = (0..self.passages.len()).map(near_of).collect();
            }
        }
        for at in 0..self.passages.len() {
            let Some(similar) = self.input.similar else { break };
            let cosines = similar.get(&self.place(at));
            for (near, cosine) in near.iter_mut().zip(cosines.into_iter().flatten()) {
                near[at] = Some(*cosine);
            }
        }
        near
    }

    /// Is it known how similar a passage is to a part of the question?
    fn is_compared(&self, passage: usize) -> bool {
        self.near.iter().any(|near| near[passage].is_some())
    }

    /// Moves relevance by words towards nearness in meaning, where it is known. A search by meaning names the nearest
    /// blocks of a page, so the others of this page count as far.
    pub(super) fn blend(&mut self) {
        let Self { relevance, near, passages, .. } = self;
        for (list, near) in relevance.iter_mut().zip(near) {
            let of_known = passages.iter().zip(near.iter()).filter(|(_, near)| near.is_some());
            let searched: BTreeSet<usize> = of_known.map(|((material, _), _)| *material).collect();
            for ((relevance, cosine), (material, _)) in list.iter_mut().zip(near).zip(passages.iter()) {
                if cosine.is_some() || searched.contains(material) {
                    let cosine = cosine.unwrap_or_default();
                    let meaning = ((cosine - FAR) / (NEAR - FAR)).clamp(0.0, 1.0);
                    *relevance += MEANING * (meaning - *relevance);
                }
            }
        }
        self.order.clone_from(&self.relevance);
    }

    /// The sentence of a question that a passage contains the largest share of.
    fn wording<'t>(&self, passage: usize, said: &[(&'t str, Vec<String>)]) -> Option<&'t str> {
        let share = |wanted: &[String]| {
            let held = wanted.iter().filter(|key| self.texts.holds(passage, key)).count();
            held as f64 / wanted.len().max(1) as f64
        };
        let best = said.iter().rev().max_by(|(_, a), (_, b)| share(a).total_cmp(&share(b)));
        best.map(|(sentence, _)| *sentence)
    }

    fn candidate(&self, passage: usize, about: Option<&str>) -> Candidate {
        let (material, block) = &self.passages[passage];
        Candidate {
            passage: self.place(passage),
            text: self.input.materials[*material].with_headings(block, about),
            compared: self.is_compared(passage),
        }
    }

    /// A passage as a part of the question is compared with it.
    fn part_of_it(&self, passage: usize, asked: &str) -> Candidate {
        let about = self.description(passage);
        let (material, block) = &self.passages[passage];
        match self.telling_rows(passage, asked) {
            Some(rows) => {
                let text = self.input.materials[*material].below_headings(block, about, &rows);
                // A search compared the table as a whole.
                Candidate { passage: self.place(passage), text, compared: false }
            }
            None => self.candidate(passage, about),
        }
    }

    /// What a passage's page says of itself. `None` for the passage that contains the sentence.
    fn description(&self, passage: usize) -> Option<&str> {
        let (opening, about) = self.descriptions[self.passages[passage].0].as_ref()?;
        (*opening != passage).then_some(about.as_str())
    }
}
