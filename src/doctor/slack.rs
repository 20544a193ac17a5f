//! Checks Slack: tokens and permissions.

use crate::wire::App;
use gorkd_cli::findings::Finding;
use gorkd_core::model::Reach;
use gorkd_slack::{SlackApi, check};

const PART: &str = "slack";
const ADVICE: &str = "docs/slack.md says how to set it up.";

/// No findings if Slack is not set up.
pub async fn slack(app: &App) -> Vec<Finding> {
    let set = &app.settings.slack;
    if !set.is_on() {
        return vec![Finding::off(PART, "It is not set up.")];
    }
    let settings = set.settings(app.settings.web.public_url.as_ref());
    let client = match SlackApi::new(&settings) {
        Ok(client) => client,
        Err(sentence) => return vec![Finding::broken(PART, sentence, ADVICE)],
    };
    let http = app.services.client(Reach::ANYWHERE);
    let findings = check::check(&client, http, &settings, &[]).await;
    let found = |one: gorkd_chat::Finding| match one.ok {
        true => Finding::works(PART, one.text),
        false => Finding::broken(PART, one.text, ADVICE),
    };
    findings.into_iter().map(found).collect()
}
