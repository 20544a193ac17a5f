//! How many jobs this machine can run at once, if settings do not say.
//!
//! A running job mostly waits for others. So the limits are memory for what it has read and file descriptors
//! for its connections, before CPU time. The limit per provider or model is separate (`bulkheads`).

use std::sync::OnceLock;

/// Bytes per running job: twenty jobs with 18 pages each took 105 MB when they held the texts of their pages
/// throughout. They no longer do, so this is cautious.
const BYTES_PER_JOB: u64 = 5 << 20;
/// File descriptors reserved for the store, the reader's children and clients.
const RESERVED_FILES: u64 = 256;
/// File descriptors per running job. Twice as many jobs as fit may run while half of them wait for slow servers.
const FILES_PER_JOB: u64 = 8;
/// Running jobs per core; with more, they only wait for each other.
const JOBS_PER_CORE: u64 = 100;
/// The range of results, however small or large the machine is.
const MIN_JOBS: u64 = 4;
const MOST: u64 = 500;
/// Used if nothing can be determined.
const DEFAULT_JOBS: u64 = 100;

/// `setting` is `worker.jobs`; 0 for as many as there is room for. The result stays the same for the life of
/// the process.
pub fn jobs(setting: usize) -> usize {
    static ROOM: OnceLock<u64> = OnceLock::new();
    match setting {
        0 => usize::try_from(*ROOM.get_or_init(|| fitting(memory(), files(), cores()))).unwrap_or(usize::MAX),
        jobs => jobs,
    }
}

/// Uses half of the free memory, and leaves the other half to the rest of the process and the machine.
fn fitting(memory: Option<u64>, files: Option<u64>, cores: u64) -> u64 {
    let by_memory = memory.map_or(DEFAULT_JOBS, |free| free / 2 / BYTES_PER_JOB);
    let by_files = files.map_or(MOST, |files| files.saturating_sub(RESERVED_FILES) / (2 * FILES_PER_JOB));
    by_memory.min(by_files).min(cores * JOBS_PER_CORE).clamp(MIN_JOBS, MOST)
}

/// Cores available to this process.
fn cores() -> u64 {
    std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64)
}

/// Free memory in bytes: of the machine, and within the limits of this process's control groups.
fn memory() -> Option<u64> {
    let free = free_of(&read("/proc/meminfo")?)?;
    let groups = read("/proc/self/cgroup").unwrap_or_default();
    let within = groups.lines().find_map(|line| line.strip_prefix("0::")).unwrap_or("/");
    let mut folder = std::path::Path::new(GROUPS).join(within.trim_start_matches('/'));
    let mut least = free;
    while folder.starts_with(GROUPS) {
        let of = |name: &str| read(folder.join(name)).unwrap_or_default();
        let room = free_in(&of("memory.max"), &of("memory.current"), &of("memory.stat"));
        least = least.min(room.unwrap_or(free));
        if !folder.pop() {
            break;
        }
    }
    Some(least)
}

/// Where control groups (version 2) are mounted; see cgroups(7).
const GROUPS: &str = "/sys/fs/cgroup";

fn read(path: impl AsRef<std::path::Path>) -> Option<String> {
    std::fs::read_to_string(path).ok()
}

/// `MemAvailable` in proc_meminfo(5), in bytes.
fn free_of(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? << 10)
}

/// Memory that a group may still use, in bytes. Inactive file pages are reclaimed on demand, so they count as
/// free.
fn free_in(max: &str, current: &str, stat: &str) -> Option<u64> {
    let max: u64 = max.trim().parse().ok()?;
    let current: u64 = current.trim().parse().ok()?;
    let files = stat.lines().find_map(|line| line.strip_prefix("inactive_file "));
    let files: u64 = files.and_then(|files| files.trim().parse().ok()).unwrap_or_default();
    Some(max.saturating_sub(current.saturating_sub(files)))
}

/// Number of files that this process may open. Raises the soft limit as far as allowed.
#[cfg(unix)]
fn files() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    const ENOUGH: u64 = 65_536;
    let limit = getrlimit(Resource::Nofile);
    let wanted = limit.maximum.map_or(ENOUGH, |highest| highest.min(ENOUGH));
    if limit.current.is_some_and(|current| current < wanted) {
        let raised = Rlimit { current: Some(wanted), maximum: limit.maximum };
        // If it cannot be raised, it stays as it was.
        let _ = setrlimit(Resource::Nofile, raised);
    }
    getrlimit(Resource::Nofile).current
}

#[cfg(not(unix))]
fn files() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_fit_into_half_of_the_free_memory_into_open_files_and_on_the_cores() {
        let gigabytes = |of: u64| Some(of << 30);
        assert_eq!(fitting(gigabytes(1), Some(65_536), 8), 102);
        assert_eq!(fitting(gigabytes(64), None, 8), MOST);
        assert_eq!(fitting(gigabytes(64), Some(1_024), 8), 48);
        assert_eq!(fitting(Some(0), Some(0), 8), MIN_JOBS);
        assert_eq!(fitting(None, None, 8), DEFAULT_JOBS);
        assert_eq!(fitting(gigabytes(64), None, 2), 200, "two cores");
    }

    #[test]
    fn a_setting_is_taken_as_it_is() {
        assert_eq!(jobs(3), 3);
        assert!((MIN_JOBS..=MOST).contains(&(jobs(0) as u64)));
        assert_eq!(jobs(0), jobs(0));
    }

    #[test]
    fn memory_is_read_as_the_kernel_tells_it() {
        let meminfo = "MemTotal:        8000 kB\nMemFree:          100 kB\nMemAvailable:    2048 kB\n";
        assert_eq!(free_of(meminfo), Some(2 << 20));
        assert_eq!(free_of("MemTotal: 8000 kB\n"), None);
        let stat = "anon 700\nfile 250\ninactive_file 200\nactive_file 50\n";
        assert_eq!(free_in("1000\n", "950\n", stat), Some(250));
        assert_eq!(free_in("1000\n", "1200\n", ""), Some(0));
        assert_eq!(free_in("max\n", "950\n", stat), None, "no limit");
        assert_eq!(free_in("", "", ""), None, "no such group");
    }
}
