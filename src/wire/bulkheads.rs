//! Bulkheads: a slow search provider or model delays only its own calls.
//!
//! Each gets a limited number of concurrent calls over all jobs of this process. Further calls wait for up to
//! half of their timeout, because a call needs some time too; a job whose call gets no place continues
//! without it. A model that has not answered for a while is paused briefly, so that jobs do not wait for it
//! one after another; search providers have their own circuit breakers. Only calls with enough time count:
//! quick runs give a model a few seconds, which is too little for some.

use async_trait::async_trait;
use gorkd_core::engine::still_held;
use gorkd_core::model::{Failure, FailureReason, Reach, SearchHit};
use gorkd_core::ports::{Failed, Growing, Model, Outcome, Prompt, Search, SearchRequest, ToolReply};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::Instant;

/// Consecutive calls to a model without a timely answer that pause it.
const MAX_UNANSWERED: u32 = 5;
/// How long it is paused before one call probes it.
const PAUSE: Duration = Duration::from_secs(30);
/// A shorter timeout says nothing about the model if it is exceeded.
const MIN_TELLING_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum concurrent calls to each.
#[derive(Clone, Copy, Debug)]
pub struct Bulkheads(pub usize);

impl Bulkheads {
    pub fn search(self, inner: Arc<dyn Search>) -> Arc<dyn Search> {
        Arc::new(Held { inner, room: Room::of(self.0) })
    }

    pub fn model(self, inner: Arc<dyn Model>) -> Arc<dyn Model> {
        Arc::new(Held { inner, room: Room::of(self.0) })
    }
}

struct Held<T> {
    inner: T,
    room: Room,
}

struct Room {
    most: usize,
    free: Semaphore,
    silence: Mutex<Silence>,
}

#[derive(Debug, Default)]
struct Silence {
    /// Consecutive calls without a timely answer.
    calls: u32,
    until: Option<Instant>,
    probing: bool,
}

/// Permission for one call.
struct Place<'r> {
    room: &'r Room,
    _permit: SemaphorePermit<'r>,
    /// It had to wait for its place.
    waited: bool,
    /// If it gets no timely answer, the model counts as slow, because the call had enough time.
    telling: bool,
    /// The only call that checks whether a model is back.
    probe: bool,
}

impl Room {
    fn of(most: usize) -> Self {
        Self { most, free: Semaphore::new(most), silence: Mutex::default() }
    }

    fn silence(&self) -> MutexGuard<'_, Silence> {
        self.silence.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn enter(&self, name: &str, timeout: Duration) -> Result<Place<'_>, Failed> {
        if self.is_left_alone() {
            return Err(left_alone(name));
        }
        let (permit, waited) = match self.free.try_acquire() {
            Ok(permit) => (permit, false),
            Err(_) => match tokio::time::timeout(timeout / 2, self.free.acquire()).await {
                Ok(Ok(permit)) => (permit, true),
                // The semaphore is never closed, so the timeout must have elapsed.
                Ok(Err(_)) | Err(_) => return Err(busy(name, self.most)),
            },
        };
        if waited && !still_held() {
            // The worker that has the job now repeats the call.
            let detail = format!("This process lost the job while it waited for {name}.");
            return Err(Failure::retry(FailureReason::Internal, detail).into());
        }
        let telling = !waited && timeout >= MIN_TELLING_TIMEOUT;
        let mut silence = self.silence();
        let silent_until = silence.until;
        // If no call with enough time comes, others may probe too.
        let lets_pass = if telling { Duration::ZERO } else { PAUSE };
        let may_probe = |until: Instant| until + lets_pass <= Instant::now();
        let probe = match silent_until {
            None => false,
            Some(until) if may_probe(until) && !silence.probing => {
                silence.probing = true;
                true
            }
            // It was paused while this call waited.
            Some(_) => return Err(left_alone(name)),
        };
        drop(silence);
        Ok(Place { room: self, _permit: permit, waited, telling, probe })
    }

    fn is_left_alone(&self) -> bool {
        let silence = self.silence();
        silence.until.is_some_and(|until| until > Instant::now() || silence.probing)
    }

    /// Records how a model call ended. Any reply counts as an answer, even an error.
    fn note<T>(&self, name: &str, outcome: &Outcome<T>, telling: bool) {
        let timed_out = |failed: &Failed| failed.failure.reason == FailureReason::TimedOut;
        let mut silence = self.silence();
        if !outcome.as_ref().is_err_and(timed_out) {
            if silence.until.is_some() {
                tracing::info!(model = name, "the model answers again");
            }
            (silence.calls, silence.until) = (0, None);
            return;
        }
        if !telling {
            return;
        }
        silence.calls = silence.calls.saturating_add(1);
        if silence.calls >= MAX_UNANSWERED {
            if silence.until.is_none() {
                tracing::warn!(model = name, seconds = PAUSE.as_secs(), "model paused: it does not answer");
            }
            silence.until = Some(Instant::now() + PAUSE);
        }
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        if self.probe {
            self.room.silence().probing = false;
        }
    }
}

fn busy(name: &str, most: usize) -> Failed {
    let detail = format!("{name} is busy with {most} other calls, and no place became free in time.");
    Failure::skip(FailureReason::RateLimited, detail).into()
}

fn left_alone(name: &str) -> Failed {
    let detail = format!("The model {name} did not answer its last calls, so it is paused briefly.");
    Failure::skip(FailureReason::Unreachable, detail).into()
}

