//! Nearby addresses: this machine, and what the operator listed. Private questions may contact nothing else.

use std::net::IpAddr;
use url::{Host, Url};

/// An address listed by the operator: `HOST` or `HOST:PORT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// In lower case; IPv6 without brackets.
    pub host: String,
    /// `None` for every port.
    pub port: Option<u16>,
}

/// Why a list entry cannot be parsed, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is neither HOST nor HOST:PORT")]
pub struct NotAnAddress(pub String);

impl std::str::FromStr for Listed {
    type Err = NotAnAddress;

    fn from_str(entry: &str) -> Result<Self, NotAnAddress> {
        let wrong = || NotAnAddress(entry.to_owned());
        let trimmed = entry.trim();
        // An IPv6 address without brackets contains colons too.
        if let Ok(address) = trimmed.parse::<IpAddr>() {
            return Ok(Self { host: address.to_string(), port: None });
        }
        if trimmed.contains(['/', '@', '?', '#']) || trimmed.is_empty() {
            return Err(wrong());
        }
        let url = Url::parse(&format!("http://{trimmed}/")).map_err(|_| wrong())?;
        let host = url.host().map(host_name).ok_or_else(wrong)?;
        // `Url` drops the scheme's default port.
        let port = if trimmed.ends_with(":80") { Some(80) } else { url.port() };
        Ok(Self { host, port })
    }
}

/// This machine, and what the operator listed.
#[derive(Clone, Debug, Default)]
pub struct Near {
    listed: Vec<Listed>,
}

impl Near {
    pub fn new(listed: Vec<Listed>) -> Self {
        Self { listed }
    }

    /// Whether a private question may be sent to this address. Names are not resolved here; the code that connects
    /// checks again what they resolve to.
    pub fn includes(&self, url: &Url) -> bool {
        let Some(host) = url.host() else { return false };
        let loopback = match host {
            Host::Ipv4(address) => address.is_loopback(),
            Host::Ipv6(address) => address.is_loopback(),
            Host::Domain(name) => is_localhost(name),
        };
        loopback || self.lists(&host_name(host), url.port_or_known_default())
    }

    /// Whether the operator listed this host, at this port if one is given.
    pub fn lists(&self, host: &str, port: Option<u16>) -> bool {
        let same_port = |listed: &Listed| listed.port.is_none() || port.is_none() || listed.port == port;
        self.listed.iter().any(|listed| listed.host.eq_ignore_ascii_case(host) && same_port(listed))
    }
}

/// RFC 6761 reserves these names for the local machine.
fn is_localhost(name: &str) -> bool {
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    name == "localhost" || name.ends_with(".localhost")
}

fn host_name<S: AsRef<str>>(host: Host<S>) -> String {
    match host {
        Host::Domain(name) => name.as_ref().trim_end_matches('.').to_ascii_lowercase(),
        Host::Ipv4(address) => address.to_string(),
        Host::Ipv6(address) => address.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).expect(text)
    }

    #[test]
    fn this_machine_and_listed_addresses_are_near_and_nothing_else() {
        let listed = ["intranet:8080", "10.1.2.3", "[fd00::1]:443", "Models.example."];
        let near = Near::new(listed.iter().map(|entry| entry.parse().expect(entry)).collect());
        for yes in [
            "http://127.0.0.1:11434/",
            "http://[::1]/",
            "http://localhost:1",
            "http://a.localhost",
            "http://intranet:8080",
            "https://10.1.2.3",
            "https://[fd00::1]",
            "https://models.example/v1",
        ] {
            assert!(near.includes(&url(yes)), "{yes}");
        }
        for no in [
            "http://intranet",
            "http://10.1.2.4",
            "https://[fd00::1]:444",
            "https://example",
            "http://localhost.example",
        ] {
            assert!(!near.includes(&url(no)), "{no}");
        }
    }

    #[test]
    fn an_entry_that_is_no_address_is_named() {
        for entry in ["", "http://host", "user@host", "host/path", "a b"] {
            assert_eq!(entry.parse::<Listed>(), Err(NotAnAddress(entry.into())));
        }
        assert_eq!("host:80".parse::<Listed>().map(|listed| listed.port), Ok(Some(80)));
    }
}
