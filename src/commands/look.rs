//! `gorkd search` and `gorkd read`: single parts of a run.

use super::{print, print_json};
use crate::settings::Settings;
use crate::wire::{App, reader_settings};
use gorkd_cli::screen::{Canvas, Look, Style, clean};
use gorkd_cli::{Exit, ReadArgs, SearchArgs};
use gorkd_core::model::{Document, Failure, FailureReason, Reach};
use gorkd_core::ports::{OpenCopy, Outlet, Raw, RawContent, Reader, Search, SearchRequest};
use gorkd_core::view::iso;
use gorkd_reader::ReaderPool;
use gorkd_rules::analyze::language_of;
use serde_json::json;
use std::time::Duration;

pub async fn search(app: &App, args: SearchArgs) -> anyhow::Result<Exit> {
    if args.provider.iter().any(|name| name == "unpaywall") {
        return open_copy(app, &args).await;
    }
    let searches = &app.ports.searches;
    let names: Vec<&str> = searches.iter().map(|search| search.name()).collect();
    if let Some(unknown) = args.provider.iter().find(|name| !names.contains(&name.as_str())) {
        tell!("There is no provider {unknown}. The providers that are set up: {}.", names.join(", "));
        return Ok(Exit::Refused);
    }
    let named = |name: &str| args.provider.is_empty() || args.provider.iter().any(|one| one == name);
    let reach = Reach::of(app.settings.ask.privacy);
    let chosen: Vec<&Outlet<dyn Search>> = searches.iter().filter(|search| named(search.name())).collect();
    let budget = &app.settings.profiles[&app.settings.ask.profile];
    let request = SearchRequest {
        language: Some(language_of(&args.query())),
        results: budget.results,
        timeout: Duration::from_secs(u64::from(budget.search_seconds)),
        ..SearchRequest::new(args.query(), reach)
    };
    let calls = chosen.into_iter().map(|search| async {
        let Some(asked) = search.within(reach) else {
            let detail = "Not used: this question may not leave the machine.";
            return (search.name(), Ok(Err(Failure::skip(FailureReason::NotAllowed, detail).into())));
        };
        let call = tokio::time::timeout(request.timeout, asked.search(&request)).await;
        (search.name(), call)
    });
    let mut failed = 0;
    let mut rows = Vec::new();
    for (name, call) in futures::future::join_all(calls).await {
        match call {
            Ok(Ok(found)) => rows.extend(found.value),
            Ok(Err(error)) => {
                failed += 1;
                tell!("{name}: {}", clean(&error.failure.detail));
            }
            Err(_) => {
                failed += 1;
                tell!("{name}: no answer within {} seconds.", request.timeout.as_secs());
            }
        }
    }
    if args.json {
        print_json(&rows)?;
    } else {
        let mut canvas = Canvas::new(Look::of_stdout());
        for hit in &rows {
            canvas.paragraph(&format!("{:>2}  ", hit.rank), &[(&hit.title, Style::Strong)]);
            canvas.whole(&format!("    {}", hit.url), Style::Plain);
            canvas.paragraph("    ", &[(&hit.snippet, Style::Faint)]);
            canvas.gap();
        }
        print(&canvas.finish());
        if rows.is_empty() && failed == 0 {
            print("Nothing was found.\n");
        }
    }
    Ok(if rows.is_empty() && failed > 0 { Exit::Failed } else { Exit::Answered })
}

/// Unpaywall does not search: it looks up the open copy of one paper.
async fn open_copy(app: &App, args: &SearchArgs) -> anyhow::Result<Exit> {
    let Some(resolver) = &app.ports.resolver else {
        tell!("Unpaywall is not set up: set search.unpaywall.email.");
        return Ok(Exit::Refused);
    };
    let asked = args.query();
    let page = if asked.starts_with("10.") { format!("https://doi.org/{asked}") } else { asked };
    let budget = &app.settings.profiles[&app.settings.ask.profile];
    let timeout = Duration::from_secs(u64::from(budget.search_seconds));
    let reach = Reach::of(app.settings.ask.privacy);
    let Some(resolver) = resolver.within(reach) else {
        tell!("Unpaywall was not used: this question may not leave the machine.");
        return Ok(Exit::Refused);
    };
    match resolver.open_copy(&page, reach, timeout).await {
        Ok(copy) if args.json => {
            let copy = match copy {
                OpenCopy::At(url) => Some(url),
                OpenCopy::Unknown | OpenCopy::NoWork => None,
            };
            print_json(&json!({"url": page, "open_copy": copy}))?;
            Ok(Exit::Answered)
        }
        Ok(OpenCopy::At(copy)) => {
            print(&format!("{}\n", clean(&copy)));
            Ok(Exit::Answered)
        }
        Ok(OpenCopy::Unknown) => {
            print("No open copy is known.\n");
            Ok(Exit::Answered)
        }
        Ok(OpenCopy::NoWork) => {
            print("The address contains no DOI, so Unpaywall was not used.\n");
            Ok(Exit::Answered)
        }
        Err(failure) => {
            tell!("{}", clean(&failure.detail));
            Ok(Exit::Failed)
        }
    }
}

/// Reads a file; addresses are handled by [`super::page`].
pub async fn read(settings: &Settings, args: ReadArgs) -> anyhow::Result<Exit> {
    let path = std::path::absolute(&args.target)?;
    let url = url::Url::from_file_path(&path).map_or_else(|()| args.target.clone(), |url| url.to_string());
    let pool = ReaderPool::new(reader_settings(settings));
    let raw = Raw {
        content: RawContent::File(path),
        url,
        content_type: None,
        max_bytes: settings.library.max_file_bytes(),
        timeout: settings.library.file_timeout(),
    };
    match pool.extract(raw).await {
        Ok(reading) if args.json => {
            let mut document = document(&reading.document);
            document["text"] = reading.text.into();
            print_json(&document)?;
            Ok(Exit::Answered)
        }
        Ok(reading) => {
            for warning in &reading.document.warnings {
                tell!("{}", clean(warning));
            }
            print(&reading.text);
            print("\n");
            Ok(Exit::Answered)
        }
        Err(failure) => {
            if args.json {
                print_json(&json!({"url": args.target, "error": error(&failure)}))?;
            }
            tell!("{}", clean(&failure.detail));
            Ok(Exit::Failed)
        }
    }
}

pub fn error(failure: &Failure) -> serde_json::Value {
    json!({"code": failure.reason.name(), "message": failure.detail})
}

pub fn document(document: &Document) -> serde_json::Value {
    json!({
        "url": document.url,
        "canonical_url": document.canonical_url,
        "title": document.title,
        "author": document.author,
        "site": document.site,
        "type": document.kind,
        "language": document.language,
        "published_at": document.published_at.map(iso),
        "word_count": document.word_count,
        "truncated": document.truncated,
        "warnings": document.warnings,
        "hash": document.hash,
    })
}
