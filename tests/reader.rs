//! The pool with real children: hostile documents cost themselves and nothing else.

use gorkd_core::model::{Failure, FailureReason, Reach, Reading};
use gorkd_core::ports::{Raw, RawContent, ReadRequest, Reader};
use gorkd_reader::{ReaderPool, ReaderSettings};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Long enough for a machine that is busy with something else.
const LONG: Duration = Duration::from_secs(120);
const CHILD: &str = env!("CARGO_BIN_EXE_gorkd");

fn settings() -> ReaderSettings {
    ReaderSettings { program: Some(PathBuf::from(CHILD)), children: 2, ..ReaderSettings::default() }
}

fn raw(bytes: impl Into<Vec<u8>>, name: &str) -> Raw {
    Raw {
        content: RawContent::Bytes(bytes.into()),
        url: format!("https://example.org/{name}"),
        content_type: None,
        max_bytes: 20_000_000,
        timeout: LONG,
    }
}

async fn extract(pool: &ReaderPool, bytes: impl Into<Vec<u8>>, name: &str) -> Result<Reading, Failure> {
    pool.extract(raw(bytes, name)).await
}

async fn assert_reads(pool: &ReaderPool) {
    let reading = extract(pool, "Plain words.", "a.txt").await.expect("a healthy document is read");
    assert_eq!(reading.text, "Plain words.");
}

/// A program that runs `script` the first time and is a real child every time after.
fn once(folder: &Path, script: &str) -> PathBuf {
    let mark = folder.join("ran");
    let body = format!(
        "if [ -e '{mark}' ]; then exec '{CHILD}' \"$@\"; fi\n: > '{mark}'\n{script}",
        mark = mark.display()
    );
    shell(folder, &body)
}

fn shell(folder: &Path, body: &str) -> PathBuf {
    let program = folder.join("child");
    // A process that another test starts now would hold a file that this one writes, and what is written can't be run.
    let written = std::process::Command::new("/bin/sh")
        .args(["-c", r#"printf '%s' "$1" > "$2" && chmod 755 "$2""#, "sh", &format!("#!/bin/sh\n{body}\n")])
        .arg(&program)
        .status();
    assert!(written.expect("a shell").success(), "the script is written");
    program
}

/// The script of a child that replies to its first document with these frames.
fn replying(frames: &[&str]) -> String {
    let frame = |frame: &&str| {
        let length = frame.len();
        format!("printf '\\000\\000\\{:03o}\\{:03o}%s' '{frame}'; ", length >> 8, length & 0xff)
    };
    let frames: String = frames.iter().map(frame).collect();
    format!(
        "printf '\\000\\000\\000\\023{{\"version\":\"0.1.0\"}}'; head -c 40 > /dev/null; {frames}exec sleep 600"
    )
}

#[tokio::test]
async fn documents_are_read_whole_with_what_is_known_of_them() {
    let pool = ReaderPool::new(settings());
    let page = "<html lang=en><head><title>A page about small things</title><meta name=generator content=Sphinx></head>\
                <body><h1>Small things</h1><p>Some words on them.</p></body></html>";
    let Reading { document, text } =
        extract(&pool, page, "a.html?utm_source=x#part").await.expect("it is read");
    assert_eq!(text, "# Small things\n\nSome words on them.");
    assert_eq!(document.hash, gorkd_core::model::DocumentHash::of_text(&text));
    assert_eq!(document.url, "https://example.org/a.html?utm_source=x#part");
    assert_eq!(document.canonical_url, "https://example.org/a.html");
    assert_eq!(document.title, "A page about small things");
    assert_eq!(document.word_count, 6);
    assert!(document.fetched_at.0 > 0 && !document.truncated);
}

#[tokio::test]
async fn files_are_opened_for_the_child() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a file.txt");
    std::fs::write(&path, "Words of a file, and more of them.").expect("it is written");
    let file = |path: PathBuf| Raw {
        content: RawContent::File(path),
        url: "file:///a%20file.txt".into(),
        max_bytes: 16,
        timeout: LONG,
        ..Raw::default()
    };
    let pool = ReaderPool::new(settings());
    let reading = pool.extract(file(path)).await.expect("it is read");
    assert_eq!(reading.text, "Words of a file,");
    assert!(reading.document.truncated);
    let missing = pool.extract(file(folder.path().join("none"))).await.expect_err("it is not there");
    assert_eq!(missing.reason, FailureReason::NotFound);
    let folder = pool.extract(file(folder.path().to_owned())).await.expect_err("it is a folder");
    assert_eq!(folder.reason, FailureReason::UnsupportedType);
    assert_eq!(pool.idle_children().len(), 1, "failures that are the document's own leave the child in use");
}

#[tokio::test]
async fn long_files_are_read_in_parts_up_to_the_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("long.txt");
    let words = "word ".repeat(500_000);
    std::fs::write(&path, &words).expect("it is written");
    let file = |max_bytes| Raw {
        content: RawContent::File(path.clone()),
        url: "file:///long.txt".into(),
        max_bytes,
        timeout: LONG,
        ..Raw::default()
    };
    let pool = ReaderPool::new(settings());
    for (max_bytes, count, cut) in [(20_000_000, 500_000, false), (words.len(), 500_000, false)] {
        let document = pool.extract(file(max_bytes)).await.expect("it is read").document;
        assert_eq!((document.word_count, document.truncated), (count, cut), "at most {max_bytes}");
    }
    let document = pool.extract(file(2_000_000)).await.expect("it is read").document;
    assert_eq!((document.word_count, document.truncated), (400_000, true));
}

