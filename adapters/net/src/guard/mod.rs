//! Decides whether an untrusted address may be contacted, before any connection is opened to it.
//!
//! A name is resolved here, once, and the result is a [`Checked`]. Only that can be connected to, and it
//! contains the exact addresses that were checked. Every redirect has to pass here again.

mod names;
mod special;

pub use names::is_at_or_under;

use crate::near::{Listed, Near};
use crate::resolve::{Names, Unresolved};
use gorkd_core::model::{Destination, Failure, FailureReason, Reach};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use url::{Host, Url};

/// Maximum length of an address, in bytes; browsers and servers have similar limits.
const MAX_URL: usize = 8_192;
/// Maximum number of addresses kept per name.
const MAX_ADDRESSES: usize = 16;

#[derive(Clone, Debug)]
pub struct GuardSettings {
    /// Exceptions: hosts and addresses that may be contacted although they are not public or use another
    /// port.
    pub allow: Vec<Listed>,
    /// Allowed sites, including their subdomains; empty allows all.
    pub allow_sites: Vec<String>,
    /// Blocked sites, including their subdomains.
    pub block_sites: Vec<String>,
    /// Timeout for resolving a name.
    pub resolve: Duration,
}

impl Default for GuardSettings {
    fn default() -> Self {
        Self {
            allow: Vec::new(),
            allow_sites: Vec::new(),
            block_sites: Vec::new(),
            resolve: Duration::from_secs(3),
        }
    }
}

/// Cheap to clone.
#[derive(Clone)]
pub struct Guard {
    rules: Arc<Rules>,
    names: Arc<dyn Names>,
}

struct Rules {
    listed: Near,
    allow_sites: Vec<String>,
    block_sites: Vec<String>,
    resolve: Duration,
}

/// An address that may be connected to, with its checked socket addresses. Only the guard creates one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    url: Url,
    host: String,
    addresses: Vec<SocketAddr>,
}

/// Why an address is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{sentence}")]
pub struct Refused {
    pub why: Why,
    /// Shown to people.
    pub sentence: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Not a web address, or a misleading one.
    Form,
    /// A port on which no web server is expected.
    Port,
    /// A name or address of a private network, this machine, or a cloud's metadata service.
    Inner,
    /// Not among the sites that the operator allows.
    Site,
    /// The job's privacy does not allow it.
    Privacy,
    /// No usable address was found for the name.
    Unresolved,
}

impl Checked {
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// The plain name, or the IP address without brackets, as a certificate must name it.
    pub fn host(&self) -> &str {
        &self.host
    }

    pub fn is_secure(&self) -> bool {
        self.url.scheme() == "https"
    }

    /// Never empty.
    pub fn addresses(&self) -> &[SocketAddr] {
        &self.addresses
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        let reason = match refused.why {
            Why::Form | Why::Port | Why::Inner | Why::Site => FailureReason::Blocked,
            Why::Privacy => FailureReason::NotAllowed,
            Why::Unresolved => FailureReason::Unreachable,
        };
        Failure::skip(reason, refused.sentence)
    }
}

fn refuse(why: Why, sentence: impl Into<String>) -> Refused {
    Refused { why, sentence: sentence.into() }
}

/// Parses an address like a browser, but rejects anything that a browser would silently correct.
pub fn parse(text: &str) -> Result<Url, Refused> {
    let form = |sentence: &str| refuse(Why::Form, sentence);
    if text.len() > MAX_URL {
        return Err(form("The address is too long."));
    }
    if text.chars().any(char::is_control) {
        return Err(form("The address contains control characters."));
    }
    let url = Url::parse(text).map_err(|error| form(&format!("This is not a web address: {error}.")))?;
    in_form(&url)?;
    Ok(url)
}

/// Checks that need no name resolution.
fn in_form(url: &Url) -> Result<(), Refused> {
    if !matches!(url.scheme(), "http" | "https") {
        let sentence = format!("Only http and https addresses are read, not {}.", short(url.scheme()));
        return Err(refuse(Why::Form, sentence));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(refuse(Why::Form, "The address contains a user name or password."));
    }
    match url.host() {
        Some(Host::Domain("") | Host::Domain(".")) | None => {
            Err(refuse(Why::Form, "The address names no host."))
        }
        Some(_) => Ok(()),
    }
}

impl Guard {
    pub fn new(settings: GuardSettings, names: Arc<dyn Names>) -> Self {
        let plain = |sites: Vec<String>| sites.iter().map(|site| names::plain(site)).collect();
        let rules = Rules {
            listed: Near::new(settings.allow),
            allow_sites: plain(settings.allow_sites),
            block_sites: plain(settings.block_sites),
            resolve: settings.resolve,
        };
        Self { rules: Arc::new(rules), names }
    }

