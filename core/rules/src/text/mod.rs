//! Analysis of texts by rules: the numbers, dates, and names in them. The core finds blocks, sentences and words.
//!
//! Everything works on byte ranges of the stored text, so that everything found can be quoted.

mod dates;
pub mod footnotes;
pub mod lexicon;
pub mod mentions;
mod names;
mod numbers;
mod numerals;
pub mod tables;
pub mod units;

pub use gorkd_core::text::{flowing, sentences, stopwords, words};
use regex::Regex;

/// The text with white space collapsed to single spaces.
pub fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// A constant pattern, which the tests of its module compile.
pub fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is well formed")
}

/// Does a line open or close a block of code?
pub fn is_fence(line: &str) -> bool {
    let words = line.trim_start();
    words.starts_with("```") || words.starts_with("~~~")
}

/// Is it a word that is common in every text of a language, or one that asks something? In lower case.
pub fn says_little(word: &str, language: &str) -> bool {
    stopwords::is_stop_word(word, language) || stopwords::is_question_word(word, language)
}

/// The sentences of a question that ask, without the story around them; the whole text if no sentence does.
pub fn asking(text: &str) -> String {
    let all = sentences::sentences(text, 0..text.len()).into_iter().map(|range| text[range].trim());
    let asked: Vec<&str> = all.filter(|sentence| sentence.ends_with(['?', '？', '؟'])).collect();
    if asked.is_empty() { text.to_owned() } else { asked.join(" ") }
}

/// An English word without the ending of a genitive.
pub fn without_genitive(word: &str) -> &str {
    word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word)
}

/// The number of keys that are also among the others.
pub fn shared<T: PartialEq>(keys: &[T], others: &[T]) -> usize {
    keys.iter().filter(|key| others.contains(key)).count()
}

/// The items without repetitions; the first of each is kept.
pub fn once<T: PartialEq>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut kept: Vec<T> = Vec::new();
    for one in all {
        if !kept.contains(&one) {
            kept.push(one);
        }
    }
    kept
}

/// The words of a text and nothing else, with a space before and behind each.
pub fn apart(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    format!(" {} ", words.collect::<Vec<_>>().join(" "))
}

/// The start of a text: at most `most` bytes, cut between characters.
pub fn beginning(text: &str, most: usize) -> &str {
    &text[..text.floor_char_boundary(most)]
}

/// The end of a text: at most `most` bytes, cut between characters.
pub fn ending(text: &str, most: usize) -> &str {
    &text[text.ceil_char_boundary(text.len().saturating_sub(most))..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_asks_is_told_from_its_story() {
        let story = "I will be in Nepal for four weeks. How should I tell the others?";
        assert_eq!(asking(story), "How should I tell the others?");
        assert_eq!(asking("a question without a mark"), "a question without a mark");
    }
}
