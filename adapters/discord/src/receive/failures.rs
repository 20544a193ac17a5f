//! Apologizes to the person who is waiting after handling an arrival failed or timed out.

use super::DiscordReceiver;
use super::requests::replies_in_private;
use crate::payload::{COMMAND, Interaction, Message, Payload};
use gorkd_chat::cards::notices;

impl DiscordReceiver {
    pub(super) async fn apologize(&self, payload: &Payload) {
        match payload {
            Payload::Interaction { d, .. } => {
                if let Some(interaction) = Interaction::read(d) {
                    self.apologize_for_interaction(&interaction).await;
                }
            }
            Payload::Message { d } => {
                let Some(message) = Message::read(d).filter(Message::is_by_person) else { return };
                if self.addresses_bot(&message).await {
                    self.apologize_to(&message).await;
                }
            }
            Payload::Edited { .. }
            | Payload::Deleted { .. }
            | Payload::Joined { .. }
            | Payload::Left { .. } => {}
        }
    }

    pub(super) async fn apologize_to(&self, message: &Message) {
        let card = notices::apology(self.language_of(message));
        self.reply_to(message, &card, "sorry").await;
    }

    async fn apologize_for_interaction(&self, interaction: &Interaction) {
        // If everyone sees "gorkd is thinking…", it cannot become a message for one person.
        let public = interaction.kind == COMMAND && !replies_in_private(interaction);
        if public && self.is_thinking(interaction).await {
            self.delete_response(interaction).await;
        }
        let card = notices::apology(interaction.locale());
        if !self.follow_up(interaction, "sorry", &card).await {
            self.post(interaction.channel_id, &card, &format!("sorry{}", interaction.id)).await;
        }
    }

    /// Whether a message addresses the bot: by a mention, in direct messages, or in one of its threads.
    async fn addresses_bot(&self, message: &Message) -> bool {
        message.guild_id == 0
            || message.mentions(self.api.me())
            || self.directory.channel(message.channel_id).await.is_ok_and(|info| info.bot_thread)
    }
}
