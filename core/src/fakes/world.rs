//! A made-up web and a scripted model. Their replies depend only on a seed and the request, so that every run
//! of a test sees the same world. How long they take may vary.

use crate::engine::{Clock, Deltas, Ports};
use crate::model::*;
use crate::ports::*;
use async_trait::async_trait;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How much goes wrong: the probability per call, in 256ths.
#[derive(Clone, Copy, Debug, Default)]
pub struct Trouble {
    pub searches: u8,
    pub reads: u8,
    pub models: u8,
    /// Calls that hang until their timeout, in 256ths.
    pub hangs: u8,
}

#[derive(Clone)]
pub struct FakeWorld {
    seed: u64,
    trouble: Trouble,
    calls: Arc<Mutex<BTreeMap<String, u32>>>,
    name: String,
    /// Changes only how long calls take.
    timing: u64,
}

impl FakeWorld {
    pub fn new(seed: u64, timing: u64, trouble: Trouble) -> Self {
        Self { seed, trouble, calls: Arc::default(), name: "sim".to_owned(), timing }
    }

    /// The same world under another provider's name, with shared counts.
    fn named(&self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self.clone() }
    }

    /// Ports to this world: two search providers, a reader, and a model, with `store` as the store and `rules`
    /// to decide.
    pub fn ports<R>(&self, store: &super::MemoryStore, rules: R) -> Ports
    where
        R: Decide + Understand + Clone + 'static,
    {
        let [alpha, beta] =
            ["alpha", "beta"].map(|name| Outlet::<dyn Search>::new(Arc::new(self.named(name))));
        let model = Outlet::<dyn Model>::new(Arc::new(self.named("model")));
        Ports {
            decide: Arc::new(rules.clone()),
            understand: Arc::new(rules),
            journal: Arc::new(store.clone()),
            documents: Arc::new(store.clone()),
            threads: Arc::new(store.clone()),
            budgets: Arc::new(store.clone()),
            searches: vec![alpha, beta],
            reader: Arc::new(self.named("reader")),
            resolver: None,
            models: BTreeMap::from([("model".to_owned(), model)]),
            embedder: None,
            reranker: None,
            screen: None,
            moderator: None,
            scratch: Arc::new(store.clone()),
            lessons: Arc::new(store.clone()),
            answers: Arc::new(store.clone()),
            preferences: Arc::new(store.clone()),
            people: Arc::new(store.clone()),
            shares: Arc::new(store.clone()),
            links: Arc::new(store.clone()),
            edits: Arc::new(store.clone()),
            articles: None,
            watches: Arc::new(store.clone()),
            deltas: Deltas::default(),
            clock: Arc::new(TokioClock::default()),
            thinking: Ports::thinking_room(),
        }
    }

    /// Number of calls per request.
    pub fn calls(&self) -> BTreeMap<String, u32> {
        self.calls.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone()
    }

    fn roll(&self, salt: &str, key: &str) -> u64 {
        let hex = sha256_hex(format!("{}\n{salt}\n{key}", self.seed).as_bytes());
        u64::from_str_radix(&hex[..15], 16).unwrap_or(0)
    }

    /// The cost of a call of the model.
    fn cost(&self, key: &str) -> Spend {
        Spend {
            input_tokens: 100 + self.roll("in", key) % 400,
            output_tokens: 20 + self.roll("out", key) % 80,
            cached_tokens: 0,
            usd: MicroUsd(self.roll("usd", key) % 900),
        }
    }

    async fn call(&self, key: &str, trouble: u8) -> Result<(), Failed> {
        *self.calls.lock().unwrap_or_else(|p| p.into_inner()).entry(key.to_owned()).or_default() += 1;
        let pace = sha256_hex(format!("{}{key}", self.timing).as_bytes());
        let ms = u64::from_str_radix(&pace[..2], 16).unwrap_or(10) * 8;
        tokio::time::sleep(Duration::from_millis(ms)).await;
        if (self.roll("hang", key) % 256) < u64::from(self.trouble.hangs) {
            std::future::pending::<()>().await;
        }
        let roll = self.roll("fail", key) % 256;
        if trouble == u8::MAX || roll < u64::from(trouble) {
            let remedy = if roll.is_multiple_of(2) { Remedy::Retry } else { Remedy::Skip };
            let failure = Failure::new(FailureReason::ServerError, remedy, "The simulated server failed.");
            return Err(failure.into());
        }
        Ok(())
    }
}

const WORDS: [&str; 12] = [
    "river", "bridge", "engine", "harvest", "glacier", "library", "signal", "copper", "orchard", "tunnel",
    "beacon", "meadow",
];

#[async_trait]
impl Search for FakeWorld {
    fn name(&self) -> &str {
        &self.name
    }

    fn destination(&self) -> Destination {
        Destination::Near
    }

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        let key = format!("search {} {}", self.name, request.query);
        self.call(&key, self.trouble.searches).await?;
        let count = self.roll("count", &key) % 6;
        let hits = (0..count).map(|n| {
            let page = (self.roll("page", &key) + n * 7) % 40;
            let word = WORDS[(page % 12) as usize];
            SearchHit {
                url: format!("https://site{}.test/{word}/{page}", page % 9),
                title: format!("The {word} of page {page}"),
                snippet: format!("About the {word} and {}", request.query),
                provider: self.name.clone(),
                rank: n as u32 + 1,
                ..SearchHit::default()
            }
        });
        let cost = Spend { usd: MicroUsd(self.roll("cost", &key) % 1000), ..Spend::default() };
        Ok(Metered { value: hits.collect(), cost, cached: false, tries: 1 })
    }
}

