//! PDF files: text page by page, with headings, lists and tables as far as they can be recognized.
//!
//! Pages are converted one at a time, so that a file that takes too long still yields its first pages. Images
//! are not read: a page that is only an image is counted and reported.

use crate::fences;
use crate::html::parse_date;
use crate::parse::Draft;
use crate::text::{Block, count_words};
use crate::{hyphens, limits};
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

/// Pages beyond this number are not read.
const MAX_PAGES: usize = 2_000;
/// How many blocks at the top and bottom of a page may be running headers or footers.
const MARGIN: usize = 2;
/// In characters; a longer line is not a header or footer.
const MAX_FURNITURE: usize = 120;
/// How many pages must share a line before it counts as a header or footer.
const MIN_SHARED: usize = 4;
/// The trailer key for a file's encryption.
const ENCRYPT: &[u8] = b"/Encrypt ";
/// Time reserved for rendering what was read.
const RENDER_RESERVE: Duration = Duration::from_millis(500);

#[derive(Default)]
struct Pages {
    metadata: Metadata,
    count: usize,
    blocks: Vec<Vec<Block>>,
    pictures: usize,
    failed: usize,
    cut: bool,
}

/// Reads until time runs out. `cpu_seconds` is the CPU time that each page may use, in seconds.
pub fn read(bytes: &[u8], time: Option<Duration>, cpu_seconds: u64) -> Result<Draft, Failure> {
    let until = time.map(|time| Instant::now() + time.saturating_sub(RENDER_RESERVE));
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
        // The next page gets its own CPU budget. If the limit cannot be raised, it stays, which is safe.
        let _ = limits::allow_cpu(cpu_seconds);
        let late = until.is_some_and(|until| Instant::now() >= until);
        if late || pages.blocks.len() >= MAX_PAGES {
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

/// Whether the file says that it is encrypted. This is believed only if no page yields text.
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
        // One page at a time, on this thread: a child's limits are meant for one thread.
        parallel: false,
        suppress_low_confidence_ocr: true,
        window_size: 1,
        emit_progress_every: u32::MAX,
    }
}

impl Pages {
    fn take(&mut self, page: Page) {
        let blocks: Vec<Block> = page.elements.iter().filter_map(block).flat_map(at_bullets).collect();
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
                "The PDF contains only images of its pages, and no text."
            } else {
                "The PDF contains no text."
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
        draft.has_properties = true;
        draft.file_date = self.metadata.created.and_then(|at| parse_date(&at.to_rfc3339()));
        draft.blocks = joined(self.blocks);
        fences::repair(&mut draft.blocks);
        hyphens::repair(&mut draft.blocks);
        Ok(draft)
    }
}

/// Many tools put the name of their working file where the title belongs.
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

/// Characters that stand before items of a list, and nowhere else.
const BULLETS: [char; 5] = ['•', '‣', '▪', '●', '◦'];

/// A paragraph in which bullets are characters like others, as the words before the list and its items.
fn at_bullets(block: Block) -> Vec<Block> {
    let (text, item) = match &block {
        Block::Paragraph(text) => (text, None),
        Block::Item { depth, number, text } => (text, Some((*depth, *number))),
        Block::Heading(..) | Block::Code { .. } | Block::Table(_) | Block::Definition { .. } => {
            return vec![block];
        }
        Block::Continuation { .. } | Block::Navigation(_) => return vec![block],
    };
    let starts = |(at, _): &(usize, &str)| *at == 0 || text[..*at].ends_with(char::is_whitespace);
    let bullets: Vec<usize> = text.match_indices(BULLETS).filter(starts).map(|(at, _)| at).collect();
    // Between two words, a single bullet separates them.
    if bullets.is_empty() || bullets.len() == 1 && bullets[0] != 0 && !text[..bullets[0]].ends_with('\n') {
        return vec![block];
    }
    let ends = bullets.iter().skip(1).copied().chain([text.len()]);
    let parts =
        bullets.iter().zip(ends).map(|(start, end)| text[*start..end].trim_start_matches(BULLETS).trim());
    let items = parts.filter(|part| !part.is_empty());
    let items = items.map(|part| Block::Item { depth: 0, number: None, text: part.to_owned() });
    let before = text[..bullets[0]].trim();
    let before = (!before.is_empty()).then(|| match item {
        Some((depth, number)) => Block::Item { depth, number, text: before.to_owned() },
        None => Block::Paragraph(before.to_owned()),
    });
    before.into_iter().chain(items).collect()
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

/// Removes lines that recur at the top or bottom of many pages, ignoring their page numbers.
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
    let enough = MIN_SHARED.max(pages.len() / 10);
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

/// Indices of the blocks near the top and bottom of a page.
fn at_margin(blocks: usize) -> impl Iterator<Item = usize> {
    (0..blocks).filter(move |at| *at < MARGIN || *at + MARGIN >= blocks)
}

/// The keys by which running headers and page numbers are compared across pages: a short line as is, and one
/// whose number advances with the pages. A section number does not, so its heading stays.
fn furniture_keys(block: &Block, page: usize) -> Vec<String> {
    let text = match block {
        Block::Heading(_, text) | Block::Paragraph(text) | Block::Item { text, .. } => text.clone(),
        // A running header with its page number far to the right looks like a table.
        Block::Table(rows) if rows.len() == 1 => rows.concat().join(" "),
        Block::Code { .. }
        | Block::Table(_)
        | Block::Definition { .. }
        | Block::Continuation { .. }
        | Block::Navigation(_) => return Vec::new(),
    };
    if text.chars().count() > MAX_FURNITURE {
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

/// Joins pages into one text. A sentence that continues on the next page stays one paragraph.
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
    Failure::skip(FailureReason::Encrypted, "The PDF is protected by a password.")
}

fn failure(error: &Error) -> Failure {
    match error {
        Error::Encrypted | Error::InvalidPassword => locked(),
        _ => Failure::skip(FailureReason::Malformed, "The PDF is damaged and its text cannot be read."),
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
        // Section numbers do not advance with page numbers.
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
    fn a_sentence_continues_across_a_page_break() {
        let pages = vec![
            vec![paragraph("It is a long sen-")],
            vec![paragraph("tence that ends here."), paragraph("Next.")],
        ];
        let mut blocks = joined(pages);
        hyphens::repair(&mut blocks);
        assert_eq!(blocks, [paragraph("It is a long sentence that ends here."), paragraph("Next.")]);
        let apart = vec![vec![paragraph("It ends.")], vec![paragraph("another begins")]];
        assert_eq!(joined(apart).len(), 2);
    }

    #[test]
    fn bullets_start_items() {
        let item = |text: &str| Block::Item { depth: 0, number: None, text: text.to_owned() };
        assert_eq!(at_bullets(paragraph("• one")), [item("one")]);
        assert_eq!(
            at_bullets(paragraph("We need:\n• one\nand more • two")),
            [paragraph("We need:"), item("one\nand more"), item("two")]
        );
        for text in ["Hamburg • Lyon", "no bullets", "a•b"] {
            assert_eq!(at_bullets(paragraph(text)), [paragraph(text)]);
        }
    }

    #[test]
    fn a_damaged_pdf_is_refused_with_a_reason() {
        assert_eq!(
            read(b"%PDF-1.7\nnothing", None, 2).map(|_| ()).map_err(|failure| failure.reason),
            Err(FailureReason::Malformed)
        );
    }
}
