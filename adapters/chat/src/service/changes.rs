//! Messages that are edited or deleted after they were sent, and places from which gorkd is removed.

use super::parse::parse_text;
use super::{ChatService, ephemeral, unavailable, whispered};
use crate::cards::{locale_of, notices};
use crate::incoming::{ChatReply, Location, Person};
use gorkd_core::job::Job;
use gorkd_core::model::{Millis, Refusal, RefusalCode};
use gorkd_core::ports::{ChatMessage, DeliveryState, MessageKey, StoreError};
use gorkd_words::{Locale, Msg};

impl ChatService {
    /// The person edited the message that asked.
    pub async fn edited(&self, location: &Location, message: &str, text: &str) -> ChatReply {
        let reply = self.handle_edit(location, message, text).await;
        reply.unwrap_or_else(|refusal| ChatReply::Refusal(notices::refusal(&refusal, Locale::default())))
    }

    async fn handle_edit(
        &self,
        location: &Location,
        message: &str,
        text: &str,
    ) -> Result<ChatReply, Refusal> {
        let Some((asked, job)) = self.asked_by(location, message).await? else {
            return Ok(ChatReply::Nothing);
        };
        let parsed = parse_text(text);
        let text = parsed.text.trim();
        if text.is_empty() || text == job.question.text {
            return Ok(ChatReply::Nothing);
        }
        if asked.place != location.place {
            return Ok(ephemeral(locale_of(&job.requester, &job), Msg::EditedPrivately));
        }
        self.chats().put_edit(&job.id, text, self.now()).await.map_err(unavailable)?;
        Ok(ChatReply::Post(notices::edited(&job.id, locale_of(&job.requester, &job))))
    }

    /// The platform's own stop button: the thread's current run answers from what it has found.
    pub async fn stopped(&self, location: &Location, by: &Person) -> ChatReply {
        let stopped = self.stop_run(location, by).await;
        stopped.map_or_else(|refusal| whispered(&refusal, by), |()| ChatReply::Nothing)
    }

    async fn stop_run(&self, location: &Location, by: &Person) -> Result<(), Refusal> {
        let Some(thread) = self.thread_at(location).await? else { return Ok(()) };
        if let Some(row) = self.open_runs(&thread).await?.first() {
            self.service.stop(&row.job, &self.with_admin_role(&by.requester)).await?;
        }
        Ok(())
    }

    /// The message that asked was deleted: cancels a run that has no answer yet, and removes its messages.
    pub async fn deleted(&self, location: &Location, message: &str, by: &Person) -> ChatReply {
        let handled = self.handle_deletion(location, message).await;
        handled.map_or_else(|refusal| whispered(&refusal, by), |()| ChatReply::Nothing)
    }

    async fn handle_deletion(&self, location: &Location, message: &str) -> Result<(), Refusal> {
        let Some((asked, job)) = self.asked_by(location, message).await? else { return Ok(()) };
        if job.status().is_over() {
            return Ok(());
        }
        // A person who may delete the message may also cancel its run, unless others wait for it.
        self.service.cancel(&job.id, &job.requester).await?;
        if let Some(delivery) = self.chats().delivery(&job.id, &asked.place).await.map_err(unavailable)? {
            self.withdraw(delivery).await?;
        }
        Ok(())
    }

    /// The message, if it asked a question, and the job that it started.
    async fn asked_by(
        &self,
        location: &Location,
        message: &str,
    ) -> Result<Option<(ChatMessage, Job)>, Refusal> {
        let platform = location.workspace.split(':').next().unwrap_or_default();
        let found = self.chats().message(platform, message).await.map_err(unavailable)?;
        let Some(asked) = found.filter(|found| found.key == MessageKey::Asked) else { return Ok(None) };
        match self.service.job(&asked.job, None).await {
            Ok(job) => Ok(Some((asked, job))),
            Err(refusal) if refusal.code == RefusalCode::NotFound => Ok(None),
            Err(refusal) => Err(refusal),
        }
    }

    /// Stops all deliveries to a place because gorkd was removed from it or it is gone.
    pub async fn removed(&self, within: &str) -> Result<usize, StoreError> {
        let platform = within.split(':').next().unwrap_or_default();
        let (mut gone, chats) = (0, self.chats());
        for delivery in chats.open_deliveries(platform, Millis(i64::MAX), u32::MAX).await? {
            let place = delivery.place.as_str();
            if place == within || place.strip_prefix(within).is_some_and(|rest| rest.starts_with(':')) {
                chats.settle(&delivery, DeliveryState::Gone).await?;
                gone += 1;
            }
        }
        Ok(gone)
    }

    /// Erases inactive threads after the retention period of the operator (`all`, in days; 0 means never) or of
    /// a place. Returns the places and how many threads were erased in each.
    pub async fn sweep_due(&self, platforms: &[&str], all: u32) -> Result<Vec<(String, usize)>, Refusal> {
        let mut places: Vec<(String, u32)> = Vec::new();
        if all > 0 {
            places.extend(platforms.iter().map(|platform| ((*platform).to_owned(), all)));
        }
        places.extend(self.service.retentions().await?.into_iter().map(|(place, days)| (place.0, days)));
        let mut swept = Vec::new();
        for (place, days) in places.into_iter().filter(|(_, days)| *days > 0) {
            let threads = self.sweep(&place, days).await?;
            if threads > 0 {
                swept.push((place, threads));
            }
        }
        Ok(swept)
    }

    /// Erases threads within a workspace or channel that have been inactive for this many days; returns how
    /// many.
    async fn sweep(&self, within: &str, days: u32) -> Result<usize, Refusal> {
        const DAY_MS: i64 = 24 * 60 * 60 * 1000;
        let before = Millis(self.now().0.saturating_sub(i64::from(days) * DAY_MS));
        let threads = self.chats().threads_within(within, before).await.map_err(unavailable)?;
        for thread in &threads {
            self.service.expire(thread).await?;
        }
        Ok(threads.len())
    }
}
