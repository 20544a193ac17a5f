//! What an operator types: running the service, and looking after it.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Clone, Debug, Default, Args)]
pub struct ServeArgs {
    /// Look at every part as `gorkd doctor` does, and end: 0 if all that is set up works, else 4
    #[arg(long)]
    pub check: bool,
    /// What this process does; several by commas [default: all]
    #[arg(long, value_enum, value_delimiter = ',', value_name = "ROLE")]
    pub roles: Vec<Role>,
}

/// A part of the service that can run in a process of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Role {
    /// Answer over HTTP
    Web,
    /// Run jobs
    Worker,
    /// Keep the library up to date
    Library,
    /// Talk in Slack and Discord, as far as they are set up
    Chat,
}

impl ServeArgs {
    pub fn runs(&self, role: Role) -> bool {
        self.roles.is_empty() || self.roles.contains(&role)
    }
}

#[derive(Clone, Debug, Default, Args)]
pub struct DoctorArgs {
    /// Print the findings as JSON
    #[arg(long)]
    pub json: bool,
}

/// Nothing may run on either side. What is there stays there.
#[derive(Clone, Debug, Args)]
pub struct MoveArgs {
    /// The data folder of the SQLite files, or its gorkd.db
    #[arg(long, value_name = "sqlite://PATH", value_parser = sqlite_path)]
    pub from: PathBuf,
    /// An empty Postgres database; without it, the one that store.url names
    #[arg(long, value_name = "postgres://…", value_parser = database_url)]
    pub to: Option<DatabaseUrl>,
}

/// The address of a database, which may hold a password: it is shown nowhere.
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
