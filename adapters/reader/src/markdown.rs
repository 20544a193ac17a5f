//! Parses Markdown into blocks, which are rendered in our own form.

use crate::front;
use crate::parse::Draft;
use crate::text::{Block, Words, count_words, set_in};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

pub fn read(source: &str) -> Draft {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        | Options::ENABLE_DEFINITION_LIST;
    let mut writer = Writer::default();
    for event in Parser::new_ext(source, options) {
        writer.take(event);
    }
    writer.end_paragraph();
    let mut draft = Draft { blocks: writer.blocks, ..Draft::default() };
    let heading = draft.blocks.iter().find_map(|block| match block {
        Block::Heading(1, text) => Some(text.clone()),
        Block::Heading(..)
        | Block::Paragraph(_)
        | Block::Item { .. }
        | Block::Continuation { .. }
        | Block::Code { .. }
        | Block::Table(_)
        | Block::Definition { .. }
        | Block::Navigation(_) => None,
    });
    let first = match draft.blocks.first() {
        Some(Block::Heading(_, text)) => Some(text.clone()),
        Some(_) | None => None,
    };
    front::take(&writer.metadata, &mut draft);
    draft.title = draft.title.or(heading).or(first);
    draft
}

#[derive(Default)]
struct Writer {
    blocks: Vec<Block>,
    /// The text of the open block.
    text: String,
    /// One entry per open list: the number of its next item if the list is ordered.
    lists: Vec<Option<u64>>,
    /// The next text starts a list item.
    item: Option<Option<u32>>,
    /// Start positions of the open items.
    items: Vec<usize>,
    /// Start position of the outermost list, and its word counts.
    list: (usize, Words),
    links: u32,
    /// Terms that still need their definition, and where it starts.
    terms: Vec<String>,
    meaning: usize,
    /// Inside a heading or term, where code needs no marks.
    in_label: bool,
    language: Option<String>,
    rows: Vec<Vec<String>>,
    row: Vec<String>,
    in_metadata: bool,
    metadata: String,
}

