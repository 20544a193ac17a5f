//! Language models, embedders and rerankers, behind the core's ports.
//!
//! All connections are opened by a client of `gorkd-net`, which enforces the job's privacy. Servers' messages
//! are never passed on; failures get sentences of our own, so that neither a key nor a prompt can appear in
//! one.

mod chat;
mod embed;
mod failures;
mod fetch;
mod format;
mod local;
mod moderate;
mod nearby;
mod ollama;
mod prices;
mod providers;
mod remote;
mod repeat;
mod reply;
mod retry;
mod server;

pub use embed::ServerEmbedder;
pub use fetch::{NotFetched, Order, Patience, Progress, Shelf, Source, Watch};
pub use local::{BadFolder, Description, Kind, LocalEmbedder, LocalReranker, Pooling};
pub use moderate::ServerModerator;
pub use nearby::{Nearby, nearby, nearby_at};
pub use prices::{NotAPriceList, Price, PriceList};
pub use providers::{NAMES, NotAServer, Provider, provider};
pub use server::{ServerModel, ServerSettings};
