//! An answer as a self-contained page, for browsers and for printing.
//!
//! It loads nothing, and foreign text is never markup. Arabic and English can be mixed: in the style sheet, each line of
//! text has the direction of its first letter, and lists, tables and quotations have `dir="auto"`, which doesn't look into
//! elements that have a `dir`.

use super::JobView;
use super::export::markdown;
use crate::text::{Block, Inline, parse};

const STYLE: &str = "@page{margin:20mm 18mm}\
    body{font:11pt/1.5 'Noto Sans','Segoe UI',system-ui,'DejaVu Sans','Noto Sans CJK SC','Noto Sans SC',\
    'Microsoft YaHei','PingFang SC','Noto Naskh Arabic',sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;\
    color:#1a1a1a;background:#fff;overflow-wrap:anywhere}\
    h1{font-size:1.5em;line-height:1.25}h2{font-size:1.2em;margin-top:1.6em}h3,h4,h5,h6{font-size:1em}\
    h1,h2,h3,h4,h5,h6{break-after:avoid}p,h1,h2,h3,h4,h5,h6,li,th,td{unicode-bidi:plaintext}a{color:#0b57d0}\
    blockquote{margin:.5em 0;padding-inline-start:1em;border-inline-start:3px solid #ccc;color:#444}\
    pre{background:#f5f5f5;padding:.7em;white-space:pre-wrap;font-size:.85em}\
    code,pre{font-family:'Noto Sans Mono','DejaVu Sans Mono',Consolas,monospace}code{white-space:pre-wrap}\
    table{border-collapse:collapse;margin:1em 0}th,td{border:1px solid #bbb;padding:.3em .6em;text-align:start;\
    vertical-align:top}th{background:#f0f0f0}tr{break-inside:avoid}\
    @media print{body{max-width:none;margin:0;padding:0}}";

/// The page of an answer.
pub fn html(job: &JobView) -> String {
    let language = if job.language.is_empty() { "en" } else { &job.language };
    let mut body = String::new();
    blocks(&parse(&markdown(job)), &mut body);
    format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        escaped(language),
        escaped(&job.question)
    )
}

fn blocks(all: &[Block], out: &mut String) {
    all.iter().for_each(|one| block(one, out));
}

fn block(block: &Block, out: &mut String) {
    match block {
        Block::Paragraph(line) => element("p", &lined(line), out),
        Block::Heading(level, line) => element(&format!("h{}", (*level).clamp(1, 6)), &lined(line), out),
        Block::List { first, items } => {
            let start = first.map(|first| format!(" start=\"{first}\"")).unwrap_or_default();
            let name = if first.is_some() { "ol" } else { "ul" };
            out.push_str(&format!("<{name}{start} dir=\"auto\">\n"));
            for item in items {
                out.push_str("<li>");
                match item.as_slice() {
                    [Block::Paragraph(line), rest @ ..] => {
                        out.push_str(&lined(line));
                        blocks(rest, out);
                    }
                    all => blocks(all, out),
                }
                out.push_str("</li>\n");
            }
            out.push_str(&format!("</{name}>\n"));
        }
        Block::Code { text, .. } => {
            out.push_str(&format!("<pre dir=\"ltr\"><code>{}</code></pre>\n", escaped(text)));
        }
        Block::Quote(inner) => {
            out.push_str("<blockquote dir=\"auto\">\n");
            blocks(inner, out);
            out.push_str("</blockquote>\n");
        }
        Block::Table(rows) => table(rows, out),
        Block::Rule => out.push_str("<hr>\n"),
    }
}

fn element(name: &str, inner: &str, out: &mut String) {
    out.push_str(&format!("<{name}>{inner}</{name}>\n"));
}

fn table(rows: &[Vec<String>], out: &mut String) {
    out.push_str("<table dir=\"auto\">\n");
    for (at, row) in rows.iter().enumerate() {
        let cell = if at == 0 { "th" } else { "td" };
        let (open, close) = match at {
            0 => ("<thead><tr>", "</tr></thead>\n<tbody>\n"),
            _ => ("<tr>", "</tr>\n"),
        };
        out.push_str(open);
        for text in row {
            out.push_str(&format!("<{cell}>{}</{cell}>", escaped(text)));
        }
        out.push_str(close);
    }
    out.push_str("</tbody></table>\n");
}

fn lined(line: &[Inline]) -> String {
    line.iter().map(inline).collect()
}

fn inline(piece: &Inline) -> String {
    match piece {
        Inline::Text(text) => escaped(text),
        Inline::Strong(inner) => format!("<strong>{}</strong>", lined(inner)),
        Inline::Emphasis(inner) => format!("<em>{}</em>", lined(inner)),
        Inline::Struck(inner) => format!("<s>{}</s>", lined(inner)),
        Inline::Code(text) => format!("<code>{}</code>", escaped(text)),
        Inline::Link { url, label } => {
            format!("<a href=\"{}\" rel=\"noreferrer\">{}</a>", escaped(url), lined(label))
        }
        Inline::Break => "<br>".to_owned(),
    }
}

/// Escapes text for HTML and XML.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_block_has_its_form_and_no_word_is_markup() {
        let text = "# A <b>\n\n1. one **two**\n2. `three`\n\n> said\n\n| a | b |\n| --- | --- |\n| 1 | \"2\" |\n\n```\nx < y\n```\n\n[go](https://e.example/?a=1&b=2) [run](javascript:x)";
        let mut out = String::new();
        blocks(&parse(text), &mut out);
        for wanted in [
            "<h1>A &lt;b&gt;</h1>",
            "<ol start=\"1\" dir=\"auto\">",
            "<li>one <strong>two</strong></li>",
            "<code>three</code>",
            "<blockquote dir=\"auto\">",
            "<table dir=\"auto\">",
            "<th>a</th>",
            "<td>&quot;2&quot;</td>",
            "<pre dir=\"ltr\"><code>x &lt; y",
            "<a href=\"https://e.example/?a=1&amp;b=2\" rel=\"noreferrer\">go</a>",
        ] {
            assert!(out.contains(wanted), "{wanted} is not in\n{out}");
        }
        assert!(!out.contains("javascript"), "{out}");
        let inside = out.matches(" dir=\"auto\"").count();
        assert_eq!(inside, 3, "what lists, quotations and tables contain decides their direction:\n{out}");
        assert!(STYLE.contains("li,th,td{unicode-bidi:plaintext}"), "each line has its own direction");
    }
}
