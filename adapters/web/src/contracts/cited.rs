//! A checked answer as one Markdown text for programs that show chats: the text with its citations, and the
//! sources as link definitions at its end. So `[1]` is a link where Markdown is rendered, and refers to a list
//! where it is not.

use gorkd_core::view::export::marked;
use gorkd_core::view::{JobView, SourceView, clean};
use serde::Serialize;
use utoipa::ToSchema;

/// A text, and its citations in order of appearance.
#[derive(Debug, Default)]
pub struct Cited {
    pub text: String,
    pub annotations: Vec<Annotation>,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Annotation {
    /// Always `url_citation`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub url_citation: UrlCitation,
}

/// A marker such as `[1]` in the text: its range in Unicode code points, excluding the end, and its source.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct UrlCitation {
    pub start_index: usize,
    pub end_index: usize,
    pub url: String,
    pub title: String,
}

/// The answer of a job; empty if there is none.
pub fn cited(view: &JobView) -> Cited {
    let Some(answer) = &view.answer else { return Cited::default() };
    let mut writer = Writer { view, done: Cited::default(), length: 0 };
    let mut fenced = false;
    for part in [&answer.summary, &answer.detail].into_iter().filter(|part| !part.trim().is_empty()) {
        if writer.length > 0 {
            writer.push("\n\n");
        }
        for (n, line) in part.trim().lines().enumerate() {
            if n > 0 {
                writer.push("\n");
            }
            let fence = is_fence(line);
            if fence || fenced {
                writer.push(clean(line).trim_end());
            } else {
                writer.line(line.trim_end());
            }
            fenced ^= fence;
        }
    }
    writer.definitions();
    writer.done
}

pub fn title(source: &SourceView) -> String {
    clean(if source.title.trim().is_empty() { &source.url } else { &source.title })
}

struct Writer<'a> {
    view: &'a JobView,
    done: Cited,
    /// Number of code points so far.
    length: usize,
}

impl Writer<'_> {
    fn push(&mut self, text: &str) {
        self.length += text.chars().count();
        self.done.text.push_str(text);
    }

    fn line(&mut self, line: &str) {
        let mut after_marker = false;
        for (part, is_marker) in marked(line) {
            let source = self.source(part).filter(|_| is_marker && (after_marker || self.may_be_marked()));
            after_marker = source.is_some();
            self.guard(part);
            let Some((url, title)) = source else {
                self.push(&inert(part));
                continue;
            };
            if self.done.text.ends_with(']') {
                // Markdown would parse two adjacent markers as one link.
                self.push(" ");
            }
            let start_index = self.length;
            self.push(part);
            let url_citation = UrlCitation { start_index, end_index: self.length, url, title };
            self.done.annotations.push(Annotation { kind: "url_citation", url_citation });
        }
    }

    /// Prevents the text around a marker from turning it into an image, link or definition.
    fn guard(&mut self, part: &str) {
        let text = &self.done.text;
        if text.ends_with('!') && part.starts_with('[') || text.ends_with(']') && part.starts_with(['(', ':'])
        {
            self.push("\\");
        }
    }

    /// In `path[1]` and `f(x)[1]`, the brackets are part of the text.
    fn may_be_marked(&self) -> bool {
        let last = self.done.text.chars().next_back();
        !last.is_some_and(|last| last.is_ascii_alphanumeric() || "_)]`".contains(last))
    }

    fn source(&self, marker: &str) -> Option<(String, String)> {
        let number: u32 = marker.trim_matches(['[', ']']).parse().ok()?;
        let source = self.view.sources.iter().find(|source| source.number == Some(number))?;
        Some((source.url.clone(), title(source)))
    }

    fn definitions(&mut self) {
        let view = self.view;
        let mut first = true;
        for source in &view.sources {
            let (Some(number), Some(address)) = (source.number, address(&source.url)) else { continue };
            let title = title(source).replace(['"', '\\'], "'");
            self.push(if first { "\n\n" } else { "\n" });
            self.push(&format!("[{number}]: <{address}> \"{}\"", title.trim()));
            first = false;
        }
    }
}

/// Whether a line begins or ends a code block. A line with a backtick after the fence is text.
fn is_fence(line: &str) -> bool {
    let text = line.trim_start_matches(' ');
    let behind = text.trim_start_matches('`');
    line.len() - text.len() < 4 && text.len() - behind.len() >= 3 && !behind.contains('`')
}

/// Escapes text from others so that it neither loads an image nor links anywhere.
fn inert(text: &str) -> String {
    clean(text).replace("![", "!\\[").replace("](", "]\\(").replace("]:", "]\\:")
}

/// A URL that is safe between angle brackets; `None` if a reader cannot open it.
fn address(url: &str) -> Option<String> {
    let parsed = url::Url::parse(url).ok().filter(|url| ["http", "https", "file"].contains(&url.scheme()))?;
    Some(clean(parsed.as_str()).replace(['<', '>', ' '], ""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::view::AnswerView;

    fn shown(summary: &str, detail: &str) -> Cited {
        let source = |number: u32| SourceView {
            number: Some(number),
            url: format!("https://example.org/{number}"),
            title: format!("Page \"{number}\""),
            ..SourceView::default()
        };
        let answer = AnswerView { summary: summary.into(), detail: detail.into(), ..AnswerView::default() };
        cited(&JobView { answer: Some(answer), sources: vec![source(1), source(2)], ..JobView::default() })
    }

    #[test]
    fn markers_are_found_only_at_citations() {
        let text =
            shown("Größe zählt. [1][2] Also `x` and path[1] and f(x)[2]. [9]", "```\na [1]\n```\nB. [2]");
        let points: Vec<char> = text.text.chars().collect();
        let found: Vec<String> = text
            .annotations
            .iter()
            .map(|one| points[one.url_citation.start_index..one.url_citation.end_index].iter().collect())
            .collect();
        assert_eq!(found, ["[1]", "[2]", "[2]"]);
        assert_eq!(
            text.text,
            "Größe zählt. [1] [2] Also `x` and path[1] and f(x)[2]. [9]\n\n```\na [1]\n```\nB. [2]\n\n\
             [1]: <https://example.org/1> \"Page '1'\"\n[2]: <https://example.org/2> \"Page '2'\""
        );
        assert_eq!(text.annotations[0].url_citation.title, "Page \"1\"");
    }

    #[test]
    fn text_from_pages_loads_no_images_and_contains_no_links() {
        let text = shown(
            "See ![x](https://evil.example/x) and [y](https://evil.example/y). [1]",
            "[1]: https://evil.example\n[1](https://evil.example/2) ![1] [7]: https://evil.example\n``` a ` b\n![z](https://evil.example/z)",
        );
        let definition = text.text.find("\n\n[1]: <https://example.org/1>").expect("the source");
        let said = &text.text[..definition];
        assert!(!said.contains("](") && !said.contains("![") && !said.contains("]: "), "{said}");
    }
}
