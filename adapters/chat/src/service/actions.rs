//! Buttons and forms. Anyone in the place may look; only the asker and admins may control a run; anyone may
//! start their own run.

use super::forms::{MAX_INPUT, form};
use super::{ChatService, ephemeral, job_id, unavailable, whispered};
use crate::action::{Action, Format};
use crate::card::Card;
use crate::cards::{self, CardContext, CardOptions, answer, deeper, open_question};
use crate::incoming::{ActionRequest, ChatReply, Person, Question};
use gorkd_core::engine::{Ask, ChosenTerms, Ticket, may_decide};
use gorkd_core::job::{Edit, Job, JobStatus, Reply as Answer, Stage};
use gorkd_core::model::{JobId, Refusal, RefusalCode, Terms};
use gorkd_core::ports::{Delivery, DeliveryState, Feedback, Pick};
use gorkd_core::view::view;
use gorkd_words::{Locale, Msg};
use tracing::warn;

impl ChatService {
    pub async fn action(&self, request: ActionRequest) -> ChatReply {
        let reply = self.handle_action(&request).await;
        reply.unwrap_or_else(|refusal| whispered(&refusal, &request.person))
    }

    async fn handle_action(&self, request: &ActionRequest) -> Result<ChatReply, Refusal> {
        if let Action::Unwatch(watch) = &request.action {
            return self.unwatch(&request.person, watch).await;
        }
        let (job, delivery) = self.delivered_here(&request.job, &request.location).await?;
        let locale = request.person.locale();
        if request.action.opens_form() && request.input.is_none() {
            self.may_open_form(request, &job)?;
            return Ok(ChatReply::Form(form(request, &job, locale)));
        }
        let input = request.input.as_deref().map(str::trim).unwrap_or_default();
        let person = self.with_admin_role(&request.person.requester);
        match &request.action {
            Action::Stop => {
                self.command_result(request, delivery, self.service.stop(&job.id, &person).await?).await
            }
            Action::Steer => {
                let commanded = self.service.steer(&job.id, input, &person).await?;
                self.command_result(request, delivery, commanded).await
            }
            Action::Cancel => {
                let commanded = self.service.cancel(&job.id, &person).await?;
                let follows = delivery.requester.key() == person.key() && job.requester.key() != person.key();
                if follows {
                    // The person was only following someone else's run.
                    self.withdraw(delivery).await?;
                }
                Ok(ephemeral(locale, commanded.said))
            }
            Action::Option(interrupt, nth) => {
                self.answer(request, &job, interrupt, Answer::Option(*nth)).await
            }
            Action::AllOfTheAbove(interrupt) => {
                self.answer(request, &job, interrupt, Answer::AllOfTheAbove).await
            }
            Action::JustGo(interrupt) => self.answer(request, &job, interrupt, Answer::JustGo).await,
            Action::Approve(interrupt) => self.answer(request, &job, interrupt, Answer::Approve).await,
            Action::Decline(interrupt) => self.answer(request, &job, interrupt, Answer::Decline).await,
            Action::Always(interrupt) => self.always(request, &job, interrupt).await,
            Action::Custom(interrupt) => {
                self.answer(request, &job, interrupt, Answer::Custom(input.to_owned())).await
            }
            Action::EditPlan(interrupt) => {
                let queries = input.lines().map(str::to_owned).collect();
                self.answer(request, &job, interrupt, Answer::Edit { constraints: Vec::new(), queries }).await
            }
            Action::Cheaper(interrupt) => self.another_profile(request, &job, interrupt, false).await,
            Action::Deeper(interrupt) => self.another_profile(request, &job, interrupt, true).await,
            Action::Sources => {
                Ok(self.show_card(&job, &delivery, locale, |context| cards::sources(context, 0)))
            }
            Action::MoreSources(from) => {
                Ok(self.show_card(&job, &delivery, locale, |context| cards::sources(context, *from)))
            }
            Action::Why => Ok(self.show_card(&job, &delivery, locale, cards::why)),
            Action::Full => Ok(self.show_card(&job, &delivery, locale, cards::full)),
            Action::Export(format) => {
                let printed = match format {
                    Format::Pdf => self.printed(&job).await,
                    Format::Markdown | Format::Csv | Format::Docx => None,
                };
                let card = |context: &CardContext<'_>| cards::export(context, *format, printed);
                Ok(self.show_card(&job, &delivery, locale, card))
            }
            Action::Pin(source) => self.pick(request, &job, source, Pick::Pin).await,
            Action::Exclude(source) => self.pick(request, &job, source, Pick::Exclude).await,
            Action::WriteAgain => self.write_again(request, &job).await,
            Action::GoDeeper => self.go_deeper(request, &job).await,
            Action::Recheck => {
                let ticket = self.service.recheck(&job.id, self.own_ask(request, "recheck")).await?;
                self.show_here(request, &ticket).await
            }
            Action::Watch(hours) => {
                let every = u64::from(*hours) * 60 * 60 * 1000;
                self.service
                    .watch(&job.id, every, &request.person.requester, &request.location.place)
                    .await?;
                Ok(ephemeral(locale, Msg::Watching))
            }
            Action::Unwatch(watch) => self.unwatch(&request.person, watch).await,
            Action::Fork(seq) => {
                let ticket =
                    self.service.fork(&job.id, *seq, Edit::default(), self.own_ask(request, "fork")).await?;
                self.show_here(request, &ticket).await
            }
            Action::Retry => {
                self.service.retry(&job.id, &person).await?;
                self.reopen(delivery).await?;
                Ok(ChatReply::Nothing)
            }
            Action::FollowUp(nth) => {
                let text = job.answer.as_ref().and_then(|answer| answer.questions.get(*nth).cloned());
                self.ask_text(request, text, "follow").await
            }
            Action::AskInstead(nth) => {
                let mut wishes = job.constraints.iter().chain(&job.late_constraints);
                let text = wishes.nth(*nth).map(|wish| wish.text.clone());
                self.ask_text(request, text, "ask").await
            }
            Action::AskAnew => {
                let text = self.chats().edit(&job.id).await.map_err(unavailable)?;
                self.may_control(request, &job)?;
                self.ask_text(request, text, "anew").await
            }
            Action::SteerInstead => self.steer_instead(request, &job, delivery).await,
            Action::Good => self.feedback(request, &job.id, true, "").await,
            Action::Bad => self.feedback(request, &job.id, false, input).await,
            Action::Share => self.share(request, &job, &delivery).await,
            Action::Unshare => {
                self.service.unshare(&job.id, &person).await?;
                Ok(ephemeral(locale, Msg::LinksRevoked))
            }
            Action::ShowAgain => self.show_again(request, job, delivery).await,
        }
    }

