//! The line of runs that wait for a worker: how long it may get, and where in it a run stands.

use super::{Service, refused};
use crate::engine::metrics;
use crate::job::{Job, JobStatus};
use crate::model::*;
use crate::view::LineView;
use gorkd_words::Msg;

/// When to ask again, in seconds: by then a line that was full has moved on.
const AGAIN: u64 = 60;

impl Service {
    /// Refuses a question for which there is no room in the line. Nothing of it is stored or counted.
    pub(super) async fn unless_full(&self, background: bool) -> Result<(), Refusal> {
        if self.has_room(background).await? {
            return Ok(());
        }
        metrics::shed();
        let refusal = Refusal::saying(RefusalCode::Overloaded, Msg::LineFull);
        Err(Refusal { retry_after: Some(AGAIN), ..refusal }.by_setting("admission.line"))
    }

    /// What nobody waits for takes no room from those who ask.
    pub(super) async fn has_room(&self, background: bool) -> Result<bool, Refusal> {
        let most = self.defaults.line;
        if most == 0 {
            return Ok(true);
        }
        let line = self.ports.journal.line(self.ports.clock.now()).await.map_err(refused)?;
        let before = if background { line.asked + line.background } else { line.asked };
        Ok(before < most)
    }

    /// Where a run that has not begun stands in the line; a failure only hides it.
    pub async fn line_of(&self, job: &Job) -> Option<LineView> {
        match job.status() {
            JobStatus::Queued => LineView::of(self.queued(&job.id).await.unwrap_or_default()),
            JobStatus::Running
            | JobStatus::Waiting
            | JobStatus::Completed
            | JobStatus::Failed
            | JobStatus::Cancelled => None,
        }
    }

    /// The position of a run in the line, and the expected milliseconds until it is done, as far as what runs now and how
    /// long recent runs took say so; none if it only waits for itself or its thread.
    pub async fn queued(&self, job: &JobId) -> Result<Option<(u32, Option<u64>)>, Refusal> {
        let queue = self.ports.journal.queue(job, self.ports.clock.now()).await.map_err(refused)?;
        // There is a line only if workers have no room, so as many runs end in the time that one takes as run now; then
        // its own begins. If nothing runs, nobody knows when that will change.
        Ok(queue.map(|queue| {
            let place = queue.ahead.saturating_add(1);
            let over = |typical: u64| {
                typical.saturating_mul(place.into()) / u64::from(queue.running.max(1)) + typical
            };
            (place, queue.typical_ms.filter(|_| queue.running > 0).map(over))
        }))
    }
}
