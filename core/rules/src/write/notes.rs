//! What a careful reader should know about a draft: its limits.

use super::WriteInput;
use crate::analyze::language_name;
use crate::lists::or_list;
use crate::versions::{other_date, other_version};
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
    let language = input.brief.question.language.as_str();
    // The first passage is the answer.
    if let Some(first) = input.evidence.iter().find(|piece| cited.contains(&piece.source))
        && let Some(other) = other_date(&input.plan.goal, language, first, input.materials)
    {
        found.push(locale.say(Msg::LimitVersion { asked: other.named, found: other.held }));
    }
    found
}

/// A sentence for who asks in a language that none of the documents has: words find words of their own language.
pub fn other_language<'a>(asked: &str, documents: impl Iterator<Item = &'a Document>) -> Option<String> {
    let languages: BTreeSet<&str> = documents.filter_map(|document| document.language.as_deref()).collect();
    if languages.is_empty() || languages.contains(asked) {
        return None;
    }
    let locale = Locale::first([asked]);
    let found: Option<Vec<String>> = languages.into_iter().map(|read| named_language(read, locale)).collect();
    let (asked, found) = (named_language(asked, locale)?, or_list(&found?, locale));
    Some(locale.say(Msg::LimitLanguage { asked, found }))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_asks_in_a_language_of_no_document_is_told_theirs() {
        let said = |asked: &str, languages: &[Option<&str>]| {
            let document = |language: &Option<&str>| Document {
                language: language.map(str::to_owned),
                ..Document::default()
            };
            let documents: Vec<Document> = languages.iter().map(document).collect();
            other_language(asked, documents.iter()).unwrap_or_default()
        };
        let one =
            "Die Frage ist auf Deutsch, die Quellen sind auf Englisch. Wer auf Englisch fragt, findet mehr.";
        assert_eq!(said("de", &[Some("en"), None, Some("en")]), one);
        let several = "The question is in English, but the sources are in German or French. \
                       Asking in German or French will find more.";
        assert_eq!(said("en", &[Some("fr"), Some("de"), Some("fr")]), several);
        assert_eq!(said("en", &[Some("de"), Some("en")]), "");
        assert_eq!(said("en", &[None]) + &said("en", &[]), "");
    }
}
