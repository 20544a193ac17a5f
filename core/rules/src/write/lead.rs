//! The summary: the block itself if it is short, or else its statements that fit the question best, in their form. The
//! rest of the section is detail.

use super::WriteInput;
use super::anaphora::starts_with_reference;
use super::choose::Chosen;
use super::form::{above_list, is_term, with_rule};
use crate::text::words::keys;
use crate::text::{is_fence, one_line};
use crate::weigh::Texts;
use gorkd_core::model::{QuestionKind, QuotedLead, QuotedSummary};
use gorkd_core::text::blocks::{INTRODUCTION, word_count};
use std::iter::once;
use std::ops::{Range, RangeInclusive};

/// Words of a block that is its own summary: shown once and whole, nothing of it can be cut wrongly.
const WHOLE: usize = 120;
/// Words of such a block where several blocks share the summary.
const EACH: usize = 60;
/// Words of the lead of a longer one.
const MOST: usize = 60;
/// Words of a line that only labels what follows it: "Stability: 1.2 - Release candidate", "Returns:".
const LABEL: usize = 8;
/// Words of a paragraph that is not cut: its last sentence often is the one that answers.
const PARAGRAPH: usize = 90;
/// Words within which instructions reach the code of the next block.
const COMMAND: usize = 2 * MOST;
/// By how much a later statement has to meet the question better than the first one to be preferred to it.
const BETTER: f64 = 1.5;

/// What the summary says of one block.
pub struct Lead {
    pub block: usize,
    /// What it is about, where its words do not say so.
    about: String,
    /// As Markdown.
    text: String,
    /// Those of its statements that are in it, by number.
    pub statements: Vec<usize>,
    whole: bool,
}

/// The lead of the best block for each part of the question.
pub fn leads(input: &WriteInput<'_>, blocks: &[Chosen]) -> Vec<Lead> {
    let language = input.brief.question.language.as_str();
    let part = |id: &str| input.plan.sub_questions.iter().find(|part| part.id == id);
    let wanted = |id: &str| part(id).map_or_else(Vec::new, |part| keys(&part.text, language));
    let leading: Vec<usize> = (0..blocks.len()).filter(|at| blocks[*at].leads).collect();
    let several = leading.len() > 1;
    let most = if several { EACH } else { WHOLE };
    let lead_of = |at: usize| {
        let block = &blocks[at];
        let (text, statements) = lead(input, block, most);
        let whole = statements.len() == block.statements.len();
        let wanted = wanted(&block.part);
        let named = |heading: &&String| keys(heading, language).iter().any(|key| wanted.contains(key));
        let about = match several && !keys(&text, language).iter().any(|key| wanted.contains(key)) {
            true => block.headings.iter().rev().find(named).cloned().unwrap_or_default(),
            false => String::new(),
        };
        Lead { block: at, about, text, statements, whole }
    };
    leading.into_iter().map(lead_of).collect()
}

pub fn summary(leads: Vec<Lead>) -> Option<QuotedSummary> {
    let mut leads = leads.into_iter();
    let first = leads.next()?;
    let also = leads.map(|lead| QuotedLead {
        block: u32::try_from(lead.block).unwrap_or(u32::MAX),
        about: lead.about,
        text: lead.text,
        whole: lead.whole,
    });
    Some(QuotedSummary { text: first.text, whole: first.whole, about: first.about, also: also.collect() })
}

