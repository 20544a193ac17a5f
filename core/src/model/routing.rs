//! Where a question is looked into, and why: the field it belongs to, what that field demands, and what earlier
//! runs have taught.

use super::{Domain, Millis};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How a provider looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SearchStyle {
    /// The web, by words: good for facts and names.
    #[default]
    Keyword,
    /// The web, by meaning: good for concepts.
    Semantic,
    /// Papers and what is known of them.
    Scholarly,
    /// Encyclopaedias.
    Reference,
    News,
    Companies,
    /// The asker's own documents.
    Own,
}

/// A field of questions, as a file of `config/domains` describes it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DomainRules {
    #[serde(default)]
    pub name: Domain,
    /// Providers that know the field, best first, and those that are asked when these are not enough.
    #[serde(default)]
    pub primary: Vec<String>,
    #[serde(default)]
    pub secondary: Vec<String>,
    /// Must an academic source be among those read?
    #[serde(default)]
    pub academic_required: bool,
    /// Confidence of a statement, 0 to 1, below which it is marked.
    #[serde(default)]
    pub verification_threshold: f64,
    /// Words of a question that speak for the field, and words that do so on their own.
    #[serde(default)]
    pub keywords: Vec<String>,
    #[serde(default)]
    pub telling: Vec<String>,
    #[serde(default)]
    pub excluded_sites: Vec<String>,
    #[serde(default)]
    pub preferred_sites: Vec<String>,
    /// Sources that an answer cites at least, and days that the newest of them may be old; 0 asks for nothing.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub min_citations: u32,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub max_age_days: u32,
    /// What an answer says of its own use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disclaimer: Option<Disclaimer>,
    /// Is it said where only the subject itself is heard?
    #[serde(default, skip_serializing_if = "is_false")]
    pub outside_view: bool,
}

/// What an answer is not, although it may read like it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Disclaimer {
    Medical,
    Legal,
    Financial,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// The field of a question with what is known of it, as it was when the question was taken.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Field {
    pub rules: DomainRules,
    /// Why this field: a phrase for the run log.
    pub why: String,
    /// How each provider that the job may ask looks.
    #[serde(default)]
    pub styles: BTreeMap<String, SearchStyle>,
    #[serde(default)]
    pub lessons: Vec<Lesson>,
}

/// What earlier runs in a field taught about a provider or a site.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lesson {
    pub about: LessonAbout,
    /// A provider's name or a site.
    pub name: String,
    /// Searches made, or pages tried.
    pub tried: u64,
    /// Sources that an answer cited.
    pub helped: u64,
    /// Searches or pages that failed.
    pub failed: u64,
    /// When it failed last.
    #[serde(default)]
    pub failed_at: Option<Millis>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LessonAbout {
    #[default]
    Provider,
    Site,
}

/// Which providers a job asks and when, and the rules of its field: a recorded decision.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Routing {
    pub rules: DomainRules,
    /// Why this field.
    pub why: String,
    /// Every provider that the job may ask, best first. Empty: all are asked at once.
    pub routes: Vec<Route>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Route {
    pub provider: String,
    pub turn: RouteTurn,
    /// Why, as a phrase.
    pub why: String,
}

/// When a provider is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RouteTurn {
    #[default]
    First,
    /// In later rounds, and in the first one when nobody else found anything.
    Later,
    Never,
}

impl LessonAbout {
    pub fn name(self) -> &'static str {
        match self {
            LessonAbout::Provider => "provider",
            LessonAbout::Site => "site",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        [LessonAbout::Provider, LessonAbout::Site].into_iter().find(|about| about.name() == name)
    }
}
