//! Arguments of the tools. Models read the comments on the fields.

use crate::results::Why;
use gorkd_core::model::{Deliverable, Privacy, Profile};
use rmcp::model::CallToolRequestParams;
use rmcp::schemars::{self, JsonSchema};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Research {
    /// The question, in a self-contained sentence: 1 to 2,000 characters, in any language.
    pub question: String,
    /// How much time and money to spend. quick: seconds. standard: up to minutes. deep: the most thorough. Defaults to
    /// the operator's choice.
    #[serde(default)]
    pub profile: Option<ProfileName>,
    /// What may leave this machine. local_only: nothing. hybrid: search queries, but not private documents.
    /// cloud_allowed: external models may read private documents, too. Defaults to the operator's choice.
    #[serde(default)]
    pub privacy: Option<PrivacyName>,
    /// The domain of the question, for example medical. Detected from the question by default.
    #[serde(default)]
    pub domain: Option<String>,
    /// The format of the answer. brief: a summary and necessary details. report: a heading for each part of the
    /// question. table: a row for each item. comparison: a row for each side. Chosen by the question by default.
    #[serde(default)]
    pub deliverable: Option<DeliverableName>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FollowUp {
    /// `thread_id` of an earlier result.
    pub thread_id: String,
    /// The next question. It may refer to earlier turns.
    pub question: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetJob {
    /// `job_id` of an earlier result, or from the first progress message of a canceled call.
    pub job_id: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadPage {
    /// An http or https URL.
    #[serde(default)]
    pub url: Option<String>,
    /// A file on the machine that gorkd runs on. Only for callers on that machine.
    #[serde(default)]
    pub path: Option<String>,
    /// The first character to return if the text is longer than one result: `next_start` of the previous result.
    #[serde(default)]
    pub start: Option<usize>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Search {
    /// What to look for: a few words.
    pub query: String,
    /// The name of one provider, for example library, wikipedia or arxiv. Defaults to all that are set up.
    #[serde(default)]
    pub provider: Option<String>,
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum ProfileName {
    Quick,
    Standard,
    Deep,
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum PrivacyName {
    LocalOnly,
    Hybrid,
    CloudAllowed,
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum DeliverableName {
    Brief,
    Report,
    Table,
    Comparison,
}

impl From<DeliverableName> for Deliverable {
    fn from(name: DeliverableName) -> Self {
        match name {
            DeliverableName::Brief => Deliverable::Brief,
            DeliverableName::Report => Deliverable::Report,
            DeliverableName::Table => Deliverable::Table,
            DeliverableName::Comparison => Deliverable::Comparison,
        }
    }
}

impl From<ProfileName> for Profile {
    fn from(name: ProfileName) -> Self {
        match name {
            ProfileName::Quick => Profile::Quick,
            ProfileName::Standard => Profile::Standard,
            ProfileName::Deep => Profile::Deep,
        }
    }
}

impl From<PrivacyName> for Privacy {
    fn from(name: PrivacyName) -> Self {
        match name {
            PrivacyName::LocalOnly => Privacy::LocalOnly,
            PrivacyName::Hybrid => Privacy::Hybrid,
            PrivacyName::CloudAllowed => Privacy::CloudAllowed,
        }
    }
}

/// The arguments of a call, or a sentence that says what is wrong with them.
pub fn read<T: DeserializeOwned>(request: CallToolRequestParams) -> Result<T, Why> {
    let arguments = Value::Object(request.arguments.unwrap_or_default());
    serde_json::from_value(arguments).map_err(|error| {
        Why::told(format!("The arguments of {} don't match its input schema: {error}.", request.name))
    })
}
