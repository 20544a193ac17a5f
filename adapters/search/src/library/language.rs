//! Stemmers and stop words by language.
//!
//! Stop words are indexed like all other words, so that phrases, and queries of nothing but stop words, still
//! match. They are dropped from queries only.

use gorkd_core::text::german;
use rust_stemmers::{Algorithm, Stemmer};
use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::OnceLock;
use tantivy::tokenizer::{Language as Listed, RawTokenizer, StopWordFilter, TextAnalyzer, TokenStream};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A language with a stemmer, or `Plain`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    English,
    Arabic,
    Danish,
    Dutch,
    Finnish,
    French,
    German,
    Greek,
    Hungarian,
    Italian,
    Norwegian,
    Portuguese,
    Romanian,
    Russian,
    Spanish,
    Swedish,
    Tamil,
    Turkish,
    /// A known language without a stemmer; words are used unchanged.
    Plain,
}

impl Language {
    /// From an ISO 639-1 code. Text of unknown language is treated as English.
    pub fn of_code(code: Option<&str>) -> Self {
        let Some(code) = code else { return Language::English };
        match code.split(['-', '_']).next().unwrap_or_default() {
            "en" | "" => Language::English,
            "ar" => Language::Arabic,
            "da" => Language::Danish,
            "nl" => Language::Dutch,
            "fi" => Language::Finnish,
            "fr" => Language::French,
            "de" => Language::German,
            "el" => Language::Greek,
            "hu" => Language::Hungarian,
            "it" => Language::Italian,
            "nb" | "nn" | "no" => Language::Norwegian,
            "pt" => Language::Portuguese,
            "ro" => Language::Romanian,
            "ru" => Language::Russian,
            "es" => Language::Spanish,
            "sv" => Language::Swedish,
            "ta" => Language::Tamil,
            "tr" => Language::Turkish,
            _ => Language::Plain,
        }
    }

    /// The stem of a lower-case word.
    pub fn stem(self, word: &str) -> Cow<'_, str> {
        if self == Language::German {
            return german::stem(word).into();
        }
        match self.algorithm() {
            Some(algorithm) => Stemmer::create(algorithm).stem(word).into_owned().into(),
            None => word.into(),
        }
    }

    /// Whether a lower-case word is a stop word in this language.
    pub fn is_stop_word(self, word: &str) -> bool {
        if self == Language::English {
            return english().contains(word);
        }
        let Some(list) = self.listed().and_then(StopWordFilter::new) else { return false };
        let mut analyzer = TextAnalyzer::builder(RawTokenizer::default()).filter(list).build();
        !analyzer.token_stream(word).advance()
    }

    /// Whether compounds are written as one word.
    pub fn composes(self) -> bool {
        matches!(
            self,
            Language::Danish
                | Language::Dutch
                | Language::Finnish
                | Language::German
                | Language::Hungarian
                | Language::Norwegian
                | Language::Swedish
        )
    }

    fn algorithm(self) -> Option<Algorithm> {
        Some(match self {
            Language::English => Algorithm::English,
            Language::Arabic => Algorithm::Arabic,
            Language::Danish => Algorithm::Danish,
            Language::Dutch => Algorithm::Dutch,
            Language::Finnish => Algorithm::Finnish,
            Language::French => Algorithm::French,
            Language::Greek => Algorithm::Greek,
            Language::Hungarian => Algorithm::Hungarian,
            Language::Italian => Algorithm::Italian,
            Language::Norwegian => Algorithm::Norwegian,
            Language::Portuguese => Algorithm::Portuguese,
            Language::Romanian => Algorithm::Romanian,
            Language::Russian => Algorithm::Russian,
            Language::Spanish => Algorithm::Spanish,
            Language::Swedish => Algorithm::Swedish,
            Language::Tamil => Algorithm::Tamil,
            Language::Turkish => Algorithm::Turkish,
            Language::German | Language::Plain => return None,
        })
    }

    fn listed(self) -> Option<Listed> {
        Some(match self {
            Language::Danish => Listed::Danish,
            Language::Dutch => Listed::Dutch,
            Language::Finnish => Listed::Finnish,
            Language::French => Listed::French,
            Language::German => Listed::German,
            Language::Hungarian => Listed::Hungarian,
            Language::Italian => Listed::Italian,
            Language::Norwegian => Listed::Norwegian,
            Language::Portuguese => Listed::Portuguese,
            Language::Russian => Listed::Russian,
            Language::Spanish => Listed::Spanish,
            Language::Swedish => Listed::Swedish,
            Language::English
            | Language::Arabic
            | Language::Greek
            | Language::Romanian
            | Language::Tamil
            | Language::Turkish
            | Language::Plain => return None,
        })
    }
}

/// Removes accents, so that `naïve` matches `naive`.
pub fn fold(word: &str) -> String {
    if word.is_ascii() {
        return word.to_owned();
    }
    word.nfkd().filter(|c| !is_combining_mark(*c)).collect()
}

/// Function words and question words.
const ENGLISH: &str = "a about above after again against all also am an and any are as at be because been before \
    being below between both but by can could d did do does doing don doesn didn isn aren wasn weren won wouldn \
    couldn shouldn during each for from had has have having he her here hers him his how i if in into is it its \
    just let ll m may me might more most must my no nor not now of off on once one only or other our ours out over \
    own re s same shall she should so some such t than that the their theirs them then there these they this those \
    through to too under until up upon us use used using ve very was we were what when where whether which while \
    who whom whose why will with within without would you your yours anyone anybody please tell explain describe \
    give given made make";

fn english() -> &'static HashSet<&'static str> {
    static WORDS: OnceLock<HashSet<&'static str>> = OnceLock::new();
    WORDS.get_or_init(|| ENGLISH.split_whitespace().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stems_follow_the_language() {
        assert_eq!(Language::English.stem("indexes"), Language::English.stem("indexing"));
        assert_eq!(Language::German.stem("häuser"), Language::German.stem("häusern"));
        assert_eq!(Language::Plain.stem("indexes"), "indexes");
        assert_eq!(Language::of_code(Some("pt-BR")), Language::Portuguese);
        assert_eq!(Language::of_code(None), Language::English);
    }

    #[test]
    fn stop_words_follow_the_language() {
        assert!(Language::English.is_stop_word("what"));
        assert!(!Language::English.is_stop_word("index"));
        assert!(Language::German.is_stop_word("und"));
        assert!(!Language::German.is_stop_word("wetter"));
        assert!(!Language::Plain.is_stop_word("the"));
    }

    #[test]
    fn accents_come_off() {
        assert_eq!(fold("lilû"), "lilu");
        assert_eq!(fold("東京"), "東京");
    }
}
