//! Research on an article: started, followed, kept, looked up again, failed, cut off in the middle.

use super::{World, events_to, is_like};
use futures::future::join_all;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const TITLE: &str = "The Harbour Bridge of Eastmoor";
const STARTED: &str = include_str!("../../data/articles/started.json");
const RESULT: &str = include_str!("../../data/articles/result.json");
const EVENT: &str = include_str!("../../data/articles/event.json");

fn read(example: &str) -> Value {
    serde_json::from_str(example).expect("JSON")
}

fn statuses(events: &[super::Event]) -> Vec<&str> {
    events.iter().map(|event| event.data["status"].as_str().expect("a status")).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn research_goes_from_queued_to_ready_and_every_reader_hears_of_it() {
    let world = World::start(&[]).await;
    assert_eq!(
        world.put("123", TITLE, json!({"url": world.web.url("museum.localhost", "/page")})).await.status,
        201
    );
    assert_eq!(world.research("123", "").await["status"], "none");
    let mut site = world.listen("/api/articles/events", None).await;
    let mut early = world.listen("/api/articles/123/research/events", None).await;

    let started = world.send("POST", "/api/articles/123/research", "", Some(json!({"mode": "quick"}))).await;
    assert_eq!(started.status, 202, "{started:?}");
    let example = read(STARTED);
    is_like(&example, &started.json()).unwrap_or_else(|wrong| panic!("{wrong}: {started:?}"));
    let keys = |value: &Value| value.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&started.json()).len(), keys(&example).len(), "{started:?}");

    let heard = events_to(&mut early, "ready").await;
    assert_eq!(statuses(&heard), ["queued", "running", "ready"]);
    for event in &heard {
        assert_eq!(event.kind, "research");
        is_like(&read(EVENT), &event.data).unwrap_or_else(|wrong| panic!("{wrong}: {event:?}"));
        assert_eq!(event.data["articleId"], 123);
    }
    assert_eq!(events_to(&mut site, "ready").await, heard, "the site's stream tells the same");

    let found = world.research("123", "").await;
    is_like(&read(RESULT), &without_unknown(found.clone()))
        .unwrap_or_else(|wrong| panic!("{wrong}: {found}"));
    let (bullets, sources) =
        (found["summaryMd"].as_str().expect("text"), found["sources"].as_array().expect("a list"));
    let bullets: Vec<&str> = bullets.lines().collect();
    assert!((3..=8).contains(&bullets.len()), "{found}");
    for bullet in &bullets {
        let (text, links) =
            bullet.strip_prefix("- ").and_then(|rest| rest.split_once(" [[")).expect("a citation");
        assert!((1..=300).contains(&text.chars().count()), "{bullet}");
        let (number, address) = links.split_once("]](").expect("a link");
        let source = &sources[number.parse::<usize>().expect("a number") - 1];
        assert!(address.starts_with(source["url"].as_str().expect("an address")), "{bullet} and {source}");
    }
    for source in sources {
        for field in ["title", "url", "snippet", "publisher"] {
            assert!(source[field].as_str().is_some_and(|text| !text.is_empty()), "{source}");
        }
        let host = source["url"].as_str().expect("an address");
        assert!(!host.contains("museum.localhost"), "the article is no source about itself: {source}");
        assert!(!host.contains("gone.localhost"), "what could not be read is no source: {source}");
    }
    assert!(found["questions"].is_array() && found["errorMessage"].is_null());

    // Who was cut off goes on exactly where he was; who comes late sees the run that there is.
    let last = heard[0].id.clone().expect("an id");
    let mut again = world.listen("/api/articles/123/research/events", Some(&last)).await;
    assert_eq!(events_to(&mut again, "ready").await, heard[1..]);
    let mut late = world.listen("/api/articles/123/research/events", None).await;
    assert_eq!(events_to(&mut late, "ready").await, heard);
    let mut stranger = world.listen("/api/articles/events", Some("4711")).await;
    assert_eq!(stranger.next().await.expect("an event").kind, "gap");
}

