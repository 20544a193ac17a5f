//! What a person typed in an event. It is stored beside the journal, where it can be erased.

use super::{Event, Reply};
use crate::model::{Constraint, ConstraintKind};

impl Event {
    /// The event with what a person typed replaced by `erased`; `None` if nobody typed anything. A job still
    /// folds from it: kinds of constraints, formats, and periods remain.
    pub fn without_words(&self, erased: &str) -> Option<Event> {
        match self {
            Event::Steered { constraint, flagged } => Some(Event::Steered {
                constraint: constraint.without_words(erased),
                flagged: flagged.clone(),
            }),
            Event::Replied { interrupt, reply, constraints, flagged } => Some(Event::Replied {
                interrupt: interrupt.clone(),
                reply: reply.without_words(erased)?,
                constraints: constraints.iter().map(|one| one.without_words(erased)).collect(),
                flagged: flagged.clone(),
            }),
            // A question is erased with its run, and a document with its thread.
            Event::Asked(_) | Event::Forked(_) | Event::Reused(_) | Event::Attached { .. } => None,
            Event::Resumed { .. }
            | Event::StoodStill { .. }
            | Event::InterruptTimedOut { .. }
            | Event::StopRequested
            | Event::CancelRequested
            | Event::Retried
            | Event::PlanningChanged { .. }
            | Event::ResearchTimeUp
            | Event::TimeUp
            | Event::Started { .. }
            | Event::BudgetReached(_)
            | Event::Clarified { .. }
            | Event::Planned { .. }
            | Event::Driven { .. }
            | Event::Extracted { .. }
            | Event::Found { .. }
            | Event::Selected { .. }
            | Event::Read { .. }
            | Event::Judged { .. }
            | Event::Drafted { .. }
            | Event::Doubted { .. }
            | Event::Verified { .. }
            | Event::Failed { .. }
            | Event::Unknown { .. } => None,
        }
    }
}

impl Reply {
    /// `None` for a choice among the given options.
    fn without_words(&self, erased: &str) -> Option<Reply> {
        match self {
            Reply::Custom(_) => Some(Reply::Custom(erased.to_owned())),
            Reply::Edit { constraints, queries } => Some(Reply::Edit {
                constraints: constraints.iter().map(|one| one.without_words(erased)).collect(),
                queries: vec![erased.to_owned(); queries.len()],
            }),
            Reply::Option(_)
            | Reply::AllOfTheAbove
            | Reply::JustGo
            | Reply::Approve
            | Reply::Decline
            | Reply::Profile { .. } => None,
        }
    }
}

impl Constraint {
    fn without_words(&self, erased: &str) -> Constraint {
        // The kind stays, because the constraint may have opened a round.
        let kind = match &self.kind {
            ConstraintKind::Exclude(_) => ConstraintKind::Exclude(Vec::new()),
            ConstraintKind::Only(_) => ConstraintKind::Only(Vec::new()),
            ConstraintKind::Also(_) => ConstraintKind::Also(erased.to_owned()),
            kind @ (ConstraintKind::Period(_) | ConstraintKind::Deliverable(_) | ConstraintKind::Note) => {
                kind.clone()
            }
        };
        Constraint { text: erased.to_owned(), kind }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Deliverable;

    #[test]
    fn words_go_and_what_a_job_needs_stays() {
        let also = Constraint { text: "also tolls".into(), kind: ConstraintKind::Also("tolls".into()) };
        let form = ConstraintKind::Deliverable(Deliverable::Table);
        let table = Constraint { text: "as a table".into(), kind: form.clone() };
        let gone = |kind: &ConstraintKind| Constraint { text: "(erased)".into(), kind: kind.clone() };
        let something = ConstraintKind::Also("(erased)".into());
        let steered = |constraint| Event::Steered { constraint, flagged: vec!["bridges".into()] };
        assert_eq!(steered(also.clone()).without_words("(erased)"), Some(steered(gone(&something))));
        let replied = |reply, constraints| Event::Replied {
            interrupt: "approve.plan.0".into(),
            reply,
            constraints,
            flagged: Vec::new(),
        };
        let edit = Reply::Edit { constraints: vec![also.clone(), table], queries: vec!["a toll".into()] };
        let left = Reply::Edit {
            constraints: vec![gone(&something), gone(&form)],
            queries: vec!["(erased)".into()],
        };
        assert_eq!(replied(edit, Vec::new()).without_words("(erased)"), Some(replied(left, Vec::new())));
        let own = replied(Reply::Custom("the toll".into()), vec![also.clone()]);
        let left = replied(Reply::Custom("(erased)".into()), vec![gone(&something)]);
        assert_eq!(own.without_words("(erased)"), Some(left));
        assert_eq!(replied(Reply::Option(1), vec![also]).without_words("(erased)"), None);
        assert_eq!(Event::StopRequested.without_words("(erased)"), None);
    }
}
