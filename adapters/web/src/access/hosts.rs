//! Host names under which this server may be addressed, and origins of pages that may address it.
//!
//! A web page can make a browser send requests to this machine: directly, or under its own host name that
//! suddenly resolves to this machine (DNS rebinding). Such requests have a foreign `Host`, a foreign `Origin`,
//! or `Sec-Fetch-Site: cross-site`, and are refused before anything else is examined.

use crate::problem::Problem;
use axum::http::{HeaderMap, Method, Uri, header};
use std::net::SocketAddr;
use url::Url;

#[derive(Clone, Debug, Default)]
pub struct Hosts {
    /// `host:port` in lower case, always with a port.
    here: Vec<String>,
    /// From the settings, with or without a port. Without one, any port matches.
    listed: Vec<String>,
}

/// The kind of host name that a request is addressed to, if it is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostKind {
    /// A name of this machine.
    Loopback,
    /// A name that the operator listed.
    Named,
    /// Any other name, allowed if a key is required.
    Other,
}

impl Hosts {
    pub fn new(bound: SocketAddr, public_url: Option<&Url>, listed: &[String]) -> Self {
        let port = bound.port();
        let mut here =
            vec![format!("localhost:{port}"), format!("127.0.0.1:{port}"), format!("[::1]:{port}")];
        if bound.ip().is_loopback() {
            here.push(bound.to_string());
        }
        let public = public_url.and_then(|url| {
            let host = url.host_str()?;
            Some(format!("{host}:{}", url.port_or_known_default()?))
        });
        let listed = listed.iter().map(|host| host.to_lowercase()).chain(public).collect();
        Self { here, listed }
    }

    /// Checks the host name of a request, whoever sent it.
    pub fn host_kind(&self, strict: bool, uri: &Uri, headers: &HeaderMap) -> Result<HostKind, Problem> {
        let kind = self.kind_of(&host_of(uri, headers)?.to_lowercase());
        if strict && kind == HostKind::Other {
            return Err(Problem::foreign_host());
        }
        Ok(kind)
    }

    /// Checks the host name of a request and the page that sent it. With `strict`, only known names are
    /// allowed.
    pub fn check(
        &self,
        strict: bool,
        method: &Method,
        uri: &Uri,
        headers: &HeaderMap,
        is_page: bool,
    ) -> Result<HostKind, Problem> {
        let kind = self.host_kind(strict, uri, headers)?;
        let host = host_of(uri, headers)?.to_lowercase();
        if headers.get_all(header::ORIGIN).iter().count() > 1 {
            return Err(Problem::foreign_origin());
        }
        if let Some(origin) = headers.get(header::ORIGIN) {
            let origin =
                origin.to_str().ok().and_then(authority_of_origin).ok_or_else(Problem::foreign_origin)?;
            // The page may have been served under any of our names, or under the name in this request.
            let same = origin == with_port(&host, "80") || origin == with_port(&host, "443");
            if !same && self.kind_of(&origin) == HostKind::Other {
                return Err(Problem::foreign_origin());
            }
        }
        let said = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        // Permalinks are followed from other sites. The bare page contains nothing, and its own requests are
        // same-origin.
        let followed_link = is_page
            && method == Method::GET
            && said("sec-fetch-mode") == Some("navigate")
            && said("sec-fetch-dest") == Some("document");
        if said("sec-fetch-site") == Some("cross-site") && !followed_link {
            return Err(Problem::foreign_origin());
        }
        Ok(kind)
    }

    fn kind_of(&self, host: &str) -> HostKind {
        let full = with_port(host, "80");
        if self.here.contains(&full) {
            return HostKind::Loopback;
        }
        let bare = without_port(host);
        let listed = |name: &String| {
            // A proxy that terminates TLS may omit the port.
            *name == full || *name == with_port(host, "443") || *name == bare
        };
        if self.listed.iter().any(listed) { HostKind::Named } else { HostKind::Other }
    }
}

fn host_of(uri: &Uri, headers: &HeaderMap) -> Result<String, Problem> {
    let mut given = headers.get_all(header::HOST).iter();
    let host = match (given.next(), given.next()) {
        (Some(one), None) => one.to_str().map_err(|_| Problem::foreign_host())?.to_owned(),
        (None, None) => uri.authority().ok_or_else(Problem::foreign_host)?.to_string(),
        (_, Some(_)) => return Err(Problem::foreign_host()),
    };
    let plain = !host.is_empty() && host.len() <= 300 && !host.contains(['@', '/', ' ', ',']);
    plain.then_some(host).ok_or_else(Problem::foreign_host)
}

/// The `host:port` of an http or https origin.
fn authority_of_origin(origin: &str) -> Option<String> {
    let url = Url::parse(origin).ok().filter(|url| ["http", "https"].contains(&url.scheme()))?;
    let host = url.host_str()?;
    Some(format!("{host}:{}", url.port_or_known_default()?))
}

