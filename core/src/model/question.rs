//! What was asked, by whom, and on what terms.

use super::{Domain, Millis, Profile, named};
use serde::{Deserialize, Serialize};

/// A validated question: 1 to 2,000 characters after trimming, with a letter in it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Question {
    pub text: String,
    /// ISO 639-1 code of its language, for example `en`.
    pub language: String,
    pub kind: QuestionKind,
    /// Names and quoted phrases, in order of appearance, as written.
    pub entities: Vec<String>,
    pub period: Option<Period>,
    /// Web addresses in it, in order. They are read before anything else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub addresses: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    #[default]
    Factual,
    Comparison,
    Explanation,
    HowTo,
    List,
    CurrentEvent,
}

/// The period that a question is about. Years are calendar years; `recent` asks for news.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Period {
    pub from_year: Option<i16>,
    pub to_year: Option<i16>,
    pub recent: Option<Recency>,
    /// The first moment (UTC), if a month or day was named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Millis>,
    /// The first moment after it (UTC), if a month or day was named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Millis>,
}

named! {
    /// The format of an answer.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Deliverable {
        /// A summary with the necessary details.
        #[default]
        Brief = "brief",
        /// A longer text with a heading for each part of the question.
        Report = "report",
        /// A row for each item.
        Table = "table",
        /// A row for each side of a comparison.
        Comparison = "comparison",
    }
}

impl Deliverable {
    /// Whether the format consists of rows.
    pub fn has_rows(self) -> bool {
        matches!(self, Deliverable::Table | Deliverable::Comparison)
    }

    /// The constraint that requests this format.
    pub fn wish(self) -> Constraint {
        Constraint { text: self.name().to_owned(), kind: ConstraintKind::Deliverable(self) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Recency {
    Day,
    Week,
    Month,
    Year,
}

named! {
    /// Whether the planner may ask clarifying questions.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Planning {
        #[default]
        Auto = "auto",
        Interactive = "interactive",
    }
}

named! {
    /// What may leave this machine: the question, and what is read for it.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Privacy {
        /// Only the library, local models, and addresses that the operator listed.
        LocalOnly = "local_only",
        /// The web may be searched; private documents are never sent to an external model.
        #[default]
        Hybrid = "hybrid",
        CloudAllowed = "cloud_allowed",
    }
}

/// Who asked. Limits apply to `platform` and `user` together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Requester {
    pub platform: String,
    pub user: String,
    #[serde(default)]
    pub roles: Vec<String>,
    /// The language in which gorkd addresses this person, as a tag such as `de` or `de-DE`; empty if unknown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub locale: String,
}

impl Requester {
    pub fn terminal() -> Self {
        Self {
            platform: "cli".into(),
            user: LOCAL_USER.into(),
            roles: vec!["owner".into()],
            locale: String::new(),
        }
    }

    /// Whether this is the operator: somebody at gorkd's terminal, or at its page on the same machine, who can
    /// read the data folder anyway.
    pub fn is_operator(&self) -> bool {
        ["cli", "web"].contains(&self.platform.as_str()) && self.roles.iter().any(|role| role == "owner")
    }

    /// The key under which this person's runs and spending are counted.
    pub fn key(&self) -> String {
        format!("{}:{}", self.platform, self.user)
    }
}

/// The user at this machine: at its terminal, and on its page without a key.
pub const LOCAL_USER: &str = "local";

/// Replaces the user of a requester who was erased, and a place on the web that was theirs.
pub const ERASED_USER: &str = "erased";

/// The terms of one run that a person chose, or that defaults filled in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Terms {
    pub profile: Profile,
    pub planning: Planning,
    pub privacy: Privacy,
    pub domain: Option<Domain>,
    /// Don't reuse known answers.
    #[serde(default)]
    pub force: bool,
    /// The requested format of the answer, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deliverable: Option<Deliverable>,
}

/// A person's instruction to an active run or a fork, parsed by rules.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Constraint {
    /// The original words.
    pub text: String,
    pub kind: ConstraintKind,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConstraintKind {
    /// Exclude sites or sources that match these words ("skip vendor blogs").
    Exclude(Vec<String>),
    /// Use only these sites.
    Only(Vec<String>),
    /// Use only this period ("only 2025").
    Period(Period),
    /// Also look for this ("also check the license").
    Also(String),
    /// Give the answer this format ("as a table").
    Deliverable(Deliverable),
    /// Not understood by rules: shown to a model verbatim, and otherwise ignored.
    #[default]
    Note,
}

/// An earlier turn of the thread, reduced to what a follow-up needs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EarlierTurn {
    pub question: String,
    pub summary: String,
    pub at: Millis,
}
