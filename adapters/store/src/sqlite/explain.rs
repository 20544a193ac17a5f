//! Turns failures into sentences: which file, what happened, what to do.
//!
//! The sentences are for the operator and contain no row content.

use crate::counting::Errors;
use crate::work::Fault;
use gorkd_core::ports::StoreError;
use std::path::{Path, PathBuf};

/// SQLite's primary result code for a full disk.
const FULL: i32 = 13;

/// A database file, named in the sentences about it.
#[derive(Clone, Debug)]
pub(crate) struct NamedFile {
    path: PathBuf,
    errors: Errors,
}

impl NamedFile {
    pub fn new(path: PathBuf) -> Self {
        Self { path, errors: Errors::default() }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether there was no room for it a moment ago.
    pub fn lacks_room(&self) -> bool {
        self.errors.lacks_room()
    }

    pub fn error(&self, fault: Fault) -> StoreError {
        match fault {
            Fault::Refused(error) => error,
            Fault::Database(error) => self.database(&error),
            Fault::Damaged(what) => self.damaged(&what),
        }
    }

    pub fn damaged(&self, what: &str) -> StoreError {
        self.errors.counted(StoreError::Unavailable(format!(
            "{} is damaged: {what}. Stop gorkd, keep a copy of the file, and restore a backup or recover \
             it with `sqlite3 … .recover`",
            self.path.display()
        )))
    }

    pub fn database(&self, error: &sqlx::Error) -> StoreError {
        self.errors.counted(self.explained(error))
    }

    fn explained(&self, error: &sqlx::Error) -> StoreError {
        StoreError::Unavailable(match error {
            sqlx::Error::Database(inner) => {
                let code = inner.code().and_then(|code| code.parse().ok()).unwrap_or(1);
                let sentence = self.sentence(code, inner.message());
                if code & 0xff == FULL {
                    return StoreError::Full(sentence);
                }
                sentence
            }
            sqlx::Error::PoolTimedOut => format!(
                "all readers of {} stayed busy: wait for the load to pass, or look for a slow disk",
                self.path.display()
            ),
            sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed => {
                format!("{} is closed: gorkd is shutting down", self.path.display())
            }
            other => format!("{}: {other}", self.path.display()),
        })
    }

    /// `code` is SQLite's extended result code, <https://www.sqlite.org/rescode.html>; its low byte is the
    /// primary code.
    fn sentence(&self, code: i32, message: &str) -> String {
        let file = self.path.display();
        match code & 0xff {
            5 | 6 => format!(
                "another program keeps {file} locked: stop what holds it (a backup, a database browser, \
                 another gorkd that hangs) and try again"
            ),
            3 | 8 | 23 => format!(
                "{file} cannot be written: let the user that runs gorkd write the file and its folder, or \
                 choose another folder with --data ({message})"
            ),
            10 => format!(
                "the disk failed while reading or writing {file}: check the disk and the system's log, then \
                 start gorkd again ({message}, code {code})"
            ),
            11 => format!(
                "{file} is damaged: stop gorkd, keep a copy of the file, and restore a backup or recover it \
                 with `sqlite3 … .recover` ({message})"
            ),
            FULL => format!(
                "no room for {file}: the disk is full or the file has reached its allowed size. Free some \
                 space and try again; what was stored before is safe"
            ),
            14 => format!(
                "{file} cannot be opened: check that its folder exists and that the user that runs gorkd may \
                 read and write it ({message})"
            ),
            26 => format!(
                "{file} is not a database, or is damaged from its first bytes: move it away, put back a \
                 backup, or choose another folder with --data"
            ),
            _ => format!("{file}: {message} (code {code})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_likely_trouble_names_the_file_and_what_to_do() {
        let file = NamedFile::new("/data/gorkd.db".into());
        for (code, advice) in [
            (5, "try again"),
            (517, "try again"),
            (8, "choose another folder"),
            (1032, "choose another folder"),
            (778, "check the disk"),
            (11, "backup"),
            (13, "Free some space"),
            (14, "check that its folder"),
            (26, "backup"),
        ] {
            let sentence = file.sentence(code, "the library's words");
            assert!(sentence.contains("/data/gorkd.db"), "{sentence}");
            assert!(sentence.contains(advice), "{code}: {sentence}");
        }
    }
}
