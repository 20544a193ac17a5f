//! The single entry point: every adapter asks, replies, steers, stops, and reads through it.

mod again;
mod articles;
mod asking;
mod audit;
mod authority;
mod branches;
mod budgets;
mod commands;
mod earlier;
mod edits;
mod exporting;
mod files;
mod known;
mod line;
mod links;
mod moderation;
mod preferences;
mod shares;
mod single;
mod watches;

pub use articles::{ArticleDesk, ArticleSettings, Researched, person_of};
pub(in crate::engine) use articles::{MAX_TEXT, may_read_draft, place_of, site_of_place};
pub use audit::AuditAction;
pub use authority::{Commanded, may_decide};
pub use budgets::MonthLimits;
pub use files::File;
pub use links::{LINK_MINUTES, LinkCode};
pub use shares::{KeptShare, Share, ShareEnd, Sharer};
pub use single::{SearchReport, SingleSearch};

use super::admission::AdmissionSettings;
use super::{Ports, RecentFailures};
use crate::job::{Event, Gates, JobStatus, Models, Prices, Scope};
use crate::model::*;
use crate::ports::{Append, By, Fence, JobRow, NewJob, StoreError};
use gorkd_words::{Locale, Msg};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};
use tokio::sync::OnceCell;
use uuid::Uuid;

/// A question with its options.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    pub text: String,
    /// The asker's choices. The rest comes from the thread, then from what is remembered about the person and
    /// the place, then from the settings.
    pub terms: ChosenTerms,
    pub requester: Requester,
    pub place: Place,
    /// The place whose rules and defaults apply, if the answer is posted elsewhere.
    pub asked_in: Option<Place>,
    /// Who may be given this answer again; `None`: only the place.
    pub audience: Option<String>,
    /// The thread to continue; `None`: a new one.
    pub thread: Option<ThreadId>,
    /// Earlier messages in the same conversation, oldest first, that the question may refer to.
    pub above: Vec<String>,
    pub time_zone: String,
    /// Claims the job immediately for this worker, which will run it itself.
    pub claim_for: Option<String>,
    /// Number of documents in the library, for an answer that says that nothing was found.
    pub library: Option<u64>,
    /// Use only these search providers; `None`: all that the settings allow.
    pub providers: Option<Vec<String>>,
    /// Attached documents.
    pub files: Vec<File>,
    /// Attached documents that have already been read.
    pub readings: Vec<Reading>,
    /// The budget, if it differs from the profile's.
    pub budget: Option<Budget>,
    /// Nobody can answer clarifying questions: run it as it is.
    pub unattended: bool,
    /// Nobody is waiting for the answer: other runs go first.
    pub background: bool,
    /// An ID for the run: asking again with the same ID returns the existing run.
    pub job: Option<JobId>,
    /// Budgets that it is charged to, besides those of its person and place; for example, a key's.
    pub scopes: Vec<Scope>,
    /// Maximum rounds, if the profile allows more.
    pub rounds: Option<u32>,
}

impl Ask {
    /// The place whose rules and defaults apply.
    fn ruling(&self) -> &Place {
        self.asked_in.as_ref().unwrap_or(&self.place)
    }
}

/// Explicitly chosen terms.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChosenTerms {
    pub profile: Option<Profile>,
    pub planning: Option<Planning>,
    pub privacy: Option<Privacy>,
    pub domain: Option<Domain>,
    /// Start a new run even if an answer is known.
    pub force: bool,
    /// The format of the answer.
    pub deliverable: Option<Deliverable>,
}

