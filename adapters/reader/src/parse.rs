//! Turns one document from bytes into text: detects its type, decodes it, parses it and renders it.
//!
//! This runs in a worker child. It is a pure function: the same bytes always give the same text.

use crate::days::day_in;
use crate::pool::{MAX_DATES, MAX_NAME, MAX_TITLE, MAX_WARNING};
use crate::sniff::{Content, sniff};
use crate::text::{self, Block};
use crate::web::refresh;
use crate::wire::Head;
use crate::{canonical, charset, delimited, docx, feed, html, json, markdown, pdf, plain};
use gorkd_core::model::{DocumentKind, Failure, FailureReason, Millis};
use std::time::Duration;
use url::Url;

/// Counts the sentences in a text that address an AI model (prompt injection).
pub type Orders = fn(&str) -> usize;

pub struct Input {
    pub url: String,
    pub content_type: Option<String>,
    pub bytes: Vec<u8>,
    /// The bytes are only the first part of the document.
    pub cut: bool,
    /// Maximum size of the text, in bytes.
    pub max_text: usize,
    /// It is a web page, so redirects and walls are possible.
    pub page: bool,
    /// Time left until the caller gives up; `None` for no limit.
    pub time: Option<Duration>,
    /// CPU time that one part of a long document may take, in seconds.
    pub cpu_seconds: u64,
    /// Supplied by the caller: what counts as an instruction is not decided in the reader.
    pub orders: Orders,
}

/// What a document turned out to be.
#[derive(Debug)]
// Nearly every value is a text, and none lives long.
#[allow(clippy::large_enum_variant)]
pub enum ParseOutcome {
    Text(Parsed),
    /// The page redirects to this address, as written in the page.
    Elsewhere(String),
    /// The page has no text until scripts have run.
    Scripted,
}

#[derive(Debug)]
pub struct Parsed {
    pub head: Head,
    pub text: String,
}

/// A parser's result. Texts need not be normalized yet.
#[derive(Debug, Default)]
pub struct Draft {
    pub blocks: Vec<Block>,
    pub title: Option<String>,
    pub author: Option<String>,
    pub site: Option<String>,
    /// As declared by the document, for example `en-GB`.
    pub language: Option<String>,
    pub kind: DocumentKind,
    pub published_at: Option<Millis>,
    /// Other days that it gives for itself: when it was changed or confirmed, or began to hold.
    pub revised: Vec<Millis>,
    /// Its title and its author are properties of the file, which the program that wrote it filled in.
    pub has_properties: bool,
    /// The date among those properties, which may be that of the template it was made from.
    pub file_date: Option<Millis>,
    /// The work it belongs to, with its version.
    pub work: Option<String>,
    /// Addresses that the document gives as its own, best first.
    pub claimed_urls: Vec<String>,
    /// `blocks` does not contain the whole document.
    pub truncated: bool,
    /// Sentences for a person.
    pub warnings: Vec<String>,
    /// The content of its `refresh`: when, and to which address, the page redirects.
    pub refresh: Option<String>,
}

pub fn parse(input: Input) -> Result<ParseOutcome, Failure> {
    let Input { url, content_type, bytes, cut, max_text, page, time, cpu_seconds, orders } = input;
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(Failure::skip(FailureReason::Empty, "The document is empty."));
    }
    let read = bytes.len();
    let content = sniff(&bytes, &url, content_type.as_deref())?;
    let file = match content {
        Content::Pdf => Some(pdf::read(&bytes, time, cpu_seconds)?),
        Content::Archive => Some(docx::read(&bytes)?),
        Content::Html | Content::Feed | Content::Markdown | Content::Json | Content::JsonLines => None,
        Content::Delimited | Content::Plain | Content::Code => None,
    };
    let bytes = if file.is_some() { Vec::new() } else { bytes };
    let decoded = charset::decode(bytes, content_type.as_deref(), cut);
    let source = decoded.text.as_str();

    let mut draft = match content {
        Content::Html => html::read(source, &url)?,
        Content::Feed => feed::read(source),
        Content::Markdown => markdown::read(source),
        Content::Json => json::read(source, cut),
        Content::JsonLines => json::read_lines(source, cut),
        Content::Delimited => delimited::read(source, cut),
        Content::Plain => plain::read(source),
        Content::Code => plain::read_code(source),
        Content::Pdf | Content::Archive => file.unwrap_or_default(),
    };
    let is_html = page && content == Content::Html;
    if let Some(target) = draft.refresh.as_deref().and_then(refresh).filter(|_| is_html) {
        return Ok(ParseOutcome::Elsewhere(target.to_owned()));
    }
    let text::Rendered { text, navigation, cut: over } = text::render(&draft.blocks, max_text);
    if is_html {
        let title = draft.title.as_deref().unwrap_or_default();
        match html::wall_before(title, &text, text::count_words(&text), html::Signs::in_source(source)) {
            Some(html::Wall::Failure(failure)) => return Err(failure),
            Some(html::Wall::Scripts) => return Ok(ParseOutcome::Scripted),
            None => {}
        }
    }
    if !text::has_words(&text) {
        return Err(empty(cut || draft.truncated || over));
    }
    if decoded.damaged {
        draft.warnings.push("Some characters of the document could not be decoded.".to_owned());
    }
    if cut {
        draft.warnings.insert(0, format!("Only the first {} of the document were read.", size(read)));
    }
    if over {
        draft.warnings.push(format!("Only the first {} of the text were kept.", size(text.len())));
    }
    if let Some(warning) = page.then(|| of_orders(&text, orders)).flatten() {
        draft.warnings.push(warning);
    }
    draft.truncated |= cut || over;
    let content_type = content.media_type().to_owned();
    let head = Head { navigation, content_type, ..head_of(draft, &url, page, &text, orders) };
    Ok(ParseOutcome::Text(Parsed { head, text }))
}

