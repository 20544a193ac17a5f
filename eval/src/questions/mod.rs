//! The suite `questions`: people's questions over a folder of real pages, asked as `gorkd ask --privacy local_only`
//! asks them, and graded by what the quoted blocks hold.
//!
//! An answerable question is right when all patterns of its `must_include` match the blocks, an unanswerable one when
//! the answer is `insufficient`. What must not be said is counted by itself: a good answer may hold a bad sentence.

mod graded;
mod oracle;
mod said;
mod site;

pub use oracle::Oracle;
pub use said::{Quoted, Said};
pub use site::Site;

use super::lines::lines;
use super::{Kit, Report, Row};
use anyhow::{Context, Result};
use async_trait::async_trait;
use fancy_regex::Regex;
use graded::Graded;
use serde::Deserialize;
use serde_json::{Value, json};
use std::io::IsTerminal;
use std::time::Instant;

/// Where questions are asked: gorkd with a library.
#[async_trait]
pub trait Desk: Send + Sync {
    /// Asks, in a thread if one is given, and gives the job document once the job is over.
    async fn ask(&self, question: &str, thread: Option<&str>) -> Result<Value>;
}

/// A line of the file.
#[derive(Clone, Debug, Deserialize)]
pub struct Case {
    #[serde(default)]
    id: Option<String>,
    kind: String,
    pub question: String,
    /// Questions asked before in the same thread, oldest first.
    #[serde(default)]
    history: Vec<String>,
    /// Pages below the library's folder that answer; none where nothing there does.
    #[serde(default)]
    pub gold_pages: Vec<String>,
    /// The block of the first of them that a reader would want quoted.
    #[serde(default)]
    pub answer_block: Option<String>,
    #[serde(default)]
    must_include: Vec<String>,
    #[serde(default)]
    must_not: Vec<String>,
    /// What is true instead, if the question takes something for granted that isn't.
    #[serde(default)]
    premise: Option<String>,
}

impl Case {
    /// What it is called; the question where it has no id.
    pub fn name(&self) -> &str {
        self.id.as_deref().unwrap_or(&self.question)
    }

    fn answerable(&self) -> bool {
        !self.gold_pages.is_empty()
    }
}

/// Patterns of a case, ready for use.
pub struct Patterns {
    include: Vec<Regex>,
    not: Vec<Regex>,
}

impl Patterns {
    pub fn of(case: &Case) -> Result<Self> {
        let compiled = |patterns: &[String]| {
            let one = |pattern: &String| {
                Regex::new(&format!("(?i){pattern}"))
                    .with_context(|| format!("{pattern:?} is no regular expression"))
            };
            patterns.iter().map(one).collect::<Result<Vec<Regex>>>()
        };
        Ok(Self { include: compiled(&case.must_include)?, not: compiled(&case.must_not)? })
    }

    /// Does a text hold all that it must?
    pub fn all_in(&self, text: &str) -> bool {
        self.include.iter().all(|pattern| matches(pattern, text))
    }

    /// Does it hold something that it must not?
    fn any_not_in(&self, text: &str) -> bool {
        self.not.iter().any(|pattern| matches(pattern, text))
    }
}

/// Does a pattern match? One that gives up on a text does not.
fn matches(pattern: &Regex, text: &str) -> bool {
    pattern.is_match(text).unwrap_or(false)
}

/// Asks every question of the file at the desk. An oracle that answers there is first told what it may know of
/// each.
pub async fn suite(kit: &Kit, desk: &dyn Desk, site: &Site, oracle: Option<&Oracle>) -> Result<Report> {
    let cases: Vec<Value> = kit.limited(lines(&kit.data)?);
    let watched = std::io::stderr().is_terminal();
    let (mut rows, mut graded) = (Vec::new(), Vec::new());
    let count = cases.len();
    for (number, gold) in (1..).zip(cases) {
        let not_a_question = || format!("case {number} of {} is no question", kit.data.display());
        let case: Case = serde_json::from_value(gold.clone()).with_context(not_a_question)?;
        let patterns = Patterns::of(&case).with_context(not_a_question)?;
        let (said, seconds) = ask(desk, &case, oracle).await?;
        let grade = grade(&case, &patterns, &said, site, seconds);
        let row = Row {
            id: case.id.unwrap_or_else(|| number.to_string()),
            prediction: json!(said),
            gold,
            score: f64::from(u8::from(grade.right())),
            seconds,
            tokens: said.tokens,
            cost_usd: said.cost_usd,
        };
        if watched {
            let verdict = if grade.right() { "right" } else { "wrong" };
            eprintln!("{number} of {count}: {} {verdict}, {}, {seconds:.1} s", row.id, said.confidence);
        }
        rows.push(row);
        graded.push(grade);
    }
    Ok(Report { rows, scores: graded::scores(&graded), table: graded::tables(&graded) })
}

/// Asks what came before, then the question itself. The time is that of the question alone.
async fn ask(desk: &dyn Desk, case: &Case, oracle: Option<&Oracle>) -> Result<(Said, f64)> {
    let mut thread: Option<String> = None;
    // A case doesn't say how to answer what came before it.
    if let Some(oracle) = oracle {
        oracle.forget();
    }
    for earlier in &case.history {
        let job = desk.ask(earlier, thread.as_deref()).await?;
        thread = job["thread_id"].as_str().map(str::to_owned);
    }
    if let Some(oracle) = oracle {
        oracle.learn(case)?;
    }
    let clock = Instant::now();
    let job = desk.ask(&case.question, thread.as_deref()).await?;
    Ok((Said::of(&job), clock.elapsed().as_secs_f64()))
}

