//! The line of runs that wait for a worker: how long it may get, and where in it a run stands.
//!
//! A place is told to everybody who waits, again and again, and to find it the whole line is put in order. So it is looked
//! up once for all of them, and kept for a moment.

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

/// When to ask again, in seconds: by then a line that was full has moved on.
const AGAIN: u64 = 60;

/// How long what was looked up is told to those who are in it.
const KEPT: Duration = Duration::from_secs(2);
/// Who is not in it may have come since.
const KEPT_FOR_OTHERS: Duration = Duration::from_millis(500);

/// Who waited when it was last looked up, for all who ask.
#[derive(Default)]
pub(super) struct Kept(Mutex<Option<(Instant, Arc<Waiting>)>>);

impl Kept {
    /// Whoever comes while it is looked up waits for that.
    async fn waiting(
        &self,
        journal: &dyn Journal,
        job: &JobId,
        now: Millis,
    ) -> Result<Arc<Waiting>, StoreError> {
        let mut kept = self.0.lock().await;
        if let Some((at, waiting)) = kept.as_ref() {
            let good_for = if waiting.ahead.contains_key(job) { KEPT } else { KEPT_FOR_OTHERS };
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
    /// Refuses a question for which there is no room in the line: before it is counted, and before anything is read for it.
    pub async fn unless_full(&self, background: bool) -> Result<(), Refusal> {
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
    /// long recent runs took say so; none if it only waits for itself or its thread. Up to two seconds old.
    pub async fn queued(&self, job: &JobId) -> Result<Option<(u32, Option<u64>)>, Refusal> {
        let (journal, now) = (self.ports.journal.as_ref(), self.ports.clock.now());
        let waiting = self.kept_line.waiting(journal, job, now).await.map_err(refused)?;
        // There is a line only if workers have no room, so as many runs end in the time that one takes as run now; then
        // its own begins. If nothing runs, nobody knows when that will change.
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
            requester: Requester::default(),
            question: String::new(),
            at: Millis(1_000),
            copied: None,
            events: Vec::new(),
            readings: Vec::new(),
            forked_from: None,
            charges: Vec::new(),
            claim_for: None,
            status: JobStatus::Queued,
            wake_at: Some(Millis(1_000)),
            same: None,
            background: false,
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_line_is_looked_up_once_for_all_who_ask_at_the_same_time() {
        let (store, kept, now) = (MemoryStore::default(), Kept::default(), Millis(2_000));
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
        tokio::time::advance(KEPT_FOR_OTHERS).await;
        assert_eq!(place("b").await, Some(1));
        assert_eq!(place("c").await, Some(1), "who has come since is soon told");
        assert_eq!(place("b").await, Some(0), "as are all others");
        store.claim("w", None, now).await.expect("asked").expect("b is due");
        tokio::time::advance(KEPT).await;
        assert_eq!([place("b").await, place("c").await], [None, Some(0)]);
    }
}
