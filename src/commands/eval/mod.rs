//! `gorkd eval`: gives the suites what they need, and prints their results.

mod desk;

use super::{print, print_json};
use crate::settings::Settings;
use crate::wire::{embedder, models, reader_settings, reranker, services};
use anyhow::Context;
use desk::LibraryDesk;
use gorkd_cli::{EvalArgs, Exit, Suite};
use gorkd_core::engine::{Clock, SystemClock};
use gorkd_core::ports::{Embedder, Model, Reranker};
use gorkd_eval::questions::{self, Oracle, Site};
use gorkd_eval::tape::Tape;
use gorkd_eval::{
    Kit, Report, abstain, answers, articles, claims, drafts, edits, injections, multihop, pdf, retrieval,
    robots, same_question, turns, url_guard,
};
use gorkd_reader::ReaderPool;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// Runs a suite. `data` is the folder named for its data, if any.
pub async fn eval(mut settings: Settings, data: Option<PathBuf>, args: EvalArgs) -> anyhow::Result<Exit> {
    if let Some(sentence) = not_used(&args) {
        tell!("{sentence}");
        return Ok(Exit::Refused);
    }
    if let Err(sentence) = settings.choose_model(args.model.as_deref()) {
        tell!("{sentence}");
        return Ok(Exit::Refused);
    }
    settings.choose_embedder(args.embedder.as_deref());
    settings.choose_reranker(args.reranker.as_deref());
    let tape = match (&args.record, &args.replay) {
        (Some(path), _) => Some(Tape::record(path, SystemClock.now())?),
        (None, Some(path)) => Some(Tape::replay(path)?),
        (None, None) => None,
    };
    let kit = kit(&settings, &args, tape.as_ref())?;
    let report = match args.suite {
        Suite::Abstain => abstain::suite(&kit)?,
        Suite::Answers => answers::suite(&kit)?,
        Suite::Articles => articles::suite(&kit).await?,
        Suite::Claims => claims::suite(&kit)?,
        Suite::Drafts => {
            let Some(site) = site(&args)? else { return Ok(Exit::Refused) };
            drafts::suite(&kit, &site, args.seed.unwrap_or_default()).await?
        }
        Suite::Edits => edits::suite(&kit)?,
        Suite::Injections => injections::suite(&kit).await?,
        Suite::Multihop => multihop::suite(&kit)?,
        Suite::Pdf => pdf::suite(&kit).await?,
        Suite::Questions => {
            let Some(site) = site(&args)? else { return Ok(Exit::Refused) };
            let profile = args.profile().unwrap_or(settings.ask.profile);
            let oracle = args.oracle.then(|| Arc::new(Oracle::default()));
            let desk =
                LibraryDesk::open(settings, data, &site, profile, tape.as_ref(), oracle.as_ref()).await?;
            let report = questions::suite(&kit, &desk, &site, oracle.as_deref()).await;
            desk.close().await;
            report?
        }
        Suite::Retrieval => retrieval::suite(&kit).await?,
        Suite::Robots => robots::suite(&kit)?,
        Suite::SameQuestion => same_question::suite(&kit)?,
        Suite::Turns => turns::suite(&kit).await?,
        Suite::UrlGuard => url_guard::suite(&kit).await?,
    };
    if let Some(path) = &args.rows {
        let mut file =
            std::fs::File::create(path).with_context(|| format!("{} can't be written", path.display()))?;
        for row in &report.rows {
            writeln!(file, "{}", serde_json::to_string(row)?)?;
        }
    }
    show(&args, &report)?;
    if let Some(tape) = tape {
        tape.finish()?;
    }
    Ok(Exit::Answered)
}