fn grade(case: &Case, patterns: &Patterns, said: &Said, site: &Site, seconds: f64) -> Graded {
    let gold: Vec<String> = case.gold_pages.iter().filter_map(|page| site.address(page)).collect();
    let any = |addresses: &[String]| gold.iter().any(|page| addresses.contains(page));
    Graded {
        kind: case.kind.clone(),
        answerable: case.answerable(),
        confidence: said.confidence.clone(),
        all_in_blocks: patterns.all_in(&said.blocks_text(said.blocks.len())),
        all_in_first: patterns.all_in(&said.blocks_text(1)),
        says_what_it_must_not: patterns.any_not_in(&said.whole()),
        asked_back: said.asked_back,
        gold_read: any(&said.read_urls),
        gold_cited: any(&said.cited_urls),
        seconds,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// Says the same to everything, and remembers what it was asked.
    struct Parrot {
        job: Value,
        asked: Mutex<Vec<(String, Option<String>)>>,
    }

    #[async_trait]
    impl Desk for Parrot {
        async fn ask(&self, question: &str, thread: Option<&str>) -> Result<Value> {
            self.asked.lock().expect("whole").push((question.to_owned(), thread.map(str::to_owned)));
            Ok(self.job.clone())
        }
    }

    fn job() -> Value {
        json!({
            "job_id": "job_1", "thread_id": "thr_1", "status": "completed",
            "answer": {
                "summary": "Tin melts at 232 degrees. [1]", "detail": "", "confidence": "high",
                "blocks": [
                    {"source_id": "src_1", "text": "| metal | melts at |\n| --- | --- |\n| tin | 232 |", "heading_path": ["Metals"]},
                    {"source_id": "src_1", "text": "Lead melts at\n327 degrees.", "heading_path": []},
                ],
            },
            "citations": [],
            "sources": [
                {"id": "src_1", "url": "file:///pages/metals/tin.html", "cited": true},
                {"id": "src_2", "url": "file:///pages/wood.html", "cited": false},
            ],
            "metadata": {"tokens": {"input": 3, "output": 2}, "cost_usd": 0.5},
        })
    }

    async fn report(cases: &str) -> (Report, Vec<(String, Option<String>)>) {
        let (kit, _folder) = Kit::for_test("cases.jsonl", cases);
        let desk = Parrot { job: job(), asked: Mutex::default() };
        let site = Site::new("/pages".as_ref(), None).expect("a site");
        let report = suite(&kit, &desk, &site, None).await.expect("a report");
        (report, desk.asked.into_inner().expect("whole"))
    }

    #[tokio::test]
    async fn blocks_pages_and_what_must_not_be_said_are_graded_apart() {
        let (report, asked) = report(concat!(
            r#"{"id": "a", "kind": "number", "question": "Tin?", "gold_pages": ["metals/tin.html"], "must_include": ["TIN 232"]}"#,
            "\n",
            r#"{"id": "b", "kind": "number", "question": "And lead?", "history": ["Metals?", "Tin?"], "gold_pages": ["wood.html"], "must_include": ["tin 232", "lead melts at 327"], "must_not": ["232 degrees"]}"#,
            "\n",
            r#"{"kind": "unanswerable", "question": "Iron?", "must_not": ["iron"]}"#,
        ))
        .await;
        let scores: Vec<f64> = report.rows.iter().map(|row| row.score).collect();
        assert_eq!(scores, [1.0, 1.0, 0.0]);
        assert_eq!((report.rows[2].id.as_str(), report.rows[0].tokens), ("3", 5));
        assert_eq!(report.rows[1].prediction["blocks"][0]["heading_path"], json!(["Metals"]));
        let of = &report.scores;
        assert_eq!((&of["all_in_blocks"], &of["all_in_first_block"]), (&json!(1.0), &json!(0.5)));
        assert_eq!((&of["gold_page_read"], &of["gold_page_cited"]), (&json!(1.0), &json!(0.5)));
        assert_eq!(
            (&of["said_what_it_must_not"], &of["medium_or_high_of_unanswerable"]),
            (&json!(1), &json!(1.0))
        );
        let in_thread: Vec<Option<&str>> = asked.iter().map(|(_, thread)| thread.as_deref()).collect();
        assert_eq!(in_thread, [None, None, Some("thr_1"), Some("thr_1"), None]);
    }

    #[tokio::test]
    async fn a_pattern_may_look_around_and_a_bad_one_is_named() {
        let (report, _) = report(
            r#"{"id": "a", "kind": "which", "question": "Q?", "gold_pages": ["x.html"], "must_include": ["(?<!melts at )327"]}"#,
        )
        .await;
        assert_eq!(report.rows[0].score, 0.0, "327 stands behind melts at");
        let bad: Case =
            serde_json::from_str(r#"{"kind": "k", "question": "Q", "must_not": ["("]}"#).expect("a case");
        assert!(Patterns::of(&bad).is_err_and(|why| why.to_string().contains("no regular expression")));
    }
}
