//! Renders text as rich text.

use super::sized::SizedBlock;
use super::text::{characters, clean, one_line};
use gorkd_core::text::{Block, Inline, pieces};
use serde_json::{Map, Value, json};

/// Maximum characters of a leaf, and of a block.
const LEAF: usize = 2_500;
const BLOCK: usize = 3_000;
const ADDRESS: usize = 3_000;
/// Limits of a table block: rows, columns, characters.
const ROWS: usize = 100;
const COLUMNS: usize = 20;
const CELLS: usize = 8_000;

/// The blocks of a text, in order.
pub fn units(blocks: &[Block], lead: &str) -> Vec<SizedBlock> {
    let mut writer = Writer::default();
    if !lead.is_empty() {
        writer.lead = lead.to_owned();
    }
    writer.blocks(blocks, 0, false);
    writer.flush();
    writer.units
}

/// One line as a separate block.
pub fn line(line: &[Inline]) -> SizedBlock {
    let elements = leaves(line);
    let weight = weight(&elements);
    SizedBlock::new(rich(vec![section(elements)]), weight)
}

/// Mentions and notifies a person.
pub fn mention(person: &str) -> Value {
    rich(vec![section(vec![json!({"type": "user", "user_id": person})])])
}

pub fn words(text: &str) -> Value {
    rich(vec![section(vec![json!({"type": "text", "text": text})])])
}

pub fn rich(elements: Vec<Value>) -> Value {
    json!({"type": "rich_text", "elements": elements})
}

pub fn section(elements: Vec<Value>) -> Value {
    let elements = if elements.is_empty() { vec![json!({"type": "text", "text": " "})] } else { elements };
    json!({"type": "rich_text_section", "elements": elements})
}

#[derive(Default)]
struct Writer {
    units: Vec<SizedBlock>,
    open: Vec<Value>,
    weight: usize,
    lead: String,
}

impl Writer {
    fn blocks(&mut self, blocks: &[Block], depth: u64, quoted: bool) {
        for block in blocks {
            match block {
                Block::Paragraph(line) => self.line(leaves(line), quoted),
                Block::Heading(_, line) => {
                    let strong = [Inline::Strong(line.clone())];
                    self.line(leaves(&strong), quoted);
                }
                Block::List { first, items } => self.list(*first, items, depth),
                Block::Code { text, .. } => self.code(text),
                Block::Quote(inner) => self.blocks(inner, depth, true),
                Block::Table(rows) => self.table(rows),
                Block::Rule => {
                    self.flush();
                    self.units.push(SizedBlock::new(json!({"type": "divider"}), 1));
                }
            }
        }
    }

    fn line(&mut self, mut elements: Vec<Value>, quoted: bool) {
        if !self.lead.is_empty() {
            let lead = std::mem::take(&mut self.lead);
            elements.insert(0, json!({"type": "text", "text": lead}));
        }
        for mut part in grouped(elements) {
            // Slack shows consecutive sections without a blank line.
            let kind = if quoted { "rich_text_quote" } else { "rich_text_section" };
            if !quoted && !self.open.is_empty() {
                part.insert(0, json!({"type": "text", "text": "\n"}));
            }
            self.push(json!({"type": kind, "elements": part}));
        }
    }

    fn list(&mut self, first: Option<u64>, items: &[Vec<Block>], depth: u64) {
        for (at, item) in items.iter().enumerate() {
            let (head, rest) = match item.split_first() {
                Some((Block::Paragraph(line) | Block::Heading(_, line), rest)) => (leaves(line), rest),
                _ => (Vec::new(), item.as_slice()),
            };
            let mut parts = grouped(head).into_iter();
            let items = vec![section(parts.next().unwrap_or_default())];
            let style = if first.is_some() { "ordered" } else { "bullet" };
            let mut list =
                json!({"type": "rich_text_list", "style": style, "indent": depth.min(8), "elements": items});
            if let Some(first) = first {
                list["offset"] = json!(first.saturating_sub(1) + at as u64);
            }
            self.push(list);
            for part in parts {
                self.push(section(part));
            }
            self.blocks(rest, depth + 1, false);
        }
    }

    fn code(&mut self, text: &str) {
        for piece in pieces(&clean(text), LEAF, characters) {
            let leaf = json!({"type": "text", "text": piece});
            self.push(json!({"type": "rich_text_preformatted", "elements": [leaf]}));
        }
    }

