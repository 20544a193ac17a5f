//! `POST /v1/moderations`: flags a text that holds one of the words that the server was told.

use super::{Call, ModelServer, Trouble, status};
use axum::body::{Body, Bytes};
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::{Value, json};

pub const PATH: &str = "/v1/moderations";
/// What its calls are counted under.
pub const STAGE: &str = "moderate";

impl ModelServer {
    /// Settings by which it judges texts.
    pub fn moderates(&self) -> Vec<String> {
        vec![
            format!("moderation.url={}", self.base_url()),
            "moderation.key=sk-very-secret".to_owned(),
            "moderation.model=sim-1".to_owned(),
        ]
    }

    /// Flags texts with this word from now on, in whatever case.
    pub fn flags(&self, word: &'static str) {
        self.books().flags.push(word);
    }
}

pub async fn judged(server: &ModelServer, headers: &HeaderMap, body: &Bytes) -> Response {
    let body: Value = serde_json::from_slice(body).unwrap_or_default();
    let Some(texts) = body["input"].as_array() else {
        return status(400, r#"{"error":{"message":"input is missing"}}"#, None);
    };
    let texts: Vec<String> = texts.iter().filter_map(Value::as_str).map(str::to_owned).collect();
    let key = headers.get("authorization").and_then(|key| key.to_str().ok());
    let (trouble, flags) = {
        let mut books = server.books();
        let trouble = books.troubles.get(STAGE).cloned();
        if let Some(Trouble::Status { times, .. }) = books.troubles.get_mut(STAGE) {
            *times = times.saturating_sub(1);
        }
        books.calls.push(Call {
            stage: STAGE,
            system: String::new(),
            user: texts.concat(),
            most: 0,
            bounded: false,
            key: key.and_then(|key| key.strip_prefix("Bearer ")).map(str::to_owned),
            streamed: false,
            by_schema: false,
            tools: Vec::new(),
            counted: None,
            at: crate::world::now_ms(),
        });
        (trouble, books.flags.clone())
    };
    match &trouble {
        Some(Trouble::Status { code, body, retry_after_ms, times }) if *times > 0 => {
            return status(*code, body, *retry_after_ms);
        }
        Some(Trouble::Hangs) => std::future::pending::<()>().await,
        _ => {}
    }
    let results = texts.iter().map(|text| {
        let text = text.to_lowercase();
        let flagged = flags.iter().any(|word| text.contains(&word.to_lowercase()));
        json!({"flagged": flagged, "categories": {"illicit": flagged, "violence": false}})
    });
    let results: Vec<Value> = results.collect();
    let reply = json!({"id": "modr-1", "model": body["model"], "results": results});
    Response::new(Body::from(reply.to_string()))
}
