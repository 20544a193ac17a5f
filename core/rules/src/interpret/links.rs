//! Addresses and citation marks in what a model wrote: removed from running text, and never from code.
//!
//! A link that a model was talked into could carry words of the question away, so none is shown. Code is plain text on
//! every surface, where an address leads nowhere, and code without it would be wrong. So an address stays in code if the
//! cited passage has it, and otherwise nothing of the sentence is shown.

use super::shape::bare_of_marks;
use gorkd_core::text::code_spans;

/// The text without addresses. None if code has one that may not stay there.
pub fn without_addresses(text: &str, may_stay: impl Fn(&str) -> bool) -> Option<String> {
    let mut kept = String::with_capacity(text.len());
    for (is_code, part) in stretches(text) {
        if is_code {
            if !addresses_in(part).iter().all(|address| may_stay(address)) {
                return None;
            }
            kept.push_str(part);
        } else if part.split_whitespace().any(is_bare_code) {
            return None;
        } else {
            kept.push_str(&without_links(part));
        }
    }
    Some(kept)
}

/// The text as it is shown before anything of it has been checked: without addresses, and with `…` in place of code that
/// has one.
pub fn unchecked(text: &str) -> String {
    let shown = |(is_code, part): (bool, &str)| match is_code {
        true if addresses_in(part).is_empty() => part.to_owned(),
        true => "`…`".to_owned(),
        false => {
            let word = |word| if is_bare_code(word) { "…" } else { word };
            without_links(&part.split(' ').map(word).collect::<Vec<_>>().join(" "))
        }
    };
    stretches(text).into_iter().map(shown).collect()
}

/// A text without citation marks such as `[e4]`, `(e1, e2)` or `[3]`; `list[3]` in code is none.
pub fn without_marks(text: &str) -> String {
    let bare = |(is_code, part): (bool, &str)| if is_code { part.to_owned() } else { bare_of_marks(part) };
    stretches(text).into_iter().map(bare).collect()
}

/// What of a text is not code.
pub fn outside_code(text: &str) -> String {
    let words: Vec<&str> =
        stretches(text).into_iter().filter(|(is_code, _)| !is_code).map(|(_, part)| part).collect();
    words.join(" ")
}

/// Where code begins that has not ended yet.
pub fn open_code(text: &str) -> Option<usize> {
    let (_, last) = *stretches(text).last()?;
    last.find('`').map(|at| text.len() - last.len() + at)
}

/// Does the text contain exactly this address, not just as the start of a longer one?
pub fn stands_in(address: &str, text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || "/_-~%#&=+?@$".contains(c);
    text.match_indices(address).any(|(at, found)| {
        let mut after = text[at + found.len()..].chars();
        let goes_on = match after.next() {
            Some('.' | ':' | ',' | ';' | '!') => after.next().is_some_and(is_part),
            Some(c) => is_part(c),
            None => false,
        };
        !goes_on && !text[..at].ends_with(char::is_alphanumeric)
    })
}

/// The stretches of a text: words, and code with its backticks, which is marked.
fn stretches(text: &str) -> Vec<(bool, &str)> {
    let mut found = Vec::new();
    let mut start = 0;
    for code in code_spans(text) {
        found.push((false, &text[start..code.start]));
        found.push((true, &text[code.clone()]));
        start = code.end;
    }
    found.push((false, &text[start..]));
    found
}

/// The addresses in code, each up to a quotation mark or a space.
fn addresses_in(code: &str) -> Vec<&str> {
    let ends = |c: char| c.is_whitespace() || matches!(c, '\'' | '"' | '`' | '<' | '>' | '“' | '”');
    code.split(ends)
        .filter_map(|piece| {
            let at = scheme(piece)?;
            Some(piece[at..].trim_end_matches([')', ']', '}', ',', ';', '.', ':']))
        })
        .collect()
}

/// Where an address begins in a text without spaces.
fn scheme(piece: &str) -> Option<usize> {
    let Some(at) = piece.find("://") else { return piece.starts_with("www.").then_some(0) };
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    Some(piece[..at].trim_end_matches(is_name).len())
}

/// Words without addresses.
fn without_links(words: &str) -> String {
    let is_address =
        |word: &str| word.contains("://") || word.trim_start_matches(['(', '<', '[']).starts_with("www.");
    words.split(' ').filter(|word| !is_address(word)).collect::<Vec<_>>().join(" ")
}

/// Is it an address in code that nothing marks as code? `url='https://…'`
fn is_bare_code(word: &str) -> bool {
    let before = word.contains("://").then(|| scheme(word)).flatten().map(|at| &word[..at]);
    before.is_some_and(|before| before.ends_with(['\'', '"', '=', '`']))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: &str = "`url = 'https://example.com/reset=' + token()`";

    #[test]
    fn addresses_go_from_words_and_stay_in_code_that_the_source_has() {
        let kept = |text: &str, source: &str| without_addresses(text, |address| stands_in(address, source));
        let plain = "See https://x.test and (www.y.test) now";
        assert_eq!(kept(plain, plain).as_deref(), Some("See and now"), "in words not even the source's own");
        let source = "    url = 'https://example.com/reset=' + secrets.token_urlsafe()";
        assert_eq!(kept(CODE, source).as_deref(), Some(CODE));
        let mixed = format!("Write {CODE}, see https://x.test/a now.");
        assert_eq!(kept(&mixed, source), Some(format!("Write {CODE}, see now.")));
        for other in [
            "url = 'https://example.com/reset=abc'",
            "url = 'https://example.com/'",
            "no address",
            "xhttps://example.com/reset=",
        ] {
            assert_eq!(kept(CODE, other), None, "{other}");
        }
        assert_eq!(
            kept("url = 'https://example.com/reset=' + token()", source),
            None,
            "code without its marks"
        );
        assert_eq!(kept("`curl www.x.test`", "curl www.x.test."), Some("`curl www.x.test`".to_owned()));
        assert_eq!(kept("A stray ` and https://x.test", source).as_deref(), Some("A stray ` and"));
    }

    #[test]
    fn marks_go_from_words_only() {
        assert_eq!(
            without_marks("Use `list[0]` or ``f(`a`, [1])`` [e1][2]."),
            "Use `list[0]` or ``f(`a`, [1])``."
        );
        assert_eq!(outside_code("Use `e4` [e1]"), "Use   [e1]");
    }

    #[test]
    fn what_is_unchecked_shows_no_code_with_something_cut_out() {
        assert_eq!(unchecked(&format!("Write {CODE} and `x`.")), "Write `…` and `x`.");
        assert_eq!(unchecked("See https://x.test or url='https://x.test' now"), "See or … now");
        assert_eq!(open_code("Use `a` and `b c"), Some(12));
        assert_eq!(open_code("Use `a` and b"), None);
    }
}
