//! Chat messages: everything that becomes of a question, as one stream.

use super::http::{Answer, Server};
use serde_json::{Value, json};

const QUESTION: &str = "When was the Harbour Bridge of Eastmoor opened?";

/// The events of a stream that has ended: kind and data.
fn events(answer: &Answer) -> Vec<(String, Value)> {
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.headers["content-type"], "text/event-stream");
    let mut kind = "";
    let mut events = Vec::new();
    for line in answer.body.lines() {
        if let Some(name) = line.strip_prefix("event: ") {
            kind = name;
        } else if let Some(data) = line.strip_prefix("data: ") {
            let data: Value = serde_json::from_str(data).unwrap_or_else(|error| panic!("{error}: {line}"));
            assert_eq!(data["type"], kind);
            events.push((kind.to_owned(), data));
        }
    }
    events
}

fn of<'a>(events: &'a [(String, Value)], kind: &str) -> Vec<&'a Value> {
    events.iter().filter(|(name, _)| name == kind).map(|(_, data)| data).collect()
}

fn text(events: &[(String, Value)]) -> String {
    of(events, "text").into_iter().filter_map(|data| data["text"].as_str()).collect()
}

async fn ask(server: &Server, messages: Value, mode: Option<&str>) -> Vec<(String, Value)> {
    let mut body = json!({"messages": messages});
    if let Some(mode) = mode {
        body["mode"] = json!(mode);
    }
    events(&server.post("/v1/chat/messages", body).await)
}

