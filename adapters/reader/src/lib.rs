//! Turns bytes into documents: HTML, plain text, Markdown, JSON and CSV become normalised text with what is
//! known of its title, author, date and language.
//!
//! Nothing from outside is parsed in the process that asks. [`ReaderPool`] hands each document to a worker
//! child, which is the same program started again with limits on its memory and time ([`child_main`]); a
//! document that breaks the child costs that document and nothing else.

mod browser;
mod canonical;
mod charset;
mod delimited;
mod docx;
mod feed;
mod fences;
mod html;
mod hyphens;
mod json;
mod kind;
mod limits;
mod markdown;
mod parse;
mod pdf;
mod plain;
mod pool;
mod settings;
mod sniff;
mod text;
mod web;
mod wire;
mod worker;

pub use browser::{
    Asked, Browser, BrowserSettings, Given, Rendered, World, find as find_browser,
    looked_at as browser_places,
};
pub use parse::Orders;
pub use pool::ReaderPool;
pub use settings::{ReaderSettings, usual_children};
pub use text::plain_text;
pub use web::{Common, RobotsRules, Step, Trace, WebReader, WebSettings};
pub use worker::{CHILD_WORD, child_main};
