//! The queries of the first round: key terms, the sides of a comparison, and names.

use super::{content_words, normalised, parts, with_empty};
use crate::samples::without_samples;
use crate::text::mentions::{Mention, MentionKind, named};
use crate::text::tables::Tables;
use crate::text::words::{Shape, words};
use crate::text::{points_back, sentences_typed, without_genitive};
use crate::write::{Expects, expects, of_kind};
use gorkd_core::model::{Query, Question, QuestionKind, SubQuestion};
use gorkd_core::text::german;

/// Maximum words of a query: search engines ignore or mishandle longer ones.
const LONGEST: usize = 20;
/// Minimum content words of a sentence to be searched for on its own, and maximum number of such sentences.
const TELLS: usize = 3;
const SENTENCES: usize = 2;

/// All distinct queries worth searching for, best first.
pub(super) fn queries(question: &Question, sub_questions: &[SubQuestion]) -> Vec<Query> {
    let mut list = QueryList::new(usize::MAX, Vec::new());
    let language = question.language.as_str();
    let first = sub_questions.first().map_or("q1", |part| part.id.as_str());
    let whole = key_phrase(&question.text, language);
    let comparison = question.kind == QuestionKind::Comparison;
    if sub_questions.len() <= 1 || comparison {
        list.add(first, &whole, "the key terms of the question");
    }
    if expects(&question.text, language) == Expects::Version {
        let news: Vec<&str> = Tables::or_english(language).version_news.written().iter().collect();
        list.add(first, &format!("{whole} {}", news.join(" ")), "where pages say what a version brought");
    }
    for part in sub_questions {
        list.add(&part.id, &key_phrase(&part.text, language), "a part of the question");
        let plain = without_samples(&part.text, language);
        list.add(&part.id, &key_phrase(&plain, language), "the same without its samples");
    }
    for (part, sentence) in
        sub_questions.iter().flat_map(|part| sentences_of(&part.text, language).map(move |one| (part, one)))
    {
        let named = question.entities.iter().filter(|entity| part.text.contains(entity.as_str()));
        let named: Vec<&str> = named.map(String::as_str).collect();
        let text = match named.iter().any(|name| sentence.contains(name)) {
            true => sentence.to_owned(),
            false => format!("{} {sentence}", named.join(" ")),
        };
        list.add(&part.id, &key_phrase(&text, language), "a sentence of the question");
    }
    let sides = if comparison { parts::sides(question) } else { Vec::new() };
    for side in &sides {
        list.add(owner(side, sub_questions), side, "one side of the comparison");
    }
    // Each named thing on its own: the page about it often contains what the question's other words can't find.
    // A single word is too vague if there is also a full name, or if it is the only one.
    if question.entities.len() >= 2 || words(&whole).len() > 5 {
        let telling: Vec<&String> = question.entities.iter().filter(|entity| is_telling(entity)).collect();
        let full = telling.iter().any(|entity| entity.contains(' '));
        let named = |entity: &&&String| entity.contains(' ') || (!full && telling.len() >= 2);
        for entity in telling.iter().filter(named) {
            list.add(owner(entity, sub_questions), entity, "something that the question names");
        }
    }
    let quoted: Vec<String> =
        question.entities.iter().filter(|e| e.contains(' ')).map(|e| format!("\"{e}\"")).collect();
    if !quoted.is_empty() && question.entities.len() <= 2 {
        let rest = without(&whole, &question.entities);
        list.add(first, format!("{} {rest}", quoted.join(" ")).trim(), "the exact phrase");
    }
    if list.queries.is_empty() {
        list.add(first, &question.text, "the question as it is");
    }
    list.queries
}

/// If a question has several sentences, those that say enough to be searched for on their own, starting with
/// those that ask. Searched together, a story drowns its question.
pub fn sentences_of<'a>(text: &'a str, language: &str) -> impl Iterator<Item = &'a str> + use<'a> {
    let mut found = sentences_typed(text);
    if found.len() < 2 {
        found.clear();
    }
    // "What can I do?" says nothing, and is then taken word by word.
    let says = |sentence: &&str| with_empty(sentence, language).iter().any(|(_, empty)| !empty);
    found.retain(|sentence| says(sentence) && content_words(sentence, language).len() >= TELLS);
    found.sort_by_key(|sentence| !sentence.ends_with(['?', '？', '؟']));
    found.into_iter().take(SENTENCES)
}

