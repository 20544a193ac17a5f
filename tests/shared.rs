//! What processes share: rates, daily limits and replies, in Redis and in Postgres; and a Redis that goes away while a run
//! is under way, and comes back.

use crate::web::http::Server;
use crate::world::process::{Machine, stderr, stdout};
use crate::world::provider::{Manner, Provider};
use gorkd_store::redis_server::RedisServer;
use serde_json::Value;
use std::process::{Child, Output};
use std::time::{Duration, Instant};

const HITS: &str =
    r#"{"results": [{"url": "https://gone.invalid/tides", "title": "Tides", "content": "They rise."}]}"#;

/// `gorkd search QUERY` at one provider; several run at once.
fn search(machine: &Machine, query: &str, settings: &[String]) -> Child {
    let mut command = machine.gorkd(&["search", query, "--provider", "tavily"]);
    settings.iter().for_each(|setting| _ = command.args(["--set", setting]));
    command.spawn().expect("gorkd starts")
}

fn ended(child: Child) -> Output {
    child.wait_with_output().expect("it ends")
}

/// Settings for a provider that answers at once and may be asked often.
fn asking(provider: &Provider, more: &[&str]) -> Vec<String> {
    let quick = ["search.tavily.rate=1000", "searching.first_wait_ms=5"];
    provider
        .settings("tavily")
        .into_iter()
        .chain(quick.iter().chain(more).map(|&one| one.to_owned()))
        .collect()
}

fn at(redis: &RedisServer) -> String {
    format!("redis.url={}", redis.url())
}

/// Eight searches at once, four from each machine, where five a day are allowed.
async fn a_limit_of_five(machines: [&Machine; 2], shared: &[&str]) {
    let provider = Provider::start(Manner::answers(HITS)).await;
    let more: Vec<&str> = shared.iter().copied().chain(["search.tavily.daily_calls=5"]).collect();
    let settings = asking(&provider, &more);
    let outputs = tokio::task::block_in_place(|| {
        let asks: Vec<Child> =
            (0..8).map(|n| search(machines[n % 2], &format!("tides of bay {n}"), &settings)).collect();
        asks.into_iter().map(ended).collect::<Vec<_>>()
    });
    let answered = outputs.iter().filter(|output| output.status.code() == Some(0)).count();
    let refused: Vec<String> =
        outputs.iter().filter(|output| output.status.code() == Some(4)).map(stderr).collect();
    assert_eq!((answered, refused.len(), provider.calls()), (5, 3, 5), "{refused:?}");
    assert!(refused.iter().all(|said| said.contains("search.tavily.daily_calls")), "{refused:?}");
}

/// Four searches at once, two from each machine, where one in a hundred seconds is allowed and nobody waits that long.
async fn a_rate_of_one(machines: [&Machine; 2], shared: &[&str]) {
    let provider = Provider::start(Manner::answers(HITS)).await;
    let more: Vec<&str> = shared.iter().copied().chain(["search.tavily.rate=0.01"]).collect();
    let settings = asking(&provider, &more);
    let outputs = tokio::task::block_in_place(|| {
        let asks: Vec<Child> =
            (0..4).map(|n| search(machines[n % 2], &format!("tides of cape {n}"), &settings)).collect();
        asks.into_iter().map(ended).collect::<Vec<_>>()
    });
    let answered = outputs.iter().filter(|output| output.status.code() == Some(0)).count();
    let said: Vec<String> = outputs.iter().map(stderr).collect();
    assert_eq!((answered, provider.calls()), (1, 1), "{said:?}");
    assert_eq!(
        said.iter().filter(|said| said.contains("one search every 100.0 seconds")).count(),
        3,
        "{said:?}"
    );
}

