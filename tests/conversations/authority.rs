//! Who may change what, row by row.

use super::*;
use gorkd_core::job::Reply;

/// What somebody is to a run that ada asked for in Slack, and ben waits for as well.
const SOMEBODY: [(&str, &str, &str, &[&str]); 7] = [
    ("asker", "slack", "ada", &[]),
    ("waits along", "slack", "ben", &[]),
    ("stranger", "slack", "eve", &[]),
    ("admin", "slack", "amy", &["admin"]),
    ("admin elsewhere", "discord", "dan", &["owner", "admin"]),
    ("operator", "cli", "local", &["owner"]),
    ("key", "web", "ci", &[]),
];

/// For each command: may each of them?
const TABLE: [(&str, [bool; 7]); 14] = [
    ("stop", [true, true, false, true, false, true, false]),
    ("steer", [true, true, false, true, false, true, false]),
    ("cancel", [true, true, false, true, false, true, false]),
    ("reply", [true, false, false, true, false, true, false]),
    ("profile", [true, false, false, true, false, true, false]),
    ("mode", [true, false, false, true, false, true, false]),
    ("retry", [true, false, false, true, false, true, false]),
    ("share", [true, false, false, true, false, true, false]),
    ("unshare", [true, false, false, true, false, true, false]),
    ("rename", [true, false, false, false, false, true, false]),
    ("drop_watch", [true, false, false, false, false, true, false]),
    ("erase", [true, false, false, false, false, true, false]),
    ("export_person", [false, false, false, false, false, true, false]),
    ("erase_person", [false, false, false, false, false, true, false]),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_command_is_open_to_those_whom_the_table_names() {
    let talk = Talk::with(&["admission.runs=10000", "answers.reuse=false"]);
    let app = talk.open().await;
    let mut nth = 0;
    for (command, allowed) in TABLE {
        for ((who, platform, user, roles), allowed) in SOMEBODY.into_iter().zip(allowed) {
            let by = Requester {
                platform: platform.into(),
                user: user.into(),
                roles: roles.iter().map(|role| (*role).to_owned()).collect(),
                ..Requester::default()
            };
            nth += 1;
            let run = shared_run(&app, &format!("{QUESTION} Number {nth}.")).await;
            let done = carried_out(&app, command, &run, &by).await;
            let refused = done.as_ref().is_err_and(|refusal| {
                // Others are not told that a watch exists.
                refusal.code == RefusalCode::NotAllowed
                    || command == "drop_watch" && refusal.code == RefusalCode::NotFound
            });
            assert_eq!(!refused, allowed, "{who}, {command}: {done:?}");
        }
    }
    app.close().await;
}

struct Run {
    job: JobId,
    thread: ThreadId,
    watch: String,
}

/// A run of ada's that ben waits for too, and a watch of hers.
async fn shared_run(app: &App, question: &str) -> Run {
    let asked = |who: &str, channel: &str| Ask {
        requester: person(who),
        place: Place(format!("slack:T1:{channel}")),
        audience: Some("slack:T1".into()),
        ..ask(question)
    };
    let ticket = app.service.ask(asked("ada", "C1")).await.expect("taken");
    let along = gorkd_core::ports::Follower {
        job: ticket.job.clone(),
        requester: person("ben"),
        place: Place::from("slack:T1:C2"),
        at: Millis(0),
    };
    app.ports.answers.follow(&along).await.expect("kept");
    let watch = gorkd_core::ports::Watch {
        id: format!("wat_{}", ticket.job),
        owner: person("ada"),
        origin: ticket.job.clone(),
        base: ticket.job.clone(),
        thread: ticket.thread.clone(),
        ..gorkd_core::ports::Watch::default()
    };
    app.ports.watches.put_watch(&watch).await.expect("kept");
    Run { job: ticket.job, thread: ticket.thread, watch: watch.id }
}

async fn carried_out(app: &App, command: &str, run: &Run, by: &Requester) -> Result<(), Refusal> {
    let (service, job) = (&app.service, &run.job);
    match command {
        "stop" => service.stop(job, by).await.map(drop),
        "steer" => service.steer(job, "only 2025", by).await.map(drop),
        "cancel" => service.cancel(job, by).await.map(drop),
        "reply" => service.reply(job, "clarify.0", Reply::JustGo, by).await.map(drop),
        "profile" => service.reply_with_profile(job, "approve.plan.0", true, by).await.map(drop),
        "mode" => service.plan_as(job, Planning::Auto, by).await.map(drop),
        "retry" => service.retry(job, by).await.map(drop),
        "share" => service.share(job, by).await.map(drop),
        "unshare" => service.unshare(job, by).await,
        "rename" => service.rename(&run.thread, "A bridge", by).await,
        "drop_watch" => service.drop_watch(&run.watch, by).await,
        "erase" => service.erase(&run.thread, by).await,
        "export_person" => service.export_person(&person("ada").key(), by, |_, _| {}).await,
        "erase_person" => service.erase_person(&person("nobody").key(), by).await.map(drop),
        other => unreachable!("{other}"),
    }
}
