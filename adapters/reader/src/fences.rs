//! Code between fences, in texts whose lines were joined to paragraphs.
//!
//! A PDF knows nothing of Markdown: three backticks are characters like others, in some fonts even opening quotation
//! marks. Code between two fences is told from the words around it, so that it is not read as sentences.

use crate::text::Block;
use std::collections::VecDeque;

/// How a fence looks.
const MARKS: [&str; 2] = ["```", "‘‘‘"];
/// Blocks over which a fence may stay open; beyond them it was none.
const LONGEST: usize = 40;

/// Makes blocks of code of what stands between two fences in paragraphs.
pub fn mend(blocks: &mut Vec<Block>) {
    let mut rest: VecDeque<Block> = std::mem::take(blocks).into();
    while let Some(block) = rest.pop_front() {
        let Some(found) = fenced(&block, &rest) else {
            blocks.push(block);
            continue;
        };
        rest.drain(..found.used);
        blocks.extend(paragraph(&found.before));
        blocks.push(Block::code(found.code));
        // What stands behind may open the next fence.
        if let Some(behind) = paragraph(&found.behind) {
            rest.push_front(behind);
        }
    }
}

/// Code with the words of its first and of its last paragraph around it.
struct Fenced {
    before: String,
    code: String,
    behind: String,
    /// Blocks behind the first one that it reaches over.
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
    for (used, block) in (1..).zip(rest.iter().take(LONGEST)) {
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

/// The words before and behind the first fence.
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
    fn code_between_fences_is_told_from_the_words_around_it() {
        let mut blocks = vec![
            text("It opened in 1932. Type this: ‘‘‘ import os"),
            Block::Heading(1, "a comment".to_owned()),
            text("os.listdir() ‘‘‘ It is long. Or ```ls``` in a shell."),
            text("The end."),
        ];
        mend(&mut blocks);
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
        mend(&mut blocks);
        assert_eq!(blocks, before);
    }
}
