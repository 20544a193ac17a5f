//! Everything that a job can want done in the world. Each ends in one outcome event or in `Failed`.
//!
//! Our own pure code (`Select`, and `Plan`, `Judge`, `Synthesize`, `Verify` by rules) is an effect too: what it
//! decided is recorded, and never derived again by newer code.

use crate::model::*;

/// An effect with its name and what is set aside for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    pub id: EffectId,
    pub effect: Effect,
    pub reserve: Spend,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Decide what to ask back before planning.
    Clarify { by: Maker },
    /// Turn the question into sub-questions and queries.
    Plan { by: Maker },
    /// Ask one provider one query.
    Search { query: Query, provider: String },
    /// Ask a model that drives what to search and read next, in its nth turn of the round from 0.
    Drive { round: usize, turn: usize, by: String },
    /// Make text of HTML that the model gave; it is told the model, and nothing is cited from it.
    Extract { html: String },
    /// Choose among the round's hits.
    Select { round: usize },
    /// Read one page.
    Read { chosen: Box<super::Chosen> },
    /// Find what bears on the question in what was read, and judge whether it is enough.
    Judge { round: usize, by: Maker },
    /// Write, from the evidence; `mend` says what was wrong with revision 0.
    Synthesize { revision: u32, by: Maker, mend: Vec<String> },
    /// Ask a model about the claims of the draft that rules leave in doubt.
    Doubt { revision: u32, by: String },
    /// Check every claim of the draft.
    Verify { revision: u32, by: Maker },
}
