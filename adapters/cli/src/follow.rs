//! Follows one job from the terminal that asked: shows how far it is, and turns Ctrl-C into commands.

use crate::breaks::{BreakAction, Breaks};
use crate::progress::Display;
use async_trait::async_trait;
use gorkd_core::job::{Job, JobStatus};
use gorkd_core::model::{Millis, Refusal};
use gorkd_core::view::LineView;
use gorkd_words::Locale;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, watch};

/// What the person at the terminal can do to the job. The binary joins this to the service.
#[async_trait]
pub trait Hold: Send + Sync {
    async fn stop(&self) -> Result<(), Refusal>;
    async fn cancel(&self) -> Result<(), Refusal>;
    fn now(&self) -> Millis;

    /// Where the job stands in the line of those that wait for a worker.
    async fn line(&self) -> Option<LineView> {
        None
    }
}

/// How often a place in the line is asked for.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// Why following ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Followed {
    /// The last snapshot is of a job that is over, or that waits for a person.
    Rests,
    /// Ctrl-C was pressed a third time: leave, whatever becomes of the job.
    Left,
    /// No more snapshots come, and the job is not over.
    Lost,
}

/// Shows every snapshot until the job rests. `presses` brings one item for each Ctrl-C.
///
/// Snapshots may be skipped when they come faster than they can be shown; the last one is always seen.
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
            // A job that waits has something to ask: the caller does that, with the display out of the way.
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
            // The seconds on the status line go on even when nothing else happens.
            () = tokio::time::sleep(Duration::from_millis(500)) => {}
        }
    }
}
