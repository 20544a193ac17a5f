//! `gorkd watch`: answers that are rechecked from time to time.

use super::{named, print, print_json, refuse};
use crate::wire::App;
use gorkd_cli::screen::{Look, clean, table};
use gorkd_cli::{Exit, WatchCommand};
use gorkd_core::model::{Place, Requester};
use gorkd_core::view::iso;

pub async fn watch(app: &App, command: WatchCommand) -> anyhow::Result<Exit> {
    let (me, service) = (Requester::terminal(), &app.service);
    let done = match command {
        WatchCommand::Add { job, every_minutes } => {
            let job = match named::job(app, &job).await? {
                Ok(job) => job,
                Err(refusal) => return Ok(refuse(&refusal)),
            };
            let every = every_minutes.saturating_mul(60_000);
            let added = service.watch(&job, every, &me, &Place::from("cli:local")).await;
            added.map(|watch| {
                print(&format!(
                    "{} checks again at {}, if `gorkd serve` is running. `gorkd watch list` shows what has changed.\n",
                    watch.id,
                    iso(watch.next_at)
                ));
            })
        }
        WatchCommand::Remove { watch } => {
            service.drop_watch(&watch, &Requester::terminal()).await.map(|()| print("Removed.\n"))
        }
        WatchCommand::List { json } => match service.watches(Some(&me)).await {
            Ok(watches) if json => {
                print_json(&watches)?;
                Ok(())
            }
            Ok(watches) if watches.is_empty() => {
                print("Nothing is watched. `gorkd watch add JOB` watches an answer.\n");
                Ok(())
            }
            Ok(watches) => {
                let mut rows: Vec<Vec<String>> = Vec::new();
                let mut news = String::new();
                for watch in watches {
                    let state = match (&watch.problem, &watch.changed) {
                        (Some(problem), _) => problem.clone(),
                        (None, Some(changed)) => format!("changed {}", iso(changed.at)),
                        (None, None) => "unchanged".to_owned(),
                    };
                    for change in watch.changed.iter().flat_map(|changed| &changed.changes) {
                        news.push_str(&format!("  {}\n", clean(change)));
                    }
                    rows.push(vec![watch.id, iso(watch.next_at), state, watch.question]);
                }
                print(&table(&["watch", "next look", "state", "question"], &rows, Look::of_stdout()));
                print(&news);
                Ok(())
            }
            Err(refusal) => Err(refusal),
        },
    };
    Ok(done.map_or_else(|refusal| refuse(&refusal), |()| Exit::Answered))
}
