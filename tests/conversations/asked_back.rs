//! Questions back, plans, leave to go on.

use super::*;
use gorkd_core::job::{JobStatus, Reply, StopReason};
use gorkd_core::view::view;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bare_topic_becomes_an_answer_by_questions_and_a_plan() {
    let talk = Talk::with(&[]);
    let app = talk.open().await;
    let ticket = app.service.ask(interactive("harbour bridge")).await.expect("taken");
    // Asked at once: no worker has looked at it yet.
    let job = app.service.job(&ticket.job, None).await.expect("there");
    assert_eq!((job.status(), open(&job).as_str()), (JobStatus::Waiting, "clarify.0"));
    let row = app.service.row(&ticket.job).await.expect("there");
    assert_eq!(row.status, JobStatus::Waiting, "the row says so too, and nobody holds it");

    let app = talk.again(app).await;
    reply(&app, &ticket.job, "clarify.0", Reply::Option(1)).await;
    let late = app
        .service
        .reply(&ticket.job, "clarify.0", Reply::Option(2), &Requester::terminal())
        .await
        .expect_err("answered");
    assert_eq!(late.code, RefusalCode::Conflict);
    assert!(late.message.contains("already answered"), "{}", late.message);
    let wrong = app
        .service
        .reply(&ticket.job, "clarify.1", Reply::Option(9), &Requester::terminal())
        .await
        .expect_err("no such option");
    assert_eq!(wrong.code, RefusalCode::InvalidQuestion);
    reply(&app, &ticket.job, "clarify.1", Reply::Custom("any time".into())).await;
    reply(&app, &ticket.job, "clarify.2", Reply::Option(0)).await;
    reply(&app, &ticket.job, "clarify.3", Reply::Option(1)).await;
    let job = work(&app, &ticket.job).await;
    assert_eq!((job.status(), open(&job).as_str()), (JobStatus::Waiting, "approve.plan.0"));
    let plan = job.plan.clone().expect("a plan");
    assert!(plan.sub_questions.iter().any(|part| part.text.contains("how it works")), "{plan:?}");
    assert!(text(&job).contains("free of charge"), "{}", text(&job));

    let app = talk.again(app).await;
    reply(&app, &ticket.job, "approve.plan.0", Reply::Custom("the ferry".into())).await;
    let job = work(&app, &ticket.job).await;
    assert_eq!(open(&job), "approve.plan.1");
    let plan = job.plan.clone().expect("a plan");
    assert!(plan.sub_questions.iter().any(|part| part.text.contains("ferry")), "{plan:?}");
    let queries = vec!["harbour bridge Eastmoor opened".to_owned()];
    let edit = Reply::Edit { constraints: Vec::new(), queries: queries.clone() };
    reply(&app, &ticket.job, "approve.plan.1", edit).await;
    let job = app.service.job(&ticket.job, None).await.expect("there");
    assert_eq!(open(&job), "approve.plan.2", "what was changed is shown again");

    let app = talk.again(app).await;
    reply(&app, &ticket.job, "approve.plan.2", Reply::Approve).await;
    let job = work(&app, &ticket.job).await;
    assert_eq!(job.status(), JobStatus::Completed);
    assert_eq!(job.rounds[0].queries.iter().map(|query| query.text.clone()).collect::<Vec<_>>(), queries);
    assert!(summary(&job).contains("1931") || summary(&job).contains("412"), "{}", summary(&job));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn just_go_ends_all_asking_and_a_time_limit_does_too() {
    let talk = Talk::with(&["ask.reply_within_seconds=1"]);
    let app = talk.open().await;
    let hasty = app.service.ask(interactive("harbour bridge")).await.expect("taken");
    reply(&app, &hasty.job, "clarify.0", Reply::JustGo).await;
    let job = work(&app, &hasty.job).await;
    assert_eq!(job.status(), JobStatus::Completed, "no plan is shown to somebody in a hurry");
    let absent = app.service.ask(interactive("the old ferry")).await.expect("taken");
    let app = talk.again(app).await;
    let worker = app.worker(CancellationToken::new()).expect("a worker");
    let fence = loop {
        // The question back runs out of its second.
        match worker.claim(Some(&absent.job)).await.expect("asked") {
            Some(fence) => break fence,
            None => tokio::time::sleep(std::time::Duration::from_millis(50)).await,
        }
    };
    worker.run_one(fence).await.0.expect("it ends");
    let job = app.service.job(&absent.job, None).await.expect("there");
    assert_eq!(job.status(), JobStatus::Completed);
    let refused = app
        .service
        .reply(&absent.job, "clarify.0", Reply::Option(0), &Requester::terminal())
        .await
        .expect_err("too late");
    assert_eq!(refused.code, RefusalCode::Conflict);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_plan_can_be_made_cheaper_or_deeper_or_be_cancelled() {
    let talk = Talk::with(&[]);
    let app = talk.open().await;
    let ticket = app.service.ask(interactive(QUESTION)).await.expect("taken");
    reply(&app, &ticket.job, "clarify.0", Reply::Option(0)).await;
    let job = work(&app, &ticket.job).await;
    assert_eq!(open(&job), "approve.plan.0");
    app.service
        .reply_with_profile(&ticket.job, "approve.plan.0", true, &Requester::terminal())
        .await
        .expect("deeper");
    let app = talk.again(app).await;
    let job = work(&app, &ticket.job).await;
    assert_eq!((job.terms.profile, open(&job).as_str()), (Profile::Deep, "approve.plan.1"));
    let none =
        app.service.reply_with_profile(&ticket.job, "approve.plan.1", true, &Requester::terminal()).await;
    assert_eq!(none.expect_err("there is none").code, RefusalCode::Conflict);
    app.service
        .reply_with_profile(&ticket.job, "approve.plan.1", false, &Requester::terminal())
        .await
        .expect("cheaper");
    let job = work(&app, &ticket.job).await;
    assert_eq!((job.terms.profile, open(&job).as_str()), (Profile::Standard, "approve.plan.2"));
    reply(&app, &ticket.job, "approve.plan.2", Reply::Decline).await;
    let job = work(&app, &ticket.job).await;
    assert_eq!(job.status(), JobStatus::Cancelled);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_harvest_is_written_about_from_what_there_is() {
    let talk = Talk::with(&["approval.above_pages=1"]);
    let app = talk.open().await;
    let (ticket, job) = run(&app, ask(QUESTION)).await;
    assert_eq!((job.status(), open(&job).as_str()), (JobStatus::Waiting, "approve.harvest.0"));
    let app = talk.again(app).await;
    reply(&app, &ticket.job, "approve.harvest.0", Reply::Decline).await;
    let job = work(&app, &ticket.job).await;
    assert_eq!((job.status(), job.stop), (JobStatus::Completed, Some(StopReason::StoppedByUser)));
    assert_eq!(job.documents().count(), 0, "nothing was read without leave");
    // With leave it goes on, and is not asked again.
    let fresh = Ask { terms: ChosenTerms { force: true, ..ChosenTerms::default() }, ..ask(QUESTION) };
    let (ticket, _) = run(&app, fresh).await;
    reply(&app, &ticket.job, "approve.harvest.0", Reply::Approve).await;
    let job = work(&app, &ticket.job).await;
    assert_eq!(job.status(), JobStatus::Completed);
    assert!(summary(&job).contains("1931"), "{}", summary(&job));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_published_without_leave() {
    let talk = Talk::with(&[]);
    let app = talk.open().await;
    // A place's own setting, by those who may.
    let me = Requester::terminal();
    app.service.remember(&me, Some("cli"), "approve_publish", "true").await.expect("remembered");
    let (ticket, job) = run(&app, ask(QUESTION)).await;
    assert_eq!((job.status(), open(&job).as_str()), (JobStatus::Waiting, "approve.publish"));
    assert!(view(&job).answer.is_none() && view(&job).claims.is_empty(), "nothing of it is shown");
    let app = talk.again(app).await;
    reply(&app, &ticket.job, "approve.publish", Reply::Decline).await;
    let job = work(&app, &ticket.job).await;
    let shown = view(&job);
    assert_eq!(job.status(), JobStatus::Cancelled);
    assert_eq!(shown.error.expect("an error").code, "withheld");
    assert!(shown.answer.is_none());
    let (ticket, _) = run(&app, ask("How long is the Harbour Bridge of Eastmoor?")).await;
    let app = talk.again(app).await;
    reply(&app, &ticket.job, "approve.publish", Reply::Approve).await;
    let job = work(&app, &ticket.job).await;
    assert_eq!(job.status(), JobStatus::Completed);
    assert!(summary(&job).contains("412"), "{}", summary(&job));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unbidden_only_what_is_clearly_ambiguous_is_asked_back() {
    let talk = Talk::with(&[]);
    let app = talk.open().await;
    let vague = app.service.ask(ask("What is the best?")).await.expect("taken");
    let job = app.service.job(&vague.job, None).await.expect("there");
    assert_eq!((job.status(), open(&job).as_str()), (JobStatus::Waiting, "clarify.0"));
    let app = talk.again(app).await;
    reply(&app, &vague.job, "clarify.0", Reply::Custom("the best bridge of Eastmoor".into())).await;
    // Nobody had chosen a mode: what was meant is planned together.
    let job = work(&app, &vague.job).await;
    assert_eq!((job.status(), open(&job).as_str()), (JobStatus::Waiting, "approve.plan.0"));
    let refined = view(&job).refined_question;
    assert_eq!(refined.as_deref(), Some("What is the best? (the best bridge of Eastmoor)"));
    let app = talk.again(app).await;
    reply(&app, &vague.job, "approve.plan.0", Reply::Approve).await;
    let job = work(&app, &vague.job).await;
    assert_eq!(job.status(), JobStatus::Completed);

    let chosen = ChosenTerms { planning: Some(Planning::Auto), force: true, ..ChosenTerms::default() };
    let (vague, job) = run(&app, Ask { terms: chosen, ..ask("What is the best?") }).await;
    assert_eq!((job.status(), open(&job).as_str()), (JobStatus::Waiting, "clarify.0"));
    let app = talk.again(app).await;
    reply(&app, &vague.job, "clarify.0", Reply::Custom("the best bridge of Eastmoor".into())).await;
    let job = work(&app, &vague.job).await;
    assert_eq!(job.status(), JobStatus::Completed, "one question, and no plan to agree to");
    let (_, job) = run(&app, ask(QUESTION)).await;
    assert!(job.clarification.is_none(), "a clear question is not looked at twice");
    app.close().await;
    let off = Talk::with(&["ask.ask_back=false"]);
    let app = off.open().await;
    let (_, job) = run(&app, ask("What is the best?")).await;
    assert_eq!(job.status(), JobStatus::Completed);
    app.close().await;
}
