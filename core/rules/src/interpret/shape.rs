//! Small parsers that all replies share: lists of texts under several names, IDs, words without citation marks.

use crate::ids::MOST_DIGITS;
use crate::lenient::Json;
use crate::prompts::DENIES;
use crate::text::{flowing, one_line};

/// Texts of a list, whatever its items are: texts, numbers, or objects with a text in one of `names`. A single text
/// is a list of its lines.
pub fn texts(json: &Json, names: &[&str]) -> Vec<String> {
    match json {
        Json::List(items) => items.iter().filter_map(|item| text(item, names)).collect(),
        Json::Text(text) => {
            text.lines().map(|line| flowing(without_bullet(line))).filter(|l| !l.is_empty()).collect()
        }
        Json::Object(_) => text(json, names).into_iter().collect(),
        Json::Null | Json::Bool(_) | Json::Number(_) => Vec::new(),
    }
}

fn text(item: &Json, names: &[&str]) -> Option<String> {
    let text = match item {
        Json::Object(_) => flowing(item.get(names)?.as_text()?),
        other => flowing(&other.spelled()?),
    };
    (!text.is_empty()).then_some(text)
}

fn without_bullet(line: &str) -> &str {
    let line = line.trim();
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix(['.', ')']) {
        Some(rest) if rest.len() + 1 < line.len() && rest.starts_with(' ') => rest,
        _ => line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")).unwrap_or(line),
    }
}

/// What a word of a reply stands for: the first meaning with a beginning that the word has, too.
pub fn meant<T: Copy>(json: &Json, meanings: &[(&[&str], T)]) -> Option<T> {
    let said = match json {
        Json::Bool(flag) => flag.to_string(),
        Json::Text(text) => one_line(text).to_lowercase().replace(['_', '-'], " "),
        _ => return None,
    };
    let found =
        meanings.iter().find(|(beginnings, _)| beginnings.iter().any(|begin| said.starts_with(begin)));
    found.map(|(_, meaning)| *meaning)
}

/// Yes, as models write it.
pub fn flag(json: &Json) -> Option<bool> {
    match json {
        Json::Bool(flag) => Some(*flag),
        Json::Number(number) => Some(*number > 0.0),
        Json::Text(text) => match text.trim().to_lowercase().as_str() {
            "true" | "yes" | "sufficient" | "enough" => Some(true),
            "false" | "no" | "insufficient" => Some(false),
            _ => None,
        },
        Json::Null | Json::List(_) | Json::Object(_) => None,
    }
}

/// Ids of passages that stand in a text: `e4821`, `[E4821]`, `e4` of older journals, or `4821` alone where nothing but ids
/// is expected.
pub fn ids(text: &str, bare: bool) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
            continue;
        }
        let digits = word.strip_prefix('e').unwrap_or(if bare { &word } else { "" });
        if is_number(digits) {
            let id = format!("e{digits}");
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        word.clear();
    }
    ids
}

fn is_number(digits: &str) -> bool {
    (1..=MOST_DIGITS as usize).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Words without citation marks such as `[e4]`, `(e1, e2)` or `[3]`.
pub fn bare_of_marks(sentence: &str) -> String {
    let mut kept = String::with_capacity(sentence.len());
    let mut rest = sentence;
    while let Some(at) = rest.find(['[', '(']) {
        let close = if rest[at..].starts_with('[') { ']' } else { ')' };
        let end = rest[at..].find(close).map(|end| at + end);
        let (before, tail) = rest.split_at(at);
        kept.push_str(before);
        match end {
            Some(end) if is_mark(&rest[at + 1..end], close == ']') => {
                let unpadded = kept.trim_end_matches(' ').len();
                kept.truncate(unpadded);
                rest = &rest[end + 1..];
            }
            Some(_) | None => {
                let first = tail.chars().next().map_or(0, char::len_utf8);
                kept.push_str(&tail[..first]);
                rest = &tail[first..];
            }
        }
    }
    kept.push_str(rest);
    kept
}

/// Nothing but ids (in square brackets also bare numbers, and the marks of noted sentences) and what stands between them.
fn is_mark(inside: &str, square: bool) -> bool {
    let mut words =
        inside.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';')).filter(|w| !w.is_empty());
    let is_id = |word: &str| match word.strip_prefix(['e', 'E']) {
        Some(digits) => is_number(digits),
        None => square && (word.len() <= 2 && is_number(word) || is_noted(word)),
    };
    words.clone().next().is_some() && words.all(is_id)
}

/// The part of the question that a sentence of a passage was noted for: `q1`.
fn is_noted(word: &str) -> bool {
    word == DENIES || word.strip_prefix('q').is_some_and(|digits| digits.len() <= 2 && is_number(digits))
}

/// At most so many characters.
pub fn short(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_marks_are_told_from_words() {
        assert_eq!(ids("[e1], E12 and e1; passage 3", false), ["e1", "e12"]);
        assert_eq!(ids("1, e2 [3]", true), ["e1", "e2", "e3"]);
        assert_eq!(ids("(E4821), e104821 of 1931 and utf8", false), ["e4821", "e104821"]);
        assert_eq!(ids("e123456789 eleven ex", true), Vec::<String>::new());
        for (marked, plain) in [
            ("It opened in 1931 [e1][e2].", "It opened in 1931."),
            ("It opened (e1, e4) in 1931. [3]", "It opened in 1931."),
            ("It opened [e4821] in 1931 (e7305, e1264).", "It opened in 1931."),
            ("[q1] It opened in 1931. [q1, q2]", " It opened in 1931."),
            ("It opened [premise] in 1931 (q1).", "It opened in 1931 (q1)."),
            ("It opened (1931) in [brackets].", "It opened (1931) in [brackets]."),
            ("An open [ bracket", "An open [ bracket"),
        ] {
            assert_eq!(bare_of_marks(marked), plain);
        }
    }

    #[test]
    fn lists_come_in_many_shapes() {
        let list = |text: &str| texts(&crate::lenient::read(text).value, &["query", "text"]);
        for shape in [
            r#"["a b", "c"]"#,
            r#"[{"query": "a b"}, {"text": "c"}]"#,
            r#""1. a b\n2. c""#,
            r#""- a b\n- c""#,
            r#"["a\n b", "", "c", null]"#,
        ] {
            assert_eq!(list(shape), ["a b", "c"], "{shape}");
        }
    }
}
