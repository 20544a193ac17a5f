//! A cross-encoder: takes a question and a passage and returns one score for how well the passage answers.
//!
//! Each pair runs alone and unpadded. In a quantized network the result depends on the rest of the batch, so
//! batched scores of different questions would not be comparable.

use super::describe::{BadFolder, Description, Kind};
use super::lanes::{Lane, Lanes};
use super::network::{Network, broken};
use async_trait::async_trait;
use gorkd_core::model::{Failure, FailureReason};
use gorkd_core::ports::Reranker;
use moka::sync::Cache;
use rten::ThreadPool;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokenizers::Encoding;
use tokenizers::utils::truncation::TruncationDirection;
use tokio::task::JoinHandle;
use tokio::time::Instant;

pub struct LocalReranker {
    name: String,
    folder: PathBuf,
    description: Description,
    loaded: Arc<OnceLock<Result<Loaded, BadFolder>>>,
    lanes: Arc<Lanes>,
    /// Scores by hash of question and passage: later rounds of a run mostly see the same passages.
    scored: Cache<[u8; 32], f32>,
}

/// Number of cached scores: those of about ten runs, at about 100 bytes each.
const KEPT: u64 = 4_000;

struct Loaded {
    network: Network,
    description: Description,
}

impl LocalReranker {
    /// Only checks that the files exist and reads the description; the model is loaded with the first
    /// question.
    pub fn new(folder: &Path) -> Result<Self, BadFolder> {
        Self::knowing(folder, &[])
    }

    /// As `new`, with descriptions of known models for a folder that has none.
    pub fn knowing(folder: &Path, known: &[Description]) -> Result<Self, BadFolder> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self::described(folder, Description::of(folder, Kind::Reranker, known)?, cores)
    }

    /// As `new`, with a given number of parallel pairs, whatever the number of cores.
    pub fn with_lanes(folder: &Path, lanes: usize) -> Result<Self, BadFolder> {
        Self::described(folder, Description::of(folder, Kind::Reranker, &[])?, lanes)
    }

    fn described(folder: &Path, description: Description, lanes: usize) -> Result<Self, BadFolder> {
        let name = description.name_in(folder);
        let (loaded, lanes) = (Arc::default(), Lanes::new(lanes.max(1)));
        let (folder, scored) = (folder.to_owned(), Cache::new(KEPT));
        Ok(Self { name, folder, description, loaded, lanes, scored })
    }

    /// Loads the model and scores one pair, to check that it works.
    pub async fn check(&self) -> Result<(), BadFolder> {
        let passage = ["Water boils at 100 degrees.".to_owned()];
        match self.rank("When does water boil?", &passage, Duration::from_secs(60)).await {
            Ok(_) => Ok(()),
            Err(_) => Err(match self.loaded.get() {
                Some(Err(why)) => why.clone(),
                Some(Ok(_)) | None => {
                    let what = "output with one score for a pair".to_owned();
                    BadFolder::OtherModel(self.folder.display().to_string(), Kind::Reranker, what)
                }
            }),
        }
    }

    /// The question as tokens. Loads the model if necessary.
    async fn question(&self, question: &str) -> Result<Encoding, Failure> {
        let (folder, loaded) = (self.folder.clone(), self.loaded.clone());
        let (description, question) = (self.description.clone(), question.to_owned());
        let work = move || {
            let loaded = loaded.get_or_init(|| Loaded::read(&folder, description)).as_ref();
            let loaded =
                loaded.map_err(|why| Failure::skip(FailureReason::NotConfigured, format!("{why}.")))?;
            loaded.question(&question)
        };
        tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err(broken()))
    }

    /// Starts scoring a pair on a lane. It runs to completion even if nobody waits for it anymore.
    fn begin(&self, question: &Encoding, passage: &str, lane: Lane) -> JoinHandle<Result<f32, Failure>> {
        let (loaded, question, passage) = (self.loaded.clone(), question.clone(), passage.to_owned());
        tokio::task::spawn_blocking(move || {
            let Some(Ok(loaded)) = loaded.get() else { return Err(broken()) };
            loaded.score(question, &passage, &lane.threads)
        })
    }
}

#[async_trait]
impl Reranker for LocalReranker {
    fn name(&self) -> &str {
        &self.name
    }

    fn refuses_below(&self) -> Option<f32> {
        self.description.refuses_below
    }

    fn reads(&self, language: &str) -> bool {
        self.description.reads(language)
    }

    async fn rank(
        &self,
        question: &str,
        passages: &[String],
        most: Duration,
    ) -> Result<Vec<Option<f32>>, Failure> {
        let until = Instant::now() + most;
        if passages.is_empty() {
            return Ok(Vec::new());
        }
        let keys: Vec<[u8; 32]> = passages.iter().map(|passage| key(question, passage)).collect();
        let mut scores: Vec<Option<f32>> = keys.iter().map(|key| self.scored.get(key)).collect();
        let question = self.question(question).await?;
        let mut begun = Vec::with_capacity(passages.len());
        for at in (0..passages.len()).filter(|at| scores[*at].is_none()) {
            // Only one place in the queue at a time, however many lanes there are: a single question soon
            // gets all of them, and several get their share each.
            let Some(lane) = self.lanes.take(until).await else { break };
            begun.push((at, self.begin(&question, &passages[at], lane)));
        }
        for (at, begun) in begun {
            let score = begun.await.unwrap_or_else(|_| Err(broken()))?;
            self.scored.insert(keys[at], score);
            scores[at] = Some(score);
        }
        Ok(scores)
    }
}

fn key(question: &str, passage: &str) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(question.len().to_le_bytes());
    hash.update(question);
    hash.update(passage);
    hash.finalize().into()
}

impl Loaded {
    fn read(folder: &Path, description: Description) -> Result<Self, BadFolder> {
        Ok(Self { network: Network::read(folder, Kind::Reranker, "logits")?, description })
    }

    /// Cuts a question that takes more than half of all tokens, to leave room for the passage.
    fn question(&self, question: &str) -> Result<Encoding, Failure> {
        let mut tokens = self.network.tokens(&format!("{}{question}", self.description.query_prefix))?;
        tokens.truncate(self.room() / 2, 0, TruncationDirection::Right);
        Ok(tokens)
    }

    fn score(&self, question: Encoding, passage: &str, threads: &Arc<ThreadPool>) -> Result<f32, Failure> {
        let mut tokens = self.network.tokens(&format!("{}{passage}", self.description.passage_prefix))?;
        tokens.truncate(self.room() - question.len(), 0, TruncationDirection::Right);
        let pair = self.network.with_marks(question, Some(tokens))?;
        let output = self.network.run(&pair, threads)?;
        let ([_, scores], numbers) = output.into_shape_vec::<f32, 2>().map_err(|_| broken())?;
        match numbers.as_slice() {
            [score] if scores == 1 && score.is_finite() => Ok(*score),
            _ => Err(broken()),
        }
    }

    /// Tokens available for a question and a passage together.
    fn room(&self) -> usize {
        self.network.room(self.description.most_tokens(Kind::Reranker), 2)
    }
}
