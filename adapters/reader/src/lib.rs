//! Turns bytes into documents: HTML, PDF, DOCX, feeds, plain text, Markdown, JSON and CSV become normalized
//! text with title, author, date and language where known.
//!
//! Nothing untrusted is parsed in the calling process. [`ReaderPool`] passes each document to a worker child,
//! which is the same program started again with limits on memory and time and without files, network or other
//! programs ([`child_main`]). A document that crashes the child fails by itself and affects no other.

mod browser;
mod canonical;
mod charset;
mod days;
mod delimited;
mod docx;
mod feed;
mod fences;
mod front;
mod html;
mod hyphens;
mod json;
mod kind;
mod limits;
mod mail;
mod markdown;
mod parse;
mod pdf;
mod plain;
mod pool;
mod sandbox;
mod settings;
mod sniff;
mod text;
mod web;
mod wire;
mod worker;

pub use browser::{
    Browser, BrowserSettings, PageRequest, PageResponse, Rendered, World, find as find_browser,
    looked_at as browser_places,
};
pub use parse::Orders;
pub use pool::ReaderPool;
pub use sandbox::Sandbox;
pub use settings::{ReaderSettings, usual_children};
pub use text::plain_text;
pub use web::{Common, RobotsRules, Step, Trace, WebReader, WebSettings};
pub use worker::{CHILD_WORD, child_main};

/// Increment whenever pages or files are read differently: files of the library that were read with a lower number are
/// read again.
pub const READING: u32 = 3;
