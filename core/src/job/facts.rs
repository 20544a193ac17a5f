//! The content of events: the terms of a run, constraints, decisions. Stored with them, so fields are only added.

use super::{Gate, Gates, Scope};
use crate::model::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The question and the terms of its run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    pub job: JobId,
    pub thread: ThreadId,
    pub turn: u32,
    pub place: Place,
    pub requester: Requester,
    pub question: Question,
    /// Rules would ask a clarifying question. If this isn't recorded, none is asked.
    #[serde(default)]
    pub unclear: bool,
    pub terms: Terms,
    pub budget: Budget,
    /// The only "now" that rules about recency use.
    pub at: Millis,
    /// IANA name of the asker's time zone.
    pub time_zone: String,
    /// Search providers that this job may use.
    pub providers: Vec<String>,
    /// Models that this job may use, by role.
    #[serde(default)]
    pub models: Models,
    /// The thread's source numbers so far.
    #[serde(default)]
    pub numbering: Vec<Numbered>,
    /// Documents that earlier turns of the thread have read.
    #[serde(default)]
    pub at_hand: Vec<Document>,
    #[serde(default)]
    pub earlier: Vec<EarlierTurn>,
    #[serde(default)]
    pub constraints: Vec<Constraint>,
    /// How long a clarifying question stays open before its default applies.
    #[serde(default)]
    pub reply_within_ms: u64,
    /// Number of documents in the library when the question was accepted; none if the library isn't searched.
    #[serde(default)]
    pub library: Option<u64>,
    /// Maximum cost of a call: searches by provider, models by name.
    #[serde(default)]
    pub prices: Prices,
    /// Further budgets that its spending counts against.
    #[serde(default)]
    pub scopes: Vec<Scope>,
    /// The domain of the question and what is known about it.
    #[serde(default)]
    pub field: Field,
    /// When a person must approve before the run continues.
    #[serde(default)]
    pub gates: Gates,
    /// What the gate measured; none if the mode was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gate: Option<Gate>,
    /// The answer that this run rechecks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<Box<Previous>>,
    /// What is done about unwanted words; nothing where it does not say.
    #[serde(default, skip_serializing_if = "Moderation::is_off")]
    pub moderation: Moderation,
}

impl Asked {
    /// Names of the search providers and models that this job may call.
    pub fn servers(&self) -> BTreeSet<&str> {
        let Models { planner, writer, checker, driver } = &self.models;
        let models = [planner, writer, checker, driver].into_iter().flatten();
        self.providers.iter().chain(models).map(String::as_str).collect()
    }
}

/// An earlier answer, for a run that rechecks it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Previous {
    pub job: JobId,
    /// When it was researched.
    pub at: Millis,
    pub claims: Vec<PreviousClaim>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PreviousClaim {
    pub text: String,
    /// The documents that it rested on: addresses and text hashes.
    pub rested_on: Vec<(SourceId, DocumentHash)>,
}

/// Prices at the time of the question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Prices {
    /// Per call, by provider name; free if absent.
    pub searches: BTreeMap<String, MicroUsd>,
    /// Per million tokens, by model name; unknown if absent, and then only tokens are counted.
    pub models: BTreeMap<String, ModelPrice>,
}

/// Dollars per million tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelPrice {
    pub input: MicroUsd,
    pub output: MicroUsd,
    /// For cached input; the same as other input if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached: Option<MicroUsd>,
}

impl ModelPrice {
    /// The cost of tokens at this price, rounded up.
    pub fn of(&self, spend: &Spend) -> MicroUsd {
        let cached = spend.cached_tokens.min(spend.input_tokens);
        let fresh = spend.input_tokens - cached;
        let parts = fresh * self.input.0
            + cached * self.cached.unwrap_or(self.input).0
            + spend.output_tokens * self.output.0;
        MicroUsd(parts.div_ceil(1_000_000))
    }
}

/// Model names by role; none means rules of our own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Models {
    pub planner: Option<String>,
    pub writer: Option<String>,
    pub checker: Option<String>,
    /// Drives the research with tools; none if the stages do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub driver: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Forked {
    pub job: JobId,
    pub from: JobId,
    pub at: Seq,
    pub edit: Edit,
    /// Rules would ask a clarifying question about the branch.
    #[serde(default)]
    pub unclear: bool,
    /// The place of the branch, if it is for somebody other than the asker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub home: Option<NewHome>,
    /// The budgets that the branch counts against; none in older journals: those of the original run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scopes: Option<Vec<Scope>>,
    /// What is done about unwanted words in the branch; as in the run it comes from when none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moderation: Option<Moderation>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NewHome {
    pub thread: ThreadId,
    pub turn: u32,
    pub place: Place,
    pub requester: Requester,
}

/// Whose answer this is, and for whom it is reused.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reused {
    pub job: JobId,
    pub from: JobId,
    pub thread: ThreadId,
    pub turn: u32,
    pub place: Place,
    pub requester: Requester,
    pub question: Question,
    /// When it was asked again, and when it was researched.
    pub at: Millis,
    pub researched_at: Millis,
    /// The budgets that it counts against if it is tried again; none in older journals: those of the run that answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scopes: Option<Vec<Scope>>,
}

