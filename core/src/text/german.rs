//! German words. Their stems are by the algorithm CISTEM, which also removes the endings of verbs: by Snowball's,
//! "wandelt" and "wandeln" have different stems. Verbs with a separable prefix have several forms.
//!
//! Weissweiler and Fraser, "Developing a Stemmer for German Based on a Comparative Analysis of Publicly Available
//! Stemmers" (2017). This is the variant that ignores case, since words are compared in lower case.

use super::lists::Tables;
use super::tables::List;

/// Letters that count as one, in the order in which they are replaced.
const TOGETHER: [(&str, char); 3] = [("sch", '\u{E000}'), ("ei", '\u{E001}'), ("ie", '\u{E002}')];
/// A letter that is the same as the one before it.
const AGAIN: char = '\u{E003}';

/// Minimum letters of a verb without its prefix. Shorter words are seldom verbs: "der" with "an" is not "ander".
const VERB: usize = 4;

/// A separable prefix at the end of a text, and the text before it.
pub fn prefix_at_end(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '.' | '!' | '?'));
    let (before, last) = text.rsplit_once(char::is_whitespace)?;
    (separable().has(last) && !before.trim().is_empty()).then_some((before, last))
}

/// How a lower-case verb is written with its prefix: "hochladen", "hochgeladen", and "hochzuladen" have three stems.
/// `None` if the word is too short for a verb.
pub fn with_prefix(prefix: &str, verb: &str) -> Option<[String; 3]> {
    let forms = || ["", "ge", "zu"].map(|between| format!("{prefix}{between}{verb}"));
    (verb.chars().count() >= VERB).then(forms)
}

/// The forms of a lower-case word that may be a verb with a separable prefix.
pub fn verb_forms(word: &str) -> Option<[String; 3]> {
    let (prefix, rest) = word.split_at(separable().longest_start(word)?);
    let bare = ["ge", "zu"].into_iter().filter_map(|between| rest.strip_prefix(between));
    bare.chain([rest]).find_map(|verb| with_prefix(prefix, verb))
}

/// Prefixes that are separated from their verb: "hochladen", but "Wie lade ich es hoch?"
fn separable() -> &'static List {
    Tables::of("de").verb_prefixes.written()
}

/// The stem of a lower-case word.
pub fn stem(word: &str) -> String {
    let mut plain = String::with_capacity(word.len());
    for c in word.chars() {
        match c {
            'ä' => plain.push('a'),
            'ö' => plain.push('o'),
            'ü' => plain.push('u'),
            'ß' => plain.push_str("ss"),
            c => plain.push(c),
        }
    }
    if plain.strip_prefix("ge").is_some_and(|rest| rest.chars().count() >= 4) {
        plain.drain(..2);
    }
    for (letters, unit) in TOGETHER {
        // Most words have none of them.
        if plain.contains(letters) {
            plain = plain.replace(letters, unit.encode_utf8(&mut [0; 4]));
        }
    }
    let mut units: Vec<char> = Vec::with_capacity(plain.len());
    for c in plain.chars() {
        let again = units.last() == Some(&c);
        units.push(if again { AGAIN } else { c });
    }
    while units.len() > 3 {
        let ending = match units.as_slice() {
            [.., 'e', 'm' | 'r'] | [.., 'n', 'd'] if units.len() > 5 => 2,
            [.., 't' | 'e' | 's' | 'n'] => 1,
            _ => break,
        };
        units.truncate(units.len() - ending);
    }
    spelled(&units)
}

fn spelled(units: &[char]) -> String {
    let mut word = String::with_capacity(units.len() + 4);
    let mut last = None;
    for unit in units {
        let unit = if *unit == AGAIN { last.unwrap_or(AGAIN) } else { *unit };
        match TOGETHER.iter().find(|(_, one)| *one == unit) {
            Some((letters, _)) => word.push_str(letters),
            None => word.push(unit),
        }
        last = Some(unit);
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_have_one_stem() {
        for (one, other, expected) in [
            ("wandelt", "wandeln", "wandel"),
            ("enthält", "enthalten", "enthal"),
            ("erhöht", "erhöhen", "erhoh"),
            ("geändert", "ändern", "ander"),
            ("häuser", "haus", "hau"),
            ("paketen", "paket", "pak"),
            ("codenamen", "codename", "codenam"),
        ] {
            assert_eq!((stem(one).as_str(), stem(other).as_str()), (expected, expected), "{one}, {other}");
        }
    }

    #[test]
    fn verbs_with_a_prefix_have_several_forms() {
        assert_eq!(prefix_at_end("Wie lade ich es hoch?"), Some(("Wie lade ich es", "hoch")));
        assert_eq!(prefix_at_end("wandelt RPM-Pakete um"), Some(("wandelt RPM-Pakete", "um")));
        for text in ["hoch", " um?", "die Lizenz MIT", "Wie hoch ist es?", "der Raum"] {
            assert_eq!(prefix_at_end(text), None, "{text}");
        }
        let stems = |forms: [String; 3]| forms.map(|form| stem(&form));
        let uploads = ["hochlad", "hochgelad", "hochzulad"].map(str::to_owned);
        assert_eq!(with_prefix("hoch", "lädt").map(stems), Some(uploads));
        assert_eq!(with_prefix("an", "der"), None, "it is no verb");
        for form in ["einspielen", "eingespielt", "einzuspielen"] {
            let forms = verb_forms(form).map(stems);
            assert_eq!(forms, Some(["einspiel", "eingespiel", "einzuspiel"].map(str::to_owned)), "{form}");
        }
        assert_eq!(verb_forms("zurückgeben"), with_prefix("zurück", "geben"));
        assert_eq!(verb_forms("ablegt").map(stems), verb_forms("abgelegt").map(stems));
        assert_eq!(verb_forms("umso"), None);
        assert_eq!(verb_forms("wandeln"), None);
    }

    /// From the description of the algorithm, and words whose letters it puts together.
    #[test]
    fn stems_are_those_of_the_algorithm() {
        for (word, expected) in [
            ("speicherbehältern", "speicherbehal"),
            ("grenzpostens", "grenzpo"),
            ("ausgefeiltere", "ausgefeil"),
            ("wissenschaft", "wissenschaf"),
            ("tasse", "tass"),
            ("gern", "ger"),
            ("tee", "tee"),
        ] {
            assert_eq!(stem(word), expected, "{word}");
        }
    }
}
