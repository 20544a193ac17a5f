//! `gorkd eval`: the suites that this build has, with rows and scores.

use super::{print, print_json};
use crate::eval::{
    Row, answers, articles, injections, multihop, pdf, retrieval, robots, same_question, url_guard,
};
use crate::settings::Settings;
use crate::wire::{embedder, models, reader_settings, services};
use anyhow::Context;
use gorkd_cli::{EvalArgs, Exit, Suite};
use gorkd_core::engine::{Clock, SystemClock};
use gorkd_core::model::{Failure, Privacy};
use gorkd_core::ports::{Embedder, Model, Prompt, TextRole};
use gorkd_reader::ReaderPool;
use gorkd_rules::judge::{JudgeInput, Similar, candidates, compare};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// Passages that are embedded for one judgement, as in a run.
const EMBEDDED: usize = 48;

pub async fn eval(mut settings: Settings, args: EvalArgs, data: &Path) -> anyhow::Result<Exit> {
    if let Some(sentence) = not_used(&args) {
        eprintln!("{sentence}");
        return Ok(Exit::Refused);
    }
    if let Err(sentence) = settings.choose_model(args.model.as_deref()) {
        eprintln!("{sentence}");
        return Ok(Exit::Refused);
    }
    settings.choose_embedder(args.embedder.as_deref());
    settings.choose_reranker(args.reranker.as_deref());
    let profile = args.profile().unwrap_or(settings.ask.profile);
    let (rows, scores) = match args.suite {
        Suite::Articles => {
            let pool = ReaderPool::new(reader_settings(&settings));
            let report = articles::run(&pool, &args.data, args.limit, settings.reader.children()).await?;
            let scores = json!({
                "f1": report.f1, "precision": report.precision, "recall": report.recall,
                "cpu_seconds": report.cpu_seconds, "pages_per_cpu_second": report.pages_per_cpu_second(),
            });
            (report.rows, scores)
        }
        Suite::Retrieval => {
            let rows = retrieval::run(&args.data, args.limit).await?;
            let scores = json!({"ndcg_at_10": mean(&rows)});
            (rows, scores)
        }
        Suite::Multihop => {
            let budget = &settings.profiles[&profile];
            let corpus = multihop::Corpus::new(multihop::lines(&args.data.join("corpus.jsonl"))?);
            let mut cases: Vec<multihop::Case> = multihop::lines(&args.data.join("questions.jsonl"))?;
            cases.truncate(args.limit.unwrap_or(usize::MAX));
            let embedder = match args.embedder {
                Some(_) => embedder(&settings, data, &services(&settings)?)?,
                None => None,
            };
            let meaning =
                |input: &JudgeInput<'_>| embedder.as_ref().and_then(|one| similar(one.as_ref(), input));
            let rows = multihop::rows(&corpus, &cases, budget, &meaning);
            let rows: Vec<Row> = rows.into_iter().map(|(row, _)| row).collect();
            let scores = json!({"all_gold_documents_read": mean(&rows)});
            (rows, scores)
        }
        Suite::UrlGuard => {
            let pool = ReaderPool::new(reader_settings(&settings));
            let rows = url_guard::run(&pool, &args.data, args.limit).await?;
            let scores = json!({"decided_as_expected": mean(&rows)});
            (rows, scores)
        }
        Suite::Injections => {
            let pool = ReaderPool::new(reader_settings(&settings));
            let report = injections::run(&pool, &args.data, args.limit).await?;
            let scores = json!({
                "without_effect": mean(&report.rows), "facts_still_cited": report.facts_cited,
                "leaked": report.leaked, "claims_changed": report.changed,
                "longest_prompt_tokens": report.most_tokens,
            });
            (report.rows, scores)
        }
        Suite::Pdf => {
            let pool = ReaderPool::new(reader_settings(&settings));
            let report = pdf::run(&pool, &args.data, args.limit, settings.reader.children()).await?;
            if !args.json {
                print(&report.table);
            }
            let scores = json!({
                "ended_as_they_should": report.ended,
                "least_recall": report.least_recall, "least_precision": report.least_precision,
            });
            (report.rows, scores)
        }
        Suite::Robots => {
            let report = robots::run(&args.data, args.limit)?;
            let scores = json!({"rfc_9309": report.standard, "google_only": report.google_only});
            (report.rows, scores)
        }
        Suite::SameQuestion => {
            let embedder = match args.embedder {
                Some(_) => embedder(&settings, data, &services(&settings)?)?,
                None => None,
            };
            let mut cases = same_question::read(&args.data)?;
            cases.truncate(args.limit.unwrap_or(usize::MAX));
            let embed = embedder.as_ref().map(|one| |text: &str| vector(one.as_ref(), text));
            let embed = embed.as_ref().map(|embed| embed as &same_question::Embed<'_>);
            let report = same_question::run(&cases, embed, SystemClock.now())?;
            if !args.json {
                print(&report.table());
            }
            let mut scores =
                json!({"same_found": report.rate(true), "others_taken_for_same": report.rate(false)});
            if let Some(millis) = report.median_ms {
                scores["median_ms"] = json!(millis);
            }
            (report.rows, scores)
        }
        Suite::Answers => {
            let text = std::fs::read_to_string(&args.data)
                .with_context(|| format!("{} cannot be read", args.data.display()))?;
            let mut cases = answers::read(&text).map_err(|why| anyhow::anyhow!(why))?;
            cases.truncate(args.limit.unwrap_or(usize::MAX));
            let mut rows = Vec::new();
            let model = match args.model {
                Some(_) => writer(&settings)?,
                None => None,
            };
            let ask = |case: &answers::Case| match &model {
                Some(model) => ask_model(model.as_ref(), case),
                None => answers::ask_writer(case),
            };
            let scores = answers::run(&cases, ask, |row| rows.push(row.clone()));
            let scores =
                json!({"in_summary": scores.in_summary, "in_first_sentence": scores.in_first_sentence});
            (rows, scores)
        }
    };
    if let Some(path) = &args.rows {
        let mut file =
            std::fs::File::create(path).with_context(|| format!("{} cannot be written", path.display()))?;
        for row in &rows {
            writeln!(file, "{}", serde_json::to_string(row)?)?;
        }
    }
    report(&args, &rows, scores)?;
    Ok(Exit::Answered)
}

/// Options that a suite has no use for: refused rather than passed over.
fn not_used(args: &EvalArgs) -> Option<&'static str> {
    let given = |option: &Option<String>| option.as_deref().is_some_and(|name| name != "none");
    if given(&args.model) && args.suite != Suite::Answers {
        Some("Only the suite `answers` asks a model. Leave out --model, or give --model none.")
    } else if given(&args.embedder) && !matches!(args.suite, Suite::Multihop | Suite::SameQuestion) {
        Some(
            "Only the suites `multihop` and `same-question` use an embedder. Leave out --embedder, or give --embedder none.",
        )
    } else if given(&args.reranker) {
        Some("No suite uses a reranker. Leave out --reranker, or give --reranker none.")
    } else {
        None
    }
}

