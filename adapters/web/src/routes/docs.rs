//! The API description, for programs and as a page for people.

use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use std::sync::LazyLock;

const PAGE: &str = include_str!("../page/docs.html");
const SCRIPT: &str = include_str!("../page/docs.js");

static DESCRIPTION: LazyLock<String> = LazyLock::new(|| crate::openapi::openapi().to_string());

/// API reference: every route with its parameters, bodies, and responses
#[utoipa::path(get, path = "/docs", tag = "page", operation_id = "docs", responses((status = 200, description = "The page", body = String,
    content_type = "text/html")))]
pub async fn page() -> Html<&'static str> {
    Html(PAGE)
}

/// The script of the API reference
#[utoipa::path(get, path = "/docs.js", tag = "page", operation_id = "docs_script", responses((status = 200, description = "JavaScript",
    body = String, content_type = "text/javascript")))]
pub async fn script() -> Response {
    ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], SCRIPT).into_response()
}

/// This description
#[utoipa::path(get, path = "/openapi.json", tag = "operations", operation_id = "openapi",
    responses((status = 200, description = "OpenAPI 3.1", body = Object)))]
pub async fn description() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], DESCRIPTION.as_str()).into_response()
}
