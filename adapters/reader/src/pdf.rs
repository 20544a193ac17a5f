//! PDF files: text page by page, with headings, lists and tables as far as they can be told.
//!
//! What the library makes of a file is taken page by page, so that a file which takes too long gives its first
//! pages. Nothing of pictures is read: a page that is only a picture is counted and said.

use crate::fences;
use crate::html::parse_date;
use crate::hyphens;
use crate::limits;
use crate::parse::Draft;
use crate::text::{Block, count_words};
use gorkd_core::model::{DocumentKind, Failure, FailureReason};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use unpdf::model::{InlineContent, ListStyle};
use unpdf::render::PageSelection;
use unpdf::{
    Block as PdfBlock, Error, ErrorMode, Metadata, Page, PageStreamOptions, Paragraph, ParseEvent, PdfParser,
    Table,
};

/// Pages beyond these are not read.
const MOST_PAGES: usize = 2_000;
/// Blocks at the top and at the bottom of a page that may be its furniture.
const MARGIN: usize = 2;
/// A longer line is none of a page's furniture.
const LONGEST_FURNITURE: usize = 120;
/// Pages that have to share a line before it is furniture.
const SHARED: usize = 4;
/// The key of a file's trailer under which its encryption stands.
const ENCRYPT: &[u8] = b"/Encrypt ";
/// Time kept for writing down what was read.
const REST: Duration = Duration::from_millis(500);

#[derive(Default)]
struct Pages {
    metadata: Metadata,
    count: usize,
    blocks: Vec<Vec<Block>>,
    pictures: usize,
    failed: usize,
    cut: bool,
}

