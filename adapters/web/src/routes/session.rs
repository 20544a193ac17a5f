//! Signs in to the page with a key, and out again.

use crate::access::{self, Arrival, Asker};
use crate::body::JsonBody;
use crate::parts::Web;
use crate::problem::Problem;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use gorkd_core::view::iso;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const KEPT_NOWHERE: (HeaderName, HeaderValue) = (header::CACHE_CONTROL, HeaderValue::from_static("no-store"));

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignInBody {
    pub key: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedIn {
    pub signed_in: bool,
    /// The requester's ID, `web:NAME`.
    pub owner: String,
    /// `reader`, `user` or `admin`.
    pub role: String,
    /// Send it as the header `X-CSRF-Token` with every change.
    pub csrf: String,
    /// ISO 8601, UTC; after 30 days, or when the API key expires.
    pub expires_at: String,
}

/// Who asks.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionState {
    /// Signed in with a cookie.
    pub signed_in: bool,
    /// Null if nobody is signed in.
    pub owner: Option<String>,
    /// `reader`, `user` or `admin`.
    pub role: Option<String>,
    /// The person at the machine that gorkd runs on, who needs no key.
    pub local: bool,
    /// The request comes from the machine that gorkd runs on.
    pub here: bool,
    /// Requests from this address need an API key.
    pub key_needed: bool,
    /// Null if nobody is signed in.
    pub csrf: Option<String>,
}

/// Sign in with an API key and get a session cookie
#[utoipa::path(post, path = "/api/session", tag = "session", operation_id = "signIn", request_body = SignInBody,
    responses((status = 200, description = "Signed in; sets the cookie `gorkd_session`", body = SignedIn)))]
pub async fn sign_in(
    State(web): State<Web>,
    arrival: Arrival,
    JsonBody(body): JsonBody<SignInBody>,
) -> Result<Response, Problem> {
    let key = access::accepted(&web, body.key.trim(), arrival.client).await?;
    let asker = access::counted(&web, &key).await?;
    let opened = web.sessions.open(&key, web.service.now()).await?;
    if let Some(before) = &arrival.signed {
        web.sessions.close(before).await?;
    }
    let cookie = access::cookie(&web, Some(&opened.secret));
    let document = SignedIn {
        signed_in: true,
        owner: asker.requester.key(),
        role: asker.role.name().to_owned(),
        csrf: opened.csrf,
        expires_at: iso(opened.until),
    };
    Ok(([KEPT_NOWHERE, (header::SET_COOKIE, cookie)], Json(document)).into_response())
}

/// Get the current session, and whether signing in is required
#[utoipa::path(get, path = "/api/session", tag = "session", operation_id = "session",
    responses((status = 200, description = "The session, or that there is none", body = SessionState)))]
pub async fn show(arrival: Arrival, asker: Option<axum::Extension<Asker>>) -> Response {
    let asker = asker.map(|asker| asker.0);
    let document = SessionState {
        signed_in: arrival.signed.is_some(),
        owner: asker.as_ref().map(|asker| asker.requester.key()),
        role: asker.as_ref().map(|asker| asker.role.name().to_owned()),
        local: asker.as_ref().is_some_and(|asker| asker.sees_all) && arrival.here,
        here: arrival.here,
        key_needed: arrival.needs_key,
        csrf: arrival.signed.map(|signed| signed.csrf),
    };
    ([KEPT_NOWHERE], Json(document)).into_response()
}

/// Sign out
#[utoipa::path(delete, path = "/api/session", tag = "session", operation_id = "signOut",
    responses((status = 204, description = "Signed out; the cookie is removed")))]
pub async fn sign_out(State(web): State<Web>, arrival: Arrival) -> Result<Response, Problem> {
    if let Some(signed) = &arrival.signed {
        web.sessions.close(signed).await?;
    }
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, access::cookie(&web, None))]).into_response())
}
