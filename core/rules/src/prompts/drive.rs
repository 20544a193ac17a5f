//! The prompt of one turn for a model that drives: the question, what it may still do, and the results of its calls.
//!
//! Each turn is one prompt, built only from the journal, not a growing conversation with a server: so it is the same
//! after a crash, works with any server that supports tools, and never outgrows its room. Recent calls are shown in
//! full, earlier ones in one line.

use super::borders::within;
use super::tools::tools;
use super::{
    MOST_LISTED, Passages, Room, add, asked, attribute, one_line, parts_of, terms_of, tokens, without_tags,
};
use crate::safety::neutral;
use crate::{Brief, Material};
use gorkd_core::job::{Chosen, Job, Round, Size, ToolCall, ToolWants, extract_stem, read_stem, search_stem};
use gorkd_core::model::*;
use gorkd_core::ports::{Prompt, Texts};
use gorkd_core::text::{canonical_url, page_key};
use gorkd_core::view::day;
use std::collections::BTreeSet;
use std::time::Duration;

/// Maximum results of one search to show, and characters of each title and snippet.
const RESULTS: usize = 8;
const TITLE: usize = 120;
const SNIPPET: usize = 240;
/// Maximum characters of an address; longer ones are not shown.
const ADDRESS: usize = 400;
/// Tokens that the passages of one page may take, how many they are, and characters of text made of HTML.
const PAGE: u64 = 700;
const PASSAGES: usize = 4;
const EXTRACTED: usize = 2_000;

/// Input of a turn's prompt.
pub struct ToDrive<'a> {
    pub brief: &'a Brief<'a>,
    pub job: &'a Job,
    /// The round that it drives.
    pub number: usize,
    pub materials: &'a [Material<'a>],
    pub texts: &'a Texts,
    /// Passages that bear on the question, best first.
    pub evidence: &'a [Evidence],
    pub sees_private: bool,
}

/// The prompt of a turn.
pub fn drive(input: &ToDrive<'_>, size: Size, timeout: Duration) -> Prompt {
    let system = include_str!("drive.md").to_owned();
    let tools = tools();
    let told = serde_json::to_string(&tools).unwrap_or_default();
    let mut room = Room::beside(size.prompt.saturating_sub(tokens(&told)), &system);
    let mut user = asked(input.brief, &mut room);
    add(&mut user, &mut room, &parts_of(&input.job.plan_or_plain()));
    add(&mut user, &mut room, &input.left());
    input.begin(&mut user, &mut room);
    input.calls(&mut user, &mut room);
    let max_output_tokens = u32::try_from(size.reply).unwrap_or(u32::MAX);
    Prompt { system, user, tools, max_output_tokens, timeout, ..Prompt::default() }
}

/// The result of a tool call: in full, and in one line.
struct CallResult {
    full: String,
    short: String,
}

