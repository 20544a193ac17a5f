//! The web page: one document, plus scripts and styles that `make page` builds from `ui/`. All content comes
//! through the API.
//!
//! Release builds embed the files; other builds read them from `ui/dist` at run time.

use crate::parts::Web;
use crate::problem::Problem;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use rust_embed::{Embed, EmbeddedFile};
use std::collections::BTreeMap;
use utoipa_axum::router::OpenApiRouter;

#[derive(Embed)]
#[folder = "ui/dist"]
struct Built;

const NOT_BUILT: &str = include_str!("../page/not-built.html");
const STYLE: &str = include_str!("../page/page.css");
const ICON: &str = include_str!("../page/icon.svg");

/// Views with their own URL besides `/` and `/jobs/{id}`, and the names of their files. The script renders each
/// view; the documents differ only in what they preload.
const VIEWS: [(&str, &str); 9] = [
    ("/t/{thread}", "Thread"),
    ("/t/{thread}/artifacts", "Artifacts"),
    ("/t/{thread}/checkpoints", "Checkpoints"),
    ("/t/{thread}/log", "RunLog"),
    ("/t/{thread}/verify", "Verify"),
    ("/threads", "Threads"),
    ("/settings", "Settings"),
    ("/admin", "Admin"),
    ("/setup", "Setup"),
];

/// Where the document lists the files to preload.
const PRELOADS: &str = "<!-- view -->";

/// For files whose name contains a hash of their content.
const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// The routes of the views. Programs have no use for them.
pub fn views() -> OpenApiRouter<Web> {
    VIEWS.iter().fold(OpenApiRouter::new(), |routes, (view, _)| routes.route(view, get(home)))
}

/// Whether this is a path of the page.
pub fn is_page(path: &str) -> bool {
    file_of(path).is_some()
}

/// The view at this path, by the name of its file.
fn file_of(path: &str) -> Option<&'static str> {
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    let fits = |view: &str| {
        let wanted: Vec<&str> = view.split('/').skip(1).collect();
        let same = |(wanted, part): (&&str, &&str)| match wanted.starts_with('{') {
            true => !part.is_empty(),
            false => wanted == part,
        };
        wanted.len() == parts.len() && wanted.iter().zip(&parts).all(same)
    };
    // The page of a job leads to its thread.
    let all = [("/", "Ask"), ("/jobs/{id}", "Thread")];
    all.iter().chain(&VIEWS).find(|(view, _)| fits(view)).map(|(_, file)| *file)
}

/// The page: ask, watch, read
#[utoipa::path(get, path = "/", tag = "page", responses((status = 200, description = "The page", body = String,
    content_type = "text/html")))]
pub async fn home(uri: Uri, headers: HeaderMap) -> Html<String> {
    Html(document(uri.path(), &headers))
}

/// The page of one job, which chats link to
#[utoipa::path(get, path = "/jobs/{id}", tag = "page", operation_id = "job_page",
    params(("id" = String, Path, description = "The job")),
    responses((status = 200, description = "The page", body = String, content_type = "text/html")))]
pub async fn job(uri: Uri, headers: HeaderMap) -> Html<String> {
    Html(document(uri.path(), &headers))
}

/// A script or style sheet of the page
#[utoipa::path(get, path = "/assets/{file}", tag = "page", operation_id = "page_asset",
    params(("file" = String, Path, description = "The file's name, which contains a hash of its content")),
    responses((status = 200, description = "The file", body = String, content_type = "text/javascript"),
        (status = 404, description = "There is no such file", body = ref("#/components/schemas/Problem"),
            content_type = "application/problem+json")))]
pub async fn asset(Path(file): Path<String>, headers: HeaderMap) -> Response {
    let path = format!("assets/{file}");
    let plain_name = file.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    let Some(kind) = kind(&file).filter(|_| plain_name) else { return no_file() };
    let shared =
        [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, IMMUTABLE), (header::VARY, "accept-encoding")];
    if takes_gzip(&headers)
        && let Some(packed) = Built::get(&format!("{path}.gz"))
    {
        return (shared, [(header::CONTENT_ENCODING, "gzip")], packed.data.into_owned()).into_response();
    }
    match Built::get(&path) {
        Some(EmbeddedFile { data, .. }) => (shared, data.into_owned()).into_response(),
        None => no_file(),
    }
}

