//! A provider's embeddings.

use super::unit;
use crate::failures::{Spoken, Trouble};
use crate::providers::{NotAServer, Protocol, Provider};
use crate::remote::Remote;
use crate::server::host;
use async_trait::async_trait;
use genai::adapter::AdapterKind;
use gorkd_core::model::{Destination, Failure, Reach};
use gorkd_core::ports::{Embedder, TextRole};
use gorkd_net::Services;
use secrecy::SecretString;
use std::time::Duration;
use url::Url;

pub struct ServerEmbedder {
    remote: Remote,
    near: bool,
    spoken: Spoken,
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
        Ok(Self {
            near: services.is_near(&address),
            spoken: Spoken {
                model: model.to_owned(),
                provider: provider.name,
                host: host(&address),
                roles: vec!["writer".to_owned()],
            },
            remote: Remote::new(kind, model, address, key, services)?,
        })
    }
}

#[async_trait]
impl Embedder for ServerEmbedder {
    fn name(&self) -> &str {
        &self.remote.model
    }

    fn destination(&self) -> Destination {
        Destination::near(self.near)
    }

    async fn embed(&self, texts: &[String], _: TextRole, reach: Reach) -> Result<Vec<Vec<f32>>, Failure> {
        if !reach.allows(self.destination()) {
            return Err(self.spoken.not_allowed());
        }
        let client = self.remote.client(reach);
        let mut vectors = Vec::with_capacity(texts.len());
        for batch in texts.chunks(BATCH) {
            let call = client.embed_batch(self.remote.target("embeddings"), batch.to_vec(), None);
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
