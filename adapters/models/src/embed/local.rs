//! A sentence model from a folder with `model.onnx` and `tokenizer.json`, of the MiniLM class: the mean of its last
//! layer over the tokens that are there, made one of unit length.
//!
//! It is loaded with the first text, so that a process that never needs it stays small, and it runs on blocking
//! threads, one text at a time.

use super::unit;
use async_trait::async_trait;
use gorkd_core::model::{Failure, FailureReason, Privacy};
use gorkd_core::ports::Embedder;
use rten::{Model, ModelOptions, NodeId, RunOptions, ThreadPool, Value};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use tokenizers::{Tokenizer, TruncationParams};

pub struct LocalEmbedder {
    name: String,
    folder: PathBuf,
    loaded: Arc<OnceLock<Result<Loaded, NotAnEmbedder>>>,
}

/// Why a folder holds no embedder, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAnEmbedder {
    #[error("{0} is not there: an embedder is a folder with model.onnx and tokenizer.json")]
    Missing(String),
    #[error("{0} cannot be read as {1}")]
    Unreadable(String, &'static str),
    #[error("{0} is no sentence model: it has no {1}")]
    Another(String, &'static str),
}

struct Loaded {
    model: Model,
    tokenizer: Tokenizer,
    ids: NodeId,
    mask: NodeId,
    /// Some models want to know the sentence that a token is from: always the first.
    types: Option<NodeId>,
    output: NodeId,
    /// For texts that come alone, somebody waits; passages come in numbers, and must not starve the rest.
    hurried: Arc<ThreadPool>,
    patient: Arc<ThreadPool>,
}

/// Tokens of one text; more than models of this class were trained with says nothing.
const MOST_TOKENS: usize = 256;
/// Threads for one text; a short one has no work for more.
const MOST_THREADS: usize = 4;

impl LocalEmbedder {
    /// Looks only whether the files are there; reading them waits for the first text.
    pub fn new(folder: &Path) -> Result<Self, NotAnEmbedder> {
        for file in ["model.onnx", "tokenizer.json"] {
            let path = folder.join(file);
            if !path.is_file() {
                return Err(NotAnEmbedder::Missing(path.display().to_string()));
            }
        }
        let name =
            folder.file_name().map_or_else(|| "local".to_owned(), |name| name.to_string_lossy().into_owned());
        Ok(Self { name, folder: folder.to_owned(), loaded: Arc::default() })
    }

    /// Loads it now, for whoever wants to know that it works.
    pub async fn check(&self) -> Result<(), NotAnEmbedder> {
        let (folder, loaded) = (self.folder.clone(), self.loaded.clone());
        let work =
            move || loaded.get_or_init(|| Loaded::read(&folder)).as_ref().map(|_| ()).map_err(Clone::clone);
        let name = self.folder.display().to_string();
        tokio::task::spawn_blocking(work).await.unwrap_or(Err(NotAnEmbedder::Unreadable(name, "a model")))
    }
}

#[async_trait]
impl Embedder for LocalEmbedder {
    fn name(&self) -> &str {
        &self.name
    }

    fn leaves_machine(&self) -> bool {
        false
    }

    async fn embed(&self, texts: &[String], _: Privacy) -> Result<Vec<Vec<f32>>, Failure> {
        let (folder, loaded, texts) = (self.folder.clone(), self.loaded.clone(), texts.to_vec());
        let work = move || {
            let loaded = loaded.get_or_init(|| Loaded::read(&folder)).as_ref();
            let loaded =
                loaded.map_err(|why| Failure::skip(FailureReason::NotConfigured, format!("{why}.")))?;
            let threads = if texts.len() == 1 { &loaded.hurried } else { &loaded.patient };
            texts.iter().map(|text| loaded.embed(text, threads)).collect()
        };
        tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err(broken()))
    }
}

impl Loaded {
    fn read(folder: &Path) -> Result<Self, NotAnEmbedder> {
        let (model_file, tokenizer_file) = (folder.join("model.onnx"), folder.join("tokenizer.json"));
        let model_name = model_file.display().to_string();
        // A question is short: without it most of the time goes into arranging the same weights again.
        let model = ModelOptions::with_all_ops()
            .prepack_weights(true)
            .load_file(&model_file)
            .map_err(|_| NotAnEmbedder::Unreadable(model_name.clone(), "an ONNX model"))?;
        let mut tokenizer = Tokenizer::from_file(&tokenizer_file)
            .map_err(|_| NotAnEmbedder::Unreadable(tokenizer_file.display().to_string(), "a tokenizer"))?;
        let cut = TruncationParams { max_length: MOST_TOKENS, ..TruncationParams::default() };
        tokenizer
            .with_truncation(Some(cut))
            .map_err(|_| NotAnEmbedder::Unreadable(tokenizer_file.display().to_string(), "a tokenizer"))?;
        tokenizer.with_padding(None);
        let input = |name: &'static str| {
            model.find_node(name).ok_or_else(|| NotAnEmbedder::Another(model_name.clone(), name))
        };
        let (ids, mask) = (input("input_ids")?, input("attention_mask")?);
        let types = model.find_node("token_type_ids").filter(|node| model.input_ids().contains(node));
        let output = model.find_node("last_hidden_state").or_else(|| model.output_ids().first().copied());
        let output = output.ok_or(NotAnEmbedder::Another(model_name.clone(), "output"))?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let hurried = Arc::new(ThreadPool::with_num_threads(cores.min(MOST_THREADS)));
        let patient = Arc::new(ThreadPool::with_num_threads(1));
        Ok(Self { ids, mask, types, output, model, tokenizer, hurried, patient })
    }

    fn embed(&self, text: &str, threads: &Arc<ThreadPool>) -> Result<Vec<f32>, Failure> {
        let tokens = self.tokenizer.encode(text, true).map_err(|_| broken())?;
        let count = tokens.len();
        if count == 0 {
            return Err(broken());
        }
        let row = |numbers: &[u32]| {
            let numbers: Vec<i32> = numbers.iter().map(|n| i32::try_from(*n).unwrap_or(0)).collect();
            Value::from_shape([1, count], numbers).map_err(|_| broken())
        };
        let mask = tokens.get_attention_mask();
        let mut inputs = vec![(self.ids, row(tokens.get_ids())?.into()), (self.mask, row(mask)?.into())];
        if let Some(types) = self.types {
            inputs.push((types, row(&vec![0; count])?.into()));
        }
        let mut options = RunOptions::default();
        options.thread_pool = Some(threads.clone());
        let mut output = self.model.run(inputs, &[self.output], Some(options)).map_err(|_| broken())?;
        let layer = output.pop().ok_or_else(broken)?;
        let ([_, rows, width], numbers) = layer.into_shape_vec::<f32, 3>().map_err(|_| broken())?;
        let mut mean = vec![0.0f32; width];
        for (row, _) in numbers.chunks(width.max(1)).take(rows).zip(mask).filter(|(_, mask)| **mask > 0) {
            mean.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
        }
        unit(&mut mean);
        Ok(mean)
    }
}

fn broken() -> Failure {
    Failure::skip(FailureReason::Internal, "The embedder could not read a text.")
}
