//! The OpenAPI 3.1 description: routes from the handlers, schemas of the core's documents, and what all routes
//! share, which is headers, problems, and examples.

use crate::access::SESSION;
use crate::contracts::completions;
use crate::contracts::errors::{BELOW, ErrorBody, ErrorDetail};
use crate::problem::ProblemDocument;
use crate::router::described;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use utoipa::PartialSchema;

/// Schemas of the core's documents. A test checks them against real responses.
const DOCUMENTS: &str = gorkd_core::view::SCHEMAS;

/// Bodies by route: `request`, and `responses` by status. A test checks them against their schemas.
const EXAMPLES: &str = include_str!("examples.json");

const ABOUT: &str = "Ask, watch, read. Every sentence of an answer rests on a quote from a stored text. Routes and their \
    own fields are camelCase; the documents of a job, its events and its log are snake_case, as `gorkd ask --json` prints them. \
    Everything except the page needs an API key, unless gorkd listens only on this machine.";

/// The whole description.
pub fn openapi() -> Value {
    let mut api = serde_json::to_value(described().into_openapi()).unwrap_or_default();
    api["openapi"] = json!("3.1.0");
    api["info"] = json!({
        "title": "gorkd",
        "version": env!("CARGO_PKG_VERSION"),
        "description": ABOUT,
        "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
    });
    api["components"]["securitySchemes"] = json!({"key": {"type": "http", "scheme": "bearer", "description": "Create one with `gorkd key create NAME`."}});
    api["components"]["securitySchemes"]["session"] = json!({"type": "apiKey", "in": "cookie", "name": "gorkd_session", "description": "From `POST /api/session`. Changes also need the header `X-CSRF-Token`."});
    api["components"]["parameters"] = parameters();
    api["components"]["headers"] = headers();
    let documents: Map<String, Value> = serde_json::from_str(DOCUMENTS).unwrap_or_default();
    api["components"]["securitySchemes"]["token"] = json!({"type": "http", "scheme": "bearer", "bearerFormat": "JWT", "description": "Signed by a site for one of its users: docs/articles.md."});
    if let Some(schemas) = api["components"]["schemas"].as_object_mut() {
        schemas.extend(documents);
        let problem = serde_json::to_value(ProblemDocument::schema()).unwrap_or_default();
        schemas.insert("Problem".to_owned(), problem);
        for (name, schema) in [("Error", ErrorBody::schema()), ("ErrorDetail", ErrorDetail::schema())] {
            schemas.insert(name.to_owned(), serde_json::to_value(schema).unwrap_or_default());
        }
    }
    let examples: Map<String, Value> = serde_json::from_str(EXAMPLES).unwrap_or_default();
    let mut ids = BTreeSet::new();
    if let Some(paths) = api["paths"].as_object_mut() {
        for (path, item) in paths.iter_mut() {
            for (method, operation) in item.as_object_mut().into_iter().flatten() {
                name(path, operation, &mut ids);
                add_problems(path, method, operation);
                add_headers(path, method, operation);
                if let Some(examples) = examples.get(&format!("{method} {path}")) {
                    add_examples(examples, operation);
                }
            }
        }
    }
    api
}

