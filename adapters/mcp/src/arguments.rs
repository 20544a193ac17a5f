//! What tools are called with. The comments on fields are read by models.

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
    /// The question, in a sentence that stands alone: 1 to 2,000 characters, in any language.
    pub question: String,
    /// How much may be spent on it. quick: seconds. standard: up to minutes. deep: the most thorough. The operator's
    /// choice when left out.
    #[serde(default)]
    pub profile: Option<ProfileName>,
    /// How far the question may travel. local_only: nothing leaves this machine. hybrid: searches go out, private
    /// documents do not. cloud_allowed: models elsewhere may read private documents, too. The operator's choice when
    /// left out.
    #[serde(default)]
    pub privacy: Option<PrivacyName>,
    /// The field that the question belongs to, for example medical; told by its words when left out.
    #[serde(default)]
    pub domain: Option<String>,
    /// The form of the answer. brief: a summary and what is needed beyond it. report: a heading for each part of the
    /// question. table: a row for each item. comparison: a row for each side. By the question when left out.
    #[serde(default)]
    pub deliverable: Option<DeliverableName>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FollowUp {
    /// `thread_id` of an earlier result.
    pub thread_id: String,
    /// The next question; it may point back at what was said before.
    pub question: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetJob {
    /// `job_id` of an earlier result, or of the first progress message of a call that was given up.
    pub job_id: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadPage {
    /// An http or https address.
    #[serde(default)]
    pub url: Option<String>,
    /// A file of the machine that gorkd runs on; only for callers at that machine.
    #[serde(default)]
    pub path: Option<String>,
    /// From which character on, for a text that is longer than one result: `next_start` of the result before.
    #[serde(default)]
    pub start: Option<usize>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Search {
    /// What to look for: a few words.
    pub query: String,
    /// One provider by its name, for example library, wikipedia or arxiv; all that are set up when left out.
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
        Why::told(format!(
            "The arguments of {} are not what its input schema asks for: {error}.",
            request.name
        ))
    })
}
