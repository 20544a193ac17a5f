//! A person's commands to a run: reply, stop, cancel, retry, steer.

use super::moderation::words_of_reply;
use super::{AuditAction, Service};
use crate::job::{ApprovalAbout, Event, Interrupt, Reply};
use crate::model::*;
use crate::ports::Append;
use gorkd_words::Msg;

/// Maximum characters of a message to a run.
pub(super) const LONGEST: usize = 500;
/// Maximum queries in a plan written by a person.
const MAX_QUERIES: usize = 20;

impl Service {
    /// Answers the open question of a job.
    pub async fn reply(
        &self,
        job: &JobId,
        interrupt: &str,
        reply: Reply,
        by: &Requester,
    ) -> Result<Seq, Refusal> {
        self.decided_by(job, by).await?;
        let current = self.job(job, None).await?;
        let open = match current.interrupt() {
            Some((open, _)) if open.id() == interrupt => open,
            Some(_) | None => {
                return Err(Refusal::saying(RefusalCode::Conflict, Msg::QuestionSettled));
            }
        };
        let (reply, constraints) = match &open {
            Interrupt::Clarify { question, .. } => {
                check_answer(&reply, question.options.len(), question.all_of_the_above)?;
                let constraints = self.ports.understand.meaning(&current.question, question, &reply);
                (reply, constraints)
            }
            Interrupt::Approve { about, .. } => (self.decision(*about, reply)?, Vec::new()),
        };
        let flagged = self.moderate_for(&current, &words_of_reply(&reply), by).await?;
        let replied = Event::Replied { interrupt: interrupt.to_owned(), reply, constraints, flagged };
        let seq = self.command(job, replied, by).await?;
        self.audit(AuditAction::Replied, by, job.as_str()).await;
        Ok(seq)
    }

    /// Replies to the current plan with the next cheaper or deeper profile.
    pub async fn reply_with_profile(
        &self,
        job: &JobId,
        interrupt: &str,
        deeper: bool,
        by: &Requester,
    ) -> Result<Seq, Refusal> {
        self.decided_by(job, by).await?;
        let profile = self.job(job, None).await?.terms.profile;
        let at = Profile::ALL.iter().position(|one| *one == profile).unwrap_or(0);
        let next =
            if deeper { Profile::ALL.get(at + 1) } else { at.checked_sub(1).map(|at| &Profile::ALL[at]) };
        let Some(next) = next else {
            let profile = profile.name().to_owned();
            let said = match deeper {
                true => Msg::NoDeeperProfile { profile },
                false => Msg::NoCheaperProfile { profile },
            };
            return Err(Refusal::saying(RefusalCode::Conflict, said));
        };
        let budget = Box::new(self.budget(*next));
        self.reply(job, interrupt, Reply::Profile { profile: *next, budget }, by).await
    }

    /// Validates a reply to an approval request; free text changes the plan.
    fn decision(&self, about: ApprovalAbout, reply: Reply) -> Result<Reply, Refusal> {
        let invalid = |said: Msg| Err(Refusal::saying(RefusalCode::InvalidQuestion, said));
        let plan = matches!(about, ApprovalAbout::Plan(_));
        match reply {
            Reply::Approve | Reply::JustGo => Ok(Reply::Approve),
            Reply::Decline => Ok(Reply::Decline),
            Reply::Custom(text) if plan => {
                check_words(&text)?;
                Ok(Reply::Edit { constraints: vec![self.ports.understand.wish(&text)], queries: Vec::new() })
            }
            Reply::Edit { constraints, queries } if plan => {
                let queries: Vec<String> = queries
                    .iter()
                    .map(|query| query.trim().to_owned())
                    .filter(|query| !query.is_empty())
                    .collect();
                let long = queries.iter().any(|query| query.chars().count() > LONGEST);
                if long || queries.len() > MAX_QUERIES || (queries.is_empty() && constraints.is_empty()) {
                    return invalid(Msg::PlanSize);
                }
                Ok(Reply::Edit { constraints, queries })
            }
            reply @ Reply::Profile { .. } if plan => Ok(reply),
            Reply::Custom(_) | Reply::Edit { .. } | Reply::Profile { .. } => invalid(Msg::ApproveOrDecline),
            Reply::Option(_) | Reply::AllOfTheAbove => invalid(Msg::NoOptionsHere),
        }
    }

