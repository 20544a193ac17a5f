//! `gorkd key`: who may use the HTTP interface from other machines.

use super::{print, print_json};
use crate::wire::App;
use gorkd_cli::screen::{Look, clean, table};
use gorkd_cli::{Exit, KeyCommand};
use gorkd_core::engine::{AuditAction, Clock, SystemClock};
use gorkd_core::model::{MicroUsd, Millis, Requester};
use gorkd_core::ports::KeyRow;
use gorkd_core::view::iso;
use gorkd_web::KeyTerms;
use serde_json::json;

pub async fn key(app: &App, command: KeyCommand) -> anyhow::Result<Exit> {
    match command {
        KeyCommand::Create { name, role, expires, budget_usd, json } => {
            let terms = KeyTerms {
                name,
                role: role.into(),
                expires_at: expires.map(|ms| SystemClock.now().plus(ms)),
                month_usd: budget_usd,
            };
            create(app, terms, json).await
        }
        KeyCommand::List { json } => list(app, json).await,
        KeyCommand::Revoke { key } => revoke(app, &key).await,
    }
}

async fn create(app: &App, terms: KeyTerms, as_json: bool) -> anyhow::Result<Exit> {
    let name = match gorkd_web::name(&terms.name) {
        Ok(name) => name.to_owned(),
        Err(why) => {
            tell!("{why}");
            return Ok(Exit::Refused);
        }
    };
    let terms = KeyTerms { name: name.clone(), ..terms };
    let (secret, kept) = gorkd_web::mint(&terms, SystemClock.now()).map_err(anyhow::Error::msg)?;
    let shown = if as_json {
        let shown = json!({
            "id": kept.id,
            "name": kept.name,
            "prefix": kept.prefix,
            "role": kept.role,
            "expires_at": kept.expires_at.map(iso),
            "budget_usd": kept.month_usd.map(MicroUsd::as_usd),
            "key": secret,
        });
        serde_json::to_string_pretty(&shown)?
    } else {
        // Only the key goes to standard output, so that a script can capture it.
        tell!(
            "The API key of {}. It is shown only once. Programs send it as `Authorization: Bearer KEY`.",
            clean(&name)
        );
        secret
    };
    // A key that nobody has seen is useless, so it is stored only after it was shown.
    if !gorkd_cli::screen::print(&format!("{shown}\n")) {
        tell!("The key couldn't be shown, so it was not created.");
        return Ok(Exit::Failed);
    }
    app.store.add_key(&kept, false).await?;
    app.service.audit(AuditAction::KeyCreated, &Requester::terminal(), &kept.id).await;
    Ok(Exit::Answered)
}

async fn list(app: &App, as_json: bool) -> anyhow::Result<Exit> {
    let now = SystemClock.now();
    let keys = app.store.keys_in_use(now).await?;
    if as_json {
        let rows: Vec<_> = keys
            .iter()
            .map(|(key, used)| {
                json!({
                    "id": key.id,
                    "name": key.name,
                    "prefix": key.prefix,
                    "role": key.role,
                    "created_at": iso(key.created_at),
                    "last_used_at": key.last_used_at.map(iso),
                    "expires_at": key.expires_at.map(iso),
                    "revoked_at": key.revoked_at.map(iso),
                    "budget_usd": key.month_usd.map(MicroUsd::as_usd),
                    "used_usd": used.as_usd(),
                })
            })
            .collect();
        print_json(&rows)?;
        return Ok(Exit::Answered);
    }
    if keys.is_empty() {
        print("There are no API keys. Create one with `gorkd key create NAME`.\n");
        return Ok(Exit::Answered);
    }
    let mistaken: Vec<String> = keys.iter().filter_map(|(key, _)| gorkd_web::mistaken(key, now)).collect();
    let rows: Vec<Vec<String>> = keys.into_iter().map(|(key, used)| row(key, used, now)).collect();
    let titles = ["id", "name", "role", "begins with", "created", "last used", "this month", ""];
    print(&table(&titles, &rows, Look::of_stdout()));
    for warning in mistaken {
        tell!("{warning}");
    }
    Ok(Exit::Answered)
}

fn row(key: KeyRow, used: MicroUsd, now: Millis) -> Vec<String> {
    let last = key.last_used_at.map_or_else(|| "never".to_owned(), iso);
    let spent = key.month_usd.map_or_else(String::new, |limit| format!("{used} of {limit}"));
    let ended = match (key.revoked_at, key.expires_at) {
        (Some(at), _) => format!("revoked {}", iso(at)),
        (None, Some(at)) if at <= now => format!("expired {}", iso(at)),
        (None, Some(at)) => format!("expires {}", iso(at)),
        (None, None) => String::new(),
    };
    let (name, prefix) = (clean(&key.name), clean(&key.prefix));
    vec![key.id, name, key.role.name().to_owned(), prefix, iso(key.created_at), last, spent, ended]
}

async fn revoke(app: &App, named: &str) -> anyhow::Result<Exit> {
    match app.store.revoke_key(named, SystemClock.now()).await? {
        Some(key) => {
            app.service.audit(AuditAction::KeyRevoked, &Requester::terminal(), &key.id).await;
            print(&format!("The key {} of {} is revoked.\n", clean(&key.prefix), clean(&key.name)));
            Ok(Exit::Answered)
        }
        None => {
            tell!("There is no key {}. `gorkd key list` lists them.", clean(named));
            Ok(Exit::Refused)
        }
    }
}