impl Writer {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::InlineMath(text) | Event::DisplayMath(text) => self.words(&text),
            Event::Code(text) if self.in_label || text.contains('`') => self.words(&text),
            Event::Code(text) => self.words(&format!("`{text}`")),
            Event::SoftBreak => self.text.push(' '),
            Event::HardBreak => self.text.push('\n'),
            Event::InlineHtml(tag) if tag.starts_with("<br") => self.text.push('\n'),
            Event::Html(_) | Event::InlineHtml(_) | Event::FootnoteReference(_) | Event::Rule => {}
            Event::TaskListMarker(done) => self.text.push_str(if done { "[x] " } else { "[ ] " }),
        }
    }

    fn words(&mut self, text: &str) {
        if self.in_metadata {
            self.metadata.push_str(text);
            return;
        }
        self.text.push_str(text);
        let (words, linked) = (count_words(text), self.links > 0);
        self.list.1.all += words;
        self.list.1.linked += if linked { words } else { 0 };
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::List(first) => {
                self.end_paragraph();
                if self.lists.is_empty() {
                    self.list = (self.blocks.len(), Words::default());
                }
                self.lists.push(*first);
            }
            Tag::Item => {
                self.end_paragraph();
                let number = self.lists.last_mut().and_then(|next| {
                    let number = (*next)?;
                    *next = Some(number.saturating_add(1));
                    u32::try_from(number).ok()
                });
                self.item = Some(number);
                self.items.push(self.blocks.len());
            }
            Tag::CodeBlock(kind) => {
                self.end_paragraph();
                self.language = language_of(kind);
            }
            Tag::Link { .. } => {
                self.links += 1;
                self.list.1.links += 1;
            }
            Tag::Heading { .. } | Tag::DefinitionListTitle => {
                self.end_paragraph();
                self.in_label = true;
            }
            Tag::DefinitionListDefinition => {
                self.end_paragraph();
                self.meaning = self.blocks.len();
            }
            Tag::MetadataBlock(_) => self.in_metadata = true,
            Tag::TableCell => self.text.clear(),
            Tag::Paragraph
            | Tag::BlockQuote(_)
            | Tag::HtmlBlock
            | Tag::FootnoteDefinition(_)
            | Tag::DefinitionList
            | Tag::Table(_) => self.end_paragraph(),
            Tag::TableHead
            | Tag::TableRow
            | Tag::Emphasis
            | Tag::Strong
            | Tag::Strikethrough
            | Tag::Superscript
            | Tag::Subscript
            | Tag::Image { .. } => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => {
                let text = std::mem::take(&mut self.text);
                self.in_label = false;
                self.blocks.push(Block::Heading(level as u8, text));
            }
            TagEnd::CodeBlock => {
                let text = std::mem::take(&mut self.text);
                self.blocks.push(Block::Code { language: self.language.take(), text });
            }
            TagEnd::List(_) => {
                self.end_paragraph();
                self.lists.pop();
                let (start, words) = self.list;
                if self.lists.is_empty() && words.lead_elsewhere() {
                    let list = self.blocks.split_off(start);
                    self.blocks.push(Block::Navigation(list));
                }
            }
            TagEnd::Item => {
                self.end_paragraph();
                if let Some(start) = self.items.pop() {
                    set_in(&mut self.blocks, start, self.lists.len().saturating_sub(1));
                }
            }
            TagEnd::Link => self.links = self.links.saturating_sub(1),
            TagEnd::TableCell => self.row.push(std::mem::take(&mut self.text)),
            TagEnd::TableHead | TagEnd::TableRow => self.rows.push(std::mem::take(&mut self.row)),
            TagEnd::Table => self.blocks.push(Block::Table(std::mem::take(&mut self.rows))),
            TagEnd::MetadataBlock(_) => self.in_metadata = false,
            TagEnd::DefinitionListTitle => {
                self.terms.push(std::mem::take(&mut self.text));
                self.in_label = false;
            }
            TagEnd::DefinitionListDefinition => {
                self.end_paragraph();
                let body = self.blocks.split_off(self.meaning);
                match self.blocks.last_mut() {
                    Some(Block::Definition { body: before, .. }) if self.terms.is_empty() => {
                        before.extend(body)
                    }
                    Some(_) | None => {
                        let terms = std::mem::take(&mut self.terms);
                        self.blocks.push(Block::Definition { terms, body });
                    }
                }
            }
            TagEnd::Paragraph
            | TagEnd::BlockQuote(_)
            | TagEnd::HtmlBlock
            | TagEnd::FootnoteDefinition
            | TagEnd::DefinitionList => self.end_paragraph(),
            TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Image => {}
        }
    }

    fn end_paragraph(&mut self) {
        let text = std::mem::take(&mut self.text);
        if text.trim().is_empty() {
            return;
        }
        self.blocks.push(match self.item.take() {
            Some(number) => Block::Item { depth: self.lists.len().saturating_sub(1), number, text },
            None => Block::Paragraph(text),
        });
    }
}

/// The first word after the fence.
fn language_of(kind: &CodeBlockKind<'_>) -> Option<String> {
    match kind {
        CodeBlockKind::Fenced(info) => {
            let name = info.split(|c: char| c.is_whitespace() || matches!(c, ',' | '{')).next()?;
            crate::text::is_code_language(name).then(|| name.to_ascii_lowercase())
        }
        CodeBlockKind::Indented => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::render;

    #[test]
    fn markdown_keeps_its_structure_and_loses_its_inline_marks() {
        let source = "---\ntitle: \"The guide\"\nauthor: Ada\ndate: 2024-03-01\n---\n\nIntro with **bold**, `code` and \
                      a [link](https://example.org).\nSecond line.\n\n## Steps ##\n\n1. first\n   - inner *one*\n2. \
                      second\n\n   more of it\n\n| a | b |\n|---|:-:|\n| `x | y` | 2 |\n\n```rust\nfn main() {}\n```\n\n\
                      <div>raw</div>\n\nTerm\n: Meaning\n";
        let draft = read(source);
        assert_eq!(draft.title.as_deref(), Some("The guide"));
        assert_eq!(draft.author.as_deref(), Some("Ada"));
        assert_eq!(draft.published_at.map(|at| at.0), Some(1_709_251_200_000));
        let text = "Intro with bold, `code` and a link. Second line.\n\n## Steps\n\n1. first\n  - inner one\n2. second\n\n  \
                    more of it\n\n| a | b |\n| --- | --- |\n| `x | y` |\n\n```rust\nfn main() {}\n```\n\n**Term**\n  Meaning";
        assert_eq!(render(&draft.blocks, 10_000).text, text);
    }
}
