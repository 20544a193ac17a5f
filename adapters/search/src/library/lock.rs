//! Allows one sync at a time across all processes: a file lock, which the system releases when its holder
//! dies.

use super::LibraryError;
use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::Duration;

/// Released on drop.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

const POLL: Duration = Duration::from_millis(100);

/// Takes the lock of a library folder if it is free.
pub fn try_lock(dir: &Path) -> Result<Option<Lock>, LibraryError> {
    try_lock_of(dir, "sync.lock")
}

/// Takes the lock with this name if it is free.
pub fn try_lock_of(dir: &Path, name: &str) -> Result<Option<Lock>, LibraryError> {
    let path = dir.join(name);
    let failed = |error| LibraryError::Folder { path: path.clone(), error };
    let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(Lock { _file: file })),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// Waits for the lock. Calls `waiting` once if it has to wait.
pub async fn lock(dir: &Path, waiting: impl FnOnce()) -> Result<Lock, LibraryError> {
    if let Some(lock) = try_lock(dir)? {
        return Ok(lock);
    }
    waiting();
    loop {
        tokio::time::sleep(POLL).await;
        if let Some(lock) = try_lock(dir)? {
            return Ok(lock);
        }
    }
}
