//! What people do in a chat, as both platforms tell it to the desk.

use crate::act::Act;
use crate::card::{Card, Form};
use gorkd_core::engine::{File, Wanted};
use gorkd_core::model::{JobId, Place, Requester};
use gorkd_words::Locale;

/// A person, as far as it matters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Person {
    /// `user` is unique on the platform: `T1:U1` in Slack, the user's id in Discord. `roles` are those of the place:
    /// `admin` where the person governs it, and names or ids of platform roles.
    pub requester: Requester,
    /// As a mention names the person: the platform's own id.
    pub id: String,
    /// IANA name; empty when it is not known.
    pub time_zone: String,
}

impl Person {
    /// The language that gorkd speaks to this person; English where it is not known.
    pub fn locale(&self) -> Locale {
        Locale::first([self.requester.locale.as_str()])
    }
}

/// Where something happens.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spot {
    /// Where the answer goes: `slack:T1:C1:1700000000.000100`, `discord:G1:C1:THREAD`.
    pub place: Place,
    /// What the place lies in, from its channel outwards: `slack:T1:C1`, `slack:T1`.
    pub channel: String,
    pub workspace: String,
    /// Not everybody of the workspace can read along: private channels, private threads, direct messages.
    pub private: bool,
    /// A talk with the bot alone.
    pub direct: bool,
    /// The bot has opened the thread, or the thread hangs on what was said to it: follow-ups need no mention.
    pub ours: bool,
    /// The platform's own: see `Telling::handle`.
    pub handle: String,
    /// For what is shown to the asker alone: where it goes when he shares it, with the handle there.
    pub open: Option<(Place, String)>,
}

/// A question.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// The delivery that it came with; the same one again makes no second run.
    pub key: String,
    pub person: Person,
    pub spot: Spot,
    /// The message that it was asked with, by an id that is unique on the platform; empty when there is none.
    pub message: String,
    /// What was said, without the mention of the bot.
    pub text: String,
    /// What was chosen beside the text, by options of a command.
    pub wanted: Wanted,
    /// For the asker alone.
    pub for_asker: bool,
    pub files: Vec<File>,
    /// What others said above it, oldest first: who, and what. Shown to nobody, read as untrusted text.
    pub above: Vec<(String, String)>,
    /// It asks for a summary of what was said above, in this language, and for nothing else.
    pub summary: Option<Locale>,
}

/// Something that was said where gorkd listens.
#[derive(Clone, Debug, Default)]
pub struct Said {
    pub question: Question,
    /// It was said to gorkd: a mention, a direct message, a command.
    pub to_us: bool,
}

/// A button that was pressed, or a form that was handed in.
#[derive(Clone, Debug)]
pub struct Pressed {
    pub key: String,
    pub person: Person,
    pub spot: Spot,
    pub job: JobId,
    pub act: Act,
    /// What was filled in; none when the button was pressed.
    pub words: Option<String>,
}

/// What the person is shown at once, beside what a job says by itself.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    Nothing,
    /// To the person alone.
    Whisper(Card),
    /// Why what was said came to nothing: to the person alone where that can be done, and marked at what was said.
    Refused(Card),
    /// To all in the place.
    Say(Card),
    Form(Form),
}
