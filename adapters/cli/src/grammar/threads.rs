//! The commands about conversations.

use clap::Subcommand;

#[derive(Clone, Debug, Subcommand)]
pub enum ThreadCommand {
    /// List the most recent conversations
    List {
        /// Only those with this text in the title or a question
        #[arg(long, value_name = "TEXT")]
        search: Option<String>,
        #[arg(long, default_value_t = 50)]
        limit: u32,
        #[arg(long)]
        json: bool,
    },
    /// Show its questions and answers
    Show {
        /// Its ID, a unique prefix of it, or last
        thread: String,
        #[arg(long)]
        json: bool,
    },
    /// Give it another title
    Rename {
        /// Its ID, a unique prefix of it, or last
        thread: String,
        title: String,
    },
    /// Erase it, with its runs and the texts that nothing else needs
    Delete {
        /// Its ID, a unique prefix of it, or last
        thread: String,
        /// Don't ask for confirmation
        #[arg(long, short = 'y')]
        yes: bool,
    },
}

impl ThreadCommand {
    /// The conversation, as typed.
    pub fn thread_mut(&mut self) -> Option<&mut String> {
        match self {
            ThreadCommand::List { .. } => None,
            ThreadCommand::Show { thread, .. }
            | ThreadCommand::Rename { thread, .. }
            | ThreadCommand::Delete { thread, .. } => Some(thread),
        }
    }
}
