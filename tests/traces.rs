//! Traces and the audit log of the real binary: what they tell, and what they never tell.

use crate::web::http::Server;
use crate::world::process::{Machine, stderr, stdout};
use crate::world::searxng::Searxng;
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::post;
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::{Command, Output};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

const QUESTION: &str = "When was the Harbour Bridge of Eastmoor opened?";
const AUTHORIZATION: &str = "Bearer otel-4711";
/// Words of the question, of the library's texts, and of what else must not leave.
const UNTOLD: [&str; 11] =
    ["harbour", "bridge", "eastmoor", "opened", "mayor", "brandt", "ferry", "1931", "4711", "file:", ".md"];

/// The authorization and the body of a request.
type Received = (Option<String>, Vec<u8>);

/// A collector on loopback that keeps every byte.
#[derive(Clone, Default)]
struct Collector(Arc<Mutex<Vec<Received>>>);

async fn take(State(collector): State<Collector>, headers: HeaderMap, body: Bytes) -> &'static str {
    let authorization = headers.get("authorization").and_then(|value| value.to_str().ok());
    let mut kept = collector.0.lock().unwrap_or_else(PoisonError::into_inner);
    kept.push((authorization.map(str::to_owned), body.to_vec()));
    "{}"
}

impl Collector {
    async fn start() -> (Self, String) {
        let collector = Self::default();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let router = Router::new().route("/v1/traces", post(take)).with_state(collector.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        (collector, format!("http://{address}"))
    }

    fn requests(&self) -> Vec<(Option<String>, Vec<u8>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn spans(&self) -> Vec<Value> {
        let mut spans = Vec::new();
        for (_, body) in self.requests() {
            let request: Value = serde_json::from_slice(&body).expect("JSON");
            for resource in request["resourceSpans"].as_array().expect("resources") {
                for scope in resource["scopeSpans"].as_array().expect("scopes") {
                    spans.extend(scope["spans"].as_array().expect("spans").iter().cloned());
                }
            }
        }
        spans
    }
}

/// The value of an attribute, whatever its type.
fn attribute(span: &Value, name: &str) -> Option<String> {
    let all = span["attributes"].as_array().expect("attributes");
    let found = all.iter().find(|one| one["key"] == format!("gorkd.{name}"))?;
    let (_, value) = found["value"].as_object()?.iter().next()?;
    Some(value.as_str().map_or_else(|| value.to_string(), str::to_owned))
}

fn nanos(span: &Value, name: &str) -> u64 {
    span[name].as_str().and_then(|text| text.parse().ok()).expect("nanoseconds as text")
}

/// Runs to the end while the collector answers.
async fn finished(mut command: Command) -> Output {
    let done = tokio::task::spawn_blocking(move || command.output().expect("gorkd starts"));
    done.await.expect("it is waited for")
}

fn traced(machine: &Machine, url: &str, arguments: &[&str]) -> Command {
    let mut command = machine.gorkd(arguments);
    command.env("GORKD__TELEMETRY__OTLP_URL", url).env("GORKD__TELEMETRY__OTLP_AUTHORIZATION", AUTHORIZATION);
    command
}

#[tokio::test(flavor = "multi_thread")]
async fn a_research_is_one_trace_that_tells_nothing_of_what_was_asked_or_read() {
    let (collector, url) = Collector::start().await;
    let machine = Machine::with_library();
    let asked = finished(traced(&machine, &url, &["ask", "--privacy", "local_only", QUESTION])).await;
    assert!(asked.status.success(), "{}", stderr(&asked));
    assert!(stdout(&asked).contains("1931"), "{}", stdout(&asked));

    let spans = collector.spans();
    let text = |span: &Value, name: &str| span[name].as_str().expect("a text").to_owned();
    let traces: BTreeSet<String> = spans.iter().map(|span| text(span, "traceId")).collect();
    assert_eq!(traces.len(), 1, "{spans:?}");
    let ids: BTreeSet<String> = spans.iter().map(|span| text(span, "spanId")).collect();
    assert_eq!(ids.len(), spans.len(), "an id is there twice: {spans:?}");
    let roots: Vec<&Value> = spans.iter().filter(|span| text(span, "parentSpanId").is_empty()).collect();
    assert_eq!(roots.len(), 1, "{spans:?}");
    let root = roots[0];
    assert_eq!(
        (&root["name"], attribute(root, "outcome").as_deref()),
        (&Value::from("job"), Some("completed"))
    );

    let effects: Vec<&Value> = spans.iter().filter(|span| !text(span, "parentSpanId").is_empty()).collect();
    for span in &effects {
        assert_eq!(span["parentSpanId"], root["spanId"], "{span}");
        assert_eq!(attribute(span, "attempt").as_deref(), Some("1"), "{span}");
        assert!(attribute(span, "stage").is_some() && attribute(span, "outcome").is_some(), "{span}");
        let (from, to) = (nanos(span, "startTimeUnixNano"), nanos(span, "endTimeUnixNano"));
        assert!(from <= to && nanos(root, "startTimeUnixNano") <= from, "{span}");
        assert!(to <= nanos(root, "endTimeUnixNano"), "{span}");
    }
    let names: BTreeSet<&str> = effects.iter().filter_map(|span| span["name"].as_str()).collect();
    for name in ["plan", "search", "select", "read", "judge", "synthesize", "verify"] {
        assert!(names.contains(name), "there is no span {name}: {names:?}");
    }
    let search = effects.iter().find(|span| span["name"] == "search").expect("a search");
    assert_eq!(attribute(search, "provider").as_deref(), Some("library"));

    for (authorization, body) in collector.requests() {
        assert_eq!(authorization.as_deref(), Some(AUTHORIZATION));
        let body = String::from_utf8(body).expect("text").to_lowercase();
        // Ids and times are digits, in which any four may stand by chance.
        let words = UNTOLD.into_iter().filter(|word| !word.chars().all(|c| c.is_ascii_digit()));
        let told: Vec<&str> = words.filter(|word| body.contains(word)).collect();
        assert!(told.is_empty(), "{told:?} in {body}");
        assert!(!body.contains("otel-4711"), "{body}");
    }

    let logged = machine.logged();
    let stages = logged.lines().filter(|line| line.contains("\"message\":\"stage ended\""));
    let stages: Vec<Value> = stages.map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let ended: Vec<&str> = stages.iter().filter_map(|line| line["stage"].as_str()).collect();
    assert!(ended.contains(&"search") && ended.last() == Some(&"verify"), "{ended:?}");
}

/// A process is killed in the middle of a search, and another one, which knows no such provider, takes the job over.
#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_another_process_takes_over_goes_on_in_its_trace() {
    let (collector, url) = Collector::start().await;
    let search = Searxng::start(Vec::new(), Duration::from_secs(600)).await;
    let machine = Machine::with_library();
    let address = format!("search.searxng.base_url={}", search.base_url());
    let long = "profiles.standard.search_seconds=50";
    let arguments =
        ["ask", QUESTION, "--set", "search.searxng.enabled=true", "--set", &address, "--set", long];
    let mut asking = traced(&machine, &url, &arguments).spawn().expect("it starts");
    let patience = Instant::now();
    let searched = || collector.spans().iter().any(|span| span["name"] == "search");
    while search.calls().is_empty() || !searched() {
        assert!(patience.elapsed() < Duration::from_secs(60), "nothing was searched or told");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    asking.kill().expect("SIGKILL reaches it");
    tokio::task::block_in_place(|| asking.wait()).expect("it ends");

    let environment = [
        ("GORKD__TELEMETRY__OTLP_URL", url.as_str()),
        ("GORKD__TELEMETRY__OTLP_AUTHORIZATION", AUTHORIZATION),
    ];
    let mut server = tokio::task::block_in_place(|| Server::start_with(machine, &[], &environment));
    while !collector.spans().iter().any(|span| span["name"] == "job") {
        assert!(patience.elapsed() < Duration::from_secs(60), "{:?}: {}", collector.spans(), server.logged());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    server.stop();
    let spans = collector.spans();
    let traces: BTreeSet<&str> = spans.iter().filter_map(|span| span["traceId"].as_str()).collect();
    assert_eq!(traces.len(), 1, "{spans:?}");
    let root = spans.iter().find(|span| span["name"] == "job").expect("it was waited for");
    let below = spans.iter().filter(|span| span["name"] != "job");
    assert!(below.clone().all(|span| span["parentSpanId"] == root["spanId"]), "{spans:?}");
    let searches = below.filter(|span| span["name"] == "search");
    let searches: BTreeSet<(String, String)> = searches
        .filter_map(|span| Some((attribute(span, "attempt")?, attribute(span, "outcome")?)))
        .collect();
    for (attempt, outcome) in [("1", "ok"), ("1", "interrupted"), ("2", "not_configured")] {
        let wanted = (attempt.to_owned(), outcome.to_owned());
        assert!(searches.contains(&wanted), "{wanted:?} is missing: {searches:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_that_is_not_there_holds_nobody_up() {
    let machine = Machine::with_library();
    let unused = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}", unused.local_addr().expect("an address"));
    drop(unused);
    let asked = finished(traced(&machine, &url, &["ask", "--privacy", "local_only", QUESTION])).await;
    assert!(asked.status.success() && stdout(&asked).contains("1931"), "{}", stderr(&asked));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_audit_log_says_who_did_what_and_names_nobody() {
    let machine = Machine::with_library();
    let run = |arguments: &[&str]| {
        let done = machine.run(arguments);
        assert!(done.status.success(), "{arguments:?}: {}", stderr(&done));
        done
    };
    run(&["ask", "--privacy", "local_only", QUESTION]);
    let made = run(&["key", "create", "adalovelace", "--json"]);
    let made: Value = serde_json::from_slice(&made.stdout).expect("JSON");
    let key = made["id"].as_str().expect("an id").to_owned();
    run(&["key", "revoke", &key]);
    run(&["memory", "set", "language", "de"]);
    run(&["person", "erase", "web:adalovelace"]);

    let logged = machine.logged();
    let lines = logged.lines().filter(|line| line.contains("\"target\":\"gorkd::audit\""));
    let lines: Vec<Value> = lines.map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let text = |line: &Value, name: &str| line[name].as_str().expect("a text").to_owned();
    let deeds: Vec<String> = lines.iter().map(|line| text(line, "deed")).collect();
    let before = ["asked", "key_created", "key_revoked", "preference_set"];
    assert_eq!(deeds, [&before[..], &["person_erasure_begun", "person_erased"]].concat());
    let who: BTreeSet<String> = lines.iter().map(|line| text(line, "who")).collect();
    let who = who.first().filter(|_| who.len() == 1).expect("all was done at the terminal");
    assert!(who.len() == 16 && who.chars().all(|c| c.is_ascii_hexdigit()), "{who}");
    assert!(text(&lines[0], "on").starts_with("job_"), "{lines:?}");
    assert_eq!((text(&lines[1], "on"), text(&lines[2], "on")), (key.clone(), key));
    let erased = text(&lines[4], "on");
    assert!(erased.len() == 16 && erased != *who, "{erased}");
    assert_eq!(text(&lines[5], "on"), erased);
    assert_eq!(stdout(&run(&["person", "hash", "web:adalovelace"])).trim(), erased);
    assert!(!logged.contains("adalovelace"), "{logged}");
}
