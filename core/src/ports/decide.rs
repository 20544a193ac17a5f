//! Decisions in a run, as far as the engine needs them: pure and deterministic, without I/O or a clock.

use super::{Prompt, Texts, ToolReply};
use crate::job::{Effect, Event, Job};
use crate::model::{DocumentHash, EffectId, Failure, Passage, SearchHit};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// Decides effects: by itself, or by what a model is asked and how its reply is read.
///
/// The same arguments give the same decision. What is decided comes back as the event that records it, without what
/// it cost: that is known to whoever asked.
pub trait Decide: Send + Sync {
    /// The documents whose texts an effect is decided from.
    fn needs(&self, job: &Job, effect: &Effect) -> Vec<DocumentHash>;

    /// A name that has to be looked up before the effect is decided by rules: what a search shows under it comes back
    /// in [`Seen::hits`].
    fn look_up(&self, job: &Job, effect: &Effect) -> Option<String>;

    /// What an embedder is to compare before the effect is decided, at most so many passages; nothing for most effects.
    /// Private documents are left out unless `private`.
    fn to_compare(
        &self,
        job: &Job,
        texts: &Texts,
        effect: &Effect,
        private: bool,
        most: usize,
    ) -> Option<ToCompare>;

    /// What a reranker is to read before the effect is decided, at most so many passages; nothing for most effects.
    fn to_rank(&self, job: &Job, texts: &Texts, effect: &Effect, most: usize) -> Vec<ToRank>;

    /// Decides an effect by rules alone.
    fn decide(&self, job: &Job, seen: &Seen, id: &EffectId, effect: &Effect) -> Event;

    /// What to ask a model about an effect.
    fn ask(
        &self,
        job: &Arc<Job>,
        seen: &Seen,
        id: &EffectId,
        effect: &Effect,
        model: &Respondent,
    ) -> Result<Asking, Failure>;

    /// Asks once more for a reply that could not be read. None when it is too long to be shown, or says nothing.
    ///
    /// `left` is what may still be spent, in tokens: on the prompt, and on the reply.
    fn mend(&self, broken: &str, of: &Prompt, left: (u64, u64), timeout: Duration) -> Option<Prompt>;

    /// What a person can already read of a draft on its way. For each longer reply it is the same text or a longer one.
    fn readable(&self, reply: &str) -> String;
}

/// What was looked at for a decision.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    pub texts: Texts,
    /// None: words alone have to do.
    pub similar: Option<Similar>,
    /// None: there is no reranker, or it failed.
    pub ranked: Option<Ranked>,
    /// What a search shows under the name that was looked up.
    pub hits: Vec<SearchHit>,
}

/// The model that is asked, as far as a prompt depends on it.
#[derive(Clone, Debug)]
pub struct Respondent {
    pub name: String,
    /// Tokens that its server has for a prompt and the reply together, where that is known.
    pub context: Option<u32>,
    pub sees_private: bool,
    /// Until it is dropped.
    pub time: Duration,
}

/// What there is to ask about an effect. Whoever reads a reply gets the same texts again: a model takes its time, and
/// nobody holds them meanwhile.
pub enum Asking {
    /// The prompts to try one after the other, each with less in it, for servers with a small context.
    Prompts { prompts: Vec<Prompt>, read: ReadReply },
    /// Several prompts about a part of the material each, for servers that have no room for all of it at once. Each
    /// batch is a list as in `Prompts`.
    Batches { batches: Vec<Vec<Prompt>>, read: ReadBatch },
    /// Prompts with tools, to try one after the other as in `Prompts`.
    Tools { prompts: Vec<Prompt>, read: ReadCalls },
    /// Nobody has to be asked.
    Decided(Event),
}

/// Reads the calls of a model into the event that says what is done about each. There is nothing that it cannot read: a
/// call that makes no sense is refused.
pub type ReadCalls = Arc<dyn Fn(&Texts, &ToolReply) -> Event + Send + Sync>;

/// Reads a reply into the event that records it, or says what is wrong with it.
pub type ReadReply = Arc<dyn Fn(&Texts, &str) -> Result<Event, Failure> + Send + Sync>;

/// Reads the reply to one batch, by its place, on top of what the batches before it came to. A reply comes with the
/// place of the prompt in the batch that it answers. Without one, the batch is decided by rules.
pub type ReadBatch =
    Arc<dyn Fn(&Texts, Option<&Event>, usize, Option<(usize, &str)>) -> Result<Event, Failure> + Send + Sync>;

/// Texts that are compared by meaning: each part of the question with each passage.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToCompare {
    pub parts: Vec<String>,
    pub passages: Vec<Candidate>,
}

/// Passages that a reranker reads together with one part of the question, the likeliest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToRank {
    pub passages: Vec<Candidate>,
    /// Of each passage, what a quick look reads: the sentence that has most to do with the question.
    pub glances: Vec<String>,
    /// For each passage, what it is read with: the sentence of the question that it shares most words with, because a story
    /// drowns its question; or the whole question, where it is a single sentence.
    pub wordings: Vec<String>,
}

/// What a reranker made of passages.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranked {
    /// A score for each part of the question, in the order of the plan; none where it was not read.
    pub scores: BTreeMap<Passage, Vec<Option<f32>>>,
    /// The score under which nothing answers.
    pub refuses_below: Option<f32>,
}

/// A passage to embed or to rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub passage: Passage,
    /// Its words, after the headings that it stands under.
    pub text: String,
}

/// Cosines of passages with each sub-question, in the order of the plan.
pub type Similar = BTreeMap<Passage, Vec<f64>>;

/// The cosines of vectors of unit length: of every candidate with every part of the question.
pub fn compare(candidates: Vec<Candidate>, parts: &[Vec<f32>], passages: &[Vec<f32>]) -> Similar {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum();
    candidates
        .into_iter()
        .zip(passages)
        .map(|(candidate, passage)| {
            (candidate.passage, parts.iter().map(|part| dot(part, passage)).collect())
        })
        .collect()
}
