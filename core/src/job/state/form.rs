//! The format of a job's answer.

use super::Job;
use crate::model::{ConstraintKind, Deliverable};

impl Job {
    /// The form that somebody chose: the last wish for one, else what was asked with.
    pub fn wanted_form(&self) -> Option<Deliverable> {
        let wished = self.constraints.iter().rev().find_map(|constraint| match constraint.kind {
            ConstraintKind::Deliverable(form) => Some(form),
            ConstraintKind::Exclude(_)
            | ConstraintKind::Only(_)
            | ConstraintKind::Period(_)
            | ConstraintKind::Also(_)
            | ConstraintKind::Note => None,
        });
        wished.or(self.terms.deliverable)
    }

    /// The form that its answer is to have: what somebody chose, else what was planned.
    pub fn deliverable(&self) -> Deliverable {
        let planned = || self.plan.as_ref().and_then(|plan| plan.deliverable);
        self.wanted_form().or_else(planned).unwrap_or_default()
    }
}
