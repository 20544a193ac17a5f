//! Shares the cores among questions that are ranked at the same time.
//!
//! A lane is one core for one pair of question and passage. Whoever wants the next pair queues up again behind all
//! others, so every question gets its turn, however many passages another one brought.

use rten::ThreadPool;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout_at};

pub struct Lanes {
    /// First come, first served.
    turns: Arc<Semaphore>,
    free: Mutex<Vec<Arc<ThreadPool>>>,
}

/// A core of one's own until it is dropped.
pub struct Lane {
    lanes: Arc<Lanes>,
    pub threads: Arc<ThreadPool>,
    _turn: OwnedSemaphorePermit,
}

impl Lanes {
    pub fn new(count: usize) -> Arc<Self> {
        // A pair is too small to be worth splitting between threads: one each gets more done.
        let free = (0..count).map(|_| Arc::new(ThreadPool::with_num_threads(1))).collect();
        Arc::new(Self { turns: Arc::new(Semaphore::new(count)), free: Mutex::new(free) })
    }

    /// Waits for its turn; none when that did not come in time.
    pub async fn take(self: &Arc<Self>, until: Instant) -> Option<Lane> {
        let turn = timeout_at(until, self.turns.clone().acquire_owned()).await.ok()?.ok()?;
        // A time that is over does not stop what can be had at once.
        if Instant::now() >= until {
            return None;
        }
        let threads = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop()?;
        Some(Lane { lanes: self.clone(), threads, _turn: turn })
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        self.lanes.free.lock().unwrap_or_else(PoisonError::into_inner).push(self.threads.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Lets one question take turns until it has had `wanted`, and writes each down.
    async fn take_turns(lanes: Arc<Lanes>, who: usize, wanted: usize, seen: Arc<Mutex<Vec<usize>>>) {
        for _ in 0..wanted {
            let lane = lanes.take(Instant::now() + Duration::from_secs(60)).await.expect("its turn comes");
            seen.lock().expect("nobody panicked").push(who);
            tokio::time::sleep(Duration::from_millis(10)).await;
            drop(lane);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_question_with_few_passages_does_not_wait_for_one_with_many() {
        let (lanes, seen) = (Lanes::new(1), Arc::default());
        let many = tokio::spawn(take_turns(lanes.clone(), 0, 100, Arc::clone(&seen)));
        tokio::task::yield_now().await;
        let few: Vec<_> =
            (1..4).map(|who| tokio::spawn(take_turns(lanes.clone(), who, 5, seen.clone()))).collect();
        for one in few {
            one.await.expect("it ends");
        }
        let turns = seen.lock().expect("nobody panicked").clone();
        // One turn each before anybody has another.
        assert_eq!(turns[..5], [0, 1, 2, 3, 0]);
        assert!(turns.len() <= 21, "{turns:?}");
        many.await.expect("it ends, too");
    }

    #[tokio::test(start_paused = true)]
    async fn who_does_not_get_a_turn_in_time_is_told() {
        let lanes = Lanes::new(1);
        let until = Instant::now() + Duration::from_millis(50);
        let held = lanes.take(until).await.expect("it is free");
        assert!(lanes.take(until).await.is_none());
        drop(held);
        assert!(lanes.take(until).await.is_none(), "it is free again, and too late");
        assert!(lanes.take(until + Duration::from_millis(1)).await.is_some(), "the lane is given back");
    }
}
