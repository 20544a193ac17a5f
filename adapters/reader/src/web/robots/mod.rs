//! The robots.txt of a host: fetched before its pages, kept for a day, obeyed.

mod rules;

pub use rules::Rules;

use super::cache::Shelf;
use super::fetch::{Fetch, MOST_REDIRECTS, led_on};
use super::trace::Trace;
use gorkd_core::model::{Failure, FailureReason, Reach};
use gorkd_net::Refused;
use gorkd_net::http::{Head, HeaderMap, Wanted};
use moka::future::Cache;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use url::Url;

/// Bytes that are read of a robots.txt (RFC 9309, section 2.5).
const MOST: usize = 500 << 10;
/// How long one is believed (RFC 9309, section 2.4).
const DAY: Duration = Duration::from_secs(24 * 3_600);
/// How long a host that could not say is taken at that.
const SHORT: Duration = Duration::from_secs(300);
const HOSTS: u64 = 10_000;

/// The robots.txt files of all hosts that were asked.
pub struct Robots {
    agent: String,
    known: Cache<String, Said>,
    unsaid: Cache<String, Said>,
    shelf: Shelf,
}

/// What a host says.
#[derive(Clone, Debug)]
pub enum Said {
    Rules(Arc<Rules>),
    /// Why nothing may be read.
    Nothing(Failure),
}

/// What is kept of it beyond this process.
#[derive(Serialize, Deserialize)]
struct Kept {
    text: String,
}

impl Robots {
    /// `agent` is our product token.
    pub fn new(agent: String, shelf: Shelf) -> Self {
        let cache = |time| Cache::builder().max_capacity(HOSTS).time_to_live(time).build();
        Self { agent, known: cache(DAY), unsaid: cache(SHORT), shelf }
    }

    /// What the host of an address says to us; asked for once, however many pages wait for it.
    pub async fn of(
        &self,
        fetch: &Fetch,
        url: &Url,
        reach: Reach,
        until: Instant,
        trace: &Trace,
    ) -> Result<Said, Refused> {
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
            self.shelf.put(&key, &Kept { text }, reach, DAY).await;
            Ok(said)
        });
        match asked.await.map_err(|unsaid: Arc<Unsaid>| (*unsaid).clone()) {
            Ok(said) => Ok(said),
            Err(Unsaid::Refused(refused)) => Err(refused),
            Err(Unsaid::Failed(failure)) => {
                let said = Said::Nothing(failure);
                self.unsaid.insert(key, said.clone()).await;
                Ok(said)
            }
            // That one page's time was over says nothing of the host.
            Err(Unsaid::Late(failure)) => Ok(Said::Nothing(failure)),
        }
    }

    fn rules(&self, text: &str) -> Said {
        Said::Rules(Arc::new(Rules::parse(text.as_bytes(), &self.agent)))
    }
}

/// Why a host said nothing.
#[derive(Clone, Debug)]
enum Unsaid {
    /// The guard lets nobody go there.
    Refused(Refused),
    Failed(Failure),
    Late(Failure),
}

/// The text of a robots.txt; empty where there is none, or none that is shown, which forbids nothing (RFC 9309,
/// section 2.3.1.3). A host that fails forbids everything (section 2.3.1.4).
async fn ask(
    fetch: &Fetch,
    first: Url,
    reach: Reach,
    until: Instant,
    trace: &Trace,
) -> Result<String, Unsaid> {
    let wanted = |head: &Head| {
        Ok(if (200..300).contains(&head.status) { Wanted::First(MOST) } else { Wanted::Nothing })
    };
    let host = first.host_str().unwrap_or_default().to_owned();
    let mut url = first;
    for redirects in 0..=MOST_REDIRECTS {
        let checked = match fetch.check(&url, reach, trace).await {
            Ok(checked) => checked,
            Err(refused) if redirects == 0 => return Err(Unsaid::Refused(refused)),
            // Led on to where we do not go: as if there were none.
            Err(_) => return Ok(String::new()),
        };
        let answer = match fetch.get(&checked, HeaderMap::new(), until, wanted).await {
            Ok(answer) => answer,
            Err(failure) => match failure.reason {
                FailureReason::TimedOut => return Err(Unsaid::Late(failure)),
                FailureReason::Malformed | FailureReason::TooLarge => return Ok(String::new()),
                _ => return Err(Unsaid::Failed(failure)),
            },
        };
        match led_on(&answer.head, &url) {
            Some(Ok(next)) => url = next,
            Some(Err(_)) => return Ok(String::new()),
            None if answer.head.status >= 500 => {
                let status = answer.head.status;
                let detail = format!(
                    "{host} could not show its robots.txt (status {status}), so nothing of it is read."
                );
                return Err(Unsaid::Failed(Failure::retry(FailureReason::ServerError, detail)));
            }
            None => return Ok(String::from_utf8_lossy(&answer.body).into_owned()),
        }
    }
    Ok(String::new())
}
