//! Sources that give different values for the same thing: as the writer reports them, and as they are found. The search
//! is conservative: the two sentences must share nearly all words, have one value of the same kind each, and come from
//! different sources.

use super::values::{is_value, same_value};
use super::{Checked, VerifyInput};
use crate::authority::authority_of;
use crate::judge::ANSWERS;
use crate::lists::or_list;
use crate::material::locale_of;
use crate::text::mentions::{Mention, mentions};
use crate::text::sentences::said;
use crate::text::words::terms;
use crate::{Brief, Material};
use gorkd_core::model::{Conflict, Document, Evidence, Position, Question, SourceId};
use gorkd_core::text::slice;
use gorkd_core::text::tables::find_whole;
use gorkd_words::{Locale, Msg};
use std::collections::BTreeSet;

/// Maximum number of sentences to compare.
const MOST: usize = 80;
/// The share of their words, without values, that two sentences must have in common.
const SAME: f64 = 0.7;
/// Minimum number of words besides the value. Shorter sentences are similar by chance.
const SHORTEST: usize = 3;

/// The draft's conflicts, and those that are found among the evidence about something that the answer says.
pub(super) fn conflicts(input: &VerifyInput<'_>, checked: &[Checked<'_>]) -> Vec<Conflict> {
    let language = input.brief.question.language.as_str();
    let stated = |statement: &Statement<'_>| {
        let states = |claim: &Checked<'_>| {
            claim.cited.iter().any(|(place, _)| input.materials[*place].source == statement.material.source)
                && as_written(&statement.written, &claim.draft.text, language).is_some()
        };
        checked.iter().any(states)
    };
    let mut found = input.draft.conflicts.clone();
    let statements = statements(&input.brief, input.materials, input.evidence);
    for (a, b) in pairs(&statements) {
        let known = found.iter().any(|conflict| {
            let values: Vec<&str> = conflict.positions.iter().map(|p| p.value.as_str()).collect();
            values.contains(&a.written.as_str()) && values.contains(&b.written.as_str())
        });
        if !known && (stated(a) || stated(b)) {
            let about = without_value(&a.text, &a.written);
            let sides = [a, b].map(|one| (one.written.clone(), one.material));
            found.push(conflict(input.brief.question, about, &sides));
        }
    }
    found.truncate(8);
    found
}

/// Pieces of evidence that disagree, by position.
pub(crate) fn disagreeing(
    brief: &Brief<'_>,
    materials: &[Material<'_>],
    evidence: &[Evidence],
) -> Vec<(usize, usize)> {
    pairs(&statements(brief, materials, evidence)).map(|(a, b)| (a.piece, b.piece)).collect()
}

/// Statements that disagree.
fn pairs<'s, 'm>(all: &'s [Statement<'m>]) -> impl Iterator<Item = (&'s Statement<'m>, &'s Statement<'m>)> {
    let pairs = all.iter().enumerate().flat_map(move |(at, a)| all[at + 1..].iter().map(move |b| (a, b)));
    pairs.filter(|(a, b)| disagree(a, b))
}

struct Statement<'m> {
    /// The piece of evidence that contains it.
    piece: usize,
    material: &'m Material<'m>,
    text: String,
    words: BTreeSet<String>,
    value: Mention,
    written: String,
}

fn statements<'m>(
    brief: &Brief<'_>,
    materials: &'m [Material<'_>],
    evidence: &[Evidence],
) -> Vec<Statement<'m>> {
    let language = brief.question.language.as_str();
    let mut found: Vec<Statement<'m>> = Vec::new();
    let mut seen: BTreeSet<(SourceId, String)> = BTreeSet::new();
    let strong = |(_, evidence): &(usize, &Evidence)| evidence.relevance >= ANSWERS;
    for (piece, evidence) in evidence.iter().enumerate().filter(strong) {
        let Some(material) = Material::of(materials, &evidence.source) else { continue };
        let passage = slice(material.text, evidence.passage.span);
        for sentence in said(passage) {
            let all = mentions(sentence, language);
            let values: Vec<&Mention> =
                all.iter().filter(|mention| mention.value.comparable(&mention.value)).collect();
            let [value] = values.as_slice() else { continue };
            let words: BTreeSet<String> = terms(sentence, language)
                .into_iter()
                .filter(|term| term.range.end <= value.range.start || term.range.start >= value.range.end)
                .map(|term| term.key)
                .collect();
            if words.len() >= SHORTEST
                && found.len() < MOST
                && seen.insert((evidence.source.clone(), sentence.to_owned()))
            {
                found.push(Statement {
                    piece,
                    material,
                    written: sentence[value.range.clone()].to_owned(),
                    text: sentence.trim().to_owned(),
                    value: (*value).clone(),
                    words,
                });
            }
        }
    }
    found
}

