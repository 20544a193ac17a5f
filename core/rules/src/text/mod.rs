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

/// The words of a text in lower case.
pub fn lower_words(text: &str) -> Vec<String> {
    words::words(text).iter().map(|word| word.text.to_lowercase()).collect()
}

/// Does a text refer to something said before it?
pub fn points_back(text: &str, language: &str) -> bool {
    let pointing = &tables::lists::Tables::or_english(language).pointing_words;
    lower_words(text).iter().any(|word| pointing.has(word))
}

/// Is it a word that is common in every text of a language, or one that asks something? In lower case.
pub fn says_little(word: &str, language: &str) -> bool {
    stopwords::is_stop_word(word, language) || stopwords::is_question_word(word, language)
}

/// The sentences of a question, trimmed. Whoever types without capitals ends sentences nonetheless: "it hangs. why?"
pub fn sentences_typed(text: &str) -> Vec<&str> {
    let capitals = text.trim_start().starts_with(char::is_lowercase);
    let (mut ended, mut spaced) = (false, false);
    // As long as the text, so that ranges are the same.
    let told: String = text
        .chars()
        .map(|letter| {
            let begins = ended && spaced;
            spaced = letter.is_whitespace();
            ended = matches!(letter, '?' | '!') || letter == '.' && capitals || ended && spaced;
            let capital = letter.to_uppercase().next().filter(|one| one.len_utf8() == letter.len_utf8());
            if begins { capital.unwrap_or(letter) } else { letter }
        })
        .collect();
    let ranges = sentences::sentences(&told, 0..told.len());
    ranges.into_iter().map(|range| text[range].trim()).collect()
}

/// The sentences of a question that ask, without the story around them; the whole text if no sentence does.
pub fn asking(text: &str) -> String {
    let mut asked = sentences_typed(text);
    asked.retain(|sentence| sentence.ends_with(['?', '？', '؟']));
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
    fn sentences_without_capitals_end() {
        let told = |text: &'static str| sentences_typed(text).len();
        assert_eq!(told("the log lists him three times. can i merge those"), 2);
        assert_eq!(told("сервер висит. что делать?"), 2);
        assert_eq!(told("sum() vs. total(), e.g. for no rows, in sqlite 3.2"), 1);
        assert_eq!(told("The log of git v. two"), 1);
        assert_eq!(told("ﬁle is gone. ﬁnd it"), 1, "a letter that grows as a capital stays as it is");
    }

    #[test]
    fn what_asks_is_told_from_its_story() {
        let story = "I will be in Nepal for four weeks. How should I tell the others?";
        assert_eq!(asking(story), "How should I tell the others?");
        assert_eq!(asking("a question without a mark"), "a question without a mark");
        assert_eq!(asking("it hangs every week.. can python say where? thx"), "can python say where?");
        assert_eq!(asking("Может ли он? да, наверное."), "Может ли он?");
    }
}
