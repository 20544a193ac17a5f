//! Builds gorkd in Slack from the settings.

use super::{App, chat};
use crate::misconfigured::misconfigured;
use anyhow::Result;
use axum::Router;
use gorkd_chat::cards::notices::Invocation;
use gorkd_core::model::Reach;
use gorkd_slack::{NAME, Slack, SlackParts};
use tokio_util::sync::CancellationToken;

/// gorkd in Slack, ready to run.
pub struct SlackRuntime {
    parts: chat::ChatParts,
    slack: Slack,
}

/// None if no token is set; errors are sentences about what is missing.
pub fn slack(app: &App) -> Result<Option<SlackRuntime>> {
    let set = &app.settings.slack;
    if !set.is_on() {
        return Ok(None);
    }
    let invocation = Invocation {
        command: set.command().to_owned(),
        mention: "@gorkd".to_owned(),
        reads_all_messages: true,
    };
    let parts = chat::parts(app, NAME, invocation);
    let slack = Slack::new(SlackParts {
        settings: set.settings(app.settings.web.public_url.as_ref()),
        chat: parts.chat.clone(),
        inbox: parts.inbox.clone(),
        http: app.services.client(Reach::ANYWHERE).clone(),
    });
    Ok(Some(SlackRuntime { parts, slack: slack.map_err(misconfigured)? }))
}

impl SlackRuntime {
    /// What it adds to the web server.
    pub fn routes(&self) -> Router {
        self.slack.router()
    }

    /// Runs until it is cancelled.
    pub async fn run(&self, app: &App, halt: &CancellationToken) -> Result<()> {
        let deliverer = chat::deliverer(app, self.slack.platform()).await;
        let handler = self.slack.handler(deliverer.clone());
        let work = chat::PlatformWork { platform: NAME, parts: &self.parts, deliverer, handler };
        work.run(app, |stop| self.slack.listen(stop), halt.clone()).await
    }
}
