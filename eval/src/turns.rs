//! The suite `turns`: people's conversations with an assistant, over a small library made of the passages of all
//! turns. Is the right passage found for a question that leans on what was said before, is a question without a
//! passage refused, and is one that leaves open what it speaks of put back to the asker?
//!
//! What the assistant said stands in for gorkd's own answers to the earlier questions.

use super::collection::{Collection, Entry, id_of};
use super::figures::{mean, rounded, share};
use super::lines::lines;
use super::under_test::{Asked, Ranking, Run, analyze, answered, asks_back, research};
use super::{Kit, Report, Row, here};
use anyhow::{Context, Result};
use gorkd_core::model::{Confidence, DocumentHash, EarlierTurn, Query, SearchHit};
use serde::Deserialize;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::time::Instant;

#[derive(Deserialize)]
struct Case {
    #[serde(default)]
    id: Option<String>,
    /// Oldest first.
    #[serde(default)]
    history: Vec<Turn>,
    question: String,
    /// Passages that answer it.
    #[serde(default)]
    contexts: Vec<Passage>,
    kind: String,
}

#[derive(Deserialize)]
struct Turn {
    who: String,
    text: String,
}

#[derive(Deserialize)]
struct Passage {
    #[serde(default)]
    title: String,
    text: String,
}

/// Passages that count as found.
const FIRST: usize = 5;
/// Results of one search for what a bare name may mean.
const LOOK: u32 = 8;

/// What one turn came to.
struct Found {
    kind: String,
    /// Share of its passages that are among the first; none where it has none. It counts where the passages answer
    /// the question; those of an underspecified one are about one of the things that may be meant.
    recall: Option<f64>,
    refused: bool,
    asked_back: bool,
}

/// Asks every last question of the file.
pub async fn suite(kit: &Kit) -> Result<Report> {
    let whole: Vec<Value> = lines(&kit.data)?;
    let cases: Vec<Case> = (1..)
        .zip(whole)
        .map(|(number, gold): (usize, Value)| {
            serde_json::from_value(gold)
                .with_context(|| format!("case {number} of {} is no turn", kit.data.display()))
        })
        .collect::<Result<_>>()?;
    let folder = tempfile::tempdir().context("no folder for the index")?;
    let collection = Collection::open(folder.path(), &entries(&cases)).await?;
    let (mut rows, mut found) = (Vec::new(), Vec::new());
    for (number, case) in (1..).zip(kit.limited(cases)) {
        let clock = Instant::now();
        let (prediction, one) = ask(kit, &case, &collection);
        rows.push(Row {
            id: case.id.unwrap_or_else(|| number.to_string()),
            prediction,
            gold: json!({"kind": case.kind, "passages": case.contexts.iter().map(id).collect::<Vec<_>>()}),
            score: one.recall.unwrap_or(f64::from(u8::from(one.refused || one.asked_back))),
            seconds: clock.elapsed().as_secs_f64(),
            ..Row::default()
        });
        found.push(one);
    }
    Ok(Report { rows, scores: scores(&found), table: table(&found) })
}

fn ask(kit: &Kit, case: &Case, collection: &Collection) -> (Value, Found) {
    let question = analyze(case.question.trim(), kit.now);
    let earlier = earlier(&case.history);
    let asked = Asked { question: &question, earlier: &earlier, budget: &kit.budget };
    let search = |query: &str, results: u32| match here(collection.find(query, results)) {
        Ok(hits) => hits,
        Err(error) => {
            eprintln!("{error:#}");
            Vec::new()
        }
    };
    let asked_back = asks_back(&asked, |name| search(name, LOOK));
    let hits: RefCell<Vec<SearchHit>> = RefCell::default();
    let kept = |query: &Query| {
        let found = search(&query.text, kit.budget.results);
        hits.borrow_mut().extend(found.iter().cloned());
        found
    };
    let run = research(&asked, kept, |url| collection.text(url), Ranking::of(kit));
    let answer = answered(&asked, &run);
    let ranked = ranked(&run, &hits.borrow());
    let gold: BTreeSet<String> = case.contexts.iter().map(id).collect();
    let in_first = ranked.iter().take(FIRST).filter(|id| gold.contains(*id)).count();
    let refused = answer.confidence == Confidence::Insufficient;
    let prediction = json!({
        "answered": !refused, "asked_back": asked_back, "confidence": answer.confidence,
        "summary": answer.summary, "passages": ranked,
    });
    let recall = (!gold.is_empty()).then(|| in_first as f64 / gold.len() as f64);
    (prediction, Found { kind: case.kind.clone(), recall, refused, asked_back })
}

/// Passages best first: what the judge took for evidence, then what was read, then what was found.
fn ranked(run: &Run<'_>, hits: &[SearchHit]) -> Vec<String> {
    let of_hash = |hash: &DocumentHash| {
        run.materials.iter().find(|material| material.document.hash == *hash).map(|one| &one.document.url)
    };
    let judged = run.judgement.evidence.iter().filter_map(|evidence| of_hash(&evidence.passage.hash));
    let mut seen = BTreeSet::new();
    let urls = judged.chain(&run.read).chain(hits.iter().map(|hit| &hit.url));
    urls.filter_map(|url| id_of(url)).filter(|id| seen.insert(*id)).map(str::to_owned).collect()
}

