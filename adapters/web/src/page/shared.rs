//! One answer as a standalone page for anyone with the link: no scripts, no forms, and nothing private except
//! this answer.
//!
//! Its words are in the language of the answer, as in an export. Where there is no answer, the reader's browser names
//! the language. Arabic and English can be mixed: in the style sheet, each line of text has the direction of its first
//! letter, and lists, tables and quotations have `dir="auto"`, which doesn't look into elements that have a `dir`.

use gorkd_core::model::{Confidence, Support};
use gorkd_core::text::{Block, Inline, parse};
use gorkd_core::view::{JobView, SourceView, reading};
use gorkd_words::{Locale, Msg};

/// The page of an answer, as HTML.
pub fn answer(view: &JobView) -> String {
    let locale = Locale::first([view.language.as_str()]);
    let question = escaped(&view.question);
    let mut page = String::new();
    let Some(answer) = &view.answer else { return gone(locale) };
    page.push_str(&format!("<article>\n<h2>{question}</h2>\n<section class=\"summary\">"));
    let shown = reading(view, answer);
    blocks(&parse(&shown.summary), &mut page);
    page.push_str("</section>\n");
    let (class, level) = match answer.confidence {
        Confidence::High => ("high", Msg::ConfidenceHigh),
        Confidence::Medium => ("medium", Msg::ConfidenceMedium),
        Confidence::Low => ("low", Msg::ConfidenceLow),
        Confidence::Insufficient => ("insufficient", Msg::ConfidenceInsufficient),
    };
    let confidence = said(locale, Msg::ConfidenceStop { level: locale.say(level) });
    let reasons = escaped(&answer.confidence_reasons.join(" "));
    page.push_str(&format!(
        "<p class=\"confidence\"><strong class=\"{class}\">{confidence}</strong> {reasons}</p>\n"
    ));
    if !shown.detail.trim().is_empty() {
        page.push_str("<section>");
        blocks(&parse(&shown.detail), &mut page);
        page.push_str("</section>\n");
    }
    let limits = answer.limitations.iter().filter(|limit| !shown.summary.contains(limit.as_str()));
    list(&said(locale, Msg::AnswerKeepInMind), limits, &mut page);
    claims(view, locale, &mut page);
    page.push_str(&format!("<h3>{}</h3>\n<ul class=\"sources\">\n", said(locale, Msg::HeadingSources)));
    view.sources.iter().filter(|one| one.number.is_some()).for_each(|one| source(one, locale, &mut page));
    page.push_str("</ul>\n");
    let by = match &view.metadata.model {
        Some(model) => Msg::SharedByModel { model: model.clone() },
        None => Msg::SharedByRules,
    };
    page.push_str(&format!("<p class=\"hint\">{}</p>\n</article>\n", said(locale, by)));
    // An answer may be in a language that the catalog lacks.
    let language = if view.language.is_empty() { locale.code() } else { view.language.as_str() };
    document(locale, &escaped(language), &question, &page)
}

/// The page for a link that does not open anything.
pub fn gone(locale: Locale) -> String {
    notice(locale, Msg::SharedGone, Msg::SharedGoneWhy)
}

/// The page for a link whose answer cannot be read right now.
pub fn later(locale: Locale) -> String {
    notice(locale, Msg::SharedLater, Msg::SharedLaterWhy)
}

fn notice(locale: Locale, title: Msg, text: Msg) -> String {
    let (title, text) = (said(locale, title), said(locale, text));
    let page = format!("<article>\n<h2>{title}</h2>\n<p>{text}</p>\n</article>\n");
    document(locale, locale.code(), "gorkd", &page)
}

/// A sentence of the catalog, as HTML.
fn said(locale: Locale, message: Msg) -> String {
    escaped(&locale.say(message))
}

