//! The commands about conversations.

use clap::Subcommand;

#[derive(Clone, Debug, Subcommand)]
pub enum ThreadCommand {
    /// The newest conversations
    List {
        /// Only those with this in a title or question
        #[arg(long, value_name = "TEXT")]
        search: Option<String>,
        #[arg(long, default_value_t = 50)]
        limit: u32,
        #[arg(long)]
        json: bool,
    },
    /// Its questions and answers
    Show {
        /// Its id, the beginning of it, or last
        thread: String,
        #[arg(long)]
        json: bool,
    },
    Rename {
        /// Its id, the beginning of it, or last
        thread: String,
        title: String,
    },
    /// Erase it with its runs and the texts that nothing else needs
    Delete {
        /// Its id, the beginning of it, or last
        thread: String,
    },
}

impl ThreadCommand {
    /// The conversation as it was typed.
    pub fn thread_mut(&mut self) -> Option<&mut String> {
        match self {
            ThreadCommand::List { .. } => None,
            ThreadCommand::Show { thread, .. }
            | ThreadCommand::Rename { thread, .. }
            | ThreadCommand::Delete { thread } => Some(thread),
        }
    }
}