fn user(text: &str) -> Value {
    json!({"role": "user", "content": text})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_is_answered_with_progress_text_citations_usage_and_an_end() {
    let server = Server::start(&[]);
    let told = ask(&server, json!([user(QUESTION)]), Some("chat")).await;
    let mut kinds: Vec<&str> = told.iter().map(|(kind, _)| kind.as_str()).collect();
    kinds.retain(|kind| *kind != "warning");
    kinds.dedup();
    assert_eq!(kinds, ["start", "progress", "text", "citation", "usage", "done"]);
    let progress = of(&told, "progress");
    let mut phases: Vec<&str> = progress.iter().filter_map(|data| data["phase"].as_str()).collect();
    phases.dedup();
    assert_eq!(phases, ["planning", "searching", "reading", "evaluating", "synthesizing", "finalizing"]);
    for data in &progress {
        for name in ["loop", "maxLoops", "sourcesConsidered", "sourcesRead"] {
            assert!(data[name].is_u64(), "{data}");
        }
        assert!(data["message"].as_str().is_some_and(|text| !text.is_empty()), "{data}");
    }
    let last = progress.last().expect("some");
    assert_eq!((last["loop"].as_u64(), last["maxLoops"].as_u64()), (Some(1), Some(2)), "{last}");
    assert!(
        last["sourcesRead"].as_u64() > Some(0)
            && last["sourcesConsidered"].as_u64() >= last["sourcesRead"].as_u64()
    );
    assert!(text(&told).contains("1931"), "{told:?}");
    let cited = of(&told, "citation");
    assert_eq!(cited[0]["number"], 1);
    assert!(cited[0]["url"].as_str().is_some_and(|url| url.starts_with("file:///")), "{cited:?}");
    assert!(cited[0]["quotes"][0].as_str().is_some_and(|quote| quote.contains("1931")), "{cited:?}");
    let usage = of(&told, "usage")[0];
    assert_eq!(
        (usage["inputTokens"].as_u64(), usage["outputTokens"].as_u64()),
        (Some(0), Some(0)),
        "no model is set up"
    );
    let done = of(&told, "done")[0];
    assert_eq!(
        (done["status"].as_str(), done["stopReason"].as_str()),
        (Some("completed"), Some("sufficient")),
        "{done}"
    );
    assert_eq!(done["jobId"], told[0].1["jobId"]);

    // Its history names the thread; what nobody said names none, and is still what "it" may mean.
    let answer = json!({"role": "assistant", "content": text(&told)});
    let follow_up = json!([user(QUESTION), answer, user("And how long is it?")]);
    let next = ask(&server, follow_up.clone(), None).await;
    assert_eq!(next[0].1["threadId"], told[0].1["threadId"]);
    assert!(text(&next).contains("412"), "{next:?}");
    let again = ask(&server, follow_up, None).await;
    assert_eq!(again[0].1["jobId"], next[0].1["jobId"], "the same list is the same run");
    let made_up = json!({"role": "assistant", "content": "In 1820."});
    let elsewhere = ask(&server, json!([user(QUESTION), made_up, user("And how long is it?")]), None).await;
    assert_ne!(elsewhere[0].1["threadId"], told[0].1["threadId"]);
    assert!(text(&elsewhere).contains("412"), "{elsewhere:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deep_research_goes_round_again_and_can_be_switched_off() {
    let mut server = Server::start(&[]);
    let hard = json!([user("Who paints the Harbour Bridge of Eastmoor, and when was it opened?")]);
    let deep = ask(&server, hard.clone(), Some("deep_research")).await;
    let progress = of(&deep, "progress");
    assert!(progress.iter().all(|data| data["maxLoops"] == 6), "{progress:?}");
    let rounds: Vec<u64> = progress.iter().filter_map(|data| data["loop"].as_u64()).collect();
    assert!(rounds.is_sorted() && rounds.last() > Some(&1), "{rounds:?}");
    for (n, data) in progress.iter().enumerate() {
        let (phase, round) = (data["phase"].as_str(), data["loop"].as_u64());
        if phase == Some("searching") && round > Some(1) && progress[n - 1]["loop"].as_u64() < round {
            panic!("round {round:?} is searched in before it is told of: {progress:?}");
        }
    }
    let again = progress.iter().position(|data| data["phase"] == "iterating").expect("a second round");
    assert_eq!(progress[again + 1]["phase"], "searching");
    assert_eq!(of(&deep, "done").len(), 1);

    server.stop();
    server.resume(&["web.deep_research=false"], &[]);
    let switched = ask(&server, hard.clone(), Some("deep_research")).await;
    assert_eq!(switched[0].0, "warning");
    assert!(switched[0].1["message"].as_str().is_some_and(|text| text.contains("as chat")), "{switched:?}");
    let chat = json!([user("How often did the ferry cross the harbour of Eastmoor?")]);
    let told = ask(&server, chat.clone(), Some("deep_research")).await;
    assert!(of(&told, "progress").iter().all(|data| data["maxLoops"] == 2), "{told:?}");
    assert!(told.last().is_some_and(|(kind, _)| kind == "done"), "a warning ends nothing");

    server.stop();
    server.resume(&["web.deep_research=false", "web.chat_research=false"], &[]);
    for mode in ["chat", "deep_research"] {
        let told = ask(&server, hard.clone(), Some(mode)).await;
        assert_eq!(told[0].0, "warning");
        let progress = of(&told, "progress");
        assert!(!progress.is_empty() && progress.iter().all(|data| data["maxLoops"] == 1), "{told:?}");
        assert!(progress.iter().all(|data| data["phase"] != "iterating"), "{told:?}");
        assert!(told.last().is_some_and(|(kind, _)| kind == "done"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_that_ends_without_an_answer_says_so_in_the_stream() {
    let server = Server::start(&["worker.poll_ms=600000", "worker.jobs=1"]);
    let body = json!({"messages": [user(QUESTION)]});
    let asking = server.post("/v1/chat/messages", body);
    let cancelling = async {
        let thread = loop {
            let threads = server.get("/api/threads").await.json();
            if let Some(thread) = threads["threads"][0]["threadId"].as_str() {
                break thread.to_owned();
            }
        };
        server.send("POST", &format!("/api/threads/{thread}/cancel"), &[], None).await
    };
    let (answer, cancelled) = tokio::join!(asking, cancelling);
    assert_eq!(cancelled.status, 202, "{cancelled:?}");
    let told = events(&answer);
    let kinds: Vec<&str> = told.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(kinds[kinds.len() - 3..], ["usage", "error", "done"]);
    let done = of(&told, "done")[0];
    assert_eq!((done["status"].as_str(), done["stopReason"].as_str()), (Some("cancelled"), Some("error")));
}
