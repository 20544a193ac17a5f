//! Builds all parts from settings and connects them. The only place that knows all of them.

pub mod address_space;
mod backlog;
mod bulkheads;
mod capacity;
pub mod catalogue;
pub mod chat;
mod console;
pub mod discord;
mod domains;
pub mod drafts;
mod examples;
pub mod mcp;
mod models;
mod moderation;
mod net;
pub mod noted;
mod reader;
pub mod ready;
mod search;
mod shared;
pub mod slack;
mod spending;
pub mod web;

pub use models::{EMBEDDERS, WiredModels, embedder, fetched, models, reranker};
pub use net::services;
pub use reader::{reader_settings, sharing_reader, web_reader};

use crate::settings::Settings;
use anyhow::{Context, Result};
use bulkheads::Bulkheads;
use gorkd_core::engine::{
    AdmissionSettings, AskDefaults, Deltas, KnownSettings, Ports, Service, SystemClock, Worker,
    WorkerSettings,
};
use gorkd_core::job::{Models, Prices};
use gorkd_core::model::{Profile, Terms};
use gorkd_core::ports::{Documents, Embedder, Outlet, Scratch};
use gorkd_net::Services;
use gorkd_reader::{READING, ReaderPool};
use gorkd_rules::Rules;
use gorkd_search::{Handed, HandedReader, Library, LibrarySettings, Sites};
use gorkd_store::{PostgresOptions, Redis, SqliteOptions, Store, StoreOptions};
use search::Keeping;
use shared::Shared;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// All parts of one process for one data folder.
pub struct App {
    pub settings: Settings,
    /// The data folder.
    pub data: PathBuf,
    pub store: Arc<dyn Store>,
    /// Lets processes share data faster than through the store.
    pub redis: Option<Redis>,
    pub library: Arc<Library>,
    pub service: Service,
    /// The ports that the service was built from.
    pub ports: Ports,
    /// Clients for servers named in settings.
    pub services: Services,
    /// The results of this process's latest calls.
    pub board: noted::Board,
    /// The parts of this process that cannot work right now.
    pub ready: ready::Readiness,
}

impl App {
    pub async fn open(settings: Settings, data: &Path) -> Result<App> {
        Self::open_between(settings, data, |ports, _| ports).await
    }

    /// As `open`, with wrappers between the jobs and the outside world, and perhaps other models in the roles.
    pub async fn open_between(
        settings: Settings,
        data: &Path,
        between: impl FnOnce(Ports, &mut Models) -> Ports,
    ) -> Result<App> {
        let services = services(&settings)?;
        let store = store(&settings, data).await?;
        let shared = Shared::over(&settings, &store)?;
        let pool = ReaderPool::new(reader_settings(&settings));
        let embedder = embedder(&settings, data, &services)?;
        let library = library(&settings, data, &store, &Arc::new(pool.clone()), embedder.clone()).await?;
        let kept: (Arc<dyn Scratch>, Arc<dyn Documents>) = (store.scratch(), store.clone());
        let handed = Handed::default();
        let sites =
            Sites { allow: settings.reader.allow_sites.clone(), block: settings.reader.block_sites.clone() };
        let reader = Arc::new(sharing_reader(&settings, pool, kept, shared.pages())?);
        let reader = Arc::new(HandedReader::new(reader, handed.clone(), sites));
        let calls = Bulkheads(settings.worker.calls);
        let mut searches = vec![calls.search(library.clone())];
        let scratch = store.scratch();
        let Shared { redis, rates, quotas, common } = shared;
        let keeping = Keeping { quotas, rates, scratch, common, handed };
        searches.extend(search::providers(&settings, &services, &keeping));
        let mut models = models(&settings, &services)?;
        let board = noted::Board::default();
        let searches = searches.into_iter().map(|search| Outlet::new(board.search(search)));
        let searches = searches.collect();
        let by_name = std::mem::take(&mut models.by_name).into_iter();
        let by_name =
            by_name.map(|(name, model)| (name, Outlet::new(calls.model(board.model(model))))).collect();
        let ports = Ports {
            decide: Arc::new(Rules),
            understand: Arc::new(Rules),
            journal: store.clone(),
            documents: store.clone(),
            threads: store.clone(),
            budgets: store.clone(),
            searches,
            reader,
            resolver: search::resolver(&settings, &services, &keeping).map(Outlet::new),
            models: by_name,
            embedder: embedder.map(Outlet::new),
            reranker: reranker(&settings, data)?,
            screen: Some(moderation::screen(&settings)?),
            moderator: moderation::moderator(&settings, &services)?,
            scratch: store.scratch(),
            lessons: store.clone(),
            answers: store.clone(),
            preferences: store.clone(),
            people: store.clone(),
            shares: store.clone(),
            links: store.clone(),
            edits: store.clone(),
            articles: Some(store.clone()),
            watches: store.clone(),
            deltas: Deltas::default(),
            clock: Arc::new(SystemClock),
            thinking: Ports::thinking_room(),
        };
        let ports = between(ports, &mut models.roles);
        let service = Service::new(ports.clone(), defaults(&settings, models)?);
        let (data, ready) = (data.to_owned(), ready::Readiness::default());
        Ok(App { settings, data, store, redis, library, service, ports, services, board, ready })
    }