/// What several want to know at once, and again later, is asked once.
async fn one_question(machines: [&Machine; 2], shared: &[&str]) {
    let slow = Manner { takes: Duration::from_millis(300), ..Manner::answers(HITS) };
    let provider = Provider::start(slow).await;
    let settings = asking(&provider, shared);
    for _ in 0..2 {
        let said = tokio::task::block_in_place(|| {
            let asks = machines.map(|machine| search(machine, "when do tides rise", &settings));
            asks.map(|ask| {
                let output = ended(ask);
                assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
                stdout(&output)
            })
        });
        assert!(said[0] == said[1] && said[0].contains("gone.invalid/tides"), "{said:?}");
        assert_eq!(provider.calls(), 1);
    }
    let private: Vec<String> =
        settings.iter().cloned().chain(["ask.privacy=local_only".to_owned()]).collect();
    for machine in machines {
        let output = tokio::task::block_in_place(|| ended(search(machine, "when do tides rise", &private)));
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    assert_eq!(provider.calls(), 3, "what may not leave a machine is not shared");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_machines_over_redis_share_rates_limits_and_replies() {
    let redis = RedisServer::start();
    let (one, other) = (Machine::on_sqlite(), Machine::on_sqlite());
    let shared = at(&redis);
    let shared = [shared.as_str()];
    a_limit_of_five([&one, &other], &shared).await;
    a_rate_of_one([&one, &other], &shared).await;
    one_question([&one, &other], &shared).await;
    let names = redis.names();
    assert!(names.iter().any(|name| name.starts_with("gorkd:quota:tavily:")), "{names:?}");
    assert!(names.iter().all(|name| name.starts_with("gorkd:") && !name.contains("tides")), "{names:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_machines_over_postgres_share_rates_limits_and_replies() {
    let (one, other) = tokio::task::block_in_place(|| {
        let one = Machine::on_postgres();
        let other = Machine::beside(&one);
        (one, other)
    });
    a_limit_of_five([&one, &other], &[]).await;
    a_rate_of_one([&one, &other], &[]).await;
    one_question([&one, &other], &[]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_server_in_common_each_machine_has_its_own_limits() {
    let (one, other) = (Machine::on_sqlite(), Machine::on_sqlite());
    let provider = Provider::start(Manner::answers(HITS)).await;
    let settings = asking(&provider, &["search.tavily.daily_calls=1"]);
    for machine in [&one, &other] {
        let output = tokio::task::block_in_place(|| ended(search(machine, "tides", &settings)));
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    assert_eq!(provider.calls(), 2);
}

/// Whether the server says that it shares with others.
async fn up(server: &Server) -> bool {
    let scraped = server.get("/metrics").await.body;
    let line = scraped.lines().find(|line| line.starts_with("shared_state_up "));
    match line.unwrap_or_else(|| panic!("nothing is said of it:\n{scraped}")) {
        "shared_state_up 1" => true,
        "shared_state_up 0" => false,
        other => panic!("{other}"),
    }
}

/// Lakes that no question has asked about before, one for each.
const LAKES: [&str; 8] = ["Arden", "Bruin", "Calder", "Dorset", "Ermine", "Farrow", "Garnet", "Hollow"];

/// Asks about a lake, and gives the job once `meanwhile` is done and it is over.
async fn asked(server: &Server, nth: usize, meanwhile: impl FnOnce()) -> Value {
    let lake = format!("{} {}", LAKES[nth / LAKES.len()], LAKES[nth % LAKES.len()]);
    let (_, job) = server.ask(&format!("How deep is Lake {lake}?")).await;
    tokio::task::block_in_place(meanwhile);
    server.until_over(&job, &[]).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn runs_go_on_when_redis_is_killed_and_use_it_again_when_it_is_back() {
    let mut redis = RedisServer::start();
    let slow = Manner { takes: Duration::from_millis(200), ..Manner::answers(HITS) };
    let provider = Provider::start(slow).await;
    let url = at(&redis);
    let settings = asking(&provider, &[url.as_str(), "ask.privacy=hybrid", "answers.reuse=false"]);
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    let server = tokio::task::block_in_place(|| Server::start(&settings));
    let first = asked(&server, 1, || {}).await;
    assert_eq!(first["status"], "completed", "{first}");
    let calls = provider.calls();
    assert!(calls > 0 && up(&server).await && !redis.names().is_empty());

    let during = asked(&server, 2, || redis.kill()).await;
    assert_eq!(during["status"], "completed", "{during}");
    let after = asked(&server, 3, || {}).await;
    assert_eq!(after["status"], "completed", "{after}");
    assert!(provider.calls() > calls && !up(&server).await);

    redis.start_again();
    let began = Instant::now();
    let mut nth = 4;
    while redis.names().is_empty() {
        assert!(began.elapsed() < Duration::from_secs(60), "it is not used again:\n{}", server.logged());
        let job = asked(&server, nth, || {}).await;
        assert_eq!(job["status"], "completed", "{job}");
        nth += 1;
    }
    assert!(up(&server).await);
    let logged = server.machine.logged();
    let told = |sentence: &str| logged.lines().filter(|line| line.contains(sentence)).count();
    assert_eq!(told("limits and caches continue without it"), 1, "{logged}");
    assert_eq!(told("limits and caches are shared again"), 1, "{logged}");
    assert!(!logged.contains(redis.password()), "{logged}");

    // Nothing runs, and it is seen all the same.
    redis.kill();
    assert!(!up(&server).await);
    redis.start_again();
    let back = async {
        while !up(&server).await {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), back).await.expect("it is asked again");
}

#[test]
fn doctor_says_how_redis_is_and_nobody_says_its_password() {
    let machine = Machine::on_sqlite();
    let mut redis = RedisServer::start();
    let url = at(&redis);
    let run = |command: &[&str]| {
        let output = machine.run(&[command, &["--set", url.as_str()]].concat());
        let said = format!("{}{}", stdout(&output), stderr(&output));
        assert!(!said.contains(redis.password()), "{said}");
        said
    };
    let shown = run(&["config", "show"]);
    assert!(shown.contains("redis.url") && shown.contains("(set, not shown)"), "{shown}");
    let found = run(&["doctor", "--json"]);
    assert!(found.contains("Limits and caches are shared in "), "{found}");
    let place =
        format!("127.0.0.1:{}", redis.url().trim_end_matches("/0").rsplit(':').next().expect("a port"));
    assert!(found.contains(&place), "{found}");
    redis.kill();
    let lost = machine.run(&["doctor", "--json", "--set", &url]);
    let said = format!("{}{}", stdout(&lost), stderr(&lost));
    assert!(said.contains("Redis at ") && said.contains("redis.url"), "{said}");
    assert!(!said.contains(redis.password()), "{said}");
    assert!(!stdout(&machine.run(&["doctor", "--json"])).contains("Limits and caches"), "nothing is set up");
}
