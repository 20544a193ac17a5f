//! The description of the interface, played: schemathesis makes requests from `/openapi.json`, right ones and wrong ones,
//! and holds every answer to what is described. A few hundred of them, 2,000 and more under `GORKD_SOAK`.

use super::http::Server;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
                      response_headers_conformance,response_schema_conformance";
/// These never end, or only with a run.
const STREAMS: &str = "^/api/stream/|^/api/articles/.*events$|/progress$|^/v1/chat/";
/// Whoever tries wrong keys and codes is soon told nothing any more: these come last.
const GUESSES: &str = "^/api/session$|^/api/links/redeem$";

/// What `make clients` has installed; under CI it has to be there.
fn installed() -> Option<PathBuf> {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/clients/contract/python/bin/st");
    if program.exists() {
        return Some(program);
    }
    let said = "schemathesis is not installed (make clients), so the description of the API was not played";
    assert!(std::env::var_os("CI").is_none(), "{said}: {}", program.display());
    eprintln!("{said}");
    None
}

/// Requests and their answers, by operation of the description.
type Played = BTreeMap<(String, String), Vec<u64>>;

/// Plays the operations that these options choose.
fn play(
    program: &Path,
    server: &Server,
    key: &str,
    (api, ids): (&Value, &str),
    options: &[&str],
) -> Vec<Value> {
    let home = server.machine.home();
    let (config, report) = (home.join("schemathesis.toml"), home.join("played.har"));
    std::fs::write(&config, ids).expect("it can be written");
    let description = home.join("openapi.json");
    std::fs::write(&description, api.to_string()).expect("it can be written");
    let mut command = Command::new(program);
    command.current_dir(home).env("HOME", home).stdin(Stdio::null());
    command.arg("--config-file").arg(&config).arg("run");
    command.arg(&description).args(["--url", &format!("http://127.0.0.1:{}", server.port)]);
    command.args([
        "--header",
        &format!("Authorization: {key}"),
        "--checks",
        CHECKS,
        "--request-timeout",
        "60",
    ]);
    command.args([
        "--warnings",
        "off",
        "--no-color",
        "--continue-on-failure",
        "--generation-database",
        "none",
    ]);
    command.args(["--report", "har", "--report-har-path"]).arg(&report).args(options);
    let output = command.output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let report: Value =
        serde_json::from_slice(&std::fs::read(&report).expect("a report")).expect("a HAR file");
    report["log"]["entries"].as_array().expect("requests").clone()
}

