//! Blocks as a model sees them: with the neighbors that they depend on, each text once.

use super::furniture::is_furniture;
use super::passages::WHOLE;
use crate::Material;
use crate::near::originals;
use crate::text::apart;
use crate::text::words::{Shape, words};
use crate::write::{SHORT, grown};
use gorkd_core::job::{Judgement, PartJudgement};
use gorkd_core::model::{Answered, Draft, Evidence, Note, Quote, SourceId, Span};
use gorkd_core::text::blocks::{Block, BlockKind};
use gorkd_core::text::{byte_range, slice, span_of};
use std::collections::BTreeMap;
use std::ops::Range;

/// Words that a block grows to with its neighbors: a line of a list says little without the lines around it, and room
/// that one block takes is lost to others.
const GROWN: usize = 120;
/// Words of a block from which its standing in another document is no chance.
const TELLING: usize = 8;
/// Blocks that a writer sees beside those that a judge noted, which may have noted one of two that an answer needs. Of
/// 53 that were shown with the notes of 13 questions, 3 were cited, none for an answer: more are not worth their room.
const BESIDE_NOTES: usize = 2;
/// Passages that a judge sees however little relevant they count, over all parts of the question.
const FIRST: usize = 10;

/// A block of a prompt.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shown {
    /// Its span covers the neighbors that are shown with it.
    pub evidence: Evidence,
    /// Bytes of what it says in the text of its document: its sentences, items, rows, code; a term with its first
    /// sentence. A model names them by number, from 1.
    pub statements: Vec<Range<usize>>,
    /// Titles of other works that say the same in the same words.
    pub also: Vec<String>,
    /// Ids of other passages that stand inside it or say the same: it is shown instead of them.
    pub stands_for: Vec<String>,
}

impl From<&Evidence> for Shown {
    fn from(evidence: &Evidence) -> Self {
        Self { evidence: evidence.clone(), ..Self::default() }
    }
}

/// A stretch of blocks of one document that is shown in one piece.
struct Window {
    /// The place of its document among the materials.
    material: usize,
    blocks: Range<usize>,
    /// Bytes of what was found in it, without its neighbors.
    own: Range<usize>,
    shown: Shown,
}

impl Window {
    /// Stands for one more passage, which stands inside it.
    fn take(&mut self, piece: &Evidence, own: &Range<usize>) {
        let Shown { evidence, stands_for, .. } = &mut self.shown;
        if piece.id != evidence.id && !stands_for.contains(&piece.id) {
            stands_for.push(piece.id.clone());
        }
        evidence.relevance = evidence.relevance.max(piece.relevance);
        // It is shown under the headings that both stand under.
        let both = evidence.headings.iter().zip(&piece.headings).take_while(|(one, other)| one == other);
        let both = both.count();
        evidence.headings.truncate(both);
        self.own = self.own.start.min(own.start)..self.own.end.max(own.end);
    }

