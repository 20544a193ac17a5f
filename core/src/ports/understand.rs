//! Language understanding for the service: pure and deterministic, without I/O or a clock.

use crate::job::{ClarifyQuestion, Gate, Job, Previous, Reply};
use crate::model::*;

/// Parses questions, replies, and instructions, and compares questions and answers with each other.
pub trait Understand: Send + Sync {
    /// The question in the form in which it is stored, or why it is refused.
    fn admissible(&self, text: &str) -> Result<String, Refusal>;

    /// Whether it is a greeting or the like rather than a question. `opens` means that nothing was said or
    /// attached before that it could refer to.
    fn is_small_talk(&self, text: &str, opens: bool) -> bool;

    /// Whether a question refers to earlier messages.
    fn refers_back(&self, text: &str) -> bool;

    /// Whether a text starts by referring to what precedes it, so that it means little on its own. `language`
    /// is an ISO 639-1 code.
    fn starts_with_reference(&self, text: &str, language: &str) -> bool;

    /// The subject of a conversation, for a question that refers to it; `None` if it isn't clear. `said` is
    /// oldest first.
    fn subject(&self, text: &str, said: &[String]) -> Option<String>;

    /// Parses a question.
    fn analyze(&self, text: &str, now: Millis) -> Question;

    /// The domain of a question: the one a person named, or else the one that its words suggest.
    fn field(&self, question: &Question, named: Option<&str>, domains: &[DomainRules]) -> Field;

    /// Whether a run of this job would be a guess. If so, a clarifying question is asked, where that is
    /// enabled.
    fn unclear(&self, job: &Job) -> bool;

    /// What the gate measures before anything is searched; `None` if the mode was chosen.
    fn gate(&self, job: &Job) -> Option<Gate>;

    /// The constraints that follow from a reply to a clarifying question; empty if it leaves everything open.
    fn meaning(&self, question: &Question, asked: &ClarifyQuestion, reply: &Reply) -> Vec<Constraint>;

    /// Parses a person's instruction to a run.
    fn wish(&self, text: &str) -> Constraint;

    /// The normalized form of a question, the same for trivially reworded ones.
    fn form(&self, question: &Question) -> String;

    /// Returns a function that tells for other questions whether their answers serve this one.
    fn same(&self, question: &Question) -> Same;

    /// The lowest cosine of two questions' embeddings at which they may be the same question.
    fn least_near(&self) -> f32;

    /// What has changed since an earlier answer, in the order of the answers.
    fn changes(&self, previous: &Previous, answer: &Answer) -> Vec<ClaimChange>;

    /// What a finished run has learned about providers and sites.
    fn lessons(&self, job: &Job, at: Millis) -> Vec<Lesson>;
}

/// Whether another question is the same. The cosine of both embeddings decides how far their words may differ;
/// without it, only trivially reworded questions are the same.
pub type Same = Box<dyn Fn(&Question, Option<f32>) -> bool + Send + Sync>;
