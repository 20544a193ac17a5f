//! A provider's embeddings.

use super::unit;
use crate::failures::{Spoken, Trouble};
use crate::providers::{NotAServer, Protocol, Provider};
use crate::server::host;
use async_trait::async_trait;
use genai::adapter::AdapterKind;
use genai::resolver::{AuthData, Endpoint};
use genai::{Client, Headers, ModelIden, ServiceTarget};
use gorkd_core::model::{Destination, Failure, Reach};
use gorkd_core::ports::{Embedder, TextRole};
use gorkd_net::Services;
use secrecy::{ExposeSecret, SecretString};
use std::time::Duration;
use url::Url;

pub struct ServerEmbedder {
    name: String,
    kind: AdapterKind,
    address: Url,
    key: Option<SecretString>,
    near: bool,
    spoken: Spoken,
    open: Client,
    local: Client,
}

/// Texts per call, and its timeout.
const BATCH: usize = 32;
const TIME: Duration = Duration::from_secs(20);

impl ServerEmbedder {
    pub fn new(
        provider: &'static Provider,
        model: &str,
        base_url: Option<&Url>,
        key: Option<SecretString>,
        services: &Services,
    ) -> Result<Self, NotAServer> {
        let address = provider.address(base_url)?;
        let kind = match provider.protocol {
            Protocol::Genai(kind) => kind,
            Protocol::Ollama => AdapterKind::Ollama,
        };
        let client = |reach| {
            let client = Client::builder().with_reqwest(services.client(reach).clone()).build();
            client.map_err(|_| NotAServer::NoClient)
        };
        Ok(Self {
            name: model.to_owned(),
            kind,
            near: services.is_near(&address),
            spoken: Spoken {
                model: model.to_owned(),
                provider: provider.name,
                host: host(&address),
                roles: vec!["writer".to_owned()],
            },
            address,
            key,
            open: client(Reach::ANYWHERE)?,
            local: client(Reach::NEAR)?,
        })
    }

    fn target(&self) -> ServiceTarget {
        let auth = match (&self.key, self.kind) {
            (Some(key), _) => AuthData::from_single(key.expose_secret()),
            (None, AdapterKind::OpenAI | AdapterKind::Xai) => AuthData::RequestOverride {
                url: format!("{}embeddings", self.address),
                headers: Headers::default(),
            },
            (None, _) => AuthData::from_single(""),
        };
        let endpoint = Endpoint::from_owned(self.address.as_str());
        ServiceTarget { endpoint, auth, model: ModelIden::new(self.kind, self.name.as_str()) }
    }
}

#[async_trait]
impl Embedder for ServerEmbedder {
    fn name(&self) -> &str {
        &self.name
    }

    fn destination(&self) -> Destination {
        Destination::near(self.near)
    }

    async fn embed(&self, texts: &[String], _: TextRole, reach: Reach) -> Result<Vec<Vec<f32>>, Failure> {
        if !reach.allows(self.destination()) {
            return Err(self.spoken.not_allowed());
        }
        let client = if reach.allows(Destination::Far) { &self.open } else { &self.local };
        let mut vectors = Vec::with_capacity(texts.len());
        for batch in texts.chunks(BATCH) {
            let call = client.embed_batch(self.target(), batch.to_vec(), None);
            let failed = |trouble: &Trouble| self.spoken.failure(trouble, TIME.as_secs());
            let response = tokio::time::timeout(TIME, call).await.map_err(|_| failed(&Trouble::TimedOut))?;
            let mut found = response.map_err(|error| failed(&Trouble::of_genai(&error)))?.embeddings;
            found.sort_by_key(|one| one.index);
            if found.len() != batch.len() {
                return Err(failed(&Trouble::NotAModelServer));
            }
            for one in found {
                let mut vector = one.vector;
                unit(&mut vector);
                vectors.push(vector);
            }
        }
        Ok(vectors)
    }
}
