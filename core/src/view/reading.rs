//! An answer as people read it. Its document contains the best quotation twice: first the part that answers,
//! then the whole block around it. Readers see each under its headings, and nothing twice.

use super::claims::Letters;
use super::{AnswerView, JobView};
use crate::model::{AnswerBlock, Answered, Deliverable, Part, Span};
use crate::text::{byte_range, path_above};
use gorkd_words::{Locale, Msg};
use std::ops::Range;

/// The main text, and the detail after it, as Markdown. Text written by a model is the same as in the document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    pub summary: String,
    pub detail: String,
}

pub fn reading(job: &JobView, answer: &AnswerView) -> Shown {
    if answer.blocks.is_empty() {
        return Shown { summary: answer.summary.clone(), detail: answer.detail.clone() };
    }
    let leads = leads(job, answer);
    let mut summary: Vec<String> = Vec::new();
    let mut last = String::new();
    for lead in &leads {
        let text = &answer.summary[lead.text.clone()];
        let path = path_above(&lead.block.heading_path, text);
        let mark = number(job, lead.block).map(|number| format!("[{number}]")).unwrap_or_default();
        let Some(bare) = text.trim().strip_suffix(mark.as_str()).filter(|_| !path.is_empty()) else {
            summary.push(text.trim().to_owned());
            continue;
        };
        // The subject of a lead is a heading, which usually stands above it already.
        let above = lead.block.heading_path.iter().filter(|heading| path.contains(heading.as_str()));
        let about = above.map(|heading| format!("**{heading}**"));
        let bare = about
            .into_iter()
            .find_map(|about| bare.strip_prefix(about.as_str()))
            .unwrap_or(bare)
            .trim_start();
        let heading = format!("**{path}** {mark}");
        if heading != last {
            summary.push(heading.trim_end().to_owned());
        }
        summary.push(bare.trim_end().to_owned());
        last = heading;
    }
    if leads.is_empty() {
        summary.push(answer.summary.clone());
    }
    summary.extend(open_parts(job, answer));
    let mut detail = answer.detail.clone();
    // A report is complete on its own.
    if answer.deliverable != Deliverable::Report {
        for lead in &leads {
            let said = said(job, lead.block).map(|(text, _)| text);
            detail = without(&detail, lead.block, &untold(&lead.block.text, said));
        }
    }
    Shown { summary: summary.join("\n\n"), detail }
}

/// The parts of a question with several parts that are not, or perhaps not, answered. For the question as a
/// whole, the confidence says how sure the answer is.
pub fn open_parts(job: &JobView, answer: &AnswerView) -> Vec<String> {
    let locale = Locale::first([job.language.as_str()]);
    let some = answer.parts.iter().any(|part| part.answered == Answered::Yes);
    let open = answer.parts.iter().filter_map(|part| {
        let question = part.question.clone();
        match part.answered {
            Answered::No => Some(Msg::LimitUnanswered { question }),
            Answered::Partly if some && question != job.question => {
                Some(Msg::LimitPerhapsUnanswered { question })
            }
            Answered::Partly | Answered::Yes => None,
        }
    });
    if answer.parts.len() < 2 { Vec::new() } else { open.map(|open| locale.say(open)).collect() }
}

/// What the summary says from one block, and its byte range.
struct Lead<'a> {
    block: &'a AnswerBlock,
    text: Range<usize>,
}

fn leads<'a>(job: &JobView, answer: &'a AnswerView) -> Vec<Lead<'a>> {
    let summary = answer.summary.as_str();
    let mut leads: Vec<Lead<'a>> = Vec::new();
    let mut told = 0;
    for block in &answer.blocks {
        let places: Vec<Range<usize>> =
            said(job, block).filter_map(|(_, span)| Some(byte_range(summary, span?))).collect();
        let (Some(first), Some(last)) = (places.first(), places.last()) else { continue };
        // It starts after the citation marker at the end of the previous one.
        let begins = match leads.last() {
            None => Some(0),
            Some(before) => {
                let mark = number(job, before.block).map(|number| format!("[{number}]\n\n"));
                let between = summary.get(told..first.start);
                mark.zip(between).and_then(|(mark, text)| Some(told + text.find(&mark)? + mark.len()))
            }
        };
        told = last.end;
        let Some(begins) = begins else { continue };
        if let Some(before) = leads.last_mut() {
            before.text.end = begins;
        }
        leads.push(Lead { block, text: begins..summary.len() });
    }
    leads
}

/// The words of a block that are in the summary, with their positions.
fn said<'a>(job: &'a JobView, block: &'a AnswerBlock) -> impl Iterator<Item = (&'a str, Option<Span>)> {
    let of_block = move |id: &str| block.claim_ids.iter().any(|known| known == id);
    let claims = job.claims.iter().filter(move |claim| claim.part == Part::Summary && of_block(&claim.id));
    claims.map(|claim| {
        let place = claim.start.zip(claim.end).map(|(start, end)| Span { start, end });
        (claim.claim.text.as_str(), place)
    })
}

