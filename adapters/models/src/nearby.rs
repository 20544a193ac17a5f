//! Looks for model servers on this machine, at their usual ports. What it finds is suggested, never used
//! automatically.

use crate::server::LOOK;
use gorkd_core::model::Reach;
use gorkd_net::Services;
use serde_json::Value;
use url::Url;

/// A model server on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearby {
    /// The value of `models.*.provider` for it.
    pub provider: &'static str,
    pub base_url: String,
    /// Its models, by the server's names.
    pub models: Vec<String>,
}

/// Default addresses of Ollama and llama.cpp's server.
const PLACES: [(&str, &str); 2] =
    [("ollama", "http://127.0.0.1:11434/"), ("openai_compatible", "http://127.0.0.1:8080/v1/")];

const MOST_MODELS: usize = 50;

/// The model servers that respond at their default ports within a second.
pub async fn nearby(services: &Services) -> Vec<Nearby> {
    let places = PLACES.iter().filter_map(|(provider, address)| Some((*provider, Url::parse(address).ok()?)));
    nearby_at(services, places.collect()).await
}

/// As `nearby`, at other addresses.
pub async fn nearby_at(services: &Services, places: Vec<(&'static str, Url)>) -> Vec<Nearby> {
    let looks = places.into_iter().map(|(provider, address)| look(services, provider, address));
    futures::future::join_all(looks).await.into_iter().flatten().collect()
}

impl Nearby {
    /// The settings that would use it, with its first model.
    pub fn settings(&self) -> String {
        let model = self.models.first().map_or("NAME", String::as_str);
        format!(
            "--set models.writer.provider={} --set models.writer.model={model} --set models.writer.base_url={}",
            self.provider, self.base_url
        )
    }
}

async fn look(services: &Services, provider: &'static str, address: Url) -> Option<Nearby> {
    let (path, list, name) = match provider {
        "ollama" => ("api/tags", "models", "name"),
        _ => ("models", "data", "id"),
    };
    let asked = services.client(Reach::NEAR).get(address.join(path).ok()?).send();
    let found = async { asked.await.ok()?.error_for_status().ok()?.json::<Value>().await.ok() };
    let body = tokio::time::timeout(LOOK, found).await.ok()??;
    let named = body.get(list)?.as_array()?.iter().filter_map(|model| model.get(name)?.as_str());
    let models = named.take(MOST_MODELS).map(str::to_owned).collect();
    Some(Nearby { provider, base_url: address.to_string(), models })
}