/// The style sheet of pages rendered by the server
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

fn no_file() -> Response {
    let detail = "There is no such file. If the page was open while gorkd was updated, reload it.";
    Problem::new(StatusCode::NOT_FOUND, "not_found", detail).into_response()
}

/// The document for a view at this path. Scripts and styles have relative URLs, so a proxy can serve gorkd
/// under any path. Everything that the view and the reader's language need is preloaded, so that a browser does
/// not discover the files one by one.
fn document(path: &str, headers: &HeaderMap) -> String {
    let built = Built::get("index.html").map(|file| String::from_utf8_lossy(&file.data).into_owned());
    let above = "../".repeat(path.matches('/').count().saturating_sub(1));
    let document = match built {
        Some(document) => document.replace(PRELOADS, &ahead(path, headers).unwrap_or_default()),
        None => NOT_BUILT.to_owned(),
    };
    if above.is_empty() { document } else { document.replace("\"./", &format!("\"{above}")) }
}

/// The files that a view or a language needs, as recorded by the build.
#[derive(serde::Deserialize)]
struct Files {
    views: BTreeMap<String, Vec<String>>,
    languages: BTreeMap<String, Vec<String>>,
}

fn ahead(path: &str, headers: &HeaderMap) -> Option<String> {
    let files: Files = serde_json::from_slice(&Built::get("ahead.json")?.data).ok()?;
    let view = file_of(path).and_then(|view| files.views.get(view));
    let spoken =
        headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    // The first language that the page supports. English is part of every view.
    let spoken = spoken.split(',').map(|one| one.trim().split(['-', ';']).next().unwrap_or_default());
    let language =
        spoken.map(str::to_ascii_lowercase).find(|one| one == "en" || files.languages.contains_key(one));
    let words = language.and_then(|one| files.languages.get(&one));
    let links = view.into_iter().chain(words).flatten();
    Some(links.map(|file| format!("<link rel=\"modulepreload\" crossorigin href=\"./{file}\">\n")).collect())
}

fn kind(file: &str) -> Option<&'static str> {
    match file.rsplit_once('.')?.1 {
        "js" => Some("text/javascript; charset=utf-8"),
        "css" => Some("text/css; charset=utf-8"),
        "svg" => Some("image/svg+xml"),
        _ => None,
    }
}

fn takes_gzip(headers: &HeaderMap) -> bool {
    let given = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let mut codings = given.flat_map(|value| value.split(',')).map(|one| one.trim().to_ascii_lowercase());
    codings.any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((&one, ""));
        let refused = matches!(weight.trim().strip_prefix("q="), Some("0" | "0.0" | "0.00" | "0.000"));
        matches!(name.trim(), "gzip" | "*") && !refused
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn only_views_are_pages() {
        for page in ["/", "/jobs/job_1", "/t/thr_1", "/t/thr_1/log", "/threads", "/setup"] {
            assert!(is_page(page), "{page}");
        }
        for other in ["", "/jobs/", "/jobs/a/b", "/t/", "/t//log", "/t/a/other", "/threads/", "/api/threads"]
        {
            assert!(!is_page(other), "{other}");
        }
    }

    #[test]
    fn a_page_finds_its_files_below_any_path() {
        for (path, prefix) in
            [("/", "\"./"), ("/threads", "\"./"), ("/jobs/a", "\"../"), ("/t/a/log", "\"../../")]
        {
            let document = document(path, &HeaderMap::new());
            assert!(document.contains(&format!("href={prefix}favicon.ico\"")), "{path}: {document}");
        }
    }

    #[test]
    fn files_are_compressed_for_clients_that_accept_it() {
        let takes = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(value));
            takes_gzip(&headers)
        };
        assert!(takes("gzip, deflate, br") && takes("br;q=1, GZIP;q=0.5") && takes("*"));
        assert!(!takes("br") && !takes("gzip;q=0, br") && !takes("identity"));
        assert!(!takes_gzip(&HeaderMap::new()));
    }
}
