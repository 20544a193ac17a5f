//! The parts of an answer that come from quoted blocks: how they are shown, the outcome for each part of the question,
//! and what comes closest if nothing answers.

use super::nearest::is_near;
use super::{Checked, VerifyInput};
use crate::Material;
use crate::compose::{Sentence, rows};
use crate::safety;
use crate::write::markdown;
use gorkd_core::model::*;
use gorkd_core::text::blocks::{blocks, code_in};
use gorkd_core::text::{byte_range, code_spans, path, path_above};
use std::collections::BTreeMap;
use std::ops::Range;

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

/// A piece of Markdown followed by the numbers of its sources, or by a sign that it goes on: below a table or code,
/// otherwise after the last word.
fn marked(text: &str, marks: &str) -> String {
    let apart = text.ends_with("```") || text.ends_with("~~~") || text.ends_with('|');
    format!("{text}{}{marks}", if apart { "\n\n" } else { " " })
}

fn part_of(input: &VerifyInput<'_>, id: &str) -> String {
    input.plan.part(id).map_or_else(|| input.plan.goal.clone(), |part| part.text.clone())
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
        if found.len() == CLOSEST {
            break;
        }
        let Some(material) = Material::of(input.materials, source) else { continue };
        let quote = beginning(&passage(material, span));
        let meets =
            |known: &Closest| known.source_id == *source && known.start < span.end && span.start < known.end;
        let same = |known: &Closest| known.quote == quote || meets(known);
        let known = found.iter().any(same) || safety::count(&quote) > 0;
        let near = || noted || is_near(input, &quote, &heading_path);
        if !known && !quote.trim().is_empty() && near() {
            let Span { start, end } = span;
            found.push(Closest { source_id: source.clone(), quote, start, end, heading_path });
        }
    }
    found
}

/// A passage as Markdown. A block has what leads to it, and the fences or the header that stand elsewhere.
fn passage(material: &Material<'_>, span: Span) -> String {
    let range = byte_range(material.text, span);
    match material.blocks().iter().find(|block| block.range == range) {
        Some(block) => markdown(material.text, block),
        None => material.text[range].to_owned(),
    }
}

/// As much of a passage as is shown, with "…" if it goes on: whole sentences, items, and rows, and code as a whole
/// unless it is much longer. Of such code, whole lines are shown, and its fence is closed.
fn beginning(passage: &str) -> String {
    let place = |most: usize| passage.char_indices().nth(most).map_or(passage.len(), |(at, _)| at);
    let (short, most) = (place(SHORT), place(WITH_CODE));
    if short == passage.len() {
        return passage.to_owned();
    }
    let code = code_in(passage).into_iter().find(|code| code.start < short && short < code.end);
    let (end, fence) = match &code {
        Some(code) if code.end <= most => (code.end, String::new()),
        Some(code) => match (last_line(passage, code, short), code.start) {
            (Some(end), _) => (end, closing(passage, code.start)),
            (None, 0) => (last_word(passage, short), closing(passage, 0)),
            (None, start) => (start, String::new()),
        },
        None => (last_statement(passage, short).unwrap_or_else(|| last_word(passage, short)), String::new()),
    };
    let kept = passage[..end].trim_end();
    if kept.len() == passage.trim_end().len() {
        return kept.to_owned();
    }
    marked(&format!("{kept}{fence}"), "…")
}

/// Where the last whole line of code before a place ends. The line of the opening fence is none.
fn last_line(passage: &str, code: &Range<usize>, short: usize) -> Option<usize> {
    let opening = passage[code.start..].find('\n').map_or(code.end, |at| code.start + at);
    passage[..short].rfind('\n').filter(|end| *end > opening)
}

/// A line that closes the code that starts here, set in like its opening fence.
fn closing(passage: &str, start: usize) -> String {
    let line = passage[..start].rfind('\n').map_or(0, |at| at + 1);
    let fence = passage[start..].split(|c: char| !matches!(c, '`' | '~')).next().unwrap_or_default();
    format!("\n{}{fence}", &passage[line..start])
}

