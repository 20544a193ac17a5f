//! Which servers the jobs of a worker wait for, so that a slow one does not take the places of all jobs.

use crate::model::JobId;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Calls without an answer, by server (a search provider or a model) and job. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Waits(Arc<Mutex<Calls>>);

type Calls = BTreeMap<String, BTreeMap<JobId, usize>>;

/// Servers that many jobs wait for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crowded {
    pub servers: Vec<String>,
    /// Jobs that wait for any of them.
    pub jobs: usize,
}

impl Waits {
    /// Drives `job`, whose calls count.
    pub async fn over<T>(&self, job: JobId, work: impl Future<Output = T>) -> T {
        Caller(Some((self.clone(), job))).over(work).await
    }

    /// The servers that at least `each` jobs wait for, and the next ones, until `together` jobs wait for any of them.
    /// None if fewer do.
    pub fn crowded(&self, together: usize, each: usize) -> Crowded {
        let calls = self.lock();
        let mut busiest: Vec<(&String, &BTreeMap<JobId, usize>)> = calls.iter().collect();
        busiest.sort_by_key(|(_, jobs)| Reverse(jobs.len()));
        let (mut servers, mut waiting) = (Vec::new(), BTreeSet::new());
        for (server, jobs) in busiest {
            if waiting.len() >= together && jobs.len() < each {
                break;
            }
            servers.push(server.clone());
            waiting.extend(jobs.keys());
        }
        if waiting.len() < together {
            return Crowded::default();
        }
        servers.sort_unstable();
        Crowded { servers, jobs: waiting.len() }
    }

    fn begin(&self, server: &str, job: &JobId) -> Wait {
        *self.lock().entry(server.to_owned()).or_default().entry(job.clone()).or_default() += 1;
        Wait { waits: self.clone(), server: server.to_owned(), job: job.clone() }
    }

    fn lock(&self) -> MutexGuard<'_, Calls> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

tokio::task_local! {
    static CALLER: Caller;
}

/// The job that a task works for; none where nobody counts.
#[derive(Clone, Debug, Default)]
pub struct Caller(Option<(Waits, JobId)>);

impl Caller {
    /// Of the task that asks, for those that it spawns.
    pub fn current() -> Self {
        CALLER.try_with(Caller::clone).unwrap_or_default()
    }

    pub async fn over<T>(self, work: impl Future<Output = T>) -> T {
        CALLER.scope(self, work).await
    }
}

/// Calls a server. Until it answers, or nobody wants its answer any longer, the job waits for it.
pub async fn waiting_for<T>(server: &str, call: impl Future<Output = T>) -> T {
    let _wait = Caller::current().0.map(|(waits, job)| waits.begin(server, &job));
    call.await
}

/// One call without an answer.
struct Wait {
    waits: Waits,
    server: String,
    job: JobId,
}

impl Drop for Wait {
    fn drop(&mut self) {
        let mut calls = self.waits.lock();
        let Some(jobs) = calls.get_mut(&self.server) else { return };
        if let Some(count) = jobs.get_mut(&self.job) {
            *count -= 1;
            if *count == 0 {
                jobs.remove(&self.job);
            }
        }
        if jobs.is_empty() {
            calls.remove(&self.server);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::oneshot;

    fn crowded(servers: &[&str], jobs: usize) -> Crowded {
        Crowded { servers: servers.iter().map(|&server| server.to_owned()).collect(), jobs }
    }

    #[tokio::test]
    async fn a_job_waits_for_a_server_until_its_last_call_has_ended() {
        let waits = Waits::default();
        let (answer, answered) = oneshot::channel();
        let calls = waits.over("job_1".into(), async {
            let first = Box::pin(waiting_for("slow", answered));
            let second = Box::pin(waiting_for("slow", std::future::pending::<()>()));
            let (first, second) = match futures::future::select(first, second).await {
                futures::future::Either::Left((first, second)) => (first, second),
                futures::future::Either::Right(_) => panic!("it never answers"),
            };
            first.expect("an answer");
            assert_eq!(waits.crowded(1, 1), crowded(&["slow"], 1), "one is left");
            drop(second);
            assert_eq!(waits.crowded(1, 1), Crowded::default(), "its answer is no longer wanted");
        });
        let looks = async {
            assert_eq!(waits.crowded(1, 1), crowded(&["slow"], 1), "two calls of one job");
            assert_eq!(waits.crowded(2, 2), Crowded::default());
            answer.send(()).expect("somebody waits");
        };
        tokio::join!(biased; calls, looks);
    }

    #[tokio::test]
    async fn what_is_spawned_works_for_the_same_job_if_told_so() {
        let waits = Waits::default();
        let spawned = waits.over("job_1".into(), async {
            let (caller, seen) = (Caller::current(), waits.clone());
            let call = async move { waiting_for("slow", async { seen.crowded(1, 1) }).await };
            tokio::spawn(caller.over(call)).await.expect("no panic")
        });
        assert_eq!(spawned.await, crowded(&["slow"], 1));
        let nobody = waiting_for("slow", async { waits.crowded(1, 1) }).await;
        assert_eq!(nobody, Crowded::default(), "nobody counts");
    }

    #[tokio::test]
    async fn a_job_that_waits_for_two_servers_counts_once() {
        let waits = Waits::default();
        let seen =
            waits.over("job_1".into(), waiting_for("a", waiting_for("b", async { waits.crowded(1, 1) })));
        assert_eq!(seen.await, crowded(&["a", "b"], 1));
    }

    #[tokio::test]
    async fn servers_that_few_jobs_wait_for_count_where_many_wait_for_them_together() {
        let waits = Waits::default();
        let wait = |(nth, server): (usize, &'static str)| {
            let waits = waits.clone();
            let call = waiting_for(server, std::future::pending::<()>());
            async move { waits.over(JobId(format!("job_{nth}")), call).await }
        };
        let calls =
            futures::future::join_all(["a", "b", "b", "c", "c", "c"].into_iter().enumerate().map(wait));
        let looks = async {
            assert_eq!(waits.crowded(3, 3), crowded(&["c"], 3));
            assert_eq!(waits.crowded(3, 2), crowded(&["b", "c"], 5));
            assert_eq!(waits.crowded(4, 4), crowded(&["b", "c"], 5), "no more than have to");
            assert_eq!(waits.crowded(6, 4), crowded(&["a", "b", "c"], 6));
            assert_eq!(waits.crowded(7, 1), Crowded::default(), "too few wait");
        };
        tokio::select! {
            biased;
            _ = calls => panic!("nobody answers"),
            () = looks => {}
        }
    }
}
