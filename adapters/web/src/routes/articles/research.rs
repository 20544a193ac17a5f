//! Research on an article, started and viewed by its readers.

use super::Visit;
use super::shapes::{ResearchBody, ResearchDocument, ResearchState, SiteQuery, StartQuery};
use crate::access::Visitor;
use crate::body::{JsonBody, QueryString};
use crate::once::{OfThread, RunName};
use crate::parts::Web;
use crate::problem::Problem;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use gorkd_core::view::ResearchStatus;

/// Look up what is known about an article
///
/// All readers share one run: a stored result that is still good is returned at once, and an active run is joined.
#[utoipa::path(post, path = "/api/articles/{id}/research", tag = "articles", request_body = ResearchBody,
    params(("id" = String, Path, description = "The site's ID for the article"), StartQuery),
    responses((status = 200, description = "The stored result", body = ResearchDocument),
        (status = 202, description = "In progress", body = ResearchState)))]
pub async fn start(
    State(web): State<Web>,
    visitor: Visitor,
    Path(id): Path<String>,
    QueryString(query): QueryString<StartQuery>,
    RunName(job): RunName,
    JsonBody(body): JsonBody<ResearchBody>,
) -> Result<Response, Problem> {
    let visit = Visit::of(&web, visitor, query.site).await?;
    let (key, mode) = (visit.article(id), body.mode.profile());
    let started = web.articles.start_research(&key, mode, query.force, job, &visit.by).await;
    let research = started.map_err(|refusal| visit.problem(refusal))?;
    let thread = research.thread.clone();
    let mut response = match research.status == ResearchStatus::Ready {
        true => Json(ResearchDocument::from(research)).into_response(),
        false => (StatusCode::ACCEPTED, Json(ResearchState::from(&research))).into_response(),
    };
    // Readers never see the thread, but a stored reply is deleted with it.
    if let Some(thread) = thread {
        response.extensions_mut().insert(OfThread(thread));
    }
    Ok(response)
}

/// Get what was found about an article
#[utoipa::path(get, path = "/api/articles/{id}/research", tag = "articles",
    params(("id" = String, Path, description = "The site's ID for the article"), SiteQuery),
    responses((status = 200, description = "The progress, and what was found", body = ResearchDocument)))]
pub async fn show(
    State(web): State<Web>,
    visitor: Visitor,
    Path(id): Path<String>,
    QueryString(query): QueryString<SiteQuery>,
) -> Result<Json<ResearchDocument>, Problem> {
    let visit = Visit::of(&web, visitor, query.site).await?;
    let research = web.articles.research(&visit.article(id), &visit.by).await;
    Ok(Json(research.map_err(|refusal| visit.problem(refusal))?.into()))
}
