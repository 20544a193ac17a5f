//! `gorkd models`: downloads, lists and removes ranking models.

use super::{print, print_json};
use crate::settings::Settings;
use crate::wire::{EMBEDDERS, catalogue, embedder, fetched, reranker, services};
use anyhow::Result;
use gorkd_cli::screen::{Look, table};
use gorkd_cli::{Exit, ModelsCommand, RankingModel};
use gorkd_models::{NotFetched, Order, Progress};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

pub async fn models(settings: &Settings, data: &Path, command: ModelsCommand) -> Result<Exit> {
    match command {
        ModelsCommand::Get { names } => get(settings, data, &names).await,
        ModelsCommand::List { json } => list(settings, data, json),
        ModelsCommand::Remove { name } => remove(settings, data, name),
    }
}

async fn get(settings: &Settings, data: &Path, names: &[RankingModel]) -> Result<Exit> {
    let orders: Result<Vec<Order>, String> =
        names.iter().map(|name| catalogue::order(settings, name.name())).collect();
    let orders = match orders {
        Ok(orders) => orders,
        Err(sentence) => {
            tell!("{sentence}");
            return Ok(Exit::Refused);
        }
    };
    let shelf = catalogue::shelf(settings, data)?;
    for (order, name) in orders.iter().zip(names) {
        let bar = Bar::new(name.name());
        let got = shelf.get(order, &|file, progress| bar.show(file, progress)).await;
        bar.end();
        if let Err(why) = got {
            return failed(&why);
        }
        print(&format!(
            "{} is in {}.{}\n",
            name.name(),
            fetched(data, name.name()).display(),
            use_of(settings, data, *name)
        ));
    }
    Ok(Exit::Answered)
}

fn failed(why: &NotFetched) -> Result<Exit> {
    tell!("{why}");
    Ok(Exit::Failed)
}

/// A sentence on how a newly downloaded model will be used.
fn use_of(settings: &Settings, data: &Path, name: RankingModel) -> String {
    if InUse::now(settings, data).is(name, settings, data) {
        let library = match name {
            RankingModel::Reranker => "",
            _ => {
                " `gorkd library sync` prepares the library for it, and so does `gorkd serve` in the background."
            }
        };
        return format!(" The next question uses it; restart `gorkd serve` if it is running.{library}");
    }
    let (key, value) = match name {
        RankingModel::Reranker => ("models.reranker", &settings.models.reranker),
        _ => ("models.embedder", &settings.models.embedder),
    };
    let preferred =
        EMBEDDERS.iter().find(|one| fetched(data, one).is_dir()).filter(|one| **one != name.name());
    match (value.as_deref(), preferred) {
        (None | Some("auto"), Some(preferred)) if name != RankingModel::Reranker => {
            format!(" It is not used while {preferred} is installed.")
        }
        (None | Some("auto"), _) => " It can't be used; `gorkd doctor` says why.".to_owned(),
        (Some(other), _) => format!(" It is not used, because {key} is {other}."),
    }
}

/// The ranking models that a question would use now.
struct InUse {
    embedder: Option<String>,
    reranker: Option<String>,
}

impl InUse {
    fn now(settings: &Settings, data: &Path) -> Self {
        let embedder =
            services(settings).and_then(|services| embedder(settings, data, &services)).ok().flatten();
        let reranker = reranker(settings, data).ok().flatten();
        Self {
            embedder: embedder.map(|one| one.name().to_owned()),
            reranker: reranker.map(|one| one.name().to_owned()),
        }
    }

    /// Whether it is this one, as downloaded.
    fn is(&self, model: RankingModel, settings: &Settings, data: &Path) -> bool {
        let (setting, used) = match model {
            RankingModel::Reranker => (&settings.models.reranker, &self.reranker),
            _ => (&settings.models.embedder, &self.embedder),
        };
        let known = catalogue::known().ok().and_then(|mut known| known.remove(model.name()));
        setting.as_deref().is_none_or(|setting| setting == "auto")
            && fetched(data, model.name()).is_dir()
            && used.is_some()
            && *used == known.and_then(|known| known.name)
    }
}

