//! What the operator of gorkd sees: all runs, their usage, provider health, and limits.
//!
//! The cost of a list depends only on its page size, and totals come from rows maintained for them. The only
//! journals read are those of running jobs on the requested page. A private question is never shown to anyone
//! else.

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

/// Whether the asker may read the question of a run: their own, and questions that others did not ask
/// privately. Private means `local_only`, visible only to the asker, or asked in a place that not everyone can
/// read.
fn may_read(asker: &Asker, run: &RunSeen) -> bool {
    let owner = run.row.requester.key();
    let own = asker.owners.contains(&owner);
    let by_key = run.row.requester.platform == crate::access::PLATFORM && asker.may_see(&owner);
    own || (run.privacy != Privacy::LocalOnly && (by_key || run.open))
}

fn silent(error: StoreError) -> Problem {
    tracing::error!(%error, "failed to read the usage of runs");
    Problem::unavailable()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::job::JobStatus;
    use gorkd_core::model::*;
    use gorkd_core::ports::JobRow;

    #[test]
    fn private_questions_of_others_are_hidden() {
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
