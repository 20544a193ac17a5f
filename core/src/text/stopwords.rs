//! Stop words: per language, those that are common in every text and those that make a sentence a question.
//!
//! The lists are short on purpose. A missing stop word costs a little precision; a wrong one loses a question.

use super::lists::Tables;
use super::tables::{List, Table, Words};
use std::sync::LazyLock;

/// Is this lower-case word one that every text of the language is full of? English is assumed for languages
/// without a list, as names and code in them are mostly English.
pub fn is_stop_word(word: &str, language: &str) -> bool {
    stop_words(language).has(word)
}

/// Does this lower-case word ask, or ask for something, rather than name what is asked about?
pub fn is_question_word(word: &str, language: &str) -> bool {
    list(language, |tables| &tables.question_words).has(word) || is_request_word(word, language)
}

/// Does the word ask for something where it begins a sentence ("list", "name", "give")?
pub fn is_request_word(word: &str, language: &str) -> bool {
    list(language, |tables| &tables.request_words).has(word)
}

/// Both lists of a language, for whoever looks up many words.
#[derive(Clone, Copy, Debug)]
pub struct Idle {
    stop: &'static List,
    question: &'static List,
}

impl Idle {
    pub fn of(language: &str) -> Self {
        let question = list(language, |tables| &tables.question_words);
        Self { stop: stop_words(language), question }
    }

    /// Is it a stop word or a question word? Words that may ask for something may also name it.
    pub fn holds(&self, word: &str) -> bool {
        self.stop.has(word) || self.question.has(word)
    }
}

/// All little words of a language: one list, as each word of each text is looked for in it.
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
