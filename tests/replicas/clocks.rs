//! A process whose clock is wrong, and jumps while it works. The clock of the machine stays as it is: the process loads
//! a small library that adds what a file says (`clock.c`).

use super::fleet::{Dice, Fleet, Limits, ask, read};
use crate::world::now_ms;
use gorkd_core::job::Event;
use std::path::PathBuf;
use std::process::Command;
use tempfile::TempDir;

const HOUR: i64 = 3_600;

/// The clock of a process that is started with its environment.
struct Clock {
    folder: TempDir,
}

impl Clock {
    /// Needs a C compiler, as gorkd itself does.
    fn new() -> Self {
        let clock = Self { folder: tempfile::tempdir().expect("a folder") };
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/replicas/clock.c");
        let mut compile = Command::new("cc");
        compile.args(["-shared", "-fPIC", "-O1", "-o"]).arg(clock.library()).arg(source);
        let output = compile.output().expect("there is a C compiler");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        std::fs::write(clock.file(), 0_i64.to_ne_bytes()).expect("it can be written");
        clock
    }

    fn library(&self) -> PathBuf {
        self.folder.path().join("clock.so")
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("ahead")
    }

    /// From now on, it is ahead by this many seconds, or behind.
    fn set(&self, ahead: i64) {
        use std::os::unix::fs::FileExt;
        let file = std::fs::File::options().write(true).open(self.file()).expect("it is there");
        file.write_all_at(&ahead.to_ne_bytes(), 0).expect("it can be written");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_process_whose_clock_jumps_takes_nothing_from_others_and_loses_nothing() {
    let jobs = crate::world::as_many(8, 60);
    let mut dice = Dice::thrown("clocks");
    // Long leases: nobody is to lose one because this machine is slow.
    let mut fleet = Fleet::with_leases(3, 30_000).await;
    fleet.model.takes(std::time::Duration::from_millis(700));
    let clock = tokio::task::block_in_place(Clock::new);
    clock.set(HOUR);
    let (library, file) = (clock.library(), clock.file());
    let environment = [("LD_PRELOAD", library.to_str()), ("GORKD_TEST_CLOCK", file.to_str())];
    let environment = environment.map(|(name, path)| (name, path.expect("a plain path")));
    // In good order, so that what follows is no take-over from a process that was killed.
    fleet.replicas[2].stop();
    fleet.resume_with(2, &environment);

    // Asked where it is an hour later, and worked on wherever there is room.
    let (ports, wrong) = (fleet.ports(), fleet.ports()[2]);
    let (thread, late) = ask(vec![wrong], jobs, dice.fork()).await;
    let reading = tokio::spawn(read(ports.clone(), thread, dice.fork()));
    let asked: Vec<_> = (0..jobs)
        .map(|case| {
            let (ports, mut dice) = (ports[..2].to_vec(), dice.fork());
            tokio::spawn(async move {
                let (thread, case) = ask(ports.clone(), case, dice.fork()).await;
                (case, read(ports, thread, dice).await)
            })
        })
        .collect();
    for (calls, ahead) in [(0, -HOUR), (jobs, 2 * HOUR), (2 * jobs, 0)] {
        fleet.asks(calls).await;
        clock.set(ahead);
    }
    let (mut cases, mut streams) = (vec![late.clone()], vec![reading.await.expect("a reader ends")]);
    for task in asked {
        let (case, stream) = task.await.expect("a reader ends");
        cases.push(case);
        streams.push(stream);
    }
    fleet.check_with(&cases, Limits { attempts: 1, times: false }).await;
    fleet.check_readers(streams).await;
    let store = fleet.store().await;
    let journal = store.events(&late.job, 0).await.expect("the journal reads");
    let ahead = journal[0].at.0 - now_ms();
    assert!(ahead > 1_000 * HOUR / 2, "its clock was right: {ahead} ms");
    for case in &cases {
        let journal = store.events(&case.job, 0).await.expect("the journal reads");
        let begun = journal.iter().filter(|one| matches!(one.event, Event::Resumed { .. })).count();
        assert_eq!(begun, 1, "{} was taken over, and nobody had died", case.word);
    }
    store.close().await;
}
