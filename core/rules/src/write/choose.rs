//! Which blocks to quote: the best one for each part of the question, extended to its section if it is short, and
//! blocks that support it.

use super::WriteInput;
use super::anaphora::starts_with_reference;
use super::form::markdown;
use crate::Material;
use crate::plan::compared;
use crate::safety;
use crate::text::tables::Tables;
use crate::text::words::keys;
use crate::text::{one_line, says_little, shared};
use crate::weigh::Texts;
use gorkd_core::model::{Answered, Deliverable, Evidence};
use gorkd_core::text::blocks::{Block, BlockKind, word_count};
use gorkd_core::text::byte_range;
use std::ops::Range;

/// Blocks that are quoted, and in a report.
const MOST: usize = 3;
const MOST_IN_REPORT: usize = 8;
/// Words of all of them, and of the first one with what it grew by.
const MOST_WORDS: usize = 300;
const WORDS_OF_REPORT: usize = 1_000;
const FIRST_WORDS: usize = 200;
/// A block with fewer words grows to its section: the list just above often holds what a line only mentions. The first
/// one is what is read, so it says more.
pub const SHORT: usize = 60;
const FIRST_SHORT: usize = 150;
/// Share of the best block's relevance that a supporting block has at least.
const BEARS: f64 = 0.5;
/// Words that a mere reference to another place has at most.
const REFERENCE: usize = 30;
/// Likeness from which a block only repeats one that is quoted already.
const SAME: f64 = 0.7;

/// A stretch of one text that is quoted.
#[derive(Clone, Debug)]
pub struct Chosen {
    pub material: usize,
    pub range: Range<usize>,
    pub kind: BlockKind,
    /// The sub-question that it answers.
    pub part: String,
    pub headings: Vec<String>,
    /// Bytes of what leads to its first block and stands further up.
    pub lead: Option<Range<usize>>,
    /// As it is shown.
    pub text: String,
    /// Bytes of the block that was found, without what it grew by.
    pub core: Range<usize>,
    /// The summary speaks of it: it is the best one for a part of the question.
    pub leads: bool,
    /// The section as a whole is what answers, and this is its beginning.
    pub section: bool,
    /// Bytes of what it says, piece by piece.
    pub statements: Vec<Range<usize>>,
    words: usize,
}

/// The blocks to quote, best first; none where no part of the question is answered.
pub fn choose(input: &WriteInput<'_>) -> Vec<Chosen> {
    let mut chosen: Vec<Chosen> = Vec::new();
    let became = |id: &str| {
        let judged = input.parts.iter().find(|judged| judged.sub_question == id);
        judged.map_or(Answered::Yes, |judged| judged.answered)
    };
    let parts = input.plan.sub_questions.iter().map(|part| part.id.as_str());
    let open: Vec<&str> = parts.filter(|id| became(id) != Answered::No).collect();
    let compares = !compared(input.brief.question, input.plan).is_empty();
    let whole = input.plan.sub_questions.first().map(|part| part.id.as_str());
    // Each part has a block before any has two.
    for part in &open {
        let share = if open.len() > 1 { room(input).1 / open.len() } else { FIRST_WORDS };
        let mut best: Vec<&Evidence> =
            input.evidence.iter().filter(|evidence| evidence.sub_question == *part).collect();
        best.sort_by_key(|evidence| refers_elsewhere(input, evidence));
        // A block that is quoted already may answer this part as well.
        if best.first().is_some_and(|best| chosen.iter().any(|block| holds(input, block, best))) {
            continue;
        }
        // A block that compares both sides already says what each one is.
        let leads = !(compares && chosen.iter().any(|block| Some(block.part.as_str()) == whole));
        for evidence in best {
            if within(input, evidence, (share, room(input).1), &mut chosen) {
                if let Some(block) = chosen.last_mut() {
                    block.leads = leads;
                }
                break;
            }
        }
    }
    if !chosen.is_empty() {
        // What bears on the question far less than the best block only makes a reader wonder why it is there.
        let best = input.evidence.iter().map(|evidence| evidence.relevance).fold(0.0, f64::max);
        let bears = |e: &&Evidence| open.contains(&e.sub_question.as_str()) && e.relevance >= BEARS * best;
        let (most, words) = room(input);
        for evidence in input.evidence.iter().filter(bears) {
            if chosen.len() >= most {
                break;
            }
            within(input, evidence, (words, words), &mut chosen);
        }
    }
    chosen
}

/// Blocks, and words of all of them, that an answer of its form has room for.
fn room(input: &WriteInput<'_>) -> (usize, usize) {
    match input.deliverable {
        Deliverable::Report => (MOST_IN_REPORT, WORDS_OF_REPORT),
        _ => (MOST, MOST_WORDS),
    }
}

