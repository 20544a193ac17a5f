//! A job as shown to people and programs: the job document, which is the same everywhere, and its progress
//! while it runs.
//!
//! Both are pure functions of the fold, so the terminal, chats, and the page can't disagree about a job.

mod again;
mod budgets;
mod bullets;
mod claims;
mod clean;
mod docx;
pub mod export;
mod findings;
mod html;
mod job;
mod line;
mod log;
mod measures;
mod progress;
mod reading;
mod refined;
mod research;
mod sources;
pub mod tables;
#[cfg(test)]
mod tests;
mod tools;

pub use again::{ChangesView, KnownView};
pub use budgets::{budget_note, budget_notes, used_up};
pub use bullets::Shelf;
pub use claims::ClaimView;
pub use clean::clean;
pub use docx::docx;
pub use findings::{ConflictView, EntityView, PositionView};
pub use html::html;
pub use job::*;
pub use line::LineView;
pub use log::*;
pub use measures::*;
pub use progress::*;
pub use reading::{Shown, open_parts, reading};
pub use refined::{refined, said};
pub use research::*;
pub use sources::{SourceView, UnreadView, place_in};
pub use tools::{ToolState, ToolView, tools};

use crate::model::Millis;

/// JSON Schemas (2020-12) of the documents in this module, by name, with references as in OpenAPI.
pub const SCHEMAS: &str = include_str!("documents.json");

/// The calendar day in UTC, for example `2026-03-01`.
pub fn day(at: Millis) -> String {
    iso(at).chars().take("2026-03-01".len()).collect()
}

/// ISO 8601 in UTC, for example `2026-03-01T12:00:00Z`; whole seconds without a fraction.
pub fn iso(at: Millis) -> String {
    match jiff::Timestamp::from_millisecond(at.0) {
        Ok(time) => time.to_string(),
        // Outside the years that ISO 8601 writes with four digits; no clock returns such a time.
        Err(_) => "1970-01-01T00:00:00Z".to_owned(),
    }
}
