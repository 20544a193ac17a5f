//! Renders the parts of a card as blocks.

use super::elements::rows;
use super::rich;
use super::sized::SizedBlock;
use super::text::{characters, clean, one_line, plain_text, text_lines};
use gorkd_chat::{Part, SourceLine, StepLine};
use gorkd_core::text::{Inline, cut, plain};
use gorkd_core::view::StepState;
use gorkd_words::Locale;
use serde_json::{Value, json};

/// Maximum characters of a context block, and of a source's excerpt.
const CONTEXT: usize = 1_900;
const EXCERPT: usize = 700;
const WHY: usize = 300;
const TITLE: usize = 200;

pub fn units(part: &Part, lead: &str) -> Vec<SizedBlock> {
    match part {
        Part::Text(blocks) => rich::units(blocks, lead),
        Part::Small(line) => vec![small(line)],
        Part::Heading(heading) => {
            vec![rich::line(&[Inline::strong(cut(&one_line(heading), 300, characters))])]
        }
        Part::Steps(steps) => vec![self::steps(steps)],
        Part::Fields(fields) => self::fields(fields),
        Part::Sources(sources) => sources.iter().flat_map(source).collect(),
    }
}

/// The text of a part for notifications, line by line.
pub fn lines(part: &Part) -> Vec<String> {
    match part {
        Part::Text(blocks) => text_lines(blocks),
        Part::Small(line) => vec![one_line(&plain(line))],
        Part::Heading(heading) => vec![one_line(heading)],
        Part::Steps(steps) => {
            steps.iter().filter(|step| step.state == StepState::Active).map(step_words).collect()
        }
        Part::Fields(_) => Vec::new(),
        Part::Sources(sources) => sources
            .iter()
            .map(|source| {
                let number = source.number.map_or(String::new(), |number| format!("[{number}] "));
                one_line(&format!("{number}{} · {}", source.title, source.host))
            })
            .collect(),
    }
}

/// A context block of plain text, or rich text if there are links.
fn small(line: &[Inline]) -> SizedBlock {
    if line.iter().any(has_link) {
        return rich::line(line);
    }
    let text = cut(&one_line(&plain(line)), CONTEXT, characters);
    let text = if text.is_empty() { "…".to_owned() } else { text };
    let weight = characters(&text);
    SizedBlock::new(json!({"type": "context", "elements": [plain_text(&text)]}), weight)
}

fn has_link(inline: &Inline) -> bool {
    match inline {
        Inline::Link { .. } => true,
        Inline::Strong(inner) | Inline::Emphasis(inner) | Inline::Struck(inner) => inner.iter().any(has_link),
        Inline::Text(_) | Inline::Code(_) | Inline::Break => false,
    }
}

fn steps(steps: &[StepLine]) -> SizedBlock {
    let mut leaves: Vec<Value> = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let end = if at == 0 { "" } else { "\n" };
        let text = format!("{end}{} {}", sign(step.state), step_words(step));
        let mut leaf = json!({"type": "text", "text": cut(&text, 400, characters)});
        if step.state == StepState::Active {
            leaf["style"] = json!({"bold": true});
        }
        leaves.push(leaf);
    }
    let weight = leaves.iter().map(|leaf| leaf["text"].as_str().map_or(0, characters)).sum();
    SizedBlock::new(rich::rich(vec![rich::section(leaves)]), weight)
}

fn step_words(step: &StepLine) -> String {
    let detail = one_line(&step.detail);
    if detail.is_empty() { step.name.clone() } else { format!("{}: {detail}", step.name) }
}

fn sign(state: StepState) -> &'static str {
    match state {
        StepState::Open => "○",
        StepState::Active => "◉",
        StepState::Done => "✓",
        StepState::Skipped => "–",
    }
}

/// Short facts share a line.
fn fields(fields: &[(String, String)]) -> Vec<SizedBlock> {
    let short = fields.iter().all(|(name, value)| characters(name) + characters(value) < 60);
    if short && fields.len() <= 10 && !fields.is_empty() {
        let text: Vec<String> =
            fields.iter().map(|(name, value)| format!("{}: {}", one_line(name), one_line(value))).collect();
        let text = text.join(" · ");
        let weight = characters(&text);
        return vec![SizedBlock::new(json!({"type": "context", "elements": [plain_text(&text)]}), weight)];
    }
    let line = |(name, value): &(String, String)| {
        let (name, value) = (cut(&one_line(name), 200, characters), cut(&clean(value), 1_500, characters));
        rich::line(&[Inline::strong(format!("{name}: ")), Inline::text(value)])
    };
    fields.iter().map(line).collect()
}

fn source(source: &SourceLine) -> Vec<SizedBlock> {
    let mut line = Vec::new();
    if let Some(number) = source.number {
        line.push(Inline::strong(format!("[{number}] ")));
    }
    let title = cut(&one_line(&source.title), TITLE, characters);
    let title = if title.is_empty() { source.host.clone() } else { title };
    let host = one_line(&source.host);
    // The host follows a link anyway, unless the label names it.
    let is_shown = source.url.is_some() && !title.contains(&host);
    line.push(match &source.url {
        Some(url) => Inline::Link { url: url.clone(), label: vec![Inline::text(title)] },
        None => Inline::text(title),
    });
    if !host.is_empty() && !is_shown {
        line.push(Inline::text(format!(" · {host}")));
    }
    if let Some(date) = &source.date {
        line.push(Inline::text(format!(" · {}", one_line(date))));
    }
    let mut elements = vec![rich::section(rich::leaves(&line))];
    let excerpt = cut(&one_line(&source.excerpt), EXCERPT, characters);
    if !excerpt.is_empty() {
        let leaf = json!({"type": "text", "text": excerpt});
        elements.push(json!({"type": "rich_text_quote", "elements": [leaf]}));
    }
    let why = cut(&one_line(&source.why), WHY, characters);
    if !why.is_empty() {
        elements.push(rich::section(rich::leaves(&[Inline::Emphasis(vec![Inline::text(why.clone())])])));
    }
    let address = source.url.as_deref().map_or(0, characters);
    let weight = 300 + characters(&excerpt) + characters(&why) + address;
    let mut units = vec![SizedBlock::new(rich::rich(elements), weight)];
    units.extend(rows(&source.buttons, Locale::default()).into_iter().map(|row| SizedBlock::new(row, 40)));
    units
}
