//! Resolves names: with the system's resolver, or as given for tests and debugging.

use async_trait::async_trait;
use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

/// Why a name resolved to no address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unresolved {
    NoSuchName,
    Failed,
}

#[async_trait]
pub trait Names: Send + Sync {
    /// All addresses of a plain name, preferred ones first.
    async fn addresses(&self, host: &str) -> Result<Vec<IpAddr>, Unresolved>;
}

/// The system's resolver: hosts file, name servers, search list.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemNames;

#[async_trait]
impl Names for SystemNames {
    async fn addresses(&self, host: &str) -> Result<Vec<IpAddr>, Unresolved> {
        match tokio::net::lookup_host((host, 0)).await {
            Ok(found) => Ok(found.map(|address| address.ip()).collect()),
            // The standard library does not expose the resolver's error code, only its message.
            Err(error) if error.to_string().contains("not known") => Err(Unresolved::NoSuchName),
            Err(_) => Err(Unresolved::Failed),
        }
    }
}

/// An override: `HOST:ADDR[,ADDR2]`, with further results after each `|`, one per lookup. The last one
/// repeats. IPv6 addresses are in brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    pub host: String,
    pub answers: Vec<Vec<IpAddr>>,
}

/// Why an override cannot be parsed, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not HOST:ADDR[,ADDR2][|ADDR]")]
pub struct NotGiven(pub String);

impl FromStr for Given {
    type Err = NotGiven;

    fn from_str(entry: &str) -> Result<Self, NotGiven> {
        let wrong = || NotGiven(entry.to_owned());
        let (host, rest) = entry.split_once(':').ok_or_else(wrong)?;
        let host = host.trim();
        let address = |text: &str| {
            let text = text.trim();
            let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
            inner.parse::<IpAddr>().map_err(|_| wrong())
        };
        // An empty result is valid too: the name exists but has no address.
        let answer = |text: &str| match text.trim() {
            "" => Ok(Vec::new()),
            text => text.split(',').map(address).collect(),
        };
        let answers = rest.split('|').map(answer).collect::<Result<Vec<_>, _>>()?;
        if host.is_empty() || host.contains(['/', '@', '[', ']']) {
            return Err(wrong());
        }
        Ok(Self { host: host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase(), answers })
    }
}

/// Overrides; all other names go to another resolver or do not exist.
pub struct GivenNames<N = SystemNames> {
    given: Mutex<BTreeMap<String, VecDeque<Vec<IpAddr>>>>,
    others: Option<N>,
}

impl GivenNames {
    /// No other name exists.
    pub fn only(given: Vec<Given>) -> Self {
        Self::over(given, None)
    }

    pub fn before_the_system(given: Vec<Given>) -> Self {
        Self::over(given, Some(SystemNames))
    }
}

impl<N: Names> GivenNames<N> {
    fn over(given: Vec<Given>, others: Option<N>) -> Self {
        let given = given.into_iter().map(|given| (given.host, given.answers.into())).collect();
        Self { given: Mutex::new(given), others }
    }

    fn next(&self, host: &str) -> Option<Vec<IpAddr>> {
        let mut given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        let answers = given.get_mut(host)?;
        if answers.len() > 1 { answers.pop_front() } else { answers.front().cloned() }
    }
}

#[async_trait]
impl<N: Names> Names for GivenNames<N> {
    async fn addresses(&self, host: &str) -> Result<Vec<IpAddr>, Unresolved> {
        match (self.next(host), &self.others) {
            (Some(answer), _) => Ok(answer),
            (None, Some(others)) => others.addresses(host).await,
            (None, None) => Err(Unresolved::NoSuchName),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn answers_come_in_turn_and_the_last_one_stays() {
        let given: Given = "A.test.:8.8.8.8,[::1]|10.0.0.1".parse().expect("it is read");
        let names = GivenNames::only(vec![given]);
        let ip = |text: &str| text.parse::<IpAddr>().expect("an address");
        assert_eq!(names.addresses("a.test").await, Ok(vec![ip("8.8.8.8"), ip("::1")]));
        assert_eq!(names.addresses("a.test").await, Ok(vec![ip("10.0.0.1")]));
        assert_eq!(names.addresses("a.test").await, Ok(vec![ip("10.0.0.1")]));
        assert_eq!(names.addresses("b.test").await, Err(Unresolved::NoSuchName));
    }

    #[test]
    fn invalid_entries_are_quoted_in_the_error() {
        for wrong in ["", "a.test", ":1.1.1.1", "a.test:1.1.1", "a/b:1.1.1.1", "a:1.1.1.1,x"] {
            assert_eq!(wrong.parse::<Given>(), Err(NotGiven(wrong.into())), "{wrong}");
        }
        assert_eq!("a.test:".parse::<Given>().map(|given| given.answers), Ok(vec![vec![]]));
    }
}
