//! The routes and what surrounds all of them: headers, limits, timeouts, and access control.

use crate::access::guard;
use crate::contracts::{chat, completions, errors, models, research};
use crate::marks::{marked, panicked};
use crate::once::once;
use crate::parts::Web;
use crate::problem::Problem;
use crate::revalidate::revalidate;
use crate::routes::{
    admin, articles, artifacts, budgets, commands, docs, files, fork, health, jobs, keeping, keys, links,
    page, record, session, setup, shares, state, stream, threads,
};
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use std::time::Duration;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Maximum time until a response begins. A stream that has begun may continue.
const TIMEOUT: Duration = Duration::from_secs(30);

/// All routes, including their description.
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
        .routes(routes!(budgets::own))
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
        .routes(routes!(record::log))
        .routes(routes!(record::artifacts))
        .routes(routes!(artifacts::list))
        .routes(routes!(artifacts::versions, artifacts::edit))
        .routes(routes!(shares::share, shares::unshare))
        .routes(routes!(shares::open))
        .routes(routes!(shares::add, shares::of_job))
        .routes(routes!(shares::mine))
        .routes(routes!(shares::change, shares::end))
        .merge(people())
        .merge(operators())
        .merge(articles())
        .routes(routes!(research::start))
        .routes(routes!(research::status))
        .routes(routes!(research::stop))
        .routes(routes!(research::progress))
        .routes(routes!(chat::messages))
        .routes(routes!(completions::complete))
        .routes(routes!(models::list))
        .routes(routes!(models::show))
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
        .routes(routes!(health::metrics))
        .routes(routes!(page::home))
        .routes(routes!(page::job))
        .routes(routes!(page::asset))
        .routes(routes!(page::style))
        .routes(routes!(page::icon))
        .merge(page::views())
        .routes(routes!(docs::page))
        .routes(routes!(docs::script))
        .routes(routes!(docs::description))
}

/// People's identities, on the web and in chats.
fn people() -> OpenApiRouter<Web> {
    OpenApiRouter::new()
        .routes(routes!(session::sign_in, session::show, session::sign_out))
        .routes(routes!(links::code, links::list))
        .routes(routes!(links::redeem))
        .routes(routes!(links::unlink))
}

/// What is set up, and what all runs are doing.
fn operators() -> OpenApiRouter<Web> {
    OpenApiRouter::new()
        .routes(routes!(setup::setup))
        .routes(routes!(setup::keep, setup::forget))
        .routes(routes!(setup::library))
        .routes(routes!(keys::list))
        .routes(routes!(admin::runs))
        .routes(routes!(admin::usage))
        .routes(routes!(admin::places))
        .routes(routes!(admin::feedback))
        .routes(routes!(admin::limits))
        .routes(routes!(admin::budgets))
        .routes(routes!(admin::providers))
        .routes(routes!(admin::test))
}

/// Articles, for sites and their readers.
fn articles() -> OpenApiRouter<Web> {
    OpenApiRouter::new()
        .routes(routes!(articles::put, articles::show, articles::delete))
        .routes(routes!(articles::research::start, articles::research::show))
        .routes(routes!(articles::events::research))
        .routes(routes!(articles::events::site))
        .routes(routes!(articles::ask::article))
        .routes(routes!(articles::ask::of_article))
        .routes(routes!(articles::ask::site))
        .routes(routes!(articles::ask::of_site))
        .routes(routes!(articles::panel))
}

/// The entire HTTP interface as a service.
pub fn router(web: Web) -> Router {
    let (routes, _) = described().split_for_parts();
    routes
        .fallback(|| async { Problem::no_route() })
        .method_not_allowed_fallback(|| async { Problem::no_method() })
        .layer(DefaultBodyLimit::max(crate::body::MOST))
        .layer(from_fn_with_state(web.clone(), once))
        .layer(from_fn(revalidate))
        .layer(from_fn(in_time))
        .with_state(web.clone())
        // These routes have their own timeouts.
        .merge(web.nested.clone())
        .layer(from_fn_with_state(web, guard))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn(marked))
        .layer(from_fn(errors::in_their_shape))
}

/// For a process that serves nothing else: reports its health, under the same access rules.
pub fn health_router(web: Web) -> Router {
    let (routes, _) = OpenApiRouter::new()
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
        .routes(routes!(health::metrics))
        .split_for_parts();
    routes
        .fallback(|| async { Problem::no_route() })
        .method_not_allowed_fallback(|| async { Problem::no_method() })
        .layer(from_fn(in_time))
        .with_state(web.clone())
        .layer(from_fn_with_state(web, guard))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn(marked))
}

/// For a process that still opens its store and library: it is alive, and that is all it says.
pub fn starting_router() -> Router {
    let (routes, _) = OpenApiRouter::new().routes(routes!(health::healthz)).split_for_parts();
    routes
        .fallback(|| async { Problem::starting() })
        .layer(from_fn(marked))
        .layer(from_fn(errors::in_their_shape))
}

async fn in_time(request: Request, next: Next) -> Response {
    if request.uri().path() == completions::PATH {
        // This route has its own timeout: a response without streaming begins when the answer is ready.
        return next.run(request).await;
    }
    match tokio::time::timeout(TIMEOUT, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Problem::timed_out().into_response(),
    }
}
