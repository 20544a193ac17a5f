//! Function words of English questions: those without meaning, those that connect, and optional ones.

use crate::text::lower_words;
use crate::text::stopwords::is_stop_word;
use crate::text::tables::{Tables, lists};

/// Words that don't change what is asked: articles, auxiliary verbs, fillers. In lower case.
pub(super) fn is_idle(word: &str) -> bool {
    let tables = Tables::of("en");
    let helps = tables.fillers.has(word) || tables.idle.has(word);
    (helps || is_stop_word(word, "en")) && !is_asker(word) && !tables.soft.has(word)
}

/// Words that may be in only one of two questions that are word for word the same.
pub(super) fn is_trivial(word: &str) -> bool {
    let articles = &lists::Tables::of("en").articles;
    articles.has(word) || Tables::of("en").fillers.has(word) || word == "is" || word == "are"
}

/// Words for the asker, or for people in general.
pub(super) fn is_asker(word: &str) -> bool {
    let tables = Tables::of("en");
    tables.askers.has(word) || tables.addressed.has(word)
}

/// Function words that attach a word to the one before it, without meaning of their own.
pub(super) fn is_link(word: &str) -> bool {
    let tables = Tables::of("en");
    tables.prepositions.has(word) || is_even(word)
}

/// Connectives with the same meaning if both sides are swapped.
pub(super) fn is_even(link: &str) -> bool {
    let tables = Tables::of("en");
    tables.and_words.has(link) || tables.or_words.has(link) || tables.against.has(link)
}

/// Connectives that are opposites.
pub(super) fn are_opposite_links(a: &str, b: &str) -> bool {
    let toward = |word: &str| ["to", "into", "towards"].contains(&word);
    (a == "from" && toward(b)) || (toward(a) && b == "from")
}

/// Words for the first or last in an order: "cheapest", "most".
pub(super) fn picks(text: &str) -> Vec<String> {
    const SHORTEST: usize = 5;
    let picks = |word: &String| {
        ["most", "least", "best", "worst"].contains(&word.as_str())
            || word.ends_with("est") && word.len() >= SHORTEST
    };
    lower_words(text).into_iter().filter(picks).collect()
}
