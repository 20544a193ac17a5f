//! The commands that people see. They are registered only if they have changed.

use crate::api::{Api, ApiError, Call};
use crate::handle::NAME;
use crate::payload::Empty;
use crate::permissions::MANAGE_GUILD;
use gorkd_core::engine::Clock;
use gorkd_core::model::{Preference, sha256_hex};
use gorkd_core::ports::Installations;
use gorkd_words::{Locale, Msg};
use reqwest::Method;
use serde_json::{Value, json};

/// Command names. Interactions contain them, so they are the same in every language.
pub const RESEARCH: &str = "research";
pub const HISTORY: &str = "research-history";
pub const HELP: &str = "research-help";
pub const SETTINGS: &str = "research-settings";
/// The entry in a message's menu.
pub const RESEARCH_THIS: &str = "Research this";
/// The option of `/research-settings` that sets the channel for answers.
pub const ANSWERS_IN: &str = "answers_in";

/// Discord's codes for the languages of the catalogue. Discord does not support Arabic.
const LOCALES: [(&str, Locale); 8] = [
    ("de", Locale::De),
    ("es-ES", Locale::Es),
    ("es-419", Locale::Es),
    ("fr", Locale::Fr),
    ("ru", Locale::Ru),
    ("zh-CN", Locale::Zh),
    ("zh-TW", Locale::Zh),
    ("en-GB", Locale::En),
];

/// Option types.
const TEXT: u64 = 3;
const FLAG: u64 = 5;
const ATTACHMENT: u64 = 11;

pub fn commands() -> Value {
    let mut question = option(TEXT, "question", &Msg::OptionQuestion);
    question["required"] = true.into();
    question["autocomplete"] = true.into();
    question["max_length"] = 2000.into();
    let mut profile = option(TEXT, "profile", &Msg::OptionProfile);
    profile["choices"] =
        ["quick", "standard", "deep"].into_iter().map(|name| json!({"name": name, "value": name})).collect();
    let mut planning = option(TEXT, "planning", &Msg::OptionPlanning);
    planning["choices"] = [(Msg::PlanningAuto, "auto"), (Msg::PlanningInteractive, "interactive")]
        .into_iter()
        .map(|(name, value)| named(json!({"value": value}), &name))
        .collect();
    let shape = Msg::SettingAnswersIn.to(Locale::En);
    let settings = Preference::ALL.into_iter().map(|one| (one.name(), one.shape()));
    let settings = settings.chain([(ANSWERS_IN, shape.as_str())]);
    let settings: Vec<Value> =
        settings.map(|(name, shape)| json!({"name": format!("{name}: {shape}"), "value": name})).collect();
    let mut setting = option(TEXT, "setting", &Msg::OptionSetting);
    setting["choices"] = settings.into();
    let value = option(TEXT, "value", &Msg::OptionValue);
    let mut place_settings = command(SETTINGS, &Msg::CommandSettings, vec![setting, value]);
    place_settings["contexts"] = json!([0]);
    place_settings["default_member_permissions"] = MANAGE_GUILD.into();
    let options = vec![
        question,
        profile,
        planning,
        option(FLAG, "private", &Msg::OptionPrivate),
        option(ATTACHMENT, "attachment", &Msg::OptionAttachment),
    ];
    let mut menu = json!({"type": 3, "name": RESEARCH_THIS, "contexts": [0, 1], "integration_types": [0]});
    menu["name_localizations"] = translations(&Msg::MenuResearch);
    json!([
        command(RESEARCH, &Msg::CommandResearch, options),
        command(HISTORY, &Msg::CommandHistory, vec![]),
        command(HELP, &Msg::CommandHelp, vec![]),
        place_settings,
        menu,
    ])
}

fn command(name: &str, description: &Msg, options: Vec<Value>) -> Value {
    let command =
        json!({"type": 1, "name": name, "options": options, "contexts": [0, 1], "integration_types": [0]});
    described(command, description)
}

fn option(kind: u64, name: &str, description: &Msg) -> Value {
    described(json!({"type": kind, "name": name}), description)
}

fn described(mut object: Value, description: &Msg) -> Value {
    object["description"] = description.to(Locale::En).into();
    object["description_localizations"] = translations(description);
    object
}

fn named(mut object: Value, name: &Msg) -> Value {
    object["name"] = name.to(Locale::En).into();
    object["name_localizations"] = translations(name);
    object
}

fn translations(message: &Msg) -> Value {
    LOCALES.iter().map(|(code, locale)| ((*code).to_owned(), Value::String(message.to(*locale)))).collect()
}

/// Registers the commands if they have changed. Returns whether it did.
pub async fn register(
    api: &Api,
    installations: &dyn Installations,
    clock: &dyn Clock,
) -> Result<bool, ApiError> {
    let (commands, settings) = (commands(), api.settings());
    let (name, path) = match settings.guild {
        Some(guild) => (guild.to_string(), format!("/applications/{}/guilds/{guild}/commands", api.me())),
        None => ("all".to_owned(), format!("/applications/{}/commands", api.me())),
    };
    let name = format!("{}:{name}", api.me());
    let hash = sha256_hex(commands.to_string().as_bytes());
    if installations.registered(NAME, &name).await.is_ok_and(|known| known.as_ref() == Some(&hash)) {
        return Ok(false);
    }
    let call = Call::new(Method::PUT, path, "commands", "").body(&commands);
    let _: Vec<Empty> = api.retry(&call).await?;
    if let Err(error) = installations.put_registered(NAME, &name, &hash, clock.now()).await {
        tracing::warn!(%error, "failed to record the registration of the commands");
    }
    Ok(true)
}
