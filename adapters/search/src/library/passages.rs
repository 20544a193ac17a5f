//! Splits a document's text into passages: the unit that is searched.
//!
//! A passage never crosses into an unrelated section, but short sections that follow each other share one, since
//! a heading with a line below it says too little to be found by.

use gorkd_core::model::Span;

/// A stretch of text under one heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Byte range in the text.
    pub bytes: std::ops::Range<usize>,
    /// The same in code points.
    pub span: Span,
    /// Headings from the outermost to the one it stands under; empty before the first.
    pub headings: Vec<String>,
}

/// Words at which a passage is full, and which it never exceeds unless one line does.
const FULL: usize = 170;
const MOST: usize = 250;
/// A section with fewer words is joined with what follows.
const SMALL: usize = 40;
/// A line without any break is cut here, in words.
const LINE: usize = 200;

/// The passages of a text in light Markdown, in order, covering all that is not blank.
pub fn split(text: &str) -> Vec<Piece> {
    let mut splitter = Splitter { text, ..Splitter::default() };
    for block in blocks(text) {
        splitter.add(block);
    }
    splitter.close();
    with_spans(text, splitter.done)
}

#[derive(Default)]
struct Splitter<'a> {
    text: &'a str,
    headings: Vec<(usize, String)>,
    open: Option<Open>,
    done: Vec<(std::ops::Range<usize>, Vec<String>)>,
}

struct Open {
    bytes: std::ops::Range<usize>,
    words: usize,
    headings: Vec<String>,
}

/// A heading, or lines that belong together.
struct Block {
    bytes: std::ops::Range<usize>,
    words: usize,
    /// Its depth, for a heading.
    level: Option<usize>,
}

impl Splitter<'_> {
    fn add(&mut self, block: Block) {
        if let Some(level) = block.level {
            if self.open.as_ref().is_some_and(|open| open.words >= SMALL) {
                self.close();
            }
            let title = self.text[block.bytes.clone()].trim().trim_matches('#').trim().to_owned();
            self.headings.retain(|(above, _)| *above < level);
            self.headings.push((level, title));
        }
        if self.open.as_ref().is_some_and(|open| open.words > 0 && open.words + block.words > MOST) {
            self.close();
        }
        match &mut self.open {
            Some(open) => {
                open.bytes.end = block.bytes.end;
                open.words += block.words;
            }
            None => {
                let headings = self.headings.iter().map(|(_, title)| title.clone()).collect();
                self.open = Some(Open { bytes: block.bytes, words: block.words, headings });
            }
        }
        if block.level.is_none() && self.open.as_ref().is_some_and(|open| open.words >= FULL) {
            self.close();
        }
    }

    fn close(&mut self) {
        if let Some(open) = self.open.take() {
            self.done.push((open.bytes, open.headings));
        }
    }
}

/// Headings and paragraphs; what is too long for one passage is cut between lines, sentences, at worst words.
fn blocks(text: &str) -> Vec<Block> {
    let mut out: Vec<Block> = Vec::new();
    let mut fenced = false;
    let mut apart = true;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let bytes = at..at + line.trim_end().len();
        at += line.len();
        let trimmed = line.trim();
        if trimmed.is_empty() {
            apart = true;
            continue;
        }
        let fence = trimmed.starts_with("```");
        let level = if fenced || fence { None } else { heading_level(trimmed) };
        fenced ^= fence;
        let words = count_words(trimmed);
        let lengthens = !apart && level.is_none();
        match out.last_mut() {
            Some(last) if lengthens && last.level.is_none() && last.words + words <= LINE => {
                last.bytes.end = bytes.end;
                last.words += words;
            }
            Some(_) | None if words > MOST => out.extend(cut_line(text, bytes)),
            Some(_) | None => out.push(Block { bytes, words, level }),
        }
        apart = false;
    }
    out
}

fn heading_level(line: &str) -> Option<usize> {
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    ((1..=6).contains(&level) && line[level..].starts_with(' ')).then_some(level)
}

/// Characters of scripts without spaces count as half a word, which is about what they carry.
fn count_words(text: &str) -> usize {
    let spaced = text.split_whitespace().count();
    spaced.max(text.chars().filter(|c| u32::from(*c) >= 0x0E00).count() / 2)
}

