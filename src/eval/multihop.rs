//! Questions that one document cannot answer: are all documents read that the answer takes?
//!
//! Drives the pure stages alone (plan, search, select, judge, next round) with any search handed in, so that it
//! measures their decisions and nothing else.

use super::Row;
use anyhow::{Context, Result};
use gorkd_core::model::{Budget, Document, DocumentHash, Millis, Query, Question, SearchHit, SourceId};
use gorkd_core::text::canonical_url;
use gorkd_core::text::sentences::sentences;
use gorkd_rules::analyze::analyze;
use gorkd_rules::judge::{JudgeInput, Similar, judge};
use gorkd_rules::plan::plan;
use gorkd_rules::select::{SelectInput, pages_for_round, select};
use gorkd_rules::weigh::{Texts, query_terms};
use gorkd_rules::{Brief, Material};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

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

/// Reads one JSON value a line.
pub fn lines<T: serde::de::DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(at, line)| {
            serde_json::from_str(line).with_context(|| format!("{} line {}", path.display(), at + 1))
        })
        .collect()
}

/// What a run over the pure stages read, in order, and what it asked.
#[derive(Clone, Debug, Default)]
pub struct Run {
    pub read: Vec<String>,
    pub queries: Vec<String>,
    pub rounds: usize,
    pub reasons: Vec<String>,
}

/// Runs the pure stages on a question. `search` answers a query with hits whose address names a document;
/// `text` gives the document behind an address.
pub fn run<'a>(
    question: &Question,
    budget: &Budget,
    search: impl Fn(&Query) -> Vec<SearchHit>,
    text: impl Fn(&str) -> Option<(&'a Document, &'a str)>,
    meaning: &dyn Fn(&JudgeInput<'_>) -> Option<Similar>,
) -> Run {
    let brief = Brief { question, earlier: &[], constraints: &[], budget, domain: None, now: Millis(0) };
    let providers = ["library".to_owned()];
    let plan = plan(&brief, &providers);
    let mut run = Run::default();
    let mut asked: Vec<Query> = Vec::new();
    let mut tried: BTreeSet<String> = BTreeSet::new();
    let mut materials: Vec<Material<'a>> = Vec::new();
    let mut queries = plan.queries.clone();
    let none = BTreeSet::<SourceId>::new();
    for round in 0..budget.rounds as usize {
        queries.truncate((budget.queries as usize).saturating_sub(asked.len()));
        let found: Vec<(Query, Vec<SearchHit>)> = queries
            .drain(..)
            .map(|query| {
                let hits = search(&query);
                (query, hits)
            })
            .collect();
        asked.extend(found.iter().map(|(query, _)| query.clone()));
        let lists: Vec<(&Query, &[SearchHit])> =
            found.iter().map(|(query, hits)| (query, hits.as_slice())).collect();
        let pages = pages_for_round(budget, round, run.read.len() as u32);
        let selection = select(&SelectInput {
            brief: brief.clone(),
            plan: &plan,
            lists: &lists,
            earlier: &[],
            sites: &Default::default(),
            read: &tried,
            excluded: &none,
            pages,
        });
        for chosen in &selection.read {
            tried.insert(canonical_url(&chosen.url));
            if let Some((document, text)) = text(&chosen.url) {
                run.read.push(chosen.url.clone());
                materials.push(Material {
                    source: document.source_id(),
                    document,
                    text,
                    round,
                    snippet: "",
                    why: "",
                    score: chosen.score,
                    pinned: false,
                    found: Vec::new(),
                });
            }
        }
        run.rounds = round + 1;
        let asked_so_far: Vec<&Query> = asked.iter().collect();
        let mut input = JudgeInput {
            brief: brief.clone(),
            plan: &plan,
            materials: &materials,
            round,
            asked: &asked_so_far,
            rounds_left: budget.rounds.saturating_sub(round as u32 + 1),
            queries_left: budget.queries.saturating_sub(asked.len() as u32),
            pages_left: budget.pages.saturating_sub(run.read.len() as u32),
            providers: &providers,
            similar: None,
        };
        let similar = meaning(&input);
        input.similar = similar.as_ref();
        let judgement = judge(&input);
        run.reasons.push(judgement.reason.clone());
        if judgement.sufficient || judgement.queries.is_empty() {
            break;
        }
        queries = judgement.queries;
    }
    run.queries = asked.into_iter().map(|query| query.text).collect();
    run
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
pub fn rows(
    corpus: &Corpus,
    cases: &[Case],
    budget: &Budget,
    meaning: &dyn Fn(&JudgeInput<'_>) -> Option<Similar>,
) -> Vec<(Row, Run)> {
    cases
        .iter()
        .map(|case| {
            let started = std::time::Instant::now();
            let question = analyze(&case.question, Millis(0));
            let run = run(
                &question,
                budget,
                |query| corpus.search(&query.text, budget.results as usize),
                |url| corpus.text(url),
                meaning,
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
        let rows = rows(&corpus, &[case], &standard(), &|_| None);
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
        let run = run(
            &analyze("Which harbour lies at which cape and by which fort?", Millis(0)),
            &standard(),
            |query| corpus.search(&query.text, 8),
            |url| corpus.text(url),
            &|_| None,
        );
        assert!(run.read.len() <= 8 && run.queries.len() <= 8 && run.rounds <= 3);
    }
}
