//! Determines the type of content from the declared type, the name and the first bytes.

use crate::feed::is_feed;
use gorkd_core::model::{Failure, FailureReason};
use url::Url;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    Html,
    /// RSS or Atom.
    Feed,
    Markdown,
    Json,
    /// One JSON value per line.
    JsonLines,
    /// Separated values; the separator is detected from the content.
    Delimited,
    Plain,
    /// Source code, kept line by line.
    Code,
    Pdf,
    /// A ZIP archive, which may be a DOCX.
    Archive,
}

impl Content {
    /// Its MIME type. For an archive, that of DOCX, the only archive format that is read.
    pub fn media_type(self) -> &'static str {
        match self {
            Content::Html => "text/html",
            Content::Feed => "application/rss+xml",
            Content::Markdown => "text/markdown",
            Content::Json => "application/json",
            Content::JsonLines => "application/jsonl",
            Content::Delimited => "text/csv",
            Content::Plain | Content::Code => "text/plain",
            Content::Pdf => "application/pdf",
            Content::Archive => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        }
    }
}

/// File name endings and the content they stand for.
const BY_NAME: &[(Content, &[&str])] = &[
    (Content::Html, &["html", "htm", "xhtml", "xht", "shtml"]),
    (Content::Markdown, &["md", "markdown", "mdown", "mkd", "mdx"]),
    (Content::Json, &["json", "geojson", "jsonc", "ipynb"]),
    (Content::JsonLines, &["jsonl", "ndjson"]),
    (Content::Delimited, &["csv", "tsv", "tab"]),
    (Content::Plain, &["txt", "text", "rst", "adoc", "asciidoc", "org", "log", "nfo", "tex"]),
    (
        Content::Code,
        &[
            "rs", "py", "js", "mjs", "ts", "tsx", "jsx", "c", "h", "cc", "cpp", "hpp", "go", "java", "kt",
            "rb", "php", "sh", "bash", "pl", "lua", "sql", "swift", "scala", "cs", "hs", "ml", "ex", "exs",
            "erl", "clj", "r", "jl", "toml", "yaml", "yml", "ini", "cfg", "conf", "css", "scss", "diff",
            "patch", "proto", "xml",
        ],
    ),
];

const BY_TYPE: &[(Content, &[&str])] = &[
    (Content::Html, &["text/html", "application/xhtml+xml"]),
    (Content::Markdown, &["text/markdown", "text/x-markdown"]),
    (Content::Json, &["application/json", "text/json", "application/ld+json", "application/geo+json"]),
    (Content::JsonLines, &["application/x-ndjson", "application/jsonl", "application/jsonlines"]),
    (Content::Delimited, &["text/csv", "application/csv", "text/tab-separated-values"]),
];

/// Magic numbers of files without readable text, and what to call those files.
const MAGIC: &[(&[u8], &str)] = &[
    (b"\x89PNG", "a picture"),
    (b"GIF8", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"RIFF", "a picture, a sound or a film"),
    (b"\x1f\x8b", "a compressed file"),
    (b"BZh", "a compressed file"),
    (b"\xfd7zXZ", "a compressed file"),
    (b"7z\xbc\xaf", "an archive"),
    (b"\x7fELF", "a program"),
    (b"\xd0\xcf\x11\xe0", "an old or locked office document"),
    (b"SQLite format 3", "a database"),
    (b"OggS", "a sound or a film"),
    (b"ID3", "a sound"),
];

/// Determines the content type, or why the bytes cannot be read. A known name or declared type is believed
/// unless the content is clearly something else.
pub fn sniff(bytes: &[u8], url: &str, content_type: Option<&str>) -> Result<Content, Failure> {
    if let Some((_, what)) = MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        return Err(unsupported(what));
    }
    if let Some(content) = of_file(bytes) {
        return Ok(content);
    }
    let declared = content_type.map(essence);
    let by_type = declared.as_deref().and_then(|declared| find(BY_TYPE, declared));
    let by_name = extension(url).and_then(|extension| find(BY_NAME, &extension));
    let sniffed = match (by_type, by_name, declared.as_deref()) {
        (Some(content), _, _) => Some(content),
        // A server that only says "text" knows less than the file name does.
        (None, Some(content), None | Some("text/plain" | "application/octet-stream")) => Some(content),
        (None, Some(content), Some(declared)) if is_text_type(declared) => Some(content),
        (None, None, Some("text/plain")) => Some(Content::Plain),
        (None, _, Some(declared)) if !is_text_type(declared) && declared != "application/octet-stream" => {
            return Err(unsupported(&format!("of the type {}", printable(declared))));
        }
        (None, _, _) => None,
    };
    if looks_binary(bytes) {
        return Err(unsupported("a file of bytes that are not text"));
    }
    if is_feed(&start_of(bytes))
        && !matches!(by_type, Some(Content::Json | Content::JsonLines | Content::Delimited))
    {
        return Ok(Content::Feed);
    }
    Ok(match sniffed {
        // The address of a script, such as `.php`, names its language, but the script returns HTML.
        Some(Content::Code) if by_type.is_none() && by_content(bytes) == Content::Html => Content::Html,
        Some(content) => content,
        None => by_content(bytes),
    })
}

