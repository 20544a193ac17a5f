//! Searching from outside: providers that are down, slow or busy, fields of questions, counts and caches.

use crate::world::process::{Machine, stderr, stdout};
use crate::world::provider::{Manner, Provider, nobody};
use crate::world::searxng::Searxng;
use gorkd_core::engine::{Ask, AskDefaults, Ended, Service};
use gorkd_core::fakes::{FakeWorld, MemoryStore, Trouble};
use gorkd_core::job::{Event, JobStatus};
use gorkd_core::model::*;
use gorkd_core::ports::{Journal, Lessons};
use serde_json::Value;
use std::process::Output;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

const BRIDGE: &str = "# Harbour Bridge\n\nThe Harbour Bridge of Eastmoor was opened in 1931 by Mayor Ilse Brandt. \
    It is 412 metres long and carries two lanes.\n";
const QUESTION: &str = "When was the Harbour Bridge of Eastmoor opened?";

fn run(machine: &Machine, args: &[&str], settings: &[Vec<String>]) -> Output {
    let mut command = machine.gorkd(args);
    for setting in settings.iter().flatten() {
        command.args(["--set", setting]);
    }
    command.output().expect("gorkd starts")
}

fn json(output: &Output) -> Value {
    serde_json::from_str(&stdout(output))
        .unwrap_or_else(|error| panic!("{error}: {}{}", stdout(output), stderr(output)))
}

fn quick() -> Vec<String> {
    vec!["searching.first_wait_ms=5".to_owned(), "search.tavily.rate=1000".to_owned()]
}

