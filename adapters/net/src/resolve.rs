//! Names to addresses: by the system, or as somebody says for trying things out.

use async_trait::async_trait;
use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

/// Why a name gave no addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unresolved {
    NoSuchName,
    Failed,
}

#[async_trait]
pub trait Names: Send + Sync {
    /// All addresses of a plain name, the preferred first.
    async fn addresses(&self, host: &str) -> Result<Vec<IpAddr>, Unresolved>;
}

/// The system's resolver: its hosts file, its name servers, its search list.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemNames;

#[async_trait]
impl Names for SystemNames {
    async fn addresses(&self, host: &str) -> Result<Vec<IpAddr>, Unresolved> {
        match tokio::net::lookup_host((host, 0)).await {
            Ok(found) => Ok(found.map(|address| address.ip()).collect()),
            // The standard library keeps the resolver's own code to itself, but not its words.
            Err(error) if error.to_string().contains("not known") => Err(Unresolved::NoSuchName),
            Err(_) => Err(Unresolved::Failed),
        }
    }
}

/// What a name is said to resolve to: `HOST:ADDR[,ADDR2]`, and after each `|` the answer of the next time it is
/// asked. The last answer stays. IPv6 addresses stand in brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    pub host: String,
    pub answers: Vec<Vec<IpAddr>>,
}

/// Why an entry cannot be read, as a sentence.
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
        // No address at all is an answer too: the name is there and has none.
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

/// Given names, and for all others somebody else, or nobody.
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
    fn what_cannot_be_read_is_named() {
        for wrong in ["", "a.test", ":1.1.1.1", "a.test:1.1.1", "a/b:1.1.1.1", "a:1.1.1.1,x"] {
            assert_eq!(wrong.parse::<Given>(), Err(NotGiven(wrong.into())), "{wrong}");
        }
        assert_eq!("a.test:".parse::<Given>().map(|given| given.answers), Ok(vec![vec![]]));
    }
}
