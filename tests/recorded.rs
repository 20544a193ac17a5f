//! Journals and a data folder that an older build has left behind: they decode, fold as was decided, and a finished
//! job says in every field what it said (`tests/data/recorded`). Fields that came later stand beside those.

use crate::conversations::{open, work};
use crate::world::process::off_the_web;
use gorkd::settings::{Settings, Sources};
use gorkd::wire::App;
use gorkd_core::engine::{AskDefaults, Service};
use gorkd_core::fakes::{FakeWorld, MemoryStore, Trouble};
use gorkd_core::job::{Effect, Event, Job, JobStatus, Recorded, Reply, Step, next};
use gorkd_core::model::{JobId, Millis, Requester, Seq};
use gorkd_core::view::{JobView, export, view};
use gorkd_rules::Rules;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::PathBuf;

#[derive(Deserialize)]
struct Journal {
    name: String,
    /// The job document, as it was printed.
    view: String,
    events: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    seq: Seq,
    at: i64,
    kind: String,
    version: u32,
    payload: String,
}

/// A job of the data folder.
#[derive(Deserialize)]
struct RecordedJob {
    name: String,
    job: JobId,
    view: String,
}

impl Journal {
    fn recorded(&self) -> Vec<Recorded> {
        let decoded = self.events.iter().map(|row| {
            let event = Event::decode(&row.kind, row.version, &row.payload);
            let event = event.unwrap_or_else(|error| panic!("{} {}: {error}", self.name, row.seq));
            Recorded::new(row.seq, Millis(row.at), event)
        });
        decoded.collect()
    }
}

fn unpacked(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/recorded").join(name);
    let packed = std::fs::read(path).expect("it is there");
    zstd::stream::decode_all(packed.as_slice()).expect("it is whole")
}

fn lines<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let text = String::from_utf8(unpacked(name)).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON as it was written")).collect()
}

fn status_in(view: &str) -> JobStatus {
    serde_json::from_str::<JobView>(view).expect("a job document").status
}

/// The job document says what the one said that an older build printed. Fields may have been added since.
fn says_what_it_said(job: &Job, before: &str, name: &str) {
    let now = serde_json::from_str(&export::json(&view(job)).expect("it can be written")).expect("JSON");
    compare(&now, &serde_json::from_str(before).expect("JSON"), name);
}

fn compare(now: &Value, before: &Value, at: &str) {
    match (now, before) {
        (Value::Object(now), Value::Object(before)) => {
            for (name, value) in before {
                let found = now.get(name).unwrap_or_else(|| panic!("{at}: {name} is gone"));
                compare(found, value, &format!("{at}.{name}"));
            }
        }
        (Value::Array(now), Value::Array(before)) => {
            assert_eq!(now.len(), before.len(), "{at}");
            for (n, (now, before)) in now.iter().zip(before).enumerate() {
                compare(now, before, &format!("{at}[{n}]"));
            }
        }
        (now, before) => assert_eq!(now, before, "{at}"),
    }
}

#[test]
fn old_journals_fold_as_they_did() {
    let journals: Vec<Journal> = lines("journals.jsonl.zst");
    assert!(journals.len() >= 30, "{} journals", journals.len());
    // Facts that those builds did not record are told by rules, at the one door.
    let world = FakeWorld::new(1, 1, Trouble::default());
    let service = Service::new(world.ports(&MemoryStore::default(), Rules), AskDefaults::default());
    let mut finished = 0;
    for journal in &journals {
        let events = journal.recorded();
        let unknown = events.iter().filter(|one| matches!(one.event, Event::Unknown { .. })).count();
        assert_eq!(unknown, usize::from(journal.name == "unreadable"), "{}", journal.name);
        let job = service.with_derived(Job::replay(&events));
        assert_eq!(job.status(), status_in(&journal.view), "{}", journal.name);
        if job.status().is_over() {
            finished += 1;
            says_what_it_said(&job, &journal.view, &journal.name);
        }
    }
    assert!(finished >= 20, "{finished} of them are over");
}

#[test]
fn what_was_decided_in_an_old_journal_is_not_decided_again() {
    for journal in lines::<Journal>("journals.jsonl.zst") {
        let mut job = Job::default();
        let mut planned = false;
        for recorded in journal.recorded() {
            job.apply(&recorded);
            planned |= job.plan.is_some();
            let Step::Run(wanted) = next(&job) else { continue };
            let asks_back = wanted.iter().any(|one| matches!(one.effect, Effect::Clarify { .. }));
            let place = format!("{} {}", journal.name, recorded.seq);
            assert!(!(planned && asks_back), "{place}: asks back after it has planned");
        }
        // What a killed process was at is what is wanted still.
        if journal.name.starts_with("killed") && !job.status().is_over() {
            let Step::Run(wanted) = next(&job) else { panic!("{} wants nothing", journal.name) };
            let running: Vec<_> = job.ledger.running.keys().collect();
            assert!(!running.is_empty(), "{}", journal.name);
            assert!(running.iter().all(|id| wanted.iter().any(|one| one.id == **id)), "{}", journal.name);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_old_data_folder_is_gone_on_from() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("gorkd.db"), unpacked("folder.db.zst")).expect("written");
    let environment = off_the_web().map(|(name, off)| (name.into(), off.into())).collect();
    let settings = Settings::load(&Sources { environment, ..Sources::default() }).expect("right settings");
    let app = App::open(settings, folder.path()).await.expect("the folder opens");
    let kept: Vec<RecordedJob> = lines("folder.jsonl.zst");
    for one in kept.iter().filter(|one| status_in(&one.view).is_over()) {
        let job = app.service.job(&one.job, None).await.expect("it is there");
        says_what_it_said(&job, &one.view, &one.name);
    }
    let named = |name: &str| kept.iter().find(|one| one.name == name).expect("it was recorded").job.clone();

    let waiting = named("waiting");
    let job = app.service.job(&waiting, None).await.expect("there");
    app.service
        .reply(&waiting, &open(&job), Reply::JustGo, &Requester::terminal())
        .await
        .expect("the question is still open");
    assert_eq!(work(&app, &waiting).await.status(), JobStatus::Completed);

    let killed = named("killed");
    let asked_back = |events: &[Recorded]| {
        events.iter().filter(|one| matches!(one.event, Event::Clarified { .. })).count()
    };
    assert_eq!(work(&app, &killed).await.status(), JobStatus::Completed);
    let events = app.service.events(&killed, 0).await.expect("there");
    assert_eq!(asked_back(&events), 0, "it was past that");
    app.close().await;
}
