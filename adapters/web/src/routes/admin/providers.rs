//! The providers that runs call, their health, and a test call.

use super::admin;
use crate::access::Asker;
use crate::console::{Limits, ProviderKind, ProviderState};
use crate::parts::Web;
use crate::problem::Problem;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use gorkd_core::engine::{SearchReport, SingleSearch};
use serde::Serialize;
use std::time::Instant;
use utoipa::ToSchema;

/// A query for which every provider has results.
const TEST_QUERY: &str = "water";

/// The result of one call.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProviderTest {
    pub ok: bool,
    pub ms: u64,
    /// For a search: the number of results.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub hits: Option<usize>,
    /// What happened, and what to do if it failed.
    pub sentence: String,
}

/// Get the limits on usage; for admins
#[utoipa::path(get, path = "/api/admin/limits", tag = "operations", operation_id = "limits",
    responses((status = 200, description = "The limits in the settings", body = Limits)))]
pub async fn limits(State(web): State<Web>, asker: Asker) -> Result<Json<Limits>, Problem> {
    admin(&asker)?;
    Ok(Json(web.console.limits()))
}

/// List search providers, models, and the reader, with their health; for admins
#[utoipa::path(get, path = "/api/admin/providers", tag = "operations", operation_id = "providers",
    responses((status = 200, description = "Providers by kind and name", body = [ProviderState])))]
pub async fn providers(State(web): State<Web>, asker: Asker) -> Result<Json<Vec<ProviderState>>, Problem> {
    admin(&asker)?;
    Ok(Json(web.console.providers().await))
}

/// Test a provider with one call, under the limits of runs; for admins
#[utoipa::path(post, path = "/api/admin/providers/{name}/test", tag = "operations", operation_id = "testProvider",
    params(("name" = String, Path, description = "The name in `GET /api/admin/providers`")),
    responses((status = 200, description = "The result, including failures", body = ProviderTest)))]
pub async fn test(
    State(web): State<Web>,
    asker: Asker,
    Path(name): Path<String>,
) -> Result<Json<ProviderTest>, Problem> {
    admin(&asker)?;
    let known = web.console.providers().await.into_iter().find(|one| one.name == name && one.enabled);
    let Some(known) = known else {
        let detail = "There is no provider with this name. `GET /api/admin/providers` lists the providers.";
        return Err(Problem::new(StatusCode::NOT_FOUND, "not_found", detail));
    };
    let costs = match known.kind {
        ProviderKind::Search => web.service.price_of(&name).0 > 0,
        ProviderKind::Model => true,
        ProviderKind::Reader => false,
    };
    if costs && !asker.scopes.is_empty() {
        return Err(Problem::not_counted("The cost of this call"));
    }
    let begun = Instant::now();
    let (ok, hits, sentence) = match known.kind {
        ProviderKind::Search => searched(&web, &asker, &name).await,
        ProviderKind::Model => match web.service.try_model(&name, &asker.requester).await {
            Some(Ok(reply)) => {
                (true, None, format!("It answered, with {} tokens read and written.", reply.cost.tokens()))
            }
            Some(Err(failed)) => (false, None, failed.failure.detail),
            None => (false, None, "This process has no model with this name.".to_owned()),
        },
        ProviderKind::Reader => match web.service.try_reader().await {
            Ok(_) => (true, None, "It read a small page.".to_owned()),
            Err(failure) => (false, None, failure.detail),
        },
    };
    let ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(Json(ProviderTest { ok, ms, hits, sentence }))
}

async fn searched(web: &Web, asker: &Asker, name: &str) -> (bool, Option<usize>, String) {
    let single = SingleSearch {
        query: TEST_QUERY.to_owned(),
        provider: Some(name.to_owned()),
        free: false,
        anew: true,
        by: asker.requester.clone(),
    };
    match web.service.search_once(&single).await {
        Ok(SearchReport { failed, .. }) if !failed.is_empty() => {
            let said = failed.into_iter().map(|(_, failure)| failure.detail).collect::<Vec<_>>();
            (false, None, said.join(" "))
        }
        Ok(SearchReport { hits, .. }) => {
            let count = hits.len();
            let counted = if count == 1 { "1 result".to_owned() } else { format!("{count} results") };
            (true, Some(count), format!("It answered, with {counted} for {TEST_QUERY:?}."))
        }
        Err(refusal) => (false, None, refusal.message),
    }
}
