//! How much is kept, and for how long.

/// A worker that holds no lock is taken to live so long after its first claim; by then it has beaten.
pub(crate) const FIRST_LEASE_MS: u64 = 12_000;

/// Rows of one statement at most; SQLite takes 32,766 values in one, Postgres 65,535.
pub(crate) const ROWS: usize = 200;

/// Counted runs are kept this long at least; admission looks back over minutes or hours.
pub(crate) const RUNS_KEPT_MS: i64 = 32 * 24 * 60 * 60 * 1000;

/// News of articles are kept for a week: a reader that was away for longer begins anew.
pub(crate) const NEWS_KEPT_MS: i64 = 7 * 24 * 60 * 60 * 1000;

/// Days for which usage counts are kept.
pub(crate) const DAYS_KEPT: i32 = 90;
/// What was taught longer ago than this is forgotten: providers and sites change.
pub(crate) const LESSONS_KEPT_MS: i64 = 365 * 24 * 60 * 60 * 1000;
/// Tries from which all counts of a lesson are halved, so that what is new outweighs what is old.
pub(crate) const HALVED_FROM: i64 = 200;
/// Sites of a field that are remembered.
pub(crate) const MOST_LESSONS: i64 = 500;
