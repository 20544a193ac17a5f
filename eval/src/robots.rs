//! Whether robots.txt files are understood: the cases of the standard, and apart from them those that only Google's
//! own parser promises.

use super::{Kit, Row, figures};
use anyhow::Context;
use gorkd_reader::RobotsRules;
use serde::Deserialize;
use std::path::Path;
use std::time::Instant;

#[derive(Deserialize)]
struct Case {
    robots: String,
    agent: String,
    url: String,
    allowed: bool,
    #[serde(default)]
    google_only: bool,
}

pub struct Report {
    pub rows: Vec<Row>,
    /// Share of the standard's cases that are right.
    pub standard: f64,
    pub google_only: f64,
}

/// Reads the file and decides every case in it.
pub fn suite(kit: &Kit) -> anyhow::Result<super::Report> {
    let report = run(&kit.data, kit.limit)?;
    let scores = serde_json::json!({"rfc_9309": report.standard, "google_only": report.google_only});
    Ok(super::Report { rows: report.rows, scores, ..super::Report::default() })
}

pub fn run(file: &Path, limit: Option<usize>) -> anyhow::Result<Report> {
    let text = std::fs::read(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let cases: Vec<Case> = serde_json::from_slice(&text).context("the cases are not as expected")?;
    let (mut rows, mut standard, mut google) = (Vec::new(), Vec::new(), Vec::new());
    for (number, case) in (1..).zip(cases.into_iter().take(limit.unwrap_or(usize::MAX))) {
        let clock = Instant::now();
        let allowed = RobotsRules::parse(case.robots.as_bytes(), &case.agent).allow(&case.url);
        let score = if allowed == case.allowed { 1.0 } else { 0.0 };
        if case.google_only { &mut google } else { &mut standard }.push(score);
        rows.push(Row {
            id: number.to_string(),
            prediction: allowed.into(),
            gold: case.allowed.into(),
            score,
            seconds: clock.elapsed().as_secs_f64(),
            tokens: 0,
            cost_usd: 0.0,
        });
    }
    Ok(Report { rows, standard: figures::mean(standard), google_only: figures::mean(google) })
}
