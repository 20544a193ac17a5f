//! The `retrieval` suite: how well the library's search ranks a judged collection.
//!
//! The folder holds `corpus.jsonl` (`id`, `title`, `text`), `queries.jsonl` (`id`, `text`) and `qrels.tsv`
//! (`query_id`, `doc_id`, `grade`, `relevant`). Grades are Cleverdon's for Cranfield: 1 is a complete answer, 4 of
//! minimum interest, anything else no relevance; so the gain is 5 less the grade. With it plain BM25 has an
//! nDCG@10 of 0.368.

use super::collection::{Collection, id_of};
use super::lines::lines;
use super::{Kit, Report, Row, mean_score};
use anyhow::{Context, Result};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

#[derive(Clone, Debug, Deserialize)]
struct Case {
    id: String,
    text: String,
}

/// Gains by query and document.
type Judgements = BTreeMap<String, BTreeMap<String, f64>>;

/// Results that count.
const CUT: usize = 10;

/// Reads the folder and ranks every query in it.
pub async fn suite(kit: &Kit) -> Result<Report> {
    let rows = run(&kit.data, kit.limit).await?;
    let scores = serde_json::json!({"ndcg_at_10": mean_score(&rows)});
    Ok(Report { rows, scores, ..Report::default() })
}

/// Ranks every query of the collection in `dir`, at most `limit` of them. `prediction` and `gold` of a row are ids,
/// best first; its score is nDCG@10.
pub async fn run(dir: &Path, limit: Option<usize>) -> Result<Vec<Row>> {
    let queries: Vec<Case> = lines(&dir.join("queries.jsonl"))?;
    let judgements = judgements(&dir.join("qrels.tsv"))?;
    let folder = tempfile::tempdir().context("no folder for the index")?;
    let collection = Collection::open(folder.path(), &lines(&dir.join("corpus.jsonl"))?).await?;
    let mut rows = Vec::new();
    for case in queries.into_iter().take(limit.unwrap_or(usize::MAX)) {
        let started = Instant::now();
        let hits = collection.find(&case.text, CUT as u32).await?;
        let prediction: Vec<String> =
            hits.iter().filter_map(|hit| id_of(&hit.url)).map(str::to_owned).collect();
        let gains = judgements.get(&case.id).cloned().unwrap_or_default();
        rows.push(Row {
            score: ndcg(&prediction, &gains),
            seconds: started.elapsed().as_secs_f64(),
            gold: by_gain(&gains).into(),
            prediction: prediction.into(),
            id: case.id,
            tokens: 0,
            cost_usd: 0.0,
        });
    }
    Ok(rows)
}

/// Normalised discounted cumulative gain of the first ten (Järvelin and Kekäläinen, 2002), the gain being linear.
fn ndcg(ranked: &[String], gains: &BTreeMap<String, f64>) -> f64 {
    let discounted = |gains: &mut dyn Iterator<Item = f64>| -> f64 {
        gains.take(CUT).enumerate().map(|(at, gain)| gain / (at as f64 + 2.0).log2()).sum()
    };
    let mut ideal: Vec<f64> = gains.values().copied().collect();
    ideal.sort_by(|a, b| b.total_cmp(a));
    let best = discounted(&mut ideal.into_iter());
    if best == 0.0 {
        return 0.0;
    }
    discounted(&mut ranked.iter().map(|id| gains.get(id).copied().unwrap_or(0.0))) / best
}

fn judgements(path: &Path) -> Result<Judgements> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let mut judgements = Judgements::new();
    for (at, line) in text.lines().enumerate().skip(1) {
        let mut cells = line.split('\t');
        let (Some(query), Some(document), Some(grade)) = (cells.next(), cells.next(), cells.next()) else {
            anyhow::bail!("line {} of {} has fewer than three cells", at + 1, path.display());
        };
        let grade: i32 = grade.trim().parse().with_context(|| format!("the grade in line {}", at + 1))?;
        let gain = if (1..=4).contains(&grade) { f64::from(5 - grade) } else { 0.0 };
        judgements.entry(query.to_owned()).or_default().insert(document.to_owned(), gain);
    }
    Ok(judgements)
}

fn by_gain(gains: &BTreeMap<String, f64>) -> Vec<String> {
    let mut relevant: Vec<(&String, f64)> =
        gains.iter().map(|(id, gain)| (id, *gain)).filter(|(_, gain)| *gain > 0.0).collect();
    relevant.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
    relevant.into_iter().map(|(id, _)| id.clone()).collect()
}
