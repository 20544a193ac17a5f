//! JSON and JSON Lines, rendered as lists and tables that a person can read and quote.
//!
//! Values stay in file order. Input that does not parse is read as plain text, with a warning; of a truncated
//! file, the part before the cut is kept.

use crate::parse::Draft;
use crate::text::Block;
use gorkd_core::model::DocumentKind;
use serde::Deserializer;
use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use std::cell::{Cell, RefCell};
use std::fmt;

/// Maximum number of values kept per file.
const MAX_VALUES: usize = 400_000;
/// Maximum number of members with which a list of objects is still rendered as a table.
const MAX_COLUMNS: usize = 24;

pub fn read(source: &str, cut: bool) -> Draft {
    let mut draft = Draft { kind: DocumentKind::Data, ..Draft::default() };
    let mut tape = Tape::new(cut);
    match tape.parse(source) {
        Ok(value) => write(&value, &mut draft.blocks),
        Err(error) => as_text(source, &error, &mut draft),
    }
    tape.add_warnings(&mut draft);
    draft
}

/// Reads one value per line. Lines that do not parse are counted and skipped.
pub fn read_lines(source: &str, cut: bool) -> Draft {
    let mut draft = Draft { kind: DocumentKind::Data, ..Draft::default() };
    let mut tape = Tape::new(false);
    let mut lines: Vec<&str> = source.lines().filter(|line| !line.trim().is_empty()).collect();
    if cut {
        lines.pop();
    }
    let (mut values, mut broken) = (Vec::new(), 0_u32);
    for line in lines {
        match tape.parse(line) {
            Ok(value) => values.push(value),
            Err(_) => broken += 1,
        }
        if tape.incomplete {
            break;
        }
    }
    write(&Value::List(values), &mut draft.blocks);
    if broken > 0 {
        draft.warnings.push(match broken {
            1 => "One line is not valid JSON and was left out.".to_owned(),
            _ => format!("{broken} lines are not valid JSON and were left out."),
        });
    }
    tape.add_warnings(&mut draft);
    draft
}

#[derive(Debug)]
enum Value {
    /// A string, number, boolean or null as written.
    Scalar(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

enum Token {
    Scalar(String),
    List,
    Object,
    Key(String),
    /// Closes the innermost open list or object.
    End,
}

/// The tokens seen so far, in order. Unlike a value under construction, they survive a parse that stops
/// early.
struct Tape {
    tokens: RefCell<Vec<Token>>,
    /// How many more values may be kept.
    left: Cell<usize>,
    /// The input is only the first part of the file.
    cut: bool,
    incomplete: bool,
}

impl Tape {
    fn new(cut: bool) -> Self {
        Self { tokens: RefCell::default(), left: Cell::new(MAX_VALUES), cut, incomplete: false }
    }

    fn parse(&mut self, source: &str) -> Result<Value, serde_json::Error> {
        let mut json = serde_json::Deserializer::from_str(source);
        let result = Seed(self).deserialize(&mut json).and_then(|()| json.end());
        let tokens = self.tokens.take();
        if let Err(error) = result {
            if self.left.get() > 0 && !(self.cut && error.is_eof()) {
                return Err(error);
            }
            self.incomplete = true;
        }
        Ok(build(&mut tokens.into_iter()).unwrap_or_else(|| Value::List(Vec::new())))
    }

    fn push(&self, token: Token) {
        self.tokens.borrow_mut().push(token);
    }

    fn add_warnings(&self, draft: &mut Draft) {
        draft.truncated |= self.incomplete;
        if self.incomplete && self.left.get() == 0 {
            draft.warnings.push(format!("Only the first {MAX_VALUES} values of the file were read."));
        }
    }
}

/// Builds the next value from a tape. Unclosed lists and objects are closed. Returns `None` at an end token.
fn build(tokens: &mut impl Iterator<Item = Token>) -> Option<Value> {
    match tokens.next()? {
        Token::Scalar(text) => Some(Value::Scalar(text)),
        Token::List => Some(Value::List(std::iter::from_fn(|| build(tokens)).collect())),
        Token::Object => {
            let mut members = Vec::new();
            while let Some(Token::Key(key)) = tokens.next() {
                let Some(value) = build(tokens) else { break };
                members.push((key, value));
            }
            Some(Value::Object(members))
        }
        Token::Key(_) | Token::End => None,
    }
}

#[derive(Clone, Copy)]
struct Seed<'a>(&'a Tape);

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let left = self.0.left.get();
        if left == 0 {
            // Returning an error is the only way to stop the parser; the tape keeps what was read.
            return Err(D::Error::custom("enough"));
        }
        self.0.left.set(left - 1);
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<(), E> {
        self.0.push(Token::Scalar(value.to_string()));
        Ok(())
    }

