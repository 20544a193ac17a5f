//! References by position to things mentioned before: "the second one", "the latter".

use super::parts::sides;
use crate::analyze::{analyze, entities_of, language_of};
use crate::text::says_little;
use crate::text::tables::{Tables, lists};
use crate::text::words::words;
use gorkd_core::model::{EarlierTurn, Millis};
use std::ops::Range;

/// Maximum words in the name of a list item; longer text explains it.
const NAME: usize = 6;
/// Maximum number of things referred to by position.
const MOST: usize = 10;
/// Maximum letters of an abbreviation.
const ABBREVIATION: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Place {
    Nth(usize),
    Last,
}

impl Place {
    fn of<'a>(&self, things: &'a [String]) -> Option<&'a String> {
        match self {
            Place::Nth(nth) => things.get(*nth),
            Place::Last => things.last(),
        }
    }
}

/// The text with the reference replaced by the thing it refers to; `None` if it has no reference, or there are
/// too few things.
pub(super) fn resolved(text: &str, language: &str, before: &str, last: &EarlierTurn) -> Option<String> {
    let (range, place) = picked(text, language)?;
    let lists = [
        items(&last.summary),
        sides(&analyze(before, Millis(0))),
        entities_of(&last.summary, &language_of(&last.summary)),
    ];
    // A position needs at least two things to choose from.
    let things = lists.iter().find(|things| things.len() >= 2)?;
    let thing = place.of(things)?;
    Some(format!("{}{thing}{}", &text[..range.start], &text[range.end..]))
}

/// The thing that a text refers to among messages, which are newest last.
pub(super) fn picked_from(text: &str, said: &[String]) -> Option<String> {
    let (_, place) = picked(text, &language_of(text))?;
    let things = |text: &String| [items(text), entities_of(text, &language_of(text))];
    let things = said.iter().rev().flat_map(things).find(|things| things.len() >= 2)?;
    place.of(&things).cloned()
}

/// The words of a reference, with a preceding article and a following "one", and the position that they name.
pub(super) fn picked(text: &str, language: &str) -> Option<(Range<usize>, Place)> {
    if let Some(found) = counted(text) {
        return Some(found);
    }
    let said = words(text);
    let lower: Vec<String> = said.iter().map(|word| word.text.to_lowercase()).collect();
    let tables = Tables::or_english(language);
    let articles = &lists::Tables::or_english(language).articles;
    (0..said.len()).find_map(|at| {
        let place = place(&lower[at], tables)?;
        let one = lower.get(at + 1).is_some_and(|next| tables.ones.has(next));
        // "The second war", "at first", and "the first to climb it" refer to nothing.
        let goes_on = |next: &String| {
            !says_little(next, language) || tables.prepositions.has(next) || tables.and_words.has(next)
        };
        let alone = one || !lower.get(at + 1).is_some_and(goes_on);
        let article = at.checked_sub(1).filter(|before| {
            articles.has(&lower[*before]) && !tables.indefinite_articles.has(&lower[*before])
        });
        let has_article = article.is_some() || lower[at].starts_with("ال") || language == "ru";
        let (start, end) = (article.unwrap_or(at), at + usize::from(one));
        (alone && has_article).then(|| (said[start].range.start..said[end].range.end, place))
    })
}

/// For Chinese: 第二个, but not 第一个登上月球的人.
fn counted(text: &str) -> Option<(Range<usize>, Place)> {
    let counted = |(start, _): (usize, &str)| {
        let mut rest = text[start..].chars().skip(1);
        let (digit, counter) = (rest.next()?, rest.next()?);
        let nth = "一二三四五"
            .chars()
            .position(|c| c == digit)
            .or_else(|| "12345".chars().position(|c| c == digit))?;
        let end = start + '第'.len_utf8() + digit.len_utf8() + counter.len_utf8();
        let described = text[end..].find('的').is_some_and(|at| at > 0);
        let counts = ['个', '個', '种', '種', '项'].contains(&counter);
        (counts && !described).then_some((start..end, Place::Nth(nth)))
    };
    text.match_indices('第').find_map(counted)
}

fn place(word: &str, tables: &Tables) -> Option<Place> {
    if tables.last.has(word) {
        return Some(Place::Last);
    }
    let mut endings = tables.ordinal_endings.iter();
    let with_ending = || endings.find_map(|ending| tables.ordinals.get(word.strip_suffix(ending)?));
    let nth = tables.ordinals.get(word).or_else(|| tables.picking.get(word)).or_else(with_ending)?;
    (1..=MOST).find(|place| *place as f64 == *nth).map(|place| Place::Nth(place - 1))
}

