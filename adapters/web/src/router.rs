//! Routes with what stands around all of them: headers, limits, time, and the guard.

use crate::access::guard;
use crate::parts::Web;
use crate::problem::Problem;
use crate::routes::{commands, files, fork, health, jobs, keeping, page, shares, state, stream, threads};
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::any::Any;
use std::time::Duration;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How long a request may take until its answer begins. A stream, once begun, may go on.
const PATIENCE: Duration = Duration::from_secs(30);

/// All routes, with the description that is made of them.
pub fn described() -> OpenApiRouter<Web> {
    OpenApiRouter::new()
        .routes(routes!(threads::start))
        .routes(routes!(threads::list))
        .routes(routes!(threads::show, threads::rename, threads::delete))
        .routes(routes!(threads::ask))
        .routes(routes!(state::state))
        .routes(routes!(commands::resume))
        .routes(routes!(commands::mode))
        .routes(routes!(commands::stop))
        .routes(routes!(commands::cancel))
        .routes(routes!(commands::retry))
        .routes(routes!(commands::steer))
        .routes(routes!(fork::fork))
        .routes(routes!(fork::sources))
        .routes(routes!(fork::recheck))
        .merge(OpenApiRouter::new().routes(routes!(files::files)).layer(DefaultBodyLimit::max(files::MOST)))
        .routes(routes!(state::checkpoints))
        .routes(routes!(keeping::memory))
        .routes(routes!(keeping::remember, keeping::forget))
        .routes(routes!(keeping::watches))
        .routes(routes!(keeping::watch))
        .routes(routes!(keeping::unwatch))
        .routes(routes!(stream::stream))
        .routes(routes!(jobs::show))
        .routes(routes!(jobs::events))
        .routes(routes!(jobs::source))
        .routes(routes!(jobs::export))
        .routes(routes!(shares::share, shares::unshare))
        .routes(routes!(shares::open))
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
        .routes(routes!(health::metrics))
        .routes(routes!(page::home))
        .routes(routes!(page::job))
        .routes(routes!(page::script))
        .routes(routes!(page::style))
        .routes(routes!(page::icon))
}

/// The whole interface as a service.
pub fn router(web: Web) -> Router {
    let (routes, _) = described().split_for_parts();
    let description = crate::openapi::openapi().to_string();
    routes
        .route(
            "/openapi.json",
            get(move || async move { ([(header::CONTENT_TYPE, "application/json")], description) }),
        )
        .fallback(|| async { Problem::no_route() })
        .method_not_allowed_fallback(|| async {
            let detail =
                "This address does not take requests of this method. /openapi.json lists what it takes.";
            Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", detail)
        })
        .layer(DefaultBodyLimit::max(crate::body::MOST))
        .layer(from_fn(in_time))
        .layer(from_fn_with_state(web.clone(), guard))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn(marked))
        .with_state(web)
}

async fn in_time(request: Request, next: Next) -> Response {
    match tokio::time::timeout(PATIENCE, next.run(request)).await {
        Ok(response) => response,
        Err(_) => {
            let detail = "This took too long. Please try again.";
            Problem::new(StatusCode::SERVICE_UNAVAILABLE, "timed_out", detail).into_response()
        }
    }
}

/// What was thrown is in the log already, by the runtime's own hook; none of it goes out.
fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    tracing::error!("a request met a fault in gorkd");
    Problem::internal().into_response()
}

/// Headers of every answer: nothing is kept by others, nothing is framed, nothing runs but the page's own script.
async fn marked(request: Request, next: Next) -> Response {
    const HEADERS: [(HeaderName, &str); 6] = [
        (header::CACHE_CONTROL, "no-store"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; \
             form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
        ),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    let mut response = next.run(request).await;
    let status = response.status().as_u16().to_string();
    metrics::counter!("http_requests_total", "status" => status).increment(1);
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
