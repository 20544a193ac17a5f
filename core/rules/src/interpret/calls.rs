//! Tool calls in any form: native to the model's server, or as JSON in the text.

use super::first;
use crate::lenient::{Json, read};
use gorkd_core::ports::ToolReply;

const NAME: [&str; 4] = ["name", "tool", "function", "toolname"];
const ARGUMENTS: [&str; 5] = ["arguments", "parameters", "args", "input", "toolinput"];

/// A call as it was meant; nothing of it has been checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Called {
    pub name: String,
    pub arguments: Json,
}

/// The calls of a reply. In what a model says, only names of tools that there are count: most of it is prose.
pub fn calls(reply: &ToolReply, names: &[&str]) -> Vec<Called> {
    if !reply.calls.is_empty() {
        let called = reply.calls.iter().map(|call| Called {
            // Some put a namespace in front.
            name: call.name.rsplit(['.', ':', '/']).next().unwrap_or_default().trim().to_owned(),
            arguments: unwrapped(read(&call.arguments).value),
        });
        return called.collect();
    }
    let known = |json: &Json| written(json).filter(|call| names.contains(&call.name.as_str()));
    let all = |json: &Json| {
        let calls: Vec<Called> = match json {
            Json::List(items) => items.iter().filter_map(known).collect(),
            Json::Object(_) => known(json).into_iter().collect(),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::Text(_) => Vec::new(),
        };
        (!calls.is_empty()).then_some(calls)
    };
    first(&reply.text, all).unwrap_or_default()
}

fn written(json: &Json) -> Option<Called> {
    let name = json.get(&NAME)?;
    // {"function": {"name": …, "arguments": …}}
    let (name, holder) = match name {
        Json::Object(_) => (name.get(&NAME)?.as_text()?, name),
        other => (other.as_text()?, json),
    };
    let arguments = holder.get(&ARGUMENTS).cloned().unwrap_or(Json::Null);
    Some(Called { name: name.trim().to_owned(), arguments: unwrapped(arguments) })
}

/// Arguments are often JSON in a text.
fn unwrapped(arguments: Json) -> Json {
    match arguments {
        Json::Text(text) if text.trim_start().starts_with('{') => read(&text).value,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::ports::CalledTool;

    #[test]
    fn calls_are_read_however_they_are_written() {
        let said = |text: &str| ToolReply { text: text.to_owned(), calls: Vec::new() };
        let by_server = ToolReply {
            text: String::new(),
            calls: vec![CalledTool {
                name: "functions.search_web".into(),
                arguments: r#""{\"query\": \"old bridge\"}""#.into(),
            }],
        };
        for reply in [
            by_server,
            said(r#"I search: {"name": "search_web", "arguments": {"query": "old bridge"}}"#),
            said(r#"<tool_call>{"name": "search_web", "parameters": {"query": "old bridge"}}</tool_call>"#),
            said(
                r#"[{"type": "function", "function": {"name": "search_web", "arguments": "{\"query\": \"old bridge\"}"}}]"#,
            ),
        ] {
            let calls = calls(&reply, &["search_web"]);
            assert_eq!(calls.len(), 1, "{reply:?}");
            assert_eq!(calls[0].name, "search_web", "{reply:?}");
            assert_eq!(calls[0].arguments.get(&["query"]).and_then(Json::as_text), Some("old bridge"));
        }
        for reply in ["done", r#"{"name": "Ada Mill", "age": 40}"#, r#"{"name": "rm", "arguments": {}}"#] {
            assert_eq!(calls(&said(reply), &["search_web"]), [], "{reply}");
        }
    }
}
