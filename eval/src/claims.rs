//! The suite `claims`: does a document support a claim? Each claim is checked against its evidence, as a sentence of
//! a model's draft is checked against the page that it cites.
//!
//! What passes first matters most: a check is of use where the claims that it is surest of are right.

use super::figures::{auc, balanced_accuracy, best_threshold, precision_of_first, rounded, share};
use super::lines::lines;
use super::under_test::{Checked, analyze, check_claim};
use super::{Kit, Report, Row, collection, here};
use anyhow::{Context, Result, bail};
use gorkd_core::model::{Reading, Support};
use gorkd_core::ports::Reranker;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

#[derive(Deserialize)]
struct Case {
    #[serde(default)]
    id: Option<String>,
    claim: String,
    evidence: Text,
    #[serde(default)]
    url: Option<String>,
    label: String,
}

/// A text, or its sentences and headings one by one.
#[derive(Deserialize)]
#[serde(untagged)]
enum Text {
    Whole(String),
    Lines(Vec<String>),
}

/// Shares of the claims that the table lists: of those that pass first, how many are supported?
const PASSED: [f64; 7] = [0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0];
/// The share that the suite is judged by.
const FIRST: f64 = 0.1;
/// Logits in which a ranking model's score falls from sure to unsure, as for the judge.
const SPREAD: f64 = 2.0;
/// For the passages of one claim.
const MOST: Duration = Duration::from_secs(60);
/// How a line that holds the title of a page begins.
const TITLE: &str = "(meta data) TITLE:";

/// Checks every claim of the file.
pub fn suite(kit: &Kit) -> Result<Report> {
    let cases: Vec<Value> = kit.limited(lines(&kit.data)?);
    let mut rows = Vec::new();
    let mut ranked: Vec<(f64, bool)> = Vec::new();
    let mut said: Vec<(Support, Support)> = Vec::new();
    for (number, gold) in (1..).zip(cases) {
        let no_claim = || format!("case {number} of {} is no claim", kit.data.display());
        let case: Case = serde_json::from_value(gold).with_context(no_claim)?;
        let label = label(&case.label).with_context(no_claim)?;
        let id = case.id.unwrap_or_else(|| number.to_string());
        let reading =
            reading(case.evidence, case.url.unwrap_or_else(|| format!("https://claims.invalid/{id}")));
        let language = analyze(&case.claim, kit.now).language;
        let clock = Instant::now();
        let mut found = check_claim(&case.claim, &reading, &language);
        if let Some(reranker) = &kit.reranker {
            found.score = with_rank(reranker.as_ref(), &case.claim, &found)?;
        }
        rows.push(Row {
            id,
            prediction: json!({"support": name(found.support), "score": found.score}),
            gold: case.label.into(),
            score: f64::from(u8::from(found.support == label)),
            seconds: clock.elapsed().as_secs_f64(),
            ..Row::default()
        });
        ranked.push((found.score, label == Support::Supported));
        said.push((found.support, label));
    }
    Ok(Report { rows, scores: scores(&ranked, &said), table: table(&ranked, &said) })
}

/// The mean of what the rules and the ranking model make of a claim, each from 0 to 1.
fn with_rank(reranker: &dyn Reranker, claim: &str, found: &Checked) -> Result<f64> {
    let ranks = here(reranker.rank(claim, &found.passages, MOST));
    let ranks = ranks.map_err(|failure| anyhow::anyhow!(failure.detail)).context("the ranking model")?;
    let best = ranks.into_iter().flatten().reduce(f32::max);
    let ranked = best.map_or(0.0, |logit| 1.0 / (1.0 + (-f64::from(logit) / SPREAD).exp()));
    Ok((found.score + ranked) / 2.0)
}

fn scores(ranked: &[(f64, bool)], said: &[(Support, Support)]) -> Value {
    let passed = said.iter().map(|(said, so)| (*said == Support::Supported, *so == Support::Supported));
    json!({
        "right_of_first_tenth": rounded(precision_of_first(ranked, FIRST)),
        "auc_supported": rounded(auc(ranked.iter().copied())),
        "balanced_accuracy": rounded(balanced_accuracy(passed.clone())),
        "best_balanced_accuracy": rounded(best_threshold(ranked).map(|best| best.1)),
        "passed": rounded(share(passed.clone(), |(said, _)| *said)),
        "right_of_passed": rounded(share(passed.filter(|(said, _)| *said), |(_, so)| *so)),
    })
}

