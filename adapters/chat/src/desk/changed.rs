//! What happens to messages after they were sent: edited, deleted; and to places: left.

use super::{ASKED, Desk, unavailable, whisper};
use crate::cards::{locale_of, talk};
use crate::incoming::{Person, Reply, Spot};
use gorkd_core::model::{Millis, Refusal, RefusalCode};
use gorkd_core::ports::{ChatMessage, StoreError, TellingState};
use gorkd_words::{Locale, Msg};

impl Desk {
    /// The message that asked says something else now.
    pub async fn edited(&self, spot: &Spot, message: &str, text: &str) -> Reply {
        match self.take_edit(spot, message, text).await {
            Ok(reply) => reply,
            Err(refusal) => Reply::Refused(talk::refusal(&refusal, Locale::default())),
        }
    }

    async fn take_edit(&self, spot: &Spot, message: &str, text: &str) -> Result<Reply, Refusal> {
        let Some(asked) = self.asked_by(spot, message).await? else { return Ok(Reply::Nothing) };
        let job = match self.service.job(&asked.job, None).await {
            Ok(job) => job,
            Err(refusal) if refusal.code == RefusalCode::NotFound => return Ok(Reply::Nothing),
            Err(refusal) => return Err(refusal),
        };
        let read = super::line::read_line(text);
        let text = read.text.trim();
        if text.is_empty() || text == job.question.text {
            return Ok(Reply::Nothing);
        }
        if asked.place != spot.place {
            return Ok(whisper(locale_of(&job.requester, &job), Msg::EditedPrivately));
        }
        self.chats().put_edit(&job.id, text, self.now()).await.map_err(unavailable)?;
        Ok(Reply::Say(talk::edited(&job.id, locale_of(&job.requester, &job))))
    }

    /// The platform's own stop button was pressed: the run under way in the thread writes what it has.
    pub async fn stopped(&self, spot: &Spot, by: &Person) -> Reply {
        match self.stop_run(spot, by).await {
            Ok(()) => Reply::Nothing,
            Err(refusal) => Reply::Whisper(talk::refusal(&refusal, by.locale())),
        }
    }

    async fn stop_run(&self, spot: &Spot, by: &Person) -> Result<(), Refusal> {
        let Some(thread) = self.thread_at(spot).await? else { return Ok(()) };
        if let Some(row) = self.open_runs(&thread).await?.first() {
            self.service.stop(&row.job, &self.known_as(&by.requester)).await?;
        }
        Ok(())
    }

    /// The message that asked is gone: what was not answered yet is cancelled, and its messages go.
    pub async fn deleted(&self, spot: &Spot, message: &str, by: &Person) -> Reply {
        match self.take_back(spot, message, by).await {
            Ok(()) => Reply::Nothing,
            Err(refusal) => Reply::Whisper(talk::refusal(&refusal, by.locale())),
        }
    }

    async fn take_back(&self, spot: &Spot, message: &str, _by: &Person) -> Result<(), Refusal> {
        let Some(asked) = self.asked_by(spot, message).await? else { return Ok(()) };
        let job = match self.service.job(&asked.job, None).await {
            Ok(job) => job,
            Err(refusal) if refusal.code == RefusalCode::NotFound => return Ok(()),
            Err(refusal) => return Err(refusal),
        };
        if job.status().is_over() {
            return Ok(());
        }
        // Whoever may delete the message may end what it asked for; others who wait for it keep it.
        self.service.cancel(&job.id, &job.requester).await?;
        if let Some(telling) = self.chats().telling(&job.id, &asked.place).await.map_err(unavailable)? {
            self.withdraw(telling).await?;
        }
        Ok(())
    }

    async fn asked_by(&self, spot: &Spot, message: &str) -> Result<Option<ChatMessage>, Refusal> {
        let platform = spot.workspace.split(':').next().unwrap_or_default();
        let found = self.chats().message(platform, message).await.map_err(unavailable)?;
        Ok(found.filter(|found| found.key == ASKED))
    }

    /// Nothing is told in a place any more, because gorkd was removed from it or it is gone.
    pub async fn left(&self, within: &str) -> Result<usize, StoreError> {
        let platform = within.split(':').next().unwrap_or_default();
        let (mut gone, chats) = (0, self.chats());
        for telling in chats.tellings(platform, Millis(i64::MAX), u32::MAX).await? {
            let place = telling.place.as_str();
            if place == within || place.strip_prefix(within).is_some_and(|rest| rest.starts_with(':')) {
                chats.settle(&telling, TellingState::Gone).await?;
                gone += 1;
            }
        }
        Ok(gone)
    }

    /// Erases threads in which nothing happens any more, where the operator (`all`, in days; 0: never) or a place has
    /// said after how many days: places, and how many threads of each.
    pub async fn sweep_due(&self, platforms: &[&str], all: u32) -> Result<Vec<(String, usize)>, Refusal> {
        let mut places: Vec<(String, u32)> = Vec::new();
        if all > 0 {
            places.extend(platforms.iter().map(|platform| ((*platform).to_owned(), all)));
        }
        let kept = self.kept.memory.remembered(super::RETENTION).await.map_err(unavailable)?;
        places.extend(kept.into_iter().filter_map(|one| Some((one.name, one.value.parse().ok()?))));
        let mut swept = Vec::new();
        for (place, days) in places.into_iter().filter(|(_, days)| *days > 0) {
            let threads = self.sweep(&place, days).await?;
            if threads > 0 {
                swept.push((place, threads));
            }
        }
        Ok(swept)
    }

    /// Erases what nothing has happened in for so many days, within a workspace or a channel; gives how many threads.
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
