//! Bodies and queries on their way in: everything that cannot be taken is a problem with a sentence.

use crate::parts::Web;
use crate::problem::Problem;
use axum::body::to_bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;

/// Bytes of a JSON body.
pub const MOST: usize = 64 * 1024;

/// A JSON body. An empty one is `{}`.
pub struct Given<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Web> for Given<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &Web) -> Result<Self, Problem> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim().to_lowercase();
        let bytes = to_bytes(request.into_body(), MOST).await.map_err(|_| too_large(MOST))?;
        if bytes.is_empty() {
            return serde_json::from_str("{}").map(Given).map_err(|error| not_understood(&error));
        }
        if kind != "application/json" && !kind.ends_with("+json") {
            return Err(Problem::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "not_json",
                "The body has to be JSON: send it with the header `Content-Type: application/json`.",
            ));
        }
        serde_json::from_slice(&bytes).map(Given).map_err(|error| not_understood(&error))
    }
}

pub fn too_large(most: usize) -> Problem {
    Problem::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "too_large",
        format!("The body is larger than {} kB, or was cut off.", most / 1024),
    )
}

fn not_understood(error: &serde_json::Error) -> Problem {
    if error.is_data() {
        Problem::invalid(format!("The body is not what is expected here: {error}."))
    } else {
        Problem::new(StatusCode::BAD_REQUEST, "invalid_json", format!("The body is not JSON: {error}."))
    }
}

/// The part of the address after `?`.
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<Web> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Web) -> Result<Self, Problem> {
        let query = axum::extract::Query::<T>::try_from_uri(&parts.uri);
        query.map(|query| Asked(query.0)).map_err(|error| {
            Problem::invalid(format!(
                "The part of the address after `?` is not understood: {}.",
                error.body_text()
            ))
        })
    }
}
