//! The commands that people see, registered only when they are others than before.

use crate::api::{Api, Call, Fault, patiently};
use crate::come::home::{ANSWERS_IN, SHAPE};
use crate::permissions::MANAGE_GUILD;
use gorkd_core::engine::{Clock, HABITS};
use gorkd_core::model::sha256_hex;
use gorkd_core::ports::Memory;
use reqwest::Method;
use serde_json::{Value, json};

const SCOPE: &str = "discord:commands";

/// What is registered.
pub fn commands() -> Value {
    let option = |kind: u64, name: &str, description: &str| json!({"type": kind, "name": name, "description": description});
    let with_choices = |name: &str, description: &str, choices: &[(&str, &str)]| {
        let mut made = option(3, name, description);
        made["choices"] = choices.iter().map(|(name, value)| json!({"name": name, "value": value})).collect();
        made
    };
    let mut question = option(3, "question", "What do you want to know? Addresses in it are read first.");
    question["required"] = true.into();
    question["autocomplete"] = true.into();
    question["max_length"] = 2000.into();
    let profile = with_choices(
        "profile",
        "How deep to go",
        &[("quick", "quick"), ("standard", "standard"), ("deep", "deep")],
    );
    let planning = with_choices(
        "planning",
        "Ask back and show the plan first?",
        &[("just answer", "auto"), ("show me the plan", "interactive")],
    );
    let everywhere = |name: &str, description: &str, options: Vec<Value>| {
        json!({"type": 1, "name": name, "description": description, "options": options, "contexts": [0, 1],
            "integration_types": [0]})
    };
    let settings = HABITS.iter().map(|habit| (habit.name, habit.shape));
    let settings = settings.chain([(ANSWERS_IN, SHAPE)]);
    let settings: Vec<Value> =
        settings.map(|(name, shape)| json!({"name": format!("{name}: {shape}"), "value": name})).collect();
    let mut setting = option(3, "setting", "What to set for this channel; nothing to see what is set");
    setting["choices"] = settings.into();
    let value = option(3, "value", "Its value; nothing to go back to the default");
    json!([
        everywhere("research", "Research a question; every sentence rests on a checked quotation", vec![
            question,
            profile,
            planning,
            option(5, "private", "Only you see the answer, until you share it"),
            option(11, "attachment", "A document to read first"),
        ]),
        everywhere("research-history", "Your questions", vec![]),
        everywhere("research-help", "How to ask", vec![]),
        {"type": 1, "name": "research-settings", "description": "What this channel wants",
            "options": [setting, value], "contexts": [0], "integration_types": [0],
            "default_member_permissions": MANAGE_GUILD},
        {"type": 3, "name": "Research this", "contexts": [0, 1], "integration_types": [0]},
    ])
}

/// Registers them where they are others than at the last time. True when it did.
pub async fn register(api: &Api, memory: &dyn Memory, clock: &dyn Clock) -> Result<bool, Fault> {
    let (commands, settings) = (commands(), api.settings());
    let (name, path) = match settings.guild {
        Some(guild) => (guild.to_string(), format!("/applications/{}/guilds/{guild}/commands", api.me())),
        None => ("all".to_owned(), format!("/applications/{}/commands", api.me())),
    };
    let name = format!("{}:{name}", api.me());
    let hash = sha256_hex(commands.to_string().as_bytes());
    let known = memory.remembered(SCOPE).await.unwrap_or_default();
    if known.iter().any(|one| one.name == name && one.value == hash) {
        return Ok(false);
    }
    patiently(|| api.call(Call::new(Method::PUT, path.clone(), "commands", "").body(&commands))).await?;
    if let Err(error) = memory.remember(SCOPE, &name, &hash, clock.now()).await {
        tracing::warn!(%error, "it cannot be noted that the commands are registered");
    }
    Ok(true)
}
