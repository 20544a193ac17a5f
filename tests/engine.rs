//! The service and the driver over an in-memory store.

use async_trait::async_trait;
use gorkd_core::engine::{
    Ask, AskDefaults, Clock, Ended, Lease, Leases, Moment, MonthLimits, RecentFailures, Room, Service,
    SingleSearch, WorkerSettings, perform,
};
use gorkd_core::fakes::{FakeWorld, MemoryStore, TokioClock, Trouble};
use gorkd_core::job::{BudgetLevel, Effect, Event, Job, JobStatus, Prices, Recorded, month};
use gorkd_core::model::*;
use gorkd_core::ports::{
    Budgets, ErasedPerson, Journal, LinkRow, Links, Outcome, Outlet, People, PersonRows, Search,
    SearchRequest, StoreError,
};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

fn service(store: &MemoryStore) -> Service {
    service_at(store, None)
}

/// By a clock of its own, where one is given.
fn service_at(store: &MemoryStore, clock: Option<Arc<dyn Clock>>) -> Service {
    let mut ports = FakeWorld::new(7, 7, Trouble::default()).ports(store, gorkd_rules::Rules);
    ports.clock = clock.unwrap_or(ports.clock);
    Service::new(ports, AskDefaults { budgets: budgets(), ..AskDefaults::default() })
}

fn budgets() -> BTreeMap<Profile, Budget> {
    Profile::ALL.into_iter().map(|profile| (profile, crate::properties::budget(profile))).collect()
}

fn ask(requester: Requester) -> Ask {
    Ask {
        text: "When was the old copper bridge opened?".to_owned(),
        requester,
        place: Place::from("cli:local"),
        claim_for: Some("w".to_owned()),
        ..Ask::default()
    }
}

#[tokio::test(start_paused = true)]
async fn a_finished_answer_is_shown_even_when_the_store_fails_to_keep_it() {
    let store = MemoryStore::default();
    let ticket = service(&store).ask(ask(Requester::terminal())).await.expect("admissible");
    store.refuse_answers(true);
    let fence = ticket.fence.expect("claimed at once");
    let mut drive = service(&store).drive(fence, CancellationToken::new(), Duration::ZERO);
    let ended = drive.run().await;
    assert!(matches!(ended, Err(StoreError::Unavailable(_))), "{ended:?}");
    assert!(drive.job().answer.is_some(), "the person who asked sees it");
    let kept = store.events(&ticket.job, 0).await.expect("the journal reads");
    assert!(!kept.iter().any(|one| matches!(one.event, Event::Verified { .. })), "and it is not kept");
}

#[tokio::test(start_paused = true)]
async fn a_job_that_the_store_interrupts_is_taken_up_again_by_the_same_worker() {
    let store = MemoryStore::default();
    let service = service(&store);
    let ticket =
        service.ask(Ask { claim_for: None, ..ask(Requester::terminal()) }).await.expect("admissible");
    store.refuse_answers(true);
    let halt = CancellationToken::new();
    let worker = service.worker("w".into(), WorkerSettings::default(), halt.clone());
    let work = tokio::spawn(async move { worker.run().await });
    let resumed = async || {
        let kept = store.events(&ticket.job, 0).await.expect("the journal reads");
        kept.iter().filter(|one| matches!(one.event, Event::Resumed { .. })).count()
    };
    tokio::time::sleep(Duration::from_secs(60)).await;
    let tries = resumed().await;
    assert!((3..=7).contains(&tries), "it is tried again, less and less often: {tries}");
    store.refuse_answers(false);
    tokio::time::sleep(Duration::from_secs(120)).await;
    assert_eq!(service.row(&ticket.job).await.expect("there").status, JobStatus::Completed);
    halt.cancel();
    work.await.expect("no fault").expect("it ends");
}

