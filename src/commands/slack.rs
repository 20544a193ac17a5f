//! `gorkd slack`: prints the app manifest, and checks the setup.

use super::print_json;
use crate::settings::Settings;
use gorkd_cli::{Exit, SlackCommand, SlackTransport};
use gorkd_core::model::Reach;
use gorkd_slack::manifest::{SCOPES, manifest};
use gorkd_slack::setup_steps::setup_steps;
use gorkd_slack::{SlackApi, Transport, check};

pub async fn slack(settings: &Settings, command: SlackCommand) -> anyhow::Result<Exit> {
    // Does not open the store: tokens can be tested before anything runs.
    let services = gorkd_net::Services::new(gorkd_net::ServiceSettings::default())?;
    let set = settings.slack.settings(settings.web.public_url.as_ref());
    match command {
        SlackCommand::Manifest { transport } => {
            let transport = match transport {
                Some(SlackTransport::Socket) => Transport::Socket,
                Some(SlackTransport::Http) => Transport::Http,
                None => set.transport,
            };
            let installs = !set.client_id.is_empty();
            let public_url = set.public_url.as_deref();
            let manifest = manifest(transport, &set.command, public_url, installs);
            print_json(&manifest)?;
            for line in setup_steps(transport, &manifest, public_url, installs) {
                tell!("{line}");
            }
            tell!("\nIts permissions in Slack, and their purpose:");
            for (scope, reason) in SCOPES {
                tell!("{scope}: {reason}");
            }
            if transport == Transport::Http && public_url.is_none() {
                tell!("web.public_url is not set: replace https://gorkd.example.org with your own address.");
            }
            Ok(Exit::Answered)
        }
        SlackCommand::Check { channels, json } => {
            let client = SlackApi::new(&set).map_err(anyhow::Error::msg)?;
            let http = services.client(Reach::ANYWHERE);
            let findings = check::check(&client, http, &set, &channels).await;
            super::print_findings(&findings, json)
        }
    }
}
