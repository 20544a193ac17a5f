//! What an operator types: running the service, and looking after it.

use clap::{Args, ValueEnum};

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