/// Where the last sentence, item, row, or code before a place ends, if that leaves half of the words.
fn last_statement(passage: &str, short: usize) -> Option<usize> {
    let (code, spans) = (code_in(passage), code_spans(passage));
    let with_fence = |end: usize| code.iter().find(|code| code.contains(&end)).map_or(end, |code| code.end);
    // A sentence that is too long for one statement may be cut anywhere.
    let is_within = |end: usize| spans.iter().any(|span| span.start < end && end < span.end);
    let ends = blocks(passage, &[]).into_iter().flat_map(|block| block.statements);
    let ends = ends.map(|one| with_fence(one.end)).filter(|end| *end <= short && *end * 2 > short);
    ends.filter(|end| !is_within(*end)).max()
}

/// Where the last word before a place ends. A code span is a word.
fn last_word(passage: &str, short: usize) -> usize {
    let within = |code: &Range<usize>| code.start < short && short < code.end;
    let span = code_spans(passage).into_iter().find(within).map(|code| code.start);
    let cut = span.filter(|start| *start > 0).unwrap_or(short);
    passage[..cut].rfind(char::is_whitespace).filter(|end| *end * 2 > cut).unwrap_or(cut)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHOWN: usize = SHORT + "\n```\n\n…".len();

    #[test]
    fn a_passage_ends_with_a_sentence_an_item_or_a_row() {
        assert_eq!(beginning("It is short."), "It is short.");
        for (piece, gap, mark) in [
            ("It is long.", " ", " …"),
            ("- one of many", "\n", " …"),
            ("| one | two |", "\n", "\n\n…"),
            ("很长的一句话。", "", " …"),
        ] {
            let passage = format!("{piece}{gap}").repeat(100);
            let shown = beginning(&passage);
            let kept = shown.strip_suffix(mark).expect("it goes on");
            assert!(kept.ends_with(piece) && passage.starts_with(kept), "{shown}");
            assert!((SHORT - 20..=SHORT).contains(&kept.chars().count()), "{shown}");
        }
        let endless = beginning(&"word ".repeat(400));
        assert!(endless.ends_with("word word …") && endless.chars().count() <= SHOWN, "{endless}");
        let span = beginning(&format!("It is long. {}`{}`", "so, ".repeat(140), "run it ".repeat(50)));
        assert!(span.ends_with("so, so, …"), "{span}");
    }

    #[test]
    fn a_passage_is_not_cut_within_code() {
        let before = "It is long. ".repeat(48);
        let code = "```\nrun --all\nrun --more, if there is more of it to be run today\n```";
        let passage = format!("{before}\n\n{code}");
        assert_eq!(beginning(&passage), passage);
        assert_eq!(beginning(&format!("{passage}\n\nThen stop.")), format!("{passage}\n\n…"));
    }

    #[test]
    fn longer_code_has_whole_lines_between_fences() {
        let line = "run --all\n";
        for (before, set_in, fence) in [("", "", "```"), ("- Run\n\n", "  ", "~~~~")] {
            let lines = format!("{set_in}{line}").repeat(400);
            let shown = beginning(&format!("{before}{set_in}{fence}sh\n{lines}{set_in}{fence}"));
            let open = format!("{before}{set_in}{fence}sh\n{set_in}{line}");
            assert!(shown.starts_with(&open), "{shown}");
            assert!(shown.ends_with(&format!("\n{set_in}{line}{set_in}{fence}\n\n…")), "{shown}");
            assert!(shown.chars().count() <= SHOWN + 4, "{shown}");
        }
        let led = format!("{}To run it:", "It is long. ".repeat(48));
        let late = beginning(&format!("{led}\n\n```\n{}```", line.repeat(400)));
        assert_eq!(late, format!("{led} …"), "there is no room for a line of it");
        let one_line = beginning(&format!("```\n{}\n```", "run ".repeat(400)));
        assert!(one_line.ends_with("run run\n```\n\n…"), "{one_line}");
    }

    #[test]
    fn a_piece_of_a_longer_block_has_what_leads_to_it_and_its_fences() {
        let code = "pot.close(clay, lid) pot.wipe(handle)\n".repeat(80);
        let text = format!("To seal a pot, run\n\n```\n{code}```\n");
        let document = Document::default();
        let material = Material::new(&document, &text);
        let second = material.blocks().get(1).expect("it is long").range.clone();
        let shown = passage(&material, gorkd_core::text::span_of(&text, second.clone()));
        assert!(!text[second].contains("```"));
        assert!(
            shown.starts_with("To seal a pot, run\n\n```\npot.close") && shown.ends_with("\n```"),
            "{shown}"
        );
    }
}
