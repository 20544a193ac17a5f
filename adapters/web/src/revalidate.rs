//! Client caching: every document has an entity tag, and a client that already has the current version gets a
//! short 304 response (RFC 9110, section 13.1.2).

use crate::routes::page::is_page;
use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use gorkd_core::model::sha256_hex;

/// For documents that never change at their URL, but are private.
pub const IMMUTABLE: HeaderValue = HeaderValue::from_static("private, max-age=86400, immutable");
/// For private documents: only the client may store them, and must revalidate before use.
const OWN: HeaderValue = HeaderValue::from_static("private, no-cache");
/// For files that are the same for everyone until gorkd is updated.
const SHELL: HeaderValue = HeaderValue::from_static("no-cache");

/// Pages and their files.
const SHELLS: [&str; 5] = ["/page.css", "/favicon.ico", "/docs", "/docs.js", "/openapi.json"];

/// Adds entity tags to documents, and returns 304 to clients that have the current version.
pub async fn revalidate(request: Request, next: Next) -> Response {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let path = request.uri().path();
    let policy = match path {
        _ if !reads => None,
        path if is_page(path) || SHELLS.contains(&path) => Some(SHELL),
        path if path.starts_with("/api/") => Some(OWN),
        _ => None,
    };
    let known = request.headers().get_all(header::IF_NONE_MATCH).iter().cloned().collect::<Vec<_>>();
    let response = next.run(request).await;
    let whole = response.status() == StatusCode::OK && response.body().size_hint().exact().is_some();
    match policy {
        Some(policy) if whole => tagged(response, policy, &known).await,
        Some(_) | None => response,
    }
}

async fn tagged(response: Response, policy: HeaderValue, known: &[HeaderValue]) -> Response {
    let (mut parts, body) = response.into_parts();
    // The body is already in memory.
    let Ok(body) = to_bytes(body, usize::MAX).await else {
        return crate::problem::Problem::internal().into_response();
    };
    let tag = format!("\"{}\"", &sha256_hex(&body)[..32]);
    if policy == OWN {
        parts.headers.insert(header::VARY, HeaderValue::from_static("authorization, cookie"));
    }
    parts.headers.entry(header::CACHE_CONTROL).or_insert(policy);
    if let Ok(value) = HeaderValue::try_from(&tag) {
        parts.headers.insert(header::ETAG, value);
    }
    if known.iter().any(|value| names(value, &tag)) {
        let kept = [header::CACHE_CONTROL, header::ETAG, header::VARY];
        let headers: HeaderMap = kept
            .into_iter()
            .filter_map(|name| Some((name.clone(), parts.headers.get(name)?.clone())))
            .collect();
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    Response::from_parts(parts, Body::from(body))
}

/// Whether an `If-None-Match` header contains the tag. The comparison is weak, as the header requires.
fn names(value: &HeaderValue, tag: &str) -> bool {
    let text = value.to_str().unwrap_or_default();
    text.split(',').map(str::trim).any(|one| one == "*" || one.strip_prefix("W/").unwrap_or(one) == tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_matches_in_each_of_its_forms() {
        for (given, known) in [
            ("\"a\"", true),
            ("W/\"a\"", true),
            ("\"b\", \"a\"", true),
            ("*", true),
            ("\"b\"", false),
            ("a", false),
            ("", false),
        ] {
            assert_eq!(names(&HeaderValue::from_static(given), "\"a\""), known, "{given}");
        }
    }
}
