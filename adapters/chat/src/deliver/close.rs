//! Closes the difference between what stands in a place and what ought to.
//!
//! A message is posted in three steps: its intent is written, it is posted, its id is written. An intent without an
//! id was perhaps posted: it is looked for before it is posted again.

use super::live::{Begun, Told, head};
use super::{Deliverer, Key};
use crate::card::Tone;
use crate::cards::{AGAIN, Desired, Sight, desired, locale_of, seen};
use crate::desk::ASKED;
use crate::platform::{Activity, Content, Found, Mark, Post, Trouble};
use gorkd_core::job::{Job, JobStatus};
use gorkd_core::model::{JobId, Millis, Place, Refusal, RefusalCode, sha256_hex};
use gorkd_core::ports::{ChatMessage, StoreError, Telling, TellingState};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The id of a message that somebody took away: it is not posted again.
pub(super) const TAKEN_AWAY: &str = "-";
/// After a failure of the store.
const STORE_AGAIN: Duration = Duration::from_secs(2);

/// Why closing the difference ended before its end.
enum Halt {
    Trouble(Trouble),
    Store(StoreError),
    /// Not before this time is over; nothing has failed.
    Wait(Duration),
}

impl From<StoreError> for Halt {
    fn from(error: StoreError) -> Self {
        Halt::Store(error)
    }
}

/// One message of the platform that ought to be there.
struct Wanted<'a> {
    key: String,
    desired: &'a Desired,
    content: Content,
    hash: String,
}

impl Deliverer {
    pub(super) async fn bring_up_to_date(&self, key: Key, begun: Begun) -> (Key, Told) {
        let Begun { telling, mut folded, mut resumed, first } = begun;
        if let Err(error) = self.fold(&mut folded, &telling.job).await {
            tracing::warn!(%error, job = %telling.job, "a job that is told cannot be read");
            let (again, state) = match error {
                StoreError::NotFound(_) => (None, TellingState::Gone),
                StoreError::Fenced(_)
                | StoreError::UnderWay(_)
                | StoreError::OverLimit { .. }
                | StoreError::Unavailable(_) => (Some(STORE_AGAIN), TellingState::Open),
            };
            return (key, Told { folded, resumed, again, state, failed: true });
        }
        let closed = self.close(&telling, &folded, first, &mut resumed).await;
        let over = folded.status().is_over();
        let state = if over { TellingState::Told } else { TellingState::Open };
        let again_in = |again: Duration, failed: bool| (Some(again), TellingState::Open, failed);
        let (again, state, failed) = match closed {
            Ok(()) => (None, state, false),
            Err(Halt::Wait(again)) => again_in(again, false),
            Err(Halt::Store(error)) => {
                tracing::warn!(%error, job = %telling.job, "what was told cannot be noted");
                again_in(STORE_AGAIN, true)
            }
            Err(Halt::Trouble(trouble)) => self.troubled(&telling, trouble).await,
        };
        (key, Told { folded, resumed, again, state, failed })
    }

    /// Reads what the journal has learnt since.
    async fn fold(&self, job: &mut Job, id: &JobId) -> Result<(), StoreError> {
        let events = self.service.events(id, head(job)).await.map_err(failed)?;
        events.iter().for_each(|recorded| job.apply(recorded));
        *job = self.service.told(std::mem::take(job));
        Ok(())
    }

    async fn close(&self, telling: &Telling, job: &Job, first: bool, resumed: &mut bool) -> Result<(), Halt> {
        let rows = self.chats().messages(&telling.job, &telling.place).await?;
        let mut rows: BTreeMap<String, ChatMessage> =
            rows.into_iter().filter(|row| row.key != ASKED).map(|row| (row.key.clone(), row)).collect();
        let over = job.status().is_over();
        if first && !over && rows.contains_key("status") {
            *resumed = true;
        }
        let activity = Activity::from(job.status());
        if !over {
            if rows.is_empty() {
                self.marked(telling, Mark::Seen).await;
            }
            // Comes again with the next look.
            _ = self.platform.show_activity(telling, activity, &job.question.text).await;
        }
        let view = seen(job);
        let ways = self.settings.ways.of(job, &self.service);
        let queued = match job.status() {
            // Its place is a courtesy.
            JobStatus::Queued => self.service.queued(&job.id).await.unwrap_or_default(),
            JobStatus::Running
            | JobStatus::Waiting
            | JobStatus::Completed
            | JobStatus::Failed
            | JobStatus::Cancelled => None,
        };
        let sight = Sight {
            job,
            view: &view,
            telling,
            ways: &ways,
            now: self.now(),
            resumed: *resumed,
            queued,
            locale: locale_of(&telling.requester, job),
        };
        let posted: BTreeSet<String> = rows.keys().cloned().collect();
        let wanted = desired(&sight, &posted);
        let messages = self.rendered(telling, &wanted);
        // What was settled before it was posted is not told at all where the way is slow: only what stands stays.
        let keys: BTreeSet<&str> = messages.iter().map(|one| one.key.as_str()).collect();
        for (key, row) in &rows {
            if !keys.contains(key.as_str()) {
                self.remove(telling, row).await?;
            }
        }
        // An answer does not wait for room to change the status above it: what is new goes first.
        let mut standing = Vec::new();
        for message in &messages {
            match rows.remove(&message.key) {
                None => self.post_new(telling, message).await?,
                Some(row) if row.id.is_none() => self.bring(telling, message, row).await?,
                Some(row) => standing.push((message, row)),
            }
        }
        for (message, row) in standing {
            let kept = ChatMessage { hash: message.hash.clone(), ..row.clone() };
            match self.bring(telling, message, row).await {
                // The answer stands there already: what cannot be changed beside it stays, and nothing comes twice.
                Err(Halt::Trouble(
                    trouble @ (Trouble::NotAllowed(_) | Trouble::Expired | Trouble::PlaceGone(_)),
                )) if over && message.key != "answer" => {
                    tracing::warn!(job = %telling.job, reason = %trouble, "a message beside an answer stays as it is");
                    self.chats().put_message(&kept).await?;
                }
                brought => brought?,
            }
        }
        if over {
            self.marked(telling, mark_of(job, &wanted)).await;
            // Nothing else ends what is shown, so it waits for room.
            if let Err(Trouble::Later(wait)) =
                self.platform.show_activity(telling, activity, &job.question.text).await
            {
                return Err(Halt::Wait(wait));
            }
        }
        Ok(())
    }

