//! The configured chat platforms in `gorkd serve`.
//!
//! Any process that serves requests accepts what a platform sends, whichever process handles it afterwards.

use crate::wire::App;
use crate::wire::discord::{DiscordRuntime, discord};
use crate::wire::slack::{SlackRuntime, slack};
use anyhow::Result;
use axum::Router;
use gorkd_cli::{Role, ServeArgs};
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
    /// The configured platforms in which this process takes part. The error says what is missing. `answers`
    /// means that this process serves requests.
    pub fn of(app: &App, args: &ServeArgs, answers: bool) -> Result<Self> {
        let has_part = |role| answers || args.runs(role);
        let slack = if has_part(Role::Slack) { slack(app)? } else { None };
        let discord = if has_part(Role::Discord) { discord(app)? } else { None };
        let mut routes = Router::new();
        if let Some(slack) = &slack {
            routes = routes.merge(slack.routes());
        }
        if let Some(discord) = &discord {
            routes = routes.merge(discord.routes());
        }
        let running = Running {
            slack: slack.filter(|_| args.runs(Role::Slack)),
            discord: discord.filter(|_| args.runs(Role::Discord)),
        };
        Ok(Self { routes, running })
    }
}

impl Running {
    /// Runs until told to stop.
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
        // Having no platform is no reason to end.
        if talked.is_ok() {
            halt.cancelled().await;
        }
        talked
    }
}
