//! Parses small XML responses into a tree. Their size is limited before they get here, their depth here.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// An element, without its namespace prefix.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Element {
    pub name: String,
    pub attributes: Vec<(String, String)>,
    /// Text and child elements, in order.
    pub inside: Vec<Inside>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Inside {
    Text(String),
    Element(Element),
}

/// Maximum depth in elements; no genuine response is deeper.
const MAX_DEPTH: usize = 60;

/// Why a response cannot be used as XML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoTree {
    CutOff,
    Broken,
}

/// The root element of a response.
pub(crate) fn parse(body: &[u8]) -> Result<Element, NoTree> {
    let mut reader = Reader::from_reader(body);
    reader.config_mut().expand_empty_elements = true;
    let mut open: Vec<Element> = Vec::new();
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        match reader.read_event_into(&mut buffer) {
            Ok(Event::Start(start)) => {
                if open.len() >= MAX_DEPTH {
                    return Err(NoTree::Broken);
                }
                open.push(element(&start));
            }
            Ok(Event::End(_)) => {
                let Some(closed) = open.pop() else { return Err(NoTree::Broken) };
                match open.last_mut() {
                    Some(parent) => parent.inside.push(Inside::Element(closed)),
                    None => return Ok(closed),
                }
            }
            Ok(Event::Text(text)) => add(&mut open, &text.decode().unwrap_or_default()),
            Ok(Event::CData(text)) => add(&mut open, &text.decode().unwrap_or_default()),
            Ok(Event::GeneralRef(sign)) => {
                let name = sign.decode().unwrap_or_default();
                let character = match (name.as_ref(), sign.resolve_char_ref()) {
                    (_, Ok(Some(character))) => character.to_string(),
                    ("lt", _) => "<".to_owned(),
                    ("gt", _) => ">".to_owned(),
                    ("amp", _) => "&".to_owned(),
                    ("quot", _) => "\"".to_owned(),
                    ("apos", _) => "'".to_owned(),
                    (_, _) => " ".to_owned(),
                };
                add(&mut open, &character);
            }
            Ok(Event::Eof) => return Err(NoTree::CutOff),
            Ok(Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_)) => {}
            Err(quick_xml::Error::Syntax(_)) => return Err(NoTree::CutOff),
            Err(_) => return Err(NoTree::Broken),
        }
    }
}

fn element(start: &BytesStart<'_>) -> Element {
    let local = |name: &[u8]| String::from_utf8_lossy(name).into_owned();
    let attributes = start.attributes().flatten().map(|attribute| {
        let value = attribute.unescape_value().map(|value| value.into_owned()).unwrap_or_default();
        (local(attribute.key.local_name().as_ref()), value)
    });
    Element { attributes: attributes.collect(), name: local(start.local_name().as_ref()), inside: Vec::new() }
}

fn add(open: &mut [Element], text: &str) {
    let Some(element) = open.last_mut() else { return };
    match element.inside.last_mut() {
        Some(Inside::Text(known)) => known.push_str(text),
        Some(Inside::Element(_)) | None => element.inside.push(Inside::Text(text.to_owned())),
    }
}

impl Element {
    /// Direct children with this name.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Element> {
        self.inside.iter().filter_map(move |inside| match inside {
            Inside::Element(element) if element.name == name => Some(element),
            Inside::Element(_) | Inside::Text(_) => None,
        })
    }

    /// The first element at a path of names.
    pub fn at(&self, path: &[&str]) -> Option<&Element> {
        let mut place = self;
        for name in path {
            place = place.inside.iter().find_map(|inside| match inside {
                Inside::Element(element) if element.name == *name => Some(element),
                Inside::Element(_) | Inside::Text(_) => None,
            })?;
        }
        Some(place)
    }

    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// All text inside, without markup, with whitespace collapsed.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.collect(&mut text);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn collect(&self, into: &mut String) {
        for inside in &self.inside {
            match inside {
                Inside::Text(text) => into.push_str(text),
                Inside::Element(element) => element.collect(into),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_signs_inside_a_text_are_read() {
        let root =
            parse(b"<?xml version='1.0'?><a:r x='1 &amp; 2'><t>H<sub>2</sub>O &lt; &#946;</t><e/></a:r>")
                .expect("a tree");
        assert_eq!((root.name.as_str(), root.attribute("x")), ("r", Some("1 & 2")));
        assert_eq!(root.at(&["t"]).map(Element::text).as_deref(), Some("H2O < β"));
        assert!(root.at(&["e"]).is_some() && root.at(&["t", "e"]).is_none());
    }

    #[test]
    fn malformed_and_too_deep_xml_are_distinguished() {
        assert_eq!(parse(b"<a><b>text"), Err(NoTree::CutOff));
        assert_eq!(parse(b""), Err(NoTree::CutOff));
        assert!(parse("<a>".repeat(200).as_bytes()).is_err());
    }
}
