//! What is said in a chat, before a platform gives it its form: one card is one message, or several where one does
//! not hold it all.
//!
//! A card holds words, never markup: a platform escapes them, and links only what stands here as a link.

use crate::act::Act;
use gorkd_core::job::JobStatus;
use gorkd_core::model::JobId;
use gorkd_core::text::{Block, Inline};
use gorkd_core::view::{ProgressStep, StepState};
use gorkd_words::Locale;

/// One message for people.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Card {
    pub tone: Tone,
    pub title: Option<String>,
    pub parts: Vec<Part>,
    pub buttons: Vec<Button>,
    pub files: Vec<OutFile>,
    /// The one person who may be notified by it, as the platform names people.
    pub mention: Option<String>,
    /// The language of it, for the few words that a platform adds.
    pub locale: Locale,
}

/// The colour of a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tone {
    #[default]
    Plain,
    Working,
    Waiting,
    Done,
    /// Done, with something to keep in mind.
    Weak,
    Failed,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// Text as its author meant it.
    Text(Vec<Block>),
    /// Beside the text: smaller or fainter. Several lines are several parts.
    Small(Vec<Inline>),
    /// A heading of a part of the card.
    Heading(String),
    /// The checklist of a job under way.
    Steps(Vec<StepLine>),
    /// Short facts by name.
    Fields(Vec<(String, String)>),
    /// Sources by number.
    Sources(Vec<SourceLine>),
    Rule,
}

#[derive(Clone, Debug, PartialEq)]
pub struct StepLine {
    /// Which one, whatever the language.
    pub step: ProgressStep,
    pub name: String,
    pub state: StepState,
    /// What is happening in it; empty for nothing.
    pub detail: String,
    /// Addresses that it is about, for platforms that list them by step.
    pub urls: Vec<(String, String)>,
}

/// A source as a list shows it: `[1] Title · host · 2024-05-01`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SourceLine {
    pub number: Option<u32>,
    pub title: String,
    /// None for what nobody but the asker can open.
    pub url: Option<String>,
    pub host: String,
    pub date: Option<String>,
    /// A quotation, and why it was used; both may be empty.
    pub excerpt: String,
    pub why: String,
    /// Buttons of its own.
    pub buttons: Vec<Button>,
}

/// Something to press or choose.
#[derive(Clone, Debug, PartialEq)]
pub struct Button {
    pub label: String,
    pub look: Look,
    pub does: Does,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    #[default]
    Plain,
    Main,
    Danger,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Does {
    Act(JobId, Act),
    /// One of several, as a list to choose from.
    Choose(Vec<(String, JobId, Act)>),
    /// Opens an address.
    Open(String),
}

/// A file to hand out.
#[derive(Clone, Debug, PartialEq)]
pub struct OutFile {
    pub name: String,
    pub content_type: &'static str,
    pub content: Vec<u8>,
}

/// What a person is asked to fill in.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    pub job: JobId,
    pub act: Act,
    /// At most 24 characters.
    pub title: String,
    pub label: String,
    pub placeholder: String,
    pub value: String,
    pub lines: bool,
    /// Characters at most.
    pub most: usize,
    pub needed: bool,
    /// May be read by whom, and the like.
    pub hint: String,
    pub locale: Locale,
}

impl Tone {
    pub fn of(status: JobStatus) -> Self {
        match status {
            JobStatus::Queued | JobStatus::Running => Tone::Working,
            JobStatus::Waiting => Tone::Waiting,
            JobStatus::Completed => Tone::Done,
            JobStatus::Failed | JobStatus::Cancelled => Tone::Failed,
        }
    }
}

impl Card {
    /// A sentence or two.
    pub fn note(tone: Tone, text: impl Into<String>) -> Self {
        Self { tone, parts: vec![Part::Text(vec![Block::words(text)])], ..Self::default() }
    }

    pub fn in_language(self, locale: Locale) -> Self {
        Self { locale, ..self }
    }

    pub fn with(mut self, button: Button) -> Self {
        self.buttons.push(button);
        self
    }
}

impl Button {
    pub fn act(label: impl Into<String>, job: &JobId, act: Act) -> Self {
        Self { label: label.into(), look: Look::Plain, does: Does::Act(job.clone(), act) }
    }

    pub fn main(self) -> Self {
        Self { look: Look::Main, ..self }
    }

    pub fn danger(self) -> Self {
        Self { look: Look::Danger, ..self }
    }

    pub fn open(label: impl Into<String>, url: impl Into<String>) -> Self {
        Self { label: label.into(), look: Look::Plain, does: Does::Open(url.into()) }
    }
}
