//! A thing picked by its place from those that were named before: "the second one", "the latter".

use super::parts::sides;
use crate::analyze::{analyze, entities_of, language_of};
use crate::text::stopwords;
use crate::text::words::words;
use gorkd_core::model::{EarlierTurn, Millis};
use std::ops::Range;

/// Words that name an item of a list, at most: what follows explains it.
const NAME: usize = 6;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Place {
    Nth(usize),
    Last,
}

impl Place {
    fn of<'a>(&self, things: &'a [String]) -> Option<&'a String> {
        match self {
            // One thing alone is not picked by its place.
            _ if things.len() < 2 => None,
            Place::Nth(nth) => things.get(*nth),
            Place::Last => things.last(),
        }
    }
}

/// The text with the thing in place of the words that pick it; none where nothing is picked, or too little was named.
pub(super) fn resolved(text: &str, language: &str, before: &str, last: &EarlierTurn) -> Option<String> {
    let (range, place) = picked(text, language)?;
    let mut lists = [
        items(&last.summary),
        sides(&analyze(before, Millis(0))),
        entities_of(&last.summary, &language_of(&last.summary)),
    ]
    .into_iter();
    let thing = lists.find_map(|things| place.of(&things).cloned())?;
    Some(format!("{}{thing}{}", &text[..range.start], &text[range.end..]))
}

/// The thing that a text picks from what people said, newest last.
pub(super) fn picked_from(text: &str, said: &[String]) -> Option<String> {
    let (_, place) = picked(text, &language_of(text))?;
    let things = |text: &String| [items(text), entities_of(text, &language_of(text))];
    said.iter().rev().flat_map(things).find_map(|things| place.of(&things).cloned())
}

/// The words that pick, with the article before and the "one" behind, and the place that they name.
pub(super) fn picked(text: &str, language: &str) -> Option<(Range<usize>, Place)> {
    if let Some(found) = counted(text) {
        return Some(found);
    }
    let said = words(text);
    let lower: Vec<String> = said.iter().map(|word| word.text.to_lowercase()).collect();
    let little = |word: &String| {
        stopwords::is_stop_word(word, language) || stopwords::is_question_word(word, language)
    };
    (0..said.len()).find_map(|at| {
        let place = place(&lower[at])?;
        let one = lower.get(at + 1).is_some_and(|next| ONES.contains(&next.as_str()));
        // "The second war" picks nothing, nor does "at first".
        let alone = one || lower.get(at + 1).is_none_or(little);
        let article = at.checked_sub(1).filter(|before| ARTICLES.contains(&lower[*before].as_str()));
        let has_article = article.is_some() || lower[at].starts_with("ال") || ["ru"].contains(&language);
        let (start, end) = (article.unwrap_or(at), at + usize::from(one));
        (alone && has_article).then(|| (said[start].range.start..said[end].range.end, place))
    })
}

/// In Chinese: 第二个.
fn counted(text: &str) -> Option<(Range<usize>, Place)> {
    let start = text.find('第')?;
    let mut rest = text[start..].chars().skip(1);
    let (digit, counter) = (rest.next()?, rest.next()?);
    let nth =
        "一二三四五".chars().position(|c| c == digit).or_else(|| "12345".chars().position(|c| c == digit))?;
    let long = '第'.len_utf8() + digit.len_utf8() + counter.len_utf8();
    ['个', '個', '种', '種', '项'].contains(&counter).then(|| (start..start + long, Place::Nth(nth)))
}

fn place(word: &str) -> Option<Place> {
    if LAST.contains(&word) {
        return Some(Place::Last);
    }
    PLACES.iter().position(|names| names.contains(&word)).map(Place::Nth)
}

/// The items of a list, by their names.
fn items(text: &str) -> Vec<String> {
    text.lines().filter_map(item).map(name).filter(|name| !name.is_empty()).collect()
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

/// What an item is called: what stands before its explanation, or before what it is said to be.
fn name(item: &str) -> String {
    let ends = |at: &usize| {
        let rest = &item[*at..];
        [": ", ", ", ". ", " (", " [", " - ", " – ", " — ", "：", "，"]
            .iter()
            .any(|end| rest.starts_with(end))
    };
    let end = item.char_indices().map(|(at, _)| at).find(ends).unwrap_or(item.len());
    let plain = item[..end].trim_end_matches(['.', ':', ';', ',']).replace(['*', '`'], "");
    let said: Vec<&str> = plain.split_whitespace().collect();
    let long = said.iter().position(|word| IS.contains(word)).filter(|at| *at > 0).unwrap_or(said.len());
    said[..long.min(NAME)].join(" ")
}

const IS: &[&str] = &["is", "are", "ist", "sind", "es", "son", "est", "sont", "это", "هو", "هي"];

const ONES: &[&str] = &["one", "option"];

const ARTICLES: &[&str] =
    &["the", "der", "die", "das", "den", "dem", "el", "la", "lo", "le", "du", "del", "al", "au"];

const PLACES: [&[&str]; 5] = [
    &[
        "first",
        "former",
        "erste",
        "ersten",
        "erster",
        "erstes",
        "erstere",
        "ersteren",
        "primero",
        "primera",
        "premier",
        "première",
        "первый",
        "первая",
        "первое",
        "первого",
        "первой",
        "первом",
        "первую",
        "الأول",
        "الأولى",
    ],
    &[
        "second",
        "latter",
        "zweite",
        "zweiten",
        "zweiter",
        "zweites",
        "segundo",
        "segunda",
        "deuxième",
        "seconde",
        "второй",
        "вторая",
        "второе",
        "второго",
        "втором",
        "вторую",
        "الثاني",
        "الثانية",
    ],
    &[
        "third",
        "dritte",
        "dritten",
        "dritter",
        "drittes",
        "tercero",
        "tercera",
        "troisième",
        "третий",
        "третья",
        "третье",
        "третьего",
        "третьей",
        "третьем",
        "третью",
        "الثالث",
        "الثالثة",
    ],
    &[
        "fourth",
        "vierte",
        "vierten",
        "viertes",
        "cuarto",
        "cuarta",
        "quatrième",
        "четвёртый",
        "четвертый",
        "четвёртая",
        "четвертая",
        "четвёртого",
        "четвертого",
        "الرابع",
        "الرابعة",
    ],
    &[
        "fifth",
        "fünfte",
        "fünften",
        "fünftes",
        "quinto",
        "quinta",
        "cinquième",
        "пятый",
        "пятая",
        "пятого",
        "الخامس",
        "الخامسة",
    ],
];

const LAST: &[&str] = &[
    "last",
    "letzte",
    "letzten",
    "letztes",
    "último",
    "última",
    "dernier",
    "dernière",
    "последний",
    "последняя",
    "последнее",
    "последнего",
    "الأخير",
    "الأخيرة",
];

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
        let sides =
            after("SQLite or PostgreSQL for a small site?", "Both do.", "How large may the latter be?");
        assert_eq!(sides.as_deref(), Some("How large may PostgreSQL be?"));
    }

    #[test]
    fn what_picks_nothing_stays() {
        let list = "1. Berlin: large\n2. Hamburg: wet";
        for text in [
            "When did the second war end?",
            "How long is a second?",
            "At first it failed, why?",
            "And the fifth one?",
            "What is the second largest city?",
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