/// Adds a block of at most so many words beyond those that were chosen, unless it repeats what is there.
pub fn add(input: &WriteInput<'_>, evidence: &Evidence, words: usize, chosen: &mut Vec<Chosen>) -> bool {
    let used: usize = chosen.iter().map(|block| block.words).sum();
    within(input, evidence, (words, used + words), chosen)
}

/// Does a block that is quoted hold the passage?
fn holds(input: &WriteInput<'_>, block: &Chosen, evidence: &Evidence) -> bool {
    let material = &input.materials[block.material];
    let passage = byte_range(material.text, evidence.passage.span);
    material.source == evidence.source && block.range.start <= passage.start && passage.end <= block.range.end
}

/// Does a block only say where to read on? It answers nothing by itself.
fn refers_elsewhere(input: &WriteInput<'_>, evidence: &Evidence) -> bool {
    let text = Material::words_of(input.materials, evidence).unwrap_or_default();
    let first = text.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or_default();
    Tables::all().references.has(&first.to_lowercase()) && word_count(text) < REFERENCE
}

/// Adds a block, unless it repeats what is there or has too many words, by itself or together with the others.
fn within(
    input: &WriteInput<'_>,
    evidence: &Evidence,
    (share, all): (usize, usize),
    chosen: &mut Vec<Chosen>,
) -> bool {
    let used: usize = chosen.iter().map(|block| block.words).sum();
    let room = all.saturating_sub(used).min(share);
    let Some(material) = Material::at(input.materials, &evidence.source) else { return false };
    let text = input.materials[material].text;
    let range = byte_range(text, evidence.passage.span);
    let overlaps = |range: &Range<usize>, chosen: &[Chosen]| {
        let meets = |other: &Range<usize>| other.start < range.end && range.start < other.end;
        chosen.iter().any(|block| block.material == material && meets(&block.range))
    };
    // Nothing that a block with orders to a program says becomes a claim.
    let gives_orders = |range: &Range<usize>| safety::count(&text[range.clone()]) > 0;
    if range.is_empty() || overlaps(&range, chosen) || gives_orders(&range) {
        return false;
    }
    let blocks = input.materials[material].blocks();
    // Older journals hold passages of another cut.
    let Some(at) = input.materials[material].block_at(&range) else { return false };
    let (at, section) = opening(input, text, blocks, at, &evidence.sub_question);
    let language = input.materials[material].language();
    let least = if chosen.is_empty() { FIRST_SHORT } else { SHORT };
    let run = grown(text, blocks, at, least..room, language);
    let mut block = shown(input, material, &blocks[run], at, blocks, evidence);
    if overlaps(&block.range, chosen) || gives_orders(&block.range) {
        block = shown(input, material, &blocks[at..at + 1], at, blocks, evidence);
    }
    let taken =
        chosen.iter().any(|other| other.material == material && other.range.contains(&block.range.start));
    if taken || gives_orders(&block.range) {
        return false;
    }
    let fits = block.words <= room.max(if chosen.is_empty() { FIRST_WORDS } else { 0 });
    if block.statements.is_empty() || !fits || chosen.iter().any(|other| alike(input, other, &block)) {
        return false;
    }
    chosen.push(Chosen { section, ..block });
    true
}

/// Where to begin: where the heading above a block holds as much of what is asked as the block itself, the section is
/// what answers, and it is read from its first block on.
fn opening(input: &WriteInput<'_>, text: &str, blocks: &[Block], at: usize, part: &str) -> (usize, bool) {
    let asked = input.plan.part(part);
    let asked = asked.map_or(input.plan.goal.as_str(), |known| known.text.as_str());
    let language = input.brief.question.language.as_str();
    let wanted = keys(asked, language);
    let held = |words: &str| shared(&wanted, &keys(words, language));
    let own = &blocks[at];
    let above = own.headings.last().map_or(0, |heading| held(&text[heading.clone()]));
    if above == 0 || above < held(&text[own.range.clone()]) {
        return (at, false);
    }
    let same = |block: &&Block| block.headings == own.headings && !block.navigation;
    (at - blocks[..at].iter().rev().take_while(same).count(), true)
}

