//! The tools of a model that drives, as described to it.

use gorkd_core::ports::Tool;
use serde_json::{Value, json};

pub const SEARCH: &str = "search_web";
pub const FETCH: &str = "fetch_url";
pub const EXTRACT: &str = "extract_text";
pub const ARTICLE: &str = "get_article";
pub const LOG: &str = "log_step";

/// All of them, in the order in which they are listed.
pub const NAMES: [&str; 5] = [SEARCH, FETCH, EXTRACT, ARTICLE, LOG];

pub fn tools() -> Vec<Tool> {
    vec![
        tool(
            SEARCH,
            "Searches every place that this question may be searched in, and gives titles, addresses, and snippets.",
            json!({
                "query": {"type": "string", "description": "Words that a page with the answer would hold"},
                "recencyDays": {"type": "integer", "description": "Only what is at most so many days old"},
                "language": {"type": "string", "description": "Two-letter code of the language of the pages"},
            }),
            "query",
        ),
        tool(
            FETCH,
            "Reads a page and gives the passages of it that bear on the question. What was read can be cited.",
            json!({"url": {"type": "string", "description": "An address of the web, as a result gave it"}}),
            "url",
        ),
        tool(
            EXTRACT,
            "Makes plain text of HTML, without menus and advertisements. It is no source and cannot be cited.",
            json!({"html": {"type": "string"}}),
            "html",
        ),
        tool(
            ARTICLE,
            "Reads an article that the site of this question has registered, by its id.",
            json!({"articleId": {"type": "string"}}),
            "articleId",
        ),
        tool(
            LOG,
            "Writes a sentence into the log of this run, for whoever looks at it later.",
            json!({"message": {"type": "string"}}),
            "message",
        ),
    ]
}

fn tool(name: &str, description: &str, properties: Value, required: &str) -> Tool {
    Tool {
        name: name.to_owned(),
        description: description.to_owned(),
        parameters: json!({"type": "object", "properties": properties, "required": [required]}),
    }
}
