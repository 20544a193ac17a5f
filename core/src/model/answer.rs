//! The answer, and the evidence for each of its sentences.

use super::{
    ClaimChange, Deliverable, Document, DocumentHash, Maker, Millis, PartVerdict, Premise, Scores, SourceId,
    Span,
};
use crate::text::blocks::BlockKind;
use serde::{Deserialize, Serialize};

/// An unverified text that may become an answer: sentences with the quotes that support them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    /// 0, or 1 after one repair.
    pub revision: u32,
    pub by: Maker,
    /// In reading order: all of the summary, then all of the detail.
    pub claims: Vec<DraftClaim>,
    /// Source numbers, in order of first citation. They stay the same within a thread.
    pub numbering: Vec<Numbered>,
    pub conflicts: Vec<Conflict>,
    pub limitations: Vec<String>,
    /// What a careful reader would check next.
    pub questions: Vec<String>,
    /// Blocks quoted in full, best first, if the draft consists of quotations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<QuotedBlock>,
    /// The summary of such a draft, in the format of its block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<QuotedSummary>,
    /// The writer's verdict on each part of the question; empty if it gave none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<PartVerdict>,
    /// A false premise of the question, if the writer reports one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub premise: Option<Premise>,
    /// Its format; a brief if the journal doesn't say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deliverable: Option<Deliverable>,
    /// The entities that it mentions, as classified by the writer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entities: Vec<NamedThing>,
}

/// A name with its type.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedThing {
    pub name: String,
    #[serde(rename = "type")]
    pub kind: EntityKind,
}

/// A range of a stored text, quoted verbatim.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct QuotedBlock {
    /// The sub-question that it answers.
    pub part: String,
    pub source: SourceId,
    pub span: Span,
    pub kind: BlockKind,
    /// Its location: the work and its version, the page, and the headings above it.
    #[serde(default)]
    pub headings: Vec<String>,
    /// As Markdown.
    pub text: String,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct QuotedSummary {
    /// Markdown, without citation markers.
    pub text: String,
    /// Whether it is the whole first block.
    pub whole: bool,
    /// Its subject, if there are several and its words don't name it; otherwise empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// What other blocks say about parts of the question that the first one doesn't cover.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<QuotedLead>,
}

/// The start of an answer to one part of a question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct QuotedLead {
    /// The index of the block, from 0.
    pub block: u32,
    /// As in [`QuotedSummary::about`].
    pub about: String,
    /// Markdown, without citation markers.
    pub text: String,
    /// Whether it is the whole block.
    pub whole: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Numbered {
    pub source: SourceId,
    pub number: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DraftClaim {
    /// One sentence (or list item, or table row as a sentence), without citation markers.
    pub text: String,
    pub part: Part,
    /// Its heading in the detail, if any. Claims under one heading are consecutive.
    pub heading: Option<String>,
    /// The quoted block that contains it, by its index in the draft.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<u32>,
    pub quotes: Vec<Quote>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    #[default]
    Summary,
    Detail,
}

/// Words of a stored document that support a claim.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Quote {
    pub source: SourceId,
    pub hash: DocumentHash,
    /// The position of the words; `None` for a model's words that have yet to be located.
    pub span: Option<Span>,
    pub text: String,
}

/// The verified text. Every sentence of `summary` and `detail` is a claim with its support.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// Plain sentences, each followed by its markers: `Water boils at 100 °C. [1][2]`.
    pub summary: String,
    /// Markdown with the same markers; may be empty.
    pub detail: String,
    pub confidence: Confidence,
    pub confidence_reasons: Vec<String>,
    pub limitations: Vec<String>,
    /// Where it falls short of the requirements of its domain and profile.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub issues: Vec<String>,
    pub questions: Vec<String>,
    pub claims: Vec<Claim>,
    pub citations: Vec<Citation>,
    pub conflicts: Vec<Conflict>,
    pub sources: Vec<Source>,
    pub entities: Vec<Entity>,
    pub facts: Vec<Fact>,
    /// What has changed since the rechecked answer; `None` if there is none, or the journal doesn't say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes: Option<Vec<ClaimChange>>,
    /// Blocks quoted in full, in the order of the answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<AnswerBlock>,
    /// If nothing answers the question: what comes closest.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closest: Vec<Closest>,
    /// The outcome for each part of the question.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<AnswerPart>,
    /// A false premise of the question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub premise: Option<AnswerPremise>,
    /// Its format; a brief if the journal doesn't say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deliverable: Option<Deliverable>,
    /// Moderation withheld the answer: this one says so, and contains none of its text.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub withheld: bool,
}

