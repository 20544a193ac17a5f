//! gorkd in Slack, as the settings want it.

use super::App;
use anyhow::Result;
use gorkd_chat::cards::Ways;
use gorkd_chat::cards::talk::Manners;
use gorkd_chat::{DeliverSettings, Desk, DeskSettings, InboxSettings};
use gorkd_core::model::Privacy;
use gorkd_slack::{Slack, SlackParts};

/// None where no token is set.
pub fn slack(app: &App) -> Result<Option<Slack>> {
    let set = &app.settings.slack;
    if !set.is_on() {
        return Ok(None);
    }
    let manners =
        Manners { command: set.command().to_owned(), mention: "@gorkd".to_owned(), hears_all: true };
    let desk = DeskSettings { manners, ..DeskSettings::default() };
    let parts = SlackParts {
        settings: set.settings(app.settings.web.public_url.as_ref()),
        desk: Desk::new(app.service.clone(), desk),
        deliver: DeliverSettings {
            ways: Ways {
                public_url: app.settings.web.public_url.as_ref().map(|url| url.as_str().trim_end_matches('/').to_owned()),
                mention_after_ms: set.mention_after_ms(),
                ..Ways::default()
            },
            ..DeliverSettings::default()
        },
        inbox: InboxSettings::default(),
        http: app.services.client(Privacy::CloudAllowed).clone(),
    };
    Slack::new(parts).map(Some).map_err(anyhow::Error::msg)
}
