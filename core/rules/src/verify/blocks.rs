//! The parts of an answer that come from quoted blocks: how they are shown, the outcome for each part of the question,
//! and what comes closest if nothing answers.

use super::nearest::is_near;
use super::{Checked, VerifyInput};
use crate::compose::{Sentence, rows};
use crate::safety;
use gorkd_core::model::*;
use gorkd_core::text::{code_spans, path, path_above, slice};
use std::collections::BTreeMap;

/// Maximum number of blocks shown if nothing answers.
const CLOSEST: usize = 3;
/// Maximum characters of such a block, and of one that ends with code that would be cut otherwise.
const SHORT: usize = 600;
const WITH_CODE: usize = 1_200;

/// The summary, detail, and blocks of a draft that consists of quotations. `None` for other drafts, and if a
/// statement isn't supported.
pub(super) fn composed(
    input: &VerifyInput<'_>,
    checked: &[Checked<'_>],
    (numbers, sentences): (&BTreeMap<SourceId, u32>, &[Sentence]),
    claims: &[Claim],
) -> Option<(String, String, Vec<AnswerBlock>)> {
    let summary = input.draft.summary.as_ref()?;
    if checked.iter().any(|claim| claim.support < Support::Supported) {
        return None;
    }
    let mark = |block: &QuotedBlock| {
        numbers.get(&block.source).map_or(String::new(), |number| format!("[{number}]"))
    };
    let first = input.draft.blocks.first()?;
    let tell = |about: &str, text: &str, block: &QuotedBlock| match about {
        "" => marked(text, &mark(block)),
        about => {
            // Code, tables, and lists begin a line of their own.
            let begins = |c: char| matches!(c, '`' | '~' | '|' | '-' | '*' | '+' | '•') || c.is_ascii_digit();
            let gap = if text.starts_with(begins) { "\n\n" } else { " " };
            format!("**{}**{gap}{}", path(&[about.to_owned()]), marked(text, &mark(block)))
        }
    };
    let mut told = vec![tell(&summary.about, &summary.text, first)];
    for lead in &summary.also {
        let block = usize::try_from(lead.block).ok().and_then(|at| input.draft.blocks.get(at))?;
        told.push(tell(&lead.about, &lead.text, block));
    }
    let is_told = |at: u32| match at {
        0 => summary.whole,
        at => summary.also.iter().any(|lead| lead.block == at && lead.whole),
    };
    let form = input.draft.deliverable.unwrap_or_default();
    let said_below = |at: u32| {
        let mut claims = input.draft.claims.iter().filter(|claim| claim.block == Some(at));
        claims.any(|claim| claim.part == Part::Detail && claim.heading.is_none())
    };
    let is_shown = |at: u32| match form {
        Deliverable::Brief => !is_told(at),
        Deliverable::Report => true,
        // What stands in rows is not told a second time.
        Deliverable::Table | Deliverable::Comparison => !is_told(at) && said_below(at),
    };
    let shown = (0..).zip(&input.draft.blocks).filter(|(at, _)| is_shown(*at)).map(|(_, block)| block);
    let quoted = |block: &QuotedBlock| {
        format!("**{}** {}\n\n{}", path_above(&block.headings, &block.text), mark(block), block.text)
    };
    let detail: Vec<String> = match form {
        Deliverable::Brief => shown.map(quoted).collect(),
        Deliverable::Report => {
            let shown: Vec<&QuotedBlock> = shown.collect();
            let section = |part: &SubQuestion| {
                let of_part = shown.iter().copied().filter(|block| block.part == part.id).map(&quoted);
                let heading = format!("## {}", path(std::slice::from_ref(&part.text)));
                let section: Vec<String> = [heading].into_iter().chain(of_part).collect();
                (section.len() > 1).then(|| section.join("\n\n"))
            };
            input.plan.sub_questions.iter().filter_map(section).collect()
        }
        Deliverable::Table | Deliverable::Comparison => {
            let rows = rows(sentences, input.brief.locale());
            [rows].into_iter().filter(|rows| !rows.is_empty()).chain(shown.map(quoted)).collect()
        }
    };
    let blocks = input.draft.blocks.iter().enumerate().map(|(at, block)| AnswerBlock {
        id: format!("b{}", at + 1),
        part: part_of(input, &block.part),
        source_id: block.source.clone(),
        start: block.span.start,
        end: block.span.end,
        kind: block.kind,
        heading_path: block.headings.clone(),
        text: block.text.clone(),
        claim_ids: ids(input, claims, |claim| claim.block == u32::try_from(at).ok()),
    });
    Some((told.join("\n\n"), detail.join("\n\n"), blocks.collect()))
}

/// A piece of Markdown followed by the numbers of its sources: below a table or code, otherwise after the last word.
fn marked(text: &str, marks: &str) -> String {
    let apart = text.ends_with("```") || text.ends_with('|');
    format!("{text}{}{marks}", if apart { "\n\n" } else { " " })
}

fn part_of(input: &VerifyInput<'_>, id: &str) -> String {
    let part = input.plan.sub_questions.iter().find(|part| part.id == id);
    part.map_or_else(|| input.plan.goal.clone(), |part| part.text.clone())
}

fn ids(input: &VerifyInput<'_>, claims: &[Claim], wanted: impl Fn(&DraftClaim) -> bool) -> Vec<String> {
    let both = input.draft.claims.iter().zip(claims);
    both.filter(|(draft, _)| wanted(draft)).map(|(_, claim)| claim.id.clone()).collect()
}

/// The outcome for each part of the question, and the claims that answer it.
pub(super) fn parts(input: &VerifyInput<'_>, claims: &[Claim]) -> Vec<AnswerPart> {
    let of = |part: &SubQuestion| {
        let judged = input.parts.iter().find(|judged| judged.sub_question == part.id);
        let blocks: Vec<u32> =
            (0u32..).zip(&input.draft.blocks).filter(|(_, b)| b.part == part.id).map(|(n, _)| n).collect();
        AnswerPart {
            question: part.text.clone(),
            answered: judged.map(|judged| judged.answered).unwrap_or_default(),
            claim_ids: ids(input, claims, |claim| claim.block.is_some_and(|block| blocks.contains(&block))),
        }
    };
    match input.parts.is_empty() {
        true => Vec::new(),
        false => input.plan.sub_questions.iter().map(of).collect(),
    }
}

/// What comes closest to the question: a model's notes, then the highest-ranked blocks that come near it at all.
pub(super) fn closest(input: &VerifyInput<'_>) -> Vec<Closest> {
    let headings = |note: &Note| {
        let block = input.evidence.iter().find(|piece| piece.id == note.evidence);
        block.map(|block| block.headings.clone()).unwrap_or_default()
    };
    let noted = input.notes.iter().map(|note| (&note.source, note.passage.span, headings(note), true));
    let ranked = input.evidence.iter();
    let ranked = ranked.map(|piece| (&piece.source, piece.passage.span, piece.headings.clone(), false));
    let mut found: Vec<Closest> = Vec::new();
    for (source, span, heading_path, noted) in noted.chain(ranked) {
        let Some(material) = input.materials.iter().find(|material| material.source == *source) else {
            continue;
        };
        let quote = beginning(slice(material.text, span)).to_owned();
        let meets =
            |known: &Closest| known.source_id == *source && known.start < span.end && span.start < known.end;
        let same = |known: &Closest| known.quote == quote || meets(known);
        let known = found.iter().any(same) || safety::count(&quote) > 0;
        let near = || noted || is_near(input, &quote, &heading_path);
        if !known && !quote.trim().is_empty() && found.len() < CLOSEST && near() {
            let end = span.start + quote.chars().count();
            found.push(Closest { source_id: source.clone(), quote, start: span.start, end, heading_path });
        }
    }
    found
}

/// As much of a passage as is shown. Code that is cut has no end, and nobody can run half of it.
fn beginning(passage: &str) -> &str {
    let place = |most: usize| passage.char_indices().nth(most).map_or(passage.len(), |(at, _)| at);
    let cut = place(SHORT);
    let mut code = code_spans(passage).into_iter();
    let code = code.find(|code| code.start < cut && cut < code.end && code.end <= place(WITH_CODE));
    &passage[..code.map_or(cut, |code| code.end)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_passage_is_not_cut_within_code() {
        let before = "It is long. ".repeat(48);
        let code = "```\nrun --all\nrun --more, if there is more of it to be run today\n```";
        let passage = format!("{before}\n\n{code}\n\nThen stop.");
        assert_eq!(beginning(&passage), format!("{before}\n\n{code}"));
        assert_eq!(beginning("It is short."), "It is short.");
        for endless in ["word ".repeat(400), format!("```\n{}```", "run --all\n".repeat(400))] {
            assert_eq!(beginning(&endless).chars().count(), SHORT);
        }
    }
}
