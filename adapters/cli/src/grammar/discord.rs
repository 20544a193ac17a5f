//! The commands about Discord.

use clap::Subcommand;

#[derive(Clone, Debug, Subcommand)]
pub enum DiscordCommand {
    /// Print the URL that adds the bot to a server, with the reason for each permission
    Invite,
    /// Check the token, intents, and permissions
    Check {
        /// Print the findings as JSON
        #[arg(long)]
        json: bool,
    },
}