/// The questions before, each with what was said to it.
fn earlier(history: &[Turn]) -> Vec<EarlierTurn> {
    let mut turns: Vec<EarlierTurn> = Vec::new();
    for turn in history {
        let text = turn.text.trim().to_owned();
        match turns.last_mut() {
            Some(last) if turn.who != "user" => last.summary = text,
            _ if turn.who == "user" => turns.push(EarlierTurn { question: text, ..EarlierTurn::default() }),
            // An assistant that speaks first answers nothing.
            _ => {}
        }
    }
    turns
}

/// The passages of all turns, each text once.
fn entries(cases: &[Case]) -> Vec<Entry> {
    let mut seen = BTreeSet::new();
    let passages = cases.iter().flat_map(|case| &case.contexts).filter(|passage| seen.insert(id(passage)));
    passages
        .map(|passage| Entry { id: id(passage), title: passage.title.clone(), text: passage.text.clone() })
        .collect()
}

/// A passage is known by its text: some stand in several turns under other names.
fn id(passage: &Passage) -> String {
    DocumentHash::of_text(&passage.text).0.chars().take(12).collect()
}

fn scores(found: &[Found]) -> Value {
    let of = |kind: &'static str| found.iter().filter(move |one| one.kind == kind);
    let answered = |one: &&Found| one.kind == "answerable" || one.kind == "partial";
    let recalls: Vec<f64> = found.iter().filter(answered).filter_map(|one| one.recall).collect();
    let recall = (!recalls.is_empty()).then(|| mean(recalls));
    json!({
        "recall_at_5": rounded(recall),
        "unanswerable": of("unanswerable").count(),
        "refused_of_unanswerable": rounded(share(of("unanswerable"), |one| one.refused)),
        "underspecified": of("underspecified").count(),
        "asked_back_of_underspecified": rounded(share(of("underspecified"), |one| one.asked_back)),
        "answerable": of("answerable").count(),
        "asked_back_of_answerable": rounded(share(of("answerable"), |one| one.asked_back)),
        "refused_of_answerable": rounded(share(of("answerable"), |one| one.refused)),
    })
}

fn table(found: &[Found]) -> String {
    let kinds: BTreeSet<&str> = found.iter().map(|one| one.kind.as_str()).collect();
    let mut table =
        format!("{:<16} {:>6} {:>10} {:>8} {:>11}\n", "kind", "turns", "recall@5", "refused", "asked back");
    for kind in kinds {
        let of: Vec<&Found> = found.iter().filter(|one| one.kind == kind).collect();
        let recalls: Vec<f64> = of.iter().filter_map(|one| one.recall).collect();
        let recall =
            if recalls.is_empty() { "-".to_owned() } else { format!("{:.1} %", 100.0 * mean(recalls)) };
        let refused = of.iter().filter(|one| one.refused).count();
        let asked = of.iter().filter(|one| one.asked_back).count();
        table += &format!("{kind:<16} {:>6} {recall:>10} {refused:>8} {asked:>11}\n", of.len());
    }
    table + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_stand_with_their_questions() {
        let turn = |who: &str, text: &str| Turn { who: who.into(), text: text.into() };
        let history =
            [turn("agent", "Hello."), turn("user", " A? "), turn("user", "B?"), turn("agent", "Yes.")];
        let turns = earlier(&history);
        let said: Vec<(&str, &str)> =
            turns.iter().map(|turn| (turn.question.as_str(), turn.summary.as_str())).collect();
        assert_eq!(said, [("A?", ""), ("B?", "Yes.")]);
    }

    const CASES: &str = concat!(
        r#"{"id": "a", "history": [{"who": "user", "text": "Who built the Grelling Tower?"}, {"who": "agent", "text": "Ada Moor built the Grelling Tower."}], "question": "When was it finished?", "contexts": [{"title": "Grelling Tower", "text": "The Grelling Tower is a clock tower. It was finished in 1881."}], "kind": "answerable"}"#,
        "\n",
        r#"{"history": [], "question": "Is it better?", "contexts": [{"title": "Ferry", "text": "A ferry crosses the harbour every twenty minutes."}], "kind": "underspecified"}"#,
        "\n",
        r#"{"history": [], "question": "Which violin concertos did Karelin compose?", "contexts": [], "kind": "unanswerable"}"#,
        "\n",
    );

    #[tokio::test(flavor = "multi_thread")]
    async fn passages_are_found_and_questions_put_back_or_refused() {
        let (kit, _folder) = Kit::for_test("turns.jsonl", CASES);
        let report = suite(&kit).await.expect("a report");
        let of = &report.scores;
        assert_eq!(of["recall_at_5"], json!(1.0), "{}", report.table);
        assert_eq!(of["asked_back_of_underspecified"], json!(1.0), "{}", report.table);
        assert_eq!(of["refused_of_unanswerable"], json!(1.0), "{}", report.table);
        assert_eq!(of["asked_back_of_answerable"], json!(0.0), "{}", report.table);
        assert_eq!((report.rows[0].id.as_str(), report.rows[1].id.as_str()), ("a", "2"));
        assert_eq!(report.rows[0].prediction["passages"][0], report.rows[0].gold["passages"][0]);
    }
}
