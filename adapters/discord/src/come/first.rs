//! The first response to an interaction, which has to come within three seconds: decided from the payload alone, but
//! for forms and suggestions. What it asks for is kept before, and worked off after.

use super::payload::{Interaction, Received};
use super::question::person_of;
use crate::forms;
use crate::handle::NAME;
use crate::render;
use gorkd_chat::{Act, Card, Desk, Inbox, Reply, Tone, read_line};
use gorkd_core::engine::Clock;
use gorkd_words::Msg;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// Only the person sees it.
const EPHEMERAL: u64 = 1 << 6;
/// Until suggestions and forms have to be there.
const QUICK: Duration = Duration::from_millis(1_500);
/// Suggestions that Discord takes.
const SUGGESTIONS: usize = 25;

/// Answers interactions, whichever way they come.
#[derive(Clone)]
pub struct First {
    pub desk: Desk,
    pub inbox: Inbox,
    pub clock: Arc<dyn Clock>,
}

impl First {
    /// The response to an interaction. None: it was answered before.
    pub async fn response(&self, payload: &Value) -> Option<Value> {
        let kind = payload["type"].as_u64().unwrap_or_default();
        if kind == 1 {
            return Some(json!({"type": 1}));
        }
        let come = Interaction::read(payload)?;
        match kind {
            4 => Some(self.suggestions(&come).await),
            2 | 3 | 5 => self.keep(&come, payload).await,
            _ => Some(note(&come, Tone::Weak, Msg::DiscordUnknown)),
        }
    }

    async fn keep(&self, come: &Interaction, payload: &Value) -> Option<Value> {
        let act = (come.kind != 2).then(|| Act::read(come.code()));
        if let Some(None) = act {
            return Some(note(come, Tone::Weak, Msg::DiscordOldButton));
        }
        if let Some(Some((_, act))) = &act
            && act.wants_words()
            && come.kind == 3
        {
            return Some(self.form(come).await);
        }
        let received = Received::Interaction { at: self.clock.now(), d: payload.clone() };
        let text = serde_json::to_string(&received).unwrap_or_default();
        match self.inbox.take(&come.id.to_string(), text).await {
            Ok(true) => Some(deferred(come)),
            Ok(false) => None,
            Err(error) => {
                tracing::error!(%error, platform = NAME, "a command could not be kept, and was refused");
                Some(note(come, Tone::Failed, Msg::StoreSilent))
            }
        }
    }

    /// A form has to be the first response, so the desk is asked at once. That changes nothing.
    async fn form(&self, come: &Interaction) -> Value {
        let pressed = async {
            let mut pressed = super::presses::pressed(come, Vec::new())?;
            let chats = self.desk.kept().chats.clone();
            if let Some(telling) = super::presses::telling_of(chats.as_ref(), come, &pressed.job).await {
                pressed.spot.place = telling.place;
            }
            Some(self.desk.pressed(pressed).await)
        };
        match tokio::time::timeout(QUICK, pressed).await {
            Ok(Some(Reply::Form(form))) => json!({"type": 9, "data": forms::modal(&form)}),
            Ok(Some(Reply::Whisper(card) | Reply::Refused(card) | Reply::Say(card))) => said(&card),
            Ok(Some(Reply::Nothing) | None) => json!({"type": 6}),
            Err(_) => note(come, Tone::Weak, Msg::DiscordLate),
        }
    }

    /// Questions of the person that hold what was typed so far.
    async fn suggestions(&self, come: &Interaction) -> Value {
        let typed = come.data.options.iter().find(|option| option.focused.unwrap_or(false));
        let typed = typed.and_then(|option| option.value.as_str()).unwrap_or_default().trim().to_lowercase();
        let person = person_of(come, Vec::new());
        let recent = tokio::time::timeout(QUICK, self.desk.recent(&person, 50)).await;
        let rows = recent.ok().and_then(Result::ok).unwrap_or_default();
        let titles = rows.iter().map(|row| render::label(&row.title, 100));
        let fits = titles.filter(|title| !title.is_empty() && title.to_lowercase().contains(&typed));
        let choices: Vec<Value> =
            fits.take(SUGGESTIONS).map(|title| json!({"name": title, "value": title})).collect();
        json!({"type": 8, "data": {"choices": choices}})
    }
}

/// "is thinking…", seen by all or by the person alone; nothing to be seen for a button.
fn deferred(come: &Interaction) -> Value {
    match come.kind {
        2 if alone(come) => json!({"type": 5, "data": {"flags": EPHEMERAL}}),
        2 => json!({"type": 5}),
        _ => json!({"type": 6}),
    }
}

/// Is what answers a command for the person alone?
pub fn alone(come: &Interaction) -> bool {
    if come.data.name != "research" {
        return true;
    }
    let line = read_line(come.text("question").unwrap_or_default());
    come.flag("private") || line.private || line.word.is_some()
}

/// A sentence as the first response, for the person alone.
fn note(come: &Interaction, tone: Tone, said_to: Msg) -> Value {
    said(&Card::note(tone, said_to.to(come.locale())))
}

/// A card as the first response, for the person alone.
fn said(card: &Card) -> Value {
    let mut data = render::render(card).into_iter().next().map(|content| content.body).unwrap_or_default();
    data["flags"] = EPHEMERAL.into();
    json!({"type": 4, "data": data})
}
