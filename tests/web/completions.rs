//! OpenAI's chat completions, with OpenAI's own clients, and what they are told when something is wrong.

use super::http::{Answer, Server};
use crate::slack::clients::{Client, folder, node, python, script};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Stdio;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;

const QUESTION: &str = "When was the Harbour Bridge of Eastmoor opened?";
const PATH: &str = "/v1/chat/completions";
const MODELS: [&str; 3] = ["gorkd-quick", "gorkd-standard", "gorkd-deep"];

/// An answer as both clients tell of it.
fn check_answer(said: &Value) {
    let content = said["content"].as_str().expect("a text");
    assert!(content.contains("1931"), "{said}");
    assert_eq!(
        (said["finish"].as_str(), said["usage"].as_u64()),
        (Some("stop"), Some(0)),
        "no model is set up"
    );
    let cited = said["cited"].as_array().expect("citations");
    assert!(!cited.is_empty(), "{said}");
    for one in cited {
        assert!(one["url"].as_str().is_some_and(|url| url.starts_with("file:///")), "{one}");
        let marker = one["text"].as_str().expect("a text");
        assert!(marker.starts_with('[') && marker.ends_with(']'), "{one}");
        // Whatever shows Markdown has a link for it.
        assert!(
            content.contains(&format!("\n{marker}: <{}", one["url"].as_str().expect("one"))),
            "{content}"
        );
    }
}

