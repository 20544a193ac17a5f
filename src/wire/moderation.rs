//! Builds moderation from settings: the rules, and a server.

use crate::misconfigured::misconfigured;
use crate::settings::Settings;
use anyhow::{Context, Result};
use gorkd_core::ports::{Moderate, Outlet, Screen};
use gorkd_models::ServerModerator;
use gorkd_net::Services;
use gorkd_rules::moderation::RuleList;
use std::sync::Arc;

/// The rules. They are built even if nothing is moderated, because a place may turn moderation on for itself.
pub fn screen(settings: &Settings) -> Result<Arc<dyn Screen>> {
    let moderation = &settings.moderation;
    let Some(path) = &moderation.rules else {
        return Ok(Arc::new(RuleList::read("", moderation.builtin)?));
    };
    let wrong =
        |error: anyhow::Error| misconfigured(error.context(format!("moderation.rules: {}", path.display())));
    let text = std::fs::read_to_string(path).map_err(|error| wrong(error.into()))?;
    Ok(Arc::new(RuleList::read(&text, moderation.builtin).map_err(|error| wrong(error.into()))?))
}

/// The moderation server, if one is set up.
pub fn moderator(settings: &Settings, services: &Services) -> Result<Option<Outlet<dyn Moderate>>> {
    let moderation = &settings.moderation;
    let Some(url) = &moderation.url else { return Ok(None) };
    let (key, model) = (moderation.key.clone(), moderation.model.clone());
    let server = ServerModerator::new(url, key, model, services.clone()).context("moderation.url")?;
    Ok(Some(Outlet::new(Arc::new(server))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::misconfigured::is_misconfigured;
    use crate::settings::Sources;
    use gorkd_core::ports::ModeratedText;

    fn settings(options: &[String]) -> Settings {
        Settings::load(&Sources { set: options.to_vec(), ..Sources::default() }).expect("right settings")
    }

    #[test]
    fn rules_are_read_from_a_file_and_a_wrong_line_is_named() {
        let folder = tempfile::tempdir().expect("a folder for a test");
        let path = folder.path().join("rules.txt");
        let of = |text: &str| {
            std::fs::write(&path, text).expect("it can be written");
            let rules = format!("moderation.rules={}", path.display());
            screen(&settings(&[rules, "moderation.builtin=false".to_owned()]))
        };
        let rules = of("rivals: acme\n").expect("a list");
        assert_eq!(rules.categories("Who owns Acme?", ModeratedText::Question), ["rivals"]);
        let wrong = of("rivals: acme\nglobex\n").map(|_| ()).expect_err("line 2 is no rule");
        assert!(is_misconfigured(&wrong), "no supervisor starts it again");
        let wrong = format!("{wrong:#}");
        assert!(wrong.contains("moderation.rules") && wrong.contains("line 2"), "{wrong}");
        let gone = settings(&["moderation.rules=nowhere.txt".to_owned()]);
        let gone = screen(&gone).map(|_| ()).expect_err("nothing is there");
        assert!(format!("{gone:#}").starts_with("moderation.rules: nowhere.txt"), "{gone:#}");
    }

    #[test]
    fn a_server_is_there_only_where_it_is_named() {
        let services = |settings: &Settings| crate::wire::services(settings).expect("clients");
        let none = settings(&[]);
        assert!(moderator(&none, &services(&none)).expect("nothing is wrong").is_none());
        let named = settings(&["moderation.url=http://127.0.0.1:9/v1".to_owned()]);
        assert!(moderator(&named, &services(&named)).expect("nothing is wrong").is_some());
    }
}