    fn visit_i64<E>(self, value: i64) -> Result<(), E> {
        self.0.push(Token::Scalar(value.to_string()));
        Ok(())
    }

    fn visit_u64<E>(self, value: u64) -> Result<(), E> {
        self.0.push(Token::Scalar(value.to_string()));
        Ok(())
    }

    fn visit_f64<E>(self, value: f64) -> Result<(), E> {
        self.0.push(Token::Scalar(value.to_string()));
        Ok(())
    }

    fn visit_str<E>(self, value: &str) -> Result<(), E> {
        self.0.push(Token::Scalar(value.to_owned()));
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.0.push(Token::Scalar("null".to_owned()));
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        self.0.push(Token::List);
        while items.next_element_seed(self)?.is_some() {}
        self.0.push(Token::End);
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        self.0.push(Token::Object);
        while let Some(key) = members.next_key::<String>()? {
            self.0.push(Token::Key(key));
            members.next_value_seed(self)?;
        }
        self.0.push(Token::End);
        Ok(())
    }
}

fn write(value: &Value, blocks: &mut Vec<Block>) {
    match value {
        Value::Scalar(text) => blocks.push(Block::Paragraph(text.clone())),
        Value::List(items) => match table(items) {
            Some(rows) => blocks.push(Block::Table(rows)),
            None => items.iter().for_each(|item| write_item("", item, 0, blocks)),
        },
        Value::Object(members) => {
            for (key, value) in members {
                match value {
                    // A list item cannot contain a table, so the table gets a heading instead.
                    Value::List(items) if table(items).is_some() => {
                        blocks.push(Block::Heading(2, key.clone()));
                        write(value, blocks);
                    }
                    Value::Scalar(_) | Value::List(_) | Value::Object(_) => write_item(key, value, 0, blocks),
                }
            }
        }
    }
}

fn write_item(key: &str, value: &Value, depth: usize, blocks: &mut Vec<Block>) {
    let mut item = |text: String| blocks.push(Block::Item { depth, number: None, text });
    match value {
        Value::Scalar(text) if key.is_empty() => item(text.clone()),
        Value::Scalar(text) => item(format!("{key}: {text}")),
        Value::List(items) => match scalars(items) {
            Some(line) if key.is_empty() => item(line),
            Some(line) => item(format!("{key}: {line}")),
            None => {
                item(if key.is_empty() { "list:".to_owned() } else { format!("{key}:") });
                items.iter().for_each(|inner| write_item("", inner, depth + 1, blocks));
            }
        },
        Value::Object(members) => {
            // An object in a list starts with its first member; the others go below it.
            let (first, rest) = match members.split_first() {
                Some(((name, Value::Scalar(text)), rest)) if key.is_empty() => {
                    (format!("{name}: {text}"), rest)
                }
                Some(_) | None => (
                    if key.is_empty() { "object:".to_owned() } else { format!("{key}:") },
                    members.as_slice(),
                ),
            };
            item(first);
            rest.iter().for_each(|(name, inner)| write_item(name, inner, depth + 1, blocks));
        }
    }
}

/// Scalars on one line; `None` if there is anything else among them.
fn scalars(items: &[Value]) -> Option<String> {
    let texts: Option<Vec<&str>> = items
        .iter()
        .map(|item| match item {
            Value::Scalar(text) => Some(text.as_str()),
            Value::List(_) | Value::Object(_) => None,
        })
        .collect();
    texts.map(|texts| texts.join(", "))
}