fn sentences(value: &Value) -> String {
    value
        .as_array()
        .map(|list| list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n"))
        .unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_provider_down_one_slow_and_one_busy_do_not_keep_a_job_from_its_answer() {
    let machine = Machine::new();
    machine.write("docs/bridge.md", BRIDGE);
    let docs = machine.home().join("docs");
    assert!(machine.run(&["library", "add", docs.to_str().expect("a plain path")]).status.success());
    let hits = r#"{"results": [{"url": "https://gone.invalid/bridge", "title": "Harbour Bridge", "content": "Opened."}]}"#;
    let slow = Provider::start(Manner { takes: Duration::from_millis(300), ..Manner::answers(hits) }).await;
    let busy = Provider::start(Manner::busy("120")).await;
    let settings = [slow.settings("searxng"), busy.settings("brave"), nobody("tavily").await, quick()];
    let asked = run(&machine, &["ask", "--json", "--profile", "deep", QUESTION], &settings);
    assert_eq!(asked.status.code(), Some(0), "{}", stderr(&asked));
    let job = json(&asked);
    assert_eq!(job["status"], "completed");
    assert!(job["answer"]["summary"].as_str().is_some_and(|text| text.contains("1931")), "{job}");
    let warnings = sentences(&job["warnings"]);
    assert!(warnings.contains("Tavily cannot be reached"), "{warnings}");
    assert!(
        warnings.contains("Brave gets too many requests") && warnings.contains("120 seconds"),
        "{warnings}"
    );
    let used = sentences(&job["metadata"]["providers_used"]);
    assert!(used.contains("library") && used.contains("searxng"), "{used}");
    assert!(!used.contains("brave") && !used.contains("tavily"), "{used}");
    assert!(slow.calls() > 0);
    assert_eq!(busy.calls(), 1, "a provider that asks to wait two minutes is not called again");
}

#[test]
fn what_the_front_matter_of_a_file_says_is_found_after_the_next_sync() {
    let machine = Machine::new();
    let docs = machine.home().join("docs");
    let write = |title: &str, date: &str| {
        machine.write("docs/bridge.md", &format!("---\ntitle: {title}\ndate: {date}\n---\n{BRIDGE}"))
    };
    let found = || {
        let hits =
            json(&machine.run(&["search", "--provider", "library", "--json", "Harbour Bridge of Eastmoor"]));
        (hits[0]["title"].as_str().map(str::to_owned), hits[0]["published_at"].as_i64())
    };
    write("The bridge", "2024-03-01");
    assert!(machine.run(&["library", "add", docs.to_str().expect("a plain path")]).status.success());
    assert_eq!(found(), (Some("The bridge".into()), Some(1_709_251_200_000)));
    write("The new bridge", "2025-03-01");
    let synced = stdout(&machine.run(&["library", "sync"]));
    assert!(synced.contains("1 read, 0 unchanged"), "{synced}");
    assert_eq!(found(), (Some("The new bridge".into()), Some(1_740_787_200_000)));
    let again = stdout(&machine.run(&["library", "sync"]));
    assert!(again.contains("0 read, 1 unchanged"), "{again}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_nobody_answers_the_answer_says_who_failed_and_what_to_do() {
    let machine = Machine::new();
    let broken = Provider::start(Manner { status: 500, ..Manner::default() }).await;
    let settings = [broken.settings("searxng"), nobody("tavily").await, quick()];
    let job = json(&run(&machine, &["ask", "--json", QUESTION], &settings));
    assert_eq!(job["answer"]["confidence"], "insufficient");
    let said = job["answer"]["summary"].as_str().expect("a summary");
    for part in ["SearXNG had an internal error", "Tavily cannot be reached", "try it again later"] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

/// Settings under which these places are asked at addresses that nobody has (RFC 5737), away from this machine.
fn far(names: &[&str]) -> Vec<String> {
    let settings = names.iter().enumerate().flat_map(|(at, name)| {
        [format!("search.{name}.enabled=true"), format!("search.{name}.base_url=http://192.0.2.{}", at + 1)]
    });
    settings.collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_machine_that_is_offline_is_told_once_of_each_place_and_may_try_again() {
    let machine = Machine::new();
    let places = ["searxng", "crossref", "openalex", "pubmed", "arxiv", "semantic_scholar"];
    let job = json(&run(&machine, &["ask", "--json", QUESTION], &[far(&places)]));
    assert_eq!(job["answer"]["confidence"], "insufficient");
    let said = job["answer"]["summary"].as_str().expect("a summary");
    for part in
        ["The library is empty, and searching elsewhere failed", "could not be reached", "try it again later"]
    {
        assert!(said.contains(part), "{part}: {said}");
    }
    let warnings = sentences(&job["warnings"]);
    assert_eq!(warnings.lines().filter(|line| line.contains("reached")).count(), 1, "{warnings}");
    for part in
        ["Offline: ", "search providers could not be reached", "searxng", "openalex", "semantic_scholar"]
    {
        assert!(warnings.contains(part), "{part}: {warnings}");
    }
    assert!(!sentences(&job["answer"]["limitations"]).contains("reached"), "told once is enough");
    let id = job["job_id"].as_str().expect("an id");
    let hits = r#"{"results": [{"url": "https://gone.invalid/bridge", "title": "Harbour Bridge", "content": "Opened."}]}"#;
    let back = Provider::start(Manner::answers(hits)).await;
    let again =
        json(&run(&machine, &["job", "retry", id, "--json"], &[far(&places), back.settings("searxng")]));
    assert_eq!(again["job_id"], id);
    assert!(back.calls() > 0, "the network is back, and what failed is asked again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_site_is_found_through_searxng_and_the_second_time_in_the_cache() {
    let machine = Machine::new();
    let pages = (0..4)
        .map(|n| {
            let text = format!("Page {n} of the manual is about backups and how to restore table {n}.");
            (format!("http://manual{n}.localhost/backup.html"), format!("Backups {n}"), text)
        })
        .collect();
    let search = Searxng::start(pages, Duration::ZERO).await;
    let settings = [vec![
        "search.searxng.enabled=true".to_owned(),
        format!("search.searxng.base_url={}", search.base_url()),
    ]];
    let args = ["search", "restore backups", "--provider", "searxng", "--json"];
    let hits = json(&run(&machine, &args, &settings));
    let urls: Vec<&str> =
        hits.as_array().expect("a list").iter().filter_map(|hit| hit["url"].as_str()).collect();
    assert_eq!(urls.len(), 4, "{urls:?}");
    assert!(urls.iter().all(|url| url.ends_with("/backup.html")));
    let again = json(&run(&machine, &args, &settings));
    assert_eq!(hits, again);
    assert_eq!(search.calls().values().sum::<u32>(), 1, "another process, the same cache");
    let off = [settings[0].clone(), vec!["searching.cache_minutes=0".to_owned()]];
    run(&machine, &args, &off);
    assert_eq!(search.calls().values().sum::<u32>(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_days_limit_holds_over_restarts() {
    let machine = Machine::new();
    let tavily = Provider::start(Manner::answers(r#"{"results": []}"#)).await;
    let settings = [tavily.settings("tavily"), vec!["search.tavily.daily_calls=1".to_owned()]];
    let search = |query: &'static str| run(&machine, &["search", query, "--provider", "tavily"], &settings);
    assert_eq!(search("one thing").status.code(), Some(0));
    let second = search("another thing");
    assert_eq!(second.status.code(), Some(4));
    assert!(stderr(&second).contains("search.tavily.daily_calls"), "{}", stderr(&second));
    assert_eq!(tavily.calls(), 1);
}

#[test]
fn a_field_can_be_named_and_an_unknown_one_is_refused_with_the_list() {
    let machine = Machine::new();
    let refused = machine.run(&["ask", "--json", "--domain", "cooking", "How long do eggs boil?"]);
    assert_eq!(refused.status.code(), Some(3), "{}", stderr(&refused));
    let said = stdout(&refused);
    for name in ["cooking", "academic", "competitive_intelligence", "general", "medical", "news", "software"]
    {
        assert!(said.contains(name), "{name}: {said}");
    }
    let named = json(&machine.run(&["ask", "--json", "--domain", "news", "How long do eggs boil?"]));
    assert_eq!(named["domain"], "news");
    let picked =
        json(&machine.run(&["ask", "--json", "Which dose of metformin helps patients with diabetes?"]));
    assert_eq!(picked["domain"], "medical");
    let reasons = sentences(&picked["answer"]["confidence_reasons"]);
    assert!(!reasons.is_empty());
    let own = machine.write("domains/cooking.toml", "primary = [\"library\"]\ntelling = [\"eggs\"]\n");
    let folder = format!("ask.domains={}", own.parent().expect("a folder").display());
    let cooked = json(&machine.run(&["ask", "--json", "--set", &folder, "How long do eggs boil?"]));
    assert_eq!(cooked["domain"], "cooking");
    machine.write("domains/cooking.toml", "primary = [\"altavista\"]\n");
    let wrong = machine.run(&["ask", "--set", &folder, "How long do eggs boil?"]);
    assert!(
        stderr(&wrong).contains("altavista") && stderr(&wrong).contains("cooking.toml"),
        "{}",
        stderr(&wrong)
    );
}

fn service(store: &MemoryStore, world: &FakeWorld) -> Service {
    let rules = DomainRules {
        name: "general".into(),
        primary: vec!["alpha".into()],
        secondary: vec!["beta".into()],
        ..DomainRules::default()
    };
    let budgets =
        Profile::ALL.into_iter().map(|profile| (profile, crate::properties::budget(profile))).collect();
    Service::new(
        world.ports(store, gorkd_rules::Rules),
        AskDefaults { budgets, domains: vec![rules], ..AskDefaults::default() },
    )
}

#[tokio::test(start_paused = true)]
async fn whom_a_job_asks_is_recorded_and_what_came_of_it_is_learnt() {
    let (store, world) = (MemoryStore::default(), FakeWorld::new(11, 11, Trouble::default()));
    let service = service(&store, &world);
    let ask = Ask {
        text: "When was the old copper bridge opened?".to_owned(),
        requester: Requester::terminal(),
        place: Place::from("cli:local"),
        claim_for: Some("w".to_owned()),
        ..Ask::default()
    };
    let ticket = service.ask(ask).await.expect("admissible");
    let fence = ticket.fence.expect("claimed at once");
    let mut drive = service.drive(fence, CancellationToken::new(), Duration::ZERO);
    assert_eq!(drive.run().await.expect("no failure"), Ended::Over(JobStatus::Completed));
    let job = drive.job();
    let routes = &job.plan.as_ref().expect("a plan").routing.routes;
    let turns: Vec<(&str, RouteTurn)> = routes.iter().map(|one| (one.provider.as_str(), one.turn)).collect();
    assert_eq!(turns, [("alpha", RouteTurn::First), ("beta", RouteTurn::Later)]);
    assert!(routes.iter().all(|one| !one.why.is_empty()));
    let first_round = &job.rounds[0];
    let alpha_found = first_round.found.values().any(|one| one.provider == "alpha" && !one.hits.is_empty());
    let beta_asked = first_round.found.values().any(|one| one.provider == "beta");
    assert_eq!(beta_asked, !alpha_found, "the second one is asked when the first found nothing");
    let events = store.events(&ticket.job, 0).await.expect("the journal reads");
    let selections = events.iter().filter_map(|one| match &one.event {
        Event::Selected { selection, .. } => Some(selection),
        _ => None,
    });
    assert!(selections.into_iter().all(|selection| selection.read.iter().all(|one| !one.why.is_empty())));
    let lessons = store.lessons("general").await.expect("read");
    let alpha = lessons.iter().find(|one| one.about == LessonAbout::Provider && one.name == "alpha");
    assert!(alpha.is_some_and(|one| one.tried > 0), "{lessons:?}");
    assert!(lessons.iter().any(|one| one.about == LessonAbout::Site && one.tried > 0), "{lessons:?}");
}
