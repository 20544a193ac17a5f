//! Articles of sites: registered by the site; researched and asked about by its readers.

pub mod ask;
pub mod events;
pub mod research;
mod shapes;

use crate::access::{Asker, Visitor};
use crate::body::JsonBody;
use crate::parts::Web;
use crate::problem::Problem;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use gorkd_core::model::{Millis, Refusal, RefusalCode, Requester};
use gorkd_core::ports::{Article, ArticleKey};
use shapes::{ArticleBody, ArticleDocument, ArticleStatus, OwnId};

/// Maximum bytes of an article request. A text of 1 MB may be longer as JSON.
const MAX_BYTES: usize = 3 << 20;

const SCRIPT: &str = include_str!("../../panel/panel.js");

/// The panel for a site's pages: `<gorkd-related article="123">`
#[utoipa::path(get, path = "/panel.js", tag = "page", responses((status = 200, description = "JavaScript",
    body = String, content_type = "text/javascript")))]
pub async fn panel() -> Response {
    ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], SCRIPT).into_response()
}

/// Register an article, or change it
///
/// The API key identifies the site. `id` is the site's own ID; `ask` and `events` are reserved.
#[utoipa::path(put, path = "/api/articles/{id}", tag = "articles", request_body = ArticleBody,
    params(("id" = String, Path, description = "The site's ID for the article")),
    responses((status = 200, description = "Changed", body = ArticleDocument),
        (status = 201, description = "Created", body = ArticleDocument)))]
pub async fn put(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
    JsonBody(body): JsonBody<ArticleBody, MAX_BYTES>,
) -> Result<(StatusCode, Json<ArticleDocument>), Problem> {
    let own = body.id.unwrap_or_else(|| OwnId::of_path(&id));
    let numeric = matches!(own, OwnId::Number(_));
    if own.into_text() != id {
        return Err(Problem::invalid("The ID in the body differs from the one in the URL."));
    }
    let key = ArticleKey { site: asker.requester.user.clone(), id };
    let article = Article {
        key: key.clone(),
        numeric,
        title: body.title,
        text: body.text,
        url: body.url,
        published: body.status == ArticleStatus::Published,
        author: body.author.map(OwnId::into_text),
        created_at: Millis::default(),
        updated_at: Millis::default(),
    };
    let new = web.articles.put_article(article, &asker.requester).await?;
    let kept = web.articles.article(&key, &asker.requester).await?;
    Ok((if new { StatusCode::CREATED } else { StatusCode::OK }, Json(kept.into())))
}

/// Get an article, as the site registered it
#[utoipa::path(get, path = "/api/articles/{id}", tag = "articles",
    params(("id" = String, Path, description = "The site's ID for the article")),
    responses((status = 200, description = "The article", body = ArticleDocument)))]
pub async fn show(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<Json<ArticleDocument>, Problem> {
    let key = ArticleKey { site: asker.requester.user.clone(), id };
    Ok(Json(web.articles.article(&key, &asker.requester).await?.into()))
}

/// Erase an article with all research and questions about it
#[utoipa::path(delete, path = "/api/articles/{id}", tag = "articles",
    params(("id" = String, Path, description = "The site's ID for the article")),
    responses((status = 204, description = "Erased")))]
pub async fn delete(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let key = ArticleKey { site: asker.requester.user.clone(), id };
    web.articles.drop_article(&key, &asker.requester).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A visitor of an article.
struct Visit {
    site: String,
    by: Requester,
    signed_in: bool,
}

impl Visit {
    async fn of(web: &Web, visitor: Visitor, site: Option<String>) -> Result<Self, Problem> {
        let site = site.filter(|site| !site.is_empty());
        let by = visitor.requester(web).await?;
        let (own, signed_in) = match visitor {
            Visitor::Somebody(_) => (None, false),
            Visitor::Person(person) => (Some(person.site), true),
            Visitor::Site(asker) => (Some(asker.requester.user), true),
        };
        let site = match site.or(own) {
            Some(site) => site,
            None => web.articles.only_site().await?,
        };
        Ok(Self { site, by, signed_in })
    }

    fn article(&self, id: String) -> ArticleKey {
        ArticleKey { site: self.site.clone(), id }
    }

    /// Adds the advice to sign in, if the visitor is not signed in and it could help.
    fn problem(&self, refusal: Refusal) -> Problem {
        match refusal.code == RefusalCode::NotAllowed && !self.signed_in {
            true => Problem::no_token(),
            false => refusal.into(),
        }
    }
}
