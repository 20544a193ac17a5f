//! `gorkd library`: the folders of documents that answers can cite.

use super::{print, print_json};
use crate::wire::App;
use gorkd_cli::screen::{Look, clean, table};
use gorkd_cli::{Exit, LibraryCommand};
use gorkd_search::LibraryError;
use gorkd_search::library::{Counts, Phase, Progress, RootReport, SyncReport};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

pub async fn library(app: &App, command: LibraryCommand) -> anyhow::Result<Exit> {
    let done = match command {
        LibraryCommand::Add { paths, base_url } => add(app, paths, base_url).await,
        LibraryCommand::Sync => sync(app).await,
        LibraryCommand::List { json } => return list(app, json).await,
        LibraryCommand::Remove { path } => {
            let path = std::path::absolute(&path)?;
            app.library.remove(&path).await.map(|()| {
                print(&format!("{} is removed from the library. The files are unchanged.\n", path.display()));
                Exit::Answered
            })
        }
    };
    match done {
        Err(LibraryError::Refused(sentence)) => {
            tell!("{sentence}");
            Ok(Exit::Refused)
        }
        other => Ok(other?),
    }
}

async fn add(app: &App, paths: Vec<PathBuf>, base_url: Option<String>) -> Result<Exit, LibraryError> {
    let bar = Bar::new();
    let show = |counts: &Counts| bar.show(counts);
    let report = app.library.add(&paths, base_url.as_deref(), &show).await?;
    bar.end();
    let exit = told(&report);
    add_vectors(app).await;
    Ok(exit)
}

async fn sync(app: &App) -> Result<Exit, LibraryError> {
    let bar = Bar::new();
    let show = |counts: &Counts| bar.show(counts);
    let report = app.library.sync(&show).await?;
    bar.end();
    if report.roots.is_empty() {
        print("The library is empty. Add a folder with `gorkd library add PATH`.\n");
    }
    let exit = told(&report);
    add_vectors(app).await;
    Ok(exit)
}

/// Makes the vectors that are missing, and says so: it can take longer than reading the files.
async fn add_vectors(app: &App) {
    let bar = Bar::new();
    let made = embed(app, &|counts: &Counts| bar.show(counts)).await;
    bar.end();
    match made {
        0 => {}
        1 => print("1 document can also be searched by meaning now.\n"),
        _ => print(&format!("{made} documents can also be searched by meaning now.\n")),
    }
}

/// Makes the vectors for the search by meaning, on all cores, and returns of how many documents. Documents that lack them
/// are found by words.
pub async fn embed(app: &App, progress: &dyn Progress) -> u64 {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let noted = AtomicBool::new(false);
    let progress = |counts: &Counts| {
        if counts.total > MANY && !noted.swap(true, Ordering::Relaxed) {
            tell!(
                "The documents can be searched now. Vectors for the search by meaning are being made; Ctrl-C stops \
                 that, and `gorkd library sync` or `gorkd serve` goes on."
            );
        }
        progress.update(counts);
    };
    app.library.embed(&progress, cores).await.unwrap_or_else(|error| {
        tell!("Some documents are found by words alone, because their vectors could not be made: {error}");
        0
    })
}

/// Documents whose vectors take so long that somebody may want to stop.
const MANY: u64 = 50;

/// Number of unreadable files to list; the rest are only counted.
const MAX_LISTED: usize = 20;

fn told(report: &SyncReport) -> Exit {
    for root in &report.roots {
        print(&format!("{}\n", sentence(root)));
        for (path, why) in root.failed.iter().take(MAX_LISTED) {
            print(&format!("  not read: {}: {}\n", clean(path), clean(why)));
        }
        if root.failed.len() > MAX_LISTED {
            print(&format!("  and {} more that could not be read\n", root.failed.len() - MAX_LISTED));
        }
        for note in root.notes.iter().chain(&root.kept) {
            print(&format!("  {}\n", clean(note)));
        }
    }
    Exit::Answered
}

fn sentence(root: &RootReport) -> String {
    let mut parts =
        vec![format!("{} read", root.read), format!("{} unchanged", root.unchanged + root.touched)];
    if root.removed > 0 {
        parts.push(format!("{} gone", root.removed));
    }
    if !root.failed.is_empty() {
        parts.push(format!("{} could not be read", root.failed.len()));
    }
    if root.unread.count > 0 {
        let mut endings: Vec<_> = root.unread.endings.iter().collect();
        endings.sort_by_key(|(ending, count)| (std::cmp::Reverse(**count), (*ending).clone()));
        let most: Vec<String> = endings.iter().take(4).map(|(ending, _)| clean(ending)).collect();
        parts.push(format!("{} of other types skipped ({})", root.unread.count, most.join(", ")));
    }
    format!("{}: {}", clean(&root.path), parts.join(", "))
}

async fn list(app: &App, as_json: bool) -> anyhow::Result<Exit> {
    let entries = app.library.list().await?;
    if as_json {
        let rows: Vec<_> = entries
            .iter()
            .map(|entry| {
                json!({
                    "path": entry.root.path,
                    "base_url": entry.root.base_url,
                    "documents": entry.documents,
                    "failed": entry.failed,
                    "synced_at": entry.root.synced_at.map(gorkd_core::view::iso),
                })
            })
            .collect();
        print_json(&rows)?;
    } else if entries.is_empty() {
        print("The library is empty. Add a folder with `gorkd library add PATH`.\n");
    } else {
        let rows: Vec<Vec<String>> = entries
            .iter()
            .map(|entry| {
                vec![
                    entry.root.path.clone(),
                    entry.documents.to_string(),
                    entry.failed.to_string(),
                    entry.root.base_url.clone().unwrap_or_default(),
                ]
            })
            .collect();
        print(&table(&["path", "documents", "not read", "served from"], &rows, Look::of_stdout()));
    }
    Ok(Exit::Answered)
}

/// A progress bar on a terminal, occasional lines elsewhere.
pub struct Bar {
    bar: ProgressBar,
    plain: bool,
    last: std::sync::Mutex<(Option<Phase>, u64)>,
}

/// Files per progress line if there is no terminal for a bar.
const LINE_EVERY: u64 = 500;

impl Bar {
    pub fn new() -> Self {
        let plain = !std::io::stderr().is_terminal();
        let bar = ProgressBar::new(0);
        bar.set_draw_target(if plain {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr_with_hz(8)
        });
        if let Ok(style) = ProgressStyle::with_template("{msg:>12} {bar:30} {pos}/{len} {elapsed}") {
            bar.set_style(style);
        }
        Self { bar, plain, last: std::sync::Mutex::new((None, 0)) }
    }

    pub fn show(&self, counts: &Counts) {
        let what = match counts.phase {
            Phase::Waiting => "waiting for another gorkd to sync this library",
            Phase::Looking => "looking",
            Phase::Reading => "reading",
            Phase::Indexing => "indexing",
            Phase::Embedding => "embedding",
        };
        self.bar.set_length(counts.total);
        self.bar.set_position(counts.done);
        self.bar.set_message(what);
        if self.plain
            && let Ok(mut last) = self.last.lock()
        {
            let new_phase = last.0 != Some(counts.phase);
            if new_phase || counts.done >= last.1 + LINE_EVERY {
                *last = (Some(counts.phase), counts.done);
                if counts.total > 0 && counts.phase != Phase::Looking {
                    tell!("{what}: {} of {}", counts.done, counts.total);
                }
            }
        }
    }

    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}
