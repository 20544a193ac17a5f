//! The decisions in a run that the engine needs: pure and deterministic, without I/O or a clock.

use super::{Prompt, Texts, ToolReply};
use crate::job::{Effect, Event, Job};
use crate::model::{DocumentHash, EffectId, Failure, Passage, SearchHit};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// Decides effects, either directly or by prompting a model and parsing its reply.
///
/// The same arguments give the same decision. A decision is returned as the event that records it, without its
/// cost, which only the caller knows.
pub trait Decide: Send + Sync {
    /// The documents whose texts are needed to decide an effect.
    fn needs(&self, job: &Job, effect: &Effect) -> Vec<DocumentHash>;

    /// A name to look up before rules decide the effect. The search results go into [`DecisionInputs::hits`].
    fn look_up(&self, job: &Job, effect: &Effect) -> Option<String>;

    /// What an embedder should compare before the effect is decided, up to `most` passages; `None` for most
    /// effects. Without `private`, private documents are left out.
    fn to_compare(
        &self,
        job: &Job,
        texts: &Texts,
        effect: &Effect,
        private: bool,
        most: usize,
    ) -> Option<ToCompare>;

    /// What a reranker should read before the effect is decided; empty for most effects. Up to two parts of a question
    /// share `most` passages; each of more parts gets half of that.
    fn to_rank(&self, job: &Job, texts: &Texts, effect: &Effect, most: usize) -> Vec<ToRank>;

    /// Decides an effect by rules alone.
    fn decide(&self, job: &Job, seen: &DecisionInputs, id: &EffectId, effect: &Effect) -> Event;

    /// What to ask a model about an effect.
    fn ask(
        &self,
        job: &Arc<Job>,
        seen: &DecisionInputs,
        id: &EffectId,
        effect: &Effect,
        model: &Respondent,
    ) -> Result<Asking, Failure>;

    /// Asks again for a reply that could not be parsed. `None` if the reply is empty or too long to be shown.
    ///
    /// `left` is the number of tokens that may still be spent, on the prompt and on the reply.
    fn repair(&self, broken: &str, of: &Prompt, left: (u64, u64), timeout: Duration) -> Option<Prompt>;

    /// The readable text of a partial draft. A longer reply gives the same text or a longer one.
    fn readable(&self, reply: &str) -> String;
}

/// Inputs to a decision.
#[derive(Clone, Debug, Default)]
pub struct DecisionInputs {
    pub texts: Texts,
    /// `None`: words alone must do.
    pub similar: Option<Similar>,
    /// `None`: there is no reranker, or it failed.
    pub ranked: Option<Ranked>,
    /// Words of the question that are in none of the asker's own documents.
    pub unknown: Vec<String>,
    /// Search results for the name that was looked up.
    pub hits: Vec<SearchHit>,
}

/// The properties of a model that its prompt depends on.
#[derive(Clone, Debug)]
pub struct Respondent {
    pub name: String,
    /// The context size of its server, for prompt and reply together, if known.
    pub context: Option<u32>,
    pub sees_private: bool,
    /// The timeout of the call.
    pub time: Duration,
}

/// How to decide an effect. The parser of a reply gets the same texts again: a model takes long, so they aren't
/// held in the meantime.
pub enum Asking {
    /// Prompts to try in order, each shorter than the one before, for servers with a small context.
    Prompts { prompts: Vec<Prompt>, read: ReadReply },
    /// Several prompts that each cover a part of the material, for servers that can't take all of it at once.
    /// Each batch is a list as in `Prompts`.
    Batches { batches: Vec<Vec<Prompt>>, read: ReadBatch },
    /// Prompts with tools, to try in order as in `Prompts`.
    Tools { prompts: Vec<Prompt>, read: ReadCalls },
    /// No model is needed.
    Decided(Event),
}

/// Parses a model's tool calls into the event that records how each is handled. It never fails: a call that
/// makes no sense is refused.
pub type ReadCalls = Arc<dyn Fn(&Texts, &ToolReply) -> Event + Send + Sync>;

/// Parses a reply into the event that records it, or says what is wrong with it.
pub type ReadReply = Arc<dyn Fn(&Texts, &str) -> Result<Event, Failure> + Send + Sync>;

/// Parses the reply to the batch with this index, building on the result of the earlier batches. The reply
/// comes with the index of its prompt within the batch. Without a reply, rules decide the batch.
pub type ReadBatch =
    Arc<dyn Fn(&Texts, Option<&Event>, usize, Option<(usize, &str)>) -> Result<Event, Failure> + Send + Sync>;

/// Texts to compare by meaning: each part of the question with each passage.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToCompare {
    pub parts: Vec<String>,
    pub passages: Vec<Candidate>,
}

/// Passages that a reranker reads together with one part of the question, most likely first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToRank {
    pub passages: Vec<Candidate>,
    /// For each passage, the question to read it with: the sentence that shares the most words with it, because
    /// a story drowns its question (from the one before it on, if it points there), or the whole question if it
    /// is a single sentence.
    pub wordings: Vec<String>,
}

/// A reranker's result.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranked {
    /// A score for each part of the question, in the order of the plan; `None` if the passage was not read for
    /// it.
    pub scores: BTreeMap<Passage, Vec<Option<f32>>>,
    /// The score below which nothing counts as an answer.
    pub refuses_below: Option<f32>,
}

/// A passage to embed or to rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub passage: Passage,
    /// The headings above it, then its words.
    pub text: String,
    /// The search has said how similar it is in meaning, so no embedder needs to.
    pub compared: bool,
}

/// Cosine similarities of passages with each sub-question, in the order of the plan.
pub type Similar = BTreeMap<Passage, Vec<f64>>;

/// Cosine similarities of every candidate with every part of the question, given vectors of unit length.
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
