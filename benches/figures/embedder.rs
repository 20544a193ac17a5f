//! What an embedder on this machine costs: its first text, its memory, and a question.
//!
//! `GORKD_BENCH_EMBEDDER=FOLDER` names the folder with model.onnx and tokenizer.json; without it nothing is measured.

use crate::{cpu_seconds, line, median, memory_mb};
use gorkd_core::model::Reach;
use gorkd_core::ports::{Embedder, TextRole};
use gorkd_models::LocalEmbedder;
use std::path::PathBuf;
use std::time::Instant;

/// Fifteen words.
const QUESTION: &str = "What happens to a running research job when its process is killed and started again?";
const TIMES: usize = 50;

pub fn figures() {
    let Some(folder) = std::env::var_os("GORKD_BENCH_EMBEDDER").filter(|named| !named.is_empty()) else {
        return;
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let before = memory_mb("self");
        let embedder = LocalEmbedder::new(&PathBuf::from(folder)).expect("an embedder");
        let question = [QUESTION.to_owned()];
        let began = Instant::now();
        embedder.embed(&question, TextRole::Question, Reach::NEAR).await.expect("a vector");
        line("embedder, the first question", format!("{:.0} ms", began.elapsed().as_secs_f64() * 1000.0), "");
        line("memory of a loaded embedder (RssAnon)", format!("{:.0} MB", memory_mb("self") - before), "");
        let (mut took, cpu) = (Vec::new(), cpu_seconds());
        for _ in 0..TIMES {
            let began = Instant::now();
            embedder.embed(&question, TextRole::Question, Reach::NEAR).await.expect("a vector");
            took.push(began.elapsed().as_secs_f64() * 1000.0);
        }
        let cpu = (cpu_seconds() - cpu) * 1000.0 / TIMES as f64;
        line("embedding of a question, median", format!("{:.1} ms", median(took)), "15 ms");
        line("CPU of it", format!("{cpu:.1} ms"), "");
    });
}