/// The model that would write an answer.
fn writer(settings: &Settings) -> anyhow::Result<Option<Arc<dyn Model>>> {
    let wired = models(settings, &services(settings)?)?;
    Ok(wired.roles.writer.and_then(|name| wired.by_name.get(&name).cloned()))
}

fn ask_model(model: &dyn Model, case: &answers::Case) -> answers::Said {
    let prompt = Prompt { privacy: Privacy::CloudAllowed, ..answers::prompt(case) };
    match here(model.complete(&prompt, None)) {
        Ok(reply) => answers::checked(case, &reply.value, reply.cost),
        Err(failed) => {
            eprintln!("{}: {}", case.id, failed.failure.detail);
            answers::Said { spend: failed.cost, ..answers::Said::default() }
        }
    }
}

fn similar(embedder: &dyn Embedder, input: &JudgeInput<'_>) -> Option<Similar> {
    let chosen = candidates(input, EMBEDDED);
    let parts: Vec<String> = input.plan.sub_questions.iter().map(|part| part.text.clone()).collect();
    let passages: Vec<String> = chosen.iter().map(|candidate| candidate.text.clone()).collect();
    let vectors = async {
        let parts = embedder.embed(&parts, TextRole::Question, Privacy::CloudAllowed).await?;
        let passages = embedder.embed(&passages, TextRole::Passage, Privacy::CloudAllowed).await?;
        Ok::<_, Failure>((parts, passages))
    };
    match here(vectors) {
        Ok((parts, passages)) => Some(compare(chosen, &parts, &passages)),
        Err(failure) => {
            eprintln!("{}", failure.detail);
            None
        }
    }
}

/// The embedding of one question.
fn vector(embedder: &dyn Embedder, text: &str) -> anyhow::Result<Vec<f32>> {
    let vectors = here(embedder.embed(&[text.to_owned()], TextRole::Question, Privacy::CloudAllowed))
        .map_err(|failure| anyhow::anyhow!(failure.detail))?;
    vectors.into_iter().next().context("the embedder gave no vector")
}

/// Waits on this thread: the suites are plain loops.
fn here<T>(work: impl Future<Output = T>) -> T {
    tokio::task::block_in_place(|| tokio::runtime::Handle::current().block_on(work))
}

fn mean(rows: &[Row]) -> f64 {
    rows.iter().map(|row| row.score).sum::<f64>() / rows.len().max(1) as f64
}

fn report(args: &EvalArgs, rows: &[Row], scores: Value) -> anyhow::Result<()> {
    let seconds: f64 = rows.iter().map(|row| row.seconds).sum();
    if args.json {
        return print_json(&json!({"cases": rows.len(), "seconds": seconds, "scores": scores}));
    }
    print(&format!("{} cases in {seconds:.1} seconds\n", rows.len()));
    for (name, score) in scores.as_object().into_iter().flatten() {
        match score.as_f64() {
            Some(score) => print(&format!("{name:<28} {score:.4}\n")),
            None => print(&format!("{name:<28} not measured here\n")),
        }
    }
    Ok(())
}
