//! Statistics over all runs.

use super::*;
use std::sync::Arc;

const DAY: i64 = 24 * 60 * 60 * 1000;

fn found(effect: &str, cached: bool, usd: u64) -> Event {
    let cost = Spend { usd: MicroUsd(usd), ..Spend::default() };
    Event::Found { effect: effect.into(), provider: "exa".into(), hits: [].into(), cached, cost }
}

pub async fn what_runs_use_is_added_up_and_what_branches_copy_is_not(base: &dyn Base) {
    let store = base.open().await;
    let at = Millis(400 * DAY);
    let mut new = new_job("job_seen", "thr_seen", 1);
    new.at = at;
    store.create(new).await.expect("made");
    let cost = Spend { input_tokens: 30, output_tokens: 12, usd: MicroUsd(700), ..Spend::default() };
    let draft = Draft { by: Maker::Model("qwen".into()), ..Draft::default() };
    let events = vec![
        found("r0.search.a", false, 500),
        found("r0.search.b", true, 0),
        failed("r0.read.c", "It took too long."),
        Event::Drafted { effect: "synthesize.0".into(), draft: Arc::new(draft), cost },
    ];
    store.append(Append { at, ..append("job_seen", 1, events) }).await.expect("appended");
    let branch = NewJob {
        at,
        copied: Some(("job_seen".into(), 3)),
        forked_from: Some(("job_seen".into(), 3)),
        events: vec![Event::StopRequested],
        status: JobStatus::Cancelled,
        ..new_job("job_seen_branch", "thr_seen", 1)
    };
    store.create(branch).await.expect("made");

    let used = store.usage(at).await.expect("asked");
    let all = Used { runs: 2, tokens: 42, usd: MicroUsd(1_200) };
    assert_eq!(used.days, [("1971-02-05".to_owned(), all)]);
    assert_eq!(used.people, [("web:ada".to_owned(), all)]);
    assert_eq!(used.places, [("web:1".to_owned(), all)]);
    let model = Used { runs: 1, tokens: 42, usd: MicroUsd(700) };
    assert_eq!(used.models, [("qwen".to_owned(), model)]);
    assert_eq!(used.failures, [("timed_out".to_owned(), 1)]);
    assert_eq!((used.lookups, used.hits), (2, 1));
    assert_eq!(store.usage(at.plus(1)).await.expect("asked"), UsageSeen::default());

    let wanted = |limit: u32| RunsWanted { limit, ..RunsWanted::default() };
    let listed = store.runs(&wanted(1)).await.expect("listed");
    assert_eq!(
        (listed[0].row.job.as_str(), listed[0].usd, listed[0].failures),
        ("job_seen_branch", MicroUsd(0), 0)
    );
    let before = RunsWanted { before: Some(listed[0].number), ..wanted(1) };
    let listed = store.runs(&before).await.expect("listed");
    assert_eq!(
        (listed[0].row.job.as_str(), listed[0].usd, listed[0].failures),
        ("job_seen", MicroUsd(1_200), 1)
    );
    assert_eq!((listed[0].privacy, listed[0].open), (Privacy::default(), false));
    let cancelled = RunsWanted { status: Some(JobStatus::Cancelled), ..wanted(9) };
    assert_eq!(store.runs(&cancelled).await.expect("listed").len(), 1);
    let none = RunsWanted { platform: Some("slack".into()), ..wanted(9) };
    assert_eq!(store.runs(&none).await.expect("listed"), []);
    assert_eq!(
        store.runs(&RunsWanted { platform: Some("web".into()), ..wanted(9) }).await.expect("listed").len(),
        2
    );
    let places = store.places(at, 9).await.expect("listed");
    assert_eq!(places, [PlaceSeen { place: "web:1".into(), runs: 2, last_at: at }]);

    for (person, said) in [("slack:U1", "late"), ("slack:U2", "long")] {
        let feedback =
            Feedback { job: "job_seen".into(), person: person.into(), good: false, reason: said.into(), at };
        store.put_feedback(&feedback).await.expect("kept");
    }
    let first = store.feedback_before(None, 1).await.expect("listed");
    assert_eq!((first[0].person.as_str(), first[0].reason.as_str()), ("slack:U2", "long"));
    assert_eq!(first[0].run.row.job.as_str(), "job_seen");
    let place = FeedbackPlace { at, job: "job_seen".into(), person: "slack:U2".into() };
    let rest = store.feedback_before(Some(&place), 9).await.expect("listed");
    assert_eq!(rest.iter().map(|one| one.person.as_str()).collect::<Vec<_>>(), ["slack:U1"]);
    // No worker has claimed either of the two, and the canceled one still has to be shown in a chat.
    let shown = Delivery {
        job: "job_seen_branch".into(),
        place: "slack:T:C:1".into(),
        requester: Requester::default(),
        private: false,
        handle: "{}".into(),
        extras: Vec::new(),
        state: DeliveryState::Open,
        at,
        wake_at: None,
    };
    store.start_delivery(&shown).await.expect("kept");
    store.start_delivery(&Delivery { job: "job_seen".into(), ..shown }).await.expect("kept");
    let backlog = store.backlog(at).await.expect("asked");
    assert_eq!(backlog.due, Pending { count: 2, since: Some(Millis(1_000)) });
    assert_eq!(backlog.deliveries, [("slack".to_owned(), Pending { count: 1, since: Some(at) })]);
    assert_eq!((backlog.running, backlog.messages), (0, Vec::new()));
    let behind = NewJob { at, ..new_job("job_seen_next", "thr_seen", 2) };
    store.create(behind).await.expect("made");
    let backlog = store.backlog(at).await.expect("asked");
    assert_eq!(backlog.due.count, 2, "a turn behind another one waits for no worker");
    assert_eq!(store.backlog(Millis(999)).await.expect("asked").due, Pending::default());
    store.delete(&"thr_seen".into()).await.expect("erased");
    assert_eq!(store.usage(at).await.expect("asked"), UsageSeen::default(), "erased with the thread");
}
