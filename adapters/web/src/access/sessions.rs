//! Signing in to the page: a key is presented once, and replaced by a cookie.
//!
//! The cookie's value is random and stored as a hash. It is exactly as good as its key: a key that is revoked
//! or expires ends its sessions, and its role, budget and limits apply to them. Browsers send cookies on their
//! own, so a request that changes something must prove that the page itself sent it, with a header that
//! contains a token only the page knows.

use crate::parts::{Web, WebSettings};
use crate::problem::Problem;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use gorkd_core::model::{Millis, sha256_hex};
use gorkd_core::ports::{KeyRow, NewSession, Sessions};
use std::sync::Arc;

pub const COOKIE: &str = "gorkd_session";
pub const CSRF: HeaderName = HeaderName::from_static("x-csrf-token");
/// Where people sign in and out.
pub const PATH: &str = "/api/session";

const DAYS: u64 = 30;
const DAY_SECONDS: u64 = 24 * 60 * 60;

/// The session used by a request.
#[derive(Clone, Debug)]
pub struct Signed {
    pub hash: String,
    /// What the page must send when it changes something.
    pub csrf: String,
}

/// A session that was just opened.
#[derive(Debug)]
pub struct Opened {
    pub secret: String,
    pub csrf: String,
    pub until: Millis,
}

/// Stores sessions, and finds the key of a session.
pub struct SessionBook(Arc<dyn Sessions>);

impl SessionBook {
    pub fn new(sessions: Arc<dyn Sessions>) -> Self {
        Self(sessions)
    }

    pub async fn open(&self, key: &KeyRow, now: Millis) -> Result<Opened, Problem> {
        let mut bytes = [0u8; 32];
        getrandom::fill(&mut bytes).map_err(|error| {
            tracing::error!(%error, "the system does not provide random numbers");
            Problem::internal()
        })?;
        let secret = hex::encode(bytes);
        let until = now.plus(DAYS * DAY_SECONDS * 1000);
        let until = key.expires_at.map_or(until, |end| end.min(until));
        let session = NewSession { hash: hash(&secret), key: key.id.clone(), at: now, until };
        self.0.open_session(&session).await.map_err(|error| silent(&error))?;
        Ok(Opened { csrf: csrf(&secret), secret, until })
    }

    /// The session in a request and its key, if it is valid.
    pub async fn find(&self, secret: &str, now: Millis) -> Result<Option<(KeyRow, Signed)>, Problem> {
        let hash = hash(secret);
        let found = self.0.session_key(&hash, now).await.map_err(|error| silent(&error))?;
        let good =
            found.filter(|(key, _)| key.revoked_at.is_none() && key.expires_at.is_none_or(|end| now < end));
        Ok(good.map(|(key, _)| (key, Signed { hash, csrf: csrf(secret) })))
    }

    pub async fn close(&self, signed: &Signed) -> Result<(), Problem> {
        self.0.close_session(&signed.hash).await.map(|_| ()).map_err(|error| silent(&error))
    }
}

fn silent(error: &gorkd_core::ports::StoreError) -> Problem {
    tracing::error!(%error, "failed to look up or store a session");
    Problem::unavailable()
}

/// The secret in the cookie; `None` if there is no cookie, or more than one.
pub fn shown(headers: &HeaderMap) -> Option<&str> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = all.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let mut own = pairs.filter(|(name, _)| *name == COOKIE).map(|(_, value)| value);
    let secret = own.next().filter(|_| own.next().is_none())?;
    (secret.len() == 64 && secret.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(secret)
}

/// Checks that the page itself sent the request. A browser sends the cookie whoever triggers the request.
pub fn check(request: &Parts, signed: &Signed) -> Result<(), Problem> {
    let reads = [Method::GET, Method::HEAD, Method::OPTIONS].contains(&request.method);
    // A person who signs in again presents the key.
    let signs_in = request.method == Method::POST && request.uri.path() == PATH;
    let given = request.headers.get(&CSRF).and_then(|value| value.to_str().ok()).unwrap_or_default();
    // Compares hashes, so that the timing reveals nothing.
    match reads || signs_in || hash(given) == hash(&signed.csrf) {
        true => Ok(()),
        false => Err(Problem::csrf()),
    }
}

/// The header that sets the cookie, or without a secret removes it.
pub fn cookie(web: &Web, secret: Option<&str>) -> HeaderValue {
    let path = base_path(&web.settings);
    let secure = match web.settings.public_url.as_ref().is_some_and(|url| url.scheme() == "https") {
        true => "; Secure",
        false => "",
    };
    let age = if secret.is_some() { DAYS * DAY_SECONDS } else { 0 };
    let value = secret.unwrap_or_default();
    let text = format!("{COOKIE}={value}; Path={path}; Max-Age={age}; HttpOnly; SameSite=Strict{secure}");
    HeaderValue::try_from(text).unwrap_or_else(|_| HeaderValue::from_static(""))
}

fn base_path(settings: &WebSettings) -> String {
    let path = settings.public_url.as_ref().map_or("/", |url| url.path());
    let plain = path.bytes().all(|byte| byte.is_ascii_graphic() && byte != b';');
    if plain { path.to_owned() } else { "/".to_owned() }
}

fn hash(secret: &str) -> String {
    sha256_hex(secret.as_bytes())
}

/// Derived from the secret, which cannot be derived from it.
fn csrf(secret: &str) -> String {
    sha256_hex(format!("csrf:{secret}").as_bytes())[..40].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_found_among_others_but_not_twice() {
        let secret = "0a".repeat(32);
        let shown_in = |lines: &[String]| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append(header::COOKIE, line.parse().expect("valid header"));
            }
            shown(&headers).map(str::to_owned)
        };
        assert_eq!(shown_in(&[format!("a=b; {COOKIE}={secret}; c=d")]), Some(secret.clone()));
        for odd in [
            vec![],
            vec![format!("{COOKIE}=short")],
            vec![format!("{COOKIE}={secret}; {COOKIE}={secret}")],
            vec![format!("x{COOKIE}={secret}")],
        ] {
            assert_eq!(shown_in(&odd), None, "{odd:?}");
        }
        assert_ne!(csrf(&secret), csrf(&"0b".repeat(32)));
    }
}