fn disagree(a: &Statement<'_>, b: &Statement<'_>) -> bool {
    let (one, other) = (a.material, b.material);
    let apart = one.source != other.source && one.document.hash != other.document.hash;
    let (value, other) = (&a.value.value, &b.value.value);
    apart && value.comparable(other) && !value.agrees(other) && {
        let shared = a.words.intersection(&b.words).count() as f64;
        shared / a.words.union(&b.words).count() as f64 >= SAME
    }
}

/// How the sides, each a value with its place, differ.
pub(crate) fn conflict(question: &Question, about: String, sides: &[(String, &Material<'_>)]) -> Conflict {
    let documents: Vec<&Document> = sides.iter().map(|(_, material)| material.document).collect();
    let (preferred, why) = preferred(question, &documents);
    let position = |(value, material): &(String, &Material<'_>)| Position {
        value: value.clone(),
        source_ids: vec![material.source.clone()],
    };
    Conflict {
        about,
        positions: sides.iter().map(position).collect(),
        preferred: preferred.map(|at| sides[at].0.clone()),
        why: why.to(locale_of(question)),
    }
}

/// Prefers a dated page that is newer than the others by at least a year, then one that is clearly more authoritative, or
/// none.
fn preferred(question: &Question, documents: &[&Document]) -> (Option<usize>, Msg) {
    const YEAR: u64 = 365 * 86_400_000;
    let newer = |one: &Document, other: &Document| match (one.published_at, other.published_at) {
        (Some(one), Some(other)) => one.since(other) >= YEAR,
        (None, _) | (_, None) => false,
    };
    let weight = |document: &Document| authority_of(document, &question.entities);
    let weightier = |one: &Document, other: &Document| weight(one) >= weight(other) + 0.2;
    let best = |beats: &dyn Fn(&Document, &Document) -> bool| {
        let mut places = 0..documents.len();
        places.find(|at| {
            (0..documents.len()).all(|other| other == *at || beats(documents[*at], documents[other]))
        })
    };
    if let Some(at) = best(&newer) {
        (Some(at), Msg::NewerSource)
    } else if let Some(at) = best(&weightier) {
        (Some(at), Msg::WeightierSource)
    } else {
        (None, Msg::NeitherSource)
    }
}

/// What a sentence that gives a value is about.
pub(crate) fn without_value(sentence: &str, value: &str) -> String {
    sentence.trim().replace(value, "…").trim_end_matches('.').to_owned()
}

/// A value as a text writes it; `None` if it gives another one or none.
pub(crate) fn as_written<'t>(value: &str, text: &'t str, language: &str) -> Option<&'t str> {
    let value = value.trim();
    let wanted = mentions(value, language);
    let is_same = |mention: &Mention| {
        let mut wanted = wanted.iter().filter(|wanted| is_value(wanted));
        wanted.any(|wanted| same_value((value, wanted), (text, mention)))
    };
    let given = mentions(text, language).into_iter().filter(is_value).find(is_same);
    let word = || find_whole(text, value).filter(|_| !value.is_empty()).map(|at| at..at + value.len());
    given.map(|mention| mention.range).or_else(word).and_then(|range| text.get(range))
}

/// The values that sources give: "1881 or 1883".
pub(super) fn values(conflict: &Conflict, locale: Locale) -> String {
    let values: Vec<String> = conflict.positions.iter().map(|position| position.value.clone()).collect();
    or_list(&values, locale)
}
