//! What a careful reader should know about a draft: its limits, and what to check next.

use super::WriteInput;
use crate::Brief;
use crate::analyze::language_name;
use crate::versions::other_version;
use gorkd_core::model::{Answered, Document, DraftClaim, Millis, Question, QuestionKind, Recency, SourceId};
use std::collections::BTreeSet;

const DAY: u64 = 24 * 3_600 * 1_000;

#[derive(Debug, Default, PartialEq)]
pub struct Notes {
    pub limitations: Vec<String>,
    pub questions: Vec<String>,
}

/// Limits of a draft that has claims, and questions to verify.
pub fn notes(input: &WriteInput<'_>, claims: &[DraftClaim]) -> (Vec<String>, Vec<String>) {
    let mut notes = Notes::default();
    let cited: BTreeSet<&SourceId> =
        claims.iter().flat_map(|claim| &claim.quotes).map(|quote| &quote.source).collect();
    let documents: Vec<&Document> =
        input.materials.iter().filter(|m| cited.contains(&m.source)).map(|m| m.document).collect();
    age(input.brief, &documents, &mut notes);
    for document in documents.iter().filter(|document| document.truncated) {
        notes.limitations.push(format!("Only the first part of {} was read.", named(document)));
    }
    notes.limitations.extend(other_language(&input.brief.question.language, documents.iter().copied()));
    if let Some(other) = other_version(&input.plan.goal, input.materials) {
        notes
            .limitations
            .push(format!("The question is about {}; what was read is of {}.", other.named, other.held));
    }
    for judged in input.parts.iter().filter(|judged| judged.answered == Answered::No) {
        let part = input.plan.sub_questions.iter().find(|part| part.id == judged.sub_question);
        let Some(part) = part else { continue };
        notes.limitations.push(format!("Nothing that was read answers: {}", part.text));
        notes.questions.push(part.text.clone());
    }
    (notes.limitations, notes.questions)
}

/// A sentence for who asks in another language than that of all the documents: words find words of their own language.
pub fn other_language<'a>(asked: &str, documents: impl Iterator<Item = &'a Document>) -> Option<String> {
    let mut languages: Vec<&str> = documents.filter_map(|document| document.language.as_deref()).collect();
    languages.sort_unstable();
    languages.dedup();
    match languages.as_slice() {
        [read] if *read != asked => {
            let (asked, read) = (language_name(asked)?, language_name(read)?);
            Some(format!(
                "The question is in {asked}, but the sources are in {read}. Asking in {read} will find more."
            ))
        }
        _ => None,
    }
}

/// Old sources matter when the question is about what is new.
fn age(brief: &Brief<'_>, documents: &[&Document], notes: &mut Notes) {
    let Some(limit) = fresh_for(brief.question) else { return };
    let dates: Vec<Millis> = documents.iter().filter_map(|document| document.published_at).collect();
    let Some(newest) = dates.iter().max() else {
        if !documents.is_empty() {
            notes.limitations.push("None of the sources says when it was published.".to_owned());
            notes.questions.push("Is this still so today?".to_owned());
        }
        return;
    };
    let days = brief.now.since(*newest) / DAY;
    if days > limit {
        notes.limitations.push(format!("The newest source is {} old.", in_words(days)));
        notes.questions.push(format!("Has anything changed in the last {}?", in_words(days)));
    }
}

/// For how many days a source counts as new; none when the question does not ask for what is new.
fn fresh_for(question: &Question) -> Option<u64> {
    match question.period.as_ref().and_then(|period| period.recent) {
        Some(Recency::Day) => Some(2),
        Some(Recency::Week) => Some(10),
        Some(Recency::Month) => Some(45),
        Some(Recency::Year) => Some(400),
        None if question.kind == QuestionKind::CurrentEvent => Some(45),
        None => None,
    }
}

fn in_words(days: u64) -> String {
    let (count, unit) = match days {
        0..=59 => (days, "day"),
        60..=729 => (days / 30, "month"),
        _ => (days / 365, "year"),
    };
    if count == 1 { format!("{count} {unit}") } else { format!("{count} {unit}s") }
}

fn named(document: &Document) -> String {
    match (document.title.trim(), document.host()) {
        ("", host) => host,
        (title, host) => format!("“{title}” ({host})"),
    }
}