    fn rendered<'a>(&self, telling: &Telling, wanted: &'a [Desired]) -> Vec<Wanted<'a>> {
        let mut messages = Vec::new();
        for desired in wanted {
            let contents = self.platform.render(&telling.place, &desired.card);
            for (nth, content) in contents.into_iter().enumerate() {
                let key = if nth == 0 { desired.key.clone() } else { format!("{}+{nth}", desired.key) };
                let hash = hash_of(&content);
                messages.push(Wanted { key, desired, content, hash });
            }
        }
        messages
    }

    async fn post_new(&self, telling: &Telling, wanted: &Wanted<'_>) -> Result<(), Halt> {
        let now = self.now();
        let row = ChatMessage {
            job: telling.job.clone(),
            place: telling.place.clone(),
            key: wanted.key.clone(),
            intent_at: now,
            nonce: nonce(&telling.job, &telling.place, &wanted.key, now),
            id: None,
            hash: String::new(),
        };
        self.chats().put_message(&row).await?;
        self.post(telling, wanted, row).await
    }

    async fn post(&self, telling: &Telling, wanted: &Wanted<'_>, row: ChatMessage) -> Result<(), Halt> {
        let post = post_of(wanted, &row);
        let posted = match self.platform.post(telling, &post).await {
            Err(Trouble::Invalid(why)) => {
                let plain = self.refused(telling, wanted, &why);
                self.platform.post(telling, &Post { content: &plain, ..post }).await
            }
            other => other,
        };
        let posted = posted.map_err(|trouble| match trouble {
            // What it was to hang on is not there: nor will it be at the next try.
            Trouble::MessageGone => Trouble::PlaceGone("the message that it answers is gone".to_owned()),
            other => other,
        });
        match posted {
            // Answers and questions back are worth a direct message. The rest is dropped, so that those are still tried.
            Err(Trouble::Invalid(_)) if !is_needed(&wanted.key) => {
                let row = ChatMessage { id: Some(TAKEN_AWAY.to_owned()), hash: wanted.hash.clone(), ..row };
                self.chats().put_message(&row).await?;
                Ok(())
            }
            Ok(id) => {
                let row = ChatMessage { id: Some(id), hash: wanted.hash.clone(), ..row };
                self.chats().put_message(&row).await?;
                Ok(())
            }
            Err(trouble) => {
                // Surely not posted: the next try is a new one and looks for nothing.
                if !matches!(trouble, Trouble::Unclear(_)) {
                    self.chats().drop_message(&row.job, &row.place, &row.key).await?;
                }
                Err(Halt::Trouble(trouble))
            }
        }
    }

    /// What is sent in place of a message that the platform does not take: its words.
    fn refused(&self, telling: &Telling, wanted: &Wanted<'_>, why: &str) -> Content {
        tracing::error!(job = %telling.job, key = wanted.key, why, "the platform refused a message; its words alone are sent");
        self.platform.plainly(&wanted.content)
    }

    /// A message that stands there, or may.
    async fn bring(&self, telling: &Telling, wanted: &Wanted<'_>, row: ChatMessage) -> Result<(), Halt> {
        let Some(id) = row.id.clone() else { return self.look_for(telling, wanted, row).await };
        if row.hash == wanted.hash || id == TAKEN_AWAY {
            return Ok(());
        }
        let post = post_of(wanted, &row);
        let edited = match self.platform.edit(telling, &id, &post).await {
            Err(Trouble::Invalid(why)) => {
                let plain = self.refused(telling, wanted, &why);
                self.platform.edit(telling, &id, &Post { content: &plain, ..post }).await
            }
            other => other,
        };
        let row = match edited {
            // What stands there stays, and the rest goes on.
            Err(Trouble::Invalid(_)) => ChatMessage { hash: wanted.hash.clone(), ..row },
            Ok(()) => ChatMessage { hash: wanted.hash.clone(), ..row },
            // Somebody took it away: that is respected.
            Err(Trouble::MessageGone) => ChatMessage { id: Some(TAKEN_AWAY.to_owned()), ..row },
            Err(trouble) => return Err(Halt::Trouble(trouble)),
        };
        self.chats().put_message(&row).await?;
        Ok(())
    }

    /// The intent is there and no id: looked for once the request that may have posted it is surely over.
    async fn look_for(&self, telling: &Telling, wanted: &Wanted<'_>, row: ChatMessage) -> Result<(), Halt> {
        let patience = u64::try_from(self.platform.pace().request.as_millis()).unwrap_or(u64::MAX);
        let waited = self.now().since(row.intent_at);
        if waited < patience {
            return Err(Halt::Wait(Duration::from_millis(patience - waited)));
        }
        match self.platform.find(telling, &post_of(wanted, &row)).await.map_err(Halt::Trouble)? {
            Found::Here(id) => {
                // What it says is not known; the next look brings it up to date.
                let row = ChatMessage { id: Some(id), hash: String::new(), ..row };
                self.chats().put_message(&row).await?;
                Box::pin(self.bring(telling, wanted, row)).await
            }
            Found::NotThere => self.post(telling, wanted, row).await,
            Found::Unknown => {
                // Shown at most once: whoever has not seen it asks for it.
                let row = ChatMessage { id: Some(TAKEN_AWAY.to_owned()), ..row };
                self.chats().put_message(&row).await?;
                if ["status", AGAIN].contains(&wanted.key.as_str()) {
                    return Ok(());
                }
                self.offer_again(telling).await
            }
        }
    }

    async fn offer_again(&self, telling: &Telling) -> Result<(), Halt> {
        let Some(kept) = self.chats().telling(&telling.job, &telling.place).await? else { return Ok(()) };
        if !kept.extras.iter().any(|extra| extra == AGAIN) {
            let again = Telling { extras: vec![AGAIN.to_owned()], ..kept };
            self.chats().reopen(&again).await?;
        }
        // Shown with the next look.
        Err(Halt::Wait(Duration::ZERO))
    }

    async fn remove(&self, telling: &Telling, row: &ChatMessage) -> Result<(), Halt> {
        if let Some(id) = row.id.as_deref().filter(|id| *id != TAKEN_AWAY) {
            match self.platform.remove(telling, id).await {
                Ok(()) | Err(Trouble::MessageGone | Trouble::Expired) => {}
                Err(trouble) => return Err(Halt::Trouble(trouble)),
            }
        }
        self.chats().drop_message(&row.job, &row.place, &row.key).await?;
        Ok(())
    }

    /// A mark is a courtesy: what goes wrong with it stops nothing.
    pub(super) async fn marked(&self, telling: &Telling, mark: Mark) {
        if let Err(trouble) = self.platform.mark(telling, mark).await {
            tracing::debug!(job = %telling.job, reason = %trouble, "a question could not be marked");
        }
    }
}

