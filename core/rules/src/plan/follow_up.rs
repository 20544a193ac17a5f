//! Makes a follow-up self-contained: "and in Europe?" after a question about solar power.

use super::forms::form_of;
use super::{key_phrase, picked};
use crate::analyze::{entities_of, language_of};
use crate::spelling::corrected;
use crate::text::tables::Tables;
use crate::text::words::words;
use crate::text::{lower_words, points_back, says_little};
use crate::write::kind::asks_for_value;
use gorkd_core::model::{EarlierTurn, Question};

/// Maximum turns to go back for what a follow-up refers to.
const TURNS: usize = 6;

/// The question, completed with what it refers to in earlier turns if it names nothing itself or refers back.
pub fn completed(question: &Question, earlier: &[EarlierTurn]) -> String {
    let near = &earlier[earlier.len().saturating_sub(TURNS)..];
    let asked = corrected(&question.text, &question.language);
    standing_alone(&asked, &question.entities, &question.language, near)
}

/// A follow-up to a follow-up refers to what that one refers to.
fn standing_alone(text: &str, entities: &[String], language: &str, earlier: &[EarlierTurn]) -> String {
    let Some((last, rest)) = earlier.split_last() else { return text.to_owned() };
    let before = standing_alone(&last.question, &entities_of(&last.question, language), language, rest);
    if form_of(text).is_some() {
        return before;
    }
    let named = picked::resolved(text, language, &before, last);
    let of_named = named.as_ref().map(|named| entities_of(named, language));
    let (text, entities) = (named.as_deref().unwrap_or(text), of_named.as_deref().unwrap_or(entities));
    let lower = lower_words(text);
    let content = |word: &&String| !says_little(word, language) && !is_lead(word, language);
    let own: Vec<&String> = lower.iter().filter(content).collect();
    // "And which version added that?" is a question of its own, and its subject is all of what was asked before.
    if asks_for_value(text, language)
        && (leads(text, &lower, language) || points_back(text, language) || entities.is_empty())
    {
        return format!("{} ({})", without_lead(text, language).trim(), key_phrase(&before, language));
    }
    if leads(text, &lower, language) && own.len() <= 4 {
        // A fragment: combine the earlier question with the new words.
        let rest = without_lead(text, language);
        return format!("{} {}", before.trim().trim_end_matches(['?', '.', '!', '？']), rest.trim());
    }
    // If something was picked from messages above, it is the whole earlier question.
    if points_back(text, language) || entities.is_empty() || picked::picked(text, language).is_some() {
        let known = entities_of(&before, language);
        let subject = if known.is_empty() { key_words(&before, language) } else { known.join(" ") };
        if !subject.is_empty() {
            return format!("{} ({subject})", text.trim());
        }
    }
    text.to_owned()
}

/// Whether a text continues or refers to what was said before.
pub fn refers_back(text: &str) -> bool {
    let lower = lower_words(text);
    let language = &language_of(text);
    leads(text, &lower, language) || points_back(text, language) || picked::picked(text, language).is_some()
}

fn leads(text: &str, lower: &[String], language: &str) -> bool {
    lower.first().is_some_and(|word| is_lead(word, language)) || lead_phrase(text).is_some()
}

/// Whether a word continues what was said before.
fn is_lead(word: &str, language: &str) -> bool {
    let tables = Tables::or_english(language);
    tables.and_words.has(word) || tables.contrasts.has(word)
}

/// Byte length of a phrase that continues what was said before.
fn lead_phrase(text: &str) -> Option<usize> {
    let lower = text.to_lowercase();
    Tables::all().lead_phrases.written().begin(&lower).filter(|_| lower.len() == text.len())
}

/// The subject of a conversation before a question; messages are newest last. It is the thing that the question
/// picks from a list, or the names in the newest message that has any, or the words of the newest one that says
/// something. Only names and words, so that other people's messages can't give instructions.
pub fn subject_of(text: &str, said: &[String]) -> Option<String> {
    const NAMES: usize = 3;
    const LONG: usize = 40;
    let names = |text: &String| {
        let names = entities_of(text, &language_of(text)).into_iter();
        let names: Vec<String> = names.filter(|name| name.chars().count() <= LONG).take(NAMES).collect();
        (!names.is_empty()).then(|| names.join(" "))
    };
    let words = |text: &String| {
        Some(key_words(text, &language_of(text)))
            .filter(|words| !words.is_empty() && words.split(' ').all(|word| word.chars().count() <= LONG))
    };
    if let Some(thing) = picked::picked_from(text, said) {
        return names(&thing).or_else(|| words(&thing));
    }
    said.iter().rev().find_map(names).or_else(|| said.iter().rev().find_map(words))
}

fn key_words(text: &str, language: &str) -> String {
    super::content_words(text, language).into_iter().take(5).collect::<Vec<_>>().join(" ")
}

fn without_lead<'t>(text: &'t str, language: &str) -> &'t str {
    let rest = match words(text).first() {
        Some(word) if is_lead(&word.text.to_lowercase(), language) => text[word.range.end..].trim_start(),
        _ => text,
    };
    lead_phrase(rest).map_or(rest, |length| &rest[length..])
}
