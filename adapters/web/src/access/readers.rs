//! What a site's readers may request without a key, and which other sites' pages may send such requests.
//!
//! On these routes, nobody counts as the person at this machine: anyone without a token is a visitor, even
//! here. So a page that is allowed in gains nothing that isn't open to everyone.

use super::keys::Asker;
use super::rates::network;
use super::tokens::Person;
use crate::parts::Web;
use crate::problem::Problem;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use gorkd_core::engine::person_of;
use gorkd_core::model::Requester;
use std::net::IpAddr;
use url::Url;

/// The script of the panel.
pub const PANEL: &str = "/panel.js";

/// A visitor of an article.
#[derive(Clone, Debug)]
pub enum Visitor {
    /// Someone who is not signed in, at this address.
    Somebody(IpAddr),
    Person(Person),
    /// The site itself, identified by its key.
    Site(Asker),
}

impl Visitor {
    /// The requester for their questions. Someone without a sign-in is identified by a keyed hash of their
    /// address.
    pub async fn requester(&self, web: &Web) -> Result<Requester, Problem> {
        Ok(match self {
            Visitor::Somebody(address) => web.articles.visitor(&network(*address).to_string()).await?,
            Visitor::Person(person) => person_of(&person.site, &person.name, person.admin),
            Visitor::Site(asker) => asker.requester.clone(),
        })
    }
}

/// Whether a route is for article readers.
pub fn is_for_readers(method: &Method, path: &str) -> bool {
    if path == PANEL {
        return method == Method::GET;
    }
    let Some(rest) = path.strip_prefix("/api/articles/") else { return false };
    let parts: Vec<&str> = rest.split('/').collect();
    let allowed: &[Method] = match parts.as_slice() {
        ["ask"] => &[Method::POST],
        ["events"] => &[Method::GET],
        ["ask", _] => &[Method::GET],
        [_, "research"] => &[Method::GET, Method::POST],
        [_, "ask"] => &[Method::POST],
        [_, "research", "events"] | [_, "ask", _] => &[Method::GET],
        _ => &[],
    };
    allowed.contains(method)
}

/// Origins of other sites whose pages have the rights of readers.
#[derive(Clone, Debug, Default)]
pub struct Origins(Vec<String>);

impl Origins {
    /// Each is `https://HOST` or `https://HOST:PORT`.
    pub fn new(listed: &[String]) -> Self {
        Self(listed.iter().filter_map(|listed| origin_of(listed)).collect())
    }

    /// The origin of the page that sent a reader's request, if it is listed.
    pub fn allows(&self, method: &Method, path: &str, headers: &HeaderMap) -> Option<HeaderValue> {
        let mut given = headers.get_all(header::ORIGIN).iter();
        let origin = match (given.next(), given.next()) {
            (Some(origin), None) => origin.to_str().ok()?.to_owned(),
            // A script element without `crossorigin` sends no `Origin`, but a `Referer`.
            (None, _) if path == PANEL => origin_of(headers.get(header::REFERER)?.to_str().ok()?)?,
            (None | Some(_), _) => return None,
        };
        let asked = match method {
            &Method::OPTIONS => wanted_method(headers)?,
            method => method.clone(),
        };
        let listed = self.0.contains(&origin) && is_for_readers(&asked, path);
        listed.then(|| HeaderValue::from_str(&origin).ok()).flatten()
    }
}

/// The method that a browser announces in a preflight request (Fetch standard).
fn wanted_method(headers: &HeaderMap) -> Option<Method> {
    headers.get(header::ACCESS_CONTROL_REQUEST_METHOD)?.to_str().ok()?.parse().ok()
}

/// The response to a preflight request.
pub fn preflight() -> Response {
    const HEADERS: [(HeaderName, &str); 3] = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "authorization, content-type, idempotency-key, last-event-id"),
        (header::ACCESS_CONTROL_MAX_AGE, "600"),
    ];
    (StatusCode::NO_CONTENT, HEADERS).into_response()
}

