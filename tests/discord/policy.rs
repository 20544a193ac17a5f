//! What a server and its channels allow, as their keepers set it, and what a command shows to its person alone.

use super::town::{How, QUESTION, Town, on_both, on_one};
use crate::world::discord::permissions::MANAGE_GUILD;
use crate::world::discord::{ANN, BEN, CELLAR, CLEO, GENERAL, SQUARE};
use serde_json::json;

on_both!(help_history_and_suggestions_are_for_the_asker_alone,);
on_one!(over_a_connection Connection: a_channel_has_settings_that_its_keepers_set);
on_one!(over_http Http:
    a_channel_says_who_may_run_deep_and_how_often,
    what_is_for_adults_stays_where_it_was_asked,
);

async fn set(town: &Town, who: u64, name: &str, value: &str, words: &str) -> String {
    let set = [("setting", json!(name)), ("value", json!(value))];
    town.discord.slash(who, GENERAL, "research-settings", &set);
    town.discord.until_seen_by(who, GENERAL, words).await
}

/// What a command was answered with, for its person alone.
async fn refused(town: &Town, who: u64, profile: &str, words: &str) -> String {
    let options = [("question", json!(QUESTION)), ("profile", json!(profile))];
    town.discord.slash(who, GENERAL, "research", &options);
    let seen = town.discord.until_seen_by(who, GENERAL, words).await;
    assert!(!town.discord.see(GENERAL).contains(words), "for the asker alone: {seen}");
    seen
}

async fn a_channel_has_settings_that_its_keepers_set(how: How) {
    let town = Town::open(how).await;
    let command = {
        let state = town.discord.lock();
        let mut all = state.commands.values().flatten();
        all.find(|one| one["name"] == "research-settings").cloned().expect("it is registered")
    };
    assert_eq!(command["default_member_permissions"], MANAGE_GUILD.to_string());
    set(&town, CLEO, "profile", "quick", "quick").await;
    set(&town, CLEO, "profile", "fast", "quick, standard or deep").await;
    set(&town, CLEO, "approve_above_usd", "0.10", "approve\\_above\\_usd: 0\\.10").await;
    set(&town, BEN, "profile", "quick", "Only admins").await;
    let seen = set(&town, CLEO, "profile", "", "Forgotten: 1").await;
    assert!(seen.contains("Settings of this place"), "{seen}");
    assert!(!town.discord.see(GENERAL).contains("Settings of this place"));
    assert_eq!(town.discord.invalid(), [""; 0]);
}

async fn a_channel_says_who_may_run_deep_and_how_often(how: How) {
    let town = Town::open(how).await;
    set(&town, CLEO, "deep", "admins", "admins").await;
    refused(&town, BEN, "deep", "Only admins of this place may run deep").await;
    set(&town, CLEO, "profiles", "quick,standard", "quick,standard").await;
    refused(&town, CLEO, "deep", "Only these profiles are allowed here: quick, standard").await;
    set(&town, CLEO, "runs_per_hour", "1", "runs").await;
    let known = town.threads(GENERAL);
    let thread = town.research(ANN, GENERAL, &[("profile", json!("quick"))]).await;
    town.answer(thread).await;
    let seen = refused(&town, BEN, "quick", "1 run an hour is allowed").await;
    assert!(seen.contains("Try again in 60 min"), "{seen}");
    // Another channel has its own.
    let other = town.research(BEN, SQUARE, &[("profile", json!("quick"))]).await;
    town.answer(other).await;
    assert_eq!(town.threads(GENERAL).len(), known.len() + 1);
    assert_eq!(town.discord.invalid(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_has_a_limit_over_all_its_channels() {
    let town = Town::with(How::Http, &["chat.workspace_runs_per_hour=1"]).await;
    let thread = town.research(ANN, CELLAR, &[]).await;
    town.answer(thread).await;
    let seen = refused(&town, BEN, "quick", "1 run an hour is allowed").await;
    assert!(seen.contains("Try again in 60 min"), "{seen}");
    let other = town.research(BEN, SQUARE, &[]).await;
    town.answer(other).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_who_asks_too_often_hears_when_to_try_again() {
    let town = Town::with(How::Connection, &["admission.runs=1", "admission.per_minutes=60"]).await;
    let thread = town.research(ANN, GENERAL, &[]).await;
    town.answer(thread).await;
    // What is known already costs nothing and is no run.
    let other = "How long is the Harbour Bridge of Eastmoor?";
    town.discord.slash(ANN, GENERAL, "research", &[("question", json!(other))]);
    town.discord.until_seen_by(ANN, GENERAL, "The next one can start in").await;
    assert!(!town.discord.see(GENERAL).contains("The next one"), "for the asker alone");
    // A mention is refused below the message.
    town.discord.mentions(ANN, GENERAL, other);
    town.discord.until_seen(GENERAL, "The next one can start in").await;
}

async fn help_history_and_suggestions_are_for_the_asker_alone(how: How) {
    let town = Town::open(how).await;
    town.discord.slash(BEN, GENERAL, "research-history", &[]);
    town.discord.until_seen_by(BEN, GENERAL, "You haven't asked anything yet").await;
    let thread = town.research(ANN, GENERAL, &[]).await;
    town.answer(thread).await;
    for (who, typed, count) in [(ANN, "harbour", 1), (ANN, "tunnel", 0), (BEN, "harbour", 0)] {
        let token = town.discord.types(who, GENERAL, "research", "question", typed);
        let (kind, body) = town.discord.until_answered(&token).await;
        assert_eq!((kind, body["choices"].as_array().map(Vec::len)), (8, Some(count)), "{body}");
    }
    town.discord.slash(ANN, GENERAL, "research-history", &[]);
    let seen = town.discord.until_seen_by(ANN, GENERAL, "Your questions").await;
    assert!(seen.contains(&format!("1\\. {QUESTION}")) || seen.contains(QUESTION), "{seen}");
    town.discord.slash(ANN, GENERAL, "research-help", &[]);
    let seen = town.discord.until_seen_by(ANN, GENERAL, "How to ask gorkd").await;
    assert_eq!(seen.contains("no mention needed"), how == How::Connection, "{seen}");
    let open = town.discord.see(GENERAL);
    assert!(!open.contains("Your questions") && !open.contains("How to ask gorkd"), "{open}");
}

async fn what_is_for_adults_stays_where_it_was_asked(how: How) {
    let town = Town::open(how).await;
    let below = town.research(ANN, CELLAR, &[]).await;
    town.answer(below).await;
    let open = town.research(BEN, GENERAL, &[]).await;
    let seen = town.answer(open).await;
    assert!(!seen.contains("Known already"), "{seen}");
    // Between open channels, and in the same closed one, it is given again.
    let again = town.research(ANN, CELLAR, &[]).await;
    assert!(town.answer(again).await.contains("Known already"), "{}", town.discord.see(again));
}
