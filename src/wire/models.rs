//! The language models and ranking models named in settings, and their prices.

use crate::settings::{Driver, Model as RoleSettings, Settings};
use anyhow::{Context, Result, anyhow, bail};
use gorkd_core::job::{ModelPrice, Models, Prices};
use gorkd_core::ports::{Embedder, Model, Reranker};
use gorkd_models::{
    Description, LocalEmbedder, LocalReranker, PriceList, ServerEmbedder, ServerModel, ServerSettings,
    provider,
};
use gorkd_net::Services;
use secrecy::ExposeSecret;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const PRICES: &str = include_str!("../../config/models.toml");

/// The models of a process.
#[derive(Clone, Default)]
pub struct WiredModels {
    pub by_name: BTreeMap<String, Arc<dyn Model>>,
    pub roles: Models,
    pub prices: Prices,
}

pub fn models(settings: &Settings, services: &Services) -> Result<WiredModels> {
    let list = PriceList::read(PRICES)?;
    let mut servers: Vec<ServerSettings> = Vec::new();
    let mut roles = Models::default();
    let of = &settings.models;
    let wanted = [("planner", &of.planner), ("writer", &of.writer), ("checker", &of.checker)];
    for (role, wants) in wanted.into_iter().filter(|(_, wants)| wants.provider != "none") {
        let name = join(&mut servers, role, wants, services, &list)?;
        match role {
            "planner" => roles.planner = Some(name),
            "checker" => roles.checker = Some(name),
            _ => roles.writer = Some(name),
        }
    }
    if settings.ask.driver == Driver::Tools {
        roles.driver = roles.planner.clone().or(roles.writer.clone());
        if roles.driver.is_none() {
            bail!("ask.driver is \"tools\", but there is no model to call them: set one in models.planner");
        }
    }
    let mut wired = WiredModels { roles, ..WiredModels::default() };
    for settings in servers {
        if let Some(price) = settings.price {
            wired.prices.models.insert(settings.name.clone(), price);
        }
        let model = ServerModel::new(&settings, services).with_context(|| settings.model.clone())?;
        wired.by_name.insert(settings.name, Arc::new(model));
    }
    Ok(wired)
}

/// Adds a role to the server that it names, or adds the server. Returns the name used in journals.
fn join(
    servers: &mut Vec<ServerSettings>,
    role: &str,
    wants: &RoleSettings,
    services: &Services,
    list: &PriceList,
) -> Result<String> {
    let found = provider(&wants.provider).with_context(|| format!("models.{role}.provider"))?;
    let Some(model) = wants.model.clone() else { bail!("models.{role}.model must name a model") };
    let address = found.address(wants.base_url.as_ref()).with_context(|| format!("models.{role}"))?;
    let secret = |key: &Option<secrecy::SecretString>| key.as_ref().map(|key| key.expose_secret().to_owned());
    let same = |known: &&mut ServerSettings| {
        known.provider.name == found.name
            && known.model == model
            && known.base_url.as_ref() == Some(&address)
            && secret(&known.key) == secret(&wants.key)
    };
    if let Some(server) = servers.iter_mut().find(same) {
        server.roles.push(role.to_owned());
        server.context = server.context.or(wants.context());
        return Ok(server.name.clone());
    }
    // Two servers may have models of the same name. The second one is identified by its address, or else by
    // its role.
    let taken = |name: &str| servers.iter().any(|server| server.name == name);
    let host = address.host_str().unwrap_or_default();
    let named = [model.clone(), format!("{model}@{host}"), format!("{model}@{role}")];
    let name = named.into_iter().find(|name| !taken(name)).ok_or_else(|| anyhow!("models.{role}"))?;
    let near = services.is_near(&address);
    let price = list.of(found.name, &model).filter(|_| !near).or(near.then(ModelPrice::default));
    servers.push(ServerSettings {
        provider: found,
        model,
        name: name.clone(),
        base_url: Some(address),
        key: wants.key.clone(),
        context: wants.context(),
        roles: vec![role.to_owned()],
        price,
    });
    Ok(name)
}

/// Where `gorkd models get` puts a model.
pub fn fetched(data: &Path, name: &str) -> PathBuf {
    data.join(super::catalogue::FOLDER).join(name)
}

