//! What has changed since an earlier answer to the same question.

use gorkd_words::{Locale, Msg};
use serde::{Deserialize, Serialize};

/// A claim beside what an earlier answer claimed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum ClaimChange {
    /// The same with a different number, date or name.
    Changed { before: String, after: String },
    /// Said now, not before.
    New { after: String },
    /// Said before; its source has changed or was not found again.
    Gone { before: String },
}

impl ClaimChange {
    /// For a person.
    pub fn sentence(&self) -> String {
        self.said().to(Locale::En)
    }

    /// The sentence, for languages other than English.
    pub fn said(&self) -> Msg {
        match self.clone() {
            ClaimChange::Changed { before, after } => Msg::ChangeChanged { before, after },
            ClaimChange::New { after } => Msg::ChangeNew { after },
            ClaimChange::Gone { before } => Msg::ChangeGone { before },
        }
    }
}
