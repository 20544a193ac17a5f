//! Turns failures into sentences: which database, what happened, what to do.
//!
//! The sentences are for the operator. They contain no password and no row content: of a Postgres error, only
//! the message is quoted, never its detail.

use super::pool::Late;
use crate::counting::Errors;
use crate::work::Fault;
use gorkd_core::ports::StoreError;
use sqlx::postgres::PgConnectOptions;
use std::fmt;

/// A database's name for the sentences about it.
#[derive(Clone, Debug)]
pub(crate) struct Server {
    /// Host and port, or the folder of a socket.
    at: String,
    database: String,
    user: String,
    errors: Errors,
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the Postgres database \"{}\" at {}", self.database, self.at)
    }
}

impl Server {
    pub fn of(options: &PgConnectOptions) -> Self {
        let at = match options.get_socket() {
            Some(socket) => socket.display().to_string(),
            None => format!("{}:{}", options.get_host(), options.get_port()),
        };
        let user = options.get_username().to_owned();
        let database = options.get_database().unwrap_or(&user).to_owned();
        Self { at, database, user, errors: Errors::default() }
    }

    /// Whether there was no room a moment ago.
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
            "{self} is damaged: {what}. Stop gorkd, keep a copy with pg_dump, and restore a backup"
        )))
    }

    pub fn database(&self, error: &sqlx::Error) -> StoreError {
        self.errors.counted(self.explained(error))
    }

    fn explained(&self, error: &sqlx::Error) -> StoreError {
        StoreError::Unavailable(match error {
            sqlx::Error::Database(inner) => {
                return self.of_code(&inner.code().unwrap_or_default(), inner.message());
            }
            sqlx::Error::PoolTimedOut => format!(
                "{self} gave no connection in time: check that the server runs. If it does, look whether it has \
                 connections left (max_connections), wait for the load to pass, or raise store.connections"
            ),
            sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed => {
                format!("{self} is closed: gorkd is shutting down")
            }
            sqlx::Error::Io(error) if error.get_ref().is_some_and(|inner| inner.is::<Late>()) => format!(
                "{self} gave no answer in time: look in pg_stat_activity what keeps the server busy, and whether \
                 something on the way drops connections"
            ),
            sqlx::Error::Io(error) => format!(
                "{self} cannot be reached ({error}): check that the server runs and that store.url names it"
            ),
            sqlx::Error::Tls(error) => format!(
                "{self} cannot be reached over TLS ({error}): check sslmode and sslrootcert in store.url"
            ),
            other => format!("{self}: {other}"),
        })
    }

    /// `code` is a SQLSTATE, <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
    fn of_code(&self, code: &str, message: &str) -> StoreError {
        match code {
            DISK_FULL => StoreError::Full(self.sentence(code, message)),
            // Postgres cannot store this name, so nothing by that name exists.
            NO_CHARACTER => StoreError::NotFound("an entry with that name".to_owned()),
            _ => StoreError::Unavailable(self.sentence(code, message)),
        }
    }

    fn sentence(&self, code: &str, message: &str) -> String {
        let user = &self.user;
        match code {
            "28P01" | "28000" => format!(
                "{self} rejects the user \"{user}\": check name and password in store.url, and the server's \
                 pg_hba.conf ({message})"
            ),
            "3D000" => {
                format!("{self} does not exist: create it with CREATE DATABASE, or name another in store.url")
            }
            "42501" => format!(
                "the user \"{user}\" may not do that in {self}: make it the owner of the database, or of a schema of \
                 its own ({message})"
            ),
            "53300" | "53400" => format!(
                "{self} has no connection left: raise the server's max_connections, or lower store.connections"
            ),
            "53200" => {
                format!("the server of {self} is out of memory: give it more, or lower store.connections")
            }
            DISK_FULL => format!(
                "no room for {self}: the server's disk is full. Free some space and try again; what was stored before \
                 is safe"
            ),
            "55P03" | "57014" => format!(
                "something keeps rows of {self} locked: look for long transactions in pg_stat_activity and try again"
            ),
            READ_ONLY => format!(
                "{self} cannot be written: it is a standby or set to read only. Name the primary in store.url"
            ),
            "57P01" | "57P02" | "57P03" => {
                format!("the server of {self} is starting or shutting down: try again")
            }
            "42P01" | "42703" => format!(
                "{self} lacks tables or columns that this gorkd needs: run `gorkd migrate` ({message})"
            ),
            "XX001" | "XX002" => format!(
                "{self} is damaged: stop gorkd, keep a copy of the data, and restore a backup ({message})"
            ),
            _ => format!("{self}: {message} (code {code})"),
        }
    }
}

const DISK_FULL: &str = "53100";
/// What a server says that takes no writes, for example since another one has become the primary.
pub(super) const READ_ONLY: &str = "25006";
const NO_CHARACTER: &str = "22021";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_likely_trouble_names_the_database_and_what_to_do_and_never_the_password() {
        let url = "postgres://gorkd:s3cret@db.example:5433/research?sslmode=disable";
        let server = Server::of(&url.parse().expect("an address"));
        for (code, advice) in [
            ("28P01", "pg_hba.conf"),
            ("3D000", "CREATE DATABASE"),
            ("42501", "owner"),
            ("53200", "out of memory"),
            ("53300", "max_connections"),
            ("53400", "max_connections"),
            ("53100", "Free some space"),
            ("55P03", "try again"),
            ("25006", "primary"),
            ("57P01", "try again"),
            ("57P02", "try again"),
            ("57P03", "try again"),
            ("42P01", "gorkd migrate"),
        ] {
            let error = server.of_code(code, "the server's words");
            assert_eq!(matches!(error, StoreError::Full(_)), code == DISK_FULL, "{code}");
            let (StoreError::Full(sentence) | StoreError::Unavailable(sentence)) = &error else {
                panic!("{code} is temporary, and not {error}")
            };
            assert!(sentence.contains("\"research\" at db.example:5433"), "{sentence}");
            assert!(sentence.contains(advice), "{code}: {sentence}");
            assert!(!sentence.contains("s3cret"), "{sentence}");
        }
    }
}
