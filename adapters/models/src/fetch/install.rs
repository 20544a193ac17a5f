//! The folder of downloaded models. Installs a model only once it is complete and has been tested.

use super::download::{Downloads, Patience, RemoteFile, discard};
use super::{NotFetched, Order, Source, Watch, archive, check};
use crate::local::{DESCRIPTION, Description, Kind, LocalEmbedder, LocalReranker, TOKENIZER, WEIGHTS};
use gorkd_net::{Guard, Http};
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

pub struct Shelf {
    folder: PathBuf,
    guard: Guard,
    http: Http,
    user_agent: String,
    patience: Patience,
}

/// Partial downloads.
const PARTS: &str = ".parts";
const LOCK: &str = ".lock";
/// Prefix for a model that is being installed, and for the one that it replaces.
const NEW: &str = ".new-";
const OLD: &str = ".old-";

impl Shelf {
    pub fn new(folder: PathBuf, guard: Guard, http: Http, user_agent: &str) -> Self {
        let user_agent = user_agent.to_owned();
        Self { folder, guard, http, user_agent, patience: Patience::default() }
    }

    /// As `new`, with other timeouts.
    pub fn with_patience(self, patience: Patience) -> Self {
        Self { patience, ..self }
    }

    /// Downloads a model into its folder, replacing an earlier one.
    pub async fn get(&self, order: &Order, watch: &Watch<'_>) -> Result<(), NotFetched> {
        let _lock = self.lock()?;
        self.tidy(&order.name)?;
        let weights = self.fetch(WEIGHTS, &order.weights, watch).await?;
        let tokenizer = self.fetch(TOKENIZER, &order.tokenizer, watch).await?;
        let new = self.folder.join(format!("{NEW}{}", order.name));
        fs::create_dir_all(&new).map_err(|error| NotFetched::writing(&new, error))?;
        put_together(&new, &weights, &tokenizer, &order.description)?;
        let tried = try_out(&new, order.description.kind).await;
        if let Err(why) = tried {
            let _ = fs::remove_dir_all(&new);
            return Err(why);
        }
        self.swap(&order.name, &new)
    }

    /// Removes a model and its partial downloads. Returns false if it was not there.
    pub fn remove(&self, name: &str) -> Result<bool, NotFetched> {
        if !self.folder.is_dir() {
            return Ok(false);
        }
        let _lock = self.lock()?;
        self.tidy(name)?;
        let (place, old) = (self.folder.join(name), self.folder.join(format!("{OLD}{name}")));
        let there = place.is_dir();
        if there {
            fs::rename(&place, &old).map_err(|error| NotFetched::writing(&place, error))?;
        }
        for folder in [old, self.folder.join(PARTS)] {
            gone(&folder)?;
        }
        Ok(there)
    }

    /// The path of a verified file, downloaded directly or extracted from a verified archive.
    async fn fetch(&self, file: &str, source: &Source, watch: &Watch<'_>) -> Result<PathBuf, NotFetched> {
        let parts = self.folder.join(PARTS);
        fs::create_dir_all(&parts).map_err(|error| NotFetched::writing(&parts, error))?;
        let part = parts.join(&source.sha256);
        match &source.inside {
            Some(inside) => self.packed(file, source, inside, &part, watch).await?,
            None => self.plain(file, source, &part, watch).await?,
        }
        Ok(part)
    }

    async fn plain(
        &self,
        file: &str,
        source: &Source,
        part: &Path,
        watch: &Watch<'_>,
    ) -> Result<(), NotFetched> {
        loop {
            let begun = part.exists();
            let wanted = RemoteFile { file, url: &source.url, bytes: source.bytes };
            self.downloads().file(&wanted, part, watch).await?;
            let Err(why) = checked(file, part, source).await else { return Ok(()) };
            // It must not be mistaken for the start of the right file, as happened to the one it may have
            // continued.
            discard(part).await?;
            if !begun {
                return Err(why);
            }
        }
    }

    async fn packed(
        &self,
        file: &str,
        source: &Source,
        inside: &str,
        part: &Path,
        watch: &Watch<'_>,
    ) -> Result<(), NotFetched> {
        // There is no checksum for the archive, so leftovers of another process are not trusted. The
        // archive's second file finds it complete.
        let archive = part.with_file_name(format!("archive-{}-{}", std::process::id(), name_of(source)));
        let whole = archive.with_extension("zip");
        if !whole.exists() {
            let wanted = RemoteFile { file, url: &source.url, bytes: None };
            self.downloads().file(&wanted, &archive, watch).await?;
            fs::rename(&archive, &whole).map_err(|error| NotFetched::writing(&whole, error))?;
        }
        let (file, inside, source, to) =
            (file.to_owned(), inside.to_owned(), source.clone(), part.to_owned());
        let from = whole.clone();
        let work = move || archive::take_out(&file, &from, &inside, &to, &source);
        let taken = blocking(part, work).await;
        if matches!(taken, Err(NotFetched::NoArchive(_))) {
            // The next attempt would continue from it.
            discard(&whole).await?;
        }
        taken
    }

