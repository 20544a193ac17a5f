//! The chat platforms that `gorkd serve` talks on: those that are set up.

use crate::wire::App;
use crate::wire::discord::{DiscordRuntime, discord};
use crate::wire::slack::{SlackRuntime, slack};
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
pub struct Running {
    slack: Option<SlackRuntime>,
    discord: Option<DiscordRuntime>,
}

impl Chats {
    /// Those that the settings name; an error says what is missing.
    pub fn of(app: &App) -> Result<Self> {
        let running = Running { slack: slack(app)?, discord: discord(app)? };
        let mut routes = Router::new();
        if let Some(slack) = &running.slack {
            routes = routes.merge(slack.routes());
        }
        if let Some(discord) = &running.discord {
            routes = routes.merge(discord.routes());
        }
        Ok(Self { routes, running })
    }
}

impl Running {
    /// Until it is told to stop.
    pub async fn run(&self, app: &App, halt: &CancellationToken) -> Result<()> {
        let in_slack = async {
            match &self.slack {
                Some(slack) => slack.run(app, halt).await,
                None => Ok(()),
            }
        };
        let in_discord = async {
            match &self.discord {
                Some(discord) => discord.run(app, halt).await,
                None => Ok(()),
            }
        };
        let (in_slack, in_discord) = tokio::join!(in_slack, in_discord);
        let talked = in_slack.and(in_discord);
        // Nothing to talk on is no reason to end.
        if talked.is_ok() {
            halt.cancelled().await;
        }
        talked
    }
}
