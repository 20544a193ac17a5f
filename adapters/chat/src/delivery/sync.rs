//! Compares the messages that should be in a place with those that are there, and applies the difference.
//!
//! A message is posted in three steps: store the intent, post, store the id. An intent without an id may have
//! been posted, so the deliverer looks for the message before posting it again.

use super::active::{SyncOutcome, SyncState, SyncTask};
use super::rendered::{RenderedMessage, final_reaction, is_needed, post_of, rendered};
use super::{Deliverer, Key};
use crate::cards::{CardContext, desired_messages, locale_of};
use crate::platform::{Activity, Content, Lookup, PlatformError, Post, Reaction, nonce};
use gorkd_core::job::{Job, JobStatus};
use gorkd_core::model::{JobId, Refusal, RefusalCode};
use gorkd_core::ports::{ChatMessage, Delivery, DeliveryState, Extra, MessageKey, StoreError};
use gorkd_core::view::view;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Stands for the id of a message that someone removed; it is not posted again.
pub(super) const REMOVED: &str = "-";
/// After this many edits refused as invalid, messages are left alone until the job is over: the next edit would
/// be refused too, and each one costs two requests.
const MAX_REFUSED_EDITS: u32 = 3;
/// Delay before retrying after a store failure.
const STORE_RETRY: Duration = Duration::from_secs(2);

/// Why a sync ended early.
enum SyncError {
    Platform(PlatformError),
    Store(StoreError),
    /// Nothing failed; continue after this time.
    Wait(Duration),
}

impl From<StoreError> for SyncError {
    fn from(error: StoreError) -> Self {
        SyncError::Store(error)
    }
}

impl Deliverer {
    pub(super) async fn sync(&self, key: Key, task: SyncTask) -> (Key, SyncOutcome) {
        let SyncTask { delivery, mut job, mut seen, first } = task;
        if let Err(error) = self.fold(&mut job, &delivery.job).await {
            if self.failures.is_news("read", &error) {
                tracing::warn!(%error, job = %delivery.job, "failed to read a job to deliver");
            }
            let (retry_after, state) = match error {
                StoreError::NotFound(_) => (None, DeliveryState::Gone),
                StoreError::Fenced(_)
                | StoreError::InProgress(_)
                | StoreError::OverLimit { .. }
                | StoreError::Full(_)
                | StoreError::Unavailable(_) => (Some(STORE_RETRY), DeliveryState::Open),
            };
            return (key, SyncOutcome { job, seen, retry_after, state, failed: true });
        }
        let synced = self.sync_messages(&delivery, &job, first, &mut seen).await;
        let state = if job.status().is_over() { DeliveryState::Delivered } else { DeliveryState::Open };
        let (retry_after, state, failed) = match synced {
            Ok(()) => (None, state, false),
            Err(SyncError::Wait(wait)) => (Some(wait), DeliveryState::Open, false),
            Err(SyncError::Store(error)) => {
                if matches!(error, StoreError::Fenced(_)) {
                    self.lease.lose();
                }
                if self.failures.is_news("record", &error) {
                    tracing::warn!(%error, job = %delivery.job, "failed to record the messages of a job");
                }
                (Some(STORE_RETRY), DeliveryState::Open, true)
            }
            Err(SyncError::Platform(error)) => self.handle_error(&delivery, error).await,
        };
        (key, SyncOutcome { job, seen, retry_after, state, failed })
    }

    /// Applies new journal entries to the job.
    async fn fold(&self, job: &mut Job, id: &JobId) -> Result<(), StoreError> {
        let events = self.service.events(id, job.head).await.map_err(store_error)?;
        events.iter().for_each(|recorded| job.apply(recorded));
        *job = self.service.with_derived(std::mem::take(job));
        Ok(())
    }

