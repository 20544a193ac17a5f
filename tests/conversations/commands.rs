//! Follow-ups, stop, steer, branches, sources pinned and left out, files, memory.

use super::*;
use crate::world::process::stderr;
use gorkd_core::job::{Edit, JobStatus, Reply, Stage, StopReason};
use gorkd_rules::plan::steer;
use serde_json::Value;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_follow_up_leans_on_its_thread() {
    let talk = Talk::with(&[]);
    let app = talk.open().await;
    let private = ChosenTerms { privacy: Some(Privacy::LocalOnly), ..ChosenTerms::default() };
    let (first, job) = run(&app, Ask { terms: private, ..ask(QUESTION) }).await;
    let numbers = |job: &Job| -> Vec<(SourceId, u32)> {
        let answer = job.answer.clone().unwrap_or_default();
        answer.sources.iter().filter_map(|source| Some((source.id.clone(), source.number?))).collect()
    };
    let before = numbers(&job);
    assert!(!before.is_empty());
    let app = talk.again(app).await;
    let follow_up = Ask { thread: Some(first.thread.clone()), ..ask("And how long is it?") };
    let (second, job) = run(&app, follow_up).await;
    assert_eq!((second.thread, second.turn), (first.thread.clone(), 2));
    assert_eq!(job.terms.privacy, Privacy::LocalOnly, "what was asked in private stays so");
    assert!(summary(&job).contains("412"), "{}", summary(&job));
    for (source, number) in numbers(&job) {
        let known = before.iter().find(|(known, _)| *known == source);
        assert!(known.is_none_or(|(_, was)| *was == number), "{source} was renumbered");
    }
    // Each turn can be opened by itself.
    let first_again = app.service.job(&first.job, None).await.expect("there");
    assert!(summary(&first_again).contains("1931"));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn steering_changes_the_next_queries() {
    let talk = Talk::with(&["approval.above_pages=1"]);
    let app = talk.open().await;
    let (ticket, job) = run(&app, ask(QUESTION)).await;
    assert_eq!(open(&job), "approve.harvest.0");
    let said =
        app.service.steer(&ticket.job, "also check the ferry", &Requester::terminal()).await.expect("taken");
    assert!(said.message.starts_with("Noted"), "{said:?}");
    let app = talk.again(app).await;
    reply(&app, &ticket.job, "approve.harvest.0", Reply::Approve).await;
    let job = work(&app, &ticket.job).await;
    assert_eq!(job.status(), JobStatus::Completed);
    let later: Vec<&str> =
        job.rounds.iter().skip(1).flat_map(|round| &round.queries).map(|query| query.text.as_str()).collect();
    assert!(later.iter().any(|query| query.contains("ferry")), "{later:?}");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stop_while_it_waits_ends_in_an_answer() {
    let talk = Talk::with(&["approval.above_pages=1"]);
    let app = talk.open().await;
    let (ticket, _) = run(&app, ask(QUESTION)).await;
    app.service.stop(&ticket.job, &Requester::terminal()).await.expect("stopped");
    let app = talk.again(app).await;
    let job = work(&app, &ticket.job).await;
    assert_eq!((job.status(), job.stop), (JobStatus::Completed, Some(StopReason::StoppedByUser)));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_branch_pays_only_for_what_follows_its_checkpoint() {
    let talk = Talk::with(&[]);
    for (site, text) in [
        ("alpha", "# Eastmoor lighthouse\n\nThe lighthouse of Eastmoor was built in 1899 by Karl Voss.\n"),
        ("beta", "# The lighthouse\n\nThe lighthouse of Eastmoor, built in 1899, is 31 metres high.\n"),
    ] {
        talk.machine.write(&format!("{site}/light.md"), text);
        let folder = talk.machine.home().join(site);
        let url = format!("https://{site}.example/");
        let added =
            talk.machine.run(&["library", "add", folder.to_str().expect("plain"), "--base-url", &url]);
        assert!(added.status.success());
    }
    let app = talk.open().await;
    let (ticket, job) = run(&app, ask("When was the lighthouse of Eastmoor built?")).await;
    let hosts = |job: &Job| -> Vec<String> {
        let answer = job.answer.clone().unwrap_or_default();
        answer.sources.iter().filter(|one| one.number.is_some()).map(|one| one.document.host()).collect()
    };
    assert!(hosts(&job).iter().any(|host| host == "alpha.example"), "{:?}", hosts(&job));
    let round_one = job
        .checkpoints
        .iter()
        .find(|checkpoint| checkpoint.stage == Stage::Read && checkpoint.round == Some(0))
        .expect("a checkpoint");
    let app = talk.again(app).await;
    let alpha = job.documents().find(|(_, _, document)| document.host() == "alpha.example").expect("read");
    let edit = Edit {
        constraints: vec![steer("skip alpha.example")],
        exclude: vec![alpha.2.source_id()],
        ..Edit::default()
    };
    let asked = Ask { requester: Requester::terminal(), ..Ask::default() };
    let branch = app.service.fork(&ticket.job, round_one.seq, edit, asked).await.expect("a checkpoint");
    let forked = work(&app, &branch.job).await;
    assert_eq!(forked.status(), JobStatus::Completed);
    assert!(!hosts(&forked).iter().any(|host| host == "alpha.example"), "{:?}", hosts(&forked));
    let events = app.service.events(&branch.job, 0).await.expect("there");
    let run_anew = started(&events, round_one.seq);
    assert!(
        !run_anew.iter().any(|effect| effect.starts_with("plan") || effect.starts_with("r0.search")),
        "{run_anew:?}"
    );
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writing_again_with_other_sources_searches_nothing() {
    let talk = Talk::with(&[]);
    let app = talk.open().await;
    let (ticket, job) = run(&app, ask(QUESTION)).await;
    let cited = job.answer.as_ref().expect("an answer").citations[0].source_id.clone();
    let app = talk.again(app).await;
    let asked = || Ask { requester: Requester::terminal(), ..Ask::default() };
    let nobody = app.service.write_again(&ticket.job, vec!["src_none".into()], Vec::new(), asked()).await;
    assert_eq!(nobody.expect_err("unknown").code, RefusalCode::NotFound);
    let all = app.service.write_again(&ticket.job, Vec::new(), vec!["src_".into()], asked()).await;
    assert!(all.expect_err("many").message.contains("More than one source"));
    let both = app.service.write_again(&ticket.job, vec![cited.clone()], vec!["1".into()], asked()).await;
    assert_eq!(both.expect_err("at once").code, RefusalCode::InvalidQuestion, "however it is named");
    // The first citation is of number 1.
    let again =
        app.service.write_again(&ticket.job, Vec::new(), vec!["1".into()], asked()).await.expect("taken");
    let written = work(&app, &again.job).await;
    assert_eq!(written.status(), JobStatus::Completed);
    let answer = written.answer.as_ref().expect("an answer");
    assert!(answer.citations.iter().all(|citation| citation.source_id != cited), "{answer:?}");
    let events = app.service.events(&again.job, 0).await.expect("there");
    let at = written.forked_from.as_ref().expect("a branch").1;
    let run_anew = started(&events, at);
    assert!(
        run_anew.iter().all(|effect| effect.starts_with("synthesize") || effect.starts_with("verify")),
        "{run_anew:?}"
    );
    app.close().await;
}

#[test]
fn a_file_given_along_is_of_its_thread_alone() {
    let machine = Machine::with_library();
    let ask = |args: &[&str], question: &str| -> Value {
        let all: Vec<&str> =
            ["ask", "--json"].into_iter().chain(args.iter().copied()).chain([question]).collect();
        serde_json::from_slice(&machine.run(&all).stdout).expect("a job")
    };
    let summary = |job: &Value| job["answer"]["summary"].as_str().unwrap_or_default().to_owned();
    let notes = machine.write(
        "notes.md",
        "# Minutes\n\nThe harbour council chose Petra Lindqvist as its chair in March 2024.\n",
    );
    let notes = notes.to_str().expect("plain");
    let question = "Who did the harbour council choose as its chair?";
    let with_file = ask(&["--file", notes], question);
    assert!(summary(&with_file).contains("Petra Lindqvist"), "{with_file}");
    let cited = with_file["sources"].as_array().expect("some").iter().find(|source| source["cited"] == true);
    assert!(cited.expect("one")["url"].as_str().is_some_and(|url| url.contains("notes.md#")), "{with_file}");
    // Elsewhere nothing is known of it, and the same question is researched anew.
    let without = ask(&[], question);
    assert!(!summary(&without).contains("Petra") && without["known"].is_null(), "{without}");
    // A later turn of the thread has it, with a second one.
    let more = machine.write("more.txt", "The budget of the harbour council for 2025 is 48,000 crowns.\n");
    let thread = with_file["thread_id"].as_str().expect("one");
    let budget = "What is the budget of the harbour council for 2025?";
    let later = ask(&["--thread", thread, "--file", more.to_str().expect("plain")], budget);
    assert!(summary(&later).contains("48,000"), "{later}");
    assert_eq!(
        later["sources"]
            .as_array()
            .expect("some")
            .iter()
            .filter(|one| one["why_used"] == "given along with the question")
            .count(),
        2
    );
    let broken = machine.write("broken.pdf", "%PDF-1.4 nothing");
    let refused = machine.run(&["ask", "--file", broken.to_str().expect("plain"), question]);
    assert_eq!(refused.status.code(), Some(3));
    assert!(stderr(&refused).starts_with("broken.pdf cannot be read: "), "{}", stderr(&refused));
    let gone = machine.run(&["ask", "--file", "/nowhere/x.md", question]);
    assert!(stderr(&gone).starts_with("x.md cannot be read: "), "{}", stderr(&gone));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_remembered_fills_in_what_a_question_leaves_open() {
    let talk = Talk::with(&[]);
    let app = talk.open().await;
    let me = Requester::terminal();
    app.service.remember(&me, None, "profile", "quick").await.expect("remembered");
    app.service.remember(&me, None, "block_sites", "gossip.example").await.expect("remembered");
    app.service.remember(&me, Some("cli:local"), "privacy", "local_only").await.expect("remembered");
    for (name, value) in
        [("profile", "huge"), ("colour", "red"), ("approve_publish", "true"), ("language", "German")]
    {
        let refused = app.service.remember(&me, None, name, value).await.expect_err("not that");
        assert_eq!(refused.code, RefusalCode::InvalidQuestion, "{name}");
    }
    let app = talk.again(app).await;
    let ticket = app.service.ask(ask(QUESTION)).await.expect("taken");
    let job = app.service.job(&ticket.job, None).await.expect("there");
    assert_eq!((job.terms.profile, job.terms.privacy), (Profile::Quick, Privacy::LocalOnly));
    assert_eq!(job.constraints.len(), 1);
    let deep = ChosenTerms { profile: Some(Profile::Deep), force: true, ..ChosenTerms::default() };
    let ticket = app.service.ask(Ask { terms: deep, ..ask(QUESTION) }).await.expect("taken");
    let job = app.service.job(&ticket.job, None).await.expect("there");
    assert_eq!(job.terms.profile, Profile::Deep, "what is said counts more");
    assert_eq!(app.service.forget(&me, None, None).await.expect("forgotten"), 2);
    assert!(app.service.remembered_of_person(&me).await.expect("asked").is_empty());
    app.close().await;
}
