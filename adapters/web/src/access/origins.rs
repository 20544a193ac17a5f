//! Pages of other sites that may use the entire API (`web.origins`), each with its reader's own key.
//!
//! Requests from such pages never count as the person at this machine. If all pages are allowed (`*`), cookies
//! are ignored too, so a page gains nothing that any program on the network would not have.

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use url::Url;

/// Pages that may send requests.
#[derive(Clone, Debug, Default)]
pub struct ApiOrigins {
    listed: Vec<String>,
    all: bool,
}

/// A page of another site that is allowed in.
#[derive(Clone, Debug)]
pub struct Guest {
    /// The value for its browser: its origin, or `*`.
    pub origin: HeaderValue,
    /// It is listed by name, so cookies are accepted.
    pub cookies: bool,
}

impl ApiOrigins {
    /// Each is `https://HOST` or `https://HOST:PORT`, or there is a single `*`.
    pub fn new(listed: &[String]) -> Self {
        let origin = |text: &String| Url::parse(text).ok().map(|url| url.origin().ascii_serialization());
        Self { listed: listed.iter().filter_map(origin).collect(), all: listed.iter().any(|one| one == "*") }
    }

    /// The page that sent a request, if it is allowed.
    pub fn allows(&self, path: &str, headers: &HeaderMap) -> Option<Guest> {
        let is_api = ["/api/", "/v1/"].iter().any(|part| path.starts_with(part)) || path == "/openapi.json";
        let mut given = headers.get_all(header::ORIGIN).iter();
        let (Some(origin), None, true) = (given.next(), given.next(), is_api) else { return None };
        let named = origin.to_str().ok()?;
        if self.listed.iter().any(|listed| listed == named) {
            return Some(Guest { origin: origin.clone(), cookies: true });
        }
        self.all.then(|| Guest { origin: HeaderValue::from_static("*"), cookies: false })
    }
}

/// The response to a preflight request of a browser (Fetch standard).
pub fn preflight() -> Response {
    const HEADERS: [(HeaderName, &str); 3] = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD, POST, PUT, PATCH, DELETE"),
        (
            header::ACCESS_CONTROL_ALLOW_HEADERS,
            "authorization, content-type, idempotency-key, if-none-match, last-event-id, x-csrf-token, x-request-id",
        ),
        (header::ACCESS_CONTROL_MAX_AGE, "600"),
    ];
    (StatusCode::NO_CONTENT, HEADERS).into_response()
}

/// Whether a request is a preflight request.
pub fn is_preflight(method: &Method, headers: &HeaderMap) -> bool {
    *method == Method::OPTIONS && headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
}

/// Allows the page to read a response and its headers.
pub fn open_to(guest: Guest, response: &mut Response) {
    const SEEN: &str = "content-disposition, etag, idempotent-replayed, location, retry-after, x-request-id";
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, guest.origin);
    if guest.cookies {
        headers.insert(header::ACCESS_CONTROL_ALLOW_CREDENTIALS, HeaderValue::from_static("true"));
    }
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(SEEN));
    headers.append(header::VARY, HeaderValue::from_static("origin"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("cross-origin"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listed_page_may_use_the_api_and_nothing_else() {
        let allows = |listed: &[&str], path: &str, origins: &[&str]| {
            let listed: Vec<String> = listed.iter().map(|&one| one.to_owned()).collect();
            let mut headers = HeaderMap::new();
            origins
                .iter()
                .for_each(|one| _ = headers.append(header::ORIGIN, one.parse().expect("valid header")));
            let guest = ApiOrigins::new(&listed).allows(path, &headers)?;
            Some((guest.origin.to_str().expect("ASCII").to_owned(), guest.cookies))
        };
        let app = "https://app.example";
        assert_eq!(allows(&[app], "/api/threads", &[app]), Some((app.to_owned(), true)));
        assert_eq!(allows(&[app], "/v1/models", &[app]), Some((app.to_owned(), true)));
        assert_eq!(allows(&["*"], "/api/threads", &[app]), Some(("*".to_owned(), false)));
        assert_eq!(allows(&["*", app], "/api/threads", &[app]), Some((app.to_owned(), true)));
        for (listed, path, origins) in [
            (&[][..], "/api/threads", &[app][..]),
            (&[app], "/api/threads", &[]),
            (&[app], "/api/threads", &[app, app]),
            (&[app], "/api/threads", &["https://app.example:8443"]),
            (&[app], "/api/threads", &["http://app.example"]),
            (&[app], "/api/threads", &["null"]),
            (&[app], "/", &[app]),
            (&[app], "/metrics", &[app]),
            (&[app], "/mcp", &[app]),
        ] {
            assert_eq!(allows(listed, path, origins), None, "{listed:?} {path} {origins:?}");
        }
    }
}
