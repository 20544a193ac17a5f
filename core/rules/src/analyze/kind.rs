//! The kind of answer that a question expects, judging by its words.

use crate::text::mentions::named;
use crate::text::one_line;
use crate::text::tables::{Tables, lists};
use crate::text::words::fold;
use crate::write::{Expects, expects};
use gorkd_core::model::{Period, QuestionKind, Recency};
use gorkd_core::text::tables::Words;

/// The first rule that matches decides. A question that matches none is factual.
pub fn kind_of(text: &str, language: &str, period: Option<&Period>) -> QuestionKind {
    let folded = one_line(&fold(text).replace(['?', '!', ',', '.', ':', '¿', '¡'], " "));
    // Questions in other languages may still use words such as "vs" or "tutorial".
    let tables = [Tables::of(language), Tables::of("en")];
    let says = |of: fn(&Tables) -> &Words| tables.iter().any(|tables| of(tables).folded().stand_in(&folded));
    let begins =
        |of: fn(&Tables) -> &Words| tables.iter().any(|tables| of(tables).folded().begin(&folded).is_some());
    let asks = |kind: Expects| {
        let of = |tables: &Tables| {
            tables.asks.get(&kind).is_some_and(|cues| cues.folded().begin(&folded).is_some())
        };
        of(tables[0]) || of(tables[1])
    };
    let news = matches!(period.and_then(|p| p.recent), Some(Recency::Day | Recency::Week));
    if news || says(|tables| &tables.news) {
        QuestionKind::CurrentEvent
    } else if compares(&says)
        || (names_options(&says, &folded, language) && compares_options(text, language, &folded))
    {
        QuestionKind::Comparison
    } else if asks(Expects::Steps) || asks_how(&tables, &folded) || says(|tables| &tables.instructions) {
        QuestionKind::HowTo
    } else if asks(Expects::Reason) || begins(|tables| &tables.explains) {
        QuestionKind::Explanation
    } else if begins(|tables| &tables.lists) {
        QuestionKind::List
    } else if expects(text, language) == Expects::Reason {
        QuestionKind::Explanation
    } else {
        QuestionKind::Factual
    }
}

/// Does a question begin as one for how something is done?
fn asks_how(tables: &[&Tables], folded: &str) -> bool {
    let words: Vec<&str> = folded.split(' ').collect();
    let does = |word: &str, tables: &Tables| {
        let ends = |ending: &str| word.ends_with(ending) && word.chars().count() > ending.chars().count() + 1;
        tables.infinitive_endings.folded().iter().any(ends)
    };
    tables.iter().copied().any(|tables| {
        let how =
            |word: &str| tables.asks.get(&Expects::Anything).is_some_and(|cues| cues.folded().has(word));
        let infinitive = matches!(words[..], [first, verb, ..] if how(first) && does(verb, tables));
        infinitive || tables.how_to.begin(&words, |_| true).is_some()
    })
}

fn compares(says: &impl Fn(fn(&Tables) -> &Words) -> bool) -> bool {
    says(|tables| &tables.comparing) || says(|tables| &tables.against)
}

/// Whether it is a question that names the options to choose from.
fn names_options(says: &impl Fn(fn(&Tables) -> &Words) -> bool, folded: &str, language: &str) -> bool {
    let first = folded.split(' ').next().unwrap_or_default();
    let asks = |language: &str| {
        let auxiliary = lists::Tables::of(language).auxiliaries.folded().has(first);
        auxiliary || lists::Tables::of(language).question_words.folded().has(first)
    };
    // "Two rows that both have NULL" names no options, "both SQLite and DuckDB" does.
    let both = says(|tables| &tables.both_words) && says(|tables| &tables.and_words);
    (says(|tables| &tables.or_words) || both) && (asks(language) || asks("en"))
}

/// Whether two things are compared. "Shot in or around Leland" has an "or" but compares nothing.
fn compares_options(text: &str, language: &str, folded: &str) -> bool {
    let names = named(text, language).len();
    let tables = Tables::or_english(language);
    let grades = folded.split(' ').any(|word| {
        let comparative = word.len() > 4 && word.ends_with("er") && !tables.ungraded.has(word);
        tables.grades.folded().has(word) || language == "en" && comparative
    });
    names >= 2 || grades
}
