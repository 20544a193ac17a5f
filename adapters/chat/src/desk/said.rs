//! What is said in a thread: an answer to what was asked back, a wish for the run under way, or the next question.

use super::command::with;
use super::line::{End, Line, Word, read_end, read_line};
use super::{Desk, named, refused};
use crate::card::{Card, Tone};
use crate::cards::talk;
use crate::incoming::{Question, Reply, Said};
use gorkd_core::engine::may_decide;
use gorkd_core::job::{ApprovalAbout, Interrupt, JobStatus, Reply as Answer};
use gorkd_core::model::{ConstraintKind, Refusal};
use gorkd_core::ports::{JobRow, Understand};
use gorkd_core::text::stopwords::is_question_word;
use gorkd_core::text::words::words;
use gorkd_words::Msg;

impl Desk {
    /// A message. What is not said to us, and not in a thread of ours, is not looked at.
    pub async fn said(&self, said: Said) -> Reply {
        let said = Said { question: self.spoken(said.question).await, ..said };
        let locale = said.question.person.locale();
        match self.heard(said).await {
            Ok(reply) => reply,
            Err(refusal) => Reply::Refused(talk::refusal(&refusal, locale)),
        }
    }

    async fn heard(&self, said: Said) -> Result<Reply, Refusal> {
        let spot = &said.question.spot;
        let thread = self.thread_at(spot).await?;
        if !said.to_us && (thread.is_none() || !self.is_ours(spot).await?) {
            return Ok(Reply::Nothing);
        }
        let open = match &thread {
            Some(thread) => self.open_runs(thread).await?,
            None => Vec::new(),
        };
        // The run that this very message has started is no run before it.
        let own = named(&said.question.key, "ask");
        let running = open.first().filter(|row| row.job != own && said.question.files.is_empty());
        if let Some(row) = running.filter(|row| row.status == JobStatus::Waiting)
            && let Some(reply) = self.as_answer(&said.question, row).await?
        {
            return Ok(reply);
        }
        if let (Some(row), Some(end)) = (running, read_end(&said.question.text)) {
            return self.end_by_word(&said.question, row, end).await;
        }
        let bare = said.question.files.is_empty();
        let mut read = match said.question.text.trim().is_empty() && !bare {
            true => Line::default(),
            false => read_line(&said.question.text),
        };
        if matches!(read.word, Some(Word::Summary(..))) && said.question.above.is_empty() {
            read = Line { text: said.question.text.trim().to_owned(), ..Line::default() };
        }
        if let Some(word) = &read.word {
            return Ok(self.show_kept(word, &said.question).await);
        }
        if bare && self.is_chat(&read.text, thread.is_none()) {
            return Ok(match said.to_us && thread.is_none() {
                true => Reply::Say(talk::greeting(&self.manners(), said.question.person.locale())),
                false => Reply::Nothing,
            });
        }
        let question = with(said.question, read);
        match running {
            Some(row) => self.while_running(question, row).await,
            None => self.taken(question).await,
        }
    }

    /// The same as the buttons of the status message. Where something is asked back there is nothing yet to answer from.
    async fn end_by_word(&self, question: &Question, row: &JobRow, end: End) -> Result<Reply, Refusal> {
        let requester = self.known_as(&question.person.requester);
        let waits = row.status == JobStatus::Waiting;
        let commanded = match end {
            End::Stop if !waits => self.service.stop(&row.job, &requester).await?,
            End::Stop | End::Cancel => self.service.cancel(&row.job, &requester).await?,
        };
        if let Some(branch) = &commanded.branch {
            self.tell(&branch.job, &question.spot, &requester, question.for_asker).await?;
        }
        let locale = question.person.locale();
        Ok(Reply::Say(Card::note(Tone::Plain, commanded.said.to(locale)).in_language(locale)))
    }

    /// Greetings, thanks, and what people say where others put an emoji: none of it is a question or a wish.
    fn is_chat(&self, text: &str, opens: bool) -> bool {
        self.service.understand().is_small_talk(text, opens)
    }

    async fn while_running(&self, question: Question, row: &JobRow) -> Result<Reply, Refusal> {
        let text = question.text.trim();
        if !reads_as_wish(text, self.service.understand()) {
            return self.taken(question).await;
        }
        let requester = self.known_as(&question.person.requester);
        let before = self.service.job(&row.job, None).await?;
        let commanded = match self.service.steer(&row.job, text, &requester).await {
            Ok(commanded) => commanded,
            // Who may not shape the run has asked something all the same.
            Err(refusal) if refusal.code == gorkd_core::model::RefusalCode::NotAllowed => {
                return self.taken(question).await;
            }
            Err(refusal) => return Err(refusal),
        };
        if let Some(branch) = &commanded.branch {
            self.tell(&branch.job, &question.spot, &requester, question.for_asker).await?;
        }
        let job = commanded.branch.map_or_else(|| row.job.clone(), |ticket| ticket.job);
        let nth = before.constraints.len() + before.late_constraints.len();
        Ok(Reply::Say(talk::noted(&job, &commanded.said, nth, question.person.locale())))
    }

    /// What was said as the answer to the question that is open; none when it is no answer.
    async fn as_answer(&self, question: &Question, row: &JobRow) -> Result<Option<Reply>, Refusal> {
        let job = self.service.job(&row.job, None).await?;
        let Some((open, _)) = job.interrupt() else { return Ok(None) };
        let by = self.known_as(&question.person.requester);
        if may_decide(&by, &job.requester).is_err() {
            return Ok(Some(refused(question.person.locale(), Msg::NotAsker)));
        }
        let Some(answer) = read_answer(question.text.trim(), &open) else { return Ok(None) };
        self.service.reply(&row.job, open.id(), answer, &by).await?;
        Ok(Some(Reply::Nothing))
    }
}

/// What typed words mean for the question that is open; none for words that answer nothing.
pub(super) fn read_answer(text: &str, open: &Interrupt) -> Option<Answer> {
    let word = text.trim_end_matches(['.', '!']).to_lowercase();
    match (read_end(text), open) {
        // These end the run.
        (Some(End::Cancel), _) | (Some(End::Stop), Interrupt::Clarify { .. }) => return None,
        (Some(End::Stop), Interrupt::Approve { .. }) | (None, _) => {}
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

/// Is it a wish about the run ("only 2025", "skip vendor blogs") rather than the next question?
pub(super) fn reads_as_wish(text: &str, understand: &dyn Understand) -> bool {
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
