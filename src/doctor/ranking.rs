//! Checks whether ranking models are present and work, and says how to get them.

use super::outside::{broken, never_asked};
use crate::wire::App;
use gorkd_cli::findings::Finding;
use gorkd_core::model::Reach;
use gorkd_core::ports::TextRole;
use std::time::Duration;

const WORD: &str = "water";
const QUESTION: &str = "When does water boil?";
const PASSAGE: &str = "Water boils at 100 degrees Celsius.";
/// A model has to be loaded first, and this machine may be busy.
const MODEL: Duration = Duration::from_secs(60);

pub async fn embedder(app: &App) -> Finding {
    let part = "embedder";
    let Some(embedder) = &app.ports.embedder else {
        let found = "None is set up: gorkd compares words, not meanings.";
        return Finding::off(part, found).advise(advice(app.settings.models.embedder.as_deref(), "minilm"));
    };
    let reach = Reach::of(app.settings.ask.privacy);
    let Some(embedder) = embedder.within(reach) else { return never_asked(part) };
    match embedder.embed(&[WORD.to_owned()], TextRole::Question, reach).await {
        Ok(vectors) => {
            let length = vectors.first().map_or(0, Vec::len);
            Finding::works(part, format!("{} returns vectors of {length} numbers.", embedder.name()))
        }
        Err(failure) => broken(part, &failure),
    }
}

pub async fn reranker(app: &App) -> Finding {
    let part = "reranker";
    let Some(reranker) = &app.ports.reranker else {
        let found = "None is set up: passages are ranked by their words.";
        return Finding::off(part, found).advise(advice(app.settings.models.reranker.as_deref(), "reranker"));
    };
    match reranker.rank(QUESTION, &[PASSAGE.to_owned()], MODEL).await {
        Ok(scores) if scores == [None] => Finding::broken(
            part,
            format!("{} did not read a passage within {} seconds.", reranker.name(), MODEL.as_secs()),
            "Check whether this machine is busy with something else.",
        ),
        Ok(_) => Finding::works(part, format!("{} ranks passages.", reranker.name())),
        Err(failure) => broken(part, &failure),
    }
}

fn advice(setting: Option<&str>, name: &str) -> String {
    match setting {
        Some("none") => "It is turned off in the settings (docs/models.md).".to_owned(),
        _ => format!("`gorkd models get {name}` downloads one (docs/models.md)."),
    }
}
