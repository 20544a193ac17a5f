//! Reads JSON as models write it: unfinished, with a comma too many or too few, in quotes of any kind.
//!
//! Well-formed JSON is read as it is. Everything else is repaired with the smallest guess, which `whole` reports.
//! Nothing is ever an error, because a reply that is still being written must be readable, too.

use std::borrow::Cow;

/// A value with its fields in the order in which they were written.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// What was read, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Loose {
    pub value: Json,
    /// Nothing had to be guessed and nothing is missing.
    pub whole: bool,
    /// The text ended inside the value; its last text may still grow.
    pub open: bool,
    /// Bytes of the text that belong to the value.
    pub length: usize,
}

/// Nesting beyond which nothing more is read.
const DEEPEST: usize = 32;

/// Reads the value at the beginning of a text.
pub fn read(text: &str) -> Loose {
    let mut reader = Reader { text, at: 0, guessed: false, open: false };
    let value = reader.value(0);
    Loose { value, whole: !reader.guessed && !reader.open, open: reader.open, length: reader.at }
}

impl Json {
    /// The first field of an object whose name is one of `names`, whatever its case, dashes and underscores.
    pub fn get(&self, names: &[&str]) -> Option<&Json> {
        let Json::Object(fields) = self else { return None };
        names.iter().find_map(|name| fields.iter().find(|(field, _)| plain(field) == *name).map(|(_, v)| v))
    }

    pub fn as_text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A number, or a text that is one.
    pub fn as_number(&self) -> Option<f64> {
        match self {
            Json::Number(number) => Some(*number),
            Json::Text(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    /// A text, or a number as one.
    pub fn spelled(&self) -> Option<Cow<'_, str>> {
        match self {
            Json::Text(text) => Some(text.into()),
            Json::Number(number) => Some(number.to_string().into()),
            _ => None,
        }
    }
}

/// A field's name as names are compared: lower case, letters only.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    guessed: bool,
    open: bool,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn step(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Skips white space and comments.
    fn space(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let skipped = rest.len() - rest.trim_start().len();
            let rest = &rest[skipped..];
            self.at += skipped;
            let comment = match rest {
                rest if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
                rest if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
                _ => return,
            };
            self.guessed = true;
            self.at += comment;
        }
    }

    fn value(&mut self, depth: usize) -> Json {
        self.space();
        match self.peek() {
            None => {
                self.open = true;
                Json::Null
            }
            Some('{') if depth < DEEPEST => self.object(depth),
            Some('[') if depth < DEEPEST => self.list(depth),
            Some(quote) if closing(quote).is_some() => Json::Text(self.quoted(false)),
            Some(_) => self.bare(),
        }
    }

    fn object(&mut self, depth: usize) -> Json {
        self.at += 1;
        let mut fields = Vec::new();
        while !self.ends('}', fields.is_empty()) {
            let before = self.at;
            let name = match self.peek() {
                Some(quote) if closing(quote).is_some() => self.quoted(true),
                _ => self.bare_name(),
            };
            self.space();
            match self.peek() {
                Some(':') => {
                    self.at += 1;
                    let value = self.value(depth + 1);
                    fields.push((name, value));
                }
                None => self.open = true,
                Some(_) => {
                    self.guessed = true;
                    if self.at == before {
                        self.step();
                    }
                }
            }
            if self.open {
                break;
            }
        }
        Json::Object(fields)
    }

    fn list(&mut self, depth: usize) -> Json {
        self.at += 1;
        let mut items = Vec::new();
        while !self.ends(']', items.is_empty()) {
            let before = self.at;
            items.push(self.value(depth + 1));
            if self.open {
                break;
            }
            if self.at == before {
                self.guessed = true;
                self.step();
            }
        }
        Json::List(items)
    }

    /// Skips what is before an item of a list or an object; says whether there is none.
    fn ends(&mut self, close: char, first: bool) -> bool {
        self.commas(first);
        match self.peek() {
            None => self.open = true,
            Some(next) if next == close => self.at += 1,
            // A bracket of something further out: this one was never closed.
            Some(']' | '}') => self.guessed = true,
            Some(_) => return false,
        }
        true
    }

    /// Skips what is between two items. One comma is correct; none, or several, is a guess.
    fn commas(&mut self, first: bool) {
        self.space();
        let mut commas = 0;
        while self.peek() == Some(',') {
            self.at += 1;
            commas += 1;
            self.space();
        }
        let closes = matches!(self.peek(), Some(']' | '}') | None);
        if commas != usize::from(!first && !closes) {
            self.guessed = true;
        }
    }

    /// A quoted string. An unescaped quote inside it is distinguished from its end by what follows.
    fn quoted(&mut self, is_name: bool) -> String {
        let opening = self.step().unwrap_or('"');
        let close = closing(opening).unwrap_or('"');
        self.guessed |= opening != '"';
        let mut text = String::new();
        while let Some(next) = self.step() {
            match next {
                '\\' => self.escape(&mut text),
                next if next == close => {
                    if self.ends_here(is_name) {
                        return text;
                    }
                    self.guessed = true;
                    text.push(next);
                }
                next => {
                    self.guessed |= next.is_control();
                    text.push(next);
                }
            }
        }
        self.open = true;
        text
    }

    /// Does what follows a quote say that the text has ended?
    fn ends_here(&self, is_name: bool) -> bool {
        let rest = self.text[self.at..].trim_start();
        match rest.chars().next() {
            None | Some('}' | ']') => true,
            Some(':') => is_name,
            Some(',') if !is_name => {
                let after = rest.trim_start_matches(|c: char| c == ',' || c.is_whitespace());
                let begins =
                    |c: char| closing(c).is_some() || c.is_ascii_digit() || "{[]},-/tfnTFN".contains(c);
                after.chars().next().is_none_or(begins)
            }
            // A comma that is missing, with the next item on a line of its own.
            Some(next) => {
                let gap = &self.text[self.at..self.text.len() - rest.len()];
                gap.contains('\n') && (closing(next).is_some() || next == '{' || next == '/')
            }
        }
    }

    fn escape(&mut self, text: &mut String) {
        match self.step() {
            Some('n') => text.push('\n'),
            Some('t') => text.push('\t'),
            Some('r') => text.push('\r'),
            Some('b' | 'f') => text.push(' '),
            Some('u') => {
                if let Some(letter) = self.unicode() {
                    text.push(letter);
                }
            }
            Some(other) => {
                self.guessed |= !matches!(other, '"' | '\\' | '/');
                text.push(other);
            }
            None => self.open = true,
        }
    }

    /// Four hexadecimal digits, twice for what lies beyond the first plane.
    fn unicode(&mut self) -> Option<char> {
        let first = self.hex()?;
        if !(0xd800..0xdc00).contains(&first) {
            return Some(char::from_u32(first).unwrap_or('\u{fffd}'));
        }
        if !self.text[self.at..].starts_with("\\u") {
            self.guessed = true;
            return Some('\u{fffd}');
        }
        self.at += 2;
        let second = self.hex()?;
        let joined = 0x10000 + ((first - 0xd800) << 10) + second.wrapping_sub(0xdc00);
        Some(char::from_u32(joined).unwrap_or('\u{fffd}'))
    }

    fn hex(&mut self) -> Option<u32> {
        let digits = self.text.get(self.at..self.at + 4);
        match digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()) {
            Some(number) => {
                self.at += 4;
                Some(number)
            }
            None => {
                self.guessed = true;
                if self.text.len() - self.at < 4
                    && self.text[self.at..].chars().all(|c| c.is_ascii_hexdigit())
                {
                    self.open = true;
                    self.at = self.text.len();
                }
                None
            }
        }
    }

