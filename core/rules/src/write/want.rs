//! What a question asks for: its terms, the kind of answer it expects, and the thing that the answer is one of.

use super::cues;
use crate::text::mentions::{self, MentionKind};
use crate::text::stopwords;
use crate::text::words;

/// What kind of words answer the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Expects {
    Person,
    Place,
    Time,
    Duration,
    Count,
    Money,
    Percent,
    Reason,
    /// What a thing is.
    Definition,
    /// How to do something.
    Steps,
    /// A name or a thing of the kind that the question's focus names.
    Thing,
    Anything,
}

/// A term of the question.
#[derive(Clone, Debug, PartialEq)]
pub struct WantedTerm {
    /// Lower case, stemmed, without accents; see [`words::stem`].
    pub key: String,
    /// As written, in lower case.
    pub surface: String,
    /// Part of a name.
    pub named: bool,
}

/// A question, read.
#[derive(Clone, Debug)]
pub struct Want {
    pub language: String,
    pub expects: Expects,
    /// In order of appearance, each key once.
    pub terms: Vec<WantedTerm>,
    /// Indices of the terms that say what kind of thing is asked for: `city` in "Which city ...?".
    pub focus: Vec<usize>,
    /// The question's own words in lower case, stop words too: what stands here is no news.
    pub known: Vec<String>,
}

impl Want {
    /// Reads a question. `language` is an ISO 639-1 code; cues of English are tried for every language.
    pub fn of(question: &str, language: &str) -> Self {
        let plain = plain(question);
        let cue = cues::find(&plain, language);
        let mut terms: Vec<WantedTerm> = Vec::new();
        let names: Vec<_> = mentions::mentions(question, language)
            .into_iter()
            .filter(|mention| matches!(mention.kind, MentionKind::Name | MentionKind::Quoted))
            .map(|mention| mention.range)
            .collect();
        let mut found = words::terms(question, language);
        if found.is_empty() {
            found = words::all_terms(question, language);
        }
        for term in found {
            let surface = question[term.range.clone()].to_lowercase();
            if stopwords::is_question_word(&surface, "en") && terms.iter().any(|known| known.key == term.key)
            {
                continue;
            }
            if !terms.iter().any(|known| known.key == term.key) {
                let named =
                    names.iter().any(|name| name.start <= term.range.start && term.range.end <= name.end);
                terms.push(WantedTerm { key: term.key, surface, named });
            }
        }
        let focus = match cue.focus {
            Some(words) => focus(words, &terms, language),
            None => Vec::new(),
        };
        let known = words::words(question).into_iter().map(|word| word.text.to_lowercase()).collect();
        Want { language: language.to_owned(), expects: cue.expects, terms, focus, known }
    }
}

/// Lower case, words apart by one space, a space at both ends, no marks.
fn plain(question: &str) -> String {
    let mut plain = String::from(" ");
    for word in words::words(question) {
        plain.push_str(&word.text.to_lowercase());
        plain.push(' ');
    }
    plain
}

/// The terms that stand in the focus words.
fn focus(focus: &str, terms: &[WantedTerm], language: &str) -> Vec<usize> {
    let keys = words::keys(focus, language);
    (0..terms.len()).filter(|index| keys.contains(&terms[*index].key)).collect()
}
