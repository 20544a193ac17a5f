//! The extractive writer: a draft made of sentences of what was read, without a model.
//!
//! It picks the sentences that answer rather than those that repeat the question. Every claim is a slice of a
//! stored text (line breaks apart), so its quotes support it by construction.

mod anaphora;
mod claims;
mod conflicts;
mod copies;
mod corpus;
mod cues;
mod detail;
mod expected;
pub mod kind;
mod matching;
mod notes;
mod rank;
mod scale;
mod signals;
mod summary;
mod synonyms;
#[cfg(test)]
mod tests;
mod want;

use gorkd_core::model::*;
use crate::number::number;
use crate::{Brief, Material};
use claims::Piece;
use corpus::Corpus;
use rank::{Judged, Ranked};
use summary::Texts;
use want::Want;

/// What a draft is made of.
#[derive(Clone, Copy, Debug)]
pub struct WriteInput<'a> {
    pub brief: &'a Brief<'a>,
    pub plan: &'a Plan,
    /// What the judge found; the writer prefers it, and looks at the rest of the texts too.
    pub evidence: &'a [Evidence],
    pub materials: &'a [Material<'a>],
    /// The thread's source numbers so far.
    pub numbering: &'a [Numbered],
}

/// A unit without evidence must cover this share of the question's terms to be said at all.
const RELEVANT: f64 = 0.3;
/// The same for a unit in a passage that the judge took for evidence.
const RELEVANT_EVIDENCE: f64 = 0.12;

/// Writes a draft. Its claims are in reading order; nothing relevant gives a draft without claims.
///
/// Sources that the thread has cited before keep their numbers; new ones go on after the highest.
pub fn write(input: &WriteInput<'_>) -> Draft {
    let language = input.brief.question.language.as_str();
    let materials = input.materials;
    let corpus = Corpus::of(materials);
    let keys = corpus.keys(language);
    let judged = Judged::of(input.evidence, materials);
    let originals = copies::originals(&corpus, &best_first(input));
    let ranked = |text: &str, sub_question: Option<&str>| {
        let want = Want::of(text, language);
        let mut ranked = rank::rank(&corpus, &keys, &want, materials, &judged, sub_question);
        ranked.retain(|ranked| {
            let unit = &corpus.units[ranked.unit];
            let judged = judged.relevance(unit.material, &unit.range, None) >= 0.3;
            originals[unit.material] == unit.material
                && ranked.signals.asks == 0.0
                && !unit.introduces
                && ranked.coverage >= if judged { RELEVANT_EVIDENCE } else { RELEVANT }
        });
        (want, ranked)
    };

    let asked = question_text(input);
    let (want, main) = ranked(&asked, None);
    let parts: Vec<(&SubQuestion, Vec<Ranked>)> = match input.plan.sub_questions.as_slice() {
        [] | [_] => Vec::new(),
        several => several.iter().map(|part| (part, ranked(&part.text, Some(&part.id)).1)).collect(),
    };
    let main = if main.is_empty() { best_of(&parts) } else { main };

    let texts = Texts { corpus: &corpus, materials, language };
    let disagreement = conflicts::find(&corpus, &keys, &want, &asked, materials, &main);
    let mut sides: Vec<Vec<Ranked>> = disagreement
        .iter()
        .flat_map(|found| found.units.iter())
        .map(|unit| main.iter().filter(|ranked| ranked.unit == *unit).cloned().collect())
        .collect();
    if input.brief.question.kind == QuestionKind::Comparison {
        sides.extend(parts.iter().map(|(_, ranked)| ranked.clone()));
    }
    let sides: Vec<&[Ranked]> = sides.iter().map(Vec::as_slice).collect();
    let pieces = summary::summary(&texts, want.expects, &main, &sides);
    let claims = claims_of(input, &texts, pieces, &main, &parts);

    let conflicts: Vec<Conflict> = disagreement.into_iter().map(|found| found.conflict).collect();
    let answered: Vec<notes::Answered<'_>> =
        parts.iter().map(|(part, ranked)| notes::Answered { question: &part.text, ranked }).collect();
    let notes = match claims.is_empty() {
        true => notes::Notes::default(),
        false => notes::notes(input.brief, materials, &claims, &answered, &conflicts),
    };
    Draft {
        revision: 0,
        by: Maker::Rules,
        numbering: number(&claims, input.numbering),
        claims,
        conflicts,
        limitations: notes.limitations,
        questions: notes.questions,
    }
}

/// Summary and detail as claims, within the budget of citations.
fn claims_of(
    input: &WriteInput<'_>,
    texts: &Texts<'_>,
    summary: Vec<Piece>,
    main: &[Ranked],
    parts: &[(&SubQuestion, Vec<Ranked>)],
) -> Vec<DraftClaim> {
    let budget = (input.brief.budget.citations as usize).max(1);
    let spent: usize = summary.iter().map(|piece| texts.quote_count(piece)).sum();
    let room = budget.saturating_sub(spent);
    let groups: Vec<detail::Group<'_>> = match parts {
        [] => vec![detail::Group { heading: None, ranked: main }],
        parts => parts
            .iter()
            .map(|(part, ranked)| detail::Group { heading: Some(part.text.clone()), ranked })
            .collect(),
    };
    let placed = detail::detail(texts, &groups, &summary, room, input.brief.question.kind);
    let in_summary =
        summary.iter().map(|piece| piece.claim(texts.corpus, texts.materials, Part::Summary, None));
    let in_detail = placed.iter().map(|placed| {
        placed.piece.claim(texts.corpus, texts.materials, Part::Detail, placed.heading.clone())
    });
    in_summary.chain(in_detail).collect()
}

/// A follow-up such as "and where?" is asked in the words that the plan made of it.
fn question_text(input: &WriteInput<'_>) -> String {
    let own = &input.brief.question.text;
    match input.plan.sub_questions.as_slice() {
        [only] if !input.brief.earlier.is_empty() && !only.text.trim().is_empty() => only.text.clone(),
        _ => own.clone(),
    }
}

/// When nothing answers the question as a whole, the best of what answers its parts.
fn best_of(parts: &[(&SubQuestion, Vec<Ranked>)]) -> Vec<Ranked> {
    let mut all: Vec<Ranked> = Vec::new();
    for ranked in parts.iter().flat_map(|(_, ranked)| ranked) {
        if !all.iter().any(|known| known.unit == ranked.unit) {
            all.push(ranked.clone());
        }
    }
    all.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.unit.cmp(&b.unit)));
    all
}

/// Materials in the order in which they are kept when they copy one another: pinned, judged relevant, well ranked.
fn best_first(input: &WriteInput<'_>) -> Vec<usize> {
    let relevance = |material: &Material<'_>| {
        let own = input.evidence.iter().filter(|e| e.passage.hash == material.document.hash);
        own.map(|evidence| evidence.relevance).fold(0.0, f64::max)
    };
    let mut order: Vec<usize> = (0..input.materials.len()).collect();
    order.sort_by(|a, b| {
        let (a_material, b_material) = (&input.materials[*a], &input.materials[*b]);
        b_material
            .pinned
            .cmp(&a_material.pinned)
            .then(relevance(b_material).total_cmp(&relevance(a_material)))
            .then(b_material.score.total_cmp(&a_material.score))
            .then(a.cmp(b))
    });
    order
}