    /// Only the asker and admins.
    pub(super) fn may_control(&self, request: &ActionRequest, job: &Job) -> Result<(), Refusal> {
        may_decide(&self.with_admin_role(&request.person.requester), &job.requester)
    }

    fn may_open_form(&self, request: &ActionRequest, job: &Job) -> Result<(), Refusal> {
        match request.action {
            Action::Custom(_) | Action::EditPlan(_) => self.may_control(request, job),
            _ => Ok(()),
        }
    }

    /// The result of a command. A branch of the person's own run is shown in the same place and replaces the
    /// run it branched from.
    async fn command_result(
        &self,
        request: &ActionRequest,
        delivery: Delivery,
        commanded: gorkd_core::engine::Commanded,
    ) -> Result<ChatReply, Refusal> {
        if let Some(branch) = &commanded.branch {
            let requester = &request.person.requester;
            self.deliver(&branch.job, &request.location, requester, delivery.private).await?;
            if delivery.requester.key() == requester.key() {
                self.withdraw(delivery).await?;
            }
        }
        Ok(ephemeral(request.person.locale(), commanded.said))
    }

    /// The answer as a PDF; `None` if it cannot be printed.
    async fn printed(&self, job: &Job) -> Option<Vec<u8>> {
        let printed = self.service.pdf(&view(job)).await;
        printed
            .inspect_err(|refusal| warn!(job = %job.id, reason = refusal.message, "failed to print a PDF"))
            .ok()
    }

