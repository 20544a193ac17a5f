//! Socket Mode: the connections, what is said on them, and how they end.

use super::Shared;
use super::state::Socket;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

/// Connections that an app may have.
const MOST: usize = 10;

pub async fn connect(
    State(shared): State<Shared>,
    Path(id): Path<u64>,
    upgrade: WebSocketUpgrade,
) -> Response {
    if shared.books().faults.outage {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    upgrade.on_upgrade(move |socket| speak(shared, id, socket))
}

async fn speak(shared: Shared, id: u64, mut socket: WebSocket) {
    let (out, mut inbox) = unbounded_channel();
    let too_many = {
        let mut books = shared.books();
        let too_many = books.sockets.len() >= MOST;
        if !too_many {
            books.sockets.push(Socket { id, out });
        }
        too_many
    };
    if too_many {
        let end = json!({"type": "disconnect", "reason": "too_many_websockets", "debug_info": {}});
        let _ = socket.send(Message::Text(end.to_string().into())).await;
        return;
    }
    let connections = shared.books().sockets.len();
    let hello = json!({
        "type": "hello", "num_connections": connections, "connection_info": {"app_id": super::APP},
        "debug_info": {"host": "sim", "build_number": 1, "approximate_connection_time": 3600},
    });
    if socket.send(Message::Text(hello.to_string().into())).await.is_ok() {
        shared.changed();
        talk(&shared, &mut socket, &mut inbox).await;
    }
    shared.books().sockets.retain(|one| one.id != id);
    shared.changed();
}

async fn talk(shared: &Shared, socket: &mut WebSocket, inbox: &mut UnboundedReceiver<Value>) {
    loop {
        tokio::select! {
            said = inbox.recv() => {
                // The sender is gone: the connection was dropped from here.
                let Some(said) = said else { return };
                let last = said["type"] == "disconnect";
                if socket.send(Message::Text(said.to_string().into())).await.is_err() {
                    return;
                }
                if last {
                    let _ = socket.send(Message::Close(None)).await;
                    return;
                }
            }
            heard = socket.recv() => match heard {
                Some(Ok(Message::Text(text))) => acknowledged(shared, &text),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => {}
            },
        }
    }
}

fn acknowledged(shared: &Shared, text: &str) {
    let said: Value = serde_json::from_str(text).unwrap_or_default();
    match said["envelope_id"].as_str() {
        Some(id) => super::delivery::acknowledged(shared, id),
        None => shared.books().violations.push(format!("an acknowledgement without envelope_id: {text}")),
    }
}

impl super::Slack {
    /// Tells all connections that they end, as Slack does every few hours.
    pub fn refresh_sockets(&self) {
        let end = json!({"type": "disconnect", "reason": "refresh_requested", "debug_info": {"host": "sim"}});
        for socket in &self.books().sockets {
            let _ = socket.out.send(end.clone());
        }
    }
}
