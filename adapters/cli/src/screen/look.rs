//! The width of a terminal, and whether to use colors.

use console::Term;
use std::io::IsTerminal;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Width for text, in columns.
    pub width: usize,
    pub colours: bool,
    /// Lines can be redrawn.
    pub live: bool,
}

/// In columns; longer lines are hard to read.
const WIDEST: usize = 100;
const NARROWEST: usize = 20;
/// For files and pipes, in columns.
const USUAL: usize = 80;

impl Look {
    pub fn of_stdout() -> Self {
        Self::of(&Term::stdout(), std::io::stdout().is_terminal())
    }

    pub fn of_stderr() -> Self {
        Self::of(&Term::stderr(), std::io::stderr().is_terminal())
    }

    /// No colors, lines of at most `width` columns.
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
