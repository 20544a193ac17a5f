//! A question parsed for comparison: values, negations, what is asked, and the words in order.

use super::asked::{self, QuestionHead};
use super::forms::lemma;
use super::values::{self, Amount};
use super::words as table;
use crate::text::mentions::{MentionKind, mentions, negation_count};
use crate::text::stopwords;
use crate::text::tables::{Tables, lists};
use crate::text::words::{Shape, fold, parts, words};
use gorkd_core::model::Question;
use std::ops::Range;

/// A word that is compared.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    /// Its normalized form.
    pub key: String,
    /// Lower case, as written.
    pub word: String,
    /// Its groups of synonyms.
    pub groups: &'static [u16],
    /// Whether it may be in only one question.
    pub soft: bool,
    pub name: bool,
    /// Only a space separates it from the word before.
    pub joined: bool,
    /// The function word directly before it, if any.
    pub link: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tense {
    pub past: bool,
    pub future: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Reading {
    pub asked: Vec<QuestionHead>,
    pub amounts: Vec<Amount>,
    /// Its negations, normalized, in alphabetical order.
    pub denials: Vec<&'static str>,
    pub tokens: Vec<Token>,
    pub tense: Tense,
    /// Whether it also asks for advice.
    pub advice: bool,
    /// Whether it asks how to obtain something.
    pub gets: bool,
}

/// A word with its position; contractions are expanded.
#[derive(Default)]
struct Raw {
    lower: String,
    name: bool,
    /// In capitals among lower-case words, so that `IT` isn't "it".
    capitals: bool,
    joined: bool,
    /// A clause begins here.
    starts: bool,
}

pub(super) fn read(question: &Question) -> Reading {
    let text = question.text.as_str();
    let (amounts, taken) = values::amounts(text, &question.language);
    let raws = raws(question, &taken);
    let mut reading = Reading { amounts, ..Reading::default() };
    if question.language == "en" {
        english(&raws, &mut reading);
    } else {
        reading.denials = vec!["not"; negation_count(text, &question.language)];
        foreign(&raws, &question.language, &mut reading);
    }
    reading.asked.sort_unstable();
    if reading.asked.is_empty() {
        reading.asked.push(QuestionHead::Thing);
    }
    reading.denials.sort_unstable();
    reading
}

/// The words of a question in lower case, without punctuation and with contractions expanded: the key for trivial
/// rewordings.
pub(super) fn plain(question: &Question) -> Vec<String> {
    raws(question, &[]).into_iter().map(|raw| raw.lower).collect()
}

fn raws(question: &Question, taken: &[Range<usize>]) -> Vec<Raw> {
    let text = question.text.as_str();
    let overlaps = |range: &Range<usize>| taken.iter().any(|t| t.start < range.end && range.start < t.end);
    let names: Vec<Range<usize>> = mentions(text, &question.language)
        .into_iter()
        .filter(|mention| mention.kind == MentionKind::Name)
        .map(|mention| mention.range)
        .collect();
    let english = question.language == "en";
    let mut raws: Vec<Raw> = Vec::new();
    let mut before = 0;
    let mut starts = true;
    let small = text.chars().any(char::is_lowercase);
    for word in words(text) {
        let gap = &text[before..word.range.start];
        let joined = gap.trim().is_empty() && before > 0;
        starts |= gap.contains(['?', '!', ';', ':', '\n']) || gap.contains(". ");
        before = word.range.end;
        if overlaps(&word.range) {
            continue;
        }
        let name = names.iter().any(|name| name.start < word.range.end && word.range.start < name.end);
        let upper = word.text.chars().all(|c| c.is_uppercase());
        let capitals = small && upper && (word.text.len() > 1 || (word.text != "I" && !starts));
        let folded = without_points(fold(word.text));
        let pieces: Vec<String> = match word.shape {
            Shape::Plain if english => opened(&folded),
            Shape::Compound if !folded.contains('\'') => {
                parts(&folded).into_iter().map(|(part, _)| part.to_owned()).collect()
            }
            Shape::Plain | Shape::Number | Shape::Identifier | Shape::Compound | Shape::Unspaced => {
                vec![folded]
            }
        };
        if gap.trim() == "&" {
            raws.push(Raw { lower: "and".to_owned(), ..Raw::default() });
        }
        for lower in pieces {
            raws.push(Raw { lower, name, capitals, joined, starts });
            starts = false;
        }
    }
    raws
}

/// `Ph.D` becomes `phd`; addresses and paths keep their periods.
fn without_points(word: String) -> String {
    let short = word.contains('.')
        && word.split('.').all(|part| part.len() <= 4 && part.chars().all(char::is_alphabetic))
        && word.split('.').next().is_some_and(|first| first.len() <= 2);
    if short { word.replace('.', "") } else { word }
}

/// `what's` becomes `what is`, and `can't` becomes `can not`; a possessive loses its `'s`.
fn opened(word: &str) -> Vec<String> {
    let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    let tables = Tables::of("en");
    if let Some(words) = tables.contractions.get(word) {
        return owned(&words.split(' ').collect::<Vec<_>>());
    }
    // "Doesn't", and "doesnt".
    let denied = word
        .strip_suffix("n't")
        .or_else(|| stopwords::denied(word, lists::Tables::of("en").auxiliaries.written()));
    if let Some(rest) = denied {
        return owned(&[rest, "not"]);
    }
    for (ending, verb) in [("'re", "are"), ("'ve", "have"), ("'ll", "will"), ("'d", "would"), ("'m", "am")] {
        if let Some(rest) = word.strip_suffix(ending) {
            return owned(&[rest, verb]);
        }
    }
    match word.strip_suffix("'s").or_else(|| word.strip_suffix('\'')) {
        Some(rest) if is_subject(rest) => owned(&[rest, "is"]),
        Some(rest) => owned(&[rest]),
        None => owned(&[word]),
    }
}

/// Words after which `'s` stands for `is`.
fn is_subject(word: &str) -> bool {
    lists::Tables::of("en").pointing_words.has(word)
        || stopwords::is_question_word(word, "en")
        || word == "here"
}

fn english(raws: &[Raw], reading: &mut Reading) {
    let lowers: Vec<&str> = raws.iter().map(|raw| raw.lower.as_str()).collect();
    let tables = Tables::of("en");
    let both = lowers.iter().any(|word| tables.askers.has(word) && *word != "one")
        && lowers.iter().any(|word| tables.addressed.has(word));
    let mut at = 0;
    let mut link: Option<&str> = None;
    let mut manner = false;
    while at < raws.len() {
        if raws[at].starts {
            let clause =
                raws[at + 1..].iter().position(|raw| raw.starts).map_or(raws.len(), |next| at + 1 + next);
            let (asked, count) = asked::head(&lowers[at..clause]);
            reading.asked.extend(asked);
            manner = asked == Some(QuestionHead::Manner);
            let past = lowers[at..clause].iter().any(|word| ["did", "was", "were", "had"].contains(word));
            let future = lowers[at..clause].iter().any(|word| ["will", "would", "shall"].contains(word));
            reading.tense.past |= past;
            reading.tense.future |= future;
            // A degree is told by the word behind `how`.
            let count = if asked == Some(QuestionHead::Degree) { count - 1 } else { count };
            reading.advice |= lowers[at..at + count].contains(&"should") && !manner;
            link = None;
            at += count;
            if count > 0 && raws.get(at).is_none_or(|raw| raw.starts) {
                continue;
            }
        }
        let raw = &raws[at];
        at += 1;
        let word = raw.lower.as_str();
        let name = raw.capitals || (raw.name && !table::is_idle(word));
        if let Some(cue) = denial(word) {
            reading.denials.push(cue);
            continue;
        }
        reading.advice |= word == "should" && !manner;
        reading.gets |= word == "get";
        if table::is_link(word) && !raw.capitals {
            link = Some(word);
            continue;
        }
        if !raw.capitals && (table::is_idle(word) || (table::is_asker(word) && !both)) {
            continue;
        }
        let key = lemma(word);
        reading.tokens.push(Token {
            groups: values::groups_of(&key),
            soft: !name && values::is_soft(&key),
            key,
            word: word.to_owned(),
            name,
            joined: raw.joined && link.is_none(),
            link: link.take().map(str::to_owned),
        });
    }
}

/// Words that negate or exclude something, normalized.
fn denial(word: &str) -> Option<&'static str> {
    let tables = Tables::of("en");
    let leaves_out = |known: &&'static str| *known == word;
    match tables.exceptions.iter().find(leaves_out) {
        None if word == "without" => Some("without"),
        None => tables.negations.has(word).then_some("not"),
        left_out => left_out,
    }
}

/// Other languages: every word counts except articles, as it is written. What one may do is not what one should do,
/// before is not after, some are not all, and the cheapest is not what is cheap.
fn foreign(raws: &[Raw], language: &str, reading: &mut Reading) {
    let articles = &lists::Tables::of(language).articles;
    let mut link = None;
    for raw in raws {
        if articles.has(&raw.lower) {
            link = Some(raw.lower.clone());
            continue;
        }
        reading.tokens.push(Token {
            key: raw.lower.clone(),
            word: raw.lower.clone(),
            groups: &[],
            soft: false,
            name: raw.name,
            joined: raw.joined && link.is_none(),
            link: link.take(),
        });
    }
}
