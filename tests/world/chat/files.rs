//! A file that somebody hands over.

use axum::http::header;
use axum::response::{IntoResponse, Response};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    pub name: String,
    pub kind: String,
    pub bytes: Vec<u8>,
}

impl File {
    pub fn new(name: &str, kind: &str, bytes: impl Into<Vec<u8>>) -> Self {
        Self { name: name.to_owned(), kind: kind.to_owned(), bytes: bytes.into() }
    }

    /// As it is downloaded.
    pub fn response(&self) -> Response {
        ([(header::CONTENT_TYPE, self.kind.clone())], self.bytes.clone()).into_response()
    }
}
