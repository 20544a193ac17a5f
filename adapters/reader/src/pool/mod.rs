//! The pool of worker children, and the reader that the rest of the program sees.
//!
//! Children are started on demand, up to the configured number. A document waits for a free child, and its
//! timeout includes the wait. A child that failed on a document is never reused.
//!
//! A page that took over a child would see the documents read after it, and could leak them through the address of a
//! redirect. So web content, fetched or passed in, never shares a child with files.

mod check;
mod child;
mod file;
mod spawner;

pub use check::{MAX_DATES, MAX_NAME, MAX_TITLE, MAX_WARNING};

use crate::sandbox::Sandbox;
use crate::settings::ReaderSettings;
use crate::wire::Page;
use async_trait::async_trait;
use child::{Child, ChildReply, Trouble};
use file::Source;
use gorkd_core::model::{Failure, FailureReason, Reading};
use gorkd_core::ports::{Outcome, Raw, RawContent, ReadRequest, Reader};
use spawner::Spawner;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::Instant;

/// Reads documents in worker children. Clones share the pool, which ends when the last one is dropped.
#[derive(Clone)]
pub struct ReaderPool {
    shared: Arc<Shared>,
}

struct Shared {
    settings: ReaderSettings,
    spawner: Spawner,
    /// One permit per busy child.
    turns: Semaphore,
    idle: Mutex<IdleList>,
    /// What holds the child that was started last.
    sandbox: Mutex<Option<Sandbox>>,
}

/// What a page of the web turned out to be.
pub enum Extracted {
    Read(Box<Reading>),
    /// It redirects to this address, as written in the page and not validated.
    Elsewhere(String),
    /// It has no text until scripts have run.
    Scripted,
}

#[derive(Default)]
struct IdleList {
    /// Most recently used last.
    children: Vec<Idle>,
    /// A task runs that ends those that are idle for too long.
    watched: bool,
}

struct Idle {
    child: Child,
    since: Instant,
    /// It reads what is from the web.
    web: bool,
}

impl ReaderPool {
    /// Creates a pool without starting any child.
    pub fn new(settings: ReaderSettings) -> Self {
        let spawner = Spawner::new(&settings);
        let turns = Semaphore::new(settings.children.max(1));
        let (idle, sandbox) = (Mutex::default(), Mutex::default());
        Self { shared: Arc::new(Shared { settings, spawner, turns, idle, sandbox }) }
    }

    /// Process IDs of idle children.
    pub fn idle_children(&self) -> Vec<u32> {
        self.shared.idle_list().children.iter().filter_map(|idle| idle.child.id()).collect()
    }

    /// What holds the child that was started last; `None` before the first.
    pub fn sandbox(&self) -> Option<Sandbox> {
        *self.shared.sandbox.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads a web page. `cut` says that the bytes are only its first part.
    pub(crate) async fn extract_page(
        &self,
        raw: Raw,
        cut: bool,
        deadline: Instant,
    ) -> Result<Extracted, Failure> {
        self.extract_within(raw, Some(cut), deadline).await
    }

    /// `page` is set for web pages and says whether the page was cut.
    async fn extract_within(
        &self,
        raw: Raw,
        page: Option<bool>,
        deadline: Instant,
    ) -> Result<Extracted, Failure> {
        let shared = &self.shared;
        let url = raw.url.clone();
        check::address(&url)?;
        let busy = || {
            Failure::retry(
                FailureReason::TimedOut,
                "The reader was busy with other documents until time ran out.",
            )
        };
        let turn = tokio::time::timeout_at(deadline, shared.turns.acquire()).await.map_err(|_| busy())?;
        let _turn = turn.map_err(|_| Failure::skip(FailureReason::Internal, "The reader was shut down."))?;

        let late = || Failure::skip(FailureReason::TimedOut, "Reading the document took too long.");
        let web = page.is_some() || is_handed_over(&raw);
        let (mut document, source) = page_of(raw, shared.settings.max_bytes);
        let content = tokio::time::timeout_at(deadline, source.open()).await.map_err(|_| late())??;
        let mut child = match shared.take_idle(web) {
            Some(child) => child,
            None => shared.start(deadline).await?,
        };
        let left = deadline.saturating_duration_since(Instant::now());
        document.millis = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
        if let Some(cut) = page {
            (document.page, document.cut) = (true, document.cut || cut);
        }
        match tokio::time::timeout_at(deadline, child.read(&document, content)).await {
            Ok(Ok(ChildReply::Read(read))) => {
                let reading = check::reading(url, *read, shared.settings.max_text).await?;
                Shared::put_back(shared, child, web);
                Ok(Extracted::Read(Box::new(reading)))
            }
            // Only web pages can redirect; a child that claims otherwise is not trusted.
            Ok(Ok(ChildReply::Elsewhere(_) | ChildReply::Scripted)) if page.is_none() => {
                Err(child::nonsense())
            }
            Ok(Ok(ChildReply::Elsewhere(target))) => {
                Shared::put_back(shared, child, web);
                Ok(Extracted::Elsewhere(target))
            }
            Ok(Ok(ChildReply::Scripted)) => {
                Shared::put_back(shared, child, web);
                Ok(Extracted::Scripted)
            }
            Ok(Err(Trouble::Failed(failure))) => {
                let failure = check::failure(failure)?;
                Shared::put_back(shared, child, web);
                Err(failure)
            }
            Ok(Err(Trouble::Unread(failure))) => {
                child.kill();
                Err(failure)
            }
            Ok(Err(Trouble::Broken)) => Err(child.end().await),
            Err(_) => {
                child.kill();
                Err(late())
            }
        }
    }
}

#[async_trait]
impl Reader for ReaderPool {
    async fn read(&self, _request: &ReadRequest) -> Outcome<Reading> {
        Err(Failure::skip(FailureReason::NotConfigured, "The reader pool has no access to the web.").into())
    }

