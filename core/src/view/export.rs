//! An answer as an exported document: Markdown for people, JSON for programs.

use super::{AnswerView, JobView, SourceView, clean, reading};
use crate::model::{Citation, Confidence};
use crate::text::code_spans;
use gorkd_words::{Locale, Msg};
use std::fmt::Write;

/// The job document with line breaks, ending with one.
pub fn json(job: &JobView) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(job).map(|text| text + "\n")
}

/// A standalone document: the question, the answer, and every quote under its source.
pub fn markdown(job: &JobView) -> String {
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = write(job, &mut out);
    out
}

fn write(job: &JobView, out: &mut String) -> std::fmt::Result {
    let locale = Locale::first([job.language.as_str()]);
    let say = |message: Msg| escaped(&locale.say(message));
    writeln!(out, "# {}\n", escaped(&job.question))?;
    if let Some(refined) = &job.refined_question {
        writeln!(out, "{}\n", say(Msg::RefinedQuestion { question: refined.clone() }))?;
    }
    match (&job.answer, &job.error) {
        (Some(answer), _) => {
            if answer.only_closest {
                writeln!(out, "*{}*\n", say(Msg::ClosestPassage))?;
            }
            let shown = reading(job, answer);
            // Code stays code; other words of a model are no markup.
            if answer.blocks.is_empty() && code_spans(&shown.summary).is_empty() {
                for paragraph in shown.summary.split("\n\n") {
                    writeln!(out, "{}\n", with_markers(paragraph))?;
                }
            } else {
                writeln!(out, "{}\n", tamed(&shown.summary).trim())?;
            }
            let level = match answer.confidence {
                Confidence::High => Msg::ConfidenceHigh,
                Confidence::Medium => Msg::ConfidenceMedium,
                Confidence::Low => Msg::ConfidenceLow,
                Confidence::Insufficient => Msg::ConfidenceInsufficient,
            };
            let confidence = say(Msg::ConfidenceStop { level: locale.say(level) });
            let reasons = locale.in_a_row(&answer.confidence_reasons);
            writeln!(out, "**{confidence}** {}\n", escaped(&reasons))?;
            if !shown.detail.trim().is_empty() {
                writeln!(out, "{}\n", tamed(&shown.detail).trim())?;
            }
        }
        (None, Some(error)) => {
            writeln!(out, "{}\n", say(Msg::AnswerNoneBecause { why: error.message.clone() }))?
        }
        (None, None) => writeln!(out, "{}\n", say(Msg::AnswerInProgress))?,
    }
    if let Some(answer) = &job.answer {
        closest(job, answer, &say(Msg::AnswerClosest), out)?;
    }
    if !job.conflicts.is_empty() {
        writeln!(out, "## {}\n", say(Msg::WhereSourcesDisagree))?;
        for conflict in &job.conflicts {
            let values = conflict.positions.iter().map(|position| {
                let numbers = position.source_ids.iter().filter_map(|id| {
                    let source = job.sources.iter().find(|source| source.id == *id)?;
                    source.number.map(|number| format!("[{number}]"))
                });
                format!("{} {}", escaped(&position.value), numbers.collect::<String>()).trim().to_owned()
            });
            let values = values.collect::<Vec<_>>().join("; ");
            writeln!(out, "- {}: {values}. {}", escaped(&conflict.about), escaped(&conflict.why))?;
        }
        writeln!(out)?;
    }
    let cited = || job.sources.iter().filter_map(|source| source.number.map(|number| (number, source)));
    if cited().next().is_some() {
        writeln!(out, "## {}\n", say(Msg::HeadingSources))?;
    }
    for (number, source) in cited() {
        let day = source.published_at.as_deref().and_then(|at| at.get(..10));
        let day = day.map(|day| format!(", {}", escaped(day))).unwrap_or_default();
        let quotes: Vec<&Citation> =
            job.citations.iter().filter(|citation| citation.source_id == source.id).collect();
        let link = link(source, quotes.first().map(|citation| citation.quote.as_str()));
        // Not a numbered list: Markdown would renumber it where a thread's numbers have gaps.
        writeln!(
            out,
            "- \\[{number}\\] {} ({}{day})",
            linked(title(source), &link),
            escaped(&source.place_in(locale))
        )?;
        let mut said: Vec<&str> = Vec::new();
        for citation in quotes {
            if !said.contains(&citation.quote.as_str()) {
                said.push(&citation.quote);
                writeln!(out, "  > {}\n", escaped(&citation.quote))?;
            }
        }
    }
    section(
        out,
        &say(Msg::AnswerNotRead),
        job.unread
            .iter()
            .map(|page| format!("{}: {}", linked(&page.url, &address(&page.url)), escaped(&page.detail))),
    )?;
    if let Some(answer) = &job.answer {
        let said = reading(job, answer).summary;
        let limits = answer.limitations.iter().filter(|limit| !said.contains(limit.as_str()));
        section(out, &say(Msg::AnswerKeepInMind), limits.map(|text| escaped(text)))?;
        section(out, &say(Msg::AnswerWorthChecking), answer.questions.iter().map(|text| escaped(text)))?;
    }
    let trimmed = out.trim_end().len();
    out.truncate(trimmed);
    out.push('\n');
    Ok(())
}

