//! What kind of answer a question expects.

use super::cues;
use crate::text::words;

/// What kind of words answer the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Expects {
    Person,
    Place,
    Time,
    Duration,
    Count,
    Money,
    Percent,
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
    for word in words::words(question) {
        plain.push_str(&word.text.to_lowercase());
        plain.push(' ');
    }
    match cues::find(&plain, language) {
        // "When should I use a Box?" asks for reasons, not for a date.
        Expects::Time if asks_for_conditions(&plain) => Expects::Anything,
        found => found,
    }
}

fn asks_for_conditions(plain: &str) -> bool {
    const WHEN: [&str; 6] = ["when", "wann", "cuándo", "cuando", "quand", "когда"];
    const OUGHT: [&str; 17] = [
        "should",
        "to",
        "would",
        "must",
        "sollte",
        "soll",
        "sollen",
        "muss",
        "debo",
        "debe",
        "conviene",
        "usar",
        "dois",
        "doit",
        "faut",
        "стоит",
        "нужно",
    ];
    let words: Vec<&str> = plain.split_whitespace().collect();
    let after = words.iter().position(|word| WHEN.contains(word)).map_or(&[][..], |at| &words[at + 1..]);
    match after {
        ["do", "i" | "we" | "you" | "one", ..] => true,
        [next, ..] => OUGHT.contains(next),
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
}