    pub(super) async fn shape(
        &self,
        job: &JobId,
        text: &str,
        flagged: Vec<String>,
        by: &Requester,
    ) -> Result<Msg, Refusal> {
        let text = text.trim();
        check_words(text)?;
        let current = self.job(job, None).await?;
        if current.status().is_over() {
            return Err(Refusal::saying(RefusalCode::Conflict, Msg::RunOverFollowUp));
        }
        self.command(job, Event::Steered { constraint: self.ports.understand.wish(text), flagged }, by)
            .await?;
        let after = self.job(job, None).await?;
        Ok(if after.late_constraints.len() > current.late_constraints.len() {
            Msg::SteerLate
        } else {
            Msg::SteerNoted
        })
    }

    pub(in crate::engine) async fn end(&self, job: &JobId, by: &Requester) -> Result<Seq, Refusal> {
        self.unless_over(job).await?;
        self.command(job, Event::CancelRequested, by).await
    }

    /// Retries what failed in a finished job; finished work is not repeated.
    pub async fn retry(&self, job: &JobId, by: &Requester) -> Result<Seq, Refusal> {
        self.decided_by(job, by).await?;
        let now = self.job(job, None).await?;
        // Reservations of calls in progress must be settled first, in the month in which they began.
        if !now.status().is_over() || !now.ledger.running.is_empty() {
            return Err(Refusal::saying(RefusalCode::Conflict, Msg::RunStillGoing));
        }
        if !now.is_worth_retrying() {
            return Err(Refusal::saying(RefusalCode::Conflict, Msg::NothingFailed));
        }
        let seq = self.command(job, Event::Retried, by).await?;
        self.audit(AuditAction::Retried, by, job.as_str()).await;
        Ok(seq)
    }

    /// Allows or forbids clarifying questions from now on. With `auto`, open questions take their defaults
    /// immediately.
    pub async fn plan_as(&self, job: &JobId, planning: Planning, by: &Requester) -> Result<Seq, Refusal> {
        let row = self.decided_by(job, by).await?;
        let change = Append {
            events: vec![Event::PlanningChanged { planning }],
            // A finished job keeps the mode for the next turn, and need not wake up.
            wake_at: (!row.status.is_over()).then(|| self.ports.clock.now()),
            ..Append::default()
        };
        let seq = self.record(&row, by, change).await?;
        self.audit(AuditAction::PlanningChanged, by, job.as_str()).await;
        Ok(seq)
    }
}

fn check_answer(reply: &Reply, options: usize, all: bool) -> Result<(), Refusal> {
    let invalid = |said: Msg| Err(Refusal::saying(RefusalCode::InvalidQuestion, said));
    match reply {
        Reply::Option(at) if *at >= options => invalid(Msg::OptionsAre { count: options as u64 }),
        Reply::AllOfTheAbove if !all => invalid(Msg::ChooseOne),
        Reply::Custom(text) => check_words(text),
        Reply::Edit { .. } | Reply::Profile { .. } => invalid(Msg::OnlyAnAnswer),
        Reply::Option(_) | Reply::AllOfTheAbove | Reply::JustGo | Reply::Approve | Reply::Decline => Ok(()),
    }
}

pub(super) fn check_words(text: &str) -> Result<(), Refusal> {
    if text.trim().is_empty() || text.chars().count() > LONGEST {
        return Err(Refusal::saying(RefusalCode::InvalidQuestion, Msg::SayWhatChanges));
    }
    Ok(())
}
