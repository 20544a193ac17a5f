//! Access control, applied to every request before it reaches its route.
//!
//! If gorkd listens only on this machine, no key is needed, and checking host names and origins keeps web pages
//! out. Everywhere else, a key is required.

mod hosts;
mod keys;
mod origins;
mod proxy;
mod rates;
mod readers;
mod sessions;
mod streams;
mod tokens;

pub use hosts::{HostKind, Hosts};
pub use keys::{Asker, KeyRing, KeyTerms, PLATFORM, SHORTEST, keep, mint, mistaken, name};
pub use origins::ApiOrigins;
pub use rates::Rates;
pub use readers::{Origins, Visitor};
pub use sessions::{PATH as SESSION, SessionBook, Signed, cookie};
pub use tokens::TokenKey;

use crate::parts::{KeyPolicy, Web};
use crate::problem::Problem;
use crate::routes::page;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use gorkd_core::ports::{KeyRow, StoreError};
use gorkd_core::view::iso;
use std::net::{IpAddr, SocketAddr};
use streams::Pass;

/// The remote address of the connection.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

/// What is known about a request besides the asker.
#[derive(Clone, Debug)]
pub struct Arrival {
    pub client: IpAddr,
    /// Sent from this machine, to a name of this machine, without a proxy.
    pub here: bool,
    /// A key is required.
    pub needs_key: bool,
    /// The session used by the request.
    pub signed: Option<Signed>,
}

/// Passes a request on with its [`Asker`] or [`Visitor`], or responds with a problem.
pub async fn guard(State(web): State<Web>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let readers = web.origins.allows(&parts.method, parts.uri.path(), &parts.headers);
    let guest = match readers {
        Some(_) => None,
        None => web.api_origins.allows(parts.uri.path(), &parts.headers),
    };
    let mut response = match admit(&web, &parts, readers.is_some(), guest.as_ref()).await {
        // A preflight request that is admitted asks for nothing else.
        Ok(_) if parts.method == Method::OPTIONS && readers.is_some() => readers::preflight(),
        Ok((Who::Anybody, _)) if guest.is_some() && origins::is_preflight(&parts.method, &parts.headers) => {
            origins::preflight()
        }
        Ok((Who::Asker(asker) | Who::Visitor(Visitor::Site(asker)), _))
            if !asker.may_ask() && !only_reads(&parts) =>
        {
            Problem::reads_only().into_response()
        }
        Ok((who, arrival)) => {
            match who {
                Who::Asker(asker) => _ = parts.extensions.insert(asker),
                Who::Visitor(visitor) => _ = parts.extensions.insert(visitor),
                Who::Anybody => {}
            }
            parts.extensions.insert(arrival);
            let pass = Pass::of(&parts.headers);
            let response = next.run(Request::from_parts(parts, body)).await;
            match pass {
                Some(pass) => streams::ended_with(pass, web.clone(), response),
                None => response,
            }
        }
        Err(problem) => problem.into_response(),
    };
    if let Some(origin) = readers {
        readers::open_to(origin, &mut response);
    } else if let Some(guest) = guest {
        origins::open_to(guest, &mut response);
    }
    response
}

/// Who sent a request.
enum Who {
    Asker(Asker),
    /// On the routes for article readers.
    Visitor(Visitor),
    /// On a public path, where no identity is needed.
    Anybody,
}

