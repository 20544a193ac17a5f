//! Moderation: what happens to words that an operator doesn't want. Nothing, a note, or a refusal.

use super::{Place, named};
use serde::{Deserialize, Serialize};

named! {
    /// What happens to flagged text, from lenient to strict.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Handling {
        /// Texts are not checked.
        #[default]
        Off = "off",
        /// The text passes, and the answer carries a note.
        Warn = "warn",
        /// The question is refused, or the answer withheld.
        Refuse = "refuse",
    }
}

/// The rules for one run. Stored with its question, so that a worker with other settings applies the same
/// rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Moderation {
    /// Also applies to messages to an active run.
    pub questions: Handling,
    pub answers: Handling,
    /// With `Refuse`, refuse texts that can't be checked.
    pub closed: bool,
    /// Categories of the question and messages that were accepted with a note.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flagged: Vec<String>,
}

impl Moderation {
    /// Whether there is nothing to record. Journals of older builds have no rules.
    pub fn is_off(&self) -> bool {
        *self == Self::default()
    }

    /// The stricter of the two, with the categories of both.
    pub fn and(mut self, other: &Moderation) -> Self {
        self.questions = self.questions.max(other.questions);
        self.answers = self.answers.max(other.answers);
        self.closed |= other.closed;
        self.flag(&other.flagged);
        self
    }

    /// Adds categories, skipping duplicates.
    pub fn flag(&mut self, categories: &[String]) {
        for category in categories {
            if !self.flagged.contains(category) {
                self.flagged.push(category.clone());
            }
        }
    }
}

/// The operator's rules for all places, and for particular ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModerationSettings {
    pub questions: Handling,
    pub answers: Handling,
    /// Rules for questions and answers in a place and everything it contains.
    pub places: Vec<(Place, Handling)>,
    /// With `Refuse`, refuse texts that can't be checked.
    pub closed: bool,
}

impl ModerationSettings {
    /// The rules in a place; the most specific entry wins.
    pub fn of(&self, place: &Place) -> Moderation {
        let within = |named: &Place| {
            let rest = place.as_str().strip_prefix(named.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
        };
        let entries = self.places.iter().filter(|(named, _)| within(named));
        let own = entries.max_by_key(|(named, _)| named.as_str().len()).map(|(_, handling)| *handling);
        Moderation {
            questions: own.unwrap_or(self.questions),
            answers: own.unwrap_or(self.answers),
            closed: self.closed,
            flagged: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closest_entry_counts_for_a_place() {
        let settings = ModerationSettings {
            questions: Handling::Warn,
            places: vec![
                (Place::from("slack:T1"), Handling::Refuse),
                (Place::from("slack:T1:C2"), Handling::Off),
            ],
            ..ModerationSettings::default()
        };
        for (place, questions, answers) in [
            ("cli:local", Handling::Warn, Handling::Off),
            ("slack:T1", Handling::Refuse, Handling::Refuse),
            ("slack:T1:C1:1.2", Handling::Refuse, Handling::Refuse),
            ("slack:T1:C2:1.2", Handling::Off, Handling::Off),
            ("slack:T12:C1", Handling::Warn, Handling::Off),
        ] {
            let held = settings.of(&Place::from(place));
            assert_eq!((held.questions, held.answers), (questions, answers), "{place}");
        }
    }

    #[test]
    fn the_stricter_of_two_holds_and_each_category_stands_once() {
        let mut one = Moderation { questions: Handling::Warn, ..Moderation::default() };
        one.flag(&["weapons".to_owned(), "weapons".to_owned()]);
        let other = Moderation {
            answers: Handling::Refuse,
            closed: true,
            flagged: vec!["fraud".to_owned(), "weapons".to_owned()],
            ..Moderation::default()
        };
        let both = one.and(&other);
        assert_eq!((both.questions, both.answers, both.closed), (Handling::Warn, Handling::Refuse, true));
        assert_eq!(both.flagged, ["weapons", "fraud"]);
    }

    #[test]
    fn what_an_older_journal_does_not_tell_is_off() {
        let none: Moderation = serde_json::from_str("{}").expect("JSON");
        assert!(none.is_off());
    }
}