fn list(settings: &Settings, data: &Path, as_json: bool) -> Result<Exit> {
    let known = catalogue::known()?;
    let in_use = InUse::now(settings, data);
    let mut rows = Vec::new();
    let mut values = Vec::new();
    for model in RankingModel::ALL {
        let description = known.get(model.name()).cloned().unwrap_or_default();
        let folder = fetched(data, model.name());
        let (there, used) = (folder.is_dir(), in_use.is(model, settings, data));
        let bytes = if there { size(&folder) } else { promised(settings, model) };
        let state = match (there, used) {
            (true, true) => "in use",
            (true, false) => "fetched",
            (false, _) => "not fetched",
        };
        values.push(json!({
            "name": model.name(), "model": description.name, "purpose": model.purpose(), "fetched": there, "used": used,
            "folder": there.then(|| folder.display().to_string()), "bytes": bytes, "languages": description.languages,
            "license": description.license, "source": description.source,
        }));
        rows.push(vec![
            model.name().to_owned(),
            state.to_owned(),
            megabytes(bytes),
            description.languages.join(", ").replace("mul", "many"),
            description.license.unwrap_or_default(),
            model.purpose().to_owned(),
        ]);
    }
    let of_settings = [
        (&settings.models.reranker, &in_use.reranker, RankingModel::Reranker.purpose()),
        (&settings.models.embedder, &in_use.embedder, RankingModel::Minilm.purpose()),
    ];
    for (setting, used, purpose) in of_settings {
        let Some(named) = setting.as_deref().filter(|named| !["auto", "none"].contains(named)) else {
            continue;
        };
        let folder = Some(Path::new(named)).filter(|folder| folder.is_dir());
        let bytes = folder.and_then(size);
        let state = if used.is_some() { "in use" } else { "broken" };
        values.push(json!({
            "name": named, "model": used, "purpose": purpose, "fetched": folder.is_some(), "used": used.is_some(),
            "folder": folder.map(|folder| folder.display().to_string()), "bytes": bytes, "languages": [],
            "license": null, "source": null,
        }));
        let cells = [named, state, &megabytes(bytes), "", "", purpose];
        rows.push(cells.map(str::to_owned).to_vec());
    }
    if as_json {
        print_json(&values)?;
    } else {
        let heads = ["name", "state", "size", "languages", "license", "what it does"];
        print(&table(&heads, &rows, Look::of_stdout()));
        print("\nDownload one with `gorkd models get NAME`. docs/models.md says what each is good for.\n");
    }
    Ok(Exit::Answered)
}

fn megabytes(bytes: Option<u64>) -> String {
    bytes.map_or_else(String::new, |bytes| format!("{} MB", bytes.div_ceil(1_000_000)))
}

/// Size of a folder's files in bytes.
fn size(folder: &Path) -> Option<u64> {
    let entries = std::fs::read_dir(folder).ok()?;
    Some(entries.flatten().filter_map(|entry| entry.metadata().ok()).map(|about| about.len()).sum())
}

/// Bytes to download; `None` if unknown.
fn promised(settings: &Settings, model: RankingModel) -> Option<u64> {
    let listing = settings.models.catalogue.get(model.name())?;
    (listing.weights_bytes > 0).then_some(listing.weights_bytes + listing.tokenizer_bytes)
}

fn remove(settings: &Settings, data: &Path, name: RankingModel) -> Result<Exit> {
    match catalogue::shelf(settings, data)?.remove(name.name()) {
        Ok(true) => {
            print(&format!("Deleted {}.\n", name.name()));
            Ok(Exit::Answered)
        }
        Ok(false) => {
            tell!("{} is not on this machine. `gorkd models list` shows what is.", name.name());
            Ok(Exit::Refused)
        }
        Err(why) => failed(&why),
    }
}

/// A progress bar on a terminal, occasional lines elsewhere.
struct Bar {
    bar: ProgressBar,
    model: &'static str,
    plain: bool,
    /// The file, and the last tenth of it that was reported.
    told: Mutex<(String, u64)>,
}

impl Bar {
    fn new(model: &'static str) -> Self {
        let plain = !std::io::stderr().is_terminal();
        let bar = ProgressBar::new(0);
        bar.set_draw_target(match plain {
            true => ProgressDrawTarget::hidden(),
            false => ProgressDrawTarget::stderr_with_hz(8),
        });
        let form = "{msg:>26} {bar:30} {bytes}/{total_bytes} {bytes_per_sec}";
        if let Ok(style) = ProgressStyle::with_template(form) {
            bar.set_style(style);
        }
        Self { bar, model, plain, told: Mutex::default() }
    }

    fn show(&self, file: &str, progress: Progress) {
        let Progress { done, total } = progress;
        self.bar.set_length(total.unwrap_or(done));
        self.bar.set_position(done);
        self.bar.set_message(format!("{} {file}", self.model));
        if !self.plain {
            return;
        }
        let tenth = total.filter(|total| *total > 0).map_or(0, |total| done * 10 / total);
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.0 != file || tenth > told.1 {
            *told = (file.to_owned(), tenth);
            tell!("{} {file}: {} %", self.model, tenth * 10);
        }
    }

    fn end(&self) {
        self.bar.finish_and_clear();
    }
}
