//! Claims with their positions in the text that people read.

use crate::model::{Answer, Claim, Part, Support};
use serde::{Deserialize, Serialize};
use std::ops::Deref;

/// A claim, and its position in the summary or the detail, whichever it belongs to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ClaimView {
    #[serde(flatten)]
    pub claim: Claim,
    /// Unicode code points in the summary or the detail. `None` for a claim that was left out of the text.
    pub start: Option<usize>,
    /// Exclusive.
    pub end: Option<usize>,
}

impl Deref for ClaimView {
    type Target = Claim;

    fn deref(&self) -> &Claim {
        &self.claim
    }
}

/// All claims of an answer. They are in text order, so the search for each starts after the previous one.
pub(super) fn claims(answer: &Answer) -> Vec<ClaimView> {
    let (summary, detail) = (Letters::of(&answer.summary), Letters::of(&answer.detail));
    let (mut in_summary, mut in_detail) = (0, 0);
    let placed = |claim: &Claim| {
        let (letters, from) = match claim.part {
            Part::Summary => (&summary, &mut in_summary),
            Part::Detail => (&detail, &mut in_detail),
        };
        let held = claim.support >= Support::Partly;
        let found = held.then(|| letters.find(&claim.text, *from)).flatten();
        let place = found.map(|at| {
            *from = at.end;
            letters.place(at)
        });
        ClaimView {
            claim: claim.clone(),
            start: place.map(|(start, _)| start),
            end: place.map(|(_, end)| end),
        }
    };
    answer.claims.iter().map(placed).collect()
}

/// The letters of a text with their positions. Spaces and markup of emphasis and code don't count: a claim has
/// the same words as the text, but may lack its markup.
pub(super) struct Letters(Vec<(char, usize)>);

impl Letters {
    pub(super) fn of(text: &str) -> Self {
        let letters = text.chars().enumerate().filter(|(_, c)| !c.is_whitespace() && !"*`\\".contains(*c));
        Self(letters.map(|(at, c)| (c, at)).collect())
    }

    /// Finds the letters of a claim, from `from` on or else from the start.
    pub(super) fn find(&self, claim: &str, from: usize) -> Option<std::ops::Range<usize>> {
        let wanted = Letters::of(claim).0;
        if wanted.is_empty() {
            return None;
        }
        let same =
            |window: &[(char, usize)]| window.iter().zip(&wanted).all(|(here, there)| here.0 == there.0);
        let at = |from: usize| {
            let at = self.0.get(from..)?.windows(wanted.len()).position(same)?;
            Some(from + at..from + at + wanted.len())
        };
        at(from).or_else(|| at(0))
    }

    /// The code points from the first of these letters to the end of the last one.
    pub(super) fn place(&self, letters: std::ops::Range<usize>) -> (usize, usize) {
        (self.0[letters.start].1, self.0[letters.end - 1].1 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Span;
    use crate::text::slice;

    fn claim(text: &str, part: Part, support: Support) -> Claim {
        Claim { text: text.into(), part, support, ..Claim::default() }
    }

    #[test]
    fn a_claim_is_found_where_it_stands() {
        let answer = Answer {
            summary: "Größe zählt. [1] Größe zählt. [2]".into(),
            detail: "## 東京\n\n- Set `work_mem`\n  to **64**. [1]\n- It is so. [2]".into(),
            claims: vec![
                claim("Größe zählt.", Part::Summary, Support::Supported),
                claim("Größe zählt.", Part::Summary, Support::Partly),
                claim("It is so.", Part::Detail, Support::Supported),
                claim("Set work_mem to 64", Part::Detail, Support::Supported),
                claim("Set work_mem to 65", Part::Detail, Support::Supported),
                claim("It is so.", Part::Detail, Support::Unsupported),
                claim(" ", Part::Detail, Support::Supported),
            ],
            ..Answer::default()
        };
        let found = claims(&answer);
        let places: Vec<_> = found.iter().map(|one| one.start.zip(one.end)).collect();
        assert_eq!(places[..2], [Some((0, 12)), Some((17, 29))]);
        let words = |at: usize| {
            let (start, end) = places[at].expect("it is there");
            slice(&answer.detail, Span { start, end })
        };
        assert_eq!((words(2), words(3)), ("It is so.", "Set `work_mem`\n  to **64"));
        assert_eq!(places[4..], [None, None, None], "what is not in the text has no place");
    }
}
