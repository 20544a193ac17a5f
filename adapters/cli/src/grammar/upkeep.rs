//! Commands for operators: running the service and maintaining it.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Clone, Debug, Default, Args)]
pub struct ServeArgs {
    /// Check every part like `gorkd doctor`, and exit: 0 if everything that is set up works, or else 4
    #[arg(long)]
    pub check: bool,
    /// What this process does, comma-separated [default: all]
    #[arg(long, value_enum, value_delimiter = ',', value_name = "ROLE")]
    pub roles: Vec<Role>,
}

/// A part of the service that can run in a process of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Role {
    /// Serve HTTP requests
    Web,
    /// Run jobs
    Worker,
    /// Keep the library up to date
    Library,
    /// Serve Slack, if it is set up
    Slack,
    /// Serve Discord, if it is set up
    Discord,
    /// Do what is due by time: check watches, delete what is too old
    Scheduler,
    /// What it meant before: Slack, Discord, and what is due by time
    #[value(hide = true)]
    Chat,
}

impl ServeArgs {
    pub fn runs(&self, role: Role) -> bool {
        let of_chat = matches!(role, Role::Slack | Role::Discord | Role::Scheduler);
        let as_chat = of_chat && self.roles.contains(&Role::Chat);
        self.roles.is_empty() || self.roles.contains(&role) || as_chat
    }
}

#[derive(Clone, Debug, Default, Args)]
pub struct DoctorArgs {
    /// Print the findings as JSON
    #[arg(long)]
    pub json: bool,
}

/// Nothing may run on either side. The source is not changed.
#[derive(Clone, Debug, Args)]
pub struct MoveArgs {
    /// The data folder with the SQLite files, or its gorkd.db
    #[arg(long, value_name = "sqlite://PATH", value_parser = sqlite_path)]
    pub from: PathBuf,
    /// An empty Postgres database [default: store.url]
    #[arg(long, value_name = "postgres://…", value_parser = database_url)]
    pub to: Option<DatabaseUrl>,
}

/// The URL of a database. It may contain a password, so it is never shown.
#[derive(Clone)]
pub struct DatabaseUrl(pub String);

impl std::fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("DatabaseUrl(…)")
    }
}

fn sqlite_path(text: &str) -> Result<PathBuf, String> {
    match text.strip_prefix("sqlite://").or_else(|| text.strip_prefix("sqlite:")) {
        Some(path) if !path.is_empty() => Ok(PathBuf::from(path)),
        Some(_) | None => {
            Err("write sqlite:// and the data folder, for example sqlite:///var/lib/gorkd".to_owned())
        }
    }
}

/// Whatever is wrong with it is said where nothing repeats it.
fn database_url(text: &str) -> Result<DatabaseUrl, std::convert::Infallible> {
    Ok(DatabaseUrl(text.to_owned()))
}
