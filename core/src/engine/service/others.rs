//! Commands of somebody who is perhaps not the one who asked. A run belongs to its asker and to those whose role
//! says so; who only watches it along stops or steers a branch of his own, and leaves by cancelling.

use super::branches::ForWhom;
use super::{Ask, Service, Ticket, refused};
use crate::job::Edit;
use crate::model::*;
use crate::ports::{Follower, JobRow};

/// Roles that may command any run of their place.
const IN_CHARGE: [&str; 2] = ["owner", "admin"];

/// What came of a command.
#[derive(Clone, Debug)]
pub struct Commanded {
    /// For a person.
    pub message: String,
    /// The branch that it went to, when the run belongs to somebody else.
    pub branch: Option<Ticket>,
}

/// What somebody is to a run.
enum Standing {
    InCharge,
    Along(Follower),
    Stranger,
}

impl Service {
    /// Ends research and answers from what there is, for `by`.
    pub async fn stop_as(&self, job: &JobId, by: &Requester) -> Result<Commanded, Refusal> {
        let message = "Research ends; the answer is written from what there is.".to_owned();
        let branch = self.own_branch(job, by).await?;
        self.stop(branch.as_ref().map_or(job, |ticket| &ticket.job)).await?;
        Ok(Commanded { message, branch })
    }

    /// Shapes the run, for `by`.
    pub async fn steer_as(&self, job: &JobId, text: &str, by: &Requester) -> Result<Commanded, Refusal> {
        let branch = self.own_branch(job, by).await?;
        let message = self.steer(branch.as_ref().map_or(job, |ticket| &ticket.job), text).await?;
        Ok(Commanded { message, branch })
    }

    /// Ends the run without an answer, for `by`: for all once nobody watches it any more.
    pub async fn cancel_as(&self, job: &JobId, by: &Requester) -> Result<Commanded, Refusal> {
        let row = self.row(job).await?;
        let others = self.ports.answers.followers(job).await.map_err(refused)?;
        let said = |message: &str| Commanded { message: message.to_owned(), branch: None };
        match self.standing(&row, &others, by) {
            Standing::Stranger => Err(not_theirs()),
            Standing::Along(_) => {
                self.ports.answers.unfollow(job, &by.key()).await.map_err(refused)?;
                Ok(said("You follow it no more. It goes on for those who asked."))
            }
            Standing::InCharge if others.is_empty() => {
                self.cancel(job).await?;
                Ok(said("Cancelled."))
            }
            Standing::InCharge => Ok(said("Others wait for the same answer, so the run goes on for them.")),
        }
    }

    /// None when `by` may command the run itself; else a branch of it that is his.
    async fn own_branch(&self, job: &JobId, by: &Requester) -> Result<Option<Ticket>, Refusal> {
        let row = self.row(job).await?;
        let others = self.ports.answers.followers(job).await.map_err(refused)?;
        // Who is not in charge is refused before anything is made for him.
        let Some(place) = (match self.standing(&row, &others, by) {
            Standing::InCharge => None,
            Standing::Along(follower) => Some(follower.place),
            Standing::Stranger => return Err(not_theirs()),
        }) else {
            return Ok(None);
        };
        self.unless_over(job).await?;
        let current = self.job(job, None).await?;
        let ask = Ask { requester: by.clone(), place: place.clone(), ..Ask::default() };
        let ticket = match current.checkpoints.last() {
            Some(checkpoint) => {
                let whose = ForWhom { place, own_thread: true };
                self.branch(job, checkpoint.seq, Edit::default(), ask, Some(whose)).await?
            }
            None => {
                let terms = Terms { force: true, ..current.terms.clone() };
                let text = current.question.text.clone();
                self.ask(Ask { text, terms: terms.into(), ..ask }).await?
            }
        };
        self.ports.answers.unfollow(job, &by.key()).await.map_err(refused)?;
        Ok(Some(ticket))
    }

    fn standing(&self, row: &JobRow, others: &[Follower], by: &Requester) -> Standing {
        let in_charge = by.platform == row.requester.platform
            && by.roles.iter().any(|role| IN_CHARGE.contains(&role.as_str()));
        if row.requester.key() == by.key() || in_charge {
            return Standing::InCharge;
        }
        match others.iter().find(|follower| follower.requester.key() == by.key()) {
            Some(follower) => Standing::Along(follower.clone()),
            None => Standing::Stranger,
        }
    }
}

fn not_theirs() -> Refusal {
    let message = "Only who asked, and admins of the place, can do that. Ask the question yourself to have a run of your own.";
    Refusal::new(RefusalCode::NotAllowed, message)
}
