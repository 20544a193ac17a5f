//! Builds the reader from settings.

use super::net;
use crate::settings::Settings;
use anyhow::Result;
use gorkd_core::ports::{Documents, Scratch};
use gorkd_net::Given;
use gorkd_reader::{Common, ReaderPool, ReaderSettings, WebReader, WebSettings};
use std::sync::Arc;

pub fn reader_settings(settings: &Settings) -> ReaderSettings {
    let reader = &settings.reader;
    ReaderSettings {
        children: reader.children(),
        pages_per_child: reader.pages_per_child,
        idle: reader.idle(),
        page_cpu: reader.page_cpu(),
        child_memory: reader.child_memory_bytes(),
        niceness: reader.niceness,
        max_bytes: reader.max_page_bytes,
        ..ReaderSettings::default()
    }
}

/// The web reader. `kept` is where it remembers pages; `given` overrides how names resolve.
pub fn web_reader(
    settings: &Settings,
    pool: ReaderPool,
    kept: Option<(Arc<dyn Scratch>, Arc<dyn Documents>)>,
    given: Vec<Given>,
) -> Result<WebReader> {
    let guard = net::guard(settings, given)?;
    Ok(WebReader::new(pool, guard, net::http()?, &web_settings(settings), kept))
}

/// As `web_reader`, remembering pages on this machine and, where allowed, in a place that processes share.
pub fn sharing_reader(
    settings: &Settings,
    pool: ReaderPool,
    kept: (Arc<dyn Scratch>, Arc<dyn Documents>),
    common: Common,
) -> Result<WebReader> {
    let guard = net::guard(settings, Vec::new())?;
    Ok(WebReader::sharing(pool, guard, net::http()?, &web_settings(settings), kept, common))
}

fn web_settings(settings: &Settings) -> WebSettings {
    let reader = &settings.reader;
    WebSettings {
        user_agent: reader.user_agent.clone(),
        at_once: reader.host_requests,
        interval: reader.host_interval(),
        max_text: reader.max_page_bytes,
        max_file: reader.max_file_bytes(),
        fresh: reader.fresh(),
        keep: reader.keep(),
        browser: reader.browser.clone(),
    }
}