/// The example has a date for its source; where a page has none, there is null.
fn without_unknown(mut found: Value) -> Value {
    let sources = found["sources"].as_array_mut().expect("a list");
    sources
        .iter_mut()
        .filter(|source| source["publishedAt"].is_null())
        .for_each(|source| source["publishedAt"] = "".into());
    found
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_result_is_kept_until_it_is_old_or_looked_up_again() {
    let world = World::start(&[]).await;
    for (id, title, days) in
        [("1", TITLE, 7), ("2", "The latest news about the Harbour Bridge of Eastmoor", 1)]
    {
        world.put(id, title, json!({})).await;
        let found = world.researched(id, "", "").await;
        assert_eq!(found["status"], "ready", "{found}");
        let time = |field: &str| found[field].as_str().and_then(|text| text.parse::<jiff::Timestamp>().ok());
        let kept =
            time("expiresAt").expect("a time").as_second() - time("updatedAt").expect("a time").as_second();
        assert_eq!(kept, days * 86_400, "{title}");
    }
    let museum = world.research("1", "").await;
    let dated = museum["sources"]
        .as_array()
        .expect("a list")
        .iter()
        .find(|source| source["publisher"] == "museum.localhost");
    assert_eq!(dated.expect("it is a source")["publishedAt"], "2019-05-14");

    let before = world.searches();
    let again = world.send("POST", "/api/articles/1/research", "", None).await;
    assert_eq!((again.status, again.json()), (200, museum.clone()), "it is given as it is");
    assert_eq!(world.searches(), before);
    let mut listener = world.listen("/api/articles/1/research/events", None).await;
    let old = events_to(&mut listener, "ready").await;
    world.researched("1", "?force=true", "").await;
    let fresh = events_to(&mut listener, "ready").await;
    assert_eq!(statuses(&fresh), ["queued", "running", "ready"]);
    assert!(fresh[0].id != old[0].id);
    // Another title is another thing to look up.
    world.put("1", "Konrad Vey of Eastmoor", json!({})).await;
    let other = world.send("POST", "/api/articles/1/research", "", None).await;
    assert_eq!(other.status, 202, "{other:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_readers_share_one_run() {
    let world = World::slow(Duration::from_millis(500), &[]).await;
    world.put("123", TITLE, json!({})).await;
    let mut listener = world.listen("/api/articles/123/research/events", None).await;
    let settings: Vec<&str> = world.settings.iter().map(String::as_str).collect();
    let beside = world.server.beside(&settings);
    let start = |port: u16| async move {
        let path = "/api/articles/123/research?force=true";
        let head = format!("POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await.expect("it listens");
        stream.write_all(head.as_bytes()).await.expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("an answer");
        answer
    };
    let ports =
        [world.server.port, beside.port, world.server.port, beside.port, world.server.port, beside.port];
    for answer in join_all(ports.map(start)).await {
        assert!(answer.starts_with("HTTP/1.1 202"), "{answer}");
    }
    let found = world.until_over("123", "").await;
    assert_eq!(found["status"], "ready", "{found}");
    assert_eq!(statuses(&events_to(&mut listener, "ready").await), ["queued", "running", "ready"]);
    let calls = world.search.calls();
    assert!(calls.values().all(|times| *times == 1), "no query was sent twice: {calls:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_fails_says_why_and_nothing_more() {
    let world = World::start(&["searching.first_wait_ms=5"]).await;
    world.put("1", TITLE, json!({})).await;
    world.search.fails(true);
    let failed = world.researched("1", "", "").await;
    assert_eq!(failed["status"], "failed", "{failed}");
    let message = failed["errorMessage"].as_str().expect("a sentence");
    assert!(message.contains("did not answer") && !message.contains("127.0.0.1"), "{message}");
    assert_eq!(
        (failed["summaryMd"].as_str(), failed["sources"].as_array().map(Vec::len)),
        (Some(""), Some(0))
    );
    // It is no result: the next one who asks starts anew, without force.
    world.researched("1", "", "").await;

    let empty = World::start(&[]).await;
    empty.put("2", "Zzyzx", json!({})).await;
    let failed = empty.researched("2", "", "").await;
    assert_eq!(failed["errorMessage"], "Nothing was found about this article.", "{failed}");

    let nobody = World::start(&["search.searxng.enabled=false"]).await;
    nobody.put("1", TITLE, json!({})).await;
    let failed = nobody.researched("1", "", "").await;
    assert_eq!(failed["status"], "failed");
    assert_eq!(failed["errorMessage"], "No web search is set up here, so nothing could be looked up.");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_in_the_middle_changes_nothing() {
    let mut world = World::slow(Duration::from_millis(1_500), &[]).await;
    world.put("123", TITLE, json!({})).await;
    let started = world.send("POST", "/api/articles/123/research", "", None).await;
    assert_eq!(started.status, 202, "{started:?}");
    let mut listener = world.listen("/api/articles/123/research/events", None).await;
    let seen = events_to(&mut listener, "running").await;
    world.server.kill();
    world.resume();
    assert_eq!(world.research("123", "").await["status"], "running", "it is not forgotten");
    let joined = world.send("POST", "/api/articles/123/research", "", None).await;
    assert_eq!(joined.json()["status"], "running");
    let last = seen.last().and_then(|event| event.id.clone());
    let mut listener = world.listen("/api/articles/123/research/events", last.as_deref()).await;
    assert_eq!(statuses(&events_to(&mut listener, "ready").await), ["ready"], "only what had not been told");
    assert_eq!(world.research("123", "").await["status"], "ready");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_article_itself_and_what_is_open_is_searched_for() {
    let world = World::start(&[]).await;
    let text = "Quillon Marsh lies behind the dunes. Nobody but the herons of Quillon Marsh knows the way.";
    world.put("1", "A walk in the rain", json!({"text": text})).await;
    world.put("2", "A walk in the sun", json!({"text": text, "status": "draft"})).await;
    world.researched("1", "", "").await;
    world.researched("2", "", &world.key).await;
    let asked: Vec<String> = world.search.calls().into_keys().collect();
    let of = |word: &str| asked.iter().filter(|query| query.contains(word)).cloned().collect::<Vec<_>>();
    assert!(of("rain").iter().any(|query| query.contains("Quillon")), "{asked:?}");
    assert!(!of("sun").is_empty() && of("sun").iter().all(|query| !query.contains("Quillon")), "{asked:?}");
}
