//! The search providers that settings switch on.

use crate::settings::Settings;
use anyhow::{Result, anyhow};
use gorkd_core::ports::Search;
use gorkd_search::{Searxng, SearxngSettings};
use std::sync::Arc;

/// All but the library, which needs more than settings.
pub fn providers(settings: &Settings) -> Result<Vec<Arc<dyn Search>>> {
    let mut providers: Vec<Arc<dyn Search>> = Vec::new();
    if let Some(searxng) = settings.search.get("searxng").filter(|provider| provider.enabled) {
        let base_url = searxng.base_url.as_ref().map(ToString::to_string).unwrap_or_default();
        let searxng =
            Searxng::new(&SearxngSettings { base_url }).map_err(|failure| anyhow!(failure.detail))?;
        providers.push(Arc::new(searxng));
    }
    Ok(providers)
}