    /// A worker of this process. Others take over its jobs as soon as this process ends or, if it is killed
    /// and the store is on a server, as soon as its lease expires.
    pub fn worker(&self, halt: CancellationToken) -> Result<Worker> {
        let name = self.store.incarnation()?;
        let settings = &self.settings.worker;
        let settings = WorkerSettings {
            jobs: capacity::jobs(settings.jobs),
            poll: settings.poll(),
            lease: settings.lease(),
            grace: settings.grace(),
        };
        Ok(self.service.worker(name, settings, halt))
    }

    /// Number of readable documents in the library.
    pub async fn library_documents(&self) -> Result<u64> {
        Ok(self.library.list().await?.iter().map(|entry| entry.documents).sum())
    }

    pub async fn close(self) {
        self.store.close().await;
    }
}

pub async fn store(settings: &Settings, data: &Path) -> Result<Arc<dyn Store>> {
    Ok(gorkd_store::open(settings.store.location(data), store_options(settings)).await?)
}

pub fn store_options(settings: &Settings) -> StoreOptions {
    let store = &settings.store;
    StoreOptions {
        sqlite: SqliteOptions {
            busy_timeout: store.busy_timeout(),
            readers: store.readers,
            max_bytes: store.max_bytes(),
            ..SqliteOptions::default()
        },
        postgres: PostgresOptions {
            busy_timeout: store.busy_timeout(),
            connections: store.connections,
            ..PostgresOptions::default()
        },
    }
}

async fn library(
    settings: &Settings,
    data: &Path,
    store: &Arc<dyn Store>,
    reader: &Arc<ReaderPool>,
    embedder: Option<Arc<dyn Embedder>>,
) -> Result<Arc<Library>> {
    let library = &settings.library;
    let options = LibrarySettings {
        readers: settings.reader.children(),
        max_bytes: library.max_file_bytes(),
        timeout: library.file_timeout(),
        index_memory: library.index_memory_bytes(),
        links: library.links,
        ..LibrarySettings::of(READING)
    };
    let (shelf, documents) = (store.clone(), store.clone());
    let opened = Library::open(&data.join("index"), shelf, documents, reader.clone(), options).await;
    let library = opened.context("the library can't be opened")?;
    Ok(Arc::new(match embedder {
        Some(embedder) => library.with_embedder(embedder),
        None => library,
    }))
}

fn defaults(settings: &Settings, models: WiredModels) -> Result<AskDefaults> {
    let budgets: BTreeMap<Profile, _> = settings.profiles.clone();
    let ask = &settings.ask;
    Ok(AskDefaults {
        terms: Terms {
            profile: ask.profile,
            planning: ask.planning,
            privacy: ask.privacy,
            ..Terms::default()
        },
        budgets,
        admission: AdmissionSettings {
            runs: settings.admission.runs,
            per_minutes: settings.admission.per_minutes,
            exempt: settings.admission.exempt.clone(),
        },
        moderation: settings.moderation.settings(),
        models: models.roles,
        prices: Prices { models: models.prices.models, ..search::prices(settings) },
        limits: settings.budgets.limits(),
        reply_within_ms: ask.reply_within_seconds * 1000,
        domains: domains::domains(settings)?,
        gates: settings.approval.gates(ask.ask_back, ask.gate.flip()),
        known: KnownSettings {
            reuse: settings.answers.reuse,
            news_ms: settings.answers.news_hours * 3_600_000,
            other_ms: settings.answers.days * 86_400_000,
        },
        file_bytes: settings.library.max_file_bytes(),
        file_ms: u64::try_from(settings.library.file_timeout().as_millis()).unwrap_or(u64::MAX),
        watch_every_ms: settings.watches.shortest_minutes * 60_000,
        share_days: settings.web.share_days,
        line: settings.admission.line,
    })
}