    async fn sync_messages(
        &self,
        delivery: &Delivery,
        job: &Job,
        first: bool,
        seen: &mut SyncState,
    ) -> Result<(), SyncError> {
        let rows = self.chats().messages(&delivery.job, &delivery.place).await?;
        let mut rows: BTreeMap<MessageKey, ChatMessage> = rows
            .into_iter()
            .filter(|row| row.key != MessageKey::Asked)
            .map(|row| (row.key.clone(), row))
            .collect();
        let over = job.status().is_over();
        if first && !over && rows.contains_key(&MessageKey::Status) {
            seen.resumed = true;
        }
        let activity = Activity::from(job.status());
        if !over {
            if rows.is_empty() {
                self.set_reaction(delivery, Reaction::Seen).await;
            }
            // A failed update is repeated by the next sync.
            _ = self.platform.show_activity(delivery, activity, &job.question.text).await;
        }
        let view = view(job);
        let options = self.settings.options.of(job, &self.service);
        let queued = match job.status() == JobStatus::Queued {
            // On failure, only the position in the queue is missing.
            true => self.service.queued(&job.id).await.unwrap_or_default(),
            false => None,
        };
        let locale = locale_of(&delivery.requester, job);
        let context = CardContext::new(job, &view, delivery, &options, self.now(), locale);
        let context = CardContext { resumed: seen.resumed, queued, ..context };
        let posted: BTreeSet<MessageKey> = rows.keys().cloned().collect();
        let desired = desired_messages(&context, &posted);
        let messages = rendered(self.platform.as_ref(), delivery, &desired);
        // A question that was settled before it was posted does not get posted.
        let keys: BTreeSet<&MessageKey> = messages.iter().map(|one| &one.key).collect();
        for (key, row) in &rows {
            if !keys.contains(key) {
                self.remove(delivery, row).await?;
            }
        }
        // New messages first, so that an answer does not wait until the status above it can be edited.
        let mut existing = Vec::new();
        for message in &messages {
            match rows.remove(&message.key) {
                None => self.post_new(delivery, message).await?,
                Some(row) if row.id.is_none() => self.update(delivery, message, row, seen).await?,
                Some(row) => existing.push((message, row)),
            }
        }
        for (message, row) in existing {
            if !over && seen.refused_edits >= MAX_REFUSED_EDITS {
                continue;
            }
            let unchanged = ChatMessage { hash: message.hash.clone(), ..row.clone() };
            match self.update(delivery, message, row, seen).await {
                // The answer is already there, so other messages that cannot be edited stay as they are.
                Err(SyncError::Platform(
                    error @ (PlatformError::NotAllowed(_)
                    | PlatformError::Forbidden(_)
                    | PlatformError::Expired
                    | PlatformError::PlaceGone(_)),
                )) if over && message.key != MessageKey::Answer => {
                    tracing::warn!(job = %delivery.job, reason = %error, "failed to edit a message next to the answer");
                    self.chats().put_message(&unchanged).await?;
                }
                updated => updated?,
            }
        }
        if over {
            self.set_reaction(delivery, final_reaction(job, &desired)).await;
            // Nothing else clears the activity, so wait for rate limits here.
            if let Err(PlatformError::RetryAfter(wait)) =
                self.platform.show_activity(delivery, activity, &job.question.text).await
            {
                return Err(SyncError::Wait(wait));
            }
        }
        Ok(())
    }

    async fn post_new(&self, delivery: &Delivery, message: &RenderedMessage<'_>) -> Result<(), SyncError> {
        let (job, place, key, now) = (&delivery.job, &delivery.place, &message.key, self.now());
        let row = ChatMessage {
            job: job.clone(),
            place: place.clone(),
            key: key.clone(),
            intent_at: now,
            // Never reused: the same message may be posted again later.
            nonce: nonce(&format!("{job}\u{0}{place}\u{0}{key}\u{0}{}", now.0)),
            id: None,
            hash: String::new(),
        };
        self.chats().put_message(&row).await?;
        self.post(delivery, message, row).await
    }

    async fn post(
        &self,
        delivery: &Delivery,
        message: &RenderedMessage<'_>,
        row: ChatMessage,
    ) -> Result<(), SyncError> {
        let post = post_of(message, &row);
        let posted = match self.platform.post(delivery, &post).await {
            Err(PlatformError::Invalid(why)) => {
                let plain = self.without_form(delivery, message, &why);
                self.platform.post(delivery, &Post { content: &plain, ..post }).await
            }
            other => other,
        };
        let posted = posted.map_err(|error| match error {
            // The message being replied to no longer exists and won't come back.
            PlatformError::MessageGone => {
                PlatformError::PlaceGone("the message that it answers is gone".to_owned())
            }
            other => other,
        });
        let id = match posted {
            Ok(id) => id,
            // Answers and questions are worth a direct message. Other messages are dropped so that those still
            // get tried.
            Err(PlatformError::Invalid(_)) if !is_needed(&message.key) => REMOVED.to_owned(),
            Err(error) => {
                // It was certainly not posted, so the next attempt need not look for it.
                if !matches!(error, PlatformError::Unconfirmed(_)) {
                    self.chats().drop_message(&row.job, &row.place, &row.key).await?;
                }
                return Err(SyncError::Platform(error));
            }
        };
        let row = ChatMessage { id: Some(id), hash: message.hash.clone(), ..row };
        self.chats().put_message(&row).await?;
        Ok(())
    }

