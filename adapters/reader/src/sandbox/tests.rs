//! Both mechanisms hold a thread and what it starts, so a thread that ends afterwards can try each of them.

use super::{Sandbox, calls, enter, restrict};
use crate::parse::{Input, ParseOutcome, parse};
use libc::c_long;
use rustix::process::{Pid, Resource, getpid, getppid, getrlimit, setrlimit, test_kill_process};
use seccompiler::sock_filter;
use std::fs::{self, File};
use std::io;
use std::net::TcpListener;
use std::os::unix::net::UnixStream;
use std::process::Command;

/// A file that every machine has and everybody may read.
const FILE: &str = "/etc/passwd";

fn in_a_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::spawn(work).join().expect("the thread ends well")
}

fn error<T>(result: io::Result<T>) -> Option<i32> {
    result.err().and_then(|error| error.raw_os_error())
}

fn program() -> io::Result<()> {
    Command::new("/bin/true").status().map(drop)
}

/// A kernel with filters says in each process's status whether one is in force.
fn kernel_filters() -> bool {
    fs::read_to_string("/proc/self/status").expect("the status of this process").contains("\nSeccomp:")
}

fn greeting() -> Input {
    Input {
        url: "https://example.org/".to_owned(),
        content_type: None,
        bytes: b"<html><title>Greeting</title><body><p>Good day to you.</p></body></html>".to_vec(),
        cut: false,
        max_text: 10_000,
        page: false,
        time: None,
        cpu_seconds: 2,
        orders: |_| 0,
    }
}

#[test]
fn landlock_alone_refuses_files_and_programs() {
    let (held, tried) = in_a_thread(|| {
        let held = restrict();
        let own = std::env::current_exe();
        let tried = [
            ("reads a file", error(File::open(FILE))),
            ("lists a folder", error(fs::read_dir("/etc"))),
            ("writes a file", error(File::create(std::env::temp_dir().join("gorkd-landlock")))),
            ("opens itself", error(own.and_then(File::open))),
            ("starts a program", error(program())),
        ];
        (held, tried)
    });
    if !held {
        // It can't be tested here, and the report below says so: nothing was held, and nothing was refused.
        eprintln!("This kernel has no Landlock, or a container forbids it: children are without.");
        let _ = fs::remove_file(std::env::temp_dir().join("gorkd-landlock"));
    }
    for (what, found) in tried {
        assert_eq!(found, held.then_some(libc::EACCES), "Landlock: {held}; a child {what}");
    }
}

#[test]
fn the_filter_alone_refuses_files_connections_programs_and_processes() {
    assert!(kernel_filters(), "this kernel has no seccomp: nothing can be tested here");
    let tried = in_a_thread(|| {
        calls::refuse().expect("the filter is installed");
        let number = getrlimit(Resource::Nofile);
        let (own, parent) = (getpid(), getppid().unwrap_or(Pid::INIT));
        [
            ("reads a file", error(File::open(FILE))),
            ("looks at a file", error(fs::metadata(FILE))),
            ("follows a link", error(fs::read_link("/proc/self/exe"))),
            ("lists a folder", error(fs::read_dir("/etc"))),
            ("writes a file", error(File::create("/tmp/gorkd-filter"))),
            ("removes a file", error(fs::remove_file("/tmp/gorkd-filter"))),
            ("listens", error(TcpListener::bind(("127.0.0.1", 0)))),
            ("has a socket", error(UnixStream::pair())),
            ("starts a program", error(program())),
            ("signals its parent", error(test_kill_process(parent).map_err(io::Error::from))),
            ("signals itself as a process", error(test_kill_process(own).map_err(io::Error::from))),
            ("changes its limits", error(setrlimit(Resource::Nofile, number).map_err(io::Error::from))),
            (
                "outlives its parent",
                error(rustix::process::set_parent_process_death_signal(None).map_err(io::Error::from)),
            ),
        ]
    });
    for (what, found) in tried {
        assert_eq!(found, Some(libc::EPERM), "a child {what}");
    }
}

