//! Questions that one document cannot answer: are all documents read that the answer takes?
//!
//! Drives the pure stages alone (plan, search, select, judge, next round) with any search handed in, so that it
//! measures their decisions and nothing else.

use super::lines::lines;
use super::under_test::{Asked, Ranking, Run, Texts, analyze, query_terms, research, sentences};
use super::{Kit, Report, Row, mean_score};
use anyhow::Result;
use gorkd_core::model::{Budget, Document, DocumentHash, Millis, SearchHit};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A document of the corpus, as `corpus.jsonl` has it.
#[derive(Clone, Debug, Deserialize)]
pub struct Entry {
    pub id: String,
    pub title: String,
    pub text: String,
}

/// A question with the documents that its answer takes, as `questions.jsonl` has it.
#[derive(Clone, Debug, Deserialize)]
pub struct Case {
    pub id: String,
    pub question: String,
    pub answer: String,
    pub gold_docs: Vec<String>,
}

/// Reads the folder and asks everything in it.
pub fn suite(kit: &Kit) -> Result<Report> {
    let corpus = Corpus::new(lines(&kit.data.join("corpus.jsonl"))?);
    let cases: Vec<Case> = kit.limited(lines(&kit.data.join("questions.jsonl"))?);
    let rows = rows(&corpus, &cases, &kit.budget, Ranking::of(kit));
    let rows: Vec<Row> = rows.into_iter().map(|(row, _)| row).collect();
    let scores = serde_json::json!({"all_gold_documents_read": mean_score(&rows)});
    Ok(Report { rows, scores, ..Report::default() })
}

/// Documents of a corpus that can be searched by BM25 over title and text, as a stand-in for the library.
pub struct Corpus {
    documents: Vec<Document>,
    entries: Vec<Entry>,
    places: BTreeMap<String, usize>,
    texts: Texts,
}

impl Corpus {
    pub fn new(entries: Vec<Entry>) -> Self {
        let mut texts = Texts::default();
        let mut documents = Vec::new();
        let mut places = BTreeMap::new();
        for (at, entry) in entries.iter().enumerate() {
            texts.add(&format!("{} {}", entry.title, entry.text), "en");
            let url = format!("file:///corpus/{}", entry.id);
            places.insert(url.clone(), at);
            documents.push(Document {
                hash: DocumentHash::of_text(&entry.text),
                canonical_url: url.clone(),
                url,
                title: entry.title.clone(),
                ..Document::default()
            });
        }
        Corpus { documents, entries, places, texts }
    }

    pub fn search(&self, query: &str, results: usize) -> Vec<SearchHit> {
        let mut ranked: Vec<(usize, f64)> = self
            .texts
            .matches(&query_terms(query, "en"))
            .into_iter()
            .map(|found| found.score)
            .enumerate()
            .filter(|(_, score)| *score > 0.0)
            .collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        ranked
            .into_iter()
            .take(results)
            .enumerate()
            .map(|(rank, (at, score))| SearchHit {
                url: self.documents[at].url.clone(),
                title: self.entries[at].title.clone(),
                snippet: snippet(&self.entries[at].text, query),
                provider: "library".to_owned(),
                rank: rank as u32 + 1,
                score,
                hash: Some(self.documents[at].hash.clone()),
                ..SearchHit::default()
            })
            .collect()
    }

    pub fn text(&self, url: &str) -> Option<(&Document, &str)> {
        let at = *self.places.get(url)?;
        Some((&self.documents[at], self.entries[at].text.as_str()))
    }
}

/// The id behind an address of [`Corpus`].
pub fn id_of(url: &str) -> &str {
    url.strip_prefix("file:///corpus/").unwrap_or(url)
}

/// The sentence that meets the query best, and the one after it.
fn snippet(text: &str, query: &str) -> String {
    let mut texts = Texts::default();
    let ranges = sentences(text, 0..text.len());
    for range in &ranges {
        texts.add(&text[range.clone()], "en");
    }
    let scores = texts.matches(&query_terms(query, "en"));
    let best = (0..ranges.len()).max_by(|a, b| scores[*a].score.total_cmp(&scores[*b].score).then(b.cmp(a)));
    let Some(best) = best else { return text.chars().take(300).collect() };
    let end = ranges.get(best + 1).map_or(ranges[best].end, |next| next.end);
    text[ranges[best].start..end].chars().take(500).collect()
}

/// One row a question: score 1 when all gold documents were read.
fn rows<'a>(
    corpus: &'a Corpus,
    cases: &[Case],
    budget: &Budget,
    ranking: Ranking<'_>,
) -> Vec<(Row, Run<'a>)> {
    cases
        .iter()
        .map(|case| {
            let started = std::time::Instant::now();
            let question = analyze(&case.question, Millis(0));
            let asked = Asked { question: &question, earlier: &[], budget };
            let run = research(
                &asked,
                |query| corpus.search(&query.text, budget.results as usize),
                |url| corpus.text(url),
                ranking,
            );
            let read: Vec<&str> = run.read.iter().map(|url| id_of(url)).collect();
            let all = case.gold_docs.iter().all(|gold| read.contains(&gold.as_str()));
            let row = Row {
                id: case.id.clone(),
                prediction: serde_json::json!({ "read_docs": read }),
                gold: serde_json::json!(case.gold_docs),
                score: f64::from(u8::from(all)),
                seconds: started.elapsed().as_secs_f64(),
                tokens: 0,
                cost_usd: 0.0,
            };
            (row, run)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: &str, title: &str, text: &str) -> Entry {
        Entry { id: id.into(), title: title.into(), text: text.into() }
    }

    fn standard() -> Budget {
        Budget { rounds: 3, queries: 8, pages: 8, results: 8, ..Budget::default() }
    }

    /// Two steps: the mayor is on a page that shares no telling word with the question.
    #[test]
    fn a_bridge_is_crossed() {
        let mut entries = vec![
            entry(
                "tower",
                "Grelling Tower",
                "The Grelling Tower is a clock tower in Ostwick. It was finished in 1881.",
            ),
            entry("town", "Ostwick", "Ostwick is a market town. Its mayor is Petra Lund, elected in 2019."),
        ];
        for n in 0..40 {
            let text =
                format!("The mayor of place {n} opened a clock tower in a town. Mayor number {n} won.");
            entries.push(entry(&format!("noise{n}"), &format!("Place {n}"), &text));
        }
        let corpus = Corpus::new(entries);
        let case = Case {
            id: "1".into(),
            question: "Who is the mayor of the town with the Grelling Tower?".into(),
            answer: "Petra Lund".into(),
            gold_docs: vec!["tower".into(), "town".into()],
        };
        let rows = rows(&corpus, &[case], &standard(), Ranking::default());
        assert_eq!(rows[0].0.score, 1.0, "{:?}", rows[0].1);
    }

    #[test]
    fn budgets_hold() {
        let entries = (0..50)
            .map(|n| {
                entry(
                    &format!("d{n}"),
                    &format!("Harbour {n}"),
                    &format!("Harbour {n} lies at Cape {n}, by Fort {n}."),
                )
            })
            .collect();
        let corpus = Corpus::new(entries);
        let question = analyze("Which harbour lies at which cape and by which fort?", Millis(0));
        let budget = standard();
        let run = research(
            &Asked { question: &question, earlier: &[], budget: &budget },
            |query| corpus.search(&query.text, 8),
            |url| corpus.text(url),
            Ranking::default(),
        );
        assert!(run.read.len() <= 8 && run.queries.len() <= 8 && run.rounds <= 3);
    }
}
