//! The input of cards: a job, the place it is shown in, and what the operator allows.

use gorkd_core::engine::{Service, Sharer};
use gorkd_core::job::Job;
use gorkd_core::model::{Confidence, Millis, Profile, Requester};
use gorkd_core::ports::Delivery;
use gorkd_core::view::{AnswerView, JobView, budget_notes};
use gorkd_words::{Locale, Msg};

/// What cards offer besides the job itself. Set by the deliverer, and by the chat service for an answer that it
/// shows again. Other cards that a button shows to one person (sources, the full answer) use the default, so a
/// field that changes such a card has no effect there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CardOptions {
    /// gorkd's public URL without a trailing slash, if there is one.
    pub public_url: Option<String>,
    /// Runs with at least this much active time mention the asker at the end; `None` means never.
    pub mention_after_ms: Option<u64>,
    /// The next deeper profile of the job: its name and cost limit in dollars.
    pub deeper: Option<(String, f64)>,
    /// Creates share links; `None` if sharing is off.
    pub sharer: Option<Sharer>,
    /// Answers can be exported as PDF.
    pub prints: bool,
}

impl CardOptions {
    /// These options for one job, with the cost of a deeper run.
    pub fn of(&self, job: &Job, service: &Service) -> CardOptions {
        let deeper = deeper(job.terms.profile);
        let deeper = deeper.map(|profile| (profile.name().to_owned(), service.budget(profile).usd));
        CardOptions { deeper, ..self.clone() }
    }
}

/// The next deeper profile.
pub fn deeper(profile: Profile) -> Option<Profile> {
    let at = Profile::ALL.iter().position(|one| *one == profile)?;
    Profile::ALL.get(at + 1).copied()
}

/// A job shown in one place.
pub struct CardContext<'a> {
    pub job: &'a Job,
    pub view: &'a JobView,
    pub delivery: &'a Delivery,
    pub options: &'a CardOptions,
    pub now: Millis,
    /// The run was resumed after a restart.
    pub resumed: bool,
    /// Its position in the queue, and the estimated milliseconds until it is done.
    pub queued: Option<(u32, Option<u64>)>,
    pub locale: Locale,
}

impl<'a> CardContext<'a> {
    /// Of a run that is neither resumed nor queued, as far as the card shows that.
    pub fn new(
        job: &'a Job,
        view: &'a JobView,
        delivery: &'a Delivery,
        options: &'a CardOptions,
        now: Millis,
        locale: Locale,
    ) -> Self {
        Self { job, view, delivery, options, now, resumed: false, queued: None, locale }
    }

    pub fn say(&self, message: Msg) -> String {
        self.locale.say(message)
    }

    /// Notes about budgets, only where the run was asked for: people who follow it elsewhere have other
    /// budgets.
    pub fn budget_notes(&self) -> Vec<String> {
        match self.delivery.place == self.job.place {
            true => budget_notes(self.job, self.locale),
            false => Vec::new(),
        }
    }

    /// What people asked for during the run; `None` if nothing.
    pub fn wishes(&self) -> Option<String> {
        let wishes: Vec<&str> = self.job.constraints.iter().map(|wish| wish.text.as_str()).collect();
        (!wishes.is_empty()).then(|| self.say(Msg::YouAskedFor { wishes: wishes.join("; ") }))
    }

    /// Whether moderation withholds the answer.
    pub fn is_withheld(&self) -> bool {
        self.job.answer.as_ref().is_some_and(|answer| answer.withheld)
    }

    /// Too little was found and a search failed, so trying again may help.
    pub fn is_worth_retrying(&self, answer: &AnswerView) -> bool {
        answer.confidence == Confidence::Insufficient && self.job.failed_searches() > 0
    }
}

/// The language of a run's cards: the requester's, or else the question's.
pub fn locale_of(requester: &Requester, job: &Job) -> Locale {
    Locale::first([requester.locale.as_str(), job.question.language.as_str()])
}