#[tokio::test]
async fn a_pipe_among_files_keeps_nobody_waiting() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo runs");
    assert!(made.success());
    let pipe = Raw {
        content: RawContent::File(path),
        url: "file:///pipe".into(),
        max_bytes: 16,
        timeout: LONG,
        ..Raw::default()
    };
    let failure = ReaderPool::new(settings()).extract(pipe).await.expect_err("nobody writes to it");
    assert_eq!(failure.reason, FailureReason::UnsupportedType);
}

/// What the kernel says of a process, by name.
fn status(pid: u32, name: &str) -> Option<String> {
    let status =
        std::fs::read_to_string(format!("/proc/{pid}/status")).expect("the status of a live process");
    let value = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    Some(value.trim().to_owned())
}

#[tokio::test]
async fn a_live_child_is_held_by_what_doctor_says() {
    let pool = ReaderPool::new(settings());
    assert_reads(&pool).await;
    let (child, held) = (pool.idle_children()[0], pool.sandbox().expect("a child is idle"));
    assert_eq!(status(child, "NoNewPrivs").as_deref(), Some("1"));
    // A kernel with filters says so of every process: 0 is none, 2 a filter.
    let filters = status(std::process::id(), "Seccomp").is_some();
    assert_eq!(held.seccomp, filters, "the filter is installed wherever there is one");
    assert_eq!(status(child, "Seccomp").as_deref(), filters.then_some("2"));
    assert_eq!(status(child, "Threads").as_deref(), Some("1"), "nothing of it is outside");
    let environment = std::fs::read(format!("/proc/{child}/environ")).expect("its environment");
    assert_eq!(String::from_utf8_lossy(&environment), "", "no variable of gorkd's, and so no key");

    let machine = crate::world::process::Machine::on_sqlite();
    // Its child is not kept, and doctor knows of it all the same.
    let no_reuse = "reader.pages_per_child=1";
    let doctor = machine.run(&["doctor", "--json", "--set", "ask.privacy=local_only", "--set", no_reuse]);
    let doctor = crate::world::process::stdout(&doctor);
    let expected = match (held.landlock, held.seccomp) {
        (true, true) => "Landlock and seccomp keep it from files",
        (false, true) => "seccomp alone keeps it from files",
        (true, false) => "Landlock alone keeps it from files",
        (false, false) => "neither Landlock nor seccomp keeps it from files",
    };
    if !held.landlock {
        eprintln!("This kernel has no Landlock, or a container forbids it: children are without.");
    }
    assert!(doctor.contains(expected), "{held:?}: {doctor}");
}