    /// A table block if it fits, otherwise preformatted lines.
    fn table(&mut self, rows: &[Vec<String>]) {
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let weight: usize = rows.iter().flatten().map(|cell| characters(cell) + 2).sum();
        if columns == 0 {
            return;
        }
        if rows.len() > ROWS || columns > COLUMNS || weight > CELLS {
            let lines: Vec<String> = rows.iter().map(|row| row.join(" | ")).collect();
            return self.code(&lines.join("\n"));
        }
        self.flush();
        let cell = |row: &[String], at: usize| {
            let text = row.get(at).map(|cell| clean(cell)).filter(|cell| !cell.trim().is_empty());
            json!({"type": "raw_text", "text": text.unwrap_or_else(|| "–".to_owned())})
        };
        let rows: Vec<Value> =
            rows.iter().map(|row| (0..columns).map(|at| cell(row, at)).collect()).collect();
        self.units.push(SizedBlock {
            block: json!({"type": "table", "rows": rows}),
            characters: weight,
            is_table: true,
        });
    }

    fn push(&mut self, element: Value) {
        let weight = weight(std::slice::from_ref(&element));
        if self.weight + weight > BLOCK || self.open.len() >= 100 {
            self.flush();
        }
        self.weight += weight;
        self.open.push(element);
    }

    fn flush(&mut self) {
        if !self.open.is_empty() {
            let block = rich(std::mem::take(&mut self.open));
            self.units.push(SizedBlock::new(block, std::mem::take(&mut self.weight)));
        }
    }
}

/// Groups leaves that fit into one element.
fn grouped(leaves: Vec<Value>) -> Vec<Vec<Value>> {
    let mut parts: Vec<Vec<Value>> = vec![Vec::new()];
    let mut used = 0;
    for leaf in leaves {
        let weight = weight(std::slice::from_ref(&leaf));
        if used + weight > LEAF && parts.last().is_some_and(|part| !part.is_empty()) {
            parts.push(Vec::new());
            used = 0;
        }
        used += weight;
        if let Some(part) = parts.last_mut() {
            part.push(leaf);
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// The number of characters in leaves, at any depth.
fn weight(values: &[Value]) -> usize {
    let of = |value: &Value| {
        let inside = value["elements"].as_array().map_or(0, |inside| weight(inside));
        let own = |name: &str| value[name].as_str().map_or(0, characters);
        // URLs count too, because they are part of the request.
        inside + own("text") + own("url")
    };
    values.iter().map(of).sum()
}

/// A line as leaves.
pub fn leaves(line: &[Inline]) -> Vec<Value> {
    let mut out = Vec::new();
    collect(line, &Map::new(), &mut out);
    out
}

fn collect(line: &[Inline], style: &Map<String, Value>, out: &mut Vec<Value>) {
    let with = |name: &str| {
        let mut style = style.clone();
        style.insert(name.to_owned(), Value::Bool(true));
        style
    };
    for inline in line {
        match inline {
            Inline::Text(text) => text_leaves(text, style, out),
            Inline::Strong(inner) => collect(inner, &with("bold"), out),
            Inline::Emphasis(inner) => collect(inner, &with("italic"), out),
            Inline::Struck(inner) => collect(inner, &with("strike"), out),
            Inline::Code(code) => text_leaves(code, &with("code"), out),
            Inline::Link { url, label } => link(url, &gorkd_core::text::plain(label), style, out),
            Inline::Break => out.push(json!({"type": "text", "text": "\n"})),
        }
    }
}

fn text_leaves(text: &str, style: &Map<String, Value>, out: &mut Vec<Value>) {
    let text = clean(text);
    if text.is_empty() {
        return;
    }
    let parts = if characters(&text) <= LEAF { vec![text] } else { pieces(&text, LEAF, characters) };
    for text in parts {
        let mut leaf = json!({"type": "text", "text": text});
        if !style.is_empty() {
            leaf["style"] = Value::Object(style.clone());
        }
        out.push(leaf);
    }
}

/// Shows where a link leads: if the label does not name the host, the host follows it.
fn link(url: &str, label: &str, style: &Map<String, Value>, out: &mut Vec<Value>) {
    let parsed = url::Url::parse(url).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    let fits = characters(url) <= ADDRESS;
    let label = one_line(label);
    let label = gorkd_core::text::cut(&label, 300, characters);
    let Some(parsed) = parsed.filter(|_| fits) else { return text_leaves(&label, style, out) };
    let host = parsed.host_str().unwrap_or_default().trim_start_matches("www.").to_owned();
    let shown = if label.is_empty() { host.clone() } else { label };
    let mut leaf = json!({"type": "link", "url": parsed.as_str(), "text": shown});
    if !style.is_empty() {
        leaf["style"] = Value::Object(style.clone());
    }
    let number = shown.trim_matches(['[', ']']);
    let is_number = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    let named = shown.to_lowercase().contains(&host.to_lowercase());
    out.push(leaf);
    if !is_number && !named {
        text_leaves(&format!(" ({host})"), &Map::new(), out);
    }
}
