//! Where to search for a question, and why: its domain, the domain's requirements, and what earlier runs have
//! learned.

use super::{Domain, Millis, is_default, named};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How a provider searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SearchStyle {
    /// The web, by keywords: good for facts and names.
    #[default]
    Keyword,
    /// The web, by meaning: good for concepts.
    Semantic,
    /// Papers and their metadata.
    Scholarly,
    /// Encyclopedias.
    Reference,
    News,
    Companies,
    /// The asker's own documents.
    Own,
}

/// A domain of questions, as described by a file in `config/domains`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DomainRules {
    pub name: Domain,
    /// Providers for the domain, best first, and fallbacks if these are not enough.
    pub primary: Vec<String>,
    pub secondary: Vec<String>,
    /// Whether an academic source must be among those read.
    pub academic_required: bool,
    /// Claims with a confidence (0 to 1) below this are marked.
    pub verification_threshold: f64,
    /// Words of a question that suggest the domain, and words that suffice on their own.
    pub keywords: Vec<String>,
    pub telling: Vec<String>,
    pub excluded_sites: Vec<String>,
    pub preferred_sites: Vec<String>,
    /// Minimum number of cited sources, and maximum age of the newest one in days; 0 for no requirement.
    #[serde(skip_serializing_if = "is_default")]
    pub min_citations: u32,
    #[serde(skip_serializing_if = "is_default")]
    pub max_age_days: u32,
    /// The disclaimer added to an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disclaimer: Option<Disclaimer>,
    /// Whether the answer says so if it only cites sources of its subject.
    #[serde(skip_serializing_if = "is_default")]
    pub outside_view: bool,
}

/// The kind of advice that an answer does not replace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Disclaimer {
    Medical,
    Legal,
    Financial,
}

/// The domain of a question and what is known about it when the question is asked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Field {
    pub rules: DomainRules,
    /// Why this domain: a phrase for the run log.
    pub why: String,
    /// How each provider that the job may use searches.
    #[serde(default)]
    pub styles: BTreeMap<String, SearchStyle>,
    #[serde(default)]
    pub lessons: Vec<Lesson>,
}

impl Field {
    /// How a provider searches, as far as the journal knows it.
    pub fn style_of(&self, provider: &str) -> SearchStyle {
        self.styles.get(provider).copied().unwrap_or_default()
    }
}

/// What earlier runs in a domain have learned about a provider or a site.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lesson {
    pub about: LessonAbout,
    /// A provider's name or a site.
    pub name: String,
    /// Searches made, or pages tried.
    pub tried: u64,
    /// Sources cited by an answer.
    pub helped: u64,
    /// Searches or pages that failed.
    pub failed: u64,
    /// When it last failed.
    pub failed_at: Option<Millis>,
}

named! {
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum LessonAbout {
        #[default]
        Provider = "provider",
        Site = "site",
    }
}

/// Which providers a job uses and when, and the rules of its domain. Recorded as a decision.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Routing {
    pub rules: DomainRules,
    /// Why this domain.
    pub why: String,
    /// Every provider that the job may use, best first. If empty, all are used at once.
    pub routes: Vec<Route>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Route {
    pub provider: String,
    pub turn: RouteTurn,
    /// Why, as a phrase.
    pub why: String,
}

/// When a provider is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RouteTurn {
    #[default]
    First,
    /// In later rounds, and in the first one if no other provider found anything.
    Later,
    Never,
}
