//! Markdown: read with its own rules, written in ours.

use crate::parse::Draft;
use crate::text::Block;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

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
    front_matter(&writer.metadata, &mut draft);
    if draft.title.is_none() {
        draft.title = draft.blocks.iter().find_map(|block| match block {
            Block::Heading(1, text) => Some(text.clone()),
            Block::Heading(..)
            | Block::Paragraph(_)
            | Block::Item { .. }
            | Block::Code(_)
            | Block::Table(_) => None,
        });
    }
    draft
}

#[derive(Default)]
struct Writer {
    blocks: Vec<Block>,
    /// The text of the block that is open.
    text: String,
    /// One entry an open list: the number of its next item if it counts.
    lists: Vec<Option<u64>>,
    /// The next text starts an item.
    item: Option<Option<u32>>,
    /// The next text says what this means.
    term: Option<String>,
    rows: Vec<Vec<String>>,
    row: Vec<String>,
    in_code: bool,
    in_metadata: bool,
    metadata: String,
}

impl Writer {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Code(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                if self.in_metadata {
                    self.metadata.push_str(&text);
                } else {
                    self.text.push_str(&text);
                }
            }
            Event::SoftBreak => self.text.push(' '),
            Event::HardBreak => self.text.push('\n'),
            Event::InlineHtml(tag) if tag.starts_with("<br") => self.text.push('\n'),
            Event::Html(_) | Event::InlineHtml(_) | Event::FootnoteReference(_) | Event::Rule => {}
            Event::TaskListMarker(done) => self.text.push_str(if done { "[x] " } else { "[ ] " }),
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::List(first) => {
                self.end_paragraph();
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
            }
            Tag::CodeBlock(_) => {
                self.end_paragraph();
                self.in_code = true;
            }
            Tag::MetadataBlock(_) => self.in_metadata = true,
            Tag::TableCell => self.text.clear(),
            Tag::Paragraph
            | Tag::Heading { .. }
            | Tag::BlockQuote(_)
            | Tag::HtmlBlock
            | Tag::FootnoteDefinition(_)
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::Table(_) => self.end_paragraph(),
            Tag::TableHead
            | Tag::TableRow
            | Tag::Emphasis
            | Tag::Strong
            | Tag::Strikethrough
            | Tag::Superscript
            | Tag::Subscript
            | Tag::Link { .. }
            | Tag::Image { .. } => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => {
                let text = std::mem::take(&mut self.text);
                self.blocks.push(Block::Heading(level_of(level), text));
            }
            TagEnd::CodeBlock => {
                let text = std::mem::take(&mut self.text);
                self.blocks.push(Block::Code(text));
                self.in_code = false;
            }
            TagEnd::List(_) => {
                self.end_paragraph();
                self.lists.pop();
            }
            TagEnd::TableCell => self.row.push(std::mem::take(&mut self.text)),
            TagEnd::TableHead | TagEnd::TableRow => self.rows.push(std::mem::take(&mut self.row)),
            TagEnd::Table => self.blocks.push(Block::Table(std::mem::take(&mut self.rows))),
            TagEnd::MetadataBlock(_) => self.in_metadata = false,
            TagEnd::DefinitionListTitle => {
                let term = std::mem::take(&mut self.text);
                self.term = Some(term.trim().trim_end_matches(':').to_owned());
            }
            TagEnd::Paragraph
            | TagEnd::Item
            | TagEnd::BlockQuote(_)
            | TagEnd::HtmlBlock
            | TagEnd::FootnoteDefinition
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListDefinition => self.end_paragraph(),
            TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Link
            | TagEnd::Image => {}
        }
    }

    fn end_paragraph(&mut self) {
        let text = std::mem::take(&mut self.text);
        if text.trim().is_empty() {
            return;
        }
        if let Some(term) = self.term.take() {
            self.blocks.push(Block::Item {
                depth: self.lists.len(),
                number: None,
                text: format!("{term}: {text}"),
            });
            return;
        }
        self.blocks.push(match self.item.take() {
            Some(number) => Block::Item { depth: self.lists.len().saturating_sub(1), number, text },
            None => Block::Paragraph(text),
        });
    }
}

fn level_of(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

/// Title, author, date and language from the `key: value` lines in front of a document.
fn front_matter(metadata: &str, draft: &mut Draft) {
    for line in metadata.lines() {
        let Some((key, value)) = line.split_once(':') else { continue };
        let value = value.trim().trim_matches(['"', '\'']).trim();
        if value.is_empty() {
            continue;
        }
        match key.trim().to_ascii_lowercase().as_str() {
            "title" => draft.title = Some(value.to_owned()),
            "author" | "authors" => draft.author = Some(value.trim_matches(['[', ']']).to_owned()),
            "date" | "published" => draft.published_at = crate::html::parse_date(value),
            "lang" | "language" => draft.language = Some(value.to_owned()),
            _ => {}
        }
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
        let text = "Intro with bold, code and a link. Second line.\n\n## Steps\n\n1. first\n  - inner one\n2. second\n\n\
                    more of it\n\n| a | b |\n| --- | --- |\n| `x | y` |\n\n```\nfn main() {}\n```\n\n- Term: Meaning";
        assert_eq!(render(&draft.blocks, 10_000).0, text);
    }
}