/// Whose operation a request is: of several, the one with the fewest placeholders.
fn operation<'a>(paths: &'a [&'a str], path: &str) -> Option<&'a str> {
    let parts: Vec<&str> = path.split('/').collect();
    let fits = |described: &&&str| {
        let wanted: Vec<&str> = described.split('/').collect();
        let alike = |(wanted, given): (&&str, &&str)| wanted.starts_with('{') || wanted == given;
        wanted.len() == parts.len() && wanted.iter().zip(&parts).all(alike)
    };
    paths.iter().filter(fits).min_by_key(|described| described.matches('{').count()).copied()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_description_is_a_contract_that_holds_whatever_is_asked() {
    let Some(program) = installed() else { return };
    let server = Server::start(&["web.keys=always", "web.requests_per_minute=1000000", "ask.privacy=hybrid"]);
    let made = server.machine.run(&["key", "create", "root", "--role", "admin", "--json"]);
    let made: Value = serde_json::from_slice(&made.stdout).expect("JSON");
    let key = format!("Bearer {}", made["key"].as_str().expect("a key"));
    let headers = [("Authorization", key.as_str())];

    // Something behind every placeholder, and a thread that may go.
    let mut asked = Vec::new();
    for goal in [
        "When was the Harbour Bridge of Eastmoor opened?",
        "How long is the Harbour Bridge of Eastmoor?",
        "Who opened the Harbour Bridge of Eastmoor?",
    ] {
        let body = Some(json!({"goal": goal}).to_string());
        let taken = server.send("POST", "/api/threads/start", &headers, body).await.json();
        let text = |name: &str| taken[name].as_str().expect("an id").to_owned();
        server.until_over(&text("jobId"), &headers).await;
        asked.push((text("threadId"), text("jobId")));
    }
    let ((thread, job), (other, _), (_, shared)) = (&asked[0], &asked[1], &asked[2]);
    let id = async |path: String| {
        let made = server.send("POST", &path, &headers, Some("{}".to_owned())).await.json();
        made["id"].as_str().expect("an id").to_owned()
    };
    let watch = id(format!("/api/threads/{thread}/watch")).await;
    // Of a run whose links nobody ends all at once.
    let share = id(format!("/api/jobs/{shared}/shares")).await;
    let one = |choice: &str, value: &str, ids: &str| {
        format!("[[operations]]\n{choice} = \"{value}\"\nparameters = {{ {ids} }}\n\n")
    };
    let of = |place: &str, id: &str| format!("\"path.{place}\" = \"{id}\"");
    let ids = [
        one("include-name", "DELETE /api/threads/{id}", &of("id", other)),
        one("include-path-regex", "^/api/watches/", &of("id", &watch)),
        one("include-path-regex", "^/api/shares/", &of("id", &share)),
        one("include-path-regex", "^/api/jobs/", &format!("{}, {}", of("id", job), of("sourceId", "1"))),
        one("include-path-regex", "^/api/threads/", &of("id", thread)),
        one("include-path-regex", "^/api/research/", &of("id", job)),
        one("include-path-regex", "^/api/memory/", &of("name", "profile")),
        one("include-path-regex", "^/api/articles/", &of("id", "7")),
        one("include-path-regex", "^/api/setup/keys/", &of("provider", "tavily")),
        one("include-path-regex", "^/api/admin/providers/", &of("name", "reader")),
        one("include-path-regex", "^/v1/models/", &of("id", "gorkd-quick")),
    ]
    .concat();

    // A key is good for one request, so the one of the description cannot be sent with all of them.
    let mut api = server.get("/openapi.json").await.json();
    api["components"]["parameters"]["IdempotencyKey"].as_object_mut().expect("a parameter").remove("example");
    let soak = std::env::var_os("GORKD_SOAK").is_some();
    let phases = if soak { "examples,coverage,fuzzing" } else { "examples,fuzzing" };
    let most = if soak { "12" } else { "4" };
    let without = format!("{STREAMS}|{GUESSES}");
    let all = ["--phases", phases, "--max-examples", most, "--exclude-path-regex", &without];
    let guesses = ["--phases", "examples,fuzzing", "--max-examples", "15", "--include-path-regex", GUESSES];
    let (mut requests, last) = tokio::task::block_in_place(|| {
        let play = |options: &[&str]| play(&program, &server, &key, (&api, &ids), options);
        (play(&all), play(&guesses))
    });
    requests.extend(last);

    let described = api["paths"].as_object().expect("paths");
    let paths: Vec<&str> = described.keys().map(String::as_str).collect();
    let mut played = Played::new();
    for request in &requests {
        let address = request["request"]["url"].as_str().expect("an address");
        let path = address.splitn(4, '/').nth(3).unwrap_or_default();
        let path = format!("/{}", path.split('?').next().unwrap_or_default());
        let Some(operation) = operation(&paths, &path) else { continue };
        let method = request["request"]["method"].as_str().expect("a method").to_lowercase();
        let status = request["response"]["status"].as_u64().expect("a status");
        played.entry((method, operation.to_owned())).or_default().push(status);
    }
    let operations: BTreeSet<(String, String)> = described
        .iter()
        .flat_map(|(path, item)| {
            item.as_object().expect("operations").keys().map(|method| (method.clone(), path.clone()))
        })
        .collect();
    let reached = |operation: &&(String, String)| {
        let statuses = played.get(*operation).map_or(&[][..], Vec::as_slice);
        statuses.iter().any(|status| (200..300).contains(status))
    };
    let (hit, missed): (Vec<_>, Vec<_>) = operations.iter().partition(reached);
    let share = hit.len() as f64 / operations.len() as f64;
    assert!(share >= 0.7, "{} of {} operations reach a 2xx; not {missed:?}", hit.len(), operations.len());
    let least = if soak { 2_000 } else { 200 };
    assert!(requests.len() >= least, "only {} requests were made", requests.len());
    println!("{} requests; {} of {} operations reach a 2xx", requests.len(), hit.len(), operations.len());
}
