//! Stands before the simulated Discord, and refuses the requests that a test names with an error of its choice.

use crate::world::discord::Discord;
use http_body_util::{BodyExt as _, Full};
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::json;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// An error as Discord gives it: status and code; 0 where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error(pub u16, pub u64);

/// Requests that are refused.
#[derive(Clone, Debug)]
pub struct Rule {
    pub method: &'static str,
    /// How the path begins, below the address of the interface.
    pub path: String,
    /// What is refused holds this.
    pub holds: String,
    /// What follows the first is refused whatever it holds.
    pub then_all: bool,
    pub error: Error,
    /// How many are refused.
    pub times: u32,
    pub refused: u32,
}

pub struct Refusing {
    pub address: SocketAddr,
    rules: Arc<Mutex<Vec<Rule>>>,
    serving: JoinHandle<()>,
}

impl Refusing {
    pub async fn before(discord: &Discord) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let behind = discord.lock().address;
        let rules: Arc<Mutex<Vec<Rule>>> = Arc::default();
        let known = rules.clone();
        let serving = tokio::spawn(async move {
            loop {
                let Ok((stream, _)) = listener.accept().await else { return };
                let known = known.clone();
                let serve = service_fn(move |request| answer(request, behind, known.clone()));
                let server = hyper::server::conn::http1::Builder::new();
                tokio::spawn(server.serve_connection(TokioIo::new(stream), serve));
            }
        });
        Self { address, rules, serving }
    }

    /// While this is held, nothing is let through.
    pub fn rules(&self) -> MutexGuard<'_, Vec<Rule>> {
        lock(&self.rules)
    }
}

impl Drop for Refusing {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

fn lock(rules: &Mutex<Vec<Rule>>) -> MutexGuard<'_, Vec<Rule>> {
    rules.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn answer(
    request: Request<Incoming>,
    behind: SocketAddr,
    rules: Arc<Mutex<Vec<Rule>>>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let (head, body) = request.into_parts();
    let body = body.collect().await.map(|body| body.to_bytes()).unwrap_or_default();
    let path = head.uri.path().trim_start_matches("/api/v10").to_owned();
    if let Some(error) = refuses(&mut lock(&rules), head.method.as_str(), &path, &body) {
        return Ok(refusal(error));
    }
    let passed = pass(Request::from_parts(head, Full::new(body)), behind).await;
    Ok(passed.unwrap_or_else(|| {
        let mut gone = Response::new(Full::default());
        *gone.status_mut() = StatusCode::BAD_GATEWAY;
        gone
    }))
}

fn refuses(rules: &mut [Rule], method: &str, path: &str, body: &[u8]) -> Option<Error> {
    let body = String::from_utf8_lossy(body);
    let meant = |rule: &&mut Rule| {
        let here = rule.method == method && path.starts_with(&rule.path) && rule.refused < rule.times;
        here && (rule.then_all && rule.refused > 0 || body.contains(&rule.holds))
    };
    let rule = rules.iter_mut().find(meant)?;
    rule.refused += 1;
    Some(rule.error)
}

fn refusal(Error(status, code): Error) -> Response<Full<Bytes>> {
    let answer = Response::builder().status(status);
    let answer = match status {
        429 => {
            let body = json!({"message": "Slow down.", "retry_after": 0.3, "global": false, "code": code});
            let answer = answer.header("Retry-After", "0.300").header("Content-Type", "application/json");
            answer.body(body.to_string())
        }
        // What stands in front of Discord speaks no JSON.
        500.. if code == 0 => answer.header("Content-Type", "text/html").body("<h1>Error</h1>".to_owned()),
        _ => {
            let body = json!({"message": "It was refused.", "code": code});
            answer.header("Content-Type", "application/json").body(body.to_string())
        }
    };
    answer.expect("an answer").map(|text| Full::new(Bytes::from(text)))
}

async fn pass(request: Request<Full<Bytes>>, behind: SocketAddr) -> Option<Response<Full<Bytes>>> {
    let stream = TcpStream::connect(behind).await.ok()?;
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.ok()?;
    tokio::spawn(connection);
    let (head, body) = sender.send_request(request).await.ok()?.into_parts();
    let body = body.collect().await.ok()?.to_bytes();
    Some(Response::from_parts(head, Full::new(body)))
}
