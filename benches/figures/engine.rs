//! What the engine adds to the waits of the world, how many jobs it gets through when nothing waits, and what many at
//! once take.

use crate::bench::{Bench, Setup};
use crate::measure::{Cpu, Peak};
use crate::store::Kept;
use crate::world::Waits;
use crate::{line, median, memory_mb};
use gorkd_core::job::{Job, Stage};
use gorkd_core::view::view;
use std::time::Duration;

/// Pages of a thorough job.
const PAGES: u32 = 18;
/// Jobs that the rate is taken from, and that run before it is.
const JOBS: usize = 200;
const BEFORE: usize = 16;
/// Jobs at once on slow calls.
const CROWD: usize = 1_000;

/// How many jobs and events there are a second when no call takes any time, and the processor time of a job.
pub fn rate(kept: Kept) {
    runtime().block_on(async {
        let bench = Bench::start(Setup { kept, waits: Waits::default(), jobs: 20, pages: PAGES }).await;
        bench.run_all(BEFORE).await;
        let before = Cpu::now();
        let (took, events) = bench.run_all(JOBS).await;
        let cpu = Cpu::now().since(&before);
        bench.end().await;
        let a_second = |count: usize| format!("{:.0}", count as f64 / took.as_secs_f64());
        let a_job = |seconds: f64| format!("{:.0} ms", seconds * 1000.0 / JOBS as f64);
        line("jobs of 18 pages a second, no call takes time", a_second(JOBS), "");
        line("their events a second", a_second(events), "");
        line("CPU of such a job", a_job(cpu.own), "80 ms");
        line("  and of the database for it", a_job(cpu.children), "");
    });
}

/// How much longer than the waits of its calls a job of 18 pages takes.
pub fn pages(kept: Kept) {
    runtime().block_on(async {
        for (at_once, rounds, aim) in [(1, 9, "1.02"), (20, 3, "1.05"), (100, 2, "1.4")] {
            let ratio = over_waits(kept, at_once, rounds).await;
            line(
                &format!("jobs of 18 pages over their waits, {at_once} at once"),
                format!("{ratio:.3}"),
                aim,
            );
        }
    });
}

/// The time of the median job, as a multiple of the waits that follow one another in it.
async fn over_waits(kept: Kept, at_once: usize, rounds: usize) -> f64 {
    let waits = Waits::usual();
    let bench = Bench::start(Setup { kept, waits, jobs: at_once, pages: PAGES }).await;
    bench.run(1).await;
    let mut ratios = Vec::new();
    for _ in 0..rounds {
        for (job, took) in bench.run(at_once).await {
            ratios.push(took.as_secs_f64() / critical_path(&job, waits).as_secs_f64());
        }
    }
    bench.end().await;
    median(ratios)
}

/// What a thousand jobs take that run at once, each call of which takes a second.
pub fn crowd(kept: Kept) {
    runtime().block_on(async {
        let second = Duration::from_secs(1);
        let waits = Waits { search: second, page: second, model: second, token: Duration::ZERO };
        let bench = Bench::start(Setup { kept, waits, jobs: CROWD, pages: PAGES }).await;
        bench.run(1).await;
        let (before, cpu, peak) = (memory_mb("self"), Cpu::now(), Peak::watch());
        let (took, _) = bench.run_all(CROWD).await;
        let (peak, cpu) = (peak.end(), Cpu::now().since(&cpu));
        bench.end().await;
        line("1,000 jobs at once, calls of 1 s: peak memory (RssAnon)", format!("{peak:.0} MB"), "500 MB");
        let each = (peak - before) * 1000.0 / CROWD as f64;
        line("  memory a running job", format!("{each:.0} KB"), "");
        line("  time until all are over", format!("{:.0} s", took.as_secs_f64()), "");
        line("  CPU a job", format!("{:.0} ms", cpu.all() * 1000.0 / CROWD as f64), "");
    });
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime")
}

/// Waits that had to follow one another: each stage's longest, since all calls of a stage run at once.
fn critical_path(job: &Job, waits: Waits) -> Duration {
    let stages = view(job).metadata.stages;
    stages
        .iter()
        .map(|stage| match stage.stage {
            Stage::Search => waits.search,
            Stage::Read => waits.page,
            Stage::Clarify | Stage::Plan | Stage::Evaluate | Stage::Synthesize | Stage::Verify => {
                waits.model * stage.calls + waits.token * stage.tokens.output as u32
            }
        })
        .sum()
}
