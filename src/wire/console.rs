//! Information about this installation for the web page: limits, providers, setup.

use super::noted::Board;
use super::{App, examples};
use crate::settings::{KEYED, Settings, kept};
use futures::future::BoxFuture;
use gorkd_core::engine::{Clock, SystemClock};
use gorkd_core::ports::{Documents, Shelf, Usage};
use gorkd_core::view::iso;
use gorkd_net::Services;
use gorkd_search::Library;
use gorkd_store::Store;
use gorkd_web::console::*;
use secrecy::ExposeSecret;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// The ranking models to download first, by their names in `gorkd models get`.
const EMBEDDER: &str = "minilm";
const RERANKER: &str = "reranker";

pub struct Installation {
    settings: Settings,
    data: PathBuf,
    store: Arc<dyn Store>,
    library: Arc<Library>,
    services: Services,
    board: Board,
    searches: Vec<String>,
    models: Vec<String>,
    /// Whether an embedder and a reranker are in use.
    embeds: bool,
    ranks: bool,
    /// Keys entered on the web page that this process started with.
    kept: BTreeMap<String, String>,
}

impl Installation {
    pub fn of(app: &App) -> Self {
        Self {
            settings: app.settings.clone(),
            data: app.data.clone(),
            store: app.store.clone(),
            library: app.library.clone(),
            services: app.services.clone(),
            board: app.board.clone(),
            searches: app.ports.searches.iter().map(|search| search.name().to_owned()).collect(),
            models: app.ports.models.keys().cloned().collect(),
            embeds: app.ports.embedder.is_some(),
            ranks: app.ports.reranker.is_some(),
            kept: kept::read(&app.data).unwrap_or_default(),
        }
    }

    async fn search(&self, name: &str) -> ProviderState {
        // One account covers both.
        let group = if name == "google_scholar" { "serpapi" } else { name };
        let settings = self.settings.search.get(group);
        let enabled = self.searches.iter().any(|asked| asked == name);
        let keyed = KEYED.contains(&group);
        let quota = match settings.filter(|_| enabled && keyed) {
            Some(of) => self.quota(group, of.daily_calls.unwrap_or(0), of.daily_credits.unwrap_or(0)).await,
            None => None,
        };
        let rate = settings.and_then(|of| of.rate);
        self.noted(ProviderState { quota, rate, enabled, ..unknown(name, ProviderKind::Search) })
    }

    async fn quota(&self, account: &str, daily_calls: u64, daily_credits: u64) -> Option<Quota> {
        let today = iso(SystemClock.now()).chars().take(10).collect::<String>();
        // A count of zero reads the usage without changing it.
        let taken = self.store.take(account, &today, Usage::default(), Usage::default()).await.ok()?;
        Some(Quota { calls: taken.used.calls, credits: taken.used.credits, daily_calls, daily_credits })
    }

    fn noted(&self, state: ProviderState) -> ProviderState {
        match self.board.of(&state.name) {
            Some(noted) => ProviderState {
                health: noted.health,
                last_error: noted.error,
                last_used_at: Some(iso(noted.at)),
                ..state
            },
            None => state,
        }
    }

    async fn state_of_library(&self) -> Result<LibraryState, String> {
        let entries = self.library.list().await.map_err(|error| error.to_string())?;
        let folders = entries.iter().map(|entry| LibraryFolder {
            path: entry.root.path.clone(),
            documents: entry.documents,
            synced_at: entry.root.synced_at.map(iso),
        });
        let roots: Vec<String> = entries.iter().map(|entry| entry.root.path.clone()).collect();
        let (shelf, documents): (&dyn Shelf, &dyn Documents) = (&*self.store, &*self.store);
        let examples = examples::of(shelf, documents, &roots).await.map_err(|error| error.to_string())?;
        Ok(LibraryState {
            documents: entries.iter().map(|entry| entry.documents).sum(),
            folders: folders.collect(),
            examples,
        })
    }

