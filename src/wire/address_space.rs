//! Whether the limit on this process's address space (`RLIMIT_AS`, `ulimit -v`) leaves it enough.
//!
//! Address space isn't memory: the program and its libraries are mapped with all their code, every thread has a
//! stack, and the allocator reserves 64 MB for each thread; most of it is never touched. Under a low limit, the
//! next allocation fails in whichever library makes it, which ends the process without a word that helps. That
//! can't be mended there, so a limit that will not do is refused at the start.

use gorkd_words::Msg;

/// In bytes. With 48 jobs at once, a process on two cores took 1.2 GB, and did well with 1.3.
const BASE: u64 = 1 << 30;
/// For each core: a thread of the runtime, those that block for it, and what the allocator reserves for them.
const PER_CORE: u64 = 128 << 20;

/// What to say if the limit is too low.
pub fn too_small() -> Option<Msg> {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    shortage(limit(), cores)
}

fn shortage(limit: Option<u64>, cores: u64) -> Option<Msg> {
    let needed = BASE + cores * PER_CORE;
    let limit = limit.filter(|limit| *limit < needed)?;
    Some(Msg::AddressSpaceShort { limit: limit >> 20, needed: needed >> 20 })
}

#[cfg(unix)]
fn limit() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::As).current
}

#[cfg(not(unix))]
fn limit() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_too_small_below_what_the_cores_need() {
        assert_eq!(shortage(None, 64), None, "no limit");
        assert_eq!(shortage(Some(1_280 << 20), 2), None);
        let short = Msg::AddressSpaceShort { limit: 300, needed: 1_280 };
        assert_eq!(shortage(Some(300 << 20), 2), Some(short));
        assert_eq!(
            shortage(Some(2_047 << 20), 8),
            Some(Msg::AddressSpaceShort { limit: 2_047, needed: 2_048 })
        );
    }
}
