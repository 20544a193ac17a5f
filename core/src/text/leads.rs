//! What leads to what in a text: words to the code below them, a line to its list, and the first half of a sentence to
//! the second one below code.

use super::blocks::{INTRODUCTION, word_count};
use super::elements::{Element, ElementKind};
use super::statements::statements;
use std::ops::Range;

/// Whether an element introduces the one that follows it. Words right above code do, however they end: "run", "as in
/// this example.", "2. Install it". Code right above code is its first half.
pub(super) fn leads(text: &str, above: &Element, below: &Element) -> bool {
    let words = text[above.words.clone()].trim_end();
    let introduces = match (above.kind, below.kind) {
        (ElementKind::Paragraph | ElementKind::Item { .. } | ElementKind::Code, ElementKind::Code) => true,
        (ElementKind::Paragraph, ElementKind::Item { .. })
        | (ElementKind::Paragraph, ElementKind::TableHeader | ElementKind::TableRow) => {
            words.ends_with([':', '：']) || word_count(words) <= INTRODUCTION
        }
        (ElementKind::Paragraph | ElementKind::Item { .. } | ElementKind::Code, _)
        | (ElementKind::Heading { .. } | ElementKind::Term | ElementKind::Quotation, _)
        | (ElementKind::TableHeader | ElementKind::TableRow, _) => false,
    };
    introduces && below.indent >= above.indent
}

/// Whether a paragraph goes on with a sentence that began above the code that it follows: "which signs the commit."
pub(super) fn goes_on(text: &str, above: &Element, below: &Element) -> bool {
    above.kind == ElementKind::Code
        && below.kind == ElementKind::Paragraph
        && text[below.words.clone()].starts_with(char::is_lowercase)
}

/// What of an element is shown above that which it introduces, if that is another block: all of it, or the last
/// sentence of a longer one.
pub(super) fn introduction(text: &str, element: &Element) -> Range<usize> {
    let whole = element.lines.clone();
    match word_count(&text[whole.clone()]) <= INTRODUCTION {
        true => whole,
        false => statements(text, element).pop().unwrap_or(whole),
    }
}
