//! Brings the library up to date with the folders on disk.
//!
//! A folder that is missing, or suddenly empty, is assumed to be unmounted. Its documents stay until a person
//! removes it.

use super::address::{absolute, site, url_of};
use super::intake::{Task, ingest};
use super::progress::{Counts, Phase, Progress, RootEntry, RootReport, SyncReport};
use super::walk::{self, Listing};
use super::{Library, LibraryError, lock};
use gorkd_core::model::Millis;
use gorkd_core::ports::{LibraryBatch, LibraryFile, LibraryRoot};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How many files leave the library together.
pub(super) const TOGETHER: usize = 100;

/// After they have left, others can write to the store for as long as that took.
const PAUSES: [Duration; 2] = [Duration::from_millis(20), Duration::from_secs(1)];

/// How many files are read before the index follows. Until it does, those that have another text now are not found.
pub(super) const PORTION: usize = 500;

impl Library {
    /// Adds files and folders and reads them. With `base_url`, documents are cited by their address on that
    /// site. A folder that is already in the library is synced, and takes the new base address if one is
    /// given.
    pub async fn add(
        &self,
        paths: &[PathBuf],
        base_url: Option<&str>,
        progress: &dyn Progress,
    ) -> Result<SyncReport, LibraryError> {
        let base_url = base_url.map(site).transpose()?.map(String::from);
        let _lock = self.lock(progress).await?;
        let mut known = self.shelf.roots().await?;
        let mut roots = Vec::new();
        let mut new = Vec::new();
        for path in paths {
            let root = self.admit(path, base_url.as_deref(), &known)?;
            if !known.contains(&root) {
                known.retain(|other| other.path != root.path);
                known.push(root.clone());
                new.push(root.clone());
            }
            if !roots.contains(&root) {
                roots.push(root);
            }
        }
        // Checked up front, so that a refused path does not leave the others half added.
        for root in &new {
            self.shelf.put_root(root).await?;
        }
        self.sync_roots(roots, progress).await
    }

    /// Syncs all folders.
    pub async fn sync(&self, progress: &dyn Progress) -> Result<SyncReport, LibraryError> {
        let _lock = self.lock(progress).await?;
        let roots = self.shelf.roots().await?;
        self.sync_roots(roots, progress).await
    }

    /// All folders and what each one contains.
    pub async fn list(&self) -> Result<Vec<RootEntry>, LibraryError> {
        let mut entries = Vec::new();
        for root in self.shelf.roots().await? {
            let files = self.shelf.files(&root.path).await?;
            let documents = files.iter().filter(|file| file.hash.is_some()).count() as u64;
            entries.push(RootEntry { root, documents, failed: files.len() as u64 - documents });
        }
        Ok(entries)
    }

    /// Removes a folder from the library, whether or not it still exists. Files on disk are not touched. If this is
    /// interrupted, the folder is still in the library, and removing it again continues.
    pub async fn remove(&self, path: &Path) -> Result<(), LibraryError> {
        let _lock = self.lock(&()).await?;
        let wanted = absolute(path)?.to_string_lossy().into_owned();
        let roots = self.shelf.roots().await?;
        let Some(root) = roots.iter().find(|root| root.path == wanted || Path::new(&root.path) == path)
        else {
            let within = roots.iter().find(|root| Path::new(&wanted).starts_with(&root.path));
            return Err(LibraryError::Refused(match within {
                Some(root) => format!(
                    "{wanted} was not added by itself. It is inside {}, which you can remove as a whole.",
                    root.path
                ),
                None => format!("{wanted} is not in the library."),
            }));
        };
        let files = self.shelf.files(&root.path).await?;
        self.take_out(files.into_iter().map(|file| file.path).collect()).await?;
        self.shelf.remove_root(&root.path).await?;
        self.catch_up_locked(&()).await?;
        self.forget_vectors().await
    }

