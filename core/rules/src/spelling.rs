//! Typos: words that differ from another word in one letter, or have two letters swapped.

use crate::text::tables::{Tables, lists};
use crate::text::words::words;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Minimum letters to recognize a word with one wrong letter.
const MISTYPED: usize = 5;
/// Minimum letters to recognize a misspelled function word anywhere. In 2,500 pages of manuals, no word of that
/// length differs from a function word in one inner letter. Shorter ones do: "abort" isn't "about", and "whole" isn't
/// "whose".
const SURE: usize = 7;

/// Is a word the other one with one wrong letter, or two letters swapped? People seldom get the first letter wrong.
pub fn is_mistyped(word: &str, known: &str) -> bool {
    let plain = word.chars().all(char::is_alphabetic) && word.chars().count() >= MISTYPED;
    plain && word.chars().next() == known.chars().next() && strsim::osa_distance(word, known) == 1
}

/// The function word that a lower-case word was meant to be: one that asks, compares, or has little meaning. A word
/// with another ending is another form of it, not a typo.
pub fn meant(word: &str, language: &str) -> Option<&'static str> {
    let (core, rules) = (lists::Tables::or_english(language), Tables::or_english(language));
    let lists = [
        &core.stop_words,
        &core.question_words,
        &core.auxiliaries,
        &core.pointing_words,
        &rules.comparing,
        &rules.compared_words,
    ];
    if word.chars().count() < SURE || lists.iter().any(|list| list.has(word)) {
        return None;
    }
    let same_end = |known: &str| word.chars().next_back() == known.chars().next_back();
    lists.iter().flat_map(|list| list.iter()).find(|known| same_end(known) && is_mistyped(word, known))
}

/// A question with its function words spelled correctly: "diffrence beetween" asks for a comparison and is nothing to
/// search for.
pub fn corrected(text: &str, language: &str) -> String {
    with_words(text, |word| {
        let lower = word.chars().all(char::is_lowercase);
        meant(word, language).filter(|_| lower).map(str::to_owned)
    })
}

/// A text in which some words are replaced.
fn with_words(text: &str, other: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for word in words(text) {
        if let Some(other) = other(word.text) {
            out.push_str(&text[from..word.range.start]);
            out.push_str(&other);
            from = word.range.end;
        }
    }
    out.push_str(&text[from..]);
    out
}

/// A text with its unknown words as the vocabulary spells them, if it contains a word that each may be a typo of. The
/// most frequent one wins. Names are spelled the way they were meant.
pub fn respelled<'a>(
    text: &str,
    is_known: impl Fn(&str) -> bool,
    vocabulary: impl Fn() -> Box<dyn Iterator<Item = &'a str> + 'a>,
) -> String {
    with_words(text, |word| {
        let plain = word.chars().count() >= MISTYPED && word.chars().all(char::is_lowercase);
        if !plain || is_known(word) {
            return None;
        }
        let mut alike: BTreeMap<String, usize> = BTreeMap::new();
        let near = |known: &&str| {
            let begins = known.chars().next().and_then(|c| c.to_lowercase().next());
            begins == word.chars().next() && known.len().abs_diff(word.len()) <= char::MAX.len_utf8()
        };
        for known in vocabulary().filter(near) {
            let known = known.to_lowercase();
            if is_mistyped(word, &known) {
                *alike.entry(known).or_default() += 1;
            }
        }
        alike
            .into_iter()
            .max_by_key(|(known, count)| (*count, Reverse(known.clone())))
            .map(|(known, _)| known)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_letter_makes_no_strange_word() {
        assert!(is_mistyped("pyton", "python") && is_mistyped("seperate", "separate"));
        assert!(!is_mistyped("nginx", "engine") && !is_mistyped("cron", "corn"), "too far, and too short");
    }

    #[test]
    fn an_unknown_word_is_spelled_as_it_was_read() {
        let read = "Delete a branch of the remote. Each branch has a name; to brunch is another matter.";
        let vocabulary =
            || Box::new(read.split(|c: char| !c.is_alphabetic())) as Box<dyn Iterator<Item = &str>>;
        let known = |word: &str| read.to_lowercase().contains(word);
        assert_eq!(
            respelled("delte a brnch on the remot, Brnch?", known, vocabulary),
            "delete a branch on the remot, Brnch?"
        );
        assert_eq!(respelled("what is nginx", known, vocabulary), "what is nginx");
    }

    #[test]
    fn little_words_are_put_right_and_others_stay() {
        let asked = "whats the diffrence beetween git merge and git rebase";
        assert_eq!(corrected(asked, "en"), "whats the difference between git merge and git rebase");
        assert_eq!(
            corrected("was ist der Unterschid zwishen A und B", "de"),
            "was ist der Unterschid zwischen A und B"
        );
        for asked in
            ["how do I abort a rebase", "compares the whole world", "What is Betwen?", "describes it"]
        {
            assert_eq!(corrected(asked, "en"), asked);
        }
        assert_eq!(meant("comparee", "en"), Some("compare"));
        assert_eq!(meant("compares", "en"), None, "it ends otherwise");
        assert_eq!(meant("between", "en"), None, "it is spelled right");
        assert_eq!(meant("abort", "en"), None, "it is not “about”");
    }
}
