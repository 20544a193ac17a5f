//! Waits while the store has no room, so that what a job has finished is neither lost nor paid again.

use super::charging::{self, OthersTell};
use super::{Ports, RecentFailures};
use crate::job::{Job, Recorded};
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

    /// Appends. A store without room has written nothing, so the same can be appended again.
    pub(super) async fn append(
        &self,
        ports: &Ports,
        job: &Job,
        append: Append,
        others: &mut OthersTell,
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
            let _ = halt.run_until_cancelled(tokio::time::sleep(pause)).await;
            pause = (pause * 2).min(PAUSE_AT_MOST);
        }
    }
}
