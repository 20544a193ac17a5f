//! Messages before a platform formats them. A card becomes one message, or several if it does not fit in one.
//!
//! A card holds text, never markup: the platform escapes the text, and only links in the card become links.

use crate::action::Action;
use gorkd_core::job::JobStatus;
use gorkd_core::model::JobId;
use gorkd_core::text::{Block, Inline};
use gorkd_core::view::{ProgressStep, StepState};
use gorkd_words::{Locale, Msg};

/// A message for people.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Card {
    pub tone: Tone,
    pub title: Option<String>,
    pub parts: Vec<Part>,
    pub buttons: Vec<Button>,
    pub files: Vec<OutgoingFile>,
    /// The only person to notify, by the platform's id.
    pub mention: Option<String>,
    /// The language of the card, for the few words that a platform adds.
    pub locale: Locale,
}

/// The color of a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tone {
    #[default]
    Plain,
    Working,
    Waiting,
    Done,
    /// Done, with a caveat.
    Caution,
    Failed,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// Body text.
    Text(Vec<Block>),
    /// A side note, shown smaller or fainter. Each line is a separate part.
    Small(Vec<Inline>),
    /// A heading within the card.
    Heading(String),
    /// The checklist of a running job.
    Steps(Vec<StepLine>),
    /// Short facts: name and value.
    Fields(Vec<(String, String)>),
    /// Numbered sources.
    Sources(Vec<SourceLine>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct StepLine {
    /// Identifies the step, whatever the language.
    pub step: ProgressStep,
    pub name: String,
    pub state: StepState,
    /// What is happening now; may be empty.
    pub detail: String,
    /// URLs and titles of pages, for platforms that list them by step.
    pub urls: Vec<(String, String)>,
}

/// A source in a list: `[1] Title · host · 2024-05-01`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SourceLine {
    pub number: Option<u32>,
    pub title: String,
    /// `None` for documents that only this machine can open.
    pub url: Option<String>,
    pub host: String,
    pub date: Option<String>,
    /// A quotation, and the reason the source was used; both may be empty.
    pub excerpt: String,
    pub why: String,
    /// The source's own buttons.
    pub buttons: Vec<Button>,
}

/// A button or menu.
#[derive(Clone, Debug, PartialEq)]
pub struct Button {
    pub label: String,
    pub style: ButtonStyle,
    pub kind: ButtonKind,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ButtonStyle {
    #[default]
    Plain,
    Primary,
    Danger,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ButtonKind {
    Action(JobId, Action),
    /// A menu that offers several actions.
    Select(Vec<(String, JobId, Action)>),
}

/// A file to send.
#[derive(Clone, Debug, PartialEq)]
pub struct OutgoingFile {
    pub name: String,
    pub content_type: &'static str,
    pub content: Vec<u8>,
}

/// A form with one text field.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    pub job: JobId,
    pub action: Action,
    /// At most 24 characters.
    pub title: String,
    pub label: String,
    pub placeholder: String,
    pub value: String,
    pub multiline: bool,
    /// In characters.
    pub max_length: usize,
    pub required: bool,
    /// A hint below the field, such as who reads the text.
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

impl Part {
    /// A paragraph of plain words.
    pub fn words(text: impl Into<String>) -> Self {
        Part::Text(vec![Block::words(text)])
    }

    /// A paragraph in bold.
    pub fn strong(text: impl Into<String>) -> Self {
        Part::Text(vec![Block::Paragraph(vec![Inline::strong(text)])])
    }

    /// A bulleted list.
    pub fn list(texts: impl IntoIterator<Item = String>) -> Self {
        let items = texts.into_iter().map(|text| vec![Block::words(text)]).collect();
        Part::Text(vec![Block::List { first: None, items }])
    }

    /// A side note of plain words.
    pub fn small(text: impl Into<String>) -> Self {
        Part::Small(vec![Inline::text(text)])
    }
}

impl Card {
    /// A sentence or two.
    pub fn note(tone: Tone, text: impl Into<String>) -> Self {
        Self { tone, parts: vec![Part::words(text)], ..Self::default() }
    }

    /// A sentence in this language.
    pub fn say(tone: Tone, message: Msg, locale: Locale) -> Self {
        Self::note(tone, locale.say(message)).in_language(locale)
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
    pub fn action(label: impl Into<String>, job: &JobId, action: Action) -> Self {
        Self { label: label.into(), style: ButtonStyle::Plain, kind: ButtonKind::Action(job.clone(), action) }
    }

    pub fn primary(self) -> Self {
        Self { style: ButtonStyle::Primary, ..self }
    }

    pub fn danger(self) -> Self {
        Self { style: ButtonStyle::Danger, ..self }
    }
}
