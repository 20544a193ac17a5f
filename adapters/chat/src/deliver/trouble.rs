//! What becomes of a job that cannot be told where it ought to be.

use super::Deliverer;
use super::close::TAKEN_AWAY;
use crate::card::{Card, Tone};
use crate::platform::{Activity, Mark, Post, Trouble};
use gorkd_core::ports::{Telling, TellingState};
use gorkd_words::{Locale, Msg};
use std::time::Duration;

/// How many polls to wait before trying a platform again that has revoked our token.
const REVOKED: u32 = 120;

impl Deliverer {
    /// After how long to try again, the state that the telling ought to have, and whether something failed that may pass.
    pub(super) async fn troubled(
        &self,
        telling: &Telling,
        trouble: Trouble,
    ) -> (Option<Duration>, TellingState, bool) {
        let request = self.platform.pace().request;
        let job = &telling.job;
        match &trouble {
            Trouble::Later(again) => return (Some(*again), TellingState::Open, true),
            Trouble::Unclear(_) => {
                tracing::warn!(%job, reason = %trouble, "a message may or may not have been posted; it is looked for");
                return (Some(request), TellingState::Open, true);
            }
            Trouble::MessageGone => return (Some(Duration::ZERO), TellingState::Open, true),
            // With a new token the answer still arrives.
            Trouble::Revoked(_) => {
                tracing::warn!(%job, reason = %trouble, "the platform has revoked our token; trying again later");
                return (Some(self.settings.poll * REVOKED), TellingState::Open, true);
            }
            Trouble::Invalid(_) => tracing::error!(%job, reason = %trouble, "the platform refused a message"),
            Trouble::PlaceGone(_) | Trouble::NotAllowed(_) | Trouble::Expired => {
                tracing::warn!(%job, place = %telling.place, reason = %trouble, "a job cannot be told in its place");
            }
        }
        // The other place marks the question. Without one, the mark at least says that nothing more will come.
        let told = match self.platform.elsewhere(telling, &trouble).await {
            Some(elsewhere) => self.chats().tell(&elsewhere).await.map_err(|error| {
                tracing::warn!(%error, %job, "a job cannot be told elsewhere");
            }),
            None => Err(()),
        };
        match told {
            Ok(()) => self.moved(telling).await,
            Err(()) => self.marked(telling, Mark::Failed).await,
        }
        _ = self.platform.show_activity(telling, Activity::Over, "").await;
        (None, TellingState::Gone, false)
    }

    /// Points the old status message to where the run continues, if it can still be edited.
    async fn moved(&self, telling: &Telling) {
        let Ok(rows) = self.chats().messages(&telling.job, &telling.place).await else { return };
        let locale = Locale::first([telling.requester.locale.as_str()]);
        let card = Card::note(Tone::Plain, locale.say(Msg::GoesOnDirectly)).in_language(locale);
        for row in rows.iter().filter(|row| row.key == "status") {
            let Some(id) = row.id.as_deref().filter(|id| *id != TAKEN_AWAY) else { continue };
            let contents = self.platform.render(&telling.place, &card);
            let Some(content) = contents.first() else { continue };
            let (key, nonce) = ("status", row.nonce.as_str());
            let post = Post { key, card: &card, content, nonce, intent_at: row.intent_at, last: true };
            if let Err(trouble) = self.platform.edit(telling, id, &post).await {
                tracing::debug!(job = %telling.job, reason = %trouble, "a status stays as it was");
            }
        }
    }
}
