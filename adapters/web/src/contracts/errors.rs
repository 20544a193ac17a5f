//! Problems in the format of OpenAI's API, on every route below `/v1/`: those from the routes, and those from
//! access control.

use crate::problem::Problem;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

/// The path below which errors have this format.
pub const BELOW: &str = "/v1/";

/// Codes of problems that an immediate retry cannot fix, although their status may suggest it to a client.
const FINAL: [&str; 3] = ["run_failed", "run_cancelled", "waiting_for_approval"];

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Error)]
pub struct ErrorBody {
    pub error: ErrorDetail,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorDetail {
    /// What went wrong and what to do, in a sentence.
    pub message: String,
    /// `invalid_request_error`, `authentication_error`, `permission_error`, `rate_limit_error` or `server_error`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The field of the body that caused it.
    pub param: Option<&'static str>,
    /// As in problem documents; `model_not_found` for an unknown model.
    pub code: &'static str,
}

pub fn body_of(problem: &Problem) -> ErrorBody {
    let kind = match problem.status.as_u16() {
        401 => "authentication_error",
        403 => "permission_error",
        429 => "rate_limit_error",
        400..=499 => "invalid_request_error",
        _ => "server_error",
    };
    let (message, code, param) = (problem.detail.clone(), problem.code, problem.param);
    ErrorBody { error: ErrorDetail { message, kind, param, code } }
}

/// Converts every problem below `/v1/` to this format, and keeps its headers.
pub async fn in_their_shape(request: Request, next: Next) -> Response {
    let theirs = request.uri().path().starts_with(BELOW);
    let response = next.run(request).await;
    match response.extensions().get::<Problem>().cloned() {
        Some(problem) if theirs => shaped(&problem, response),
        Some(_) | None => response,
    }
}

fn shaped(problem: &Problem, response: Response) -> Response {
    let (mut parts, _) = response.into_parts();
    if parts.status == StatusCode::UNPROCESSABLE_ENTITY {
        parts.status = StatusCode::BAD_REQUEST;
    }
    parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    parts.headers.remove(header::CONTENT_LENGTH);
    if FINAL.contains(&problem.code) {
        parts.headers.insert("x-should-retry", HeaderValue::from_static("false"));
    }
    let body = serde_json::to_vec(&body_of(problem)).unwrap_or_default();
    Response::from_parts(parts, Body::from(body))
}
