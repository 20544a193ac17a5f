//! Messages in a thread: an answer to the open question, a steering request for the current run, or the next
//! question.

use super::commands::with_options;
use super::parse::{EndKeyword, Keyword, ParsedText, parse_end, parse_text};
use super::{ChatService, job_id, refused};
use crate::card::{Card, Tone};
use crate::cards::notices;
use crate::incoming::{ChatReply, IncomingMessage, Location, Question};
use gorkd_core::engine::may_decide;
use gorkd_core::job::{ApprovalAbout, Interrupt, JobStatus, Reply as Answer};
use gorkd_core::model::{ConstraintKind, Refusal, RefusalCode};
use gorkd_core::ports::{JobRow, Understand};
use gorkd_core::text::stopwords::is_question_word;
use gorkd_core::text::words::words;
use gorkd_words::Msg;

impl ChatService {
    /// Handles a message. Messages that do not address the bot and are not in one of its threads are ignored.
    pub async fn message(&self, message: IncomingMessage) -> ChatReply {
        let message = IncomingMessage { question: self.with_language(message.question).await, ..message };
        let locale = message.question.person.locale();
        let reply = self.handle_message(message).await;
        reply.unwrap_or_else(|refusal| ChatReply::Refusal(notices::refusal(&refusal, locale)))
    }

    /// Whether messages in this place that don't address the bot are handled. If the store fails, they are.
    pub async fn listens_at(&self, location: &Location) -> bool {
        let known = self.thread_at(location).await.map(|thread| thread.is_some());
        known.unwrap_or(true) && self.is_bot_thread(location).await.unwrap_or(true)
    }

    async fn handle_message(&self, message: IncomingMessage) -> Result<ChatReply, Refusal> {
        let IncomingMessage { question, to_bot } = message;
        let thread = self.thread_at(&question.location).await?;
        if !to_bot && (thread.is_none() || !self.is_bot_thread(&question.location).await?) {
            return Ok(ChatReply::Nothing);
        }
        let open = match &thread {
            Some(thread) => self.open_runs(thread).await?,
            None => Vec::new(),
        };
        let has_files = !question.files.is_empty();
        // An arrival that is handled again finds the run that it started.
        let own = job_id(&question.key, "ask");
        let running = open.first().filter(|row| row.job != own && !has_files);
        if let Some(row) = running.filter(|row| row.status == JobStatus::Waiting)
            && let Some(reply) = self.as_answer(&question, row).await?
        {
            return Ok(reply);
        }
        if let (Some(row), Some(end)) = (running, parse_end(&question.text)) {
            return self.end_by_keyword(&question, row, end).await;
        }
        let mut parsed = match question.text.trim().is_empty() && has_files {
            true => ParsedText::default(),
            false => parse_text(&question.text),
        };
        if matches!(parsed.keyword, Some(Keyword::Summary(..))) && question.earlier_messages.is_empty() {
            parsed = ParsedText { text: question.text.trim().to_owned(), ..ParsedText::default() };
        }
        if let Some(keyword) = &parsed.keyword {
            return Ok(self.show(keyword, &question).await);
        }
        if !has_files && self.service.understand().is_small_talk(&parsed.text, thread.is_none()) {
            return Ok(match to_bot && thread.is_none() {
                true => ChatReply::Post(notices::greeting(&self.invocation(), question.person.locale())),
                false => ChatReply::Nothing,
            });
        }
        let question = with_options(question, parsed);
        match running {
            Some(row) => self.while_running(question, row).await,
            None => self.ask_or_help(question).await,
        }
    }

    /// Does what the buttons of the status message do. While a question is open there is nothing to answer from
    /// yet, so stopping cancels the run.
    async fn end_by_keyword(
        &self,
        question: &Question,
        row: &JobRow,
        end: EndKeyword,
    ) -> Result<ChatReply, Refusal> {
        let requester = self.with_admin_role(&question.person.requester);
        let waits = row.status == JobStatus::Waiting;
        let commanded = match end {
            EndKeyword::Stop if !waits => self.service.stop(&row.job, &requester).await?,
            EndKeyword::Stop | EndKeyword::Cancel => self.service.cancel(&row.job, &requester).await?,
        };
        if let Some(branch) = &commanded.branch {
            self.deliver(&branch.job, &question.location, &requester, question.for_asker).await?;
        }
        Ok(ChatReply::Post(Card::say(Tone::Plain, commanded.said, question.person.locale())))
    }