fn check_error(said: &Value, kind: &str, status: u16, code: &str) {
    assert_eq!(
        (said["kind"].as_str(), said["status"].as_u64()),
        (Some(kind), Some(u64::from(status))),
        "{said}"
    );
    assert_eq!(said["code"], code, "{said}");
    assert!(said["message"].as_str().is_some_and(|text| text.contains(' ') && text.ends_with('.')), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_official_python_client_asks_and_is_answered() {
    let Some(python) = python() else { return };
    // A run, its follow-up, and no more.
    let server = Server::start(&["web.keys=always", "admission.runs=2"]);
    let base = format!("http://127.0.0.1:{}/v1", server.port);
    let mut client =
        Client::start(&python, &[&script("openai_client.py"), &base, &server.key("ada"), QUESTION]);
    assert_eq!(client.says("models").await["ids"], json!(MODELS));
    assert_eq!(client.says("model").await["id"], "gorkd-deep");
    let answer = client.says("answer").await;
    check_answer(&answer);
    assert_eq!(answer["model"], "gorkd-quick");
    assert!(answer["id"].as_str().is_some_and(|id| id.starts_with("chatcmpl-")), "{answer}");
    let stream = client.says("stream").await;
    assert!(stream["content"].as_str().is_some_and(|text| text.contains("412")), "{stream}");
    assert_eq!((&stream["thread"], &stream["finish"]), (&answer["thread"], &json!("stop")), "a follow-up");
    assert!(stream["cited"].as_u64() > Some(0) && stream["usage"] == 0, "{stream}");
    assert_eq!(client.says("helper").await["same"], true);
    let again = client.says("again").await;
    assert_eq!((&again["same"], &again["thread"]), (&json!(true), &answer["thread"]));
    for _ in 0..2 {
        let unknown = client.says("unknown model").await;
        check_error(&unknown, "NotFoundError", 404, "model_not_found");
        assert_eq!(unknown["param"], "model");
    }
    let no_question = client.says("no question").await;
    check_error(&no_question, "BadRequestError", 400, "invalid_request");
    assert_eq!(no_question["param"], "messages");
    check_error(&client.says("two answers").await, "BadRequestError", 400, "invalid_request");
    check_error(&client.says("wrong key").await, "AuthenticationError", 401, "key_not_accepted");
    check_error(&client.says("too many").await, "RateLimitError", 429, "rate_limited");
}

/// What the chat program `llm` writes to standard output.
async fn llm(home: &Path, arguments: &[&str], input: &str) -> String {
    let mut command = Command::new(folder().join("python/bin/llm"));
    command.args(arguments).env("LLM_USER_PATH", home).env("HOME", home).env_remove("OPENAI_API_KEY");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    let mut child = command.spawn().expect("it starts");
    let mut typed = child.stdin.take().expect("piped");
    typed.write_all(input.as_bytes()).await.expect("it reads");
    drop(typed);
    let output = child.wait_with_output().await.expect("it ends");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chat_program_needs_the_address_and_a_key_and_nothing_else() {
    if python().is_none() {
        return;
    }
    let server = Server::start(&["web.keys=always"]);
    let home = tempfile::tempdir().expect("a temporary folder");
    let home = home.path();
    let document = include_str!("../../docs/contracts.md");
    let models = document.split("```yaml\n").nth(1).and_then(|rest| rest.split("```").next());
    let models = models.expect("what the page says").replace(":8484", &format!(":{}", server.port));
    std::fs::write(home.join("extra-openai-models.yaml"), models).expect("it can be written");
    let key = server.key("ada");
    llm(home, &["keys", "set", "gorkd", "--value", &key], "").await;
    let said = llm(home, &["-m", "gorkd", QUESTION], "").await;
    assert!(said.contains("1931") && said.contains("\n[1]: <file:///"), "{said}");
    // What it asks next goes on with the same thread, streamed or not.
    let said = llm(home, &["-c", "--no-stream", "And how long is it?"], "").await;
    assert!(said.contains("412"), "{said}");
    let auth = format!("Bearer {key}");
    let threads = server.send("GET", "/api/threads", &[("Authorization", &auth)], None).await.json();
    let turns: Vec<_> =
        threads["threads"].as_array().expect("a list").iter().map(|one| &one["turns"]).collect();
    assert_eq!(turns, [2], "{threads}");
    // And as a conversation, one line at a time.
    let typed = "Who opened the Harbour Bridge of Eastmoor?\nAnd when?\nexit\n";
    let said = llm(home, &["chat", "-m", "gorkd"], typed).await;
    assert!(said.contains("Ilse Brandt") && said.contains("1931"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_official_node_client_asks_and_is_answered() {
    let Some(node) = node() else { return };
    let server = Server::start(&["web.keys=always"]);
    let base = format!("http://127.0.0.1:{}/v1", server.port);
    let (key, modules) = (server.key("ada"), folder().join("node"));
    let arguments = [&script("openai_client.mjs"), base.as_str(), &key, QUESTION, &modules.to_string_lossy()];
    let mut client = Client::start(&node, &arguments);
    assert_eq!(client.says("models").await["ids"], json!(MODELS));
    let answer = client.says("answer").await;
    check_answer(&answer);
    let stream = client.says("stream").await;
    assert!(stream["content"].as_str().is_some_and(|text| text.contains("412")), "{stream}");
    assert_eq!((&stream["thread"], &stream["finish"]), (&answer["thread"], &json!("stop")), "a follow-up");
    assert!(stream["cited"].as_u64() > Some(0) && stream["usage"] == 0, "{stream}");
    assert_eq!(client.says("helper").await["same"], true);
    check_error(&client.says("unknown model").await, "NotFoundError", 404, "model_not_found");
    check_error(&client.says("no question").await, "BadRequestError", 400, "invalid_request");
    check_error(&client.says("wrong key").await, "AuthenticationError", 401, "key_not_accepted");
}

/// Type, parameter and code of an error in OpenAI's shape.
fn error(answer: &Answer) -> (u16, String, Option<String>, String) {
    assert_eq!(answer.headers["content-type"], "application/json", "{answer:?}");
    let error = &answer.json()["error"];
    let text = |name: &str| error[name].as_str().map(str::to_owned);
    assert!(text("message").is_some_and(|message| message.ends_with('.')), "{answer:?}");
    (answer.status, text("type").expect("a type"), text("param"), text("code").expect("a code"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_refusal_below_v1_has_the_shape_of_openai() {
    let server = Server::start(&["admission.runs=1"]);
    let messages = json!([{"role": "user", "content": QUESTION}]);
    let asks = |more: Value| {
        let mut body = json!({"model": "gorkd-quick", "messages": messages});
        body.as_object_mut().expect("a body").extend(more.as_object().expect("fields").clone());
        server.post(PATH, body)
    };
    let invalid =
        |param: &str| (400, "invalid_request_error".into(), Some(param.to_owned()), "invalid_request".into());
    assert_eq!(error(&asks(json!({"n": 2})).await), invalid("n"));
    assert_eq!(
        error(&asks(json!({"response_format": {"type": "json_object"}})).await),
        invalid("response_format")
    );
    assert_eq!(error(&asks(json!({"tool_choice": "required"})).await), invalid("tool_choice"));
    assert_eq!(error(&asks(json!({"modalities": ["text", "audio"]})).await), invalid("modalities"));
    assert_eq!(error(&asks(json!({"logprobs": true})).await), invalid("logprobs"));
    let picture = json!([{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "x"}}]}]);
    assert_eq!(error(&asks(json!({"messages": picture})).await), invalid("messages"));
    let long = json!([{"role": "user", "content": "x".repeat(2001)}]);
    assert_eq!(error(&asks(json!({"messages": long})).await).3, "invalid_question");
    let broken = server.send("POST", PATH, &[], Some("{".to_owned())).await;
    assert_eq!(error(&broken).3, "invalid_json");
    assert_eq!(error(&server.get(PATH).await).0, 405);
    assert_eq!(error(&server.get("/v1/embeddings").await).0, 404);
    assert_eq!(error(&server.get("/v1/models/gpt-9").await).3, "model_not_found");
    let wrong = server.send("GET", "/v1/models", &[("Authorization", "Bearer wrong")], None).await;
    assert_eq!((error(&wrong).0, error(&wrong).1), (401, "authentication_error".to_owned()));
    let foreign = server.send("GET", "/v1/models", &[("Origin", "https://evil.example")], None).await;
    assert_eq!((error(&foreign).0, error(&foreign).1), (403, "permission_error".to_owned()));
    // A conversation may be much longer than a question.
    let history = json!([
        {"role": "user", "content": "Who?"}, {"role": "assistant", "content": "x".repeat(300_000)},
        {"role": "user", "content": QUESTION},
    ]);
    let answered = asks(json!({"messages": history, "temperature": 0, "stop": ["x"], "user": "u"})).await;
    assert_eq!(answered.status, 200, "{answered:?}");
    assert!(
        answered.json()["choices"][0]["message"]["content"]
            .as_str()
            .is_some_and(|text| text.contains("1931"))
    );
    let key = format!("Bearer {}", server.key("ada"));
    let body = |question: &str| {
        Some(json!({"model": "gorkd-quick", "messages": [{"role": "user", "content": question}]}).to_string())
    };
    let with_key = [("Authorization", key.as_str())];
    let fine = server.send("POST", PATH, &with_key, body(QUESTION)).await;
    assert_eq!(fine.status, 200, "{fine:?}");
    let limited =
        server.send("POST", PATH, &with_key, body("How often did the ferry cross the harbour?")).await;
    let limit = (429, "rate_limit_error".to_owned(), None, "rate_limited".to_owned());
    assert_eq!(error(&limited), limit);
    assert!(limited.headers["retry-after"].parse::<u64>().is_ok(), "{limited:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_that_needs_leave_or_is_cancelled_is_an_error_that_is_not_tried_again() {
    let server = Server::start(&["approval.publish=true"]);
    let body = |stream: bool| json!({"model": "gorkd-quick", "stream": stream, "messages": [{"role": "user", "content": QUESTION}]});
    let waits = server.post(PATH, body(false)).await;
    assert_eq!((error(&waits).0, error(&waits).3), (409, "waiting_for_approval".to_owned()));
    assert_eq!(waits.headers["x-should-retry"], "false");
    assert!(waits.body.contains("Publish it?"), "{waits:?}");
    assert!(!waits.body.contains("1931"), "nothing is told before somebody agrees");
    let streamed = server.post(PATH, body(true)).await;
    let told: Vec<Value> = streamed
        .body
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|data| serde_json::from_str(data).expect("JSON"))
        .collect();
    let last = told.last().expect("something is told");
    assert_eq!(last["error"]["code"], "waiting_for_approval", "{streamed:?}");
    // It says how to go on.
    let sentence = waits.json()["error"]["message"].as_str().expect("a sentence").to_owned();
    let named = |mark: &str| {
        let after = sentence.split(mark).nth(1).unwrap_or_else(|| panic!("{sentence}"));
        after.split(['/', ' ', '.']).next().expect("a name").to_owned()
    };
    let resume = format!("/api/threads/{}/resume", named("POST /api/threads/"));
    assert_eq!(server.post(&resume, json!({"answer": true})).await.status, 200);
    let view = server.until_over(&named("GET /api/jobs/"), &[]).await;
    assert!(view["answer"]["summary"].as_str().is_some_and(|text| text.contains("1931")), "{view}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_one_key_has_said_is_no_thread_of_another() {
    let server = Server::start(&["web.keys=always"]);
    let (ada, bob) = (format!("Bearer {}", server.key("ada")), format!("Bearer {}", server.key("bob")));
    let ask = async |key: &str, messages: Value| {
        let body = json!({"model": "gorkd-quick", "messages": messages}).to_string();
        let answer = server.send("POST", PATH, &[("Authorization", key)], Some(body)).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()
    };
    let first = ask(&ada, json!([{"role": "user", "content": QUESTION}])).await;
    let content = first["choices"][0]["message"]["content"].clone();
    let follow_up = json!([
        {"role": "user", "content": QUESTION},
        {"role": "assistant", "content": content},
        {"role": "user", "content": "And how long is it?"},
    ]);
    assert_eq!(ask(&ada, follow_up.clone()).await["gorkd"]["thread_id"], first["gorkd"]["thread_id"]);
    let his = ask(&bob, follow_up).await;
    assert_ne!(his["gorkd"]["thread_id"], first["gorkd"]["thread_id"]);
    assert!(
        his["choices"][0]["message"]["content"].as_str().is_some_and(|text| text.contains("412")),
        "{his}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_hangs_up_finds_the_answer_later() {
    let server = Server::start(&[]);
    let messages = json!([{"role": "user", "content": QUESTION}]);
    let body = |stream: bool| json!({"model": "gorkd-quick", "stream": stream, "messages": messages});
    let mut hasty = server.open("POST", PATH, &[], Some(body(true).to_string())).await;
    // The first byte says that the run has begun.
    hasty.read_u8().await.expect("an answer");
    drop(hasty);
    let thread = server.get("/api/threads").await.json()["threads"][0]["threadId"].clone();
    let thread = format!("/api/threads/{}", thread.as_str().expect("one"));
    let job = server.get(&thread).await.json()["jobs"][0]["jobId"].clone();
    let job = job.as_str().expect("one");
    assert_eq!(server.until_over(job, &[]).await["status"], "completed");
    let again = server.post(PATH, body(false)).await.json();
    let known =
        server.get(&format!("/api/jobs/{}", again["gorkd"]["job_id"].as_str().expect("one"))).await.json();
    assert_eq!(known["known"]["job_id"], job, "nothing was researched twice");
}
