//! Each decorator wrapped around a scripted search, on a clock that the test advances.

use super::*;
use async_trait::async_trait;
use gorkd_core::engine::Clock;
use gorkd_core::model::*;
use gorkd_core::ports::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::time::Instant;

/// Plays its responses in order, repeating the last one forever, and records when it was called.
#[derive(Default)]
struct Script {
    answers: Mutex<Vec<Result<usize, Failure>>>,
    asked: Mutex<Vec<Instant>>,
    takes: Duration,
}

impl Script {
    fn of(answers: Vec<Result<usize, Failure>>) -> Arc<Self> {
        Arc::new(Self { answers: Mutex::new(answers), ..Self::default() })
    }

    fn count(&self) -> usize {
        self.asked.lock().expect("the list").len()
    }

    /// Milliseconds from the first call to each call.
    fn times(&self) -> Vec<u64> {
        let asked = self.asked.lock().expect("the list");
        asked.iter().map(|at| at.duration_since(asked[0]).as_millis() as u64).collect()
    }
}

#[async_trait]
impl Search for Script {
    fn name(&self) -> &str {
        "scripted"
    }

    fn destination(&self) -> Destination {
        Destination::Far
    }

    fn style(&self) -> SearchStyle {
        SearchStyle::Scholarly
    }

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        self.asked.lock().expect("the list").push(Instant::now());
        if self.takes > request.timeout {
            tokio::time::sleep(request.timeout).await;
            return Err(Failure::retry(FailureReason::TimedOut, "It took too long.").into());
        }
        tokio::time::sleep(self.takes).await;
        let answer = {
            let mut answers = self.answers.lock().expect("the answers");
            if answers.len() > 1 { answers.remove(0) } else { answers[0].clone() }
        };
        match answer {
            Ok(count) => {
                let hit = |n| SearchHit { url: format!("https://a.example/{n}"), ..SearchHit::default() };
                let cost = Spend { usd: MicroUsd(7), ..Spend::default() };
                Ok(Metered { value: (0..count).map(hit).collect(), cost, cached: false, tries: 1 })
            }
            Err(failure) => Err(failure.into()),
        }
    }
}

struct Now(Instant);

impl Clock for Now {
    fn now(&self) -> Millis {
        Millis(1_763_769_600_000).plus(self.0.elapsed().as_millis() as u64)
    }
}

fn clock() -> Arc<dyn Clock> {
    Arc::new(Now(Instant::now()))
}

fn request(query: &str) -> SearchRequest {
    SearchRequest {
        results: 5,
        timeout: Duration::from_secs(10),
        ..SearchRequest::new(query, Reach::of(Privacy::Hybrid))
    }
}

fn busy(after_ms: u64) -> Failure {
    Failure::retry(FailureReason::RateLimited, "Too many requests.")
        .turned_away(Duration::from_millis(after_ms))
}

fn down() -> Failure {
    Failure::retry(FailureReason::ServerError, "It failed.")
}