fn table(ranked: &[(f64, bool)], said: &[(Support, Support)]) -> String {
    let mut table = format!(
        "{:<12} {:>9} {:>7} {:>11} {:>12}\n",
        "said \\ so", "supported", "partly", "unsupported", "contradicted"
    );
    let kinds = [Support::Supported, Support::Partly, Support::Unsupported, Support::Contradicted];
    let mut counts: BTreeMap<(Support, Support), usize> = BTreeMap::new();
    for pair in said {
        *counts.entry(*pair).or_default() += 1;
    }
    for kind in kinds {
        let of = |so: Support| counts.get(&(kind, so)).copied().unwrap_or_default();
        let [a, b, c, d] = kinds.map(of);
        table += &format!("{:<12} {a:>9} {b:>7} {c:>11} {d:>12}\n", name(kind));
    }
    table += "\npassed first   supported\n";
    for part in PASSED {
        if let Some(right) = precision_of_first(ranked, part) {
            table += &format!("{:>10.0} % {:>9.1} %\n", 100.0 * part, 100.0 * right);
        }
    }
    table + "\n"
}

/// The labels of the files there are, in our words.
fn label(label: &str) -> Result<Support> {
    Ok(match label {
        "supported" => Support::Supported,
        "partly" | "partially_supported" => Support::Partly,
        "unsupported" | "not_supported" | "irrelevant" => Support::Unsupported,
        "contradicted" => Support::Contradicted,
        other => bail!("{other:?} is no label of a claim: supported, partly, unsupported or contradicted"),
    })
}

fn name(support: Support) -> &'static str {
    match support {
        Support::Supported => "supported",
        Support::Partly => "partly",
        Support::Unsupported => "unsupported",
        Support::Contradicted => "contradicted",
    }
}

/// The evidence as a page: headings stand by themselves, and a title is the page's.
fn reading(evidence: Text, url: String) -> Reading {
    let (mut title, mut text) = (String::new(), String::new());
    match evidence {
        Text::Whole(whole) => text = whole,
        Text::Lines(lines) => {
            for line in lines {
                if let Some(named) = line.strip_prefix(TITLE) {
                    title = named.trim().to_owned();
                    continue;
                }
                let alone = line.starts_with('#') || text.ends_with("\n\n");
                let apart = if text.is_empty() {
                    ""
                } else if alone {
                    "\n\n"
                } else {
                    " "
                };
                text.push_str(if text.ends_with("\n\n") { "" } else { apart });
                text.push_str(&line);
                if line.starts_with('#') {
                    text.push_str("\n\n");
                }
            }
        }
    }
    collection::reading(url, &title, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASES: &str = concat!(
        r#"{"id": "a", "claim": "The Marlow Bridge is 412 metres long.", "evidence": "The Marlow Bridge was opened in May 1932. It is 412 metres long.", "label": "supported"}"#,
        "\n",
        r#"{"claim": "The Marlow Bridge is 512 metres long.", "evidence": "The Marlow Bridge is 412 metres long.", "label": "contradicted"}"#,
        "\n",
        r##"{"claim": "The Marlow Bridge was designed by Anna Kessler.", "evidence": ["(meta data) TITLE: Orchards", "# Apples", "Apples ripen in autumn.", "Pears do, too."], "label": "not_supported"}"##,
        "\n",
    );

    #[test]
    fn claims_are_told_apart_and_ranked() {
        let (kit, _folder) = Kit::for_test("claims.jsonl", CASES);
        let report = suite(&kit).expect("a report");
        assert!(report.rows.iter().all(|row| row.score == 1.0), "{}", report.table);
        assert_eq!((report.rows[0].id.as_str(), report.rows[1].id.as_str()), ("a", "2"));
        for name in ["right_of_first_tenth", "auc_supported", "balanced_accuracy", "right_of_passed"] {
            assert_eq!(report.scores[name], json!(1.0), "{name}");
        }
    }

    #[test]
    fn lines_become_a_page() {
        let lines =
            ["(meta data) TITLE: Orchards ", "Intro.", "# Apples", "One.", "Two.", "# Pears", "Three."];
        let page = reading(Text::Lines(lines.map(str::to_owned).to_vec()), "https://a.test/".to_owned());
        assert_eq!(page.document.title, "Orchards");
        assert_eq!(page.text, "Intro.\n\n# Apples\n\nOne. Two.\n\n# Pears\n\nThree.");
    }

    #[test]
    fn an_unknown_label_is_named() {
        let (kit, _folder) =
            Kit::for_test("claims.jsonl", r#"{"claim": "A.", "evidence": "A.", "label": "maybe"}"#);
        let why = format!("{:#}", suite(&kit).expect_err("no label"));
        assert!(why.contains("case 1") && why.contains("maybe"), "{why}");
    }
}
