//! What a careful reader should know about a draft: its limits, and what to check next.

use super::WriteInput;
use crate::Brief;
use crate::analyze::language_name;
use crate::versions::other_version;
use gorkd_core::model::{Answered, Document, DraftClaim, Millis, Question, QuestionKind, Recency, SourceId};
use gorkd_words::{Locale, Msg};
use std::collections::BTreeSet;

const DAY: u64 = 24 * 3_600 * 1_000;

#[derive(Debug, Default, PartialEq)]
pub struct Notes {
    pub limitations: Vec<String>,
    pub questions: Vec<String>,
}

/// Limits of a draft that has claims, and questions to verify.
pub fn notes(input: &WriteInput<'_>, claims: &[DraftClaim]) -> (Vec<String>, Vec<String>) {
    let (mut notes, locale) = (Notes::default(), input.brief.locale());
    let cited: BTreeSet<&SourceId> =
        claims.iter().flat_map(|claim| &claim.quotes).map(|quote| &quote.source).collect();
    let documents: Vec<&Document> =
        input.materials.iter().filter(|m| cited.contains(&m.source)).map(|m| m.document).collect();
    age(input.brief, &documents, &mut notes);
    for document in documents.iter().filter(|document| document.truncated) {
        notes.limitations.push(locale.say(Msg::LimitFirstPart { what: named(document) }));
    }
    notes.limitations.extend(other_language(&input.brief.question.language, documents.iter().copied()));
    if let Some(other) = other_version(&input.plan.goal, input.materials) {
        notes.limitations.push(locale.say(Msg::LimitVersion { asked: other.named, found: other.held }));
    }
    for judged in input.parts.iter().filter(|judged| judged.answered == Answered::No) {
        let part = input.plan.sub_questions.iter().find(|part| part.id == judged.sub_question);
        let Some(part) = part else { continue };
        notes.limitations.push(locale.say(Msg::LimitUnanswered { question: part.text.clone() }));
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
            let locale = Locale::first([asked]);
            let (asked, found) = (named_language(asked, locale)?, named_language(read, locale)?);
            Some(locale.say(Msg::LimitLanguage { asked, found }))
        }
        _ => None,
    }
}

/// What a language is called; in English where the catalogue lacks it.
fn named_language(code: &str, locale: Locale) -> Option<String> {
    let known = match code {
        "en" => Msg::LanguageEn,
        "de" => Msg::LanguageDe,
        "es" => Msg::LanguageEs,
        "fr" => Msg::LanguageFr,
        "ru" => Msg::LanguageRu,
        "zh" => Msg::LanguageZh,
        "ar" => Msg::LanguageAr,
        "it" => Msg::LanguageIt,
        "pt" => Msg::LanguagePt,
        "ja" => Msg::LanguageJa,
        _ => return language_name(code).map(str::to_owned),
    };
    Some(locale.say(known))
}

/// Old sources matter when the question is about what is new.
fn age(brief: &Brief<'_>, documents: &[&Document], notes: &mut Notes) {
    let Some(limit) = fresh_for(brief.question) else { return };
    let locale = brief.locale();
    let dates: Vec<Millis> = documents.iter().filter_map(|document| document.published_at).collect();
    let Some(newest) = dates.iter().max() else {
        if !documents.is_empty() {
            notes.limitations.push(locale.say(Msg::LimitNoDates));
            notes.questions.push(locale.say(Msg::NextStillSo));
        }
        return;
    };
    let days = brief.now.since(*newest) / DAY;
    if days > limit {
        let age = || locale.say(in_words(days));
        notes.limitations.push(locale.say(Msg::LimitOld { age: age() }));
        notes.questions.push(locale.say(Msg::NextChanged { age: age() }));
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

fn in_words(days: u64) -> Msg {
    match days {
        0..=59 => Msg::AgeDays { count: days },
        60..=729 => Msg::AgeMonths { count: days / 30 },
        _ => Msg::AgeYears { count: days / 365 },
    }
}

fn named(document: &Document) -> String {
    match (document.title.trim(), document.host()) {
        ("", host) => host,
        (title, host) => format!("“{title}” ({host})"),
    }
}
