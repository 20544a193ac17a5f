//! Lets workspaces install gorkd themselves: `/slack/install` redirects to Slack, which redirects back with a
//! code.

use crate::client::ApiError;
use crate::installations::Installations;
use crate::manifest::SCOPES;
use crate::settings::SlackSettings;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use gorkd_words::{Locale, Msg};
use serde::Deserialize;
use std::sync::Arc;

const COOKIE: &str = "gorkd_slack_install";
const AUTHORIZE: &str = "https://slack.com/oauth/v2/authorize";

pub struct InstallFlow {
    pub installations: Arc<Installations>,
    pub settings: Arc<SlackSettings>,
}

#[derive(Deserialize)]
pub struct Callback {
    code: Option<String>,
    state: Option<String>,
    error: Option<String>,
}

/// Redirects to Slack, with a secret that the browser must return.
pub async fn begin(State(installs): State<Arc<InstallFlow>>, headers: HeaderMap) -> Response {
    let locale = locale(&headers);
    let mut bytes = [0u8; 16];
    if getrandom::fill(&mut bytes).is_err() {
        return page(StatusCode::INTERNAL_SERVER_ERROR, locale, Msg::InstallNoRandom);
    }
    let state = hex::encode(bytes);
    let scopes: Vec<&str> = SCOPES.iter().map(|(scope, _)| *scope).collect();
    let address = url::Url::parse_with_params(
        AUTHORIZE,
        [
            ("client_id", installs.settings.client_id.as_str()),
            ("scope", &scopes.join(",")),
            ("state", &state),
            ("redirect_uri", &installs.callback_url()),
        ],
    );
    let Ok(address) = address else {
        return page(StatusCode::INTERNAL_SERVER_ERROR, locale, Msg::InstallUnconfirmed);
    };
    let cookie = format!("{COOKIE}={state}; Path=/slack; Max-Age=600; HttpOnly; Secure; SameSite=Lax");
    let headers = [(header::LOCATION, address.to_string()), (header::SET_COOKIE, cookie)];
    (StatusCode::FOUND, headers).into_response()
}

/// Handles the redirect back from Slack.
pub async fn finish(
    State(installs): State<Arc<InstallFlow>>,
    headers: HeaderMap,
    Query(callback): Query<Callback>,
) -> Response {
    let locale = locale(&headers);
    if let Some(error) = callback.error {
        tracing::info!(error, "a workspace canceled the installation");
        return page(StatusCode::OK, locale, Msg::InstallCancelled);
    }
    let returned = cookie(&headers);
    let (Some(code), Some(state)) = (callback.code, callback.state) else {
        return page(StatusCode::BAD_REQUEST, locale, Msg::InstallIncomplete);
    };
    if returned.is_none_or(|returned| returned != state) {
        return page(StatusCode::BAD_REQUEST, locale, Msg::InstallOtherBrowser);
    }
    let arguments = [("code", code), ("redirect_uri", installs.callback_url())];
    let grant = match installs.installations.exchange(&arguments).await {
        Ok(grant) => grant,
        Err(error) => {
            let reason = match error {
                ApiError::Refused(code) => code,
                ApiError::RetryAfter(_) => "rate limited".to_owned(),
                ApiError::Unconfirmed(why) => why,
            };
            tracing::warn!(reason, "an installation by a workspace failed");
            return page(StatusCode::BAD_GATEWAY, locale, Msg::InstallUnconfirmed);
        }
    };
    match installs.installations.store(&grant).await {
        Ok(team) => {
            tracing::info!(team, "a workspace installed gorkd");
            page(StatusCode::OK, locale, Msg::InstallDone)
        }
        Err(error) => {
            tracing::error!(%error, "failed to store an installation");
            page(StatusCode::SERVICE_UNAVAILABLE, locale, Msg::InstallNotStored)
        }
    }
}

impl InstallFlow {
    fn callback_url(&self) -> String {
        format!("{}/slack/oauth", self.settings.public_url.as_deref().unwrap_or_default())
    }
}

fn cookie(headers: &HeaderMap) -> Option<String> {
    let all = headers.get(header::COOKIE)?.to_str().ok()?;
    let mut pairs = all.split(';').filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| value.to_owned())
}

/// The browser's language.
fn locale(headers: &HeaderMap) -> Locale {
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    Locale::accepted(accepted.unwrap_or_default())
}

fn page(status: StatusCode, locale: Locale, message: Msg) -> Response {
    let sentence = locale.say(message);
    let page = format!(
        "<!doctype html><html lang={} dir={}><meta charset=utf-8><title>gorkd</title><p>{sentence}</p>",
        locale.code(),
        locale.direction()
    );
    (status, Html(page)).into_response()
}
