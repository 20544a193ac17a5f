//! The format of a job's answer.

use super::Job;
use crate::model::{ConstraintKind, Deliverable};

impl Job {
    /// The explicitly requested format: the latest one among the constraints, else the one in the terms.
    pub fn wanted_form(&self) -> Option<Deliverable> {
        let wished = self.constraints.iter().rev().find_map(|constraint| match constraint.kind {
            ConstraintKind::Deliverable(form) => Some(form),
            _ => None,
        });
        wished.or(self.terms.deliverable)
    }

    /// The format of the answer: as requested, else as planned.
    pub fn deliverable(&self) -> Deliverable {
        let planned = || self.plan.as_ref().and_then(|plan| plan.deliverable);
        self.wanted_form().or_else(planned).unwrap_or_default()
    }
}
