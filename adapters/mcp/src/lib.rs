//! gorkd as an MCP server (<https://modelcontextprotocol.io>): other people's agents research, read and search with it.
//!
//! Nothing is decided here. A tool call becomes a command of the service or a look at a job, and a result is the job
//! document of the core. What a model can correct (input that isn't a question, an address that is off limits) is a
//! result that says so; what only a program can correct is a JSON-RPC error.

mod arguments;
mod caller;
mod http;
mod results;
mod schemas;
mod server;
mod sources;
mod stdio;
mod tools;

pub use caller::Caller;
pub use http::routes;
pub use server::{Parts, Server};
pub use stdio::serve_stdio;