/// Would the person wait in vain without it?
fn is_needed(key: &str) -> bool {
    key == "answer" || key.starts_with("question.")
}

fn post_of<'a>(wanted: &'a Wanted<'_>, row: &'a ChatMessage) -> Post<'a> {
    Post {
        key: &wanted.key,
        card: &wanted.desired.card,
        content: &wanted.content,
        nonce: &row.nonce,
        intent_at: row.intent_at,
        last: wanted.desired.last,
    }
}

fn mark_of(job: &Job, wanted: &[Desired]) -> Mark {
    match job.status() {
        JobStatus::Failed | JobStatus::Cancelled => Mark::Failed,
        JobStatus::Completed | JobStatus::Queued | JobStatus::Running | JobStatus::Waiting => {
            let tone = wanted.iter().find(|one| one.key == "answer").map(|one| one.card.tone);
            if tone == Some(Tone::Weak) { Mark::Weak } else { Mark::Done }
        }
    }
}

fn hash_of(content: &Content) -> String {
    let files: Vec<(&str, String)> =
        content.files.iter().map(|file| (file.name.as_str(), sha256_hex(&file.content))).collect();
    sha256_hex(format!("{}{files:?}", content.body).as_bytes())[..32].to_owned()
}

/// 25 letters and digits, unlike any other's.
fn nonce(job: &JobId, place: &Place, key: &str, at: Millis) -> String {
    sha256_hex(format!("{job}\u{0}{place}\u{0}{key}\u{0}{}", at.0).as_bytes())[..25].to_owned()
}

/// A job that is gone, or a store that failed, which the service has logged.
fn failed(refusal: Refusal) -> StoreError {
    match refusal.code {
        RefusalCode::NotFound => StoreError::NotFound(refusal.message),
        _ => StoreError::Unavailable(refusal.message),
    }
}
