//! Loads one page in a browser and returns its HTML, using the Chrome DevTools Protocol.

use super::pipe::Pipe;
use super::{PageRequest, PageResponse, Rendered, World};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use futures::future::BoxFuture;
use futures::stream::{FuturesUnordered, StreamExt};
use gorkd_core::model::{Failure, FailureReason};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// A page counts as idle after this long without a request.
const IDLE_AFTER: Duration = Duration::from_millis(500);

/// Removed before any script runs: APIs that open connections outside of requests, or that outlive the page.
const REMOVE_APIS: &str = "for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport', \
    'SharedWorker']) { try { delete globalThis[name] } catch {} }";

/// Returns the page's HTML after its scripts have run, and whether it was cut. Script and `noscript` elements
/// are removed: they have done their work.
const HTML: &str = "(most => { const page = document.documentElement.cloneNode(true); \
    for (const e of page.querySelectorAll('script:not([type=\"application/ld+json\"]),noscript')) e.remove(); \
    const html = '<!doctype html>' + page.outerHTML; \
    return { url: document.URL, html: html.slice(0, most), cut: html.length > most } })";

pub struct Session<'a> {
    pipe: &'a mut Pipe,
    world: &'a dyn World,
    /// Responses being prepared for the browser.
    answers: FuturesUnordered<BoxFuture<'a, Answered>>,
    last: u64,
    page: String,
    loaded: bool,
    /// Time of the last activity.
    last_activity: Instant,
}

struct Answered {
    session: String,
    request: String,
    given: PageResponse,
}

/// The browser's reply to one of our commands.
struct CommandReply {
    id: u64,
    result: Result<Value, String>,
}

impl<'a> Session<'a> {
    pub fn new(pipe: &'a mut Pipe, world: &'a dyn World) -> Self {
        let (page, last_activity) = (String::new(), Instant::now());
        Self { pipe, world, answers: FuturesUnordered::new(), last: 0, page, loaded: false, last_activity }
    }

    /// Opens an address and returns its HTML once the page is idle, or at `restless` at the latest.
    pub async fn page(&mut self, url: &str, most: usize, restless: Instant) -> Result<Rendered, Failure> {
        self.open(url, restless).await?;
        self.html(most).await
    }

    /// Opens an address and prints it as PDF once it is idle.
    pub async fn printed(&mut self, url: &str, restless: Instant) -> Result<Vec<u8>, Failure> {
        self.open(url, restless).await?;
        let how = json!({"printBackground": true, "preferCSSPageSize": true, "generateTaggedPDF": true});
        let printed = self.on_page("Page.printToPDF", how).await?;
        STANDARD.decode(text(&printed, "data")).map_err(|_| nonsense())
    }

    async fn open(&mut self, url: &str, restless: Instant) -> Result<(), Failure> {
        self.prepare().await?;
        let opened = self.on_page("Page.navigate", json!({"url": url})).await?;
        if let Some(error) = opened.get("errorText").and_then(Value::as_str).filter(|text| !text.is_empty()) {
            tracing::debug!(error, "failed to open a page in the browser");
            return Err(Failure::skip(FailureReason::Unreachable, "The browser could not open the page."));
        }
        loop {
            let rest = self.last_activity + IDLE_AFTER;
            let at_rest = self.loaded && self.answers.is_empty();
            let wake = if at_rest { rest.min(restless) } else { restless };
            tokio::select! {
                biased;
                () = sleep_until(wake) => break,
                step = self.step() => { step?; }
            }
        }
        Ok(())
    }