#[tokio::test(start_paused = true)]
async fn a_rate_spaces_the_calls_of_all_jobs() {
    for (a_second, calls, spaces) in
        [(1.0, 1, 1_000), (0.333_333_333, 1, 3_000), (5.0, 1, 200), (3.0, 2, 1_000), (10.0, 2, 200)]
    {
        let script = Script::of(vec![Ok(1)]);
        let rate = Arc::new(Rate::new(a_second, calls));
        let jobs = (0..3).map(|_| Limited::new(script.clone(), rate.clone())).collect::<Vec<_>>();
        let (one, two, three) = (request("a"), request("b"), request("c"));
        let (a, b, c) = tokio::join!(jobs[0].search(&one), jobs[1].search(&two), jobs[2].search(&three));
        assert!(a.is_ok() && b.is_ok() && c.is_ok());
        for (at, time) in script.times().into_iter().enumerate() {
            let wanted = spaces * at as u64;
            assert!(time.abs_diff(wanted) <= 3, "{a_second}/s: call {at} at {time}, not {wanted}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_turn_that_comes_too_late_fails_at_once() {
    let script = Script::of(vec![Ok(1)]);
    let limited = Arc::new(Limited::new(script.clone(), Arc::new(Rate::new(0.2, 1))));
    let asks: Vec<_> = (0..5)
        .map(|n| {
            let limited = limited.clone();
            tokio::spawn(async move {
                let began = Instant::now();
                (limited.search(&request(&n.to_string())).await, began.elapsed())
            })
        })
        .collect();
    let mut late = 0;
    for ask in asks {
        let (answer, took) = ask.await.expect("no fault");
        if let Err(failed) = answer {
            late += 1;
            assert_eq!(failed.failure.reason, FailureReason::RateLimited);
            assert_eq!(failed.failure.again_after_ms, None, "asking again would not help");
            assert!(took < Duration::from_secs(1), "{took:?}");
        }
    }
    assert_eq!((late, script.count()), (2, 3), "turns at 0, 5 and 10 seconds fit into ten");
}

/// A rate limit shared between processes, which can become unavailable.
#[derive(Default)]
struct SharedLine {
    free_at: Mutex<Option<Instant>>,
    lost: AtomicBool,
}

#[async_trait]
impl Rates for SharedLine {
    async fn turn(&self, rate: &str, period: Duration, patience: Duration) -> Result<NextTurn, StoreError> {
        assert_eq!(rate, "scripted");
        if self.lost.load(Ordering::SeqCst) {
            return Err(StoreError::Unavailable("gone".into()));
        }
        let mut free_at = self.free_at.lock().expect("the line");
        let now = Instant::now();
        let start = free_at.unwrap_or(now).max(now);
        if start - now > patience {
            return Ok(NextTurn::TooLate(start - now));
        }
        *free_at = Some(start + period);
        Ok(NextTurn::In(start - now))
    }
}

#[tokio::test(start_paused = true)]
async fn processes_that_share_a_line_keep_to_one_rate_and_without_it_each_to_its_own() {
    let (script, line) = (Script::of(vec![Ok(1)]), Arc::new(SharedLine::default()));
    let process = || {
        let rate = Rate::new(0.25, 1).shared("scripted".to_owned(), line.clone());
        Limited::new(script.clone(), Arc::new(rate))
    };
    let (one, other) = (process(), process());
    let (a, b, c, d) = (request("a"), request("b"), request("c"), request("d"));
    let answers = tokio::join!(one.search(&a), other.search(&b), one.search(&c), other.search(&d));
    let late = [answers.0, answers.1, answers.2, answers.3].into_iter().filter_map(Result::err);
    let late: Vec<FailureReason> = late.map(|failed| failed.failure.reason).collect();
    assert_eq!(late, [FailureReason::RateLimited], "turns at 0, 4 and 8 seconds fit into ten");
    let near = |time: u64, wanted: u64| time.abs_diff(wanted) <= 3;
    let times = script.times();
    assert!(times.len() == 3 && near(times[1], 4_000) && near(times[2], 8_000), "{times:?}");

    line.lost.store(true, Ordering::SeqCst);
    let answers = tokio::join!(one.search(&a), other.search(&b), one.search(&c), other.search(&d));
    assert!(answers.0.is_ok() && answers.1.is_ok() && answers.2.is_ok() && answers.3.is_ok());
    let times = script.times();
    assert!(times.len() == 7 && near(times[4], times[3]) && near(times[6], times[4] + 4_000), "{times:?}");
}

#[tokio::test(start_paused = true)]
async fn only_what_surely_cost_nothing_is_tried_again() {
    let settings = RetrySettings::default();
    type Case = (&'static str, Vec<Result<usize, Failure>>, usize, bool);
    let cases: Vec<Case> = vec![
        ("turned away twice", vec![Err(busy(0)), Err(busy(0)), Ok(2)], 3, true),
        ("always turned away", vec![Err(busy(0))], 5, false),
        ("internal error", vec![Err(down()), Ok(2)], 1, false),
        ("asked to wait", vec![Err(busy(3_000)), Ok(2)], 2, true),
        ("asked to wait too long", vec![Err(busy(60_000)), Ok(2)], 1, false),
    ];
    for (name, answers, calls, answered) in cases {
        let script = Script::of(answers);
        let began = Instant::now();
        let answer = Retried::new(script.clone(), settings).search(&request("x")).await;
        assert_eq!((script.count(), answer.is_ok()), (calls, answered), "{name}");
        assert!(began.elapsed() <= Duration::from_secs(10), "{name}: within the time of the search");
        match answer {
            Ok(found) => assert_eq!(found.tries as usize, calls, "{name}"),
            Err(failed) if calls > 1 => {
                assert_eq!(failed.failure.remedy, Remedy::Skip, "{name}");
                assert!(failed.failure.detail.contains("5 times"), "{}", failed.failure.detail);
            }
            Err(_) => {}
        }
    }
    let script = Script::of(vec![Err(busy(3_000)), Err(busy(0)), Ok(1)]);
    Retried::new(script.clone(), settings).search(&request("x")).await.expect("an answer");
    assert_eq!(script.times(), [0, 3_000, 3_500], "as long as the server asks, else twice as long as before");
}

#[tokio::test(start_paused = true)]
async fn being_offline_costs_less_than_a_second() {
    let offline = Failure::skip(FailureReason::Unreachable, "Nobody there.").turned_away(Duration::ZERO);
    let script = Script::of(vec![Err(offline)]);
    let began = Instant::now();
    let failed = Retried::new(script, RetrySettings::default()).search(&request("x")).await;
    assert!(failed.is_err() && began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
}

#[tokio::test(start_paused = true)]
async fn five_failures_open_the_breaker_and_one_probe_closes_it() {
    let mut answers: Vec<Result<usize, Failure>> = (0..6).map(|_| Err(down())).collect();
    answers.push(Ok(1));
    let takes = Duration::from_millis(5);
    let script = Arc::new(Script { answers: Mutex::new(answers), takes, ..Script::default() });
    let breaker = Breaker::new(script.clone(), BreakerSettings::default());
    for _ in 0..5 {
        breaker.search(&request("x")).await.expect_err("down");
    }
    let refused = breaker.search(&request("x")).await.expect_err("open").failure;
    assert_eq!(
        (script.count(), refused.reason, refused.remedy),
        (5, FailureReason::Unreachable, Remedy::Skip)
    );
    assert!(refused.detail.contains("paused") && refused.detail.contains("It failed."), "{}", refused.detail);

    tokio::time::sleep(Duration::from_secs(61)).await;
    breaker.search(&request("x")).await.expect_err("the probe fails");
    breaker.search(&request("x")).await.expect_err("open again");
    assert_eq!(script.count(), 6);

    tokio::time::sleep(Duration::from_secs(61)).await;
    let (probe, beside) = (request("probe"), request("beside"));
    let (first, second) = tokio::join!(breaker.search(&probe), breaker.search(&beside));
    assert!(first.is_ok() && second.is_err(), "one probe at a time");
    assert!(breaker.search(&request("x")).await.is_ok());
    assert_eq!(script.count(), 8);
}

#[tokio::test(start_paused = true)]
async fn a_probe_that_nobody_waits_for_does_not_keep_the_breaker_open() {
    let script = Arc::new(Script {
        answers: Mutex::new(vec![Err(down()), Ok(1)]),
        takes: Duration::from_secs(2),
        ..Script::default()
    });
    let settings = BreakerSettings { failures: 1, open: Duration::from_millis(50) };
    let breaker = Breaker::new(script.clone(), settings);
    breaker.search(&request("x")).await.expect_err("down");
    tokio::time::sleep(Duration::from_millis(60)).await;
    let dropped = tokio::time::timeout(Duration::from_millis(10), breaker.search(&request("x"))).await;
    assert!(dropped.is_err());
    assert!(breaker.search(&request("x")).await.is_ok(), "the next one is a probe again");
}

#[tokio::test(start_paused = true)]
async fn wrong_keys_do_not_open_the_breaker_and_a_named_time_does() {
    let wrong = Failure::skip(FailureReason::Unauthorized, "Wrong key.");
    let script = Script::of(vec![Err(wrong)]);
    let breaker = Breaker::new(script.clone(), BreakerSettings::default());
    for _ in 0..9 {
        let failure = breaker.search(&request("x")).await.expect_err("wrong").failure;
        assert_eq!(failure.reason, FailureReason::Unauthorized);
    }
    assert_eq!(script.count(), 9);

    let script = Script::of(vec![Err(busy(30_000)), Ok(1)]);
    let breaker = Breaker::new(script.clone(), BreakerSettings::default());
    breaker.search(&request("x")).await.expect_err("busy");
    breaker.search(&request("x")).await.expect_err("paused for as long as the server asked");
    assert_eq!(script.count(), 1);
    tokio::time::sleep(Duration::from_secs(31)).await;
    assert!(breaker.search(&request("x")).await.is_ok());
}

/// In-memory cache and counter; either can be made to fail.
#[derive(Default)]
struct Memory {
    kept: Mutex<BTreeMap<String, (Vec<u8>, Millis)>>,
    announced: Mutex<BTreeSet<String>>,
    used: Mutex<BTreeMap<String, Usage>>,
}

#[async_trait]
impl Scratch for Memory {
    async fn get(&self, key: &str, now: Millis) -> Result<Option<Vec<u8>>, StoreError> {
        let kept = self.kept.lock().expect("the rows").get(key).cloned();
        Ok(kept.filter(|(_, until)| *until > now).map(|(value, _)| value))
    }

    async fn put(&self, key: &str, value: &[u8], expires_at: Millis) -> Result<(), StoreError> {
        self.kept.lock().expect("the rows").insert(key.to_owned(), (value.to_owned(), expires_at));
        Ok(())
    }

    async fn announce(&self, key: &str, _: Millis, _: Millis) -> Result<bool, StoreError> {
        Ok(self.announced.lock().expect("the names").insert(key.to_owned()))
    }

    async fn withdraw(&self, key: &str) -> Result<(), StoreError> {
        self.announced.lock().expect("the names").remove(key);
        Ok(())
    }

    async fn put_draft(&self, _: &RunningDraft) -> Result<(), StoreError> {
        Ok(())
    }

    async fn draft(&self, _: &JobId) -> Result<Option<RunningDraft>, StoreError> {
        Ok(None)
    }

    async fn drop_drafts(&self, _: &JobId) -> Result<(), StoreError> {
        Ok(())
    }
}

#[async_trait]
impl Quotas for Memory {
    async fn take(
        &self,
        provider: &str,
        day: &str,
        amount: Usage,
        limit: Usage,
    ) -> Result<Taken, StoreError> {
        let mut used = self.used.lock().expect("the rows");
        let used = used.entry(format!("{provider} {day}")).or_default();
        let over = limit.calls > 0 && used.calls + amount.calls > limit.calls;
        if !over {
            used.calls += amount.calls;
            used.credits += amount.credits;
        }
        Ok(Taken { counted: !over, used: *used })
    }

    async fn give_back(&self, provider: &str, day: &str, amount: Usage) -> Result<(), StoreError> {
        let mut used = self.used.lock().expect("the rows");
        let used = used.entry(format!("{provider} {day}")).or_default();
        used.calls -= amount.calls;
        used.credits -= amount.credits;
        Ok(())
    }
}

#[tokio::test(start_paused = true)]
async fn an_answer_is_kept_under_all_that_shapes_it() {
    let (script, memory, clock) = (Script::of(vec![Ok(2)]), Arc::new(Memory::default()), clock());
    let keep = Duration::from_secs(3_600);
    let process = || {
        let cache = Arc::new(SearchCache::new(memory.clone(), clock.clone(), keep));
        Cached::new(script.clone(), cache)
    };
    let cached = process();
    let first = cached.search(&request("solar power")).await.expect("an answer");
    let again = cached.search(&request(" solar   power ")).await.expect("an answer");
    assert_eq!((first.cached, again.cached, again.cost.usd, again.tries), (false, true, MicroUsd(0), 0));
    assert_eq!(first.value, again.value);
    assert!(process().search(&request("solar power")).await.expect("an answer").cached, "after a restart");
    assert_eq!(script.count(), 1);
    let anew = SearchRequest { anew: true, ..request("solar power") };
    assert!(
        !cached.search(&anew).await.expect("an answer").cached,
        "who wants to know what has changed asks"
    );
    let others = [
        SearchRequest { reach: Reach::of(Privacy::CloudAllowed), ..request("solar power") },
        SearchRequest { results: 6, ..request("solar power") },
        SearchRequest {
            filters: Filters { recency: Some(Recency::Week), ..Filters::default() },
            ..request("solar power")
        },
        SearchRequest { language: Some("de".into()), ..request("solar power") },
        request("Solar power"),
    ];
    for other in others {
        assert!(!cached.search(&other).await.expect("an answer").cached, "{other:?}");
    }
    tokio::time::sleep(Duration::from_secs(3_601)).await;
    assert!(!cached.search(&request("solar power")).await.expect("an answer").cached, "its time is over");
}

#[tokio::test(start_paused = true)]
async fn private_results_stay_on_this_machine_and_others_are_shared() {
    let (script, clock) = (Script::of(vec![Ok(2)]), clock());
    let (here, there, common) =
        (Arc::new(Memory::default()), Arc::new(Memory::default()), Arc::new(Memory::default()));
    let process = |own: &Arc<Memory>| {
        let cache = SearchCache::new(own.clone(), clock.clone(), Duration::from_secs(3_600));
        Cached::new(script.clone(), Arc::new(cache.sharing(common.clone())))
    };
    let (one, other) = (process(&here), process(&there));
    let private = SearchRequest { reach: Reach::of(Privacy::LocalOnly), ..request("solar power") };
    for asked in [&request("solar power"), &private] {
        one.search(asked).await.expect("an answer");
    }
    assert!(other.search(&request("solar power")).await.expect("an answer").cached);
    assert!(!other.search(&private).await.expect("an answer").cached);
    let kept = |memory: &Memory| memory.kept.lock().expect("the rows").len();
    assert_eq!((kept(&here), kept(&there), kept(&common)), (1, 1, 1));
}

#[tokio::test(start_paused = true)]
async fn of_processes_that_want_to_know_the_same_one_asks_and_another_one_if_it_fails() {
    let (common, clock) = (Arc::new(Memory::default()), clock());
    let takes = Duration::from_millis(500);
    let answers = Mutex::new(vec![Ok(2), Err(down()), Ok(3)]);
    let script = Arc::new(Script { answers, takes, ..Script::default() });
    let process = || {
        let own = Arc::new(Memory::default());
        let cache = SearchCache::new(own, clock.clone(), Duration::from_secs(3_600));
        Cached::new(script.clone(), Arc::new(cache.sharing(common.clone())))
    };
    let (one, other) = (process(), process());
    let (first, second) = (request("solar power"), request("solar power"));
    let (first, second) = tokio::join!(one.search(&first), other.search(&second));
    let (first, second) = (first.expect("an answer"), second.expect("the same"));
    assert_eq!((first.cached, second.cached, script.count()), (false, true, 1));
    assert_eq!(first.value, second.value);

    let (third, fourth) = (request("wind power"), request("wind power"));
    let (third, fourth) = tokio::join!(one.search(&third), other.search(&fourth));
    assert!(third.is_err() && !fourth.expect("asked by itself").cached);
    assert_eq!(script.count(), 3);
    assert!(common.announced.lock().expect("the names").is_empty());
}

#[tokio::test(start_paused = true)]
async fn one_that_is_waited_for_in_vain_leaves_time_to_ask() {
    let common = Arc::new(Memory::default());
    let script = Script::of(vec![Ok(2)]);
    let cache = SearchCache::new(common.clone(), clock(), Duration::from_secs(3_600)).sharing(common.clone());
    let cached = Cached::new(script.clone(), Arc::new(cache));
    let key = cached.key(&request("solar power"));
    assert!(common.announce(&key, Millis(0), Millis(0)).await.expect("noted"), "by one that hangs");
    let began = Instant::now();
    assert!(!cached.search(&request("solar power")).await.expect("an answer").cached);
    let waited = began.elapsed();
    assert!(waited >= Duration::from_secs(5) && waited < Duration::from_secs(6), "{waited:?}");
}

#[tokio::test(start_paused = true)]
async fn failures_are_not_kept_and_nothing_found_is_believed_for_a_short_time() {
    let cache = Arc::new(SearchCache::new(Arc::new(Memory::default()), clock(), Duration::from_secs(36_000)));
    let script = Script::of(vec![Err(down()), Ok(0), Ok(1)]);
    let cached = Cached::new(script.clone(), cache);
    cached.search(&request("x")).await.expect_err("down");
    assert!(!cached.search(&request("x")).await.expect("an answer").cached);
    assert!(cached.search(&request("x")).await.expect("an answer").cached);
    tokio::time::sleep(Duration::from_secs(700)).await;
    assert_eq!(cached.search(&request("x")).await.expect("an answer").value.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_days_limit_stops_searches_until_the_next_day() {
    let (memory, clock) = (Arc::new(Memory::default()), clock());
    let script = Script::of(vec![Ok(1), Err(busy(0)), Ok(1)]);
    let (amount, limit) = (Usage { calls: 1, credits: 2 }, Usage { calls: 2, credits: 0 });
    let counted = Counted::new(script.clone(), memory.clone(), clock, "scripted", amount, limit);
    counted.search(&request("x")).await.expect("the first");
    counted.search(&request("x")).await.expect_err("turned away, and given back");
    counted.search(&request("x")).await.expect("the second");
    let failure = counted.search(&request("x")).await.expect_err("the limit").failure;
    assert_eq!(failure.reason, FailureReason::QuotaExhausted);
    assert!(failure.detail.contains("2 calls and 4 credits"), "{}", failure.detail);
    assert_eq!(script.count(), 3);
    tokio::time::sleep(Duration::from_secs(86_400)).await;
    counted.search(&request("x")).await.expect("a new day");
}

#[tokio::test(start_paused = true)]
async fn decorators_change_neither_name_nor_style() {
    let memory = Arc::new(Memory::default());
    let cache = Arc::new(SearchCache::new(memory.clone(), clock(), Duration::from_secs(1)));
    let mut search: Arc<dyn Search> = Script::of(vec![Ok(1)]);
    search = Arc::new(Limited::new(search, Arc::new(Rate::new(1.0, 1))));
    search = Arc::new(Retried::new(search, RetrySettings::default()));
    search = Arc::new(Counted::new(search, memory, clock(), "scripted", Usage::default(), Usage::default()));
    search = Arc::new(Breaker::new(search, BreakerSettings::default()));
    search = Arc::new(Cached::new(search, cache));
    assert_eq!((search.name(), search.destination()), ("scripted", Destination::Far));
    assert_eq!(search.style(), SearchStyle::Scholarly);
}
