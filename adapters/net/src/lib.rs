//! Every connection that gorkd opens to somebody else starts here: one place that knows what a job's privacy
//! allows, so that no client can forget it.
//!
//! [`Services`] has clients for servers that the operator named (models, search providers). Pages, whose addresses
//! come from outside, go through the [`Guard`], which is the only maker of what [`Http`] takes.

mod connect;
mod connectivity;
mod guard;
pub mod http;
mod near;
mod recorder;
mod resolve;
mod service;

pub use connect::{Connect, ConnectError, Connection, Dialer, Io};
pub use connectivity::{BELIEVED, Connectivity, Met, OutOfReach};
pub use guard::{Checked, Guard, GuardSettings, Refused, Why, is_at_or_under, parse as parse_url};
pub use http::Http;
pub use near::{Listed, Near, NotAnAddress};
pub use recorder::Recorder;
pub use resolve::{Given, GivenNames, Names, NotGiven, SystemNames, Unresolved};
pub use rustls::pki_types::CertificateDer;
pub use service::{ServiceSettings, Services};