fn document(locale: Locale, language: &str, title: &str, body: &str) -> String {
    let (direction, motto) = (locale.direction(), said(locale, Msg::SharedMotto));
    format!(
        "<!doctype html>\n<html lang=\"{language}\" dir=\"{direction}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"robots\" content=\"noindex\">\n\
         <title>{title}</title>\n<link rel=\"icon\" href=\"../favicon.ico\" type=\"image/svg+xml\">\n\
         <link rel=\"stylesheet\" href=\"../page.css\">\n</head>\n<body>\n<header>\n\
         <span class=\"brand\"><span aria-hidden=\"true\">⌕</span> gorkd</span>\n\
         <p>{motto}</p>\n</header>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )
}

/// Each statement with the quotations that support it.
fn claims(view: &JobView, locale: Locale, page: &mut String) {
    if view.claims.is_empty() {
        return;
    }
    page.push_str(&format!("<details>\n<summary>{}</summary>\n<ul>\n", said(locale, Msg::SharedBasis)));
    for claim in &view.claims {
        let support = match claim.support {
            Support::Supported => Msg::SupportSupported,
            Support::Partly => Msg::SupportPartly,
            Support::Unsupported => Msg::SupportUnsupported,
            Support::Contradicted => Msg::SupportContradicted,
        };
        let (text, support) = (escaped(&claim.text), said(locale, support));
        page.push_str(&format!("<li>{text} <em>({support})</em>"));
        for citation in view.citations.iter().filter(|citation| citation.claim_id == claim.id) {
            let source = view.sources.iter().find(|source| source.id == citation.source_id);
            let number =
                source.and_then(|source| source.number).map(|n| format!(" [{n}]")).unwrap_or_default();
            let quote = escaped(&citation.quote);
            page.push_str(&format!("<blockquote dir=\"auto\">{quote}{number}</blockquote>"));
        }
        page.push_str("</li>\n");
    }
    page.push_str("</ul>\n</details>\n");
}

fn source(source: &SourceView, locale: Locale, page: &mut String) {
    let number = source.number.map(|number| format!("[{number}]")).unwrap_or_default();
    let place = source.place_in(locale);
    let title = if source.title.trim().is_empty() { &place } else { &source.title };
    let title = format!("<bdi>{}</bdi>", escaped(title));
    let title = match link(&source.url) {
        Some(url) => format!("<a href=\"{url}\" rel=\"noreferrer nofollow\">{title}</a>"),
        None => title,
    };
    page.push_str(&format!(
        "<li><span class=\"number\">{number}</span><div>{title} <bdi class=\"hint\">{}</bdi></div></li>\n",
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
                    Some(first) => (format!("<ol start=\"{first}\" dir=\"auto\">"), "</ol>"),
                    None => ("<ul dir=\"auto\">".to_owned(), "</ul>"),
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
                page.push_str(&format!("<pre dir=\"ltr\"><code>{}</code></pre>\n", escaped(text)));
            }
            Block::Quote(inner) => {
                page.push_str("<blockquote dir=\"auto\">");
                blocks(inner, page);
                page.push_str("</blockquote>\n");
            }
            Block::Table(rows) => table(rows, page),
            Block::Rule => page.push_str("<hr>\n"),
        }
    }
}

