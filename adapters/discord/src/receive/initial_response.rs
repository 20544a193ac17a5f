//! The first response to an interaction, which Discord expects within three seconds. Except for forms and
//! suggestions, it depends only on the payload. The interaction itself is stored first and handled afterwards.

use super::requests::{action_request, delivery_of, person_of, replies_in_private};
use crate::handle::NAME;
use crate::payload::{AUTOCOMPLETE, COMMAND, COMPONENT, EPHEMERAL, FORM, Interaction, PING, Payload};
use crate::render;
use gorkd_chat::{Action, Card, ChatReply, ChatService, Inbox, Tone};
use gorkd_core::engine::Clock;
use gorkd_words::Msg;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// Timeout for suggestions and forms.
const QUICK: Duration = Duration::from_millis(1_500);
/// Maximum number of suggestions that Discord shows.
const SUGGESTIONS: usize = 25;

/// Response types.
mod response {
    pub const PONG: u64 = 1;
    pub const MESSAGE: u64 = 4;
    pub const DEFERRED_MESSAGE: u64 = 5;
    pub const DEFERRED_UPDATE: u64 = 6;
    pub const SUGGESTIONS: u64 = 8;
    pub const FORM: u64 = 9;
}

/// Responds to interactions, whether they arrive over the gateway or HTTP.
#[derive(Clone)]
pub struct InitialResponder {
    pub chat: ChatService,
    pub inbox: Inbox,
    pub clock: Arc<dyn Clock>,
}

impl InitialResponder {
    /// Returns `None` if the interaction was already answered.
    pub async fn response(&self, payload: &Value) -> Option<Value> {
        if payload.get("type").and_then(Value::as_u64) == Some(PING) {
            return Some(json!({"type": response::PONG}));
        }
        let interaction = Interaction::read(payload)?;
        match interaction.kind {
            AUTOCOMPLETE => Some(self.suggestions(&interaction).await),
            COMMAND | COMPONENT | FORM => self.store(&interaction, payload).await,
            _ => Some(note(&interaction, Tone::Caution, Msg::DiscordUnknown)),
        }
    }

    async fn store(&self, interaction: &Interaction, payload: &Value) -> Option<Value> {
        if interaction.kind != COMMAND {
            match Action::parse(interaction.code()) {
                None => return Some(note(interaction, Tone::Caution, Msg::DiscordOldButton)),
                Some((_, action)) if action.opens_form() && interaction.kind == COMPONENT => {
                    return Some(self.form(interaction).await);
                }
                Some(_) => {}
            }
        }
        let stored = Payload::Interaction { at: self.clock.now(), d: payload.clone() };
        let text = serde_json::to_string(&stored).unwrap_or_default();
        match self.inbox.enqueue(&interaction.id.to_string(), text).await {
            Ok(true) => Some(deferred(interaction)),
            Ok(false) => None,
            Err(error) => {
                tracing::error!(%error, platform = NAME, "failed to store an interaction; refusing it");
                Some(note(interaction, Tone::Failed, Msg::StoreSilent))
            }
        }
    }

    /// A form must be the first response, so this asks the chat service right away. Doing so changes nothing.
    async fn form(&self, interaction: &Interaction) -> Value {
        let reply = async {
            let mut request = action_request(interaction)?;
            let chats = self.chat.stores().chats.clone();
            if let Some(delivery) = delivery_of(chats.as_ref(), interaction, &request.job).await {
                request.location.place = delivery.place;
            }
            Some(self.chat.action(request).await)
        };
        match tokio::time::timeout(QUICK, reply).await {
            Ok(Some(ChatReply::Form(form))) => json!({"type": response::FORM, "data": render::form(&form)}),
            Ok(Some(ChatReply::Ephemeral(card) | ChatReply::Refusal(card) | ChatReply::Post(card))) => {
                message(&card)
            }
            Ok(Some(ChatReply::Nothing) | None) => json!({"type": response::DEFERRED_UPDATE}),
            Err(_) => note(interaction, Tone::Caution, Msg::DiscordLate),
        }
    }

    /// The person's questions that contain the text typed so far.
    async fn suggestions(&self, interaction: &Interaction) -> Value {
        let typed = interaction.data.options.iter().find(|option| option.focused);
        let typed = typed.and_then(|option| option.value.text()).unwrap_or_default().trim().to_lowercase();
        let person = person_of(interaction);
        let recent = tokio::time::timeout(QUICK, self.chat.recent(&person, 50)).await;
        let rows = recent.ok().and_then(Result::ok).unwrap_or_default();
        let titles = rows.iter().map(|row| render::label(&row.title, 100));
        let matching = titles.filter(|title| !title.is_empty() && title.to_lowercase().contains(&typed));
        let choices: Vec<Value> =
            matching.take(SUGGESTIONS).map(|title| json!({"name": title, "value": title})).collect();
        json!({"type": response::SUGGESTIONS, "data": {"choices": choices}})
    }
}

/// "gorkd is thinking…", for everyone or only for the person; nothing visible for a button.
fn deferred(interaction: &Interaction) -> Value {
    match interaction.kind {
        COMMAND if replies_in_private(interaction) => {
            json!({"type": response::DEFERRED_MESSAGE, "data": {"flags": EPHEMERAL}})
        }
        COMMAND => json!({"type": response::DEFERRED_MESSAGE}),
        _ => json!({"type": response::DEFERRED_UPDATE}),
    }
}

fn note(interaction: &Interaction, tone: Tone, text: Msg) -> Value {
    message(&Card::note(tone, text.to(interaction.locale())))
}

/// A card as the first response, visible only to the person.
fn message(card: &Card) -> Value {
    let mut data = render::render(card).into_iter().next().map(|content| content.body).unwrap_or_default();
    data["flags"] = EPHEMERAL.into();
    json!({"type": response::MESSAGE, "data": data})
}