    async fn state_of_setup(&self) -> Result<Setup, String> {
        let entries = self.library.list().await.map_err(|error| error.to_string())?;
        let library = LibraryCounts {
            documents: entries.iter().map(|entry| entry.documents).sum(),
            folders: entries.iter().map(|entry| entry.root.path.clone()).collect(),
        };
        let found = gorkd_models::nearby(&self.services).await;
        let local_models: Vec<LocalModels> = found
            .into_iter()
            .map(|server| LocalModels {
                base_url: server.base_url,
                kind: server.provider.to_owned(),
                models: server.models,
            })
            .collect();
        let kept = kept::read(&self.data)
            .map_err(|error| format!("{}: {error}", kept::file(&self.data).display()))?;
        let providers: Vec<KeyedProvider> = kept::providers()
            .into_iter()
            .map(|name| KeyedProvider {
                needs_key: KEYED.contains(&name.as_str()),
                key_set: kept.contains_key(&name) || self.is_in_settings(&name),
                key_kept: kept.contains_key(&name),
                name,
            })
            .collect();
        let steps = vec![
            folders(&library),
            self.ranking(),
            self.model(&local_models),
            keys(&providers),
            self.slack(),
            self.discord(),
        ];
        Ok(Setup { steps, local_models, library, providers })
    }

    /// Whether a provider's key in this process comes from elsewhere than the web page, where it could be
    /// removed.
    fn is_in_settings(&self, provider: &str) -> bool {
        let key = self.settings.search.get(provider).and_then(|one| one.key.as_ref());
        key.is_some_and(|key| self.kept.get(provider).is_none_or(|kept| kept != key.expose_secret()))
    }

    fn ranking(&self) -> SetupStep {
        let sentence = match (self.embeds, self.ranks) {
            (true, true) => "Ranking models are installed: passages are compared by meaning.",
            (false, true) => {
                "A reranker puts the best passage first. With an embedder, passages in other words than the question's \
                 are found as well."
            }
            (true, false) => "Passages are compared by meaning. A reranker puts the best one first.",
            (false, false) => {
                "Without ranking models, passages are compared only by their words. The models run on this machine."
            }
        };
        let wanted = [(self.embeds, EMBEDDER), (self.ranks, RERANKER)];
        let missing: Vec<&str> =
            wanted.into_iter().filter(|(is_there, _)| !is_there).map(|(_, name)| name).collect();
        SetupStep {
            id: StepId::Ranking,
            done: missing.is_empty(),
            sentence: sentence.to_owned(),
            commands: missing.iter().map(|name| format!("gorkd models get {name}")).collect(),
            settings: String::new(),
        }
    }

    fn model(&self, near: &[LocalModels]) -> SetupStep {
        let done = !self.models.is_empty();
        let sentence = match (self.models.first(), near.first()) {
            (Some(name), _) => format!("{name} is used."),
            (None, Some(server)) => {
                format!(
                    "A model server is running at {} but is not used. Without a model, answers consist of quotations.",
                    server.base_url
                )
            }
            (None, None) => "Answers consist of quotations. With a language model, they are written in full \
                             sentences, and quotations stay below them. Ollama runs one on this machine."
                .to_owned(),
        };
        let (kind, model, address) = match near.first() {
            Some(server) => {
                let model = server.models.first().map_or("qwen3:8b", String::as_str);
                (server.kind.as_str(), model, server.base_url.as_str())
            }
            None => ("ollama", "qwen3:8b", "http://127.0.0.1:11434/"),
        };
        let settings =
            format!("[models.writer]\nprovider = {kind:?}\nmodel = {model:?}\nbase_url = {address:?}\n");
        let commands = match near.is_empty() && !done {
            true => vec![format!("ollama pull {model}")],
            false => Vec::new(),
        };
        let settings = if done { String::new() } else { settings };
        SetupStep { id: StepId::Model, done, sentence, commands, settings }
    }

    fn slack(&self) -> SetupStep {
        let slack = &self.settings.slack;
        let done = slack.is_on();
        let sentence = match done {
            true => "gorkd is in Slack.",
            false => "In Slack, gorkd answers mentions. `gorkd slack manifest` prints the app to create.",
        };
        let commands = if done { Vec::new() } else { vec!["gorkd slack manifest".to_owned()] };
        let settings =
            if done { "" } else { "[slack]\nbot_token = \"xoxb-…\"\napp_token = \"xapp-…\"\n" };
        SetupStep {
            id: StepId::Slack,
            done,
            sentence: sentence.to_owned(),
            commands,
            settings: settings.to_owned(),
        }
    }

