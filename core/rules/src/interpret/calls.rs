//! Calls of tools, however a model writes them: by its server's own means, or as JSON in what it says.

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
