//! Answers already known, and the same question twice at once.

use super::*;
use gorkd_core::engine::KnownAnswer;
use gorkd_core::job::JobStatus;
use gorkd_core::view::view;

fn in_team(who: &str, channel: &str) -> Ask {
    Ask {
        requester: person(who),
        place: Place(format!("slack:T1:{channel}")),
        audience: Some("slack:T1".into()),
        ..ask(QUESTION)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_is_given_again_and_says_so() {
    let talk = Talk::with(&[]);
    let app = talk.open().await;
    let (first, job) = run(&app, in_team("ada", "C1")).await;
    assert_eq!(first.known, KnownAnswer::No);
    let app = talk.again(app).await;
    let reworded =
        Ask { text: "when was the harbour bridge of Eastmoor opened".into(), ..in_team("ben", "C2") };
    let again = app.service.ask(reworded).await.expect("taken");
    let KnownAnswer::Since(researched) = again.known else { panic!("{:?}", again.known) };
    assert_eq!(researched, job.updated_at);
    let given = app.service.job(&again.job, None).await.expect("there");
    assert_eq!((given.status(), given.turn), (JobStatus::Completed, 1));
    assert_eq!(given.answer, job.answer);
    assert_ne!((&again.job, &again.thread), (&first.job, &first.thread), "it is his own, to follow up on");
    let shown = view(&given);
    assert_eq!(shown.known.expect("known").job_id, first.job);
    assert_eq!(given.ledger.spent, Spend::default(), "it cost nothing");
    // He can go on from it as from his own.
    let follow_up =
        Ask { text: "How long is it?".into(), thread: Some(again.thread.clone()), ..in_team("ben", "C2") };
    let (_, job) = run(&app, follow_up).await;
    assert!(summary(&job).contains("412"), "{}", summary(&job));
    // Who keeps off a site, and a place that agrees before anything goes out, get no answer from elsewhere.
    app.service.remember(&person("eve"), None, "block_sites", "gossip.example").await.expect("remembered");
    app.service
        .remember(&person("eve"), Some("slack:T1:C7"), "approve_publish", "true")
        .await
        .expect("remembered");
    for asked in [in_team("eve", "C5"), in_team("fay", "C7")] {
        let own = app.service.ask(asked).await.expect("taken");
        assert_eq!(own.known, KnownAnswer::No);
        app.service.cancel(&own.job, &Requester::terminal()).await.expect("cancelled");
    }
    // A fresh run is one word away; a deeper one than was made, and a changed library, need no word.
    let force = ChosenTerms { force: true, ..ChosenTerms::default() };
    let fresh = app.service.ask(Ask { terms: force, ..in_team("ben", "C2") }).await.expect("taken");
    assert_eq!(fresh.known, KnownAnswer::No);
    let deep = ChosenTerms { profile: Some(Profile::Deep), ..ChosenTerms::default() };
    let deep = app.service.ask(Ask { terms: deep, ..in_team("cyd", "C3") }).await.expect("taken");
    assert_eq!(deep.known, KnownAnswer::No);
    app.close().await;
    let new = talk.machine.write("new.md", "# New\n\nSomething new.\n");
    assert!(talk.machine.run(&["library", "add", new.to_str().expect("a plain path")]).status.success());
    let app = talk.open().await;
    let after = app.service.ask(in_team("dan", "C3")).await.expect("taken");
    assert_eq!(after.known, KnownAnswer::No, "the library is another one now");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_answer_is_not_served_elsewhere() {
    let talk = Talk::with(&[]);
    let app = talk.open().await;
    let private = Ask { audience: None, ..in_team("ada", "D9") };
    run(&app, private).await;
    let app = talk.again(app).await;
    for asked in [in_team("ben", "C1"), Ask { audience: None, ..in_team("ben", "D8") }] {
        let ticket = app.service.ask(asked).await.expect("taken");
        assert_eq!(ticket.known, KnownAnswer::No);
        app.service.cancel(&ticket.job, &Requester::terminal()).await.expect("cancelled");
    }
    let own = app.service.ask(Ask { audience: None, ..in_team("ada", "D9") }).await.expect("taken");
    assert!(matches!(own.known, KnownAnswer::Since(_)), "in its own place it is known");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_who_ask_the_same_at_once_share_one_run() {
    let talk = Talk::with(&[]);
    let app = talk.open().await;
    let (ada, ben) =
        tokio::join!(app.service.ask(in_team("ada", "C1")), app.service.ask(in_team("ben", "C2")));
    let (ada, ben) = (ada.expect("taken"), ben.expect("taken"));
    assert_eq!(ada.job, ben.job, "one job");
    let known = [ada.known, ben.known];
    assert!(known.contains(&KnownAnswer::No) && known.contains(&KnownAnswer::InProgress), "{known:?}");
    let row = app.service.row(&ada.job).await.expect("there");
    let (first, second) = if row.requester == person("ada") { ("ada", "ben") } else { ("ben", "ada") };
    let app = talk.again(app).await;
    let followers = app.ports.answers.followers(&ada.job).await.expect("asked");
    assert_eq!(followers.iter().map(|one| one.requester.clone()).collect::<Vec<_>>(), [person(second)]);
    // A stranger commands nothing; who watches along stops a run of his own.
    let stranger = app.service.stop(&ada.job, &person("eve")).await.expect_err("not hers");
    assert_eq!(stranger.code, RefusalCode::NotAllowed);
    let stopped = app.service.stop(&ada.job, &person(second)).await.expect("a branch");
    let branch = stopped.branch.expect("his own");
    assert_ne!(branch.job, ada.job);
    let own = work(&app, &branch.job).await;
    assert_eq!((own.status(), own.requester.clone()), (JobStatus::Completed, person(second)));
    let job = work(&app, &ada.job).await;
    assert_eq!(job.status(), JobStatus::Completed);
    assert_eq!(job.requester, person(first));
    assert!(summary(&job).contains("1931"), "nobody stopped the first one's run: {}", summary(&job));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_ends_when_the_last_who_waits_for_it_cancels() {
    let talk = Talk::with(&[]);
    let app = talk.open().await;
    let ada = app.service.ask(in_team("ada", "C1")).await.expect("taken");
    let ben = app.service.ask(in_team("ben", "C2")).await.expect("taken");
    assert_eq!(ben.known, KnownAnswer::InProgress);
    app.service.cancel(&ada.job, &person("ada")).await.expect("heard");
    assert!(!app.service.job(&ada.job, None).await.expect("there").cancelled, "ben still waits");
    let app = talk.again(app).await;
    app.service.cancel(&ada.job, &person("ben")).await.expect("left");
    app.service.cancel(&ada.job, &person("ada")).await.expect("heard");
    assert!(app.service.job(&ada.job, None).await.expect("there").cancelled);
    app.close().await;
}
