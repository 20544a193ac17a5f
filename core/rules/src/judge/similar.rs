//! Similarity in meaning besides shared words: which passages are worth embedding, and how that changes the ranking.
//!
//! The numbers come from outside as data, so that judging stays a function of its arguments; they end up in the
//! recorded relevance of the evidence.

use super::JudgeInput;
use super::evidence::Weighed;
use crate::Material;
use crate::plan::sentences_of;
use crate::text::sentences::sentences;
use crate::text::words::keys;
use gorkd_core::model::Passage;
use gorkd_core::ports::ToRank;
pub use gorkd_core::ports::{Candidate, Similar, compare};
use gorkd_core::text::blocks::Block;
use gorkd_core::text::{slice, span_of};
use std::ops::Range;

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

/// The passages that are worth embedding, at most so many.
pub fn candidates(input: &JudgeInput<'_>, most: usize) -> Vec<Candidate> {
    let by_words_alone = JudgeInput { similar: None, ranked: None, ..input.clone() };
    let weighed = Weighed::new(&by_words_alone);
    let (passages, ranked) = (&weighed.passages, weighed.ranked());
    let by_words = (most as f64 * BY_WORDS) as usize;
    let mut chosen: Vec<usize> =
        ranked.iter().filter(|(_, score)| *score > 0.0).take(by_words).map(|(at, _)| *at).collect();
    let mut depth = 0;
    let mut starts: Vec<Vec<usize>> = vec![Vec::new(); input.materials.len()];
    for (at, (material, _)) in passages.iter().enumerate() {
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
    chosen.into_iter().map(|at| weighed.candidate(at)).collect()
}

/// Words of what a quick look reads of a passage.
const GLANCE: usize = 40;

/// For each part of the question, the passages that are worth a reranker's time, best first: at most so many in all.
pub fn worth_ranking(input: &JudgeInput<'_>, most: usize) -> Vec<ToRank> {
    let unranked = JudgeInput { ranked: None, ..input.clone() };
    let weighed = Weighed::new(&unranked);
    let parts = &input.plan.sub_questions;
    let share = most.div_ceil(parts.len().max(1));
    let worth = |(asked, order): (&String, &Vec<f64>)| {
        let mut ranked: Vec<usize> = (0..order.len()).filter(|at| order[*at] > 0.0).collect();
        ranked.retain(|at| !weighed.passages[*at].1.navigation);
        ranked.sort_by(|a, b| order[*b].total_cmp(&order[*a]).then(a.cmp(b)));
        ranked.truncate(share);
        let wanted = keys(asked, weighed.language());
        let said: Vec<(&str, Vec<String>)> = sentences_of(asked, weighed.language())
            .map(|sentence| (sentence, keys(sentence, weighed.language())))
            .collect();
        ToRank {
            wordings: ranked
                .iter()
                .map(|at| weighed.wording(*at, &said).unwrap_or(asked).to_owned())
                .collect(),
            passages: ranked.iter().map(|at| weighed.candidate(*at)).collect(),
            glances: ranked.iter().map(|at| weighed.glance(*at, &wanted)).collect(),
        }
    };
    weighed.asked.iter().zip(&weighed.order).map(worth).collect()
}

impl Weighed<'_> {
    /// The sentence of a passage that shares most with what is wanted, and the one after it, under the last two headings.
    fn glance(&self, passage: usize, wanted: &[String]) -> String {
        let (material, block) = &self.passages[passage];
        let text = self.text(passage);
        let said = sentences(text, 0..text.len());
        let shared = |range: &Range<usize>| {
            let held = keys(&text[range.clone()], self.language());
            wanted.iter().filter(|key| held.contains(key)).count()
        };
        let best = (0..said.len()).rev().max_by_key(|at| shared(&said[*at]));
        let from = best.map_or(0, |at| said[at].start);
        let words: Vec<&str> = text[from..].split_whitespace().take(GLANCE).collect();
        let path = self.input.materials[*material].heading_path(block);
        let above = path[path.len().saturating_sub(2)..].join(" › ");
        format!("{above}. {}", words.join(" "))
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

    fn candidate(&self, passage: usize) -> Candidate {
        let (material, block) = &self.passages[passage];
        let material = &self.input.materials[*material];
        let span = span_of(material.text, block.range.clone());
        Candidate {
            passage: Passage { hash: material.document.hash.clone(), span },
            text: material.with_headings(block),
        }
    }
}

/// Moves relevance by words towards nearness in meaning, for the passages whose nearness is known.
pub(super) fn blend(
    relevance: &mut [Vec<f64>],
    passages: &[(usize, Block)],
    materials: &[Material<'_>],
    similar: &Similar,
) {
    for (passage, near) in similar {
        let Some(material) = materials.iter().position(|one| one.document.hash == passage.hash) else {
            continue;
        };
        let text = materials[material].text;
        let words = slice(text, passage.span);
        if words.is_empty() {
            continue;
        }
        let start = words.as_ptr() as usize - text.as_ptr() as usize;
        let range = start..start + words.len();
        let Some(at) = passages.iter().position(|(of, block)| *of == material && block.range == range) else {
            continue;
        };
        for (list, cosine) in relevance.iter_mut().zip(near) {
            let meaning = ((cosine - FAR) / (NEAR - FAR)).clamp(0.0, 1.0);
            list[at] += MEANING * (meaning - list[at]);
        }
    }
}