/// `invited` means that a page of another site with the rights of a reader sent the request; a `guest` is a
/// page of another site that may use the entire API.
async fn admit(
    web: &Web,
    request: &Parts,
    invited: bool,
    guest: Option<&origins::Guest>,
) -> Result<(Who, Arrival), Problem> {
    let (uri, headers) = (&request.uri, &request.headers);
    let peer = request.extensions.get::<Peer>().map(|peer| peer.0.ip()).ok_or_else(Problem::internal)?;
    let path = uri.path();
    let loopback = web.settings.bound_to_loopback();
    let host = match invited || guest.is_some() {
        true => web.hosts.host_kind(loopback, uri, headers)?,
        false => web.hosts.check(loopback, &request.method, uri, headers, is_page(path))?,
    };
    let client = proxy::client(peer, headers, &web.settings.trusted_proxies);
    // A request to a public name, through a proxy, or from a page of another site is not from the person at
    // this machine, wherever its connection comes from.
    let here = loopback
        && peer.to_canonical().is_loopback()
        && host == HostKind::Loopback
        && guest.is_none()
        && !proxy::is_forwarded(headers);
    let needs_key = guest.is_some()
        || match web.settings.keys {
            KeyPolicy::Auto => !here,
            KeyPolicy::Always => true,
            KeyPolicy::Never => false,
        };
    let mut arrival = Arrival { client, here, needs_key, signed: None };
    if guest.is_some() && origins::is_preflight(&request.method, headers) {
        return Ok((Who::Anybody, arrival));
    }
    if invited || readers::is_for_readers(&request.method, path) {
        return Ok((Who::Visitor(visitor(web, headers, client).await?), arrival));
    }
    // Health must be reported even if the store, which knows the askers, is down.
    if is_about_health(path) {
        if !here {
            web.rates.address(client)?;
        }
        return Ok((Who::Anybody, arrival));
    }
    let shown = shown_key(headers);
    let cookie = match &shown {
        Ok(None) if guest.is_none_or(|guest| guest.cookies) => sessions::shown(headers),
        _ => None,
    };
    if let Some(secret) = cookie
        && let Some((key, signed)) = web.sessions.find(secret, web.service.now()).await?
    {
        sessions::check(request, &signed)?;
        if !here {
            web.rates.address(client)?;
        }
        let asker = counted(web, &key).await?;
        arrival.signed = Some(signed);
        return Ok((Who::Asker(asker), arrival));
    }
    if matches!(shown, Ok(None)) && !needs_key && here {
        let local = match path {
            METRICS => Asker::local(true),
            _ => linked(web, Asker::local(true)).await?,
        };
        return Ok((Who::Asker(local), arrival));
    }
    web.rates.address(client)?;
    let secret = match shown {
        Ok(secret) => secret,
        Err(problem) => return Err(web.rates.wrong_key(client).err().unwrap_or(problem)),
    };
    let who = match secret {
        Some(secret) if path == METRICS => scraper(web, secret, client).await.map(Who::Asker),
        Some(secret) => with_key(web, secret, client).await.map(Who::Asker),
        None if !needs_key => linked(web, Asker::local(here)).await.map(Who::Asker),
        None if is_public(path) => Ok(Who::Anybody),
        None => Err(Problem::no_key()),
    };
    Ok((who?, arrival))
}

/// The visitor of an article, identified by a site's token, by the site's own key, or only by an address.
async fn visitor(web: &Web, headers: &HeaderMap, client: IpAddr) -> Result<Visitor, Problem> {
    web.rates.address(client)?;
    let Some(secret) = shown_key(headers)? else { return Ok(Visitor::Somebody(client)) };
    if !tokens::is_token(secret) {
        return with_key(web, secret, client).await.map(Visitor::Site);
    }
    web.rates.may_try(client)?;
    let person = tokens::person(&web.settings.token_keys, secret, web.articles.now());
    person
        .map(Visitor::Person)
        .ok_or_else(|| web.rates.wrong_key(client).err().unwrap_or_else(Problem::wrong_token))
}

async fn with_key(web: &Web, secret: &str, client: IpAddr) -> Result<Asker, Problem> {
    counted(web, &accepted(web, secret, client).await?).await
}

/// The key that was presented, if it is valid. An invalid key counts against the address.
pub async fn accepted(web: &Web, secret: &str, client: IpAddr) -> Result<KeyRow, Problem> {
    web.rates.may_try(client)?;
    let found = web.ring.find(secret, web.service.now()).await;
    judged(web, found, client)
}

