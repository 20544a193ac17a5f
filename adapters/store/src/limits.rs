//! Limits on how much is stored, and for how long.

/// How long a worker without a lock counts as alive after its first claim, in milliseconds; by then it has
/// sent a heartbeat.
pub(crate) const FIRST_LEASE_MS: u64 = 12_000;

/// Maximum rows per statement. SQLite allows 32,766 values per statement, Postgres 65,535.
pub(crate) const ROWS: usize = 200;

/// Minimum retention of counted runs, in milliseconds; admission looks back over minutes or hours.
pub(crate) const RUNS_KEPT_MS: i64 = 32 * 24 * 60 * 60 * 1000;

/// Retention of article changes: a week, in milliseconds. A reader that was away for longer starts over.
pub(crate) const NEWS_KEPT_MS: i64 = 7 * 24 * 60 * 60 * 1000;

/// Retention of usage counts, in days.
pub(crate) const DAYS_KEPT: i32 = 90;
/// Retention of lessons: a year, in milliseconds. Providers and sites change.
pub(crate) const LESSONS_KEPT_MS: i64 = 365 * 24 * 60 * 60 * 1000;
/// Number of attempts from which all counts of a lesson are halved, so that recent ones outweigh old ones.
pub(crate) const HALVED_FROM: i64 = 200;
/// Maximum number of sites remembered per field.
pub(crate) const MOST_LESSONS: i64 = 500;
