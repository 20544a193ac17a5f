//! The commands about Slack.

use clap::{Subcommand, ValueEnum};

#[derive(Clone, Debug, Subcommand)]
pub enum SlackCommand {
    /// Print the app manifest as JSON, and the reason for each permission on standard error
    Manifest {
        /// How Slack sends events to gorkd [default: slack.transport]
        #[arg(long, value_enum)]
        transport: Option<SlackTransport>,
    },
    /// Check tokens, permissions, and membership in channels
    Check {
        /// Channel IDs, such as C0123456789
        #[arg(value_name = "CHANNEL")]
        channels: Vec<String>,
        /// Print the findings as JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SlackTransport {
    Socket,
    Http,
}
