//! What a careful reader should know about a draft: its limits.

use super::WriteInput;
use crate::analyze::language_name;
use crate::versions::other_version;
use gorkd_core::model::{Document, DraftClaim, SourceId};
use gorkd_words::{Locale, Msg};
use std::collections::BTreeSet;

/// Limits of a draft that has claims. Which part of the question is not answered is told once it is checked.
pub fn limitations(input: &WriteInput<'_>, claims: &[DraftClaim]) -> Vec<String> {
    let locale = input.brief.locale();
    let cited: BTreeSet<&SourceId> =
        claims.iter().flat_map(|claim| &claim.quotes).map(|quote| &quote.source).collect();
    let documents: Vec<&Document> =
        input.materials.iter().filter(|m| cited.contains(&m.source)).map(|m| m.document).collect();
    let cut = documents.iter().filter(|document| document.truncated);
    let mut found: Vec<String> =
        cut.map(|document| locale.say(Msg::LimitFirstPart { what: named(document) })).collect();
    found.extend(other_language(&input.brief.question.language, documents.iter().copied()));
    if let Some(other) = other_version(&input.plan.goal, input.materials) {
        found.push(locale.say(Msg::LimitVersion { asked: other.named, found: other.held }));
    }
    found
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
    match (document.title.trim(), document.place()) {
        ("", place) => place,
        (title, place) => format!("“{title}” ({place})"),
    }
}
