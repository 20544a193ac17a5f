use super::*;
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::IntoResponse;
use gorkd_core::model::Privacy;
use gorkd_net::ServiceSettings;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

/// Requests that the server received: path, key, body.
type Seen = Arc<Mutex<Vec<(String, Option<String>, Value)>>>;

#[derive(Clone)]
struct Server {
    seen: Seen,
    /// Status and body of each reply in order; the last one repeats.
    replies: Arc<Vec<(u16, String)>>,
}

async fn reply(State(server): State<Server>, uri: Uri, headers: HeaderMap, body: Bytes) -> impl IntoResponse {
    let key = headers.get("authorization").and_then(|key| key.to_str().ok()).map(str::to_owned);
    let body = serde_json::from_slice(&body).expect("JSON");
    let mut seen = server.seen.lock().expect("nobody panics");
    seen.push((uri.path().to_owned(), key, body));
    let at = (seen.len() - 1).min(server.replies.len() - 1);
    let (status, body) = server.replies[at].clone();
    (axum::http::StatusCode::from_u16(status).expect("a status"), body)
}

async fn serving(replies: &[(u16, String)]) -> (SocketAddr, Seen) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let server = Server { seen: Seen::default(), replies: Arc::new(replies.to_vec()) };
    let seen = server.seen.clone();
    let router = Router::new().fallback(reply).with_state(server);
    tokio::spawn(async move { axum::serve(listener, router).await });
    (address, seen)
}

fn moderator(url: &str, key: Option<&str>, model: Option<&str>) -> ServerModerator {
    let services = Services::new(ServiceSettings::default()).expect("clients");
    let url = Url::parse(url).expect("an address");
    let key = key.map(SecretString::from);
    ServerModerator::new(&url, key, model.map(str::to_owned), services).expect("a moderator")
}

fn clean() -> (u16, String) {
    (200, json!({"results": [{"flagged": false, "categories": {"violence": true}}]}).to_string())
}

const OPEN: Reach = Reach::ANYWHERE;

#[tokio::test]
async fn a_text_is_sent_as_the_protocol_has_it_and_what_is_flagged_comes_back() {
    let flagged = json!({"id": "m", "model": "omni", "results": [{
        "flagged": true,
        "categories": {"violence": true, "hate": false, "illicit/violent": true, "odd": null},
        "category_scores": {"violence": 0.9},
    }]});
    let (address, seen) = serving(&[(200, flagged.to_string()), clean()]).await;
    let moderator = moderator(&format!("http://{address}"), Some("sk-very-secret"), Some("omni"));
    assert_eq!(
        moderator.look("A bad thing", OPEN).await.expect("an answer"),
        ["illicit/violent", "violence"]
    );
    assert!(moderator.look("A good thing", OPEN).await.expect("an answer").is_empty());
    let seen = seen.lock().expect("nobody panics").clone();
    let body = json!({"model": "omni", "input": ["A bad thing"]});
    assert_eq!(seen[0], ("/v1/moderations".to_owned(), Some("Bearer sk-very-secret".to_owned()), body));
}

#[tokio::test]
async fn without_a_key_and_a_model_neither_is_sent() {
    let (address, seen) = serving(&[clean()]).await;
    for url in [format!("http://{address}/api/"), format!("http://{address}/api/moderations")] {
        assert!(moderator(&url, None, None).look("x", OPEN).await.expect("an answer").is_empty());
    }
    for (path, key, body) in seen.lock().expect("nobody panics").clone() {
        assert_eq!((path.as_str(), key, body), ("/api/moderations", None, json!({"input": ["x"]})));
    }
}

#[tokio::test]
async fn a_long_text_is_looked_at_in_pieces() {
    let text = "word ".repeat(2_000);
    let parts = pieces(&text);
    assert!(parts.len() == 3 && parts.iter().all(|part| part.chars().count() <= PIECE));
    assert_eq!(parts.concat(), text);
    assert_eq!(pieces(&"字".repeat(PIECE + 1)).len(), 2);
    let results = json!({"results": [
        {"flagged": false, "categories": {}},
        {"flagged": true, "categories": {}},
        {"flagged": false, "categories": {}},
    ]});
    let (address, _) = serving(&[(200, results.to_string()), clean()]).await;
    let moderator = moderator(&format!("http://{address}"), None, None);
    assert_eq!(moderator.look(&text, OPEN).await.expect("an answer"), [UNNAMED]);
    let short = moderator.look(&text, OPEN).await.expect_err("two pieces have no result");
    assert_eq!(short.reason, FailureReason::Malformed);
}

#[tokio::test]
async fn a_server_that_is_busy_is_asked_again_and_one_that_fails_is_not() {
    let busy = (429, "{}".to_owned());
    let (address, seen) = serving(&[busy, clean()]).await;
    let url = format!("http://{address}");
    assert!(moderator(&url, None, None).look("x", OPEN).await.expect("an answer").is_empty());
    assert_eq!(seen.lock().expect("nobody panics").len(), 2);
    for (status, body, reason) in [
        (500, "no", FailureReason::ServerError),
        (401, "no", FailureReason::Unauthorized),
        (404, "no", FailureReason::NotFound),
        (200, "<html>", FailureReason::Malformed),
        (200, r#"{"results": []}"#, FailureReason::Malformed),
    ] {
        let (address, seen) = serving(&[(status, body.to_owned())]).await;
        let moderator = moderator(&format!("http://{address}"), Some("sk-very-secret"), None);
        let failure = moderator.look("x", OPEN).await.expect_err("it fails");
        assert_eq!(failure.reason, reason, "{failure:?}");
        assert!(!failure.detail.contains("sk-very-secret"), "{failure:?}");
        assert_eq!(seen.lock().expect("nobody panics").len(), 1, "{status}");
    }
}

#[tokio::test]
async fn nothing_is_sent_beyond_the_reach() {
    let far = moderator("https://moderation.invalid/v1", None, None);
    assert_eq!(far.destination(), Destination::Far);
    let failure = far.look("x", Reach::of(Privacy::LocalOnly)).await.expect_err("it stays here");
    assert_eq!(failure.reason, FailureReason::NotAllowed);
    let near = moderator("http://127.0.0.1:1/v1", None, None);
    assert_eq!(near.destination(), Destination::Near);
}
