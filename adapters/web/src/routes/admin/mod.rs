//! What whoever runs gorkd sees: all runs, what they use, how providers do, what may be asked.
//!
//! Lists cost what a page of them costs, and sums one look at rows that are kept for them; no journal is read but those
//! of runs under way on the page that is shown. What somebody asked in private is told to nobody else.

mod budgets;
mod overview;
mod providers;

pub use budgets::*;
pub use overview::*;
pub use providers::*;

use crate::access::Asker;
use crate::problem::Problem;
use gorkd_core::model::Privacy;
use gorkd_core::ports::{KeyRole, RunSeen, StoreError};

fn admin(asker: &Asker) -> Result<(), Problem> {
    match asker.role {
        KeyRole::Admin => Ok(()),
        KeyRole::Reader | KeyRole::User => Err(Problem::not_admin()),
    }
}

/// May the asker read the question of a run? Their own, and what others did not ask privately: with `local_only`, for
/// themselves alone, or in a place that only some can read.
fn may_read(asker: &Asker, run: &RunSeen) -> bool {
    let owner = run.row.requester.key();
    let own = asker.owners.contains(&owner);
    let by_key = run.row.requester.platform == crate::access::PLATFORM && asker.may_see(&owner);
    own || (run.privacy != Privacy::LocalOnly && (by_key || run.open))
}

fn silent(error: StoreError) -> Problem {
    tracing::error!(%error, "what runs have used cannot be told");
    Problem::unavailable()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::job::JobStatus;
    use gorkd_core::model::*;
    use gorkd_core::ports::JobRow;

    #[test]
    fn what_others_asked_in_private_is_not_read() {
        let run = |platform: &str, user: &str, privacy: Privacy, open: bool| RunSeen {
            number: 1,
            row: JobRow {
                job: "job_1".into(),
                thread: "thr_1".into(),
                turn: 1,
                place: "web:1".into(),
                requester: Requester { platform: platform.into(), user: user.into(), ..Requester::default() },
                question: "What?".into(),
                status: JobStatus::Completed,
                head: 1,
                created_at: Millis(0),
                updated_at: Millis(0),
                forked_from: None,
            },
            profile: Profile::Quick,
            privacy,
            open,
            usd: MicroUsd(0),
            failures: 0,
        };
        let local = Asker::local(true);
        let (open, strict) = (Privacy::Hybrid, Privacy::LocalOnly);
        for (platform, user, privacy, in_the_open, read) in [
            ("web", "ada", open, false, true),
            ("web", "ada", strict, false, false),
            ("web", "local", strict, false, true),
            ("cli", "local", strict, false, true),
            ("slack", "U1", open, true, true),
            ("slack", "U1", open, false, false),
            ("slack", "U1", strict, true, false),
            ("reader", "blog:ada", open, false, false),
        ] {
            let run = run(platform, user, privacy, in_the_open);
            assert_eq!(may_read(&local, &run), read, "{platform}:{user} {privacy:?}");
        }
    }
}