/// Two or more flat objects with mostly the same members form a table, header first.
fn table(items: &[Value]) -> Option<Vec<Vec<String>>> {
    let mut columns: Vec<&str> = Vec::new();
    let mut filled = 0;
    for item in items {
        let Value::Object(members) = item else { return None };
        for (key, value) in members {
            let flat = match value {
                Value::Scalar(_) => true,
                Value::List(items) => scalars(items).is_some(),
                Value::Object(_) => false,
            };
            if !flat || (!columns.contains(&key.as_str()) && columns.len() == MAX_COLUMNS) {
                return None;
            }
            if !columns.contains(&key.as_str()) {
                columns.push(key);
            }
            filled += 1;
        }
    }
    if items.len() < 2 || columns.is_empty() || filled * 2 < items.len() * columns.len() {
        return None;
    }
    let mut rows = vec![columns.iter().map(|column| (*column).to_owned()).collect::<Vec<_>>()];
    for item in items {
        let Value::Object(members) = item else { continue };
        let cell = |column: &&str| match members.iter().find(|(key, _)| key == column) {
            Some((_, Value::Scalar(text))) => text.clone(),
            Some((_, Value::List(items))) => scalars(items).unwrap_or_default(),
            Some((_, Value::Object(_))) | None => String::new(),
        };
        rows.push(columns.iter().map(cell).collect());
    }
    Some(rows)
}

fn as_text(source: &str, error: &serde_json::Error, draft: &mut Draft) {
    draft.warnings.push(format!(
        "The file is not valid JSON (line {}, column {}); it was read as plain text.",
        error.line(),
        error.column()
    ));
    draft.blocks.push(Block::code(source));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::render;

    fn text_of(draft: &Draft) -> String {
        render(&draft.blocks, 10_000_000).text
    }

    #[test]
    fn objects_become_lists_and_flat_rows_become_tables() {
        let source = r#"{"name": "gadget", "size": 1.50, "tags": ["a", "b"], "maker": {"city": "Oslo", "open": true},
                        "rows": [{"k": 1, "v": "x"}, {"k": 2, "v": null}], "mixed": [{"a": 1, "b": {"c": 2}}, 3]}"#;
        let text = "- name: gadget\n- size: 1.5\n- tags: a, b\n- maker:\n  - city: Oslo\n  - open: true\n\n## rows\n\n\
                    | k | v |\n| --- | --- |\n| 1 | x |\n| 2 | null |\n\n- mixed:\n  - a: 1\n    - b:\n      - c: 2\n  - 3";
        assert_eq!(text_of(&read(source, false)), text);
    }

    #[test]
    fn lines_of_json_are_a_table_too() {
        let draft = read_lines("{\"a\":1,\"b\":2}\nnonsense\n{\"a\":3,\"b\":4}\n", false);
        assert_eq!(text_of(&draft), "| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |");
        assert_eq!(draft.warnings, ["One line is not valid JSON and was left out."]);
    }

    #[test]
    fn of_a_cut_file_the_first_part_is_kept() {
        let draft = read(r#"{"a": 1, "list": [1, 2, {"x": "y"#, true);
        assert_eq!(text_of(&draft), "- a: 1\n- list:\n  - 1\n  - 2\n  - object:");
        assert!(draft.truncated);
    }

    #[test]
    fn invalid_json_is_read_as_text() {
        let draft = read("{a: 1, // comment\n}", false);
        assert_eq!(text_of(&draft), "```\n{a: 1, // comment\n}\n```");
        assert!(draft.warnings[0].contains("line 1"));
        let deep = read(&"[".repeat(100_000), false);
        assert!(deep.warnings[0].contains("not valid JSON"));
    }

    #[test]
    fn values_over_the_cap_are_left_out() {
        let draft = read(&format!("[{}1]", "1,".repeat(MAX_VALUES + 10)), false);
        assert!(draft.truncated);
        assert!(draft.warnings[0].contains("first 400000 values"));
    }
}
