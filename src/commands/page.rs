//! `gorkd read URL`: reads one web page, and reports the decisions on the way.

use super::look::{document, error};
use super::{print, print_json};
use crate::settings::Settings;
use crate::wire::{reader_settings, web_reader};
use gorkd_cli::screen::clean;
use gorkd_cli::{Exit, ReadArgs};
use gorkd_core::model::{FailureReason, Reach, Reading};
use gorkd_core::ports::{Metered, ReadRequest};
use gorkd_net::{Given, parse_url};
use gorkd_reader::{ReaderPool, Step};
use serde_json::{Value, json};
use std::time::Duration;

/// Whether this is an address rather than a file path. Anything that looks like an address is one, unless a
/// file of that name exists.
pub fn is_address(target: &str) -> bool {
    let target = target.trim_start_matches(|c: char| c.is_whitespace() || c.is_control());
    let scheme = target.split(':').next().unwrap_or_default();
    let rest = &target[scheme.len()..];
    let is_scheme = scheme.len() > 1
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    target.is_empty()
        || rest.starts_with("://")
        || is_scheme && rest.starts_with(':') && !std::path::Path::new(target).exists()
}

pub async fn read(settings: &Settings, args: ReadArgs) -> anyhow::Result<Exit> {
    let given: Vec<Given> = match args.resolve.iter().map(|entry| entry.parse()).collect() {
        Ok(given) => given,
        Err(wrong) => {
            tell!("--resolve: {wrong}.");
            return Ok(Exit::Usage);
        }
    };
    let reader = web_reader(settings, ReaderPool::new(reader_settings(settings)), None, given)?;
    let budget = &settings.profiles[&settings.ask.profile];
    let request = ReadRequest {
        url: args.target.clone(),
        hash: None,
        anew: false,
        reach: Reach::of(settings.ask.privacy),
        timeout: Duration::from_secs(u64::from(budget.page_seconds)),
    };
    let (outcome, steps) = reader.read_with_trace(&request).await;
    let as_json = args.json || args.explain;
    let mut shown = json!({"url": args.target, "decision": "allow"});
    if args.explain {
        shown["steps"] = steps.iter().map(step).collect();
    }
    let failure = match outcome {
        Ok(Metered { value: Reading { document: found, text }, .. }) => {
            if as_json {
                for (key, value) in document(&found).as_object().into_iter().flatten() {
                    shown[key] = value.clone();
                }
                if args.json {
                    shown["text"] = text.into();
                }
                print_json(&shown)?;
            } else {
                for warning in &found.warnings {
                    tell!("{}", clean(warning));
                }
                print(&text);
                print("\n");
            }
            return Ok(Exit::Answered);
        }
        Err(failed) => failed.failure,
    };
    tell!("{}", clean(&failure.detail));
    if is_refusal(&args.target, failure.reason, &steps) {
        shown["decision"] = "block".into();
        shown["reason"] = failure.detail.into();
        print_json(&shown)?;
        return Ok(Exit::Refused);
    }
    if as_json {
        shown["error"] = error(&failure);
        print_json(&shown)?;
    }
    Ok(Exit::Failed)
}

/// Whether the guard refused it. A name that does not resolve counts as refused, because no address was
/// checked.
fn is_refusal(target: &str, reason: FailureReason, steps: &[Step]) -> bool {
    matches!(reason, FailureReason::Blocked | FailureReason::NotAllowed)
        || parse_url(target).is_err()
        || reason == FailureReason::Unreachable && steps.last().is_some_and(|step| !step.allowed)
}

fn step(step: &Step) -> Value {
    let decision = if step.allowed { "allow" } else { "block" };
    json!({"url": step.url, "decision": decision, "reason": step.reason})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_from_paths() {
        for address in
            ["https://a.test/", "file:///etc/x", "http:127.0.0.1/", "mailto:a@b", " \thttp://a", "0://a", ""]
        {
            assert!(is_address(address), "{address:?}");
        }
        for path in ["notes.md", "./a:b", "/a/b.html", "C:", "a"] {
            assert!(!is_address(path), "{path:?}");
        }
    }
}
