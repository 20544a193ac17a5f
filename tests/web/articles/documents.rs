//! docs/articles.md: its examples are sent as they stand there, and what comes back is as it says.

use super::{World, document, is_like, token_of};
use serde_json::Value;

/// A request of the page, with the answer that it shows below.
struct Example {
    method: String,
    path: String,
    with_key: bool,
    body: Option<Value>,
    answer: Option<Value>,
}

fn examples(document: &str) -> Vec<Example> {
    let mut parts = document.split("```http\n");
    parts.next();
    let example = |part: &str| {
        let (request, rest) = part.split_once("```").expect("an end");
        let (head, body) = request.split_once("\n\n").unwrap_or((request, ""));
        let (method, path) =
            head.lines().next().and_then(|line| line.split_once(' ')).expect("a request line");
        let answer = rest.trim_start().strip_prefix("```json\n").and_then(|rest| rest.split("```").next());
        let json = |text: &str| serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
        Example {
            method: method.to_owned(),
            path: path.to_owned(),
            with_key: head.contains("Bearer KEY"),
            body: (!body.trim().is_empty()).then(|| json(body)),
            answer: answer.map(json),
        }
    };
    parts.map(example).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_examples_of_the_page_work_as_they_stand() {
    let world = World::start(&[]).await;
    let document = document();
    let examples = examples(&document);
    assert!(examples.len() >= 5, "the page has lost its examples");
    let shows_answer = document
        .split("```json\n")
        .filter_map(|part| serde_json::from_str::<Value>(part.split("```").next()?).ok());
    let answered =
        shows_answer.into_iter().find(|shown| shown.get("answerMd").is_some()).expect("it shows an answer");
    for example in examples {
        let auth = if example.with_key { world.key.as_str() } else { "" };
        let sent = world.send(&example.method, &example.path, auth, example.body.clone()).await;
        assert!([200, 201, 202].contains(&sent.status), "{} {}: {sent:?}", example.method, example.path);
        let mut answer = sent.json();
        if example.path.ends_with("/research") {
            answer = world.until_over("123", "").await;
            assert_eq!(answer["status"], "ready", "{answer}");
        }
        let shown = example.answer.expect("each request has its answer below");
        is_like(&shown, &answer).unwrap_or_else(|wrong| panic!("{}: {wrong}: {answer}", example.path));
        let keys = |value: &Value| value.as_object().map(|fields| fields.keys().cloned().collect::<Vec<_>>());
        assert_eq!(keys(&shown), keys(&answer), "{}", example.path);
        if let Some(question) = example.body.as_ref().and_then(|body| body["question"].as_str()) {
            let answer = world.asked(&example.path, "", question).await;
            is_like(&answered, &answer).unwrap_or_else(|wrong| panic!("{wrong}: {answer}"));
            assert_eq!(keys(&answered), keys(&answer));
            assert_eq!(answer["status"], "ready");
        }
    }
    // The author of the example, by the token of the example.
    let draft = serde_json::json!({"status": "draft", "author": 7});
    assert_eq!(world.put("123", "A draft", draft).await.status, 200);
    assert_eq!(world.research("123", &token_of("7", false)).await["status"], "ready");
}