/// The owner of a key that reads the metrics. They tell whether the store is up, so they are readable without it.
async fn scraper(web: &Web, secret: &str, client: IpAddr) -> Result<Asker, Problem> {
    web.rates.may_try(client)?;
    let found = web.ring.find_or_recall(secret, web.service.now()).await;
    let key = judged(web, found, client)?;
    web.rates.key(&key.id)?;
    Ok(Asker::of_key(&key, web.service.now()))
}

fn judged(web: &Web, found: Result<Option<KeyRow>, StoreError>, client: IpAddr) -> Result<KeyRow, Problem> {
    let now = web.service.now();
    let found = found.map_err(|error| {
        tracing::error!(%error, "failed to look up a key");
        Problem::unavailable()
    })?;
    let Some(key) = found else {
        web.rates.wrong_key(client)?;
        return Err(Problem::wrong_key());
    };
    // If many keys are tried at once, those over the limit get no verdict either, even if they are valid.
    web.rates.may_try(client)?;
    match key.expires_at.filter(|at| *at <= now) {
        Some(at) => Err(Problem::expired_key(&iso(at))),
        None => Ok(key),
    }
}

/// The owner of a key, presented directly or through a session. Counts one request of the key and of the
/// person.
pub async fn counted(web: &Web, key: &KeyRow) -> Result<Asker, Problem> {
    web.rates.key(&key.id)?;
    let asker = Asker::of_key(key, web.service.now());
    web.rates.person(&asker.requester.key())?;
    linked(web, asker).await
}

/// Adds what they asked in linked chat accounts.
async fn linked(web: &Web, mut asker: Asker) -> Result<Asker, Problem> {
    let links = web.service.links(&asker.requester).await?;
    asker.owners.extend(links.into_iter().map(|link| link.chat));
    Ok(asker)
}

/// MCP uses POST for everything, so its tools check permissions themselves. Anyone may sign in and out.
fn only_reads(request: &Parts) -> bool {
    [Method::GET, Method::HEAD].contains(&request.method) || ["/mcp", SESSION].contains(&request.uri.path())
}

/// The key in an `Authorization: Bearer` header.
fn shown_key(headers: &HeaderMap) -> Result<Option<&str>, Problem> {
    let mut given = headers.get_all(header::AUTHORIZATION).iter();
    let Some(value) = given.next() else { return Ok(None) };
    let text = value.to_str().map_err(|_| Problem::wrong_key())?;
    let (scheme, secret) = text.split_once(' ').ok_or_else(Problem::wrong_key)?;
    let secret = secret.trim();
    let fine = given.next().is_none() && scheme.eq_ignore_ascii_case("bearer") && !secret.is_empty();
    fine.then_some(Some(secret)).ok_or_else(Problem::wrong_key)
}

/// Pages without anyone's content, and answers that their own link opens.
fn is_page(path: &str) -> bool {
    page::is_page(path) || path == "/docs" || is_below(path, "/s/")
}

/// The path of the metrics.
pub const METRICS: &str = "/metrics";

pub fn is_about_health(path: &str) -> bool {
    matches!(path, "/healthz" | "/readyz")
}

fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|name| !name.is_empty() && !name.contains('/'))
}

/// What is visible without a key: the empty page and its files, the API description, and the health of the
/// process.
fn is_public(path: &str) -> bool {
    const PUBLIC: [&str; 7] =
        ["/page.css", "/docs.js", "/favicon.ico", "/openapi.json", "/healthz", "/readyz", SESSION];
    is_page(path) || is_below(path, "/assets/") || PUBLIC.contains(&path)
}

impl FromRequestParts<Web> for Asker {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Web) -> Result<Self, Problem> {
        parts.extensions.get::<Asker>().cloned().ok_or_else(Problem::no_key)
    }
}

impl FromRequestParts<Web> for Arrival {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Web) -> Result<Self, Problem> {
        parts.extensions.get::<Arrival>().cloned().ok_or_else(Problem::internal)
    }
}