/// Headers that many routes accept.
fn parameters() -> Value {
    json!({
        "RequestId": {"name": "X-Request-Id", "in": "header", "schema": {"type": "string", "maxLength": 128, "pattern": "^[A-Za-z0-9._:-]+$"},
            "description": "Your ID for this request. It is returned in the response and in problems, and written to gorkd's log. An invalid ID is replaced.",
            "example": "7f9c24e8-3b12-4f6a"},
        "IdempotencyKey": {"name": "Idempotency-Key", "in": "header", "schema": {"type": "string", "minLength": 1, "maxLength": 255},
            "description": "Makes the request safe to retry: a repeated request with the same key has no further effect and returns the first response, even after a restart. Keys are private to you and stored for 24 hours.",
            "example": "8e03978e-40d5-43dd-bc93-6894a57f9324"},
        "CsrfToken": {"name": "X-CSRF-Token", "in": "header", "schema": {"type": "string"},
            "description": "`csrf` of the session. Required if you are signed in with the cookie; not needed with an API key.", "example": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b"},
        "IfNoneMatch": {"name": "If-None-Match", "in": "header", "schema": {"type": "string"},
            "description": "The `ETag` of your copy. Returns 304 if it is still current.", "example": "\"5d41402abc4b2a76b9719d911017c592\""},
    })
}

/// Headers of many responses.
fn headers() -> Value {
    json!({
        "RequestId": {"description": "The ID of the request", "schema": {"type": "string"}, "example": "req_0199f3a2c5d87b6ea1c0ffee00000004"},
        "ETag": {"description": "Identifies this version of the document", "schema": {"type": "string"}, "example": "\"5d41402abc4b2a76b9719d911017c592\""},
        "CacheControl": {"description": "Who may cache it. Private documents never go into shared caches", "schema": {"type": "string"}, "example": "private, no-cache"},
        "RetryAfter": {"description": "Seconds to wait before you retry", "schema": {"type": "integer"}, "example": 5},
        "Replayed": {"description": "`true` if this is the stored response to an earlier request with the same `Idempotency-Key`", "schema": {"type": "string", "enum": ["true"]}},
    })
}

/// Operations are named after their handlers. If a name is taken, the parts of the path are prepended.
fn name(path: &str, operation: &mut Value, taken: &mut BTreeSet<String>) {
    let own = operation["operationId"].as_str().unwrap_or_default().to_owned();
    if taken.insert(own.clone()) {
        return;
    }
    let parts = path.split('/').filter(|part| !part.is_empty() && !part.starts_with('{') && *part != "api");
    let whole = parts.chain([own.as_str()]).collect::<Vec<_>>().join("_");
    operation["operationId"] = json!(whole);
    taken.insert(whole);
}

/// The problems that a route can return, derived from what it accepts.
fn add_problems(path: &str, method: &str, operation: &mut Value) {
    let theirs = path.starts_with(BELOW);
    let signs_in = path == SESSION;
    let needs_key = (path.starts_with("/api/") && !signs_in) || theirs || path == "/metrics";
    let once = matches!(method, "post" | "patch") && !signs_in;
    let mut problems = vec![
        (400, "invalid_address", "The request is malformed"),
        (403, "foreign_origin", "The request was sent to an unknown host name, or by a page of another site"),
        (429, "too_many_requests", "Too many requests or runs. Retry after the time in `Retry-After`"),
        (500, "internal", "An internal error"),
        (503, "unavailable", "Temporarily unavailable. Please try again"),
    ];
    if signs_in && method == "post" {
        problems.push((401, "key_not_accepted", "The API key is invalid or has expired"));
    }
    if needs_key {
        problems.push((401, "key_missing", "The API key or token is missing or invalid"));
        operation["security"] = match path.starts_with("/api/articles/") && path != "/api/articles/{id}" {
            true => json!([{"token": []}, {"key": []}, {}]),
            false => json!([{"key": []}, {"session": []}, {}]),
        };
    }
    if (path.contains('{') || path == "/api/links/redeem") && needs_key {
        problems.push((404, "not_found", "It doesn't exist, or it belongs to somebody else"));
    }
    let has_query =
        operation["parameters"].as_array().is_some_and(|all| all.iter().any(|one| one["in"] == "query"));
    if operation.get("requestBody").is_some() {
        problems.push((413, "too_large", "The body is too large"));
        problems.push((415, "not_json", "The body is not JSON"));
    }
    if (operation.get("requestBody").is_some() || has_query || once) && !theirs {
        problems.push((422, "invalid_request", "The request is invalid; `detail` says why"));
    }
    if once || (method != "get" && path.contains('{')) {
        problems.push((
            409,
            "conflict",
            "The state of the run doesn't allow this, or a request with the same key is in progress",
        ));
    }
    if path == completions::PATH {
        problems.push((409, "conflict", "The run is waiting for approval, or was canceled"));
        problems.push((504, "timed_out", "The answer takes too long for a single response"));
    }
    for (status, code, description) in problems {
        let responses = &mut operation["responses"];
        if responses.get(status.to_string()).is_none() {
            let content = match theirs {
                true => json!({"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}),
                false => json!({"application/problem+json": {
                    "schema": {"$ref": "#/components/schemas/Problem"},
                    "example": {
                        "type": format!("urn:gorkd:problem:{code}"), "title": code.replace('_', " "), "status": status,
                        "detail": format!("{description}."), "code": code,
                        "request_id": "req_0199f3a2c5d87b6ea1c0ffee00000004",
                    },
                }}),
            };
            responses[status.to_string()] = json!({"description": description, "content": content});
        }
    }
}

/// Request and response headers of a route.
fn add_headers(path: &str, method: &str, operation: &mut Value) {
    let reference = |of: &str, name: &str| json!({"$ref": format!("#/components/{of}/{name}")});
    let is_api = path.starts_with("/api/");
    let once = is_api && matches!(method, "post" | "patch") && path != SESSION;
    let kept = is_api && method == "get" && !path.starts_with("/api/stream/");
    let changes = is_api && method != "get" && !(path == SESSION && method == "post");
    let mut taken = vec![reference("parameters", "RequestId")];
    taken.extend(once.then(|| reference("parameters", "IdempotencyKey")));
    taken.extend(kept.then(|| reference("parameters", "IfNoneMatch")));
    taken.extend(changes.then(|| reference("parameters", "CsrfToken")));
    match operation["parameters"].as_array_mut() {
        Some(parameters) => parameters.extend(taken),
        None => operation["parameters"] = json!(taken),
    }
    if kept {
        operation["responses"]["304"] = json!({"description": "Your copy is current"});
    }
    for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
        let headers = &mut response["headers"];
        if !headers.is_object() {
            *headers = json!({});
        }
        headers["X-Request-Id"] = reference("headers", "RequestId");
        if matches!(status.as_str(), "429" | "503") {
            headers["Retry-After"] = reference("headers", "RetryAfter");
        }
        if kept && matches!(status.as_str(), "200" | "304") {
            headers["ETag"] = reference("headers", "ETag");
            headers["Cache-Control"] = reference("headers", "CacheControl");
        }
        if once && status.starts_with('2') {
            headers["Idempotent-Replayed"] = reference("headers", "Replayed");
        }
    }
}

fn add_examples(examples: &Value, operation: &mut Value) {
    // A string is an example of a body that is not JSON.
    let put = |content: &mut Value, example: &Value| {
        for (kind, media) in content.as_object_mut().into_iter().flatten() {
            if (kind == "application/json") != example.is_string() {
                media["example"] = example.clone();
            }
        }
    };
    if let Some(example) = examples.get("request") {
        put(&mut operation["requestBody"]["content"], example);
    }
    for (status, example) in examples["responses"].as_object().into_iter().flatten() {
        put(&mut operation["responses"][status]["content"], example);
    }
}
