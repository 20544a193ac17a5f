//! The contents of events: terms of a run, constraints, decisions. Stored with the events, so fields are only
//! added.

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
    /// Whether rules would ask a clarifying question. If not recorded, none is asked.
    #[serde(default)]
    pub unclear: bool,
    pub terms: Terms,
    pub budget: Budget,
    /// The only "now" for rules about recency.
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
    /// Documents read in earlier turns of the thread.
    #[serde(default)]
    pub at_hand: Vec<Document>,
    #[serde(default)]
    pub earlier: Vec<EarlierTurn>,
    #[serde(default)]
    pub constraints: Vec<Constraint>,
    /// How long a clarifying question stays open before its default applies.
    #[serde(default)]
    pub reply_within_ms: u64,
    /// Number of documents in the library when the question was accepted; `None` if the library isn't searched.
    pub library: Option<u64>,
    /// Maximum cost of a call: of searches by provider, of models by name.
    #[serde(default)]
    pub prices: Prices,
    /// Shared budgets that the run is charged to.
    #[serde(default)]
    pub scopes: Vec<Scope>,
    /// The domain of the question, and what is known about it.
    #[serde(default)]
    pub field: Field,
    /// When a person must approve before the run continues.
    #[serde(default)]
    pub gates: Gates,
    /// What the gate measured; `None` if the mode was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gate: Option<Gate>,
    /// The answer that this run rechecks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<Box<Previous>>,
    /// The moderation rules; off if absent.
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
    /// The documents that it relied on: addresses and text hashes.
    pub rested_on: Vec<(SourceId, DocumentHash)>,
}

/// Prices when the question was asked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Prices {
    /// Per call, by provider name; free if absent.
    pub searches: BTreeMap<String, MicroUsd>,
    /// Per million tokens, by model name. If absent, the price is unknown and only tokens are counted.
    pub models: BTreeMap<String, ModelPrice>,
}

/// Dollars per million tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelPrice {
    pub input: MicroUsd,
    pub output: MicroUsd,
    /// For cached input; like other input if absent.
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

/// Model names by role; `None` means that rules do it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Models {
    pub planner: Option<String>,
    pub writer: Option<String>,
    pub checker: Option<String>,
    /// Drives the research with tools; `None` if the stages do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub driver: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Forked {
    pub job: JobId,
    pub from: JobId,
    pub at: Seq,
    pub edit: Edit,
    /// Whether rules would ask a clarifying question about the branch.
    #[serde(default)]
    pub unclear: bool,
    /// The place of the branch, if it is for somebody other than the asker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub home: Option<NewHome>,
    /// The budgets that the branch is charged to; absent in older journals, which use those of the original
    /// run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scopes: Option<Vec<Scope>>,
    /// The moderation rules of the branch; `None` for those of the original run.
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

/// The origin of a reused answer, and for whom it is reused.
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
    /// The budgets that it is charged to if it is retried; absent in older journals, which use those of the
    /// answering run.
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
    /// Whether all options may be taken together.
    pub all_of_the_above: bool,
}

/// A person's reply to an interrupt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// One of the options, by index from 0.
    Option(usize),
    AllOfTheAbove,
    Custom(String),
    /// No more questions: continue with defaults.
    JustGo,
    Approve,
    Decline,
    /// A changed plan: constraints, and the queries of its first round if they were rewritten.
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

/// Which hits of a round to read, and which to skip.
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
    /// From 0 to 1.
    pub score: f64,
    /// For an open-access copy of an inaccessible page: the address of that page.
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
    /// Others ranked higher, and the page budget is limited.
    #[default]
    RankedLower,
    AlreadyRead,
    /// The same page under another address, or a copy of its text.
    Duplicate,
    /// There are already enough pages of this site.
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
    /// Number of candidate passages that the evidence was selected from.
    #[serde(default)]
    pub considered: u32,
    /// Sub-questions that have no answer yet.
    pub gaps: Vec<String>,
    /// The outcome for each part of the question; empty in journals of older builds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<PartJudgement>,
    /// Passages that a model marked as answers, in all rounds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// The passages that a model was shown, in all rounds, each by its longest ID; unknown in journals of older
    /// builds.
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

/// Whether the documents read so far answer a part of the question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PartJudgement {
    pub sub_question: String,
    pub answered: Answered,
    /// Whether a model that read the blocks judged it; otherwise rules did.
    #[serde(default, skip_serializing_if = "is_default")]
    pub by_model: bool,
    /// Names, identifiers, and versions of this part that are missing from its best blocks and the headings
    /// above them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// The reranker's score of its best block, and the threshold below which it counts as a doubtful answer at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refuses_below: Option<f32>,
    /// How far its best block is ahead of the best one elsewhere, in the reranker's logits: in another section, and with
    /// other words. Unknown in journals of older builds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead: Option<f32>,
    /// The weighted share of its words found in its best block and the headings above it.
    #[serde(default)]
    pub coverage: f64,
}

impl PartJudgement {
    /// Being further ahead makes nothing clearer, in logits.
    const MOST_LEAD: f32 = 4.0;

    /// How clearly its best block is the answer, in a reranker's logits: how far it scores above the threshold, and how far
    /// it is ahead of what stands elsewhere. A reranker gives high scores to all that is about the same thing: of 266
    /// answers over 2,900 pages, a first block that scores 7 above is right about as often as one that scores 4 above (53
    /// and 49 %). With its lead, it is right in 33 % of the answers from 4 to 6, in 50 % from 6 to 9, and in 75 % above.
    pub fn clarity(&self) -> Option<f32> {
        let lead = self.lead.unwrap_or_default().min(Self::MOST_LEAD);
        self.score.zip(self.refuses_below).map(|(score, least)| score - least + lead)
    }
}

/// How much new information the round added. Each number is from 0 to 1.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Saturation {
    /// Share of all entities that were first seen in this round.
    pub new_entities: f64,
    /// Share of all facts that were first seen in this round.
    pub new_facts: f64,
    /// Share of sub-questions with evidence.
    pub coverage: f64,
    /// Share of sources that repeat or cite each other.
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
    /// The claim's index in the draft, from 0.
    pub claim: u32,
    /// The rules' finding.
    pub found: Support,
    /// The model's opinion; `None` if it didn't see or skipped the claim.
    pub said: Option<Support>,
}

/// The result of verifying a draft.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
// Always stored in a box.
#[allow(clippy::large_enum_variant)]
pub enum Verdict {
    Passed(Answer),
    /// Failed claims, as sentences for the writer; only for revision 0 of a model's draft.
    Repair(Vec<String>),
}