#[tokio::test]
async fn hostile_documents_fail_with_a_reason_while_others_are_read() {
    let pool = ReaderPool::new(settings());
    let nested = extract(&pool, "<div>".repeat(20_000), "a.html");
    let attributes = extract(&pool, format!("<p {}>x", "a=1 ".repeat(1_000_000)), "a.html");
    let empty = extract(&pool, format!("<p>{}", " ".repeat(5_000_000)), "a.html");
    let (nested, attributes, empty, ()) = tokio::join!(nested, attributes, empty, assert_reads(&pool));
    for (result, reason) in [
        (nested, FailureReason::TooComplex),
        (attributes, FailureReason::TooComplex),
        (empty, FailureReason::Empty),
    ] {
        let failure = result.expect_err("it is hostile");
        assert_eq!(failure.reason, reason);
        assert!(failure.detail.ends_with('.'), "{failure}");
    }
}

#[tokio::test]
async fn a_hundred_megabytes_on_one_line_are_cut() {
    let pool = ReaderPool::new(settings());
    let mut line = raw(b"word ".repeat(20 << 20), "a.txt");
    line.max_bytes = 1_500_000;
    let (reading, ()) = tokio::join!(pool.extract(line), assert_reads(&pool));
    let document = reading.expect("the first part is read").document;
    assert!(document.truncated);
    assert_eq!(document.word_count, 300_000);
    assert_eq!(document.warnings, ["Only the first 1.5 MB of the document were read."]);
}

#[tokio::test]
async fn a_child_that_eats_memory_fails_its_document_only() {
    let pool = ReaderPool::new(ReaderSettings { child_memory: 24 << 20, ..settings() });
    let failure = extract(&pool, "Some words.\n\n".repeat(1_500_000), "a.txt").await.expect_err("too much");
    assert_eq!(failure.reason, FailureReason::ResourceLimit);
    assert_eq!(failure.detail, "The document took more memory than one document may take.");
    assert_reads(&pool).await;
}

#[tokio::test]
async fn a_child_that_works_for_ever_is_ended_by_its_cpu_limit() {
    // No document is known to do it, so the child is one that spins under the limit it would have.
    let folder = tempfile::tempdir().expect("a folder");
    let program = once(folder.path(), "ulimit -t 1; while :; do :; done");
    let pool = ReaderPool::new(ReaderSettings { program: Some(program), ..settings() });
    let failure = extract(&pool, "words", "a.txt").await.expect_err("it spins");
    assert!(matches!(failure.reason, FailureReason::ResourceLimit | FailureReason::Internal), "{failure:?}");
    assert_reads(&pool).await;
}

#[tokio::test]
async fn a_child_that_is_killed_fails_its_document_only() {
    for (signal, detail) in [
        ("KILL", "The worker was killed while it read the document."),
        ("SYS", "The worker made a system call that it may not make, and was ended."),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        // It takes the greeting, answers it, and is killed with the page in its hands.
        let greeting = format!(
            "ulimit -c 0; printf '\\000\\000\\000\\023{{\"version\":\"0.1.0\"}}'; head -c 40 > /dev/null; kill -s {signal} $$"
        );
        let program = once(folder.path(), &greeting);
        let pool = ReaderPool::new(ReaderSettings { program: Some(program), ..settings() });
        let failure = extract(&pool, "words", "a.txt").await.expect_err("the child is gone");
        assert_eq!(failure.reason, FailureReason::ResourceLimit);
        assert_eq!(failure.detail, detail);
        assert_reads(&pool).await;
    }
}

#[tokio::test]
async fn a_child_keeps_nothing_open_that_gorkd_inherited() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = shell(folder.path(), &format!("exec 9< /etc/passwd\nexec '{CHILD}' \"$@\""));
    let pool = ReaderPool::new(ReaderSettings { program: Some(program), ..settings() });
    assert_reads(&pool).await;
    let open = std::fs::read_dir(format!("/proc/{}/fd", pool.idle_children()[0])).expect("its descriptors");
    for descriptor in open {
        let behind = std::fs::read_link(descriptor.expect("a descriptor").path()).expect("what is behind it");
        let behind = behind.to_string_lossy();
        assert!(behind.starts_with("pipe:") || behind == "/dev/null", "a child has {behind}");
    }
}

