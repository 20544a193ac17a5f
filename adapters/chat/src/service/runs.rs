//! The runs of a thread: the current run, and those queued behind it.

use super::{ChatService, unavailable};
use crate::incoming::Location;
use gorkd_core::engine::Ticket;
use gorkd_core::job::Job;
use gorkd_core::model::{JobId, Refusal, RefusalCode, ThreadId};
use gorkd_core::ports::{Delivery, Extra, JobRow};
use gorkd_words::Msg;

impl ChatService {
    /// The runs that are not over, in order. The first one is the current run.
    pub(super) async fn open_runs(&self, thread: &ThreadId) -> Result<Vec<JobRow>, Refusal> {
        let rows = self.service.jobs_of(thread).await?;
        Ok(rows.into_iter().filter(|row| !row.status.is_over()).collect())
    }

    /// How many open runs of the thread come before this one.
    pub(super) async fn before(&self, thread: &ThreadId, ticket: &Ticket) -> Result<usize, Refusal> {
        let open = self.open_runs(thread).await?;
        Ok(open.iter().take_while(|row| row.job != ticket.job).filter(|row| row.turn < ticket.turn).count())
    }

    /// The job, if it is shown at this location: a button from one place does nothing in another.
    pub(super) async fn delivered_here(
        &self,
        job: &JobId,
        location: &Location,
    ) -> Result<(Job, Delivery), Refusal> {
        let fallback = || Refusal::saying(RefusalCode::NotFound, Msg::NotToldHere);
        let delivery =
            self.chats().delivery(job, &location.place).await.map_err(unavailable)?.ok_or_else(fallback)?;
        Ok((self.service.job(job, None).await?, delivery))
    }

    /// Removes the messages of a run from a place.
    pub(super) async fn withdraw(&self, mut delivery: Delivery) -> Result<(), Refusal> {
        delivery.extras.push(Extra::Withdrawn);
        self.reopen(delivery).await
    }

    /// Reopens a delivery that has something new to show.
    pub(super) async fn reopen(&self, delivery: Delivery) -> Result<(), Refusal> {
        self.chats().reopen(&delivery).await.map_err(unavailable)
    }
}
