//! The official Rust client, with what tests ask of it.

use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResult, ClientRequest, ContentBlock,
    ProgressNotificationParam, ProtocolVersion, ReadResourceRequestParams, ResourceContents,
};
use rmcp::service::{NotificationContext, PeerRequestOptions, RequestHandle, RunningService};
use rmcp::transport::IntoTransport;
use rmcp::{ClientHandler, ClientLifecycleMode, ClientServiceExt, RoleClient, ServiceError};
use serde_json::Value;
use std::sync::{Arc, Mutex};

/// How far a call was, and in which words. The library handles each notification in a task of its own, so
/// two of them may trade places here; the tests that read the bytes check the order in which they are sent.
type Heard = Arc<Mutex<Vec<(f64, String)>>>;

pub struct Listening(Heard);

impl ClientHandler for Listening {
    async fn on_progress(&self, progress: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        let heard = (progress.progress, progress.message.unwrap_or_default());
        self.0.lock().expect("no test panics while it listens").push(heard);
    }
}

pub struct Client {
    pub service: RunningService<RoleClient, Listening>,
    heard: Heard,
}

/// A handshake, as all clients have done it up to now.
pub fn handshake() -> ClientLifecycleMode {
    ClientLifecycleMode::Initialize
}

/// Without sessions: each request says by itself what it needs.
pub fn each_by_itself() -> ClientLifecycleMode {
    ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] }
}

impl Client {
    pub async fn over<T, E, A>(transport: T, lifecycle: ClientLifecycleMode) -> Self
    where
        T: IntoTransport<RoleClient, E, A>,
        E: std::error::Error + Send + Sync + 'static,
    {
        let heard = Heard::default();
        let service = Listening(heard.clone()).serve_with_lifecycle(transport, lifecycle).await;
        Self { service: service.expect("they understand each other"), heard }
    }

    pub async fn call(&self, tool: &str, arguments: Value) -> CallToolResult {
        self.try_call(tool, arguments).await.unwrap_or_else(|error| panic!("{tool}: {error}"))
    }

    pub async fn try_call(&self, tool: &str, arguments: Value) -> Result<CallToolResult, ServiceError> {
        self.service.peer().call_tool(call(tool, arguments)).await
    }

    /// The job document of a call that worked.
    pub async fn job(&self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments).await;
        assert_ne!(result.is_error, Some(true), "{result:?}");
        result.structured_content.expect("data")
    }

    /// What a call that gave nothing says.
    pub async fn told(&self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments.clone()).await;
        assert_eq!(result.is_error, Some(true), "{tool} {arguments}: {result:?}");
        text(&result)
    }

    /// A call that is not waited for.
    pub async fn begin(&self, tool: &str, arguments: Value) -> RequestHandle<RoleClient> {
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(call(tool, arguments)));
        let options = PeerRequestOptions::no_options();
        self.service.peer().send_cancellable_request(request, options).await.expect("it is sent")
    }

    /// The text of a resource, or the code of the error.
    pub async fn read(&self, uri: &str) -> Result<String, i32> {
        match self.service.peer().read_resource(ReadResourceRequestParams::new(uri)).await {
            Ok(result) => match &result.contents[..] {
                [ResourceContents::TextResourceContents { text, .. }] => Ok(text.clone()),
                other => panic!("{other:?}"),
            },
            Err(ServiceError::McpError(error)) => Err(error.code.0),
            Err(error) => panic!("{error}"),
        }
    }

    /// What it heard, by how far the call was.
    pub fn heard(&self) -> Vec<(f64, String)> {
        let mut heard = self.heard.lock().expect("no test panics while it listens").clone();
        heard.sort_by(|one, other| one.0.total_cmp(&other.0));
        heard
    }

    /// The id of the job that the first progress message names, once that message is there.
    pub fn job_heard(&self) -> Option<String> {
        let names =
            |message: &str| Some(message.split_once(':')?.0.to_owned()).filter(|id| id.starts_with("job_"));
        self.heard().first().and_then(|(_, message)| names(message))
    }
}

fn call(tool: &str, arguments: Value) -> CallToolRequestParams {
    let arguments = arguments.as_object().cloned().expect("an object");
    CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments)
}

pub fn text(result: &CallToolResult) -> String {
    let texts = result.content.iter().filter_map(ContentBlock::as_text).map(|text| text.text.clone());
    texts.collect::<Vec<_>>().join("\n")
}
