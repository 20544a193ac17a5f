//! In-memory vectors of earlier questions: comparing a thousand of them is much faster than reading them.
//!
//! Rows of questions are added and erased, never changed. Additions by any process are found by row number,
//! which is never reused. An erased question may still match, but its row is gone.

use crate::values::floats;
use gorkd_core::model::Millis;
use gorkd_core::ports::cosine;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Maximum number of vectors in memory; one with 384 dimensions takes 1.5 kB.
const MOST: usize = 10_000;

#[derive(Default)]
pub(crate) struct Meanings {
    of: Mutex<BTreeMap<Key, Arc<QuestionVectors>>>,
}

/// Audience and embedder.
type Key = (String, String);

#[derive(Clone, Default)]
pub(crate) struct QuestionVectors {
    /// The highest row number read so far.
    last: i64,
    /// Newest first.
    questions: Vec<Arc<Question>>,
}

struct Question {
    job: String,
    asked_at: Millis,
    expires_at: Millis,
    vector: Vec<f32>,
}

/// A row of `answers`: number, job, times, vector.
pub(crate) type MeaningRow = (i64, String, i64, i64, Vec<u8>);

impl Meanings {
    /// What is in memory; rows after its `last` still have to be read.
    pub fn kept(&self, audience: &str, embedder: &str) -> Arc<QuestionVectors> {
        self.lock().get(&(audience.to_owned(), embedder.to_owned())).cloned().unwrap_or_default()
    }

    /// Adds rows that were read, to memory as well. Returns all.
    pub fn with(
        &self,
        mut kept: Arc<QuestionVectors>,
        rows: Vec<MeaningRow>,
        (audience, embedder): (&str, &str),
        now: Millis,
    ) -> Arc<QuestionVectors> {
        if !rows.is_empty() {
            Arc::make_mut(&mut kept).add(rows, now);
            self.keep((audience.to_owned(), embedder.to_owned()), kept.clone());
        }
        kept
    }

    /// Empties the cache.
    pub fn forget(&self) {
        self.lock().clear();
    }

    fn keep(&self, key: Key, kept: Arc<QuestionVectors>) {
        let mut of = self.lock();
        // Another caller may have read more recent rows.
        if of.get(&key).is_some_and(|there| there.last >= kept.last) {
            return;
        }
        of.remove(&key);
        let others: usize = of.values().map(|kept| kept.questions.len()).sum();
        if others + kept.questions.len() > MOST {
            of.clear();
        }
        of.insert(key, kept);
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Key, Arc<QuestionVectors>>> {
        self.of.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl QuestionVectors {
    pub fn last(&self) -> i64 {
        self.last
    }

    /// Jobs whose questions are near a vector, newest first, among the newest `limit` that have not expired.
    pub fn near(&self, vector: &[f32], least: f32, now: Millis, limit: u32) -> Vec<String> {
        let alive = self.questions.iter().filter(|question| question.expires_at > now);
        let near = alive
            .take(limit as usize)
            .filter(|question| cosine(vector, &question.vector).is_some_and(|near| near >= least));
        near.map(|question| question.job.clone()).collect()
    }

    fn add(&mut self, rows: Vec<MeaningRow>, now: Millis) {
        self.questions.retain(|question| question.expires_at > now);
        for (number, job, asked_at, expires_at, bytes) in rows {
            self.last = self.last.max(number);
            let (asked_at, expires_at) = (Millis(asked_at), Millis(expires_at));
            self.questions.push(Arc::new(Question { job, asked_at, expires_at, vector: floats(&bytes) }));
        }
        self.questions.sort_by_key(|question| Reverse(question.asked_at));
    }
}
