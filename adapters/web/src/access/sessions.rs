//! Signing in to the page: a key is shown once, and a cookie stands for it from then on.
//!
//! The cookie's value is random and kept as a hash. It is as good as its key: a key that is revoked or has expired takes
//! its sessions with it, and its role, budget and limits are theirs. Browsers send cookies by themselves, so whatever
//! changes something has to show that the page itself asked for it: by a header with a token that only the page knows.

use crate::parts::{Web, WebSettings};
use crate::problem::Problem;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use gorkd_core::model::{Millis, sha256_hex};
use gorkd_core::ports::{KeyRow, NewSession, Sessions};
use std::sync::Arc;

pub const COOKIE: &str = "gorkd_session";
pub const CSRF: HeaderName = HeaderName::from_static("x-csrf-token");
/// Where one signs in and out.
pub const PATH: &str = "/api/session";

const DAYS: u64 = 30;
const DAY_SECONDS: u64 = 24 * 60 * 60;

/// A session that a request came with.
#[derive(Clone, Debug)]
pub struct Signed {
    pub hash: String,
    /// What the page shows when it changes something.
    pub csrf: String,
}

/// A session that was opened just now.
#[derive(Debug)]
pub struct Opened {
    pub secret: String,
    pub csrf: String,
    pub until: Millis,
}

/// Keeps sessions, and finds the key of one.
pub struct SessionBook(Arc<dyn Sessions>);

impl SessionBook {
    pub fn new(sessions: Arc<dyn Sessions>) -> Self {
        Self(sessions)
    }

    pub async fn open(&self, key: &KeyRow, now: Millis) -> Result<Opened, Problem> {
        let mut bytes = [0u8; 32];
        getrandom::fill(&mut bytes).map_err(|error| {
            tracing::error!(%error, "the system gives no random numbers");
            Problem::internal()
        })?;
        let secret = hex::encode(bytes);
        let until = now.plus(DAYS * DAY_SECONDS * 1000);
        let until = key.expires_at.map_or(until, |end| end.min(until));
        let session = NewSession { hash: hash(&secret), key: key.id.clone(), at: now, until };
        self.0.open_session(&session).await.map_err(|error| silent(&error))?;
        Ok(Opened { csrf: csrf(&secret), secret, until })
    }

    /// The session of a request with its key, if it is good.
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
    tracing::error!(%error, "a session could not be looked up or kept");
    Problem::unavailable()
}

/// The secret of the cookie; none where there is none, or several.
pub fn shown(headers: &HeaderMap) -> Option<&str> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = all.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let mut own = pairs.filter(|(name, _)| *name == COOKIE).map(|(_, value)| value);
    let secret = own.next().filter(|_| own.next().is_none())?;
    (secret.len() == 64 && secret.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(secret)
}

/// Does the page itself ask? A browser sends the cookie whoever has it do so.
pub fn check(request: &Parts, signed: &Signed) -> Result<(), Problem> {
    let reads = [Method::GET, Method::HEAD, Method::OPTIONS].contains(&request.method);
    // Who signs in again has shown the key.
    let signs_in = request.method == Method::POST && request.uri.path() == PATH;
    let given = request.headers.get(&CSRF).and_then(|value| value.to_str().ok()).unwrap_or_default();
    // Hashes are compared, so that how long it takes tells nothing.
    match reads || signs_in || hash(given) == hash(&signed.csrf) {
        true => Ok(()),
        false => Err(Problem::csrf()),
    }
}

/// The header that gives the cookie to a browser; without a secret it takes it away.
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

/// Follows from the secret and leads nobody back to it.
fn csrf(secret: &str) -> String {
    sha256_hex(format!("csrf:{secret}").as_bytes())[..40].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_found_among_others_and_only_alone() {
        let secret = "0a".repeat(32);
        let shown_in = |lines: &[String]| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append(header::COOKIE, line.parse().expect("a header"));
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
