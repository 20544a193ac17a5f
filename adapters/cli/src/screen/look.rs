//! How wide a terminal is, and whether it wants colours.

use console::Term;
use std::io::IsTerminal;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Columns that text may fill.
    pub width: usize,
    pub colours: bool,
    /// Lines may be drawn over again.
    pub live: bool,
}

/// Longer lines are hard to read.
const WIDEST: usize = 100;
const NARROWEST: usize = 20;
/// For files and pipes.
const USUAL: usize = 80;

impl Look {
    pub fn of_stdout() -> Self {
        Self::of(&Term::stdout(), std::io::stdout().is_terminal())
    }

    pub fn of_stderr() -> Self {
        Self::of(&Term::stderr(), std::io::stderr().is_terminal())
    }

    /// No colours, lines of at most `width` columns.
    pub fn plain(width: usize) -> Self {
        Self { width: width.clamp(NARROWEST, WIDEST), colours: false, live: false }
    }

    fn of(term: &Term, terminal: bool) -> Self {
        let width =
            term.size_checked().filter(|_| terminal).map_or(USUAL, |(_, columns)| usize::from(columns));
        let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let dumb = named("TERM").is_some_and(|kind| kind == "dumb");
        let colours = terminal && !dumb && named("NO_COLOR").is_none();
        Self { colours, live: terminal && !dumb, ..Self::plain(width) }
    }
}