/// The lead as Markdown, and the statements of the block that are in it, by number. A block of `whole` words or less is
/// its own lead.
fn lead(input: &WriteInput<'_>, block: &Chosen, whole: usize) -> (String, Vec<usize>) {
    if word_count(&block.text) <= whole || block.statements.len() == 1 {
        return (block.text.clone(), (0..block.statements.len()).collect());
    }
    let all = Statements { text: input.materials[block.material].text, block };
    let language = input.brief.question.language.as_str();
    let said: Vec<&str> = (0..block.statements.len()).map(|at| all.said(at)).collect();
    let own = |at: &usize| block.core.contains(&block.statements[*at].start);
    let core: Vec<usize> = (0..said.len()).filter(own).collect();
    let (Some(begin), Some(end)) = (core.first().copied(), core.last().copied()) else {
        return (block.text.clone(), (0..said.len()).collect());
    };
    // Steps are read from the first one on, and a legend is read with the commands that it explains.
    let steps = all.before(begin).starts_with(|c: char| c.is_ascii_digit());
    let explained = steps && begin > 0 && all.is_code(begin - 1);
    let begin = if explained { begin - 1 } else { begin };
    let most = if explained { 2 * MOST } else { MOST };
    let mut texts = Texts::default();
    for statement in &said {
        texts.add(statement, language);
    }
    let found = texts.matches(&texts.query(&input.plan.goal, language));
    // A label is no answer: what it labels is.
    let labels = |at: usize| word_count(said[at]) <= LABEL && found[at].coverage == 0.0;
    let (mut begin, mut end) = (begin, end);
    while begin + 1 < said.len() && !steps && labels(begin) {
        begin += 1;
    }
    if begin > end {
        end = said.len() - 1;
    }
    let length = |from: usize, through: usize| {
        said[from..=through].iter().map(|words| word_count(words)).sum::<usize>()
    };
    let code = |at: usize| all.is_code(at);
    // Who asks how to do something wants the command, be it in the next block.
    let instructs = input.brief.question.kind == QuestionKind::HowTo;
    if instructs && !steps && !(begin..=end).any(code) {
        let command = (end + 1..said.len()).find(|at| code(*at));
        end = command.filter(|at| length(begin, *at) <= COMMAND).unwrap_or(end);
    }
    // What ends in a colon or stands above code says little without what follows. It brings that along, with the rest of
    // a sentence that goes on below the code, or, after a colon, stays out.
    let with_what_follows = |first: usize, last: usize| {
        let announces = said[last].trim_end().ends_with([':', '：']);
        let fits = |through: usize| length(first, through) <= 2 * MOST;
        let last = match said.get(last + 1) {
            Some(_) if announces || !code(last) && code(last + 1) => match fits(last + 1) {
                true => last + 1,
                false if announces => last.saturating_sub(1).max(first),
                false => last,
            },
            None if announces => last.saturating_sub(1).max(first),
            Some(_) | None => last,
        };
        let goes_on = |next: &&str| code(last) && !code(last + 1) && next.starts_with(char::is_lowercase);
        match said.get(last + 1).is_some_and(goes_on) && fits(last + 1) {
            true => last + 1,
            false => last,
        }
    };
    if length(begin, end) <= most {
        return all.led(begin, with_what_follows(begin, end));
    }
    // The first statement of a block is its most general one; another has to meet the question far better.
    let mut best = begin;
    for (at, met) in found.iter().enumerate().take(end + 1).skip(begin) {
        if !block.section && !steps && met.coverage > found[best].coverage * BETTER {
            best = at;
        }
    }
    let own = input.materials[block.material].language();
    let (mut first, mut last) = (best, best);
    let mut count = word_count(said[best]);
    while first > 0 && starts_with_reference(said[first], own) && count + word_count(said[first - 1]) <= MOST
    {
        first -= 1;
        count += word_count(said[first]);
    }
    if starts_with_reference(said[first], own) && first > begin && !starts_with_reference(said[begin], own) {
        // What it leans on has no room, so the block speaks from its beginning.
        (first, last) = (begin, begin);
        count = word_count(said[begin]);
    }
    // What leads into the statement, then what goes on from it.
    if first == begin + 1
        && said[begin].trim_end().ends_with([':', '：'])
        && count + word_count(said[begin]) <= MOST
    {
        first = begin;
        count += word_count(said[begin]);
    }
    while last < end && count + word_count(said[last + 1]) <= MOST {
        last += 1;
        count += word_count(said[last]);
    }
    // Instructions are read from their beginning; a fact stands in the sentence that meets the question, and its
    // paragraph is read from the beginning where that is near.
    let paragraph = all.paragraph(best, begin..=end);
    let start = first.min(*paragraph.start());
    let from = if instructs || length(start, last) <= MOST { start } else { first };
    let through = last.max(*paragraph.end());
    if length(from, through) <= PARAGRAPH {
        (first, last) = (from, through);
    }
    let command = (begin..=end).find(|at| code(*at));
    if let Some(command) = command.filter(|at| instructs && *at > last) {
        let led = command - usize::from(command > begin);
        let from = if length(first, command) <= 2 * MOST { first } else { led };
        if length(from, command) <= 2 * MOST {
            (first, last) = (from, command);
        }
    }
    // A term whose explanation has no room stays out.
    while last > first && last > best && labels(last) && !said[last].ends_with(['.', '!', '?', '。']) {
        last -= 1;
    }
    all.led(first, with_what_follows(first, last))
}

