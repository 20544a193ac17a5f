//! A sentence embedder: the mean of its last layer, or the vector of its first token, normalized to unit
//! length.
//!
//! It runs on blocking threads, one text at a time: in a quantized network the result depends on the rest of
//! the batch, and a text must always get the same vector.

use super::describe::{BadFolder, Description, Kind, Pooling};
use super::network::{Network, broken};
use crate::embed::unit;
use async_trait::async_trait;
use gorkd_core::model::{Destination, Failure, FailureReason, Reach};
use gorkd_core::ports::{Embedder, TextRole};
use rten::ThreadPool;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use tokenizers::utils::truncation::TruncationDirection;

pub struct LocalEmbedder {
    name: String,
    folder: PathBuf,
    description: Description,
    loaded: Arc<OnceLock<Result<Loaded, BadFolder>>>,
}

struct Loaded {
    network: Network,
    description: Description,
    /// Someone waits for a question; passages come in large numbers and must not starve other work.
    hurried: Arc<ThreadPool>,
    patient: Arc<ThreadPool>,
}

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
        Ok(Self { name, folder: folder.to_owned(), description, loaded: Arc::default() })
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
        let (folder, loaded, texts) = (self.folder.clone(), self.loaded.clone(), texts.to_vec());
        let description = self.description.clone();
        let work = move || {
            let loaded = loaded.get_or_init(|| Loaded::read(&folder, description)).as_ref();
            let loaded =
                loaded.map_err(|why| Failure::skip(FailureReason::NotConfigured, format!("{why}.")))?;
            texts.iter().map(|text| loaded.embed(text, role)).collect()
        };
        tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err(broken()))
    }
}

impl Loaded {
    fn read(folder: &Path, description: Description) -> Result<Self, BadFolder> {
        let network = Network::read(folder, Kind::Embedder, "last_hidden_state")?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let hurried = Arc::new(ThreadPool::with_num_threads(cores.min(MOST_THREADS)));
        let patient = Arc::new(ThreadPool::with_num_threads(1));
        Ok(Self { network, description, hurried, patient })
    }

    fn embed(&self, text: &str, role: TextRole) -> Result<Vec<f32>, Failure> {
        let (prefix, threads) = match role {
            TextRole::Question => (&self.description.query_prefix, &self.hurried),
            TextRole::Passage => (&self.description.passage_prefix, &self.patient),
        };
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
