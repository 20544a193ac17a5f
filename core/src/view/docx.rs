//! An answer as a word processor document (Office Open XML, ECMA-376): headings, links, tables, numbered lists,
//! and text in its own direction.

use super::export::markdown;
use super::{JobView, html};
use crate::text::{Block, Inline, parse};
use std::fmt::Write as _;
use std::io::{self, Cursor, Write as _};
use zip::write::SimpleFileOptions;

/// Maximum indentation of lists; deeper ones stay at the last level.
const LEVELS: usize = 9;

/// The document of an answer. Fails only if the archive could not be written, which can't happen in memory.
pub fn docx(job: &JobView) -> io::Result<Vec<u8>> {
    let mut writer = Writer::default();
    parse(&markdown(job)).iter().for_each(|block| writer.block(block, &Place::default()));
    let document = format!(
        "{HEAD}<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" \
         xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"><w:body>{}<w:sectPr>\
         <w:pgSz w:w=\"11906\" w:h=\"16838\"/><w:pgMar w:top=\"1134\" w:right=\"1134\" w:bottom=\"1134\" w:left=\"1134\" \
         w:header=\"567\" w:footer=\"567\" w:gutter=\"0\"/></w:sectPr></w:body></w:document>",
        writer.body
    );
    let (numbering, links) = (writer.numbering(), writer.relations());
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in [
        ("[Content_Types].xml", include_str!("docx/content_types.xml")),
        ("_rels/.rels", include_str!("docx/rels.xml")),
        ("word/document.xml", &document),
        ("word/styles.xml", include_str!("docx/styles.xml")),
        ("word/numbering.xml", &numbering),
        ("word/_rels/document.xml.rels", &links),
    ] {
        archive.start_file(name, SimpleFileOptions::default())?;
        archive.write_all(content.as_bytes())?;
    }
    Ok(archive.finish()?.into_inner())
}

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";

/// The context of a block.
#[derive(Clone, Copy, Default)]
struct Place {
    /// The list, if the block starts an item, and the list's depth.
    item: Option<usize>,
    depth: usize,
    quoted: bool,
}

#[derive(Clone, Copy, Default)]
struct Look {
    strong: bool,
    emphasis: bool,
    struck: bool,
    code: bool,
    link: bool,
}

#[derive(Default)]
struct Writer {
    body: String,
    /// Addresses of links; their relation IDs start at 1.
    links: Vec<String>,
    /// Lists; their numbers start at 1. For each, its first number and its depth.
    lists: Vec<(Option<u64>, usize)>,
}

impl Writer {
    fn block(&mut self, block: &Block, place: &Place) {
        match block {
            Block::Paragraph(line) => self.paragraph(line, None, place),
            Block::Heading(level, line) => {
                self.paragraph(line, Some(&format!("Heading{}", (*level).clamp(1, 6))), place);
            }
            Block::List { first, items } => {
                self.lists.push((*first, place.depth));
                let list = self.lists.len();
                let inner = Place { item: None, depth: place.depth + 1, quoted: place.quoted };
                for item in items {
                    for (at, block) in item.iter().enumerate() {
                        let begins = Place { item: Some(list), ..inner };
                        self.block(block, if at == 0 { &begins } else { &inner });
                    }
                }
            }
            Block::Code { text, .. } => {
                let lines: Vec<Inline> = text
                    .trim_end_matches('\n')
                    .split('\n')
                    .enumerate()
                    .flat_map(|(at, line)| {
                        let broken = (at > 0).then_some(Inline::Break);
                        broken.into_iter().chain([Inline::Text(line.to_owned())])
                    })
                    .collect();
                self.paragraph(&lines, Some("Code"), place);
            }
            Block::Quote(inner) => {
                let place = Place { quoted: true, ..*place };
                inner.iter().for_each(|block| self.block(block, &place));
            }
            Block::Table(rows) => self.table(rows),
            Block::Rule => self.body.push_str(
                "<w:p><w:pPr><w:pBdr><w:bottom w:val=\"single\" w:sz=\"6\" w:space=\"1\" w:color=\"999999\"/></w:pBdr></w:pPr></w:p>",
            ),
        }
    }