#[tokio::test]
async fn an_idle_child_that_was_killed_is_replaced_unnoticed() {
    let pool = ReaderPool::new(ReaderSettings { children: 1, ..settings() });
    assert_reads(&pool).await;
    let before = pool.idle_children();
    for pid in &before {
        let pid = rustix::process::Pid::from_raw(i32::try_from(*pid).expect("a pid")).expect("a pid");
        rustix::process::kill_process(pid, rustix::process::Signal::KILL).expect("it is killed");
    }
    let is_dead = |stat: String| stat.contains(") Z ");
    while !std::fs::read_to_string(format!("/proc/{}/stat", before[0])).map_or(true, is_dead) {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_reads(&pool).await;
    assert_ne!(pool.idle_children(), before);
}

#[tokio::test]
async fn a_hanging_child_is_ended_when_the_time_is_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let greeting = "printf '\\000\\000\\000\\023{\"version\":\"0.1.0\"}'; exec sleep 600";
    let program = once(folder.path(), greeting);
    let pool = ReaderPool::new(ReaderSettings { program: Some(program), children: 1, ..settings() });
    let mut slow = raw("words", "a.txt");
    slow.timeout = Duration::from_secs(3);
    let failure = pool.extract(slow).await.expect_err("nobody answers");
    assert_eq!(failure.reason, FailureReason::TimedOut);
    assert_reads(&pool).await;
}

#[tokio::test]
async fn lies_of_a_child_are_not_believed() {
    let head = |address: &str| {
        format!(
            r#"{{"Read":{{"canonical_url":"{address}","title":"T","kind":"page","published_at":null,"truncated":false,"warnings":[],"navigation":[],"content_type":"text/plain"}}}}"#
        )
    };
    let failed = |more: &str| {
        format!(r#"{{"Failed":{{"reason":"empty","detail":"It is empty.","remedy":"skip"{more}}}}}"#)
    };
    let (honest, lie) = (head("https://example.org/a.txt"), head("https://evil.example/"));
    let (empty, steering) = (failed(""), failed(r#","open_copy":"https://evil.example/""#));
    for (frames, reason) in [
        (vec![honest.as_str(), "text"], None),
        (vec![lie.as_str(), "text"], Some(FailureReason::Malformed)),
        (vec![empty.as_str()], Some(FailureReason::Empty)),
        (vec![steering.as_str()], Some(FailureReason::Malformed)),
        (vec![r#"{"Elsewhere":"https://evil.example/"}"#], Some(FailureReason::Malformed)),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let program = once(folder.path(), &replying(&frames));
        let pool = ReaderPool::new(ReaderSettings { program: Some(program), ..settings() });
        let found = extract(&pool, "words", "a.txt").await;
        assert_eq!(found.as_ref().err().map(|failure| failure.reason), reason, "{frames:?}: {found:?}");
        if reason == Some(FailureReason::Malformed) {
            assert!(pool.idle_children().is_empty(), "a child that lied is not used again");
            assert_reads(&pool).await;
        }
    }
}

#[tokio::test]
async fn children_are_replaced_after_their_pages_and_end_without_work() {
    let two =
        ReaderSettings { children: 1, pages_per_child: 2, idle: Duration::from_millis(200), ..settings() };
    let pool = ReaderPool::new(two);
    assert_reads(&pool).await;
    let first = pool.idle_children();
    assert_reads(&pool).await;
    assert!(pool.idle_children().is_empty(), "its pages are used up");
    assert_reads(&pool).await;
    assert_ne!(pool.idle_children(), first);
    let patience = Instant::now();
    while !pool.idle_children().is_empty() {
        assert!(patience.elapsed() < Duration::from_secs(60), "an idle child never ends");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_program_that_is_no_child_is_an_internal_failure() {
    let pool = ReaderPool::new(ReaderSettings { program: Some("/nonexistent/program".into()), ..settings() });
    let failure = extract(&pool, "words", "a.txt").await.expect_err("no child");
    assert_eq!(failure.reason, FailureReason::Internal);
}

#[tokio::test]
async fn addresses_that_cannot_be_cited_and_the_web_are_refused() {
    let pool = ReaderPool::new(settings());
    let nowhere = Raw { url: "not an address".into(), ..raw("words", "a") };
    assert_eq!(pool.extract(nowhere).await.expect_err("no address").reason, FailureReason::Malformed);
    let request = ReadRequest::new("https://example.org/", Reach::NEAR);
    let failed = pool.read(&request).await.expect_err("not part of this build");
    assert_eq!(failed.failure.reason, FailureReason::NotConfigured);
}
