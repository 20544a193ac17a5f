//! Quotes that bear out only a part of a claim, and are cited for it beside what bears out the claim.

use super::VerifyInput;
use super::agreement::Finding;
use super::known::Reader;
use super::windows::{Held, WORTH, Wanted};
use gorkd_core::model::Support;
use std::ops::Range;

type Place = (usize, Range<usize>);

/// Words of the claim that a quote of another document has at least, one of them in no other quote.
const SHARED: usize = 2;

/// The other quotes that have words of the claim which those that are kept don't have. A document that nothing else is
/// cited from was cited by its writer for a word; a second quote of the same one is worth it for several.
pub(super) fn rest(
    claim: &str,
    kept: &[Place],
    others: Vec<Place>,
    input: &VerifyInput<'_>,
    reader: &mut Reader<'_>,
) -> Vec<Place> {
    if others.is_empty() {
        return Vec::new();
    }
    let wanted = Wanted::of(claim, reader);
    let text = |(place, range): &Place| &input.materials[*place].text[range.clone()];
    let mut said = Held::new();
    for known in kept {
        said.extend(wanted.held(text(known), reader));
    }
    let mut rest: Vec<Place> = Vec::new();
    for other in others {
        let is_cited = kept.iter().chain(&rest).any(|(place, _)| *place == other.0);
        let held = wanted.held(text(&other), reader);
        let only: Held = held.difference(&said).copied().collect();
        let least = if is_cited { WORTH } else { 1 };
        if wanted.weight(&only) >= least && wanted.weight(&held) >= SHARED {
            said.extend(only);
            rest.push(other);
        }
    }
    rest
}

/// The writer's quotes that say some of it, where only another passage says all of it.
pub(super) fn own(found: &[(usize, Range<usize>, Finding)]) -> Vec<Place> {
    let partly =
        found.iter().filter(|(_, _, finding)| finding.support == Support::Partly && is_part(finding));
    partly.map(|(place, range, _)| (*place, range.clone())).collect()
}

/// The writer's quotes that may say some of it, without those that are kept anyway.
pub(super) fn others(found: &[(usize, Range<usize>, Finding)], kept: &[Place]) -> Vec<Place> {
    let parts = found.iter().filter(|(_, _, finding)| is_part(finding));
    let parts = parts.map(|(place, range, _)| (*place, range.clone()));
    parts.filter(|place| !kept.contains(place)).collect()
}

/// Does it say nothing against the claim, and not all of it?
fn is_part(finding: &Finding) -> bool {
    !finding.refuted && !matches!(finding.support, Support::Supported | Support::Contradicted)
}
