//! Stop words: for each language, words that are common in every text, and words that make a sentence a
//! question.
//!
//! The lists are short on purpose. A missing stop word costs some precision; a wrong one can lose the subject
//! of a question.

use super::lists::Tables;
use super::tables::{List, Table, Words};
use std::sync::LazyLock;

/// Whether a lower-case word is common in every text of the language. Languages without a list use English,
/// since names and code in them are mostly English.
pub fn is_stop_word(word: &str, language: &str) -> bool {
    stop_words(language).has(word)
}

/// Whether a lower-case word asks or requests something, rather than naming the subject.
pub fn is_question_word(word: &str, language: &str) -> bool {
    list(language, |tables| &tables.question_words).has(word) || is_request_word(word, language)
}

/// Whether the word requests something at the start of a sentence ("list", "name", "give").
pub fn is_request_word(word: &str, language: &str) -> bool {
    list(language, |tables| &tables.request_words).has(word)
}

/// Both lists of a language, for looking up many words.
#[derive(Clone, Copy, Debug)]
pub struct StopList {
    stop: &'static List,
    question: &'static List,
    auxiliaries: &'static List,
    /// Stop words without articles, pointing words, and auxiliaries.
    common: &'static List,
}

impl StopList {
    pub fn of(language: &str) -> Self {
        let question = list(language, |tables| &tables.question_words);
        let tables = Tables::or_english(language);
        let (auxiliaries, common) = (tables.auxiliaries.written(), tables.stop_words.written());
        Self { stop: stop_words(language), question, auxiliaries, common }
    }

    /// Whether it is a stop word or a question word. Request words are not included, because they may also name
    /// a subject.
    pub fn holds(&self, word: &str) -> bool {
        self.stop.has(word) || self.question.has(word) || denied(word, self.auxiliaries).is_some()
    }

    /// Byte length of the longest of them that a run of characters without spaces starts with. A single character is
    /// often part of a longer word, as "其" is of "土耳其", so only the commonest count, and one that asks at the end.
    pub fn longest_start(&self, run: &str) -> Option<usize> {
        let length = self.stop.longest_start(run).max(self.question.longest_start(run))?;
        let word = &run[..length];
        let asks = length == run.len() && self.question.has(word);
        (word.chars().nth(1).is_some() || self.common.has(word) || asks).then_some(length)
    }
}

/// The auxiliary that a word denies without the apostrophe: "did" of "didnt". "Bent" is a word of its own.
pub fn denied<'w>(word: &'w str, auxiliaries: &List) -> Option<&'w str> {
    word.strip_suffix("nt").filter(|verb| *verb != "be" && auxiliaries.has(verb))
}

/// All function words of a language in one list, since each word of each text is looked up in it.
fn stop_words(language: &str) -> &'static List {
    static LITTLE: LazyLock<Vec<(&str, Words)>> = LazyLock::new(|| {
        let known = Tables::languages().filter(|(_, tables)| !tables.stop_words.written().is_empty());
        let little = |(code, tables): (&'static str, &Tables)| {
            let mut words = tables.stop_words.clone();
            for more in [&tables.articles, &tables.pointing_words, &tables.auxiliaries] {
                words.add(more);
            }
            (code, words)
        };
        known.map(little).collect()
    });
    let own = LITTLE.iter().find(|(code, _)| *code == language);
    own.unwrap_or(&LITTLE[0]).1.written()
}

fn list(language: &str, of: fn(&'static Tables) -> &'static Words) -> &'static List {
    let own = of(Tables::or_english(language)).written();
    if own.is_empty() { of(Tables::or_english("en")).written() } else { own }
}
