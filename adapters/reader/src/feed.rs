//! Feeds (RSS 0.9 to 2.0, Atom): each item with its title, date, address and text.

use crate::html::parse_date;
use crate::parse::Draft;
use crate::text::{Block, one_line};
use gorkd_core::model::{DocumentKind, Millis};
use html_escape::decode_html_entities;
use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};

/// Items beyond this number are not read.
const MAX_ITEMS: usize = 500;
const DEEPEST: usize = 64;
/// Elements whose entire text is collected.
const WHOLE: &[&str] = &["title", "description", "summary", "subtitle", "content", "encoded"];
/// HTML elements that start a new line.
const LINES: &[&str] =
    &["p", "/p", "br", "br/", "li", "div", "/div", "tr", "h1", "h2", "h3", "h4", "blockquote"];

/// Whether this is the start of a feed, in lower case, allowing for what may precede the root element.
pub fn is_feed(start: &str) -> bool {
    let mut rest = start.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    while let Some(prolog) = ["<?", "<!--", "<!doctype rss"].iter().find(|prolog| rest.starts_with(**prolog))
    {
        let end = if *prolog == "<!--" { "-->" } else { ">" };
        let Some(at) = rest.find(end) else { return false };
        rest = rest[at + end.len()..].trim_start();
    }
    ["<rss", "<feed", "<rdf:rdf"].iter().any(|root| {
        rest.strip_prefix(root)
            .is_some_and(|after| after.starts_with(|c: char| c.is_whitespace() || c == '>'))
    })
}

#[derive(Debug, Default)]
struct Entry {
    title: String,
    link: String,
    date: String,
    author: String,
    /// The summary, and the full content.
    summary: String,
    content: String,
}

#[derive(Default)]
struct Feed {
    about: Entry,
    language: String,
    items: Vec<Entry>,
    in_item: bool,
    /// There were more items.
    cut: bool,
}

pub fn read(source: &str) -> Draft {
    let (feed, broken) = Feed::of(source);
    let mut draft = Draft { kind: DocumentKind::News, truncated: feed.cut || broken, ..Draft::default() };
    if broken {
        draft.warnings.push("The feed is damaged; it was read up to the damage.".to_owned());
    }
    if feed.cut {
        draft.warnings.push(format!("Only the first {MAX_ITEMS} items of the feed were read."));
    }
    let title = one_line(&stripped(&feed.about.title));
    if !title.is_empty() {
        draft.blocks.push(Block::Heading(1, title.clone()));
        draft.title = Some(title);
    }
    push_text(&feed.about.summary, &mut draft.blocks);
    draft.language = Some(feed.language.trim().to_owned()).filter(|language| !language.is_empty());
    draft.author = Some(one_line(&feed.about.author)).filter(|author| !author.is_empty());
    let dates = feed.items.iter().filter_map(|item| parse_date(&item.date));
    draft.published_at = dates.max_by_key(|at: &Millis| at.0).or_else(|| parse_date(&feed.about.date));
    for item in &feed.items {
        item.push(&mut draft.blocks);
    }
    draft
}

