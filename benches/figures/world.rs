//! A made-up world whose every call takes a known time, so that what gorkd adds to it can be told apart.

use async_trait::async_trait;
use gorkd_core::model::*;
use gorkd_core::ports::*;
use serde_json::json;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// How long calls take.
#[derive(Clone, Copy, Debug, Default)]
pub struct Waits {
    pub search: Duration,
    pub page: Duration,
    pub model: Duration,
    /// For each token that a model writes.
    pub token: Duration,
}

impl Waits {
    /// Those of a quick network and a quick model.
    pub fn usual() -> Self {
        Self {
            search: Duration::from_millis(200),
            page: Duration::from_millis(100),
            model: Duration::from_millis(300),
            token: Duration::from_millis(5),
        }
    }
}

#[derive(Debug)]
pub struct World {
    waits: Waits,
    /// Searches so far: each finds pages that no other has found.
    searches: AtomicUsize,
}

impl World {
    pub fn new(waits: Waits) -> Self {
        Self { waits, searches: AtomicUsize::new(0) }
    }
}

const TOPICS: [&str; 6] = ["bridge", "harbour", "ferry", "lighthouse", "railway", "market"];

#[async_trait]
impl Search for World {
    fn name(&self) -> &str {
        "made_up"
    }

    fn destination(&self) -> Destination {
        Destination::Near
    }

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        tokio::time::sleep(self.waits.search).await;
        let search = self.searches.fetch_add(1, Ordering::Relaxed);
        let hits = (1..=request.results).map(|rank| {
            let topic = TOPICS[rank as usize % TOPICS.len()];
            SearchHit {
                url: format!("https://site{rank}.test/{search}/{topic}"),
                title: format!("The {topic} of Eastmoor, part {rank}"),
                snippet: format!("The {topic} of Eastmoor was opened in {}.", 1900 + rank),
                provider: "made_up".to_owned(),
                rank,
                ..SearchHit::default()
            }
        });
        Ok(Metered::free(hits.collect()))
    }
}

#[async_trait]
impl Reader for World {
    async fn read(&self, request: &ReadRequest) -> Outcome<Reading> {
        tokio::time::sleep(self.waits.page).await;
        Ok(Metered::free(page(&request.url)))
    }

    async fn extract(&self, _: Raw) -> Result<Reading, Failure> {
        Err(Failure::skip(FailureReason::NotConfigured, "The made-up reader reads addresses only."))
    }
}

/// About 700 words, as a usual page has them.
fn page(url: &str) -> Reading {
    let topic = url.rsplit('/').next().unwrap_or("bridge");
    // Each page has numbers of its own.
    let number = url.bytes().fold(7_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into())) % 10_000;
    let mut text = format!(
        "# The {topic} of Eastmoor\n\nThis is told on page {number} of the chronicle of the town.\n\n"
    );
    for year in 1900_u32..1930 {
        text.push_str(&format!(
            "In {year} the {topic} of Eastmoor was repaired by the company of Ada Mill, which spent {} crowns on it and \
             closed it for {} days.\n\n",
            year * 3,
            (year + number) % 50
        ));
    }
    let document = Document {
        hash: DocumentHash::of_text(&text),
        url: url.to_owned(),
        canonical_url: url.to_owned(),
        title: format!("The {topic} of Eastmoor"),
        language: Some("en".to_owned()),
        word_count: 700,
        ..Document::default()
    };
    Reading { document, text }
}

/// What a model writes, by the name of the schema it is given: as long as real plans, judgements and answers are, from
/// the passages that the prompt shows.
fn reply(schema: &str, user: &str) -> String {
    match schema {
        "plan" => json!({
            "sub_questions": ["Who repaired the bridge of Eastmoor in 1912?", "What did the repair of 1912 cost?"],
            "queries": ["bridge Eastmoor repaired 1912", "Ada Mill company bridge Eastmoor", "Eastmoor bridge repair cost"],
        }),
        "judgement" => {
            let note = |(nth, (id, _)): (usize, (&str, &str))| {
                json!({"id": id, "sentences": [1], "part": format!("q{}", 1 + nth % 2)})
            };
            json!({
                "parts": ["yes", "yes"],
                "notes": passages(user).enumerate().take(8).map(note).collect::<Vec<_>>(),
                "gaps": [],
                "queries": [],
                "reason": "The passages name the company that repaired the bridge, the year and what was spent on it.",
                "next_action": "write",
            })
        }
        _ => {
            let said = passages(user).filter_map(|(id, text)| {
                let line = text.lines().find(|line| line.contains("was repaired by"))?;
                let (from, to) = (line.find("In ")?, line.find(", which spent")?);
                Some(json!({"text": format!("{}.", line.get(from..to)?), "evidence": [id]}))
            });
            let sentences: Vec<_> = said.take(11).collect();
            let (summary, detail) = sentences.split_at(sentences.len().min(2));
            json!({
                "answered": ["yes", "yes"],
                "summary": summary,
                "detail": [{"heading": "Repairs", "sentences": detail}],
                "limitations": ["The passages do not say who did the work on the spot."],
                "questions": ["Did the company of Ada Mill keep records of its own?"],
            })
        }
    }
    .to_string()
}

/// The passages of a prompt: IDs and texts.
fn passages(user: &str) -> impl Iterator<Item = (&str, &str)> {
    user.split("<passage id=\"").skip(1).filter_map(|part| {
        let (id, rest) = part.split_once('"')?;
        Some((id, rest.split_once(">\n")?.1.split_once("\n</passage>")?.0))
    })
}

#[async_trait]
impl Model for World {
    fn name(&self) -> &str {
        "made-up"
    }

    fn destination(&self) -> Destination {
        Destination::Near
    }

    async fn complete(&self, prompt: &Prompt, _: Reach, _: Option<&Growing<'_>>) -> Outcome<String> {
        let schema = prompt.schema.as_ref().map(|(name, _)| name.as_str()).unwrap_or_default();
        let text = reply(schema, &prompt.user);
        let tokens = text.len() as u64 / 4;
        tokio::time::sleep(self.waits.model + self.waits.token * tokens as u32).await;
        let cost =
            Spend { input_tokens: prompt.user.len() as u64 / 4, output_tokens: tokens, ..Spend::default() };
        Ok(Metered { value: text, cost, cached: false, tries: 1 })
    }
}
