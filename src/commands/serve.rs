//! `gorkd serve`: works on whatever is due, until it is told to stop.

use crate::wire::App;
use gorkd_cli::Exit;
use tokio_util::sync::CancellationToken;
use tracing::info;

pub async fn serve(app: &App) -> anyhow::Result<Exit> {
    let halt = CancellationToken::new();
    let worker = app.worker(halt.clone())?;
    info!(worker = worker.name(), "working; SIGTERM or Ctrl-C ends it");
    let signals = tokio::spawn(async move {
        told_to_stop().await;
        info!("told to stop: nothing new is started, what runs may end");
        halt.cancel();
    });
    worker.run().await?;
    signals.abort();
    info!("stopped");
    Ok(Exit::Answered)
}

#[cfg(unix)]
async fn told_to_stop() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut terminate) => {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
        }
        Err(_) => _ = tokio::signal::ctrl_c().await,
    }
}

#[cfg(not(unix))]
async fn told_to_stop() {
    let _ = tokio::signal::ctrl_c().await;
}