/// File formats that contain text between binary data. Some PDFs start with a few stray bytes.
fn of_file(bytes: &[u8]) -> Option<Content> {
    let start = &bytes[..bytes.len().min(1_024)];
    if bytes.starts_with(b"PK\x03\x04") {
        return Some(Content::Archive);
    }
    let is_pdf =
        bytes.starts_with(b"%PDF-") || looks_binary(bytes) && start.windows(5).any(|at| at == b"%PDF-");
    is_pdf.then_some(Content::Pdf)
}

/// The media type in lower case, without parameters.
fn essence(content_type: &str) -> String {
    content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

fn is_text_type(declared: &str) -> bool {
    declared.is_empty()
        || declared.starts_with("text/")
        || declared.ends_with("+xml")
        || declared.ends_with("+json")
        || matches!(
            declared,
            "application/xml" | "application/javascript" | "application/x-sh" | "application/toml"
        )
}

fn printable(declared: &str) -> String {
    declared.chars().filter(char::is_ascii_graphic).take(80).collect()
}

fn find(table: &[(Content, &[&str])], key: &str) -> Option<Content> {
    table.iter().find(|(_, keys)| keys.contains(&key)).map(|(content, _)| *content)
}

fn extension(url: &str) -> Option<String> {
    let url = Url::parse(url).ok()?;
    let name = url.path_segments()?.next_back()?.to_owned();
    let (_, extension) = name.rsplit_once('.')?;
    Some(extension.to_ascii_lowercase())
}

/// Text contains no NUL bytes, except in UTF-16, which shows in its byte order mark or in every other byte
/// being NUL.
fn looks_binary(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(4_096)];
    if start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff") {
        return false;
    }
    let nul = |offset: usize| start.iter().skip(offset).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = (nul(0), nul(1));
    let half = start.len() / 2;
    let wide = (even == 0 && odd * 3 > half * 2) || (odd == 0 && even * 3 > half * 2);
    let controls = start.iter().filter(|byte| matches!(byte, 1..=8 | 14..=26 | 28..=31)).count();
    !wide && (even + odd > 0 || controls * 10 > start.len())
}

/// The first characters, in lower case.
fn start_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(1_024)]).to_ascii_lowercase()
}

fn by_content(bytes: &[u8]) -> Content {
    let start = start_of(bytes);
    let start = start.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}' || c == '\0');
    let tags = [
        "<!doctype html",
        "<html",
        "<head",
        "<body",
        "<div",
        "<p>",
        "<meta",
        "<title",
        "<!--",
        "<?xml",
        "<h1",
    ];
    if tags.iter().any(|tag| start.starts_with(tag)) || start.contains("<html") || start.contains("<body") {
        return Content::Html;
    }
    if start.starts_with(['{', '[']) && serde_json::from_slice::<serde::de::IgnoredAny>(bytes).is_ok() {
        return Content::Json;
    }
    if start.starts_with("# ") && start.contains("\n\n") { Content::Markdown } else { Content::Plain }
}

fn unsupported(what: &str) -> Failure {
    Failure::skip(FailureReason::UnsupportedType, format!("This is {what}, which is not read."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sniffed(bytes: &[u8], name: &str, declared: Option<&str>) -> Option<Content> {
        sniff(bytes, &format!("https://example.org/{name}"), declared).ok()
    }

    #[test]
    fn the_declared_type_goes_before_the_name_and_the_name_before_a_look() {
        assert_eq!(sniffed(b"a,b", "x.csv", Some("text/html; charset=utf-8")), Some(Content::Html));
        assert_eq!(sniffed(b"a,b", "x.csv", Some("text/plain")), Some(Content::Delimited));
        assert_eq!(sniffed(b"a,b", "x.TSV?y=1", None), Some(Content::Delimited));
        assert_eq!(sniffed(b"\n <!DOCTYPE HTML><p>", "x", None), Some(Content::Html));
        assert_eq!(sniffed(b"{\"a\": [1]}", "x", None), Some(Content::Json));
        assert_eq!(sniffed(b"fn main() {}", "main.rs", Some("text/x-rust")), Some(Content::Code));
        assert_eq!(sniffed(b"<!doctype html><p>words", "page.php", None), Some(Content::Html));
        assert_eq!(sniffed(b"words", "x", None), Some(Content::Plain));
        assert_eq!(
            sniffed(b"h\0i\0 \0y\0o\0u\0", "x.txt", None),
            Some(Content::Plain),
            "UTF-16 without a mark"
        );
    }

    #[test]
    fn binary_content_is_refused_by_kind() {
        assert_eq!(sniffed(b"%PDF-1.7", "x.html", Some("text/html")), Some(Content::Pdf));
        assert_eq!(sniffed(b"PK\x03\x04", "x.docx", None), Some(Content::Archive));
        assert_eq!(sniffed(b"\x89PNG\r\n", "x", None), None);
        assert_eq!(sniffed(b"ab\0\0\x01\x02cd\0", "x", None), None);
        assert_eq!(sniffed(b"whatever", "x", Some("video/mp4")), None);
        let failure = sniff(b"GIF89a", "file:///x.pdf", None).expect_err("not read");
        assert_eq!(failure.reason, FailureReason::UnsupportedType);
        assert_eq!(failure.detail, "This is a picture, which is not read.");
    }
}
