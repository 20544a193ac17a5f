//! The Markdown tree from which every platform's text is written. Markup of pages and models ends here: each
//! platform writes the tree with its own escaping.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// A block of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    Paragraph(Vec<Inline>),
    /// Levels count from 1.
    Heading(u8, Vec<Inline>),
    /// Numbered from `first`; `None` for bullets.
    List {
        first: Option<u64>,
        items: Vec<Vec<Block>>,
    },
    Code {
        language: String,
        text: String,
    },
    Quote(Vec<Block>),
    /// Cells as plain text; the first row is the header.
    Table(Vec<Vec<String>>),
    Rule,
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Inline {
    Text(String),
    Strong(Vec<Inline>),
    Emphasis(Vec<Inline>),
    Struck(Vec<Inline>),
    Code(String),
    Link { url: String, label: Vec<Inline> },
    Break,
}

impl Block {
    /// A paragraph of plain words.
    pub fn words(text: impl Into<String>) -> Self {
        Block::Paragraph(vec![Inline::Text(text.into())])
    }

    /// Its text without markup.
    pub fn plain(&self) -> String {
        let all = |blocks: &[Block]| blocks.iter().map(Block::plain).collect::<Vec<_>>().join(" ");
        match self {
            Block::Paragraph(pieces) | Block::Heading(_, pieces) => plain(pieces),
            Block::List { items, .. } => items.iter().map(|item| all(item)).collect::<Vec<_>>().join(" "),
            Block::Code { text, .. } => text.clone(),
            Block::Quote(blocks) => all(blocks),
            Block::Table(cells) => cells.iter().flatten().cloned().collect::<Vec<_>>().join(" "),
            Block::Rule => String::new(),
        }
    }
}

impl Inline {
    pub fn text(text: impl Into<String>) -> Self {
        Inline::Text(text.into())
    }

    pub fn strong(text: impl Into<String>) -> Self {
        Inline::Strong(vec![Inline::Text(text.into())])
    }
}

/// Parses Markdown. HTML stays literal text, pictures become their description, and links become their label
/// unless they use `http:` or `https:`.
pub fn parse(markdown: &str) -> Vec<Block> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let mut builder = Builder::default();
    for event in Parser::new_ext(markdown, options) {
        builder.take(event);
    }
    builder.finish()
}

/// The text of a line without markup.
pub fn plain(line: &[Inline]) -> String {
    let mut out = String::new();
    for inline in line {
        match inline {
            Inline::Text(text) | Inline::Code(text) => out.push_str(text),
            Inline::Strong(inner) | Inline::Emphasis(inner) | Inline::Struck(inner) => {
                out.push_str(&plain(inner));
            }
            Inline::Link { label, .. } => out.push_str(&plain(label)),
            Inline::Break => out.push('\n'),
        }
    }
    out
}

/// An open element that collects its contents.
enum Open {
    Blocks(Holder, Vec<Block>),
    Line(Line, Vec<Inline>),
    List(Option<u64>, Vec<Vec<Block>>),
    Code(String, String),
    Table(Vec<Vec<String>>),
}

enum Holder {
    Quote,
    Item,
}

enum Line {
    Paragraph,
    /// A line directly in a list item, without a paragraph.
    Bare,
    Heading(u8),
    Strong,
    Emphasis,
    Struck,
    Link(String),
    Image,
    Cell,
}

#[derive(Default)]
struct Builder {
    done: Vec<Block>,
    open: Vec<Open>,
}

