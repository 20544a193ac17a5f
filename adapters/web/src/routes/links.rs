//! Links between a person's chat and web accounts, made with codes.

use crate::access::{Arrival, Asker};
use crate::body::JsonBody;
use crate::parts::Web;
use crate::problem::Problem;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use gorkd_core::model::RefusalCode;
use gorkd_core::ports::LinkRow;
use gorkd_core::view::iso;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkCodeDocument {
    /// Enter it in a chat as `link CODE` after the command. Valid once.
    pub code: String,
    /// ISO 8601, UTC; ten minutes from now.
    pub expires_at: String,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RedeemBody {
    /// The code from a chat.
    pub code: String,
}

/// A chat account of the same person.
#[derive(Debug, Serialize, ToSchema)]
pub struct LinkEntry {
    pub id: String,
    /// The platform's name and its ID for the person.
    pub identity: String,
    /// `slack` or `discord`.
    pub platform: String,
    /// ISO 8601, UTC.
    pub since: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct LinkList {
    pub items: Vec<LinkEntry>,
}

/// Create a code that links a chat account to you
#[utoipa::path(post, path = "/api/links", tag = "links", operation_id = "linkCode",
    responses((status = 201, description = "The code. Earlier codes become invalid", body = LinkCodeDocument)))]
pub async fn code(
    State(web): State<Web>,
    asker: Asker,
) -> Result<(StatusCode, Json<LinkCodeDocument>), Problem> {
    let given = web.service.link_code(&asker.requester).await?;
    let document = LinkCodeDocument { code: given.code, expires_at: iso(given.until) };
    Ok((StatusCode::CREATED, Json(document)))
}

/// Redeem a code from a chat
#[utoipa::path(post, path = "/api/links/redeem", tag = "links", operation_id = "redeemLink",
    request_body = RedeemBody,
    responses((status = 200, description = "Linked: your questions in that chat are available here", body = LinkEntry)))]
pub async fn redeem(
    State(web): State<Web>,
    asker: Asker,
    arrival: Arrival,
    JsonBody(body): JsonBody<RedeemBody>,
) -> Result<Json<LinkEntry>, Problem> {
    // Wrong codes count like wrong keys: against the address, in addition to the person's own limit.
    web.rates.may_try(arrival.client)?;
    match web.service.redeem_link(&body.code, &asker.requester).await {
        Ok(link) => Ok(Json(entry(link))),
        Err(refusal) => {
            if refusal.code == RefusalCode::NotFound {
                web.rates.wrong_key(arrival.client)?;
            }
            Err(refusal.into())
        }
    }
}

/// List your linked chat accounts
#[utoipa::path(get, path = "/api/links", tag = "links", operation_id = "links",
    responses((status = 200, description = "Linked accounts, oldest first", body = LinkList)))]
pub async fn list(State(web): State<Web>, asker: Asker) -> Result<Json<LinkList>, Problem> {
    let links = web.service.links(&asker.requester).await?;
    Ok(Json(LinkList { items: links.into_iter().map(entry).collect() }))
}

/// Unlink a chat account
#[utoipa::path(delete, path = "/api/links/{id}", tag = "links", operation_id = "unlink",
    params(("id" = String, Path, description = "The link")),
    responses((status = 204, description = "Unlinked: questions from that chat are no longer available here")))]
pub async fn unlink(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    web.service.unlink(&id, &asker.requester).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn entry(link: LinkRow) -> LinkEntry {
    let platform = link.chat.split(':').next().unwrap_or_default().to_owned();
    LinkEntry { id: link.id, platform, identity: link.chat, since: iso(link.at) }
}
