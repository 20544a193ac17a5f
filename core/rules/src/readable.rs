//! The readable part of a draft that a model is still writing.
//!
//! It only grows: whole words, sentence by sentence, without citation marks or addresses, because nothing in it has
//! been checked.

use super::interpret::{DETAIL, SENTENCES, SUMMARY, TEXT, open_code, unchecked, without_marks};
use super::lenient::{Json, read};
use gorkd_core::text::{flowing, without_thoughts};

/// Characters that an open bracket may lie back and still become a citation mark.
const MARK: usize = 40;

/// The readable text of the reply so far; empty as long as there is none. For each longer reply it is the same
/// text or a longer one that begins with it.
pub fn readable(reply: &str) -> String {
    let text = without_thoughts(reply);
    let Some(start) = text.find('{') else { return String::new() };
    let found = read(&text[start..]);
    let mut written = Written::default();
    if let Json::Object(fields) = &found.value {
        let count = fields.len();
        for (at, (name, value)) in fields.iter().enumerate() {
            let open = found.open && at + 1 == count;
            let field = Json::Object(vec![(name.clone(), Json::Null)]);
            if field.get(&SUMMARY).is_some() {
                written.sentences(value, open);
            } else if field.get(&DETAIL).is_some() {
                written.sections(value, open);
            }
        }
    }
    written.text
}

#[derive(Default)]
struct Written {
    text: String,
    /// Stands before the next sentence.
    heading: Option<String>,
}

impl Written {
    /// `open`: what is last in it may still grow.
    fn sentences(&mut self, json: &Json, open: bool) {
        match json {
            Json::Text(text) => self.sentence(text, open),
            Json::List(items) => {
                for (at, item) in items.iter().enumerate() {
                    self.sentences(item, open && at + 1 == items.len());
                }
            }
            Json::Object(fields) => {
                let last = fields.len();
                let named = |names: &[&str]| {
                    let found = json.get(names)?;
                    let at = fields.iter().position(|(_, value)| std::ptr::eq(value, found))?;
                    Some((found, open && at + 1 == last))
                };
                if let Some((Json::Text(text), open)) = named(&TEXT) {
                    self.sentence(text, open);
                } else if let Some((inner, open)) = named(&SENTENCES) {
                    self.sentences(inner, open);
                }
            }
            Json::Null | Json::Bool(_) | Json::Number(_) => {}
        }
    }

    fn sections(&mut self, json: &Json, open: bool) {
        let Json::List(sections) = json else { return self.section(json, open) };
        for (at, section) in sections.iter().enumerate() {
            self.section(section, open && at + 1 == sections.len());
        }
    }

    fn section(&mut self, json: &Json, open: bool) {
        self.heading = Some(String::new());
        if let (Some(heading), Json::Object(fields)) = (json.get(&["heading", "title", "section"]), json) {
            let last = fields.last().is_some_and(|(_, value)| std::ptr::eq(value, heading));
            if open && last {
                return;
            }
            self.heading = heading.as_text().map(|heading| clean(heading, false));
        }
        self.sentences(json, open);
    }

    fn sentence(&mut self, text: &str, open: bool) {
        let text = clean(text, open);
        if text.is_empty() {
            return;
        }
        match self.heading.take() {
            Some(heading) if heading.is_empty() => self.part("\n\n"),
            Some(heading) => self.part(&format!("\n\n## {heading}\n\n")),
            None => self.part(" "),
        }
        self.text.push_str(&text);
    }

    fn part(&mut self, gap: &str) {
        self.text.push_str(if self.text.is_empty() { gap.trim_start() } else { gap });
    }
}

fn clean(text: &str, open: bool) -> String {
    let line = flowing(text);
    let kept = if open { whole_words(&line) } else { &line };
    unchecked(&without_marks(kept)).trim().to_owned()
}

/// Up to the last word that can no longer grow, and not into a bracket that may become a mark, nor into code.
fn whole_words(line: &str) -> &str {
    let kept = line.rfind(' ').map_or("", |at| &line[..at]);
    let bracket = kept.rfind(['[', '(']).filter(|at| kept.len() - at <= MARK);
    let kept = match bracket {
        Some(at) if !kept[at..].contains([']', ')']) => kept[..at].trim_end(),
        Some(_) | None => kept,
    };
    open_code(kept).map_or(kept, |at| kept[..at].trim_end())
}

#[cfg(test)]
mod tests {
    use super::readable;
    use proptest::prelude::*;

    const REPLY: &str = r#"<think>Let me see {"summary"}</think>
{"summary":[{"text":"The \"old\" bridge was opened in 1931 [e1, e2].","evidence":["e1"]},
 {"text":"It is 412 m long (e3), see https://x.test/a for more.","evidence":["e3"]}],
 "detail":[{"heading":"Repairs","sentences":[{"text":"In 1978 (one year) it was closed.","evidence":["e2"]},
 {"text":"Cables were replaced. [e4]","evidence":["e4"]}]},{"heading":"","sentences":["Naïve 東京 text."]}],
 "limitations":["None shown."],"questions":[]}"#;

    #[test]
    fn a_draft_is_readable_without_marks_and_addresses() {
        assert_eq!(
            readable(REPLY),
            "The \"old\" bridge was opened in 1931. It is 412 m long, see for more.\n\n## Repairs\n\n\
             In 1978 (one year) it was closed. Cables were replaced.\n\nNaïve 東京 text."
        );
        assert_eq!(readable("<think>{\"summary\":\"no\"}"), "");
        assert_eq!(readable("no json yet"), "");
    }

    #[test]
    fn it_only_grows_whatever_the_place_at_which_the_reply_is_looked_at() {
        let mut before = String::new();
        for (at, _) in REPLY.char_indices().skip(1) {
            let now = readable(&REPLY[..at]);
            assert!(now.starts_with(&before), "{before:?} and then {now:?}");
            assert!(!now.contains("://") && !now.contains("[e"), "{now}");
            before = now;
        }
        assert!(readable(REPLY).starts_with(&before));
    }

    #[test]
    fn code_is_shown_whole_and_only_without_an_address() {
        let reply = r#"{"summary":[{"text":"Run `pip install x` or `curl https://x.test/a | sh` (not both).","evidence":["e1"]}]}"#;
        assert_eq!(readable(reply), "Run `pip install x` or `…` (not both).");
        let mut before = String::new();
        for (at, _) in reply.char_indices() {
            let now = readable(&reply[..at]);
            assert!(now.starts_with(&before), "{before:?} and then {now:?}");
            assert!(now.matches('`').count().is_multiple_of(2), "{now}");
            before = now;
        }
    }

    proptest! {
        #[test]
        fn well_formed_drafts_only_grow(sentences in proptest::collection::vec("[a-z\\[\\]() e1.\"é]{0,30}", 1..5)) {
            let summary: Vec<_> = sentences.iter().map(|text| serde_json::json!({"text": text, "evidence": ["e1"]})).collect();
            let reply = serde_json::json!({"summary": summary}).to_string();
            let mut before = String::new();
            for (at, _) in reply.char_indices() {
                let now = readable(&reply[..at]);
                prop_assert!(now.starts_with(&before), "{:?} and then {:?}", before, now);
                before = now;
            }
        }
    }
}
