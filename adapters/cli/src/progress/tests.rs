use super::display::status;
use super::*;
use crate::{BreakAction, Breaks, Followed, Hold, follow};
use async_trait::async_trait;
use gorkd_core::job::*;
use gorkd_core::model::*;
use gorkd_core::view::progress;
use std::io::Write;
use std::sync::{Arc, Mutex};
use tokio::sync::{mpsc, watch};

/// The job after each event of a short run: planned, searched, one page read, one not, stopped.
fn snapshots() -> Vec<Job> {
    let asked = Asked {
        job: "job_1".into(),
        question: Question { text: "How hot is boiling water?".into(), ..Question::default() },
        budget: Budget { rounds: 3, queries: 8, pages: 8, seconds: 60, usd: 0.2, ..Budget::default() },
        providers: vec!["library".into()],
        ..Asked::default()
    };
    let query = Query { text: "boiling point".into(), sub_question: "q1".into(), ..Query::default() };
    let plan = Plan {
        sub_questions: vec![SubQuestion { id: "q1".into(), ..SubQuestion::default() }],
        queries: vec![query.clone()],
        ..Plan::default()
    };
    let search: EffectId = search_stem(0, &query, "library").into();
    let chosen = |url: &str| Chosen { url: url.into(), canonical_url: url.into(), ..Chosen::default() };
    let (page, gone) = (chosen("https://www.example.org/water"), chosen("https://gone.example/\u{1b}[2Jx"));
    let read = |chosen: &Chosen| -> EffectId { read_stem(0, chosen).into() };
    let document = Document {
        url: page.url.clone(),
        canonical_url: page.url.clone(),
        title: "Water\u{1b}]0;owned\u{7}".into(),
        word_count: 1,
        ..Document::default()
    };
    let cost = Spend::default();
    let started = |effect: EffectId| Event::Started { effect, attempt: 1, reserved: cost };
    let hits = vec![SearchHit { url: page.url.clone(), ..SearchHit::default() }];
    let selection = Selection { read: vec![page.clone(), gone.clone()], skipped: Vec::new() };
    let failure = Failure::skip(FailureReason::NotFound, "The page is gone.");
    let events = vec![
        Event::Asked(Box::new(asked)),
        Event::Resumed { worker: "w".into() },
        started("plan".into()),
        Event::Planned { effect: "plan".into(), plan: Box::new(plan), cost },
        started(search.clone()),
        Event::Found { effect: search, provider: "library".into(), hits: hits.into(), cached: false, cost },
        Event::Selected { effect: "r0.select".into(), selection },
        started(read(&page)),
        started(read(&gone)),
        Event::Read { effect: read(&page), document: Arc::new(document), cached: false, cost },
        Event::Failed { effect: read(&gone), failure, cost },
        Event::StopRequested,
    ];
    let mut job = Job::default();
    let mut jobs = Vec::new();
    for (seq, event) in (1..).zip(events) {
        job.apply(&Recorded::new(seq, Millis(seq as i64 * 1_000), event));
        jobs.push(job.clone());
    }
    jobs
}

#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Buffer {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().expect("no test panics while it holds this").clone()).expect("UTF-8")
    }
}

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no test panics while it holds this").write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn plain_lines_say_each_fact_once() {
    let kept = Buffer::default();
    let mut display = Display::lines(Box::new(kept.clone()), 80);
    for job in snapshots() {
        display.show(&job, job.updated_at);
        display.show(&job, job.updated_at);
    }
    insta::assert_snapshot!(kept.text(), @r"
    Planned: 1 question to answer, 1 query to start with
    Searched library: 1 result for: boiling point
    Read: Water (example.org, 1 word)
    Not read: gone.example · The page is gone.
    ");
}

