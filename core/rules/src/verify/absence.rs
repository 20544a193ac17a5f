//! Sentences that say what the passages don't mention. They are about the sources, not about the world: no quote can
//! support them, and they make no claim.

use crate::text::mentions::is_denial;
use crate::text::tables::Tables;
use crate::text::words::words;

/// "The passages give no date": the subject is what was read, and the predicate says that it doesn't tell.
pub(super) fn is_absence(claim: &str, language: &str) -> bool {
    let tables = Tables::of(language);
    let words: Vec<String> = words(claim).iter().map(|word| word.text.to_lowercase()).collect();
    let read = |word: &String| tables.sources_read.written().stem_of(word);
    let Some(subject) = words.iter().take(SUBJECT).position(read) else { return false };
    // "The documents …" are those that were read; "Documents …" are some of the world's.
    if subject == 0 && language == "en" {
        return false;
    }
    let denied = words.iter().any(|word| is_denial(word, language));
    denied && words[subject + 1..].iter().any(|word| tables.telling.written().stem_of(word))
}

/// The subject of a sentence is looked for among this many words ("None of the passages that were found …").
const SUBJECT: usize = 6;

#[cfg(test)]
mod tests {
    use super::is_absence;

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
}
