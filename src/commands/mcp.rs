//! `gorkd mcp`: an MCP server on standard input and output. Nothing else is written there.
//!
//! Runs are worked on in this process. When the client disconnects or a signal arrives, they are returned to
//! the store and continue the next time gorkd runs.

use super::serve::until_told_to_stop;
use crate::wire::{App, mcp};
use gorkd_cli::Exit;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use tokio_util::sync::CancellationToken;

pub async fn mcp(app: &App) -> anyhow::Result<Exit> {
    let halt = CancellationToken::new();
    let worker = app.worker(halt.clone())?;
    let library = Arc::new(AtomicU64::new(app.library_documents().await?));
    let signals = tokio::spawn(until_told_to_stop(halt.clone()));
    let working = tokio::spawn(async move { worker.run().await });
    let served = gorkd_mcp::serve_stdio(mcp::server(app, library, halt.clone()), halt.clone()).await;
    halt.cancel();
    signals.abort();
    working.await??;
    match served {
        Ok(()) => Ok(Exit::Answered),
        Err(sentence) => {
            tell!("{sentence}");
            Ok(Exit::Failed)
        }
    }
}
