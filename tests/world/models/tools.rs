//! Calls of tools as model servers write them, and a model that drives well: it searches, reads what it found, and says
//! that it is done. What it does comes from the prompt alone.

use super::{Shape, between};
use serde_json::{Value, json};

/// Names of the tools of a request, in whatever protocol.
pub fn named(body: &Value) -> Vec<String> {
    let lists = [&body["tools"], &body["tools"][0]["functionDeclarations"]];
    let name = |tool: &Value| {
        let names = [&tool["name"], &tool["function"]["name"]];
        names.into_iter().find_map(|name| name.as_str().map(str::to_owned))
    };
    lists.into_iter().flat_map(|list| list.as_array().into_iter().flatten().filter_map(name)).collect()
}

/// What a model that knows its work calls next: `{"calls": [{"name", "arguments"}]}`, empty when it is done.
pub fn driven(user: &str) -> Value {
    let question = between(user, "<question>\n", "\n</question>").unwrap_or_default();
    let found = addresses(user);
    let calls = if !user.contains("<call tool=\"search_web\">") {
        let words: Vec<&str> =
            question.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 3).collect();
        vec![
            json!({"name": "log_step", "arguments": {"message": "First I look for the bridge."}}),
            json!({"name": "search_web", "arguments": {"query": words.join(" ")}}),
        ]
    } else if !user.contains("<call tool=\"fetch_url\">") {
        let fetch = |url: &String| json!({"name": "fetch_url", "arguments": {"url": url}});
        found.iter().take(2).map(fetch).collect()
    } else {
        Vec::new()
    };
    json!({"calls": calls})
}

/// Addresses of the results that a prompt tells.
pub fn addresses(user: &str) -> Vec<String> {
    let lines = user.lines().filter_map(|line| line.strip_prefix("- "));
    let address = |line: &str| line.split(' ').next().unwrap_or_default().to_owned();
    lines.map(address).filter(|address| address.contains("://")).collect()
}

/// A reply of calls in the words of a protocol. Arguments that are a text go out as they are, where a protocol has texts.
pub fn written(shape: Shape, said: &str, (input, output): (u64, u64)) -> String {
    let said: Value = serde_json::from_str(said).unwrap_or_else(|_| json!({"text": said}));
    let text = said["text"].as_str().unwrap_or_default();
    let calls = said["calls"].as_array().cloned().unwrap_or_default();
    let raw = |call: &Value| match &call["arguments"] {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let body = match shape {
        Shape::OpenAi | Shape::OpenAiWithoutSchema => {
            let calls: Vec<Value> = calls
                .iter()
                .enumerate()
                .map(|(n, call)| {
                    json!({"id": format!("call_{n}"), "type": "function",
                        "function": {"name": call["name"], "arguments": raw(call)}})
                })
                .collect();
            let mut message = json!({"role": "assistant", "content": text});
            if !calls.is_empty() {
                message["tool_calls"] = json!(calls);
            }
            let reason = if calls.is_empty() { "stop" } else { "tool_calls" };
            json!({"model": "sim-1", "choices": [{"message": message, "finish_reason": reason}],
                "usage": {"prompt_tokens": input, "completion_tokens": output, "total_tokens": input + output}})
        }
        Shape::Anthropic => {
            let mut content: Vec<Value> = calls
                .iter()
                .enumerate()
                .map(|(n, call)| {
                    json!({"type": "tool_use", "id": format!("toolu_{n}"), "name": call["name"],
                        "input": call["arguments"]})
                })
                .collect();
            if content.is_empty() {
                content.push(json!({"type": "text", "text": if text.is_empty() { "done" } else { text }}));
            }
            let reason = if calls.is_empty() { "end_turn" } else { "tool_use" };
            json!({"type": "message", "model": "sim-1", "content": content, "stop_reason": reason,
                "usage": {"input_tokens": input, "output_tokens": output}})
        }
        Shape::Gemini => {
            let mut parts: Vec<Value> = calls
                .iter()
                .map(|call| json!({"functionCall": {"name": call["name"], "args": call["arguments"]}}))
                .collect();
            if parts.is_empty() {
                parts.push(json!({"text": if text.is_empty() { "done" } else { text }}));
            }
            json!({"candidates": [{"content": {"parts": parts, "role": "model"}, "finishReason": "STOP"}],
                "usageMetadata": {"promptTokenCount": input, "candidatesTokenCount": output,
                    "totalTokenCount": input + output}, "modelVersion": "sim-1"})
        }
        Shape::Ollama => {
            let calls: Vec<Value> = calls
                .iter()
                .map(|call| json!({"function": {"name": call["name"], "arguments": call["arguments"]}}))
                .collect();
            let text = if calls.is_empty() && text.is_empty() { "done" } else { text };
            json!({"model": "sim-1", "message": {"role": "assistant", "content": text, "tool_calls": calls},
                "done": true, "done_reason": "stop", "prompt_eval_count": input, "eval_count": output})
        }
    };
    body.to_string()
}