    /// Removes files from the store, a few at a time, so that nobody else has to wait for all of them.
    async fn take_out(&self, files: Vec<String>) -> Result<(), LibraryError> {
        let [least, most] = PAUSES;
        for few in files.chunks(TOGETHER) {
            let began = Instant::now();
            self.shelf.commit(LibraryBatch { removed: few.to_vec(), ..LibraryBatch::default() }).await?;
            tokio::time::sleep(began.elapsed().clamp(least, most)).await;
        }
        Ok(())
    }

    async fn lock(&self, progress: &dyn Progress) -> Result<lock::Lock, LibraryError> {
        lock::lock(&self.dir, || progress.update(&Counts::default())).await
    }

    /// Returns the root for a path, or the reason why the path is refused.
    fn admit(
        &self,
        path: &Path,
        base_url: Option<&str>,
        known: &[LibraryRoot],
    ) -> Result<LibraryRoot, LibraryError> {
        let path = absolute(path)?;
        let Some(text) = path.to_str() else {
            return Err(LibraryError::Refused(format!("{} is not valid Unicode.", path.display())));
        };
        if let Some(root) = known.iter().find(|root| root.path == text) {
            let mut root = root.clone();
            if base_url.is_some() {
                root.base_url = base_url.map(str::to_owned);
            }
            return Ok(root);
        }
        if !path.exists() {
            return Err(LibraryError::Refused(format!("{text} does not exist.")));
        }
        for root in known {
            if path.starts_with(&root.path) {
                return Err(LibraryError::Refused(format!(
                    "{text} is inside {}, which is already in the library.",
                    root.path
                )));
            }
            if Path::new(&root.path).starts_with(&path) {
                return Err(LibraryError::Refused(format!(
                    "{} is inside {text} and already in the library; remove it first.",
                    root.path
                )));
            }
        }
        let base_url = base_url.map(str::to_owned);
        Ok(LibraryRoot { path: text.to_owned(), base_url, added_at: now(), synced_at: None })
    }

    async fn sync_roots(
        &self,
        roots: Vec<LibraryRoot>,
        progress: &dyn Progress,
    ) -> Result<SyncReport, LibraryError> {
        let mut report = SyncReport::default();
        for root in roots {
            report.roots.push(self.sync_root(root, progress).await?);
        }
        self.catch_up_locked(progress).await?;
        Ok(report)
    }

    async fn sync_root(
        &self,
        root: LibraryRoot,
        progress: &dyn Progress,
    ) -> Result<RootReport, LibraryError> {
        progress.update(&Counts { phase: Phase::Looking, root: root.path.clone(), ..Counts::default() });
        let mut report = RootReport { path: root.path.clone(), ..RootReport::default() };
        let known = self.shelf.files(&root.path).await?;
        let path = PathBuf::from(&root.path);
        if !path.exists() {
            report.kept = Some(format!(
                "{} is not there. Its {} files stay in the library until it is back or removed.",
                root.path,
                known.len()
            ));
            return Ok(report);
        }
        let links = self.settings.links;
        let listing = tokio::task::spawn_blocking(move || walk::list(&path, links))
            .await
            .map_err(|error| LibraryError::Index(error.to_string()))?;
        if listing.empty && !known.is_empty() {
            report.kept = Some(format!(
                "{} is empty now, as if it were not mounted. Its {} files stay in the library until they are \
                 back or the folder is removed.",
                root.path,
                known.len()
            ));
            return Ok(report);
        }
        let work = compare(&root, &listing, known, self.settings.reading, &mut report)?;
        report.unread = listing.unread;
        report.notes.extend(listing.closed.into_iter().map(|(_, sentence)| sentence));
        if listing.outside > 0 {
            report.notes.push(match listing.outside {
                1 => "One link leads out of the folder and was not followed; see library.links.".to_owned(),
                links => {
                    format!("{links} links lead out of the folder and were not followed; see library.links.")
                }
            });
        }
        self.take_out(work.gone).await?;
        if !work.nameless.is_empty() {
            self.shelf.commit(LibraryBatch { failed: work.nameless, ..LibraryBatch::default() }).await?;
        }
        self.take_in(work.tasks, &mut report, progress).await?;
        report.failed.sort();
        self.shelf.put_root(&LibraryRoot { synced_at: Some(now()), ..root }).await?;
        Ok(report)
    }

