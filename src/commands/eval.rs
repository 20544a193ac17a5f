//! `gorkd eval`: the suites that this build has, with rows and scores.

use super::{print, print_json};
use crate::eval::{Row, answers, articles, injections, multihop, retrieval, robots, url_guard};
use crate::settings::Settings;
use crate::wire::reader_settings;
use anyhow::Context;
use gorkd_cli::{EvalArgs, Exit, Suite};
use gorkd_reader::ReaderPool;
use serde_json::{Value, json};
use std::io::Write;

pub async fn eval(settings: Settings, args: EvalArgs) -> anyhow::Result<Exit> {
    for (option, given) in [("--model", &args.model), ("--embedder", &args.embedder)] {
        if given.as_deref().is_some_and(|name| name != "none") {
            eprintln!("This build measures without models: leave out {option}, or give {option} none.");
            return Ok(Exit::Refused);
        }
    }
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
            let rows: Vec<Row> =
                multihop::rows(&corpus, &cases, budget).into_iter().map(|(row, _)| row).collect();
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
            let scores =
                json!({"without_effect": mean(&report.rows), "facts_still_cited": report.facts_cited});
            (report.rows, scores)
        }
        Suite::Robots => {
            let report = robots::run(&args.data, args.limit)?;
            let scores = json!({"rfc_9309": report.standard, "google_only": report.google_only});
            (report.rows, scores)
        }
        Suite::Answers => {
            let text = std::fs::read_to_string(&args.data)
                .with_context(|| format!("{} cannot be read", args.data.display()))?;
            let mut cases = answers::read(&text).map_err(|why| anyhow::anyhow!(why))?;
            cases.truncate(args.limit.unwrap_or(usize::MAX));
            let mut rows = Vec::new();
            let scores = answers::run(&cases, answers::ask_writer, |row| rows.push(row.clone()));
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
