//! gorkd in Slack, as the settings want it.

use super::{App, chat};
use anyhow::Result;
use axum::Router;
use gorkd_chat::cards::talk::Manners;
use gorkd_core::model::Privacy;
use gorkd_slack::{NAME, Slack, SlackParts};
use tokio_util::sync::CancellationToken;

/// gorkd in Slack, ready to run.
pub struct SlackTalk {
    parts: chat::ChatParts,
    slack: Slack,
}

/// None where no token is set; an error is a sentence about what is missing.
pub fn slack(app: &App) -> Result<Option<SlackTalk>> {
    let set = &app.settings.slack;
    if !set.is_on() {
        return Ok(None);
    }
    let manners =
        Manners { command: set.command().to_owned(), mention: "@gorkd".to_owned(), hears_all: true };
    let parts = chat::parts(app, NAME, manners);
    let slack = Slack::new(SlackParts {
        settings: set.settings(app.settings.web.public_url.as_ref()),
        desk: parts.desk.clone(),
        inbox: parts.inbox.clone(),
        http: app.services.client(Privacy::CloudAllowed).clone(),
    });
    Ok(Some(SlackTalk { parts, slack: slack.map_err(anyhow::Error::msg)? }))
}

impl SlackTalk {
    /// What it adds to the web server.
    pub fn routes(&self) -> Router {
        self.slack.router()
    }

    /// Until it is told to stop.
    pub async fn run(&self, app: &App, halt: &CancellationToken) -> Result<()> {
        let deliverer = chat::deliverer(app, self.slack.platform()).await;
        let handler = self.slack.handler(deliverer.clone());
        let talking = chat::run(&app.data, NAME, &self.parts, deliverer, handler, halt.clone());
        let (talked, ()) = tokio::join!(talking, self.slack.listen(halt.clone()));
        talked
    }
}
