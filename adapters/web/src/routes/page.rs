//! The plain page: one empty document, one script, one style sheet. All content comes through the interface.

use axum::http::header;
use axum::response::{Html, IntoResponse, Response};

const PAGE: &str = include_str!("../page/index.html");
const SCRIPT: &str = include_str!("../page/page.js");
const STYLE: &str = include_str!("../page/page.css");
const ICON: &str = include_str!("../page/icon.svg");

/// The page: ask, watch, read
#[utoipa::path(get, path = "/", tag = "page", responses((status = 200, description = "The page", body = String,
    content_type = "text/html")))]
pub async fn home() -> Html<&'static str> {
    Html(PAGE)
}

/// One job on the page: what chats link to
#[utoipa::path(get, path = "/jobs/{id}", tag = "page", operation_id = "job_page",
    params(("id" = String, Path, description = "The job")),
    responses((status = 200, description = "The page", body = String, content_type = "text/html")))]
pub async fn job() -> Html<&'static str> {
    Html(PAGE)
}

/// The page's script
#[utoipa::path(get, path = "/page.js", tag = "page", responses((status = 200, description = "JavaScript",
    body = String, content_type = "text/javascript")))]
pub async fn script() -> Response {
    ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], SCRIPT).into_response()
}

/// The page's style sheet
#[utoipa::path(get, path = "/page.css", tag = "page", responses((status = 200, description = "CSS",
    body = String, content_type = "text/css")))]
pub async fn style() -> Response {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], STYLE).into_response()
}

/// The page's icon
#[utoipa::path(get, path = "/favicon.ico", tag = "page", responses((status = 200, description = "SVG",
    body = String, content_type = "image/svg+xml")))]
pub async fn icon() -> Response {
    ([(header::CONTENT_TYPE, "image/svg+xml")], ICON).into_response()
}