/// Bytes of a text that are checked for instructions; the rest is checked before it enters a prompt.
const LOOKED_AT: usize = 200_000;

/// A warning for a page that contains instructions to an AI model.
fn of_orders(text: &str, orders: Orders) -> Option<String> {
    match orders(&text[..text.floor_char_boundary(LOOKED_AT)]) {
        0 => None,
        1 => Some(
            "One sentence of the page reads like an instruction to a program; it is kept out of prompts."
                .to_owned(),
        ),
        count => Some(format!(
            "{count} sentences of the page read like instructions to a program; they are kept out of prompts."
        )),
    }
}

fn head_of(draft: Draft, url: &str, page: bool, text: &str, orders: Orders) -> Head {
    let line =
        |text: String, longest| Some(text::clip(&text::one_line(&text), longest)).filter(|t| !t.is_empty());
    let mut warnings: Vec<String> = draft.warnings.into_iter().filter_map(|w| line(w, MAX_WARNING)).collect();
    warnings.truncate(10);
    // A title with instructions is dropped: nobody expects instructions where titles are shown.
    let title = draft.title.and_then(|title| line(title, MAX_TITLE));
    let title = title.filter(|title| text::has_words(title) && orders(title) == 0);
    let work = draft.work.and_then(|work| line(work, MAX_NAME));
    let work = work.filter(|work| text::has_words(work) && orders(work) == 0);
    let name = name_of(url);
    // Programs that have no title for a file put its name into its properties. What it begins with says more.
    let says_more =
        |title: &String| draft.has_properties && is_name(title, &name) && first_heading(text).is_some();
    let title = title.filter(|title| !says_more(title));
    let title =
        title.or_else(|| line(first_heading(text)?.to_owned(), MAX_TITLE)).unwrap_or_else(|| name.clone());
    // A page is about the day in its title as often as it is of that day. A file is named for the day that it is of.
    let named = || if page { None } else { day_in(&name).or_else(|| day_in(&title)) };
    Head {
        canonical_url: canonical::canonical_url(url, draft.claimed_urls.iter().map(String::as_str)),
        published_at: draft.published_at.or_else(named).or(draft.file_date),
        title,
        author: draft.author.and_then(|author| line(author, MAX_NAME)),
        site: draft.site.or_else(|| site_of(url)).and_then(|site| line(site, MAX_NAME)),
        language: text::detect_language(text, draft.language.as_deref()),
        kind: draft.kind,
        revised: draft.revised.into_iter().take(MAX_DATES).collect(),
        truncated: draft.truncated,
        warnings,
        work,
        navigation: Vec::new(),
        content_type: String::new(),
    }
}

fn first_heading(text: &str) -> Option<&str> {
    let line = text.lines().next()?;
    let heading = line.trim_start_matches('#');
    (heading.len() < line.len()).then(|| heading.trim())
}

/// The name of a document without a title: its file name or its host.
fn name_of(url: &str) -> String {
    let parsed = Url::parse(url).ok();
    let path = parsed.as_ref().map_or("", |url| url.path());
    let name = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let name = percent_decoded(name);
    let host = parsed.as_ref().and_then(|url| url.host_str()).unwrap_or_default();
    let called = text::clip(&text::one_line(if name.is_empty() { host } else { &name }), MAX_TITLE);
    if called.is_empty() { "Untitled".to_owned() } else { called }
}

/// Whether a title is the name of its file, without the ending or with it.
fn is_name(title: &str, name: &str) -> bool {
    let words = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let title = words(title);
    title == words(stem) || title == words(name)
}

fn percent_decoded(name: &str) -> String {
    // The url crate only exposes a decoder for form-encoded pairs; plus signs must survive it.
    let pair = name.replace('+', "%2B").replace(['&', '='], "_");
    url::form_urlencoded::parse(pair.as_bytes())
        .next()
        .map_or_else(String::new, |(name, _)| name.into_owned())
}

fn site_of(url: &str) -> Option<String> {
    let url = Url::parse(url).ok()?;
    let host = url.host_str().filter(|host| !host.is_empty())?;
    Some(host.strip_prefix("www.").unwrap_or(host).to_owned())
}

fn empty(cut: bool) -> Failure {
    let detail = if cut {
        "The part of the document within the size limit contains no text."
    } else {
        "The document contains no text."
    };
    Failure::skip(FailureReason::Empty, detail)
}

fn size(bytes: usize) -> String {
    const KILO: usize = 1_000;
    const MEGA: usize = 1_000_000;
    match bytes {
        MEGA.. => format!("{:.1} MB", bytes as f64 / MEGA as f64),
        KILO.. => format!("{} kB", bytes / KILO),
        _ => format!("{bytes} bytes"),
    }
}

#[cfg(test)]
#[path = "parse_tests.rs"]
mod tests;
