//! A sentence embedder: the mean of its last layer, or the vector of its first token, normalized to unit
//! length.
//!
//! Each text runs alone: in a quantized network the result depends on the rest of the batch, and a text must always
//! get the same vector. Passages share the cores as pairs of a reranker do.

use super::describe::{BadFolder, Description, Kind, Pooling};
use super::lanes::{Lane, Lanes};
use super::network::{Network, broken};
use crate::embed::unit;
use async_trait::async_trait;
use gorkd_core::model::{Destination, Failure, FailureReason, Reach};
use gorkd_core::ports::{Embedder, TextRole};
use moka::sync::Cache;
use rten::ThreadPool;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokenizers::utils::truncation::TruncationDirection;
use tokio::time::Instant;

pub struct LocalEmbedder {
    name: String,
    folder: PathBuf,
    description: Description,
    loaded: Arc<OnceLock<Result<Loaded, BadFolder>>>,
    lanes: Arc<Lanes>,
    /// Vectors of passages by their hash: later rounds and questions mostly see the same ones.
    known: Cache<[u8; 32], Vec<f32>>,
}

struct Loaded {
    network: Network,
    description: Description,
    /// A question comes alone, so it has all cores.
    hurried: Arc<ThreadPool>,
}

/// Vectors of passages that are kept, 1.5 kB each with 384 numbers.
const KEPT: u64 = 10_000;
/// How long a passage waits for its turn. Whoever has less time stops waiting.
const PATIENCE: Duration = Duration::from_secs(600);

/// Threads per text; a short text cannot keep more busy.
const MOST_THREADS: usize = 4;

impl LocalEmbedder {
    /// Only checks that the files exist and reads the description; the model is loaded with the first text.
    pub fn new(folder: &Path) -> Result<Self, BadFolder> {
        Self::knowing(folder, &[])
    }

    /// As `new`, with descriptions of known models for a folder that has none.
    pub fn knowing(folder: &Path, known: &[Description]) -> Result<Self, BadFolder> {
        let description = Description::of(folder, Kind::Embedder, known)?;
        let name = description.name_in(folder);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let (loaded, lanes) = (Arc::default(), Lanes::new(cores));
        Ok(Self { name, folder: folder.to_owned(), description, loaded, lanes, known: Cache::new(KEPT) })
    }

    /// Loads the model and embeds one word, to check that it works.
    pub async fn check(&self) -> Result<(), BadFolder> {
        let word = ["water".to_owned()];
        match self.embed(&word, TextRole::Question, Reach::NEAR).await {
            Ok(_) => Ok(()),
            Err(_) => Err(match self.loaded.get() {
                Some(Err(why)) => why.clone(),
                Some(Ok(_)) | None => {
                    let what = "output with a vector for each token".to_owned();
                    BadFolder::OtherModel(self.folder.display().to_string(), Kind::Embedder, what)
                }
            }),
        }
    }
}

#[async_trait]
impl Embedder for LocalEmbedder {
    fn name(&self) -> &str {
        &self.name
    }

    fn destination(&self) -> Destination {
        Destination::Near
    }

