//! The MCP server, and who its callers are.

use super::App;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use gorkd_core::model::{Place, Requester};
use gorkd_mcp::{Caller, Parts, Server};
use gorkd_web::Asker;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use tokio_util::sync::CancellationToken;

/// The server for the program that started this process: its caller is the person at the terminal.
pub fn server(app: &App, library: Arc<AtomicU64>, halt: CancellationToken) -> Server {
    let caller = Caller {
        requester: Requester::terminal(),
        place: Place::from("cli:local"),
        may_ask: true,
        at_machine: true,
        scopes: Vec::new(),
        time_zone: jiff::tz::TimeZone::system().iana_name().unwrap_or("UTC").to_owned(),
        sees: Arc::new(|_: &str| true),
    };
    Server::new(parts(app, library, halt), Some(caller))
}

/// Routes for `/mcp`. Put them behind the access rules of the HTTP interface.
pub fn routes(app: &App, library: Arc<AtomicU64>, halt: CancellationToken) -> axum::Router {
    gorkd_mcp::routes(parts(app, library, halt)).layer(from_fn(known))
}

fn parts(app: &App, library: Arc<AtomicU64>, halt: CancellationToken) -> Parts {
    Parts { service: app.service.clone(), library, halt }
}

/// Passes the caller, as identified by the access rules, on to MCP.
async fn known(mut request: Request, next: Next) -> Response {
    if let Some(asker) = request.extensions().get::<Asker>().cloned() {
        request.extensions_mut().insert(caller(asker));
    }
    next.run(request).await
}

fn caller(asker: Asker) -> Caller {
    Caller {
        requester: asker.requester.clone(),
        place: Place(asker.requester.key()),
        may_ask: asker.may_ask(),
        at_machine: false,
        scopes: asker.scopes.clone(),
        time_zone: "UTC".to_owned(),
        sees: Arc::new(move |owner: &str| asker.may_see(owner)),
    }
}
