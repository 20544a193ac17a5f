//! Text for Slack: cleaned, escaped, and as text objects.

use gorkd_core::text::{Block, cut, plain};
use serde_json::{Value, json};

/// Maximum characters of a label.
const LABEL: usize = 75;

pub fn plain_text(text: &str) -> Value {
    json!({"type": "plain_text", "text": text, "emoji": false})
}

/// A label, which is never empty.
pub fn label_of(text: &str) -> String {
    let label = cut(&one_line(text), LABEL, characters);
    if label.is_empty() { "…".to_owned() } else { label }
}

/// Escapes the three characters that start Slack markup. Applied once, as the last step.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The text that a person wrote: unescaped, without mentions of the bot, and with links as URLs.
pub fn unescaped(text: &str, bot: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        out.push_str(&rest[..start]);
        let Some(length) = rest[start..].find('>') else {
            rest = &rest[start..];
            break;
        };
        let inside = &rest[start + 1..start + length];
        let (target, label) = inside.split_once('|').unwrap_or((inside, ""));
        match target.chars().next() {
            Some('@') if target[1..] == *bot => {}
            Some('@' | '#' | '!') => {
                out.push_str(if label.is_empty() { target } else { label });
            }
            Some(_) => out.push_str(target.strip_prefix("mailto:").unwrap_or(target)),
            None => {}
        }
        rest = &rest[start + length + 1..];
    }
    out.push_str(rest);
    let out = out.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    out.trim().to_owned()
}

pub fn characters(text: &str) -> usize {
    text.chars().count()
}

/// Removes line breaks and invisible characters.
pub fn one_line(text: &str) -> String {
    let spaced: String = clean(text).chars().map(|c| if c == '\n' { ' ' } else { c }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Removes control characters, including those that reverse the reading direction.
pub fn clean(text: &str) -> String {
    let turns = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.chars().filter(|c| *c == '\n' || !(c.is_control() || turns(*c))).collect()
}

/// The text of blocks, line by line.
pub fn text_lines(blocks: &[Block]) -> Vec<String> {
    let mut lines = Vec::new();
    for block in blocks {
        match block {
            Block::Paragraph(line) | Block::Heading(_, line) => lines.push(clean(&plain(line))),
            Block::List { items, .. } => {
                lines.extend(items.iter().flat_map(|item| text_lines(item)).map(|line| format!("• {line}")));
            }
            Block::Code { text, .. } => lines.push(clean(text)),
            Block::Quote(inner) => lines.extend(text_lines(inner)),
            Block::Table(rows) => lines.extend(rows.iter().map(|row| clean(&row.join(" | ")))),
            Block::Rule => {}
        }
    }
    lines
}
