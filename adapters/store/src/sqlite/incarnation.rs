//! Who lives: a locked file for every worker.
//!
//! The system gives up a lock the moment its process ends, however it ends; so a worker whose file can be
//! locked by somebody else is dead, whatever its lease says.

use gorkd_core::ports::StoreError;
use std::fs::{File, OpenOptions};
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What the lock of a worker's name says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Life {
    /// Locked: its process runs. Its lease may still have run out.
    Held,
    /// Its process is gone.
    Gone,
    /// No such file: only its lease can tell.
    Unlocked,
}

pub(super) struct Incarnations {
    folder: PathBuf,
    /// Dropping a file gives up its lock.
    own: Mutex<Vec<(String, File)>>,
}

impl Incarnations {
    pub fn of_folder(folder: PathBuf) -> Self {
        Self { folder, own: Mutex::new(Vec::new()) }
    }

    /// A new name, alive from now on.
    pub fn begin(&self) -> Result<String, StoreError> {
        let name = format!("wrk_{}", uuid::Uuid::now_v7().simple());
        // Locked before it bears its name: nobody can find it unlocked and take it for dead.
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
        // A foreign name may be anything; only names of our making have files.
        if worker.is_empty() || !worker.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return Life::Unlocked;
        }
        match OpenOptions::new().read(true).open(self.path(worker)) {
            // Shared, so that two that look at once do not take each other for the owner.
            Ok(file) => match file.try_lock_shared() {
                Ok(()) => Life::Gone,
                Err(_) => Life::Held,
            },
            Err(error) if error.kind() == ErrorKind::NotFound => Life::Unlocked,
            Err(_) => Life::Held,
        }
    }

    /// Names of this store's workers.
    pub fn names(&self) -> Vec<String> {
        self.lock().iter().map(|(name, _)| name.clone()).collect()
    }

    /// Workers of this store end in good order. Their rows must be gone from the table.
    pub fn end(&self) {
        let own = std::mem::take(&mut *self.lock());
        let names: Vec<String> = own.iter().map(|(name, _)| name.clone()).collect();
        self.clear(&names);
    }

    /// Names whose process is gone.
    pub fn dead(&self) -> Result<Vec<String>, StoreError> {
        self.names_by(Life::Gone)
    }

    /// Some process works on this folder.
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

    /// Removes the files of workers that are gone.
    pub fn clear(&self, workers: &[String]) {
        for worker in workers {
            if let Err(error) = std::fs::remove_file(self.path(worker))
                && error.kind() != ErrorKind::NotFound
            {
                tracing::debug!(worker, %error, "the lock file of a worker that is gone stays");
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
