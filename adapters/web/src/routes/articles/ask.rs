//! Readers' questions, about one article or to all published articles of a site.

use super::Visit;
use super::shapes::{QuestionAnswered, QuestionBody, QuestionTaken, SiteQuery};
use crate::access::Visitor;
use crate::body::{JsonBody, QueryString};
use crate::once::RunName;
use crate::parts::Web;
use crate::problem::Problem;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use gorkd_core::engine::Ticket;
use gorkd_core::model::JobId;
use url::form_urlencoded::{Serializer, byte_serialize};

type QuestionResult = Result<(StatusCode, Json<QuestionTaken>), Problem>;

/// Ask about an article; its text is used, and the web is searched as for any question
#[utoipa::path(post, path = "/api/articles/{id}/ask", tag = "articles", request_body = QuestionBody,
    params(("id" = String, Path, description = "The site's ID for the article"), SiteQuery),
    responses((status = 202, description = "Accepted: the answer will be at `url`", body = QuestionTaken)))]
pub async fn article(
    State(web): State<Web>,
    visitor: Visitor,
    Path(id): Path<String>,
    QueryString(query): QueryString<SiteQuery>,
    RunName(job): RunName,
    JsonBody(body): JsonBody<QuestionBody>,
) -> QuestionResult {
    let visit = Visit::of(&web, visitor, query.site).await?;
    let key = visit.article(id);
    let thread = body.thread_id.map(Into::into);
    let ticket = web.articles.ask_article(&key, &body.question, thread, job, &visit.by).await;
    let ticket = ticket.map_err(|refusal| visit.problem(refusal))?;
    taken(&web, &visit, Some(&key.id), &ticket).await
}

/// Ask a site; the answer rests only on its published articles
#[utoipa::path(post, path = "/api/articles/ask", tag = "articles", request_body = QuestionBody, params(SiteQuery),
    responses((status = 202, description = "Accepted: the answer will be at `url`", body = QuestionTaken),
        (status = 404, description = "No published article of the site is about this",
            body = ref("#/components/schemas/Problem"), content_type = "application/problem+json")))]
pub async fn site(
    State(web): State<Web>,
    visitor: Visitor,
    QueryString(query): QueryString<SiteQuery>,
    RunName(job): RunName,
    JsonBody(body): JsonBody<QuestionBody>,
) -> QuestionResult {
    let visit = Visit::of(&web, visitor, query.site).await?;
    let thread = body.thread_id.map(Into::into);
    let ticket = web.articles.ask_site(&visit.site, &body.question, thread, job, &visit.by).await;
    let ticket = ticket.map_err(|refusal| visit.problem(refusal))?;
    taken(&web, &visit, None, &ticket).await
}

/// Get the answer to a question about an article, or its progress
#[utoipa::path(get, path = "/api/articles/{id}/ask/{jobId}", tag = "articles",
    params(("id" = String, Path, description = "The site's ID for the article"),
        ("jobId" = String, Path, description = "The question's run"), SiteQuery),
    responses((status = 200, description = "The answer", body = QuestionAnswered)))]
pub async fn of_article(
    State(web): State<Web>,
    visitor: Visitor,
    Path((id, job)): Path<(String, String)>,
    QueryString(query): QueryString<SiteQuery>,
) -> Result<Json<QuestionAnswered>, Problem> {
    answered(&web, visitor, query, Some(&id), job).await
}

/// Get the answer to a question to a site, or its progress
#[utoipa::path(get, path = "/api/articles/ask/{jobId}", tag = "articles",
    params(("jobId" = String, Path, description = "The question's run"), SiteQuery),
    responses((status = 200, description = "The answer", body = QuestionAnswered)))]
pub async fn of_site(
    State(web): State<Web>,
    visitor: Visitor,
    Path(job): Path<String>,
    QueryString(query): QueryString<SiteQuery>,
) -> Result<Json<QuestionAnswered>, Problem> {
    answered(&web, visitor, query, None, job).await
}

async fn answered(
    web: &Web,
    visitor: Visitor,
    query: SiteQuery,
    id: Option<&str>,
    job: String,
) -> Result<Json<QuestionAnswered>, Problem> {
    let visit = Visit::of(web, visitor, query.site).await?;
    let job = web.articles.asked_of(&visit.site, id, &JobId::from(job), &visit.by).await;
    Ok(Json(job.map_err(|refusal| visit.problem(refusal))?.into()))
}

async fn taken(web: &Web, visit: &Visit, id: Option<&str>, ticket: &Ticket) -> QuestionResult {
    let job = web.articles.asked_of(&visit.site, id, &ticket.job, &visit.by).await?;
    // A plus sign means a space only in the query string.
    let id = id.map(|id| byte_serialize(id.as_bytes()).collect::<String>().replace('+', "%20") + "/");
    let site = Serializer::new(String::new()).append_pair("site", &visit.site).finish();
    let url = format!("/api/articles/{}ask/{}?{site}", id.unwrap_or_default(), ticket.job);
    Ok((StatusCode::ACCEPTED, Json(QuestionTaken::of(ticket, &job, url))))
}