/// If nothing answers the question: the closest passage, and where it is.
fn closest(job: &JobView, answer: &AnswerView, heading: &str, out: &mut String) -> std::fmt::Result {
    let Some(one) = answer.closest.first().filter(|_| answer.confidence == Confidence::Insufficient) else {
        return Ok(());
    };
    writeln!(out, "## {heading}\n")?;
    for line in tamed(&one.quote).lines() {
        writeln!(out, "{}{line}", if line.is_empty() { ">" } else { "> " })?;
    }
    writeln!(out)?;
    match job.sources.iter().find(|source| source.id == one.source_id) {
        Some(source) => {
            let said = one.quote.trim_end_matches([' ', '…']);
            writeln!(out, "{}\n", linked(title(source), &link(source, Some(said))))
        }
        None => Ok(()),
    }
}

fn section(out: &mut String, heading: &str, items: impl Iterator<Item = String>) -> std::fmt::Result {
    let items: Vec<String> = items.collect();
    if items.is_empty() {
        return Ok(());
    }
    if !out.ends_with("\n\n") {
        writeln!(out)?;
    }
    writeln!(out, "## {heading}\n")?;
    items.iter().try_for_each(|item| writeln!(out, "- {item}"))?;
    writeln!(out)
}

fn title(source: &SourceView) -> &str {
    if source.title.trim().is_empty() { &source.url } else { &source.title }
}

/// A link to the first quote on the page, as a text fragment
/// (<https://wicg.github.io/scroll-to-text-fragment/>).
fn link(source: &SourceView, quote: Option<&str>) -> String {
    let page = address(&source.url);
    let on_the_web = page.starts_with("http://") || page.starts_with("https://");
    let words: Vec<&str> = quote.unwrap_or_default().split_whitespace().take(8).collect();
    if !on_the_web || page.contains('#') || words.is_empty() {
        return page;
    }
    let text: String = url::form_urlencoded::byte_serialize(words.join(" ").as_bytes()).collect();
    // A fragment doesn't accept `+` as a space, and `-` and `,` have a meaning in it.
    format!("{page}#:~:text={}", text.replace('+', "%20").replace('-', "%2D"))
}

/// An address that is safe in angle brackets; schemes that could execute code are left out.
fn address(url: &str) -> String {
    match url::Url::parse(url) {
        Ok(parsed) if ["http", "https", "file"].contains(&parsed.scheme()) => {
            clean(url).replace(['<', '>', ' '], "")
        }
        Ok(_) | Err(_) => String::new(),
    }
}

/// A title that links to an address, if that can be followed.
fn linked(title: &str, address: &str) -> String {
    if address.is_empty() { escaped(title) } else { format!("[{}](<{address}>)", escaped(title)) }
}

/// A sentence that keeps its citation markers.
fn with_markers(text: &str) -> String {
    marked(text).into_iter().map(|(part, marker)| if marker { clean(part) } else { verbatim(part) }).collect()
}

