//! How well the text of article pages is found: the measure of the article-extraction benchmark.
//!
//! Pages and the text that people took from them are compared by shingles of four words, so that order counts
//! and a wrong paragraph costs as much as its length. The score of the suite is made of the mean precision and
//! mean recall over pages; a row's own score is the page's F1.

use super::{Kit, Row};
use anyhow::Context;
use flate2::read::GzDecoder;
use futures::{StreamExt, TryStreamExt};
use gorkd_core::model::Failure;
use gorkd_core::ports::{Raw, RawContent, Reader};
use gorkd_reader::plain_text;
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

const SHINGLE: usize = 4;
/// Largest page in the data is a fraction of this.
const MAX_BYTES: usize = 5_000_000;

/// What the suite found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// One row a page, by id; `prediction` and `gold` are the texts.
    pub rows: Vec<Row>,
    pub precision: f64,
    pub recall: f64,
    pub f1: f64,
    /// CPU time of this process and its children over the run; none where the system does not tell.
    pub cpu_seconds: Option<f64>,
}

impl Report {
    pub fn pages_per_cpu_second(&self) -> Option<f64> {
        self.cpu_seconds.filter(|seconds| *seconds > 0.0).map(|seconds| self.rows.len() as f64 / seconds)
    }
}

/// Reads the folder through the reader's children.
pub async fn suite(kit: &Kit) -> anyhow::Result<super::Report> {
    let report = run(&kit.reader, &kit.data, kit.limit, kit.readers).await?;
    let scores = serde_json::json!({
        "f1": report.f1, "precision": report.precision, "recall": report.recall,
        "cpu_seconds": report.cpu_seconds, "pages_per_cpu_second": report.pages_per_cpu_second(),
    });
    Ok(super::Report { rows: report.rows, scores, ..super::Report::default() })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Gold {
    article_body: String,
    url: String,
}

/// Reads the pages of `folder` (`html/*.html.gz`, `ground-truth.json`) through `reader`, at most `at_once`
/// together, the first `limit` of them if given.
pub async fn run(
    reader: &dyn Reader,
    folder: &Path,
    limit: Option<usize>,
    at_once: usize,
) -> anyhow::Result<Report> {
    let truth = folder.join("ground-truth.json");
    let truth = std::fs::read(&truth).with_context(|| format!("cannot read {}", truth.display()))?;
    let truth: BTreeMap<String, Gold> =
        serde_json::from_slice(&truth).context("ground-truth.json is not as expected")?;
    let started = cpu_seconds();
    let pages = truth.into_iter().take(limit.unwrap_or(usize::MAX));
    let pages = pages.map(|(id, gold)| async move {
        let path = folder.join("html").join(format!("{id}.html.gz"));
        let html = unpacked(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let clock = Instant::now();
        let text = text_of(reader, html, &gold.url).await;
        let seconds = clock.elapsed().as_secs_f64();
        anyhow::Ok(page(id, &gold.article_body, text, seconds))
    });
    let pages: Vec<(Row, Counts)> =
        futures::stream::iter(pages).buffered(at_once.max(1)).try_collect().await?;
    let cpu_seconds = started.zip(cpu_seconds()).map(|(before, after)| after - before);

    let counts: Vec<Counts> = pages.iter().map(|(_, counts)| *counts).collect();
    let (precision, recall) = (mean(&counts, Counts::precision), mean(&counts, Counts::recall));
    let rows = pages.into_iter().map(|(row, _)| row).collect();
    Ok(Report { rows, precision, recall, f1: harmonic(precision, recall), cpu_seconds })
}

fn unpacked(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut html = Vec::new();
    GzDecoder::new(std::fs::File::open(path)?).read_to_end(&mut html)?;
    Ok(html)
}

async fn text_of(reader: &dyn Reader, html: Vec<u8>, url: &str) -> Result<String, Failure> {
    let raw = Raw {
        content: RawContent::Bytes(html),
        url: url.to_owned(),
        content_type: Some("text/html".to_owned()),
        max_bytes: MAX_BYTES,
        timeout: Duration::from_secs(60),
    };
    Ok(plain_text(&reader.extract(raw).await?.text))
}

fn page(id: String, gold: &str, text: Result<String, Failure>, seconds: f64) -> (Row, Counts) {
    let counts = Counts::of(gold, text.as_deref().unwrap_or_default());
    let prediction = match text {
        Ok(text) => text.into(),
        Err(failure) => serde_json::json!({ "failure": failure.detail }),
    };
    let score = harmonic(counts.precision().unwrap_or(0.0), counts.recall().unwrap_or(0.0));
    (Row { id, prediction, gold: gold.into(), score, seconds, tokens: 0, cost_usd: 0.0 }, counts)
}

/// Shingles that both texts have, that only the found one has, and that only the right one has.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Counts {
    both: usize,
    found_only: usize,
    right_only: usize,
}

impl Counts {
    fn of(right: &str, found: &str) -> Self {
        let (right, found) = (words(right), words(found));
        let (right, found) = (shingles(&right), shingles(&found));
        let both = right.iter().map(|(shingle, count)| *count.min(found.get(shingle).unwrap_or(&0))).sum();
        let all = |shingles: &HashMap<&[&str], usize>| shingles.values().sum::<usize>();
        Self { both, found_only: all(&found) - both, right_only: all(&right) - both }
    }

    fn precision(&self) -> Option<f64> {
        let found = self.both + self.found_only;
        (found > 0).then(|| self.both as f64 / found as f64)
    }

    fn recall(&self) -> Option<f64> {
        let right = self.both + self.right_only;
        (right > 0).then(|| self.both as f64 / right as f64)
    }
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty()).collect()
}

