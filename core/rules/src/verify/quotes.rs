//! Finds quotes in stored texts, with the context that a claim may rely on.

use crate::Material;
use crate::text::mentions::Date;
use crate::text::sentences::sentences;
use gorkd_core::model::{Millis, Quote};
use gorkd_core::text::byte_range;
use gorkd_core::view::day;
use std::ops::Range;

/// Bytes on each side of a quote that count as its surroundings, within its paragraph, list, or table.
const AROUND: usize = 700;
/// Minimum letters of a quote to look for it in other spellings. Shorter ones are found by chance.
const SHORTEST: usize = 12;

/// The bytes of a text that a quote refers to: by its span, by its exact words, or by its words apart from case,
/// white space, typographic characters, and Markdown markup. `None` if the text doesn't contain it.
pub fn locate(text: &str, quote: &Quote) -> Option<Range<usize>> {
    if let Some(span) = quote.span {
        let range = byte_range(text, span);
        let stored = &text[range.clone()];
        if !stored.trim().is_empty() && (quote.text.is_empty() || stored == quote.text) {
            return Some(range);
        }
    }
    let wanted = quote.text.trim();
    if wanted.is_empty() {
        return None;
    }
    if let Some(start) = text.find(wanted) {
        return Some(start..start + wanted.len());
    }
    let wanted = wanted.trim_matches(|c: char| matches!(c, '"' | '“' | '”' | '…' | '\'' | '«' | '»')).trim();
    let wanted = plain(wanted.trim_end_matches('.'));
    let letters = wanted.iter().filter(|(c, _)| c.is_alphanumeric()).count();
    if letters < SHORTEST && !wanted.iter().any(|(c, _)| crate::text::words::is_unspaced(*c)) {
        return None;
    }
    let stored = plain(text);
    let at = find(&stored, &wanted)?;
    let start = stored[at].1.start;
    let end = stored[at + wanted.len() - 1].1.end;
    Some(start..end)
}

/// A quote in its context.
#[derive(Clone, Debug)]
pub struct Context<'a> {
    /// The words as stored.
    pub quote: &'a str,
    /// The whole sentences that the quote touches.
    pub sentence: &'a str,
    /// The nearby part of its paragraph, list, or table.
    pub around: &'a str,
    /// The same with the code directly before and after it.
    pub(super) block: &'a str,
    /// What is above it: the work, the title, and the headings.
    pub above: Vec<String>,
    /// The name of its site.
    site: Option<&'a str>,
    /// The document's language, if it could be detected.
    pub(super) language: Option<&'a str>,
    /// The day that the document dates itself, as a writer sees it beside the passage.
    pub(super) dated: Option<Date>,
}

impl<'a> Context<'a> {
    pub fn new(material: &Material<'a>, range: Range<usize>) -> Context<'a> {
        let text = material.text;
        let around = surroundings(text, &range);
        let touched: Vec<Range<usize>> = sentences(text, around.clone())
            .into_iter()
            .filter(|sentence| sentence.start < range.end && range.start < sentence.end)
            .collect();
        let sentence = match (touched.first(), touched.last()) {
            (Some(first), Some(last)) => first.start.min(range.start)..last.end.max(range.end),
            (None, _) | (_, None) => range.clone(),
        };
        Context {
            quote: &text[range],
            sentence: &text[sentence],
            above: above(material, around.start),
            block: &text[with_code(text, &around)],
            around: &text[around],
            site: material.document.site.as_deref(),
            language: material.document.language.as_deref(),
            dated: material.document.published_at.and_then(day_of),
        }
    }

    /// What is above it.
    pub(super) fn headings(&self) -> impl Iterator<Item = &str> {
        self.above.iter().map(String::as_str)
    }

    /// Its context: what is above and around it.
    pub(super) fn surroundings(&self) -> impl Iterator<Item = &str> {
        self.headings().chain([self.around])
    }

    /// The same with the code beside it.
    pub(super) fn with_code(&self) -> impl Iterator<Item = &str> {
        self.headings().chain([self.block])
    }

    /// What its document is called, and the headings above it.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.headings().chain(self.site)
    }
}