impl Builder {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(end) => self.end(end),
            Event::Text(text) => self.text(&text),
            Event::Code(code) => self.inline(Inline::Code(code.into_string())),
            Event::Html(html) | Event::InlineHtml(html) => self.text(&html),
            Event::InlineMath(math) | Event::DisplayMath(math) => self.text(&math),
            Event::FootnoteReference(name) => self.text(&name),
            // What is quoted has lost the breaks of its layout when it was read: those that are left mean something.
            Event::SoftBreak => self.inline(Inline::Break),
            Event::HardBreak => self.inline(Inline::Break),
            Event::Rule => {
                self.close_bare();
                self.block(Block::Rule);
            }
            Event::TaskListMarker(done) => self.text(if done { "[x] " } else { "[ ] " }),
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        if !matches!(
            tag,
            Tag::Strong | Tag::Emphasis | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. }
        ) {
            self.close_bare();
        }
        let open = match tag {
            Tag::Paragraph | Tag::HtmlBlock => Open::Line(Line::Paragraph, Vec::new()),
            Tag::Heading { level, .. } => Open::Line(Line::Heading(level as u8), Vec::new()),
            Tag::BlockQuote(_) => Open::Blocks(Holder::Quote, Vec::new()),
            Tag::CodeBlock(kind) => {
                let language = match kind {
                    pulldown_cmark::CodeBlockKind::Fenced(info) => {
                        info.split_whitespace().next().unwrap_or_default().to_owned()
                    }
                    pulldown_cmark::CodeBlockKind::Indented => String::new(),
                };
                Open::Code(language, String::new())
            }
            Tag::List(first) => Open::List(first, Vec::new()),
            Tag::Item => Open::Blocks(Holder::Item, Vec::new()),
            Tag::Table(_) => Open::Table(Vec::new()),
            Tag::TableHead | Tag::TableRow => {
                if let Some(Open::Table(rows)) = self.open.last_mut() {
                    rows.push(Vec::new());
                }
                return;
            }
            Tag::TableCell => Open::Line(Line::Cell, Vec::new()),
            Tag::Emphasis => self.in_line(Line::Emphasis),
            Tag::Strong => self.in_line(Line::Strong),
            Tag::Strikethrough => self.in_line(Line::Struck),
            Tag::Link { dest_url, .. } => self.in_line(Line::Link(dest_url.into_string())),
            Tag::Image { .. } => self.in_line(Line::Image),
            // The parser isn't configured for these; their contents are kept.
            Tag::FootnoteDefinition(_)
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::Superscript
            | Tag::Subscript
            | Tag::MetadataBlock(_) => return,
        };
        self.open.push(open);
    }

    fn end(&mut self, end: TagEnd) {
        match end {
            TagEnd::TableHead
            | TagEnd::TableRow
            | TagEnd::FootnoteDefinition
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::MetadataBlock(_) => return,
            TagEnd::Item | TagEnd::BlockQuote(_) => self.close_bare(),
            _ => {}
        }
        self.close();
    }

    /// Opens an inline element, starting a line of its own if there is none.
    fn in_line(&mut self, line: Line) -> Open {
        self.need_line();
        Open::Line(line, Vec::new())
    }

    fn need_line(&mut self) {
        if !matches!(self.open.last(), Some(Open::Line(..) | Open::Code(..))) {
            self.open.push(Open::Line(Line::Bare, Vec::new()));
        }
    }

    fn close_bare(&mut self) {
        if matches!(self.open.last(), Some(Open::Line(Line::Bare, _))) {
            self.close();
        }
    }

    fn text(&mut self, text: &str) {
        self.need_line();
        match self.open.last_mut() {
            Some(Open::Code(_, code)) => code.push_str(text),
            Some(Open::Line(_, line)) => match line.last_mut() {
                Some(Inline::Text(before)) => before.push_str(text),
                _ => line.push(Inline::Text(text.to_owned())),
            },
            Some(Open::Blocks(..) | Open::List(..) | Open::Table(_)) | None => {}
        }
    }

    fn inline(&mut self, inline: Inline) {
        self.need_line();
        if let Inline::Text(text) = &inline {
            return self.text(text);
        }
        if let Some(Open::Line(_, line)) = self.open.last_mut() {
            line.push(inline);
        }
    }

    fn block(&mut self, block: Block) {
        match self.open.last_mut() {
            Some(Open::Blocks(_, blocks)) => blocks.push(block),
            Some(Open::Line(..) | Open::List(..) | Open::Code(..) | Open::Table(_)) | None => {
                self.done.push(block);
            }
        }
    }

    fn close(&mut self) {
        match self.open.pop() {
            Some(Open::Blocks(Holder::Quote, blocks)) => self.block(Block::Quote(blocks)),
            Some(Open::Blocks(Holder::Item, blocks)) => match self.open.last_mut() {
                Some(Open::List(_, items)) => items.push(blocks),
                Some(_) | None => self.done.extend(blocks),
            },
            Some(Open::List(first, items)) => self.block(Block::List { first, items }),
            Some(Open::Code(language, text)) => {
                self.block(Block::Code { language, text: text.trim_end_matches('\n').to_owned() });
            }
            Some(Open::Table(rows)) => self.block(Block::Table(rows)),
            Some(Open::Line(line, inner)) => self.close_line(line, inner),
            None => {}
        }
    }

    fn close_line(&mut self, line: Line, inner: Vec<Inline>) {
        match line {
            Line::Paragraph | Line::Bare => {
                if !inner.is_empty() {
                    self.block(Block::Paragraph(inner));
                }
            }
            Line::Heading(level) => self.block(Block::Heading(level, inner)),
            Line::Strong => self.inline(Inline::Strong(inner)),
            Line::Emphasis => self.inline(Inline::Emphasis(inner)),
            Line::Struck => self.inline(Inline::Struck(inner)),
            Line::Link(url) if is_web(&url) => self.inline(Inline::Link { url, label: inner }),
            Line::Link(_) | Line::Image => inner.into_iter().for_each(|one| self.inline(one)),
            Line::Cell => {
                if let Some(Open::Table(rows)) = self.open.last_mut()
                    && let Some(row) = rows.last_mut()
                {
                    row.push(plain(&inner));
                }
            }
        }
    }

    fn finish(mut self) -> Vec<Block> {
        while !self.open.is_empty() {
            self.close();
        }
        self.done
    }
}

