//! What a careful reader should know about a draft: its limits, and what to check next.

use super::WriteInput;
use crate::analyze::language_name;
use crate::versions::other_version;
use gorkd_core::model::{Answered, Document, DraftClaim, SourceId};
use gorkd_words::{Locale, Msg};
use std::collections::BTreeSet;

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

fn named(document: &Document) -> String {
    match (document.title.trim(), document.host()) {
        ("", host) => host,
        (title, host) => format!("“{title}” ({host})"),
    }
}
