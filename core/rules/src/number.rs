//! Source numbers: stable within a thread, assigned in order of first citation.

use gorkd_core::model::{DraftClaim, Numbered, SourceId};

/// Numbers for all sources that `claims` cite; those that `earlier` has keep theirs.
pub fn number(claims: &[DraftClaim], earlier: &[Numbered]) -> Vec<Numbered> {
    let mut next = earlier.iter().map(|numbered| numbered.number).max().unwrap_or(0) + 1;
    let mut numbering: Vec<Numbered> = Vec::new();
    for source in claims.iter().flat_map(|claim| &claim.quotes).map(|quote| &quote.source) {
        if numbering.iter().any(|numbered| numbered.source == *source) {
            continue;
        }
        let known = earlier.iter().find(|numbered| numbered.source == *source);
        let number = known.map_or(next, |numbered| numbered.number);
        if known.is_none() {
            next += 1;
        }
        numbering.push(Numbered { source: SourceId(source.0.clone()), number });
    }
    numbering
}
