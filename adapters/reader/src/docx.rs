//! DOCX files: the paragraphs, headings, lists and tables of the main part.
//!
//! A DOCX is a ZIP archive of XML files. Both can be bombs, so unpacked size and nesting depth are limited.
//! Entities are not expanded, and nothing outside the file is opened.

use crate::html::parse_date;
use crate::parse::Draft;
use crate::text::Block;
use gorkd_core::model::{DocumentKind, Failure, FailureReason};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use zip::ZipArchive;
use zip::result::ZipError;

/// Maximum unpacked size of one part, in bytes.
const MAX_UNPACKED: u64 = 40 << 20;
const DEEPEST: usize = 500;
const MAIN: &str = "word/document.xml";

/// A library that many programs write files with, and the date of its template, which those files keep.
const PYTHON_DOCX: (&str, &str) = ("python-docx", "2013-12-23T23:15:00Z");

type Archive<'a> = ZipArchive<Cursor<&'a [u8]>>;

pub fn read(bytes: &[u8]) -> Result<Draft, Failure> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| broken())?;
    let main = match part(&mut archive, MAIN) {
        Ok(main) => main,
        Err(ZipError::FileNotFound) => {
            let detail = "This is an archive or an office document of an unsupported kind.";
            return Err(Failure::skip(FailureReason::UnsupportedType, detail));
        }
        Err(ZipError::UnsupportedArchive(_)) => {
            return Err(Failure::skip(FailureReason::Encrypted, "The document is protected by a password."));
        }
        Err(_) => return Err(broken()),
    };
    let truncated = main.len() as u64 >= MAX_UNPACKED;
    let styles = part(&mut archive, "word/styles.xml").map(|xml| heading_styles(&xml)).unwrap_or_default();
    let mut body = Body { styles, ..Body::default() };
    body.read(&main)?;
    let mut draft = Draft { blocks: body.blocks, kind: DocumentKind::Page, truncated, ..Draft::default() };
    let facts = part(&mut archive, "docProps/core.xml").map(|xml| facts(&xml)).unwrap_or_default();
    let fact = |name: &str| facts.get(name).cloned().filter(|text| !text.trim().is_empty());
    draft.title = fact("title");
    draft.author = fact("creator").filter(|author| author != PYTHON_DOCX.0);
    draft.language = fact("language");
    let date = fact("modified").or_else(|| fact("created")).filter(|date| date.trim() != PYTHON_DOCX.1);
    draft.has_properties = true;
    draft.file_date = date.and_then(|date| parse_date(&date));
    Ok(draft)
}

fn part(archive: &mut Archive<'_>, name: &str) -> Result<Vec<u8>, ZipError> {
    let mut xml = Vec::new();
    archive.by_name(name)?.take(MAX_UNPACKED).read_to_end(&mut xml)?;
    Ok(xml)
}

fn broken() -> Failure {
    Failure::skip(FailureReason::Malformed, "The document is damaged and its text cannot be read.")
}

/// IDs of heading styles, with their levels.
fn heading_styles(xml: &[u8]) -> BTreeMap<String, u8> {
    let mut found = BTreeMap::new();
    let mut current: Option<String> = None;
    let mut reader = Reader::from_reader(xml);
    let mut buffer = Vec::new();
    while let Ok(event) = reader.read_event_into(&mut buffer) {
        match event {
            Event::Start(tag) if tag.local_name().as_ref() == b"style" => {
                current = attribute(&tag, b"styleId")
            }
            Event::End(tag) if tag.local_name().as_ref() == b"style" => current = None,
            Event::Empty(tag) | Event::Start(tag) => {
                let Some(id) = &current else { continue };
                let value = attribute(&tag, b"val").unwrap_or_default();
                let level = match tag.local_name().as_ref() {
                    b"outlineLvl" => {
                        value.parse::<u8>().ok().filter(|level| *level < 9).map(|level| level + 1)
                    }
                    b"name" if value.eq_ignore_ascii_case("title") => Some(1),
                    b"name" => heading_level(&value),
                    _ => None,
                };
                if let Some(level) = level {
                    found.insert(id.clone(), level.clamp(1, 6));
                }
            }
            Event::Eof => break,
            _ => {}
        }
        buffer.clear();
    }
    found
}

/// The level in `heading 2` or `Heading2`.
fn heading_level(name: &str) -> Option<u8> {
    let lower = name.to_ascii_lowercase();
    lower.strip_prefix("heading")?.trim().parse().ok().filter(|level| (1..=9).contains(level))
}

