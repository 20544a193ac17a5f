//! Everything that a job can request. Each effect ends with one outcome event or with `Failed`.
//!
//! Our own pure code (`Select`, and `Plan`, `Judge`, `Synthesize`, `Verify` by rules) is an effect as well: its
//! decisions are recorded, and never recomputed by newer code.

use crate::model::*;
use std::fmt::Display;

/// An effect with its ID and its reservation.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedEffect {
    pub id: EffectId,
    pub effect: Effect,
    pub reserve: Spend,
}

impl PlannedEffect {
    /// An effect that costs nothing.
    pub fn free(id: EffectId, effect: Effect) -> Self {
        Self { id, effect, reserve: Spend::default() }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Decide which clarifying questions to ask before planning.
    Clarify { by: Maker },
    /// Turn the question into sub-questions and queries.
    Plan { by: Maker },
    /// Send one query to one provider.
    Search { query: Query, provider: String },
    /// Ask the driving model what to search and read next, in turn `turn` (from 0) of the round.
    Drive { round: usize, turn: usize, by: String },
    /// Extract the text from HTML that the model passed. It goes back to the model, and is never cited.
    Extract { html: String },
    /// Choose which of the round's hits to read.
    Select { round: usize },
    /// Read one page.
    Read { chosen: Box<super::Chosen> },
    /// Find relevant passages in what was read, and judge whether they suffice.
    Judge { round: usize, by: Maker },
    /// Write from the evidence; `problems` lists the problems of revision 0.
    Synthesize { revision: u32, by: Maker, problems: Vec<String> },
    /// Ask a model about claims of the draft that rules can't decide.
    Doubt { revision: u32, by: String },
    /// Check every claim of the draft.
    Verify { revision: u32 },
}

named! {
    /// The kind of an effect, as in its ID. IDs are stored in journals, so names never change.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum EffectKind {
        Clarify = "clarify",
        Plan = "plan",
        Search = "search",
        Drive = "drive",
        Extract = "extract",
        Select = "select",
        Read = "read",
        Judge = "judge",
        Synthesize = "synthesize",
        Doubt = "doubt",
        Verify = "verify",
    }
}

impl EffectKind {
    /// The stem of the nth effect of this kind in a job, for example `synthesize.1`.
    pub fn numbered(self, n: impl Display) -> String {
        format!("{}.{n}", self.name())
    }

    /// The stem of the only effect of this kind in a round, for example `r0.judge`.
    pub fn in_round(self, round: usize) -> String {
        format!("r{round}.{}", self.name())
    }

    /// The stem of one of several effects in a round, for example `r0.read.4f1c`.
    pub fn one_of_round(self, round: usize, which: impl Display) -> String {
        format!("r{round}.{}.{which}", self.name())
    }
}

impl EffectId {
    /// `None` for a name that this build doesn't know.
    pub fn kind(&self) -> Option<EffectKind> {
        let mut parts = self.stem().split('.').skip(usize::from(self.round().is_some()));
        EffectKind::from_name(parts.next()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_effect_is_known_by_its_name() {
        let kind = |name: &str| EffectId::from(name).kind();
        for of in EffectKind::ALL {
            let names = [of.name().to_owned(), of.numbered(2), of.in_round(3), of.one_of_round(0, "4f1c")];
            for name in names {
                assert_eq!(kind(&name), Some(of), "{name}");
                assert_eq!(kind(&format!("{name}.rules.t1~2")), Some(of), "{name}");
            }
        }
        for unknown in ["", "a", "r1", "r1.dream", "readings", "search_web.1"] {
            assert_eq!(kind(unknown), None, "{unknown}");
        }
    }
}
