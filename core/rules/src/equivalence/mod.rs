//! Can the answer to one question serve another? Judged by what both say: numbers, dates, units, names, negations,
//! directions, what is asked, and the words in order. The cosine of their embeddings only determines how much their
//! words may differ. By itself, it can't tell "is it safe" from "is it not safe", nor 2015 from 2016.
//!
//! The word tables are for English. In other languages, numbers, dates, units, names, and negations must match, and
//! the words must be the same except for articles, because opposites can't be recognized there.

mod align;
mod asked;
mod forms;
mod reading;
mod values;
mod words;

use crate::text::tables::Tables;
pub(crate) use asked::QuestionHead;
use gorkd_core::model::Question;
use reading::{Reading, Tense, Token};

/// From this cosine on, questions with the same words are the same, whatever their order and endings.
pub const SAME_WORDS: f32 = 0.85;
/// From this cosine on, questions that agree in everything else may use different words.
pub const OTHER_WORDS: f32 = 0.91;

/// The language with tables of synonyms and opposites.
const TABLES: &str = "en";

/// Why the answer to one question may not serve another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Difference {
    Language,
    Number,
    Date,
    Unit,
    /// A name in only one of them.
    Name,
    /// A negation or exclusion in only one of them.
    Negation,
    /// A word in one, and its opposite in the other.
    Direction,
    /// Two words that were swapped.
    Order,
    /// One asks for a reason, the other for a time, for example.
    Asked,
    /// One is about the past, the other about the future.
    Tense,
}

/// How similar two questions are that don't contradict each other.
#[derive(Debug, PartialEq)]
enum Likeness {
    /// Word for word the same, apart from words without meaning.
    Trivial,
    /// The same words, forms, or meanings, perhaps with one more that hardly matters.
    Words,
    /// Different words, but no difference that is known to matter.
    Apart,
}

/// A question prepared for comparison with many others.
#[derive(Clone, Debug)]
pub struct Prepared {
    language: String,
    key: String,
    /// Words for the first or last in an order: "cheapest", "most".
    picks: Vec<String>,
    reading: Reading,
}

impl Prepared {
    pub fn of(question: &Question) -> Self {
        Prepared {
            language: question.language.clone(),
            key: normal_form(question),
            picks: words::picks(&question.text),
            reading: reading::read(question),
        }
    }

    /// May the answer to this question serve the other? `cosine` is that of their embeddings. Without it, only
    /// trivial rewordings are the same.
    pub fn same(&self, other: &Prepared, cosine: Option<f32>) -> bool {
        match (self.compare(other), cosine) {
            (Ok(Likeness::Trivial), _) => true,
            (Ok(Likeness::Words), Some(cosine)) => cosine >= SAME_WORDS,
            (Ok(Likeness::Apart), Some(cosine)) => cosine >= OTHER_WORDS && self.language == TABLES,
            (Ok(Likeness::Words | Likeness::Apart), None) | (Err(_), _) => false,
        }
    }

    /// An `Err` is a difference that no similarity of meaning outweighs.
    fn compare(&self, other: &Prepared) -> Result<Likeness, Difference> {
        if self.language != other.language {
            return Err(Difference::Language);
        }
        let (a, b) = (&self.reading, &other.reading);
        if let Some(difference) = values::apart(&a.amounts, &b.amounts) {
            return Err(difference);
        }
        if self.key == other.key {
            return Ok(Likeness::Trivial);
        }
        if a.denials != b.denials {
            return Err(Difference::Negation);
        }
        let pick = !self.picks.is_empty() && !other.picks.is_empty();
        let aligned = align::align(&a.tokens, &b.tokens);
        if pick && !self.picks.iter().any(|pick| other.picks.contains(pick))
            || align::opposed(&a.tokens, &b.tokens, &aligned)
            || align::links_turned(&a.tokens, &b.tokens, &aligned)
        {
            return Err(Difference::Direction);
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
        if alone.iter().any(|token| token.name) {
            return Err(Difference::Name);
        }
        if alone.iter().any(|token| values::is_unit(&token.word)) {
            return Err(Difference::Unit);
        }
        if align::reordered(&a.tokens, &b.tokens, &aligned) {
            return Err(Difference::Order);
        }
        let apart = !asked || (a.advice != b.advice && !praise) || !alone.is_empty();
        Ok(if apart { Likeness::Apart } else { Likeness::Words })
    }
}

/// The key of a question, the same for exact repetitions and trivial rewordings: without case, punctuation, polite
/// words, contractions, and articles.
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

/// Past and present, or past and future. Present and future are often asked about in the same way.
fn differ(a: Tense, b: Tense) -> bool {
    a.past != b.past || (a.future != b.future && (a.past || b.past))
}

/// Questions about the same thing in different words: "what are the steps" and "how do I", "can it" and "does it". Or
/// the first asks everything that the second does, and more.
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