/// A sentence of a text, from the one before it on if it points there: "Each has three addresses. Can I merge those?"
pub fn with_what_it_points_to<'a>(text: &'a str, sentence: &'a str, language: &str) -> &'a str {
    let all = sentences_typed(text);
    let before = all.iter().position(|one| *one == sentence).and_then(|at| all.get(at.checked_sub(1)?));
    let whole = || {
        let end = text.find(sentence)? + sentence.len();
        Some(&text[text[..end].rfind(*before?)?..end])
    };
    if points_back(sentence, language) { whole().unwrap_or(sentence) } else { sentence }
}

/// The text without question words, stop words, and what only says which kind of answer is wanted, in order, as
/// written: what people type into a search box. Particles inside names ("Lord of the Rings") are kept, and so is
/// whatever is quoted.
pub fn key_phrase(text: &str, language: &str) -> String {
    let names = named(text, language);
    let mut kept: Vec<&str> = Vec::new();
    let told = with_empty(text, language);
    let of_kind = of_kind(told.iter().map(|(word, _)| word.text), language);
    for ((word, empty), of_kind) in told.into_iter().zip(of_kind) {
        let lower = word.text.to_lowercase();
        let holds = |name: &Mention| name.range.start <= word.range.start && word.range.end <= name.range.end;
        let named = names.iter().any(holds);
        let quoted = names.iter().any(|name| name.kind == MentionKind::Quoted && holds(name));
        let empty = empty || (lower.len() == 1 && word.shape == Shape::Plain);
        let known = !named && kept.iter().any(|other| other.eq_ignore_ascii_case(word.text));
        if (named || !empty) && (quoted || !of_kind) && !known {
            kept.push(without_genitive(word.text));
        }
    }
    kept.truncate(LONGEST);
    // "Lade … hoch" says more than "lade".
    if language == "de"
        && let Some((_, prefix)) = german::prefix_at_end(text)
        && !kept.is_empty()
        && !kept.contains(&prefix)
    {
        kept.push(prefix);
    }
    if kept.is_empty() { text.trim().to_owned() } else { kept.join(" ") }
}

/// Whether a name alone leads to pages about it. Nationalities, days, numerals, and short acronyms don't.
pub fn is_telling(name: &str) -> bool {
    let numeral = name.chars().all(|c| matches!(c, 'I' | 'V' | 'X' | 'L' | 'C'));
    name.chars().count() > 3 && !numeral && !name.to_lowercase().split(['-', ' ']).all(is_adjective)
}

/// "Italian", "Anglo-Saxon", "Monday": capitalized words that name nothing one could read about.
fn is_adjective(lower: &str) -> bool {
    let tables = Tables::of("en");
    let ends = ["ian", "ean", "ican"].iter().any(|end| lower.ends_with(end));
    ends || tables.nationalities.has(lower) || tables.weekdays.has(lower)
}

/// At most `most` queries, each different from the others and from those that were known before.
pub(crate) struct QueryList {
    pub queries: Vec<Query>,
    /// In normalized form.
    known: Vec<String>,
    most: usize,
}

impl QueryList {
    pub fn new(most: usize, known: Vec<String>) -> Self {
        Self { queries: Vec::new(), known, most }
    }

    pub fn add(&mut self, sub_question: &str, text: &str, why: &str) {
        let key = normalised(text);
        if self.queries.len() >= self.most || key.is_empty() || self.known.contains(&key) {
            return;
        }
        self.known.push(key);
        self.queries.push(Query {
            text: text.trim().to_owned(),
            sub_question: sub_question.to_owned(),
            why: why.to_owned(),
            ..Query::default()
        });
    }
}

/// The sub-question that names a thing, or else the first.
fn owner<'a>(entity: &str, sub_questions: &'a [SubQuestion]) -> &'a str {
    let lower = entity.to_lowercase();
    sub_questions
        .iter()
        .find(|part| part.text.to_lowercase().contains(&lower))
        .or(sub_questions.first())
        .map_or("q1", |part| part.id.as_str())
}

fn without(text: &str, entities: &[String]) -> String {
    let taken: Vec<String> = entities
        .iter()
        .flat_map(|e| e.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>())
        .collect();
    text.split_whitespace().filter(|word| !taken.contains(&word.to_lowercase())).collect::<Vec<_>>().join(" ")
}
