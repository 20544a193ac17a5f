//! Waits while the store has no room, so that what a job has finished is neither lost nor paid again.
//!
//! A person's command needs room, too: without any, it is refused with a sentence, and the job goes on to wait. But a
//! command is short, so it may fit where a page does not. Then the job obeys without waiting for more room.

use super::charging::{self, OthersTell};
use super::tasks::Tasks;
use super::{Ports, RecentFailures};
use crate::job::{Job, Recorded, next};
use crate::ports::{Append, StoreError};
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use tracing::warn;

/// Delays before the next attempt.
const PAUSE: Duration = Duration::from_millis(500);
const PAUSE_AT_MOST: Duration = Duration::from_secs(5);

/// What to do if there is no room: by default, to fail, because a person is waiting and wants to know.
#[derive(Clone, Default)]
pub struct Room(Option<Waiting>);

#[derive(Clone)]
struct Waiting {
    logged: RecentFailures,
    halt: CancellationToken,
}

impl Room {
    /// Waits until there is room, or until `halt` is canceled.
    pub fn waited_for(logged: RecentFailures, halt: CancellationToken) -> Self {
        Self(Some(Waiting { logged, halt }))
    }

    /// Appends. A store without room has written nothing, so the same can be appended again. Meanwhile, tasks that a
    /// command has made needless are abandoned.
    pub(super) async fn append(
        &self,
        ports: &Ports,
        job: &Job,
        append: Append,
        others: &mut OthersTell,
        tasks: &mut Tasks,
    ) -> Result<Vec<Recorded>, StoreError> {
        let Some(Waiting { logged, halt }) = &self.0 else {
            return charging::append(ports, job, append, others).await;
        };
        let mut pause = PAUSE;
        loop {
            let failure = match charging::append(ports, job, append.clone(), others).await {
                Err(failure @ StoreError::Full(_)) if !halt.is_cancelled() => failure,
                written => return written,
            };
            if logged.is_news("append", &failure) {
                warn!(job = %job.id, %failure, "a job waits until there is room");
            }
            obey(ports, job, &append, tasks).await;
            let _ = halt.run_until_cancelled(tokio::time::sleep(pause)).await;
            pause = (pause * 2).min(PAUSE_AT_MOST);
        }
    }
}

/// Abandons what nothing will need once this is appended, because of commands that came in since the job was read.
async fn obey(ports: &Ports, job: &Job, append: &Append, tasks: &mut Tasks) {
    // If the store doesn't answer, the next attempt asks again.
    let Ok(commands) = ports.journal.events(&append.job, append.after).await else { return };
    if commands.is_empty() {
        return;
    }
    let mut ahead = job.clone();
    commands.iter().for_each(|recorded| ahead.apply(recorded));
    let ahead = ahead.ahead(&append.events, append.at);
    tasks.abandon_all_but(&next(&ahead).wanted(), job);
}
