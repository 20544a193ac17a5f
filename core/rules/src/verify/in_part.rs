//! Quotes that bear out only a part of a claim, and are cited for it beside what bears out the claim.

use super::VerifyInput;
use super::agreement::Finding;
use super::known::Reader;
use super::windows::{Held, WORTH, Wanted};
use gorkd_core::model::Support;
use std::ops::Range;

type Place = (usize, Range<usize>);

/// The writer's quotes of the same documents that have words of the claim which those that support it don't have.
pub(super) fn rest(
    claim: &str,
    supporting: &[Place],
    found: &[(usize, Range<usize>, Finding)],
    input: &VerifyInput<'_>,
    reader: &mut Reader<'_>,
) -> Vec<Place> {
    if found.len() == supporting.len() {
        return Vec::new();
    }
    let wanted = Wanted::of(claim, reader);
    let text = |place: usize, range: &Range<usize>| &input.materials[place].text[range.clone()];
    let mut said = Held::new();
    for (place, range) in supporting {
        said.extend(wanted.held(text(*place, range), reader));
    }
    let mut rest = Vec::new();
    for (place, range, _) in found.iter().filter(|(_, _, finding)| is_part(finding)) {
        if supporting.iter().all(|(other, _)| other != place) {
            continue;
        }
        let held = wanted.held(text(*place, range), reader);
        let only: Held = held.difference(&said).copied().collect();
        if wanted.weight(&only) >= WORTH {
            said.extend(only);
            rest.push((*place, range.clone()));
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

/// Does it say nothing against the claim, and not all of it?
fn is_part(finding: &Finding) -> bool {
    !finding.refuted && !matches!(finding.support, Support::Supported | Support::Contradicted)
}