impl Feed {
    /// The flag says whether the feed is broken or cut off.
    fn of(source: &str) -> (Self, bool) {
        let mut feed = Self::default();
        let mut reader = Reader::from_str(source);
        reader.config_mut().check_end_names = false;
        // Local names of the open elements, and the text of the innermost one.
        let mut open: Vec<String> = Vec::new();
        let mut text = String::new();
        // Depth of the element whose entire text is being collected, including XHTML markup inside.
        let mut whole: Option<usize> = None;
        loop {
            match reader.read_event() {
                Ok(Event::Start(tag)) => {
                    let name = local(&tag);
                    if open.len() >= DEEPEST {
                        return (feed, true);
                    }
                    if whole.is_some() {
                        text.push_str(if LINES.contains(&name.as_str()) { "<p>" } else { "" });
                    } else {
                        feed.start(&name, &tag);
                        whole = WHOLE.contains(&name.as_str()).then_some(open.len());
                        text.clear();
                    }
                    open.push(name);
                }
                Ok(Event::Empty(tag)) if whole.is_none() => feed.start(&local(&tag), &tag),
                Ok(Event::Empty(_)) => text.push_str("<br>"),
                Ok(Event::End(_)) => {
                    let name = open.pop().unwrap_or_default();
                    if whole.is_some_and(|depth| open.len() > depth) {
                        continue;
                    }
                    whole = None;
                    let within = open.last().map(String::as_str).unwrap_or_default();
                    feed.end(&name, within, std::mem::take(&mut text));
                    if feed.cut {
                        return (feed, false);
                    }
                }
                Ok(Event::Text(piece)) => text.push_str(&piece.decode().unwrap_or_default()),
                Ok(Event::CData(piece)) => text.push_str(&String::from_utf8_lossy(&piece)),
                Ok(Event::GeneralRef(reference)) => push_reference(&reference, &mut text),
                Ok(Event::Eof) => return (feed, !open.is_empty()),
                Ok(Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_)) => {}
                Err(_) => return (feed, true),
            }
        }
    }

    fn start(&mut self, name: &str, tag: &BytesStart<'_>) {
        match name {
            "item" | "entry" => {
                self.in_item = true;
                self.cut = self.items.len() >= MAX_ITEMS;
                self.items.push(Entry::default());
            }
            // Atom writes addresses as attributes. The one for people has this relation or none.
            "link" => {
                let relation = attribute(tag, b"rel").unwrap_or_default();
                if let Some(target) = attribute(tag, b"href")
                    && (relation.is_empty() || relation == "alternate")
                {
                    self.entry().link = target;
                }
            }
            _ => {}
        }
        if self.cut {
            self.items.pop();
        }
    }

    fn end(&mut self, name: &str, within: &str, text: String) {
        let of_entry = matches!(within, "item" | "entry" | "channel" | "feed" | "RDF");
        let of_author = within == "author";
        let filled = !text.trim().is_empty();
        match name {
            "item" | "entry" => self.in_item = false,
            "title" if of_entry => self.entry().title = text,
            "link" if of_entry && filled => self.entry().link = text.trim().to_owned(),
            "pubDate" | "published" | "date" if of_entry => self.entry().date = text,
            "updated" | "lastBuildDate" if of_entry && self.entry().date.is_empty() => {
                self.entry().date = text
            }
            "creator" if of_entry => self.entry().author = text,
            "author" if of_entry && filled => self.entry().author = text,
            "name" if of_author => self.entry().author = text,
            "description" | "summary" | "subtitle" if of_entry => self.entry().summary = text,
            "encoded" | "content" if of_entry && filled => self.entry().content = text,
            "language" if within == "channel" => self.language = text,
            _ => {}
        }
    }

    fn entry(&mut self) -> &mut Entry {
        match self.items.last_mut().filter(|_| self.in_item) {
            Some(item) => item,
            None => &mut self.about,
        }
    }
}

impl Entry {
    fn push(&self, blocks: &mut Vec<Block>) {
        let title = one_line(&stripped(&self.title));
        blocks.push(Block::Heading(2, if title.is_empty() { "Without a title".to_owned() } else { title }));
        let author = one_line(&stripped(&self.author));
        let facts = [one_line(&self.date), author, one_line(&self.link)];
        let facts: Vec<String> = facts.into_iter().filter(|fact| !fact.is_empty()).collect();
        if !facts.is_empty() {
            blocks.push(Block::Paragraph(facts.join(" · ")));
        }
        push_text(if self.content.is_empty() { &self.summary } else { &self.content }, blocks);
    }
}

/// Converts a piece of HTML to paragraphs.
fn push_text(html: &str, blocks: &mut Vec<Block>) {
    let paragraphs = stripped(html);
    blocks
        .extend(paragraphs.split("\n\n").map(one_line).filter(|text| !text.is_empty()).map(Block::Paragraph));
}

/// Strips tags. Block elements become paragraphs.
fn stripped(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((before, tag)) = rest.split_once('<') {
        text.push_str(before);
        // A `<` that does not start a tag is text.
        if !tag.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')) {
            text.push('<');
            rest = tag;
            continue;
        }
        let (inside, after) = tag.split_once('>').unwrap_or((tag, ""));
        let name = inside.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
        if LINES.contains(&name.as_str()) {
            text.push_str("\n\n");
        }
        rest = match ["script", "style"].iter().find(|kind| name == **kind) {
            Some(kind) => after.split_once(&format!("</{kind}")).map_or("", |(_, after)| after),
            None => after,
        };
    }
    text.push_str(rest);
    decode_html_entities(&text).into_owned()
}

fn local(tag: &BytesStart<'_>) -> String {
    String::from_utf8_lossy(tag.local_name().as_ref()).into_owned()
}

fn attribute(tag: &BytesStart<'_>, name: &[u8]) -> Option<String> {
    let found = tag.attributes().flatten().find(|attribute| attribute.key.as_ref() == name)?;
    Some(decode_html_entities(&String::from_utf8_lossy(&found.value)).into_owned())
}

