//! The suite `abstain`: may a question be answered from these passages? The passages are all there is to read; the
//! answer is written by rules, and refused when it is `insufficient`.
//!
//! The refusal score of a case is 1 less the relevance of the best passage, and 1 more where the answer was refused:
//! the curve over thresholds therefore passes through what gorkd does by itself.

use super::collection::titled;
use super::figures::{Refusing, auc, best_refusing, refusal_curve, rounded, share, without_ground_at};
use super::lines::lines;
use super::under_test::{Asked, Ranking, analyze, answered, best_relevance, judged};
use super::{Kit, Report, Row};
use anyhow::{Context, Result};
use gorkd_core::model::{Answer, Confidence, Reading};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Instant;

#[derive(Deserialize)]
struct Case {
    #[serde(default)]
    id: Option<String>,
    lang: String,
    question: String,
    passages: Vec<Passage>,
    answerable: bool,
}

#[derive(Deserialize)]
struct Passage {
    #[serde(default)]
    title: String,
    text: String,
}

/// What one question came to.
struct Decided {
    refusal: f64,
    refused: bool,
    answerable: bool,
}

/// Shares of answerable questions that may be missed, in the table of the curve.
const MISSED: [f64; 8] = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 0.9];
/// The one that the suite is judged by.
const MAY_BE_MISSED: f64 = 0.3;

/// Answers every question of the file from its own passages.
pub fn suite(kit: &Kit) -> Result<Report> {
    let cases: Vec<Value> = kit.limited(lines(&kit.data)?);
    let mut rows = Vec::new();
    let mut languages: BTreeMap<String, Vec<Decided>> = BTreeMap::new();
    for (number, gold) in (1..).zip(cases) {
        let no_question = || format!("case {number} of {} is no question", kit.data.display());
        let case: Case = serde_json::from_value(gold).with_context(no_question)?;
        let clock = Instant::now();
        let (answer, relevance) = decide(kit, &case);
        let refused = answer.confidence == Confidence::Insufficient;
        let refusal = 1.0 - relevance + f64::from(u8::from(refused));
        rows.push(Row {
            id: case.id.unwrap_or_else(|| number.to_string()),
            prediction: json!({
                "answered": !refused, "confidence": answer.confidence, "summary": answer.summary, "refusal": refusal,
            }),
            gold: case.answerable.into(),
            score: refusal,
            seconds: clock.elapsed().as_secs_f64(),
            ..Row::default()
        });
        languages.entry(case.lang).or_default().push(Decided {
            refusal,
            refused,
            answerable: case.answerable,
        });
    }
    let mut scores = serde_json::Map::new();
    for (language, decided) in &languages {
        scores.extend(scores_of(language, decided));
    }
    Ok(Report { rows, scores: scores.into(), table: tables(&languages) })
}

fn decide(kit: &Kit, case: &Case) -> (Answer, f64) {
    let readings: Vec<Reading> =
        (1..).zip(&case.passages).map(|(number, passage)| reading(number, passage, &case.lang)).collect();
    let question = analyze(&case.question, kit.now);
    let asked = Asked { question: &question, earlier: &[], budget: &kit.budget };
    let run = judged(&asked, &readings, Ranking::of(kit));
    (answered(&asked, &run), best_relevance(&run))
}

fn reading(number: usize, passage: &Passage, language: &str) -> Reading {
    let mut reading = titled(format!("file:///passages/{number}.md"), &passage.title, &passage.text);
    reading.document.language = Some(language.to_owned());
    reading
}

fn curve(decided: &[Decided]) -> Vec<Refusing> {
    let cases: Vec<(f64, bool)> = decided.iter().map(|one| (one.refusal, one.answerable)).collect();
    refusal_curve(&cases)
}

fn scores_of(language: &str, decided: &[Decided]) -> Vec<(String, Value)> {
    let curve = curve(decided);
    let best = best_refusing(&curve);
    let unanswerable = decided.iter().filter(|one| !one.answerable);
    let answerable = decided.iter().filter(|one| one.answerable);
    let named = |name: &str, value: Option<f64>| (format!("{language}_{name}"), rounded(value));
    vec![
        named("answered_without_ground", share(unanswerable, |one| !one.refused)),
        named("missed", share(answerable, |one| one.refused)),
        named("without_ground_at_30_missed", without_ground_at(&curve, MAY_BE_MISSED)),
        named("best_without_ground", best.map(|best| best.without_ground)),
        named("best_missed", best.map(|best| best.missed)),
        named("auc", auc(decided.iter().map(|one| (one.refusal, !one.answerable)))),
    ]
}

/// How much is answered without ground, by what may be missed, for each language.
fn tables(languages: &BTreeMap<String, Vec<Decided>>) -> String {
    let mut table = format!("{:<24}", "missed at most, %");
    for missed in MISSED {
        table += &format!("{:>7.0}", 100.0 * missed);
    }
    table += "\n";
    for (language, decided) in languages {
        let curve = curve(decided);
        table += &format!("{:<24}", format!("without ground, {language}, %"));
        for missed in MISSED {
            match without_ground_at(&curve, missed) {
                Some(share) => table += &format!("{:>7.1}", 100.0 * share),
                None => table += &format!("{:>7}", "-"),
            }
        }
        table += "\n";
    }
    table + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::model::Failure;
    use gorkd_core::ports::Reranker;
    use std::sync::Arc;
    use std::time::Duration;

    const CASES: &str = concat!(
        r#"{"id": "a", "lang": "en", "question": "When was the Marlow Bridge opened?", "passages": [{"title": "Apples", "text": "Apples ripen in autumn."}, {"title": "Marlow Bridge", "text": "The Marlow Bridge was opened in May 1932."}], "answerable": true}"#,
        "\n",
        r#"{"id": "b", "lang": "en", "question": "When was the Marlow Bridge opened?", "passages": [{"title": "Apples", "text": "Apples ripen in autumn."}], "answerable": false}"#,
        "\n",
    );

    #[test]
    fn refusal_scores_part_the_questions() {
        let (kit, _folder) = Kit::for_test("questions.jsonl", CASES);
        let report = suite(&kit).expect("a report");
        assert_eq!(report.rows[0].prediction["answered"], json!(true));
        assert_eq!(report.rows[1].prediction["answered"], json!(false));
        assert!(report.rows[0].score <= 1.0 && report.rows[1].score > 1.0);
        assert_eq!(report.scores["en_auc"], json!(1.0));
        assert_eq!(report.scores["en_without_ground_at_30_missed"], json!(0.0));
        assert!(report.table.contains("without ground, en, %       0.0"), "{}", report.table);
    }

    /// Thinks nothing of any passage.
    struct Refuses;

    #[async_trait::async_trait]
    impl Reranker for Refuses {
        fn name(&self) -> &str {
            "refuses"
        }

        fn refuses_below(&self) -> Option<f32> {
            Some(0.0)
        }

        fn reads(&self, language: &str) -> bool {
            language == "en"
        }

        async fn rank(&self, _: &str, passages: &[String], _: Duration) -> Result<Vec<Option<f32>>, Failure> {
            Ok(vec![Some(-9.0); passages.len()])
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_ranking_model_has_its_say() {
        let (mut kit, _folder) = Kit::for_test("questions.jsonl", CASES);
        kit.reranker = Some(Arc::new(Refuses));
        let report = suite(&kit).expect("a report");
        assert_eq!(report.rows[0].prediction["answered"], json!(false));
    }
}