/// Allows the page at `origin` to read a response.
pub fn open_to(origin: HeaderValue, response: &mut Response) {
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(
        header::ACCESS_CONTROL_EXPOSE_HEADERS,
        HeaderValue::from_static("idempotent-replayed, retry-after"),
    );
    headers.insert(header::VARY, HeaderValue::from_static("origin"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("cross-origin"));
}

/// `https://host` or `https://host:port`, as written by browsers. For a longer URL, its origin.
fn origin_of(text: &str) -> Option<String> {
    let url = Url::parse(text).ok().filter(|url| ["http", "https"].contains(&url.scheme()))?;
    url.host_str()?;
    Some(url.origin().ascii_serialization())
}

impl FromRequestParts<Web> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Web) -> Result<Self, Problem> {
        parts.extensions.get::<Visitor>().cloned().ok_or_else(Problem::internal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_may_use_only_their_own_routes() {
        let (get, post, put, delete) = (Method::GET, Method::POST, Method::PUT, Method::DELETE);
        for (method, path, open) in [
            (&get, "/panel.js", true),
            (&post, "/panel.js", false),
            (&get, "/api/articles/7/research", true),
            (&post, "/api/articles/7/research", true),
            (&get, "/api/articles/7/research/events", true),
            (&post, "/api/articles/7/ask", true),
            (&get, "/api/articles/7/ask/job_1", true),
            (&post, "/api/articles/ask", true),
            (&get, "/api/articles/ask/job_1", true),
            (&get, "/api/articles/events", true),
            (&get, "/api/articles/7", false),
            (&put, "/api/articles/7", false),
            (&delete, "/api/articles/7", false),
            (&delete, "/api/articles/7/research", false),
            (&get, "/api/articles", false),
            (&get, "/api/articles/7/8/research", false),
            (&get, "/api/threads", false),
            (&get, "/page.css", false),
            (&get, "/", false),
        ] {
            assert_eq!(is_for_readers(method, path), open, "{method} {path}");
        }
    }

    #[test]
    fn a_listed_page_may_use_the_routes_of_readers() {
        let origins = Origins::new(&["https://Blog.example".into(), "http://localhost:3000/".into()]);
        let allows = |method: Method, path: &str, given: &[(&'static str, &str)]| {
            let mut headers = HeaderMap::new();
            given
                .iter()
                .for_each(|(name, value)| _ = headers.append(*name, value.parse().expect("valid header")));
            origins.allows(&method, path, &headers).is_some()
        };
        let research = "/api/articles/7/research";
        for (origin, fine) in [
            ("https://blog.example", true),
            ("http://localhost:3000", true),
            ("http://blog.example", false),
            ("https://blog.example:8443", false),
            ("https://blog.example.evil.example", false),
            ("https://evil.example", false),
            ("null", false),
        ] {
            assert_eq!(allows(Method::GET, research, &[("origin", origin)]), fine, "{origin}");
        }
        let blog = ("origin", "https://blog.example");
        assert!(!allows(Method::GET, research, &[blog, blog]), "two origins");
        assert!(!allows(Method::GET, research, &[("referer", "https://blog.example/7")]));
        assert!(!allows(Method::PUT, "/api/articles/7", &[blog]));
        assert!(!allows(Method::GET, "/api/threads", &[blog]));
        let asks = |method: &'static str| ("access-control-request-method", method);
        assert!(allows(Method::OPTIONS, research, &[blog, asks("POST")]));
        assert!(!allows(Method::OPTIONS, research, &[blog, asks("DELETE")]));
        assert!(!allows(Method::OPTIONS, research, &[blog]));
        assert!(allows(Method::GET, PANEL, &[("referer", "https://blog.example/7")]));
        assert!(!allows(Method::GET, PANEL, &[("referer", "https://evil.example/https://blog.example")]));
    }
}
