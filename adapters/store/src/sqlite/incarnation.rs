//! Worker liveness: one locked file per worker.
//!
//! The operating system releases a lock the moment its process ends, in whatever way. So a worker whose file
//! can be locked by others is dead, whatever its lease says.

use gorkd_core::ports::StoreError;
use std::fs::{File, OpenOptions};
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a worker's lock file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Life {
    /// Locked: its process is running. Its lease may have expired anyway.
    Held,
    /// Its process has ended.
    Gone,
    /// There is no such file; only its lease can tell.
    Unlocked,
}

pub(super) struct Incarnations {
    folder: PathBuf,
    /// Dropping a file releases its lock.
    own: Mutex<Vec<(String, File)>>,
}

impl Incarnations {
    pub fn of_folder(folder: PathBuf) -> Self {
        Self { folder, own: Mutex::new(Vec::new()) }
    }

    /// Creates a new name, alive from now on.
    pub fn begin(&self) -> Result<String, StoreError> {
        let name = format!("wrk_{}", uuid::Uuid::now_v7().simple());
        // Locked before it gets its name, so that nobody can find it unlocked and take it for dead.
        let unborn = self.folder.join(format!("{name}.new"));
        let failed = |error: std::io::Error| {
            StoreError::Unavailable(format!(
                "{} cannot be locked ({error}): keep the data on a local disk, let the user that runs gorkd \
                 write in this folder, or choose another one with --data",
                unborn.display()
            ))
        };
        let file = super::open::create_file(&unborn)?;
        file.try_lock().map_err(|error| failed(error.into()))?;
        std::fs::rename(&unborn, self.path(&name)).map_err(failed)?;
        self.lock().push((name.clone(), file));
        Ok(name)
    }

    pub fn life(&self, worker: &str) -> Life {
        // Foreign names can be anything; only names created here have files.
        if worker.is_empty() || !worker.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return Life::Unlocked;
        }
        match OpenOptions::new().read(true).open(self.path(worker)) {
            // A shared lock, so that two concurrent checks do not take each other for the owner.
            Ok(file) => match file.try_lock_shared() {
                Ok(()) => Life::Gone,
                Err(_) => Life::Held,
            },
            Err(error) if error.kind() == ErrorKind::NotFound => Life::Unlocked,
            Err(_) => Life::Held,
        }
    }

    /// The names of this store's workers.
    pub fn names(&self) -> Vec<String> {
        self.lock().iter().map(|(name, _)| name.clone()).collect()
    }

    /// Ends this store's workers in an orderly way. Their rows must be deleted first.
    pub fn end(&self) {
        let own = std::mem::take(&mut *self.lock());
        let names: Vec<String> = own.iter().map(|(name, _)| name.clone()).collect();
        self.clear(&names);
    }

    /// The names of workers whose process has ended.
    pub fn dead(&self) -> Result<Vec<String>, StoreError> {
        self.names_by(Life::Gone)
    }

    /// Whether any process is working on this folder.
    pub fn any_alive(&self) -> Result<bool, StoreError> {
        Ok(!self.names_by(Life::Held)?.is_empty())
    }

    fn names_by(&self, life: Life) -> Result<Vec<String>, StoreError> {
        let failed = |error: std::io::Error| {
            StoreError::Unavailable(format!(
                "the folder {} cannot be listed ({error}): let the user that runs gorkd read it",
                self.folder.display()
            ))
        };
        let mut names = Vec::new();
        for entry in std::fs::read_dir(&self.folder).map_err(failed)? {
            let name = entry.map_err(failed)?.file_name();
            if let Some(worker) = name.to_str().and_then(|name| name.strip_suffix(".lock"))
                && self.life(worker) == life
            {
                names.push(worker.to_owned());
            }
        }
        Ok(names)
    }

    /// Removes the files of dead workers.
    pub fn clear(&self, workers: &[String]) {
        for worker in workers {
            if let Err(error) = std::fs::remove_file(self.path(worker))
                && error.kind() != ErrorKind::NotFound
            {
                tracing::debug!(worker, %error, "failed to remove the lock file of a dead worker");
            }
        }
    }

    fn path(&self, worker: &str) -> PathBuf {
        self.folder.join(format!("{worker}.lock"))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(String, File)>> {
        self.own.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
