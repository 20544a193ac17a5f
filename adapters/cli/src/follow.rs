//! Follows a job from the terminal that asked: shows progress, and turns Ctrl-C into commands.

use crate::breaks::{BreakAction, Breaks};
use crate::progress::Display;
use async_trait::async_trait;
use gorkd_core::job::{Job, JobStatus};
use gorkd_core::model::{Millis, Refusal};
use gorkd_core::view::LineView;
use gorkd_words::Locale;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, watch};

/// Commands that the person at the terminal can give. The binary connects this to the service.
#[async_trait]
pub trait Hold: Send + Sync {
    async fn stop(&self) -> Result<(), Refusal>;
    async fn cancel(&self) -> Result<(), Refusal>;
    fn now(&self) -> Millis;

    /// The job's position in the queue.
    async fn line(&self) -> Option<LineView> {
        None
    }
}

/// How often to ask for the position in the queue.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// Why following ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Followed {
    /// The job in the last snapshot is over, or waits for a person.
    Rests,
    /// Ctrl-C was pressed a third time: exit, and leave the job as it is.
    Left,
    /// No more snapshots will come, but the job is not over.
    Lost,
}

/// Shows snapshots until the job is over or waits. `presses` yields one item per Ctrl-C.
///
/// Snapshots may be skipped if they come faster than they can be shown; the last one is always shown.
pub async fn follow(
    jobs: &mut watch::Receiver<Job>,
    presses: &mut mpsc::UnboundedReceiver<()>,
    hold: &dyn Hold,
    display: &mut Display,
) -> Followed {
    let mut breaks = Breaks::default();
    let mut pressing = true;
    let mut news = true;
    let (mut looked, mut told) = (None, String::new());
    loop {
        let waits = {
            let job = jobs.borrow_and_update();
            display.show(&job, hold.now());
            // A waiting job asks something. The caller handles that once the display is out of the way.
            if job.status().is_over() || job.interrupt().is_some() {
                return Followed::Rests;
            }
            job.status() == JobStatus::Queued
        };
        if !news {
            return Followed::Lost;
        }
        if waits && looked.is_none_or(|at: Instant| at.elapsed() >= LOOK_EVERY) {
            looked = Some(Instant::now());
            let place = hold.line().await.map(|line| line.said(Locale::En).to(Locale::En));
            if let Some(place) = place.filter(|place| *place != told) {
                display.say(&place);
                told = place;
            }
        }
        tokio::select! {
            changed = jobs.changed() => news = changed.is_ok(),
            press = presses.recv(), if pressing => match press {
                None => pressing = false,
                Some(()) => {
                    let action = breaks.press();
                    display.say(action.line());
                    let refused = match action {
                        BreakAction::Stop => hold.stop().await.err(),
                        BreakAction::Cancel => hold.cancel().await.err(),
                        BreakAction::Leave => return Followed::Left,
                    };
                    if let Some(refusal) = refused {
                        display.say(&refusal.to_operator());
                    }
                }
            },
            // The seconds on the status line advance even if nothing else happens.
            () = tokio::time::sleep(Duration::from_millis(500)) => {}
        }
    }
}
