//! The beginning of a text, as much as fits on a phone screen.

use gorkd_core::text::sentences::sentences;
use gorkd_core::text::{Block, cut, plain};

/// Characters per line on a phone.
pub(super) const LINE: usize = 40;

/// A text may exceed the limit by this many lines rather than be cut.
const TOLERANCE: usize = 3;

/// Blocks up to a number of lines on a phone, with an ellipsis after a cut.
pub(super) fn first_lines(blocks: Vec<Block>, most: usize) -> Vec<Block> {
    // A text that almost fits is shown in full.
    if blocks.iter().map(height).sum::<usize>() <= most + TOLERANCE {
        return blocks;
    }
    let (mut kept, mut room) = (Vec::new(), most);
    for block in blocks {
        let height = height(&block);
        if height <= room {
            room -= height;
            kept.push(block);
            continue;
        }
        match kept.is_empty() {
            true => kept.extend(cut_block(block, room.max(3))),
            // A sentence is cut only if nothing else would be shown.
            false if is_cut_inside(&block, room) => kept.push(Block::words("…")),
            false => kept.extend(cut_block(block, room)),
        }
        break;
    }
    kept
}

/// Whether the first sentence of a paragraph alone is too long.
fn is_cut_inside(block: &Block, lines: usize) -> bool {
    let Block::Paragraph(pieces) = block else { return false };
    let whole = plain(pieces);
    let first = sentences(&whole, 0..whole.len()).into_iter().next();
    first.is_some_and(|range| whole[..range.end].chars().count() > lines * LINE)
}

fn cut_block(block: Block, lines: usize) -> Option<Block> {
    if lines == 0 {
        return None;
    }
    Some(match block {
        Block::Code { language, text } => {
            let kept = fitting(text.lines(), lines, |line| rows(line));
            Block::Code { language, text: format!("{}\n…", kept.join("\n")) }
        }
        Block::List { first, items } => {
            let (mut kept, mut room) = (Vec::new(), lines);
            for item in items {
                let height: usize = item.iter().map(height).sum();
                if height > room {
                    kept.push(if kept.is_empty() {
                        first_lines(item, room)
                    } else {
                        vec![Block::words("…")]
                    });
                    break;
                }
                room -= height;
                kept.push(item);
            }
            Block::List { first, items: kept }
        }
        Block::Table(cells) => Block::Table(fitting(cells, lines, |row: &Vec<String>| rows(&row.join(" ")))),
        Block::Paragraph(pieces) => {
            let whole = plain(&pieces);
            let most = lines * LINE;
            if whole.chars().count() <= most {
                return Some(Block::Paragraph(pieces));
            }
            let within = sentences(&whole, 0..whole.len());
            let fits = within.iter().rfind(|range| whole[..range.end].chars().count() <= most);
            match fits {
                Some(last) => Block::words(format!("{} …", whole[..last.end].trim_end())),
                None => Block::words(cut(&whole, most, |text| text.chars().count())),
            }
        }
        Block::Quote(blocks) => Block::Quote(first_lines(blocks, lines)),
        Block::Heading(..) | Block::Rule => block,
    })
}

/// The leading items that fit into a number of lines; at least one.
fn fitting<T>(things: impl IntoIterator<Item = T>, lines: usize, height: impl Fn(&T) -> usize) -> Vec<T> {
    let (mut kept, mut room) = (Vec::new(), lines);
    for thing in things {
        let height = height(&thing);
        if height > room && !kept.is_empty() {
            break;
        }
        room = room.saturating_sub(height);
        kept.push(thing);
    }
    kept
}

/// Lines that a line of text takes on a phone.
fn rows(text: &str) -> usize {
    text.chars().count().div_ceil(LINE).max(1)
}

/// Lines that a block takes on a phone.
pub(super) fn height(block: &Block) -> usize {
    match block {
        Block::Paragraph(pieces) | Block::Heading(_, pieces) => rows(&plain(pieces)),
        Block::List { items, .. } => items.iter().flatten().map(height).sum(),
        Block::Code { text, .. } => text.lines().map(rows).sum::<usize>().max(1),
        Block::Quote(blocks) => blocks.iter().map(height).sum(),
        Block::Table(cells) => cells.iter().map(|row| rows(&row.join(" "))).sum(),
        Block::Rule => 1,
    }
}
