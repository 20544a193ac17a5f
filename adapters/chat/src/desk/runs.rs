//! The runs of a thread: which one is under way, which wait for it.

use super::{Desk, unavailable};
use crate::cards::WITHDRAWN;
use crate::incoming::Spot;
use gorkd_core::engine::Ticket;
use gorkd_core::job::Job;
use gorkd_core::model::{JobId, Refusal, RefusalCode, ThreadId};
use gorkd_core::ports::{JobRow, Telling};
use gorkd_words::Msg;

impl Desk {
    /// Those that are not over, in their order: the first one is under way.
    pub(super) async fn open_runs(&self, thread: &ThreadId) -> Result<Vec<JobRow>, Refusal> {
        let rows = self.service.jobs_of(thread).await?;
        Ok(rows.into_iter().filter(|row| !row.status.is_over()).collect())
    }

    /// How many runs of the thread come before this one.
    pub(super) async fn before(&self, thread: &ThreadId, ticket: &Ticket) -> Result<usize, Refusal> {
        let open = self.open_runs(thread).await?;
        Ok(open.iter().take_while(|row| row.job != ticket.job).filter(|row| row.turn < ticket.turn).count())
    }

    /// The job, if it is told at this spot: a button of one place says nothing in another.
    pub(super) async fn told_here(&self, job: &JobId, spot: &Spot) -> Result<(Job, Telling), Refusal> {
        let elsewhere = || Refusal::saying(RefusalCode::NotFound, Msg::NotToldHere);
        let telling =
            self.chats().telling(job, &spot.place).await.map_err(unavailable)?.ok_or_else(elsewhere)?;
        Ok((self.service.job(job, None).await?, telling))
    }

    /// Takes back what was told of a run in a place.
    pub(super) async fn withdraw(&self, mut telling: Telling) -> Result<(), Refusal> {
        telling.extras.push(WITHDRAWN.to_owned());
        self.reopen(telling).await
    }

    /// Writes a telling that has something new to tell.
    pub(super) async fn reopen(&self, telling: Telling) -> Result<(), Refusal> {
        self.chats().reopen(&telling).await.map_err(unavailable)
    }
}
