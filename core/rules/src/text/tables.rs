//! The words that rules use to understand texts, `core/rules/tables/`: one file per language, one list per concept.
//!
//! docs/tables.md says how to add a word, a concept, or a language.

use crate::equivalence::Asked;
use crate::write::Expects;
use gorkd_core::model::{Deliverable, Recency};
pub use gorkd_core::text::lists;
use gorkd_core::text::tables::{Groups, Meanings, Table, Words};
use serde::Deserialize;
use std::collections::BTreeMap;

/// English first.
const FILES: [(&str, &str); 12] = [
    ("en", include_str!("../../tables/en.toml")),
    ("de", include_str!("../../tables/de.toml")),
    ("es", include_str!("../../tables/es.toml")),
    ("fr", include_str!("../../tables/fr.toml")),
    ("it", include_str!("../../tables/it.toml")),
    ("pt", include_str!("../../tables/pt.toml")),
    ("nl", include_str!("../../tables/nl.toml")),
    ("ru", include_str!("../../tables/ru.toml")),
    ("ar", include_str!("../../tables/ar.toml")),
    ("zh", include_str!("../../tables/zh.toml")),
    ("ja", include_str!("../../tables/ja.toml")),
    ("ko", include_str!("../../tables/ko.toml")),
];

gorkd_core::tables! {
    FILES;
    // What a question says.
    /// Verbs that follow the speaker and are no auxiliaries: "the oldest Python I need".
    asker_verbs: Words,
    /// What follows "when" in a question for reasons: "When should I use it?"
    ought: Words,
    /// What asks for which kind of answer.
    asks: BTreeMap<Expects, Words>,
    /// Nouns behind "what" or "which" that tell the kind of answer by themselves.
    answer_nouns: BTreeMap<Expects, Words>,
    /// Nouns that only introduce what is asked for: "the name of", "kinds of".
    naming_nouns: Words,
    /// Words that make a "how much" a question for money.
    money_words: Words,
    /// Signs of a question in a script without spaces, where a question word is no word of its own.
    asking_signs: Words,
    news: Words,
    /// Words between two things that are compared.
    against: Words,
    comparing: Words,
    /// Words next to the things compared that belong to neither side.
    compared_words: Words,
    /// Words that weigh two things against each other.
    grades: Words,
    /// Words that end like a comparative and are none.
    ungraded: Words,
    /// Articles of what is not known yet: "a second" picks nothing, "the second" does.
    indefinite_articles: Words,
    and_words: Words,
    or_words: Words,
    both_words: Words,
    /// Beginnings of a question about how something is done, besides those of `asks.steps`.
    how_to: Words,
    /// Words of a wish to be shown step by step.
    instructions: Words,
    /// Beginnings of a question for an explanation, besides those of `asks.reason`.
    explains: Words,
    /// Beginnings of a wish for a list.
    lists: Words,
    /// Wishes for all there is.
    everything: Words,
    /// Wishes for one thing before all others.
    best: Words,
    /// Words that say nothing of what is asked about.
    empty_words: Words,

    // Conversation.
    greetings: Words,
    /// What people answer an answer with.
    reactions: Words,
    /// Words besides "and" that continue what was said before.
    contrasts: Words,
    lead_phrases: Words,
    /// Ordinal numbers; their stems, in a language with endings.
    ordinals: Meanings<f64>,
    ordinal_endings: Words,
    /// Other words that pick a thing by its place: "the latter".
    picking: Meanings<f64>,
    /// "The second one".
    ones: Words,
    last: Words,
    according_to: Words,
    /// Of these, ordinary words ("loud", "second"): what follows them is a source only if it is a name.
    perhaps_according_to: Words,

    // Time.
    since: Words,
    after: Words,
    until: Words,
    before: Words,
    this_year: Words,
    last_year: Words,
    /// What asks for what has happened since.
    recent: BTreeMap<Recency, Words>,
    /// What asks how things are now, whenever it was written down.
    present: Words,
    /// "The current president", but not an electric one.
    current: Words,
    /// Words by which something was so, and may be so no longer.
    past: Words,

    // What a text mentions.
    negations: Words,
    /// Of these, prepositions: they deny a thing, and not what is said.
    lacking: Words,
    /// What leaves something out without denying it.
    exceptions: Words,
    /// What says that nothing else is meant.
    restrictions: Words,
    /// Denials that say nothing about the statement itself.
    idle_negations: Words,
    numbers: Meanings<f64>,
    magnitudes: Meanings<f64>,
    /// Words for units, with the symbol of each.
    units: Meanings<String>,
    /// Words for currencies, with the ISO 4217 code of each.
    currencies: Meanings<String>,
    /// Words between the two ends of a range.
    range_words: Words,
    version_words: Words,
    /// Months that are other words when they are written small.
    small_months: Words,
    decade_endings: Words,
    ordinal_signs: Words,
    hedges: Words,
    /// Words before the name of a place.
    place_words: Words,
    prepositions: Words,
    /// The word that names who acts in the passive voice.
    passive: Words,
    /// Links between a noun and what it belongs to, so that "jobs in Oslo" and "Oslo jobs" are one thing.
    hanging_links: Words,
    /// Small words that join two halves of a title when an article follows: "Welcome to the Show".
    title_links: Words,
    /// What a condition begins with.
    conditions: Words,
    /// Words before one of these by which it makes no difference.
    concessions: Words,
    /// Participles by which a value has become another one: "increased from 1024 to 4096".
    changing: Words,
    /// Words between two clauses that are set against each other.
    contrasting: Words,
    /// Beginnings of the words for what was read.
    sources_read: Words,
    /// Beginnings of the words for telling.
    telling: Words,
    /// How a mere reference to another place begins.
    references: Words,
    /// Capitalized adjectives, besides those recognized by their endings.
    nationalities: Words,
    weekdays: Words,
    /// What people call the forms of an answer.
    deliverables: BTreeMap<Deliverable, Words>,
    /// Words in brackets after a title that don't distinguish things.
    untold_senses: Words,

    // Likeness of questions.
    /// Groups of one meaning.
    synonyms: Groups,
    /// A word, and one that cannot be said of the same thing.
    opposites: Groups,
    /// Two spellings that look like a slip of the pen and are two words.
    confusable: Groups,
    /// Words that end like a form of another and are none.
    unchanging: Words,
    irregular: Meanings<String>,
    /// Spellings, by the more common one.
    spellings: Meanings<String>,
    /// Adverbs that change nothing about what is asked.
    fillers: Words,
    /// Other words that don't change the meaning, besides stop words.
    idle: Words,
    askers: Words,
    addressed: Words,
    /// Words that change little and may be on one side only.
    soft: Words,
    /// Words that make another thing of the name behind them.
    qualifiers: Words,
    contractions: Meanings<String>,
    /// Adverbs that can be anywhere in a question.
    adverbs: Words,
    /// Verbs of requesting something.
    getting: Words,
    /// Heads of questions that only ask nicely.
    polite: Patterns,
    /// Heads of questions, by what is asked for.
    heads: BTreeMap<Asked, Patterns>,

    // Orders to programs.
    /// Programs that are said to speak, or are spoken to, at the start of a line.
    machines: Words,
    /// Others who are said to speak; a table about a game says "Developer:" as well.
    speakers: Words,
    /// What was said before is to be dropped.
    dropping_verbs: Words,
    /// Beginnings of what is to be dropped, right behind one of `dropped_scopes`.
    dropped: Words,
    dropped_scopes: Words,
    /// Whole phrases for it.
    dropped_whole: Words,
    /// Beginnings of words that say it by themselves.
    dropped_stems: Words,
    /// What may be such an order, and may be advice on a program's settings.
    dropped_maybe: Words,
    /// Words that refer to a reply in an attempt to influence it.
    replies: Words,
    /// Words of those who write about servers and forms, where "your response" is one of a program's.
    technical: Words,
    /// What nobody says to people.
    to_programs: Words,
    /// Turns that orders have, and that people's sentences may have too.
    perhaps_to_programs: Words,
    /// Verbs that ask for words rather than for deeds, at the start of a sentence. What documentation asks its readers
    /// to do ("run", "set", "install") is not among them.
    asking_verbs: Words,
    /// Verbs that ask for words that are given; they are orders when what is given reads like a password.
    saying_verbs: Words,
}

