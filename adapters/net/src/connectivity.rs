//! Detects whether the network is down, from the results of recent calls to remote servers.
//!
//! Otherwise a machine that is offline would wait for the connection timeout once per server, and again for
//! every question. Local servers do not count: each of them can be down for its own reasons.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// How long a connection failure is expected to repeat itself.
pub const BELIEVED: Duration = Duration::from_secs(5);
/// Number of unreachable hosts, with none that responds, from which the network counts as down.
const MIN_DOWN_HOSTS: usize = 2;
/// Connection failures after which a host is not tried for a while. A timeout counts as this many.
const MAX_FAILURES: u32 = 2;

/// How a call ended, as far as the network is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    /// The server responded in any way.
    Somebody,
    /// Connecting failed at once.
    Nobody,
    /// Connecting timed out.
    Silence,
}

/// The call was not made, or was abandoned, because the host or the network is out of reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfReach;

/// What is known about the network, shared by all clients of a process. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Connectivity {
    state: Arc<Mutex<State>>,
    /// Notified after each call, which may settle the state of the network.
    news: watch::Sender<()>,
}

#[derive(Debug, Default)]
struct State {
    /// Calls in progress, by host.
    calling: BTreeMap<String, usize>,
    failed: BTreeMap<String, Strikes>,
    /// When a server last responded.
    met: Option<Instant>,
}

#[derive(Clone, Copy, Debug)]
struct Strikes {
    count: u32,
    last: Instant,
}

impl Default for Connectivity {
    fn default() -> Self {
        Self { state: Arc::default(), news: watch::Sender::new(()) }
    }
}

impl Connectivity {
    /// Makes a call to a host unless it is out of reach, and abandons the call if the host turns out to be.
    /// `met` classifies the result; `None` if it says nothing about the network.
    pub async fn call<T>(
        &self,
        host: &str,
        call: impl Future<Output = T>,
        met: impl Fn(&T) -> Option<Contact>,
    ) -> Result<T, OutOfReach> {
        let mut news = self.news.subscribe();
        let under_way = self.begin(host)?;
        tokio::pin!(call);
        loop {
            tokio::select! {
                biased;
                ended = &mut call => {
                    if let Some(met) = met(&ended) {
                        self.note(host, met);
                    }
                    drop(under_way);
                    return Ok(ended);
                }
                changed = news.changed() => {
                    if changed.is_ok() && self.is_out_of_reach(host) {
                        return Err(OutOfReach);
                    }
                }
            }
        }
    }

    /// Completes as soon as a host is out of reach; never, as long as it is reachable.
    pub async fn lost(&self, host: &str) {
        let mut news = self.news.subscribe();
        while !self.is_out_of_reach(host) {
            if news.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }

    pub fn is_out_of_reach(&self, host: &str) -> bool {
        self.state().is_out_of_reach(host, Instant::now())
    }

    fn begin(&self, host: &str) -> Result<ActiveCall<'_>, OutOfReach> {
        let mut state = self.state();
        if state.is_out_of_reach(host, Instant::now()) {
            return Err(OutOfReach);
        }
        *state.calling.entry(host.to_owned()).or_default() += 1;
        Ok(ActiveCall { of: self, host: host.to_owned() })
    }

    fn note(&self, host: &str, met: Contact) {
        let now = Instant::now();
        let mut state = self.state();
        let strikes = match met {
            Contact::Somebody => {
                state.failed.remove(host);
                state.met = Some(now);
                return;
            }
            Contact::Nobody => 1,
            Contact::Silence => MAX_FAILURES,
        };
        state.failed.retain(|_, strikes| now.duration_since(strikes.last) < BELIEVED);
        let known = state.failed.entry(host.to_owned()).or_insert(Strikes { count: 0, last: now });
        *known = Strikes { count: known.count + strikes, last: now };
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn is_out_of_reach(&self, host: &str, now: Instant) -> bool {
        let believed = |strikes: &Strikes| now.duration_since(strikes.last) < BELIEVED;
        if self.failed.get(host).is_some_and(|strikes| strikes.count >= MAX_FAILURES && believed(strikes)) {
            return true;
        }
        let somebody = self.met.is_some_and(|at| now.duration_since(at) < BELIEVED);
        // A host that is still being called may yet respond.
        let undecided = self.calling.keys().any(|host| !self.failed.get(host).is_some_and(believed));
        !somebody
            && !undecided
            && self.failed.values().filter(|strikes| believed(strikes)).count() >= MIN_DOWN_HOSTS
    }
}

/// Counts a call until it ends or is dropped.
struct ActiveCall<'a> {
    of: &'a Connectivity,
    host: String,
}