    fn paragraph(&mut self, line: &[Inline], style: Option<&str>, place: &Place) {
        let style =
            style.or(place.quoted.then_some("Quote")).or((place.depth > 0).then_some("ListParagraph"));
        let right_to_left = is_right_to_left(&crate::text::plain(line)) && style != Some("Code");
        self.body.push_str("<w:p><w:pPr>");
        if let Some(style) = style {
            let _ = write!(self.body, "<w:pStyle w:val=\"{style}\"/>");
        }
        if let Some(list) = place.item {
            let level = place.depth.saturating_sub(1).min(LEVELS - 1);
            let _ = write!(
                self.body,
                "<w:numPr><w:ilvl w:val=\"{level}\"/><w:numId w:val=\"{list}\"/></w:numPr>"
            );
        }
        if right_to_left {
            self.body.push_str("<w:bidi/>");
        }
        if place.item.is_none() && place.depth > 0 {
            let _ = write!(self.body, "<w:ind w:left=\"{}\"/>", 360 * place.depth.min(LEVELS));
        }
        self.body.push_str("</w:pPr>");
        self.line(line, Look::default());
        self.body.push_str("</w:p>");
    }

    fn line(&mut self, line: &[Inline], look: Look) {
        for piece in line {
            match piece {
                Inline::Text(text) => self.run(text, look),
                Inline::Code(text) => self.run(text, Look { code: true, ..look }),
                Inline::Strong(inner) => self.line(inner, Look { strong: true, ..look }),
                Inline::Emphasis(inner) => self.line(inner, Look { emphasis: true, ..look }),
                Inline::Struck(inner) => self.line(inner, Look { struck: true, ..look }),
                Inline::Link { url, label } => {
                    self.links.push(url.clone());
                    let _ = write!(self.body, "<w:hyperlink r:id=\"link{}\">", self.links.len());
                    self.line(label, Look { link: true, ..look });
                    self.body.push_str("</w:hyperlink>");
                }
                Inline::Break => self.body.push_str("<w:r><w:br/></w:r>"),
            }
        }
    }

    fn run(&mut self, text: &str, look: Look) {
        if text.is_empty() {
            return;
        }
        self.body.push_str("<w:r><w:rPr>");
        // In the order of the schema.
        for (is, mark) in [
            (look.link, "<w:rStyle w:val=\"Hyperlink\"/>"),
            (look.code, "<w:rFonts w:ascii=\"Consolas\" w:hAnsi=\"Consolas\" w:cs=\"Consolas\"/>"),
            (look.strong, "<w:b/><w:bCs/>"),
            (look.emphasis, "<w:i/><w:iCs/>"),
            (look.struck, "<w:strike/>"),
            (is_right_to_left(text), "<w:rtl/>"),
        ] {
            if is {
                self.body.push_str(mark);
            }
        }
        let _ = write!(self.body, "</w:rPr><w:t xml:space=\"preserve\">{}</w:t></w:r>", escaped(text));
    }

    fn table(&mut self, rows: &[Vec<String>]) {
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        if columns == 0 {
            return;
        }
        let mirrored = rows.iter().flatten().any(|cell| is_right_to_left(cell));
        let _ = write!(
            self.body,
            "<w:tbl><w:tblPr><w:tblStyle w:val=\"TableGrid\"/>{}<w:tblW w:w=\"5000\" w:type=\"pct\"/></w:tblPr><w:tblGrid>{}</w:tblGrid>",
            if mirrored { "<w:bidiVisual/>" } else { "" },
            "<w:gridCol/>".repeat(columns)
        );
        for (at, row) in rows.iter().enumerate() {
            self.body.push_str(if at == 0 { "<w:tr><w:trPr><w:tblHeader/></w:trPr>" } else { "<w:tr>" });
            for column in 0..columns {
                let text = row.get(column).cloned().unwrap_or_default();
                let line = [if at == 0 { Inline::strong(text) } else { Inline::text(text) }];
                self.body.push_str("<w:tc><w:tcPr/>");
                self.paragraph(&line, None, &Place::default());
                self.body.push_str("</w:tc>");
            }
            self.body.push_str("</w:tr>");
        }
        // Two adjacent tables would merge.
        self.body.push_str("</w:tbl><w:p/>");
    }

