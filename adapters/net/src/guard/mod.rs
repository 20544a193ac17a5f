//! Decides whether an address from outside may be touched, before a connection is opened to it.
//!
//! A name is resolved here, once, and what comes of it is a [`Checked`]: nothing else can be connected to, and it
//! holds the very addresses that were looked at. Whoever follows a redirect comes here again.

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

/// Longest address that is looked at; browsers and servers stop near here as well.
const MAX_URL: usize = 8_192;
/// Most addresses of one name that are kept.
const MAX_ADDRESSES: usize = 16;

#[derive(Clone, Debug)]
pub struct GuardSettings {
    /// Exceptions: hosts and addresses that may be touched although they are not public, or at another port.
    pub allow: Vec<Listed>,
    /// Sites to keep to, with their subdomains; empty for all.
    pub allow_sites: Vec<String>,
    /// Sites that are never touched, with their subdomains.
    pub block_sites: Vec<String>,
    /// How long a name may take to be resolved.
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

/// An address that may be connected to, with the socket addresses that were looked at. Only the guard makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    url: Url,
    host: String,
    addresses: Vec<SocketAddr>,
}

/// Why an address is not touched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{sentence}")]
pub struct Refused {
    pub why: Why,
    /// For a person.
    pub sentence: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It is no address of the web, or one that is meant to mislead.
    Form,
    /// A port where no web server is expected.
    Port,
    /// A name or an address of a private network, of this machine or of a cloud's metadata.
    Inner,
    /// The operator keeps to other sites.
    Site,
    /// The job may not reach out so far.
    Privacy,
    /// The name has no address that could be looked at.
    Unresolved,
}

impl Checked {
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// The plain name, or the IP address without brackets; what a certificate has to name.
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

/// Reads an address as a browser would, but nothing that a browser would silently mend into another one.
pub fn parse(text: &str) -> Result<Url, Refused> {
    let form = |sentence: &str| refuse(Why::Form, sentence);
    if text.len() > MAX_URL {
        return Err(form("The address is too long to be one."));
    }
    if text.chars().any(char::is_control) {
        return Err(form("The address has control characters in it."));
    }
    let url = Url::parse(text).map_err(|error| form(&format!("This is no address of the web: {error}.")))?;
    in_form(&url)?;
    Ok(url)
}

/// What can be said of an address without resolving anything.
fn in_form(url: &Url) -> Result<(), Refused> {
    if !matches!(url.scheme(), "http" | "https") {
        let sentence = format!("Only http and https addresses are read, not {}.", short(url.scheme()));
        return Err(refuse(Why::Form, sentence));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(refuse(Why::Form, "The address holds a user name or password."));
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

    /// Looks at an address and resolves its name. A private question reaches listed addresses only.
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
            // Nobody is asked about names of this machine: an answer from outside would be a lie.
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

/// What an address asks for, before it is known where its name leads.
struct AskedFor<'a> {
    host: &'a str,
    port: u16,
    /// The operator listed this very host.
    by_host: bool,
    /// A name of this machine.
    local: bool,
}

impl Rules {
    fn site(&self, host: &str) -> Result<(), Refused> {
        let among = |sites: &[String]| sites.iter().any(|site| is_at_or_under(host, site));
        if among(&self.block_sites) {
            return Err(refuse(
                Why::Site,
                format!("{} is among the sites that are never read.", short(host)),
            ));
        }
        if !self.allow_sites.is_empty() && !among(&self.allow_sites) {
            return Err(refuse(Why::Site, format!("{} is not among the sites to keep to.", short(host))));
        }
        Ok(())
    }

    /// The addresses that may be connected to. One that may not be spoils a name, whatever others it has: who
    /// mixes public and private ones has a reason that is not ours.
    fn addresses(
        &self,
        asked: &AskedFor<'_>,
        found: &[IpAddr],
        reach: Reach,
    ) -> Result<Vec<SocketAddr>, Refused> {
        let AskedFor { host, port, by_host, local } = *asked;
        let is_listed = |address: &IpAddr| by_host || self.listed.lists(&address.to_string(), Some(port));
        let listed: Vec<IpAddr> = found.iter().copied().filter(is_listed).collect();
        // One name of this machine stands for two addresses, of which one may be listed.
        let wanted: &[IpAddr] = if local && !listed.is_empty() { &listed } else { found };
        for address in wanted {
            if listed.contains(address) {
                continue;
            }
            if let Some(what) = special::not_public(*address) {
                let subject = match host.parse::<IpAddr>() {
                    Ok(_) => address.to_string(),
                    Err(_) => format!("{} leads to {address}, which", short(host)),
                };
                return Err(refuse(Why::Inner, format!("{subject} is {what}.")));
            }
            if !reach.allows(Destination::Far) {
                return Err(away());
            }
            if !matches!(port, 80 | 443) {
                let sentence = format!("Port {port} is not one where pages are read; those are 80 and 443.");
                return Err(refuse(Why::Port, sentence));
            }
        }
        Ok(wanted.iter().map(|address| SocketAddr::new(*address, port)).collect())
    }
}

fn away() -> Refused {
    refuse(Why::Privacy, "This question stays on this machine, and the page is somewhere else.")
}

/// What came from outside, fit for a sentence.
fn short(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(100).collect()
}

#[cfg(test)]
mod tests;