/// Beginnings of a sentence, word by word: `|` parts choices, `?` behind them means that they may be missing, and `*` is
/// any word that says something.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Patterns(Vec<String>);

impl Patterns {
    /// Words of the longest pattern that a sentence begins with.
    pub fn begin(&self, words: &[&str], says: impl Fn(&str) -> bool) -> Option<usize> {
        self.0.iter().filter_map(|pattern| matched(pattern, words, &says)).max()
    }
}

fn matched(pattern: &str, words: &[&str], says: impl Fn(&str) -> bool) -> Option<usize> {
    let mut count = 0;
    for element in pattern.split(' ') {
        let choices = element.strip_suffix('?').unwrap_or(element);
        let fits = |word: &&str| {
            if choices == "*" { says(word) } else { choices.split('|').any(|choice| choice == *word) }
        };
        match words.get(count).is_some_and(fits) {
            true => count += 1,
            false if choices.len() < element.len() => {}
            false => return None,
        }
    }
    Some(count)
}

impl Table for Patterns {
    fn add(&mut self, other: &Self) {
        self.0.extend(other.0.iter().cloned());
    }

    fn count(&self) -> usize {
        self.0.len()
    }

    fn repeated(&self) -> Vec<&'static str> {
        let twice = (1..self.0.len()).any(|at| self.0[..at].contains(&self.0[at]));
        if twice { vec!["a pattern"] } else { Vec::new() }
    }
}

#[cfg(test)]
#[path = "tables_tests.rs"]
mod tests;
