//! Splits HTML into tags and text in a single forward pass.
//!
//! It follows the HTML standard's tokenizer where pages rely on it (raw text, unclosed comments, unquoted
//! attributes) and is otherwise kept short. Its cost is linear for any input, which is why it runs before the
//! parsers that build a full DOM.

use super::entities;
use std::borrow::Cow;

/// Further attributes of a tag are dropped.
const MAX_ATTRIBUTES: usize = 48;
/// In bytes. Longer values are dropped; none that matters here is this long.
const MAX_VALUE: usize = 4_096;

/// Elements whose content is text up to their own end tag.
const RAW: &[&str] = &["script", "style", "title", "textarea", "xmp", "noembed", "noframes", "iframe"];
/// Elements whose content is never used; skipped entirely if they have an end tag.
const SKIPPED: &[&str] = &["svg", "template", "canvas", "object", "audio", "video"];

#[derive(Debug)]
pub enum Token<'a> {
    Text(&'a str),
    Start(Start<'a>),
    End(Cow<'a, str>),
    /// The content of the raw element just started, with references not decoded.
    Raw(&'a str),
}

#[derive(Debug)]
pub struct Start<'a> {
    /// In lower case.
    pub name: Cow<'a, str>,
    pub attributes: Vec<Attribute<'a>>,
    pub self_closing: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute<'a> {
    pub name: Cow<'a, str>,
    pub value: Cow<'a, str>,
}

pub struct Tokenizer<'a> {
    source: &'a str,
    at: usize,
    /// The raw element whose content comes next.
    raw: Option<&'static str>,
    /// Elements known to have no further end tag, so that the search is not repeated.
    endless: Vec<&'static str>,
    /// Number of attributes seen so far, including dropped ones.
    pub attributes: usize,
    /// Scripts are enabled: `noscript` content is skipped.
    scripts: bool,
}

impl<'a> Tokenizer<'a> {
    pub fn new(source: &'a str, scripts: bool) -> Self {
        Self { source, at: 0, raw: None, endless: Vec::new(), attributes: 0, scripts }
    }

    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    /// Consumes text up to `end` bytes from here.
    fn take(&mut self, end: usize) -> &'a str {
        let text = &self.source[self.at..self.at + end];
        self.at += end;
        text
    }

    fn skip_past(&mut self, end: &str) {
        self.at += self.rest().find(end).map_or(self.rest().len(), |at| at + end.len());
    }

    /// Skips comments, declarations and processing instructions.
    fn skip_markup(&mut self) {
        let rest = self.rest();
        if rest.starts_with("<!-->") || rest.starts_with("<!--->") {
            self.skip_past(">");
        } else if rest.starts_with("<!--") {
            self.at += 4;
            self.skip_past("-->");
        } else if rest.starts_with("<![CDATA[") && self.source.trim_start().starts_with("<?xml") {
            // In HTML, such a section ends at its first `>`, like any bogus comment.
            self.skip_past("]]>");
        } else {
            self.skip_past(">");
        }
    }

    fn start_tag(&mut self) -> Start<'a> {
        self.at += 1;
        let name = lowered(self.name());
        let mut attributes = Vec::new();
        let self_closing = self.attributes(&mut attributes);
        self.raw = RAW.iter().find(|raw| **raw == name).copied().filter(|_| !self_closing);
        if !self_closing {
            let unscripted = (self.scripts && name == "noscript").then_some("noscript");
            if let Some(skipped) = SKIPPED.iter().find(|skipped| **skipped == name).copied().or(unscripted) {
                self.skip_element(skipped);
            }
        }
        Start { name, attributes, self_closing }
    }

    fn name(&mut self) -> &'a str {
        let end = self.rest().find(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>'));
        self.take(end.unwrap_or(self.rest().len()))
    }

    /// Reads attributes up to and including the `>`. Returns whether the tag is self-closing.
    fn attributes(&mut self, attributes: &mut Vec<Attribute<'a>>) -> bool {
        loop {
            let rest = self.rest().trim_start_matches(|c: char| c.is_ascii_whitespace());
            self.at = self.source.len() - rest.len();
            match rest.as_bytes().first() {
                None => return false,
                Some(b'>') => {
                    self.at += 1;
                    return false;
                }
                Some(b'/') => {
                    self.at += 1;
                    if self.rest().starts_with('>') {
                        self.at += 1;
                        return true;
                    }
                }
                Some(_) => {
                    let (name, value) = self.attribute();
                    self.attributes += 1;
                    if attributes.len() < MAX_ATTRIBUTES && value.len() <= MAX_VALUE && is_kept(name) {
                        attributes.push(Attribute { name: lowered(name), value: entities::decode(value) });
                    }
                }
            }
        }
    }

    fn attribute(&mut self) -> (&'a str, &'a str) {
        // A name may start with `=`, and ends before the next one.
        let first = self.rest().chars().next().map_or(0, char::len_utf8);
        let end = self.rest()[first..]
            .find(|c: char| c.is_ascii_whitespace() || matches!(c, '=' | '/' | '>'))
            .map_or(self.rest().len(), |end| first + end);
        let name = self.take(end);
        let after = self.rest().trim_start_matches(|c: char| c.is_ascii_whitespace());
        let Some(value) = after.strip_prefix('=') else { return (name, "") };
        let value = value.trim_start_matches(|c: char| c.is_ascii_whitespace());
        self.at = self.source.len() - value.len();
        match value.as_bytes().first() {
            Some(quote @ (b'"' | b'\'')) => {
                self.at += 1;
                let end = self.rest().find(char::from(*quote));
                let value = self.take(end.unwrap_or(self.rest().len()));
                self.at += usize::from(end.is_some());
                (name, value)
            }
            Some(_) | None => {
                let end = value.find(|c: char| c.is_ascii_whitespace() || c == '>');
                (name, self.take(end.unwrap_or(value.len())))
            }
        }
    }

    /// Skips the content of an element, including nested elements of the same name.
    fn skip_element(&mut self, name: &'static str) {
        if self.endless.contains(&name) {
            return;
        }
        let (mut at, mut depth) = (0, 1_usize);
        let rest = self.rest();
        while depth > 0 {
            let Some(open) = rest[at..].find('<') else {
                self.endless.push(name);
                return;
            };
            at += open + 1;
            let tag = rest[at..].strip_prefix('/');
            if starts_with_name(tag.unwrap_or(&rest[at..]), name) {
                match tag {
                    Some(_) => depth -= 1,
                    None => depth += 1,
                }
            }
        }
        // The end tag itself is read as a token.
        self.at += at - 1;
    }

    fn raw_text(&mut self, name: &str) -> &'a str {
        let rest = self.rest();
        let mut at = 0;
        while let Some(open) = rest[at..].find("</") {
            at += open;
            if starts_with_name(&rest[at + 2..], name) {
                return self.take(at);
            }
            at += 2;
        }
        self.take(rest.len())
    }
}

