//! Ollama's own protocol: JSON lines, a schema in `format`, and the required context length.
//!
//! Source: <https://github.com/ollama/ollama/blob/main/docs/api.md>

use crate::failures::Trouble;
use crate::format::Format;
use crate::reply::{End, ModelReply, Usage};
use gorkd_core::model::Reach;
use gorkd_core::ports::{CalledTool, Growing, Prompt, Tool};
use gorkd_net::Services;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;

pub struct Ollama {
    model: String,
    address: Url,
    key: Option<SecretString>,
    services: Services,
    context: u32,
}

/// Context length to request, in tokens: room for the longest prompt and its reply. The same for all calls,
/// because the server reloads a model when it changes.
pub const CONTEXT: u32 = 12_288;
const TEMPERATURE: f64 = 0.2;
/// Maximum bytes per line; a longer one is not a valid reply.
const LONGEST_LINE: usize = 4 << 20;

#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    message: Message,
    #[serde(default)]
    done: bool,
    done_reason: Option<String>,
    prompt_eval_count: Option<u64>,
    #[serde(default)]
    prompt_eval_cached_count: u64,
    eval_count: Option<u64>,
    error: Option<String>,
}

#[derive(Default, Deserialize)]
struct Message {
    #[serde(default)]
    content: String,
    #[serde(default)]
    thinking: String,
    #[serde(default)]
    tool_calls: Vec<Called>,
}

#[derive(Deserialize)]
struct Called {
    function: Function,
}

#[derive(Deserialize)]
struct Function {
    #[serde(default)]
    name: String,
    #[serde(default)]
    arguments: Value,
}

impl Ollama {
    pub fn new(
        model: &str,
        address: Url,
        key: Option<SecretString>,
        services: Services,
        context: u32,
    ) -> Self {
        Self { model: model.to_owned(), address, key, services, context }
    }

    /// Sends a prompt and fills `reply` as it arrives. On an error, `reply` holds what came before it.
    pub async fn send(
        &self,
        (prompt, reach): (&Prompt, Reach),
        format: Format,
        growing: Option<&Growing<'_>>,
        most: usize,
        reply: &mut ModelReply,
    ) -> Result<(), Trouble> {
        let address = self.address.join("api/chat").map_err(|_| Trouble::NotSendable)?;
        let mut request = self.services.client(reach).post(address);
        if let Some(key) = &self.key {
            request = request.bearer_auth(key.expose_secret());
        }
        let request = request.json(&self.body(prompt, format, growing.is_some()));
        let mut response = request.send().await.map_err(|error| Trouble::of_transport(&error))?;
        let status = response.status();
        if !status.is_success() {
            let headers = response.headers().clone();
            let body = response.text().await.unwrap_or_default();
            return Err(Trouble::of_status(status.as_u16(), Some(&headers), &body));
        }
        let mut buffer: Vec<u8> = Vec::new();
        loop {
            let chunk = response.chunk().await.map_err(|error| Trouble::of_transport(&error))?;
            let ended = chunk.is_none();
            buffer.extend_from_slice(chunk.as_deref().unwrap_or_default());
            if ended && !buffer.ends_with(b"\n") {
                buffer.push(b'\n');
            }
            while let Some(end) = buffer.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = buffer.drain(..=end).collect();
                if line.trim_ascii().is_empty() {
                    continue;
                }
                let line: Line = serde_json::from_slice(&line).map_err(|_| {
                    // An incomplete line at the end is an interrupted reply; anything else is not Ollama.
                    if ended && !reply.text.is_empty() { Trouble::Cut } else { Trouble::NotAModelServer }
                })?;
                if take(line, growing, reply)? {
                    return Ok(());
                }
            }
            if ended {
                return Err(Trouble::Cut);
            }
            if reply.text.len() + reply.thought > most || reply.repeats() {
                reply.end = End::TooLong;
                return Ok(());
            }
            if buffer.len() > LONGEST_LINE {
                return Err(Trouble::NotAModelServer);
            }
        }
    }

    fn body(&self, prompt: &Prompt, format: Format, stream: bool) -> Value {
        let mut body = json!({
            "model": self.model,
            "stream": stream,
            "messages": [
                {"role": "system", "content": format.system(prompt)},
                {"role": "user", "content": prompt.user},
            ],
            "options": {
                "num_ctx": self.context,
                "num_predict": prompt.max_output_tokens,
                "temperature": TEMPERATURE,
            },
        });
        if !prompt.tools.is_empty() {
            body["tools"] = prompt.tools.iter().map(function).collect();
        }
        if let Some((_, schema)) = format.schema(prompt) {
            body["format"] = schema.into_owned();
        } else if format == Format::Json && prompt.schema.is_some() {
            body["format"] = json!("json");
        }
        body
    }
}

fn function(tool: &Tool) -> Value {
    let Tool { name, description, parameters } = tool;
    json!({"type": "function", "function": {"name": name, "description": description, "parameters": parameters}})
}

/// Processes one line. Returns true for the last one.
fn take(line: Line, growing: Option<&Growing<'_>>, reply: &mut ModelReply) -> Result<bool, Trouble> {
    if let Some(error) = line.error {
        return Err(Trouble::of_event(&error));
    }
    reply.thought += line.message.thinking.chars().count();
    reply.calls.extend(line.message.tool_calls.into_iter().map(|Called { function }| CalledTool {
        name: function.name,
        arguments: function.arguments.to_string(),
    }));
    if !line.message.content.is_empty() {
        reply.text.push_str(&line.message.content);
        if let Some(growing) = growing {
            growing(&reply.text);
        }
    }
    if line.done {
        reply.end = if line.done_reason.as_deref() == Some("length") { End::TooLong } else { End::Whole };
        // Older versions do not count input that the server had cached; the input size is then unknown.
        reply.usage = line.prompt_eval_count.zip(line.eval_count).map(|(input, output)| Usage {
            input,
            output,
            cached: line.prompt_eval_cached_count,
        });
    }
    Ok(line.done)
}