fn table(rows: &[Vec<String>], page: &mut String) {
    page.push_str("<table dir=\"auto\">\n");
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
    use gorkd_core::model::{Citation, Claim};
    use gorkd_core::view::{AnswerView, ClaimView};

    /// An answer with everything that the page has words for, and few words of its own.
    fn full(language: &str, confidence: Confidence) -> JobView {
        let supports = [Support::Supported, Support::Partly, Support::Unsupported, Support::Contradicted];
        let claim =
            |support| ClaimView { claim: Claim { support, ..Claim::default() }, ..ClaimView::default() };
        let answer = AnswerView { confidence, limitations: vec!["1".to_owned()], ..AnswerView::default() };
        let file = SourceView { number: Some(1), domain: "local file".to_owned(), ..SourceView::default() };
        JobView {
            language: language.to_owned(),
            answer: Some(answer),
            claims: supports.map(claim).to_vec(),
            sources: vec![file],
            ..JobView::default()
        }
    }

    /// The words in Latin letters that the page shows, without gorkd's name.
    fn latin(page: &str) -> Vec<&str> {
        let shown = page.split('<').filter_map(|piece| Some(piece.split_once('>')?.1));
        let words = shown.flat_map(|text| text.split(|c: char| !c.is_ascii_alphabetic()));
        words.filter(|word| !["", "gorkd"].contains(word)).collect()
    }

    #[test]
    fn every_word_around_an_answer_is_in_its_language() {
        let levels = [Confidence::High, Confidence::Medium, Confidence::Low, Confidence::Insufficient];
        // Those whose letters are not Latin show it best.
        for locale in [Locale::Ru, Locale::Zh, Locale::Ar] {
            for level in levels {
                for model in [None, Some("7".to_owned())] {
                    let mut view = full(locale.code(), level);
                    view.metadata.model = model;
                    let page = super::answer(&view);
                    assert_eq!(latin(&page), [""; 0], "{page}");
                }
            }
            for page in [gone(locale), later(locale)] {
                assert_eq!(latin(&page), [""; 0], "{page}");
            }
        }
        let german = super::answer(&full("de", Confidence::Low));
        for words in [
            "<strong class=\"low\">Verlässlichkeit: gering.</strong>",
            "<h3>Zu beachten</h3>",
            "<summary>Worauf sich jeder Satz stützt</summary>",
            "<em>(teilweise belegt)</em>",
            "<h3>Quellen</h3>",
            "<p class=\"hint\">Von gorkd aus den Quellen zitiert, ohne Sprachmodell.</p>",
        ] {
            assert!(german.contains(words), "{words} is not in {german}");
        }
    }

    #[test]
    fn a_page_names_its_language_and_where_its_lines_begin() {
        for (language, root, heading) in [
            ("ar", "<html lang=\"ar\" dir=\"rtl\">", "<h3>المصادر</h3>"),
            ("fr", "<html lang=\"fr\" dir=\"ltr\">", "<h3>Sources</h3>"),
            ("pt", "<html lang=\"pt\" dir=\"ltr\">", "<h3>Sources</h3>"),
            ("", "<html lang=\"en\" dir=\"ltr\">", "<h3>Sources</h3>"),
        ] {
            let page = super::answer(&full(language, Confidence::High));
            assert!(page.contains(root) && page.contains(heading), "{language}: {page}");
        }
        assert!(gone(Locale::Ar).contains("<html lang=\"ar\" dir=\"rtl\">"));
    }

    #[test]
    fn quotations_in_another_language_have_their_own_direction() {
        let citation = Citation { quote: "It opened in 1931.".to_owned(), ..Citation::default() };
        let view = JobView { citations: vec![citation], ..full("ar", Confidence::High) };
        let page = super::answer(&view);
        assert!(page.contains("<blockquote dir=\"auto\">It opened in 1931. [1]</blockquote>"), "{page}");
    }

    #[test]
    fn lists_tables_and_quotations_find_their_direction_in_what_they_contain() {
        let mut page = String::new();
        blocks(&parse("- واحد\n- اثنان\n\n1. ثلاثة\n\n> أربعة\n\n| خمسة |\n| --- |\n| ستة |"), &mut page);
        for outer in [
            "<ul dir=\"auto\">",
            "<ol start=\"1\" dir=\"auto\">",
            "<blockquote dir=\"auto\">",
            "<table dir=\"auto\">",
        ] {
            assert!(page.contains(outer), "{outer} is not in {page}");
        }
        let directions = page.matches(" dir=").count();
        assert_eq!(directions, 4, "text in an element with a direction is not looked at: {page}");
        let rule = "p, h2, h3, li, th, td { unicode-bidi: plaintext; }";
        assert!(include_str!("page.css").contains(rule), "each line has its own direction");
    }

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
        assert!(page.contains("<bdi>Notizen</bdi> <bdi class=\"hint\">lokale Datei</bdi>"), "{page}");
        assert!(!page.contains("local file"), "{page}");
    }
}
