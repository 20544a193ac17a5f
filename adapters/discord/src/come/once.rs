//! What one person alone is shown is shown at most once, also when it is worked off again after a crash; and whoever
//! waits for something that failed is told.

use super::first::alone as for_asker_alone;
use super::handler::Work;
use super::payload::{Interaction, Message, Received};
use crate::api::{Call, patiently};
use crate::platform::LOADING;
use gorkd_chat::Person;
use gorkd_chat::cards::talk;
use reqwest::Method;

/// Kept of an interaction until it is worked off for good: what its person was shown.
pub fn scope(interaction: u64) -> String {
    format!("discord:shown:{interaction}")
}

impl Work {
    /// Has the person of an interaction not been shown this? It is noted before it is shown: twice is worse than never,
    /// and what matters has a button to be shown again.
    pub(super) async fn first_time(&self, come: &Interaction, what: &str) -> bool {
        let (memory, scope) = (&self.desk.kept().memory, scope(come.id));
        self.noted.insert(come.id);
        match memory.remembered(&scope).await {
            Ok(shown) if shown.iter().any(|one| one.name == what) => return false,
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, "it is not known whether something was shown"),
        }
        if let Err(error) = memory.remember(&scope, what, "true", self.clock.now()).await {
            tracing::warn!(%error, "it cannot be noted that something is shown");
        }
        true
    }

    pub(super) async fn forget_shown(&self, received: &Received) {
        let Received::Interaction { d, .. } = received else { return };
        let Some(come) = Interaction::read(d) else { return };
        if self.noted.remove(&come.id).is_none() {
            return;
        }
        let memory = &self.desk.kept().memory;
        if let Err(error) = memory.forget(&scope(come.id), None).await {
            tracing::debug!(%error, "what was shown is still noted");
        }
    }

    /// Tells whoever waits that it met a fault or took too long.
    pub(super) async fn sorry_for(&self, received: &Received) {
        match received {
            Received::Interaction { d, .. } => {
                let Some(come) = Interaction::read(d) else { return };
                // What all see as "is thinking…" cannot become one person's: it goes.
                if come.kind == 2 && !for_asker_alone(&come) && self.is_thinking(&come).await {
                    self.drop_original(&come).await;
                }
                let card = talk::sorry(come.locale());
                if !self.follow_up(&come, "sorry", &card).await {
                    self.say(come.channel_id, &card, &format!("sorry{}", come.id)).await;
                }
            }
            Received::Said { d } => {
                let Some(message) = Message::read(d).filter(Message::is_of_a_person) else { return };
                if self.is_spoken_to(&message).await {
                    let card = talk::sorry(self.desk.speaks(&Person::default(), &message.content));
                    self.answer(&message, &card, "sorry").await;
                }
            }
            Received::Edited { .. }
            | Received::Deleted { .. }
            | Received::Joined { .. }
            | Received::Left { .. } => {}
        }
    }

    /// By a mention, in direct messages, or in a thread of its own.
    async fn is_spoken_to(&self, message: &Message) -> bool {
        message.guild_id == 0
            || message.mentions(self.api.me())
            || self.places.known(message.channel_id).await.is_ok_and(|known| known.ours)
    }

    async fn is_thinking(&self, come: &Interaction) -> bool {
        let path = format!("/webhooks/{}/{}/messages/@original", self.api.me(), come.token);
        let call = || self.api.call(Call::new(Method::GET, path.clone(), "webhook", &come.token).by_token());
        let original = patiently(call).await.unwrap_or_default();
        original["flags"].as_u64().unwrap_or_default() & LOADING != 0
    }
}
