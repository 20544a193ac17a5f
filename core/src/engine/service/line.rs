//! The queue of runs waiting for a worker: how long it may get, and a run's position in it.
//!
//! Everybody who waits polls for a position, and finding one sorts the whole queue. So the queue is loaded once
//! for all of them, and cached for a moment.

use super::{Service, refused};
use crate::engine::metrics;
use crate::job::{Job, JobStatus};
use crate::model::*;
use crate::ports::{Journal, StoreError, Waiting};
use crate::view::LineView;
use gorkd_words::Msg;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// When to retry, in seconds: by then, a full queue has moved on.
const RETRY_AFTER: u64 = 60;

/// How long the cached queue serves runs that are in it.
const CACHED_FOR: Duration = Duration::from_secs(2);
/// Shorter for other runs, which may have joined since.
const CACHED_FOR_OTHERS: Duration = Duration::from_millis(500);

/// The queue as last loaded, shared by all requests.
#[derive(Default)]
pub(super) struct CachedLine(Mutex<Option<(Instant, Arc<Waiting>)>>);

impl CachedLine {
    /// Requests that arrive during a load wait for its result.
    async fn waiting(
        &self,
        journal: &dyn Journal,
        job: &JobId,
        now: Millis,
    ) -> Result<Arc<Waiting>, StoreError> {
        let mut kept = self.0.lock().await;
        if let Some((at, waiting)) = kept.as_ref() {
            let good_for = if waiting.ahead.contains_key(job) { CACHED_FOR } else { CACHED_FOR_OTHERS };
            if at.elapsed() < good_for {
                return Ok(Arc::clone(waiting));
            }
        }
        let waiting = Arc::new(journal.waiting(now).await?);
        *kept = Some((Instant::now(), Arc::clone(&waiting)));
        Ok(waiting)
    }
}

impl Service {
    /// Refuses a question if the queue is full. Called before the run is counted and before anything is read
    /// for it.
    pub async fn unless_full(&self, background: bool) -> Result<(), Refusal> {
        if self.has_room(background).await? {
            return Ok(());
        }
        metrics::shed();
        let refusal = Refusal::saying(RefusalCode::Overloaded, Msg::LineFull);
        Err(Refusal { retry_after: Some(RETRY_AFTER), ..refusal }.by_setting("admission.line"))
    }

    /// Background runs take no room from people who are waiting.
    pub(super) async fn has_room(&self, background: bool) -> Result<bool, Refusal> {
        let most = self.defaults.line;
        if most == 0 {
            return Ok(true);
        }
        let line = self.ports.journal.line(self.ports.clock.now()).await.map_err(refused)?;
        let before = if background { line.asked + line.background } else { line.asked };
        Ok(before < most)
    }

    /// The queue position of a run that has not begun. A failure only hides it.
    pub async fn line_of(&self, job: &Job) -> Option<LineView> {
        if job.status() != JobStatus::Queued {
            return None;
        }
        LineView::of(self.queued(&job.id).await.unwrap_or_default())
    }

    /// A run's position in the queue, and the expected milliseconds until it is done if the active and recent
    /// runs allow an estimate. `None` if it only waits for its time or its thread. Up to two seconds old.
    pub async fn queued(&self, job: &JobId) -> Result<Option<(u32, Option<u64>)>, Refusal> {
        let (journal, now) = (self.ports.journal.as_ref(), self.ports.clock.now());
        let waiting = self.cached_line.waiting(journal, job, now).await.map_err(refused)?;
        // Runs queue only while all workers are busy. So in the time that one run takes, as many end as are
        // active now; then this run begins. If nothing is active, there is no estimate.
        Ok(waiting.ahead.get(job).map(|ahead| {
            let place = ahead.saturating_add(1);
            let over = |typical: u64| {
                typical.saturating_mul(place.into()) / u64::from(waiting.running.max(1)) + typical
            };
            (place, waiting.typical_ms.filter(|_| waiting.running > 0).map(over))
        }))
    }
}

#[cfg(all(test, feature = "fakes"))]
mod tests {
    use super::*;
    use crate::fakes::MemoryStore;
    use crate::ports::NewJob;

    fn new_job(job: &str) -> NewJob {
        NewJob {
            job: job.into(),
            thread: format!("thr_{job}").as_str().into(),
            turn: 1,
            place: Place::from("web:ada"),
            at: Millis(1_000),
            wake_at: Some(Millis(1_000)),
            ..NewJob::default()
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_line_is_looked_up_once_for_all_who_ask_at_the_same_time() {
        let (store, kept, now) = (MemoryStore::default(), CachedLine::default(), Millis(2_000));
        let place = async |job: &str| {
            let job = JobId::from(job);
            kept.waiting(&store, &job, now).await.expect("asked").ahead.get(&job).copied()
        };
        for job in ["a", "b"] {
            store.create(new_job(job)).await.expect("created");
        }
        assert_eq!([place("a").await, place("b").await], [Some(0), Some(1)]);
        store.claim("w", None, now).await.expect("asked").expect("a is due");
        store.create(new_job("c")).await.expect("created");
        assert_eq!([place("b").await, place("c").await], [Some(1), None], "it is kept for a moment");
        tokio::time::advance(CACHED_FOR_OTHERS).await;
        assert_eq!(place("b").await, Some(1));
        assert_eq!(place("c").await, Some(1), "a run that joined since is soon found");
        assert_eq!(place("b").await, Some(0), "as are all others");
        store.claim("w", None, now).await.expect("asked").expect("b is due");
        tokio::time::advance(CACHED_FOR).await;
        assert_eq!([place("b").await, place("c").await], [None, Some(0)]);
    }
}
