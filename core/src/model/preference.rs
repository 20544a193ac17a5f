//! What people and places can set once instead of with every question.

use super::{Millis, named};
use serde::{Deserialize, Serialize};

named! {
    /// Named as people write it, which is also how it is stored.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Preference {
        Language = "language",
        Profile = "profile",
        Planning = "planning",
        Privacy = "privacy",
        Domain = "domain",
        PreferSites = "prefer_sites",
        BlockSites = "block_sites",
        ApproveAboveUsd = "approve_above_usd",
        ApproveAbovePages = "approve_above_pages",
        ApprovePublish = "approve_publish",
        Instructions = "instructions",
        Profiles = "profiles",
        Deep = "deep",
        RunsPerHour = "runs_per_hour",
        MonthUsd = "month_usd",
        RetentionDays = "retention_days",
        ModerateQuestions = "moderate_questions",
        ModerateAnswers = "moderate_answers",
    }
}

impl Preference {
    /// Whether it applies only to places, where admins set it.
    pub fn of_places(self) -> bool {
        use Preference as Of;
        match self {
            Of::Language | Of::Profile | Of::Planning | Of::Privacy | Of::Domain => false,
            Of::PreferSites | Of::BlockSites | Of::Instructions => false,
            Of::ApproveAboveUsd | Of::ApproveAbovePages | Of::ApprovePublish => true,
            Of::Profiles | Of::Deep | Of::RunsPerHour | Of::MonthUsd | Of::RetentionDays => true,
            Of::ModerateQuestions | Of::ModerateAnswers => true,
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