    /// Reads files into the store. The index follows them now and then, but not the last ones.
    async fn take_in(
        &self,
        tasks: Vec<Task>,
        report: &mut RootReport,
        progress: &dyn Progress,
    ) -> Result<(), LibraryError> {
        let mut counts = Counts {
            phase: Phase::Reading,
            root: report.path.clone(),
            total: tasks.len() as u64,
            ..Counts::default()
        };
        let mut left = tasks;
        while !left.is_empty() {
            let later = left.split_off(left.len().min(PORTION));
            let (reader, limits) = (self.reader.clone(), self.settings.limits());
            let taken = ingest(left, reader, &*self.shelf, limits, &mut counts, progress).await?;
            report.read += taken.read;
            report.touched += taken.touched;
            report.failed.extend(taken.failed);
            left = later;
            if !left.is_empty() {
                self.catch_up_locked(&()).await?;
            }
        }
        Ok(())
    }
}

/// What a sync has to do for one folder.
struct Work {
    tasks: Vec<Task>,
    /// Paths that leave the library before any file is read.
    gone: Vec<String>,
    /// Files whose names cannot be read at all.
    nameless: Vec<LibraryFile>,
}

/// Compares the folder on disk with the store by file size and modification time. What an older reading made counts as
/// changed; what a newer one made does not, or two builds that share a store would take turns reading it.
fn compare(
    root: &LibraryRoot,
    listing: &Listing,
    known: Vec<LibraryFile>,
    reading: u32,
    report: &mut RootReport,
) -> Result<Work, LibraryError> {
    let base = root.base_url.as_deref().map(site).transpose()?;
    let mut known: HashMap<String, LibraryFile> =
        known.into_iter().map(|file| (file.path.clone(), file)).collect();
    let mut work = Work { tasks: Vec::new(), gone: Vec::new(), nameless: Vec::new() };
    for listed in &listing.files {
        let path = listed.path.to_string_lossy().into_owned();
        let before = known.remove(&path);
        let url = url_of(&listed.path, Path::new(&root.path), base.as_ref());
        let file = LibraryFile {
            root: root.path.clone(),
            path,
            url: url.clone().unwrap_or_default(),
            size: listed.size,
            modified: listed.modified,
            reading,
            hash: None,
            error: None,
        };
        if url.is_none() || listed.path.to_str().is_none() {
            let error = "Its name is not valid Unicode.".to_owned();
            report.failed.push((file.path.clone(), error.clone()));
            if before.is_none() {
                work.nameless.push(LibraryFile { error: Some(error), ..file });
            }
            continue;
        }
        let (mut hash, mut keeps) = (None, false);
        if let Some(before) = before {
            let stale = before.reading < reading;
            let same = (before.size, before.modified) == (file.size, file.modified);
            if before.url != file.url {
                // The file is removed under its old address here and comes back under the new one.
                work.gone.push(before.path);
            } else if same && !stale {
                match before.error {
                    Some(error) => report.failed.push((before.path, error)),
                    None => report.unchanged += 1,
                }
                continue;
            } else if stale {
                // The same text can still come with another title or other sections.
                keeps = same && before.error.is_none();
            } else {
                hash = before.hash;
            }
        }
        work.tasks.push(Task { path: listed.path.clone(), file, known: hash, keeps });
    }
    let hidden = |path: &str| listing.closed.iter().any(|(closed, _)| Path::new(path).starts_with(closed));
    let mut gone: Vec<String> = known.into_keys().filter(|path| !hidden(path)).collect();
    gone.sort();
    report.removed = gone.len() as u64;
    work.gone.extend(gone);
    Ok(work)
}

fn now() -> Millis {
    Millis(jiff::Timestamp::now().as_millisecond())
}