/// Downloadable embedders, preferred ones first: the first reads every language, and the second, which is
/// smaller, found no less than the third (docs/models.md).
pub const EMBEDDERS: [&str; 3] = ["multilingual", "minilm", "bge"];
const RERANKERS: [&str; 1] = ["reranker"];

fn known() -> Result<Vec<Description>> {
    Ok(super::catalogue::known()?.into_values().collect())
}

/// The folder that a setting names; with `auto`, the first downloaded model.
fn folder(setting: Option<&str>, data: &Path, names: &[&str]) -> Option<PathBuf> {
    match setting {
        Some("none") => None,
        None | Some("auto") => names.iter().map(|name| fetched(data, name)).find(|folder| folder.is_dir()),
        Some(named) => Some(PathBuf::from(named)),
    }
}

/// The embedder from settings, or a downloaded one; `None` compares words only.
pub fn embedder(settings: &Settings, data: &Path, services: &Services) -> Result<Option<Arc<dyn Embedder>>> {
    let setting = settings.models.embedder.as_deref();
    if let Some((provider, model)) = setting.and_then(|named| settings.models.provider_and_name(named)) {
        return of_provider(settings, services, &provider, &model).map(Some);
    }
    let Some(folder) = folder(setting, data, &EMBEDDERS) else { return Ok(None) };
    Ok(Some(Arc::new(LocalEmbedder::knowing(&folder, &known()?).context("models.embedder")?)))
}

/// The reranker from settings, or the downloaded one; `None` ranks by words and embedder only.
pub fn reranker(settings: &Settings, data: &Path) -> Result<Option<Arc<dyn Reranker>>> {
    let Some(folder) = folder(settings.models.reranker.as_deref(), data, &RERANKERS) else { return Ok(None) };
    Ok(Some(Arc::new(LocalReranker::knowing(&folder, &known()?).context("models.reranker")?)))
}