    fn into_shown(self, materials: &[Material<'_>]) -> Shown {
        let material = &materials[self.material];
        let blocks = &material.blocks()[self.blocks];
        let mut shown = self.shown;
        if let (Some(first), Some(last)) = (blocks.first(), blocks.last()) {
            let whole = first.range.start.min(self.own.start)..last.range.end.max(self.own.end);
            shown.evidence.passage.span = span_of(material.text, whole);
            shown.statements = blocks.iter().flat_map(|block| told(material.text, block)).collect();
        }
        shown
    }
}

/// The blocks to show, those that a model has taken notes from first. No block is shown twice, and what says the same
/// with the same numbers is shown once.
pub fn shown(evidence: &[Evidence], notes: &[Note], materials: &[Material<'_>]) -> Vec<Shown> {
    let noted = |piece: &&Evidence| notes.iter().any(|note| note.evidence == piece.id);
    let first = evidence.iter().filter(noted);
    let rest = evidence.iter().filter(|piece| !noted(piece));
    let mut windows: Vec<Window> = Vec::new();
    for piece in first.chain(rest) {
        if let Some(at) = Material::at(materials, &piece.source) {
            place(piece, at, &materials[at], &mut windows);
        }
    }
    let of = |one: &Window| apart(&materials[one.material].text[one.own.clone()].to_lowercase());
    let own: Vec<String> = windows.iter().map(of).collect();
    let found = windows.into_iter().map(|one| (one.material, one.into_shown(materials))).collect();
    let is_said = |(at, one): &(usize, Shown)| {
        let material = &materials[*at];
        !is_furniture(slice(material.text, one.evidence.passage.span), *at, materials)
    };
    without_copies(found, &own, materials).into_iter().filter(is_said).map(|(_, one)| one).collect()
}

/// Shows a passage with the neighbors that no other passage shows: as part of one that it touches, where both fit into
/// one piece, else on its own.
fn place(piece: &Evidence, at: usize, material: &Material<'_>, windows: &mut Vec<Window>) {
    let own = byte_range(material.text, piece.passage.span);
    let Some((core, grown)) = blocks_of(&own, material) else {
        // Older journals hold passages of another cut.
        let shown = Shown::from(piece);
        windows.push(Window { material: at, blocks: 0..0, own, shown });
        return;
    };
    let known = holding(windows, at, core.start).filter(|known| core.end <= windows[*known].blocks.end);
    if let Some(known) = known {
        windows[known].take(piece, &own);
        return;
    }
    let mut run = core;
    while run.start > grown.start && holding(windows, at, run.start - 1).is_none() {
        run.start -= 1;
    }
    while run.end < grown.end && holding(windows, at, run.end).is_none() {
        run.end += 1;
    }
    let before = if run.start > grown.start { holding(windows, at, run.start - 1) } else { None };
    let after = if run.end < grown.end { holding(windows, at, run.end) } else { None };
    let blocks = material.blocks();
    for touched in before.into_iter().chain(after) {
        let one = &mut windows[touched];
        let both = one.blocks.start.min(run.start)..one.blocks.end.max(run.end);
        let whole = blocks[both.start].range.start..blocks[both.end - 1].range.end;
        if material.text[whole].chars().count() <= WHOLE {
            one.blocks = both;
            one.take(piece, &own);
            return;
        }
    }
    windows.push(Window { material: at, blocks: run, own, shown: Shown::from(piece) });
}

/// The stretch that shows a block of a document.
fn holding(windows: &[Window], material: usize, block: usize) -> Option<usize> {
    windows.iter().position(|one| one.material == material && one.blocks.contains(&block))
}

/// Of each part of a question, the best passages, and all others that are half as relevant as its best. Of 414 passages that
/// judges saw for 20 questions over 2,900 pages, 112 are not among these, and none of those was noted.
pub fn for_judge(shown: Vec<Shown>) -> Vec<Shown> {
    let mut best: BTreeMap<String, f64> = BTreeMap::new();
    for one in &shown {
        let known = best.entry(one.evidence.sub_question.clone()).or_default();
        *known = known.max(one.evidence.relevance);
    }
    let first = FIRST.div_ceil(best.len().max(1));
    let mut of_part: BTreeMap<String, usize> = BTreeMap::new();
    let mut is_worth_it = |one: &Shown| {
        let evidence = &one.evidence;
        let count = of_part.entry(evidence.sub_question.clone()).or_default();
        *count += 1;
        let least = best.get(&evidence.sub_question).map_or(0.0, |best| best / 2.0);
        *count <= first || evidence.relevance >= least
    };
    shown.into_iter().filter(|one| is_worth_it(one)).collect()
}

/// What a writer is shown of these blocks: those that the judge's notes and its correction of the question come from, and
/// the best of the others; for a repair, those that the draft cites instead. All of them where some part that counts as
/// answered has no note: the ranking alone may have found its answer.
pub fn for_writer(shown: Vec<Shown>, judged: &Judgement, repaired: Option<&Draft>) -> Vec<Shown> {
    let holds = |one: &Shown, source: &SourceId, span: Span| {
        one.evidence.source == *source && one.evidence.passage.span.meets(span)
    };
    let noted = |one: &Shown, note: &Note| {
        holds(one, &note.source, note.passage.span) || one.stands_for.contains(&note.evidence)
    };
    let quoted = |one: &Shown, quote: &Quote| holds(one, &quote.source, quote.span.unwrap_or_default());
    let has_note = |part: &PartJudgement| {
        let mut of_part = judged.notes.iter().filter(|note| note.sub_question == part.sub_question);
        part.answered == Answered::No || of_part.any(|note| shown.iter().any(|one| noted(one, note)))
    };
    if judged.notes.is_empty() || !judged.parts.iter().all(has_note) {
        return shown;
    }
    let needed = |one: &Shown| {
        let mut corrections = judged.premise.iter().flat_map(|premise| &premise.quotes);
        let mut cited = repaired.into_iter().flat_map(|draft| &draft.claims).flat_map(|claim| &claim.quotes);
        judged.notes.iter().any(|note| noted(one, note))
            || corrections.any(|quote| quoted(one, quote))
            || cited.any(|quote| quoted(one, quote))
    };
    let mut others = if repaired.is_some() { 0 } else { BESIDE_NOTES };
    let mut is_told = |one: &Shown| {
        let needed = needed(one);
        let other = !needed && others > 0;
        others -= usize::from(other);
        needed || other
    };
    shown.into_iter().filter(|one| is_told(one)).collect()
}

/// The blocks that hold these bytes, and the run of blocks that they are shown with.
pub(super) fn blocks_of(own: &Range<usize>, material: &Material<'_>) -> Option<(Range<usize>, Range<usize>)> {
    let (text, blocks) = (material.text, material.blocks());
    let nearest = material.block_at(own)?;
    let shares = |block: &Block| block.range.start.max(own.start) < block.range.end.min(own.end);
    let first = blocks.iter().position(shares)?;
    let last = blocks.iter().rposition(shares)?;
    let run = grown(text, blocks, nearest, SHORT..GROWN, material.language());
    Some((first..last + 1, run.start.min(first)..run.end.max(last + 1)))
}

/// What a block says, in pieces that a model can name. The first piece of a definition takes the term along, which may be
/// all that is asked for: a range, an option, what an abbreviation is short for.
fn told(text: &str, block: &Block) -> Vec<Range<usize>> {
    let mut said = block.statements.clone();
    if block.kind == BlockKind::Definition {
        let whole = &text[block.range.clone()];
        let start = block.range.end - whole.trim_start().len();
        match said.first_mut() {
            Some(first) => first.start = first.start.min(start),
            None => said.push(start..block.range.start + whole.trim_end().len()),
        }
    }
    said
}

/// `own` are the plain words of each block without its neighbors. Pages of a manual have other neighbors than the whole
/// of it on one page, or its PDF.
fn without_copies(
    found: Vec<(usize, Shown)>,
    own: &[String],
    materials: &[Material<'_>],
) -> Vec<(usize, Shown)> {
    let words = |(at, one): &(usize, Shown)| slice(materials[*at].text, one.evidence.passage.span);
    let texts: Vec<&str> = found.iter().map(words).collect();
    let originals = originals(&texts);
    let whole: Vec<(usize, String)> =
        found.iter().zip(&texts).map(|((at, _), text)| (*at, apart(&text.to_lowercase()))).collect();
    // Each with its place among all that was found, and that of its document.
    let mut kept: Vec<(usize, usize, Shown)> = Vec::new();
    let titles: Vec<String> = found.iter().map(|(at, _)| named(&materials[*at])).collect();
    let texts: Vec<Vec<String>> = texts.iter().map(|text| told_apart(text)).collect();
    for (place, (material, one)) in found.into_iter().enumerate() {
        let original = originals[place];
        let near = kept.iter().position(|(at, ..)| *at == original);
        // What one document says twice in nearly these words, it says of two things.
        let apart = whole[original].0 == whole[place].0 && whole[original].1 != whole[place].1;
        let near = near.filter(|_| original != place && !apart && texts[original] == texts[place]);
        let holds = |(at, ..): &(usize, usize, Shown)| {
            let (other, text) = &whole[*at];
            *other != material && text.contains(&own[place])
        };
        let telling = own[place].split_whitespace().count() >= TELLING;
        match near.or_else(|| kept.iter().position(holds).filter(|_| telling)) {
            Some(known) => {
                let (first, _, same) = &mut kept[known];
                if titles[place] != titles[*first] && !same.also.contains(&titles[place]) {
                    same.also.push(titles[place].clone());
                }
                same.stands_for.push(one.evidence.id);
                same.stands_for.extend(one.stands_for);
            }
            None => kept.push((place, material, one)),
        }
    }
    kept.into_iter().map(|(_, material, one)| (material, one)).collect()
}

fn named(material: &Material<'_>) -> String {
    material.document.work.clone().unwrap_or_else(|| material.document.title.clone())
}

/// The numbers and identifiers of a text. Two versions of a manual, or the entries of two settings, differ in nothing else,
/// and that is what is asked for.
fn told_apart(text: &str) -> Vec<String> {
    let digits = text.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty());
    let names = words(text).into_iter().filter(|word| word.shape == Shape::Identifier).map(|word| word.text);
    digits.chain(names).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::model::{DraftClaim, Passage};

    fn block(at: usize) -> Shown {
        let span = Span { start: 10 * at, end: 10 * at + 10 };
        let passage = Passage { span, ..Passage::default() };
        let evidence = Evidence { id: format!("e{at}"), passage, ..Evidence::default() };
        Shown { evidence, ..Shown::default() }
    }

    fn note(at: usize) -> Note {
        let passage = block(at).evidence.passage;
        Note { evidence: format!("e{at}"), sub_question: "q1".into(), passage, ..Note::default() }
    }

    fn part(id: &str, answered: Answered) -> PartJudgement {
        PartJudgement { sub_question: id.into(), answered, by_model: true, ..PartJudgement::default() }
    }

    fn ids(judged: &Judgement, repaired: Option<&Draft>) -> Vec<String> {
        let shown = for_writer((0..9).map(block).collect(), judged, repaired);
        shown.into_iter().map(|one| one.evidence.id).collect()
    }

    #[test]
    fn a_writer_sees_what_was_noted_and_the_best_beside_it() {
        let parts = vec![part("q1", Answered::Yes), part("q2", Answered::No)];
        let noted = Judgement { parts, notes: vec![note(7)], ..Judgement::default() };
        assert_eq!(ids(&noted, None), ["e0", "e1", "e7"]);
        let span = block(5).evidence.passage.span;
        let quotes = vec![Quote { span: Some(span), ..Quote::default() }];
        let draft =
            Draft { claims: vec![DraftClaim { quotes, ..DraftClaim::default() }], ..Draft::default() };
        let ids = ids(&noted, Some(&draft));
        assert_eq!(ids, ["e5", "e7"], "a repair sees what the draft cites instead");
    }

    #[test]
    fn what_stands_for_a_noted_passage_is_shown_for_it() {
        let parts = vec![part("q1", Answered::Yes)];
        let judged = Judgement { parts, notes: vec![note(7), note(2)], ..Judgement::default() };
        let mut blocks: Vec<Shown> = (0..7).map(block).collect();
        blocks[4].stands_for = vec!["e7".into()];
        let ids = for_writer(blocks, &judged, None).into_iter().map(|one| one.evidence.id);
        assert_eq!(ids.collect::<Vec<_>>(), ["e0", "e1", "e2", "e4"]);
    }

    #[test]
    fn a_writer_sees_everything_where_a_part_has_no_notes() {
        let parts = vec![part("q1", Answered::Yes), part("q2", Answered::Partly)];
        let half = Judgement { parts, notes: vec![note(7)], ..Judgement::default() };
        assert_eq!(ids(&half, None).len(), 9);
        assert_eq!(ids(&Judgement::default(), None).len(), 9);
    }
}
