//! The commands about Slack.

use clap::{Subcommand, ValueEnum};

#[derive(Clone, Debug, Subcommand)]
pub enum SlackCommand {
    /// Print the app manifest as JSON; why each permission is asked for stands on standard error
    Manifest {
        /// How Slack tells gorkd what happens [default: slack.transport]
        #[arg(long, value_enum)]
        transport: Option<SlackTransport>,
    },
    /// Try tokens and permissions, and whether gorkd is in channels
    Check {
        /// Ids of channels, such as C0123456789
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
