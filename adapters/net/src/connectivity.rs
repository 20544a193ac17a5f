//! Is there a network at all? Told from what calls of servers far away have met in the last seconds.
//!
//! A machine that is offline would otherwise pay the time to connect once for each server, and again for each
//! question that is put to it. Servers that are near are no part of this: each of them has its own reasons to be down.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// For this long a failure to connect is believed to repeat itself.
pub const BELIEVED: Duration = Duration::from_secs(5);
/// Hosts that cannot be connected to, with none that answers, from which the network is taken to be down.
const SEVERAL: usize = 2;
/// Failures to connect from which a host alone is not tried for a while. One that took all the time counts as many.
const STRIKES: u32 = 2;

/// How a call ended, as far as the network is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Met {
    /// Somebody was there, whatever was said.
    Somebody,
    /// No connection was made, and that was known at once.
    Nobody,
    /// No connection was made in the time there is for it.
    Silence,
}

/// The call was not made, or not made any longer: the host, or the network, is out of reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfReach;

/// What is known of the network, for all clients of a process. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Connectivity {
    state: Arc<Mutex<State>>,
    /// Told after each call: what was undecided may be known now.
    news: watch::Sender<()>,
}

#[derive(Debug, Default)]
struct State {
    /// Calls under way, by host.
    calling: BTreeMap<String, usize>,
    failed: BTreeMap<String, Strikes>,
    /// When somebody was last there.
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
    /// Makes a call to a host, unless it is out of reach; and gives it up when it turns out to be. `met` says what
    /// came of it, or nothing where that says nothing of the network.
    pub async fn call<T>(
        &self,
        host: &str,
        call: impl Future<Output = T>,
        met: impl Fn(&T) -> Option<Met>,
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

    /// Ends as soon as a host is out of reach; never, as long as it is not.
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

    fn begin(&self, host: &str) -> Result<UnderWay<'_>, OutOfReach> {
        let mut state = self.state();
        if state.is_out_of_reach(host, Instant::now()) {
            return Err(OutOfReach);
        }
        *state.calling.entry(host.to_owned()).or_default() += 1;
        Ok(UnderWay { of: self, host: host.to_owned() })
    }

    fn note(&self, host: &str, met: Met) {
        let now = Instant::now();
        let mut state = self.state();
        let strikes = match met {
            Met::Somebody => {
                state.failed.remove(host);
                state.met = Some(now);
                return;
            }
            Met::Nobody => 1,
            Met::Silence => STRIKES,
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
        if self.failed.get(host).is_some_and(|strikes| strikes.count >= STRIKES && believed(strikes)) {
            return true;
        }
        let somebody = self.met.is_some_and(|at| now.duration_since(at) < BELIEVED);
        // One that is still being called may yet answer.
        let undecided = self.calling.keys().any(|host| !self.failed.get(host).is_some_and(believed));
        !somebody && !undecided && self.failed.values().filter(|strikes| believed(strikes)).count() >= SEVERAL
    }
}

/// Counts a call until it has ended or is no longer wanted.
struct UnderWay<'a> {
    of: &'a Connectivity,
    host: String,
}

impl Drop for UnderWay<'_> {
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

    async fn after(ms: u64, met: Met) -> Met {
        tokio::time::sleep(Duration::from_millis(ms)).await;
        met
    }

    async fn call(net: &Connectivity, host: &str, ms: u64, met: Met) -> Result<Met, OutOfReach> {
        net.call(host, after(ms, met), |met| Some(*met)).await
    }

    #[tokio::test(start_paused = true)]
    async fn when_nobody_can_be_connected_to_the_rest_is_told_at_once() {
        let net = Connectivity::default();
        let began = Instant::now();
        let late = async {
            // It starts while the others still try, and would try as long as they did.
            tokio::time::sleep(Duration::from_millis(600)).await;
            call(&net, "a.example", 900, Met::Silence).await
        };
        let (one, two, late, waiting) = tokio::join!(
            call(&net, "a.example", 900, Met::Silence),
            call(&net, "b.example", 900, Met::Silence),
            late,
            net.lost("c.example"),
        );
        assert_eq!((one, two, late), (Ok(Met::Silence), Ok(Met::Silence), Err(OutOfReach)));
        let () = waiting;
        assert_eq!(call(&net, "d.example", 1, Met::Somebody).await, Err(OutOfReach));
        assert_eq!(began.elapsed(), Duration::from_millis(900));
        tokio::time::sleep(BELIEVED).await;
        assert_eq!(
            call(&net, "a.example", 1, Met::Somebody).await,
            Ok(Met::Somebody),
            "it is not believed for ever"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn as_long_as_somebody_answers_or_may_answer_only_those_that_are_down_are_given_up() {
        let net = Connectivity::default();
        let others = async {
            for host in ["a.example", "b.example", "c.example"] {
                assert_eq!(
                    call(&net, host, 1, Met::Nobody).await,
                    Ok(Met::Nobody),
                    "{host}: one more may answer"
                );
            }
        };
        let (slow, ()) = tokio::join!(call(&net, "slow.example", 2_000, Met::Somebody), others);
        assert_eq!(slow, Ok(Met::Somebody));
        assert_eq!(call(&net, "d.example", 1, Met::Nobody).await, Ok(Met::Nobody));
        assert_eq!(call(&net, "a.example", 1, Met::Nobody).await, Ok(Met::Nobody), "a second time");
        assert_eq!(call(&net, "a.example", 1, Met::Somebody).await, Err(OutOfReach), "and no third");
        assert!(!net.is_out_of_reach("e.example"));
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_that_is_no_longer_wanted_decides_nothing() {
        let net = Connectivity::default();
        let dropped = call(&net, "slow.example", 60_000, Met::Somebody);
        assert!(tokio::time::timeout(Duration::from_millis(5), dropped).await.is_err());
        for host in ["a.example", "b.example"] {
            let _ = call(&net, host, 1, Met::Nobody).await;
        }
        assert!(net.is_out_of_reach("slow.example"), "nobody is called any more who might answer");
    }
}
