//! MCP over HTTP at `/mcp` (streamable HTTP), behind the access checks that the caller adds.
//!
//! A session belongs to one owner. Nobody else can use its ID.

use crate::caller::Caller;
use crate::server::{Parts, Server};
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use dashmap::DashMap;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

/// Maximum number of sessions per owner.
const MOST: usize = 100;
/// After this time without a message, a session expires, and the client starts another one.
const IDLE: Duration = Duration::from_secs(30 * 60);
/// Maximum size of a message, in bytes.
const LARGEST: usize = 64 * 1024;
const SESSION: &str = "mcp-session-id";

/// `/mcp`. Requests must carry their [`Caller`] in their extensions. When `halt` of the parts is canceled, active runs
/// are left to continue later.
pub fn routes(parts: Parts) -> Router {
    let doors = Doors { parts, by_owner: Arc::default() };
    Router::new().route("/mcp", any(answer)).with_state(doors)
}

type Door = StreamableHttpService<Server, LocalSessionManager>;

#[derive(Clone)]
struct Doors {
    parts: Parts,
    /// At most one entry per owner of a key.
    by_owner: Arc<DashMap<String, (Arc<LocalSessionManager>, Door)>>,
}

impl Doors {
    fn of(&self, owner: &str) -> (Arc<LocalSessionManager>, Door) {
        let made = || {
            let mut sessions = LocalSessionManager::default();
            sessions.session_config.keep_alive = Some(IDLE);
            let sessions = Arc::new(sessions);
            let server = Server::new(self.parts.clone(), None);
            // Host and origin are checked before a request gets here.
            let config = StreamableHttpServerConfig::default()
                .disable_allowed_hosts()
                .with_max_request_body_bytes(LARGEST)
                .with_cancellation_token(self.parts.halt.clone());
            let door = StreamableHttpService::new(move || Ok(server.clone()), sessions.clone(), config);
            (sessions, door)
        };
        self.by_owner.entry(owner.to_owned()).or_insert_with(made).clone()
    }
}

async fn answer(State(doors): State<Doors>, request: Request) -> Response {
    let Some(caller) = request.extensions().get::<Caller>() else {
        return StatusCode::UNAUTHORIZED.into_response();
    };
    let (sessions, door) = doors.of(&caller.requester.key());
    let begins = request.method() == Method::POST && !request.headers().contains_key(SESSION);
    if begins && sessions.sessions.read().await.len() >= MOST {
        return full();
    }
    door.handle(request).await.map(Body::new)
}

fn full() -> Response {
    let message =
        format!("You already have {MOST} sessions. End some with DELETE, or wait until they expire.");
    let body = json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32000, "message": message}});
    let mut response = (StatusCode::TOO_MANY_REQUESTS, axum::Json(body)).into_response();
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("60"));
    response
}
