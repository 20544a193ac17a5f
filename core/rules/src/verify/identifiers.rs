//! Identifiers in a claim: words in code markup, and words in a form that only names of programs, options, and
//! settings have. They are always copied, never reworded, so a source without the identifier doesn't support the
//! claim.

use super::known::AnalyzedText;
use super::quotes::Context;
use crate::text::words::{Shape, Word, fold, words};
use gorkd_core::text::tables::find_whole;
use std::ops::Range;

/// The first identifier of a claim that is neither in the blocks around its quotes, nor in their headings, nor in the
/// question. A part of a value, such as the unit of "350 kWh", is compared with the value.
pub(super) fn unknown<'c>(
    claim: &'c AnalyzedText<'_>,
    contexts: &[Context<'_>],
    question: &str,
) -> Option<&'c str> {
    let of_value = |range: &Range<usize>| {
        claim.values().any(|value| {
            let behind = claim.text.get(value.range.end..range.start) == Some(" ");
            behind || value.range.start < range.end && range.start < value.range.end
        })
    };
    let found = places(&claim.text).into_iter().filter(|range| !of_value(range));
    let found: Vec<&str> = found.map(|range| &claim.text[range]).collect();
    if found.is_empty() {
        return None;
    }
    let above = contexts.iter().flat_map(Context::headings);
    let blocks = contexts.iter().map(|context| context.block);
    let there: Vec<&str> = above.chain(blocks).chain([question]).collect();
    let there = fold(&there.join("\n").replace('\\', ""));
    found.into_iter().find(|name| !stands(name, &there))
}

/// The identifiers in a text, in order. In `name=value`, only the name is one. In `name <value> 3`, neither the
/// placeholder nor the number is.
pub(super) fn identifiers(text: &str) -> Vec<&str> {
    places(text).into_iter().map(|range| &text[range]).collect()
}

fn places(text: &str) -> Vec<Range<usize>> {
    let pieces: Vec<&str> = text.split('`').collect();
    let (mut found, mut start) = (Vec::new(), 0);
    for (at, piece) in pieces.iter().copied().enumerate() {
        let marked = at % 2 == 1 && at + 1 < pieces.len();
        let counts = |word: &Word<'_>| has_form(word) || marked && is_code(piece, word);
        let all = words(piece);
        let ranges = all.iter().filter(|word| counts(word)).map(|word| &word.range);
        found.extend(ranges.map(|range| start + range.start..start + range.end));
        start += piece.len() + 1;
    }
    found
}

/// Does a word in code markup name something, and isn't a value or a placeholder?
fn is_code(code: &str, word: &Word<'_>) -> bool {
    let before = code[..word.range.start].trim_end_matches(['"', '\'']).chars().next_back();
    let letters = word.text.chars().filter(|c| c.is_alphabetic()).count();
    let named = letters > 1 || word.text.starts_with('-');
    named && !matches!(word.shape, Shape::Number | Shape::Unspaced) && !matches!(before, Some('=' | '<'))
}

/// Is it spelled unlike any ordinary word: `max_pages`, `--force`, `os.path`, `maxPages`, `SHA256`?
fn has_form(word: &Word<'_>) -> bool {
    let text = word.text;
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let begins = text.trim_start_matches(['-', '_']).starts_with(|c: char| c.is_alphabetic());
    if letters < 2 || !begins || word.shape == Shape::Unspaced {
        return false;
    }
    let dotted = text.contains('.') && text.split('.').all(|part| part.chars().count() > 1);
    let capital = !text.contains(char::is_lowercase) && text.contains(|c: char| c.is_ascii_digit());
    // "Non-EU" and the French "l'Europe" are ordinary words.
    let turns =
        text.chars().zip(text.chars().skip(1)).any(|(one, next)| one.is_lowercase() && next.is_uppercase());
    let camel = text.starts_with(char::is_lowercase) && turns;
    text.starts_with('-') || text.contains('_') || text.contains("::") || dotted || capital || camel
}

