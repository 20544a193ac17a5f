//! What has changed since an earlier answer to the same question.

use gorkd_words::{Locale, Msg};
use serde::{Deserialize, Serialize};

/// A claim compared with the claims of an earlier answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum ClaimChange {
    /// The same claim with a different number, date, or name.
    Changed { before: String, after: String },
    /// A claim that only the new answer makes.
    New { after: String },
    /// A claim that only the earlier answer makes; its source has changed or was not found again.
    Gone { before: String },
}

impl ClaimChange {
    /// The sentence for a person, in English.
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
