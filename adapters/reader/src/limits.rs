//! The limits that a child sets on itself before it touches a document.
//!
//! They need no privilege and no code between fork and exec: the child is our own program, and lowers its own
//! limits as the first thing it does.

use crate::wire::Hello;
use rustix::process::{Pid, Resource, Rlimit, Signal};
use std::io;
use std::time::Duration;

/// Limits for the child's whole life: memory, files, no core dump, no files written, no further rights, low priority,
/// and an end together with its parent.
pub fn settle(hello: &Hello) -> io::Result<()> {
    end_with_parent(hello.parent)?;
    // Nothing that it may be made to run gets more rights than it has.
    rustix::thread::set_no_new_privs(true)?;
    set(Resource::As, address_space().saturating_add(hello.memory))?;
    set(Resource::Nofile, hello.files)?;
    set(Resource::Core, 0)?;
    set(Resource::Fsize, 0)?;
    // Being polite is not a condition for working: some containers forbid it.
    let _ = rustix::process::nice(hello.niceness);
    Ok(())
}

/// Raises the CPU limit for one more document. The kernel counts whole seconds: what the child has used so
/// far is rounded down, so that a document never gets more than `seconds`.
pub fn allow_cpu(seconds: u64) -> io::Result<()> {
    let soft = cpu_time().as_secs() + seconds;
    let hard = rustix::process::getrlimit(Resource::Cpu).maximum;
    Ok(rustix::process::setrlimit(Resource::Cpu, Rlimit { current: Some(soft), maximum: hard })?)
}

/// CPU time that this process has used.
pub fn cpu_time() -> Duration {
    let used = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(used.tv_sec.unsigned_abs(), u32::try_from(used.tv_nsec).unwrap_or(0))
}

fn set(resource: Resource, limit: u64) -> io::Result<()> {
    // A limit that is already lower stays.
    let limit = rustix::process::getrlimit(resource).maximum.map_or(limit, |highest| highest.min(limit));
    Ok(rustix::process::setrlimit(resource, Rlimit { current: Some(limit), maximum: Some(limit) })?)
}

/// The signal is sent when the thread that started this process ends; a parent that is gone already sends
/// none, so that case is looked at afterwards.
fn end_with_parent(parent: i32) -> io::Result<()> {
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
    if rustix::process::getppid().map(Pid::as_raw_nonzero).map(i32::from) == Some(parent) {
        Ok(())
    } else {
        Err(io::Error::other("the parent is gone"))
    }
}

/// Address space in use, in bytes; a program's own code and libraries count, so the memory limit is set above
/// it. A guess where the system does not tell.
fn address_space() -> u64 {
    const GUESS: u64 = 256 << 20;
    let pages = std::fs::read_to_string("/proc/self/statm")
        .ok()
        .and_then(|statm| statm.split_whitespace().next()?.parse::<u64>().ok());
    pages.map_or(GUESS, |pages| pages.saturating_mul(rustix::param::page_size() as u64))
}
