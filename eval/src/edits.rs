//! The suite `edits`: summaries with one small change or none. Each sentence of a summary is checked against its
//! document; a summary is consistent when every sentence is supported.

use super::collection::reading;
use super::figures::{auc, balanced_accuracy, best_threshold, rounded, share};
use super::lines::lines;
use super::under_test::{check_claim, sentences};
use super::{Kit, Report, Row};
use anyhow::{Context, Result, bail};
use gorkd_core::model::Support;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Instant;

#[derive(Deserialize)]
struct Case {
    #[serde(default)]
    id: Option<String>,
    document: String,
    summary: String,
    label: String,
    /// What was done to the summary: each a list of names joined by commas, or plain names.
    #[serde(default)]
    edits: Vec<Value>,
}

const CONSISTENT: &str = "consistent";
const INCONSISTENT: &str = "inconsistent";
/// The data is in English.
const LANGUAGE: &str = "en";

/// What one summary came to.
struct Judged {
    /// The least supported sentence decides.
    score: f64,
    passed: bool,
    consistent: bool,
    edits: Vec<String>,
}

/// Checks every summary of the file.
pub fn suite(kit: &Kit) -> Result<Report> {
    let cases: Vec<Value> = kit.limited(lines(&kit.data)?);
    let (mut rows, mut judged) = (Vec::new(), Vec::new());
    for (number, gold) in (1..).zip(cases) {
        let no_summary = || format!("case {number} of {} is no summary", kit.data.display());
        let case: Case = serde_json::from_value(gold).with_context(no_summary)?;
        let consistent = match case.label.as_str() {
            CONSISTENT => true,
            INCONSISTENT => false,
            other => bail!("case {number}: {other:?} is neither {CONSISTENT} nor {INCONSISTENT}"),
        };
        let clock = Instant::now();
        let (passed, score) = check(&case);
        rows.push(Row {
            id: case.id.unwrap_or_else(|| number.to_string()),
            prediction: json!({"label": if passed { CONSISTENT } else { INCONSISTENT }, "score": score}),
            gold: case.label.into(),
            score: f64::from(u8::from(passed == consistent)),
            seconds: clock.elapsed().as_secs_f64(),
            ..Row::default()
        });
        let edits = case.edits.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        judged.push(Judged { score, passed, consistent, edits });
    }
    Ok(Report { rows, scores: scores(&judged), table: table(&judged) })
}

/// Does every sentence hold, and how well does the worst?
fn check(case: &Case) -> (bool, f64) {
    let reading = reading("https://edits.invalid/", "", case.document.clone());
    let found: Vec<_> = sentences(&case.summary, 0..case.summary.len())
        .into_iter()
        .map(|range| check_claim(&case.summary[range], &reading, LANGUAGE))
        .collect();
    let passed = found.iter().all(|claim| claim.support == Support::Supported);
    (passed, found.iter().map(|claim| claim.score).fold(1.0, f64::min))
}

fn scores(judged: &[Judged]) -> Value {
    let ranked: Vec<(f64, bool)> = judged.iter().map(|one| (one.score, one.consistent)).collect();
    json!({
        "balanced_accuracy": rounded(balanced_accuracy(judged.iter().map(|one| (one.passed, one.consistent)))),
        "best_balanced_accuracy": rounded(best_threshold(&ranked).map(|best| best.1)),
        "auc_consistent": rounded(auc(ranked)),
        "consistent_passed": rounded(share(judged.iter().filter(|one| one.consistent), |one| one.passed)),
        "inconsistent_passed": rounded(share(judged.iter().filter(|one| !one.consistent), |one| one.passed)),
    })
}

/// How many pass, by what was done to them.
fn table(judged: &[Judged]) -> String {
    let mut kinds: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for one in judged {
        let names = one.edits.iter().flat_map(|edit| edit.split(',')).map(str::trim);
        let unchanged = one.edits.is_empty().then_some("(none)");
        for name in names.chain(unchanged) {
            let (all, passed) = kinds.entry(name).or_default();
            *all += 1;
            *passed += usize::from(one.passed);
        }
    }
    let mut table = format!("{:<28} {:>9} {:>7}\n", "change", "summaries", "passed");
    for (name, (all, passed)) in kinds {
        let share = 100.0 * passed as f64 / all as f64;
        table += &format!("{name:<28} {all:>9} {share:>5.1} %\n");
    }
    table + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASES: &str = concat!(
        r#"{"id": "a", "document": "The ferry to Eastmoor leaves at nine. It carries forty cars.", "summary": "The ferry to Eastmoor leaves at nine. It carries forty cars.", "label": "consistent", "edits": []}"#,
        "\n",
        r#"{"id": "b", "document": "The ferry to Eastmoor leaves at nine. It carries forty cars.", "summary": "The ferry to Eastmoor leaves at nine. It carries fifty cars.", "label": "inconsistent", "edits": ["number_change, entity_modification"]}"#,
        "\n",
    );

    #[test]
    fn the_worst_sentence_decides() {
        let (kit, _folder) = Kit::for_test("summaries.jsonl", CASES);
        let report = suite(&kit).expect("a report");
        assert_eq!(report.rows[1].prediction["label"], INCONSISTENT);
        assert_eq!(report.scores["balanced_accuracy"], json!(1.0));
        assert_eq!(report.scores["auc_consistent"], json!(1.0));
        assert!(report.table.contains("number_change                        1   0.0 %"), "{}", report.table);
        assert!(report.table.contains("(none)                               1 100.0 %"), "{}", report.table);
    }
}