/// Title, author and dates, by the local names of their elements.
fn facts(xml: &[u8]) -> BTreeMap<String, String> {
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    let mut current = String::new();
    let mut reader = Reader::from_reader(xml);
    let mut buffer = Vec::new();
    while let Ok(event) = reader.read_event_into(&mut buffer) {
        match event {
            Event::Start(tag) => current = String::from_utf8_lossy(tag.local_name().as_ref()).into_owned(),
            Event::Text(text) => {
                let text = text.decode().unwrap_or_default();
                found.entry(current.clone()).or_default().push_str(&text);
            }
            Event::GeneralRef(reference) => {
                push_reference(&reference, found.entry(current.clone()).or_default())
            }
            Event::End(_) => current.clear(),
            Event::Eof => break,
            _ => {}
        }
        buffer.clear();
    }
    found
}

/// Parser state for the main part.
#[derive(Default)]
struct Body {
    styles: BTreeMap<String, u8>,
    blocks: Vec<Block>,
    text: String,
    heading: Option<u8>,
    item: Option<usize>,
    /// Inside an element whose text counts, and inside a hidden run.
    in_text: bool,
    hidden: bool,
    /// Number of open tables. An inner table becomes text of the outer cell.
    tables: usize,
    rows: Vec<Vec<String>>,
    cell: Option<String>,
}

impl Body {
    fn read(&mut self, xml: &[u8]) -> Result<(), Failure> {
        let mut reader = Reader::from_reader(xml);
        reader.config_mut().check_end_names = false;
        let mut buffer = Vec::new();
        let mut depth = 0;
        // Text before the point where the file is broken is still used.
        while let Ok(event) = reader.read_event_into(&mut buffer) {
            match event {
                Event::Start(tag) => {
                    depth += 1;
                    if depth > DEEPEST {
                        let detail = "The document is nested too deeply.";
                        return Err(Failure::skip(FailureReason::TooComplex, detail));
                    }
                    self.open(&tag);
                }
                Event::Empty(tag) => {
                    self.open(&tag);
                    self.close(tag.local_name().as_ref());
                }
                Event::End(tag) => {
                    depth = depth.saturating_sub(1);
                    self.close(tag.local_name().as_ref());
                }
                Event::Text(text) if self.in_text && !self.hidden => {
                    self.text.push_str(&text.decode().unwrap_or_default());
                }
                Event::GeneralRef(reference) if self.in_text && !self.hidden => {
                    push_reference(&reference, &mut self.text);
                }
                Event::Eof => break,
                _ => {}
            }
            buffer.clear();
        }
        self.end_paragraph();
        Ok(())
    }

    fn open(&mut self, tag: &BytesStart<'_>) {
        match tag.local_name().as_ref() {
            b"p" => (self.heading, self.item) = (None, None),
            b"r" => self.hidden = false,
            b"t" => self.in_text = true,
            b"tab" if !self.hidden => self.text.push(' '),
            b"br" | b"cr" if !self.hidden => self.text.push('\n'),
            b"vanish" | b"webHidden" => {
                self.hidden =
                    attribute(tag, b"val").is_none_or(|value| !matches!(value.as_str(), "0" | "false"));
            }
            b"pStyle" => {
                let style = attribute(tag, b"val").unwrap_or_default();
                self.heading = self.styles.get(&style).copied().or_else(|| heading_level(&style));
                if style.starts_with("List") {
                    self.item.get_or_insert(0);
                }
            }
            b"outlineLvl" => {
                let level = attribute(tag, b"val").and_then(|value| value.parse::<u8>().ok());
                self.heading =
                    level.filter(|level| *level < 9).map(|level| (level + 1).min(6)).or(self.heading);
            }
            b"numPr" => self.item = Some(self.item.unwrap_or(0)),
            b"ilvl" => {
                let depth = attribute(tag, b"val").and_then(|value| value.parse().ok());
                self.item = self.item.and(depth).or(self.item);
            }
            b"tbl" => self.tables += 1,
            b"tr" if self.tables == 1 => self.rows.push(Vec::new()),
            b"tc" if self.tables == 1 => self.cell = Some(String::new()),
            _ => {}
        }
    }

    fn close(&mut self, name: &[u8]) {
        match name {
            b"t" => self.in_text = false,
            b"r" => self.hidden = false,
            b"p" => self.end_paragraph(),
            b"tc" if self.tables == 1 => {
                if let (Some(cell), Some(row)) = (self.cell.take(), self.rows.last_mut()) {
                    row.push(cell);
                }
            }
            b"tbl" => {
                self.tables = self.tables.saturating_sub(1);
                if self.tables == 0 && !self.rows.is_empty() {
                    self.blocks.push(Block::Table(std::mem::take(&mut self.rows)));
                }
            }
            _ => {}
        }
    }