fn day_of(at: Millis) -> Option<Date> {
    let day = day(at);
    let mut parts = day.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    Some(Date { year: year.parse().ok(), month: month.parse().ok(), day: day.parse().ok() })
}

/// The work, the title, and the headings above a position; each nearer heading has a lower rank.
fn above(material: &Material<'_>, at: usize) -> Vec<String> {
    let document = material.document;
    let named = [document.work.as_deref().unwrap_or_default(), &document.title];
    let mut above: Vec<String> =
        named.iter().filter(|name| !name.is_empty()).map(|name| (*name).to_owned()).collect();
    let mut rank = usize::MAX;
    for line in material.text[..at].lines().rev() {
        let marks = line.bytes().take_while(|byte| *byte == b'#').count();
        // A comment in code is no heading.
        let in_code = || {
            let before = &material.text[..line.as_ptr() as usize - material.text.as_ptr() as usize];
            before.lines().filter(|line| line.trim_start().starts_with("```")).count() % 2 == 1
        };
        if (1..rank.min(7)).contains(&marks) && line[marks..].starts_with(' ') && !in_code() {
            above.push(line[marks..].trim().to_owned());
            rank = marks;
        }
        if rank == 1 {
            break;
        }
    }
    above
}

/// What is near a range in its paragraph, list, or table: whole lines or at least whole words.
pub(super) fn surroundings(text: &str, range: &Range<usize>) -> Range<usize> {
    let from = text.floor_char_boundary(range.start.saturating_sub(AROUND));
    let to = text.ceil_char_boundary((range.end + AROUND).min(text.len()));
    let (before, behind) = (&text[from..range.start], &text[range.end..to]);
    let start = match before.rfind("\n\n") {
        Some(at) => from + at + 2,
        None if from == 0 || text[..from].ends_with('\n') => from,
        None => {
            let line = before.find('\n').filter(|at| *at < before.len() / 2).map(|at| at + 1);
            let word =
                || before.char_indices().find(|(_, c)| c.is_whitespace()).map(|(at, c)| at + c.len_utf8());
            from + line.or_else(word).unwrap_or(0)
        }
    };
    let end = match behind.find("\n\n") {
        Some(at) => range.end + at,
        None if to == text.len() || text[to..].starts_with('\n') => to,
        None => {
            let line = behind.rfind('\n').filter(|at| *at > behind.len() / 2);
            let word = || behind.rfind(char::is_whitespace);
            range.end + line.or_else(word).unwrap_or(behind.len())
        }
    };
    start..end
}

/// A piece of text with the code before and after it: what a paragraph introduces or explains.
fn with_code(text: &str, range: &Range<usize>) -> Range<usize> {
    const FENCE: &str = "```";
    let (before, behind) = (&text[..range.start], &text[range.end..]);
    let code = before.trim_end();
    let opened = code.strip_suffix(FENCE).and_then(|code| code.rfind(FENCE));
    let start = opened.filter(|start| code.len() - start <= AROUND).unwrap_or(range.start);
    let gap = behind.len() - behind.trim_start().len();
    let code = behind[gap..].strip_prefix(FENCE);
    let length = code.and_then(|code| code.find(FENCE)).filter(|length| *length <= AROUND);
    let end = length.map_or(range.end, |length| range.end + gap + length + 2 * FENCE.len());
    start..end
}

/// Characters in the form in which they are compared, each with its original bytes.
fn plain(text: &str) -> Vec<(char, Range<usize>)> {
    let mut found: Vec<(char, Range<usize>)> = Vec::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let range = at..at + c.len_utf8();
        let c = match c {
            '‘' | '’' | '‚' => '\'',
            '“' | '”' | '„' | '«' | '»' => '"',
            '‐' | '‑' | '‒' | '–' | '—' | '−' => '-',
            '*' | '_' | '`' | '\u{ad}' | '\u{200b}' => continue,
            c if c.is_whitespace() => ' ',
            c => c,
        };
        if c == ' ' {
            match found.last_mut() {
                Some((' ', last)) => last.end = range.end,
                Some(_) => found.push((' ', range)),
                None => {}
            }
            continue;
        }
        for lower in c.to_lowercase() {
            found.push((lower, range.clone()));
        }
    }
    while matches!(found.last(), Some((' ', _))) {
        found.pop();
    }
    found
}

