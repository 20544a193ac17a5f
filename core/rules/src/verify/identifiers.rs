//! Identifiers of a claim: words in code marks, and words in a form that only names of programs, options, and settings
//! have. They are copied, never reworded, so a source that doesn't contain one doesn't say anything about it.

use super::quotes::Context;
use crate::text::words::{Shape, Word, fold, words};
use gorkd_core::text::tables::find_whole;

/// The first identifier of a claim that is neither in the blocks around its quotes, nor above them, nor in the question.
pub(super) fn unknown<'c>(claim: &'c str, contexts: &[Context<'_>], question: &str) -> Option<&'c str> {
    let found = identifiers(claim);
    if found.is_empty() {
        return None;
    }
    let above = contexts.iter().flat_map(|context| context.above.iter().map(String::as_str));
    let blocks = contexts.iter().map(|context| context.block);
    let there: Vec<&str> = above.chain(blocks).chain([question]).collect();
    let there = fold(&there.join("\n").replace('\\', ""));
    found.into_iter().find(|name| !stands(name, &there))
}

/// The identifiers of a text, in order. Of `name=value`, only the name is one, and so is neither the number nor the
/// placeholder in `name <value> 3`.
pub(super) fn identifiers(text: &str) -> Vec<&str> {
    let pieces: Vec<&str> = text.split('`').collect();
    let mut found = Vec::new();
    for (at, piece) in pieces.iter().copied().enumerate() {
        let marked = at % 2 == 1 && at + 1 < pieces.len();
        let counts = |word: &Word<'_>| has_form(word) || marked && is_code(piece, word);
        found.extend(words(piece).iter().filter(|word| counts(word)).map(|word| word.text));
    }
    found
}

/// Does a word in code marks name something, beside values and placeholders?
fn is_code(code: &str, word: &Word<'_>) -> bool {
    let before = code[..word.range.start].trim_end_matches(['"', '\'']).chars().next_back();
    let letters = word.text.chars().filter(|c| c.is_alphabetic()).count();
    let named = letters > 1 || word.text.starts_with('-');
    named && word.shape != Shape::Number && !matches!(before, Some('=' | '<'))
}

/// Is it written as no ordinary word is: `max_pages`, `--force`, `os.path`, `maxPages`, `SHA256`?
fn has_form(word: &Word<'_>) -> bool {
    let text = word.text;
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let begins = text.trim_start_matches(['-', '_']).starts_with(|c: char| c.is_alphabetic());
    if letters < 2 || !begins || word.shape == Shape::Unspaced {
        return false;
    }
    let dotted = text.contains('.') && text.split('.').all(|part| part.chars().count() > 1);
    let capital = !text.contains(char::is_lowercase) && text.contains(|c: char| c.is_ascii_digit());
    let camel = text.starts_with(char::is_lowercase) && text.contains(char::is_uppercase);
    text.starts_with('-') || text.contains('_') || text.contains("::") || dotted || capital || camel
}

/// Does a name stand in a folded text: whole, in the singular or plural, or each part of a path?
fn stands(name: &str, there: &str) -> bool {
    let name = fold(name);
    let is_there = |name: &str| find_whole(there, name).is_some();
    let parts: Vec<&str> = name.split(['.', ':']).filter(|part| !part.is_empty()).collect();
    is_there(&name)
        || is_there(&format!("{name}s"))
        || name.strip_suffix('s').is_some_and(|one| one.len() > 2 && is_there(one))
        || parts.len() > 1 && parts.iter().all(|part| is_there(part))
}

#[cfg(test)]
mod tests {
    use super::*;

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
    }
}
