//! Where the suite `questions` asks: gorkd with a folder of pages as its library, one job at a time, and
//! nobody to answer clarifying questions.

use crate::commands::library::{Bar, embed};
use crate::settings::Settings;
use crate::wire::App;
use anyhow::{Context, Result, anyhow};
use async_trait::async_trait;
use gorkd_core::engine::{Ask, ChosenTerms, Ports, Worker};
use gorkd_core::job::Models;
use gorkd_core::model::{DocumentHash, Place, Planning, Privacy, Profile, Requester, ThreadId};
use gorkd_core::view::view;
use gorkd_eval::questions::{Desk, Oracle, Site};
use gorkd_eval::tape::Tape;
use gorkd_search::library::Counts;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

/// File that records which build has read the pages in a folder.
const READ_BY: &str = "read-by";

pub struct LibraryDesk {
    app: App,
    worker: Worker,
    profile: Profile,
    documents: u64,
    /// Deleted on drop.
    temporary: Option<TempDir>,
}

impl LibraryDesk {
    /// Reads the pages into a library. With a data folder, the library is kept there, separate from
    /// everything else, and a page is read again only if its size or modification time has changed.
    ///
    /// With a tape, all external calls go through it, and pages on the tape are not read again. An oracle takes
    /// the place of the models in the settings.
    pub async fn open(
        mut settings: Settings,
        data: Option<PathBuf>,
        site: &Site,
        profile: Profile,
        tape: Option<&Arc<Tape>>,
        oracle: Option<&Arc<Oracle>>,
    ) -> Result<Self> {
        // Measurements stay separate from what people have asked.
        settings.store.use_the_data_folder();
        let replayed = tape.filter(|tape| tape.replays());
        let (folder, temporary) = match data.filter(|_| replayed.is_none()) {
            Some(data) => (data.join("eval").join(name_of(site)), None),
            None => {
                let folder =
                    TempDir::with_prefix("gorkd-eval-").context("can't create a temporary folder")?;
                (folder.path().to_owned(), Some(folder))
            }
        };
        let between = |mut ports: Ports, roles: &mut Models| {
            if let Some(oracle) = oracle {
                oracle.take_over(&mut ports, roles);
            }
            match tape {
                Some(tape) => tape.between(ports),
                None => ports,
            }
        };
        let app = App::open_between(settings, &folder, between).await?;
        let taken = if replayed.is_some() { 0 } else { ingest(&app, &folder, site).await? };
        let documents = match tape {
            Some(tape) => tape.note("documents", || json!(taken)).as_u64().unwrap_or_default(),
            None => taken,
        };
        let worker = app.worker(CancellationToken::new())?;
        Ok(Self { app, worker, profile, documents, temporary })
    }

    pub async fn close(self) {
        self.app.close().await;
        drop(self.temporary);
    }
}

#[async_trait]
impl Desk for LibraryDesk {
    async fn ask(&self, question: &str, thread: Option<&str>) -> Result<Value> {
        let service = &self.app.service;
        let asked = Ask {
            text: question.to_owned(),
            terms: ChosenTerms {
                profile: Some(self.profile),
                planning: Some(Planning::Auto),
                privacy: Some(Privacy::LocalOnly),
                domain: None,
                force: true,
                deliverable: None,
            },
            requester: Requester {
                platform: "eval".into(),
                user: "local".into(),
                roles: vec!["owner".into()],
                ..Requester::default()
            },
            place: Place::from("eval:local"),
            thread: thread.map(|thread| ThreadId(thread.to_owned())),
            time_zone: "UTC".to_owned(),
            claim_for: Some(self.worker.name().to_owned()),
            library: Some(self.documents),
            ..Ask::default()
        };
        let ticket = service.ask(asked).await.map_err(|refusal| anyhow!(refusal.message))?;
        let mut fence = ticket.fence;
        let mut asked_back = false;
        loop {
            let job = match fence.take() {
                Some(fence) => {
                    let (ended, job) = self.worker.run_one(fence).await;
                    ended?;
                    job
                }
                None => service.job(&ticket.job, None).await.map_err(|refusal| anyhow!(refusal.message))?,
            };
            if job.status().is_over() {
                let mut document = serde_json::to_value(view(&job))?;
                document["asked_back"] = json!(asked_back);
                return Ok(document);
            }
            if let Some((interrupt, _)) = job.interrupt() {
                asked_back = true;
                let replied = service
                    .reply(&ticket.job, interrupt.id(), interrupt.unasked(), &Requester::terminal())
                    .await;
                replied.map_err(|refusal| anyhow!(refusal.message))?;
            }
            fence = self.worker.claim(Some(&ticket.job)).await?;
            fence.as_ref().with_context(|| format!("{question}: the run was left unfinished"))?;
        }
    }
}

/// Syncs the library with the site. Returns the number of documents.
async fn ingest(app: &App, folder: &Path, site: &Site) -> Result<u64> {
    let bar = Bar::new();
    let pages = [site.folder().to_owned()];
    let show = |counts: &Counts| bar.show(counts);
    let added = app.library.add(&pages, site.base_url(), &show).await;
    embed(app, &show).await;
    bar.end();
    let read: u64 = added?.roots.iter().map(|root| root.read).sum();
    let documents = app.library_documents().await?;
    note_reader(folder, read == documents)?;
    Ok(documents)
}

/// The name of the folder for a site's library: the same for the same folder and address.
fn name_of(site: &Site) -> String {
    let key = format!("{}\n{}", site.folder().display(), site.base_url().unwrap_or_default());
    DocumentHash::of_text(&key).0.chars().take(16).collect()
}

/// Warns if pages were read by another build of gorkd, which may have read them differently.
fn note_reader(folder: &Path, all_read: bool) -> Result<()> {
    let program = std::env::current_exe()?;
    let changed = std::fs::metadata(&program)?.modified()?;
    let build = format!("{} {changed:?}", program.display());
    let note = folder.join(READ_BY);
    if all_read {
        return std::fs::write(&note, build).with_context(|| format!("{} can't be written", note.display()));
    }
    if std::fs::read_to_string(&note).ok().as_deref() != Some(build.as_str()) {
        tell!(
            "Some of these pages were read by another build of gorkd. To have them read by this one, delete {}.",
            folder.display()
        );
    }
    Ok(())
}
