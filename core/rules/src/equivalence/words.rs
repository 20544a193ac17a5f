//! Function words of English questions: those without meaning, those that connect, and those that can be left out.

use crate::text::stopwords::is_stop_word;
use crate::text::tables::{Tables, lists};

/// Words that change nothing about what is asked: articles, helping verbs, filling words. Lower case.
pub(super) fn is_idle(word: &str) -> bool {
    let tables = Tables::of("en");
    let helps = tables.fillers.has(word) || tables.idle.has(word);
    (helps || is_stop_word(word, "en")) && !is_asker(word) && !tables.soft.has(word)
}

/// Words of which a question may have one more or less and still be word for word the same.
pub(super) fn is_trivial(word: &str) -> bool {
    let articles = &lists::Tables::of("en").articles;
    articles.has(word) || Tables::of("en").fillers.has(word) || word == "is" || word == "are"
}

/// Words for the one who asks, or for anyone.
pub(super) fn is_asker(word: &str) -> bool {
    is_first_person(word) || Tables::of("en").addressed.has(word)
}

pub(super) fn is_first_person(word: &str) -> bool {
    Tables::of("en").askers.has(word)
}

/// Small words that join a word to the one before it, and say nothing by themselves.
pub(super) fn is_link(word: &str) -> bool {
    let tables = Tables::of("en");
    tables.prepositions.has(word) || is_even(word)
}

/// Links that keep their sense when both sides change places.
pub(super) fn is_even(link: &str) -> bool {
    let tables = Tables::of("en");
    tables.and_words.has(link) || tables.or_words.has(link) || tables.against.has(link)
}

/// Links that hang a noun on another, so that "jobs in Oslo" and "Oslo jobs" are one thing.
pub(super) fn is_hanging(link: &str) -> bool {
    Tables::of("en").hanging_links.has(link)
}

/// Links of which one says the opposite of the other.
pub(super) fn are_opposite_links(a: &str, b: &str) -> bool {
    let toward = |word: &str| ["to", "into", "towards"].contains(&word);
    (a == "from" && toward(b)) || (toward(a) && b == "from")
}

/// Words that make another thing of the name behind them.
pub(super) fn is_qualifier(word: &str) -> bool {
    Tables::of("en").qualifiers.has(word)
}

/// Words that pick the first or the last of an order: "cheapest", "most".
pub(super) fn picks(text: &str) -> Vec<String> {
    const SHORTEST: usize = 5;
    let picks = |word: &String| {
        ["most", "least", "best", "worst"].contains(&word.as_str())
            || word.ends_with("est") && word.len() >= SHORTEST
    };
    crate::text::words::words(text).iter().map(|word| word.text.to_lowercase()).filter(picks).collect()
}
