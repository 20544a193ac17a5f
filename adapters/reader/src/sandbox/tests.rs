//! Both mechanisms hold a thread and what it starts, so a thread that ends afterwards can try each of them.

use super::{Sandbox, calls, enter, restrict};
use crate::parse::{Input, ParseOutcome, parse};
use rustix::process::{Pid, Resource, getpid, getppid, getrlimit, setrlimit, test_kill_process};
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
