//! How certain it is that a sentence addresses a program.

use super::dress::folded;
use crate::text::sentences::is_question;
use crate::text::stopwords::is_stop_word;
use crate::text::tables::{Tables, lists};
use crate::text::words::keys;
use crate::text::{one_line, pattern};
use gorkd_core::text::tables::Words;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grade {
    Plain,
    /// It may speak to a program, and may as well be written for people.
    Aside,
    Order,
}

pub(super) fn grade(sentence: &str, is_heading: bool) -> Grade {
    let text = in_one_line(sentence);
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    if text.is_empty() {
        return Grade::Plain;
    }
    let (is_aside, has_password) = (is_aside(sentence, text), has_password(sentence));
    let may_be_order = has_password || HINTS.is_match(text);
    if may_be_order && is_order(sentence, text) || is_aside && has_password {
        Grade::Order
    } else if !is_heading && (is_aside || has_password) {
        Grade::Aside
    } else {
        Grade::Plain
    }
}

/// Is the sentence of [`Grade::Order`]? For long texts: most sentences hold nothing that an order could be made of.
pub(super) fn gives_orders(sentence: &str) -> bool {
    may_give_orders(sentence) && grade(sentence, false) == Grade::Order
}

/// Whether a text holds what an order is made of, be it in one sentence or in several.
pub(super) fn may_give_orders(text: &str) -> bool {
    has_password(text) || HINTS.is_match(&in_one_line(text))
}

/// What at least one of has to stand in an order without a password: see [`is_order`].
static HINTS: LazyLock<Regex> = LazyLock::new(|| {
    let tables = Tables::all();
    let phrases =
        [&tables.dropped, &tables.dropped_whole, &tables.dropped_stems, &tables.replies, &tables.to_programs];
    let phrases = phrases.iter().flat_map(|phrases| phrases.iter()).map(regex::escape);
    let speakers = tables.machines.iter().map(|speaker| format!(r"{}\s*:", regex::escape(speaker)));
    let marks = super::TEMPLATE_MARKS.iter().map(|mark| regex::escape(&mark.to_lowercase()));
    let all: Vec<String> = phrases.chain(speakers).chain(marks).collect();
    pattern(&all.join("|"))
});

/// Folded, and in single spaces: a sentence may go on over the end of a line.
fn in_one_line(sentence: &str) -> String {
    folded(&one_line(sentence))
}

fn is_order(sentence: &str, text: &str) -> bool {
    let tables = Tables::all();
    speaker(text).is_some_and(|speaker| tables.machines.has(speaker))
        || drops(text)
        || has(text, &tables.replies) && !has(text, &tables.technical) && !sentence.contains('`')
        || has(text, &tables.to_programs)
        || has_password(sentence) && begins_with_any(text, &tables.saying_verbs)
}

/// Does it ask to ignore earlier text or instructions?
fn drops(text: &str) -> bool {
    Tables::languages().any(|(_, tables)| {
        let verb = tables.dropping_verbs.iter().any(|verb| has_word(text, verb));
        verb && (has(text, &tables.dropped_whole)
            || has(text, &tables.dropped_stems)
            || drops_scoped(text, tables))
    })
}

/// "All instructions", "your prompt", "the above directions".
fn drops_scoped(text: &str, tables: &Tables) -> bool {
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words
        .windows(2)
        .any(|pair| tables.dropped_scopes.has(pair[0]) && tables.dropped.written().stem_of(pair[1]))
}

/// Does one of them occur anywhere in a text, even within a word?
fn has(text: &str, phrases: &Words) -> bool {
    phrases.iter().any(|phrase| text.contains(phrase))
}

fn is_aside(sentence: &str, text: &str) -> bool {
    let tables = Tables::all();
    let drops =
        tables.dropping_verbs.iter().any(|verb| has_word(text, verb)) && has(text, &tables.dropped_maybe);
    speaker(text).is_some_and(|speaker| tables.speakers.has(speaker))
        || drops
        || has(text, &tables.replies)
        || has(text, &tables.perhaps_to_programs)
        || begins_with_any(text, &tables.asking_verbs)
        || asks_in_full(sentence, text)
        || MARKUP.iter().any(|mark| text.contains(mark))
        || is_shouted(sentence)
        || is_structure(sentence)
        || dictates(text)
}

/// Markup that a renderer would run, and addresses that act.
const MARKUP: [&str; 5] = ["javascript:", "<script", "</script", "data:text/html", "onerror="];

fn speaker(text: &str) -> Option<&str> {
    text.split_once(':').map(|(speaker, _)| speaker.trim())
}

/// A self-contained question. One about "it" belongs to its page.
fn asks_in_full(sentence: &str, text: &str) -> bool {
    let points = || lists::Tables::of("en").pointing_words.iter().any(|word| has_word(text, word));
    is_question(sentence) && keys(text, "en").len() >= 2 && !points()
}

