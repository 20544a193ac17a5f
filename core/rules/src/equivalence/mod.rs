//! Can the answer to one question serve another? Judged by what both say: numbers, dates, units, names, negations,
//! directions, what is asked, and the words in order. The cosine of their embeddings only decides how far their words
//! may differ; by itself it cannot tell "is it safe" from "is it not safe", nor 2015 from 2016.
//!
//! The word tables are for English. In other languages, numbers, dates, units, names and negations must match, and the
//! words must be the same except for their endings, because opposites can't be recognized there.

mod align;
mod asked;
mod forms;
mod reading;
mod values;
mod words;

use crate::text::mentions::negation_count;
use crate::text::tables::Tables;
pub(crate) use asked::QuestionHead;
use gorkd_core::model::Question;
use reading::{Reading, Tense, Token};
use std::fmt;
use values::Apart;

/// Cosine from which questions with the same words are one, whatever their order and endings.
pub const SAME_WORDS: f32 = 0.85;
/// Cosine from which questions that agree in everything else may differ in words.
pub const OTHER_WORDS: f32 = 0.91;

/// The language whose words of like and of opposite meaning are known.
const TABLES: &str = "en";

/// Why the answer to one question may not serve another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    Language,
    Number,
    Date,
    Unit,
    /// A name that only one of them has.
    Name(String),
    /// One denies or leaves out what the other does not.
    Negation,
    /// A word here and its opposite there.
    Direction(String, String),
    /// Two words that have changed places.
    Order(String, String),
    /// A reason here, a time there.
    Asked,
    /// What was, and what will be.
    Tense,
    /// Words that only one of them has.
    Words(String),
}

impl fmt::Display for Difference {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Language => write!(out, "they are asked in different languages"),
            Difference::Number => write!(out, "they differ in a number"),
            Difference::Date => write!(out, "they differ in a date"),
            Difference::Unit => write!(out, "they differ in a unit of measure"),
            Difference::Name(name) => write!(out, "only one of them is about {name}"),
            Difference::Negation => write!(out, "one of them denies something"),
            Difference::Direction(a, b) => write!(out, "one says “{a}” where the other says “{b}”"),
            Difference::Order(a, b) => write!(out, "“{a}” and “{b}” have changed places"),
            Difference::Asked => write!(out, "they ask for different things"),
            Difference::Tense => write!(out, "they ask about different times"),
            Difference::Words(words) => write!(out, "only one of them says “{words}”"),
        }
    }
}

/// How near two questions are that do not contradict each other.
#[derive(Debug, PartialEq)]
enum Likeness {
    /// Word for word the same, but for what says nothing.
    Trivial,
    /// The same words, forms and meanings, perhaps one more that hardly matters.
    Words,
    /// The words differ, but nothing that is known to matter.
    Apart(Difference),
}

/// A question made ready for comparing with many.
#[derive(Clone, Debug)]
pub struct Prepared {
    language: String,
    key: String,
    /// Words that deny something, in any language.
    denials: usize,
    /// Words that pick the first or the last of an order: "cheapest", "most".
    picks: Vec<String>,
    reading: Reading,
}

impl Prepared {
    pub fn of(question: &Question) -> Self {
        Prepared {
            language: question.language.clone(),
            key: normal_form(question),
            denials: negation_count(&question.text, &question.language),
            picks: words::picks(&question.text),
            reading: reading::read(question),
        }
    }

    /// The key under which exact and trivially reworded questions meet.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// May the answer to this question serve the other? `cosine` is that of their embeddings; without it only
    /// trivially reworded questions are the same.
    pub fn same(&self, other: &Prepared, cosine: Option<f32>) -> bool {
        match (self.compare(other), cosine) {
            (Ok(Likeness::Trivial), _) => true,
            (Ok(Likeness::Words), Some(cosine)) => cosine >= SAME_WORDS,
            (Ok(Likeness::Apart(_)), Some(cosine)) => cosine >= OTHER_WORDS && self.language == TABLES,
            (Ok(Likeness::Words | Likeness::Apart(_)), None) | (Err(_), _) => false,
        }
    }

    /// Do both say the same, as far as words tell?
    pub fn agree(&self, other: &Prepared) -> Result<(), Difference> {
        match self.compare(other)? {
            Likeness::Trivial | Likeness::Words => Ok(()),
            Likeness::Apart(difference) => Err(difference),
        }
    }

