//! The `retrieval` suite: how well the library's search ranks a judged collection.
//!
//! The folder holds `corpus.jsonl` (`id`, `title`, `text`), `queries.jsonl` (`id`, `text`) and `qrels.tsv`
//! (`query_id`, `doc_id`, `grade`, `relevant`). Grades are Cleverdon's for Cranfield: 1 is a complete answer, 4 of
//! minimum interest, anything else no relevance; so the gain is 5 less the grade. With it plain BM25 has an
//! nDCG@10 of 0.368.

use super::lines::lines;
use super::{Kit, Report, Row, mean_score};
use anyhow::{Context, Result};
use gorkd_core::model::{Document, DocumentHash, Privacy, Reading, SearchHit};
use gorkd_core::ports::{
    LibraryBatch, LibraryFile, LibraryRoot, Raw, ReadRequest, Reader, Search, SearchRequest, Shelf,
};
use gorkd_core::{model::Failure, model::FailureReason, ports::Failed, ports::Outcome};
use gorkd_search::{Library, LibrarySettings, memory::MemoryShelf};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A document of a collection.
#[derive(Clone, Debug, Deserialize)]
pub struct Entry {
    pub id: String,
    #[serde(default)]
    pub title: String,
    pub text: String,
}

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
    let corpus: Vec<Entry> = lines(&dir.join("corpus.jsonl"))?;
    let queries: Vec<Case> = lines(&dir.join("queries.jsonl"))?;
    let judgements = judgements(&dir.join("qrels.tsv"))?;
    let folder = tempfile::tempdir().context("no folder for the index")?;
    let library = collection(folder.path(), &corpus, LibrarySettings::default()).await?;
    let mut rows = Vec::new();
    for case in queries.into_iter().take(limit.unwrap_or(usize::MAX)) {
        let started = Instant::now();
        let prediction = ids(&find(&library, &case.text, CUT as u32).await?);
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

/// A library that holds `entries`, in an index under `dir`. Their addresses end in their ids.
pub async fn collection(dir: &Path, entries: &[Entry], settings: LibrarySettings) -> Result<Library> {
    let shelf = Arc::new(MemoryShelf::default());
    let root = LibraryRoot { path: "/collection".into(), ..LibraryRoot::default() };
    shelf.put_root(&root).await?;
    let read = entries.iter().map(|entry| reading(&root, entry)).collect();
    shelf.commit(LibraryBatch { read, ..LibraryBatch::default() }).await?;
    Ok(Library::open(dir, shelf.clone(), shelf, Arc::new(NoReader), settings).await?)
}

/// Searches as a job does.
pub async fn find(library: &Library, query: &str, results: u32) -> Result<Vec<SearchHit>> {
    let request = SearchRequest {
        query: query.to_owned(),
        results,
        privacy: Privacy::LocalOnly,
        timeout: Duration::from_secs(30),
        ..SearchRequest::default()
    };
    Ok(library.search(&request).await.map_err(|failed| failed.failure)?.value)
}

/// The ids of what was found in a `collection`.
pub fn ids(hits: &[SearchHit]) -> Vec<String> {
    hits.iter().filter_map(|hit| hit.url.strip_prefix(ADDRESS).map(str::to_owned)).collect()
}

/// Normalised discounted cumulative gain of the first ten (Järvelin and Kekäläinen, 2002), the gain being linear.
pub fn ndcg(ranked: &[String], gains: &BTreeMap<String, f64>) -> f64 {
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

const ADDRESS: &str = "https://collection.invalid/";

fn reading(root: &LibraryRoot, entry: &Entry) -> (LibraryFile, Reading) {
    let text = format!("# {}\n\n{}", entry.title.trim(), entry.text.trim());
    let url = format!("{ADDRESS}{}", entry.id);
    let document = Document {
        hash: DocumentHash::of_text(&text),
        url: url.clone(),
        canonical_url: url.clone(),
        title: entry.title.trim().to_owned(),
        language: Some("en".into()),
        ..Document::default()
    };
    let hash = Some(document.hash.clone());
    let path = format!("{}/{}", root.path, entry.id);
    let file = LibraryFile { root: root.path.clone(), path, url, hash, ..LibraryFile::default() };
    (file, Reading { document, text })
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

/// A collection is never read from files.
struct NoReader;

#[async_trait::async_trait]
impl Reader for NoReader {
    async fn read(&self, _: &ReadRequest) -> Outcome<Reading> {
        Err(Failed::from(unread()))
    }

    async fn extract(&self, _: Raw) -> Result<Reading, Failure> {
        Err(unread())
    }
}

fn unread() -> Failure {
    Failure::skip(FailureReason::NotConfigured, "A collection for measuring is not read from files.")
}
