//! What a reranker on this machine costs: its first question, its memory, a passage, and many questions at once.
//!
//! `GORKD_BENCH_RERANKER=FOLDER` names the folder with model.onnx and tokenizer.json; without it nothing is measured.

use crate::{cpu_seconds, line, median, memory_mb};
use gorkd_core::ports::Reranker;
use gorkd_models::LocalReranker;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

const QUESTION: &str = "What happens to a running research job when its process is killed and started again?";
/// Twenty words; five times these are a passage of usual length.
const SENTENCE: &str = "When a worker dies in the middle of a job, another one finds its lease expired and \
    goes on. ";
/// Questions at once, and passages of each.
const MANY: usize = 20;
/// Nobody is cut short while a single question is measured.
const LONG: Duration = Duration::from_secs(600);
/// What a question may take among many.
const SHORT: Duration = Duration::from_secs(4);

pub fn figures() {
    let Some(folder) = std::env::var_os("GORKD_BENCH_RERANKER").filter(|named| !named.is_empty()) else {
        return;
    };
    let folder = PathBuf::from(folder);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let before = memory_mb("self");
        let reranker = LocalReranker::new(&folder).expect("a reranker");
        let began = Instant::now();
        reranker.check().await.expect("it works");
        line("reranker, the first question", format!("{:.0} ms", began.elapsed().as_secs_f64() * 1000.0), "");
        line("memory of a loaded reranker (RssAnon)", format!("{:.0} MB", memory_mb("self") - before), "");
        for count in [20, 50] {
            let passages: Vec<String> =
                (0..count).map(|at| format!("{at}. {}", SENTENCE.repeat(5))).collect();
            let (began, cpu) = (Instant::now(), cpu_seconds());
            reranker.rank(QUESTION, &passages, LONG).await.expect("scores");
            let each = |seconds: f64| format!("{:.1} ms", seconds * 1000.0 / f64::from(count));
            line(&format!("one of {count} passages of 100 words"), each(began.elapsed().as_secs_f64()), "");
            line("CPU of it", each(cpu_seconds() - cpu), "");
        }
        at_once(Arc::new(reranker)).await;
    });
}

/// Many questions at the same time, none of which may wait long.
async fn at_once(reranker: Arc<LocalReranker>) {
    let passages: Vec<String> = (0..MANY).map(|at| format!("{at}. {}", SENTENCE.repeat(5))).collect();
    let asked = (0..MANY).map(|_| {
        let (reranker, passages) = (reranker.clone(), passages.clone());
        tokio::spawn(async move {
            let began = Instant::now();
            let scores = reranker.rank(QUESTION, &passages, SHORT).await.expect("scores");
            (began.elapsed().as_secs_f64(), scores.into_iter().flatten().count())
        })
    });
    let ended: Vec<_> = futures::future::join_all(asked).await;
    let (times, scored): (Vec<f64>, Vec<usize>) = ended.into_iter().map(|one| one.expect("it ends")).unzip();
    let longest = times.iter().copied().fold(0.0, f64::max);
    line("20 questions at once with 20 passages each, median", format!("{:.1} s", median(times)), "8 s");
    line("the longest of them", format!("{longest:.1} s"), "");
    line("passages scored for the question that had fewest", scored.into_iter().min().unwrap_or(0), "1");
}
