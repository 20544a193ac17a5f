//! The command line: what can be typed. This only parses; the binary carries out the commands.
//!
//! The global options are added to every level of the command by hand. clap's `global` keeps only the
//! innermost occurrence of a repeated option, but `gorkd --set A=1 ask --set B=2` must set both.

mod commands;
mod discord;
mod eval;
mod fork;
mod globals;
mod job;
mod keeping;
mod keys;
mod models;
mod slack;
#[cfg(test)]
mod tests;
mod threads;
mod upkeep;

pub use commands::*;
pub use discord::DiscordCommand;
pub use eval::{EvalArgs, Suite};
pub use fork::ForkArgs;
pub use globals::Globals;
use job::A_RUN;
pub use job::JobCommand;
pub use keeping::{MemoryCommand, PersonCommand, WatchCommand};
pub use keys::{KeyCommand, RoleName};
pub use models::{ModelsCommand, RankingModel};
pub use slack::{SlackCommand, SlackTransport};
pub use threads::ThreadCommand;
pub use upkeep::*;

use crate::Exit;
use clap::{CommandFactory, FromArgMatches, Parser};
use std::ffi::OsString;

/// Answers questions from texts that it has read, and can show the quote behind every sentence.
#[derive(Clone, Debug, Parser)]
#[command(
    name = "gorkd",
    version,
    subcommand_required = false,
    after_help = "Run `gorkd COMMAND --help` for more about a command. Settings: docs/settings.md."
)]
struct Line {
    #[command(subcommand)]
    command: Option<Command>,
}

/// One run of the program, as typed.
#[derive(Clone, Debug)]
pub struct Invocation {
    pub globals: Globals,
    /// None if no command was given: the caller shows [`GREETING`].
    pub command: Option<Command>,
}

/// The command line is invalid or asks for help: what to print, where, and the exit code.
#[derive(Clone, Debug)]
pub struct NotACommand {
    text: String,
    styled: String,
    pub exit: Exit,
}

/// Shown for `gorkd` without arguments.
pub const GREETING: &str = "\
gorkd answers questions from texts that it has read, and shows the quote behind every sentence.

  gorkd library add ./docs            add a folder of documents
  gorkd ask \"How do I …?\"             ask a question about them
  gorkd thread list                   list earlier conversations

`gorkd --help` lists all commands.
";

/// Parses a command line, including the program name.
pub fn parse<I, W>(words: I) -> Result<Invocation, NotACommand>
where
    I: IntoIterator<Item = W>,
    W: Into<OsString> + Clone,
{
    let matches = command().try_get_matches_from(words).map_err(NotACommand::from)?;
    let globals = Globals::gathered(&matches)?;
    let line = Line::from_arg_matches(&matches)?;
    if let Some(command) = &line.command {
        command.check().map_err(|sentence| usage_error(&sentence))?;
    }
    Ok(Invocation { globals, command: line.command })
}

/// The whole grammar, for help pages and tests.
pub fn command() -> clap::Command {
    globals::on_every_level(Line::command())
}

/// The completion script for a shell.
pub fn completions(shell: clap_complete::Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(), "gorkd", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

fn usage_error(sentence: &str) -> NotACommand {
    command().error(clap::error::ErrorKind::ValueValidation, sentence).into()
}

impl NotACommand {
    /// Prints to stdout what was asked for (help, version), and to stderr what is wrong.
    pub fn print(&self) {
        use std::io::{IsTerminal, Write};
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        // If even this can't be written, there is nowhere to report it.
        let _ = match self.exit {
            Exit::Answered => {
                let styled = std::io::stdout().is_terminal() && !plain;
                std::io::stdout().write_all(if styled { &self.styled } else { &self.text }.as_bytes())
            }
            Exit::Usage | Exit::Refused | Exit::Failed => {
                let styled = std::io::stderr().is_terminal() && !plain;
                std::io::stderr().write_all(if styled { &self.styled } else { &self.text }.as_bytes())
            }
        };
    }

    /// Without colors.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl From<clap::Error> for NotACommand {
    fn from(error: clap::Error) -> Self {
        let exit = if error.use_stderr() { Exit::Usage } else { Exit::Answered };
        let rendered = error.render();
        Self { text: rendered.to_string(), styled: rendered.ansi().to_string(), exit }
    }
}
