//! Understanding what people say, as far as the service needs it: pure and deterministic, without I/O or a clock.

use crate::job::{ClarifyQuestion, Gate, Job, Previous, Reply};
use crate::model::*;

/// Understands questions, replies and wishes, and how one question or answer stands to another.
pub trait Understand: Send + Sync {
    /// The question as it will be kept, or why it is not taken.
    fn admissible(&self, text: &str) -> Result<String, Refusal>;

    /// Is it a greeting or the like, and no question? `opens` says that nothing was said or handed over before that it
    /// could be about.
    fn is_small_talk(&self, text: &str, opens: bool) -> bool;

    /// Does a question point back at what was said before it?
    fn points_back(&self, text: &str) -> bool;

    /// Does a text begin by pointing back at what stands before it, so that it says little alone? `language` is an ISO
    /// 639-1 code.
    fn leans(&self, text: &str, language: &str) -> bool;

    /// What people talked about, for a question that points back at it; none where nothing can be told. `said` is oldest
    /// first.
    fn subject(&self, text: &str, said: &[String]) -> Option<String>;

    /// What a question tells of itself.
    fn analyze(&self, text: &str, now: Millis) -> Question;

    /// The field of a question: the one that a person named, else the one that its words speak for.
    fn field(&self, question: &Question, named: Option<&str>, domains: &[DomainRules]) -> Field;

    /// Would a run of this job be a guess? Then it is asked back unbidden, where that is wanted.
    fn unclear(&self, job: &Job) -> bool;

    /// What the gate measures of a job before anything is searched; none where its mode was chosen.
    fn gate(&self, job: &Job) -> Option<Gate>;

    /// What a reply to a question back asks of the run; nothing for one that leaves everything open.
    fn meaning(&self, question: &Question, asked: &ClarifyQuestion, reply: &Reply) -> Vec<Constraint>;

    /// What somebody wishes of a run, in his own words.
    fn wish(&self, text: &str) -> Constraint;

    /// The key under which exact and trivially reworded questions meet.
    fn form(&self, question: &Question) -> String;

    /// Tells for other questions whether an answer to them serves this one.
    fn same(&self, question: &Question) -> Same;

    /// The least cosine of two questions' embeddings from which they may be the same.
    fn least_near(&self) -> f32;

    /// What has changed since an earlier answer, in the order of the answers.
    fn changes(&self, previous: &Previous, answer: &Answer) -> Vec<ClaimChange>;

    /// What a finished run teaches about providers and sites.
    fn lessons(&self, job: &Job, at: Millis) -> Vec<Lesson>;
}

/// Is the other question the same? The cosine of both embeddings decides how far their words may differ; without it
/// only trivially reworded questions are the same.
pub type Same = Box<dyn Fn(&Question, Option<f32>) -> bool + Send + Sync>;