/// Cuts a long line where a sentence ends once it has enough words, or at any space when it has far too many.
fn cut_line(text: &str, line: std::ops::Range<usize>) -> Vec<Block> {
    let mut out = Vec::new();
    let (mut start, mut words) = (line.start, 0usize);
    let mut wide = 0usize;
    let mut before = ' ';
    for (offset, c) in text[line.clone()].char_indices() {
        let at = line.start + offset;
        if c.is_whitespace() && !before.is_whitespace() {
            words += 1;
        }
        wide += usize::from(u32::from(c) >= 0x0E00);
        let counted = words.max(wide / 2);
        let sentence = c.is_whitespace() && matches!(before, '.' | '!' | '?' | ';' | ':');
        let full = counted >= LINE && (c.is_whitespace() || u32::from(c) >= 0x0E00);
        let endless = at - start >= 40 * LINE;
        if (counted >= LINE * 3 / 4 && (sentence || "。！？".contains(before))) || full || endless {
            out.push(Block { bytes: start..at, words: counted.max(1), level: None });
            (start, words, wide) = (at, 0, 0);
        }
        before = c;
    }
    if !text[start..line.end].trim().is_empty() {
        out.push(Block { bytes: start..line.end, words: words.max(wide / 2) + 1, level: None });
    }
    out
}

/// Counts code points once over the whole text.
fn with_spans(text: &str, ranges: Vec<(std::ops::Range<usize>, Vec<String>)>) -> Vec<Piece> {
    let (mut byte, mut point) = (0, 0);
    let mut point_at = |to: usize| {
        point += text[byte..to].chars().count();
        byte = to;
        point
    };
    ranges
        .into_iter()
        .map(|(bytes, headings)| {
            let start = point_at(bytes.start);
            let end = point_at(bytes.end);
            Piece { bytes, span: Span { start, end }, headings }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::text::slice;

    fn words(n: usize, word: &str) -> String {
        vec![word; n].join(" ")
    }

    #[test]
    fn sections_become_passages_with_their_headings() {
        let text = format!(
            "# Guide\n\n{}\n\n## Install\n\n{}\n\n### Linux\n\n{}\n\n## Use\n\n{}\n",
            words(60, "intro"),
            words(60, "install"),
            words(60, "linux"),
            words(60, "use")
        );
        let found: Vec<Vec<String>> = split(&text).into_iter().map(|piece| piece.headings).collect();
        assert_eq!(
            found,
            [
                vec!["Guide"],
                vec!["Guide", "Install"],
                vec!["Guide", "Install", "Linux"],
                vec!["Guide", "Use"]
            ]
        );
    }

    #[test]
    fn short_sections_share_a_passage() {
        let text = "# A\n\none two\n\n## B\n\nthree\n\n## C\n\nfour\n";
        let pieces = split(text);
        assert_eq!(pieces.len(), 1);
        assert_eq!(slice(text, pieces[0].span), text.trim_end());
    }

    #[test]
    fn a_long_text_is_cut_between_its_sentences() {
        let text = vec!["Seven words stand in this short sentence."; 200].join(" ");
        let pieces = split(&text);
        assert!(pieces.len() > 4);
        for piece in &pieces {
            let passage = &text[piece.bytes.clone()];
            assert!(count_words(passage) <= MOST);
            assert!(passage.trim_end().ends_with('.'), "cut inside a sentence: {passage}");
            assert_eq!(slice(&text, piece.span), passage);
        }
    }

    #[test]
    fn nothing_but_blanks_is_lost() {
        for text in ["", "\n\n", "x", &"a".repeat(100_000), &words(10_000, "word"), &"東京".repeat(3_000)] {
            let joined: String = split(text).iter().map(|piece| &text[piece.bytes.clone()]).collect();
            let squeezed = |s: &str| s.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            assert_eq!(squeezed(&joined), squeezed(text));
        }
    }

    #[test]
    fn code_comments_are_not_headings() {
        let text = "# Real\n\n```\n# not a heading\nmake\n```\n\n## Next\n\nend";
        let pieces = split(text);
        assert_eq!(pieces[0].headings, ["Real"]);
        assert!(pieces.iter().all(|piece| !piece.headings.iter().any(|h| h.contains("not a"))));
    }
}