#[test]
fn a_child_can_do_its_work_in_the_sandbox() {
    let (held, threads, time, text) = in_a_thread(|| {
        let held = enter();
        let threads = std::thread::spawn(|| 7).join().expect("a thread of a child ends well");
        let time = setrlimit(Resource::Cpu, getrlimit(Resource::Cpu));
        let text = match parse(greeting()) {
            Ok(ParseOutcome::Text(parsed)) => parsed.text,
            other => format!("{other:?}"),
        };
        (held, threads, time, text)
    });
    assert_eq!(threads, 7);
    assert!(time.is_ok(), "the limit on CPU time is raised for each document: {time:?}");
    assert_eq!(text, "Good day to you.");
    let landlock = in_a_thread(restrict);
    assert_eq!(held, Sandbox { landlock, seccomp: kernel_filters() });
}

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: u32 = 0xc000_00b7;

/// Runs a filter as the kernel does, on the number of a call, its architecture, and its arguments, in words.
fn run(program: &[sock_filter], call: &[u32; 16]) -> u32 {
    let (mut at, mut value) = (0, 0);
    loop {
        let one = &program[at];
        let chosen = |holds: bool| usize::from(if holds { one.jt } else { one.jf });
        at += 1;
        match one.code {
            0x20 => value = call[one.k as usize / 4],
            0x54 => value &= one.k,
            0x05 => at += one.k as usize,
            0x15 => at += chosen(value == one.k),
            0x25 => at += chosen(value > one.k),
            0x35 => at += chosen(value >= one.k),
            0x06 => return one.k,
            other => panic!("an instruction {other:#x} that no filter here has"),
        }
    }
}

/// What the kernel does with a call: the most severe answer of all filters.
fn answer(architecture: u32, call: c_long, arguments: &[u64]) -> u32 {
    let mut words = [0; 16];
    (words[0], words[1]) = (call as u32, architecture);
    for (index, argument) in arguments.iter().enumerate() {
        (words[4 + 2 * index], words[5 + 2 * index]) = (*argument as u32, (*argument >> 32) as u32);
    }
    let programs = calls::programs().expect("the filters are built");
    let answers = programs.iter().map(|program| run(program, &words));
    answers.min_by_key(|answer| (answer & libc::SECCOMP_RET_ACTION_FULL) as i32).expect("there are filters")
}

fn refused(error: i32) -> u32 {
    libc::SECCOMP_RET_ERRNO | error.unsigned_abs()
}

#[test]
fn what_the_program_and_its_libraries_need_passes_the_filters() {
    let own = u64::from(std::process::id());
    let (somewhere, cpu, files) = (0x7fff_0000_1000, libc::RLIMIT_CPU as u64, libc::RLIMIT_NOFILE as u64);
    // As the C libraries start a thread.
    let thread = 0x003d_0f00;
    let needed: &[(c_long, &[u64])] = &[
        (libc::SYS_read, &[0]),
        (libc::SYS_write, &[1]),
        (libc::SYS_writev, &[1]),
        (libc::SYS_close, &[3]),
        (libc::SYS_fstat, &[0]),
        (libc::SYS_fcntl, &[0, libc::F_GETFD as u64]),
        (libc::SYS_fcntl, &[0, libc::F_DUPFD_CLOEXEC as u64]),
        (libc::SYS_brk, &[somewhere]),
        (libc::SYS_mmap, &[]),
        (libc::SYS_mremap, &[somewhere]),
        (libc::SYS_munmap, &[somewhere]),
        (libc::SYS_mprotect, &[somewhere]),
        (libc::SYS_madvise, &[somewhere]),
        (libc::SYS_futex, &[somewhere]),
        (libc::SYS_futex_waitv, &[somewhere]),
        (libc::SYS_clone, &[thread]),
        (libc::SYS_set_robust_list, &[somewhere]),
        (libc::SYS_rseq, &[somewhere]),
        (libc::SYS_membarrier, &[]),
        (libc::SYS_sched_getaffinity, &[0]),
        (libc::SYS_sched_yield, &[]),
        (libc::SYS_getrandom, &[somewhere]),
        (libc::SYS_clock_gettime, &[2]),
        (libc::SYS_clock_nanosleep, &[1]),
        (libc::SYS_getpid, &[]),
        (libc::SYS_gettid, &[]),
        (libc::SYS_rt_sigaction, &[6]),
        (libc::SYS_rt_sigprocmask, &[0]),
        (libc::SYS_rt_sigreturn, &[]),
        (libc::SYS_sigaltstack, &[somewhere]),
        (libc::SYS_tgkill, &[own, own + 1, 6]),
        (libc::SYS_prctl, &[libc::PR_SET_NAME as u64, somewhere]),
        (libc::SYS_prlimit64, &[0, cpu, somewhere, 0]),
        (libc::SYS_prlimit64, &[0, files, 0, somewhere]),
        (libc::SYS_exit, &[0]),
        (libc::SYS_exit_group, &[0]),
    ];
    for (call, arguments) in needed {
        let found = answer(ARCHITECTURE, *call, arguments);
        assert_eq!(found, libc::SECCOMP_RET_ALLOW, "call {call} with {arguments:x?}: {found:#x}");
    }
}

