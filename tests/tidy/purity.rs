//! What the pure core may not touch, and which words it speaks.

use super::scan::{code_of, lines_with, without_tests};
use super::{files, none};

/// Everything under these is a function of its arguments.
const PURE: &[&str] = &["core/src/job/", "core/src/model/", "core/src/text/", "core/rules/src/"];

/// Names that bring something in from outside, by what they bring.
const IMPURE: &[(&str, &[&str])] = &[
    ("waits", &["async", "await", "async_trait", "tokio", "futures", "thread::sleep", "thread::spawn"]),
    ("reads a clock", &["SystemTime", "Instant", "Timestamp::now", "Zoned::now"]),
    ("draws randomness", &["rand", "fastrand", "getrandom", "uuid", "Uuid", "RandomState"]),
    ("has an order that differs from run to run (use BTreeMap or BTreeSet)", &["HashMap", "HashSet"]),
    ("does I/O", &["std::fs", "TcpStream", "UdpSocket", "std::env", "std::process", "println", "eprintln"]),
    ("logs", &["tracing"]),
    ("changes what others see", &["Mutex", "RwLock", "RefCell", "AtomicU64", "AtomicUsize", "AtomicBool"]),
];

#[test]
fn the_pure_core_waits_for_nothing_and_draws_nothing() {
    let mut found = Vec::new();
    let mut looked_at = 0;
    for file in files().iter().filter(|file| file.is_rust() && !file.is_test()) {
        if PURE.iter().any(|folder| file.path.starts_with(folder)) {
            looked_at += 1;
            found.extend(impurities(&file.text).into_iter().map(|what| format!("{}:{what}", file.path)));
        }
    }
    assert!(looked_at > 20, "only {looked_at} files of the pure core were found: has it moved?");
    none(
        &found,
        "A job is the fold of its journal, and has to fold to the same job on every machine and after every crash. \
         So what folds it (core/src/job, core/src/model) and what decides (core/rules) may depend on its arguments only. \
         Let the engine do what is impure, and hand the result in as an event or an argument.",
    );
}

#[test]
fn impure_code_is_found_and_prose_about_it_is_not() {
    let sample = "//! Not async, no Instant.\nuse std::time::Instant;\nfn f() { let _ = \"tokio\"; }\n\
                  async fn g(map: &HashMap<u8, u8>) {}\n#[cfg(test)]\nmod tests { use std::fs; }\n";
    let found = impurities(sample);
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found.iter().any(|what| what.starts_with("2: `Instant`")), "{found:?}");
    assert!(found.iter().any(|what| what.starts_with("4: `async`")), "{found:?}");
    assert!(found.iter().any(|what| what.starts_with("4: `HashMap`")), "{found:?}");
}

#[test]
fn the_core_has_one_word_for_one_thing() {
    let mut found = Vec::new();
    for file in files().iter().filter(|file| file.is_rust() && file.path.starts_with("core/")) {
        let code = code_of(&file.text);
        for word in ["session", "Session", "session_id", "SessionId", "mode", "Mode"] {
            found
                .extend(lines_with(&code, word).iter().map(|line| format!("{}:{line}: `{word}`", file.path)));
        }
    }
    none(
        &found,
        "A conversation is a Thread and a run of it is a Job; what others call a mode is a Profile, a Planning or a \
         Privacy. Two words for one thing make two things of it in the reader's head. Outside interfaces that need \
         the other word translate at the edge.",
    );
}

fn impurities(source: &str) -> Vec<String> {
    let code = without_tests(&code_of(source));
    let mut found = Vec::new();
    for (what, names) in IMPURE {
        for name in *names {
            found.extend(lines_with(&code, name).iter().map(|line| format!("{line}: `{name}` {what}")));
        }
    }
    found
}
