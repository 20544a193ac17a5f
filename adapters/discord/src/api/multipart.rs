//! A message with files, as multipart form data.

use gorkd_chat::OutgoingFile;
use serde_json::{Value, json};

/// The content type and the body.
pub fn form(body: &Value, files: &[OutgoingFile]) -> (String, Vec<u8>) {
    let boundary = format!("gorkd-{}", boundary_of(body, files));
    let mut body = body.clone();
    let attachments: Vec<Value> = files
        .iter()
        .enumerate()
        .map(|(nth, file)| json!({"id": nth.to_string(), "filename": plain(&file.name)}))
        .collect();
    if body["data"].is_object() {
        body["data"]["attachments"] = attachments.into();
    } else {
        body["attachments"] = attachments.into();
    }
    let mut form = Vec::new();
    let mut part = |head: String, content: &[u8]| {
        form.extend_from_slice(
            format!("--{boundary}\r\nContent-Disposition: form-data; {head}\r\n\r\n").as_bytes(),
        );
        form.extend_from_slice(content);
        form.extend_from_slice(b"\r\n");
    };
    part("name=\"payload_json\"\r\nContent-Type: application/json".to_owned(), body.to_string().as_bytes());
    for (nth, file) in files.iter().enumerate() {
        let head = format!(
            "name=\"files[{nth}]\"; filename=\"{}\"\r\nContent-Type: {}",
            plain(&file.name),
            file.content_type
        );
        part(head, &file.content);
    }
    form.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    (format!("multipart/form-data; boundary={boundary}"), form)
}

/// A boundary that no part contains by chance.
fn boundary_of(body: &Value, files: &[OutgoingFile]) -> String {
    let mut text = body.to_string().into_bytes();
    files.iter().for_each(|file| text.extend_from_slice(&file.content));
    gorkd_core::model::sha256_hex(&text)[..40].to_owned()
}

fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' }).collect()
}
