//! Vectors of the questions that were asked, in memory: to compare a thousand takes a fraction of reading them.
//!
//! Rows of questions are added and erased, never changed. What was added since, by whatever process, is told by the
//! row's number, which is never given out twice; what was erased is found near, but no longer in its row.

use gorkd_core::model::Millis;
use gorkd_core::ports::cosine;
use sqlx::SqlitePool;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

/// Vectors that are kept in all, of 1.5 kB each for 384 numbers.
const MOST: usize = 10_000;

#[derive(Default)]
pub(super) struct Meanings {
    of: Mutex<BTreeMap<Key, Arc<Kept>>>,
}

/// Audience and embedder.
type Key = (String, String);

#[derive(Clone, Default)]
struct Kept {
    /// The highest number of a row that was looked at.
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
type Row = (i64, String, i64, i64, Vec<u8>);

impl Meanings {
    /// Jobs of the questions that are near a vector, newest first, out of the newest `limit` whose time is not over.
    pub async fn near(
        &self,
        readers: &SqlitePool,
        (audience, embedder): (&str, &str),
        (vector, least): (&[f32], f32),
        now: Millis,
        limit: u32,
    ) -> Result<Vec<String>, sqlx::Error> {
        let kept = self.up_to_date(readers, (audience.to_owned(), embedder.to_owned()), now).await?;
        let alive = kept.questions.iter().filter(|question| question.expires_at > now);
        let near = alive
            .take(limit as usize)
            .filter(|question| cosine(vector, &question.vector).is_some_and(|near| near >= least));
        Ok(near.map(|question| question.job.clone()).collect())
    }

    /// Nothing is kept any more.
    pub fn forget(&self) {
        self.lock().clear();
    }

    async fn up_to_date(
        &self,
        readers: &SqlitePool,
        key: Key,
        now: Millis,
    ) -> Result<Arc<Kept>, sqlx::Error> {
        let mut kept = self.lock().get(&key).cloned().unwrap_or_default();
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT rowid, job, asked_at, expires_at, meaning FROM answers
             WHERE rowid > ?3 AND audience = ?1 AND embedder = ?2 AND meaning IS NOT NULL",
        )
        .bind(&key.0)
        .bind(&key.1)
        .bind(kept.last)
        .fetch_all(readers)
        .await?;
        if rows.is_empty() {
            return Ok(kept);
        }
        Arc::make_mut(&mut kept).add(rows, now);
        self.keep(key, kept.clone());
        Ok(kept)
    }

    fn keep(&self, key: Key, kept: Arc<Kept>) {
        let mut of = self.lock();
        // Somebody else may have looked later.
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

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Key, Arc<Kept>>> {
        self.of.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Kept {
    fn add(&mut self, rows: Vec<Row>, now: Millis) {
        self.questions.retain(|question| question.expires_at > now);
        for (number, job, asked_at, expires_at, bytes) in rows {
            self.last = self.last.max(number);
            let (asked_at, expires_at) = (Millis(asked_at), Millis(expires_at));
            self.questions.push(Arc::new(Question { job, asked_at, expires_at, vector: floats(&bytes) }));
        }
        self.questions.sort_by_key(|question| Reverse(question.asked_at));
    }
}

pub(super) fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks::<4>().0.iter().map(|chunk| f32::from_le_bytes(*chunk)).collect()
}