/// What a fork changes. Empty fields change nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Edit {
    pub question: Option<Question>,
    pub constraints: Vec<Constraint>,
    /// A new budget with its profile.
    pub profile: Option<(Profile, Budget)>,
    pub providers: Option<Vec<String>>,
    /// Sources to cite if they are at all relevant.
    pub pin: Vec<SourceId>,
    /// Sources that must not be used.
    pub exclude: Vec<SourceId>,
}

/// A clarifying question, with options that fit the question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ClarifyQuestion {
    /// `scope`, `timeframe`, `depth` or `use`.
    pub about: String,
    pub text: String,
    pub options: Vec<String>,
    /// May all options be taken together?
    pub all_of_the_above: bool,
}

/// A person's reply to an interrupt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// One of the options, by position from 0.
    Option(usize),
    AllOfTheAbove,
    Custom(String),
    /// No more questions: continue with defaults.
    JustGo,
    Approve,
    Decline,
    /// The plan, changed: constraints, and the queries of its first round if they were rewritten.
    Edit {
        constraints: Vec<Constraint>,
        queries: Vec<String>,
    },
    /// The same plan, cheaper or deeper.
    Profile {
        profile: Profile,
        budget: Box<Budget>,
    },
}

/// Which hits of a round are read, and which are not.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Selection {
    /// In reading order, best first.
    pub read: Vec<Chosen>,
    pub skipped: Vec<Skipped>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Chosen {
    pub url: String,
    pub canonical_url: String,
    pub hash: Option<DocumentHash>,
    pub title: String,
    pub snippet: String,
    /// Why it was chosen, for the sources panel.
    pub why: String,
    /// 0 to 1.
    pub score: f64,
    /// Set for an open copy of an inaccessible page: the address of that page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copy_of: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Skipped {
    pub url: String,
    pub reason: SkipReason,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SkipReason {
    /// Others looked better, and the page budget is limited.
    #[default]
    RankedLower,
    AlreadyRead,
    /// The same page under another address, or a copy of a text.
    Duplicate,
    /// There are enough pages of this site.
    SameSite,
    Excluded,
    OutsidePeriod,
}

/// The results of a round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    pub by: Maker,
    pub sufficient: bool,
    /// One sentence for the run log.
    pub reason: String,
    pub saturation: Saturation,
    /// Relevant passages of all rounds, best first, limited in number.
    pub evidence: Vec<Evidence>,
    /// Candidate passages from which the evidence was selected.
    #[serde(default)]
    pub considered: u32,
    /// Sub-questions that are not answered so far.
    pub gaps: Vec<String>,
    /// The outcome for each part of the question; empty in journals of older builds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<PartJudgement>,
    /// Passages that a model noted as answers, in all rounds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// The passages that a model was shown, in all rounds, each by its longest id; unknown in journals of older builds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shown: Vec<String>,
    /// A false premise of the question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub premise: Option<Premise>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advice: Option<Advice>,
    /// Queries for another round; empty if nothing new is worth searching for.
    pub queries: Vec<Query>,
}

/// Whether what was read answers a part of the question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PartJudgement {
    pub sub_question: String,
    pub answered: Answered,
    /// Judged by a model that read the blocks; otherwise by rules.
    #[serde(default, skip_serializing_if = "is_false")]
    pub by_model: bool,
    /// Its names, identifiers, and versions that are missing from its best blocks and the headings above them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// The reranker's score of its best block, and the threshold below which nothing answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refuses_below: Option<f32>,
    /// Weighted share of the question's words in its best block and the headings above it.
    #[serde(default)]
    pub coverage: f64,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// How much the round added. Each number is from 0 to 1.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Saturation {
    /// Share of all entities that were first seen in this round.
    pub new_entities: f64,
    /// Share of all facts that were first seen in this round.
    pub new_facts: f64,
    /// Share of sub-questions with evidence.
    pub coverage: f64,
    /// Share of sources that repeat or cite one another.
    pub circularity: f64,
    pub entities: u32,
    pub facts: u32,
}

/// A model's opinions on claims that rules can't decide.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Opinions {
    pub by: Maker,
    /// The revision of the draft.
    pub revision: u32,
    pub claims: Vec<Opinion>,
}

/// A claim in doubt.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Opinion {
    /// Its position in the draft, from 0.
    pub claim: u32,
    /// What rules found.
    pub found: Support,
    /// The model's opinion; none if it didn't see or skipped the claim.
    pub said: Option<Support>,
}

/// The result of checking a draft.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
// It lies in a box wherever it is kept.
#[allow(clippy::large_enum_variant)]
pub enum Verdict {
    Passed(Answer),
    /// Failed claims, as sentences for the writer; only for revision 0 of a model's draft.
    Repair(Vec<String>),
}
