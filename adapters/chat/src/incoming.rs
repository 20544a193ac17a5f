//! What people do in a chat, as a platform reports it to the chat service.

use crate::action::Action;
use crate::card::{Card, Form};
use gorkd_core::engine::{ChosenTerms, File};
use gorkd_core::model::{JobId, Place, Requester};
use gorkd_words::Locale;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Person {
    /// `user` is unique on the platform: `T1:U1` in Slack, the user id in Discord. `roles` apply in the place:
    /// `admin` for people who manage it, and names or ids of platform roles.
    pub requester: Requester,
    /// The platform's own id, as used in mentions.
    pub id: String,
    /// IANA name; empty if unknown.
    pub time_zone: String,
}

impl Person {
    pub fn new(platform: &str, user: String, roles: Vec<String>, locale: &str, id: String) -> Self {
        let (platform, locale) = (platform.to_owned(), locale.to_owned());
        Self { requester: Requester { platform, user, roles, locale }, id, time_zone: String::new() }
    }

    /// The person's language; English if unknown.
    pub fn locale(&self) -> Locale {
        Locale::first([self.requester.locale.as_str()])
    }
}

/// Where something happens.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Location {
    /// Where the answer goes: `slack:T1:C1:1700000000.000100`, `discord:G1:C1:THREAD`.
    pub place: Place,
    /// The channel, and the workspace or server that it belongs to: `slack:T1:C1`, `slack:T1`.
    pub channel: String,
    pub workspace: String,
    /// Some members of the workspace cannot read here: a private channel, a private thread, or a direct
    /// message.
    pub private: bool,
    /// A direct message with the bot.
    pub direct: bool,
    /// The thread belongs to the bot or to a message that mentioned it, so follow-ups need no mention.
    pub bot_thread: bool,
    /// The platform's own address; see `Delivery::handle`.
    pub handle: String,
    /// For an answer that only the asker sees: where it goes when shared, and the handle of that place.
    pub share_to: Option<(Place, String)>,
}

impl Location {
    /// A channel of a workspace, before its thread is known.
    pub fn in_channel(platform: &str, workspace: &str, channel: &str) -> Self {
        let workspace = format!("{platform}:{workspace}");
        Self { channel: format!("{workspace}:{channel}"), workspace, ..Self::default() }
    }
}

/// A question.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// The key of the arrival that contained it; handling that again does not start a second run.
    pub key: String,
    pub person: Person,
    pub location: Location,
    /// The platform's id of the person's message; empty if there is none.
    pub message: String,
    /// The text, without the mention of the bot.
    pub text: String,
    /// Options of a command, chosen separately from the text.
    pub wanted: ChosenTerms,
    /// Only the asker may see the answer.
    pub for_asker: bool,
    pub files: Vec<File>,
    /// Attached files that could not be read.
    pub unread_files: Vec<crate::files::UnreadFile>,
    /// Earlier messages of the thread, oldest first: author and text. Treated as untrusted text.
    pub earlier_messages: Vec<(String, String)>,
    /// Set if the question asks for a summary of the earlier messages, in this language.
    pub summary: Option<Locale>,
}

/// A message in a place where gorkd listens.
#[derive(Clone, Debug, Default)]
pub struct IncomingMessage {
    pub question: Question,
    /// The message addresses gorkd: a mention, a direct message, or a command.
    pub to_bot: bool,
}

/// A pressed button, or a submitted form.
#[derive(Clone, Debug)]
pub struct ActionRequest {
    pub key: String,
    pub person: Person,
    pub location: Location,
    pub job: JobId,
    pub action: Action,
    /// The text of a form; `None` for a button.
    pub input: Option<String>,
}

/// What to show a person right away, in addition to the messages of a job.
#[derive(Clone, Debug, PartialEq)]
pub enum ChatReply {
    Nothing,
    /// Only for the person.
    Ephemeral(Card),
    /// Why the request was refused: only for the person if the platform supports it, with a reaction on the
    /// message.
    Refusal(Card),
    /// For everyone in the place.
    Post(Card),
    Form(Form),
}
