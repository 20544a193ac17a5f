//! `gorkd doctor`, which is also `gorkd serve --check`.

use super::{print, print_json};
use crate::doctor::examine;
use crate::settings::Settings;
use gorkd_cli::Exit;
use gorkd_cli::findings::{all_works, findings, findings_json};
use gorkd_cli::screen::Look;
use std::path::Path;

pub async fn doctor(settings: Settings, data: &Path, json: bool) -> anyhow::Result<Exit> {
    let found = examine(settings, data).await;
    if json {
        print_json(&findings_json(&found))?;
    } else {
        print(&findings(&found, Look::of_stdout()));
    }
    Ok(if all_works(&found) { Exit::Answered } else { Exit::Failed })
}
