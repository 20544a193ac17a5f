//! HTTP clients for servers that the operator named: models and search providers.
//!
//! They follow no redirects and ignore proxy variables: a named server must not be able to send a question
//! elsewhere. The client for `local_only` resolves names itself and connects to nearby addresses only,
//! whatever a name resolves to.

use crate::connectivity::Connectivity;
use crate::near::Near;
use crate::recorder::Recorder;
use gorkd_core::model::{Destination, Reach};
use reqwest::Proxy;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use url::Url;

#[derive(Clone, Debug)]
pub struct ServiceSettings {
    pub near: Near,
    /// Timeout for connecting, including name resolution. Being offline must cost less than a second in
    /// total, so this is a little shorter.
    pub connect: Duration,
    pub user_agent: String,
    /// Where connections are recorded.
    pub recorder: Recorder,
}

impl Default for ServiceSettings {
    fn default() -> Self {
        Self {
            near: Near::default(),
            connect: Duration::from_millis(900),
            user_agent: concat!("gorkd/", env!("CARGO_PKG_VERSION")).to_owned(),
            recorder: Recorder::default(),
        }
    }
}

/// Two clients with the same settings. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Services {
    near: Arc<Near>,
    open: reqwest::Client,
    local: reqwest::Client,
    recorder: Recorder,
    connectivity: Connectivity,
}

/// A proxy that does not exist: nothing can listen on port 0.
const INVALID_PROXY: &str = "http://127.0.0.1:0";

impl Services {
    pub fn new(settings: ServiceSettings) -> Result<Self, reqwest::Error> {
        // Fails only if a provider is already installed, which is fine.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let near = Arc::new(settings.near);
        let recorder = settings.recorder;
        // A client asks for its proxy before each connection it opens. So this is where connections are
        // recorded, and where a forbidden one is sent nowhere, even to a numeric address, which no resolver
        // sees.
        let watch = |near: Option<Arc<Near>>| {
            let recorder = recorder.clone();
            Proxy::custom(move |url: &Url| {
                if near.as_ref().is_some_and(|near| !near.includes(url)) {
                    return Some(INVALID_PROXY);
                }
                let port = url.port_or_known_default().unwrap_or_default();
                recorder.note(format!("{}:{port}", url.host_str().unwrap_or_default()));
                None
            })
        };
        let builder = || {
            reqwest::Client::builder()
                .connect_timeout(settings.connect)
                .user_agent(settings.user_agent.clone())
                .no_proxy()
                .redirect(reqwest::redirect::Policy::none())
        };
        let open = builder().proxy(watch(None)).build()?;
        let local = builder()
            .proxy(watch(Some(near.clone())))
            .dns_resolver(Arc::new(NearResolver(near.clone())))
            .build()?;
        Ok(Self { near, open, local, recorder, connectivity: Connectivity::default() })
    }

    /// The client for this reach. A private job's client connects to nearby addresses only, but checking
    /// `is_near` first gives a better error.
    pub fn client(&self, reach: Reach) -> &reqwest::Client {
        if reach.allows(Destination::Far) { &self.open } else { &self.local }
    }

    /// Where connections were opened to.
    pub fn recorder(&self) -> &Recorder {
        &self.recorder
    }

    /// The state of the network as seen by these clients.
    pub fn connectivity(&self) -> &Connectivity {
        &self.connectivity
    }

    /// The destination of anything sent to this address.
    pub fn destination(&self, url: &Url) -> Destination {
        Destination::near(self.is_near(url))
    }

    /// Whether this address is on this machine or listed by the operator.
    pub fn is_near(&self, url: &Url) -> bool {
        self.near.includes(url)
    }
}

/// Resolves listed names normally, and all other names to this machine only.
struct NearResolver(Arc<Near>);

impl Resolve for NearResolver {
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
                return Err("the name does not resolve to this machine".into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Router;
    use axum::routing::get;

    async fn server() -> SocketAddr {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let router = Router::new().route("/", get(|| async { "here" }));
        tokio::spawn(async move { axum::serve(listener, router).await });
        address
    }

    #[tokio::test]
    async fn a_private_client_reaches_near_addresses_only_and_what_is_reached_is_written_down() {
        let address = server().await;
        let near = Near::new(vec!["192.0.2.7:81".parse().expect("an entry")]);
        let services =
            Services::new(ServiceSettings { near, ..ServiceSettings::default() }).expect("clients");
        let local = services.client(Reach::NEAR);
        let text = local.get(format!("http://{address}/")).send().await.expect("it is near").text().await;
        assert_eq!(text.ok().as_deref(), Some("here"));
        for far in ["http://192.0.2.8/", "http://192.0.2.7/", "https://[2001:db8::1]/", "http://far.invalid/"]
        {
            assert!(local.get(far).send().await.is_err(), "{far}");
        }
        assert_eq!(services.recorder().seen().into_iter().collect::<Vec<_>>(), [address.to_string()]);
        let open = services.client(Reach::of(gorkd_core::model::Privacy::Hybrid));
        let _ = open.get("http://192.0.2.8/").send().await;
        assert!(
            services.recorder().seen().contains("192.0.2.8:80"),
            "the other client goes there, and that is seen"
        );
    }
}
