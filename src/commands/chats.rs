//! The chat platforms that `gorkd serve` talks on: those that are set up.

use crate::wire::App;
use anyhow::Result;
use axum::Router;
use tokio_util::sync::CancellationToken;

/// What the platforms add to the web server, and what runs beside it.
#[derive(Default)]
pub struct Chats {
    pub routes: Router,
    pub running: Running,
}

#[derive(Default)]
pub struct Running {}

impl Chats {
    /// Those that the settings name; an error says what is missing.
    pub fn of(_app: &App) -> Result<Self> {
        Ok(Self::default())
    }
}

impl Running {
    /// Until it is told to stop.
    pub async fn run(&self, _app: &App, halt: &CancellationToken) -> Result<()> {
        halt.cancelled().await;
        Ok(())
    }
}
