//! The statements of one block, and how a run of them is shown.

use super::choose::Chosen;
use super::form::{above_list, is_term, with_rule};
use super::lead::PARAGRAPH;
use crate::text::{is_fence, one_line};
use gorkd_core::text::blocks::{INTRODUCTION, word_count};
use std::iter::once;
use std::ops::{Range, RangeInclusive};

/// The statements of a block in its text.
pub(super) struct Statements<'t> {
    pub text: &'t str,
    pub block: &'t Chosen,
}

impl<'t> Statements<'t> {
    pub fn said(&self, at: usize) -> &'t str {
        &self.text[self.block.statements[at].clone()]
    }

    fn line_start(&self, at: usize) -> usize {
        self.text[..self.block.statements[at].start].rfind('\n').map_or(0, |at| at + 1)
    }

    /// The text before a statement on its line: the marker of an item, or nothing.
    pub fn before(&self, at: usize) -> &'t str {
        self.text[self.line_start(at)..self.block.statements[at].start].trim()
    }

    /// What is between a statement and the next one.
    fn gap(&self, at: usize) -> &'t str {
        &self.text[self.block.statements[at].end..self.block.statements[at + 1].start]
    }

    /// Is a statement between a fence and the next one?
    pub fn is_code(&self, at: usize) -> bool {
        let start = self.block.range.start;
        let above = &self.text[start..self.line_start(at).max(start)];
        above.lines().filter(|line| is_fence(line)).count() % 2 == 1
    }

    /// Is a statement in the same section as the next one?
    pub fn is_joined(&self, at: usize) -> bool {
        !self.gap(at).contains("\n#")
    }

    /// Is a statement followed by more of its paragraph or list?
    fn goes_on(&self, at: usize) -> bool {
        let is_item = |at: usize| !self.before(at).is_empty();
        at + 1 < self.block.statements.len()
            && (!self.gap(at).contains("\n\n") || is_item(at) && is_item(at + 1))
    }

    /// A run of statements as it is shown, and their numbers. One that begins within a list has the line that leads to the
    /// list above it, and the items between them if they are few.
    pub fn led(&self, first: usize, last: usize) -> (String, Vec<usize>) {
        let own = (first..=last).collect();
        let run = self.form(first, last);
        let start = self.line_start(first);
        let above = |lead: &Range<usize>| format!("{}\n\n{run}", above_list(self.text, lead, start));
        let top = self.top_of_list(first);
        if let (Some(0), Some(lead)) = (top, &self.block.lead) {
            return (above(lead), own);
        }
        let leads = |at: &usize| self.is_joined(*at) && word_count(self.said(*at)) <= INTRODUCTION;
        let Some(at) = top.and_then(|top| top.checked_sub(1)).filter(leads) else { return (run, own) };
        let lead = &self.block.statements[at];
        let whole = lead.start..self.block.statements[last].end;
        match word_count(&self.text[whole]) <= PARAGRAPH {
            true => (self.form(at, last), (at..=last).collect()),
            false => (above(lead), once(at).chain(first..=last).collect()),
        }
    }

    /// A statement with what is before it on its line.
    fn line(&self, at: usize) -> &'t str {
        &self.text[self.line_start(at)..self.block.statements[at].end]
    }

    fn set_in(&self, at: usize) -> usize {
        self.line(at).len() - self.line(at).trim_start().len()
    }

    fn is_item(&self, at: usize) -> bool {
        !self.is_code(at) && self.line(at).split_whitespace().next().is_some_and(is_marker)
    }

    fn is_row(&self, at: usize) -> bool {
        self.said(at).trim_start().starts_with('|')
    }

    /// The first statement of the list whose item a statement begins.
    fn top_of_list(&self, at: usize) -> Option<usize> {
        let is_part = |before: usize| {
            self.is_code(before) || self.is_item(before) || self.set_in(before) > self.set_in(at)
        };
        let parts = (0..at).rev().take_while(|before| self.is_joined(*before) && is_part(*before)).count();
        self.is_item(at).then(|| at - parts)
    }

    /// The statements of the list or table that a statement is an item or a row of.
    pub fn list_of(&self, at: usize) -> Option<Range<usize>> {
        let row = self.is_row(at);
        let top = match row {
            true => at - (0..at).rev().take_while(|before| self.is_row(*before)).count(),
            false => self.top_of_list(at)?,
        };
        let is_part = |next: usize| match row {
            true => self.is_row(next),
            false => self.is_item(next) || self.set_in(next) > self.set_in(top),
        };
        let below = at + 1..self.block.statements.len();
        let more = below.take_while(|next| self.is_joined(*next - 1) && is_part(*next)).count();
        Some(top..at + more + 1)
    }

    /// Is a list or a table cut below a statement?
    fn cuts_list(&self, at: usize) -> bool {
        let next = at + 1;
        next < self.block.statements.len()
            && self.is_joined(at)
            && self.list_of(next).is_some_and(|list| list.start <= at)
    }

    /// The statements between two blank lines that one of them belongs to.
    pub fn paragraph(&self, at: usize, own: RangeInclusive<usize>) -> RangeInclusive<usize> {
        let together = |at: usize| !self.gap(at).contains("\n\n");
        let (mut first, mut last) = (at, at);
        while first > *own.start() && together(first - 1) {
            first -= 1;
        }
        while last < *own.end() && together(last) {
            last += 1;
        }
        first..=last
    }

    /// The header of a table with the rule below it, for rows that are shown without those above them.
    fn header(&self, row: &Range<usize>) -> String {
        let above = self.text[..row.start].trim_end().lines().rev();
        let header = above.take_while(|line| line.starts_with('|')).last();
        header.map_or_else(String::new, |header| format!("{}\n", with_rule(header.trim())))
    }

    /// A run of statements as it stands in its text: sentences one after the other, items and rows a line each, code
    /// between its fences.
    fn form(&self, first: usize, last: usize) -> String {
        let mut out = String::new();
        for at in first..=last {
            let range = &self.block.statements[at];
            let (before, fenced) = (self.before(at), self.is_code(at));
            let line = &self.text[self.line_start(at)..];
            // Drawings and Python mean what their indent says.
            let words = match fenced && before.is_empty() {
                true => self.text[self.line_start(at)..range.end].trim_end(),
                false => self.said(at).trim(),
            };
            let goes_before = at.checked_sub(1).filter(|_| at > first);
            let piece = if words.starts_with("```") || words.starts_with("~~~") {
                words.to_owned()
            } else if words.starts_with('|') && !goes_before.is_some_and(|above| self.is_row(above)) {
                format!("{}{words}", self.header(range))
            } else if fenced {
                format!("```\n{words}\n```")
            } else if is_marker(before) {
                // An item of a list within a list stays one.
                let indent = if at == first { "" } else { &line[..line.len() - line.trim_start().len()] };
                format!("{indent}{before} {}", one_line(words))
            } else {
                one_line(words)
            };
            if let Some(above) = goes_before {
                let between = self.gap(above);
                let term = is_term(self.said(above).trim()) && between.contains('\n');
                out.push_str(match (term || between.contains("\n\n"), between.contains('\n')) {
                    (true, _) => "\n\n",
                    (false, true) if !before.is_empty() || fenced || words.starts_with('|') => "\n",
                    // Chinese has no space between sentences.
                    (false, _) if between.is_empty() => "",
                    (false, _) => " ",
                });
            }
            out.push_str(&piece);
        }
        // Below a row and a fence, a line of its own says that more follows.
        let apart = out.ends_with("```") || out.ends_with('|');
        out.push_str(match apart {
            true if self.cuts_list(last) => "\n\n…",
            false if self.goes_on(last) => " …",
            true | false => "",
        });
        out
    }
}

/// Is this the marker of an item?
fn is_marker(word: &str) -> bool {
    let number = word.strip_suffix(['.', ')']).unwrap_or_default();
    let is_number = (1..=3).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number || matches!(word, "-" | "*" | "+" | "•")
}