/// The run of neighbors in the same section that a short block, or one that leans on what stands before it, is shown
/// with. `room` is in words: as many as it should have, and may have at most.
pub fn grown(text: &str, blocks: &[Block], at: usize, room: Range<usize>, language: &str) -> Range<usize> {
    let Range { start: least, end: most } = room;
    let words = |index: usize| word_count(&text[blocks[index].range.clone()]);
    let own = &blocks[at];
    let inside = |index: usize| {
        let other = &blocks[index];
        !other.navigation
            && other.headings.len() >= own.headings.len()
            && other.headings[..own.headings.len()] == own.headings[..]
    };
    let (mut first, mut last, mut count) = (at, at, words(at));
    let depends = |index: usize| {
        let said = text[blocks[index].range.clone()].trim_start_matches(['-', '*', ' ']);
        starts_with_reference(said, language) || goes_on(said, language)
    };
    while depends(first) && first > 0 && inside(first - 1) && count + words(first - 1) <= most {
        first -= 1;
        count += words(first);
    }
    // What ends in a colon says nothing without what follows.
    let announces = |index: usize| text[blocks[index].range.clone()].trim_end().ends_with([':', '：']);
    while announces(last) && last + 1 < blocks.len() && inside(last + 1) && count + words(last + 1) <= most {
        last += 1;
        count += words(last);
    }
    while count < least {
        let before = (first, last);
        // What stands above leads to it.
        if first > 0 && inside(first - 1) && count + words(first - 1) <= most {
            first -= 1;
            count += words(first);
        }
        if last + 1 < blocks.len() && inside(last + 1) && count + words(last + 1) <= most {
            last += 1;
            count += words(last);
        }
        if before == (first, last) {
            break;
        }
    }
    // What it grew by neither leans on what has no room nor announces it.
    let first = (first..=at).find(|index| !depends(*index)).unwrap_or(first);
    let last = (at..=last).rev().find(|index| !announces(*index)).unwrap_or(last);
    first..last + 1
}

/// Does a block go on with a sentence that began before it, such as one around a list? "which sign the commit". Names of
/// commands are small, too; they are no stop words.
fn goes_on(said: &str, language: &str) -> bool {
    let first = said.split_whitespace().next().unwrap_or("");
    first.starts_with(char::is_lowercase) && says_little(first, language)
}

fn shown(
    input: &WriteInput<'_>,
    material: usize,
    run: &[Block],
    at: usize,
    blocks: &[Block],
    evidence: &Evidence,
) -> Chosen {
    let text = input.materials[material].text;
    let range = match (run.first(), run.last()) {
        (Some(first), Some(last)) => first.range.start..last.range.end,
        (None, _) | (_, None) => blocks[at].range.clone(),
    };
    // What leads to several blocks is shown once. Only the rows of a table need their header again.
    let part = |(nth, block): (usize, &Block)| {
        let is_shown = |lead: &Range<usize>| {
            let above = nth > 0 && run[nth - 1].lead.as_ref() == Some(lead);
            above || range.start <= lead.start && lead.end <= range.end
        };
        let is_header = |lead: &Range<usize>| text[lead.clone()].starts_with('|');
        let lead = block.lead.clone().filter(|lead| is_header(lead) || !is_shown(lead));
        let body = markdown(text, &Block { lead, ..block.clone() });
        let headings = if nth > 0 { headings_between(text, &run[nth - 1], block) } else { Vec::new() };
        headings.into_iter().chain([body]).collect::<Vec<_>>().join("\n\n")
    };
    let parts: Vec<String> = run.iter().enumerate().map(part).collect();
    let shown = parts.join("\n\n");
    Chosen {
        material,
        range,
        kind: blocks[at].kind,
        core: blocks[at].range.clone(),
        leads: false,
        section: false,
        part: evidence.sub_question.clone(),
        headings: input.materials[material].heading_path(&blocks[at]),
        lead: run.first().and_then(|first| first.lead.clone()),
        words: word_count(&shown),
        text: shown,
        statements: run.iter().flat_map(|block| block.statements.iter().cloned()).collect(),
    }
}

/// The headings that stand between a block and the next one. A definition shows its term itself.
fn headings_between(text: &str, before: &Block, block: &Block) -> Vec<String> {
    let common = before.headings.iter().zip(&block.headings).take_while(|(one, other)| one == other).count();
    let named =
        |heading: &&Range<usize>| heading.start >= before.range.end && heading.end <= block.range.start;
    let new = block.headings[common..].iter().filter(named);
    new.map(|heading| format!("**{}**", one_line(&text[heading.clone()].replace('*', "")))).collect()
}

/// Does one block repeat the other, or the part of it that was found?
fn alike(input: &WriteInput<'_>, one: &Chosen, other: &Chosen) -> bool {
    let core = |block: &Chosen| &input.materials[block.material].text[block.core.clone()];
    let mut texts = Texts::default();
    for text in [&one.text, &other.text, core(one), core(other)] {
        texts.add(text, "en");
    }
    [(0, 1), (2, 3), (0, 3), (2, 1)].into_iter().any(|(one, other)| texts.likeness(one, other) >= SAME)
}
