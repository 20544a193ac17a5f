//! Names that the API uses for values of the core.

use gorkd_core::model::Planning;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The format of an answer. `brief`: a summary and necessary details. `report`: a heading for each part of the
/// question. `table`: a row for each item. `comparison`: a row for each side.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
#[allow(dead_code)]
pub enum DeliverableName {
    Brief,
    Report,
    Table,
    Comparison,
}

/// May gorkd ask clarifying questions? `auto`: no. `plan`: yes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ModeName {
    Auto,
    Plan,
}

impl ModeName {
    pub fn planning(self) -> Planning {
        match self {
            ModeName::Auto => Planning::Auto,
            ModeName::Plan => Planning::Interactive,
        }
    }
}

/// The budget of a run.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
#[allow(dead_code)]
pub enum ProfileName {
    Quick,
    Standard,
    Deep,
}

/// What may leave this machine.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
#[allow(dead_code)]
pub enum PrivacyName {
    LocalOnly,
    Hybrid,
    CloudAllowed,
}
