//! Checks every configured part and reports what works, what does not, and what to do.
//!
//! Nothing here changes anything. A model gets only a word of greeting; providers and moderation servers get
//! one harmless word.

mod discord;
mod disk;
mod keeping;
mod outside;
mod ranking;
mod reading;
mod slack;

use crate::settings::Settings;
use crate::wire::{App, address_space};
use gorkd_cli::findings::Finding;
use gorkd_words::Locale;
use std::path::Path;

/// All checks, in the order in which a person would make them.
pub async fn examine(settings: Settings, data: &Path) -> Vec<Finding> {
    let mut found = vec![keeping::clock(), disk::room(data)];
    if let Some(short) = address_space::too_small() {
        let advice = "Fix this first; then the other parts can be checked.";
        found.push(Finding::broken("address space", Locale::En.say(short), advice));
        return found;
    }
    match App::open(settings, data).await {
        Ok(app) => {
            found.push(keeping::database(&app).await);
            found.extend(keeping::shared(&app).await);
            found.push(keeping::library(&app).await);
            found.extend(reading::reader(&app).await);
            found.extend(outside::models(&app).await);
            found.extend(outside::nearby(&app).await);
            found.extend(outside::moderation(&app).await);
            found.push(ranking::embedder(&app).await);
            found.push(ranking::reranker(&app).await);
            found.extend(outside::providers(&app).await);
            found.push(outside::door(&app).await);
            found.extend(discord::discord(&app).await);
            found.extend(slack::slack(&app).await);
            app.close().await;
        }
        Err(error) => {
            let advice = "Fix this first; then the other parts can be checked.";
            found.push(Finding::broken("database", sentence(&error), advice));
        }
    }
    found
}

/// An operator's error as one sentence.
fn sentence(error: &anyhow::Error) -> String {
    let text = format!("{error:#}");
    let mut letters = text.chars();
    let text: String = match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => text,
    };
    if text.ends_with('.') { text } else { format!("{text}.") }
}
