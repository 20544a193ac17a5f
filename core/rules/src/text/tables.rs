//! The words that rules use to understand texts, `core/rules/tables/`: one file per language, one list per
//! concept.
//!
//! docs/tables.md describes how to add a word, a concept, or a language.

use crate::equivalence::QuestionHead;
use crate::write::Expects;
use gorkd_core::model::{Deliverable, Recency};
pub use gorkd_core::text::lists;
use gorkd_core::text::tables::{Groups, Meanings, Table, Words};
use serde::Deserialize;
use std::collections::BTreeMap;

gorkd_core::tables! {
    "en" "de" "es" "fr" "it" "pt" "nl" "ru" "ar" "zh" "ja" "ko";
    // Words in questions.
    /// Verbs after the speaker that aren't auxiliaries: "the oldest Python I need".
    asker_verbs: Words,
    /// What follows "when" in a question for reasons: "When should I use it?"
    ought: Words,
    /// Verbs whose object is a value that nobody asks for: "change how long it waits".
    setting_verbs: Words,
    /// Question words by the kind of answer.
    asks: BTreeMap<Expects, Words>,
    /// What pages say where they tell which version brought something.
    version_news: Words,
    /// Nouns after "what" or "which" that determine the kind of answer on their own.
    answer_nouns: BTreeMap<Expects, Words>,
    /// Nouns that only introduce the subject: "the name of", "kinds of".
    naming_nouns: Words,
    /// Words of a title that only announce its subject: "Introduction to".
    announcing: Words,
    /// Words that make a "how much" a question about money.
    money_words: Words,
    /// Signs of a question in a script without spaces, where question words can't be separated.
    asking_signs: Words,
    news: Words,
    /// Words between two things that are compared.
    against: Words,
    comparing: Words,
    /// Words next to the compared things that belong to neither side.
    compared_words: Words,
    /// Words that compare two things.
    grades: Words,
    /// Words that end like a comparative but aren't one.
    ungraded: Words,
    /// Articles of something not yet known: "a second" refers to nothing, "the second" does.
    indefinite_articles: Words,
    and_words: Words,
    or_words: Words,
    both_words: Words,
    /// Starts of questions about how something is done, without accents, besides those of `asks.steps`.
    how_to: Patterns,
    /// Endings of infinitives: "how" and an infinitive ask how something is done.
    infinitive_endings: Words,
    /// Words that request step-by-step instructions.
    instructions: Words,
    /// Starts of questions for an explanation, besides those of `asks.reason`.
    explains: Words,
    /// Starts of requests for a list.
    lists: Words,
    /// Requests for everything there is.
    everything: Words,
    /// Requests for the best one.
    best: Words,
    /// Words that say nothing about the subject.
    empty_words: Words,

    // Conversation.
    greetings: Words,
    /// Words that ask for help, and for nothing in particular.
    pleas: Words,
    /// Typical reactions to an answer.
    reactions: Words,
    /// Words besides "and" that continue what was said before.
    contrasts: Words,
    lead_phrases: Words,
    /// Ordinal numbers; their stems in an inflected language.
    ordinals: Meanings<f64>,
    ordinal_endings: Words,
    /// Other words that refer to a position: "the latter".
    picking: Meanings<f64>,
    /// As in "the second one".
    ones: Words,
    last: Words,
    according_to: Words,
    /// The ordinary words among these ("loud", "second"): what follows is a source only if it is a name.
    perhaps_according_to: Words,

    // Time.
    since: Words,
    after: Words,
    until: Words,
    before: Words,
    this_year: Words,
    last_year: Words,
    /// Words that ask for recent events.
    recent: BTreeMap<Recency, Words>,
    /// Words that ask about the present state, however old the page.
    present: Words,
    /// As in "the current president", but not an electric one.
    current: Words,
    /// Words for something that was true and may no longer be.
    past: Words,

    // Mentions in a text.
    negations: Words,
    /// The prepositions among these: they negate a thing, not the statement.
    lacking: Words,
    /// Words for what does not happen because of something: "to avoid losing it".
    preventing: Words,
    /// Words that make an exception without negating.
    exceptions: Words,
    /// Words that exclude anything else.
    restrictions: Words,
    either: Words,
    neither: Words,
    /// Words for all things of a kind, and for some of them.
    all_words: Words,
    some_words: Words,
    /// Negations that say nothing about the statement itself.
    idle_negations: Words,
    numbers: Meanings<f64>,
    magnitudes: Meanings<f64>,
    /// Words for units, and the symbol of each.
    units: Meanings<String>,
    /// Words for currencies, and the ISO 4217 code of each.
    currencies: Meanings<String>,
    /// Words between the two ends of a range.
    range_words: Words,
    version_words: Words,
    /// Months that have another meaning in lower case.
    small_months: Words,
    decade_endings: Words,
    ordinal_signs: Words,
    hedges: Words,
    /// Words before the most, and the least, that there may be.
    at_most: Words,
    at_least: Words,
    /// The same where a negation turns them round: "not more than" sets the most.
    less_than: Words,
    more_than: Words,
    /// Nouns for the most, and the least, that there may be.
    maxima: Words,
    minima: Words,
    /// Words after a bound: "5 or more".
    or_less: Words,
    or_more: Words,
    /// Words before a place name.
    prepositions: Words,
    /// The word that introduces the agent in the passive voice.
    passive: Words,
    /// Links between a noun and what it belongs to, so that "jobs in Oslo" and "Oslo jobs" mean the same.
    hanging_links: Words,
    /// Particles that join two halves of a title when an article follows: "Welcome to the Show".
    title_links: Words,
    /// Words that start a condition.
    conditions: Words,
    /// Words before a condition that make it irrelevant.
    concessions: Words,
    /// Conditions that only say what the reader wants to do.
    purposes: Words,
    /// Words for what applies if nothing else is given, for giving it, and for leaving it out.
    defaults: Words,
    given: Words,
    omitted: Words,
    /// Words for what no setting changes.
    always: Words,
    /// Participles for a value that has changed: "increased from 1024 to 4096".
    changing: Words,
    /// Words that say of a version what began, changed, or ended with it: "new in 3.11".
    turning: Words,
    /// Words between two contrasting clauses.
    contrasting: Words,
    /// Words that, after a comma, introduce a reason, a result, or additional information.
    subordinating: Words,
    /// Stems of words for what was read.
    sources_read: Words,
    /// Stems of verbs of saying.
    telling: Words,
    /// Stems of words for what is missing, unclear, out of date, or assumed.
    left_open: Words,
    /// What a document says of itself if it no longer holds.
    outdated: Words,
    /// Names of folders for such documents.
    outdated_folders: Words,
    status_words: Words,
    /// Starts of mere references to another place.
    references: Words,
    /// Capitalized adjectives, besides those recognized by their endings.
    nationalities: Words,
    weekdays: Words,
    /// Names for the formats of an answer.
    deliverables: BTreeMap<Deliverable, Words>,
    /// Words in brackets after a title that don't distinguish things.
    untold_senses: Words,

    // Similarity of questions.
    /// Groups of synonyms.
    synonyms: Groups,
    /// A word, and one that can't be true of the same thing.
    opposites: Groups,
    /// Words of these that exclude one another only in the same place of a sentence: for places, times, and amounts.
    loose_opposites: Words,
    /// Starts of words with a prefix such as "dis", of which the rest is no opposite: "display".
    unturned: Words,
    /// Pairs of spellings that look like a typo but are different words.
    confusable: Groups,
    /// Words that end like an inflected form but aren't one.
    unchanging: Words,
    irregular: Meanings<String>,
    /// Spelling variants, by the more common one.
    spellings: Meanings<String>,
    /// Adverbs that change nothing about the question.
    fillers: Words,
    /// Other words that don't change the meaning, besides stop words.
    idle: Words,
    askers: Words,
    addressed: Words,
    /// Words that change little, and may be missing on one side.
    soft: Words,
    /// Words that change what the following name refers to.
    qualifiers: Words,
    contractions: Meanings<String>,
    /// Adverbs that can be anywhere in a question.
    adverbs: Words,
    /// Verbs of requesting something.
    getting: Words,
    /// Starts of questions that are only polite.
    polite: Patterns,
    /// Starts of questions, by what is asked for.
    heads: BTreeMap<QuestionHead, Patterns>,

    // Instructions to programs.
    /// Programs that appear as a speaker or addressee at the start of a line.
    machines: Words,
    /// Other speakers; a table about a game may contain "Developer:" as well.
    speakers: Words,
    /// Verbs for dropping earlier instructions.
    dropping_verbs: Words,
    /// Starts of what is to be dropped, directly after one of `dropped_scopes`.
    dropped: Words,
    dropped_scopes: Words,
    /// Whole phrases for dropping instructions.
    dropped_whole: Words,
    /// Stems of words that mean it on their own.
    dropped_stems: Words,
    /// Words that may be such an instruction, or advice on a program's settings.
    dropped_maybe: Words,
    /// Words for a reply, in an attempt to influence it.
    replies: Words,
    /// Words in texts about servers and forms, where "your response" is a program's.
    technical: Words,
    /// Phrases that nobody says to people.
    to_programs: Words,
    /// Phrases of instructions that may also occur in sentences to people.
    perhaps_to_programs: Words,
    /// Verbs at the start of a sentence that request words rather than actions. What documentation asks its
    /// readers to do ("run", "set", "install") is not included.
    asking_verbs: Words,
    /// Verbs that request given words. They count as instructions if those words look like a password.
    saying_verbs: Words,
}

impl Tables {
    /// Does a word join the items of a list?
    pub fn joins(&self, word: &str) -> bool {
        self.and_words.has(word) || self.or_words.has(word)
    }

    /// Words that place something before or after a time.
    pub fn of_time(&self) -> [&Words; 4] {
        [&self.since, &self.after, &self.until, &self.before]
    }
}

/// Starts of sentences, word by word. `|` separates alternatives, a trailing `?` makes them optional, and `*`
/// is any meaningful word.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Patterns(Vec<String>);

impl Patterns {
    /// Number of words of the longest pattern that a sentence starts with.
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
