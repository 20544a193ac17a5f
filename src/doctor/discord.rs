//! Checks Discord: the token, intents and permissions.

use crate::wire::App;
use gorkd_cli::findings::Finding;
use gorkd_core::model::Reach;
use gorkd_discord::{Api, check};
use std::sync::Arc;

const PART: &str = "discord";
const ADVICE: &str = "docs/discord.md says how to set it up.";

/// A single line if Discord is not set up.
pub async fn discord(app: &App) -> Vec<Finding> {
    let set = &app.settings.discord;
    if !set.is_on() {
        return vec![Finding::off(PART, "It is not set up.")];
    }
    let settings = match set.settings() {
        Ok(settings) => settings,
        Err(sentence) => return vec![Finding::broken(PART, sentence, ADVICE)],
    };
    let api = Api::new(app.services.client(Reach::ANYWHERE).clone(), Arc::new(settings));
    let found = |one: gorkd_chat::Finding| match one.ok {
        true => Finding::works(PART, one.text),
        false => Finding::broken(PART, one.text, ADVICE),
    };
    check(&api).await.into_iter().map(found).collect()
}
