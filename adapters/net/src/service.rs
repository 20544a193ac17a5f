//! Clients for servers that the operator named: models and search providers.
//!
//! They follow no redirect and use no proxy of the environment: a server that was named must not be able to send
//! a question elsewhere. The client for `local_only` resolves names itself and connects to nothing but near
//! addresses, whatever a name says today.

use crate::near::Near;
use gorkd_core::model::Privacy;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use url::Url;

#[derive(Clone, Debug)]
pub struct ServiceSettings {
    pub near: Near,
    /// Being offline must not cost more than this.
    pub connect: Duration,
    pub user_agent: String,
}

impl Default for ServiceSettings {
    fn default() -> Self {
        Self {
            near: Near::default(),
            connect: Duration::from_secs(1),
            user_agent: concat!("gorkd/", env!("CARGO_PKG_VERSION")).to_owned(),
        }
    }
}

/// A pair of clients over one set of rules. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Services {
    near: Arc<Near>,
    open: reqwest::Client,
    local: reqwest::Client,
}

impl Services {
    pub fn new(settings: ServiceSettings) -> Result<Self, reqwest::Error> {
        // Installing fails only when somebody else did it first, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let near = Arc::new(settings.near);
        let builder = || {
            reqwest::Client::builder()
                .connect_timeout(settings.connect)
                .user_agent(settings.user_agent.clone())
                .no_proxy()
                .redirect(reqwest::redirect::Policy::none())
        };
        let open = builder().build()?;
        let local = builder().dns_resolver(Arc::new(OnlyNear(near.clone()))).build()?;
        Ok(Self { near, open, local })
    }

    /// The client for a job of this privacy. For an address that is not near, ask `is_near` first: a literal
    /// address is never resolved, so no client can stop there by itself.
    pub fn client(&self, privacy: Privacy) -> &reqwest::Client {
        match privacy {
            Privacy::LocalOnly => &self.local,
            Privacy::Hybrid | Privacy::CloudAllowed => &self.open,
        }
    }

    /// Does what is sent to this address stay on this machine, or go where the operator listed?
    pub fn is_near(&self, url: &Url) -> bool {
        self.near.includes(url)
    }
}

/// Resolves a listed name to anything and every other name to this machine alone.
struct OnlyNear(Arc<Near>);

impl Resolve for OnlyNear {
    fn resolve(&self, name: Name) -> Resolving {
        let near = self.0.clone();
        Box::pin(async move {
            let host = name.as_str();
            let listed = near.lists(host, None);
            let found: Vec<SocketAddr> = tokio::net::lookup_host((host, 0))
                .await?
                .filter(|address| listed || address.ip().is_loopback())
                .collect();
            if found.is_empty() {
                return Err("the name leads away from this machine".into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}