    fn show_card(
        &self,
        job: &Job,
        delivery: &Delivery,
        locale: Locale,
        card: impl FnOnce(&CardContext<'_>) -> Card,
    ) -> ChatReply {
        // These cards need nothing but the job.
        let (view, options) = (view(job), CardOptions::default());
        let context = CardContext::new(job, &view, delivery, &options, self.now(), locale);
        ChatReply::Ephemeral(card(&context).in_language(locale))
    }

    /// A request for the person's own run in this place.
    pub(super) fn own_ask(&self, request: &ActionRequest, what: &str) -> Ask {
        Ask {
            requester: self.with_admin_role(&request.person.requester),
            place: request.location.place.clone(),
            time_zone: request.person.time_zone.clone(),
            job: Some(job_id(&request.key, what)),
            ..Ask::default()
        }
    }

    pub(super) async fn show_here(
        &self,
        request: &ActionRequest,
        ticket: &Ticket,
    ) -> Result<ChatReply, Refusal> {
        self.deliver(&ticket.job, &request.location, &request.person.requester, false).await?;
        Ok(ChatReply::Nothing)
    }

    /// Asks the same question with the next deeper profile, starting from what was already read.
    async fn go_deeper(&self, request: &ActionRequest, job: &Job) -> Result<ChatReply, Refusal> {
        let Some(profile) = deeper(job.terms.profile) else {
            return Ok(ephemeral(request.person.locale(), Msg::DeepestAlready));
        };
        // The place may not allow the deepest profile.
        let asked = Question {
            key: request.key.clone(),
            person: request.person.clone(),
            location: request.location.clone(),
            wanted: ChosenTerms { profile: Some(profile), ..ChosenTerms::default() },
            ..Question::default()
        };
        self.allowed(&asked, &job_id(&request.key, "deeper")).await?;
        let ask = self.own_ask(request, "deeper");
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
        self.show_here(request, &ticket).await
    }

    /// Asks an existing text on the person's behalf.
    async fn ask_text(
        &self,
        request: &ActionRequest,
        text: Option<String>,
        what: &str,
    ) -> Result<ChatReply, Refusal> {
        let Some(text) = text else { return Ok(ephemeral(request.person.locale(), Msg::NotThereAnyMore)) };
        let question = Question {
            key: format!("{}/{what}", request.key),
            person: request.person.clone(),
            location: request.location.clone(),
            text,
            ..Question::default()
        };
        Ok(self.ask(question).await)
    }

    /// Turns a queued question into a steering request for the current run.
    async fn steer_instead(
        &self,
        request: &ActionRequest,
        waiting: &Job,
        delivery: Delivery,
    ) -> Result<ChatReply, Refusal> {
        self.may_control(request, waiting)?;
        let open = self.open_runs(&waiting.thread).await?;
        let running =
            open.first().filter(|row| row.job != waiting.id && waiting.status() == JobStatus::Queued);
        let Some(running) = running else {
            return Ok(ephemeral(request.person.locale(), Msg::WorkedOnAlready));
        };
        let person = self.with_admin_role(&request.person.requester);
        let commanded = self.service.steer(&running.job, &waiting.question.text, &person).await?;
        self.service.cancel(&waiting.id, &person).await?;
        self.withdraw(delivery).await?;
        let (_, of_running) = self.delivered_here(&running.job, &request.location).await?;
        self.command_result(request, of_running, commanded).await
    }

    async fn feedback(
        &self,
        request: &ActionRequest,
        job: &JobId,
        good: bool,
        reason: &str,
    ) -> Result<ChatReply, Refusal> {
        let feedback = Feedback {
            job: job.clone(),
            person: request.person.requester.key(),
            good,
            reason: reason.chars().take(MAX_INPUT).collect(),
            at: self.now(),
        };
        self.chats().put_feedback(&feedback).await.map_err(unavailable)?;
        tracing::info!(%job, good, "feedback was given");
        Ok(ephemeral(request.person.locale(), Msg::FeedbackThanks))
    }

    async fn share(
        &self,
        request: &ActionRequest,
        job: &Job,
        delivery: &Delivery,
    ) -> Result<ChatReply, Refusal> {
        self.may_control(request, job)?;
        let Some((place, handle)) = &request.location.share_to else {
            return Ok(ephemeral(request.person.locale(), Msg::ShareNowhere));
        };
        let shared = Delivery {
            place: place.clone(),
            handle: handle.clone(),
            private: false,
            extras: Vec::new(),
            // The private delivery may already be finished.
            state: DeliveryState::Open,
            wake_at: None,
            at: self.now(),
            ..delivery.clone()
        };
        self.chats().start_delivery(&shared).await.map_err(unavailable)?;
        self.chats().settle_thread(place, &job.thread).await.map_err(unavailable)?;
        Ok(ephemeral(request.person.locale(), Msg::Shared))
    }

    /// Shows the answer again, only to the person. An answer that waits for approval is shown only to people
    /// who may approve it.
    async fn show_again(
        &self,
        request: &ActionRequest,
        mut job: Job,
        delivery: Delivery,
    ) -> Result<ChatReply, Refusal> {
        if delivery.private || job.held.is_some() {
            self.may_control(request, &job)?;
        }
        let mut options = self.card_options(&job).await;
        if let (None, Some(held)) = (&job.answer, job.held.clone()) {
            job.answer = Some(held);
            job.approvals.clear();
            // Nobody else may open the answer yet.
            options.sharer = None;
        }
        let view = view(&job);
        let locale = request.person.locale();
        let context = CardContext::new(&job, &view, &delivery, &options, self.now(), locale);
        let card = match (&job.answer, open_question(&context)) {
            (Some(_), _) => answer(&context),
            (None, Some(question)) => question,
            (None, None) => return Ok(ephemeral(locale, Msg::NoAnswerYet)),
        };
        Ok(ChatReply::Ephemeral(Card { mention: None, locale, ..card }))
    }

    /// The card options of an answer, the same as where it is delivered.
    async fn card_options(&self, job: &Job) -> CardOptions {
        let options = self.settings.options.of(job, &self.service);
        let sharer = match options.public_url {
            Some(_) => self.service.sharer().await.unwrap_or_else(|refusal| {
                warn!(job = %job.id, reason = refusal.message, "failed to create a share link for an answer that is shown again");
                None
            }),
            None => None,
        };
        CardOptions { sharer, ..options }
    }

    async fn unwatch(&self, person: &Person, watch: &str) -> Result<ChatReply, Refusal> {
        match self.service.drop_watch(watch, &person.requester).await {
            Err(refusal) if refusal.code == RefusalCode::NotFound => {
                return Ok(ephemeral(person.locale(), Msg::WatchGone));
            }
            dropped => dropped?,
        }
        Ok(ephemeral(person.locale(), Msg::Unwatched))
    }
}
