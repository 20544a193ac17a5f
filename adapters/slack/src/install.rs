//! Workspaces install gorkd by themselves: `/slack/install` leads to Slack, which leads back with a code.

use crate::access::Accesses;
use crate::client::Failed;
use crate::manifest::SCOPES;
use crate::settings::SlackSettings;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use serde::Deserialize;
use std::sync::Arc;

const COOKIE: &str = "gorkd_slack_install";
const AUTHORIZE: &str = "https://slack.com/oauth/v2/authorize";

pub struct Installs {
    pub accesses: Arc<Accesses>,
    pub settings: Arc<SlackSettings>,
}

#[derive(Deserialize)]
pub struct Back {
    code: Option<String>,
    state: Option<String>,
    error: Option<String>,
}

/// Leads to Slack, with a secret that the browser has to bring back.
pub async fn begin(State(installs): State<Arc<Installs>>) -> Response {
    let mut bytes = [0u8; 16];
    if getrandom::fill(&mut bytes).is_err() {
        return page(
            StatusCode::INTERNAL_SERVER_ERROR,
            "This machine gives no random numbers. Please try again.",
        );
    }
    let state = hex::encode(bytes);
    let scopes: Vec<&str> = SCOPES.iter().map(|(scope, _)| *scope).collect();
    let address = url::Url::parse_with_params(
        AUTHORIZE,
        [
            ("client_id", installs.settings.client_id.as_str()),
            ("scope", &scopes.join(",")),
            ("state", &state),
            ("redirect_uri", &installs.back()),
        ],
    );
    let Ok(address) = address else {
        return page(StatusCode::INTERNAL_SERVER_ERROR, "The address of Slack could not be made.");
    };
    let cookie = format!("{COOKIE}={state}; Path=/slack; Max-Age=600; HttpOnly; Secure; SameSite=Lax");
    let headers = [(header::LOCATION, address.to_string()), (header::SET_COOKIE, cookie)];
    (StatusCode::FOUND, headers).into_response()
}

/// The way back from Slack.
pub async fn finish(
    State(installs): State<Arc<Installs>>,
    headers: HeaderMap,
    Query(back): Query<Back>,
) -> Response {
    if let Some(error) = back.error {
        tracing::info!(error, "a workspace did not install gorkd");
        return page(StatusCode::OK, "gorkd was not installed. You can close this page.");
    }
    let brought = cookie(&headers);
    let (Some(code), Some(state)) = (back.code, back.state) else {
        return page(StatusCode::BAD_REQUEST, "Something is missing in this address. Please begin again.");
    };
    if brought.is_none_or(|brought| brought != state) {
        return page(
            StatusCode::BAD_REQUEST,
            "This installation was not begun in this browser. Please begin again.",
        );
    }
    let arguments = [("code", code), ("redirect_uri", installs.back())];
    let answer = match installs.accesses.exchange(&arguments).await {
        Ok(answer) => answer,
        Err(failed) => {
            let reason = match failed {
                Failed::Api(code) => code,
                Failed::Later(_) => "Slack asks to wait".to_owned(),
                Failed::Unclear(why) => why,
            };
            tracing::warn!(reason, "a workspace could not install gorkd");
            return page(
                StatusCode::BAD_GATEWAY,
                "Slack did not confirm the installation. Please begin again.",
            );
        }
    };
    match installs.accesses.keep(&answer).await {
        Ok(team) => {
            tracing::info!(team, "a workspace has installed gorkd");
            page(StatusCode::OK, "gorkd is installed. Invite it to a channel, mention it, and ask.")
        }
        Err(error) => {
            tracing::error!(%error, "an installation could not be kept");
            page(
                StatusCode::SERVICE_UNAVAILABLE,
                "The installation could not be kept. Please try again later.",
            )
        }
    }
}

impl Installs {
    fn back(&self) -> String {
        format!("{}/slack/oauth", self.settings.public_url.as_deref().unwrap_or_default())
    }
}

fn cookie(headers: &HeaderMap) -> Option<String> {
    let all = headers.get(header::COOKIE)?.to_str().ok()?;
    let mut pairs = all.split(';').filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| value.to_owned())
}

fn page(status: StatusCode, sentence: &str) -> Response {
    let page = format!("<!doctype html><meta charset=utf-8><title>gorkd</title><p>{sentence}</p>");
    (status, Html(page)).into_response()
}