impl ToDrive<'_> {
    fn round(&self) -> Option<&Round> {
        self.job.rounds.get(self.number)
    }

    /// A stretch of somebody else's words on one line.
    fn quoted(&self, text: &str, most: usize) -> String {
        one_line(&neutral(text, &terms_of(self.brief, 0)).text, most)
    }

    /// What may still be done.
    fn left(&self) -> String {
        let job = self.job;
        let (searches, pages) = (job.queries_left(), job.pages_left());
        let turns = job.turns_left();
        format!("\nLeft: {searches} searches, {pages} pages, {turns} turns, this one included.\n")
    }

    /// What is there before the round's first call: searches that rules would make, what the round before lacked, and
    /// what was searched without a call.
    fn begin(&self, user: &mut String, room: &mut Room) {
        let Some(round) = self.round() else { return };
        let called: Vec<&Query> = round.turns.iter().flat_map(|turn| &turn.calls).filter_map(query).collect();
        let own: Vec<&Query> = round.queries.iter().filter(|query| !called.contains(query)).collect();
        if self.number == 0 && round.turns.is_empty() && own.is_empty() {
            let planned = self.job.plan.iter().flat_map(|plan| &plan.queries).take(MOST_LISTED);
            let lines: String = planned.map(|query| format!("- {}\n", one_line(&query.text, 200))).collect();
            add(user, room, &format!("\nSearches that suggest themselves:\n{lines}"));
        }
        let before = self.number.checked_sub(1).and_then(|before| self.job.rounds.get(before));
        let open = self.job.documents().all(|(_, _, document)| self.shows(document));
        if let Some(judgement) = before.and_then(|round| round.judgement.as_ref()).filter(|_| open) {
            let read = self.job.documents();
            let titles: Vec<String> =
                read.take(MOST_LISTED).map(|(_, _, document)| self.quoted(&document.title, TITLE)).collect();
            let said = one_line(&judgement.reason, 300);
            add(user, room, &format!("\nRead so far: {}.\nStill missing: {said}\n", titles.join("; ")));
        }
        // What rules look for next may be words of a document that the model is not shown.
        for query in own.into_iter().filter(|_| open) {
            let told = format!("\nSearched without a call of yours: {}\n", one_line(&query.text, 200));
            let found = self.found(query);
            let _ = add(user, room, &format!("{told}{found}")) || add(user, room, &told);
        }
    }

    /// The calls of the round and what they came to.
    fn calls(&self, user: &mut String, room: &mut Room) {
        let Some(round) = self.round() else { return };
        let calls = round.turns.iter().enumerate();
        let calls: Vec<(usize, &ToolCall)> =
            calls.flat_map(|(turn, called)| called.calls.iter().map(move |call| (turn, call))).collect();
        let told: Vec<CallResult> = calls.iter().map(|(_, call)| self.told(round, call)).collect();
        // A line for each that there is room for, the newest first; then as many of these in full as fit.
        let mut lines = room.part(2);
        let kept = told.iter().rev().take_while(|told| lines.take(&told.short)).count();
        let first = told.len() - kept;
        for told in &told[first..] {
            room.take(&told.short);
        }
        let full = told.iter().rev().take(kept).take_while(|told| room.take(&told.full)).count();
        if first > 0 {
            user.push_str("\nEarlier calls are left out.\n");
        }
        let all = told.len();
        for (at, told) in told.iter().enumerate().skip(first) {
            let (turn, _) = calls[at];
            if at == first || calls[at - 1].0 != turn {
                user.push_str(&format!("\nTurn {}:\n", turn + 1));
            }
            user.push_str(if at + full >= all { &told.full } else { &told.short });
        }
        let passed_over: u32 = round.turns.last().map_or(0, |turn| turn.passed_over);
        if passed_over > 0 {
            user.push_str(&format!(
                "{passed_over} further calls of the last turn were passed over: too many at once.\n"
            ));
        }
    }

    fn told(&self, round: &Round, call: &ToolCall) -> CallResult {
        let head = format!(
            "<call tool=\"{}\">{}</call>\n",
            attribute(&call.tool, 40),
            one_line(&call.arguments, 200)
        );
        let (full, short) = match &call.wants {
            ToolWants::Note => both("Noted.\n".to_owned()),
            ToolWants::Refused(why) => both(format!("Refused: {why}\n")),
            ToolWants::Search(query) if !round.queries.contains(query) => both(used_up("searches")),
            ToolWants::Search(query) => (self.found(query), "Its results were told.\n".to_owned()),
            ToolWants::Read(chosen) => self.page(round, chosen),
            ToolWants::Extract(html) => (self.extracted(round, html), "Its text was told.\n".to_owned()),
        };
        CallResult { full: format!("{head}{full}"), short: format!("{head}{short}") }
    }

    /// What a search of the round gave, each page once.
    fn found(&self, query: &Query) -> String {
        let Some(round) = self.round() else { return String::new() };
        let (mut seen, mut lines, mut hidden, mut failures) = (BTreeSet::new(), Vec::new(), 0, Vec::new());
        for provider in &self.job.providers {
            let stem = search_stem(self.number, query, provider);
            match round.found.get(&stem) {
                Some(found) => {
                    for hit in found.hits.iter() {
                        if !seen.insert(page_key(&canonical_url(&hit.url)).to_owned()) {
                            continue;
                        }
                        if hit.is_private() && !self.sees_private {
                            hidden += 1;
                        } else if lines.len() < RESULTS {
                            lines.extend(self.line(hit));
                        }
                    }
                }
                None => {
                    let failed = self.job.ledger.last_failure(&stem);
                    failures.extend(failed.map(|failure| one_line(&failure.detail, SNIPPET)));
                }
            }
        }
        let mut told = format!("<results>\n{}</results>\n", lines.concat());
        if lines.is_empty() {
            told = "Nothing was found.\n".to_owned();
        }
        if hidden > 0 {
            told.push_str(&format!(
                "{hidden} results are private documents, which you are not shown. They are read for the answer all \
                 the same.\n"
            ));
        }
        for failure in failures {
            told.push_str(&format!("Not searched: {failure}\n"));
        }
        told
    }

    fn line(&self, hit: &SearchHit) -> Option<String> {
        let address: String =
            hit.url.chars().filter(|c| !c.is_whitespace() && !"<>\"".contains(*c)).collect();
        if address.chars().count() > ADDRESS {
            return None;
        }
        let date = hit.published_at.map(|at| format!(" ({})", day(at))).unwrap_or_default();
        let (title, snippet) = (self.quoted(&hit.title, TITLE), self.quoted(&hit.snippet, SNIPPET));
        Some(format!("- {address}{date}\n  {title}\n  {snippet}\n"))
    }

    /// May it be shown?
    fn shows(&self, document: &Document) -> bool {
        self.sees_private || !document.is_private()
    }

    fn page(&self, round: &Round, chosen: &Chosen) -> (String, String) {
        let Some(read) = round.reads.get(&read_stem(self.number, chosen)) else {
            return both(used_up("pages"));
        };
        let Some(document) = &read.document else {
            let why = read.failure.as_ref().map_or("it was not tried.", |failure| failure.detail.as_str());
            return both(format!("Not read: {}\n", one_line(why, SNIPPET)));
        };
        if !self.shows(document) {
            return both("Read. It is a private document, which you are not shown.\n".to_owned());
        }
        let source = document.source_id();
        let mut of_page: Vec<Evidence> =
            self.evidence.iter().filter(|piece| piece.source == source).take(PASSAGES).cloned().collect();
        if of_page.is_empty() {
            of_page = self.beginning(&source);
        }
        let mut told = String::new();
        let mut room = Room::beside(PAGE, "");
        Passages::new(self.brief, &of_page, self.materials).show(0, &mut told, &mut room);
        let short = format!("Read: {}\n", self.quoted(&document.title, TITLE));
        (format!("{short}{}\n", told.trim()), short)
    }

    /// The first blocks of a page without relevant blocks.
    fn beginning(&self, source: &SourceId) -> Vec<Evidence> {
        let Some(material) = Material::of(self.materials, source) else { return Vec::new() };
        let blocks = material.blocks().iter().filter(|block| !block.navigation);
        let piece = |(at, block): (usize, &gorkd_core::text::blocks::Block)| Evidence {
            id: format!("e{}", at + 1),
            source: source.clone(),
            passage: material.passage(block.range.clone()),
            kind: block.kind,
            headings: material.heading_path(block),
            ..Evidence::default()
        };
        blocks.take(2).enumerate().map(piece).collect()
    }

    fn extracted(&self, round: &Round, html: &str) -> String {
        let stem = extract_stem(self.number, html);
        let text = round.extracts.get(&stem).and_then(|document| self.texts.get(&document.hash));
        let Some(text) = text else {
            let why = self.job.ledger.last_failure(&stem).map_or("", |failure| failure.detail.as_str());
            return format!("No text could be made of it. {}\n", one_line(why, SNIPPET));
        };
        let fit = neutral(text, &terms_of(self.brief, 0)).text;
        let fit = within(&fit, EXTRACTED);
        format!("<text>\n{}\n</text>\n", without_tags(fit.trim()))
    }
}

fn query(call: &ToolCall) -> Option<&Query> {
    match &call.wants {
        ToolWants::Search(query) => Some(query),
        _ => None,
    }
}

fn used_up(what: &str) -> String {
    format!("Not done: the {what} of this run are used up.\n")
}

/// What is said in full, and in one line, is the same.
fn both(said: String) -> (String, String) {
    (said.clone(), said)
}
