//! How far an answer can be relied on, computed from its support; never asked of a model.

use super::{Checked, VerifyInput};
use gorkd_core::model::{Confidence, Conflict, Part, Support};
use crate::authority::authority;
use crate::write::kind::{asked_for, held_by};
use crate::judge::sources_needed;
use crate::text::words::keys;
use crate::near::originals;
use gorkd_core::text::site_of;
use crate::weigh::{Texts, query_terms};
use gorkd_core::text::slice;
use std::collections::BTreeSet;

/// Share of the question's words that the cited passages of the summary must hold for more than low confidence.
const MEETS: f64 = 0.5;
/// Mean authority from which one source alone is worth medium confidence.
const TRUSTED: f64 = 0.75;
/// Likeness from which two cited texts are one source.
const COPY: f64 = 0.85;

/// The confidence with its reasons, the weightiest first.
pub(super) fn confidence(
    input: &VerifyInput<'_>,
    checked: &[Checked<'_>],
    conflicts: &[Conflict],
) -> (Confidence, Vec<String>) {
    let supported = checked.iter().filter(|claim| claim.support == Support::Supported).count();
    let failed = checked.iter().filter(|claim| claim.support <= Support::Unsupported).count();
    let sources = independent(input, checked);
    let weight = authority_of(input, checked);
    let meets = meets_question(input, checked);
    let needed = sources_needed(input.brief.budget).min(3);
    let mut reasons = Vec::new();
    reasons.push(match (supported, checked.len()) {
        (0, _) => "No statement is fully supported by its source.".to_owned(),
        (all, total) if all == total => format!("All {total} statements are quoted from what was read."),
        (some, total) => format!("{some} of {total} statements are quoted from what was read."),
    });
    reasons.push(match sources {
        1 => "It rests on a single independent source.".to_owned(),
        many => format!("It rests on {many} independent sources."),
    });
    if weight >= TRUSTED {
        reasons.push("The sources are official, edited or the subject's own.".to_owned());
    } else if weight < 0.4 {
        reasons.push("Anybody may write on the sites it rests on.".to_owned());
    }
    if meets < MEETS {
        reasons.push("The passages quoted meet only part of the question.".to_owned());
    }
    if !conflicts.is_empty() {
        reasons.push(format!("Sources disagree on {} of its points.", conflicts.len()));
    }
    let missed = misses_what_was_asked(input, checked);
    if let Some(kind) = missed {
        reasons.push(format!("The question asks for {kind}, and none of the statements quoted gives one."));
    }
    let level = if supported == 0 || meets < MEETS || weight < 0.3 || missed.is_some() {
        Confidence::Low
    } else if sources >= needed && failed == 0 && conflicts.is_empty() && meets >= 0.7 && weight >= 0.5 {
        Confidence::High
    } else if sources >= 2 || weight >= TRUSTED {
        Confidence::Medium
    } else {
        Confidence::Low
    };
    (level, reasons)
}

/// The kind of thing that was asked for, when it can be told and no supported statement holds one.
fn misses_what_was_asked(input: &VerifyInput<'_>, checked: &[Checked<'_>]) -> Option<&'static str> {
    let kind = asked_for(input.brief.question)?;
    let said = checked.iter().filter(|claim| claim.support >= Support::Partly);
    (!held_by(input.brief.question, said.map(|claim| claim.draft.text.as_str()))).then_some(kind)
}

/// Sites behind the supported claims; files count one by one; texts that copy one another count once.
pub(super) fn independent(input: &VerifyInput<'_>, checked: &[Checked<'_>]) -> usize {
    let language = input.brief.question.language.as_str();
    let mut texts = Texts::default();
    let mut kept: Vec<(String, usize)> = Vec::new();
    let mut seen: BTreeSet<usize> = BTreeSet::new();
    let copies = copies(input, checked);
    for (place, range) in cited(checked) {
        if copies.contains(&place) || !seen.insert(place) {
            continue;
        }
        let material = &input.materials[place];
        texts.add(&material.text[range], language);
        let number = texts.len() - 1;
        let site = site_of(&material.document.url);
        let site = if site == "local file" { material.document.hash.0.clone() } else { site };
        let copy =
            kept.iter().any(|(_, other)| texts.likeness(number, *other) >= COPY && long(&texts, number));
        if !copy && !kept.iter().any(|(known, _)| *known == site) {
            kept.push((site, number));
        }
    }
    kept.len().max(usize::from(!seen.is_empty()))
}

/// Cited materials whose whole text copies that of another cited one.
fn copies(input: &VerifyInput<'_>, checked: &[Checked<'_>]) -> BTreeSet<usize> {
    let places: Vec<usize> =
        cited(checked).map(|(place, _)| place).collect::<BTreeSet<_>>().into_iter().collect();
    if places.len() < 2 {
        return BTreeSet::new();
    }
    let texts: Vec<&str> = places.iter().map(|place| input.materials[*place].text).collect();
    let originals = originals(&texts);
    (0..places.len()).filter(|at| originals[*at] != *at).map(|at| places[at]).collect()
}

/// Short quotes are alike without being copies: two sources that give one fact in the same few words.
fn long(texts: &Texts, number: usize) -> bool {
    texts.length(number) >= 15.0
}

fn cited<'c>(checked: &'c [Checked<'_>]) -> impl Iterator<Item = (usize, std::ops::Range<usize>)> + 'c {
    checked
        .iter()
        .filter(|claim| claim.support >= Support::Partly)
        .flat_map(|claim| claim.cited.iter().cloned())
}

fn authority_of(input: &VerifyInput<'_>, checked: &[Checked<'_>]) -> f64 {
    let places: BTreeSet<usize> = cited(checked).map(|(place, _)| place).collect();
    let total: f64 = places
        .iter()
        .map(|place| authority(&input.materials[*place].document.url, &input.brief.question.entities))
        .sum();
    if places.is_empty() { 0.0 } else { total / places.len() as f64 }
}

/// Share of the question's weight, by how telling its words are, in what the summary quotes and its titles.
fn meets_question(input: &VerifyInput<'_>, checked: &[Checked<'_>]) -> f64 {
    let language = input.brief.question.language.as_str();
    let mut texts = Texts::default();
    for evidence in input.evidence {
        if let Some(material) = input.materials.iter().find(|material| material.source == evidence.source) {
            texts.add(slice(material.text, evidence.passage.span), language);
        }
    }
    let mut there: BTreeSet<String> = BTreeSet::new();
    let in_summary =
        |claim: &&Checked<'_>| claim.draft.part == Part::Summary && claim.support >= Support::Partly;
    let any = checked.iter().any(|claim| in_summary(&claim));
    for claim in checked.iter().filter(|claim| !any || in_summary(claim)) {
        for (place, range) in &claim.cited {
            let context = super::quotes::Context::new(&input.materials[*place], range.clone());
            there.extend(keys(context.around, language));
            there.extend(keys(context.title, language));
        }
    }
    let wanted = query_terms(&input.plan.goal, language);
    let all: f64 = wanted.iter().map(|(key, _)| texts.weight(key)).sum();
    let met: f64 =
        wanted.iter().filter(|(key, _)| there.contains(key)).map(|(key, _)| texts.weight(key)).sum();
    if all > 0.0 { met / all } else { 0.0 }
}