    /// Checks an address and resolves its name. Private questions may only contact listed addresses.
    pub async fn check(&self, url: &Url, reach: Reach) -> Result<Checked, Refused> {
        in_form(url)?;
        let port = url.port_or_known_default().unwrap_or(0);
        let (host, literal) = match url.host() {
            Some(Host::Domain(name)) => (names::plain(name), None),
            Some(Host::Ipv4(address)) => (address.to_string(), Some(IpAddr::V4(address))),
            Some(Host::Ipv6(address)) => (address.to_string(), Some(IpAddr::V6(address))),
            None => return Err(refuse(Why::Form, "The address names no host.")),
        };
        self.rules.site(&host)?;
        let by_host = self.rules.listed.lists(&host, Some(port));
        let local = names::is_localhost(&host);
        if literal.is_none() && !by_host && !local {
            if let Some(end) = names::refused(&host) {
                return Err(refuse(Why::Inner, format!("{} {end}.", short(&host))));
            }
            if !reach.allows(Destination::Far) {
                return Err(away());
            }
        }
        let found = match literal {
            Some(address) => vec![address],
            // Names of this machine are never looked up: an answer from outside would be a lie.
            None if local => vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()],
            None => self.resolve(&host).await?,
        };
        let addresses =
            self.rules.addresses(&AskedFor { host: &host, port, by_host, local }, &found, reach)?;
        Ok(Checked { url: url.clone(), host, addresses })
    }

    async fn resolve(&self, host: &str) -> Result<Vec<IpAddr>, Refused> {
        let unresolved = |end: &str| refuse(Why::Unresolved, format!("The name {} {end}.", short(host)));
        let mut found = match tokio::time::timeout(self.rules.resolve, self.names.addresses(host)).await {
            Ok(Ok(found)) => found,
            Ok(Err(Unresolved::NoSuchName)) => return Err(unresolved("does not exist")),
            Ok(Err(Unresolved::Failed)) => return Err(unresolved("could not be looked up")),
            Err(_) => return Err(unresolved("was not looked up in time")),
        };
        found.dedup();
        found.truncate(MAX_ADDRESSES);
        if found.is_empty() { Err(unresolved("has no address")) } else { Ok(found) }
    }
}

/// What an address asks for, before its name is resolved.
struct AskedFor<'a> {
    host: &'a str,
    port: u16,
    /// The operator listed this exact host.
    by_host: bool,
    /// A name of this machine.
    local: bool,
}

impl Rules {
    fn site(&self, host: &str) -> Result<(), Refused> {
        let among = |sites: &[String]| sites.iter().any(|site| is_at_or_under(host, site));
        if among(&self.block_sites) {
            return Err(refuse(Why::Site, format!("{} is a blocked site.", short(host))));
        }
        if !self.allow_sites.is_empty() && !among(&self.allow_sites) {
            return Err(refuse(Why::Site, format!("{} is not one of the allowed sites.", short(host))));
        }
        Ok(())
    }

    /// The addresses that may be connected to. A single forbidden one disqualifies the name: mixing public
    /// and private addresses is a sign of an attack.
    fn addresses(
        &self,
        asked: &AskedFor<'_>,
        found: &[IpAddr],
        reach: Reach,
    ) -> Result<Vec<SocketAddr>, Refused> {
        let AskedFor { host, port, by_host, local } = *asked;
        let is_listed = |address: &IpAddr| by_host || self.listed.lists(&address.to_string(), Some(port));
        let listed: Vec<IpAddr> = found.iter().copied().filter(is_listed).collect();
        // A name of this machine stands for two addresses, and only one of them may be listed.
        let wanted: &[IpAddr] = if local && !listed.is_empty() { &listed } else { found };
        for address in wanted {
            if listed.contains(address) {
                continue;
            }
            if let Some(what) = special::not_public(*address) {
                let subject = match host.parse::<IpAddr>() {
                    Ok(_) => address.to_string(),
                    Err(_) => format!("{} resolves to {address}, which", short(host)),
                };
                return Err(refuse(Why::Inner, format!("{subject} is {what}.")));
            }
            if !reach.allows(Destination::Far) {
                return Err(away());
            }
            if !matches!(port, 80 | 443) {
                let sentence =
                    format!("Port {port} is not allowed; pages are read from ports 80 and 443 only.");
                return Err(refuse(Why::Port, sentence));
            }
        }
        Ok(wanted.iter().map(|address| SocketAddr::new(*address, port)).collect())
    }
}

fn away() -> Refused {
    refuse(Why::Privacy, "This question stays on this machine, and the page is elsewhere.")
}

/// Makes untrusted text fit for a sentence.
fn short(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(100).collect()
}

#[cfg(test)]
mod tests;