#[test]
fn facts_and_status_are_in_the_language_of_the_question() {
    let kept = Buffer::default();
    let mut job = snapshots().pop().expect("there are some");
    job.question.language = "de".into();
    Display::lines(Box::new(kept.clone()), 80).show(&job, job.updated_at);
    insta::assert_snapshot!(kept.text(), @r"
    Geplant: 1 Frage zu beantworten, 1 Suche zu Beginn
    Bibliothek durchsucht: 1 Treffer für: boiling point
    Gelesen: Water (example.org, 1 Wort)
    Nicht gelesen: gone.example · nicht gefunden
    ");
    insta::assert_snapshot!(status(&job, &progress(&job, job.updated_at), 100), @r"
    ✓ Planen  ✓ Suchen  ✓ Lesen  ▸ Prüfen  · Schreiben   10/60 s · $0.000/$0.20
      prüft, ob das reicht · Runde 1/3 · 1 von 2 gelesen, 1 nicht lesbar
    ");
}

#[test]
fn snapshots_that_were_skipped_lose_no_fact() {
    let (all, last) = (Buffer::default(), Buffer::default());
    let mut every = Display::lines(Box::new(all.clone()), 80);
    let jobs = snapshots();
    jobs.iter().for_each(|job| every.show(job, job.updated_at));
    let end = jobs.last().expect("there are some");
    Display::lines(Box::new(last.clone()), 80).show(end, end.updated_at);
    let sorted = |kept: &Buffer| {
        let mut lines: Vec<String> = kept.text().lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&all), sorted(&last));
}

#[test]
fn the_status_line_shows_checklist_and_limits() {
    let jobs = snapshots();
    let shown: Vec<String> =
        [1, 3, 8, 9, 11].map(|n| status(&jobs[n], &progress(&jobs[n], jobs[n].updated_at), 100)).to_vec();
    insta::assert_snapshot!(shown.join("\n"), @r"
    ▸ Plan  · Search  · Read  · Check  · Write   0/60 s · $0.000/$0.20
      planning
    ✓ Plan  ▸ Search  · Read  · Check  · Write   2/60 s · $0.000/$0.20
      searching: boiling point · Round 1/3
    ✓ Plan  ✓ Search  ▸ Read  · Check  · Write   7/60 s · $0.000/$0.20
      reading 2 pages: example.org, gone.example · Round 1/3 · 0 of 2 read
    ✓ Plan  ✓ Search  ▸ Read  · Check  · Write   8/60 s · $0.000/$0.20
      reading 1 page: gone.example · Round 1/3 · 1 of 2 read
    ✓ Plan  ✓ Search  ✓ Read  ▸ Check  · Write   10/60 s · $0.000/$0.20
      checking whether that is enough · Round 1/3 · 1 of 2 read, 1 could not be read
    ");
    let narrow = status(&jobs[8], &progress(&jobs[8], jobs[8].updated_at), 40);
    assert!(narrow.lines().all(|line| unicode_width::UnicodeWidthStr::width(line) <= 40), "{narrow}");
}

#[test]
fn ctrl_c_stops_then_cancels_then_leaves() {
    let mut breaks = Breaks::default();
    let actions: Vec<BreakAction> = (0..4).map(|_| breaks.press()).collect();
    assert_eq!(actions, [BreakAction::Stop, BreakAction::Cancel, BreakAction::Leave, BreakAction::Leave]);
}

/// Commands received, in order.
#[derive(Default)]
struct Asks(Mutex<Vec<&'static str>>);

#[async_trait]
impl Hold for Asks {
    async fn stop(&self) -> Result<(), Refusal> {
        self.0.lock().expect("free").push("stop");
        Ok(())
    }
    async fn cancel(&self) -> Result<(), Refusal> {
        self.0.lock().expect("free").push("cancel");
        Err(Refusal::new(RefusalCode::Conflict, "This run is already over."))
    }
    fn now(&self) -> Millis {
        Millis(0)
    }
}

#[tokio::test]
async fn following_turns_presses_into_commands_and_says_so() {
    let kept = Buffer::default();
    let (_jobs, mut receiver) = watch::channel(snapshots().remove(1));
    let (presses, mut pressed) = mpsc::unbounded_channel();
    for _ in 0..3 {
        presses.send(()).expect("somebody listens");
    }
    let asks = Asks::default();
    let mut display = Display::lines(Box::new(kept.clone()), 80);
    let ended = follow(&mut receiver, &mut pressed, &asks, &mut display).await;
    assert_eq!(ended, Followed::Left);
    assert_eq!(*asks.0.lock().expect("free"), ["stop", "cancel"]);
    insta::assert_snapshot!(kept.text(), @r"
    Stopping: the answer is written from what was read so far. Press Ctrl-C again to cancel.
    Canceling: there will be no answer. Press Ctrl-C again to exit immediately.
    This run is already over.
    Leaving.
    ");
}

#[tokio::test]
async fn following_ends_when_the_job_does_or_when_news_stop() {
    let mut jobs = snapshots();
    let mut over = jobs.remove(1);
    let (sender, mut receiver) = watch::channel(over.clone());
    let (_presses, mut pressed) = mpsc::unbounded_channel();
    let asks = Asks::default();
    let mut display = Display::nothing();
    over.cancelled = true;
    sender.send(over).expect("somebody listens");
    assert_eq!(follow(&mut receiver, &mut pressed, &asks, &mut display).await, Followed::Rests);
    let (sender, mut receiver) = watch::channel(jobs.remove(1));
    drop(sender);
    assert_eq!(follow(&mut receiver, &mut pressed, &asks, &mut display).await, Followed::Lost);
}
