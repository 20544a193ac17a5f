//! `/research …`, and keywords in commands and messages that show stored items.

use super::parse::{Keyword, Memory, ParsedText, parse_text};
use super::{ChatService, unavailable};
use crate::card::{Card, Tone};
use crate::cards::notices;
use crate::incoming::{ChatReply, Location, Person, Question};
use gorkd_core::engine::{ChosenTerms, LINK_MINUTES};
use gorkd_core::model::{Preference, Refusal, RefusalCode};
use gorkd_core::ports::ThreadRow;
use gorkd_words::Msg;

impl ChatService {
    /// Handles the text of the platform's command. `question` holds everything except the text.
    pub async fn command(&self, line: &str, question: Question) -> ChatReply {
        let parsed = parse_text(line);
        let question = match parsed.keyword.is_some() {
            true => self.with_language(question).await,
            false => question,
        };
        match &parsed.keyword {
            // A command has no earlier messages.
            Some(Keyword::Summary(..)) => {
                self.ask(Question { text: line.trim().to_owned(), ..question }).await
            }
            Some(Keyword::Link(None)) => {
                let locale = question.person.locale();
                let shown = self.code(&question.person).await;
                ChatReply::Ephemeral(shown.unwrap_or_else(|refusal| notices::refusal(&refusal, locale)))
            }
            Some(keyword) => self.show(keyword, &question).await,
            None => self.ask(with_options(question, parsed)).await,
        }
    }

    /// A keyword chosen from the platform's menu rather than typed.
    pub async fn keyword(&self, keyword: &Keyword, question: Question) -> ChatReply {
        let question = self.with_language(question).await;
        self.show(keyword, &question).await
    }

    /// Shows the result of a keyword, only to the person.
    pub(super) async fn show(&self, keyword: &Keyword, question: &Question) -> ChatReply {
        let (person, location) = (&question.person, &question.location);
        let locale = person.locale();
        let shown = match keyword {
            Keyword::Help => Ok(notices::help(&self.invocation(), locale)),
            Keyword::Memory(memory) => self.memory(person, location, memory).await,
            Keyword::Threads => self.threads(person).await,
            Keyword::Watches => self.watches(person).await,
            Keyword::Link(code) => self.link(person, location, code.as_deref()).await,
            Keyword::Feedback => self.read_feedback(person, location).await,
            Keyword::Summary(asked_in) => return self.summary(question, *asked_in).await,
        };
        ChatReply::Ephemeral(shown.unwrap_or_else(|refusal| notices::refusal(&refusal, locale)))
    }

    /// A person's questions, newest first.
    pub async fn recent(&self, person: &Person, limit: u32) -> Result<Vec<ThreadRow>, Refusal> {
        let owner = person.requester.key();
        self.service.threads(&owner, None, limit).await
    }

    async fn threads(&self, person: &Person) -> Result<Card, Refusal> {
        Ok(notices::threads(&self.recent(person, 10).await?, &person.time_zone, person.locale()))
    }

    async fn watches(&self, person: &Person) -> Result<Card, Refusal> {
        let rows = self.service.watches(Some(&person.requester)).await?;
        Ok(notices::watches(&rows, &person.time_zone, person.locale()))
    }

    /// Shows or changes the settings of a person, or, for admins, those of a channel.
    async fn memory(&self, person: &Person, location: &Location, memory: &Memory) -> Result<Card, Refusal> {
        let requester = &person.requester;
        let place = |of_place: bool| match of_place {
            true if !self.is_admin(person) => {
                Err(Refusal::saying(RefusalCode::NotAllowed, Msg::NotAdminPlace))
            }
            true => Ok(Some(location.channel.as_str())),
            false => Ok(None),
        };
        match memory {
            Memory::Show => {}
            Memory::Set { of_place, name, value } => {
                self.service.remember(requester, place(*of_place)?, name, value).await?;
            }
            Memory::Forget { of_place, name } => {
                let gone = self.service.forget(requester, place(*of_place)?, name.as_deref()).await?;
                return Ok(Card::say(Tone::Plain, Msg::MemoryForgotten { count: gone }, person.locale()));
            }
            Memory::Unclear => {
                place(true)?;
                let said = Msg::MemoryUsage { names: Preference::ALL.map(Preference::name).join(", ") };
                return Err(Refusal::saying(RefusalCode::InvalidQuestion, said));
            }
        }
        let own = self.service.remembered_of_person(requester).await?;
        let of_place = self.service.remembered_of_place(&location.channel).await?;
        Ok(notices::memory(&own, &of_place, &self.invocation(), person.locale()))
    }

    /// Enters a code from the web, or shows a new one. Where others can read along, only a command may show a
    /// code.
    async fn link(&self, person: &Person, location: &Location, code: Option<&str>) -> Result<Card, Refusal> {
        let Some(code) = code else {
            return match location.direct {
                true => self.code(person).await,
                false => {
                    let command = self.invocation().command;
                    Err(Refusal::saying(RefusalCode::NotAllowed, Msg::LinkInPrivate { command }))
                }
            };
        };
        self.service.redeem_link(code, &person.requester).await?;
        Ok(Card::say(Tone::Plain, Msg::LinkDone, person.locale()))
    }

    /// A code that links this account to the person's web account. Nobody else may see it.
    async fn code(&self, person: &Person) -> Result<Card, Refusal> {
        let given = self.service.link_code(&person.requester).await?;
        let said = Msg::LinkCode { code: given.code, minutes: LINK_MINUTES };
        Ok(Card::say(Tone::Plain, said, person.locale()))
    }

    /// Recent feedback, for admins.
    async fn read_feedback(&self, person: &Person, location: &Location) -> Result<Card, Refusal> {
        const MONTH_MS: i64 = 31 * 24 * 60 * 60 * 1000;
        if !self.is_admin(person) {
            return Err(Refusal::saying(RefusalCode::NotAllowed, Msg::NotAdminFeedback));
        }
        let since = gorkd_core::model::Millis(self.now().0.saturating_sub(MONTH_MS));
        let rows = self.chats().feedback(since, 200).await.map_err(unavailable)?;
        // Feedback from their own workspace only.
        let (within, mut own) = (format!("{}:", location.workspace), Vec::new());
        for row in rows {
            if self.service.row(&row.job).await.is_ok_and(|job| job.place.as_str().starts_with(&within)) {
                own.push(row);
            }
        }
        Ok(notices::feedback(own.iter(), person.locale()))
    }
}

/// Applies the options from the text, which take precedence over the options of the command. Everything in a
/// direct message is private anyway.
pub(super) fn with_options(question: Question, parsed: ParsedText) -> Question {
    let for_asker = (question.for_asker || parsed.private) && !question.location.direct;
    Question { text: parsed.text, wanted: merged(parsed.wanted, question.wanted), for_asker, ..question }
}

fn merged(one: ChosenTerms, other: ChosenTerms) -> ChosenTerms {
    ChosenTerms {
        profile: one.profile.or(other.profile),
        planning: one.planning.or(other.planning),
        privacy: one.privacy.or(other.privacy),
        domain: one.domain.or(other.domain),
        force: one.force || other.force,
        deliverable: one.deliverable.or(other.deliverable),
    }
}
