//! Words that are written as one: German "Sicherheitsupdates" may be read as "Updates für die Sicherheit".

use crate::text::words::keys;
use crate::weigh::Texts;

/// Languages that write compounds as one word.
const COMPOSING: [&str; 8] = ["da", "de", "fi", "hu", "nb", "nl", "no", "sv"];
/// Minimum letters of a part, and of a word's stem to be looked for within longer words.
const PART: usize = 4;
const WITHIN: usize = 5;

/// Does a language write compounds as one word?
pub(super) fn composes(language: &str) -> bool {
    COMPOSING.contains(&language)
}

/// Does a word begin with one that the texts hold, such as "serverless" with "server"?
pub(super) fn is_derived(word: &str, language: &str, texts: &Texts) -> bool {
    let held = |begin: &str| {
        let keys = keys(begin, language);
        !keys.is_empty() && keys.iter().all(|key| texts.any_holds(key))
    };
    word.char_indices().skip(PART).any(|(at, _)| held(&word[..at]))
}

/// Whether a word is composed of two others that the texts hold, or is itself a part of a longer one: "wandelt" of
/// "umwandeln". The letter that joins two words ("s", "n") looks like an ending of the first.
pub(super) fn is_composed(word: &str, language: &str, texts: &Texts) -> bool {
    if !composes(language) {
        return false;
    }
    let held = |part: &str| {
        let keys = keys(part, language);
        part.chars().count() >= PART && !keys.is_empty() && keys.iter().all(|key| texts.any_holds(key))
    };
    let within = |key: &String| key.chars().count() >= WITHIN && texts.any_around(key);
    let lower = word.to_lowercase();
    lower.char_indices().any(|(at, _)| held(&lower[..at]) && held(&lower[at..]))
        || keys(&lower, language).iter().any(within)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compounds_are_known_by_their_parts() {
        let mut texts = Texts::default();
        texts.add("Updates für die Sicherheit kommen nach der Zeit. Dateien kann man umwandeln.", "de");
        for (word, language, composed) in [
            ("Sicherheitsupdates", "de", true),
            ("Updatezeiten", "de", true),
            ("wandelt", "de", true),
            ("Sicherheitsgurte", "de", false),
            ("Nachzeit", "de", false),
            ("nginx", "de", false),
            ("Sicherheitsupdates", "en", false),
        ] {
            assert_eq!(is_composed(word, language, &texts), composed, "{word}");
        }
    }

    #[test]
    fn a_derived_word_begins_with_a_known_one() {
        let mut texts = Texts::default();
        texts.add("The server has a web page.", "en");
        assert!(is_derived("serverless", "en", &texts));
        for word in ["server", "servlet", "pgserver"] {
            assert!(!is_derived(word, "en", &texts), "{word}");
        }
    }
}