    /// The plain text of a message whose formatting the platform refused.
    fn without_form(&self, delivery: &Delivery, message: &RenderedMessage<'_>, why: &str) -> Content {
        tracing::error!(job = %delivery.job, key = %message.key, why, "the platform refused a message; sending its text alone");
        self.platform.plain(&message.content)
    }

    /// Updates a message that exists, or may exist.
    async fn update(
        &self,
        delivery: &Delivery,
        message: &RenderedMessage<'_>,
        row: ChatMessage,
        seen: &mut SyncState,
    ) -> Result<(), SyncError> {
        let Some(id) = row.id.clone() else { return self.find_posted(delivery, message, row, seen).await };
        if row.hash == message.hash || id == REMOVED {
            return Ok(());
        }
        let post = post_of(message, &row);
        let edited = match self.platform.edit(delivery, &id, &post).await {
            Err(PlatformError::Invalid(why)) => {
                let plain = self.without_form(delivery, message, &why);
                self.platform.edit(delivery, &id, &Post { content: &plain, ..post }).await
            }
            other => other,
        };
        let row = match edited {
            // The message stays as it is, and the sync continues.
            Err(PlatformError::Invalid(_)) => {
                seen.refused_edits += 1;
                ChatMessage { hash: message.hash.clone(), ..row }
            }
            Ok(()) => ChatMessage { hash: message.hash.clone(), ..row },
            // Someone removed it, and it stays removed.
            Err(PlatformError::MessageGone) => ChatMessage { id: Some(REMOVED.to_owned()), ..row },
            Err(error) => return Err(SyncError::Platform(error)),
        };
        self.chats().put_message(&row).await?;
        Ok(())
    }

    /// The intent is stored without an id: looks for the message once the request that may have posted it has
    /// ended.
    async fn find_posted(
        &self,
        delivery: &Delivery,
        message: &RenderedMessage<'_>,
        row: ChatMessage,
        seen: &mut SyncState,
    ) -> Result<(), SyncError> {
        let limit = u64::try_from(self.platform.pacing().request.as_millis()).unwrap_or(u64::MAX);
        let waited = self.now().since(row.intent_at);
        if waited < limit {
            return Err(SyncError::Wait(Duration::from_millis(limit - waited)));
        }
        match self.platform.find(delivery, &post_of(message, &row)).await.map_err(SyncError::Platform)? {
            Lookup::Found(id) => {
                // Its content is unknown, so it must be edited.
                let row = ChatMessage { id: Some(id), hash: String::new(), ..row };
                self.chats().put_message(&row).await?;
                Box::pin(self.update(delivery, message, row, seen)).await
            }
            Lookup::NotPosted => {
                // Fails if another process now delivers, which may be posting the message.
                self.chats().put_message(&row).await?;
                self.post(delivery, message, row).await
            }
            Lookup::Unknown => {
                // Shown at most once; a person who has not seen it can ask for it.
                let row = ChatMessage { id: Some(REMOVED.to_owned()), ..row };
                self.chats().put_message(&row).await?;
                if matches!(message.key, MessageKey::Status | MessageKey::Again) {
                    return Ok(());
                }
                self.offer_again(delivery).await
            }
        }
    }

    async fn offer_again(&self, delivery: &Delivery) -> Result<(), SyncError> {
        let Some(kept) = self.chats().delivery(&delivery.job, &delivery.place).await? else { return Ok(()) };
        if !kept.extras.contains(&Extra::Again) {
            let again = Delivery { extras: vec![Extra::Again], ..kept };
            self.chats().reopen(&again).await?;
        }
        // Handled by the next sync.
        Err(SyncError::Wait(Duration::ZERO))
    }

    async fn remove(&self, delivery: &Delivery, row: &ChatMessage) -> Result<(), SyncError> {
        if let Some(id) = row.id.as_deref().filter(|id| *id != REMOVED) {
            match self.platform.remove(delivery, id).await {
                Ok(()) | Err(PlatformError::MessageGone | PlatformError::Expired) => {}
                Err(error) => return Err(SyncError::Platform(error)),
            }
        }
        self.chats().drop_message(&row.job, &row.place, &row.key).await?;
        Ok(())
    }

    /// Ignores failures.
    pub(super) async fn set_reaction(&self, delivery: &Delivery, reaction: Reaction) {
        if let Err(error) = self.platform.react(delivery, reaction).await {
            tracing::debug!(job = %delivery.job, reason = %error, "failed to set a reaction");
        }
    }
}

/// Logged by the service if the store failed; otherwise the job was deleted.
fn store_error(refusal: Refusal) -> StoreError {
    match refusal.code {
        RefusalCode::NotFound => StoreError::NotFound(refusal.message),
        _ => StoreError::Unavailable(refusal.message),
    }
}