#[async_trait]
impl Reader for FakeWorld {
    async fn read(&self, request: &ReadRequest) -> Outcome<Reading> {
        let key = format!("read {}", request.url);
        self.call(&key, self.trouble.reads).await?;
        let page = self.roll("text", &request.url);
        let word = WORDS[(page % 12) as usize];
        let text = format!(
            "# The {word}\n\nThe {word} was opened in {} by Ada Mill. It is {} metres long.\n\nNobody knows why the \
             {word} was closed in {}.\n",
            1900 + page % 90,
            page % 500,
            1990 + page % 20
        );
        let document = Document {
            hash: DocumentHash::of_text(&text),
            url: request.url.clone(),
            canonical_url: request.url.clone(),
            title: format!("The {word}"),
            language: Some("en".to_owned()),
            word_count: 30,
            ..Document::default()
        };
        Ok(Metered::free(Reading { document, text }))
    }

    async fn extract(&self, _raw: Raw) -> Result<Reading, Failure> {
        Err(Failure::skip(FailureReason::NotConfigured, "The simulated reader reads addresses only."))
    }
}

#[async_trait]
impl Model for FakeWorld {
    fn name(&self) -> &str {
        &self.name
    }

    fn destination(&self) -> Destination {
        Destination::Near
    }

    async fn complete(&self, prompt: &Prompt, _: Reach, _: Option<&Growing<'_>>) -> Outcome<String> {
        let schema = prompt.schema.as_ref().map(|(name, _)| name.as_str()).unwrap_or_default();
        let key = format!("model {schema} {}", sha256_hex(prompt.user.as_bytes()));
        self.call(&key, self.trouble.models).await?;
        let cost = self.cost(&key);
        let word = WORDS[(self.roll("word", &key) % 12) as usize];
        let value = match schema {
            "plan" => {
                format!(r#"{{"sub_questions":["What of the {word}?"],"queries":["{word}","old {word}"]}}"#)
            }
            "judgement" => format!(
                r#"{{"sufficient":{},"reason":"as it is","gaps":[],"queries":["{word} more"]}}"#,
                self.roll("enough", &key).is_multiple_of(2)
            ),
            "check" => {
                let said = ["supported", "partly", "unsupported", "contradicted", "perhaps"];
                let said = said[(self.roll("check", &key) % 5) as usize];
                format!(r#"{{"claims":[{{"id":"c1","support":"{said}"}}]}}"#)
            }
            _ if self.roll("good", &key).is_multiple_of(4) => "<think>no idea".to_owned(),
            _ => {
                let first =
                    prompt.user.split("<passage id=\"").nth(1).and_then(|rest| rest.split('"').next());
                let id = first.unwrap_or_default();
                format!(
                    r#"{{"summary":[{{"text":"The {word} was opened in 1950.","evidence":["{id}"]}}],"detail":[],"limitations":[],"questions":[]}}"#
                )
            }
        };
        Ok(Metered { value, cost, cached: false, tries: 1 })
    }

    /// Calls whatever tools the prompt leads it to, existing or not, in any number.
    async fn call_tools(&self, prompt: &Prompt, _: Reach) -> Outcome<ToolReply> {
        let key = format!("model tools {}", sha256_hex(prompt.user.as_bytes()));
        self.call(&key, self.trouble.models).await?;
        let cost = self.cost(&key);
        let many = match self.roll("many", &key) % 8 {
            7 => 1_000,
            few => few,
        };
        let calls = (0..many).map(|n| {
            let word = WORDS[(self.roll(&format!("word {n}"), &key) % 12) as usize];
            let page = self.roll(&format!("page {n}"), &key) % 40;
            let (name, arguments) = match self.roll(&format!("tool {n}"), &key) % 9 {
                0 | 1 => ("search_web", format!(r#"{{"query":"{word} {page}","recencyDays":{page}}}"#)),
                2 | 3 => ("fetch_url", format!(r#"{{"url":"https://site{}.test/{word}/{page}"}}"#, page % 9)),
                4 => ("fetch_url", r#"{"url":"file:///etc/passwd"}"#.to_owned()),
                5 => ("extract_text", format!(r#"{{"html":"<p>{word}</p>"}}"#)),
                6 => ("get_article", format!(r#"{{"articleId":{page}}}"#)),
                7 => ("log_step", format!(r#"{{"message":"{word}"}}"#)),
                _ => ("run_shell", "ls".to_owned()),
            };
            CalledTool { name: name.to_owned(), arguments }
        });
        let value = ToolReply { text: "done".to_owned(), calls: calls.collect() };
        Ok(Metered { value, cost, cached: false, tries: 1 })
    }
}

/// The runtime's own clock, which a paused test advances automatically.
pub struct TokioClock {
    start: tokio::time::Instant,
}

impl Default for TokioClock {
    fn default() -> Self {
        Self { start: tokio::time::Instant::now() }
    }
}

impl Clock for TokioClock {
    fn now(&self) -> Millis {
        let passed = i64::try_from(self.start.elapsed().as_millis()).unwrap_or(i64::MAX);
        Millis(1_700_000_000_000 + passed)
    }
}