impl Drop for ActiveCall<'_> {
    fn drop(&mut self) {
        let mut state = self.of.state();
        if let Some(count) = state.calling.get_mut(&self.host) {
            *count -= 1;
            if *count == 0 {
                state.calling.remove(&self.host);
            }
        }
        drop(state);
        self.of.news.send_replace(());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn after(ms: u64, met: Contact) -> Contact {
        tokio::time::sleep(Duration::from_millis(ms)).await;
        met
    }

    async fn call(net: &Connectivity, host: &str, ms: u64, met: Contact) -> Result<Contact, OutOfReach> {
        net.call(host, after(ms, met), |met| Some(*met)).await
    }

    #[tokio::test(start_paused = true)]
    async fn when_the_network_is_down_other_calls_fail_at_once() {
        let net = Connectivity::default();
        let began = Instant::now();
        let late = async {
            // It starts while the others are still trying, and would try just as long.
            tokio::time::sleep(Duration::from_millis(600)).await;
            call(&net, "a.example", 900, Contact::Silence).await
        };
        let (one, two, late, waiting) = tokio::join!(
            call(&net, "a.example", 900, Contact::Silence),
            call(&net, "b.example", 900, Contact::Silence),
            late,
            net.lost("c.example"),
        );
        assert_eq!((one, two, late), (Ok(Contact::Silence), Ok(Contact::Silence), Err(OutOfReach)));
        let () = waiting;
        assert_eq!(call(&net, "d.example", 1, Contact::Somebody).await, Err(OutOfReach));
        assert_eq!(began.elapsed(), Duration::from_millis(900));
        tokio::time::sleep(BELIEVED).await;
        assert_eq!(
            call(&net, "a.example", 1, Contact::Somebody).await,
            Ok(Contact::Somebody),
            "it is not believed for ever"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn as_long_as_somebody_answers_or_may_answer_only_those_that_are_down_are_given_up() {
        let net = Connectivity::default();
        let others = async {
            for host in ["a.example", "b.example", "c.example"] {
                assert_eq!(
                    call(&net, host, 1, Contact::Nobody).await,
                    Ok(Contact::Nobody),
                    "{host}: one more may answer"
                );
            }
        };
        let (slow, ()) = tokio::join!(call(&net, "slow.example", 2_000, Contact::Somebody), others);
        assert_eq!(slow, Ok(Contact::Somebody));
        assert_eq!(call(&net, "d.example", 1, Contact::Nobody).await, Ok(Contact::Nobody));
        assert_eq!(call(&net, "a.example", 1, Contact::Nobody).await, Ok(Contact::Nobody), "a second time");
        assert_eq!(call(&net, "a.example", 1, Contact::Somebody).await, Err(OutOfReach), "and no third");
        assert!(!net.is_out_of_reach("e.example"));
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_that_is_no_longer_wanted_decides_nothing() {
        let net = Connectivity::default();
        let dropped = call(&net, "slow.example", 60_000, Contact::Somebody);
        assert!(tokio::time::timeout(Duration::from_millis(5), dropped).await.is_err());
        for host in ["a.example", "b.example"] {
            let _ = call(&net, host, 1, Contact::Nobody).await;
        }
        assert!(net.is_out_of_reach("slow.example"), "nobody is called any more who might answer");
    }
}