/// Does a folded text contain a name: whole, in the singular or plural, with other characters between letters and
/// digits, or by each part of a path? Articles, and endings after an apostrophe, are not part of it.
fn stands(name: &str, there: &str) -> bool {
    let name = fold(name);
    let name = name.split(['\'', '’']).rfind(|part| part.chars().count() > 2).unwrap_or(&name);
    let is_there = |name: &str| find_whole(there, name).is_some();
    let parts: Vec<&str> = name.split(['.', ':']).filter(|part| !part.is_empty()).collect();
    is_there(name)
        || spellings(name).iter().any(|name| is_there(name))
        || is_there(&format!("{name}s"))
        || name.strip_suffix('s').is_some_and(|one| one.len() > 2 && is_there(one))
        || parts.len() > 1 && parts.iter().all(|part| is_there(part))
}

/// Other spellings of a name with letters and digits: `sha256`, `sha-256`, `sha 256`.
fn spellings(name: &str) -> Vec<String> {
    let is_mixed = name.starts_with(char::is_alphabetic) && name.contains(|c: char| c.is_ascii_digit());
    if !is_mixed || !name.chars().all(|c| c.is_alphanumeric() || c == '-') {
        return Vec::new();
    }
    let (mut spaced, mut before) = (String::new(), None);
    for c in name.chars() {
        let turns = before.is_some_and(|before: char| before.is_ascii_digit() != c.is_ascii_digit());
        if turns && !spaced.ends_with(' ') || c == '-' {
            spaced.push(' ');
        }
        if c != '-' {
            spaced.push(c);
        }
        before = Some(c);
    }
    vec![spaced.replace(' ', ""), spaced.replace(' ', "-"), spaced]
}

#[cfg(test)]
mod tests {
    use super::super::known::Reader;
    use super::*;
    use crate::Material;
    use gorkd_core::model::Document;

    #[test]
    fn names_of_programs_and_settings_are_told_by_marks_or_form() {
        for (text, names) in [
            ("The urgencies are `low` or `urgent`.", vec!["low", "urgent"]),
            (
                "Set max_pages with --force, see os.path and Node.js.",
                vec!["max_pages", "--force", "os.path", "Node.js"],
            ),
            ("Run `key-tool -t rsa` or `auto=FULL <name> 42`.", vec!["key-tool", "-t", "rsa", "auto"]),
            (
                "SHA256 and maxPages, e.g. in version 3.12.0 of a well-known 8kB page.",
                vec!["SHA256", "maxPages"],
            ),
            ("An open ` mark is no code.", vec![]),
            ("Non-members, i.e. non-EU ones, see l'Europe and l’Italie.", vec![]),
        ] {
            assert_eq!(identifiers(text), names, "{text}");
        }
    }

    #[test]
    fn a_name_stands_whole_or_in_its_parts() {
        let there = "the urgency is one of `low`, `high`. see os and token_hex() of secrets; two deletes";
        for name in ["low", "HIGH", "secrets.token_hex", "os", "DELETE", "secret"] {
            assert!(stands(name, there), "{name}");
        }
        for name in ["urgent", "token_url", "os.path"] {
            assert!(!stands(name, there), "{name}");
        }
        for name in ["SHA256", "SHA-256"] {
            for there in ["with sha-256.", "with sha 256.", "with sha256."] {
                assert!(stands(name, there), "{name} {there}");
            }
        }
        assert!(!stands("SHA256", "with sha-512 and 256 bits"));
        assert!(stands("iPhone's", "an iphone") && stands("l'iPhone", "un iphone"));
    }

    #[test]
    fn the_unit_of_a_value_is_no_name() {
        let document = Document::default();
        let text = "The station takes 350 kilowatt hours.";
        let material = Material::new(&document, text);
        let contexts = [Context::new(&material, 0..text.len())];
        let mut reader = Reader::new("en");
        let known = reader.of("The station takes 350 kWh.");
        assert_eq!(unknown(&known, &contexts, ""), None);
        let known = reader.of("The station takes 350 mAh.");
        assert_eq!(unknown(&known, &contexts, ""), None, "a unit that is not known");
        let known = reader.of("The station takes maxLoad.");
        assert_eq!(unknown(&known, &contexts, ""), Some("maxLoad"));
    }
}
