//! The downloadable ranking models: their descriptions, and their addresses in settings.

use crate::settings::{Listing, Settings};
use crate::wire::net;
use anyhow::{Context, Result};
use gorkd_models::{Description, Order, Shelf, Source};
use gorkd_net::{Guard, GuardSettings, Listed, SystemNames};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use url::Url;

const KNOWN: &str = include_str!("../../config/ranking.toml");

/// The description of each model, by name.
pub fn known() -> Result<BTreeMap<String, Description>> {
    toml::from_str(KNOWN).context("config/ranking.toml can't be read")
}

/// What to download for a model. The error is a sentence.
pub fn order(settings: &Settings, name: &str) -> Result<Order, String> {
    let known = known().map_err(|why| format!("{why:#}."))?;
    let (Some(description), Some(listing)) = (known.get(name), settings.models.catalogue.get(name)) else {
        return Err(format!("There is no ranking model named {name}."));
    };
    let Listing { weights_url, weights_sha256, weights_bytes, weights_inside, .. } = listing;
    let Listing { tokenizer_url, tokenizer_sha256, tokenizer_bytes, tokenizer_inside, .. } = listing;
    let source =
        |file: &str, url: &Option<Url>, sum: &Option<String>, bytes: u64, inside: &Option<String>| {
            let missing = |key: &str, why: &str| {
                format!("models.catalogue.{name}.{file}_{key} is empty: {why} (docs/models.md).")
            };
            let unchecked = "gorkd installs nothing that it can't verify. Set the checksum of the file";
            match (url.clone(), sum.clone()) {
                (None, _) => Err(missing("url", "the address of the file is missing")),
                (Some(_), None) => Err(missing("sha256", unchecked)),
                (Some(url), Some(sha256)) => Ok(Source {
                    url,
                    sha256,
                    bytes: Some(bytes).filter(|bytes| *bytes > 0),
                    inside: inside.clone(),
                }),
            }
        };
    Ok(Order {
        name: name.to_owned(),
        description: description.clone(),
        weights: source("weights", weights_url, weights_sha256, *weights_bytes, weights_inside)?,
        tokenizer: source("tokenizer", tokenizer_url, tokenizer_sha256, *tokenizer_bytes, tokenizer_inside)?,
    })
}

/// The folder of downloaded models, with a guarded connection to their hosts.
pub fn shelf(settings: &Settings, data: &Path) -> Result<Shelf> {
    // The operator named these addresses, so they may be on a private network. What a server redirects to
    // must be a public address nonetheless.
    let named =
        settings.models.catalogue.values().flat_map(|one| [&one.weights_url, &one.tokenizer_url]).flatten();
    let mut allow = net::listed(settings)?;
    allow.extend(named.filter_map(|url| {
        let host = url.host_str()?.trim_matches(['[', ']']).to_owned();
        Some(Listed { host, port: url.port_or_known_default() })
    }));
    let guard = Guard::new(GuardSettings { allow, ..GuardSettings::default() }, Arc::new(SystemNames));
    Ok(Shelf::new(data.join(FOLDER), guard, net::http()?, &settings.reader.user_agent))
}

/// In the data folder.
pub const FOLDER: &str = "models";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Sources;
    use gorkd_models::Kind;

    fn ordered(name: &str, set: &[&str]) -> Result<Order, String> {
        let set = set.iter().map(|&one| one.to_owned()).collect();
        let settings = Settings::load(&Sources { set, ..Sources::default() }).expect("right settings");
        order(&settings, name)
    }

    #[test]
    fn every_model_is_known_and_has_a_home_with_checksums() {
        let known = known().expect("the file reads");
        let settings = Settings::load(&Sources::default()).expect("the built-in settings");
        assert!(known.keys().eq(settings.models.catalogue.keys()), "both lists have the same names");
        for (name, description) in known {
            let order = ordered(&name, &[]).expect("the defaults are complete");
            assert!(
                [&order.weights, &order.tokenizer].iter().all(|source| source.url.scheme() == "https"),
                "{name}"
            );
            assert!(description.license.is_some() && description.source.is_some(), "{name}");
            let kind = if name == "reranker" { Kind::Reranker } else { Kind::Embedder };
            assert_eq!(description.kind, Some(kind), "{name}");
        }
    }

    #[test]
    fn a_model_without_a_checksum_is_not_fetched() {
        let why =
            ordered("bge", &["models.catalogue.bge.weights_sha256="]).expect_err("it cannot be checked");
        assert!(
            why.starts_with(
                "models.catalogue.bge.weights_sha256 is empty: gorkd installs nothing that it can't verify"
            ),
            "{why}"
        );
        let why = ordered("bge", &["models.catalogue.bge.tokenizer_url="]).expect_err("it is nowhere");
        assert!(why.starts_with("models.catalogue.bge.tokenizer_url is empty: the address of"), "{why}");
        assert_eq!(ordered("other", &[]), Err("There is no ranking model named other.".to_owned()));
    }
}