    async fn while_running(&self, question: Question, row: &JobRow) -> Result<ChatReply, Refusal> {
        let text = question.text.trim();
        if !is_steering_request(text, self.service.understand()) {
            return self.ask_or_help(question).await;
        }
        let requester = self.with_admin_role(&question.person.requester);
        let before = self.service.job(&row.job, None).await?;
        let commanded = match self.service.steer(&row.job, text, &requester).await {
            Ok(commanded) => commanded,
            // A person who may not steer the run gets a run of their own.
            Err(refusal) if refusal.code == RefusalCode::NotAllowed => {
                return self.ask_or_help(question).await;
            }
            Err(refusal) => return Err(refusal),
        };
        if let Some(branch) = &commanded.branch {
            self.deliver(&branch.job, &question.location, &requester, question.for_asker).await?;
        }
        let job = commanded.branch.map_or_else(|| row.job.clone(), |ticket| ticket.job);
        let nth = before.constraints.len() + before.late_constraints.len();
        Ok(ChatReply::Post(notices::noted(&job, commanded.said, nth, question.person.locale())))
    }

    /// Takes the text as the answer to the open question; `None` if it is not an answer.
    async fn as_answer(&self, question: &Question, row: &JobRow) -> Result<Option<ChatReply>, Refusal> {
        let job = self.service.job(&row.job, None).await?;
        let Some((open, _)) = job.interrupt() else { return Ok(None) };
        let by = self.with_admin_role(&question.person.requester);
        if may_decide(&by, &job.requester).is_err() {
            return Ok(Some(refused(question.person.locale(), Msg::NotAsker)));
        }
        let Some(answer) = parse_answer(question.text.trim(), &open) else { return Ok(None) };
        self.service.reply(&row.job, open.id(), answer, &by).await?;
        Ok(Some(ChatReply::Nothing))
    }
}

/// Parses a typed answer to the open question; `None` if it is not an answer.
pub(super) fn parse_answer(text: &str, open: &Interrupt) -> Option<Answer> {
    let word = text.trim_end_matches(['.', '!']).to_lowercase();
    match (parse_end(text), open) {
        // These end the run.
        (Some(EndKeyword::Cancel), _) | (Some(EndKeyword::Stop), Interrupt::Clarify { .. }) => return None,
        (Some(EndKeyword::Stop), Interrupt::Approve { .. }) | (None, _) => {}
    }
    match open {
        Interrupt::Clarify { question, .. } => {
            let options = &question.options;
            if let Ok(number) = word.parse::<usize>()
                && (1..=options.len()).contains(&number)
            {
                return Some(Answer::Option(number - 1));
            }
            if let Some(nth) = options.iter().position(|option| option.eq_ignore_ascii_case(text)) {
                return Some(Answer::Option(nth));
            }
            Some(match word.as_str() {
                "go" | "just go" => Answer::JustGo,
                "all" | "all of the above" if question.all_of_the_above => Answer::AllOfTheAbove,
                _ => Answer::Custom(text.to_owned()),
            })
        }
        Interrupt::Approve { about, .. } => match (word.as_str(), about) {
            ("yes" | "y" | "ok" | "okay" | "go" | "start" | "approve" | "publish", _) => {
                Some(Answer::Approve)
            }
            ("no" | "n" | "stop" | "decline", _) => Some(Answer::Decline),
            (_, ApprovalAbout::Plan(_)) => Some(Answer::Custom(text.to_owned())),
            (_, ApprovalAbout::Harvest(_) | ApprovalAbout::Publish) => None,
        },
    }
}

/// Whether the text steers the run ("only 2025", "skip vendor blogs") rather than asking the next question.
pub(super) fn is_steering_request(text: &str, understand: &dyn Understand) -> bool {
    let text = text.trim();
    if text.ends_with(['?', '？', '؟']) {
        return false;
    }
    if understand.wish(text).kind != ConstraintKind::Note {
        return true;
    }
    let first = words(text).first().map(|word| word.text.to_lowercase()).unwrap_or_default();
    let asks = ["en", "de", "fr", "es"].iter().any(|language| is_question_word(&first, language));
    !asks && words(text).len() <= 12
}
