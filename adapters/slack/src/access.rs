//! Which token opens which workspace: the one of the settings, or those of workspaces that installed gorkd.

use crate::client::{Access, Failed, SlackApi};
use crate::seal::Seal;
use crate::settings::SlackSettings;
use dashmap::DashMap;
use gorkd_core::engine::Clock;
use gorkd_core::model::Millis;
use gorkd_core::ports::{Memory, StoreError};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// Where installs are kept: one row a workspace, sealed.
const KEPT: &str = "slack:installs";
/// A token is renewed so long before its end.
const AHEAD_MS: i64 = 30 * 60 * 1000;

/// What Slack gave when a workspace installed gorkd.
#[derive(Clone, Serialize, Deserialize)]
struct Install {
    token: String,
    refresh: Option<String>,
    /// None for never.
    ends_at: Option<i64>,
}

pub struct Accesses {
    client: Arc<SlackApi>,
    settings: Arc<SlackSettings>,
    memory: Arc<dyn Memory>,
    clock: Arc<dyn Clock>,
    seal: Option<Seal>,
    /// Workspaces that turned us out, until they let us in again.
    gone: DashMap<String, ()>,
    renewing: tokio::sync::Mutex<()>,
}

impl Accesses {
    /// An error is a sentence for the operator.
    pub fn new(
        client: Arc<SlackApi>,
        settings: Arc<SlackSettings>,
        memory: Arc<dyn Memory>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, String> {
        let seal = settings.seal_key.as_ref().map(Seal::new).transpose()?;
        let gone = DashMap::new();
        Ok(Self { client, settings, memory, clock, seal, gone, renewing: tokio::sync::Mutex::default() })
    }

    /// The access to a workspace; none where gorkd is not (any more) installed, or its token cannot be read.
    pub async fn of(&self, team: &str) -> Option<Access> {
        if let Some(install) = self.install(team).await {
            let token = self.renewed(team, install).await;
            return Some(Access { team: team.to_owned(), token: SecretString::from(token) });
        }
        let token = self.settings.bot_token.clone()?;
        (!self.gone.contains_key(team)).then(|| Access { team: team.to_owned(), token })
    }

    async fn install(&self, team: &str) -> Option<Install> {
        let seal = self.seal.as_ref()?;
        let rows = match self.memory.remembered(KEPT).await {
            Ok(rows) => rows,
            Err(error) => {
                tracing::error!(%error, "the installs of workspaces cannot be read");
                return None;
            }
        };
        let row = rows.into_iter().find(|row| row.name == team)?;
        let opened = seal.open(&row.value).and_then(|text| serde_json::from_slice(&text).ok());
        if opened.is_none() {
            tracing::error!(team, "the token of a workspace cannot be opened: slack.seal_key is another one");
        }
        opened
    }

    /// Its token, exchanged for a fresh one when it is about to end.
    async fn renewed(&self, team: &str, install: Install) -> String {
        let due = |install: &Install| install.ends_at.is_some_and(|end| end - AHEAD_MS < self.clock.now().0);
        if !due(&install) {
            return install.token;
        }
        let _one = self.renewing.lock().await;
        let install = self.install(team).await.unwrap_or(install);
        let (true, Some(refresh)) = (due(&install), install.refresh.clone()) else { return install.token };
        let arguments = [("grant_type", "refresh_token".to_owned()), ("refresh_token", refresh)];
        match self.exchange(&arguments).await {
            Ok(answer) => match self.keep(&answer).await {
                Ok(_) => answer["access_token"].as_str().unwrap_or_default().to_owned(),
                Err(error) => {
                    tracing::error!(%error, team, "a fresh token cannot be kept");
                    install.token
                }
            },
            Err(error) => {
                tracing::error!(?error, team, "a token could not be renewed");
                install.token
            }
        }
    }

    /// Exchanges what was given for a token.
    pub async fn exchange(&self, arguments: &[(&str, String)]) -> Result<Value, Failed> {
        let Some(secret) = &self.settings.client_secret else {
            return Err(Failed::Api("slack.client_secret is not set".to_owned()));
        };
        let id = &self.settings.client_id;
        // Id and secret go in a header: an address ends up in logs.
        self.client.let_in(arguments, id, secret).await
    }

    /// Keeps an install; gives its workspace.
    pub async fn keep(&self, answer: &Value) -> Result<String, StoreError> {
        let team = answer["team"]["id"].as_str().unwrap_or_default().to_owned();
        let now = self.clock.now();
        let install = Install {
            token: answer["access_token"].as_str().unwrap_or_default().to_owned(),
            refresh: answer["refresh_token"].as_str().map(str::to_owned),
            ends_at: answer["expires_in"].as_i64().map(|seconds| now.0 + seconds * 1000),
        };
        let Some(seal) = &self.seal else {
            return Err(StoreError::Unavailable("slack.seal_key is not set".to_owned()));
        };
        let text = serde_json::to_vec(&install).unwrap_or_default();
        self.memory.remember(KEPT, &team, &seal.close(&text), now).await?;
        self.gone.remove(&team);
        Ok(team)
    }

    /// A workspace has turned gorkd out.
    pub async fn lost(&self, team: &str) {
        self.gone.insert(team.to_owned(), ());
        if let Err(error) = self.memory.forget(KEPT, Some(team)).await {
            tracing::warn!(%error, team, "the token of a workspace cannot be forgotten");
        }
    }

    pub fn now(&self) -> Millis {
        self.clock.now()
    }
}