#[tokio::test(start_paused = true)]
async fn a_job_waits_for_room_and_loses_nothing_that_it_has_finished() {
    let store = MemoryStore::default();
    let service = service(&store);
    let ticket =
        service.ask(Ask { claim_for: None, ..ask(Requester::terminal()) }).await.expect("admissible");
    let halt = CancellationToken::new();
    let worker = service.worker("w".into(), WorkerSettings::default(), halt.clone());
    let work = tokio::spawn(async move { worker.run().await });
    let journal = async || store.events(&ticket.job, 0).await.expect("the journal reads");
    while !journal().await.iter().any(|one| matches!(one.event, Event::Found { .. })) {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    store.fill(true);
    let before = journal().await.len();
    tokio::time::sleep(Duration::from_secs(600)).await;
    assert_eq!(journal().await.len(), before);
    assert!(!service.row(&ticket.job).await.expect("there").status.is_over(), "it waits");
    store.fill(false);
    tokio::time::sleep(Duration::from_secs(120)).await;
    assert_eq!(service.row(&ticket.job).await.expect("there").status, JobStatus::Completed);
    let events = journal().await;
    let resumed = events.iter().filter(|one| matches!(one.event, Event::Resumed { .. })).count();
    assert_eq!(resumed, 1, "its worker has kept it");
    let again = |one: &Recorded| matches!(one.event, Event::Started { attempt, .. } if attempt > 1);
    assert!(!events.iter().any(again), "nothing that was finished is begun again");
    assert!(!events.iter().any(|one| matches!(one.event, Event::TimeUp)), "the wait is not the job's");
    halt.cancel();
    work.await.expect("no fault").expect("it ends");
}

/// A search that never ends, and how many wait for it.
#[derive(Clone, Default)]
struct Endless(Arc<AtomicUsize>);

struct Waiter(Arc<AtomicUsize>);

impl Drop for Waiter {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

#[async_trait]
impl Search for Endless {
    fn name(&self) -> &str {
        "endless"
    }

    fn destination(&self) -> Destination {
        Destination::Near
    }

    async fn search(&self, _: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        self.0.fetch_add(1, Ordering::SeqCst);
        let _waiter = Waiter(self.0.clone());
        std::future::pending().await
    }
}

#[tokio::test(start_paused = true)]
async fn a_job_that_waits_for_room_obeys_a_command_that_fits_and_no_other() {
    for cancels in [false, true] {
        let (store, endless, me) = (MemoryStore::default(), Endless::default(), Requester::terminal());
        let mut ports = FakeWorld::new(7, 7, Trouble::default()).ports(&store, gorkd_rules::Rules);
        ports.searches[1] = Outlet::<dyn Search>::new(Arc::new(endless.clone()));
        let service = Service::new(ports, AskDefaults { budgets: budgets(), ..AskDefaults::default() });
        let ticket = service.ask(Ask { claim_for: None, ..ask(me.clone()) }).await.expect("admissible");
        let halt = CancellationToken::new();
        let worker = service.worker("w".into(), WorkerSettings::default(), halt.clone());
        let work = tokio::spawn(async move { worker.run().await });
        let journal = async || store.events(&ticket.job, 0).await.expect("the journal reads");
        let waiting = || endless.0.load(Ordering::SeqCst);
        let command = async || match cancels {
            true => service.cancel(&ticket.job, &me).await.map(|_| ()),
            false => service.stop(&ticket.job, &me).await.map(|_| ()),
        };
        while waiting() == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        store.fill(true);
        // The other search takes two seconds at most.
        tokio::time::sleep(Duration::from_secs(3)).await;
        let found = |one: &Recorded| matches!(one.event, Event::Found { .. });
        assert!(!journal().await.iter().any(found), "there is no room for its hits");
        let refused = command().await.expect_err("there is none for a command either");
        assert_eq!(refused.code, RefusalCode::Unavailable);
        assert!(refused.message.contains("gorkd writes to is full"), "{refused}");
        assert!(waiting() > 0, "what is not on record changes nothing");

        store.take_commands();
        command().await.expect("it is short");
        tokio::time::sleep(Duration::from_secs(3)).await;
        assert_eq!(waiting(), 0, "nobody needs that search, which has ten seconds");
        store.fill(false);
        tokio::time::sleep(Duration::from_secs(120)).await;
        let status = service.row(&ticket.job).await.expect("there").status;
        assert!(status.is_over() && (status == JobStatus::Cancelled) == cancels, "{status:?}");
        let mut job = Job::default();
        journal().await.iter().for_each(|recorded| job.apply(recorded));
        assert!(job.ledger.running.is_empty(), "all is settled: {:?}", job.ledger.running);
        halt.cancel();
        work.await.expect("no fault").expect("it ends");
    }
}

#[tokio::test(start_paused = true)]
async fn who_waits_at_the_terminal_is_told_at_once_that_there_is_no_room() {
    let store = MemoryStore::default();
    let service = service(&store);
    let ticket = service.ask(ask(Requester::terminal())).await.expect("admissible");
    store.fill(true);
    let worker = service.worker("w".into(), WorkerSettings::default(), CancellationToken::new());
    let (ended, _) = worker.run_one(ticket.fence.expect("claimed at once")).await;
    assert!(matches!(ended, Err(StoreError::Full(_))), "{ended:?}");
}

#[tokio::test(start_paused = true)]
async fn a_job_whose_claim_was_made_and_never_answered_is_driven_all_the_same() {
    let store = MemoryStore::default();
    let service = service(&store);
    let ticket =
        service.ask(Ask { claim_for: None, ..ask(Requester::terminal()) }).await.expect("admissible");
    store.lose_claim();
    let halt = CancellationToken::new();
    let worker = service.worker("w".into(), WorkerSettings::default(), halt.clone());
    let work = tokio::spawn(async move { worker.run().await });
    tokio::time::sleep(Duration::from_secs(120)).await;
    assert_eq!(service.row(&ticket.job).await.expect("there").status, JobStatus::Completed);
    let kept = store.events(&ticket.job, 0).await.expect("the journal reads");
    let begun = kept.iter().filter(|one| matches!(one.event, Event::Resumed { .. })).count();
    assert_eq!(begun, 1, "it keeps what it drives");
    halt.cancel();
    work.await.expect("no fault").expect("it ends");
}

/// What a search costs at most. It costs far less.
const PRICE: u64 = 100_000;

/// A month's budget has room for one search at once.
fn with_paid_searches(store: &MemoryStore) -> Service {
    let prices = ["alpha", "beta"].map(|name| (name.to_owned(), MicroUsd(PRICE)));
    let defaults = AskDefaults {
        budgets: budgets(),
        prices: Prices { searches: BTreeMap::from(prices), ..Prices::default() },
        limits: MonthLimits { person: Some(MicroUsd(PRICE * 3 / 2)), ..MonthLimits::default() },
        ..AskDefaults::default()
    };
    Service::new(FakeWorld::new(7, 7, Trouble::default()).ports(store, gorkd_rules::Rules), defaults)
}

fn several_searches() -> Ask {
    Ask {
        text: "When was the old copper bridge opened, and why was it closed?".to_owned(),
        budget: Some(Budget { usd: 10.0, ..crate::properties::budget(Profile::Standard) }),
        ..ask(Requester::terminal())
    }
}

#[tokio::test(start_paused = true)]
async fn what_a_cancelled_run_has_set_aside_is_settled_before_it_is_tried_again() {
    let store = MemoryStore::default();
    let (service, me) = (with_paid_searches(&store), Requester::terminal());
    let ticket = service.ask(several_searches()).await.expect("admissible");
    let fence = ticket.fence.expect("claimed at once");
    let mut drive = service.drive(fence, CancellationToken::new(), Duration::ZERO);
    let driven = tokio::spawn(async move { drive.run().await });
    let (scope, period) = (format!("requester:{}", me.key()), month(service.now()));
    let reserved = async || {
        let row = store.budget(&scope, &period).await.expect("asked");
        row.unwrap_or_default().reserved.0
    };
    while reserved().await == 0 {
        assert!(!driven.is_finished(), "it searches before it ends");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    service.cancel(&ticket.job, &me).await.expect("cancelled");
    let refused = service.retry(&ticket.job, &me).await.expect_err("a search is under way");
    assert_eq!(refused.code, RefusalCode::Conflict);
    assert_eq!(driven.await.expect("no fault").expect("it ends"), Ended::Over(JobStatus::Cancelled));
    assert_eq!(reserved().await, 0);
    service.retry(&ticket.job, &me).await.expect("nothing of it runs");
}

#[tokio::test(start_paused = true)]
async fn a_linked_chat_account_has_the_budget_of_its_person() {
    let store = MemoryStore::default();
    let service = with_paid_searches(&store);
    let (chat, web, at) = ("slack:T1:U1".to_owned(), "web:ada".to_owned(), Millis(0));
    store.link(&LinkRow { id: "lnk_1".to_owned(), chat, web, at }).await.expect("linked");
    for (platform, user, person) in
        [("slack", "T1:U1", "web:ada"), ("web", "ada", "web:ada"), ("slack", "T1:U2", "slack:T1:U2")]
    {
        let by = Requester { platform: platform.into(), user: user.into(), ..Requester::default() };
        let ticket = service.ask(Ask { claim_for: None, ..ask(by) }).await.expect("admissible");
        let scopes = service.job(&ticket.job, None).await.expect("there").scopes;
        let scopes: Vec<&str> = scopes.iter().map(|scope| scope.scope.as_str()).collect();
        assert_eq!(scopes, [format!("requester:{person}")]);
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_set_aside_for_a_search_is_settled_also_where_whoever_asked_has_gone() {
    let store = MemoryStore::default();
    let service = with_paid_searches(&store);
    let single = SingleSearch {
        query: "old copper bridge".to_owned(),
        provider: Some("alpha".to_owned()),
        by: Requester::terminal(),
        ..SingleSearch::default()
    };
    let gone = tokio::time::timeout(Duration::ZERO, service.search_once(&single)).await;
    assert!(gone.is_err(), "a search takes a while");
    tokio::time::sleep(Duration::from_secs(60)).await;
    let scope = format!("requester:{}", Requester::terminal().key());
    let row = store.budget(&scope, &month(service.now())).await.expect("asked").expect("it was charged");
    assert_eq!(row.reserved, MicroUsd(0));
}

#[tokio::test(start_paused = true)]
async fn of_several_paid_searches_as_many_are_made_as_a_budget_has_room_for() {
    let store = MemoryStore::default();
    let service = with_paid_searches(&store);
    let ticket = service.ask(several_searches()).await.expect("admissible");
    let fence = ticket.fence.expect("claimed at once");
    let mut drive = service.drive(fence, CancellationToken::new(), Duration::ZERO);
    assert_eq!(drive.run().await.expect("it ends"), Ended::Over(JobStatus::Completed));

    let kept = store.events(&ticket.job, 0).await.expect("the journal reads");
    let starts = |event: &Event| matches!(event, Event::Started { reserved, .. } if reserved.usd.0 > 0);
    let refused = |event: &Event| match event {
        Event::Failed { failure, .. } => failure.reason == FailureReason::BudgetExhausted,
        _ => false,
    };
    let at = kept.iter().find(|one| starts(&one.event)).expect("there is room for one").at;
    let at_once = || kept.iter().filter(|one| one.at == at).map(|one| &one.event);
    assert_eq!(at_once().filter(|event| starts(event)).count(), 1, "{kept:#?}");
    assert!(at_once().any(refused), "and for no other: {kept:#?}");
    let notice = kept.iter().position(|one| matches!(one.event, Event::BudgetReached(_)));
    let first = kept.iter().position(|one| refused(&one.event));
    assert!(notice.is_some() && notice < first, "it is said before: {kept:#?}");

    let levels: Vec<BudgetLevel> = drive.job().budget_notices.iter().map(|notice| notice.level).collect();
    assert_eq!(levels, [BudgetLevel::Refused], "it is not used up");
    let scope = format!("requester:{}", Requester::terminal().key());
    let row = store.budget(&scope, &month(service.now())).await.expect("asked").expect("there");
    assert_eq!((row.spent, row.reserved), (drive.job().ledger.spent.usd, MicroUsd(0)));
}

/// A clock that somebody sets forward.
struct Set {
    clock: TokioClock,
    ahead: AtomicI64,
}

impl Clock for Set {
    fn now(&self) -> Millis {
        Millis(self.clock.now().0 + self.ahead.load(Ordering::SeqCst))
    }
}

#[tokio::test(start_paused = true)]
async fn an_hour_asleep_costs_a_run_none_of_its_time() {
    for forward in [true, false] {
        let store = MemoryStore::default();
        let clock = Arc::new(Set { clock: TokioClock::default(), ahead: AtomicI64::new(0) });
        let service = service_at(&store, Some(Arc::clone(&clock) as Arc<dyn Clock>));
        let ticket = service.ask(ask(Requester::terminal())).await.expect("admissible");
        let fence = ticket.fence.expect("claimed at once");
        let mut drive = service.drive(fence, CancellationToken::new(), Duration::ZERO);
        let driven = tokio::spawn(async move { drive.run().await });
        tokio::time::sleep(Duration::from_millis(300)).await;
        clock.ahead.store(if forward { 3_600_000 } else { -3_600_000 }, Ordering::SeqCst);
        let ended = driven.await.expect("no fault").expect("it ends");
        assert_eq!(ended, Ended::Over(JobStatus::Completed));
        let kept = store.events(&ticket.job, 0).await.expect("the journal reads");
        let stood = kept.iter().filter(|one| matches!(one.event, Event::StoodStill { .. })).count();
        let up = kept.iter().any(|one| matches!(one.event, Event::ResearchTimeUp | Event::TimeUp));
        assert_eq!((stood, up), (usize::from(forward), false), "{kept:#?}");
        let mut job = Job::default();
        kept.iter().for_each(|recorded| job.apply(recorded));
        assert!(job.clock.active_ms < 60_000, "{}", job.clock.active_ms);
    }
}

#[tokio::test(start_paused = true)]
async fn the_sixth_run_in_ten_minutes_is_refused_with_the_time_to_wait() {
    let store = MemoryStore::default();
    let service = service(&store);
    let somebody = || Requester { platform: "web".into(), user: "u1".into(), ..Requester::default() };
    for _ in 0..5 {
        service.ask(ask(somebody())).await.expect("five are taken");
    }
    let refusal = service.ask(ask(somebody())).await.expect_err("the sixth is not");
    assert_eq!(refusal.code, RefusalCode::RateLimited);
    assert_eq!(refusal.retry_after, Some(600));
    service.ask(ask(Requester::terminal())).await.expect("the terminal is not counted");
    tokio::time::sleep(Duration::from_secs(601)).await;
    service.ask(ask(somebody())).await.expect("the window has moved on");
}

/// Of whom only the second attempt erases everything.
#[derive(Default)]
struct Stubborn(AtomicBool);

#[async_trait]
impl People for Stubborn {
    async fn runs_of_person(&self, _: &str) -> Result<Vec<JobId>, StoreError> {
        Ok(Vec::new())
    }

    async fn rows_of_person(&self, _: &str) -> Result<PersonRows, StoreError> {
        Ok(PersonRows::default())
    }

    async fn erase_person(&self, _: &str) -> Result<ErasedPerson, StoreError> {
        match self.0.swap(true, Ordering::SeqCst) {
            true => Ok(ErasedPerson::default()),
            false => Err(StoreError::Unavailable("the simulated disk stalls".to_owned())),
        }
    }
}

/// Lines of a log.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no test thread panics while it holds this").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn the_audit_log_says_that_the_erasing_of_a_person_is_to_be_continued() {
    let log = Log::default();
    let writer = log.clone();
    let lines = tracing_subscriber::fmt().json().flatten_event(true).with_writer(move || writer.clone());
    let _lines = tracing::subscriber::set_default(lines.finish());
    let mut ports =
        FakeWorld::new(7, 7, Trouble::default()).ports(&MemoryStore::default(), gorkd_rules::Rules);
    ports.people = Arc::new(Stubborn::default());
    let (service, me) = (Service::new(ports, AskDefaults::default()), Requester::terminal());
    service.erase_person("web:adalovelace", &me).await.expect_err("the store fails");
    service.erase_person("web:adalovelace", &me).await.expect("erased");

    let ada = service.hash_of_person("web:adalovelace").await.expect("a hash");
    let log = String::from_utf8(log.0.lock().expect("free").clone()).expect("UTF-8");
    let lines = log.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let deeds: Vec<(String, bool)> = lines
        .filter(|line| line["target"] == "gorkd::audit")
        .map(|line| (line["deed"].as_str().expect("a text").to_owned(), line["on"] == *ada))
        .collect();
    let begun = "person_erasure_begun";
    let deeds_of_both = [begun, "person_erasure_unfinished", begun, "person_erased"];
    assert_eq!(deeds, deeds_of_both.map(|deed| (deed.to_owned(), true)));
    assert!(!log.contains("adalovelace"), "{log}");
}

#[tokio::test(start_paused = true)]
async fn a_reply_to_a_question_already_answered_is_refused_kindly() {
    let store = MemoryStore::default();
    let service = service(&store);
    let ticket = service.ask(ask(Requester::terminal())).await.expect("admissible");
    let refusal =
        service.reply(&ticket.job, "clarify.0", gorkd_core::job::Reply::JustGo, &Requester::terminal()).await;
    assert_eq!(refusal.expect_err("nothing is open").code, RefusalCode::Conflict);
}

#[tokio::test(start_paused = true)]
async fn a_worker_that_lost_its_job_writes_nothing_more() {
    let store = MemoryStore::default();
    let service = service(&store);
    let ticket = service.ask(ask(Requester::terminal())).await.expect("admissible");
    let lost = ticket.fence.expect("claimed at once");
    store.bury("w");
    let now = service.now();
    store.claim("other", Some(&ticket.job), now).await.expect("the store answers").expect("it is free");
    let halt = CancellationToken::new();
    let ended = service.drive(lost, halt, Duration::ZERO).run().await;
    assert_eq!(ended.expect("no failure"), Ended::Fenced);
    assert_eq!(store.events(&ticket.job, 0).await.expect("the journal reads").len(), 1);
}

const HOUR: Duration = Duration::from_secs(3600);

#[tokio::test(start_paused = true)]
async fn a_worker_that_stood_still_asks_whether_a_job_is_its_own_before_it_goes_on() {
    for taken in [true, false] {
        let store = MemoryStore::default();
        let service = service(&store);
        let ticket = service.ask(ask(Requester::terminal())).await.expect("admissible");
        let fence = ticket.fence.expect("claimed at once");
        // The lease that the drive was begun under has ended, and the next heartbeat has come.
        let leases = Leases::default();
        leases.renew(Moment::now(), Duration::ZERO);
        let mut drive = service
            .drive(fence, CancellationToken::new(), Duration::ZERO)
            .under(leases.clone(), Room::default());
        leases.renew(Moment::now(), HOUR);
        if taken {
            store.bury("w");
            let claimed = store.claim("other", Some(&ticket.job), service.now()).await;
            claimed.expect("the store answers").expect("it is free");
        }
        let ended = drive.run().await.expect("no failure");
        let expected = if taken { Ended::Fenced } else { Ended::Over(JobStatus::Completed) };
        assert_eq!(ended, expected);
    }
}

#[tokio::test(start_paused = true)]
async fn calls_wait_for_the_next_lease_if_one_ended_while_there_was_no_room() {
    let store = MemoryStore::default();
    let service = service(&store);
    let ticket = service.ask(ask(Requester::terminal())).await.expect("admissible");
    let fence = ticket.fence.expect("claimed at once");
    let (leases, halt) = (Leases::default(), CancellationToken::new());
    leases.renew(Moment::now(), HOUR);
    let room = Room::waited_for(RecentFailures::default(), halt.clone());
    let mut drive = service.drive(fence, halt, Duration::ZERO).under(leases.clone(), room);
    let mut changes = store.changes();
    // What was recorded has begun. What follows can't be recorded until the lease has ended.
    let trouble = async {
        while changes.recv().await.is_ok() {
            store.fill(true);
            tokio::time::sleep(Duration::from_millis(100)).await;
            leases.current().lose();
            tokio::time::sleep(Duration::from_millis(300)).await;
            leases.renew(Moment::now(), HOUR);
            store.fill(false);
        }
    };
    let ended = tokio::select! {
        biased;
        ended = drive.run() => ended,
        () = trouble => panic!("the store is open"),
    };
    assert_eq!(ended.expect("no failure"), Ended::Over(JobStatus::Completed));
    let events = store.events(&ticket.job, 0).await.expect("the journal reads");
    let failed = |one: &Recorded| match &one.event {
        Event::Failed { failure, .. } => failure.reason == FailureReason::Internal,
        _ => false,
    };
    assert!(!events.iter().any(failed), "no call is begun under the old lease: {events:#?}");
}

#[tokio::test(start_paused = true)]
async fn who_no_longer_holds_a_job_calls_nobody_for_it() {
    let (store, world) = (MemoryStore::default(), FakeWorld::new(7, 7, Trouble::default()));
    let ports = world.ports(&store, gorkd_rules::Rules);
    let ticket = service(&store).ask(ask(Requester::terminal())).await.expect("admissible");
    let job = Arc::new(Job::replay(&store.events(&ticket.job, 0).await.expect("the journal reads")));
    let id = EffectId::from("r0.search.copper");
    let effect = || {
        let query = Query { text: "copper bridge".to_owned(), ..Query::default() };
        Effect::Search { query, provider: "alpha".to_owned() }
    };
    let lease = Lease::until(Moment::now(), HOUR);
    let found = lease.over(perform(&ports, job.clone(), &id, effect())).await;
    assert!(matches!(found.event, Event::Found { .. }), "{found:?}");
    let calls = world.calls();
    assert_eq!(calls.values().sum::<u32>(), 1, "{calls:?}");
    lease.lose();
    let late = lease.over(perform(&ports, job, &id, effect())).await;
    assert!(matches!(late.event, Event::Failed { .. }), "{late:?}");
    assert_eq!(world.calls(), calls);
}