    /// A number, a constant, or a text that nobody put into quotes.
    fn bare(&mut self) -> Json {
        let rest = &self.text[self.at..];
        let end = rest.find([',', '}', ']', '\n']).unwrap_or(rest.len());
        let word = rest[..end].trim();
        self.at += end;
        self.open |= end == rest.len();
        if let Ok(number) = word.parse::<f64>()
            && number.is_finite()
        {
            return Json::Number(number);
        }
        match word {
            "true" => Json::Bool(true),
            "false" => Json::Bool(false),
            "null" => Json::Null,
            _ => {
                self.guessed = true;
                match word.to_ascii_lowercase().as_str() {
                    "true" | "yes" => Json::Bool(true),
                    "false" | "no" => Json::Bool(false),
                    "" | "null" | "none" | "undefined" => Json::Null,
                    _ => Json::Text(word.to_owned()),
                }
            }
        }
    }

    fn bare_name(&mut self) -> String {
        self.guessed = true;
        let rest = &self.text[self.at..];
        let end = rest.find([':', ',', '}', ']', '{', '[', '\n']).unwrap_or(rest.len());
        self.at += end;
        rest[..end].trim().to_owned()
    }
}

fn closing(opening: char) -> Option<char> {
    match opening {
        '"' => Some('"'),
        '\'' => Some('\''),
        '`' => Some('`'),
        '“' => Some('”'),
        '«' => Some('»'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(value: &serde_json::Value) -> Json {
        match value {
            serde_json::Value::Null => Json::Null,
            serde_json::Value::Bool(flag) => Json::Bool(*flag),
            serde_json::Value::Number(number) => Json::Number(number.as_f64().unwrap_or(f64::NAN)),
            serde_json::Value::String(text) => Json::Text(text.clone()),
            serde_json::Value::Array(items) => Json::List(items.iter().map(of).collect()),
            serde_json::Value::Object(fields) => {
                Json::Object(fields.iter().map(|(name, value)| (name.clone(), of(value))).collect())
            }
        }
    }

    /// Typical mistakes of models, each with what was meant.
    #[test]
    fn thirty_broken_replies_read_as_they_were_meant() {
        let queries = |texts: &[&str]| {
            let texts = texts.iter().map(|text| Json::Text((*text).to_owned())).collect();
            Json::Object(vec![("queries".to_owned(), Json::List(texts))])
        };
        let both = queries(&["a", "b"]);
        for broken in [
            r#"{"queries": ["a", "b",]}"#,
            r#"{"queries": ["a", "b"],}"#,
            r#"{"queries": ["a" "b"]}"#.replace("\" \"", "\"\n\"").as_str(),
            r#"{"queries": ["a",, "b"]}"#,
            r#"{queries: ["a", "b"]}"#,
            r#"{'queries': ['a', 'b']}"#,
            r#"{“queries”: [“a”, “b”]}"#,
            r#"{`queries`: [`a`, `b`]}"#,
            r#"{"queries": [a, b]}"#,
            r#"{"queries": ["a", "b"]"#,
            r#"{"queries": ["a", "b""#,
            r#"{"queries": ["a", "b"#,
            r#"{"queries": ["a", "b"}"#,
            "{\"queries\": [\"a\", \"b\"]} That is all.",
            "{\"queries\": [\"a\", // the first\n \"b\"]}",
            "{\"queries\": [\"a\", /* second */ \"b\"]}",
            "{\n  \"queries\": [\n    \"a\",\n    \"b\"\n  ]\n}\n```",
            r#"{"queries" : ["a" , "b"]}}"#,
            "{\"queries\":\n[\"a\"\n\"b\"]}",
        ] {
            let read = read(broken);
            assert_eq!(read.value, both, "{broken}");
        }
        let text = |broken: &str| match read(broken).value.get(&["t"]) {
            Some(Json::Text(text)) => text.clone(),
            other => panic!("{broken}: {other:?}"),
        };
        for (broken, meant) in [
            (r#"{"t": "he said "yes" and left"}"#, r#"he said "yes" and left"#),
            (r#"{"t": "the "second", as it is called", "n": 1}"#, r#"the "second", as it is called"#),
            ("{\"t\": \"two\nlines\"}", "two\nlines"),
            (r#"{"t": "a \ back \_ slash"}"#, "a  back _ slash"),
            (r#"{"t": "caf\u00e9 \ud83d\ude00"}"#, "café 😀"),
            (r#"{"t": "cut in the mid"#, "cut in the mid"),
            (r#"{"t": "cut \u00e"#, "cut "),
            (r#"{"T": "another case"}"#, "another case"),
            (r#"{"t": 'it's fine'}"#, "it's fine"),
        ] {
            assert_eq!(text(broken), meant, "{broken}");
        }
        for (broken, meant) in [
            ("True", Json::Bool(true)),
            ("FALSE", Json::Bool(false)),
            ("None", Json::Null),
            ("-1.5e2", Json::Number(-150.0)),
        ] {
            assert_eq!(read(&format!("{{\"t\": {broken}}}")).value.get(&["t"]), Some(&meant), "{broken}");
        }
    }

    #[test]
    fn what_was_guessed_and_what_is_missing_is_said() {
        let how = |text: &str| (read(text).whole, read(text).open);
        assert_eq!(how(r#"{"a": [1, "b", null]} "#), (true, false));
        assert_eq!(how(r#"{"a": [1, "b"],}"#), (false, false));
        assert_eq!(how(r#"{"a": [1, "b"#), (false, true));
        assert_eq!(read(r#"{"a": 1} tail"#).length, 8);
    }

    fn any_json() -> impl Strategy<Value = serde_json::Value> {
        let leaf = prop_oneof![
            Just(serde_json::Value::Null),
            any::<bool>().prop_map(Into::into),
            any::<i32>().prop_map(Into::into),
            "\\PC{0,12}".prop_map(Into::into),
            "[\"\\\\\n,:{}\\[\\] a]{0,8}".prop_map(Into::into),
        ];
        leaf.prop_recursive(4, 24, 5, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..5).prop_map(Into::into),
                proptest::collection::btree_map("[a-z]{1,4}", inner, 0..5)
                    .prop_map(|fields| serde_json::Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn nothing_panics_and_everything_ends(text in "[\\PC\"'{}\\[\\],:\\\\]{0,80}") {
            let read = read(&text);
            prop_assert!(read.length <= text.len());
        }

        #[test]
        fn well_formed_objects_read_as_they_stand(value in any_json(), pretty in any::<bool>()) {
            let wrapped = serde_json::json!({ "value": value });
            let text = if pretty { serde_json::to_string_pretty(&wrapped) } else { serde_json::to_string(&wrapped) };
            let read = read(&text.unwrap_or_default());
            prop_assert_eq!(read.value, of(&wrapped));
        }
    }
}
