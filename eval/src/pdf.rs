//! How well the text of PDF files is found, and that every file ends in a text or a named reason.
//!
//! Where a text of the same name lies beside a file (`manual.pdf`, `manual.txt`), the words of both are compared as
//! bags: recall is how many of the right words were found, precision how many of those found are right. Running heads
//! and page numbers are in no such text, so leaving them in costs precision. A file without a text counts by whether
//! it ended as it should.

use super::under_test::fold;
use super::{Kit, Row};
use anyhow::Context;
use futures::StreamExt;
use gorkd_core::model::{Failure, FailureReason};
use gorkd_core::ports::{Raw, RawContent, Reader};
use gorkd_reader::plain_text;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const MAX_BYTES: usize = 20_000_000;
/// What a file may take.
const TIME: Duration = Duration::from_secs(60);
/// A right text of fewer words is a trial of something else than finding words.
const ENOUGH: usize = 5_000;

#[derive(Debug, Default)]
pub struct Report {
    pub rows: Vec<Row>,
    /// Lines for people: what came of each file.
    pub table: String,
    /// Files that ended in a text or a named reason.
    pub ended: f64,
    /// The lowest of the files with a long text beside them; none where there is no such file.
    pub least_recall: Option<f64>,
    pub least_precision: Option<f64>,
}

struct Measured {
    row: Row,
    outcome: String,
    ended: bool,
    /// Recall and precision, and the words of the right text.
    words: Option<(f64, f64, usize)>,
}

/// Reads the folder through the reader's children.
pub async fn suite(kit: &Kit) -> anyhow::Result<super::Report> {
    let report = run(&kit.reader, &kit.data, kit.limit, kit.readers).await?;
    let scores = json!({
        "ended_as_they_should": report.ended,
        "least_recall": report.least_recall, "least_precision": report.least_precision,
    });
    Ok(super::Report { rows: report.rows, scores, table: report.table })
}

/// Reads all PDF files of a folder and of the folders in it.
pub async fn run(
    reader: &dyn Reader,
    folder: &Path,
    limit: Option<usize>,
    at_once: usize,
) -> anyhow::Result<Report> {
    let mut files = Vec::new();
    collect(folder, &mut files).with_context(|| format!("{} cannot be read", folder.display()))?;
    files.sort();
    files.truncate(limit.unwrap_or(usize::MAX));
    let measured = files.iter().map(|file| measure(reader, folder, file));
    let measured: Vec<Measured> = futures::stream::iter(measured).buffered(at_once.max(1)).collect().await;
    let mut table =
        format!("{:<48} {:>7} {:>9} {:>8}  {}\n", "file", "recall", "precision", "seconds", "outcome");
    for one in &measured {
        let share = |share: Option<f64>| share.map_or("-".to_owned(), |share| format!("{share:.3}"));
        let (recall, precision) = (one.words.map(|words| words.0), one.words.map(|words| words.1));
        let (recall, precision) = (share(recall), share(precision));
        let Row { id, seconds, .. } = &one.row;
        table.push_str(&format!("{id:<48} {recall:>7} {precision:>9} {seconds:>8.2}  {}\n", one.outcome));
    }
    let long = || measured.iter().filter_map(|one| one.words).filter(|(.., words)| *words >= ENOUGH);
    let least_recall = long().map(|words| words.0).min_by(f64::total_cmp);
    let least_precision = long().map(|words| words.1).min_by(f64::total_cmp);
    let ended = measured.iter().filter(|one| one.ended).count() as f64 / measured.len().max(1) as f64;
    let rows = measured.into_iter().map(|one| one.row).collect();
    Ok(Report { rows, table, ended, least_recall, least_precision })
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pdf")) {
            files.push(path);
        }
    }
    Ok(())
}

async fn measure(reader: &dyn Reader, folder: &Path, file: &Path) -> Measured {
    let id = file.strip_prefix(folder).unwrap_or(file).display().to_string();
    let raw = Raw {
        content: RawContent::File(file.to_owned()),
        url: url::Url::from_file_path(file).map_or_else(|()| format!("file:///{id}"), |url| url.to_string()),
        content_type: Some("application/pdf".to_owned()),
        max_bytes: MAX_BYTES,
        timeout: TIME,
    };
    let clock = Instant::now();
    let read = reader.extract(raw).await;
    let seconds = clock.elapsed().as_secs_f64();
    let right = std::fs::read(file.with_extension("txt"))
        .ok()
        .map(|text| String::from_utf8_lossy(&text).into_owned());
    let found = read.as_ref().map(|reading| plain_text(&reading.text)).unwrap_or_default();
    let words = right.as_deref().map(|right| shares(&with_one_contents(right), &found));
    let (outcome, ended) = match &read {
        Ok(reading) => {
            let said = reading.document.warnings.join(" ");
            (format!("{} words. {said}", reading.document.word_count), true)
        }
        Err(failure) => (format!("{}: {}", failure.reason.name(), failure.detail), is_named(failure)),
    };
    let score = match words {
        Some((recall, precision, _)) => recall.min(precision),
        None => f64::from(u8::from(ended)),
    };
    let prediction = match read {
        Ok(reading) => reading.text.into(),
        Err(failure) => json!({"reason": failure.reason.name(), "detail": failure.detail}),
    };
    let row = Row { id, prediction, gold: right.into(), score, seconds, tokens: 0, cost_usd: 0.0 };
    Measured { row, outcome: outcome.trim_end().to_owned(), ended, words }
}

/// A reason that lies in the file, found within the limits.
fn is_named(failure: &Failure) -> bool {
    matches!(
        failure.reason,
        FailureReason::Encrypted
            | FailureReason::Empty
            | FailureReason::Malformed
            | FailureReason::TooComplex
            | FailureReason::UnsupportedType
    )
}

/// A text made of web pages repeats its contents before each chapter. Of equal lines that begin with the number of a
/// section two count: the one in the contents, and the heading.
fn with_one_contents(text: &str) -> String {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let is_numbered = |line: &str| {
        let number = line.split_whitespace().next().unwrap_or_default();
        number.contains('.') && number.chars().all(|c| c.is_ascii_digit() || c == '.')
    };
    let mut kept = String::new();
    for line in text.lines() {
        let count = seen.entry(line.trim()).or_default();
        *count += 1;
        if *count <= 2 || !is_numbered(line) {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

/// Recall, precision, and the number of right words.
fn shares(right: &str, found: &str) -> (f64, f64, usize) {
    let (right, found) = (bag(right), bag(found));
    let both: usize = right.iter().map(|(word, count)| *count.min(found.get(word).unwrap_or(&0))).sum();
    let all = |bag: &BTreeMap<String, usize>| bag.values().sum::<usize>();
    let share = |of: usize| if of == 0 { 0.0 } else { both as f64 / of as f64 };
    (share(all(&right)), share(all(&found)), all(&right))
}

fn bag(text: &str) -> BTreeMap<String, usize> {
    let mut bag = BTreeMap::new();
    // Ligatures are written out, as people write them.
    let text = fold(text);
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        *bag.entry(word.to_owned()).or_default() += 1;
    }
    bag
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_compared_as_bags() {
        assert_eq!(shares("a b b c", "b a b d"), (0.75, 0.75, 4));
        assert_eq!(shares("The ﬁle, again", "the file again page 3"), (1.0, 0.6, 3));
        assert_eq!(shares("a", ""), (0.0, 0.0, 1));
    }
}
