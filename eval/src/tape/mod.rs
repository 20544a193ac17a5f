//! Keeps what the world answered in a run, and gives the same answers in another one: a measurement can be repeated
//! without the model and the services that it was made with.
//!
//! A tape is a file of JSON lines, each with the hash of a request, the request, and its answer. A request that is not
//! on the tape fails; what was asked is said at once, and again at the end, because a job would otherwise go on
//! without the answer.

mod ports;

use anyhow::{Context, Result, bail};
use gorkd_core::engine::{Clock, Ports};
use gorkd_core::model::{DocumentHash, Failure, FailureReason, Millis, Spend};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Missing requests that are named at the end.
const NAMED: usize = 5;
/// Characters of a request that are shown.
const SHOWN: usize = 400;

/// What one call came to.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct RecordedOutcome {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    failure: Option<Failure>,
    #[serde(default)]
    cost: Spend,
    #[serde(default)]
    cached: bool,
    #[serde(default)]
    tries: u32,
}

/// A line of a tape.
#[derive(Serialize, Deserialize)]
struct Line {
    key: String,
    /// What was asked of: `model`, `search`, `read`, `extract`, `embed`, `rank`; `held` for pages of the library, `note`
    /// for what the run itself was told.
    of: String,
    asked: Value,
    answer: RecordedOutcome,
}

/// A tape that is being written, or that a run is answered from.
pub struct Tape {
    state: Mutex<State>,
    clock: TapeClock,
    replays: bool,
}

enum State {
    Writing {
        file: BufWriter<File>,
        /// Keys of what was kept beside requests.
        beside: BTreeSet<String>,
        /// The first thing that could not be written.
        failed: Option<std::io::Error>,
    },
    Reading {
        /// Answers to equal requests, in the order in which they were given.
        answers: BTreeMap<String, Vec<RecordedOutcome>>,
        missing: Vec<String>,
    },
}

/// The time when the run began that is on the tape, and since then as it passes.
#[derive(Clone, Copy)]
struct TapeClock {
    began: Millis,
    since: Instant,
}

impl Clock for TapeClock {
    fn now(&self) -> Millis {
        self.began.plus(u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX))
    }
}

const BEGAN: &str = "began";

impl Tape {
    /// Begins a tape; what the file held is gone.
    pub fn record(path: &Path, now: Millis) -> Result<Arc<Self>> {
        let file = File::create(path).with_context(|| format!("{} cannot be written", path.display()))?;
        let state = State::Writing { file: BufWriter::new(file), beside: BTreeSet::new(), failed: None };
        let clock = TapeClock { began: now, since: Instant::now() };
        let tape = Self { state: Mutex::new(state), clock, replays: false };
        tape.note(BEGAN, || json!(now.0));
        Ok(Arc::new(tape))
    }

    /// Takes up a tape that was recorded.
    pub fn replay(path: &Path) -> Result<Arc<Self>> {
        let lines: Vec<Line> = crate::lines::lines(path)?;
        let mut answers: BTreeMap<String, Vec<RecordedOutcome>> = BTreeMap::new();
        for line in lines {
            answers.entry(line.key).or_default().push(line.answer);
        }
        let state = State::Reading { answers, missing: Vec::new() };
        let clock = TapeClock { began: Millis(0), since: Instant::now() };
        let mut tape = Self { state: Mutex::new(state), clock, replays: true };
        let began = tape.note(BEGAN, || Value::Null).as_i64();
        let Some(began) = began else { bail!("{} is no record of a run", path.display()) };
        tape.clock.began = Millis(began);
        Ok(Arc::new(tape))
    }

    /// Is the run answered from the tape?
    pub fn replays(&self) -> bool {
        self.replays
    }

    pub fn now(&self) -> Millis {
        self.clock.now()
    }

    /// Something that the run is told beside its requests: worked out and kept, or as it was kept.
    pub fn note(&self, name: &str, work_out: impl FnOnce() -> Value) -> Value {
        let asked = json!(name);
        let key = key("note", &asked);
        if self.replays {
            return self.played(&key).and_then(|kept| kept.value).unwrap_or_default();
        }
        let value = work_out();
        let answer = RecordedOutcome {
            value: Some(value.clone()),
            failure: None,
            cost: Spend::default(),
            cached: false,
            tries: 0,
        };
        self.keep(Line { key, of: "note".to_owned(), asked, answer });
        value
    }