fn of_provider(
    settings: &Settings,
    services: &Services,
    named: &str,
    model: &str,
) -> Result<Arc<dyn Embedder>> {
    let found = provider(named)?;
    let roles = [&settings.models.writer, &settings.models.planner, &settings.models.checker];
    let role = roles.into_iter().find(|role| role.provider == found.name);
    let base_url = role.and_then(|role| role.base_url.as_ref());
    let key = role.and_then(|role| role.key.clone());
    let embedder = ServerEmbedder::new(found, model, base_url, key, services)?;
    Ok(Arc::new(embedder))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Sources;
    use gorkd_core::model::Destination;

    fn wired(options: &[&str]) -> WiredModels {
        let set = options.iter().map(|&option| option.to_owned()).collect();
        let settings = Settings::load(&Sources { set, ..Sources::default() }).expect("right settings");
        let services = crate::wire::services(&settings).expect("clients");
        models(&settings, &services).expect("models")
    }

    const WRITER: [&str; 3] = [
        "models.writer.provider=openai",
        "models.writer.model=gpt-4.1-mini-2025-04-14",
        "models.writer.key=k",
    ];

    #[test]
    fn prices_are_known_or_said_to_be_unknown() {
        let list = PriceList::read(PRICES).expect("the list reads");
        assert!(
            list.all().iter().all(|price| price.date.len() == 10 && price.source.starts_with("https://"))
        );
        assert!(list.all().iter().all(|price| provider(&price.provider).is_ok()));
        let known = wired(&WRITER);
        assert_eq!(known.prices.models["gpt-4.1-mini-2025-04-14"].input.0, 400_000);
        let near = wired(&["models.writer.provider=ollama", "models.writer.model=qwen3"]);
        assert_eq!(near.prices.models["qwen3"], ModelPrice::default());
        let unknown =
            wired(&["models.writer.provider=groq", "models.writer.model=new", "models.writer.key=k"]);
        assert!(unknown.prices.models.is_empty());
        assert_eq!(unknown.by_name["new"].destination(), Destination::Far);
    }

    #[test]
    fn one_server_serves_two_roles_and_two_servers_are_told_apart() {
        let planner = ["models.planner.provider=ollama", "models.planner.model=qwen3"];
        let same = ["models.writer.provider=ollama", "models.writer.model=qwen3"];
        let both = wired(&[planner, same].concat());
        assert_eq!(both.by_name.len(), 1);
        assert_eq!(both.roles.planner, both.roles.writer);
        let other = [
            "models.writer.provider=openai_compatible",
            "models.writer.model=qwen3",
            "models.writer.base_url=http://other.test:8080",
        ];
        let apart = wired(&[&planner[..], &other[..]].concat());
        assert_eq!(apart.by_name.keys().collect::<Vec<_>>(), ["qwen3", "qwen3@other.test"]);
    }

    #[test]
    fn the_planners_model_drives_where_the_settings_say_so() {
        let driver = "ask.driver=tools";
        let planner = ["models.planner.provider=ollama", "models.planner.model=qwen3"];
        let both = [&planner[..], &WRITER, &[driver]].concat();
        assert_eq!(wired(&both).roles.driver.as_deref(), Some("qwen3"));
        assert_eq!(wired(&[&planner[..], &WRITER].concat()).roles.driver, None);
        let alone = wired(&[&WRITER[..], &[driver]].concat()).roles.driver;
        assert_eq!(alone.as_deref(), Some("gpt-4.1-mini-2025-04-14"));
        let set = vec![driver.to_owned()];
        let settings = Settings::load(&Sources { set, ..Sources::default() }).expect("right settings");
        let services = crate::wire::services(&settings).expect("clients");
        let why = models(&settings, &services).map(|_| ()).expect_err("there is none");
        assert!(why.to_string().contains("models.planner"), "{why}");
    }

    #[test]
    fn nothing_set_is_no_model() {
        let none = wired(&[]);
        assert!(none.by_name.is_empty() && none.roles == Models::default());
    }

    /// The names of the embedder and the reranker for a data folder with the sample models `fetched`.
    fn ranked_by(fetched: &[(&str, &str)], options: &[String]) -> (Option<String>, Option<String>) {
        let data = tempfile::tempdir().expect("a folder for a test");
        for (name, sample) in fetched {
            let folder = super::fetched(data.path(), name);
            std::fs::create_dir_all(&folder).expect("it can be made");
            for file in ["model.onnx", "tokenizer.json"] {
                std::fs::copy(samples(sample).join(file), folder.join(file)).expect("it can be copied");
            }
        }
        let settings = Settings::load(&Sources { set: options.to_vec(), ..Sources::default() });
        let settings = settings.expect("right settings");
        let services = crate::wire::services(&settings).expect("clients");
        let embedder = embedder(&settings, data.path(), &services).expect("it is one");
        let reranker = reranker(&settings, data.path()).expect("it is one");
        (embedder.map(|one| one.name().to_owned()), reranker.map(|one| one.name().to_owned()))
    }

    fn samples(name: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("adapters/models/tests-data").join(name)
    }

    #[test]
    fn what_was_fetched_is_used_unless_the_settings_say_otherwise() {
        let all = [("bge", "embedder"), ("multilingual", "embedder"), ("reranker", "reranker")];
        let names = |embedder: Option<&str>, reranker: Option<&str>| {
            (embedder.map(str::to_owned), reranker.map(str::to_owned))
        };
        assert_eq!(ranked_by(&[], &[]), names(None, None));
        assert_eq!(ranked_by(&all, &[]), names(Some("multilingual"), Some("reranker")));
        assert_eq!(ranked_by(&all[..1], &[]), names(Some("bge"), None));
        assert_eq!(ranked_by(&[all[0], ("minilm", "embedder")], &[]), names(Some("minilm"), None));
        let of = |embedder: String, reranker: String| {
            [format!("models.embedder={embedder}"), format!("models.reranker={reranker}")]
        };
        let none = of("none".to_owned(), "none".to_owned());
        assert_eq!(ranked_by(&all, &none), names(None, None));
        let folders =
            of(samples("embedder").display().to_string(), samples("reranker").display().to_string());
        assert_eq!(ranked_by(&[], &folders), names(Some("embedder"), Some("reranker")));
        let server = of("ollama:nomic-embed-text".to_owned(), String::new());
        assert_eq!(ranked_by(&all, &server), names(Some("nomic-embed-text"), Some("reranker")));
    }

    #[test]
    fn a_folder_that_holds_something_else_is_named_with_its_setting() {
        let data = Path::new("nowhere");
        let set = vec!["models.reranker=nowhere".to_owned()];
        let settings = Settings::load(&Sources { set, ..Sources::default() }).expect("right settings");
        let why = reranker(&settings, data).map(|_| ()).expect_err("nothing is there");
        assert!(format!("{why:#}").starts_with("models.reranker: nowhere"), "{why:#}");
    }
}
