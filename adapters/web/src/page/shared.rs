//! One answer as a standalone page for anyone with the link: no scripts, no forms, and nothing private except
//! this answer.

use gorkd_core::model::{Confidence, Support};
use gorkd_core::text::{Block, Inline, parse};
use gorkd_core::view::{JobView, SourceView, reading};
use gorkd_words::Locale;

/// The page of an answer, as HTML.
pub fn answer(view: &JobView) -> String {
    let question = escaped(&view.question);
    let mut page = String::new();
    let Some(answer) = &view.answer else { return gone() };
    page.push_str(&format!("<article>\n<h2>{question}</h2>\n<section class=\"summary\">"));
    let shown = reading(view, answer);
    blocks(&parse(&shown.summary), &mut page);
    page.push_str("</section>\n");
    let word = match answer.confidence {
        Confidence::High => "high",
        Confidence::Medium => "medium",
        Confidence::Low => "low",
        Confidence::Insufficient => "insufficient",
    };
    let reasons = escaped(&answer.confidence_reasons.join(" "));
    page.push_str(&format!(
        "<p class=\"confidence\">Confidence: <strong class=\"{word}\">{word}</strong>. {reasons}</p>\n"
    ));
    if !shown.detail.trim().is_empty() {
        page.push_str("<section>");
        blocks(&parse(&shown.detail), &mut page);
        page.push_str("</section>\n");
    }
    let limits = answer.limitations.iter().filter(|limit| !shown.summary.contains(limit.as_str()));
    list("Keep in mind", limits, &mut page);
    claims(view, &mut page);
    page.push_str("<h3>Sources</h3>\n<ul class=\"sources\">\n");
    let locale = Locale::first([view.language.as_str()]);
    view.sources.iter().filter(|one| one.number.is_some()).for_each(|one| source(one, locale, &mut page));
    page.push_str("</ul>\n");
    let by = match &view.metadata.model {
        Some(model) => format!("Written by {}, checked against its sources by gorkd.", escaped(model)),
        None => "Quoted from its sources by gorkd, without a language model.".to_owned(),
    };
    page.push_str(&format!("<p class=\"hint\">{by}</p>\n</article>\n"));
    document(&question, &page)
}

/// The page for a link that does not open anything.
pub fn gone() -> String {
    let text = "<article>\n<h2>This link no longer works</h2>\n<p>It has expired, was revoked, or is incomplete. Ask the sender \
                for a new one.</p>\n</article>\n";
    document("gorkd", text)
}

fn document(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"robots\" content=\"noindex\">\n\
         <title>{title}</title>\n<link rel=\"icon\" href=\"../favicon.ico\" type=\"image/svg+xml\">\n\
         <link rel=\"stylesheet\" href=\"../page.css\">\n</head>\n<body>\n<header>\n\
         <span class=\"brand\"><span aria-hidden=\"true\">⌕</span> gorkd</span>\n\
         <p>Every sentence rests on a quote that was read.</p>\n</header>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )
}

/// Each statement with the quotations that support it.
fn claims(view: &JobView, page: &mut String) {
    if view.claims.is_empty() {
        return;
    }
    page.push_str("<details>\n<summary>What each sentence rests on</summary>\n<ul>\n");
    for claim in &view.claims {
        let support = match claim.support {
            Support::Supported => "supported",
            Support::Partly => "partly supported",
            Support::Unsupported => "not supported",
            Support::Contradicted => "contradicted",
        };
        page.push_str(&format!("<li>{} <em>({support})</em>", escaped(&claim.text)));
        for citation in view.citations.iter().filter(|citation| citation.claim_id == claim.id) {
            let source = view.sources.iter().find(|source| source.id == citation.source_id);
            let number =
                source.and_then(|source| source.number).map(|n| format!(" [{n}]")).unwrap_or_default();
            page.push_str(&format!("<blockquote>{}{number}</blockquote>", escaped(&citation.quote)));
        }
        page.push_str("</li>\n");
    }
    page.push_str("</ul>\n</details>\n");
}

fn source(source: &SourceView, locale: Locale, page: &mut String) {
    let number = source.number.map(|number| format!("[{number}]")).unwrap_or_default();
    let place = source.place_in(locale);
    let title = if source.title.trim().is_empty() { &place } else { &source.title };
    let title = match link(&source.url) {
        Some(url) => format!("<a href=\"{url}\" rel=\"noreferrer nofollow\">{}</a>", escaped(title)),
        None => escaped(title),
    };
    page.push_str(&format!(
        "<li><span class=\"number\">{number}</span><div>{title} <span class=\"hint\">{}</span></div></li>\n",
        escaped(&place)
    ));
}

