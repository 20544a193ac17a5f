//! gorkd as an MCP server, from outside: others' clients against the real binary and a simulated world.

mod client;
mod clients;
mod http;
mod stdio;
