//! Pairs of questions: may the answer to the first serve the second? Wrong hits count most, so every kind of pair has
//! its own line.

use super::lines::lines;
use super::under_test::{Prepared, analyze};
use super::{Kit, Row, here};
use anyhow::Context;
use gorkd_core::model::{Millis, Privacy, Reach};
use gorkd_core::ports::{Embedder, TextRole};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::time::Instant;

#[derive(Deserialize)]
pub struct Case {
    pub id: String,
    pub text_a: String,
    pub text_b: String,
    pub label: u8,
    #[serde(default)]
    pub bucket: String,
}

/// The pairs of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bucket {
    pub pairs: usize,
    pub hits: usize,
    /// Are the pairs of this kind the same question?
    pub same: bool,
}

pub struct Report {
    pub rows: Vec<Row>,
    pub buckets: BTreeMap<String, Bucket>,
    /// Median milliseconds of one decision, the embedding of one question included.
    pub median_ms: Option<f64>,
}

/// The embedding of one question.
pub type Embed<'a> = dyn Fn(&str) -> anyhow::Result<Vec<f32>> + 'a;

/// Reads the file and compares every pair in it.
pub fn suite(kit: &Kit) -> anyhow::Result<super::Report> {
    let cases: Vec<Case> = kit.limited(lines(&kit.data)?);
    let embed = kit.embedder.as_deref().map(|one| |text: &str| vector(one, text));
    let embed = embed.as_ref().map(|embed| embed as &Embed<'_>);
    let report = run(&cases, embed, kit.now)?;
    let mut scores = json!({"same_found": report.rate(true), "others_taken_for_same": report.rate(false)});
    if let Some(millis) = report.median_ms {
        scores["median_ms"] = json!(millis);
    }
    Ok(super::Report { table: report.table(), rows: report.rows, scores })
}

/// The embedding of one question.
fn vector(embedder: &dyn Embedder, text: &str) -> anyhow::Result<Vec<f32>> {
    let vectors =
        here(embedder.embed(&[text.to_owned()], TextRole::Question, Reach::of(Privacy::CloudAllowed)))
            .map_err(|failure| anyhow::anyhow!(failure.detail))?;
    vectors.into_iter().next().context("the embedder gave no vector")
}

/// The first question of a pair is the known one; the second is asked, embedded and compared.
pub fn run(cases: &[Case], embed: Option<&Embed<'_>>, now: Millis) -> anyhow::Result<Report> {
    let (mut rows, mut buckets, mut millis) = (Vec::new(), BTreeMap::<String, Bucket>::new(), Vec::new());
    for case in cases {
        let known = Prepared::of(&analyze(&case.text_a, now));
        let known_vector = embed.map(|embed| embed(&case.text_a)).transpose()?;
        let clock = Instant::now();
        let asked = Prepared::of(&analyze(&case.text_b, now));
        let vector = embed.map(|embed| embed(&case.text_b)).transpose()?;
        let cosine = known_vector.zip(vector).map(|(a, b)| cosine(&a, &b));
        let hit = known.same(&asked, cosine);
        let seconds = clock.elapsed().as_secs_f64();
        millis.push(seconds * 1e3);
        let gold = case.label == 1;
        let bucket = buckets.entry(case.bucket.clone()).or_default();
        bucket.pairs += 1;
        bucket.hits += usize::from(hit);
        bucket.same = gold;
        rows.push(Row {
            id: case.id.clone(),
            prediction: hit.into(),
            gold: gold.into(),
            score: if hit == gold { 1.0 } else { 0.0 },
            seconds,
            tokens: 0,
            cost_usd: 0.0,
        });
    }
    millis.sort_by(f64::total_cmp);
    let median_ms = embed.and(millis.get(millis.len() / 2).copied());
    Ok(Report { rows, buckets, median_ms })
}

impl Report {
    /// Share of the pairs with this answer that were taken for the same question.
    pub fn rate(&self, same: bool) -> f64 {
        let chosen = || self.buckets.values().filter(|bucket| bucket.same == same);
        let pairs: usize = chosen().map(|bucket| bucket.pairs).sum();
        chosen().map(|bucket| bucket.hits).sum::<usize>() as f64 / pairs.max(1) as f64
    }

    /// One line a bucket.
    pub fn table(&self) -> String {
        let mut table = format!("{:<28} {:>6} {:>6} {:>8}\n", "bucket", "pairs", "hits", "rate");
        for (name, bucket) in &self.buckets {
            let rate = 100.0 * bucket.hits as f64 / bucket.pairs.max(1) as f64;
            table += &format!("{name:<28} {:>6} {:>6} {rate:>6.1} %\n", bucket.pairs, bucket.hits);
        }
        table
    }
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f32>();
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt().max(f32::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(a: &str, b: &str, label: u8) -> Case {
        let bucket = if label == 1 { "same" } else { "other" };
        Case { id: a.len().to_string(), text_a: a.into(), text_b: b.into(), label, bucket: bucket.into() }
    }

    #[test]
    fn buckets_count_hits_and_only_an_embedder_finds_reworded_pairs() {
        let cases = [
            case("How do I oil a clock?", "How to oil a clock?", 1),
            case("What is the best way to clean brass?", "How can I clean brass?", 1),
            case("Who won the regatta in 2003?", "Who won the regatta in 2004?", 0),
        ];
        let plain = run(&cases, None, Millis(0)).expect("a report");
        assert_eq!(plain.buckets["same"], Bucket { pairs: 2, hits: 1, same: true });
        assert!(plain.median_ms.is_none());
        let alike = |_: &str| Ok(vec![0.6, 0.8]);
        let report = run(&cases, Some(&alike), Millis(0)).expect("a report");
        assert_eq!((report.rate(true), report.rate(false)), (1.0, 0.0));
        assert!(report.median_ms.is_some() && report.table().contains("same"));
        assert_eq!(report.rows[2].prediction, serde_json::Value::Bool(false));
    }
}
