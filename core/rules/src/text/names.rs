//! Names and quoted phrases: runs of capitalized words, and text in quotation marks.

use super::mentions::{Mention, MentionKind, Value};
use super::tables::{Tables, lists};
use super::words::{Shape, Word, fold, is_unspaced};
use super::{says_little, stopwords, without_genitive};
use std::ops::Range;

/// Maximum words of a name; longer runs are headings in title case.
const LONGEST_NAME: usize = 7;
/// Maximum bytes of a quoted phrase; longer ones are speech.
const LONGEST_PHRASE: usize = 120;

/// Runs of capitalized words, with particles such as "of" inside, and acronyms.
pub(super) fn names(text: &str, words: &[Word<'_>], language: &str) -> Vec<Mention> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let from = at;
        at += 1;
        if !capital(&words[from]) || starts_badly(text, words, from, language) {
            continue;
        }
        let mut last = from;
        while let Some(next) = continuation(text, words, last) {
            last = next;
        }
        at = last + 1;
        if last - from >= LONGEST_NAME || !is_name(text, words, from, last, language) {
            continue;
        }
        let range = words[from].range.start..without_ending(words[last].text) + words[last].range.start;
        let value = Value::Words(fold(&text[range.clone()]));
        found.push(Mention { range, kind: MentionKind::Name, value });
    }
    found
}

/// The text between a pair of quotation marks on one line, without the marks.
pub(super) fn quoted(text: &str) -> Vec<Mention> {
    let mut found = Vec::new();
    let mut open: Option<(usize, char)> = None;
    let mut before: Option<char> = None;
    for (at, c) in text.char_indices() {
        if let Some((from, close)) = open {
            if c == close || (close == '“' && c == '”') {
                let range = from..at;
                if range.len() >= 2 && text[range.clone()].chars().any(char::is_alphanumeric) {
                    let value = Value::Words(fold(&text[range.clone()]));
                    found.push(Mention { range, kind: MentionKind::Quoted, value });
                }
                open = None;
            } else if c == '\n' || at - from > LONGEST_PHRASE {
                open = None;
            }
        } else {
            let in_word = before.is_some_and(char::is_alphanumeric);
            let close = match c {
                // A straight quotation mark after a digit means inches, and after a letter it closes.
                '"' if !in_word => Some('"'),
                '“' => Some('”'),
                '„' => Some('“'),
                '«' => Some('»'),
                // German; at the end of a long French or Russian quotation, it follows a word or precedes a space.
                '»' if !in_word && text[at + c.len_utf8()..].starts_with(char::is_alphanumeric) => Some('«'),
                '「' => Some('」'),
                '『' => Some('』'),
                '《' => Some('》'),
                _ => None,
            };
            open = close.map(|close| (at + c.len_utf8(), close));
        }
        before = Some(c);
    }
    found
}

/// The first word of a sentence is capitalized anyway, so alone it is not a name. Neither are words that start
/// questions.
fn starts_badly(text: &str, words: &[Word<'_>], at: usize, language: &str) -> bool {
    let lower = words[at].text.to_lowercase();
    (says_little(&lower, language) || stopwords::is_question_word(&lower, "en"))
        && !is_acronym(words[at].text)
        && (starts_sentence(text, words, at) || lower == "i" || lower.len() > 1)
}

fn is_name(text: &str, words: &[Word<'_>], from: usize, last: usize, language: &str) -> bool {
    if last > from || is_acronym(words[from].text) {
        return true;
    }
    let word = words[from].text;
    let mixed = word.chars().skip(1).any(char::is_uppercase) && word.chars().any(char::is_lowercase);
    // In German, every noun is capitalized, so a single capitalized word means nothing.
    mixed || (!starts_sentence(text, words, from) && language != "de" && word.chars().count() > 1)
}

/// The next word that belongs to the name, skipping particles.
fn continuation(text: &str, words: &[Word<'_>], last: usize) -> Option<usize> {
    for at in last..last + 3 {
        let next = words.get(at + 1)?;
        if !joins(&text[words[at].range.end..next.range.start], words[at].text) {
            return None;
        }
        if is_speaker(words, at + 1) {
            return None;
        }
        if capital(next) || (at == last && next.shape == Shape::Number && next.text.len() <= 2) {
            // "Chapter 3" and "Rocky 4" belong together; "July 1969" and "Oslo 120 km" don't.
            return capital(next).then_some(at + 1);
        }
        let before_the = Tables::of("en").title_links.has(next.text)
            && words.get(at + 2).is_some_and(|after| after.text == "the" || after.text == "a");
        if !lists::Tables::all().name_particles.has(next.text) && !before_the {
            return None;
        }
    }
    None
}

/// "The oldest Python I can use" names Python; "World War I began" names the war.
fn is_speaker(words: &[Word<'_>], at: usize) -> bool {
    let tables = Tables::of("en");
    let helps = &lists::Tables::of("en").auxiliaries;
    let follows = |verb: &Word<'_>| helps.has(verb.text) || tables.asker_verbs.has(verb.text);
    words[at].text == "I" && words.get(at + 1).is_some_and(follows)
}

fn joins(gap: &str, before: &str) -> bool {
    gap == " " || gap == "\u{a0}" || gap == " & " || (gap == ". " && is_abbreviation(before)) || gap == "-"
}

fn is_abbreviation(word: &str) -> bool {
    word.chars().count() == 1
        || word.starts_with(char::is_uppercase) && lists::Tables::all().before_words.has(&word.to_lowercase())
}

fn capital(word: &Word<'_>) -> bool {
    word.text.chars().next().is_some_and(|c| c.is_uppercase() && !is_unspaced(c))
}

fn is_acronym(word: &str) -> bool {
    let upper = word.chars().filter(|c| c.is_uppercase()).count();
    upper >= 2 && word.chars().all(|c| !c.is_lowercase())
}

fn starts_sentence(text: &str, words: &[Word<'_>], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|before| &words[before]) else { return true };
    let gap: Range<usize> = before.range.end..words[at].range.start;
    let gap = &text[gap];
    gap.contains(['!', '?', ':', '\n', '|', '…', '•', '"', '“'])
        || (gap.contains('.') && !is_abbreviation(before.text))
}

/// Byte length of a word without an English possessive, or the plural of an acronym: `Kerry's` counts as `Kerry`, and
/// `CPUs` as `CPU`. Acronyms have at least three letters, because two occur in too many other words.
fn without_ending(word: &str) -> usize {
    let word = without_genitive(word);
    let acronym =
        word.strip_suffix('s').filter(|one| one.len() > 2 && one.bytes().all(|c| c.is_ascii_uppercase()));
    acronym.unwrap_or(word).len()
}