    async fn extract(&self, raw: Raw) -> Result<Reading, Failure> {
        let time = if raw.timeout.is_zero() { self.shared.settings.page_wall } else { raw.timeout };
        match self.extract_within(raw, None, Instant::now() + time).await? {
            Extracted::Read(reading) => Ok(*reading),
            Extracted::Elsewhere(_) | Extracted::Scripted => Err(child::nonsense()),
        }
    }
}

impl Shared {
    fn idle_list(&self) -> std::sync::MutexGuard<'_, IdleList> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes an idle child that is still alive and reads documents of this kind.
    fn take_idle(&self, web: bool) -> Option<Child> {
        let mut list = self.idle_list();
        let idle = &mut list.children;
        while let Some(at) = idle.iter().rposition(|idle| idle.web == web) {
            let mut child = idle.remove(at).child;
            if child.is_alive() {
                return Some(child);
            }
        }
        // A child will be started. With those of the other kind, there may not be more than are configured.
        let too_many = idle.len().saturating_sub(self.turns.available_permits());
        idle.drain(..too_many).for_each(drop);
        None
    }

    async fn start(&self, deadline: Instant) -> Result<Child, Failure> {
        let failure = |detail: String| {
            tracing::error!(error = %detail, "failed to start a worker child of the reader");
            Failure::retry(FailureReason::Internal, "The reader could not start its worker.")
        };
        match tokio::time::timeout_at(deadline, Child::start(&self.spawner, &self.settings)).await {
            Ok(Ok(child)) => {
                *self.sandbox.lock().unwrap_or_else(PoisonError::into_inner) = Some(child.sandbox());
                Ok(child)
            }
            Ok(Err(error)) => Err(failure(error.to_string())),
            Err(_) => Err(failure("it did not answer in time".to_owned())),
        }
    }

    fn put_back(shared: &Arc<Self>, child: Child, web: bool) {
        if child.pages() >= shared.settings.pages_per_child {
            return;
        }
        let mut idle = shared.idle_list();
        idle.children.push(Idle { child, since: Instant::now(), web });
        if !idle.watched {
            idle.watched = true;
            tokio::spawn(end_idle(Arc::downgrade(shared), shared.settings.idle));
        }
    }
}

/// Ends children that have been idle for `after`. Returns when none is left.
async fn end_idle(shared: Weak<Shared>, after: Duration) {
    let mut wait = after;
    loop {
        tokio::time::sleep(wait).await;
        let Some(shared) = shared.upgrade() else { return };
        let mut idle = shared.idle_list();
        idle.children.retain(|idle| idle.since.elapsed() < after);
        let Some(oldest) = idle.children.iter().map(|idle| idle.since).min() else {
            idle.watched = false;
            return;
        };
        wait = after.saturating_sub(oldest.elapsed()).max(Duration::from_millis(50));
    }
}

/// A text from the web, such as a search provider sends.
fn is_handed_over(raw: &Raw) -> bool {
    matches!(raw.content, RawContent::Bytes(_)) && !raw.url.starts_with("file:")
}

fn page_of(raw: Raw, default_cap: usize) -> (Page, Source) {
    let max_bytes = if raw.max_bytes == 0 { default_cap } else { raw.max_bytes };
    let mut page =
        Page { url: raw.url, content_type: raw.content_type, max_bytes, cut: false, page: false, millis: 0 };
    match raw.content {
        RawContent::Bytes(mut bytes) => {
            page.cut = bytes.len() > max_bytes;
            bytes.truncate(max_bytes);
            (page, Source::Bytes(bytes))
        }
        RawContent::File(path) => (page, Source::File(path)),
    }
}
