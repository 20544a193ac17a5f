//! What gorkd costs, as a table: `make bench`. Wall times on a busy machine say little; look at the ratios and at the
//! CPU times.
//!
//! `GORKD_BENCH_DATA=FOLDER` names a folder of documents for the library; without it a made-up one is used.
//! `GORKD_BENCH_EMBEDDER=FOLDER` names an embedder, for its own figures and for known answers.
//! `GORKD_BENCH_RERANKER=FOLDER` names a reranker, for its own figures.

mod embedder;
mod engine;
mod known;
mod processes;
mod ranking;
mod reading;
mod streams;
mod waiting;
// The simulated web of the tests, of which this needs a part.
#[allow(dead_code)]
#[path = "../../tests/world/web.rs"]
mod web;
mod world;

fn main() {
    // `cargo test` and `cargo bench` hand over options of their own; a filter by name is the one that is used.
    let only: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let wanted = |name: &str| only.is_empty() || only.iter().any(|part| name.contains(part.as_str()));
    println!("{:<58} {:>14}   aim", "figure", "measured");
    if wanted("engine") {
        engine::figures();
    }
    if wanted("reading") {
        reading::figures();
    }
    if wanted("embedder") {
        embedder::figures();
    }
    if wanted("reranker") {
        ranking::figures();
    }
    if wanted("processes") {
        processes::figures();
    }
    if wanted("known") {
        known::figures();
    }
    if wanted("waiting") {
        waiting::figures();
    }
}

/// One line of the table.
pub fn line(figure: &str, measured: impl std::fmt::Display, aim: &str) {
    println!("{figure:<58} {:>14}   {aim}", measured.to_string());
}

/// The middle one; zero of none.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

/// Memory of a process that is not a file's: what it really takes.
pub fn memory_mb(process: &str) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|kb| kb.parse::<f64>().ok()).unwrap_or_default() / 1000.0
}

/// Processor seconds that this process has used, by all its threads.
pub fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The second field is the program's name in brackets and may hold spaces; 14 and 15 are user and system time
    // in hundredths of a second (proc(5); USER_HZ is 100 on every Linux that gorkd runs on).
    let after = stat.rsplit(')').next().unwrap_or_default();
    let fields: Vec<f64> = after.split_whitespace().map(|field| field.parse().unwrap_or(0.0)).collect();
    fields.get(11..13).map_or(0.0, |both| both.iter().sum::<f64>() / 100.0)
}
