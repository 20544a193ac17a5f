//! Looking at an answer again, once and from time to time.

use super::*;
use crate::world::chat::gorkd::rebuild_bridge;
use gorkd_core::job::JobStatus;
use gorkd_core::model::ClaimChange;
use gorkd_core::view::view;

const LONG: &str = "How long is the Harbour Bridge of Eastmoor?";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_look_reports_the_one_number_that_changed() {
    let talk = Talk::on(Machine::with_own_library(), &[]);
    let app = talk.open().await;
    let (first, job) = run(&app, ask(LONG)).await;
    assert!(summary(&job).contains("412"), "{}", summary(&job));
    let again = app.service.recheck(&first.job, ask("")).await.expect("taken");
    let same = work(&app, &again.job).await;
    assert_eq!(view(&same).changes.expect("compared").claims, [], "nothing has changed yet");
    assert_eq!((again.thread, again.turn), (first.thread.clone(), 2));
    app.close().await;
    rebuild_bridge(&talk.machine);
    let app = talk.open().await;
    let again = app.service.recheck(&first.job, ask("")).await.expect("taken");
    let app = talk.again(app).await;
    let changed = work(&app, &again.job).await;
    let changes = view(&changed).changes.expect("compared");
    assert_eq!(changes.job_id, first.job);
    let [ClaimChange::Changed { before, after }] = changes.claims.as_slice() else { panic!("{changes:?}") };
    assert!(before.contains("412") && after.contains("415"), "{before} / {after}");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_watch_speaks_only_when_something_has_changed() {
    let talk = Talk::on(Machine::with_own_library(), &["watches.shortest_minutes=1"]);
    let app = talk.open().await;
    let (first, _) = run(&app, ask(LONG)).await;
    let me = Requester::terminal();
    let place = Place::from("cli:local");
    let hasty = app.service.watch(&first.job, 1_000, &me, &place).await.expect_err("too often");
    assert!(hasty.message.contains("1 minute"), "{}", hasty.message);
    let watch = app.service.watch(&first.job, 60_000, &me, &place).await.expect("watched");
    assert!(app.service.look_at_watches().await.expect("looked").is_empty(), "it is not due yet");
    // A minute passes: the row says so.
    let due =
        |watch: &gorkd_core::ports::Watch| gorkd_core::ports::Watch { next_at: Millis(0), ..watch.clone() };
    let make_due = async |app: &App| {
        let now = app.service.watches(None).await.expect("asked").remove(0);
        assert!(app.ports.watches.move_watch(&now, &due(&now)).await.expect("moved"));
    };
    make_due(&app).await;
    assert!(app.service.look_at_watches().await.expect("looked").is_empty());
    let app = talk.again(app).await;
    let running = app.service.watches(Some(&me)).await.expect("asked").remove(0).running.expect("a look");
    assert_eq!(work(&app, &running).await.status(), JobStatus::Completed);
    assert!(app.service.look_at_watches().await.expect("looked").is_empty(), "nothing has changed");
    let quiet = app.service.watches(Some(&me)).await.expect("asked").remove(0);
    assert_eq!((quiet.runs, quiet.changed, quiet.base), (1, None, first.job.clone()));
    app.close().await;
    rebuild_bridge(&talk.machine);
    let app = talk.open().await;
    make_due(&app).await;
    app.service.look_at_watches().await.expect("looked");
    let running = app.service.watches(Some(&me)).await.expect("asked").remove(0).running.expect("a look");
    work(&app, &running).await;
    let app = talk.again(app).await;
    let told = app.service.look_at_watches().await.expect("looked");
    let changed = told[0].changed.clone().expect("a change");
    assert!(changed.changes.len() == 1 && changed.changes[0].contains("415"), "{changed:?}");
    let look = app.service.row(&changed.job).await.expect("there");
    assert_eq!(look.requester, me, "its owner can look into what was found");
    assert!(app.service.look_at_watches().await.expect("looked").is_empty(), "told once");
    app.service.drop_watch(&watch.id, &Requester::terminal()).await.expect("dropped");
    assert!(app.service.watches(Some(&me)).await.expect("asked").is_empty());
    app.close().await;
}
