//! Stems of words: what the forms of a word have in common.

use super::german;
use rust_stemmers::{Algorithm, Stemmer};
use std::borrow::Cow;

/// The stemmer of a language.
pub enum Stems {
    Snowball(Stemmer),
    German,
    /// Words are used unchanged.
    Unknown,
}

impl Stems {
    /// By an ISO 639-1 code.
    pub fn of(language: &str) -> Self {
        match algorithm(language) {
            Some(algorithm) => Self::Snowball(Stemmer::create(algorithm)),
            None if language == "de" => Self::German,
            None => Self::Unknown,
        }
    }

    /// The stem of a lower-case word.
    pub fn stem<'w>(&self, word: &'w str) -> Cow<'w, str> {
        match self {
            Self::Snowball(stemmer) => stemmer.stem(word),
            Self::German => german::stem(word).into(),
            Self::Unknown => word.into(),
        }
    }
}

fn algorithm(language: &str) -> Option<Algorithm> {
    Some(match language {
        "ar" => Algorithm::Arabic,
        "da" => Algorithm::Danish,
        "el" => Algorithm::Greek,
        "en" => Algorithm::English,
        "es" => Algorithm::Spanish,
        "fi" => Algorithm::Finnish,
        "fr" => Algorithm::French,
        "hu" => Algorithm::Hungarian,
        "it" => Algorithm::Italian,
        "nl" => Algorithm::Dutch,
        "no" | "nb" => Algorithm::Norwegian,
        "pt" => Algorithm::Portuguese,
        "ro" => Algorithm::Romanian,
        "ru" => Algorithm::Russian,
        "sv" => Algorithm::Swedish,
        "ta" => Algorithm::Tamil,
        "tr" => Algorithm::Turkish,
        _ => return None,
    })
}
