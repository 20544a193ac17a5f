//! Buttons and forms. Looking is for everybody in the place; deciding about a run is for who asked and for those in
//! charge; what starts a run of one's own is for everybody, and counts as theirs.

use super::forms::{WORDS, deeper, form};
use super::{Desk, named, unavailable, whisper};
use crate::act::Act;
use crate::card::Card;
use crate::cards::{self, Sight, Ways, answer, asked_back, seen, talk};
use crate::incoming::{Person, Pressed, Question, Reply};
use gorkd_core::engine::{Ask, Ticket, Wanted, may_decide};
use gorkd_core::job::{Edit, Job, JobStatus, Reply as Answer, Stage};
use gorkd_core::model::{JobId, Refusal, RefusalCode, SourceId, Terms};
use gorkd_core::ports::{Feedback, Pick, Telling, TellingState};
use gorkd_words::{Locale, Msg};

impl Desk {
    pub async fn pressed(&self, pressed: Pressed) -> Reply {
        match self.press(&pressed).await {
            Ok(reply) => reply,
            Err(refusal) => Reply::Whisper(talk::refusal(&refusal, pressed.person.locale())),
        }
    }

    async fn press(&self, pressed: &Pressed) -> Result<Reply, Refusal> {
        if let Act::Unwatch(watch) = &pressed.act {
            return self.unwatch(&pressed.person, watch).await;
        }
        let (job, telling) = self.told_here(&pressed.job, &pressed.spot).await?;
        let locale = pressed.person.locale();
        if pressed.act.wants_words() && pressed.words.is_none() {
            self.may_ask_for_words(pressed, &job)?;
            return Ok(Reply::Form(form(pressed, &job, locale)));
        }
        let words = pressed.words.as_deref().map(str::trim).unwrap_or_default();
        let person = self.known_as(&pressed.person.requester);
        match &pressed.act {
            Act::Stop => self.commanded(pressed, telling, self.service.stop(&job.id, &person).await?).await,
            Act::Steer => {
                let commanded = self.service.steer(&job.id, words, &person).await?;
                self.commanded(pressed, telling, commanded).await
            }
            Act::Cancel => {
                let commanded = self.service.cancel(&job.id, &person).await?;
                let follows = telling.requester.key() == person.key() && job.requester.key() != person.key();
                if follows {
                    // He was told of somebody else's run, and is no more.
                    self.withdraw(telling).await?;
                }
                Ok(whisper(locale, commanded.said))
            }
            Act::Option(interrupt, nth) => self.answer(pressed, &job, interrupt, Answer::Option(*nth)).await,
            Act::AllOfTheAbove(interrupt) => {
                self.answer(pressed, &job, interrupt, Answer::AllOfTheAbove).await
            }
            Act::JustGo(interrupt) => self.answer(pressed, &job, interrupt, Answer::JustGo).await,
            Act::Approve(interrupt) => self.answer(pressed, &job, interrupt, Answer::Approve).await,
            Act::Decline(interrupt) => self.answer(pressed, &job, interrupt, Answer::Decline).await,
            Act::Always(interrupt) => self.always(pressed, &job, interrupt).await,
            Act::Custom(interrupt) => {
                self.answer(pressed, &job, interrupt, Answer::Custom(words.to_owned())).await
            }
            Act::EditPlan(interrupt) => {
                let queries = words.lines().map(str::to_owned).collect();
                self.answer(pressed, &job, interrupt, Answer::Edit { constraints: Vec::new(), queries }).await
            }
            Act::Cheaper(interrupt) => self.another_profile(pressed, &job, interrupt, false).await,
            Act::Deeper(interrupt) => self.another_profile(pressed, &job, interrupt, true).await,
            Act::Sources => Ok(self.shown(&job, &telling, locale, |sight| cards::sources(sight, 0))),
            Act::MoreSources(from) => {
                Ok(self.shown(&job, &telling, locale, |sight| cards::sources(sight, *from)))
            }
            Act::Why => Ok(self.shown(&job, &telling, locale, cards::why)),
            Act::Full => Ok(self.shown(&job, &telling, locale, cards::full)),
            Act::Export(format) => {
                Ok(self.shown(&job, &telling, locale, |sight| cards::export(sight, *format)))
            }
            Act::Pin(source) => self.pick(pressed, &job, source, Pick::Pin).await,
            Act::Exclude(source) => self.pick(pressed, &job, source, Pick::Exclude).await,
            Act::WriteAgain => self.write_again(pressed, &job).await,
            Act::GoDeeper => self.go_deeper(pressed, &job).await,
            Act::Recheck => {
                let ticket = self.service.recheck(&job.id, self.own(pressed, "recheck")).await?;
                self.told(pressed, &ticket).await
            }
            Act::Watch(hours) => {
                let every = u64::from(*hours) * 60 * 60 * 1000;
                self.service.watch(&job.id, every, &pressed.person.requester, &pressed.spot.place).await?;
                Ok(whisper(locale, Msg::Watching))
            }
            Act::Unwatch(watch) => self.unwatch(&pressed.person, watch).await,
            Act::Fork(seq) => {
                let ticket =
                    self.service.fork(&job.id, *seq, Edit::default(), self.own(pressed, "fork")).await?;
                self.told(pressed, &ticket).await
            }
            Act::Retry => {
                self.service.retry(&job.id, &person).await?;
                self.reopen(telling).await?;
                Ok(Reply::Nothing)
            }
            Act::FollowUp(nth) => self.follow_up(pressed, &job, *nth).await,
            Act::AskInstead(nth) => {
                let mut wishes = job.constraints.iter().chain(&job.late_constraints);
                let text = wishes.nth(*nth).map(|wish| wish.text.clone());
                self.ask_text(pressed, text, "ask").await
            }
            Act::AskAnew => {
                let text = self.chats().edit(&job.id).await.map_err(unavailable)?;
                self.theirs(pressed, &job)?;
                self.ask_text(pressed, text, "anew").await
            }
            Act::SteerInstead => self.steer_instead(pressed, &job, telling).await,
            Act::Good => self.feedback(pressed, &job.id, true, "").await,
            Act::Bad => self.feedback(pressed, &job.id, false, words).await,
            Act::Share => self.share(pressed, &job, &telling).await,
            Act::Unshare => {
                self.service.unshare(&job.id, &person).await?;
                Ok(whisper(locale, Msg::LinksRevoked))
            }
            Act::ShowAgain => self.show_again(pressed, job, telling).await,
        }
    }

