//! Finds fenced code in texts whose lines were joined into paragraphs.
//!
//! A PDF knows nothing of Markdown: three backticks are ordinary characters, and in some fonts even opening
//! quotation marks. Code between two fences is separated from the words around it, so that it is not read as
//! sentences.

use crate::text::Block;
use std::collections::VecDeque;

/// The forms of a fence.
const MARKS: [&str; 2] = ["```", "‘‘‘"];
/// Maximum number of blocks a fence may span; a longer one was not a fence.
const MAX_BLOCKS: usize = 40;

/// Turns what is between two fences in paragraphs into code blocks.
pub fn repair(blocks: &mut Vec<Block>) {
    let mut rest: VecDeque<Block> = std::mem::take(blocks).into();
    while let Some(block) = rest.pop_front() {
        let Some(found) = fenced(&block, &rest) else {
            blocks.push(block);
            continue;
        };
        rest.drain(..found.used);
        blocks.extend(paragraph(&found.before));
        blocks.push(Block::code(found.code));
        // The text after a fence may open the next one.
        if let Some(behind) = paragraph(&found.behind) {
            rest.push_front(behind);
        }
    }
}

/// Code, with the words before and after it in its first and last paragraph.
struct Fenced {
    before: String,
    code: String,
    behind: String,
    /// Number of blocks after the first one that it spans.
    used: usize,
}

fn fenced(first: &Block, rest: &VecDeque<Block>) -> Option<Fenced> {
    let Block::Paragraph(text) = first else { return None };
    let (before, after) = split(text)?;
    let found = |code: &[&str], behind: &str, used| {
        let lines: Vec<&str> = code.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect();
        Some(Fenced { before: before.to_owned(), code: lines.join("\n"), behind: behind.to_owned(), used })
    };
    if let Some((code, behind)) = split(after) {
        return found(&[code], behind, 0);
    }
    let mut code = vec![after];
    for (used, block) in (1..).zip(rest.iter().take(MAX_BLOCKS)) {
        let line = match block {
            // A comment in code may look like a heading or a list.
            Block::Paragraph(text)
            | Block::Heading(_, text)
            | Block::Item { text, .. }
            | Block::Code { text, .. } => text,
            Block::Table(_)
            | Block::Definition { .. }
            | Block::Continuation { .. }
            | Block::Navigation(_) => return None,
        };
        if let Some((last, behind)) = split(line) {
            code.push(last);
            return found(&code, behind, used);
        }
        code.push(line);
    }
    None
}

/// The words before and after the first fence.
fn split(text: &str) -> Option<(&str, &str)> {
    let (at, mark) = MARKS.iter().filter_map(|mark| Some((text.find(mark)?, mark))).min()?;
    Some((&text[..at], &text[at + mark.len()..]))
}

fn paragraph(text: &str) -> Option<Block> {
    let text = text.trim();
    (!text.is_empty()).then(|| Block::Paragraph(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Block {
        Block::Paragraph(text.to_owned())
    }

    #[test]
    fn code_between_fences_is_separated_from_the_words_around_it() {
        let mut blocks = vec![
            text("It opened in 1932. Type this: ‘‘‘ import os"),
            Block::Heading(1, "a comment".to_owned()),
            text("os.listdir() ‘‘‘ It is long. Or ```ls``` in a shell."),
            text("The end."),
        ];
        repair(&mut blocks);
        let code = |text: &str| Block::code(text);
        assert_eq!(
            blocks,
            [
                text("It opened in 1932. Type this:"),
                code("import os\na comment\nos.listdir()"),
                text("It is long. Or"),
                code("ls"),
                text("in a shell."),
                text("The end."),
            ]
        );
    }

    #[test]
    fn a_fence_that_is_never_closed_is_none() {
        let before = vec![text("He said ‘‘‘ and left."), text("Nobody knows."), Block::Table(Vec::new())];
        let mut blocks = before.clone();
        repair(&mut blocks);
        assert_eq!(blocks, before);
    }
}
