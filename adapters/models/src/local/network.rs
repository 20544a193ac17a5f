//! A BERT-like network with its tokenizer, shared by embedders and rerankers.

use super::describe::{BadFolder, Kind, TOKENIZER, WEIGHTS};
use gorkd_core::model::{Failure, FailureReason};
use rten::{Model, ModelOptions, NodeId, RunOptions, ThreadPool, Value};
use std::path::Path;
use std::sync::Arc;
use tokenizers::{Encoding, Tokenizer};

pub struct Network {
    model: Model,
    tokenizer: Tokenizer,
    ids: NodeId,
    mask: NodeId,
    /// Some models need to know which of two texts a token is from.
    types: Option<NodeId>,
    output: NodeId,
}

impl Network {
    /// Loads the files of a folder. `output` is the usual name of the network's output; if there is none by
    /// that name, the first one is used.
    pub fn read(folder: &Path, kind: Kind, output: &str) -> Result<Self, BadFolder> {
        let (weights, tokenizer) = (folder.join(WEIGHTS), folder.join(TOKENIZER));
        let named = weights.display().to_string();
        // Without prepacking, a short text spends most of its time rearranging the same weights.
        let model = ModelOptions::with_all_ops()
            .prepack_weights(true)
            .load_file(&weights)
            .map_err(|_| BadFolder::Unreadable(named.clone(), "an ONNX model"))?;
        let mut tokenizer = Tokenizer::from_file(&tokenizer)
            .map_err(|_| BadFolder::Unreadable(tokenizer.display().to_string(), "a tokenizer"))?;
        // Callers truncate, because they know which part can go. Texts run alone, so padding would be wasted
        // work.
        let untouched = tokenizer.with_truncation(None).map(|_| ());
        untouched.map_err(|_| BadFolder::Unreadable(named.clone(), "a tokenizer"))?;
        tokenizer.with_padding(None);
        let lacks = |what: &str| BadFolder::OtherModel(named.clone(), kind, what.to_owned());
        let input = |name: &str| {
            let node = model.find_node(name).filter(|node| model.input_ids().contains(node));
            node.ok_or_else(|| lacks(&format!("input {name}")))
        };
        let (ids, mask, types) =
            (input("input_ids")?, input("attention_mask")?, input("token_type_ids").ok());
        let named_output = model.find_node(output).filter(|node| model.output_ids().contains(node));
        let output = named_output.or_else(|| model.output_ids().first().copied());
        let output = output.ok_or_else(|| lacks("output"))?;
        Ok(Self { model, tokenizer, ids, mask, types, output })
    }

    /// A text as tokens, without special tokens.
    pub fn tokens(&self, text: &str) -> Result<Encoding, Failure> {
        self.tokenizer.encode_fast(text, false).map_err(|_| broken())
    }

    /// One or two texts, with the special tokens that the network expects.
    pub fn with_marks(&self, first: Encoding, second: Option<Encoding>) -> Result<Encoding, Failure> {
        self.tokenizer.post_process(first, second, true).map_err(|_| broken())
    }

    /// Tokens left for texts once special tokens are added.
    pub fn room(&self, most: usize, texts: usize) -> usize {
        use tokenizers::PostProcessor;
        let marks = self.tokenizer.get_post_processor().map_or(0, |marks| marks.added_tokens(texts > 1));
        most.saturating_sub(marks)
    }

    /// Runs the network over one row of tokens.
    pub fn run(&self, tokens: &Encoding, threads: &Arc<ThreadPool>) -> Result<Value, Failure> {
        let count = tokens.len();
        if count == 0 {
            return Err(broken());
        }
        let row = |numbers: &[u32]| {
            let numbers: Vec<i32> = numbers.iter().map(|n| i32::try_from(*n).unwrap_or(0)).collect();
            Value::from_shape([1, count], numbers).map_err(|_| broken())
        };
        let mut inputs = vec![
            (self.ids, row(tokens.get_ids())?.into()),
            (self.mask, row(tokens.get_attention_mask())?.into()),
        ];
        if let Some(types) = self.types {
            inputs.push((types, row(tokens.get_type_ids())?.into()));
        }
        let mut options = RunOptions::default();
        options.thread_pool = Some(threads.clone());
        let mut output = self.model.run(inputs, &[self.output], Some(options)).map_err(|_| broken())?;
        output.pop().ok_or_else(broken)
    }
}

pub fn broken() -> Failure {
    Failure::skip(FailureReason::Internal, "The ranking model could not read a text.")
}
