//! The clients for servers that the settings name.

use crate::settings::Settings;
use anyhow::{Context, Result};
use gorkd_net::{Near, ServiceSettings, Services};

pub fn services(settings: &Settings) -> Result<Services> {
    let listed = settings.reader.allow.iter().map(|entry| entry.parse()).collect::<Result<_, _>>();
    let listed = listed.context("reader.allow cannot be read")?;
    let user_agent = settings.reader.user_agent.clone();
    let settings = ServiceSettings { near: Near::new(listed), user_agent, ..ServiceSettings::default() };
    Services::new(settings).context("no client for other servers could be made")
}
