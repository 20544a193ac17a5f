//! Bulkheads: a search provider or model that is slow keeps only its own calls waiting.
//!
//! Each gets so many calls at once, over all jobs of this process. More wait for room, for half of the time that they
//! have, because a call needs some of it: a job whose call finds none goes on without it. A model that has not answered
//! for a while is not asked at all for a moment, so that jobs do not wait for it one after the other; search providers
//! have breakers of their own. Only calls that had time enough tell: quick runs give a model a few seconds, which some
//! always need.

use async_trait::async_trait;
use gorkd_core::engine::still_held;
use gorkd_core::model::{Destination, Failure, FailureReason, Reach, SearchHit, SearchStyle};
use gorkd_core::ports::{Failed, Growing, Model, Outcome, Prompt, Search, SearchRequest, ToolReply};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::Instant;

/// Calls of a model in a row that ended without an answer in time, before it is left alone.
const SILENT: u32 = 5;
/// How long it is left alone, before one call finds out.
const ALONE: Duration = Duration::from_secs(30);
/// A call with less time says nothing by running out of it.
const PATIENT: Duration = Duration::from_secs(10);

/// So many calls at once for each.
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
    /// Calls in a row that were not answered in time.
    calls: u32,
    until: Option<Instant>,
    probing: bool,
}

/// One call's place.
struct Place<'r> {
    room: &'r Room,
    _permit: SemaphorePermit<'r>,
    /// It had to wait for the place.
    waited: bool,
    /// If it gets no answer in time, the model is slow: it had enough of it.
    telling: bool,
    /// It alone finds out whether a model answers again.
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
                // The semaphore is never closed, so what ended is the time.
                Ok(Err(_)) | Err(_) => return Err(busy(name, self.most)),
            },
        };
        if waited && !still_held() {
            // Whoever has the job now calls again.
            let detail = format!("This process lost the job while it waited for {name}.");
            return Err(Failure::retry(FailureReason::Internal, detail).into());
        }
        let telling = !waited && timeout >= PATIENT;
        let mut silence = self.silence();
        let silent_until = silence.until;
        // Where nobody with enough time comes, others find out.
        let lets_pass = if telling { Duration::ZERO } else { ALONE };
        let may_probe = |until: Instant| until + lets_pass <= Instant::now();
        let probe = match silent_until {
            None => false,
            Some(until) if may_probe(until) && !silence.probing => {
                silence.probing = true;
                true
            }
            // It fell silent while this one waited.
            Some(_) => return Err(left_alone(name)),
        };
        drop(silence);
        Ok(Place { room: self, _permit: permit, waited, telling, probe })
    }

    fn is_left_alone(&self) -> bool {
        let silence = self.silence();
        silence.until.is_some_and(|until| until > Instant::now() || silence.probing)
    }

    /// Notes how the call of a model ended. Any reply is one, if only to say no.
    fn note<T>(&self, name: &str, outcome: &Outcome<T>, telling: bool) {
        let timed_out = |failed: &Failed| failed.failure.reason == FailureReason::TimedOut;
        let mut silence = self.silence();
        if !outcome.as_ref().is_err_and(timed_out) {
            if silence.until.is_some() {
                tracing::info!(model = name, "answers again");
            }
            (silence.calls, silence.until) = (0, None);
            return;
        }
        if !telling {
            return;
        }
        silence.calls = silence.calls.saturating_add(1);
        if silence.calls >= SILENT {
            if silence.until.is_none() {
                tracing::warn!(model = name, seconds = ALONE.as_secs(), "left alone, as it does not answer");
            }
            silence.until = Some(Instant::now() + ALONE);
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
    let detail = format!("{name} is busy with {most} other calls, and had no room for this one in time.");
    Failure::skip(FailureReason::RateLimited, detail).into()
}

fn left_alone(name: &str) -> Failed {
    let detail = format!("The model {name} did not answer its last calls, so it isn't asked for a moment.");
    Failure::skip(FailureReason::Unreachable, detail).into()
}

#[async_trait]
impl Search for Held<Arc<dyn Search>> {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn destination(&self) -> Destination {
        self.inner.destination()
    }

    fn style(&self) -> SearchStyle {
        self.inner.style()
    }

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
    /// The prompt with the time that is left; none if it did not have to wait.
    fn late(place: &Place<'_>, prompt: &Prompt, until: Instant) -> Option<Prompt> {
        let timeout = until.saturating_duration_since(Instant::now());
        place.waited.then(|| Prompt { timeout, ..prompt.clone() })
    }
}

#[async_trait]
impl Model for Held<Arc<dyn Model>> {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn destination(&self) -> Destination {
        self.inner.destination()
    }

    fn context(&self) -> Option<u32> {
        self.inner.context()
    }

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

    /// A call of a model that gets no answer.
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
        for _ in 0..SILENT {
            unanswered(&room, PATIENT).await;
        }
        let refused = room.enter("slow", PATIENT).await.err().expect("it is left alone");
        assert_eq!(refused.failure.reason, FailureReason::Unreachable);
        tokio::time::advance(ALONE).await;
        let probe = room.enter("slow", PATIENT).await.expect("one finds out");
        assert!(room.enter("slow", PATIENT).await.is_err(), "and only one");
        room.note("slow", &late(), probe.telling);
        drop(probe);
        assert!(room.enter("slow", PATIENT).await.is_err(), "it is silent still");
        tokio::time::advance(ALONE).await;
        let probe = room.enter("slow", PATIENT).await.expect("one finds out");
        room.note("slow", &Ok(Metered::free(())), probe.telling);
        drop(probe);
        assert!(room.enter("slow", PATIENT).await.is_ok(), "it answers again");
    }

    #[tokio::test(start_paused = true)]
    async fn calls_with_little_time_say_nothing_about_a_model() {
        let room = Room::of(9);
        for _ in 0..SILENT * 2 {
            unanswered(&room, SHORT).await;
        }
        for _ in 0..SILENT {
            unanswered(&room, PATIENT).await;
        }
        tokio::time::advance(ALONE).await;
        assert!(room.enter("slow", SHORT).await.is_err(), "others can find out better");
        tokio::time::advance(ALONE).await;
        unanswered(&room, SHORT).await;
        assert!(room.enter("slow", PATIENT).await.is_ok(), "the next may find out at once");
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_that_had_to_wait_has_time_enough_and_says_nothing() {
        let room = Room::of(1);
        let first = room.enter("slow", PATIENT).await.expect("there is room");
        let (second, ()) = tokio::join!(room.enter("slow", PATIENT), async { drop(first) });
        let second = second.expect("there is room now");
        assert!(second.waited && !second.telling);
    }

    #[tokio::test(start_paused = true)]
    async fn a_probe_that_is_given_up_leaves_room_for_another() {
        let room = Room::of(9);
        (0..SILENT).for_each(|_| room.note("slow", &late(), true));
        tokio::time::advance(ALONE).await;
        drop(room.enter("slow", PATIENT).await.expect("one finds out"));
        assert!(room.enter("slow", PATIENT).await.is_ok());
    }
}
