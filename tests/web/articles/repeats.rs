//! Requests of readers that are sent again with their `Idempotency-Key`.

use super::{World, token_of};
use crate::web::http::Answer;
use serde_json::{Value, json};

const TITLE: &str = "The Harbour Bridge of Eastmoor";
const QUESTION: &str = "When was the Harbour Bridge of Eastmoor opened?";

async fn keyed(world: &World, path: &str, auth: &str, key: &str, body: &Value) -> Answer {
    let headers = [("Idempotency-Key", key), ("Authorization", auth)];
    let headers = if auth.is_empty() { &headers[..1] } else { &headers[..] };
    world.server.send("POST", path, headers, Some(body.to_string())).await
}

fn is_again(answer: &Answer, first: &Answer) {
    assert_eq!((answer.status, &answer.body), (first.status, &first.body));
    assert_eq!(answer.headers.get("idempotent-replayed").map(String::as_str), Some("true"), "{answer:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_of_a_reader_is_asked_once_also_after_a_restart() {
    let mut world = World::start(&[]).await;
    world.put("7", TITLE, json!({"text": "Everybody in Eastmoor crosses the bridge."})).await;
    let question = json!({"question": QUESTION});
    let (of_article, of_site) = ("/api/articles/7/ask", "/api/articles/ask");
    let first = keyed(&world, of_article, "", "a", &question).await;
    assert_eq!(first.status, 202, "{first:?}");
    is_again(&keyed(&world, of_article, "", "a", &question).await, &first);
    world.server.kill();
    world.resume();
    is_again(&keyed(&world, of_article, "", "a", &question).await, &first);
    let other = keyed(&world, of_article, "", "a", &json!({"question": "How long is it?"})).await;
    assert_eq!(other.problem(), (422, "idempotency_key_reused".into()));
    // The same key of somebody who is signed in is another one.
    let ada = token_of("ada", false);
    let hers = keyed(&world, of_article, &ada, "a", &question).await;
    assert_eq!(hers.status, 202, "{hers:?}");
    assert_ne!(hers.json()["jobId"], first.json()["jobId"]);
    let site = json!({"question": "Who crosses the bridge in Eastmoor?"});
    let asked = keyed(&world, of_site, "", "b", &site).await;
    assert_eq!(asked.status, 202, "{asked:?}");
    is_again(&keyed(&world, of_site, "", "b", &site).await, &asked);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn research_that_is_wanted_anew_is_begun_once() {
    let world = World::start(&[]).await;
    world.put("7", TITLE, json!({})).await;
    let path = "/api/articles/7/research?force=true";
    let first = keyed(&world, path, "", "anew", &json!({})).await;
    assert_eq!((first.status, &first.json()["status"]), (202, &json!("queued")));
    let found = world.until_over("7", "").await;
    let searched = world.searches();
    is_again(&keyed(&world, path, "", "anew", &json!({})).await, &first);
    assert_eq!((world.research("7", "").await, world.searches()), (found, searched), "nothing was begun");
    // Its reply goes with the article.
    assert_eq!(world.send("DELETE", "/api/articles/7", &world.key, None).await.status, 204);
    world.put("7", TITLE, json!({})).await;
    let anew = keyed(&world, path, "", "anew", &json!({})).await;
    assert_eq!((anew.status, anew.headers.get("idempotent-replayed")), (202, None), "{anew:?}");
}
