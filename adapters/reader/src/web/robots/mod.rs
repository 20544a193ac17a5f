//! The robots.txt of a host: fetched before its pages, cached for a day, and obeyed.

mod rules;

pub use rules::Rules;

use super::cache::Shelf;
use super::fetch::{Fetch, MOST_REDIRECTS, led_on};
use super::trace::Trace;
use gorkd_core::model::{Failure, FailureReason, Reach};
use gorkd_net::Refused;
use gorkd_net::http::{BodyLimit, Head, HeaderMap};
use moka::future::Cache;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use url::Url;

/// Maximum size of a robots.txt, in bytes (RFC 9309, section 2.5).
const MAX_BYTES: usize = 500 << 10;
/// Maximum age of a cached copy (RFC 9309, section 2.4).
const MAX_AGE: Duration = Duration::from_secs(24 * 3_600);
/// How long a failure to fetch it is remembered.
const FAILURE_AGE: Duration = Duration::from_secs(300);
const HOSTS: u64 = 10_000;

/// The robots.txt files of all hosts contacted.
pub struct Robots {
    agent: String,
    known: Cache<String, RobotsAnswer>,
    unsaid: Cache<String, RobotsAnswer>,
    shelf: Shelf,
}

/// A host's rules.
#[derive(Clone, Debug)]
pub enum RobotsAnswer {
    Rules(Arc<Rules>),
    /// Why nothing may be read.
    Nothing(Failure),
}

/// The part that is cached beyond this process.
#[derive(Serialize, Deserialize)]
struct Kept {
    text: String,
}

impl Robots {
    /// `agent` is our product token.
    pub fn new(agent: String, shelf: Shelf) -> Self {
        let cache = |time| Cache::builder().max_capacity(HOSTS).time_to_live(time).build();
        Self { agent, known: cache(MAX_AGE), unsaid: cache(FAILURE_AGE), shelf }
    }

    /// The rules of an address's host. Fetched once, however many pages wait for them.
    pub async fn of(
        &self,
        fetch: &Fetch,
        url: &Url,
        reach: Reach,
        until: Instant,
        trace: &Trace,
    ) -> Result<RobotsAnswer, Refused> {
        let mut robots = url.clone();
        robots.set_path("/robots.txt");
        robots.set_query(None);
        robots.set_fragment(None);
        let key = format!("robots:{}:{robots}", reach.name());
        for known in [&self.known, &self.unsaid] {
            if let Some(said) = known.get(&key).await {
                return Ok(said);
            }
        }
        let asked = self.known.try_get_with(key.clone(), async {
            if let Some(Kept { text }) = self.shelf.get(&key, reach).await {
                return Ok(self.rules(&text));
            }
            let text = ask(fetch, robots, reach, until, trace).await?;
            let said = self.rules(&text);
            self.shelf.put(&key, &Kept { text }, reach, MAX_AGE).await;
            Ok(said)
        });
        match asked.await.map_err(|unsaid: Arc<Unavailable>| (*unsaid).clone()) {
            Ok(said) => Ok(said),
            Err(Unavailable::Refused(refused)) => Err(refused),
            Err(Unavailable::Failed(failure)) => {
                let said = RobotsAnswer::Nothing(failure);
                self.unsaid.insert(key, said.clone()).await;
                Ok(said)
            }
            // If one page runs out of time, that says nothing about the host.
            Err(Unavailable::Late(failure)) => Ok(RobotsAnswer::Nothing(failure)),
        }
    }

    fn rules(&self, text: &str) -> RobotsAnswer {
        RobotsAnswer::Rules(Arc::new(Rules::parse(text.as_bytes(), &self.agent)))
    }
}

/// Why the rules could not be fetched.
#[derive(Clone, Debug)]
enum Unavailable {
    /// The guard forbids this address.
    Refused(Refused),
    Failed(Failure),
    Late(Failure),
}

/// The text of a robots.txt. Empty if there is none or access is denied, which forbids nothing (RFC 9309,
/// section 2.3.1.3). A failing host forbids everything (section 2.3.1.4).
async fn ask(
    fetch: &Fetch,
    first: Url,
    reach: Reach,
    until: Instant,
    trace: &Trace,
) -> Result<String, Unavailable> {
    let wanted = |head: &Head| {
        Ok(if (200..300).contains(&head.status) { BodyLimit::First(MAX_BYTES) } else { BodyLimit::Nothing })
    };
    let host = first.host_str().unwrap_or_default().to_owned();
    let mut url = first;
    for redirects in 0..=MOST_REDIRECTS {
        let checked = match fetch.check(&url, reach, trace).await {
            Ok(checked) => checked,
            Err(refused) if redirects == 0 => return Err(Unavailable::Refused(refused)),
            // A redirect to a forbidden address counts as no robots.txt.
            Err(_) => return Ok(String::new()),
        };
        let answer = match fetch.get(&checked, HeaderMap::new(), until, wanted).await {
            Ok(answer) => answer,
            Err(failure) => match failure.reason {
                FailureReason::TimedOut => return Err(Unavailable::Late(failure)),
                FailureReason::Malformed | FailureReason::TooLarge => return Ok(String::new()),
                _ => return Err(Unavailable::Failed(failure)),
            },
        };
        match led_on(&answer.head, &url) {
            Some(Ok(next)) => url = next,
            Some(Err(_)) => return Ok(String::new()),
            None if answer.head.status >= 500 => {
                let status = answer.head.status;
                let detail = format!(
                    "{host} failed to return its robots.txt (status {status}), so none of its pages are read."
                );
                return Err(Unavailable::Failed(Failure::retry(FailureReason::ServerError, detail)));
            }
            None => return Ok(String::from_utf8_lossy(&answer.body).into_owned()),
        }
    }
    Ok(String::new())
}
