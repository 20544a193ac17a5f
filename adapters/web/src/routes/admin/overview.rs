//! Runs: what they used, where they were asked, and feedback on their answers.

use super::{admin, may_read, silent};
use crate::access::Asker;
use crate::body::QueryString;
use crate::cursor;
use crate::parts::Web;
use crate::problem::Problem;
use crate::routes::shares::ItemsQuery;
use axum::Json;
use axum::extract::State;
use gorkd_core::job::JobStatus;
use gorkd_core::model::{JobId, Millis};
use gorkd_core::ports::{FeedbackPlace, FeedbackSeen, RunSeen, RunsWanted, Used};
use gorkd_core::view::iso;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

const RUNS: &str = "runs";
const FEEDBACK: &str = "feedback";
/// The position of feedback in its list: when it was given, on which run, by whom.
type FeedbackCursor = (i64, String, String);
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Limits for recently used places: how recently, and how many.
const PLACES_DAYS: i64 = 90;
const PLACES: u32 = 200;

#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StatusName {
    Queued,
    Running,
    Waiting,
    Completed,
    Failed,
    Cancelled,
}

impl StatusName {
    fn status(self) -> JobStatus {
        match self {
            Self::Queued => JobStatus::Queued,
            Self::Running => JobStatus::Running,
            Self::Waiting => JobStatus::Waiting,
            Self::Completed => JobStatus::Completed,
            Self::Failed => JobStatus::Failed,
            Self::Cancelled => JobStatus::Cancelled,
        }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RunsQuery {
    #[param(inline)]
    pub status: Option<StatusName>,
    /// Where it was asked: `web`, `cli`, `slack`, `discord` …
    pub platform: Option<String>,
    /// Maximum number of items, 1 to 200. Default: 50.
    pub limit: Option<u32>,
    /// `nextCursor` of the previous page.
    pub cursor: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct RunList {
    pub items: Vec<RunEntry>,
    /// The `cursor` of the next page; null on the last one.
    #[serde(rename = "nextCursor")]
    pub next_cursor: Option<String>,
    /// The same, under its former name.
    pub next: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RunEntry {
    pub job_id: String,
    pub thread_id: String,
    /// The requester's ID.
    pub owner: String,
    pub platform: String,
    pub place: String,
    pub status: String,
    /// Null when it has ended.
    pub stage: Option<String>,
    pub profile: String,
    /// Null if someone else asked it privately.
    pub question: Option<String>,
    pub private: bool,
    /// ISO 8601, UTC.
    pub created_at: String,
    pub finished_at: Option<String>,
    /// Its own cost, without what a branch inherited.
    pub cost_usd: f64,
    /// Failed calls.
    pub failures: u64,
}

/// List all runs, newest first; for admins
#[utoipa::path(get, path = "/api/admin/runs", tag = "operations", operation_id = "allRuns", params(RunsQuery),
    responses((status = 200, description = "Everybody's runs", body = RunList)))]
pub async fn runs(
    State(web): State<Web>,
    asker: Asker,
    QueryString(query): QueryString<RunsQuery>,
) -> Result<Json<RunList>, Problem> {
    admin(&asker)?;
    let limit = cursor::limit(query.limit, 50, 200)?;
    let wanted = RunsWanted {
        status: query.status.map(StatusName::status),
        platform: query.platform,
        before: cursor::place(RUNS, query.cursor.as_deref())?,
        limit: limit as u32 + 1,
    };
    let mut found = web.overview.runs(&wanted).await.map_err(silent)?;
    let next = cursor::page(RUNS, &mut found, limit, |run| run.number);
    let mut items = Vec::new();
    for run in found {
        items.push(run_entry(&web, &asker, run).await);
    }
    Ok(Json(RunList { items, next_cursor: next.clone(), next }))
}

async fn run_entry(web: &Web, asker: &Asker, run: RunSeen) -> RunEntry {
    let over = run.row.status.is_over();
    // Only for a running job, which may be erased at any time.
    let job = if over { None } else { web.service.job(&run.row.job, None).await.ok() };
    let read = may_read(asker, &run);
    RunEntry {
        job_id: run.row.job.to_string(),
        thread_id: run.row.thread.to_string(),
        owner: run.row.requester.key(),
        platform: run.row.requester.platform.clone(),
        place: run.row.place.to_string(),
        status: run.row.status.name().to_owned(),
        stage: job.and_then(|job| job.stage()).map(|stage| stage.name().to_owned()),
        profile: run.profile.name().to_owned(),
        question: read.then(|| run.row.question.clone()),
        private: !read,
        created_at: iso(run.row.created_at),
        finished_at: over.then(|| iso(run.row.updated_at)),
        cost_usd: run.usd.as_usd(),
        failures: run.failures,
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct UsageQuery {
    /// Number of days, 1 to 366. Default: 30.
    #[param(minimum = 1, maximum = 366)]
    pub days: Option<u32>,
}

/// Totals of all runs. Lists by person, place, and model have the 50 most expensive entries.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsageDocument {
    /// Oldest first; days without activity are left out.
    pub by_day: Vec<DayUsage>,
    pub by_person: Vec<PersonUsage>,
    pub by_place: Vec<PlaceUsage>,
    pub by_model: Vec<ModelUsage>,
    /// Failed calls by reason, most frequent first.
    pub failures: Vec<FailureCount>,
    pub cache: CacheUse,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DayUsage {
    /// `2026-11-22`, UTC.
    pub day: String,
    /// Runs requested on that day.
    pub runs: u64,
    pub cost_usd: f64,
    pub tokens: u64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonUsage {
    pub owner: String,
    pub runs: u64,
    pub cost_usd: f64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlaceUsage {
    pub place: String,
    pub runs: u64,
    pub cost_usd: f64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModelUsage {
    pub model: String,
    pub calls: u64,
    pub cost_usd: f64,
    pub tokens: u64,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct FailureCount {
    /// As in the `unread` of a job: `timed_out`, `paywall` …
    pub kind: String,
    pub count: u64,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct CacheUse {
    /// Searches and pages found in the cache.
    pub hits: u64,
    /// All cache lookups of searches and pages.
    pub lookups: u64,
}

/// Get the usage of all runs; for admins
#[utoipa::path(get, path = "/api/admin/usage", tag = "operations", operation_id = "usage", params(UsageQuery),
    responses((status = 200, description = "Usage by day, person, place, and model", body = UsageDocument)))]
pub async fn usage(
    State(web): State<Web>,
    asker: Asker,
    QueryString(query): QueryString<UsageQuery>,
) -> Result<Json<UsageDocument>, Problem> {
    admin(&asker)?;
    let days = query.days.unwrap_or(30);
    if !(1..=366).contains(&days) {
        return Err(Problem::invalid("`days` must be from 1 to 366."));
    }
    // Whole days, including today.
    let now = web.service.now().0;
    let since = Millis(now - now.rem_euclid(DAY_MS) - i64::from(days - 1) * DAY_MS);
    let used = web.overview.usage(since).await.map_err(silent)?;
    let day = |(day, used): (String, Used)| DayUsage {
        day,
        runs: used.runs,
        cost_usd: used.usd.as_usd(),
        tokens: used.tokens,
    };
    let person =
        |(owner, used): (String, Used)| PersonUsage { owner, runs: used.runs, cost_usd: used.usd.as_usd() };
    let place =
        |(place, used): (String, Used)| PlaceUsage { place, runs: used.runs, cost_usd: used.usd.as_usd() };
    let model = |(model, used): (String, Used)| ModelUsage {
        model,
        calls: used.runs,
        cost_usd: used.usd.as_usd(),
        tokens: used.tokens,
    };
    Ok(Json(UsageDocument {
        by_day: used.days.into_iter().map(day).collect(),
        by_person: used.people.into_iter().map(person).collect(),
        by_place: used.places.into_iter().map(place).collect(),
        by_model: used.models.into_iter().map(model).collect(),
        failures: used.failures.into_iter().map(|(kind, count)| FailureCount { kind, count }).collect(),
        cache: CacheUse { hits: used.hits, lookups: used.lookups },
    }))
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PlaceList {
    /// Places used in the last 90 days, most recent first, at most 200.
    pub items: Vec<PlaceEntry>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlaceEntry {
    pub place: String,
    pub platform: String,
    pub runs: u64,
    /// ISO 8601, UTC.
    pub last_asked_at: String,
    /// Its limits, as set by its admins.
    pub settings: Vec<PlaceSetting>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PlaceSetting {
    pub name: String,
    pub value: String,
}

/// List the places where questions were asked, with their limits; for admins
#[utoipa::path(get, path = "/api/admin/places", tag = "operations", operation_id = "places",
    responses((status = 200, description = "Places", body = PlaceList)))]
pub async fn places(State(web): State<Web>, asker: Asker) -> Result<Json<PlaceList>, Problem> {
    admin(&asker)?;
    let since = Millis(web.service.now().0 - PLACES_DAYS * DAY_MS);
    let mut items = Vec::new();
    for seen in web.overview.places(since, PLACES).await.map_err(silent)? {
        let settings = web.service.remembered_of_place(&seen.place).await?;
        items.push(PlaceEntry {
            platform: seen.place.split(':').next().unwrap_or_default().to_owned(),
            runs: seen.runs,
            last_asked_at: iso(seen.last_at),
            settings: settings
                .into_iter()
                .map(|one| PlaceSetting { name: one.name.name().to_owned(), value: one.value })
                .collect(),
            place: seen.place,
        });
    }
    Ok(Json(PlaceList { items }))
}

#[derive(Debug, Serialize, ToSchema)]
pub struct FeedbackList {
    pub items: Vec<FeedbackEntry>,
    /// The `cursor` of the next page; null on the last one.
    #[serde(rename = "nextCursor")]
    pub next_cursor: Option<String>,
    /// The same, under its former name.
    pub next: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedbackEntry {
    pub job_id: String,
    /// The ID of the requester who gave it.
    pub owner: String,
    pub good: bool,
    /// In their words; null if someone else asked the question privately.
    pub reason: Option<String>,
    pub question: Option<String>,
    pub private: bool,
    /// ISO 8601, UTC.
    pub at: String,
}

/// List feedback on answers, newest first; for admins
#[utoipa::path(get, path = "/api/admin/feedback", tag = "operations", operation_id = "feedback", params(ItemsQuery),
    responses((status = 200, description = "Ratings and reasons", body = FeedbackList)))]
pub async fn feedback(
    State(web): State<Web>,
    asker: Asker,
    QueryString(query): QueryString<ItemsQuery>,
) -> Result<Json<FeedbackList>, Problem> {
    admin(&asker)?;
    let limit = cursor::limit(query.limit, 50, 200)?;
    let before = cursor::place::<FeedbackCursor>(FEEDBACK, query.cursor.as_deref())?;
    let before = before.map(|(at, job, person)| FeedbackPlace { at: Millis(at), job: JobId(job), person });
    let mut found = web.overview.feedback_before(before.as_ref(), limit as u32 + 1).await.map_err(silent)?;
    let next = cursor::page(FEEDBACK, &mut found, limit, |said| -> FeedbackCursor {
        (said.at.0, said.run.row.job.0.clone(), said.person.clone())
    });
    let entry = |said: FeedbackSeen| {
        let read = may_read(&asker, &said.run);
        FeedbackEntry {
            job_id: said.run.row.job.to_string(),
            owner: said.person,
            good: said.good,
            reason: read.then_some(said.reason),
            question: read.then_some(said.run.row.question),
            private: !read,
            at: iso(said.at),
        }
    };
    let items = found.into_iter().map(entry).collect();
    Ok(Json(FeedbackList { items, next_cursor: next.clone(), next }))
}
