//! What every response carries: the request's id, security headers, and for errors a problem document in
//! gorkd's own words, wherever the error came from.

use crate::problem::Problem;
use axum::body::Body;
use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::any::Any;
use std::sync::Arc;
use tracing::Instrument;
use uuid::Uuid;

pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const CROSS_ORIGIN: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Maximum characters of an id from a client.
const MAX_ID_LENGTH: usize = 128;

/// Headers of every response: no caching by others, no framing, no scripts except the page's own.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CACHE_CONTROL, "no-store"),
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; \
         form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (CROSS_ORIGIN, "same-origin"),
];

/// The outermost layer of all routes.
pub async fn marked(request: Request, next: Next) -> Response {
    let id = request_id(request.headers());
    let route = request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str).to_owned();
    let method = request.method().clone();
    // At error level, so that the id is on every log line that is shown.
    let span = tracing::error_span!("request", request_id = &*id);
    let response = async {
        let response = next.run(request).await;
        let status = response.status().as_u16();
        match response.status().is_server_error() {
            true => tracing::warn!(%method, route, status, "a request failed"),
            false => tracing::debug!(%method, route, status, "a request was answered"),
        }
        response
    };
    let mut response = worded(response.instrument(span).await, &id);
    let status = response.status().as_u16().to_string();
    metrics::counter!("http_requests_total", "status" => status).increment(1);
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        // Routes may set their own caching, and pages of other sites have been sent CORS headers.
        let may_differ = name == header::CACHE_CONTROL || name == CROSS_ORIGIN;
        if !(may_differ && headers.contains_key(&name)) {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
    if let Ok(id) = HeaderValue::try_from(&*id) {
        headers.insert(REQUEST_ID, id);
    }
    response
}

/// The runtime's panic hook has already logged the panic. None of it is sent to the client.
pub fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    tracing::error!("a request panicked");
    Problem::internal().into_response()
}

/// The client's id if it is safe to log, otherwise a new one.
fn request_id(headers: &HeaderMap) -> Arc<str> {
    let given = headers.get(REQUEST_ID).and_then(|id| id.to_str().ok()).filter(|id| {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte);
        (1..=MAX_ID_LENGTH).contains(&id.len()) && id.bytes().all(plain)
    });
    match given {
        Some(id) => id.into(),
        None => format!("req_{}", Uuid::now_v7().simple()).into(),
    }
}

/// Adds the request's id to a problem. A refusal from a library becomes a problem here.
fn worded(mut response: Response, id: &str) -> Response {
    let status = response.status();
    if !status.is_client_error() && !status.is_server_error() {
        return response;
    }
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let bare = kind.is_none_or(|kind| kind.starts_with("text/plain"));
    let problem = match response.extensions_mut().remove::<Problem>() {
        Some(problem) => problem,
        None if bare => plain(status),
        None => return response,
    };
    let (mut parts, _) = response.into_parts();
    let (own, body) = problem.with_id(id).into_response().into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.extend(own.headers);
    // For contracts that report problems in another format.
    parts.extensions.extend(own.extensions);
    Response::from_parts(parts, Body::new(body))
}

fn plain(status: StatusCode) -> Problem {
    match status {
        StatusCode::NOT_FOUND => Problem::no_route(),
        StatusCode::METHOD_NOT_ALLOWED => Problem::no_method(),
        StatusCode::PAYLOAD_TOO_LARGE => crate::body::too_large(crate::body::MOST),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => Problem::not_json(),
        StatusCode::BAD_REQUEST => {
            let detail = "The URL of this request can't be decoded. Send it in UTF-8, percent-encoded.";
            Problem::new(status, "invalid_address", detail)
        }
        status if status.is_server_error() => Problem { status, ..Problem::internal() },
        status => Problem {
            status,
            ..Problem::invalid("This request is not what is expected here. /openapi.json describes what is.")
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_that_is_safe_to_log_is_kept() {
        let with = |id: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(REQUEST_ID, HeaderValue::from_bytes(id.as_bytes()).expect("valid header"));
            request_id(&headers)
        };
        assert_eq!(&*with("7f-A_b.c:9"), "7f-A_b.c:9");
        for odd in ["", "a b", "a\"b", "{}", "é", &"x".repeat(129)] {
            let id = with(odd);
            assert!(id.starts_with("req_") && id.len() == 36, "{odd}: {id}");
        }
    }

    #[test]
    fn a_refusal_from_a_library_is_reworded() {
        let theirs = (StatusCode::BAD_REQUEST, "Invalid URL: Invalid UTF-8 in `id`").into_response();
        let ours = worded(theirs, "req_1");
        assert_eq!(ours.status(), StatusCode::BAD_REQUEST);
        assert_eq!(ours.headers()[header::CONTENT_TYPE], "application/problem+json");
        let page = (StatusCode::NOT_FOUND, axum::response::Html("gone")).into_response();
        assert_eq!(worded(page, "req_1").headers()[header::CONTENT_TYPE], "text/html; charset=utf-8");
    }
}