/// A line of data rather than of words: the reply of a program, a place to fill in, or filling.
fn is_structure(sentence: &str) -> bool {
    const LONGEST_WORD: usize = 200;
    let trimmed = sentence.trim();
    let reply = trimmed.contains("\":") && trimmed.starts_with(['{', '}', '[', ']', '"']);
    let place =
        trimmed.starts_with('<') && trimmed.contains('>') && trimmed[1..].starts_with(char::is_alphabetic);
    reply || place || trimmed.split_whitespace().any(|word| word.len() > LONGEST_WORD)
}

/// `Print "…"`: what is to be said is given word for word.
fn dictates(text: &str) -> bool {
    let start = without_fillers(text);
    Tables::all().saying_verbs.iter().any(|verb| {
        begins(start, verb) && {
            let rest = text.split_once(verb).map_or("", |(_, rest)| rest.trim_start());
            rest.starts_with(['"', '\'', '“', '«', '!'])
        }
    })
}

pub(super) fn has_password(sentence: &str) -> bool {
    sentence
        .split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '<' | '>' | '(' | ')'))
        .any(is_password)
}

/// `PWNED-7Q4` and the like: capitals after digits, as neither `ISO8601` nor `SHA-256` has them.
fn is_password(word: &str) -> bool {
    if word.len() < 6 || !word.bytes().any(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    let first_digit = word.find(|c: char| c.is_ascii_digit());
    let mixed = first_digit.is_some_and(|at| {
        word[..at].contains(|c: char| c.is_ascii_uppercase())
            && word[at..].contains(|c: char| c.is_ascii_uppercase())
    });
    word.len() >= 6 && mixed && word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-')
}

/// The parts of a sentence that may be several without a full stop between them: lines, and what begins like a
/// sentence after a sign, a password, or with a word that begins one.
pub(super) fn fragments(sentence: &str) -> Vec<Range<usize>> {
    let (mut parts, mut start, mut end) = (Vec::new(), 0, 0);
    let mut before = "";
    for word in sentence.split_inclusive(char::is_whitespace) {
        let bare = word.trim_end();
        let signed = before.ends_with(|c: char| !c.is_alphanumeric() && !matches!(c, ',' | '-' | '\'' | '’'))
            && (!before.ends_with(':') || end - start >= SPEAKER);
        let begins = bare.starts_with(char::is_uppercase)
            && (signed || is_password(before) || bare != "I" && is_stop_word(&bare.to_lowercase(), "en"));
        let is_line = sentence[..end].ends_with('\n');
        let stopped = before.ends_with(['.', '!', '?']);
        if end > start && (is_line || stopped || begins && !before.is_empty()) {
            parts.push(start..end);
            start = end;
        }
        end += word.len();
        if !bare.is_empty() {
            before = bare;
        }
    }
    if end > start {
        parts.push(start..end);
    }
    parts
}

/// Letters of the longest speaker, whose words are no sentence of their own.
const SPEAKER: usize = 24;

/// Does a word occur in a text as a whole word? Scripts without spaces are searched as they are.
fn has_word(text: &str, word: &str) -> bool {
    if !word.chars().all(|c| c.is_ascii() || c.is_alphabetic() && c.len_utf8() == 2) {
        return text.contains(word);
    }
    let ends = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    text.match_indices(word).any(|(at, found)| {
        ends(text[..at].chars().next_back()) && ends(text[at + found.len()..].chars().next())
    })
}

/// Does a text begin with one of them, filling words aside?
fn begins_with_any(text: &str, phrases: &Words) -> bool {
    let start = without_fillers(text);
    phrases.iter().any(|phrase| begins(start, phrase))
}

/// The text without the filler words at its start.
fn without_fillers(text: &str) -> &str {
    let mut text = text;
    while let Some((first, rest)) = text.split_once(' ')
        && is_filler(first.trim_end_matches(','))
    {
        text = rest;
    }
    text
}

/// Does a text begin with these words? "Write-ahead logging" does not begin with "write".
fn begins(text: &str, words: &str) -> bool {
    let ends = |c: char| !c.is_alphanumeric() && c != '-';
    text.strip_prefix(words).is_some_and(|rest| rest.chars().next().is_none_or(ends))
}

fn is_filler(word: &str) -> bool {
    let tables = Tables::of("en");
    tables.fillers.has(word)
        || lists::Tables::of("en").connectives.has(word)
        || ["now", "next"].contains(&word)
}

/// `***`, `>>>>>>` or `!!!` before or in the middle of an order.
fn is_shouted(sentence: &str) -> bool {
    let trimmed = sentence.trim_start();
    trimmed.starts_with("***") || trimmed.starts_with(">>>>") || trimmed.contains("!!!")
}

pub(super) fn find_ignoring_case(text: &str, wanted: &str) -> Option<usize> {
    text.as_bytes().windows(wanted.len()).position(|window| window.eq_ignore_ascii_case(wanted.as_bytes()))
}
