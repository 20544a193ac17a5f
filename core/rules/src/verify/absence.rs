//! Sentences that say what the passages don't mention. They are about the sources, not about the world: no quote can
//! support them, and they make no claim.

use crate::text::lower_words;
use crate::text::mentions::is_denial;
use crate::text::tables::Tables;
use gorkd_core::text::tables::Words;

/// "The passages give no date": the subject is what was read, and the predicate says that it doesn't tell.
pub(super) fn is_absence(claim: &str, language: &str) -> bool {
    let tables = Tables::of(language);
    let words = lower_words(claim);
    let read = |word: &String| tables.sources_read.written().stem_of(word);
    let Some(subject) = words.iter().take(SUBJECT).position(read) else { return false };
    // "The documents …" are those that were read; "Documents …" are some of the world's.
    if subject == 0 && language == "en" {
        return false;
    }
    let denied = words.iter().any(|word| is_denial(word, language));
    denied && words[subject + 1..].iter().any(|word| tables.telling.written().stem_of(word))
}

/// Does it speak of what was read or assumed for an answer, and not of the world: what wasn't found ("No date is given"),
/// how old or how complete the sources are? Where nobody has listed such words, it may.
pub(super) fn is_about_sources(text: &str, language: &str) -> bool {
    let tables = Tables::of(language);
    let said = lower_words(text);
    let has = |stems: &Words| said.iter().any(|word| stems.written().stem_of(word));
    // What the sources do say is a claim.
    let lacks = |word: &String| is_denial(word, language) || tables.restrictions.has(word);
    tables.telling.written().is_empty()
        || has(&tables.left_open)
        || if has(&tables.telling) { said.iter().any(lacks) } else { has(&tables.sources_read) }
}

/// The subject of a sentence is looked for among this many words ("None of the passages that were found …").
const SUBJECT: usize = 6;

#[cfg(test)]
mod tests {
    use super::{is_about_sources, is_absence};

    #[test]
    fn what_the_passages_do_not_tell_is_no_claim() {
        for (claim, language) in [
            ("The passages give no date.", "en"),
            ("None of the documents that were read mentions nginx.", "en"),
            ("The sources don't say when it was released.", "en"),
            ("Die Quellen nennen kein Datum.", "de"),
            ("Источники не сообщают дату.", "ru"),
        ] {
            assert!(is_absence(claim, language), "{claim}");
        }
        for claim in [
            "The server does not listen on any interface.",
            "The passages give the date.",
            "A lock is not released before the page is written.",
            "Materialized views do not contain current data.",
            "Pages do not contain checksums.",
            "Documents do not state their own version.",
        ] {
            assert!(!is_absence(claim, "en"), "{claim}");
        }
    }

    #[test]
    fn what_is_missing_old_or_assumed_is_about_the_sources() {
        for (text, language) in [
            ("No date is given.", "en"),
            ("Nothing read says what it cost.", "en"),
            ("The newest source is from 2019.", "en"),
            ("The passages cover only the default.", "en"),
            ("It is assumed that nothing was changed.", "en"),
            ("Der Preis ist unklar.", "de"),
            ("La fecha es desconocida.", "es"),
            ("桥的长度没有说明。", "zh"),
        ] {
            assert!(is_about_sources(text, language), "{text}");
        }
        for text in [
            "The limit can be raised to 500.",
            "MySQL allows 64 databases.",
            "The documents say that the limit can be raised.",
            "A lock is not released before the page is written.",
        ] {
            assert!(!is_about_sources(text, "en"), "{text}");
        }
    }
}