/// Resolves references such as `&amp;` and `&#8211;`. Those unknown to XML stay as they are, for HTML.
fn push_reference(reference: &BytesRef<'_>, out: &mut String) {
    if let Ok(Some(c)) = reference.resolve_char_ref() {
        out.push(c);
        return;
    }
    let name = reference.decode().unwrap_or_default();
    match quick_xml::escape::resolve_predefined_entity(&name) {
        Some(known) => out.push_str(known),
        None => out.push_str(&format!("&{name};")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::render;

    const RSS: &str = "<?xml version=\"1.0\"?><!-- made by hand --><rss version=\"2.0\" \
        xmlns:content=\"http://purl.org/rss/1.0/modules/content/\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\
        <channel><title>Harbour News</title><link>https://news.test/</link><description>From the harbour.</description>\
        <language>en-gb</language><image><title>Logo</title><url>x.png</url></image>\
        <item><title>Bridge &amp; ferry</title><link>https://news.test/1</link>\
        <pubDate>Tue, 05 May 2026 10:00:00 GMT</pubDate><dc:creator>Ilse Brandt</dc:creator>\
        <description>Short.</description>\
        <content:encoded><![CDATA[<p>The ferry is <b>gone</b>.</p><p>2 &lt; 3 &amp; so on.</p>]]></content:encoded></item>\
        <item><title>Older</title><description>&lt;p&gt;It&#8217;s old.&lt;/p&gt;</description>\
        <pubDate>Mon, 04 May 2026 10:00:00 GMT</pubDate></item></channel></rss>";
    const ATOM: &str = "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>Notes</title>\
        <link href=\"https://notes.test/feed\" rel=\"self\"/><author><name>A. Kessler</name></author>\
        <entry><title type=\"html\">A &amp;amp; B</title><link rel=\"alternate\" href=\"https://notes.test/a?b&amp;c\"/>\
        <link rel=\"enclosure\" href=\"https://notes.test/a.mp3\"/><updated>2026-05-05T10:00:00Z</updated>\
        <summary>Words.</summary><content type=\"xhtml\"><div xmlns=\"http://www.w3.org/1999/xhtml\"><p>All <b>the</b> \
        words.</p><p>More.</p></div></content></entry></feed>";

    #[test]
    fn items_have_their_title_date_address_and_text() {
        let draft = read(RSS);
        assert_eq!(draft.title.as_deref(), Some("Harbour News"));
        assert_eq!(draft.language.as_deref(), Some("en-gb"));
        assert_eq!(draft.published_at, parse_date("2026-05-05T10:00:00Z"), "the newest item's");
        assert_eq!(
            render(&draft.blocks, 10_000).text,
            "# Harbour News\n\nFrom the harbour.\n\n## Bridge & ferry\n\n\
             Tue, 05 May 2026 10:00:00 GMT · Ilse Brandt · https://news.test/1\n\nThe ferry is gone.\n\n2 < 3 & so on.\n\n\
             ## Older\n\nMon, 04 May 2026 10:00:00 GMT\n\nIt’s old."
        );
        let atom = read(ATOM);
        assert_eq!(atom.author.as_deref(), Some("A. Kessler"));
        assert_eq!(
            render(&atom.blocks, 10_000).text,
            "# Notes\n\n## A & B\n\n2026-05-05T10:00:00Z · https://notes.test/a?b&c\n\nAll the words.\n\nMore."
        );
    }

    #[test]
    fn feeds_are_recognized_by_their_root() {
        for feed in [RSS, ATOM, "\u{feff}<?xml version='1.0'?>\n<rdf:RDF xmlns=\"x\">"] {
            assert!(is_feed(&feed.to_ascii_lowercase()), "{feed}");
        }
        for other in
            ["<html><rss></html>", "<!-- <rss> --><html>", "<feeder>", "<?xml version='1.0'?><svg>", ""]
        {
            assert!(!is_feed(other), "{other}");
        }
    }

    #[test]
    fn a_broken_feed_is_read_as_far_as_it_goes() {
        let draft = read(
            "<rss><channel><title>News</title><item><title>One</title><description>Words.</description>",
        );
        assert!(draft.truncated && draft.warnings.len() == 1);
        assert_eq!(render(&draft.blocks, 1_000).text, "# News\n\n## One\n\nWords.");
        let deep = format!("<rss>{}", "<a>".repeat(100_000));
        assert!(read(&deep).truncated);
    }
}
