//! The commands about keys.

use clap::Subcommand;

#[derive(Clone, Debug, Subcommand)]
pub enum KeyCommand {
    /// Make a key; it is shown once
    Create {
        /// Who uses it: keys of one name share their threads
        name: String,
        /// Print it as JSON
        #[arg(long)]
        json: bool,
    },
    /// The keys there are, without what could be used as one
    List {
        #[arg(long)]
        json: bool,
    },
    /// End a key
    Revoke {
        /// Its id or its first characters, as `gorkd key list` shows them
        key: String,
    },
}
