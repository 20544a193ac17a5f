//! The options of every command, before or after it.

use super::NotACommand;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::path::PathBuf;

#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
#[command(next_help_heading = "Everywhere")]
pub struct Globals {
    /// The data folder [default: GORKD_DATA, or else the platform's data folder]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// A settings file
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Override a setting, for example admission.runs=3; can be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// Log level on standard error: off, error, warn, info, debug, trace
    #[arg(long, value_name = "LEVEL")]
    pub log: Option<String>,
}

impl Globals {
    /// Collected from all levels of a command line. If an option takes one value, the last one wins.
    pub(super) fn gathered(matches: &ArgMatches) -> Result<Self, NotACommand> {
        let mut all = Self::from_arg_matches(matches)?;
        let mut level = matches;
        while let Some((_, inner)) = level.subcommand() {
            let more = Self::from_arg_matches(inner)?;
            all.data = more.data.or(all.data);
            all.config = more.config.or(all.config);
            all.log = more.log.or(all.log);
            all.set.extend(more.set);
            level = inner;
        }
        Ok(all)
    }
}

pub(super) fn on_every_level(command: Command) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|inner| inner.get_name().to_owned()).collect();
    let command = Globals::augment_args(command);
    names.into_iter().fold(command, |command, name| command.mut_subcommand(name, on_every_level))
}