    /// Each list is numbered separately, from its first number.
    fn numbering(&self) -> String {
        let level = |ordered: bool, level: usize| {
            let (format, text) = match ordered {
                true => ("decimal", format!("%{}.", level + 1)),
                false => ("bullet", "•".to_owned()),
            };
            format!(
                "<w:lvl w:ilvl=\"{level}\"><w:start w:val=\"1\"/><w:numFmt w:val=\"{format}\"/><w:lvlText \
                 w:val=\"{text}\"/><w:lvlJc w:val=\"left\"/><w:pPr><w:ind w:left=\"{}\" w:hanging=\"360\"/></w:pPr></w:lvl>",
                360 * (level + 1)
            )
        };
        let kind = |id: usize, ordered: bool| {
            let levels: String = (0..LEVELS).map(|at| level(ordered, at)).collect();
            format!(
                "<w:abstractNum w:abstractNumId=\"{id}\"><w:multiLevelType w:val=\"hybridMultilevel\"/>{levels}</w:abstractNum>"
            )
        };
        let list = |(at, (first, depth)): (usize, &(Option<u64>, usize))| {
            let begins = first.map(|first| {
                let level = (*depth).min(LEVELS - 1);
                format!(
                    "<w:lvlOverride w:ilvl=\"{level}\"><w:startOverride w:val=\"{first}\"/></w:lvlOverride>"
                )
            });
            format!(
                "<w:num w:numId=\"{}\"><w:abstractNumId w:val=\"{}\"/>{}</w:num>",
                at + 1,
                u8::from(first.is_some()),
                begins.unwrap_or_default()
            )
        };
        let lists: String = self.lists.iter().enumerate().map(list).collect();
        format!(
            "{HEAD}<w:numbering xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\">{}{}{lists}</w:numbering>",
            kind(0, false),
            kind(1, true)
        )
    }

    fn relations(&self) -> String {
        const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
        let link = |(at, url): (usize, &String)| {
            format!(
                "<Relationship Id=\"link{}\" Type=\"{OFFICE}/hyperlink\" Target=\"{}\" TargetMode=\"External\"/>",
                at + 1,
                escaped(url)
            )
        };
        let links: String = self.links.iter().enumerate().map(link).collect();
        format!(
            "{HEAD}<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\
             <Relationship Id=\"styles\" Type=\"{OFFICE}/styles\" Target=\"styles.xml\"/>\
             <Relationship Id=\"numbering\" Type=\"{OFFICE}/numbering\" Target=\"numbering.xml\"/>{links}</Relationships>"
        )
    }
}

/// Whether the first letter of a text is written from right to left.
fn is_right_to_left(text: &str) -> bool {
    let written_so = |c: char| matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1eeff}');
    text.chars().find(|c| c.is_alphabetic()).is_some_and(written_so)
}

/// Escapes text for XML, and removes what XML can't contain.
fn escaped(text: &str) -> String {
    let plain = |c: char| if c.is_control() && !matches!(c, '\t' | '\n') { ' ' } else { c };
    let allowed: String = text.chars().filter(|c| !matches!(c, '\u{fffe}' | '\u{ffff}')).map(plain).collect();
    html::escaped(&allowed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn written(markdown: &str) -> Writer {
        let mut writer = Writer::default();
        parse(markdown).iter().for_each(|block| writer.block(block, &Place::default()));
        writer
    }

    #[test]
    fn lists_count_for_themselves_and_links_lead_out() {
        let writer = written("3. three\n4. four\n\ntext\n\n- [a](https://e.example/?x=1&y=2)\n  1. inner\n");
        assert_eq!(writer.lists, [(Some(3), 0), (None, 0), (Some(1), 1)]);
        assert!(writer.numbering().contains("<w:startOverride w:val=\"3\"/>"));
        assert!(
            writer.relations().contains("Target=\"https://e.example/?x=1&amp;y=2\" TargetMode=\"External\"")
        );
        assert!(writer.body.contains("<w:hyperlink r:id=\"link1\">"));
    }

    #[test]
    fn arabic_runs_from_right_to_left_and_code_never_does() {
        let writer = written("مرحبا world\n\nworld مرحبا\n\n```\nمرحبا\n```");
        let paragraphs: Vec<&str> = writer.body.split("<w:p>").skip(1).collect();
        let turned: Vec<bool> = paragraphs.iter().map(|one| one.contains("<w:bidi/>")).collect();
        assert_eq!(turned, [true, false, false]);
    }

    proptest! {
        #[test]
        fn nothing_that_is_said_breaks_the_document(text in "\\PC{0,80}[\\x00-\\x1f<>&\"\u{ffff}]{0,6}") {
            let writer = written(&text);
            let bare = writer.body.replace("&amp;", "").replace("&lt;", "").replace("&gt;", "").replace("&quot;", "");
            let holds_none = ['&', '\u{ffff}', '\0'].iter().all(|c| !bare.contains(*c));
            prop_assert!(holds_none);
            prop_assert_eq!(bare.matches("<w:p>").count(), bare.matches("</w:p>").count());
        }
    }
}