    /// A difference in an error is one that no nearness of meaning makes good.
    fn compare(&self, other: &Prepared) -> Result<Likeness, Difference> {
        if self.language != other.language {
            return Err(Difference::Language);
        }
        let (a, b) = (&self.reading, &other.reading);
        match values::apart(&a.amounts, &b.amounts) {
            Some(Apart::Number) => return Err(Difference::Number),
            Some(Apart::Date) => return Err(Difference::Date),
            Some(Apart::Unit) => return Err(Difference::Unit),
            None => {}
        }
        if self.key == other.key {
            return Ok(Likeness::Trivial);
        }
        if self.language != TABLES && self.denials != other.denials {
            return Err(Difference::Negation);
        }
        if a.denials != b.denials {
            return Err(Difference::Negation);
        }
        if let ([x, ..], [y, ..]) = (self.picks.as_slice(), other.picks.as_slice())
            && !self.picks.iter().any(|pick| other.picks.contains(pick))
        {
            return Err(Difference::Direction(x.clone(), y.clone()));
        }
        let aligned = align::align(&a.tokens, &b.tokens);
        if let Some((ours, theirs)) = align::opposite(&a.tokens, &b.tokens, &aligned) {
            return Err(Difference::Direction(ours.to_owned(), theirs.to_owned()));
        }
        if let Some(word) = align::turned_link(&a.tokens, &b.tokens, &aligned) {
            return Err(Difference::Direction(format!("from {word}"), format!("to {word}")));
        }
        if differ(a.tense, b.tense) {
            return Err(Difference::Tense);
        }
        let asked = a.asked == b.asked || reaching(a, b);
        if !asked && !near(&a.asked, &b.asked) {
            return Err(Difference::Asked);
        }
        let praise = values::praises(&a.tokens) && values::praises(&b.tokens);
        let alone = align::alone(&a.tokens, &b.tokens, &aligned);
        if let Some(name) = alone.iter().find(|token| token.name) {
            return Err(Difference::Name(name.word.clone()));
        }
        if alone.iter().any(|token| values::is_unit(&token.word)) {
            return Err(Difference::Unit);
        }
        if let Some((x, y)) = align::reordered(&a.tokens, &b.tokens, &aligned) {
            return Err(Difference::Order(x.to_owned(), y.to_owned()));
        }
        if !asked || (a.advice != b.advice && !praise) {
            return Ok(Likeness::Apart(Difference::Asked));
        }
        if alone.is_empty() {
            return Ok(Likeness::Words);
        }
        let words: Vec<&str> = alone.iter().map(|token| token.word.as_str()).collect();
        Ok(Likeness::Apart(Difference::Words(words.join(" "))))
    }
}

/// May the answer to `a` serve `b`, as far as their words tell?
pub fn agree(a: &Question, b: &Question) -> Result<(), Difference> {
    Prepared::of(a).agree(&Prepared::of(b))
}

/// May the answer to `a` serve `b`? With the cosine of their embeddings, if there is an embedder.
pub fn same(a: &Question, b: &Question, cosine: Option<f32>) -> bool {
    Prepared::of(a).same(&Prepared::of(b), cosine)
}

/// The key under which exact and trivially reworded questions meet: case, punctuation, politeness, contractions and
/// articles off.
pub fn normal_form(question: &Question) -> String {
    let plain = reading::plain(question);
    let signs = values::signs(&question.text);
    let mut words: Vec<&str> = plain.iter().map(String::as_str).collect();
    if question.language == "en" {
        words.drain(..asked::politeness(&words));
        if let ["how", "do" | "can" | "could" | "should" | "would", "i", ..] = words.as_slice() {
            words.splice(..3, ["how", "to"]);
        }
        words.retain(|word| !words::is_trivial(word));
        words.iter_mut().filter(|word| **word == "which").for_each(|word| *word = "what");
    }
    if !signs.is_empty() {
        words.push(&signs);
    }
    words.join(" ")
}

/// What was and what is, or what was and what will be. What is and what will be are often asked alike.
fn differ(a: Tense, b: Tense) -> bool {
    a.past != b.past || (a.future != b.future && (a.past || b.past))
}

/// Questions about one thing that are worded as another: "what are the steps" and "how do I", "can it" and "does
/// it"; or the first asks what the second asks, and something more.
fn near(a: &[QuestionHead], b: &[QuestionHead]) -> bool {
    let pair = |x: QuestionHead, y: QuestionHead| {
        x == y
            || [
                (QuestionHead::Manner, QuestionHead::Thing),
                (QuestionHead::Person, QuestionHead::Thing),
                (QuestionHead::Fact, QuestionHead::Possible),
            ]
            .iter()
            .any(|(p, q)| (*p, *q) == (x, y) || (*p, *q) == (y, x))
    };
    match (a, b) {
        ([x], [y]) => pair(*x, *y),
        (more, [y]) => more.contains(y),
        (_, _) => false,
    }
}

/// "How do I get one", "where can I buy one", "what are the best ones".
fn reaching(a: &Reading, b: &Reading) -> bool {
    let getting = &Tables::of("en").getting;
    let finds = |tokens: &[Token]| tokens.iter().any(|token| getting.has(&token.key));
    let praise = values::praises(&a.tokens) && values::praises(&b.tokens);
    let other_way = |x: &Reading, y: &Reading| {
        y.asked == [QuestionHead::Place]
            && (x.asked == [QuestionHead::Manner] || (x.asked == [QuestionHead::Thing] && praise))
    };
    let reaches = finds(&a.tokens) || finds(&b.tokens) || a.gets || b.gets;
    reaches && (other_way(a, b) || other_way(b, a))
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
