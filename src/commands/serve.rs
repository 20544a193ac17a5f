//! `gorkd serve`: carries out its roles (answers over HTTP, runs jobs, keeps the library up to date, serves
//! chats, runs scheduled work) until told to stop. Whatever its roles, it reports its health.
//!
//! Shutdown is ordered: no new requests and no new work; streams end, so that clients reconnect elsewhere;
//! running work finishes; the store is closed last.

use super::chats::Chats;
use super::print;
use crate::settings::Settings;
use crate::wire::web::Listening;
use crate::wire::{App, chat, drafts, web};
use gorkd_cli::{Exit, Role, ServeArgs};
use gorkd_core::engine::{Clock, SystemClock};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use tracing::{debug, info, warn};

/// How often expired cache entries are deleted.
const PRUNE_EVERY: Duration = Duration::from_secs(600);

/// Takes its port. Comes first, so that a port already in use is reported before the store and the library are opened.
pub async fn listen(settings: &Settings, args: &ServeArgs) -> anyhow::Result<Listening> {
    web::listen(settings, !answers(settings, args)).await
}

/// Whether it answers questions over HTTP, not only about its health.
fn answers(settings: &Settings, args: &ServeArgs) -> bool {
    settings.web.enabled && args.runs(Role::Web)
}

pub async fn serve(app: &App, args: &ServeArgs, listening: Listening) -> anyhow::Result<Exit> {
    let halt = listening.halt();
    let answers = answers(&app.settings, args);
    web::bootstrap_key(app).await?;
    web::warn_of_keys(app).await?;
    let worker = app.worker(halt.clone())?;
    let library = Arc::new(AtomicU64::new(app.library_documents().await?));
    let signals = tokio::spawn(until_told_to_stop(halt.clone()));
    let Chats { routes, running } = Chats::of(app, args, answers)?;
    listening.open(app, library.clone(), routes).await?;
    tell_where(&listening);
    let (works, keeps_time) = (args.runs(Role::Worker), args.runs(Role::Scheduler));
    info!(worker = worker.name(), works, "up; SIGTERM or Ctrl-C ends it");
    let working = async {
        if works {
            worker.run().await?;
        } else {
            halt.cancelled().await;
        }
        anyhow::Ok(())
    };
    let watching = async {
        if args.runs(Role::Library) {
            watch(app, &library, &halt).await;
        } else {
            count(app, &library, &halt).await;
        }
    };
    // Each machine that answers needs the vectors of the library, as it needs its index.
    let embedding = async {
        if works || answers {
            embed(app, &halt).await;
        }
    };
    let scheduling = async {
        if keeps_time {
            tokio::join!(look_at_watches(app, &halt), chat::sweep(app, &halt));
        }
    };
    let (answered, worked, talked, (), (), (), (), ()) = tokio::join!(
        or_halt(listening.ended(), &halt),
        or_halt(working, &halt),
        or_halt(running.run(app, &halt), &halt),
        watching,
        embedding,
        scheduling,
        prune(app, &halt),
        drafts::relay(app, &halt)
    );
    signals.abort();
    answered.and(worked).and(talked)?;
    info!("stopped");
    Ok(Exit::Answered)
}

fn tell_where(listening: &Listening) {
    let (address, public) = listening.addresses();
    if listening.is_health_only() {
        info!(%address, "listening for health checks");
        print(&format!("gorkd answers health checks at {address}\n"));
        return;
    }
    info!(%address, "listening");
    print(&format!("gorkd is listening at {address}\n"));
    if let Some(public) = public {
        print(&format!("and people reach it at {public}\n"));
    }
}

/// If one part fails, the others end too.
async fn or_halt(
    part: impl Future<Output = anyhow::Result<()>>,
    halt: &CancellationToken,
) -> anyhow::Result<()> {
    let ended = part.await;
    if ended.is_err() {
        halt.cancel();
    }
    ended
}

/// Takes the next step of due watches.
async fn look_at_watches(app: &App, halt: &CancellationToken) {
    let Some(every) = app.settings.watches.look() else { return };
    loop {
        match app.service.look_at_watches().await {
            Ok(changed) => {
                for watch in changed {
                    info!(watch = watch.id, "a watched answer has changed");
                    chat::tell_change(app, &watch).await;
                }
            }
            Err(refusal) => warn!(reason = refusal.message, "failed to check watches"),
        }
        let Some(()) = halt.run_until_cancelled(tokio::time::sleep(every)).await else { return };
    }
}

/// Looks for new, changed and removed library files.
async fn watch(app: &App, library: &AtomicU64, halt: &CancellationToken) {
    let Some(every) = app.settings.library.watch() else { return };
    loop {
        let Some(()) = halt.run_until_cancelled(tokio::time::sleep(every)).await else { return };
        // An interrupted sync leaves complete batches and continues from there next time.
        let Some(synced) = halt.run_until_cancelled(app.library.sync(&())).await else { return };
        match synced {
            Ok(report) => {
                let changed: u64 = report.roots.iter().map(|root| root.read + root.removed).sum();
                if changed > 0 {
                    info!(changed, "the library was updated");
                }
                for root in report.roots.iter().filter(|root| root.kept.is_some()) {
                    debug!(root = root.path, "a folder of the library is not accessible; its index is kept");
                }
            }
            Err(error) => warn!(%error, "failed to update the library"),
        }
        recount(app, library).await;
    }
}

/// Makes vectors of what is new in the library, on one core.
async fn embed(app: &App, halt: &CancellationToken) {
    let every = app.settings.library.watch();
    loop {
        let Some(embedded) = halt.run_until_cancelled(app.library.embed(&(), 1)).await else { return };
        match embedded {
            Ok(0) => {}
            Ok(documents) => info!(documents, "made vectors of new documents in the library"),
            Err(error) => {
                warn!(%error, "failed to make vectors of the library; it is searched by words alone")
            }
        }
        let Some(every) = every else { return };
        let Some(()) = halt.run_until_cancelled(tokio::time::sleep(every)).await else { return };
    }
}

/// Another process may keep the library up to date, so this one reads its size at the same interval.
async fn count(app: &App, library: &AtomicU64, halt: &CancellationToken) {
    let Some(every) = app.settings.library.watch() else { return };
    loop {
        let Some(()) = halt.run_until_cancelled(tokio::time::sleep(every)).await else { return };
        recount(app, library).await;
    }
}

async fn recount(app: &App, library: &AtomicU64) {
    match app.library_documents().await {
        Ok(documents) => library.store(documents, Ordering::Relaxed),
        Err(error) => warn!(%error, "failed to count the documents of the library"),
    }
}

/// Every process has a cache on its own machine.
async fn prune(app: &App, halt: &CancellationToken) {
    loop {
        match app.store.prune(SystemClock.now()).await {
            Ok(0) => {}
            Ok(entries) => debug!(entries, "expired entries were removed from the cache"),
            Err(error) => warn!(%error, "failed to prune the cache"),
        }
        let Some(()) = halt.run_until_cancelled(tokio::time::sleep(PRUNE_EVERY)).await else { return };
    }
}

/// Cancels `halt` on SIGTERM or Ctrl-C.
pub async fn until_told_to_stop(halt: CancellationToken) {
    told_to_stop().await;
    info!("shutting down: no new runs are started, active ones may finish");
    halt.cancel();
}

#[cfg(unix)]
async fn told_to_stop() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut terminate) => {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
        }
        Err(_) => _ = tokio::signal::ctrl_c().await,
    }
}

#[cfg(not(unix))]
async fn told_to_stop() {
    let _ = tokio::signal::ctrl_c().await;
}
