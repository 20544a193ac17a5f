//! Every outgoing connection of gorkd starts here, so that no client can forget what a job's privacy allows.
//!
//! [`Services`] has clients for servers that the operator named (models, search providers). Pages with
//! untrusted addresses go through the [`Guard`]; only it can create what [`Http`] accepts.

mod connect;
mod connectivity;
mod guard;
pub mod http;
mod near;
mod recorder;
mod resolve;
mod service;

pub use connect::{Connect, ConnectError, Connection, Dialer, Io};
pub use connectivity::{BELIEVED, Connectivity, Contact, OutOfReach};
pub use guard::{Checked, Guard, GuardSettings, Refused, Why, is_at_or_under, parse as parse_url};
pub use http::Http;
pub use near::{Listed, Near, NotAnAddress};
pub use recorder::Recorder;
pub use resolve::{Given, GivenNames, Names, NotGiven, SystemNames, Unresolved};
pub use rustls::pki_types::CertificateDer;
pub use service::{ServiceSettings, Services};
