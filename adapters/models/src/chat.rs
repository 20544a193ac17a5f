//! Calls in the protocols that the library supports.

use crate::failures::Trouble;
use crate::format::Format;
use crate::remote::Remote;
use crate::reply::{End, ModelReply};
use futures::StreamExt;
use genai::Client;
use genai::adapter::AdapterKind;
use genai::chat::{
    ChatMessage, ChatOptions, ChatRequest, ChatResponseFormat, ChatStream, ChatStreamEvent, JsonSpec,
    ReasoningEffort, StopReason, Tool, ToolCall,
};
use gorkd_core::model::Reach;
use gorkd_core::ports::{CalledTool, Growing, Prompt};

pub struct Chat {
    remote: Remote,
    /// Self-hosted models stick more closely to a passage at a low temperature. Other providers may refuse
    /// any temperature but their default.
    cooled: bool,
}

/// Where a server in OpenAI's protocol expects prompts.
const PATH: &str = "chat/completions";

/// Used where a temperature can be set.
const TEMPERATURE: f64 = 0.2;

impl Chat {
    pub fn new(remote: Remote, cooled: bool) -> Self {
        Self { remote, cooled }
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
        let client = self.remote.client(reach);
        let messages = vec![ChatMessage::user(prompt.user.clone())];
        let mut request = ChatRequest::new(messages).with_system(format.system(prompt));
        for tool in &prompt.tools {
            let named = Tool::new(tool.name.as_str()).with_description(tool.description.as_str());
            request = request.append_tool(named.with_schema(tool.parameters.clone()));
        }
        let options = self.options(prompt, format);
        let Some(growing) = growing else {
            return self.whole(client, request, &options, reply).await;
        };
        let response = client.exec_chat_stream(self.remote.target(PATH), request, Some(&options)).await;
        let events = response.map_err(|error| Trouble::of_genai(&error))?.stream;
        watch(events, growing, most, reply).await
    }

    async fn whole(
        &self,
        client: &Client,
        request: ChatRequest,
        options: &ChatOptions,
        reply: &mut ModelReply,
    ) -> Result<(), Trouble> {
        let response = client.exec_chat(self.remote.target(PATH), request, Some(options)).await;
        let response = response.map_err(|error| Trouble::of_genai(&error))?;
        reply.end = end_of(response.stop_reason.as_ref()).unwrap_or(End::Whole);
        reply.calls = response.tool_calls().into_iter().map(called).collect();
        reply.thought = response.reasoning_content.as_deref().map_or(0, |thought| thought.chars().count());
        reply.usage =
            response.usage.total_tokens.or(response.usage.prompt_tokens).map(|_| response.usage.into());
        reply.text = response.content.into_joined_texts().unwrap_or_default();
        Ok(())
    }

    fn options(&self, prompt: &Prompt, format: Format) -> ChatOptions {
        let mut options =
            ChatOptions::default().with_max_tokens(prompt.max_output_tokens).with_capture_usage(true);
        if self.cooled {
            options = options.with_temperature(TEMPERATURE);
        }
        // The library reads a name such as `qwen-max` as `qwen` with an effort, unless an effort is given.
        // This protocol has no field for a budget, so giving one keeps the name intact and sends nothing.
        if self.remote.kind == AdapterKind::OpenAI
            && ReasoningEffort::from_model_name(&self.remote.model).0.is_some()
        {
            options = options.with_reasoning_effort(ReasoningEffort::Budget(0));
        }
        if let Some((name, schema)) = format.schema(prompt) {
            options.with_response_format(JsonSpec::new(name, schema.into_owned()))
        } else if format == Format::Json && prompt.schema.is_some() {
            options.with_response_format(ChatResponseFormat::JsonMode)
        } else {
            options
        }
    }
}

fn called(call: &ToolCall) -> CalledTool {
    let arguments = match call.fn_arguments.as_str() {
        Some(text) => text.to_owned(),
        None => call.fn_arguments.to_string(),
    };
    CalledTool { name: call.fn_name.clone(), arguments }
}

/// Reads a stream until it ends, is interrupted, exceeds `most` bytes, or repeats itself.
async fn watch(
    mut events: ChatStream,
    growing: &Growing<'_>,
    most: usize,
    reply: &mut ModelReply,
) -> Result<(), Trouble> {
    while let Some(event) = events.next().await {
        match event.map_err(|error| Trouble::of_genai(&error))? {
            ChatStreamEvent::Chunk(chunk) => {
                reply.text.push_str(&chunk.content);
                growing(&reply.text);
            }
            ChatStreamEvent::ReasoningChunk(chunk) => reply.thought += chunk.content.chars().count(),
            ChatStreamEvent::End(end) => {
                reply.usage =
                    end.captured_usage.filter(|usage| usage.prompt_tokens.is_some()).map(Into::into);
                // The library adds an end to some interrupted streams; a real end has a stop reason.
                reply.end = end_of(end.captured_stop_reason.as_ref()).unwrap_or(End::Cut);
                return Ok(());
            }
            ChatStreamEvent::Start
            | ChatStreamEvent::ThoughtSignatureChunk(_)
            | ChatStreamEvent::ToolCallChunk(_)
            | ChatStreamEvent::Heartbeat => {}
        }
        if reply.text.len() + reply.thought > most || reply.repeats() {
            reply.end = End::TooLong;
            return Ok(());
        }
    }
    Err(Trouble::Cut)
}

fn end_of(reason: Option<&StopReason>) -> Option<End> {
    Some(match reason? {
        StopReason::MaxTokens(_) => End::TooLong,
        StopReason::ContentFilter(_) => End::Filtered,
        StopReason::Completed(_)
        | StopReason::ToolCall(_)
        | StopReason::StopSequence(_)
        | StopReason::Other(_) => End::Whole,
    })
}