/// Each run of four words with how often it stands there; a shorter text is one shingle as a whole.
fn shingles<'a>(words: &'a [&'a str]) -> HashMap<&'a [&'a str], usize> {
    let mut counts = HashMap::new();
    if !words.is_empty() {
        for shingle in words.windows(SHINGLE.min(words.len())) {
            *counts.entry(shingle).or_default() += 1;
        }
    }
    counts
}

/// The mean over the pages that have a value: a page without any text found has no precision.
fn mean(counts: &[Counts], value: impl Fn(&Counts) -> Option<f64>) -> f64 {
    let values: Vec<f64> = counts.iter().filter_map(value).collect();
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

fn harmonic(a: f64, b: f64) -> f64 {
    if a + b > 0.0 { 2.0 * a * b / (a + b) } else { 0.0 }
}

/// CPU seconds of this process, its living children and those that it has waited for.
fn cpu_seconds() -> Option<f64> {
    // Linux counts in hundredths of a second on every platform that this is built for (USER_HZ).
    const TICKS: f64 = 100.0;
    let own = std::process::id();
    let (_, mut ticks) = stat(Path::new("/proc/self/stat"))?;
    for entry in std::fs::read_dir("/proc").ok()?.flatten() {
        if let Some((parent, used)) = stat(&entry.path().join("stat"))
            && parent == own
        {
            ticks += used;
        }
    }
    Some(ticks as f64 / TICKS)
}

/// A process's parent, and the ticks used by it and the children it has waited for (proc(5), fields 4, 14 to 17).
fn stat(path: &Path) -> Option<(u32, u64)> {
    let stat = std::fs::read_to_string(path).ok()?;
    // The name in parentheses may hold spaces.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let used = fields.get(11..15)?.iter().filter_map(|field| field.parse::<u64>().ok()).sum();
    Some((fields.get(1)?.parse().ok()?, used))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shingles_are_counted_as_often_as_they_stand_there() {
        let counts = Counts::of("a b c d e", "a b c d x a b c d");
        assert_eq!(counts, Counts { both: 1, found_only: 5, right_only: 1 });
        assert_eq!(counts.recall(), Some(0.5));
        assert_eq!(Counts::of("a b", "a, b!"), Counts { both: 1, found_only: 0, right_only: 0 });
        assert_eq!(Counts::of("a b", "").precision(), None);
        assert_eq!(Counts::of("a b", "").recall(), Some(0.0));
    }

    #[test]
    fn cpu_time_of_this_process_is_known_where_there_is_proc() {
        if Path::new("/proc/self/stat").exists() {
            assert!(cpu_seconds().is_some_and(|seconds| seconds >= 0.0));
        }
    }
}