/// Reads for as long as there is time. `cpu_seconds` is what each page may take of the processor.
pub fn read(bytes: &[u8], time: Option<Duration>, cpu_seconds: u64) -> Result<Draft, Failure> {
    let until = time.map(|time| Instant::now() + time.saturating_sub(REST));
    let parser = PdfParser::from_bytes(bytes).map_err(|error| failure(&error))?;
    let mut pages = Pages::default();
    let ended = parser.for_each_page(options(), |event| {
        match event {
            ParseEvent::DocumentStart { metadata, page_count, .. } => {
                (pages.metadata, pages.count) = (metadata, page_count as usize);
            }
            ParseEvent::PageParsed(page) => pages.take(page),
            ParseEvent::PageFailed { .. } => pages.failed += 1,
            ParseEvent::Progress { .. } | ParseEvent::DocumentEnd { .. } => {}
        }
        // The next page gets its own processor time. Where the limit cannot be raised it stays, which is safe.
        let _ = limits::allow_cpu(cpu_seconds);
        let late = until.is_some_and(|until| Instant::now() >= until);
        if late || pages.blocks.len() >= MOST_PAGES {
            pages.cut = pages.blocks.len() + pages.failed < pages.count;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    match ended {
        Err(error) if pages.blocks.is_empty() => return Err(failure(&error)),
        Ok(_) | Err(_) => {}
    }
    pages.draft().map_err(|failure| match failure.reason {
        FailureReason::Empty if is_locked(bytes) => locked(),
        _ => failure,
    })
}

/// Does the file say that it is encrypted? One of which no page gives a text is taken at its word.
fn is_locked(bytes: &[u8]) -> bool {
    bytes.windows(ENCRYPT.len()).any(|at| at == ENCRYPT)
}

fn options() -> PageStreamOptions {
    PageStreamOptions {
        error_mode: ErrorMode::Lenient,
        extract_text: true,
        extract_resources: false,
        min_image_dimension: 64,
        pages: PageSelection::All,
        password: None,
        // One page at a time, on this thread: a child has one thread's worth of limits.
        parallel: false,
        suppress_low_confidence_ocr: true,
        window_size: 1,
        emit_progress_every: u32::MAX,
    }
}

impl Pages {
    fn take(&mut self, page: Page) {
        let blocks: Vec<Block> = page.elements.iter().filter_map(block).collect();
        let words: u32 = blocks.iter().map(Block::words).sum();
        if words == 0 && (page.image_op_count > 0 || page.ocr_text_suppressed) {
            self.pictures += 1;
        }
        self.blocks.push(blocks);
    }

    fn draft(mut self) -> Result<Draft, Failure> {
        let read = self.blocks.len();
        let empty = self.blocks.iter().all(|blocks| blocks.iter().all(|block| block.words() == 0));
        if empty {
            let detail = if self.pictures > 0 {
                "The PDF holds only pictures of its pages, and no text."
            } else {
                "The PDF holds no text."
            };
            return Err(Failure::skip(FailureReason::Empty, detail));
        }
        remove_furniture(&mut self.blocks);
        let mut draft = Draft { kind: DocumentKind::Page, truncated: self.cut, ..Draft::default() };
        if self.cut {
            draft.warnings.push(format!("Only the first {read} of {} pages were read.", self.count));
        }
        if self.pictures > 0 {
            draft.warnings.push(format!("{} of {read} pages hold only pictures.", self.pictures));
        }
        if self.failed > 0 {
            draft.warnings.push(format!("{} of {} pages could not be read.", self.failed, self.count));
        }
        let said = |text: Option<String>| text.filter(|text| count_words(text) > 0);
        draft.title = said(self.metadata.title).filter(|title| !is_file_name(title));
        draft.author = said(self.metadata.author);
        draft.published_at = self.metadata.created.and_then(|at| parse_date(&at.to_rfc3339()));
        draft.blocks = joined(self.blocks);
        fences::mend(&mut draft.blocks);
        hyphens::mend(&mut draft.blocks);
        Ok(draft)
    }
}

/// Many tools put the name of their working file where the title should be.
fn is_file_name(title: &str) -> bool {
    let lower = title.trim().to_ascii_lowercase();
    let is_named =
        [".doc", ".docx", ".tex", ".dvi", ".indd", ".pdf", ".qxd"].iter().any(|end| lower.ends_with(end));
    is_named || lower.starts_with("microsoft word - ") || lower == "untitled"
}

fn block(block: &PdfBlock) -> Option<Block> {
    match block {
        PdfBlock::Paragraph(paragraph) => Some(of_paragraph(paragraph)),
        PdfBlock::Table(table) => Some(of_table(table)),
        PdfBlock::Code { content } => Some(Block::code(content.clone())),
        PdfBlock::Raw { content } => Some(Block::Paragraph(content.clone())),
        PdfBlock::Image { .. } | PdfBlock::HorizontalRule | PdfBlock::PageBreak | PdfBlock::SectionBreak => {
            None
        }
    }
}

fn of_paragraph(paragraph: &Paragraph) -> Block {
    let text = text_of(paragraph);
    if let Some(level) = paragraph.heading_level() {
        return Block::Heading(level.clamp(1, 6), text);
    }
    match &paragraph.style.list_info {
        Some(list) => {
            let number = match list.style {
                ListStyle::Ordered { .. } => list.item_number,
                ListStyle::Unordered { .. } => None,
            };
            Block::Item { depth: usize::from(list.level), number, text }
        }
        None => Block::Paragraph(text),
    }
}

fn text_of(paragraph: &Paragraph) -> String {
    let mut text = String::new();
    for part in &paragraph.content {
        match part {
            InlineContent::Text(run) => text.push_str(&run.text),
            InlineContent::Link { text: label, .. } => text.push_str(label),
            InlineContent::LineBreak => text.push('\n'),
            InlineContent::Image { .. } => {}
        }
    }
    text
}

fn of_table(table: &Table) -> Block {
    let cells = |row: &unpdf::TableRow| {
        let cell = |cell: &unpdf::TableCell| cell.content.iter().map(text_of).collect::<Vec<_>>().join(" ");
        row.cells.iter().map(cell).collect()
    };
    Block::Table(table.rows.iter().map(cells).collect())
}

/// Takes out the lines that stand at the top or bottom of many pages, their page numbers aside.
fn remove_furniture(pages: &mut [Vec<Block>]) {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for (number, page) in pages.iter().enumerate() {
        let mut keys: Vec<String> =
            at_margin(page.len()).flat_map(|at| furniture_keys(&page[at], number)).collect();
        keys.sort();
        keys.dedup();
        for key in keys {
            *seen.entry(key).or_default() += 1;
        }
    }
    let enough = SHARED.max(pages.len() / 10);
    for (number, page) in pages.iter_mut().enumerate() {
        let margin: Vec<usize> = at_margin(page.len()).collect();
        let mut at = 0;
        page.retain(|block| {
            let is_margin = margin.contains(&at);
            at += 1;
            let shared = |key: &String| seen.get(key).copied().unwrap_or(0) >= enough;
            !is_margin || !furniture_keys(block, number).iter().any(shared)
        });
    }
}

/// Places of the blocks near the top and bottom of a page.
fn at_margin(blocks: usize) -> impl Iterator<Item = usize> {
    (0..blocks).filter(move |at| *at < MARGIN || *at + MARGIN >= blocks)
}

/// What running heads and page numbers have in common over pages: a short line as it is, and the same with a number
/// in it that counts with the pages. The number of a section does not, so that its heading stays.
fn furniture_keys(block: &Block, page: usize) -> Vec<String> {
    let text = match block {
        Block::Heading(_, text) | Block::Paragraph(text) | Block::Item { text, .. } => text.clone(),
        // A head with its page number far to the right looks like a table.
        Block::Table(rows) if rows.len() == 1 => rows.concat().join(" "),
        Block::Code { .. }
        | Block::Table(_)
        | Block::Definition { .. }
        | Block::Continuation { .. }
        | Block::Navigation(_) => return Vec::new(),
    };
    if text.chars().count() > LONGEST_FURNITURE {
        return Vec::new();
    }
    let text: String = text.split_whitespace().collect();
    let mut keys = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(|c: char| c.is_ascii_digit()).map(|found| at + found) {
        let digits = text[start..].bytes().take_while(u8::is_ascii_digit).count();
        if let Ok(number) = text[start..start + digits].parse::<i64>() {
            let offset = number - i64::try_from(page).unwrap_or(0);
            keys.push(format!("{}\u{0}{offset}\u{0}{}", &text[..start], &text[start + digits..]));
        }
        at = start + digits;
    }
    keys.push(text);
    keys
}

/// All pages as one text: a sentence that goes on over the end of a page is one paragraph.
fn joined(pages: Vec<Vec<Block>>) -> Vec<Block> {
    let mut all: Vec<Block> = Vec::new();
    for page in pages {
        let mut blocks = page.into_iter();
        if let Some(first) = blocks.next() {
            match (all.last_mut(), first) {
                (Some(Block::Paragraph(before)), Block::Paragraph(after)) if goes_on(before, &after) => {
                    before.push(' ');
                    before.push_str(&after);
                }
                (_, first) => all.push(first),
            }
        }
        all.extend(blocks);
    }
    all
}

fn goes_on(before: &str, after: &str) -> bool {
    let ends = before.trim_end().ends_with(['.', '!', '?', ':', ';', '。', '"', '”', ')']);
    !ends && after.trim_start().starts_with(|c: char| c.is_lowercase())
}

fn locked() -> Failure {
    Failure::skip(FailureReason::Encrypted, "The PDF is locked with a password.")
}

fn failure(error: &Error) -> Failure {
    match error {
        Error::Encrypted | Error::InvalidPassword => locked(),
        _ => Failure::skip(FailureReason::Malformed, "The PDF is broken, so that its text cannot be found."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paragraph(text: &str) -> Block {
        Block::Paragraph(text.to_owned())
    }

    #[test]
    fn lines_that_stand_on_many_pages_are_furniture() {
        const ORDINALS: [&str; 5] = ["one", "two", "three", "four", "five"];
        let page = |number: usize| {
            let ordinal = ORDINALS[number];
            vec![
                paragraph("The manual, version 3.2"),
                paragraph(&format!("Words of page {ordinal} and of no other.")),
                Block::Heading(2, format!("Chapter {ordinal}")),
                paragraph(&format!("More words, {ordinal} of them.")),
                paragraph(&format!("Page {number} of 5")),
            ]
        };
        let mut pages: Vec<Vec<Block>> = (0..5).map(page).collect();
        pages.push(vec![paragraph("The end.")]);
        remove_furniture(&mut pages);
        assert!(pages[..5].iter().all(|page| page.len() == 3), "{pages:?}");
        assert!(
            pages
                .iter()
                .flatten()
                .all(|block| !matches!(block, Block::Paragraph(text) if text.contains("manual")))
        );
        assert_eq!(pages[5], [paragraph("The end.")]);
    }

    #[test]
    fn headings_of_sections_are_no_furniture() {
        // Sections do not keep step with pages.
        const SECTIONS: [(usize, &str); 6] =
            [(1, "one"), (1, "two"), (1, "three"), (2, "four"), (2, "five"), (3, "six")];
        let page = |(number, (section, word)): (usize, &(usize, &str))| {
            let heading = Block::Heading(3, format!("3.{section}.1. Purpose"));
            vec![heading, paragraph(&format!("Words {word}.")), paragraph(&format!("{}", number + 11))]
        };
        let mut pages: Vec<Vec<Block>> = SECTIONS.iter().enumerate().map(page).collect();
        remove_furniture(&mut pages);
        assert!(pages.iter().all(|page| page.len() == 2), "the page number goes: {pages:?}");
        assert_eq!(pages[5][0], Block::Heading(3, "3.3.1. Purpose".to_owned()));
    }

    #[test]
    fn a_sentence_goes_on_over_the_end_of_a_page() {
        let pages = vec![
            vec![paragraph("It is a long sen-")],
            vec![paragraph("tence that ends here."), paragraph("Next.")],
        ];
        let mut blocks = joined(pages);
        hyphens::mend(&mut blocks);
        assert_eq!(blocks, [paragraph("It is a long sentence that ends here."), paragraph("Next.")]);
        let apart = vec![vec![paragraph("It ends.")], vec![paragraph("another begins")]];
        assert_eq!(joined(apart).len(), 2);
    }

    #[test]
    fn what_is_no_pdf_inside_is_named() {
        assert_eq!(
            read(b"%PDF-1.7\nnothing", None, 2).map(|_| ()).map_err(|failure| failure.reason),
            Err(FailureReason::Malformed)
        );
    }
}
