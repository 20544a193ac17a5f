//! The HTTP interface: questions and answers as JSON, event streams, OpenAPI, and the web page.
//!
//! Nothing is decided here. A request becomes a command to the service or a view of a job, and everything about
//! a job that is shown comes from a view in the core.

mod access;
mod body;
pub mod console;
mod contracts;
mod cursor;
mod expected;
mod marks;
mod once;
mod openapi;
mod page;
mod parts;
mod problem;
mod revalidate;
mod router;
mod routes;
mod server;
mod stream;

pub use access::{Asker, KeyTerms, PLATFORM, SHORTEST, TokenKey, keep, mint, mistaken, name};
pub use openapi::openapi;
pub use parts::{KeyPolicy, Web, WebParts, WebSettings};
pub use router::{health_router, router};
pub use server::{Limits, serve};
pub use stream::Feed;
