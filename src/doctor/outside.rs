//! Checks language models, search providers, and the address that gorkd listens on.

use crate::wire::{App, web};
use futures::future::join_all;
use gorkd_cli::findings::Finding;
use gorkd_core::model::{Destination, Failure, FailureReason, Reach};
use gorkd_core::ports::{Outlet, Prompt, Search, SearchRequest};
use std::time::Duration;
use url::Url;

/// A local model may have to be loaded first.
const MODEL: Duration = Duration::from_secs(60);
const PROVIDER: Duration = Duration::from_secs(10);
/// A query that finds something at every provider.
const WORD: &str = "water";

pub async fn models(app: &App) -> Vec<Finding> {
    let ports = &app.ports;
    let mut found = join_all(ports.models.iter().map(|(name, model)| async move {
        let prompt = Prompt {
            system: "You answer with one word.".to_owned(),
            user: "Say: ready".to_owned(),
            max_output_tokens: 200,
            timeout: MODEL,
            ..Prompt::default()
        };
        let part = format!("model {name}");
        let reach = Reach::of(app.settings.ask.privacy);
        let Some(model) = model.within(reach) else {
            return never_asked(&part);
        };
        match tokio::time::timeout(MODEL, model.complete(&prompt, reach, None)).await {
            Ok(Ok(reply)) => Finding::works(
                &part,
                format!("It answered, with {} tokens read and written.", reply.cost.tokens()),
            ),
            Ok(Err(failed)) => broken(&part, &failed.failure),
            Err(_) => Finding::broken(
                &part,
                format!("It did not answer within {} seconds.", MODEL.as_secs()),
                "Check whether its server is running and has loaded the model.",
            ),
        }
    }))
    .await;
    if found.is_empty() {
        found.push(Finding::off("model", "None is set up: gorkd plans, judges and quotes by its own rules."));
    }
    found
}

/// The moderation server, if one is set up.
pub async fn moderation(app: &App) -> Option<Finding> {
    let part = "moderation";
    let moderator = app.ports.moderator.as_ref()?;
    let reach = Reach::of(app.settings.ask.privacy);
    let Some(moderator) = moderator.within(reach) else { return Some(never_asked(part)) };
    Some(match moderator.look(WORD, reach).await {
        Ok(_) => Finding::works(part, "Its server judged a word."),
        Err(failure) => broken(part, &failure),
    })
}

/// A remote model or server that the privacy settings never allow.
pub fn never_asked(part: &str) -> Finding {
    let found = "It is not on this machine, and ask.privacy is local_only, so it is never used.";
    Finding::broken(part, found, "Set ask.privacy to hybrid, or use a model on this machine.")
}

/// Whether gorkd can listen on its address.
pub async fn door(app: &App) -> Finding {
    let (part, web) = ("web", &app.settings.web);
    if !web.enabled {
        return Finding::off(part, "web.enabled is false: gorkd serve only runs jobs.");
    }
    match web::listen(&app.settings, false).await {
        Ok(listening) => {
            Finding::works(part, format!("{} is free for gorkd serve.", listening.addresses().0))
        }
        Err(why) => {
            let advice = "If that is your running gorkd, this is fine.";
            Finding::limited(part, format!("{why:#}"), advice)
        }
    }
}

/// Local model servers that are not set up: suggested, never used automatically.
pub async fn nearby(app: &App) -> Vec<Finding> {
    let models = &app.settings.models;
    let set_up = |address: &str| {
        let place = |url: &Url| (url.host_str().map(str::to_owned), url.port_or_known_default());
        let Ok(address) = Url::parse(address) else { return false };
        let roles = [&models.planner, &models.writer, &models.checker];
        roles.into_iter().filter_map(|role| role.base_url.as_ref()).any(|url| place(url) == place(&address))
    };
    let found = gorkd_models::nearby(&app.services).await;
    let offered = found.iter().filter(|server| !set_up(&server.base_url)).map(|server| {
        let found = format!("A model server is running at {}, but is not used.", server.base_url);
        Finding::off("model nearby", found).advise(format!("To use it: {}", server.settings()))
    });
    offered.collect()
}

pub async fn providers(app: &App) -> Vec<Finding> {
    let searches = app.ports.searches.iter().filter(|search| search.name() != "library");
    let mut found =
        join_all(searches.map(|search| provider(search, Reach::of(app.settings.ask.privacy)))).await;
    if found.is_empty() {
        found.push(Finding::off("search", "No provider is turned on: gorkd searches only its library."));
    }
    found
}

async fn provider(search: &Outlet<dyn Search>, reach: Reach) -> Finding {
    let part = format!("search {}", search.name());
    let Some(search) = search.within(reach) else {
        return Finding::off(&part, "ask.privacy is local_only, so it is never used.");
    };
    let request = SearchRequest { results: 3, timeout: PROVIDER, ..SearchRequest::new(WORD, reach) };
    let where_to = match search.destination() {
        Destination::Far => "Questions are sent there.",
        Destination::Near => "It stays on this machine.",
    };
    match tokio::time::timeout(PROVIDER, search.search(&request)).await {
        Ok(Ok(hits)) if hits.value.is_empty() => {
            let found = format!("It works, but found nothing for \"{WORD}\". {where_to}");
            Finding::limited(&part, found, "Check whether it has any content to search.")
        }
        Ok(Ok(hits)) => Finding::works(&part, format!("{} hits. {where_to}", hits.value.len())),
        // Being offline is not a setup problem: answers mention it, and the library still works.
        Ok(Err(failed)) if failed.failure.reason == FailureReason::Unreachable => {
            let advice = "Check the network, or turn it off if this machine is never online.";
            Finding::limited(&part, failed.failure.detail, advice)
        }
        Ok(Err(failed)) => broken(&part, &failed.failure),
        Err(_) => {
            let found = format!("It did not answer within {} seconds.", PROVIDER.as_secs());
            Finding::limited(&part, found, "Try again later; until then, questions are answered without it.")
        }
    }
}

pub fn broken(part: &str, failure: &Failure) -> Finding {
    let advice = match failure.reason {
        FailureReason::Unauthorized => "Put a valid key into its settings.",
        FailureReason::QuotaExhausted => "Its plan or credit is used up: renew it, or turn it off.",
        FailureReason::RateLimited => "Wait, or lower its rate in the settings.",
        FailureReason::NotFound => "Check the address and the name in its settings.",
        FailureReason::NotConfigured => "See docs/settings.md.",
        FailureReason::Unreachable => "Check whether it is running, and the address in its settings.",
        FailureReason::Crashed
        | FailureReason::Dropped
        | FailureReason::TimedOut
        | FailureReason::Denied
        | FailureReason::Captcha
        | FailureReason::Paywall
        | FailureReason::Blocked
        | FailureReason::TooLarge
        | FailureReason::UnsupportedType
        | FailureReason::Encrypted
        | FailureReason::Empty
        | FailureReason::TooComplex
        | FailureReason::Malformed
        | FailureReason::ResourceLimit
        | FailureReason::ServerError
        | FailureReason::InvalidReply
        | FailureReason::Filtered
        | FailureReason::ContextOverflow
        | FailureReason::BudgetExhausted
        | FailureReason::NotAllowed
        | FailureReason::Internal => "Try again; if that doesn't help, check its settings.",
    };
    Finding::broken(part, failure.detail.clone(), advice)
}
