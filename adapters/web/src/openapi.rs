//! The description of the interface, OpenAPI 3.1: routes from the handlers themselves, the documents of the core as
//! schemas that lie beside this file, and the problems that any route may answer with.

use crate::problem::ProblemDocument;
use crate::router::described;
use serde_json::{Map, Value, json};
use utoipa::PartialSchema;

/// Schemas of documents that the core words; a test holds them to real answers.
const DOCUMENTS: &str = include_str!("documents.json");

const ABOUT: &str = "Ask, watch, read. An answer's every sentence rests on a quote of a stored text. Routes and their \
    own fields are camelCase; the documents of a job and its events are snake_case, as `gorkd ask --json` prints them. \
    Everything but the page needs an API key, unless gorkd listens on this machine only.";

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
    api["components"]["securitySchemes"] = json!({"key": {"type": "http", "scheme": "bearer", "description": "`gorkd key create NAME` makes one."}});
    let documents: Map<String, Value> = serde_json::from_str(DOCUMENTS).unwrap_or_default();
    if let Some(schemas) = api["components"]["schemas"].as_object_mut() {
        schemas.extend(documents);
        let problem = serde_json::to_value(ProblemDocument::schema()).unwrap_or_default();
        schemas.insert("Problem".to_owned(), problem);
    }
    if let Some(paths) = api["paths"].as_object_mut() {
        for (path, item) in paths.iter_mut() {
            for (method, operation) in item.as_object_mut().into_iter().flatten() {
                add_problems(path, method, operation);
            }
        }
    }
    api["paths"]["/openapi.json"] = json!({"get": {
        "tags": ["operations"],
        "summary": "This description",
        "operationId": "openapi",
        "responses": {"200": {"description": "OpenAPI 3.1", "content": {"application/json": {"schema": {"type": "object"}}}}},
    }});
    api
}

/// The problems that a route can answer with, by what it takes.
fn add_problems(path: &str, method: &str, operation: &mut Value) {
    let needs_key = path.starts_with("/api/") || path == "/metrics";
    let mut problems = vec![
        (400, "The request cannot be read"),
        (403, "Sent under a foreign name, or by a page of another site"),
        (429, "Too many requests, or runs; `Retry-After` says when to come back"),
        (500, "A fault in gorkd"),
        (503, "Not right now; please try again"),
    ];
    if needs_key {
        problems.push((401, "The key is missing or not accepted"));
        operation["security"] = json!([{"key": []}, {}]);
    }
    if path.contains('{') && needs_key {
        problems.push((404, "There is no such thing, or it is somebody else's"));
    }
    let has_query =
        operation["parameters"].as_array().is_some_and(|all| all.iter().any(|one| one["in"] == "query"));
    if operation.get("requestBody").is_some() {
        problems.push((413, "The body is too large"));
        problems.push((415, "The body is not sent as JSON"));
    }
    if operation.get("requestBody").is_some() || has_query {
        problems.push((422, "Understood and not taken; the sentence says why"));
    }
    if method != "get" && path.contains('{') {
        problems.push((409, "The run is not in a state for this"));
    }
    for (status, description) in problems {
        let content =
            json!({"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}});
        let responses = &mut operation["responses"];
        if responses.get(status.to_string()).is_none() {
            responses[status.to_string()] = json!({"description": description, "content": content});
        }
    }
}