    fn end_paragraph(&mut self) {
        let text = std::mem::take(&mut self.text);
        if text.trim().is_empty() {
            return;
        }
        if let Some(cell) = &mut self.cell {
            if !cell.is_empty() {
                cell.push(' ');
            }
            cell.push_str(text.trim());
            return;
        }
        self.blocks.push(match (self.heading, self.item) {
            (Some(level), _) => Block::Heading(level, text),
            (None, Some(depth)) => Block::Item { depth, number: None, text },
            (None, None) => Block::Paragraph(text),
        });
    }
}

/// Predefined and numeric references (`&amp;`, `&#8211;`). Entities that the file declares itself are
/// dropped.
fn push_reference(reference: &quick_xml::events::BytesRef<'_>, out: &mut String) {
    if let Ok(Some(c)) = reference.resolve_char_ref() {
        out.push(c);
        return;
    }
    let name = reference.decode().unwrap_or_default();
    out.push_str(quick_xml::escape::resolve_predefined_entity(&name).unwrap_or_default());
}

fn attribute(tag: &BytesStart<'_>, name: &[u8]) -> Option<String> {
    let found = tag.attributes().flatten().find(|attribute| attribute.key.local_name().as_ref() == name)?;
    Some(String::from_utf8_lossy(&found.value).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use zip::write::SimpleFileOptions;

    /// A DOCX with these parts.
    fn archive(parts: &[(&str, &str)]) -> Vec<u8> {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in parts {
            writer.start_file(*name, SimpleFileOptions::default()).expect("a part");
            writer.write_all(content.as_bytes()).expect("its content");
        }
        writer.finish().expect("an archive").into_inner()
    }

    const DOCUMENT: &str = "<w:document xmlns:w='x'><w:body>\
        <w:p><w:pPr><w:pStyle w:val='Kop1'/></w:pPr><w:r><w:t>The bridge</w:t></w:r></w:p>\
        <w:p><w:r><w:t>It is </w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>not </w:t></w:r><w:r><w:t>long &amp; old.</w:t></w:r></w:p>\
        <w:p><w:pPr><w:numPr><w:ilvl w:val='1'/></w:numPr></w:pPr><w:r><w:t>An item</w:t></w:r></w:p>\
        <w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc></w:tr></w:tbl>\
        <w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p></w:body></w:document>";

    #[test]
    fn paragraphs_headings_lists_and_tables_are_read_and_what_is_hidden_is_not() {
        let styles = "<w:styles xmlns:w='x'><w:style w:styleId='Kop1'><w:name w:val='heading 1'/></w:style></w:styles>";
        let core =
            "<c xmlns:dc='y'><dc:title>Bridges &amp; more</dc:title><dc:creator>Ann Bell</dc:creator></c>";
        let bytes = archive(&[(MAIN, DOCUMENT), ("word/styles.xml", styles), ("docProps/core.xml", core)]);
        let draft = read(&bytes).expect("it is read");
        assert_eq!(
            (draft.title.as_deref(), draft.author.as_deref()),
            (Some("Bridges & more"), Some("Ann Bell"))
        );
        assert_eq!(
            draft.blocks,
            [
                Block::Heading(1, "The bridge".into()),
                Block::Paragraph("It is long & old.".into()),
                Block::Item { depth: 1, number: None, text: "An item".into() },
                Block::Table(vec![vec!["a".into(), "b".into()]]),
            ]
        );
    }

    #[test]
    fn other_archives_are_refused_with_a_reason() {
        let reason = |bytes: &[u8]| read(bytes).map(|_| ()).map_err(|failure| failure.reason);
        assert_eq!(reason(&archive(&[("a.txt", "words")])), Err(FailureReason::UnsupportedType));
        assert_eq!(reason(b"PK\x03\x04 and no more"), Err(FailureReason::Malformed));
        let deep = format!("<w:document xmlns:w='x'>{}", "<w:p>".repeat(1_000));
        assert_eq!(reason(&archive(&[(MAIN, &deep)])), Err(FailureReason::TooComplex));
        let entities = "<!DOCTYPE x [<!ENTITY a 'bomb'>]><w:p xmlns:w='x'><w:t>words &a;</w:t></w:p>";
        let draft = read(&archive(&[(MAIN, entities)])).expect("it is read");
        assert_eq!(draft.blocks, [Block::Paragraph("words ".into())]);
    }
}