/// What the suites run with. A model or embedder is used only if it was named.
fn kit(settings: &Settings, args: &EvalArgs, tape: Option<&Arc<Tape>>) -> anyhow::Result<Kit> {
    let profile = args.profile().unwrap_or(settings.ask.profile);
    let embedder: Option<Arc<dyn Embedder>> = match args.embedder {
        Some(_) => embedder(settings, std::path::Path::new(""), &services(settings)?)?,
        None => None,
    };
    let reranker: Option<Arc<dyn Reranker>> = match args.reranker {
        Some(_) => reranker(settings, std::path::Path::new(""))?,
        None => None,
    };
    let model = if args.model.is_some() { writer(settings)? } else { None };
    Ok(Kit {
        data: args.data.clone(),
        limit: args.limit,
        reader: ReaderPool::new(reader_settings(settings)),
        readers: settings.reader.children(),
        budget: settings.profiles[&profile].clone(),
        model: match tape {
            Some(tape) => model.map(|model| tape.model(model)),
            None => model,
        },
        embedder: match tape {
            Some(tape) => embedder.map(|embedder| tape.embedder(embedder)),
            None => embedder,
        },
        reranker: match tape {
            Some(tape) => reranker.map(|reranker| tape.reranker(reranker)),
            None => reranker,
        },
        now: tape.map_or_else(|| SystemClock.now(), |tape| tape.now()),
    })
}

/// The folder of pages; `None`, after an error message, if it was not named.
fn site(args: &EvalArgs) -> anyhow::Result<Option<Site>> {
    let Some(folder) = &args.library else {
        tell!("The suites `questions` and `drafts` need a folder of pages: add --library DIR.");
        return Ok(None);
    };
    Ok(Some(Site::new(folder, args.base_url.as_deref().filter(|url| *url != "none"))?))
}

/// The model that would write an answer.
fn writer(settings: &Settings) -> anyhow::Result<Option<Arc<dyn Model>>> {
    let wired = models(settings, &services(settings)?)?;
    Ok(wired.roles.writer.and_then(|name| wired.by_name.get(&name).cloned()))
}

/// An option that the suite does not use: refused rather than ignored.
fn not_used(args: &EvalArgs) -> Option<&'static str> {
    let given = |option: &Option<String>| option.as_deref().is_some_and(|name| name != "none");
    let suite = args.suite;
    if given(&args.model) && !matches!(suite, Suite::Answers | Suite::Questions) {
        Some(
            "Only the suites `answers` and `questions` use a model. Leave out --model, or pass --model none.",
        )
    } else if args.oracle && suite != Suite::Questions {
        Some("Only the suite `questions` says what an oracle has to know. Leave out --oracle.")
    } else if given(&args.embedder)
        && !matches!(
            suite,
            Suite::Abstain | Suite::Multihop | Suite::SameQuestion | Suite::Questions | Suite::Turns
        )
    {
        Some(
            "Only the suites `abstain`, `multihop`, `questions`, `same-question` and `turns` use an embedder. Leave \
             out --embedder, or give --embedder none.",
        )
    } else if given(&args.reranker)
        && !matches!(
            suite,
            Suite::Abstain | Suite::Claims | Suite::Multihop | Suite::Questions | Suite::Turns
        )
    {
        Some(
            "Only the suites `abstain`, `claims`, `multihop`, `questions` and `turns` use a ranking model. Leave out \
             --reranker, or give --reranker none.",
        )
    } else if (args.library.is_some() || given(&args.base_url))
        && !matches!(suite, Suite::Questions | Suite::Drafts)
    {
        Some(
            "Only the suites `drafts` and `questions` take a folder of pages. Leave out --library and --base-url.",
        )
    } else if (args.record.is_some() || args.replay.is_some())
        && !matches!(suite, Suite::Answers | Suite::Multihop | Suite::Questions | Suite::SameQuestion)
    {
        Some(
            "Only the suites `answers`, `multihop`, `questions` and `same-question` make external calls. Leave out \
             --record and --replay.",
        )
    } else if args.seed.is_some() && suite != Suite::Drafts {
        Some("Only the suite `drafts` uses a seed. Leave out --seed.")
    } else {
        None
    }
}

fn show(args: &EvalArgs, report: &Report) -> anyhow::Result<()> {
    let seconds: f64 = report.rows.iter().map(|row| row.seconds).sum();
    if args.json {
        return print_json(&json!({"cases": report.rows.len(), "seconds": seconds, "scores": report.scores}));
    }
    print(&report.table);
    print(&format!("{} cases in {seconds:.1} seconds\n", report.rows.len()));
    for (name, score) in report.scores.as_object().into_iter().flatten() {
        match (score.as_u64(), score.as_f64()) {
            (Some(count), _) => print(&format!("{name:<32} {count}\n")),
            (None, Some(score)) => print(&format!("{name:<32} {score:.4}\n")),
            (None, None) => print(&format!("{name:<32} not measured here\n")),
        }
    }
    Ok(())
}
