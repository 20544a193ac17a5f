//! The system calls that are refused to a child.
//!
//! This is a list of what is forbidden, not of what is allowed. Which calls a program needs depends on its
//! allocator, its C library and their versions, and a call missing from a list of allowed ones ends a child on
//! somebody else's machine. What is forbidden depends on none of them: whatever reaches beyond the process.
//! Refused calls fail with EPERM and kill nothing, because libraries try some of them and manage without:
//! chrono looks for the time zone, and a thread pool for the number of cores.
//!
//! A list of what is forbidden must not be passed by calls that it doesn't know. So numbers above those of this
//! list's time don't exist for a child, as on an older kernel, nor do those of the x32 ABI, which are higher
//! still. Calls in another ABI, such as 32-bit ones, kill the process: that check is part of each filter.

use libc::c_long;
use seccompiler::{
    BackendError, BpfProgram, Error, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch, apply_filter, sock_filter,
};
use std::collections::BTreeMap;

#[cfg(target_arch = "x86_64")]
const ARCH: TargetArch = TargetArch::x86_64;
#[cfg(target_arch = "aarch64")]
const ARCH: TargetArch = TargetArch::aarch64;

/// The last call that this list was made with: 450 on all architectures, of Linux 5.17.
const LAST: c_long = libc::SYS_set_mempolicy_home_node;

/// Whatever takes a path, finds files in another way, or reaches all of them. A child has its pipes and opens
/// nothing.
const FILES: &[c_long] = &[
    libc::SYS_acct,
    libc::SYS_chdir,
    libc::SYS_chroot,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_fanotify_init,
    libc::SYS_fanotify_mark,
    libc::SYS_fchdir,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_fsconfig,
    libc::SYS_fsetxattr,
    libc::SYS_fsmount,
    libc::SYS_fsopen,
    libc::SYS_fspick,
    libc::SYS_getcwd,
    libc::SYS_getdents64,
    libc::SYS_getxattr,
    libc::SYS_inotify_add_watch,
    libc::SYS_inotify_init1,
    libc::SYS_lgetxattr,
    libc::SYS_linkat,
    libc::SYS_listxattr,
    libc::SYS_llistxattr,
    libc::SYS_lookup_dcookie,
    libc::SYS_lremovexattr,
    libc::SYS_lsetxattr,
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    libc::SYS_mkdirat,
    libc::SYS_mknodat,
    libc::SYS_mount,
    libc::SYS_mount_setattr,
    libc::SYS_move_mount,
    libc::SYS_name_to_handle_at,
    libc::SYS_newfstatat,
    libc::SYS_open_by_handle_at,
    libc::SYS_open_tree,
    libc::SYS_openat,
    libc::SYS_openat2,
    libc::SYS_pivot_root,
    libc::SYS_quotactl,
    libc::SYS_quotactl_fd,
    libc::SYS_readlinkat,
    libc::SYS_removexattr,
    libc::SYS_renameat2,
    libc::SYS_setxattr,
    libc::SYS_statfs,
    libc::SYS_statx,
    libc::SYS_swapoff,
    libc::SYS_swapon,
    libc::SYS_symlinkat,
    libc::SYS_sync,
    libc::SYS_syncfs,
    libc::SYS_truncate,
    libc::SYS_umount2,
    libc::SYS_unlinkat,
    libc::SYS_utimensat,
];

/// Connections, and io_uring, which opens files and connections past a filter.
const NETWORK: &[c_long] = &[
    libc::SYS_accept,
    libc::SYS_accept4,
    libc::SYS_bind,
    libc::SYS_connect,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_io_uring_setup,
    libc::SYS_listen,
    libc::SYS_recvfrom,
    libc::SYS_recvmmsg,
    libc::SYS_recvmsg,
    libc::SYS_sendmmsg,
    libc::SYS_sendmsg,
    libc::SYS_sendto,
    libc::SYS_socket,
    libc::SYS_socketpair,
];

/// Other programs and processes, what they share, and how much of the machine they get.
const PROCESSES: &[c_long] = &[
    libc::SYS_execve,
    libc::SYS_execveat,
    libc::SYS_ioprio_set,
    libc::SYS_kcmp,
    libc::SYS_kill,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    libc::SYS_msgctl,
    libc::SYS_msgget,
    libc::SYS_msgrcv,
    libc::SYS_msgsnd,
    libc::SYS_perf_event_open,
    libc::SYS_personality,
    libc::SYS_pidfd_getfd,
    libc::SYS_pidfd_open,
    libc::SYS_pidfd_send_signal,
    libc::SYS_process_madvise,
    libc::SYS_process_mrelease,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_ptrace,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setattr,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setscheduler,
    libc::SYS_semctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_setns,
    libc::SYS_setpriority,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_shmget,
    libc::SYS_unshare,
];

/// The kernel itself: its modules, keys, programs, clocks and names.
const KERNEL: &[c_long] = &[
    libc::SYS_add_key,
    libc::SYS_adjtimex,
    libc::SYS_bpf,
    libc::SYS_clock_adjtime,
    libc::SYS_clock_settime,
    libc::SYS_delete_module,
    libc::SYS_finit_module,
    libc::SYS_init_module,
    libc::SYS_kexec_load,
    libc::SYS_keyctl,
    libc::SYS_nfsservctl,
    libc::SYS_reboot,
    libc::SYS_request_key,
    libc::SYS_setdomainname,
    libc::SYS_sethostname,
    libc::SYS_settimeofday,
    libc::SYS_syslog,
    libc::SYS_userfaultfd,
    libc::SYS_vhangup,
];

