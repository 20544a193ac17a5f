//! What each operation does.

mod channels;
mod commands;
mod guilds;
mod messages;
mod replies;

pub use channels::deleted;
pub use messages::{edited, gone, posted, posted_as};
pub use replies::respond;

use super::published::Operation;
use super::shapes::snowflake;
use super::state::State;
use crate::world::chat::files::File;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A request whose operation is known.
pub struct Call {
    pub operation: Operation,
    pub body: Value,
    pub files: Vec<File>,
    pub query: BTreeMap<String, String>,
}

/// The answer's body, null for none; or the code of an error.
pub fn answer(state: &mut State, call: &Call) -> Result<Value, u64> {
    let operation = &call.operation;
    let (method, path) = operation.name.split_once(' ').unwrap_or_default();
    match (method, path) {
        ("GET", "/gateway") => Ok(json!({"url": format!("ws://{}", state.address)})),
        ("GET", "/gateway/bot") => {
            Ok(json!({"url": format!("ws://{}", state.address), "shards": state.shards,
            "session_start_limit": {"total": 1000, "remaining": state.identifies_left, "reset_after": 3_600_000,
            "max_concurrency": 1}}))
        }
        (_, path) if path.starts_with("/applications") => commands::answer(state, call),
        (_, path) if path.starts_with("/interactions") => replies::callback(state, call),
        (_, path) if path.starts_with("/webhooks") => replies::webhook(state, call),
        (_, path) if path.starts_with("/channels/{channel_id}/messages") && !path.ends_with("/threads") => {
            messages::answer(state, call)
        }
        (_, path) if path.starts_with("/channels") => channels::answer(state, call),
        _ => guilds::answer(state, call),
    }
}

/// Keeps files and gives them as attachments of a message.
pub fn attach(state: &mut State, files: &[File]) -> Vec<Value> {
    let mut attachments = Vec::new();
    for file in files {
        let id = snowflake();
        let url = format!("http://{}/cdn/{id}/{}", state.address, file.name);
        attachments
            .push(json!({"id": id.to_string(), "filename": file.name, "size": file.bytes.len(), "url": url,
            "proxy_url": url, "content_type": file.kind}));
        state.files.insert(id, file.clone());
    }
    attachments
}
