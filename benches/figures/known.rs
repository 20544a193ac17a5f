//! How soon an answer is given that is known already.
//!
//! `GORKD_BENCH_EMBEDDER=FOLDER` names an embedder; without one, questions are compared by their words.

use crate::bench::{Bench, Setup};
use crate::store::Kept;
use crate::world::Waits;
use crate::{line, median};
use gorkd::settings::{Settings, Sources};
use gorkd::wire::{embedder, services};
use gorkd_core::engine::{Ask, AskDefaults, KnownAnswer, KnownSettings, Service};
use gorkd_core::model::*;
use gorkd_core::ports::{AskedBefore, Embedder, Outlet, TextRole};
use gorkd_rules::analyze::analyze;
use gorkd_rules::equivalence::normal_form;
use std::sync::Arc;
use std::time::Instant;

/// Other questions of the place, among which the same one has to be found.
const OTHERS: usize = 1_000;
const DAY_MS: u64 = 86_400_000;

pub fn figures(kept: Kept) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let folder = std::env::var("GORKD_BENCH_EMBEDDER").ok().filter(|folder| !folder.is_empty());
        let embedder = folder.map(|folder| local(&folder));
        let by = if embedder.is_some() { "by meaning" } else { "by words" };
        let ms = given_again(kept, embedder).await;
        line(&format!("a known answer among 1,000 questions, {by}"), format!("{ms:.1} ms"), "20 ms");
    });
}

fn local(folder: &str) -> Arc<dyn Embedder> {
    let set = vec![format!("models.embedder={folder}")];
    let settings = Settings::load(&Sources { set, ..Sources::default() }).expect("right settings");
    let services = services(&settings).expect("clients");
    embedder(&settings, "none".as_ref(), &services).expect("it loads").expect("one is set")
}

/// Milliseconds from the question to the ticket, the median of 25.
async fn given_again(kept: Kept, embedder: Option<Arc<dyn Embedder>>) -> f64 {
    let bench = Bench::start(Setup { kept, waits: Waits::default(), jobs: 20, pages: 8 }).await;
    let mut ports = bench.ports.clone();
    ports.embedder = embedder.clone().map(Outlet::new);
    let known = KnownSettings { reuse: true, news_ms: DAY_MS, other_ms: 7 * DAY_MS };
    let service = Service::new(ports, AskDefaults { known, ..bench.defaults() });
    let ask = |text: &str| Ask {
        text: text.to_owned(),
        requester: Requester::terminal(),
        place: Place::from("cli:bench"),
        ..Ask::default()
    };
    let first = service.ask(ask("Who repaired the bridge of Eastmoor in 1912?")).await.expect("admissible");
    while !service.row(&first.job).await.expect("it is there").status.is_over() {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    others(&service, &bench, embedder.as_deref()).await;
    let again = match embedder {
        Some(_) => "In 1912, who repaired the bridge of Eastmoor?",
        None => "who repaired the bridge of Eastmoor in 1912",
    };
    let mut times = Vec::new();
    for _ in 0..25 {
        let began = Instant::now();
        let ticket = service.ask(ask(again)).await.expect("admissible");
        times.push(began.elapsed().as_secs_f64() * 1000.0);
        assert!(matches!(ticket.known, KnownAnswer::Since(_)), "it is known: {:?}", ticket.known);
    }
    bench.end().await;
    median(times)
}

/// Questions of the same place that are other ones, each with a meaning where there is an embedder.
async fn others(service: &Service, bench: &Bench, embedder: Option<&dyn Embedder>) {
    let now = service.now();
    let sample = match embedder {
        Some(embedder) => {
            let text = "When was the lighthouse of Westmoor painted?".to_owned();
            let vectors = embedder.embed(&[text], TextRole::Question, Reach::NEAR).await.expect("a vector");
            Some((embedder.name().to_owned(), vectors[0].clone()))
        }
        None => None,
    };
    for at in 0..OTHERS {
        let question = analyze(&format!("When was the lighthouse number {at} of Westmoor painted?"), now);
        let ticket = bench.job(&question.text).await;
        let asked = AskedBefore {
            job: ticket,
            audience: "cli:bench".into(),
            form: normal_form(&question),
            question,
            asked_at: now,
            expires_at: now.plus(DAY_MS),
            meaning: sample.clone(),
            ..AskedBefore::default()
        };
        bench.store.note_question(&asked).await.expect("it is noted");
    }
}
