//! What a child gives up before it touches a document: files, the network, other programs and processes.
//!
//! A child has pipes and memory, and needs nothing else. Two mechanisms of Linux hold it to that, each without
//! the other: Landlock, which the kernel checks where objects are opened, and a seccomp filter, which it checks
//! where system calls come in. Neither needs privileges. Where the kernel lacks one, or a container forbids it,
//! the child works as before, and `gorkd doctor` says so. On other systems there is neither.

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod calls;
#[cfg(all(test, target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod tests;

use serde::{Deserialize, Serialize};

/// What holds a child.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Sandbox {
    /// A Landlock domain: no files, no TCP, no signals to others, as far as the kernel's Landlock goes.
    pub landlock: bool,
    /// The seccomp filter.
    pub seccomp: bool,
}

/// Shuts the calling thread and all that it starts in, for good.
pub fn enter() -> Sandbox {
    // Landlock comes first: it needs system calls of its own.
    let landlock = restrict();
    Sandbox { landlock, seccomp: filter() }
}

/// Forbids everything that this version of Landlock can forbid, without exceptions. A kernel that knows less
/// forbids what it knows.
#[cfg(target_os = "linux")]
fn restrict() -> bool {
    use landlock::{
        ABI, Access, AccessFs, AccessNet, RestrictionStatus, Ruleset, RulesetAttr, RulesetError,
        RulesetStatus, Scope,
    };
    let restricted = || -> Result<RestrictionStatus, RulesetError> {
        Ruleset::default()
            .handle_access(AccessFs::from_all(ABI::V10))?
            .handle_access(AccessNet::from_all(ABI::V10))?
            .scope(Scope::from_all(ABI::V10))?
            .create()?
            .restrict_self()
    };
    restricted().is_ok_and(|status| status.ruleset != RulesetStatus::NotEnforced)
}

#[cfg(not(target_os = "linux"))]
fn restrict() -> bool {
    false
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
fn filter() -> bool {
    calls::refuse().is_ok()
}

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
fn filter() -> bool {
    false
}