fn is_web(url: &str) -> bool {
    url::Url::parse(url).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_becomes_its_tree() {
        let text = "# Title\n\nA **bold *both*** and `code` [label](https://a.example/x).\n\n1. one\n2. two\n   - in\n\n\
                    > quoted\n\n```rust\nlet x = 1;\n```\n\n| a | b |\n| --- | --- |\n| 1 | *2* |\n";
        let text_of = |text: &str| Inline::Text(text.to_owned());
        let blocks = parse(text);
        assert_eq!(blocks[0], Block::Heading(1, vec![text_of("Title")]));
        let Block::Paragraph(line) = &blocks[1] else { panic!("{:?}", blocks[1]) };
        assert_eq!(plain(line), "A bold both and code label.");
        assert!(matches!(&line[1], Inline::Strong(inner) if inner.len() == 2));
        let Block::List { first: Some(1), items } = &blocks[2] else { panic!("{:?}", blocks[2]) };
        assert_eq!(items.len(), 2);
        assert!(matches!(&items[1][1], Block::List { first: None, .. }), "{items:?}");
        assert_eq!(blocks[3], Block::Quote(vec![Block::words("quoted")]));
        assert_eq!(blocks[4], Block::Code { language: "rust".into(), text: "let x = 1;".into() });
        let rows = vec![vec!["a".to_owned(), "b".to_owned()], vec!["1".to_owned(), "2".to_owned()]];
        assert_eq!(blocks[5], Block::Table(rows));
    }

    #[test]
    fn lines_stay_lines() {
        let blocks = parse("From: Ada\nTo: all\n\nHello");
        let Block::Paragraph(line) = &blocks[0] else { panic!("{:?}", blocks[0]) };
        assert_eq!(plain(line), "From: Ada\nTo: all");
        assert_eq!(line[1], Inline::Break);
    }

    #[test]
    fn nothing_but_the_web_is_linked_and_no_markup_is_believed() {
        let blocks = parse("[x](javascript:alert(1)) <b>raw</b> ![alt](https://a.example/p.png)");
        assert_eq!(blocks, [Block::words("x <b>raw</b> alt")]);
    }
}
