//! At `/mcp` of the web server, below its access rules.

use super::client::{Client, each_by_itself, handshake, text};
use crate::web::http::{Answer, Server};
use crate::world::searxng::Searxng;
use rmcp::ClientLifecycleMode;
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const QUESTION: &str = "When was the Harbour Bridge of Eastmoor opened?";

pub async fn client(server: &Server, key: &str, lifecycle: ClientLifecycleMode) -> Client {
    // Another test may have installed it already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let url = format!("http://127.0.0.1:{}/mcp", server.port);
    let config = StreamableHttpClientTransportConfig::with_uri(url).auth_header(key);
    Client::over(StreamableHttpClientTransport::from_config(config), lifecycle).await
}

async fn post(server: &Server, headers: &[(&str, &str)], message: Value) -> Answer {
    let accept = ("Accept", "application/json, text/event-stream");
    let headers: Vec<(&str, &str)> = headers.iter().copied().chain([accept]).collect();
    server.send("POST", "/mcp", &headers, Some(message.to_string())).await
}

fn hello() -> Value {
    let client = json!({"name": "raw", "version": "1"});
    let params = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
    json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_finds_their_own_and_nothing_else() {
    let server = Server::start(&["web.keys=always"]);
    let (ada, bob) = (server.key("ada"), server.key("bob"));
    for lifecycle in [handshake(), each_by_itself()] {
        let hers = client(&server, &ada, lifecycle.clone()).await;
        let result = hers.call("research", json!({"question": QUESTION})).await;
        let job = result.structured_content.clone().expect("the job");
        assert!(text(&result).contains("1931"), "{result:?}");
        let heard = hers.heard();
        assert!(heard.windows(2).all(|two| two[0].0 < two[1].0), "{heard:?}");
        let (id, thread) = (job["job_id"].as_str().expect("one"), job["thread_id"].as_str().expect("one"));
        let (path, bearer) = (format!("/api/jobs/{id}"), format!("Bearer {ada}"));
        let api = server.send("GET", &path, &[("Authorization", &bearer)], None).await;
        assert_eq!(api.json(), job, "it is the job that the API has");
        let source = format!("gorkd://jobs/{id}/sources/1");
        assert!(hers.read(&source).await.is_ok_and(|text| text.contains("1931")));

        let his = client(&server, &bob, lifecycle).await;
        let none = "0".repeat(32);
        for (tool, arguments) in [
            ("get_job", json!({"job_id": "JOB"})),
            ("follow_up", json!({"thread_id": "THREAD", "question": "And how long is it?"})),
        ] {
            let told = async |job: &str, thread: &str| {
                let named = arguments.to_string().replace("JOB", job).replace("THREAD", thread);
                let told = his.told(tool, serde_json::from_str(&named).expect("JSON")).await;
                told.replace(job, "J").replace(thread, "T")
            };
            let nobody = told(&format!("job_{none}"), &format!("thr_{none}")).await;
            assert_eq!(told(id, thread).await, nobody, "as if there were none");
        }
        let nobody = his.read(&format!("gorkd://jobs/job_{none}/sources/1")).await;
        assert_eq!(his.read(&source).await, nobody);
        assert!(nobody.is_err());
        let told = his.told("read_page", json!({"path": "/etc/passwd"})).await;
        assert!(told.contains("Only callers on the machine"), "{told}");
        let told = his.told("read_page", json!({"url": "http://169.254.169.254/latest/meta-data/"})).await;
        assert!(told.contains("169.254.169.254"), "{told}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_that_only_reads_looks_at_its_own_runs_and_starts_none() {
    let server = Server::start(&["web.keys=always"]);
    let asks = client(&server, &server.key("ada"), handshake()).await;
    let job = asks.job("research", json!({"question": QUESTION})).await;
    let made = server.machine.run(&["key", "create", "ada", "--role", "reader", "--json"]);
    let made: Value = serde_json::from_slice(&made.stdout).expect("JSON");
    let reads = client(&server, made["key"].as_str().expect("the key"), handshake()).await;
    assert_eq!(reads.job("get_job", json!({"job_id": job["job_id"]})).await, job);
    for (tool, arguments) in [
        ("research", json!({"question": QUESTION})),
        ("follow_up", json!({"thread_id": job["thread_id"], "question": "And how long is it?"})),
        ("read_page", json!({"url": "https://a.test/"})),
        ("search", json!({"query": "bridge"})),
    ] {
        let told = reads.told(tool, arguments).await;
        assert!(told.contains("role user"), "{tool}: {told}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_doors_of_the_api_are_its_doors_too() {
    let server = Server::start(&["web.keys=always"]);
    let (ada, bob) = (server.key("ada"), server.key("bob"));
    let (ada, bob) = (format!("Bearer {ada}"), format!("Bearer {bob}"));
    let (ada, bob) = (("Authorization", ada.as_str()), ("Authorization", bob.as_str()));
    assert_eq!(post(&server, &[], hello()).await.problem(), (401, "key_missing".into()));
    let wrong = ("Authorization", "Bearer gork_wrong");
    assert_eq!(post(&server, &[wrong], hello()).await.problem(), (401, "key_not_accepted".into()));
    let foreign = [ada, ("Origin", "https://evil.example")];
    assert_eq!(post(&server, &foreign, hello()).await.problem(), (403, "foreign_origin".into()));
    let foreign = [ada, ("Host", "evil.example")];
    assert_eq!(post(&server, &foreign, hello()).await.problem(), (403, "foreign_host".into()));

    let answer = post(&server, &[ada], hello()).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    let session = ("Mcp-Session-Id", answer.headers["mcp-session-id"].as_str());
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    assert_eq!(post(&server, &[ada, session], initialized).await.status, 202);
    let list = || json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"});
    let listed = post(&server, &[ada, session], list()).await;
    assert!(listed.status == 200 && listed.body.contains("follow_up"), "{listed:?}");
    // A session is its owner's, whoever comes to know its id.
    let accept = ("Accept", "application/json, text/event-stream");
    let strangers = [bob, session, accept];
    let asked = server.send("POST", "/mcp", &strangers, Some(list().to_string())).await;
    let listened = server.send("GET", "/mcp", &strangers, None).await;
    assert_eq!((asked.status, listened.status), (404, 404), "{asked:?} {listened:?}");
    server.send("DELETE", "/mcp", &strangers, None).await;
    assert_eq!(post(&server, &[ada, session], list()).await.status, 200, "and lives on");
    let ended = server.send("DELETE", "/mcp", &[ada, session], None).await;
    assert!([200, 202, 204].contains(&ended.status), "{ended:?}");
    assert_eq!(post(&server, &[ada, session], list()).await.status, 404, "it is over");

    let large =
        json!({"jsonrpc": "2.0", "id": 3, "method": "tools/list", "params": {"x": "y".repeat(70_000)}});
    assert_eq!(post(&server, &[ada], large).await.status, 413);
    assert_eq!(post(&server, &[ada], json!({"no": "message"})).await.status, 415, "no JSON-RPC");
    for _ in 0..100 {
        assert_eq!(post(&server, &[ada], hello()).await.status, 200);
    }
    let full = post(&server, &[ada], hello()).await;
    assert!(
        full.status == 429
            && full.json()["error"]["message"].as_str().is_some_and(|text| text.contains("100"))
    );
    assert_eq!(post(&server, &[bob], hello()).await.status, 200, "others are not concerned");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_that_is_given_up_stops_its_run_over_http_too() {
    let search = Searxng::start(Vec::new(), Duration::from_secs(600)).await;
    let url = format!("search.searxng.base_url={}", search.base_url());
    let server = Server::start(&["search.searxng.enabled=true", &url, "ask.privacy=hybrid"]);
    let key = server.key("ada");
    for (nth, lifecycle) in [handshake(), each_by_itself()].into_iter().enumerate() {
        let client = client(&server, &key, lifecycle).await;
        let calls: u32 = search.calls().values().sum();
        let question = format!("{QUESTION} Number {nth}.");
        let call = client.begin("research", json!({"question": question, "privacy": "hybrid"})).await;
        let patience = Instant::now();
        while search.calls().values().sum::<u32>() == calls || client.job_heard().is_none() {
            assert!(patience.elapsed() < Duration::from_secs(60), "the search was never asked");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let job = client.job_heard().expect("heard");
        call.cancel(None).await.expect("it is sent");
        let bearer = format!("Bearer {key}");
        let view = server.until_over(&job, &[("Authorization", &bearer)]).await;
        assert_eq!((&view["status"], &view["stop_reason"]), (&json!("completed"), &json!("stopped_by_user")));
    }
}
