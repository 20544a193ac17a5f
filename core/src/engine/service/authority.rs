//! Who may change what. A run belongs to its asker, to admins of its platform, and to whoever runs gorkd.
//! People who are only waiting for the same answer stop or steer a branch of their own, and leave by canceling.
//! A thread or a watch belongs to its owner and to whoever runs gorkd. On the web, a person is also asker and
//! owner of whatever belongs to their linked chat accounts (`links.rs`).
//!
//! | | asker | admin | operator | also waiting | anybody else |
//! | --- | --- | --- | --- | --- | --- |
//! | stop, steer | the run | the run | the run | a branch | no |
//! | cancel | ends it, unless others wait | as the asker | ends it | leaves | no |
//! | reply, mode, retry, share, unshare | yes | yes | yes | no | no |
//! | rename or erase a thread, drop a watch | yes | no | yes | no | no |

use super::commands::check_words;
use super::{Ask, AuditAction, Service, Ticket, refused};
use crate::job::{Edit, Event};
use crate::model::*;
use crate::ports::{Follower, JobRow};
use gorkd_words::{Locale, Msg};

/// Roles that may control any run of their place.
const IN_CHARGE: [&str; 2] = ["owner", "admin"];

/// The result of a command.
#[derive(Clone, Debug)]
pub struct Commanded {
    /// The message to the person, in English.
    pub message: String,
    /// The same message, for other languages.
    pub said: Msg,
    /// The branch that the command applies to, if the run belongs to somebody else.
    pub branch: Option<Ticket>,
}

impl Commanded {
    fn new(said: Msg, branch: Option<Ticket>) -> Self {
        Self { message: said.to(Locale::En), said, branch }
    }
}

/// A person's relation to a run.
enum Standing {
    InCharge,
    Along(Follower),
    Stranger,
}

impl Service {
    /// Ends the research, and answers from what has been read.
    pub async fn stop(&self, job: &JobId, by: &Requester) -> Result<Commanded, Refusal> {
        let along = self.along(job, by).await?;
        let branch = self.own_branch(job, along).await?;
        let run = branch.as_ref().map_or(job, |ticket| &ticket.job);
        self.unless_over(run).await?;
        self.command(run, Event::StopRequested, by).await?;
        self.audit(AuditAction::Stopped, by, run.as_str()).await;
        Ok(Commanded::new(Msg::StopNoted, branch))
    }

    /// Steers an active run. The message says what will happen.
    pub async fn steer(&self, job: &JobId, text: &str, by: &Requester) -> Result<Commanded, Refusal> {
        let along = self.along(job, by).await?;
        // Refused words must not create a branch.
        check_words(text.trim())?;
        let flagged = self.moderate_for(&self.job(job, None).await?, text, by).await?;
        let branch = self.own_branch(job, along).await?;
        let run = branch.as_ref().map_or(job, |ticket| &ticket.job);
        let said = self.shape(run, text, flagged, by).await?;
        self.audit(AuditAction::Steered, by, run.as_str()).await;
        Ok(Commanded::new(said, branch))
    }

    /// Ends a run without an answer: for everybody, once nobody else is waiting for it.
    pub async fn cancel(&self, job: &JobId, by: &Requester) -> Result<Commanded, Refusal> {
        let row = self.row(job).await?;
        let by = &self.known_as(by, &row.requester.key()).await?;
        let others = self.ports.answers.followers(job).await.map_err(refused)?;
        let waits = others.iter().any(|follower| follower.requester.key() == by.key());
        let said = |said: Msg| Commanded::new(said, None);
        match self.standing(&row, &others, by) {
            Standing::Stranger => Err(not_theirs()),
            // An admin who asked the same question counts as one of those waiting.
            Standing::InCharge | Standing::Along(_) if waits && !by.is_operator() => {
                self.ports.answers.unfollow(job, &by.key()).await.map_err(refused)?;
                self.audit(AuditAction::Canceled, by, job.as_str()).await;
                Ok(said(Msg::CancelLeft))
            }
            Standing::InCharge if others.is_empty() || by.is_operator() => {
                self.end(job, by).await?;
                self.audit(AuditAction::Canceled, by, job.as_str()).await;
                Ok(said(Msg::Cancelled))
            }
            Standing::InCharge | Standing::Along(_) => Ok(said(Msg::CancelOthers)),
        }
    }

    /// The run, if `by` may decide about it.
    pub(super) async fn decided_by(&self, job: &JobId, by: &Requester) -> Result<JobRow, Refusal> {
        let row = self.row(job).await?;
        may_decide(&self.known_as(by, &row.requester.key()).await?, &row.requester).map(|()| row)
    }

    /// Fails unless `by` owns a thread or a watch, given the owner's key.
    pub(in crate::engine) async fn owned_by(&self, owner: &str, by: &Requester) -> Result<(), Refusal> {
        if by.is_operator() || owner == self.known_as(by, owner).await?.key() {
            return Ok(());
        }
        Err(Refusal::saying(RefusalCode::NotAllowed, Msg::NotOwner))
    }

    /// `None` if `by` may command the run itself; otherwise the follower and their place. Refuses anyone who is
    /// neither.
    async fn along(&self, job: &JobId, by: &Requester) -> Result<Option<(Requester, Place)>, Refusal> {
        let row = self.row(job).await?;
        let by = self.known_as(by, &row.requester.key()).await?;
        let others = self.ports.answers.followers(job).await.map_err(refused)?;
        match self.standing(&row, &others, &by) {
            Standing::InCharge => Ok(None),
            Standing::Along(follower) => Ok(Some((by, follower.place))),
            Standing::Stranger => Err(not_theirs()),
        }
    }

    /// A branch of the run for a person who is also waiting for it.
    async fn own_branch(
        &self,
        job: &JobId,
        along: Option<(Requester, Place)>,
    ) -> Result<Option<Ticket>, Refusal> {
        let Some((by, place)) = along else { return Ok(None) };
        self.unless_over(job).await?;
        let current = self.job(job, None).await?;
        let ask = Ask { requester: by.clone(), place: place.clone(), ..Ask::default() };
        let ticket = match current.checkpoints.last() {
            Some(checkpoint) => self.branch(job, checkpoint.seq, Edit::default(), ask, Some(place)).await?,
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
        if may_decide(by, &row.requester).is_ok() {
            return Standing::InCharge;
        }
        match others.iter().find(|follower| follower.requester.key() == by.key()) {
            Some(follower) => Standing::Along(follower.clone()),
            None => Standing::Stranger,
        }
    }
}

/// Fails unless `by` may decide about a run of `asker`.
pub fn may_decide(by: &Requester, asker: &Requester) -> Result<(), Refusal> {
    let admin =
        by.platform == asker.platform && by.roles.iter().any(|role| IN_CHARGE.contains(&role.as_str()));
    match admin || by.is_operator() || by.key() == asker.key() {
        true => Ok(()),
        false => Err(not_theirs()),
    }
}

fn not_theirs() -> Refusal {
    Refusal::saying(RefusalCode::NotAllowed, Msg::NotTheirs)
}
