//! Files: uploads in three steps, and downloads with a token.

use crate::world::chat::files::File;
use crate::world::slack::Shared;
use crate::world::slack::server::{Arguments, structured, text, token};
use crate::world::slack::state::{Books, Message, SlackFile};
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};
use std::net::SocketAddr;

pub fn url(
    books: &mut Books,
    address: SocketAddr,
    team: &str,
    arguments: &Arguments,
) -> Result<Value, String> {
    let length =
        arguments.get("length").and_then(|length| length.as_u64().or_else(|| length.as_str()?.parse().ok()));
    let id = books.id("F");
    let file = SlackFile {
        file: File::new(text(arguments, "filename"), "application/octet-stream", Vec::new()),
        length: length.unwrap_or_default() as usize,
        channel: None,
        thread: None,
        team: team.to_owned(),
        shared: false,
    };
    books.files.insert(id.clone(), file);
    Ok(json!({"upload_url": format!("http://{address}/upload/{id}"), "file_id": id}))
}

/// The bytes of a file: as they are, or as the one part of a form.
pub async fn take(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let content = match kind.split_once("boundary=") {
        Some((_, boundary)) => part(&body, boundary.trim_matches('"')).unwrap_or_default(),
        None => body.to_vec(),
    };
    let mut books = shared.books();
    let Some(file) = books.files.get_mut(&id) else { return StatusCode::NOT_FOUND.into_response() };
    if content.len() != file.length {
        let said = format!("{} bytes were announced and {} came", file.length, content.len());
        books.violations.push(format!("upload: {said}"));
        return (StatusCode::BAD_REQUEST, said).into_response();
    }
    file.file.bytes = content;
    (StatusCode::OK, "OK").into_response()
}

/// The content of the first part of a form.
fn part(body: &[u8], boundary: &str) -> Option<Vec<u8>> {
    let find = |text: &[u8], what: &[u8]| text.windows(what.len()).position(|window| window == what);
    let start = find(body, b"\r\n\r\n")? + 4;
    let rest = &body[start..];
    let end = find(rest, format!("\r\n--{boundary}").as_bytes())?;
    Some(rest[..end].to_vec())
}

pub fn complete(books: &mut Books, team: &str, arguments: &Arguments) -> Result<Value, String> {
    let channel = text(arguments, "channel_id").to_owned();
    let thread = Some(text(arguments, "thread_ts").to_owned()).filter(|thread| !thread.is_empty());
    if !channel.is_empty() {
        let found = books.channels.get(&channel).filter(|found| found.team == team);
        if found.is_none_or(|found| found.archived) {
            return Err("channel_not_found".to_owned());
        }
    }
    let asked = structured(arguments, "files");
    let mut shared = Vec::new();
    for one in asked.as_array().into_iter().flatten() {
        let id = one["id"].as_str().unwrap_or_default().to_owned();
        let file = books.files.get_mut(&id).filter(|file| file.file.bytes.len() == file.length);
        let Some(file) = file else { return Err("file_not_found".to_owned()) };
        file.shared = true;
        (file.channel, file.thread) = (Some(channel.clone()), thread.clone());
        shared.push(id);
    }
    if shared.is_empty() {
        return Err("invalid_arguments".to_owned());
    }
    let ts = books.ts();
    let bot = books.teams[team].bot.clone();
    let answer: Vec<Value> =
        shared.iter().map(|id| json!({"id": id, "title": books.files[id].file.name})).collect();
    books.messages.push(Message {
        team: team.to_owned(),
        channel,
        ts,
        thread,
        user: bot,
        from_bot: true,
        text: text(arguments, "initial_comment").to_owned(),
        files: shared,
        ..Message::default()
    });
    Ok(json!({"files": answer}))
}

pub async fn give(
    State(shared): State<Shared>,
    Path((id, _)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    let books = shared.books();
    let Some(file) = books.files.get(&id) else { return StatusCode::NOT_FOUND.into_response() };
    let token = token(&headers, &Map::new());
    let may = books.teams.get(&file.team).is_some_and(|team| team.token == token && !team.revoked);
    if !may {
        // Slack sends to its sign-in page, with status 200.
        return ([(header::CONTENT_TYPE, "text/html")], "<html>Sign in to Slack</html>").into_response();
    }
    file.file.response()
}
