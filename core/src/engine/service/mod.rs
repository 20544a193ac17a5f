//! The one door: every adapter asks, replies, steers, stops and looks through it.

mod again;
mod articles;
mod asking;
mod audit;
mod authority;
mod branches;
mod commands;
mod earlier;
mod edits;
mod files;
mod known;
mod links;
mod moderation;
mod preferences;
mod shares;
mod single;
mod watches;

pub use articles::{ArticleDesk, ArticleSettings, Researched, person_of};
pub(in crate::engine) use articles::{may_read_draft, place_of, site_of_place};
pub use audit::Deed;
pub use authority::{Commanded, may_decide};
pub use files::File;
pub use links::{LINK_MINUTES, LinkCode};
pub use shares::{KeptShare, Share, ShareEnd, Sharer};
pub use single::{Look, Looked};

use super::Ports;
use super::admission::AdmissionSettings;
use crate::job::{Event, Gates, JobStatus, Models, Prices, Scope};
use crate::model::*;
use crate::ports::{Append, By, Fence, JobRow, NewJob, StoreError};
use gorkd_words::{Locale, Msg};
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio::sync::OnceCell;
use uuid::Uuid;

/// What one question is asked with.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    pub text: String,
    /// What the asker chose; what is left open is filled in by the thread, then by what is remembered of the person
    /// and the place, then by the settings.
    pub terms: Wanted,
    pub requester: Requester,
    pub place: Place,
    /// Whose rules and defaults hold, where it is answered elsewhere than it was asked.
    pub asked_in: Option<Place>,
    /// Who may be given this answer again: the place alone when none.
    pub audience: Option<String>,
    /// The thread to go on with; a new one when none.
    pub thread: Option<ThreadId>,
    /// What people said before it where it was asked, oldest first: its words may point to that.
    pub above: Vec<String>,
    pub time_zone: String,
    /// Claimed at once for this worker, which will run it itself.
    pub claim_for: Option<String>,
    /// Documents in the library now, for an answer that has to say that nothing was found.
    pub library: Option<u64>,
    /// Ask no search provider but these; all that the settings allow when none.
    pub providers: Option<Vec<String>>,
    /// Documents given along.
    pub files: Vec<File>,
    /// Documents given along that have been read already.
    pub readings: Vec<Reading>,
    /// What the run may use, where that is not what its profile says.
    pub budget: Option<Budget>,
    /// Nobody can answer a question back: it runs as it is.
    pub unattended: bool,
    /// A name for the run that was given out before: asked with again, it is the run that there is, and no second one.
    pub job: Option<JobId>,
    /// Budgets beyond the run that its spend counts against, beside those of the settings.
    pub scopes: Vec<Scope>,
    /// Rounds at most, where the profile allows more.
    pub rounds: Option<u32>,
}

/// Terms as far as somebody chose them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wanted {
    pub profile: Option<Profile>,
    pub planning: Option<Planning>,
    pub privacy: Option<Privacy>,
    pub domain: Option<Domain>,
    /// A fresh run, also where an answer is known.
    pub force: bool,
    /// The form of the answer.
    pub deliverable: Option<Deliverable>,
}

impl From<Terms> for Wanted {
    fn from(terms: Terms) -> Self {
        Self {
            profile: Some(terms.profile),
            planning: Some(terms.planning),
            privacy: Some(terms.privacy),
            domain: terms.domain,
            force: terms.force,
            deliverable: terms.deliverable,
        }
    }
}

/// What settings say about runs.
#[derive(Clone, Debug, Default)]
pub struct AskDefaults {
    pub terms: Terms,
    pub budgets: BTreeMap<Profile, Budget>,
    pub admission: AdmissionSettings,
    pub moderation: ModerationSettings,
    pub models: Models,
    pub prices: Prices,
    pub scopes: Vec<Scope>,
    pub reply_within_ms: u64,
    /// The fields that questions can belong to; one is called `general`.
    pub domains: Vec<DomainRules>,
    pub gates: Gates,
    pub known: KnownSettings,
    /// Files given along: bytes of one at most, and how long reading one may take.
    pub file_bytes: usize,
    pub file_ms: u64,
    /// The shortest time between two looks of a watch.
    pub watch_every_ms: u64,
    /// Days for which a link to an answer holds; 0 for no links.
    pub share_days: u32,
    /// Runs that are worked on at once.
    pub at_once: usize,
}

/// How long answers are good for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KnownSettings {
    /// Give answers that are known already.
    pub reuse: bool,
    /// For what changes by the day, and for all else.
    pub news_ms: u64,
    pub other_ms: u64,
}

