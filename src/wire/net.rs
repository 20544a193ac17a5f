//! The clients for servers named in settings, and the guarded connection to all others.

use crate::settings::Settings;
use anyhow::{Context, Result};
use gorkd_net::{
    Dialer, Given, GivenNames, Guard, GuardSettings, Http, Listed, Near, Recorder, ServiceSettings, Services,
};
use std::sync::Arc;
use std::time::Duration;

/// Timeout for connecting to a server.
const CONNECT: Duration = Duration::from_secs(3);

/// The guard. `given` overrides how names resolve.
pub fn guard(settings: &Settings, given: Vec<Given>) -> Result<Guard> {
    let reader = &settings.reader;
    let rules = GuardSettings {
        allow: listed(settings)?,
        allow_sites: reader.allow_sites.clone(),
        block_sites: reader.block_sites.clone(),
        ..GuardSettings::default()
    };
    Ok(Guard::new(rules, Arc::new(GivenNames::before_the_system(given))))
}

/// Connections to addresses that the guard allows.
pub fn http() -> Result<Http> {
    let dialer = Dialer::new(CONNECT, Vec::new(), Recorder::default());
    Ok(Http::new(Arc::new(dialer.context("the client for pages can't be created")?)))
}

/// The addresses that the operator listed.
pub fn listed(settings: &Settings) -> Result<Vec<Listed>> {
    let listed = settings.reader.allow.iter().map(|entry| entry.parse()).collect::<Result<_, _>>();
    listed.context("reader.allow is invalid")
}

pub fn services(settings: &Settings) -> Result<Services> {
    let listed = listed(settings)?;
    let user_agent = settings.reader.user_agent.clone();
    let settings = ServiceSettings { near: Near::new(listed), user_agent, ..ServiceSettings::default() };
    Services::new(settings).context("the client for other servers can't be created")
}
