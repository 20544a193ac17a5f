//! Extracts bodies and query strings. Everything that is refused becomes a problem with a sentence.

use crate::expected;
use crate::parts::Web;
use crate::problem::Problem;
use axum::body::to_bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;

/// Maximum bytes of a JSON body.
pub const MOST: usize = 64 * 1024;

/// A JSON body of limited size. An empty body is read as `{}`.
pub struct JsonBody<T, const LIMIT: usize = MOST>(pub T);

impl<T: DeserializeOwned, const LIMIT: usize> FromRequest<Web> for JsonBody<T, LIMIT> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &Web) -> Result<Self, Problem> {
        let (parts, body) = request.into_parts();
        let kind = parts.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim().to_lowercase();
        let bytes = to_bytes(body, LIMIT).await.map_err(|_| too_large(LIMIT))?;
        if bytes.is_empty() {
            return serde_json::from_str("{}")
                .map(JsonBody)
                .map_err(|error| not_understood(&parts, b"{}", &error));
        }
        if kind != "application/json" && !kind.ends_with("+json") {
            return Err(Problem::not_json());
        }
        serde_json::from_slice(&bytes).map(JsonBody).map_err(|error| not_understood(&parts, &bytes, &error))
    }
}

pub fn too_large(most: usize) -> Problem {
    Problem::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "too_large",
        format!("The body is larger than {} kB, or incomplete.", most / 1024),
    )
}

fn not_understood(parts: &Parts, bytes: &[u8], error: &serde_json::Error) -> Problem {
    match serde_json::from_slice(bytes) {
        Ok(body) => Problem::invalid(expected::body(parts, &body).unwrap_or_else(|| {
            "The body is not what is expected here. /openapi.json describes what is.".to_owned()
        })),
        Err(_) => Problem::new(
            StatusCode::BAD_REQUEST,
            "invalid_json",
            format!("The body is not valid JSON: see line {}, column {}.", error.line(), error.column()),
        ),
    }
}

/// The query string.
pub struct QueryString<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<Web> for QueryString<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Web) -> Result<Self, Problem> {
        let query = axum::extract::Query::<T>::try_from_uri(&parts.uri);
        query.map(|query| QueryString(query.0)).map_err(|_| {
            Problem::invalid(expected::query(parts).unwrap_or_else(|| {
                "The part of the address after `?` is not what is expected here. /openapi.json describes what is."
                    .to_owned()
            }))
        })
    }
}
