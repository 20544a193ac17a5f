//! Where sources disagree: two that answer the same question with different numbers or dates.
//!
//! Only values of the kind asked for are compared, and only in sentences that say nearly the same of the question;
//! a false alarm would cost more trust than a missed one.

use super::corpus::Corpus;
use super::expected;
use super::matching::Matches;
use super::rank::Ranked;
use super::scale::Scale;
use super::want::{Expects, Want};
use gorkd_core::model::{Conflict, Position, SourceId};
use crate::Material;
use crate::text::mentions::{self, Mention};

/// A sentence must hold this share of what the best one holds of the question.
const NEAR_THE_BEST: f64 = 0.75;
/// And this much of the question at all.
const LEAST: f64 = 0.5;

/// A value that a source gives.
struct Given {
    unit: usize,
    mention: Mention,
    words: String,
}

/// A disagreement, with the units that show it.
pub struct Disagreement {
    pub conflict: Conflict,
    pub units: Vec<usize>,
}

/// Compares the best sentence of each source. `ranked` holds no copies.
pub fn find(
    corpus: &Corpus,
    keys: &[Vec<String>],
    want: &Want,
    about: &str,
    materials: &[Material<'_>],
    ranked: &[Ranked],
) -> Option<Disagreement> {
    if !matches!(
        want.expects,
        Expects::Time | Expects::Duration | Expects::Count | Expects::Money | Expects::Percent
    ) {
        return None;
    }
    let matches = Matches::of(want, keys);
    let scale = Scale::of(corpus, want, &matches);
    let most = ranked.iter().map(|ranked| ranked.signals.own).fold(0.0, f64::max);
    let mut given: Vec<Given> = Vec::new();
    for candidate in ranked {
        let material = corpus.units[candidate.unit].material;
        let known = given.iter().any(|given| corpus.units[given.unit].material == material);
        if known || candidate.signals.own < (most * NEAR_THE_BEST).max(LEAST) {
            continue;
        }
        given.extend(value_of(&scale, candidate.unit, materials));
    }
    let (first, rest) = given.split_first()?;
    let differs = |other: &Given| {
        first.mention.kind == other.mention.kind
            && !first.mention.value.agrees(&other.mention.value)
            && same_kind(&first.mention, &other.mention)
    };
    if !rest.iter().any(differs) {
        return None;
    }
    let mut sides: Vec<(&Given, Vec<&Given>)> = Vec::new();
    for one in
        [first].into_iter().chain(rest.iter().filter(|other| same_kind(&first.mention, &other.mention)))
    {
        match sides.iter_mut().find(|(side, _)| side.mention.value.agrees(&one.mention.value)) {
            Some((_, members)) => members.push(one),
            None => sides.push((one, vec![one])),
        }
    }
    let source = |given: &Given| materials[corpus.units[given.unit].material].source.clone();
    let positions: Vec<Position> = sides
        .iter()
        .map(|(side, members)| Position {
            value: side.words.clone(),
            source_ids: members.iter().map(|member| source(member)).collect::<Vec<SourceId>>(),
        })
        .collect();
    let (preferred, why) = prefer(&sides, corpus, materials);
    Some(Disagreement {
        conflict: Conflict { about: about.to_owned(), positions, preferred, why },
        units: sides.iter().map(|(side, _)| side.unit).collect(),
    })
}

/// The value in a unit that answers best: of the kind asked for, new, nearest to the question's terms.
fn value_of(scale: &Scale<'_>, unit: usize, materials: &[Material<'_>]) -> Option<Given> {
    let own = &scale.corpus.units[unit];
    let material = &materials[own.material];
    let language = material.document.language.as_deref().unwrap_or(&scale.want.language);
    let text = &material.text[own.range.clone()];
    let places = scale.places(own);
    mentions::mentions(text, language)
        .into_iter()
        .filter(|mention| expected::fitting(scale.want.expects, mention, text, language) >= 0.9)
        .filter(|mention| expected::is_new(scale, mention, text))
        .map(|mention| (expected::strength(scale, own, &mention, &places), mention))
        .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.range.start.cmp(&a.1.range.start)))
        .map(|(_, mention)| Given { unit, words: text[mention.range.clone()].to_owned(), mention })
}

/// Values can contradict each other only when they count the same: two bare numbers, two amounts of one measure.
fn same_kind(a: &Mention, b: &Mention) -> bool {
    use mentions::Value;
    match (&a.value, &b.value) {
        (Value::Number { unit, .. }, Value::Number { unit: other, .. }) => unit == other,
        (Value::Date(a), Value::Date(b)) => a.year.is_some() && b.year.is_some(),
        (Value::Number { .. } | Value::Date(_) | Value::Words(_), _) => false,
    }
}

/// More independent sources win; with as many, the one that is newer by its own date.
fn prefer(
    sides: &[(&Given, Vec<&Given>)],
    corpus: &Corpus,
    materials: &[Material<'_>],
) -> (Option<String>, String) {
    let most = sides.iter().map(|(_, members)| members.len()).max().unwrap_or(0);
    let leading: Vec<_> = sides.iter().filter(|(_, members)| members.len() == most).collect();
    if let [(side, members)] = leading.as_slice() {
        return (Some(side.words.clone()), format!("{} independent sources give it.", members.len()));
    }
    let date = |given: &Given| materials[corpus.units[given.unit].material].document.published_at;
    let newest = |members: &[&Given]| members.iter().filter_map(|given| date(given)).max();
    let mut dated: Vec<_> =
        leading.iter().filter_map(|(side, members)| Some((newest(members)?, side))).collect();
    dated.sort_by_key(|(date, _)| std::cmp::Reverse(*date));
    match dated.as_slice() {
        [(first, side), (second, _), ..] if first > second && dated.len() == leading.len() => {
            (Some(side.words.clone()), "It stands in the newest of the sources that disagree.".to_owned())
        }
        _ => (None, "As many sources say the one as the other, and their dates do not decide.".to_owned()),
    }
}
