//! The token of each workspace, from the settings or from an installation.

use crate::client::{ApiError, Credentials, SlackApi};
use crate::handle::NAME;
use crate::responses::Grant;
use crate::seal::Seal;
use crate::settings::SlackSettings;
use dashmap::DashSet;
use gorkd_core::engine::Clock;
use gorkd_core::model::Millis;
use gorkd_core::ports::{self, Installation, StoreError};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How long before its expiry a token is refreshed.
const REFRESH_AHEAD_MS: i64 = 30 * 60 * 1000;

/// What Slack returned when a workspace installed gorkd. Stored encrypted.
#[derive(Clone, Serialize, Deserialize)]
struct StoredInstallation {
    token: String,
    refresh: Option<String>,
    /// `None` for a token that does not expire.
    ends_at: Option<i64>,
}

pub struct Installations {
    client: Arc<SlackApi>,
    settings: Arc<SlackSettings>,
    store: Arc<dyn ports::Installations>,
    clock: Arc<dyn Clock>,
    seal: Option<Seal>,
    /// Workspaces that removed gorkd and have not reinstalled it.
    removed: DashSet<String>,
    refreshing: tokio::sync::Mutex<()>,
}

impl Installations {
    /// Errors are sentences for the operator.
    pub fn new(
        client: Arc<SlackApi>,
        settings: Arc<SlackSettings>,
        store: Arc<dyn ports::Installations>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, String> {
        let seal = settings.seal_key.as_ref().map(Seal::new).transpose()?;
        let removed = DashSet::new();
        Ok(Self { client, settings, store, clock, seal, removed, refreshing: tokio::sync::Mutex::default() })
    }

    /// The credentials of a workspace; `None` if gorkd is not installed or the token cannot be decrypted.
    pub async fn of(&self, team: &str) -> Option<Credentials> {
        if let Some(install) = self.install(team).await {
            let token = self.refreshed(team, install).await;
            return Some(Credentials { team: team.to_owned(), token: SecretString::from(token) });
        }
        let token = self.settings.bot_token.clone()?;
        (!self.removed.contains(team)).then(|| Credentials { team: team.to_owned(), token })
    }

    async fn install(&self, team: &str) -> Option<StoredInstallation> {
        let seal = self.seal.as_ref()?;
        let sealed = match self.store.installation(NAME, team).await {
            Ok(installation) => installation?.access?,
            Err(error) => {
                tracing::error!(%error, "failed to read installations");
                return None;
            }
        };
        let opened = seal.open(&sealed).and_then(|text| serde_json::from_slice(&text).ok());
        if opened.is_none() {
            tracing::error!(team, "failed to decrypt the token of a workspace: slack.seal_key has changed");
        }
        opened
    }

    /// The token, refreshed if it is about to expire.
    async fn refreshed(&self, team: &str, install: StoredInstallation) -> String {
        let due = |install: &StoredInstallation| {
            install.ends_at.is_some_and(|end| end - REFRESH_AHEAD_MS < self.clock.now().0)
        };
        if !due(&install) {
            return install.token;
        }
        let _one = self.refreshing.lock().await;
        let install = self.install(team).await.unwrap_or(install);
        let (true, Some(refresh)) = (due(&install), install.refresh.clone()) else { return install.token };
        let arguments = [("grant_type", "refresh_token".to_owned()), ("refresh_token", refresh)];
        match self.exchange(&arguments).await {
            Ok(grant) => match self.store(&grant).await {
                Ok(_) => grant.access_token,
                Err(error) => {
                    tracing::error!(%error, team, "failed to store a refreshed token");
                    install.token
                }
            },
            Err(error) => {
                tracing::error!(?error, team, "failed to refresh a token");
                install.token
            }
        }
    }

    /// Exchanges a code or a refresh token for a token.
    pub async fn exchange(&self, arguments: &[(&str, String)]) -> Result<Grant, ApiError> {
        let Some(secret) = &self.settings.client_secret else {
            return Err(ApiError::Refused("slack.client_secret is not set".to_owned()));
        };
        let id = &self.settings.client_id;
        // The id and secret are sent in a header, because URLs end up in logs.
        self.client.exchange(arguments, id, secret).await
    }

    /// Stores an installation and returns its workspace.
    pub async fn store(&self, grant: &Grant) -> Result<String, StoreError> {
        let team = grant.team.id.clone();
        let now = self.clock.now();
        let install = StoredInstallation {
            token: grant.access_token.clone(),
            refresh: grant.refresh_token.clone(),
            ends_at: grant.expires_in.map(|seconds| now.0 + seconds * 1000),
        };
        let Some(seal) = &self.seal else {
            return Err(StoreError::Unavailable("slack.seal_key is not set".to_owned()));
        };
        let text = serde_json::to_vec(&install).unwrap_or_default();
        let installation = Installation {
            platform: NAME.to_owned(),
            workspace: team.clone(),
            access: Some(seal.close(&text)),
            at: now,
        };
        self.store.put_installation(&installation).await?;
        self.removed.remove(&team);
        Ok(team)
    }

    /// A workspace removed gorkd.
    pub async fn remove(&self, team: &str) {
        self.removed.insert(team.to_owned());
        if let Err(error) = self.store.drop_installation(NAME, team).await {
            tracing::warn!(%error, team, "failed to delete the token of a workspace");
        }
    }

    pub fn now(&self) -> Millis {
        self.clock.now()
    }
}
