//! Runs jobs: the driver (one job), the worker (many), admission, and the service (the single entry point).

mod admission;
mod article;
mod call;
mod charging;
mod clock;
mod deciding;
mod deltas;
mod driver;
mod failures;
mod learn;
mod lease;
mod looking;
mod looking_up;
mod meaning;
mod metrics;
mod model;
mod moderation;
mod perform;
mod room;
mod service;
mod spans;
mod stall;
mod tasks;
mod waits;
mod worker;
mod writing;

pub use admission::{AdmissionSettings, HERE, admit};
pub use clock::{Clock, SystemClock};
pub use deciding::Thinking;
pub use deltas::{Delta, Deltas};
pub use driver::{Drive, Ended};
pub use failures::RecentFailures;
pub use lease::{Lease, Leases, Moment, current_lease, still_held};
pub use meaning::{EMBEDDED, READ, look};
pub use metrics::describe as describe_metrics;
pub use perform::{LIBRARY, Performed, perform};
pub use room::Room;
pub use service::{
    ArticleDesk, ArticleSettings, Ask, AskDefaults, AuditAction, ChosenTerms, Commanded, File, KeptShare,
    KnownAnswer, KnownSettings, LINK_MINUTES, LinkCode, MonthLimits, Researched, SearchReport, Service,
    Share, ShareEnd, Sharer, SingleSearch, Ticket, may_decide, person_of,
};
pub use spans::TARGET as SPANS;
pub use worker::{Worker, WorkerSettings};

use crate::ports::{
    Answers, Articles, Budgets, Decide, Documents, Edits, Embedder, Journal, Lessons, Links, Model, Moderate,
    Outlet, People, Preferences, Reader, Reranker, Resolver, Scratch, Screen, Search, Shares, Threads,
    Understand, Watches,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Everything the engine needs: access to the outside world, and the rules that decide.
#[derive(Clone)]
pub struct Ports {
    pub decide: Arc<dyn Decide>,
    pub understand: Arc<dyn Understand>,
    pub journal: Arc<dyn Journal>,
    pub documents: Arc<dyn Documents>,
    pub threads: Arc<dyn Threads>,
    /// Budgets shared by several runs.
    pub budgets: Arc<dyn Budgets>,
    pub answers: Arc<dyn Answers>,
    pub preferences: Arc<dyn Preferences>,
    pub people: Arc<dyn People>,
    pub watches: Arc<dyn Watches>,
    pub shares: Arc<dyn Shares>,
    pub links: Arc<dyn Links>,
    /// Edited tables of answers.
    pub edits: Arc<dyn Edits>,
    /// Articles registered by sites; `None` if not supported.
    pub articles: Option<Arc<dyn Articles>>,
    pub searches: Vec<Outlet<dyn Search>>,
    pub reader: Arc<dyn Reader>,
    /// Finds open-access copies of paywalled papers; `None` if not configured.
    pub resolver: Option<Outlet<dyn Resolver>>,
    /// Language models by name.
    pub models: BTreeMap<String, Outlet<dyn Model>>,
    /// `None`: words are compared instead of meanings.
    pub embedder: Option<Outlet<dyn Embedder>>,
    /// `None`: passages are ranked by words, and by the embedder if there is one.
    pub reranker: Option<Arc<dyn Reranker>>,
    /// The operator's moderation rules; `None` if there are none.
    pub screen: Option<Arc<dyn Screen>>,
    /// A moderation server; `None` if not configured.
    pub moderator: Option<Outlet<dyn Moderate>>,
    pub scratch: Arc<dyn Scratch>,
    /// What past runs have learned about providers and sites.
    pub lessons: Arc<dyn Lessons>,
    /// Partial answers, for watchers in this process.
    pub deltas: Deltas,
    pub clock: Arc<dyn Clock>,
    /// Limits for pure work.
    pub thinking: Thinking,
}

impl Ports {
    /// One thread of pure work per core, minus one for everything else; at least one.
    pub fn thinking_room() -> Thinking {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Thinking::on(cores.saturating_sub(1))
    }
}
