//! `/research …`, and the words that show what is kept, however they were said.

use super::line::{Line, Word, read_line};
use super::{Desk, unavailable};
use crate::card::{Card, Tone};
use crate::cards::talk;
use crate::incoming::{Person, Question, Reply, Spot};
use gorkd_core::engine::{HABITS, LINK_MINUTES, Wanted};
use gorkd_core::model::{Refusal, RefusalCode};
use gorkd_core::ports::{JobRow, ThreadRow};
use gorkd_words::Msg;

impl Desk {
    /// A line behind the platform's command. `question` holds all but what the line says.
    pub async fn command(&self, line: &str, question: Question) -> Reply {
        let read = read_line(line);
        let question = match read.word.is_some() {
            true => self.spoken(question).await,
            false => question,
        };
        match &read.word {
            // Above a command there is nothing that could be meant.
            Some(Word::Summary(..)) => self.ask(Question { text: line.trim().to_owned(), ..question }).await,
            Some(Word::Link(None)) => {
                let locale = question.person.locale();
                let shown = self.code(&question.person).await;
                Reply::Whisper(shown.unwrap_or_else(|refusal| talk::refusal(&refusal, locale)))
            }
            Some(word) => self.show_kept(word, &question).await,
            None => self.ask(with(question, read)).await,
        }
    }

    /// What one of the words asks to see, for the person alone.
    pub(super) async fn show_kept(&self, word: &Word, question: &Question) -> Reply {
        let (person, spot) = (&question.person, &question.spot);
        let locale = person.locale();
        let shown = match word {
            Word::Help => Ok(talk::help(&self.manners(), locale)),
            Word::Memory(words) => self.memory(person, spot, words).await,
            Word::Threads => self.threads(person).await,
            Word::Watches => self.watches(person).await,
            Word::Link(code) => self.link(person, spot, code.as_deref()).await,
            Word::Feedback => self.read_feedback(person, spot).await,
            Word::Summary(asked_in) => return self.summary(question, *asked_in).await,
        };
        Reply::Whisper(shown.unwrap_or_else(|refusal| talk::refusal(&refusal, locale)))
    }

    /// Questions of a person, newest first.
    pub async fn recent(&self, person: &Person, limit: u32) -> Result<Vec<ThreadRow>, Refusal> {
        let owner = person.requester.key();
        self.service.threads(&owner, None, limit).await
    }

    /// Runs of one thread, for lists.
    pub async fn runs_of(&self, thread: &gorkd_core::model::ThreadId) -> Result<Vec<JobRow>, Refusal> {
        self.service.jobs_of(thread).await
    }

    async fn threads(&self, person: &Person) -> Result<Card, Refusal> {
        Ok(talk::threads(&self.recent(person, 10).await?, &person.time_zone, person.locale(), |_| None))
    }

    async fn watches(&self, person: &Person) -> Result<Card, Refusal> {
        let rows = self.service.watches(Some(&person.requester)).await?;
        Ok(talk::watches(&rows, &person.time_zone, person.locale()))
    }

