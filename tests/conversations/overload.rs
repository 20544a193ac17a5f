//! More than can be done at once: who goes first, what is put off, and that nobody waits for what somebody else needs.

use super::*;
use crate::world::models::{ModelServer, Shape};
use crate::world::searxng::Searxng;
use gorkd_core::engine::{AskDefaults, File, Service};
use gorkd_core::job::JobStatus;
use gorkd_core::ports::RawContent;
use std::time::{Duration, Instant};

/// One of several questions of which none is like another.
fn nth(place: &str, at: usize) -> Ask {
    let text = format!("How long is the Harbour Bridge of Eastmoor, measured in year {}?", 1900 + at);
    let terms = ChosenTerms { force: true, planning: Some(Planning::Auto), ..ChosenTerms::default() };
    Ask { place: place.into(), terms, unattended: true, ..ask(&text) }
}

async fn asked(app: &App, asks: impl IntoIterator<Item = Ask>) -> Vec<JobId> {
    let mut jobs = Vec::new();
    for ask in asks {
        jobs.push(app.service.ask(ask).await.expect("the question is taken").job);
    }
    jobs
}

/// Claims what comes next, until nothing is due.
async fn in_order(app: &App) -> Vec<JobId> {
    let worker = app.worker(CancellationToken::new()).expect("a worker");
    let mut jobs = Vec::new();
    while let Some(fence) = worker.claim(None).await.expect("the store answers") {
        jobs.push(fence.job);
    }
    jobs
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_places_the_one_that_asks_less_is_served_next() {
    let talk = Talk::with(&[]);
    let app = talk.open().await;
    let flood = (0..6).map(|at| nth(&format!("slack:T1:C1:{at}"), at));
    let flood = asked(&app, flood).await;
    let other = asked(&app, [nth("slack:T1:C2:9", 9)]).await;
    let place = app.service.queued(&other[0]).await.expect("asked");
    assert_eq!(
        place,
        Some((2, None)),
        "its place is told, and no time as long as nothing says how long it takes"
    );
    let order = in_order(&app).await;
    assert_eq!(order[..3], [flood[0].clone(), other[0].clone(), flood[1].clone()]);
    assert_eq!(order.len(), 7, "and all are served");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_asks_comes_before_a_watch_and_a_full_line_puts_it_off() {
    let talk = Talk::with(&["watches.shortest_minutes=1", "admission.line=2"]);
    let app = talk.open().await;
    let (first, _) = run(&app, ask(QUESTION)).await;
    let (me, place) = (Requester::terminal(), Place::from("cli:local"));
    app.service.watch(&first.job, 60_000, &me, &place).await.expect("watched");
    let watch = async || app.service.watches(None).await.expect("asked").remove(0);
    let due = gorkd_core::ports::Watch { next_at: Millis(0), ..watch().await };
    assert!(app.ports.watches.move_watch(&watch().await, &due).await.expect("moved"));

    let full = asked(&app, [nth("web:a", 1), nth("web:b", 2)]).await;
    let refused = app.service.ask(nth("web:c", 3)).await.expect_err("the line is full");
    assert_eq!((refused.code, refused.retry_after), (RefusalCode::Overloaded, Some(60)));
    assert_eq!(refused.setting.as_deref(), Some("admission.line"));
    assert!(refused.to(gorkd_words::Locale::De).contains("Gerade warten"), "{refused:?}");
    let broken = File {
        name: "plan.pdf".into(),
        content: RawContent::Bytes("This is no PDF.".into()),
        content_type: None,
        kind: None,
    };
    let with_file = Ask { files: vec![broken], ..nth("web:c", 3) };
    let refused = app.service.ask(with_file).await.expect_err("the line is full");
    assert_eq!(refused.code, RefusalCode::Overloaded, "and its file is not read");
    let known = app.service.ask(ask(QUESTION)).await.expect("what is known needs no room");
    assert!(matches!(known.known, gorkd_core::engine::KnownAnswer::Since(_)));
    app.service.look_at_watches().await.expect("looked");
    assert_eq!(watch().await, due, "it is put off, and due as before");

    assert_eq!(in_order(&app).await, full, "what was taken is still there");
    app.service.look_at_watches().await.expect("looked");
    let look = watch().await.running.expect("there is room for it now");
    let asked = asked(&app, [nth("web:c", 3)]).await;
    assert_eq!(in_order(&app).await, [asked[0].clone(), look], "whoever waits for an answer is first");
    app.close().await;
}

/// Looks until it is so.
async fn until(what: &str, mut look: impl AsyncFnMut() -> bool) {
    let patience = Instant::now();
    while !look().await {
        assert!(patience.elapsed() < Duration::from_secs(60), "not within a minute: {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_model_that_hangs_keeps_only_its_own_jobs_waiting() {
    let model = ModelServer::start(Shape::OpenAi).await;
    model.holds_after(Some(0));
    // So long that nothing here ends because its time is over.
    let settings = ["worker.calls=3", "worker.jobs=30", "profiles.standard.seconds=7200"].map(str::to_owned);
    let settings = [model.settings(), settings.to_vec()].concat();
    let talk = Talk::with(&settings.iter().map(String::as_str).collect::<Vec<_>>());
    let app = talk.open().await;
    let budgets = app.settings.profiles.clone();
    let without = Service::new(app.ports.clone(), AskDefaults { budgets, ..AskDefaults::default() });
    let working = Working::on(&app);

    let hanging = asked(&app, (0..20).map(|at| nth(&format!("web:{at}"), at))).await;
    until("as many calls as are allowed at once", async || model.held() == 3).await;
    let mut others = Vec::new();
    for at in 20..26 {
        others.push(without.ask(nth("web:other", at)).await.expect("the question is taken").job);
    }
    let status = async |job: &JobId| app.service.row(job).await.expect("it is there").status;
    for job in &others {
        until("an answer without the model", async || status(job).await == JobStatus::Completed).await;
    }
    for job in &hanging {
        assert!(!status(job).await.is_over(), "it waits for the model, which hangs");
    }
    assert_eq!(model.held(), 3, "it never has more calls at once");

    for job in &hanging {
        app.service.cancel(job, &Requester::terminal()).await.expect("cancelled");
    }
    working.ends().await;
    app.close().await;
}

/// A worker of this process, until it is told to stop.
struct Working {
    halt: CancellationToken,
    work: tokio::task::JoinHandle<Result<(), gorkd_core::ports::StoreError>>,
}

impl Working {
    fn on(app: &App) -> Self {
        let halt = CancellationToken::new();
        let worker = app.worker(halt.clone()).expect("a worker");
        Self { halt, work: tokio::spawn(async move { worker.run().await }) }
    }

    async fn ends(self) {
        self.halt.cancel();
        self.work.await.expect("no panic").expect("it ends");
    }
}

async fn all_are(app: &App, jobs: &[JobId], status: JobStatus) -> bool {
    for job in jobs {
        if app.service.row(job).await.expect("it is there").status != status {
            return false;
        }
    }
    true
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_model_that_stands_still_takes_no_places_from_what_does_without_it() {
    let model = ModelServer::start(Shape::OpenAi).await;
    model.waits(true);
    let settings = ["worker.jobs=4", "profiles.standard.seconds=7200"].map(str::to_owned);
    let settings = [model.settings(), settings.to_vec()].concat();
    let talk = Talk::with(&settings.iter().map(String::as_str).collect::<Vec<_>>());
    let app = talk.open().await;
    let budgets = app.settings.profiles.clone();
    let without = Service::new(app.ports.clone(), AskDefaults { budgets, ..AskDefaults::default() });
    let working = Working::on(&app);

    let slow = asked(&app, (0..12).map(|at| nth(&format!("web:{at}"), at))).await;
    until("every place waits for the model", async || model.calls().len() >= 4).await;
    let mut others = Vec::new();
    for at in 12..18 {
        others.push(without.ask(nth("web:other", at)).await.expect("the question is taken").job);
    }
    until("answers without the model", async || all_are(&app, &others, JobStatus::Completed).await).await;
    assert!(all_are(&app, &slow[..4], JobStatus::Running).await, "they wait for the model");
    assert!(all_are(&app, &slow[4..], JobStatus::Queued).await, "and more of them take no further place");

    // Others still come when it answers again, and whoever waited for it gets an answer all the same.
    for at in 18..30 {
        others.push(without.ask(nth("web:other", at)).await.expect("the question is taken").job);
    }
    model.waits(false);
    until("answers with the model", async || all_are(&app, &slow, JobStatus::Completed).await).await;
    until("all other answers", async || all_are(&app, &others, JobStatus::Completed).await).await;
    working.ends().await;
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_provider_that_stands_still_takes_no_places_from_what_does_without_it() {
    let search = Searxng::start(Vec::new(), Duration::from_secs(3_600)).await;
    let talk = Talk::with(&[
        "worker.jobs=4",
        "profiles.standard.seconds=7200",
        "profiles.standard.search_seconds=3600",
        "search.searxng.enabled=true",
        &format!("search.searxng.base_url={}", search.base_url()),
    ]);
    let app = talk.open().await;
    let working = Working::on(&app);
    let by = |provider: &str, at: usize| {
        let providers = Some(vec![provider.to_owned()]);
        Ask { providers, ..nth(&format!("web:{at}"), at) }
    };

    let slow = asked(&app, (0..12).map(|at| by("searxng", at))).await;
    until("every place is taken", async || all_are(&app, &slow[..4], JobStatus::Running).await).await;
    let others = asked(&app, (12..18).map(|at| by("library", at))).await;
    until("answers from the library", async || all_are(&app, &others, JobStatus::Completed).await).await;
    until("a call that stands", async || !search.came().is_empty()).await;
    assert!(all_are(&app, &slow[..4], JobStatus::Running).await, "they wait for the provider");
    assert!(all_are(&app, &slow[4..], JobStatus::Queued).await, "and more of them take no further place");

    for job in &slow {
        app.service.cancel(job, &Requester::terminal()).await.expect("cancelled");
    }
    working.ends().await;
    app.close().await;
}