/// The names of a list's items, without nested lists.
fn items(text: &str) -> Vec<String> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let found: Vec<(usize, &str)> =
        text.lines().filter_map(|line| Some((indent(line), item(line)?))).collect();
    let outermost = found.iter().map(|(indent, _)| *indent).min().unwrap_or_default();
    let own = found.into_iter().filter(|(indent, _)| *indent == outermost);
    own.map(|(_, item)| name(item)).filter(|name| !name.is_empty()).collect()
}

fn item(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let counted = line.trim_start_matches(|c: char| c.is_ascii_digit());
    match line.strip_prefix(['-', '*', '•']) {
        Some(rest) => rest.strip_prefix(' '),
        None if counted.len() < line.len() => {
            counted.strip_prefix(". ").or_else(|| counted.strip_prefix(") "))
        }
        None => None,
    }
}

/// The name of an item: the part before its explanation or predicate.
fn name(item: &str) -> String {
    let ends = |at: &usize| {
        let (before, rest) = item.split_at(*at);
        // "St. Petersburg" is a single name.
        let short = before.split(' ').next_back().is_some_and(|word| word.chars().count() <= ABBREVIATION);
        [": ", ", ", " (", " [", " - ", " – ", " — ", "：", "，", " …"]
            .iter()
            .any(|end| rest.starts_with(end))
            || rest.starts_with(". ") && !short
    };
    let end = item.char_indices().map(|(at, _)| at).find(ends).unwrap_or(item.len());
    let plain = item[..end].trim_end_matches(['.', ':', ';', ',']).replace(['*', '`'], "");
    let said: Vec<&str> = plain.split_whitespace().collect();
    let long = said
        .iter()
        .position(|word| lists::Tables::all().auxiliaries.has(word))
        .filter(|at| *at > 0)
        .unwrap_or(said.len());
    said[..long.min(NAME)].join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(question: &str, summary: &str, text: &str) -> Option<String> {
        let last = EarlierTurn { question: question.into(), summary: summary.into(), at: Millis(0) };
        resolved(text, &language_of(text), question, &last)
    }

    #[test]
    fn what_is_picked_by_its_place_is_named() {
        let list = "There are three ways:\n- `git revert`: a new commit undoes it\n- **git reset**, which moves the branch\n\
                    - git restore is about files, and does not move the branch [3]";
        for (text, meant) in [
            ("Tell me more about the second one", "Tell me more about git reset"),
            ("And the first?", "And git revert?"),
            ("When would I use the last?", "When would I use git restore?"),
            ("Wie funktioniert das zweite?", "Wie funktioniert git reset?"),
            ("¿Cuándo se usa el primero?", "¿Cuándo se usa git revert?"),
            ("Как работает второй?", "Как работает git reset?"),
            ("第二个怎么用？", "git reset怎么用？"),
        ] {
            assert_eq!(after("How do I undo a commit?", list, text).as_deref(), Some(meant), "{text}");
        }
        let cities = "- St. Petersburg: in the north\n  - Pushkin\n- Moscow …";
        let first = after("Cities of Russia?", cities, "And the first one?");
        assert_eq!(first.as_deref(), Some("And St. Petersburg?"));
        let second = after("Cities of Russia?", cities, "And the second one?");
        assert_eq!(second.as_deref(), Some("And Moscow?"));
        let sides =
            after("SQLite or PostgreSQL for a small site?", "Both do.", "How large may the latter be?");
        assert_eq!(sides.as_deref(), Some("How large may PostgreSQL be?"));
    }

    #[test]
    fn what_picks_nothing_stays() {
        let list = "1. Berlin: large\n2. Hamburg: wet, near Bremen and Lübeck";
        for text in [
            "When did the second war end?",
            "How long is a second?",
            "At first it failed, why?",
            "And the fifth one?",
            "What is the second largest city?",
            "Who was the first to live there?",
            "Was it the first of its kind?",
            "Кто первый в космосе?",
            "第一个登上月球的人是谁？",
            "And the third one?",
        ] {
            assert_eq!(after("Cities of Germany?", list, text), None, "{text}");
        }
        assert_eq!(after("What is Git?", "A version control system.", "And the first one?"), None);
    }

    #[test]
    fn what_others_named_is_picked_from() {
        let said = ["We could take Redis or Valkey.".to_owned(), "Hm, cheap it should be.".to_owned()];
        assert_eq!(picked_from("who maintains the second one?", &said).as_deref(), Some("Valkey"));
        assert_eq!(picked_from("who maintains it?", &said), None);
    }
}
