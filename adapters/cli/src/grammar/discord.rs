//! The commands about Discord.

use clap::Subcommand;

#[derive(Clone, Debug, Subcommand)]
pub enum DiscordCommand {
    /// Print the address with which the bot is added to a server, and why it asks for each permission
    Invite,
    /// Try the token, intents and permissions
    Check {
        /// Print the findings as JSON
        #[arg(long)]
        json: bool,
    },
}
