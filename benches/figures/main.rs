//! What gorkd costs, as a table in Markdown: `make bench`. Wall times on a busy machine say little; look at the ratios
//! and at the CPU times.
//!
//! `make bench ARGS='crowd waiting'` measures what these words are part of the name of. `--store postgres` (or
//! `GORKD_BENCH_STORE=postgres`) keeps the jobs in a Postgres server, which is started for this from the machine's own
//! package and waits for no disk.
//! `GORKD_BENCH_DATA=FOLDER` names a folder of documents for the library; without it a made-up one is used.
//! `GORKD_BENCH_EMBEDDER=FOLDER` names an embedder, for its own figures and for known answers.
//! `GORKD_BENCH_RERANKER=FOLDER` names a reranker, for its own figures.

mod bench;
mod embedder;
mod engine;
mod known;
mod measure;
mod processes;
mod ranking;
mod reading;
mod store;
mod streams;
mod waiting;
// The simulated web of the tests, of which this needs a part.
#[allow(dead_code)]
#[path = "../../tests/world/web.rs"]
mod web;
mod world;

use measure::{cpu_seconds, memory_mb};
use store::Kept;

type Figure = (&'static str, fn(Kept));

/// Figures by name, in the order in which they are measured.
const FIGURES: [Figure; 9] = [
    ("engine-rate", engine::rate),
    ("engine-pages", engine::pages),
    ("engine-crowd", engine::crowd),
    ("reading", |_| reading::figures()),
    ("embedder", |_| embedder::figures()),
    ("reranker", |_| ranking::figures()),
    ("processes", processes::figures),
    ("known", known::figures),
    ("waiting", waiting::figures),
];

fn main() {
    let (only, kept) = options(std::env::args().skip(1));
    let wanted = |name: &str| only.is_empty() || only.iter().any(|part| name.contains(part.as_str()));
    row("figure", kept.name(), "aim");
    println!("| {:-<FIGURE$} | {:->MEASURED$}: | {:-<AIM$} |", "", "", "");
    for (name, figures) in FIGURES {
        if wanted(name) {
            figures(kept);
        }
    }
}

/// The parts of names, and where jobs are kept.
fn options(args: impl Iterator<Item = String>) -> (Vec<String>, Kept) {
    let (mut only, mut store) = (Vec::new(), std::env::var("GORKD_BENCH_STORE").ok());
    let mut args = args;
    while let Some(arg) = args.next() {
        if arg == "--store" {
            store = args.next();
        } else if let Some(named) = arg.strip_prefix("--store=") {
            store = Some(named.to_owned());
        } else if !arg.starts_with('-') {
            // Of the other options, `cargo bench` hands over some of its own.
            only.push(arg);
        }
    }
    (only, Kept::named(store.as_deref().unwrap_or_default()))
}

const FIGURE: usize = 62;
const MEASURED: usize = 14;
const AIM: usize = 8;

/// One line of the table.
pub fn line(figure: &str, measured: impl std::fmt::Display, aim: &str) {
    row(figure, &measured.to_string(), aim);
}

fn row(figure: &str, measured: &str, aim: &str) {
    println!("| {figure:<FIGURE$} | {measured:>MEASURED$}  | {aim:<AIM$} |");
}

/// The middle one; zero of none.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}
