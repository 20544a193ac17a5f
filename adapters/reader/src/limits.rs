//! The limits that a child puts on itself before it touches a document.
//!
//! This needs no privileges and no code between fork and exec: the child is our own program and lowers its
//! own limits first.

use crate::wire::Hello;
use rustix::process::{Pid, Resource, Rlimit, Signal};
use std::io;
use std::time::Duration;

/// Sets limits for the child's lifetime, before the sandbox, which refuses most of this: memory, open files, no
/// core dumps, no writing of files, no new privileges, low priority, and termination with its parent.
pub fn settle(hello: &Hello) -> io::Result<()> {
    end_with_parent(hello.parent)?;
    // Nothing that it might be tricked into running gains privileges.
    rustix::thread::set_no_new_privs(true)?;
    set(Resource::As, address_space().saturating_add(hello.memory))?;
    set(Resource::Nofile, hello.files)?;
    set(Resource::Core, 0)?;
    set(Resource::Fsize, 0)?;
    // Some containers forbid this, and it is not essential.
    let _ = rustix::process::nice(hello.niceness);
    Ok(())
}

/// Closes descriptors that gorkd inherited and passed on: its parent may have left files or connections open, and no
/// sandbox takes away what is already open. gorkd's own descriptors close on exec.
#[cfg(target_os = "linux")]
pub fn close_inherited() {
    /// Standard input, output, and error.
    const STANDARD: i32 = 2;
    let number = |entry: std::fs::DirEntry| entry.file_name().to_str()?.parse::<i32>().ok();
    let entries = std::fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
    let open: Vec<i32> = entries.filter_map(number).filter(|open| *open > STANDARD).collect();
    for descriptor in open {
        // That of the folder itself is among them, and closed by now.
        let _ = nix::unistd::close(descriptor);
    }
}

#[cfg(not(target_os = "linux"))]
pub fn close_inherited() {}

/// Raises the CPU limit for one more document. The kernel counts whole seconds, so the time used so far is
/// rounded down: a document never gets more than `seconds`, nor more than gorkd's own limit.
pub fn allow_cpu(seconds: u64) -> io::Result<()> {
    let soft = cpu_time().as_secs() + seconds;
    let hard = rustix::process::getrlimit(Resource::Cpu).maximum;
    let soft = hard.map_or(soft, |hard| soft.min(hard));
    Ok(rustix::process::setrlimit(Resource::Cpu, Rlimit { current: Some(soft), maximum: hard })?)
}

/// CPU time used by this process.
pub fn cpu_time() -> Duration {
    let used = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(used.tv_sec.unsigned_abs(), u32::try_from(used.tv_nsec).unwrap_or(0))
}

fn set(resource: Resource, limit: u64) -> io::Result<()> {
    // A lower limit that is already set stays.
    let limit = rustix::process::getrlimit(resource).maximum.map_or(limit, |highest| highest.min(limit));
    Ok(rustix::process::setrlimit(resource, Rlimit { current: Some(limit), maximum: Some(limit) })?)
}

/// The signal is sent when the thread that started this process ends. A parent that is already gone sends
/// none, so that is checked afterwards.
fn end_with_parent(parent: i32) -> io::Result<()> {
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
    if rustix::process::getppid().map(Pid::as_raw_nonzero).map(i32::from) == Some(parent) {
        Ok(())
    } else {
        Err(io::Error::other("the parent is gone"))
    }
}

/// Address space in use, in bytes. It includes the program's code and libraries, so the memory limit is set
/// on top of it. A guess if the system does not say.
fn address_space() -> u64 {
    const GUESS: u64 = 256 << 20;
    let pages = std::fs::read_to_string("/proc/self/statm")
        .ok()
        .and_then(|statm| statm.split_whitespace().next()?.parse::<u64>().ok());
    pages.map_or(GUESS, |pages| pages.saturating_mul(rustix::param::page_size() as u64))
}
