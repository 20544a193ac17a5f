//! Memory and processor time, as the kernel tells them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// Memory of a process that is not a file's: what it really takes.
pub fn memory_mb(process: &str) -> f64 {
    anonymous_kb(process) as f64 / 1000.0
}

fn anonymous_kb(process: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|kb| kb.parse().ok()).unwrap_or_default()
}

/// How often the memory is looked at for its peak.
const LOOK: Duration = Duration::from_millis(20);

/// The most memory that this process takes while somebody watches.
pub struct Peak {
    over: Arc<AtomicBool>,
    most: Arc<AtomicU64>,
    watching: JoinHandle<()>,
}

impl Peak {
    pub fn watch() -> Self {
        let (over, most) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let (ended, seen) = (over.clone(), most.clone());
        let watching = std::thread::spawn(move || {
            while !ended.load(Ordering::Relaxed) {
                seen.fetch_max(anonymous_kb("self"), Ordering::Relaxed);
                std::thread::park_timeout(LOOK);
            }
        });
        Self { over, most, watching }
    }

    /// In megabytes.
    pub fn end(self) -> f64 {
        self.over.store(true, Ordering::Relaxed);
        self.watching.thread().unpark();
        self.watching.join().expect("it only looks");
        self.most.load(Ordering::Relaxed) as f64 / 1000.0
    }
}

/// Processor seconds, user and system, that were used up to now.
#[derive(Clone, Copy, Debug)]
pub struct Cpu {
    /// By this process, with all its threads.
    pub own: f64,
    /// By its children and theirs: readers of pages, a database that was started.
    pub children: f64,
}

impl Cpu {
    pub fn now() -> Self {
        let (here, known) = (std::process::id(), processes());
        let mut all = BTreeSet::from([here]);
        loop {
            let before = all.len();
            let is_child = |(_, one): &(&u32, &Process)| all.contains(&one.parent);
            let children: Vec<u32> = known.iter().filter(is_child).map(|(id, _)| *id).collect();
            all.extend(children);
            if all.len() == before {
                break;
            }
        }
        let own = known.get(&here).map_or(0.0, |one| one.own);
        let of = |id: &u32| known.get(id).map_or(0.0, |one| one.own + one.reaped);
        Self { own, children: all.iter().map(of).sum::<f64>() - own }
    }

    pub fn since(&self, earlier: &Self) -> Self {
        Self { own: self.own - earlier.own, children: self.children - earlier.children }
    }

    pub fn all(&self) -> f64 {
        self.own + self.children
    }
}

/// The same of this process alone.
pub fn cpu_seconds() -> f64 {
    Cpu::now().own
}

struct Process {
    parent: u32,
    own: f64,
    /// Of children that have ended and were waited for.
    reaped: f64,
}

fn processes() -> BTreeMap<u32, Process> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    ids.filter_map(|id| Some((id, process(id)?))).collect()
}

/// proc(5): the second field is the program's name in brackets and may hold spaces; the fourth is the parent, and 14 to
/// 17 are user and system time of the process and of its ended children, in hundredths of a second (USER_HZ is 100 on
/// every Linux that gorkd runs on).
fn process(id: u32) -> Option<Process> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let seconds = |at: usize| fields.get(at)?.parse::<f64>().ok().map(|hundredths| hundredths / 100.0);
    let parent = fields.get(1)?.parse().ok()?;
    Some(Process { parent, own: seconds(11)? + seconds(12)?, reaped: seconds(13)? + seconds(14)? })
}
