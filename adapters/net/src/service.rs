//! Clients for servers that the operator named: models and search providers.
//!
//! They follow no redirect and use no proxy of the environment: a server that was named must not be able to send
//! a question elsewhere. The client for `local_only` resolves names itself and connects to nothing but near
//! addresses, whatever a name says today.

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
    /// Up to a connection that can be used, the name's address included. Being offline must not cost more than a
    /// second in all, so this is a little less.
    pub connect: Duration,
    pub user_agent: String,
    /// Where connections are written down.
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

/// A pair of clients over one set of rules. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Services {
    near: Arc<Near>,
    open: reqwest::Client,
    local: reqwest::Client,
    recorder: Recorder,
    connectivity: Connectivity,
}

/// A proxy that is not there: nothing can listen on port 0.
const NOWHERE: &str = "http://127.0.0.1:0";

impl Services {
    pub fn new(settings: ServiceSettings) -> Result<Self, reqwest::Error> {
        // Installing fails only when somebody else did it first, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let near = Arc::new(settings.near);
        let recorder = settings.recorder;
        // A client asks for its proxy before each connection that it opens. So this is where connections are written
        // down, and where one that must not be opened is sent nowhere: also to an address in numbers, of which no
        // resolver hears.
        let watch = |near: Option<Arc<Near>>| {
            let recorder = recorder.clone();
            Proxy::custom(move |url: &Url| {
                if near.as_ref().is_some_and(|near| !near.includes(url)) {
                    return Some(NOWHERE);
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
            .dns_resolver(Arc::new(OnlyNear(near.clone())))
            .build()?;
        Ok(Self { near, open, local, recorder, connectivity: Connectivity::default() })
    }

    /// The client for what may travel so far. That of a private job connects to near addresses only, but asking
    /// `is_near` first gives a better sentence than its failure does.
    pub fn client(&self, reach: Reach) -> &reqwest::Client {
        if reach.allows(Destination::Far) { &self.open } else { &self.local }
    }

    /// Where connections were opened to.
    pub fn recorder(&self) -> &Recorder {
        &self.recorder
    }

    /// What is known of the network behind these clients.
    pub fn connectivity(&self) -> &Connectivity {
        &self.connectivity
    }

    /// Where what is sent to this address goes.
    pub fn destination(&self, url: &Url) -> Destination {
        Destination::near(self.is_near(url))
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