/// A block that an answer quotes in full.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AnswerBlock {
    /// `b1`, `b2` …
    pub id: String,
    /// The text of the sub-question that it answers.
    pub part: String,
    pub source_id: SourceId,
    /// Unicode code points in the stored text, end exclusive.
    pub start: usize,
    pub end: usize,
    pub kind: BlockKind,
    pub heading_path: Vec<String>,
    /// Markdown.
    pub text: String,
    pub claim_ids: Vec<String>,
}

/// A passage that comes close to a question without answering it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Closest {
    pub source_id: SourceId,
    /// As Markdown. "…" at its end means that the passage goes on.
    pub quote: String,
    /// The whole passage in the stored text, in Unicode code points, end exclusive.
    pub start: usize,
    pub end: usize,
    pub heading_path: Vec<String>,
}

/// A part of the question, and what answers it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AnswerPart {
    pub question: String,
    pub answered: Answered,
    pub claim_ids: Vec<String>,
}

/// A false premise, and what the sources say instead.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AnswerPremise {
    pub said: String,
    /// The words of the stored text.
    pub found: String,
    pub source_ids: Vec<SourceId>,
}

/// Whether a part of a question is answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answered {
    #[default]
    No,
    Partly,
    Yes,
}

/// The confidence in an answer, computed from support, independent sources, and authority; never by a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Confidence {
    #[default]
    Insufficient,
    Low,
    Medium,
    High,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    /// `c1`, `c2` …
    pub id: String,
    pub text: String,
    pub part: Part,
    pub support: Support,
    pub citation_ids: Vec<String>,
    /// The value derived from the numbers that it cites.
    pub derived: Option<DerivedValue>,
    /// Any other values that it derives.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also_derived: Vec<DerivedValue>,
    /// Why a careful reader should not rely on it alone, if its domain requires more support.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
}

/// A derived value; gorkd has verified the calculation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DerivedValue {
    /// As the claim writes it, for example `50 + 0.2 * 10000`.
    pub expression: String,
    pub value: f64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Support {
    Contradicted,
    #[default]
    Unsupported,
    Partly,
    Supported,
}

/// Links a claim to a source with a quote.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Citation {
    /// `cit1`, `cit2` …
    pub id: String,
    pub claim_id: String,
    /// The claim's text, for API clients that only use citations.
    pub claim: String,
    pub source_id: SourceId,
    /// A slice of the stored text, never a model's wording.
    pub quote: String,
    /// Unicode code points in the stored text, end exclusive.
    pub start: usize,
    pub end: usize,
    /// The location of the quote: the work and its version, the page, and the headings above it. Empty in
    /// journals of older builds.
    #[serde(default)]
    pub heading_path: Vec<String>,
    /// The kind of block that contains the quote; `None` in journals of older builds.
    pub block: Option<BlockKind>,
    /// Scores of the passage that contains the quote; `None` if it was not judged.
    pub scores: Option<Scores>,
}

/// Sources that disagree about something.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Conflict {
    pub about: String,
    pub positions: Vec<Position>,
    /// The preferred value, if there is one.
    pub preferred: Option<String>,
    pub why: String,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Position {
    pub value: String,
    pub source_ids: Vec<SourceId>,
}

/// A document as shown to the reader of an answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Source {
    pub id: SourceId,
    /// `None` for a source that was read but not cited.
    pub number: Option<u32>,
    pub document: Document,
    /// The search snippet; at most 500 characters.
    pub snippet: String,
    /// Its most relevant passage; at most 500 characters.
    pub excerpt: String,
    pub why_used: String,
    /// From 0 to 1.
    pub relevance: f64,
}

/// A named entity found while reading.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Entity {
    pub name: String,
    #[serde(rename = "type")]
    pub kind: EntityKind,
    pub source_ids: Vec<SourceId>,
    /// When the first page that mentions it was read; `None` in journals of older builds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_seen: Option<Millis>,
    /// How often the evidence mentions it; `None` in journals of older builds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mention_count: Option<u32>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntityKind {
    /// Of unknown type.
    #[default]
    Name,
    Person,
    Organization,
    Place,
    Product,
    Date,
    Quantity,
    Money,
    Percent,
    Version,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    pub statement: String,
    /// From 0 to 1.
    pub confidence: f64,
    pub verified: bool,
    pub source_ids: Vec<SourceId>,
    pub contradictions: Vec<String>,
}
