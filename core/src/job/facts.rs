//! What events tell of: the terms of a run, wishes, decisions. Stored with them, so fields are only added.

use super::{Gate, Gates};
use crate::model::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The question and the terms of its run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    pub job: JobId,
    pub thread: ThreadId,
    pub turn: u32,
    pub place: Place,
    pub requester: Requester,
    pub question: Question,
    /// Rules would ask back about the question; what is recorded nowhere is not asked.
    #[serde(default)]
    pub unclear: bool,
    pub terms: Terms,
    pub budget: Budget,
    /// The only "now" that rules about recency see.
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
    /// How long a question back to the asker stays open before its default applies.
    #[serde(default)]
    pub reply_within_ms: u64,
    /// Documents in the library when the question was taken; none when the library is no part of it.
    #[serde(default)]
    pub library: Option<u64>,
    /// What one call costs at most: searches by provider, models by name.
    #[serde(default)]
    pub prices: Prices,
    /// Budgets beyond this run that its spend counts against.
    #[serde(default)]
    pub scopes: Vec<Scope>,
    /// The field of the question and what is known of it.
    #[serde(default)]
    pub field: Field,
    /// When a person is asked before the run goes on.
    #[serde(default)]
    pub gates: Gates,
    /// What the gate measured; none where the mode was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gate: Option<Gate>,
    /// The answer that this run looks at again, to tell what has changed since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<Box<Previous>>,
    /// What is done about unwanted words; nothing where it does not say.
    #[serde(default, skip_serializing_if = "Moderation::is_off")]
    pub moderation: Moderation,
}

/// An answer as it was, for a run that checks it again.
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
    /// The documents that it rested on: where, and with which text.
    pub rested_on: Vec<(SourceId, DocumentHash)>,
}

/// Prices as they were when the question was taken.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Prices {
    /// A call, by provider name; free when absent.
    pub searches: BTreeMap<String, MicroUsd>,
    /// A million tokens, by model name; unknown when absent, and then only tokens are counted.
    pub models: BTreeMap<String, ModelPrice>,
}

/// Dollars for a million tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelPrice {
    pub input: MicroUsd,
    pub output: MicroUsd,
    /// For input that the server had cached; as other input when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached: Option<MicroUsd>,
}

impl ModelPrice {
    /// What tokens cost at this price, rounded up.
    pub fn of(&self, spend: &Spend) -> MicroUsd {
        let cached = spend.cached_tokens.min(spend.input_tokens);
        let fresh = spend.input_tokens - cached;
        let parts = fresh * self.input.0
            + cached * self.cached.unwrap_or(self.input).0
            + spend.output_tokens * self.output.0;
        MicroUsd(parts.div_ceil(1_000_000))
    }
}

/// A budget of a person, a place or a month.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scope {
    pub scope: String,
    pub period: String,
    pub limit: Option<MicroUsd>,
}

/// Model names by role; none means rules of our own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Models {
    pub planner: Option<String>,
    pub writer: Option<String>,
    pub checker: Option<String>,
    /// Drives the research with tools; none where the stages do that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub driver: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Forked {
    pub job: JobId,
    pub from: JobId,
    pub at: Seq,
    pub edit: Edit,
    /// Rules would ask back about the question of the branch.
    #[serde(default)]
    pub unclear: bool,
    /// Where the branch lives when it is for somebody else than the one who asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub home: Option<NewHome>,
    /// The budgets that the branch counts against; those of the run it comes from when none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scopes: Vec<Scope>,
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

/// Whose answer this is, and for whom it is given again.
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
}

/// What a fork changes. Empty fields change nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Edit {
    pub question: Option<Question>,
    pub constraints: Vec<Constraint>,
    /// A new budget with its profile.
    pub profile: Option<(Profile, Budget)>,
    pub providers: Option<Vec<String>>,
    /// Sources to cite if they bear on the question at all.
    pub pin: Vec<SourceId>,
    /// Sources that must not be used.
    pub exclude: Vec<SourceId>,
}

/// A question back to the asker, with options that fit the question asked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ClarifyQuestion {
    /// `scope`, `timeframe`, `depth` or `use`.
    pub about: String,
    pub text: String,
    pub options: Vec<String>,
    /// May all options be taken together?
    pub all_of_the_above: bool,
}

/// What a person said to an interrupt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// One of the options, by position from 0.
    Option(usize),
    AllOfTheAbove,
    Custom(String),
    /// No more questions: go on with defaults.
    JustGo,
    Approve,
    Decline,
    /// The plan, changed: what to heed, and the queries of its first round where they were written anew.
    Edit {
        constraints: Vec<Constraint>,
        queries: Vec<String>,
    },
    /// The same, cheaper or deeper.
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
    /// Set for an open copy of a page that kept us out: the address of that page.
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
    /// Others looked better and the budget of pages is limited.
    #[default]
    RankedLower,
    AlreadyRead,
    /// The same page under another address, or a copy of a text.
    Duplicate,
    /// Enough of this site already.
    SameSite,
    Excluded,
    OutsidePeriod,
}

/// What a round brought.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    pub by: Maker,
    pub sufficient: bool,
    /// One sentence for the run log.
    pub reason: String,
    pub saturation: Saturation,
    /// Passages that bear on the question, over all rounds, best first, bounded.
    pub evidence: Vec<Evidence>,
    /// Passages that touch the question, from which the evidence was taken.
    #[serde(default)]
    pub considered: u32,
    /// Sub-questions that nothing read so far answers.
    pub gaps: Vec<String>,
    /// What became of each part of the question; empty in journals of older builds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<PartJudgement>,
    /// Words that a model took down as answers, of all rounds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// What the question takes for granted and the sources deny.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub premise: Option<Premise>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advice: Option<Advice>,
    /// Queries for one more round; empty when nothing new is worth looking for.
    pub queries: Vec<Query>,
}

/// Whether a part of the question is answered by what was read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PartJudgement {
    pub sub_question: String,
    pub answered: Answered,
    /// A model has read the blocks and says so; otherwise it is told by measure.
    #[serde(default, skip_serializing_if = "is_false")]
    pub by_model: bool,
    /// Names, identifiers, and versions of it that stand in none of its best blocks nor above them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// The reranker's score of its best block, and the score under which nothing answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refuses_below: Option<f32>,
    /// Share of the question's words, by how telling they are, that its best block and the headings above it hold.
    #[serde(default)]
    pub coverage: f64,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// How new the round was, measured. Each number is 0 to 1.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Saturation {
    /// Entities first seen in this round, of all seen.
    pub new_entities: f64,
    /// Facts first seen in this round, of all seen.
    pub new_facts: f64,
    /// Sub-questions with evidence, of all.
    pub coverage: f64,
    /// Sources that repeat or cite one another, of all.
    pub circularity: f64,
    pub entities: u32,
    pub facts: u32,
}

/// What a model made of the claims that rules leave in doubt.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Opinions {
    pub by: Maker,
    /// Of this revision of the draft.
    pub revision: u32,
    pub claims: Vec<Opinion>,
}

/// A claim in doubt.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Opinion {
    /// Its place in the draft, from 0.
    pub claim: u32,
    /// What rules found.
    pub found: Support,
    /// What the model said; none where it was not shown the claim, or passed it over.
    pub said: Option<Support>,
}

/// What checking a draft came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
// It lies in a box wherever it is kept.
#[allow(clippy::large_enum_variant)]
pub enum Verdict {
    Passed(Answer),
    /// Claims that failed, as sentences for the writer; allowed for revision 0 of a model's draft only.
    Repair(Vec<String>),
}