fn number(job: &JobView, block: &AnswerBlock) -> Option<u32> {
    job.sources.iter().find(|source| source.id == block.source_id)?.number
}

/// The detail with a block replaced by its rest; if nothing is left of it, its heading is removed as well.
fn without(detail: &str, block: &AnswerBlock, rest: &str) -> String {
    // Another source may contain the same words.
    let head = format!("**{}**", path_above(&block.heading_path, &block.text));
    let under = detail.match_indices(block.text.as_str()).map(|(at, _)| at).find(|at| {
        let above = detail[..*at].trim_end();
        let line = above.rfind("\n\n").map_or(above, |end| &above[end + 2..]);
        line.starts_with(&head)
    });
    let Some(at) = under.filter(|_| !block.text.is_empty()) else {
        return detail.to_owned();
    };
    let (before, after) = (&detail[..at], &detail[at + block.text.len()..]);
    if !rest.is_empty() {
        return format!("{before}{rest}{after}");
    }
    let above = before.trim_end();
    let before = above.rfind("\n\n").map_or("", |end| &above[..end]);
    format!("{before}{after}").trim_start_matches('\n').to_owned()
}

/// A block without what the summary says: fully quoted lines are removed, and "…" replaces parts of others.
fn untold<'a>(text: &str, said: impl Iterator<Item = &'a str>) -> String {
    let letters = Letters::of(text);
    let mut from = 0;
    let mut told: Vec<Range<usize>> = Vec::new();
    for words in said {
        let Some(found) = letters.find(words, from) else { continue };
        from = found.end;
        let (start, end) = letters.place(found);
        let told_of = byte_range(text, Span { start, end });
        // Marks around its first and last word are its own.
        let is_mark = |c: char| "*`".contains(c);
        let start = text[..told_of.start].trim_end_matches(is_mark).len();
        let end = text.len() - text[told_of.end..].trim_start_matches(is_mark).len();
        told.push(start..end);
    }
    told.sort_by_key(|range| range.start);
    let mut lines: Vec<String> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let own = start..start + line.len();
        start = own.end;
        let inside: Vec<&Range<usize>> =
            told.iter().filter(|told| told.start < own.end && own.start < told.end).collect();
        let Some(kept) = kept(text, &own, &inside) else { continue };
        lines.push(kept);
    }
    bare(lines).join("\n").trim_matches('\n').to_owned()
}

/// The rest of a partly quoted line; `None` if it says nothing.
fn kept(text: &str, line: &Range<usize>, told: &[&Range<usize>]) -> Option<String> {
    let (Some(first), Some(last)) = (told.first(), told.last()) else {
        return Some(text[line.clone()].trim_end().to_owned());
    };
    let before = &text[line.start..first.start.max(line.start)];
    let after = &text[last.end.min(line.end)..line.end];
    let mut between = String::new();
    for pair in told.windows(2) {
        between.push_str(text.get(pair[0].end..pair[1].start).unwrap_or_default());
    }
    let is_word = |text: &str| text.contains(char::is_alphabetic);
    if !is_word(before) && !is_word(after) && !is_word(&between) {
        return None;
    }
    let (between, behind) = (between.trim(), after.trim());
    let between = if is_word(between) { between } else { "" };
    let behind = if is_word(behind) { behind } else { "" };
    let pieces = [before.trim_end(), between, behind].into_iter().filter(|piece| !piece.trim().is_empty());
    let pieces: Vec<&str> = pieces.collect();
    let shown = pieces.join(" … ");
    Some(match (is_word(before), is_word(after)) {
        (false, _) if before.trim().is_empty() => format!("… {shown}"),
        (_, false) => format!("{shown} …"),
        (_, true) => shown,
    })
}

/// Removes empty code fences, table headers without rows, and leftover blank lines.
fn bare(lines: Vec<String>) -> Vec<String> {
    let fence = |line: &String| line.trim_start().starts_with("```");
    let row = |line: Option<&String>| line.is_some_and(|line| line.trim_start().starts_with('|'));
    let rule = |line: &String| line.contains("---") && line.chars().all(|c| "|-: ".contains(c));
    let mut kept: Vec<String> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let open = kept.iter().filter(|line| fence(line)).count() % 2 == 1;
        let no_code = fence(line) && open && kept.last().is_some_and(fence);
        let no_rows = !open && rule(line) && !row(lines.get(at + 1));
        if no_code || no_rows {
            kept.pop();
        } else if open || !line.trim().is_empty() || kept.last().is_some_and(|last| !last.trim().is_empty()) {
            kept.push(line.clone());
        }
    }
    kept
}

#[cfg(test)]
#[path = "reading_tests.rs"]
mod tests;
