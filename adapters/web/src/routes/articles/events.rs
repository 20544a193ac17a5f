//! Event streams of articles: of a whole site, or of the research on one article.

use super::Visit;
use super::shapes::{EventsQuery, OwnId};
use crate::access::Visitor;
use crate::body::QueryString;
use crate::parts::Web;
use crate::problem::Problem;
use crate::stream::{BEAT, BEAT_EVERY, Frames, HELLO, encode, last_event, response};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use bytes::Bytes;
use gorkd_core::engine::ArticleDesk;
use gorkd_core::model::Requester;
use gorkd_core::ports::{Article, ArticleNews};
use gorkd_core::view::iso;
use serde_json::json;
use std::collections::VecDeque;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::time::Interval;
use tokio_util::sync::CancellationToken;

/// How often to poll for events written by other processes.
const POLL_INTERVAL: Duration = Duration::from_secs(2);

/// Follow a site: articles and the research on them (server-sent events)
///
/// `article` reports that an article was created, updated, or deleted; `research`, that a run is queued, running,
/// ready, or failed. A client that reconnects with `Last-Event-ID` gets exactly what follows (`gap` means that some
/// events are no longer stored); without it, the stream begins with the next event. Events about drafts go only to
/// those who may read them.
#[utoipa::path(get, path = "/api/articles/events", tag = "articles",
    params(EventsQuery, ("Last-Event-ID" = Option<String>, Header, description = "Continue after this event")),
    responses((status = 200, description = "Events, until the client disconnects", body = String,
        content_type = "text/event-stream"),
        (status = 404, description = "No site has registered articles", body = ref("#/components/schemas/Problem"),
            content_type = "application/problem+json")))]
pub async fn site(
    State(web): State<Web>,
    visitor: Visitor,
    QueryString(query): QueryString<EventsQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let visit = Visit::of(&web, visitor, query.site).await?;
    follow(&web, visit, None, last_event(&headers, query.last_event_id)).await
}

/// Follow the research on one article (server-sent events)
///
/// Begins with the current run, or after `Last-Event-ID`.
#[utoipa::path(get, path = "/api/articles/{id}/research/events", tag = "articles",
    params(("id" = String, Path, description = "The site's ID for the article"), EventsQuery,
        ("Last-Event-ID" = Option<String>, Header, description = "Continue after this event")),
    responses((status = 200, description = "Events, until the client disconnects", body = String,
        content_type = "text/event-stream")))]
pub async fn research(
    State(web): State<Web>,
    visitor: Visitor,
    Path(id): Path<String>,
    QueryString(query): QueryString<EventsQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let visit = Visit::of(&web, visitor, query.site).await?;
    let open = web.articles.open(&visit.article(id.clone()), &visit.by).await;
    open.map_err(|refusal| visit.problem(refusal))?;
    follow(&web, visit, Some(id), last_event(&headers, query.last_event_id)).await
}

async fn follow(
    web: &Web,
    visit: Visit,
    id: Option<String>,
    last: Option<String>,
) -> Result<Response, Problem> {
    let seat = web.article_seats.clone().try_acquire_owned().map_err(|_| Problem::too_many_readers())?;
    // Subscribed before anything is read, so that no event in between is missed.
    let bell = web.articles.bell();
    let seen = last.as_ref().map(|last| last.parse().unwrap_or(u64::MAX));
    let (after, whole) = web.articles.news_from(&visit.site, id.as_deref(), seen).await?;
    let mut ready = VecDeque::from([HELLO]);
    if !whole {
        ready.push_back(gap(&last.unwrap_or_default()));
    }
    let mut beat = tokio::time::interval(BEAT_EVERY);
    beat.reset();
    let reader = Reader {
        desk: web.articles.clone(),
        site: visit.site,
        id,
        by: visit.by,
        after,
        ready,
        bell,
        look: tokio::time::interval(POLL_INTERVAL),
        beat,
        halt: web.halt.clone(),
        _seat: seat,
    };
    Ok(response(reader))
}

struct Reader {
    desk: ArticleDesk,
    site: String,
    /// The article whose research is followed; `None` for everything on the site.
    id: Option<String>,
    by: Requester,
    after: u64,
    ready: VecDeque<Bytes>,
    bell: watch::Receiver<()>,
    look: Interval,
    beat: Interval,
    halt: CancellationToken,
    _seat: OwnedSemaphorePermit,
}

impl Frames for Reader {
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if let Some(bytes) = self.ready.pop_front() {
                return Some(bytes);
            }
            tokio::select! {
                biased;
                () = self.halt.cancelled() => return None,
                rung = self.bell.changed() => rung.ok()?,
                _ = self.look.tick() => {}
                _ = self.beat.tick() => self.ready.push_back(BEAT),
            }
            self.read_on().await?;
        }
    }
}

impl Reader {
    async fn read_on(&mut self) -> Option<()> {
        loop {
            match self.desk.news(&self.site, self.id.as_deref(), self.after, &self.by).await {
                Ok((_, end)) if end == self.after => return Some(()),
                Ok((news, end)) => {
                    self.after = end;
                    let wanted = news.iter().filter(|news| self.id.is_none() || news.job.is_some());
                    self.ready.extend(wanted.map(frame));
                }
                Err(refusal) => {
                    tracing::warn!(reason = refusal.message, "failed to read news of articles for a stream");
                    return None;
                }
            }
        }
    }
}

fn frame(news: &ArticleNews) -> Bytes {
    let article = Article { key: news.article.clone(), numeric: news.numeric, ..Article::default() };
    let (id, at, status) = (OwnId::of(&article), iso(news.at), &news.status);
    let (event, data) = match &news.job {
        Some(_) => {
            let data =
                json!({"type": "research.updated", "articleId": id, "status": status, "updatedAt": at});
            ("research", data)
        }
        None => {
            let stands = if news.published { "published" } else { "draft" };
            let kind = format!("article.{status}");
            ("article", json!({"type": kind, "articleId": id, "status": stands, "updatedAt": at}))
        }
    };
    encode(Some(&news.seq.to_string()), event, &data)
}

/// Tells the reader that it missed events that are no longer stored.
fn gap(last: &str) -> Bytes {
    let data = json!({
        "lastEventId": last,
        "message": "Some of the events in between are no longer stored. Reload the articles that you show, and continue from here.",
    });
    encode(None, "gap", &data)
}
