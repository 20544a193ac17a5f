//! Quotes that bear out only a part of a claim, and are cited for it beside what bears out the claim.

use super::windows::{Held, WORTH, Wanted};
use super::{Checker, Found, Place};
use gorkd_core::model::Support;

/// Words of the claim that a quote of another document has at least, one of them in no other quote.
const SHARED: usize = 2;

impl Checker<'_, '_> {
    /// The other quotes that have words of the claim which those that are kept don't have. A document that nothing else
    /// is cited from was cited by its writer for a word; a second quote of the same one is worth it for several.
    pub(super) fn more(&mut self, claim: &str, kept: &[Place], others: Vec<Place>) -> Vec<Place> {
        if others.is_empty() {
            return Vec::new();
        }
        let (input, reader) = (self.input, &mut self.reader);
        let wanted = Wanted::of(claim, reader);
        let mut said = Held::new();
        for known in kept {
            said.extend(wanted.held(input.words_at(known), reader));
        }
        let mut more: Vec<Place> = Vec::new();
        for other in others {
            let is_cited = kept.iter().chain(&more).any(|(place, _)| *place == other.0);
            let held = wanted.held(input.words_at(&other), reader);
            let only: Held = held.difference(&said).copied().collect();
            let least = if is_cited { WORTH } else { 1 };
            if wanted.weight(&only) >= least && wanted.weight(&held) >= SHARED {
                said.extend(only);
                more.push(other);
            }
        }
        more
    }
}

/// The writer's quotes that say some of it, where only another passage says all of it.
pub(super) fn own(found: &[Found]) -> Vec<Place> {
    let partly = found.iter().filter(|one| one.finding.support == Support::Partly && is_part(one));
    partly.map(|one| one.place.clone()).collect()
}

/// The writer's quotes that may say some of it, without those that are kept anyway.
pub(super) fn others(found: &[Found], kept: &[Place]) -> Vec<Place> {
    let parts = found.iter().filter(|one| is_part(one) && !kept.contains(&one.place));
    parts.map(|one| one.place.clone()).collect()
}

/// Does it say nothing against the claim, and not all of it?
fn is_part(Found { finding, .. }: &Found) -> bool {
    !finding.refuted && !matches!(finding.support, Support::Supported | Support::Contradicted)
}
