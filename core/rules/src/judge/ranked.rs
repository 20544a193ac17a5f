//! The order of passages that a reranker has read: its score, and beside it what it can't see or weighs too little.
//!
//! That is how rare the shared words are, how near a passage is in meaning where an embedder has been asked, what kind
//! of block it is, and whether it is about the product that the question names.

use super::answered::is_short_form;
use super::evidence::{OPENS, Weighed};
use crate::plan::content_words;
use crate::text::words::keys;
use gorkd_core::model::{Passage, SubQuestion};
use gorkd_core::ports::Ranked;
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// How much it adds, in logits, that a block lists things where it is asked which there are: a reranker prefers prose. With
/// less than 2 the first three blocks answer 2 of 8 such questions over 2,900 pages, from 2 on they answer 4.
const LISTS: f64 = 3.0;
/// Logits that a passage loses that asks itself: it is what a reranker takes for the best match of a question. As many as
/// a clear answer is ahead of what doesn't answer.
const ASKS: f64 = 4.0;
/// Weight of words relative to a reranker's score, which is a logit of about -10 to 10: it decides between passages that
/// score about the same. Of 92 questions over 2,900 pages the first passage answers 48 with this weight and 46 with
/// 3; one of the first three 58 with either.
const WORDS: f64 = 1.0;
/// Logits in which a reranker's score falls from sure to unsure.
const SPREAD: f64 = 2.0;
/// Logits for being nearer in meaning than the other passages, per standard deviation of their cosines: two models that
/// were trained differently err on different passages. Of 82 questions over 2,900 pages, written by people who didn't
/// know gorkd, the first passage answers 36 by a reranker's score alone, 35 by an embedder's alone (bge-small), and 41 by
/// both; one of the first three 48, 50, and 51.
const MEANING: f64 = 2.0;
/// Passages with the best scores that are also ordered by meaning.
const COMPARED: usize = 10;
/// Logits that a passage loses if the question names a work and the passage is in another one: "upsert in postgres" is
/// not answered by another database, however well that page explains it. Of scores from -10 to 10, so many turn a clear
/// answer into a doubtful one.
const OTHER_WORK: f64 = 8.0;
/// One in so many passages of other works that hold a word make it an ordinary one.
const OFTEN: usize = 5;

impl Weighed<'_> {
    /// Orders what a reranker has read by its score; what it has not read comes after.
    pub(super) fn rank(&mut self, ranked: &Ranked) {
        let passages: Vec<Passage> = (0..self.passages.len()).map(|at| self.place(at)).collect();
        let middle = f64::from(ranked.refuses_below.unwrap_or_default());
        for (part, asked) in self.input.plan.sub_questions.iter().enumerate() {
            let elsewhere = self.elsewhere(asked);
            let scores: Vec<Option<f32>> = passages
                .iter()
                .map(|passage| ranked.scores.get(passage)?.get(part).copied().flatten())
                .collect();
            let nearness = nearness(&scores, &self.near[part]);
            for (at, read) in scores.into_iter().enumerate() {
                let Some(score) = read else {
                    let unread = &mut self.relevance[part][at];
                    *unread = unread.min(super::ANSWERS / 2.0);
                    continue;
                };
                let lost = if elsewhere[self.passages[at].0] { OTHER_WORK } else { 0.0 };
                let score = f64::from(score) - lost;
                let opens = self.met[part][at].opens && score >= middle;
                let lists = self.met[part][at].lists && score >= middle;
                let asks = self.met[part][at].asks;
                let place = WORDS * self.order[part][at]
                    + MEANING * nearness[at]
                    + if opens { OPENS } else { 0.0 }
                    + if lists { LISTS } else { 0.0 }
                    - if asks { ASKS } else { 0.0 };
                self.order[part][at] = 100.0 + score + place;
                self.relevance[part][at] = 1.0 / (1.0 + ((middle - score) / SPREAD).exp());
            }
        }
    }

    /// For each material, whether it is in another work than those that a part names, or, if it names none, the question
    /// as a whole. A work is named by the first word of its name, such as "postgres" for "PostgreSQL 15 Documentation",
    /// unless other works use that word as well: then it is an ordinary one, such as that of an "Installation Guide".
    fn elsewhere(&self, part: &SubQuestion) -> Vec<bool> {
        let name = |work: &str| content_words(work, "en").into_iter().next();
        let works: Vec<Option<String>> =
            self.input.materials.iter().map(|one| one.document.work.as_deref().and_then(name)).collect();
        let named_by = |text: &str| -> BTreeSet<&str> {
            let asked = content_words(text, self.language());
            let is_named = |work: &&str| asked.iter().any(|word| is_short_form(word, work));
            let named: BTreeSet<&str> = works.iter().flatten().map(String::as_str).filter(is_named).collect();
            named.into_iter().filter(|name| self.is_proper(name, &works)).collect()
        };
        let by_part = named_by(&part.text);
        let named = if by_part.is_empty() { named_by(&self.input.plan.goal) } else { by_part };
        // Where no work is named, all may be meant; what belongs to no work may be about any.
        let other = |work: &String| !named.is_empty() && !named.contains(work.as_str());
        works.iter().map(|work| work.as_ref().is_some_and(other)).collect()
    }

    /// Do few passages of other works hold the name of a work?
    fn is_proper(&self, name: &str, works: &[Option<String>]) -> bool {
        let keys = keys(name, self.language());
        let others =
            (0..self.passages.len()).filter(|at| works[self.passages[*at].0].as_deref() != Some(name));
        let (mut all, mut holding) = (0usize, 0usize);
        for at in others {
            all += 1;
            holding += usize::from(keys.iter().all(|key| self.texts.holds(at, key)));
        }
        holding * OFTEN < all
    }
}

/// How far each of the passages with the best scores is from the mean of their cosines, in standard deviations; 0 for the
/// others.
fn nearness(scores: &[Option<f32>], near: &[Option<f64>]) -> Vec<f64> {
    let mut best: Vec<usize> =
        (0..scores.len()).filter(|at| scores[*at].is_some() && near[*at].is_some()).collect();
    best.sort_by(|a, b| scores[*b].partial_cmp(&scores[*a]).unwrap_or(Ordering::Equal).then(a.cmp(b)));
    best.truncate(COMPARED);
    let cosines: Vec<f64> = best.iter().filter_map(|at| near[*at]).collect();
    let count = cosines.len().max(1) as f64;
    let mean = cosines.iter().sum::<f64>() / count;
    let deviation = (cosines.iter().map(|cosine| (cosine - mean).powi(2)).sum::<f64>() / count).sqrt();
    let mut nearness = vec![0.0; scores.len()];
    if deviation > 0.0 {
        for (at, cosine) in best.into_iter().zip(cosines) {
            nearness[at] = (cosine - mean) / deviation;
        }
    }
    nearness
}