/// The position of `needle` in `hay`, searched by its first character.
fn find(hay: &[(char, Range<usize>)], needle: &[(char, Range<usize>)]) -> Option<usize> {
    let first = needle.first()?.0;
    let last = hay.len().checked_sub(needle.len())?;
    (0..=last).find(|at| hay[*at].0 == first && hay[*at..].iter().zip(needle).all(|((a, _), (b, _))| a == b))
}

/// What is found for a quote of a text.
#[cfg(test)]
pub(super) fn with_quote<T>(text: &str, quote: &str, find: impl FnOnce(&Context<'_>) -> T) -> T {
    let document = gorkd_core::model::Document::default();
    let start = text.find(quote).unwrap_or(0);
    find(&Context::new(&Material::new(&document, text), start..start + quote.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::model::Span;
    use proptest::prelude::*;

    const TEXT: &str =
        "# Tower\n\nThe tower — “old Peter” — was\nfinished in **1881**. It leans.\n\nAnother paragraph.";

    fn quote(text: &str) -> Quote {
        Quote { text: text.to_owned(), ..Quote::default() }
    }

    #[test]
    fn quotes_are_found_but_for_typography() {
        for words in [
            "was\nfinished in **1881**",
            "The tower - \"old Peter\" - was finished in 1881.",
            "…tower — \"old Peter\" — was finished in 1881…",
        ] {
            let range = locate(TEXT, &quote(words));
            assert!(
                range.clone().is_some_and(|range| TEXT[range].contains("ower") || words.starts_with("was")),
                "{words}: {range:?}"
            );
        }
        for words in ["The tower was finished", "finished in 1882. It", "", "it"] {
            assert_eq!(locate(TEXT, &quote(words)), None, "{words}");
        }
    }

    #[test]
    fn a_span_is_taken_only_with_its_words() {
        let span = Span { start: 9, end: 18 };
        assert_eq!(locate(TEXT, &Quote { span: Some(span), ..quote("The tower") }), Some(9..18));
        assert_eq!(
            locate(TEXT, &Quote { span: Some(span), ..quote("It leans.") }).map(|r| &TEXT[r]),
            Some("It leans.")
        );
        assert_eq!(
            locate(TEXT, &Quote { span: Some(Span { start: 0, end: 999 }), ..quote("nowhere here") }),
            None
        );
    }

    #[test]
    fn surroundings_end_with_the_paragraph() {
        let at = TEXT.find("It leans").unwrap_or(0);
        let range = surroundings(TEXT, &(at..at + 8));
        assert!(TEXT[range.clone()].starts_with("The tower") && TEXT[range].ends_with("It leans."));
    }

    #[test]
    fn code_belongs_to_the_paragraph_beside_it() {
        let text = "Use this:\n\n```\nBEGIN;\n```\n\nThen stop.\n\nAnother paragraph.";
        let block = |words: &str| {
            let start = text.find(words).unwrap_or(0);
            &text[with_code(text, &(start..start + words.len()))]
        };
        assert_eq!(block("Use this:"), "Use this:\n\n```\nBEGIN;\n```");
        assert_eq!(block("Then stop."), "```\nBEGIN;\n```\n\nThen stop.");
        assert_eq!(block("Another paragraph."), "Another paragraph.");
    }

    proptest! {
        #[test]
        fn what_is_found_are_slices(text in "\\PC{0,80}", words in "\\PC{0,30}") {
            if let Some(range) = locate(&text, &quote(&words)) {
                prop_assert!(text.get(range).is_some());
            }
        }

        #[test]
        fn words_of_the_text_are_found(text in "[a-zA-Z“”—*é\n ]{30,80}", from in 0usize..20, length in 10usize..20) {
            let words: String = text.chars().skip(from).take(length).collect();
            prop_assume!(words.chars().filter(|c| c.is_alphanumeric()).count() > 5);
            prop_assert!(locate(&text, &quote(&words)).is_some());
        }
    }
}