/// Splits a text at citation markers such as `[1]`; true for markers. No part is empty.
pub fn marked(text: &str) -> Vec<(&str, bool)> {
    let mut parts = Vec::new();
    let mut from = 0;
    for (at, _) in text.match_indices('[') {
        if at < from {
            continue;
        }
        let digits = text[at + 1..].bytes().take_while(u8::is_ascii_digit).count();
        let end = at + 1 + digits;
        if (1..=4).contains(&digits) && text[end..].starts_with(']') {
            parts.push((&text[from..at], false));
            parts.push((&text[at..=end], true));
            from = end + 1;
        }
    }
    parts.push((&text[from..], false));
    parts.retain(|(part, _)| !part.is_empty());
    parts
}

/// Sanitizes our own Markdown that contains foreign text: no HTML, pictures, or links. Code is kept.
fn tamed(text: &str) -> String {
    let mut open: Option<Fence> = None;
    let line = |line: &str| {
        let line = line.trim_end();
        let indent: String = line.chars().take_while(|c| *c == ' ').collect();
        let text = clean(line.trim_start_matches(' '));
        let code = match (&open, Fence::of(&text).filter(|_| indent.len() < 4)) {
            (None, None) => false,
            (None, begins) => {
                open = begins;
                true
            }
            (Some(begun), ends) => {
                let over = ends
                    .is_some_and(|ends| ends.bare && ends.mark == begun.mark && ends.length >= begun.length);
                open = open.take().filter(|_| !over);
                true
            }
        };
        let text = match code {
            true => text,
            false => {
                text.replace('<', "\\<").replace("![", "!\\[").replace("](", "]\\(").replace("]:", "]\\:")
            }
        };
        indent + &text
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The start or end of a fenced code block (CommonMark, section 4.5).
struct Fence {
    mark: char,
    length: usize,
    /// Nothing follows the fence.
    bare: bool,
}

impl Fence {
    fn of(text: &str) -> Option<Self> {
        let mark = text.chars().next().filter(|mark| ['`', '~'].contains(mark))?;
        let behind = text.trim_start_matches(mark);
        let length = text.len() - behind.len();
        let fine = length >= 3 && (mark == '~' || !behind.contains('`'));
        fine.then(|| Self { mark, length, bare: behind.trim().is_empty() })
    }
}

/// Escapes text so that Markdown shows it literally.
fn escaped(text: &str) -> String {
    verbatim(text).trim().to_owned()
}

/// Like [`escaped`], keeping leading and trailing spaces.
fn verbatim(text: &str) -> String {
    let mut escaped = String::new();
    for character in clean(text).chars() {
        if "\\`*_{}[]<>#|!~&".contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_stays_as_it_is_and_nothing_else_leads_anywhere() {
        let text = "a <b> [c](d)\n```rust\nlet x: Vec<T> = f[0](1);\n``` x\n~~~\n```\n<b>\n[1]: https://e.example\n    ```\n<i>";
        let wanted = "a \\<b> [c]\\(d)\n```rust\nlet x: Vec<T> = f[0](1);\n``` x\n~~~\n```\n\\<b>\n[1]\\: https://e.example\n    ```\n\\<i>";
        assert_eq!(tamed(text), wanted);
    }

    #[test]
    fn code_in_a_summary_stays_code_and_other_marks_are_words() {
        let exported = |summary: &str| {
            let answer = AnswerView { summary: summary.into(), ..AnswerView::default() };
            markdown(&JobView { answer: Some(answer), ..JobView::default() })
        };
        let code = exported("Use `cut(*, 1)`. [1]\n\n```\nif true:\n    cut()\n```\n\n[1] <b>![x](y)");
        assert!(code.contains("Use `cut(*, 1)`. [1]\n\n```\nif true:\n    cut()\n```\n"), "{code}");
        assert!(!code.contains("<b>![x](y)"), "{code}");
        let words = exported("It is *not* a list. [1]");
        assert!(words.contains("It is \\*not\\* a list. [1]"), "{words}");
    }
}
