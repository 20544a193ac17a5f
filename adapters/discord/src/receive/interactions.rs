//! Buttons, menus and forms.

use super::commands::heading;
use super::reply::InteractionResponder;
use super::requests::{action_request, delivery_of};
use super::{DiscordReceiver, locations};
use crate::handle::{DiscordHandle, place, thread_name};
use crate::payload::Interaction;
use gorkd_chat::{Action, ActionRequest, Handle};
use gorkd_core::model::{JobId, Place};

impl DiscordReceiver {
    pub(super) async fn pressed(&self, interaction: &Interaction) {
        let Some(request) = self.located_request(interaction).await else { return };
        let channel = interaction.channel_id;
        let to = InteractionResponder { receiver: self, interaction, channel, public: false };
        self.receiver.action(request, &to).await;
    }

    /// The request, with the place in which its job is shown.
    async fn located_request(&self, interaction: &Interaction) -> Option<ActionRequest> {
        let mut request = action_request(interaction)?;
        let info = self.directory.channel(interaction.channel_id).await.unwrap_or_default();
        let delivery = delivery_of(self.receiver.chats(), interaction, &request.job).await;
        let known =
            delivery.and_then(|delivery| Some((DiscordHandle::decode(&delivery.handle).ok()?, delivery)));
        let Some((mut handle, delivery)) = known else {
            let place = place(interaction.guild_id, info.channel, interaction.channel_id);
            request.location = locations::at(&info, place, &DiscordHandle::default());
            return Some(request);
        };
        // A newer token reaches the person for longer.
        if handle.token.is_some() {
            handle.token = Some(interaction.token.clone());
            handle.until = self.token_end(self.clock.now());
        }
        request.location = locations::at(&info, delivery.place.clone(), &handle);
        request.location.private = info.private || delivery.private;
        request.location.direct = info.direct;
        if request.action == Action::Share {
            request.location.share_to = self.public_place(interaction, &request.job).await;
        }
        Some(request)
    }

    /// Posts a public message, below which a private answer will be shown.
    async fn public_place(&self, interaction: &Interaction, job: &JobId) -> Option<(Place, String)> {
        let info = self.directory.channel(interaction.channel_id).await.ok()?;
        let question = self.receiver.chat.service().job(job, None).await.ok()?.question.text;
        let body = heading(&question, interaction.person().id, interaction.locale());
        let message = self.post_body(info.id(), body, &format!("share{}", interaction.id)).await.ok()?;
        let location = locations::of_message(&info, message, &question);
        let handle = DiscordHandle::decode(&location.handle).ok()?;
        let handle = DiscordHandle { name: thread_name(&question), ..handle };
        Some((location.place, handle.encode()))
    }
}