    /// Only who asked, and those in charge.
    pub(super) fn theirs(&self, pressed: &Pressed, job: &Job) -> Result<(), Refusal> {
        may_decide(&self.known_as(&pressed.person.requester), &job.requester)
    }

    fn may_ask_for_words(&self, pressed: &Pressed, job: &Job) -> Result<(), Refusal> {
        match pressed.act {
            Act::Custom(_) | Act::EditPlan(_) => self.theirs(pressed, job),
            _ => Ok(()),
        }
    }

    /// What a command came to; a branch of one's own is told in the same place, instead of the run that it left.
    async fn commanded(
        &self,
        pressed: &Pressed,
        telling: Telling,
        commanded: gorkd_core::engine::Commanded,
    ) -> Result<Reply, Refusal> {
        if let Some(branch) = &commanded.branch {
            let requester = &pressed.person.requester;
            self.tell(&branch.job, &pressed.spot, requester, telling.private).await?;
            if telling.requester.key() == requester.key() {
                self.withdraw(telling).await?;
            }
        }
        Ok(whisper(pressed.person.locale(), commanded.said))
    }

    /// More about the job, for who pressed alone: the others did not ask for it.
    fn shown(
        &self,
        job: &Job,
        telling: &Telling,
        locale: Locale,
        card: impl Fn(&Sight<'_>) -> Card,
    ) -> Reply {
        let (view, ways) = (seen(job), Ways::default());
        let (now, ways) = (self.now(), &ways);
        let sight = Sight { job, view: &view, telling, ways, now, resumed: false, queued: None, locale };
        Reply::Whisper(card(&sight).in_language(locale))
    }

    /// An ask that starts something of the person's own in this place.
    fn own(&self, pressed: &Pressed, what: &str) -> Ask {
        Ask {
            requester: self.known_as(&pressed.person.requester),
            place: pressed.spot.place.clone(),
            time_zone: pressed.person.time_zone.clone(),
            job: Some(named(&pressed.key, what)),
            ..Ask::default()
        }
    }

    async fn told(&self, pressed: &Pressed, ticket: &Ticket) -> Result<Reply, Refusal> {
        self.tell(&ticket.job, &pressed.spot, &pressed.person.requester, false).await?;
        Ok(Reply::Nothing)
    }

    async fn pick(
        &self,
        pressed: &Pressed,
        job: &Job,
        source: &SourceId,
        pick: Pick,
    ) -> Result<Reply, Refusal> {
        self.theirs(pressed, job)?;
        let before = self.chats().picks(&job.id).await.map_err(unavailable)?;
        // The same once more takes it back.
        let again = before.contains(&(source.clone(), pick));
        let pick = (!again).then_some(pick);
        self.chats().put_pick(&job.id, source, pick, self.now()).await.map_err(unavailable)?;
        let (pinned, excluded) = self.picked(job).await?;
        let title = |id: &SourceId| {
            let read = job.documents().find(|(_, _, document)| document.source_id() == *id);
            read.map_or_else(|| id.to_string(), |(_, _, document)| document.title.clone())
        };
        let titles = |ids: &[SourceId]| ids.iter().map(title).collect::<Vec<_>>();
        Ok(Reply::Whisper(talk::picked(
            &job.id,
            &titles(&pinned),
            &titles(&excluded),
            pressed.person.locale(),
        )))
    }

    async fn picked(&self, job: &Job) -> Result<(Vec<SourceId>, Vec<SourceId>), Refusal> {
        let kept = self.chats().picks(&job.id).await.map_err(unavailable)?;
        let of = |what: Pick| {
            kept.iter().filter(|(_, pick)| *pick == what).map(|(source, _)| source.clone()).collect()
        };
        Ok((of(Pick::Pin), of(Pick::Exclude)))
    }

    async fn write_again(&self, pressed: &Pressed, job: &Job) -> Result<Reply, Refusal> {
        let (pin, exclude) = self.picked(job).await?;
        if pin.is_empty() && exclude.is_empty() {
            return Ok(whisper(pressed.person.locale(), Msg::PickFirst));
        }
        let ticket = self.service.write_again(&job.id, pin, exclude, self.own(pressed, "write")).await?;
        self.told(pressed, &ticket).await
    }

    /// The same question with the next deeper profile, from what was read already.
    async fn go_deeper(&self, pressed: &Pressed, job: &Job) -> Result<Reply, Refusal> {
        let Some(profile) = deeper(job.terms.profile) else {
            return Ok(whisper(pressed.person.locale(), Msg::DeepestAlready));
        };
        // The place may keep the deepest runs to some.
        let asked = Question {
            key: pressed.key.clone(),
            person: pressed.person.clone(),
            spot: pressed.spot.clone(),
            wanted: Wanted { profile: Some(profile), ..Wanted::default() },
            ..Question::default()
        };
        let allowed = self.allowed(&asked, &named(&pressed.key, "deeper")).await?;
        let ask = Ask { scopes: allowed.scopes, ..self.own(pressed, "deeper") };
        let edit = Edit { profile: Some((profile, self.service.budget(profile))), ..Edit::default() };
        let judged =
            job.checkpoints.iter().rev().find(|one| one.stage == Stage::Evaluate).or(job.checkpoints.first());
        let ticket = match judged {
            Some(checkpoint) => self.service.fork(&job.id, checkpoint.seq, edit, ask).await?,
            None => {
                let terms = Terms { profile, force: true, ..job.terms.clone() };
                let (text, thread) = (job.question.text.clone(), Some(job.thread.clone()));
                self.service.ask(Ask { text, terms: terms.into(), thread, ..ask }).await?
            }
        };
        self.told(pressed, &ticket).await
    }

    async fn follow_up(&self, pressed: &Pressed, job: &Job, nth: usize) -> Result<Reply, Refusal> {
        let text = job.answer.as_ref().and_then(|answer| answer.questions.get(nth).cloned());
        self.ask_text(pressed, text, "follow").await
    }

    /// Asks words that stand somewhere already, for the person who pressed.
    async fn ask_text(&self, pressed: &Pressed, text: Option<String>, what: &str) -> Result<Reply, Refusal> {
        let Some(text) = text else { return Ok(whisper(pressed.person.locale(), Msg::NotThereAnyMore)) };
        let question = Question {
            key: format!("{}/{what}", pressed.key),
            person: pressed.person.clone(),
            spot: pressed.spot.clone(),
            text,
            ..Question::default()
        };
        Ok(self.ask(question).await)
    }

    /// A question that waits becomes a wish for the run under way.
    async fn steer_instead(
        &self,
        pressed: &Pressed,
        waiting: &Job,
        telling: Telling,
    ) -> Result<Reply, Refusal> {
        self.theirs(pressed, waiting)?;
        let open = self.open_runs(&waiting.thread).await?;
        let running =
            open.first().filter(|row| row.job != waiting.id && waiting.status() == JobStatus::Queued);
        let Some(running) = running else {
            return Ok(whisper(pressed.person.locale(), Msg::WorkedOnAlready));
        };
        let person = self.known_as(&pressed.person.requester);
        let commanded = self.service.steer(&running.job, &waiting.question.text, &person).await?;
        self.service.cancel(&waiting.id, &person).await?;
        self.withdraw(telling).await?;
        let (_, of_running) = self.told_here(&running.job, &pressed.spot).await?;
        self.commanded(pressed, of_running, commanded).await
    }

    async fn feedback(
        &self,
        pressed: &Pressed,
        job: &JobId,
        good: bool,
        reason: &str,
    ) -> Result<Reply, Refusal> {
        let feedback = Feedback {
            job: job.clone(),
            person: pressed.person.requester.key(),
            good,
            reason: reason.chars().take(WORDS).collect(),
            at: self.now(),
        };
        self.chats().put_feedback(&feedback).await.map_err(unavailable)?;
        tracing::info!(%job, good, "feedback was given");
        Ok(whisper(pressed.person.locale(), Msg::FeedbackThanks))
    }

    async fn share(&self, pressed: &Pressed, job: &Job, telling: &Telling) -> Result<Reply, Refusal> {
        self.theirs(pressed, job)?;
        let Some((place, handle)) = &pressed.spot.open else {
            return Ok(whisper(pressed.person.locale(), Msg::ShareNowhere));
        };
        let shared = Telling {
            place: place.clone(),
            handle: handle.clone(),
            private: false,
            extras: Vec::new(),
            // The private one may be told to its end already.
            state: TellingState::Open,
            wake_at: None,
            at: self.now(),
            ..telling.clone()
        };
        self.chats().tell(&shared).await.map_err(unavailable)?;
        self.chats().settle_thread(place, &job.thread).await.map_err(unavailable)?;
        Ok(whisper(pressed.person.locale(), Msg::Shared))
    }

    /// The answer once more, to the person alone; one that waits for leave only to who may give it.
    async fn show_again(&self, pressed: &Pressed, mut job: Job, telling: Telling) -> Result<Reply, Refusal> {
        if telling.private || job.held.is_some() {
            self.theirs(pressed, &job)?;
        }
        if let (None, Some(held)) = (&job.answer, job.held.clone()) {
            job.answer = Some(held);
            job.approvals.clear();
        }
        let (view, ways) = (seen(&job), Ways::default());
        let sight = Sight {
            job: &job,
            view: &view,
            telling: &telling,
            ways: &ways,
            now: self.now(),
            resumed: false,
            queued: None,
            locale: pressed.person.locale(),
        };
        let card = match (&job.answer, asked_back(&sight)) {
            (Some(_), _) => answer(&sight),
            (None, Some(question)) => question,
            (None, None) => return Ok(whisper(pressed.person.locale(), Msg::NoAnswerYet)),
        };
        Ok(Reply::Whisper(Card { mention: None, locale: sight.locale, ..card }))
    }

    async fn unwatch(&self, person: &Person, watch: &str) -> Result<Reply, Refusal> {
        match self.service.drop_watch(watch, &person.requester).await {
            Err(refusal) if refusal.code == RefusalCode::NotFound => {
                return Ok(whisper(person.locale(), Msg::WatchGone));
            }
            dropped => dropped?,
        }
        Ok(whisper(person.locale(), Msg::Unwatched))
    }
}
