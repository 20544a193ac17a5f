//! The parts of a document. Every parser produces blocks, so that texts look alike whatever their source.

use super::count_words;

/// One block of a document. Texts may contain any whitespace; [`super::render`] normalizes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// Level 1 to 6.
    Heading(u8, String),
    /// Line breaks inside are kept.
    Paragraph(String),
    /// A list item. `depth` is 0 for the outermost list; `number` is set in an ordered list.
    Item { depth: usize, number: Option<u32>, text: String },
    /// What follows the first line of an item at `depth` and belongs to it.
    Continuation { depth: usize, blocks: Vec<Block> },
    /// Lines kept unchanged, with their language if the document names it.
    Code { language: Option<String>, text: String },
    /// Rows of cells. The first row is the header; its cells are empty if the table has none.
    Table(Vec<Vec<String>>),
    /// Terms that share a definition, and the definition.
    Definition { terms: Vec<String>, body: Vec<Block> },
    /// Blocks that link elsewhere rather than say something: contents, indexes, lists of links.
    Navigation(Vec<Block>),
}

impl Block {
    /// Code in an unknown language.
    pub fn code(text: impl Into<String>) -> Self {
        Self::Code { language: None, text: text.into() }
    }

    /// All texts of the block in order, including nested blocks.
    pub fn texts(&self) -> Vec<&str> {
        match self {
            Self::Heading(_, text)
            | Self::Paragraph(text)
            | Self::Item { text, .. }
            | Self::Code { text, .. } => vec![text],
            Self::Table(rows) => rows.iter().flatten().map(String::as_str).collect(),
            Self::Definition { terms, body } => {
                terms.iter().map(String::as_str).chain(body.iter().flat_map(Self::texts)).collect()
            }
            Self::Continuation { blocks, .. } | Self::Navigation(blocks) => {
                blocks.iter().flat_map(Self::texts).collect()
            }
        }
    }

    pub fn words(&self) -> u32 {
        self.texts().into_iter().map(count_words).sum()
    }
}

/// Moves what follows the item at `start` into it; nested items have their own depth.
pub fn set_in(blocks: &mut Vec<Block>, start: usize, depth: usize) {
    let Some(inner) = blocks.get(start + 1..) else { return };
    if inner.iter().all(stands_out) || !matches!(blocks[start], Block::Item { .. }) {
        return;
    }
    let mut open: Vec<Block> = Vec::new();
    for block in blocks.split_off(start + 1) {
        if stands_out(&block) {
            let done = std::mem::take(&mut open);
            blocks.extend((!done.is_empty()).then_some(Block::Continuation { depth, blocks: done }));
            blocks.push(block);
        } else {
            open.push(block);
        }
    }
    blocks.extend((!open.is_empty()).then_some(Block::Continuation { depth, blocks: open }));
}

fn stands_out(block: &Block) -> bool {
    match block {
        Block::Item { .. } | Block::Continuation { .. } | Block::Heading(..) => true,
        Block::Navigation(inner) => inner.iter().all(stands_out),
        Block::Paragraph(_) | Block::Code { .. } | Block::Table(_) | Block::Definition { .. } => false,
    }
}

/// Joins blocks on one line, with punctuation between those that end without any.
pub fn on_one_line(blocks: &[Block]) -> String {
    let mut out = String::new();
    for text in blocks.iter().flat_map(Block::texts).map(str::trim).filter(|text| !text.is_empty()) {
        if !out.is_empty() {
            out.push_str(if out.ends_with(['.', ',', ':', ';', '!', '?']) { " " } else { "; " });
        }
        out.push_str(text);
    }
    out
}
