//! What the pure stages work on: documents with their texts at hand, and the terms of the job.

use gorkd_core::model::*;

/// A document that was read, with its text and what is known of why it was read.
#[derive(Clone, Debug)]
pub struct Material<'a> {
    pub source: SourceId,
    pub document: &'a Document,
    /// The stored text; every quote is a slice of it.
    pub text: &'a str,
    /// The round in which it was read, from 0.
    pub round: usize,
    /// What the search said of it, why it was chosen, and how good it looked (0 to 1).
    pub snippet: &'a str,
    pub why: &'a str,
    pub score: f64,
    /// A person wants it used if it bears on the question at all.
    pub pinned: bool,
}

/// The question with everything that shapes how it is to be answered.
#[derive(Clone, Debug)]
pub struct Brief<'a> {
    pub question: &'a Question,
    pub earlier: &'a [EarlierTurn],
    pub constraints: &'a [Constraint],
    pub budget: &'a Budget,
    pub domain: Option<&'a str>,
    /// The only "now" that rules about recency see.
    pub now: Millis,
}
