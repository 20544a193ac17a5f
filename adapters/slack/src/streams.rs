//! Status messages shown as native streams, while Slack allows it.

use crate::render::StreamContent;
use dashmap::DashMap;
use moka::sync::Cache;
use std::time::{Duration, Instant};

#[derive(Clone, Debug)]
pub struct ActiveStream {
    pub started: Instant,
    pub shown: StreamContent,
}

/// Streams of this process, by message id. After a restart they are unknown, so their messages are edited
/// instead.
#[derive(Debug)]
pub struct Streams {
    active: DashMap<String, ActiveStream>,
    /// Workspaces that refused a stream.
    refused: Cache<String, ()>,
}

/// How long a workspace that refused a stream gets no streams.
const REFUSED_FOR: Duration = Duration::from_secs(60 * 60);

impl Default for Streams {
    fn default() -> Self {
        Self { active: DashMap::new(), refused: Cache::builder().time_to_live(REFUSED_FOR).build() }
    }
}

impl Streams {
    pub fn begin(&self, id: &str, shown: StreamContent) {
        self.active.insert(id.to_owned(), ActiveStream { started: Instant::now(), shown });
    }

    pub fn get(&self, id: &str) -> Option<ActiveStream> {
        self.active.get(id).map(|stream| stream.clone())
    }

    pub fn update(&self, id: &str, shown: StreamContent) {
        if let Some(mut stream) = self.active.get_mut(id) {
            stream.shown = shown;
        }
    }

    pub fn end(&self, id: &str) {
        self.active.remove(id);
    }

    pub fn refuse(&self, team: &str) {
        self.refused.insert(team.to_owned(), ());
    }

    pub fn are_allowed(&self, team: &str) -> bool {
        !self.refused.contains_key(team)
    }
}