#[async_trait]
impl Search for Held<Arc<dyn Search>> {
    gorkd_core::as_inner!(Search);

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        let until = Instant::now() + request.timeout;
        let place = self.room.enter(self.name(), request.timeout).await?;
        if !place.waited {
            return self.inner.search(request).await;
        }
        let timeout = until.saturating_duration_since(Instant::now());
        self.inner.search(&SearchRequest { timeout, ..request.clone() }).await
    }
}

impl Held<Arc<dyn Model>> {
    /// The prompt with the remaining time; `None` if the call did not have to wait.
    fn late(place: &Place<'_>, prompt: &Prompt, until: Instant) -> Option<Prompt> {
        let timeout = until.saturating_duration_since(Instant::now());
        place.waited.then(|| Prompt { timeout, ..prompt.clone() })
    }
}

#[async_trait]
impl Model for Held<Arc<dyn Model>> {
    gorkd_core::as_inner!(Model);

    async fn complete(
        &self,
        prompt: &Prompt,
        reach: Reach,
        growing: Option<&Growing<'_>>,
    ) -> Outcome<String> {
        let until = Instant::now() + prompt.timeout;
        let place = self.room.enter(self.name(), prompt.timeout).await?;
        let late = Self::late(&place, prompt, until);
        let outcome = self.inner.complete(late.as_ref().unwrap_or(prompt), reach, growing).await;
        self.room.note(self.name(), &outcome, place.telling);
        outcome
    }

    async fn call_tools(&self, prompt: &Prompt, reach: Reach) -> Outcome<ToolReply> {
        let until = Instant::now() + prompt.timeout;
        let place = self.room.enter(self.name(), prompt.timeout).await?;
        let late = Self::late(&place, prompt, until);
        let outcome = self.inner.call_tools(late.as_ref().unwrap_or(prompt), reach).await;
        self.room.note(self.name(), &outcome, place.telling);
        outcome
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::ports::Metered;

    const SHORT: Duration = Duration::from_secs(1);

    fn late() -> Outcome<()> {
        Err(Failure::skip(FailureReason::TimedOut, "It is late.").into())
    }

    /// A model call that gets no answer.
    async fn unanswered(room: &Room, timeout: Duration) {
        let place = room.enter("slow", timeout).await.expect("it may be asked");
        room.note("slow", &late(), place.telling);
    }

    #[tokio::test(start_paused = true)]
    async fn who_finds_no_room_goes_on_while_there_is_time_for_something_else() {
        let room = Room::of(1);
        let first = room.enter("slow", SHORT).await.expect("there is room");
        assert!(!first.waited);
        let begun = Instant::now();
        let refused = room.enter("slow", SHORT).await.err().expect("it is full");
        assert!(begun.elapsed() < SHORT, "half of its time is left");
        assert_eq!(refused.failure.reason, FailureReason::RateLimited);
        assert!(refused.cost.is_zero(), "nobody was called");
        drop(first);
        assert!(room.enter("slow", SHORT).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn a_model_that_does_not_answer_is_left_alone_until_one_call_finds_out() {
        let room = Room::of(9);
        for _ in 0..MAX_UNANSWERED {
            unanswered(&room, MIN_TELLING_TIMEOUT).await;
        }
        let refused = room.enter("slow", MIN_TELLING_TIMEOUT).await.err().expect("it is left alone");
        assert_eq!(refused.failure.reason, FailureReason::Unreachable);
        tokio::time::advance(PAUSE).await;
        let probe = room.enter("slow", MIN_TELLING_TIMEOUT).await.expect("one finds out");
        assert!(room.enter("slow", MIN_TELLING_TIMEOUT).await.is_err(), "and only one");
        room.note("slow", &late(), probe.telling);
        drop(probe);
        assert!(room.enter("slow", MIN_TELLING_TIMEOUT).await.is_err(), "it is silent still");
        tokio::time::advance(PAUSE).await;
        let probe = room.enter("slow", MIN_TELLING_TIMEOUT).await.expect("one finds out");
        room.note("slow", &Ok(Metered::free(())), probe.telling);
        drop(probe);
        assert!(room.enter("slow", MIN_TELLING_TIMEOUT).await.is_ok(), "it answers again");
    }

    #[tokio::test(start_paused = true)]
    async fn calls_with_little_time_say_nothing_about_a_model() {
        let room = Room::of(9);
        for _ in 0..MAX_UNANSWERED * 2 {
            unanswered(&room, SHORT).await;
        }
        for _ in 0..MAX_UNANSWERED {
            unanswered(&room, MIN_TELLING_TIMEOUT).await;
        }
        tokio::time::advance(PAUSE).await;
        assert!(room.enter("slow", SHORT).await.is_err(), "others can find out better");
        tokio::time::advance(PAUSE).await;
        unanswered(&room, SHORT).await;
        assert!(room.enter("slow", MIN_TELLING_TIMEOUT).await.is_ok(), "the next may find out at once");
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_that_had_to_wait_has_time_enough_and_says_nothing() {
        let room = Room::of(1);
        let first = room.enter("slow", MIN_TELLING_TIMEOUT).await.expect("there is room");
        let (second, ()) = tokio::join!(room.enter("slow", MIN_TELLING_TIMEOUT), async { drop(first) });
        let second = second.expect("there is room now");
        assert!(second.waited && !second.telling);
    }

    #[tokio::test(start_paused = true)]
    async fn a_probe_that_is_given_up_leaves_room_for_another() {
        let room = Room::of(9);
        (0..MAX_UNANSWERED).for_each(|_| room.note("slow", &late(), true));
        tokio::time::advance(PAUSE).await;
        drop(room.enter("slow", MIN_TELLING_TIMEOUT).await.expect("one finds out"));
        assert!(room.enter("slow", MIN_TELLING_TIMEOUT).await.is_ok());
    }
}
