//! Words that are written as one: German "Sicherheitsupdates" may be read as "Updates für die Sicherheit".

use crate::text::words::keys;

/// Languages that write compounds as one word.
const COMPOSING: [&str; 8] = ["da", "de", "fi", "hu", "nb", "nl", "no", "sv"];
/// Minimum letters of a part.
const PART: usize = 4;

/// Whether a word is composed of two others that are known by their keys. The letter that joins them ("s", "n") looks
/// like an ending of the first.
pub(super) fn is_composed(word: &str, language: &str, is_known: impl Fn(&str) -> bool) -> bool {
    let known = |part: &str| {
        let keys = keys(part, language);
        part.chars().count() >= PART && !keys.is_empty() && keys.iter().all(|key| is_known(key))
    };
    let lower = word.to_lowercase();
    let mut places = lower.char_indices().map(|(at, _)| at);
    COMPOSING.contains(&language) && places.any(|at| known(&lower[..at]) && known(&lower[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compounds_are_known_by_their_parts() {
        let read = keys("Updates für die Sicherheit kommen nach der Zeit.", "de");
        let known = |key: &str| read.iter().any(|one| one == key);
        for (word, language, composed) in [
            ("Sicherheitsupdates", "de", true),
            ("Updatezeiten", "de", true),
            ("Sicherheitsgurte", "de", false),
            ("Nachzeit", "de", false),
            ("Sicherheitsupdates", "en", false),
        ] {
            assert_eq!(is_composed(word, language, known), composed, "{word}");
        }
    }
}