    async fn prepare(&mut self) -> Result<(), Failure> {
        let target = self.browser("Target.createTarget", json!({"url": "about:blank"})).await?;
        let attach = json!({"targetId": text(&target, "targetId"), "flatten": true});
        let attached = self.browser("Target.attachToTarget", attach).await?;
        self.page = text(&attached, "sessionId");
        self.browser("Browser.setDownloadBehavior", json!({"behavior": "deny"})).await?;
        for (method, parameters) in [
            ("Page.enable", json!({})),
            ("Network.enable", json!({})),
            ("Inspector.enable", json!({})),
            ("Network.setBypassServiceWorker", json!({"bypass": true})),
            ("Page.addScriptToEvaluateOnNewDocument", json!({"source": REMOVE_APIS})),
            ("Fetch.enable", every_request()),
            (
                "Target.setAutoAttach",
                json!({"autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true}),
            ),
        ] {
            self.on_page(method, parameters).await?;
        }
        Ok(())
    }

    /// Evaluated in an isolated world, where the page's scripts cannot have replaced built-in functions.
    async fn html(&mut self, most: usize) -> Result<Rendered, Failure> {
        let tree = self.on_page("Page.getFrameTree", json!({})).await?;
        let frame =
            tree.pointer("/frameTree/frame/id").and_then(Value::as_str).unwrap_or_default().to_owned();
        let world = json!({"frameId": frame, "worldName": "gorkd"});
        let world = self.on_page("Page.createIsolatedWorld", world).await?;
        let context = world.get("executionContextId").cloned().unwrap_or_default();
        let expression = format!("{HTML}({most})");
        let evaluate = json!({"expression": expression, "contextId": context, "returnByValue": true});
        let said = self.on_page("Runtime.evaluate", evaluate).await?;
        let value = said.pointer("/result/value").ok_or_else(nonsense)?;
        let cut = value.get("cut").and_then(Value::as_bool).unwrap_or(false);
        Ok(Rendered { url: text(value, "url"), html: text(value, "html"), cut })
    }

    async fn browser(&mut self, method: &str, parameters: Value) -> Result<Value, Failure> {
        self.command(method, parameters, None).await
    }

    async fn on_page(&mut self, method: &str, parameters: Value) -> Result<Value, Failure> {
        let page = self.page.clone();
        self.command(method, parameters, Some(&page)).await
    }

    async fn command(
        &mut self,
        method: &str,
        parameters: Value,
        session: Option<&str>,
    ) -> Result<Value, Failure> {
        let id = self.send(method, parameters, session).await?;
        loop {
            match self.step().await? {
                Some(reply) if reply.id == id => {
                    return reply.result.map_err(|error| {
                        tracing::debug!(method, error, "a browser refused a command");
                        nonsense()
                    });
                }
                Some(_) | None => {}
            }
        }
    }

    async fn send(&mut self, method: &str, parameters: Value, session: Option<&str>) -> Result<u64, Failure> {
        self.last += 1;
        let mut message = json!({"id": self.last, "method": method, "params": parameters});
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        self.pipe.send(&message).await.map_err(|_| gone())?;
        Ok(self.last)
    }

    /// Waits for the next event: a browser message, or a finished response for the browser.
    async fn step(&mut self) -> Result<Option<CommandReply>, Failure> {
        tokio::select! {
            message = self.pipe.receive() => {
                let message = message.map_err(|_| nonsense())?.ok_or_else(gone)?;
                self.take(message).await
            }
            Some(answered) = self.answers.next(), if !self.answers.is_empty() => {
                self.last_activity = Instant::now();
                self.hand_over(answered).await?;
                Ok(None)
            }
        }
    }

    async fn take(&mut self, message: Value) -> Result<Option<CommandReply>, Failure> {
        if let Some(id) = message.get("id").and_then(Value::as_u64) {
            let result = match message.get("error") {
                Some(error) => Err(error.to_string()),
                None => Ok(message.get("result").cloned().unwrap_or_default()),
            };
            return Ok(Some(CommandReply { id, result }));
        }
        let session = text(&message, "sessionId");
        let parameters = message.get("params").cloned().unwrap_or_default();
        match message.get("method").and_then(Value::as_str).unwrap_or_default() {
            "Fetch.requestPaused" => self.asked(session, &parameters),
            "Page.loadEventFired" if session == self.page => {
                self.loaded = true;
                self.last_activity = Instant::now();
            }
            "Page.javascriptDialogOpening" => {
                let no = json!({"accept": false});
                self.send("Page.handleJavaScriptDialog", no, Some(&session)).await?;
            }
            "Network.webSocketCreated" => {
                self.world.refused(&text(&parameters, "url"), "WebSockets of pages are not opened.");
            }
            // Targets of the page. The page itself is announced without a session.
            "Target.attachedToTarget" if !session.is_empty() => self.attached(&parameters).await?,
            "Target.detachedFromTarget" if text(&parameters, "sessionId") == self.page => return Err(gone()),
            "Inspector.targetCrashed" => {
                let detail = "The page crashed, or exceeded the browser's memory limit.";
                return Err(Failure::skip(FailureReason::ResourceLimit, detail));
            }
            _ => {}
        }
        Ok(None)
    }

    /// A worker or popup of the page. Its requests are intercepted too; a popup is closed.
    async fn attached(&mut self, parameters: &Value) -> Result<(), Failure> {
        let info = parameters.get("targetInfo").cloned().unwrap_or_default();
        if text(&info, "type") == "page" {
            let close = json!({"targetId": text(&info, "targetId")});
            self.send("Target.closeTarget", close, None).await?;
            return Ok(());
        }
        let session = text(parameters, "sessionId");
        for (method, parameters) in [
            ("Fetch.enable", every_request()),
            ("Network.enable", json!({})),
            ("Runtime.runIfWaitingForDebugger", json!({})),
        ] {
            self.send(method, parameters, Some(&session)).await?;
        }
        Ok(())
    }

    fn asked(&mut self, session: String, parameters: &Value) {
        self.last_activity = Instant::now();
        let wanted = parameters.get("request").cloned().unwrap_or_default();
        let header = |name: &str| {
            let headers = wanted.get("headers").and_then(Value::as_object)?;
            let (_, value) = headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name))?;
            value.as_str().map(str::to_owned)
        };
        let asked = PageRequest {
            url: text(&wanted, "url"),
            method: text(&wanted, "method"),
            kind: text(parameters, "resourceType"),
            accept: header("accept"),
            origin: header("origin"),
        };
        let (request, world) = (text(parameters, "requestId"), self.world);
        self.answers
            .push(Box::pin(async move { Answered { session, request, given: world.answer(asked).await } }));
    }

    async fn hand_over(&mut self, answered: Answered) -> Result<(), Failure> {
        let Answered { session, request, given } = answered;
        let (method, parameters) = match given {
            PageResponse::Refused => {
                ("Fetch.failRequest", json!({"requestId": request, "errorReason": "BlockedByClient"}))
            }
            PageResponse::Answer { status, headers, body } => {
                let headers: Vec<Value> =
                    headers.iter().map(|(name, value)| json!({"name": name, "value": value})).collect();
                let body = STANDARD.encode(body);
                let parameters = json!({
                    "requestId": request, "responseCode": status, "responseHeaders": headers, "body": body,
                });
                ("Fetch.fulfillRequest", parameters)
            }
        };
        self.send(method, parameters, Some(&session)).await?;
        Ok(())
    }
}

fn every_request() -> Value {
    json!({"patterns": [{"urlPattern": "*"}]})
}

fn text(value: &Value, key: &str) -> String {
    value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn gone() -> Failure {
    Failure::skip(FailureReason::ResourceLimit, "The browser ended while it rendered the page.")
}

fn nonsense() -> Failure {
    Failure::skip(FailureReason::Malformed, "The browser could not render the page.")
}