fn with_port(host: &str, port: &str) -> String {
    let has_port = host.rsplit_once(':').is_some_and(|(name, _)| !name.contains(':') || name.ends_with(']'));
    if has_port { host.to_owned() } else { format!("{host}:{port}") }
}

fn without_port(host: &str) -> String {
    match host.rsplit_once(':') {
        Some((name, _)) if !name.contains(':') || name.ends_with(']') => name.to_owned(),
        Some(_) | None => host.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts() -> Hosts {
        let bound = "127.0.0.1:8484".parse().expect("valid address");
        let public = Url::parse("https://research.example.org/").expect("valid address");
        Hosts::new(bound, Some(&public), &["Lab.example:9000".to_owned(), "box".to_owned()])
    }

    fn checked(strict: bool, given: &[(&'static str, &str)]) -> Result<HostKind, u16> {
        let mut headers = HeaderMap::new();
        for (name, value) in given {
            headers.append(*name, value.parse().expect("valid header"));
        }
        let uri = Uri::from_static("/api/threads");
        hosts().check(strict, &Method::GET, &uri, &headers, false).map_err(|problem| problem.status.as_u16())
    }

    #[test]
    fn only_local_and_listed_host_names_are_allowed() {
        for (host, expected) in [
            ("localhost:8484", Ok(HostKind::Loopback)),
            ("LOCALHOST:8484", Ok(HostKind::Loopback)),
            ("127.0.0.1:8484", Ok(HostKind::Loopback)),
            ("[::1]:8484", Ok(HostKind::Loopback)),
            ("research.example.org", Ok(HostKind::Named)),
            ("research.example.org:443", Ok(HostKind::Named)),
            ("lab.example:9000", Ok(HostKind::Named)),
            ("box:1234", Ok(HostKind::Named)),
            ("localhost", Err(403)),
            ("localhost:80", Err(403)),
            ("127.0.0.1:8485", Err(403)),
            ("lab.example", Err(403)),
            ("research.example.org:8484", Err(403)),
            ("evil.example:8484", Err(403)),
            ("127.0.0.1.evil.example:8484", Err(403)),
            ("localhost:8484.evil.example", Err(403)),
            ("evil@localhost:8484", Err(403)),
            ("", Err(403)),
        ] {
            assert_eq!(checked(true, &[("host", host)]), expected, "{host:?}");
        }
        assert_eq!(checked(true, &[]), Err(403), "no host at all");
        assert_eq!(checked(true, &[("host", "localhost:8484"), ("host", "evil.example")]), Err(403));
        assert_eq!(checked(false, &[("host", "anything.example")]), Ok(HostKind::Other));
    }

    #[test]
    fn a_foreign_page_is_refused_whatever_name_it_uses() {
        let here = ("host", "localhost:8484");
        for (origin, fine) in [
            ("http://localhost:8484", true),
            ("http://127.0.0.1:8484", true),
            ("https://research.example.org", true),
            ("http://localhost:3000", false),
            ("https://evil.example", false),
            ("http://evil.example:8484", false),
            ("null", false),
            ("file://", false),
            ("chrome-extension://abc", false),
        ] {
            assert_eq!(checked(true, &[here, ("origin", origin)]).is_ok(), fine, "{origin}");
            assert_eq!(checked(false, &[here, ("origin", origin)]).is_ok(), fine, "{origin} with keys");
        }
        let elsewhere = ("host", "anything.example");
        assert!(checked(false, &[elsewhere, ("origin", "https://anything.example")]).is_ok());
        assert!(checked(false, &[elsewhere, ("origin", "https://evil.example")]).is_err());
        for (site, fine) in
            [("same-origin", true), ("none", true), ("same-site", true), ("cross-site", false)]
        {
            assert_eq!(checked(true, &[here, ("sec-fetch-site", site)]).is_ok(), fine, "{site}");
        }
    }

    #[test]
    fn a_link_to_the_page_may_be_followed_from_anywhere() {
        let mut headers = HeaderMap::new();
        for (name, value) in [
            ("host", "localhost:8484"),
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-mode", "navigate"),
            ("sec-fetch-dest", "document"),
        ] {
            headers.insert(name, value.parse().expect("valid header"));
        }
        let uri = Uri::from_static("/jobs/job_1");
        let check = |method: Method, headers: &HeaderMap, page| {
            hosts().check(true, &method, &uri, headers, page).is_ok()
        };
        assert!(check(Method::GET, &headers, true));
        assert!(!check(Method::GET, &headers, false));
        assert!(!check(Method::POST, &headers, true));
        headers.insert("sec-fetch-dest", "iframe".parse().expect("valid header"));
        assert!(!check(Method::GET, &headers, true));
    }
}