/// The older forms of calls above, and what only this architecture has.
#[cfg(target_arch = "x86_64")]
const OF_ARCH: &[c_long] = &[
    libc::SYS_access,
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_creat,
    libc::SYS_fork,
    libc::SYS_futimesat,
    libc::SYS_getdents,
    libc::SYS_inotify_init,
    libc::SYS_ioperm,
    libc::SYS_iopl,
    libc::SYS_kexec_file_load,
    libc::SYS_lchown,
    libc::SYS_link,
    libc::SYS_lstat,
    libc::SYS_mkdir,
    libc::SYS_mknod,
    libc::SYS_modify_ldt,
    libc::SYS_open,
    libc::SYS_readlink,
    libc::SYS_rename,
    libc::SYS_renameat,
    libc::SYS_rmdir,
    libc::SYS_stat,
    libc::SYS_symlink,
    libc::SYS_unlink,
    libc::SYS_uselib,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_vfork,
];
/// `renameat` and `kexec_file_load`, by number: the `libc` crate names each for one C library only.
#[cfg(target_arch = "aarch64")]
const OF_ARCH: &[c_long] = &[38, 294];

/// Commands of `fcntl` that choose whom the kernel signals when a pipe is ready, and with what signal. They have
/// the same numbers on both architectures, and the `libc` crate names one of them.
const SIGNALS_OF_FILES: &[i32] = &[libc::F_SETOWN, 10, 15];

/// Installs the filters on the calling thread, whose threads inherit them.
pub fn refuse() -> Result<(), Error> {
    programs()?.iter().try_for_each(|program| apply_filter(program))
}

/// The filters. The kernel asks all of them, and the most severe answer holds.
pub fn programs() -> Result<[BpfProgram; 3], BackendError> {
    // The C libraries start threads with clone3, whose flags a filter can't see, and with clone where the
    // kernel has no clone3.
    let clone3 = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
    Ok([later_calls(), program(clone3, libc::ENOSYS)?, program(refused()?, libc::EPERM)?])
}

fn program(rules: BTreeMap<c_long, Vec<SeccompRule>>, error: i32) -> Result<BpfProgram, BackendError> {
    let refusal = SeccompAction::Errno(error.unsigned_abs());
    SeccompFilter::new(rules, SeccompAction::Allow, refusal, ARCH)?.try_into()
}

/// A call is refused if one of its rules holds, or if it has none.
fn refused() -> Result<BTreeMap<c_long, Vec<SeccompRule>>, BackendError> {
    let whole = [FILES, NETWORK, PROCESSES, KERNEL, OF_ARCH].concat();
    let mut rules: BTreeMap<c_long, Vec<SeccompRule>> =
        whole.into_iter().map(|call| (call, Vec::new())).collect();
    let number = |value: i32| u64::from(value.unsigned_abs());
    let own = u64::from(std::process::id());
    let differs = || SeccompCmpOp::Ne;
    // Threads are fine. A process would outlive its parent, which knows nothing of it.
    let thread = number(libc::CLONE_THREAD);
    rules.insert(libc::SYS_clone, vec![rule(&[(0, SeccompCmpOp::MaskedEq(thread), 0)])?]);
    // A process that aborts signals itself.
    rules.insert(libc::SYS_tgkill, vec![rule(&[(0, differs(), own)])?]);
    rules.insert(libc::SYS_tkill, vec![rule(&[(0, differs(), own)])?]);
    // The limit on CPU time is raised for each document. Even root raises no other, and none of others.
    let cpu = libc::RLIMIT_CPU as u64;
    let of_others = rule(&[(0, differs(), 0)])?;
    let other_limit = rule(&[(1, differs(), cpu), (2, differs(), 0)])?;
    rules.insert(libc::SYS_prlimit64, vec![of_others, other_limit]);
    rules.insert(libc::SYS_setrlimit, Vec::new());
    // It ends with its parent.
    let end = number(libc::PR_SET_PDEATHSIG);
    rules.insert(libc::SYS_prctl, vec![rule(&[(0, SeccompCmpOp::Eq, end)])?]);
    // Its pipes signal nobody.
    let signal = |command: &i32| rule(&[(1, SeccompCmpOp::Eq, number(*command))]);
    let signals = SIGNALS_OF_FILES.iter().map(signal).collect::<Result<Vec<_>, _>>()?;
    rules.insert(libc::SYS_fcntl, signals);
    Ok(rules)
}

/// Holds if all conditions hold: which argument, how it is compared, and with what.
fn rule(conditions: &[(u8, SeccompCmpOp, u64)]) -> Result<SeccompRule, BackendError> {
    let condition = |(argument, comparison, value): &(u8, SeccompCmpOp, u64)| {
        // Only the address of a limit is longer than 32 bits, and the kernel ignores the upper half of the others.
        let length = if *argument == 2 { SeccompCmpArgLen::Qword } else { SeccompCmpArgLen::Dword };
        SeccompCondition::new(*argument, length, comparison.clone(), *value)
    };
    SeccompRule::new(conditions.iter().map(condition).collect::<Result<_, _>>()?)
}

/// Calls after `LAST` don't exist. The library's rules know single numbers only, so this is written out: load
/// the number, compare it, return.
fn later_calls() -> BpfProgram {
    let statement = |code: u32, k: u32| sock_filter { code: code as u16, jt: 0, jf: 0, k };
    let compare = (libc::BPF_JMP | libc::BPF_JGT | libc::BPF_K) as u16;
    vec![
        statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0),
        sock_filter { code: compare, jt: 0, jf: 1, k: LAST as u32 },
        statement(libc::BPF_RET | libc::BPF_K, u32::from(SeccompAction::Errno(libc::ENOSYS.unsigned_abs()))),
        statement(libc::BPF_RET | libc::BPF_K, u32::from(SeccompAction::Allow)),
    ]
}