    async fn embed(&self, texts: &[String], role: TextRole, _: Reach) -> Result<Vec<Vec<f32>>, Failure> {
        let keys: Vec<[u8; 32]> = texts.iter().map(|text| Sha256::digest(text).into()).collect();
        let known = |key| if role == TextRole::Passage { self.known.get(key) } else { None };
        let mut vectors: Vec<Option<Vec<f32>>> = keys.iter().map(known).collect();
        let mut begun = Vec::new();
        for at in (0..texts.len()).filter(|at| vectors[*at].is_none()) {
            // A question doesn't queue behind the passages of others.
            let lane = match role {
                TextRole::Question => None,
                TextRole::Passage => {
                    Some(self.lanes.take(Instant::now() + PATIENCE).await.ok_or_else(broken)?)
                }
            };
            // Kept even if nobody waits for it any longer: it is asked for again.
            let kept = (role == TextRole::Passage).then(|| (self.known.clone(), keys[at]));
            let (folder, loaded, text) = (self.folder.clone(), self.loaded.clone(), texts[at].clone());
            let description = self.description.clone();
            let work = move || {
                let loaded = loaded.get_or_init(|| Loaded::read(&folder, description)).as_ref();
                let loaded =
                    loaded.map_err(|why| Failure::skip(FailureReason::NotConfigured, format!("{why}.")))?;
                let vector = loaded.embed(&text, role, lane.as_ref());
                if let (Some((known, key)), Ok(vector)) = (kept, &vector) {
                    known.insert(key, vector.clone());
                }
                vector
            };
            begun.push((at, tokio::task::spawn_blocking(work)));
        }
        for (at, begun) in begun {
            vectors[at] = Some(begun.await.unwrap_or_else(|_| Err(broken()))?);
        }
        vectors.into_iter().collect::<Option<_>>().ok_or_else(broken)
    }
}

impl Loaded {
    fn read(folder: &Path, description: Description) -> Result<Self, BadFolder> {
        let network = Network::read(folder, Kind::Embedder, "last_hidden_state")?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let hurried = Arc::new(ThreadPool::with_num_threads(cores.min(MOST_THREADS)));
        Ok(Self { network, description, hurried })
    }

    fn embed(&self, text: &str, role: TextRole, lane: Option<&Lane>) -> Result<Vec<f32>, Failure> {
        let prefix = match role {
            TextRole::Question => &self.description.query_prefix,
            TextRole::Passage => &self.description.passage_prefix,
        };
        let threads = lane.map_or(&self.hurried, |lane| &lane.threads);
        let mut tokens = self.network.tokens(&format!("{prefix}{text}"))?;
        let room = self.network.room(self.description.most_tokens(Kind::Embedder), 1);
        tokens.truncate(room, 0, TruncationDirection::Right);
        let tokens = self.network.with_marks(tokens, None)?;
        let layer = self.network.run(&tokens, threads)?;
        let ([_, rows, width], numbers) = layer.into_shape_vec::<f32, 3>().map_err(|_| broken())?;
        let mut rows = numbers.chunks(width.max(1)).take(rows);
        let mut vector = match self.description.pooling.unwrap_or_default() {
            Pooling::Cls => rows.next().ok_or_else(broken)?.to_vec(),
            Pooling::Mean => {
                let mut sum = vec![0.0f32; width];
                rows.for_each(|row| sum.iter_mut().zip(row).for_each(|(sum, x)| *sum += x));
                sum
            }
        };
        unit(&mut vector);
        Ok(vector)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::{sleep, timeout};

    fn counting_words() -> LocalEmbedder {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests-data/embedder");
        LocalEmbedder::new(&folder).expect("it is there")
    }

    #[tokio::test]
    async fn a_question_does_not_wait_for_the_passages_of_others() {
        let embedder = counting_words();
        let mut held = Vec::new();
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            held.push(embedder.lanes.take(Instant::now() + PATIENCE).await.expect("a free lane"));
        }
        let asked = embedder.embed(&["bridge".to_owned()], TextRole::Question, Reach::NEAR).await;
        assert_eq!(asked.expect("it is read").len(), 1);
        let lanes = embedder.lanes.take(Instant::now()).await;
        assert!(lanes.is_none(), "all {} lanes are taken", held.len());
    }

    #[tokio::test]
    async fn a_passage_that_nobody_waits_for_is_known_the_next_time() {
        let embedder = counting_words();
        let passage = ["bridge".to_owned()];
        // It is begun; whether it ends in time doesn't matter.
        _ = timeout(Duration::ZERO, embedder.embed(&passage, TextRole::Passage, Reach::NEAR)).await;
        let key: [u8; 32] = Sha256::digest("bridge").into();
        let known = async {
            while embedder.known.get(&key).is_none() {
                sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(Duration::from_secs(60), known).await.expect("it is kept");
    }
}