impl From<Terms> for ChosenTerms {
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

/// Settings for runs.
#[derive(Clone, Debug, Default)]
pub struct AskDefaults {
    pub terms: Terms,
    pub budgets: BTreeMap<Profile, Budget>,
    pub admission: AdmissionSettings,
    pub moderation: ModerationSettings,
    pub models: Models,
    pub prices: Prices,
    /// Monthly spending limits, across runs.
    pub limits: MonthLimits,
    pub reply_within_ms: u64,
    /// The domains of questions; one is named `general`.
    pub domains: Vec<DomainRules>,
    pub gates: Gates,
    pub known: KnownSettings,
    /// Limits for attached files: maximum bytes of each, and the timeout for reading it.
    pub file_bytes: usize,
    pub file_ms: u64,
    /// The shortest interval between two checks of a watch.
    pub watch_every_ms: u64,
    /// Days for which a link to an answer works; 0 disables links.
    pub share_days: u32,
    /// Maximum runs waiting for a worker; more questions are refused. 0: no limit.
    pub line: u64,
}

/// How long answers stay valid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KnownSettings {
    /// Reuse known answers.
    pub reuse: bool,
    /// Lifetimes for subjects that change daily, and for all others.
    pub news_ms: u64,
    pub other_ms: u64,
}

/// An accepted question.
#[derive(Clone, Debug)]
pub struct Ticket {
    pub job: JobId,
    pub thread: ThreadId,
    pub turn: u32,
    /// The claim on the job, if one was requested.
    pub fence: Option<Fence>,
    pub known: KnownAnswer,
}

/// Whether a new run was needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KnownAnswer {
    /// A new run was started.
    #[default]
    No,
    /// An identical question is already running, as this job.
    InProgress,
    /// The answer was known; it was researched at this time.
    Since(Millis),
}

#[derive(Clone)]
pub struct Service {
    pub(in crate::engine) ports: Ports,
    defaults: Arc<AskDefaults>,
    /// The secret of the audit log's hashes, once it has been read.
    audit_secret: Arc<OnceCell<[u8; 32]>>,
    cached_line: Arc<line::CachedLine>,
}

impl Service {
    pub fn new(ports: Ports, defaults: AskDefaults) -> Self {
        let (audit_secret, cached_line) = Default::default();
        Self { ports, defaults: Arc::new(defaults), audit_secret, cached_line }
    }

    /// How far runs with default terms may reach.
    pub(in crate::engine) fn reach(&self) -> Reach {
        self.defaults.terms.reach()
    }

    /// The budget of a profile.
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

    /// Appends a person's action to a run, together with who it was. Every such action goes through here.
    async fn record(&self, row: &JobRow, by: &Requester, what: Append) -> Result<Seq, Refusal> {
        // In the language of the run's main reader, its asker.
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

    /// The existing run with this ID.
    async fn there_already(&self, named: Option<&JobId>) -> Result<Option<Ticket>, Refusal> {
        let Some(job) = named else { return Ok(None) };
        let row = match self.row(job).await {
            Ok(row) => row,
            Err(refusal) if refusal.code == RefusalCode::NotFound => return Ok(None),
            Err(refusal) => return Err(refusal),
        };
        let reused = self.job(job, None).await?.reused;
        let known = reused.map_or(KnownAnswer::No, |(_, at)| KnownAnswer::Since(at));
        Ok(Some(Ticket { job: job.clone(), thread: row.thread, turn: row.turn, fence: None, known }))
    }

    async fn create(&self, new: NewJob) -> Result<Option<Fence>, Refusal> {
        self.ports.journal.create(new).await.map_err(refused)
    }
}

fn fresh(prefix: &str) -> String {
    format!("{prefix}_{}", Uuid::now_v7().simple())
}

/// What this process has logged of a store that fails: pages and health checks ask again every moment.
static LOGGED: LazyLock<RecentFailures> = LazyLock::new(RecentFailures::default);

/// The message to people if the store fails. The log has the details for the operator.
pub(super) fn refused(error: StoreError) -> Refusal {
    let said = match &error {
        StoreError::NotFound(what) => {
            return Refusal::new(RefusalCode::NotFound, format!("There is no {what}."));
        }
        StoreError::OverLimit { .. } => {
            return Refusal::saying(RefusalCode::OverBudget, Msg::BudgetUsedUp);
        }
        StoreError::Fenced(_) | StoreError::InProgress(_) | StoreError::Unavailable(_) => Msg::StoreSilent,
        StoreError::Full(_) => Msg::StoreFull,
    };
    if LOGGED.is_news("command", &error) {
        tracing::error!(%error, "a command failed because of the store");
    }
    Refusal::saying(RefusalCode::Unavailable, said)
}
