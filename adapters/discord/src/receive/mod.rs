//! Handles arrivals: turns Discord's payloads into calls of the chat service, and sends its replies to Discord.

mod answer_channel;
mod commands;
mod failures;
mod initial_response;
mod interactions;
mod locations;
mod messages;
mod reply;
mod requests;
mod servers;

pub use initial_response::InitialResponder;

use crate::api::Api;
use crate::directory::Directory;
use crate::payload::{COMMAND, Interaction, Message, Payload};
use async_trait::async_trait;
use dashmap::DashSet;
use gorkd_chat::{PayloadHandler, Receiver};
use gorkd_core::engine::Clock;
use std::sync::Arc;

#[derive(Clone)]
pub struct DiscordReceiver {
    pub receiver: Receiver,
    pub api: Api,
    pub directory: Directory,
    pub clock: Arc<dyn Clock>,
    /// Interactions that have stored state; see `reply`.
    pub tracked: Arc<DashSet<u64>>,
}

#[async_trait]
impl PayloadHandler for DiscordReceiver {
    type Payload = Payload;

    async fn handle(&self, _key: &str, payload: &Payload) {
        match payload {
            Payload::Interaction { at, d } => match Interaction::read(d) {
                Some(interaction) if interaction.kind == COMMAND => self.command(&interaction, *at).await,
                Some(interaction) => self.pressed(&interaction).await,
                None => {}
            },
            Payload::Message { d } => self.message(d).await,
            Payload::Edited { d } => self.edited(d).await,
            Payload::Deleted { channel_id, id, guild_id: _ } => self.deleted(*channel_id, *id).await,
            Payload::Joined { guild_id } => self.joined(*guild_id).await,
            Payload::Left { guild_id } => self.left(*guild_id).await,
        }
    }

    async fn report_failure(&self, payload: &Payload) {
        self.apologize(payload).await;
    }

    async fn finished(&self, payload: &Payload) {
        if let Payload::Interaction { d, .. } = payload
            && let Some(interaction) = Interaction::read(d)
        {
            self.forget(&interaction).await;
        }
    }

    /// Messages of the same thread stay in order. Each command, and each message in a channel that is not a
    /// reply, is a separate conversation.
    fn lane(&self, key: &str, payload: &Payload) -> String {
        let lane = |channel: u64, message: u64| match self.directory.is_channel(channel) {
            true => format!("{channel}:{message}"),
            false => channel.to_string(),
        };
        match payload {
            Payload::Message { d } | Payload::Edited { d } => {
                let Some(message) = Message::read(d) else { return key.to_owned() };
                let replied_to = message.message_reference.message_id;
                lane(message.channel_id, if replied_to == 0 { message.id } else { replied_to })
            }
            Payload::Deleted { channel_id, id, .. } => lane(*channel_id, *id),
            Payload::Interaction { .. } | Payload::Joined { .. } | Payload::Left { .. } => key.to_owned(),
        }
    }
}