    fn discord(&self) -> SetupStep {
        let done = self.settings.discord.is_on();
        let sentence = match done {
            true => "gorkd is in Discord.",
            false => "In Discord, people ask with /research. docs/discord.md explains how to create the bot.",
        };
        let commands = if done { Vec::new() } else { vec!["gorkd discord invite".to_owned()] };
        let settings = if done { "" } else { "[discord]\ntoken = \"…\"\napplication_id = \"…\"\n" };
        SetupStep {
            id: StepId::Discord,
            done,
            sentence: sentence.to_owned(),
            commands,
            settings: settings.to_owned(),
        }
    }
}

fn folders(library: &LibraryCounts) -> SetupStep {
    let done = library.documents > 0;
    let sentence = match (done, library.documents) {
        (true, documents) => format!("The library holds {documents} documents."),
        (false, _) => {
            "The library is empty: add a folder of documents. gorkd reads them and never changes them."
                .to_owned()
        }
    };
    let commands = if done { Vec::new() } else { vec!["gorkd library add ~/Documents".to_owned()] };
    SetupStep { id: StepId::Library, done, sentence, commands, settings: String::new() }
}

fn keys(providers: &[KeyedProvider]) -> SetupStep {
    let set: Vec<&str> = providers.iter().filter(|one| one.key_set).map(|one| one.name.as_str()).collect();
    let done = !set.is_empty();
    let sentence = match done {
        true => format!("Providers with a key: {}.", set.join(", ")),
        false => "Without a key, gorkd searches encyclopedias and papers, but not the whole web. A key for Tavily, Exa \
                  or Brave enables web search."
            .to_owned(),
    };
    let settings = if done { "" } else { "[search.tavily]\nkey = \"…\"\n" };
    SetupStep { id: StepId::Providers, done, sentence, commands: Vec::new(), settings: settings.to_owned() }
}

fn unknown(name: &str, kind: ProviderKind) -> ProviderState {
    ProviderState {
        name: name.to_owned(),
        kind,
        enabled: true,
        health: Health::Unknown,
        quota: None,
        rate: None,
        last_error: None,
        last_used_at: None,
    }
}

impl Console for Installation {
    fn limits(&self) -> Limits {
        let (settings, chat, budgets) = (&self.settings, &self.settings.chat, &self.settings.budgets);
        let profile = |(name, budget): (&gorkd_core::model::Profile, &gorkd_core::model::Budget)| {
            let limits = ProfileLimits {
                seconds: budget.seconds,
                rounds: budget.rounds,
                usd: budget.usd,
                tokens: budget.tokens,
            };
            (name.name().to_owned(), limits)
        };
        Limits {
            requests_per_minute: settings.web.requests_per_minute.get(),
            streams: settings.web.streams,
            runs: settings.admission.runs,
            per_minutes: settings.admission.per_minutes,
            exempt: settings.admission.exempt.clone(),
            jobs: super::capacity::jobs(settings.worker.jobs),
            profiles: settings.profiles.iter().map(profile).collect(),
            chat: ChatLimits {
                channel_runs_per_hour: chat.channel_runs_per_hour,
                workspace_runs_per_hour: chat.workspace_runs_per_hour,
                person_usd: budgets.person_usd,
                channel_usd: budgets.channel_usd,
                workspace_usd: budgets.workspace_usd,
            },
            budgets: BudgetLimits {
                month_usd: budgets.month_usd,
                person_usd: budgets.person_usd,
                place_usd: budgets.place_usd,
                channel_usd: budgets.channel_usd,
                workspace_usd: budgets.workspace_usd,
            },
        }
    }

    fn providers(&self) -> BoxFuture<'_, Vec<ProviderState>> {
        Box::pin(async {
            let mut states = Vec::new();
            for name in super::search::NAMES {
                states.push(self.search(name).await);
            }
            states.extend(self.models.iter().map(|name| self.noted(unknown(name, ProviderKind::Model))));
            states.push(unknown("reader", ProviderKind::Reader));
            states
        })
    }

    fn setup(&self) -> BoxFuture<'_, Result<Setup, String>> {
        Box::pin(self.state_of_setup())
    }

    fn library(&self) -> BoxFuture<'_, Result<LibraryState, String>> {
        Box::pin(self.state_of_library())
    }

    fn keep_key(&self, provider: &str, key: Option<&str>) -> Result<(), NotKept> {
        if !kept::providers().iter().any(|known| known == provider) {
            return Err(NotKept::Unknown);
        }
        kept::keep(&self.data, provider, key)
            .map_err(|error| NotKept::Failed(format!("{}: {error}", kept::file(&self.data).display())))
    }
}
