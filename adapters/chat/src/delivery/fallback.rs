//! What happens when a job cannot be shown where it belongs: retry, a direct message, or giving up.

use super::Deliverer;
use super::sync::REMOVED;
use crate::card::{Card, Tone};
use crate::platform::{Activity, PlatformError, Post, Reaction};
use gorkd_core::ports::{Delivery, DeliveryState, Extra, MessageKey};
use gorkd_words::{Locale, Msg};
use std::time::Duration;

/// Number of polls to wait before retrying on a platform that revoked the token.
const REVOKED_POLLS: u32 = 120;

impl Deliverer {
    /// When to retry, the new state of the row, and whether the failure is temporary.
    pub(super) async fn handle_error(
        &self,
        delivery: &Delivery,
        error: PlatformError,
    ) -> (Option<Duration>, DeliveryState, bool) {
        let request = self.platform.pacing().request;
        let job = &delivery.job;
        match &error {
            PlatformError::RetryAfter(wait) => return (Some(*wait), DeliveryState::Open, true),
            PlatformError::Unconfirmed(_) => {
                tracing::warn!(%job, reason = %error, "a message may or may not have been posted; looking for it");
                return (Some(request), DeliveryState::Open, true);
            }
            PlatformError::MessageGone => return (Some(Duration::ZERO), DeliveryState::Open, true),
            // With a new token, the answer still arrives.
            PlatformError::Revoked(_) => {
                tracing::warn!(%job, reason = %error, "the platform has revoked the token; retrying later");
                return (Some(self.settings.poll * REVOKED_POLLS), DeliveryState::Open, true);
            }
            PlatformError::Invalid(_) => {
                tracing::error!(%job, reason = %error, "the platform refused a message")
            }
            PlatformError::PlaceGone(_)
            | PlatformError::NotAllowed(_)
            | PlatformError::Forbidden(_)
            | PlatformError::Expired => {
                tracing::warn!(%job, place = %delivery.place, reason = %error, "failed to show a job there");
            }
        }
        match self.move_to_direct_message(delivery, &error).await {
            true => self.point_to_direct_message(delivery).await,
            // At least the reaction says that nothing more will come.
            false => self.set_reaction(delivery, Reaction::Failed).await,
        }
        _ = self.platform.show_activity(delivery, Activity::Over, "").await;
        (None, DeliveryState::Gone, false)
    }

    /// Returns false if the person cannot be reached.
    async fn move_to_direct_message(&self, delivery: &Delivery, error: &PlatformError) -> bool {
        let Some(note) = note(error) else { return false };
        if delivery.extras.contains(&Extra::Withdrawn) {
            return false;
        }
        let note = note.to(Locale::first([delivery.requester.locale.as_str()]));
        let Some(direct) = self.platform.direct_message(delivery, note).await else { return false };
        let extras = delivery.extras.iter().filter(|extra| **extra != Extra::Again).cloned().collect();
        let moved = Delivery {
            place: direct.place,
            handle: direct.handle,
            private: direct.private,
            extras,
            state: DeliveryState::Open,
            wake_at: None,
            at: self.now(),
            ..delivery.clone()
        };
        match self.chats().start_delivery(&moved).await {
            Ok(()) => true,
            Err(error) => {
                tracing::warn!(%error, job = %delivery.job, "failed to move a job to direct messages");
                false
            }
        }
    }

    /// Edits the old status message, if still possible, to say where the run continues.
    async fn point_to_direct_message(&self, delivery: &Delivery) {
        let Ok(rows) = self.chats().messages(&delivery.job, &delivery.place).await else { return };
        let locale = Locale::first([delivery.requester.locale.as_str()]);
        let card = Card::say(Tone::Plain, Msg::GoesOnDirectly, locale);
        for row in rows.iter().filter(|row| row.key == MessageKey::Status) {
            let Some(id) = row.id.as_deref().filter(|id| *id != REMOVED) else { continue };
            let contents = self.platform.render(&delivery.place, &card);
            let Some(content) = contents.first() else { continue };
            let (key, nonce) = (&row.key, row.nonce.as_str());
            let post = Post { key, card: &card, content, nonce, intent_at: row.intent_at, last: true };
            if let Err(error) = self.platform.edit(delivery, id, &post).await {
                tracing::debug!(job = %delivery.job, reason = %error, "failed to edit an old status message");
            }
        }
    }
}

/// Explains why the answer comes as a direct message; `None` for errors that a direct message does not solve.
fn note(error: &PlatformError) -> Option<Msg> {
    Some(match error {
        PlatformError::NotAllowed(_) => Msg::DirectNotAllowed,
        PlatformError::Forbidden(what) => Msg::DirectForbidden { what: what.clone() },
        PlatformError::PlaceGone(_) => Msg::DirectGone,
        PlatformError::Expired => Msg::DirectExpired,
        PlatformError::Invalid(_) => Msg::DirectInvalid,
        PlatformError::RetryAfter(_)
        | PlatformError::Unconfirmed(_)
        | PlatformError::MessageGone
        | PlatformError::Revoked(_) => return None,
    })
}
