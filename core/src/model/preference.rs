//! What people and places can set once instead of with every question.

use super::Millis;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Preference {
    Language,
    Profile,
    Planning,
    Privacy,
    Domain,
    PreferSites,
    BlockSites,
    ApproveAboveUsd,
    ApproveAbovePages,
    ApprovePublish,
    Instructions,
    Profiles,
    Deep,
    RunsPerHour,
    MonthUsd,
    RetentionDays,
    ModerateQuestions,
    ModerateAnswers,
}

impl Preference {
    pub const ALL: [Preference; 18] = [
        Preference::Language,
        Preference::Profile,
        Preference::Planning,
        Preference::Privacy,
        Preference::Domain,
        Preference::PreferSites,
        Preference::BlockSites,
        Preference::ApproveAboveUsd,
        Preference::ApproveAbovePages,
        Preference::ApprovePublish,
        Preference::Instructions,
        Preference::Profiles,
        Preference::Deep,
        Preference::RunsPerHour,
        Preference::MonthUsd,
        Preference::RetentionDays,
        Preference::ModerateQuestions,
        Preference::ModerateAnswers,
    ];

    /// The name that people write, which is also the stored one.
    pub fn name(self) -> &'static str {
        match self {
            Preference::Language => "language",
            Preference::Profile => "profile",
            Preference::Planning => "planning",
            Preference::Privacy => "privacy",
            Preference::Domain => "domain",
            Preference::PreferSites => "prefer_sites",
            Preference::BlockSites => "block_sites",
            Preference::ApproveAboveUsd => "approve_above_usd",
            Preference::ApproveAbovePages => "approve_above_pages",
            Preference::ApprovePublish => "approve_publish",
            Preference::Instructions => "instructions",
            Preference::Profiles => "profiles",
            Preference::Deep => "deep",
            Preference::RunsPerHour => "runs_per_hour",
            Preference::MonthUsd => "month_usd",
            Preference::RetentionDays => "retention_days",
            Preference::ModerateQuestions => "moderate_questions",
            Preference::ModerateAnswers => "moderate_answers",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// Whether it applies only to places, where admins set it.
    pub fn of_places(self) -> bool {
        match self {
            Preference::Language
            | Preference::Profile
            | Preference::Planning
            | Preference::Privacy
            | Preference::Domain
            | Preference::PreferSites
            | Preference::BlockSites
            | Preference::Instructions => false,
            Preference::ApproveAboveUsd
            | Preference::ApproveAbovePages
            | Preference::ApprovePublish
            | Preference::Profiles
            | Preference::Deep
            | Preference::RunsPerHour
            | Preference::MonthUsd
            | Preference::RetentionDays
            | Preference::ModerateQuestions
            | Preference::ModerateAnswers => true,
        }
    }

    /// What a value looks like, for people.
    pub fn shape(self) -> &'static str {
        match self {
            Preference::Language => "two letters, for example de",
            Preference::Profile => "quick, standard or deep",
            Preference::Planning => "auto or interactive",
            Preference::Privacy => "local_only, hybrid or cloud_allowed",
            Preference::Domain => "the name of a domain",
            Preference::PreferSites => "sites separated by commas, for example nasa.gov,esa.int",
            Preference::BlockSites => "sites separated by commas",
            Preference::ApproveAboveUsd => "dollars, for example 0.10",
            Preference::ApproveAbovePages => "a number of pages",
            Preference::ApprovePublish => "true or false",
            Preference::Instructions => "how to write answers, in at most 500 characters",
            Preference::Profiles => "the profiles allowed there, separated by commas",
            Preference::Deep => "everybody or admins: who may run deep",
            Preference::RunsPerHour => "a number of runs",
            Preference::MonthUsd => "dollars a month, for example 20",
            Preference::RetentionDays => "days after which threads are erased",
            Preference::ModerateQuestions | Preference::ModerateAnswers => "off, warn or refuse",
        }
    }
}

/// A stored preference of a person or place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remembered {
    pub name: Preference,
    pub value: String,
    pub at: Millis,
}

/// The value of a preference, if it is set.
pub fn preferred(rows: &[Remembered], name: Preference) -> Option<&str> {
    rows.iter().find(|row| row.name == name).map(|row| row.value.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_known_by_the_name_that_it_is_kept_under() {
        for one in Preference::ALL {
            assert_eq!(Preference::named(one.name()), Some(one));
            assert_eq!(serde_json::to_value(one).expect("JSON"), one.name());
        }
        assert_eq!(Preference::named("mood"), None);
    }
}