#[test]
fn what_reaches_beyond_the_process_stops_at_the_filters_and_kills_nothing() {
    let others = u64::from(std::process::id()) + 1;
    let (somewhere, cpu, files) = (0x7fff_0000_1000, libc::RLIMIT_CPU as u64, libc::RLIMIT_NOFILE as u64);
    let forbidden: &[(c_long, &[u64])] = &[
        (libc::SYS_openat, &[]),
        (libc::SYS_openat2, &[]),
        (libc::SYS_memfd_create, &[]),
        (libc::SYS_socket, &[]),
        (libc::SYS_io_uring_setup, &[]),
        (libc::SYS_execve, &[]),
        (libc::SYS_execveat, &[]),
        (libc::SYS_clone, &[libc::SIGCHLD as u64]),
        (libc::SYS_clone, &[libc::SIGCHLD as u64 | (libc::CLONE_THREAD as u64) << 32]),
        (libc::SYS_kill, &[others]),
        (libc::SYS_tgkill, &[others, others, 9]),
        (libc::SYS_tkill, &[others, 9]),
        (libc::SYS_fcntl, &[0, libc::F_SETOWN as u64, others]),
        (libc::SYS_fcntl, &[0, 10, 9]),
        (libc::SYS_fcntl, &[0, 15, somewhere]),
        (libc::SYS_setpriority, &[0, others, 19]),
        (libc::SYS_sched_setaffinity, &[others]),
        (libc::SYS_ptrace, &[]),
        (libc::SYS_process_vm_readv, &[others]),
        (libc::SYS_pidfd_getfd, &[]),
        (libc::SYS_prlimit64, &[others, cpu, 0, somewhere]),
        (libc::SYS_prlimit64, &[0, files, somewhere, 0]),
        (libc::SYS_prlimit64, &[0, files, 1 << 32, 0]),
        (libc::SYS_prctl, &[libc::PR_SET_PDEATHSIG as u64, 0]),
        (libc::SYS_unshare, &[]),
        (libc::SYS_bpf, &[]),
    ];
    for (call, arguments) in forbidden {
        let found = answer(ARCHITECTURE, *call, arguments);
        assert_eq!(found, refused(libc::EPERM), "call {call} with {arguments:x?}: {found:#x}");
    }
    // Calls of the x32 ABI have bit 30 set.
    for unknown in [libc::SYS_clone3, 451, 4_000, 0x4000_0000 | libc::SYS_read, c_long::from(u32::MAX)] {
        let found = answer(ARCHITECTURE, unknown, &[]);
        assert_eq!(found, refused(libc::ENOSYS), "call {unknown} is not there: {found:#x}");
    }
    let foreign = answer(0x4000_0003, libc::SYS_read, &[]);
    assert_eq!(foreign, libc::SECCOMP_RET_KILL_PROCESS, "32-bit calls have other numbers");
}