    fn downloads(&self) -> Downloads<'_> {
        Downloads {
            guard: &self.guard,
            http: &self.http,
            user_agent: &self.user_agent,
            patience: self.patience,
        }
    }

    /// Only one process at a time.
    fn lock(&self) -> Result<File, NotFetched> {
        fs::create_dir_all(&self.folder).map_err(|error| NotFetched::writing(&self.folder, error))?;
        let path = self.folder.join(LOCK);
        let file = File::create(&path).map_err(|error| NotFetched::writing(&path, error))?;
        file.try_lock().map_err(|_| NotFetched::Busy(self.folder.display().to_string()))?;
        Ok(file)
    }

    /// Cleans up after a killed process, and restores a model that it had set aside.
    fn tidy(&self, name: &str) -> Result<(), NotFetched> {
        let (place, old) = (self.folder.join(name), self.folder.join(format!("{OLD}{name}")));
        gone(&self.folder.join(format!("{NEW}{name}")))?;
        if old.is_dir() && !place.exists() {
            return fs::rename(&old, &place).map_err(|error| NotFetched::writing(&place, error));
        }
        gone(&old)
    }

    fn swap(&self, name: &str, new: &Path) -> Result<(), NotFetched> {
        let (place, old) = (self.folder.join(name), self.folder.join(format!("{OLD}{name}")));
        if place.exists() {
            fs::rename(&place, &old).map_err(|error| NotFetched::writing(&place, error))?;
        }
        fs::rename(new, &place).map_err(|error| NotFetched::writing(&place, error))?;
        // Syncs the directory entries too. If a folder cannot be synced, nothing can be done about it.
        let _ = File::open(&self.folder).and_then(|folder| folder.sync_all());
        gone(&old)?;
        gone(&self.folder.join(PARTS))
    }
}

fn name_of(source: &Source) -> String {
    let sum = Sha256::digest(source.url.as_str().as_bytes());
    sum.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

async fn checked(file: &str, path: &Path, source: &Source) -> Result<(), NotFetched> {
    let (file, owned, source) = (file.to_owned(), path.to_owned(), source.clone());
    blocking(path, move || check(&file, &owned, &source)).await
}

async fn blocking(
    path: &Path,
    work: impl FnOnce() -> Result<(), NotFetched> + Send + 'static,
) -> Result<(), NotFetched> {
    let ended = tokio::task::spawn_blocking(work).await;
    ended.unwrap_or_else(|_| Err(NotFetched::writing(path, io::Error::other("the work on it failed"))))
}

/// Writes the files of a model folder, synced to disk.
fn put_together(
    new: &Path,
    weights: &Path,
    tokenizer: &Path,
    description: &Description,
) -> Result<(), NotFetched> {
    for (from, name) in [(weights, WEIGHTS), (tokenizer, TOKENIZER)] {
        let to = new.join(name);
        fs::rename(from, &to).map_err(|error| NotFetched::writing(&to, error))?;
    }
    without_padding(&new.join(TOKENIZER))?;
    let path = new.join(DESCRIPTION);
    let text = toml::to_string(description)
        .map_err(|error| NotFetched::Disk(path.display().to_string(), io::Error::other(error)))?;
    fs::write(&path, text).map_err(|error| NotFetched::writing(&path, error))?;
    for name in [WEIGHTS, TOKENIZER, DESCRIPTION] {
        let path = new.join(name);
        let synced = File::open(&path).and_then(|file| file.sync_all());
        synced.map_err(|error| NotFetched::writing(&path, error))?;
    }
    Ok(())
}

/// Some published tokenizers pad every text to 512 tokens. gorkd never does, and other programs that use the
/// folder should not either.
fn without_padding(path: &Path) -> Result<(), NotFetched> {
    let read = fs::read(path).map_err(|error| NotFetched::writing(path, error))?;
    // Invalid JSON is detected when the model is tested.
    let Ok(mut tokenizer) = serde_json::from_slice::<serde_json::Value>(&read) else { return Ok(()) };
    match tokenizer.get_mut("padding") {
        Some(padding) if !padding.is_null() => *padding = serde_json::Value::Null,
        Some(_) | None => return Ok(()),
    }
    fs::write(path, tokenizer.to_string()).map_err(|error| NotFetched::writing(path, error))
}

async fn try_out(folder: &Path, kind: Option<Kind>) -> Result<(), NotFetched> {
    match kind {
        Some(Kind::Reranker) => LocalReranker::new(folder)?.check().await?,
        Some(Kind::Embedder) | None => LocalEmbedder::new(folder)?.check().await?,
    }
    Ok(())
}

fn gone(folder: &Path) -> Result<(), NotFetched> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(NotFetched::writing(folder, error)),
        Ok(()) | Err(_) => Ok(()),
    }
}
