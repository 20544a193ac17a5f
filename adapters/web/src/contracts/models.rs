//! gorkd's profiles as models in OpenAI's API.

use crate::access::Asker;
use crate::problem::Problem;
use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use gorkd_core::model::Profile;
use serde::Serialize;
use utoipa::ToSchema;

/// The prefix before the profile's name.
const PREFIX: &str = "gorkd-";

#[derive(Debug, Serialize, ToSchema)]
pub struct ModelList {
    /// Always `list`.
    pub object: &'static str,
    pub data: Vec<ModelEntry>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ModelEntry {
    /// `gorkd-quick`, `gorkd-standard` or `gorkd-deep`.
    pub id: String,
    /// Always `model`.
    pub object: &'static str,
    /// Always 0: a profile has no date.
    pub created: i64,
    /// Always `gorkd`.
    pub owned_by: &'static str,
}

/// List the models for chat completions: gorkd's profiles
#[utoipa::path(get, path = "/v1/models", tag = "contracts", operation_id = "models",
    responses((status = 200, description = "All models", body = ModelList)))]
pub async fn list(_: Asker) -> Json<ModelList> {
    Json(ModelList { object: "list", data: Profile::ALL.into_iter().map(entry).collect() })
}

/// Get one model
#[utoipa::path(get, path = "/v1/models/{id}", tag = "contracts", operation_id = "model",
    params(("id" = String, Path, description = "The model")),
    responses((status = 200, description = "The model", body = ModelEntry)))]
pub async fn show(_: Asker, Path(id): Path<String>) -> Result<Json<ModelEntry>, Problem> {
    profile(&id).map(|profile| Json(entry(profile)))
}

/// The profile that a model stands for.
pub fn profile(model: &str) -> Result<Profile, Problem> {
    let found = Profile::ALL.into_iter().find(|profile| model.strip_prefix(PREFIX) == Some(profile.name()));
    found.ok_or_else(|| {
        let all = Profile::ALL.map(name).join(", ");
        let detail = format!("There is no such model. The models are: {all}.");
        Problem { param: Some("model"), ..Problem::new(StatusCode::NOT_FOUND, "model_not_found", detail) }
    })
}

pub fn name(profile: Profile) -> String {
    format!("{PREFIX}{}", profile.name())
}

fn entry(profile: Profile) -> ModelEntry {
    ModelEntry { id: name(profile), object: "model", created: 0, owned_by: "gorkd" }
}
