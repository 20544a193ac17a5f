//! What `gorkd doctor` found, as a table for people and as JSON for programs.

use crate::screen::{Canvas, Look, Style};
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

/// A part of gorkd and its state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The part, for example `database` or `search.arxiv`.
    pub part: String,
    pub state: State,
    /// One sentence on what was found.
    pub found: String,
    /// One sentence on what to do, if anything.
    pub advice: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    Works,
    /// Works or is not needed, but could be better.
    Limited,
    /// Turned off or not set up.
    Off,
    /// Needed or set up, but does not work.
    Broken,
}

impl Finding {
    pub fn works(part: &str, found: impl Into<String>) -> Self {
        Self::new(part, State::Works, found, None)
    }

    pub fn off(part: &str, found: impl Into<String>) -> Self {
        Self::new(part, State::Off, found, None)
    }

    pub fn limited(part: &str, found: impl Into<String>, advice: impl Into<String>) -> Self {
        Self::new(part, State::Limited, found, Some(advice.into()))
    }

    pub fn broken(part: &str, found: impl Into<String>, advice: impl Into<String>) -> Self {
        Self::new(part, State::Broken, found, Some(advice.into()))
    }

    fn new(part: &str, state: State, found: impl Into<String>, advice: Option<String>) -> Self {
        Self { part: part.to_owned(), state, found: found.into(), advice }
    }

    /// Adds advice.
    pub fn advise(self, advice: impl Into<String>) -> Self {
        Self { advice: Some(advice.into()), ..self }
    }
}

impl State {
    fn words(self) -> (&'static str, Style) {
        match self {
            State::Works => ("works", Style::Good),
            State::Limited => ("limited", Style::Fair),
            State::Off => ("off", Style::Faint),
            State::Broken => ("BROKEN", Style::Bad),
        }
    }
}

/// Whether everything that is needed or set up works.
pub fn all_works(findings: &[Finding]) -> bool {
    findings.iter().all(|finding| finding.state != State::Broken)
}

/// One line per part, with advice indented below it.
pub fn findings(findings: &[Finding], look: Look) -> String {
    let width = findings.iter().map(|finding| finding.part.width()).max().unwrap_or_default();
    let mut canvas = Canvas::new(look);
    for finding in findings {
        let (state, style) = finding.state.words();
        let head = format!("{:width$}  {state:7}  ", finding.part);
        canvas.paragraph(&head, &[(&finding.found, style)]);
        if let Some(advice) = &finding.advice {
            canvas.paragraph(&" ".repeat(head.width()), &[(&format!("→ {advice}"), Style::Plain)]);
        }
    }
    canvas.finish()
}

/// `{"ok": true, "findings": [{part, state, found, advice}]}`.
pub fn findings_json(findings: &[Finding]) -> serde_json::Value {
    serde_json::json!({"ok": all_works(findings), "findings": findings})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_says_what_works_what_does_not_and_what_to_do() {
        let all = [
            Finding::works("database", "SQLite 3.51.3, 12 MB."),
            Finding::off(
                "model",
                "None is set up; gorkd's own rules plan and write, which is slower to read and \
                 costs nothing at all.",
            ),
            Finding::broken(
                "search.tavily",
                "The key was refused.",
                "Put a valid one into search.tavily.key.",
            ),
        ];
        insta::assert_snapshot!(findings(&all, Look::plain(72)));
        assert!(!all_works(&all));
        assert!(all_works(&all[..2]));
        assert_eq!(findings_json(&all[..1])["findings"][0]["state"], "works");
    }
}
