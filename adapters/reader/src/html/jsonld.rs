//! Structured data in a page's JSON-LD.

use super::tree::{NodeId, ROOT, Tree, is_json_ld};
use crate::text::{Block, has_words};
use serde_json::Value;
use std::collections::HashSet;

/// Objects beyond this number are ignored.
const MAX_OBJECTS: usize = 2_000;

/// All JSON-LD objects of a page, including nested ones, parents first.
#[derive(Debug, Default)]
pub struct JsonLd(Vec<Value>);

impl JsonLd {
    /// Ignores scripts that are not valid JSON.
    pub fn of(tree: &Tree<'_>) -> Self {
        let is_data = |node: &NodeId| {
            tree.name(*node) == "script" && tree.attribute(*node, "type").is_some_and(is_json_ld)
        };
        let scripts = tree.descendants(ROOT).filter(is_data);
        Self(scripts.filter_map(|node| parsed(&tree.text_of(node))).collect())
    }

    /// All objects of one of these types.
    pub fn of_type<'s>(&'s self, wanted: &'s [&str]) -> impl Iterator<Item = &'s Value> {
        self.objects().into_iter().filter(move |object| types(object).any(|name| wanted.contains(&name)))
    }

    /// The types of the page's main subject.
    pub fn top_types(&self) -> Vec<String> {
        let lists = self
            .0
            .iter()
            .flat_map(|value| value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice));
        let graphs = lists.flat_map(|value| {
            value.get("@graph").and_then(Value::as_array).map_or(std::slice::from_ref(value), Vec::as_slice)
        });
        graphs.flat_map(types).map(str::to_owned).collect()
    }

    /// The description of the product that the page sells, without tags.
    pub fn product_description(&self) -> Option<String> {
        let mut products = self.of_type(&["Product", "ProductGroup"]);
        let description = products.find_map(|product| product.get("description")?.as_str())?;
        Some(without_tags(description)).filter(|text| has_words(text))
    }

    /// Whether this is the name of a person, and of nothing else.
    pub fn is_person(&self, name: &str) -> bool {
        let mut named = self.objects().into_iter().filter(|object| name_of(object) == Some(name)).peekable();
        named.peek().is_some() && named.all(|object| types(object).any(|kind| kind == "Person"))
    }

    /// The price of the product that the page sells, or the lowest of its kinds: "12.50 EUR".
    pub fn offer(&self) -> Option<String> {
        let mut products = self.of_type(&["Product", "ProductGroup"]);
        let offer = products.find_map(|product| match product.get("offers")? {
            Value::Array(offers) => offers.first(),
            offer => Some(offer),
        })?;
        let of = |name: &str| {
            let place = || offer.get("priceSpecification").map(|place| place.get(0).unwrap_or(place));
            let value = offer.get(name).or_else(|| place()?.get(name))?;
            Some(value.as_str().map_or_else(|| value.to_string(), |text| text.trim().to_owned()))
        };
        let price = of("price").or_else(|| of("lowPrice"))?;
        let is_amount = price.bytes().any(|byte| byte.is_ascii_digit()) && price.len() <= 16;
        is_amount.then(|| format!("{price} {}", of("priceCurrency").unwrap_or_default()))
    }

    /// The text of the page's article or posts, each post after its author and date.
    pub fn text(&self) -> Vec<Block> {
        let written = |object: &Value| {
            types(object).any(|name| {
                name.ends_with("Article")
                    || name.ends_with("Posting")
                    || matches!(name, "Question" | "Answer" | "Comment")
            })
        };
        let mut blocks = Vec::new();
        if self.is_paid() {
            return blocks;
        }
        let mut seen = HashSet::new();
        for object in self.objects().into_iter().filter(|object| written(object)) {
            let of = |name: &str| object.get(name).and_then(Value::as_str).map(str::trim);
            let Some(text) = of("articleBody").or_else(|| of("text")).filter(|text| has_words(text)) else {
                continue;
            };
            if !seen.insert(text) {
                continue;
            }
            let author =
                object.get("author").and_then(name_of).filter(|_| object.get("articleBody").is_none());
            let date = of("datePublished").or_else(|| of("dateCreated")).and_then(|date| date.get(..10));
            let said: Vec<&str> =
                author.into_iter().flat_map(|author| [Some(author), date]).flatten().collect();
            blocks.extend((!said.is_empty()).then(|| Block::Paragraph(said.join(", "))));
            let text = without_tags(text);
            blocks.extend(
                text.split('\n').filter(|line| has_words(line)).map(|line| Block::Paragraph(line.to_owned())),
            );
        }
        blocks
    }

    /// Whether the page says that it is paywalled.
    fn is_paid(&self) -> bool {
        let denies = |value: &Value| match value {
            Value::Bool(free) => !free,
            Value::String(free) => free.to_ascii_lowercase().ends_with("false"),
            Value::Null | Value::Number(_) | Value::Array(_) | Value::Object(_) => false,
        };
        self.objects().iter().any(|object| object.get("isAccessibleForFree").is_some_and(denies))
    }

    fn objects(&self) -> Vec<&Value> {
        let mut found = Vec::new();
        let mut open: Vec<&Value> = self.0.iter().rev().collect();
        while let Some(value) = open.pop() {
            match value {
                Value::Array(values) => open.extend(values.iter().rev()),
                Value::Object(fields) => {
                    if found.len() == MAX_OBJECTS {
                        break;
                    }
                    found.push(value);
                    let inner: Vec<&Value> =
                        fields.values().filter(|value| value.is_object() || value.is_array()).collect();
                    open.extend(inner.into_iter().rev());
                }
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
            }
        }
        found
    }
}

/// The name of a person, or of the first of several.
fn name_of(value: &Value) -> Option<&str> {
    match value {
        Value::String(name) => Some(name),
        Value::Array(people) => people.first().and_then(name_of),
        Value::Object(person) => person.get("name")?.as_str(),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// Parses a script as JSON. Some tools leave line breaks inside strings, or add a comment or semicolon around
/// it.
fn parsed(script: &str) -> Option<Value> {
    let script = script.trim().trim_start_matches("<!--").trim_end_matches("-->").trim();
    serde_json::from_str(script).ok().or_else(|| {
        serde_json::from_str(script.replace(char::is_control, " ").trim_end().trim_end_matches(';')).ok()
    })
}

fn types(object: &Value) -> impl Iterator<Item = &str> {
    let kind = object.get("@type");
    let many = kind.and_then(Value::as_array).into_iter().flatten();
    let names = kind.into_iter().chain(many).filter_map(Value::as_str);
    names.map(|name| name.rsplit(['/', '#', ':']).next().unwrap_or(name))
}

/// Strips HTML tags; ends of blocks become line breaks.
fn without_tags(text: &str) -> String {
    let text = html_escape::decode_html_entities(text);
    let mut pieces = text.split('<');
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        match piece.split_once('>') {
            Some((tag, rest)) => {
                let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
                let ends =
                    super::names::is_block(&name.to_ascii_lowercase()) || name.eq_ignore_ascii_case("br");
                out.push_str(if ends { "\n" } else { "" });
                out.push_str(rest);
            }
            None => out.push_str(piece),
        }
    }
    html_escape::decode_html_entities(&out).into_owned()
}
