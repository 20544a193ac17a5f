//! What kind of answer a question expects.

use super::cues;
use crate::text::asking;
use crate::text::stopwords::{is_question_word, is_stop_word};
use crate::text::tables::Tables;
use crate::text::words;
use serde::Deserialize;

/// What kind of words answer the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expects {
    Person,
    Place,
    Time,
    Duration,
    Count,
    Money,
    Percent,
    /// Which version of something.
    Version,
    Reason,
    /// What a thing is.
    Definition,
    /// How to do something.
    Steps,
    /// A name or a thing of the kind that the question's focus names.
    Thing,
    Anything,
}

/// Reads a question. `language` is an ISO 639-1 code; cues of English are tried for every language.
pub fn expects(question: &str, language: &str) -> Expects {
    let mut plain = String::from(" ");
    for word in words::words(&asking(question)) {
        let word = word.text.to_lowercase();
        // "What's", with and without its apostrophe.
        let asks = word.strip_suffix('s').map(|asks| asks.trim_end_matches(['\'', '’']));
        match asks.filter(|asks| language == "en" && is_question_word(asks, language)) {
            Some(asks) => plain.push_str(&format!("{asks} is")),
            None => plain.push_str(&word),
        }
        plain.push(' ');
    }
    match cues::find(&plain, language) {
        // "When should I use a Box?" asks for reasons, not for a date.
        Expects::Time if asks_for_conditions(&plain) => Expects::Anything,
        // "Change how long the menu waits" asks where or how, not for how long.
        Expects::Time
        | Expects::Duration
        | Expects::Count
        | Expects::Money
        | Expects::Percent
        | Expects::Version
            if is_to_be_set(&plain, language) =>
        {
            Expects::Anything
        }
        found => found,
    }
}

/// For each word of a question, does it only say which kind of answer is wanted, as those of "in welchem Jahr" do?
pub fn of_kind<'w>(words: impl Iterator<Item = &'w str>, language: &str) -> Vec<bool> {
    let mut plain = String::from(" ");
    let mut starts = Vec::new();
    for word in words {
        starts.push(plain.len());
        plain.push_str(&word.to_lowercase());
        plain.push(' ');
    }
    let cue = cues::of_kind(&plain, language).unwrap_or_default();
    starts.into_iter().map(|start| cue.contains(&start)).collect()
}

/// Is what is asked for the object of a verb of setting?
fn is_to_be_set(plain: &str, language: &str) -> bool {
    let words: Vec<&str> = plain.split_whitespace().collect();
    let asks = |word: &&str| is_question_word(word, language) || is_question_word(word, "en");
    let before = words.iter().position(asks).map_or(&[][..], |at| &words[..at]);
    let last = before.iter().rev().find(|word| !is_stop_word(word, language));
    last.is_some_and(|word| Tables::all().setting_verbs.has(word))
}

fn asks_for_conditions(plain: &str) -> bool {
    let words: Vec<&str> = plain.split_whitespace().collect();
    let tables = Tables::all();
    let when = |word: &&str| tables.asks.get(&Expects::Time).is_some_and(|cues| cues.has(word));
    let after = words.iter().position(when).map_or(&[][..], |at| &words[at + 1..]);
    match after {
        ["do", "i" | "we" | "you" | "one", ..] => true,
        [next, ..] => tables.ought.has(next),
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn when_to_do_something_is_no_date() {
        for asked in ["When should I use Box?", "When do I need a lock", "Wann sollte man düngen?"] {
            assert_eq!(expects(asked, "en"), Expects::Anything, "{asked}");
        }
        for asked in ["When was it built?", "When do shops open?"] {
            assert_eq!(expects(asked, "en"), Expects::Time, "{asked}");
        }
    }

    #[test]
    fn the_first_word_that_asks_counts_with_and_without_an_apostrophe() {
        for asked in ["what's left in a row when a write fails", "whats left in a row when a write fails"] {
            assert_ne!(expects(asked, "en"), Expects::Time, "{asked}");
        }
        assert_eq!(expects("whens the next release", "en"), Expects::Time);
        for asked in ["What is dwell time?", "what's dwell time?", "whats dwell time", "What’s a version?"]
        {
            assert_eq!(expects(asked, "en"), Expects::Definition, "{asked}");
        }
        assert_eq!(expects("what's the time of the next release?", "en"), Expects::Time);
    }

    #[test]
    fn the_story_around_a_question_asks_for_nothing() {
        let asked = "I still see everything when I look myself. Why doesn't the rule count for me?";
        assert_eq!(expects(asked, "en"), Expects::Reason);
    }

    #[test]
    fn what_is_to_be_set_is_not_asked_for() {
        for (asked, language) in [
            ("change how long the boot menu waits on Debian, where do I edit that?", "en"),
            ("Can I limit how many rows a query returns?", "en"),
            ("I want to set when the backup runs", "en"),
            ("Kann ich ändern, wie lange das Menü wartet?", "de"),
        ] {
            assert_eq!(expects(asked, language), Expects::Anything, "{asked}");
        }
        for (asked, language, kind) in [
            ("how long does git remember my password?", "en", Expects::Duration),
            ("I want to know how long the boot menu waits", "en", Expects::Duration),
            ("How long does it take to change the limit?", "en", Expects::Duration),
            ("In Python, how many items does a list hold?", "en", Expects::Count),
            ("Wie lange wartet das Menü?", "de", Expects::Duration),
        ] {
            assert_eq!(expects(asked, language), kind, "{asked}");
        }
    }
}