/// The statements of a block in its text.
struct Statements<'t> {
    text: &'t str,
    block: &'t Chosen,
}

impl<'t> Statements<'t> {
    fn said(&self, at: usize) -> &'t str {
        &self.text[self.block.statements[at].clone()]
    }

    fn line_start(&self, at: usize) -> usize {
        self.text[..self.block.statements[at].start].rfind('\n').map_or(0, |at| at + 1)
    }

    /// The text before a statement on its line: the marker of an item, or nothing.
    fn before(&self, at: usize) -> &'t str {
        self.text[self.line_start(at)..self.block.statements[at].start].trim()
    }

    /// What is between a statement and the next one.
    fn gap(&self, at: usize) -> &'t str {
        &self.text[self.block.statements[at].end..self.block.statements[at + 1].start]
    }

    /// Is a statement between a fence and the next one?
    fn is_code(&self, at: usize) -> bool {
        let start = self.block.range.start;
        let above = &self.text[start..self.line_start(at).max(start)];
        above.lines().filter(|line| is_fence(line)).count() % 2 == 1
    }

    /// Is a statement in the same section as the next one?
    fn is_joined(&self, at: usize) -> bool {
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
    fn led(&self, first: usize, last: usize) -> (String, Vec<usize>) {
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

    /// The first statement of the list whose item a statement begins.
    fn top_of_list(&self, at: usize) -> Option<usize> {
        let line = |at: usize| &self.text[self.line_start(at)..self.block.statements[at].end];
        let set_in = |at: usize| line(at).len() - line(at).trim_start().len();
        let is_item =
            |at: usize| !self.is_code(at) && line(at).split_whitespace().next().is_some_and(is_marker);
        let is_part = |before: usize| self.is_code(before) || is_item(before) || set_in(before) > set_in(at);
        let parts = (0..at).rev().take_while(|before| self.is_joined(*before) && is_part(*before)).count();
        is_item(at).then(|| at - parts)
    }

    /// The statements between two blank lines that one of them belongs to.
    fn paragraph(&self, at: usize, own: RangeInclusive<usize>) -> RangeInclusive<usize> {
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
            let is_row = |at: usize| self.said(at).trim_start().starts_with('|');
            let piece = if words.starts_with("```") || words.starts_with("~~~") {
                words.to_owned()
            } else if words.starts_with('|') && !goes_before.is_some_and(is_row) {
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
                    (false, _) => " ",
                });
            }
            out.push_str(&piece);
        }
        if self.goes_on(last) && !out.ends_with("```") && !out.ends_with('|') {
            out.push_str(" …");
        }
        out
    }
}

/// Is this the marker of an item?
fn is_marker(word: &str) -> bool {
    let number = word.strip_suffix(['.', ')']).unwrap_or_default();
    let is_number = (1..=3).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number || matches!(word, "-" | "*" | "+" | "•")
}
