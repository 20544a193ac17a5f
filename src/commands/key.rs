//! `gorkd key`: who may use the HTTP interface from elsewhere.

use super::{print, print_json};
use crate::wire::App;
use gorkd_cli::screen::{Look, clean, table};
use gorkd_cli::{Exit, KeyCommand};
use gorkd_core::engine::{Clock, SystemClock};
use gorkd_core::ports::Keys;
use gorkd_core::view::iso;
use serde_json::json;

pub async fn key(app: &App, command: KeyCommand) -> anyhow::Result<Exit> {
    match command {
        KeyCommand::Create { name, json } => create(app, &name, json).await,
        KeyCommand::List { json } => list(app, json).await,
        KeyCommand::Revoke { key } => revoke(app, &key).await,
    }
}

async fn create(app: &App, name: &str, as_json: bool) -> anyhow::Result<Exit> {
    let Some(name) = gorkd_web::name(name) else {
        tell!("A key's name has 1 to 60 characters on one line.");
        return Ok(Exit::Refused);
    };
    let (secret, kept) = gorkd_web::mint(name, SystemClock.now()).map_err(anyhow::Error::msg)?;
    let shown = if as_json {
        let shown = json!({"id": kept.id, "name": kept.name, "prefix": kept.prefix, "key": secret});
        serde_json::to_string_pretty(&shown)?
    } else {
        // The key stands alone on standard output, so that a script can take it.
        tell!(
            "The key of {}, shown this once. Programs send it as `Authorization: Bearer KEY`.",
            clean(name)
        );
        secret
    };
    // A key that nobody has seen is of no use, so it is kept only once it was shown.
    if !gorkd_cli::screen::print(&format!("{shown}\n")) {
        tell!("The key could not be shown, so there is none.");
        return Ok(Exit::Failed);
    }
    app.store.add_key(&kept, false).await?;
    Ok(Exit::Answered)
}

async fn list(app: &App, as_json: bool) -> anyhow::Result<Exit> {
    let keys = app.store.keys().await?;
    if as_json {
        let rows: Vec<_> = keys
            .iter()
            .map(|key| {
                json!({
                    "id": key.id,
                    "name": key.name,
                    "prefix": key.prefix,
                    "created_at": iso(key.created_at),
                    "last_used_at": key.last_used_at.map(iso),
                    "revoked_at": key.revoked_at.map(iso),
                })
            })
            .collect();
        print_json(&rows)?;
        return Ok(Exit::Answered);
    }
    if keys.is_empty() {
        print("There are no keys. Make one with `gorkd key create NAME`.\n");
        return Ok(Exit::Answered);
    }
    let rows: Vec<Vec<String>> = keys
        .into_iter()
        .map(|key| {
            let used = key.last_used_at.map_or_else(|| "never".to_owned(), iso);
            let ended = key.revoked_at.map_or_else(String::new, |at| format!("revoked {}", iso(at)));
            vec![key.id, clean(&key.name), clean(&key.prefix), iso(key.created_at), used, ended]
        })
        .collect();
    print(&table(&["id", "name", "begins with", "created", "last used", ""], &rows, Look::of_stdout()));
    Ok(Exit::Answered)
}

async fn revoke(app: &App, named: &str) -> anyhow::Result<Exit> {
    match app.store.revoke_key(named, SystemClock.now()).await? {
        Some(key) => {
            print(&format!("The key {} of {} is revoked.\n", clean(&key.prefix), clean(&key.name)));
            Ok(Exit::Answered)
        }
        None => {
            tell!("There is no key {}. `gorkd key list` lists them.", clean(named));
            Ok(Exit::Refused)
        }
    }
}