    /// Something that is on the tape beside what was asked, and once however often it is kept.
    fn keep_beside(&self, of: &str, asked: Value, value: Option<Value>) {
        let key = key(of, &asked);
        if let State::Writing { beside, .. } = &mut *self.state()
            && !beside.insert(key.clone())
        {
            return;
        }
        let answer = RecordedOutcome { value, failure: None, cost: Spend::default(), cached: true, tries: 0 };
        self.keep(Line { key, of: of.to_owned(), asked, answer });
    }

    /// What was kept so.
    fn kept_beside(&self, of: &str, asked: &Value) -> Option<RecordedOutcome> {
        self.played(&key(of, asked))
    }

    /// Everything that a job asks of the world goes by this tape.
    pub fn between(self: &Arc<Self>, ports: Ports) -> Ports {
        Ports {
            models: ports
                .models
                .into_iter()
                .map(|(name, model)| (name, model.map(|model| self.model(model))))
                .collect(),
            searches: ports
                .searches
                .into_iter()
                .map(|search| search.map(|search| self.search(search)))
                .collect(),
            reader: self.reader(ports.reader),
            documents: self.documents(ports.documents),
            embedder: ports.embedder.map(|embedder| embedder.map(|embedder| self.embedder(embedder))),
            reranker: ports.reranker.map(|reranker| self.reranker(reranker)),
            clock: Arc::new(self.clock),
            ..ports
        }
    }

    /// Ends a run: an error where the tape could not be written, or did not hold what was asked.
    pub fn finish(&self) -> Result<()> {
        match &mut *self.state() {
            State::Writing { file, failed, .. } => {
                if let Some(error) = failed.take() {
                    return Err(error).context("the record could not be written");
                }
                file.flush().context("the record could not be written")
            }
            State::Reading { missing, .. } if missing.is_empty() => Ok(()),
            State::Reading { missing, .. } => {
                let named: Vec<&str> = missing.iter().take(NAMED).map(String::as_str).collect();
                bail!(
                    "{} requests are not in the record, so this run is not the one that was recorded. The first of \
                     them:\n  {}",
                    missing.len(),
                    named.join("\n  ")
                )
            }
        }
    }

    /// The answer from the tape, or the one that the call gives.
    async fn answer(
        &self,
        of: &str,
        asked: Value,
        call: impl Future<Output = RecordedOutcome>,
    ) -> RecordedOutcome {
        let key = key(of, &asked);
        if !self.replays {
            let answer = call.await;
            self.keep(Line { key, of: of.to_owned(), asked, answer: answer.clone() });
            return answer;
        }
        self.played(&key).unwrap_or_else(|| {
            let request: String = format!("{of} {asked}").chars().take(SHOWN).collect();
            eprintln!("Not in the record: {request}");
            if let State::Reading { missing, .. } = &mut *self.state() {
                missing.push(request);
            }
            let failure = Failure::skip(
                FailureReason::NotConfigured,
                format!("This {of} request is not in the record."),
            );
            RecordedOutcome {
                value: None,
                failure: Some(failure),
                cost: Spend::default(),
                cached: false,
                tries: 0,
            }
        })
    }

    /// The next answer to a request; the last one again where more is asked than was.
    fn played(&self, key: &str) -> Option<RecordedOutcome> {
        match &mut *self.state() {
            State::Reading { answers, .. } => {
                let kept = answers.get_mut(key)?;
                if kept.len() > 1 { Some(kept.remove(0)) } else { kept.first().cloned() }
            }
            State::Writing { .. } => None,
        }
    }

    fn keep(&self, line: Line) {
        if let State::Writing { file, failed, .. } = &mut *self.state() {
            let written = serde_json::to_writer(&mut *file, &line).map_err(Into::into);
            if let Err(error) = written.and_then(|()| file.write_all(b"\n")) {
                failed.get_or_insert(error);
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Equal for equal requests. Objects of `Value` are sorted by their keys.
fn key(of: &str, asked: &Value) -> String {
    DocumentHash::of_text(&format!("{of} {asked}")).0
}
