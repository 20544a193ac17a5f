//! The shared text tree and length-aware splitting; slices by code points.

mod pieces;
mod tree;

pub use pieces::{cut, graphemes, pieces};
pub use tree::{Block, Inline, parse, plain};

use crate::model::Span;

/// The slice of `text` at a span of code points; empty when the span lies outside.
pub fn slice(text: &str, span: Span) -> &str {
    let mut indices = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    let Some(start) = indices.clone().nth(span.start) else { return "" };
    let Some(end) = indices.nth(span.end) else { return "" };
    text.get(start..end).unwrap_or("")
}

/// The span in code points of a byte range of `text`. The range must lie on character boundaries.
pub fn span_of(text: &str, bytes: std::ops::Range<usize>) -> Span {
    let start = text[..bytes.start].chars().count();
    Span { start, end: start + text[bytes].chars().count() }
}

#[cfg(test)]
mod tests {
    use super::*;

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