    /// `memory`, `memory set NAME VALUE`, `memory forget NAME`, and with `place` in between the same of the channel,
    /// for those in charge of it.
    async fn memory(&self, person: &Person, spot: &Spot, words: &[String]) -> Result<Card, Refusal> {
        let mut words = words.iter().map(String::as_str).peekable();
        let mut verb = words.next();
        let of_place = verb == Some("place");
        if of_place {
            verb = words.next();
        }
        let place = of_place.then_some(spot.channel.as_str());
        if of_place && verb.is_some() && !self.in_charge(person) {
            return Err(Refusal::saying(RefusalCode::NotAllowed, Msg::NotAdminPlace));
        }
        let requester = &person.requester;
        match verb {
            None => {}
            Some("set") => {
                let name = words.next().unwrap_or_default();
                let value = words.collect::<Vec<_>>().join(" ");
                self.service.remember(requester, place, name, &value).await?;
                if of_place && name == "retention_days" {
                    let memory = &self.kept.memory;
                    let kept = memory.remember(RETENTION, &spot.channel, &value, self.now()).await;
                    kept.map_err(unavailable)?;
                }
            }
            Some("forget") => {
                let name = words.next().filter(|name| *name != "all");
                let gone = self.service.forget(requester, place, name).await?;
                if of_place && name.is_none_or(|name| name == "retention_days") {
                    let memory = &self.kept.memory;
                    memory.forget(RETENTION, Some(&spot.channel)).await.map_err(unavailable)?;
                }
                let said = person.locale().say(Msg::MemoryForgotten { count: gone });
                return Ok(Card::note(Tone::Plain, said).in_language(person.locale()));
            }
            Some(_) => {
                let names: Vec<&str> = HABITS.iter().map(|habit| habit.name).collect();
                let said = Msg::MemoryUsage { names: names.join(", ") };
                return Err(Refusal::saying(RefusalCode::InvalidQuestion, said));
            }
        }
        let own = self.service.remembered_of_person(requester).await?;
        let of_place = self.service.remembered_of_place(&spot.channel).await?;
        Ok(talk::memory(&own, &of_place, &self.manners(), person.locale()))
    }

    /// Enters a code of the web. One that is asked for where others may read along is given out by a command only.
    async fn link(&self, person: &Person, spot: &Spot, code: Option<&str>) -> Result<Card, Refusal> {
        let Some(code) = code else {
            return match spot.direct {
                true => self.code(person).await,
                false => {
                    let command = self.manners().command;
                    Err(Refusal::saying(RefusalCode::NotAllowed, Msg::LinkInPrivate { command }))
                }
            };
        };
        self.service.redeem_link(code, &person.requester).await?;
        let locale = person.locale();
        Ok(Card::note(Tone::Plain, locale.say(Msg::LinkDone)).in_language(locale))
    }

    /// A code by which a person says on the web who they are here. Nobody else may see it.
    async fn code(&self, person: &Person) -> Result<Card, Refusal> {
        let given = self.service.link_code(&person.requester).await?;
        let locale = person.locale();
        let said = locale.say(Msg::LinkCode { code: given.code, minutes: LINK_MINUTES });
        Ok(Card::note(Tone::Plain, said).in_language(locale))
    }

    /// What people thought of answers of late, for those in charge.
    async fn read_feedback(&self, person: &Person, spot: &Spot) -> Result<Card, Refusal> {
        const MONTH_MS: i64 = 31 * 24 * 60 * 60 * 1000;
        if !self.in_charge(person) {
            return Err(Refusal::saying(RefusalCode::NotAllowed, Msg::NotAdminFeedback));
        }
        let since = gorkd_core::model::Millis(self.now().0.saturating_sub(MONTH_MS));
        let rows = self.chats().feedback(since, 200).await.map_err(unavailable)?;
        // Other workspaces are none of theirs.
        let (within, mut own) = (format!("{}:", spot.workspace), Vec::new());
        for row in rows {
            if self.service.row(&row.job).await.is_ok_and(|job| job.place.as_str().starts_with(&within)) {
                own.push(row);
            }
        }
        Ok(talk::feedback(own.iter(), person.locale()))
    }
}

/// Which places have a retention of their own: place, days.
pub const RETENTION: &str = "chat:retention";

/// The question with the options that were said with it; what was chosen beside the text gives way to them. In a direct
/// message everything is for the asker alone.
pub(super) fn with(question: Question, read: Line) -> Question {
    let for_asker = (question.for_asker || read.private) && !question.spot.direct;
    Question { text: read.text, wanted: or(read.wanted, question.wanted), for_asker, ..question }
}

fn or(one: Wanted, other: Wanted) -> Wanted {
    Wanted {
        profile: one.profile.or(other.profile),
        planning: one.planning.or(other.planning),
        privacy: one.privacy.or(other.privacy),
        domain: one.domain.or(other.domain),
        force: one.force || other.force,
        deliverable: one.deliverable.or(other.deliverable),
    }
}