impl<'a> Iterator for Tokenizer<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        if let Some(name) = self.raw.take() {
            return Some(Token::Raw(self.raw_text(name)));
        }
        loop {
            let rest = self.rest().as_bytes();
            match rest {
                [] => return None,
                [b'<', b'a'..=b'z' | b'A'..=b'Z', ..] => return Some(Token::Start(self.start_tag())),
                [b'<', b'/', b'a'..=b'z' | b'A'..=b'Z', ..] => {
                    self.at += 2;
                    let name = lowered(self.name());
                    self.skip_past(">");
                    return Some(Token::End(name));
                }
                [b'<', b'!' | b'?' | b'/', ..] => self.skip_markup(),
                _ => {
                    // A `<` that starts no tag is text.
                    let skip = usize::from(rest[0] == b'<');
                    let end = self.rest()[skip..].find('<').map_or(rest.len(), |end| end + skip);
                    return Some(Token::Text(self.take(end)));
                }
            }
        }
    }
}

/// Whether an attribute can matter to the text. The rest are dropped: they make up most of a modern page.
fn is_kept(name: &str) -> bool {
    let starts = |start: &str| name.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start));
    let telling = || {
        ["data-component", "data-testid", "data-utime", "data-target", "data-bs-target"]
            .iter()
            .any(|known| starts(known))
    };
    if starts("on") || starts("src") || name.len() > 64 {
        return false;
    }
    !starts("data-") || telling()
}

fn lowered(name: &str) -> Cow<'_, str> {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(name)
    }
}

fn starts_with_name(text: &str, name: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() >= name.len()
        && bytes[..name.len()].eq_ignore_ascii_case(name.as_bytes())
        && bytes.get(name.len()).is_none_or(|next| next.is_ascii_whitespace() || matches!(next, b'>' | b'/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(source: &str) -> String {
        let mut out = String::new();
        for token in Tokenizer::new(source, true) {
            match token {
                Token::Text(text) => out.push_str(text),
                Token::Raw(text) => out.push_str(&format!("{{{text}}}")),
                Token::End(name) => out.push_str(&format!("[/{name}]")),
                Token::Start(start) => {
                    out.push_str(&format!("[{}", start.name));
                    for attribute in &start.attributes {
                        out.push_str(&format!(" {}={}", attribute.name, attribute.value));
                    }
                    out.push_str(if start.self_closing { "/]" } else { "]" });
                }
            }
        }
        out
    }

    #[test]
    fn tags_attributes_and_raw_text() {
        assert_eq!(
            written("<P Class='a b' id=x hidden>1 < 2 &amp; 3</P><br/>"),
            "[p class=a b id=x hidden=]1 < 2 &amp; 3[/p][br/]"
        );
        assert_eq!(written("<script>if (a<b) '</p>'</SCRIPT >x"), "[script]{if (a<b) '</p>'}[/script]x");
        assert_eq!(written("a<!-- <p> -->b<!DOCTYPE html>c<?xml ?>d<!-->e"), "abcde");
        assert_eq!(written("a<![CDATA[<i>b]]>"), "ab]]>");
        assert_eq!(written("<?xml version='1.0'?>a<![CDATA[<i>b]]>c"), "ac");
        assert_eq!(written("<svg><svg>x</svg>y</svg>z<svg>w"), "[svg][/svg]z[svg]w");
        assert_eq!(written("<a href=\"x&amp;y\" href2 = 'z'>"), "[a href=x&y href2=z]");
    }

    #[test]
    fn broken_markup_ends_quietly() {
        assert_eq!(written("<a href=\"x"), "[a href=x]");
        assert_eq!(written("<title>x"), "[title]{x}");
        assert_eq!(written("text <"), "text <");
        assert_eq!(written("</>a</ b>c<!--d"), "ac");
        assert_eq!(written("<a =x ==y>"), "[a =x==y]");
    }
}
