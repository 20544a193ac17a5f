//! How a server is asked for JSON: by schema, as JSON of any shape, or in words alone.

use gorkd_core::ports::Prompt;
use std::sync::atomic::{AtomicU8, Ordering};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Schema,
    Json,
    Words,
}

/// What a server has been found to take; remembered as long as this process lives.
#[derive(Debug, Default)]
pub struct Known(AtomicU8);

impl Known {
    pub fn get(&self) -> Format {
        match self.0.load(Ordering::Relaxed) {
            0 => Format::Schema,
            1 => Format::Json,
            _ => Format::Words,
        }
    }

    pub fn set(&self, format: Format) {
        let level = match format {
            Format::Schema => 0,
            Format::Json => 1,
            Format::Words => 2,
        };
        self.0.store(level, Ordering::Relaxed);
    }
}

impl Format {
    /// What to ask for when a server refuses this.
    pub fn next(self) -> Option<Format> {
        match self {
            Format::Schema => Some(Format::Json),
            Format::Json => Some(Format::Words),
            Format::Words => None,
        }
    }

    /// The instructions for the model: where the server does not see to it, they ask for JSON alone.
    pub fn system(self, prompt: &Prompt) -> String {
        match (self, &prompt.schema) {
            (Format::Json | Format::Words, Some(_)) => format!(
                "{}\n\nReply with JSON only: one object, without a word before or after it and without ``` marks.",
                prompt.system.trim_end()
            ),
            (Format::Schema, _) | (_, None) => prompt.system.clone(),
        }
    }
}
