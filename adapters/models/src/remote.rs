//! A server in the protocols that the library supports, with our own clients, address, and key.
//!
//! The library is never left to find a key by itself: one from the environment may not be meant for this
//! server.

use crate::providers::NotAServer;
use genai::adapter::AdapterKind;
use genai::resolver::{AuthData, Endpoint};
use genai::{Client, Headers, ModelIden, ServiceTarget};
use gorkd_core::model::{Destination, Reach};
use gorkd_net::Services;
use secrecy::{ExposeSecret, SecretString};
use url::Url;

pub struct Remote {
    pub kind: AdapterKind,
    pub model: String,
    address: Url,
    key: Option<SecretString>,
    open: Client,
    local: Client,
}

impl Remote {
    pub fn new(
        kind: AdapterKind,
        model: &str,
        address: Url,
        key: Option<SecretString>,
        services: &Services,
    ) -> Result<Self, NotAServer> {
        let client = |reach| {
            let client = Client::builder().with_reqwest(services.client(reach).clone()).build();
            client.map_err(|_| NotAServer::NoClient)
        };
        let (open, local) = (client(Reach::ANYWHERE)?, client(Reach::NEAR)?);
        Ok(Self { kind, model: model.to_owned(), address, key, open, local })
    }

    pub fn client(&self, reach: Reach) -> &Client {
        if reach.allows(Destination::Far) { &self.open } else { &self.local }
    }

    /// The target of calls, which a server in OpenAI's protocol expects at this path.
    pub fn target(&self, path: &str) -> ServiceTarget {
        let auth = match (&self.key, self.kind) {
            (Some(key), _) => AuthData::from_single(key.expose_secret()),
            // Without a key, no authorization header is sent.
            (None, AdapterKind::OpenAI | AdapterKind::Xai) => AuthData::RequestOverride {
                url: format!("{}{path}", self.address),
                headers: Headers::default(),
            },
            (None, _) => AuthData::from_single(""),
        };
        let endpoint = Endpoint::from_owned(self.address.as_str());
        ServiceTarget { endpoint, auth, model: ModelIden::new(self.kind, self.model.as_str()) }
    }
}
