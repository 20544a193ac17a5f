//! Shares the cores among questions that are ranked at the same time.
//!
//! A lane is one core for one question-passage pair. After each pair the caller queues again behind all
//! others, so every question gets its turn, however many passages another one has.

use rten::ThreadPool;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout_at};

pub struct Lanes {
    /// First come, first served.
    turns: Arc<Semaphore>,
    free: Mutex<Vec<Arc<ThreadPool>>>,
}

/// Exclusive use of one core; released on drop.
pub struct Lane {
    lanes: Arc<Lanes>,
    pub threads: Arc<ThreadPool>,
    _turn: OwnedSemaphorePermit,
}

impl Lanes {
    pub fn new(count: usize) -> Arc<Self> {
        // A pair is too small to split between threads: one thread per pair gets more done.
        let free = (0..count).map(|_| Arc::new(ThreadPool::with_num_threads(1))).collect();
        Arc::new(Self { turns: Arc::new(Semaphore::new(count)), free: Mutex::new(free) })
    }

    /// Waits for a turn; `None` if it did not come in time.
    pub async fn take(self: &Arc<Self>, until: Instant) -> Option<Lane> {
        let turn = timeout_at(until, self.turns.clone().acquire_owned()).await.ok()?.ok()?;
        // Even after the deadline, take what is available at once.
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

    /// Lets a question take turns until it has had `wanted`, and records each.
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
        // One turn each before anybody gets another.
        assert_eq!(turns[..5], [0, 1, 2, 3, 0]);
        assert!(turns.len() <= 21, "{turns:?}");
        many.await.expect("it ends, too");
    }

    #[tokio::test(start_paused = true)]
    async fn a_turn_that_does_not_come_in_time_is_none() {
        let lanes = Lanes::new(1);
        let until = Instant::now() + Duration::from_millis(50);
        let held = lanes.take(until).await.expect("it is free");
        assert!(lanes.take(until).await.is_none());
        drop(held);
        assert!(lanes.take(until).await.is_none(), "it is free again, and too late");
        assert!(lanes.take(until + Duration::from_millis(1)).await.is_some(), "the lane is given back");
    }
}
