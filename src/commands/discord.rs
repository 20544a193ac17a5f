//! `gorkd discord`: prints the URL that adds the bot, and checks the setup.

use super::print;
use crate::settings::Settings;
use gorkd_cli::{DiscordCommand, Exit};
use gorkd_core::model::Reach;
use gorkd_discord::{Api, check, invite};
use std::sync::Arc;

pub async fn discord(settings: &Settings, command: DiscordCommand) -> anyhow::Result<Exit> {
    match command {
        DiscordCommand::Invite => {
            let Some(application) = settings.discord.application_id() else {
                tell!(
                    "discord.application_id is not set or not a number. You find it on the General Information page of \
                     https://discord.com/developers/applications."
                );
                return Ok(Exit::Usage);
            };
            print(&invite(application));
            Ok(Exit::Answered)
        }
        DiscordCommand::Check { json } => {
            let set = match settings.discord.settings() {
                Ok(set) => set,
                Err(sentence) => {
                    tell!("{sentence}");
                    return Ok(Exit::Usage);
                }
            };
            // Does not open the store: a token can be tested before anything runs.
            let services = crate::wire::services(settings)?;
            let api = Api::new(services.client(Reach::ANYWHERE).clone(), Arc::new(set));
            let findings = check(&api).await;
            super::print_findings(&findings, json)
        }
    }
}