/// A question that was taken.
#[derive(Clone, Debug)]
pub struct Ticket {
    pub job: JobId,
    pub thread: ThreadId,
    pub turn: u32,
    /// The hold on the job, when it was asked to be claimed at once.
    pub fence: Option<Fence>,
    pub known: Known,
}

/// Whether anything had to be started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Known {
    /// A run of its own.
    #[default]
    No,
    /// Somebody asked the same and it is being worked on: this is that job.
    UnderWay,
    /// It was answered; researched at this time.
    Since(Millis),
}

#[derive(Clone)]
pub struct Service {
    pub(in crate::engine) ports: Ports,
    defaults: Arc<AskDefaults>,
    /// Under which the audit log has people, once it was read.
    audit_secret: Arc<OnceCell<[u8; 32]>>,
}

impl Service {
    pub fn new(ports: Ports, defaults: AskDefaults) -> Self {
        Self { ports, defaults: Arc::new(defaults), audit_secret: Arc::default() }
    }

    pub(super) fn at_once(&self) -> usize {
        self.defaults.at_once
    }

    /// What a run gets where nobody chose.
    pub(in crate::engine) fn reach(&self) -> Reach {
        self.defaults.terms.reach()
    }

    /// The budget that a run of this profile gets.
    pub fn budget(&self, profile: Profile) -> Budget {
        self.defaults.budgets.get(&profile).cloned().unwrap_or_default()
    }

    async fn unless_over(&self, job: &JobId) -> Result<(), Refusal> {
        if self.job(job, None).await?.status().is_over() {
            return Err(Refusal::saying(RefusalCode::Conflict, Msg::RunOver));
        }
        Ok(())
    }

    async fn command(&self, job: &JobId, event: Event, by: &Requester) -> Result<Seq, Refusal> {
        let row = self.row(job).await?;
        let reopens = matches!(event, Event::Retried).then_some(JobStatus::Queued);
        let wake_at = Some(self.ports.clock.now());
        self.record(&row, by, Append { events: vec![event], status: reopens, wake_at, ..Append::default() })
            .await
    }

    /// Appends what a person did to a run, with who it was. Nothing that a person does is appended otherwise.
    async fn record(&self, row: &JobRow, by: &Requester, what: Append) -> Result<Seq, Refusal> {
        // Whoever reads the run reads this: its asker, before anybody else.
        let locale = Locale::first([row.requester.locale.as_str(), by.locale.as_str()]);
        let append = Append {
            job: row.job.clone(),
            by: Some(By { person: by.key(), erased: locale.say(Msg::WordsErased) }),
            after: row.head,
            at: self.ports.clock.now(),
            ..what
        };
        let written = self.ports.journal.append(append).await.map_err(refused)?;
        Ok(written.last().map_or(row.head, |recorded| recorded.seq))
    }

    /// The run that has this name already.
    async fn there_already(&self, named: Option<&JobId>) -> Result<Option<Ticket>, Refusal> {
        let Some(job) = named else { return Ok(None) };
        let row = match self.row(job).await {
            Ok(row) => row,
            Err(refusal) if refusal.code == RefusalCode::NotFound => return Ok(None),
            Err(refusal) => return Err(refusal),
        };
        let reused = self.job(job, None).await?.reused;
        let known = reused.map_or(Known::No, |(_, at)| Known::Since(at));
        Ok(Some(Ticket { job: job.clone(), thread: row.thread, turn: row.turn, fence: None, known }))
    }

    async fn create(&self, new: NewJob) -> Result<Option<Fence>, Refusal> {
        self.ports.journal.create(new).await.map_err(refused)
    }
}

fn fresh(prefix: &str) -> String {
    format!("{prefix}_{}", Uuid::now_v7().simple())
}

/// What a person is told when the store does not do what was asked; the operator finds the rest in the log.
pub(super) fn refused(error: StoreError) -> Refusal {
    match &error {
        StoreError::NotFound(what) => Refusal::new(RefusalCode::NotFound, format!("There is no {what}.")),
        StoreError::OverLimit { .. } => Refusal::saying(RefusalCode::OverBudget, Msg::BudgetUsedUp),
        StoreError::Fenced(_) | StoreError::UnderWay(_) | StoreError::Unavailable(_) => {
            tracing::error!(%error, "the store failed while a command was taken");
            Refusal::saying(RefusalCode::Unavailable, Msg::StoreSilent)
        }
        StoreError::Full(_) => {
            tracing::error!(%error, "the store is full: a command could not be taken");
            Refusal::saying(RefusalCode::Unavailable, Msg::StoreFull)
        }
    }
}
