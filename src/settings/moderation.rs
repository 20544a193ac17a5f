//! Settings for moderation: how to detect unwanted texts, and what to do about them.

use gorkd_core::model::{Handling, ModerationSettings, Place};
use secrecy::SecretString;
use serde::Deserialize;
use std::path::PathBuf;
use url::Url;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moderation {
    questions: Handling,
    answers: Handling,
    /// `PLACE=HANDLING`.
    places: Vec<String>,
    /// Whether to apply the built-in rules too.
    pub builtin: bool,
    pub rules: Option<PathBuf>,
    pub url: Option<Url>,
    pub key: Option<SecretString>,
    pub model: Option<String>,
    when_unavailable: WhenUnavailable,
}

/// What to do if the server does not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhenUnavailable {
    Allow,
    Refuse,
}

impl Moderation {
    pub fn settings(&self) -> ModerationSettings {
        ModerationSettings {
            questions: self.questions,
            answers: self.answers,
            // Validated when they were set.
            places: self.places.iter().filter_map(|text| in_place(text)).collect(),
            closed: self.when_unavailable == WhenUnavailable::Refuse,
        }
    }
}

/// Reads `PLACE=HANDLING`.
pub fn in_place(text: &str) -> Option<(Place, Handling)> {
    let (place, handling) = text.rsplit_once('=')?;
    let place = place.trim().trim_end_matches(':');
    (!place.is_empty()).then_some(())?;
    Some((Place::from(place), Handling::from_name(handling.trim())?))
}

#[cfg(test)]
mod tests {
    use crate::settings::{Settings, Sources};
    use gorkd_core::model::{Handling, Place};

    fn loaded(options: &[&str]) -> Result<Settings, String> {
        let set = options.iter().map(|&option| option.to_owned()).collect();
        Settings::load(&Sources { set, ..Sources::default() }).map_err(|problems| problems.to_string())
    }

    #[test]
    fn it_is_off_unless_somebody_turns_it_on() {
        let settings = loaded(&[]).expect("the defaults").moderation;
        assert_eq!(settings.settings(), gorkd_core::model::ModerationSettings::default());
        assert!(settings.builtin && settings.rules.is_none() && settings.url.is_none());
    }

    #[test]
    fn places_are_named_with_what_is_done_there() {
        let places = "moderation.places=slack:T1=refuse,discord:4:5=off";
        let settings = loaded(&["moderation.questions=warn", places, "moderation.when_unavailable=refuse"]);
        let settings = settings.expect("right settings").moderation.settings();
        assert!(settings.closed);
        assert_eq!(settings.of(&Place::from("slack:T1:C1")).answers, Handling::Refuse);
        assert_eq!(settings.of(&Place::from("discord:4:5")).questions, Handling::Off);
        assert_eq!(settings.of(&Place::from("web:x")).questions, Handling::Warn);
        for wrong in ["slack:T1", "=off", "slack:T1=maybe"] {
            let why = loaded(&[&format!("moderation.places={wrong}")]).expect_err(wrong);
            assert!(why.contains("moderation.places"), "{why}");
        }
    }

    #[test]
    fn a_key_without_a_server_is_said() {
        let why = loaded(&["moderation.key=sk-very-secret"]).expect_err("there is no server");
        assert!(why.contains("moderation.url") && !why.contains("sk-very-secret"), "{why}");
    }
}
