//! Text handling shared by several crates: the text tree and length-aware splitting, slices by code points,
//! sentences, words and stop words, addresses.

mod address;
pub mod blocks;
mod code;
mod elements;
mod folding;
pub mod german;
mod headings;
mod leads;
pub mod lists;
mod pieces;
pub mod sentences;
mod statements;
mod stems;
pub mod stopwords;
pub mod tables;
mod thoughts;
mod tree;
pub mod words;

pub use address::{canonical_url, is_site, page_key, site_of};
pub use code::{code_spans, ends_with_block, flowing};
pub use headings::{path, path_above};
pub use pieces::{cut, graphemes, pieces};
pub use thoughts::without_thoughts;
pub use tree::{Block, Inline, parse, plain};

use crate::model::Span;

/// The slice of `text` at a span of code points; empty if the span is out of range.
pub fn slice(text: &str, span: Span) -> &str {
    // In ASCII, code points are bytes.
    if text.is_ascii() {
        return text.get(span.start..span.end).unwrap_or("");
    }
    let rest = after(text, span.start);
    let inside = rest.zip(span.end.checked_sub(span.start));
    let length = inside.and_then(|(rest, count)| Some(rest.len() - after(rest, count)?.len()));
    rest.zip(length).map_or("", |(rest, length)| &rest[..length])
}

/// The rest of the text after `count` code points; `None` if there are fewer.
fn after(text: &str, count: usize) -> Option<&str> {
    let mut rest = text.chars();
    if let Some(last) = count.checked_sub(1) {
        rest.nth(last)?;
    }
    Some(rest.as_str())
}

/// The byte range of a span of code points; empty at the end of the text if the span is out of range.
pub fn byte_range(text: &str, span: Span) -> std::ops::Range<usize> {
    let words = slice(text, span);
    if words.is_empty() {
        return text.len()..text.len();
    }
    let start = words.as_ptr() as usize - text.as_ptr() as usize;
    start..start + words.len()
}

/// The byte ranges of spans as [`byte_range`] has them. Of ordered spans, each character is counted only once.
pub fn byte_ranges<'t>(
    text: &'t str,
    spans: impl IntoIterator<Item = Span, IntoIter: 't>,
) -> impl Iterator<Item = std::ops::Range<usize>> + 't {
    let (mut byte, mut point) = (0, 0);
    spans.into_iter().map(move |span| {
        if span.start < point {
            (byte, point) = (0, 0);
        }
        let rest = &text[byte..];
        let range = byte_range(rest, Span { start: span.start - point, end: span.end.saturating_sub(point) });
        let range = byte + range.start..byte + range.end;
        if !range.is_empty() {
            (byte, point) = (range.start, span.start);
        }
        range
    })
}

/// Converts ordered byte ranges to spans, counting each character of the text only once.
pub struct Spans<'a> {
    text: &'a str,
    byte: usize,
    point: usize,
}

impl<'a> Spans<'a> {
    pub fn of(text: &'a str) -> Self {
        Self { text, byte: 0, point: 0 }
    }

    /// The span of a range, which must not start before the previous one.
    pub fn next(&mut self, bytes: std::ops::Range<usize>) -> Span {
        self.point += self.text[self.byte..bytes.start].chars().count();
        self.byte = bytes.start;
        Span { start: self.point, end: self.point + self.text[bytes].chars().count() }
    }
}

/// The span in code points of a byte range of `text`. The range must lie on character boundaries.
pub fn span_of(text: &str, bytes: std::ops::Range<usize>) -> Span {
    Spans::of(text).next(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_slice_is_what_counting_gives(text in "[a-cé東]{0,8}", start in 0_usize..10, end in 0_usize..10) {
            let all: Vec<char> = text.chars().collect();
            let counted: String = all.get(start..end).unwrap_or_default().iter().collect();
            prop_assert_eq!(slice(&text, Span { start, end }), counted);
        }

        #[test]
        fn many_spans_have_the_same_ranges_as_one_at_a_time(
            text in "[a-c é東🦀\n]{0,20}",
            spans in proptest::collection::vec((0usize..25, 0usize..8), 0..6),
        ) {
            let spans: Vec<Span> =
                spans.into_iter().map(|(start, length)| Span { start, end: start + length }).collect();
            let one_at_a_time: Vec<_> = spans.iter().map(|span| byte_range(&text, *span)).collect();
            prop_assert_eq!(byte_ranges(&text, spans).collect::<Vec<_>>(), one_at_a_time);
        }
    }

    #[test]
    fn slices_count_code_points_not_bytes() {
        let text = "naïve 東京 text";
        let bytes = text.find("東京").map(|at| at..at + "東京".len()).expect("it is there");
        let span = span_of(text, bytes);
        assert_eq!(span, Span { start: 6, end: 8 });
        assert_eq!(slice(text, span), "東京");
        assert_eq!(slice(text, Span { start: 6, end: 99 }), "");
    }
}
