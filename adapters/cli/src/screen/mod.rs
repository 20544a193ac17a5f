//! Text on its way to a terminal: cleaned, wrapped, and colored only where that helps.
//!
//! Text enters a [`Canvas`] only through functions that clean it, so that no page can control the terminal.

mod canvas;
mod look;
mod print;
mod table;
#[cfg(test)]
mod tests;
mod wrap;

pub use canvas::{Canvas, Style};
pub use gorkd_core::view::clean;
pub use look::Look;
pub use print::{plainly, print, print_bytes, tell, unwritten};
pub use table::table;
pub use wrap::cut as cut_to;
