//! An answer as files: Markdown, a table of its claims, a document for word processors.

use super::Sight;
use crate::act::Format;
use crate::card::{Card, OutFile, Part, Tone};
use gorkd_core::text::{Block, Inline, parse, plain};
use gorkd_core::view::{JobView, export::markdown};
use gorkd_words::Msg;
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;

/// The message that carries the file; a sentence when it cannot be made.
pub fn export(sight: &Sight<'_>, format: Format) -> Card {
    let made = match format {
        Format::Markdown => Some(("text/markdown", markdown(sight.view).into_bytes())),
        Format::Csv => csv(sight.view).map(|bytes| ("text/csv", bytes)),
        Format::Docx => docx(sight.view)
            .map(|bytes| ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", bytes)),
    };
    let Some((content_type, content)) = made else {
        return Card::note(Tone::Failed, sight.say(Msg::ExportFailed));
    };
    let name = format!("gorkd-{}.{}", short(sight.view.job_id.as_str()), format.name());
    Card {
        parts: vec![Part::Small(vec![Inline::text(
            sight.say(Msg::ExportDone { format: format.name().to_owned() }),
        )])],
        files: vec![OutFile { name, content_type, content }],
        ..Card::default()
    }
}

fn short(job: &str) -> &str {
    job.get(job.len().saturating_sub(8)..).unwrap_or(job)
}

/// A row a citation: claim, part, support, number, title, address, quotation.
fn csv(view: &JobView) -> Option<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record(["claim", "support", "source", "title", "url", "quote"]).ok()?;
    for claim in &view.claims {
        let support = serde_json::to_value(claim.support).ok()?;
        let support = support.as_str().unwrap_or_default().to_owned();
        let cited: Vec<_> = view.citations.iter().filter(|one| one.claim_id == claim.id).collect();
        if cited.is_empty() {
            table.write_record([harmless(&claim.text).as_str(), &support, "", "", "", ""]).ok()?;
        }
        for citation in cited {
            let source = view.sources.iter().find(|source| source.id == citation.source_id);
            let number = source.and_then(|source| source.number).map_or_else(String::new, |n| n.to_string());
            let (title, url) = source.map_or(("", ""), |source| (&source.title, &source.url));
            table
                .write_record([
                    harmless(&claim.text).as_str(),
                    &support,
                    &number,
                    &harmless(title),
                    &harmless(url),
                    &harmless(&citation.quote),
                ])
                .ok()?;
        }
    }
    table.into_inner().ok()
}

/// A cell that a spreadsheet does not take for a formula.
fn harmless(cell: &str) -> String {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{cell}") } else { cell.to_owned() }
}

const TYPES: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"#;
const RELATIONS: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>"#;

/// The smallest document that word processors open: headings in bold, lists with dots, all else paragraphs.
fn docx(view: &JobView) -> Option<Vec<u8>> {
    let mut body = String::new();
    for block in parse(&markdown(view)) {
        write_block(&block, "", &mut body);
    }
    let document = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<w:document \
         xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>{body}</w:body></w:document>"
    );
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default();
    for (name, content) in
        [("[Content_Types].xml", TYPES), ("_rels/.rels", RELATIONS), ("word/document.xml", document.as_str())]
    {
        archive.start_file(name, options).ok()?;
        archive.write_all(content.as_bytes()).ok()?;
    }
    Some(archive.finish().ok()?.into_inner())
}

fn write_block(block: &Block, before: &str, out: &mut String) {
    match block {
        Block::Paragraph(line) => paragraph(&format!("{before}{}", plain(line)), false, out),
        Block::Heading(_, line) => paragraph(&plain(line), true, out),
        Block::List { first, items } => {
            for (nth, item) in items.iter().enumerate() {
                let mark = match first {
                    Some(first) => format!("{before}{}. ", first + nth as u64),
                    None => format!("{before}• "),
                };
                for (at, inner) in item.iter().enumerate() {
                    write_block(inner, if at == 0 { &mark } else { before }, out);
                }
            }
        }
        Block::Code { text, .. } => text.lines().for_each(|line| paragraph(line, false, out)),
        Block::Quote(blocks) => blocks.iter().for_each(|inner| write_block(inner, before, out)),
        Block::Table(rows) => rows.iter().for_each(|row| paragraph(&row.join(" | "), false, out)),
        Block::Rule => paragraph("", false, out),
    }
}

fn paragraph(text: &str, strong: bool, out: &mut String) {
    let look = if strong { "<w:rPr><w:b/></w:rPr>" } else { "" };
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            c if c.is_control() && c != '\t' => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    out.push_str(&format!("<w:p><w:r>{look}<w:t xml:space=\"preserve\">{escaped}</w:t></w:r></w:p>"));
}