fn list<'a>(title: &str, items: impl Iterator<Item = &'a String>, page: &mut String) {
    let items: Vec<String> = items.map(|item| format!("<li>{}</li>\n", escaped(item))).collect();
    if !items.is_empty() {
        page.push_str(&format!("<h3>{title}</h3>\n<ul>\n{}</ul>\n", items.concat()));
    }
}

fn blocks(all: &[Block], page: &mut String) {
    for block in all {
        match block {
            Block::Paragraph(line) => page.push_str(&format!("<p>{}</p>\n", inline(line))),
            Block::Heading(_, line) => page.push_str(&format!("<h3>{}</h3>\n", inline(line))),
            Block::List { first, items } => {
                let (open, close) = match first {
                    Some(first) => (format!("<ol start=\"{first}\">"), "</ol>"),
                    None => ("<ul>".to_owned(), "</ul>"),
                };
                page.push_str(&open);
                for item in items {
                    page.push_str("<li>");
                    blocks(item, page);
                    page.push_str("</li>\n");
                }
                page.push_str(close);
            }
            Block::Code { text, .. } => {
                page.push_str(&format!("<pre><code>{}</code></pre>\n", escaped(text)));
            }
            Block::Quote(inner) => {
                page.push_str("<blockquote>");
                blocks(inner, page);
                page.push_str("</blockquote>\n");
            }
            Block::Table(rows) => table(rows, page),
            Block::Rule => page.push_str("<hr>\n"),
        }
    }
}

fn table(rows: &[Vec<String>], page: &mut String) {
    page.push_str("<table>\n");
    for (at, row) in rows.iter().enumerate() {
        let cell = if at == 0 { "th" } else { "td" };
        let cells: String = row.iter().map(|text| format!("<{cell}>{}</{cell}>", escaped(text))).collect();
        page.push_str(&format!("<tr>{cells}</tr>\n"));
    }
    page.push_str("</table>\n");
}

fn inline(line: &[Inline]) -> String {
    let each = |one: &Inline| match one {
        Inline::Text(text) => escaped(text),
        Inline::Strong(inner) => format!("<strong>{}</strong>", inline(inner)),
        Inline::Emphasis(inner) => format!("<em>{}</em>", inline(inner)),
        Inline::Struck(inner) => format!("<s>{}</s>", inline(inner)),
        Inline::Code(text) => format!("<code>{}</code>", escaped(text)),
        // Only links to sources are active; other links are shown as text.
        Inline::Link { label, .. } => inline(label),
        Inline::Break => "<br>".to_owned(),
    };
    line.iter().map(each).collect()
}

/// A URL that is safe in an attribute; `None` unless it is a web URL.
fn link(url: &str) -> Option<String> {
    (url.starts_with("https://") || url.starts_with("http://")).then(|| escaped(url))
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // Drops characters that change the direction of surrounding text.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::view::AnswerView;

    #[test]
    fn text_from_pages_and_people_never_becomes_markup() {
        let hostile =
            "<script>alert(1)</script> [bank](https://evil.example) <img src=x onerror=y> \u{202e}txt";
        let answer = AnswerView {
            summary: hostile.to_owned(),
            detail: format!(
                "**{hostile}**\n\n- {hostile}\n\n```\n{hostile}\n```\n\n| a |\n| --- |\n| {hostile} |"
            ),
            ..AnswerView::default()
        };
        let sources = vec![SourceView {
            number: Some(1),
            url: "javascript:alert(1)".to_owned(),
            title: hostile.to_owned(),
            ..SourceView::default()
        }];
        let view =
            JobView { question: hostile.to_owned(), answer: Some(answer), sources, ..JobView::default() };
        let page = super::answer(&view);
        for live in ["<script", "<img", "href=\"https://evil", "javascript:alert(1)\"", "\u{202e}"] {
            assert!(!page.contains(live), "{live} in {page}");
        }
        assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    }

    #[test]
    fn a_file_is_called_so_in_the_language_of_the_answer() {
        let source = SourceView {
            number: Some(1),
            title: "Notizen".to_owned(),
            domain: "local file".to_owned(),
            ..SourceView::default()
        };
        let view = JobView {
            language: "de".to_owned(),
            answer: Some(AnswerView::default()),
            sources: vec![source],
            ..JobView::default()
        };
        let page = super::answer(&view);
        assert!(page.contains("Notizen <span class=\"hint\">lokale Datei</span>"), "{page}");
        assert!(!page.contains("local file"), "{page}");
    }
}
