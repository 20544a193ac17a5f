//! Status messages that live as native streams, as long as Slack lets them.

use crate::render::Stage;
use dashmap::DashMap;
use std::time::{Duration, Instant};

#[derive(Clone, Debug)]
pub struct Stream {
    pub started: Instant,
    pub shown: Stage,
}

/// Streams of this process by the id of their message. After a restart nothing is known of them, and the message is
/// edited instead.
#[derive(Debug, Default)]
pub struct Living {
    streams: DashMap<String, Stream>,
    /// Workspaces that refused a stream, and when.
    refused: DashMap<String, Instant>,
}

/// After a refusal nothing is streamed in a workspace for so long.
const SULK: Duration = Duration::from_secs(60 * 60);

impl Living {
    pub fn begin(&self, id: &str, shown: Stage) {
        self.streams.insert(id.to_owned(), Stream { started: Instant::now(), shown });
    }

    pub fn get(&self, id: &str) -> Option<Stream> {
        self.streams.get(id).map(|stream| stream.clone())
    }

    pub fn shows(&self, id: &str, shown: Stage) {
        if let Some(mut stream) = self.streams.get_mut(id) {
            stream.shown = shown;
        }
    }

    pub fn end(&self, id: &str) -> Option<Stream> {
        self.streams.remove(id).map(|(_, stream)| stream)
    }

    pub fn refused(&self, team: &str) {
        self.refused.insert(team.to_owned(), Instant::now());
    }

    pub fn may(&self, team: &str) -> bool {
        self.refused.get(team).is_none_or(|at| at.elapsed() > SULK)
    }
}
