//! Questions over a web, from the search to the cited sentence: the real binary, a simulated search engine, and pages
//! on several hosts.

use crate::world::process::{Machine, stderr, stdout};
use crate::world::town::{QUESTION, Town};
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::Output;

fn run(machine: &Machine, args: &[&str], settings: &[String]) -> Output {
    let mut command = machine.gorkd(args);
    for setting in settings {
        command.args(["--set", setting]);
    }
    command.output().expect("gorkd starts")
}

fn ask(machine: &Machine, question: &str, settings: &[String]) -> Value {
    let asked = run(machine, &["ask", "--json", "--fresh", "--profile", "deep", question], settings);
    assert_eq!(asked.status.code(), Some(0), "{}", stderr(&asked));
    serde_json::from_str(&stdout(&asked)).expect("JSON")
}

fn list<'a>(job: &'a Value, key: &str) -> &'a [Value] {
    job[key].as_array().map_or(&[], Vec::as_slice)
}

fn word<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_is_answered_from_the_web_with_what_could_not_be_read_beside_it() {
    let (machine, town) = (Machine::new(), Town::start().await);
    let settings = town.settings();
    let job = ask(&machine, QUESTION, &settings);
    assert_eq!(job["status"], "completed");
    let summary = word(&job["answer"], "summary");
    assert!(summary.contains("1931") && summary.contains("412"), "{summary}");
    assert!(!summary.contains("999"), "what robots.txt keeps from us is not known: {summary}");
    assert_ne!(job["answer"]["confidence"], "insufficient");
    assert!(list(&job["metadata"], "providers_used").contains(&"searxng".into()), "{}", job["metadata"]);

    let sources = list(&job, "sources");
    let hosts: Vec<&str> = sources.iter().map(|source| word(source, "domain")).collect();
    assert!(hosts.contains(&"museum.localhost") && hosts.len() >= 4, "{hosts:?}");
    for source in sources {
        let port = town.web.address.port();
        assert!(
            word(source, "url").starts_with(&format!("http://{}:{port}/", word(source, "domain"))),
            "{source}"
        );
        assert!(!word(source, "why_used").is_empty() && source["fetched_at"].is_string(), "{source}");
    }
    let job_id = word(&job, "job_id").to_owned();
    assert!(!list(&job, "citations").is_empty());
    for citation in list(&job, "citations") {
        let shown = run(&machine, &["job", "source", &job_id, word(citation, "source_id")], &settings);
        let text: Vec<char> = stdout(&shown).chars().collect();
        let at = |key: &str| usize::try_from(citation[key].as_u64().expect("a number")).expect("it is small");
        let slice: String = text[at("start")..at("end")].iter().collect();
        assert_eq!(slice, word(citation, "quote"));
    }

    let unread: BTreeMap<&str, &Value> =
        list(&job, "unread").iter().map(|one| (word(one, "url"), one)).collect();
    for (url, reason) in town.shut() {
        let one = unread.get(url.as_str()).unwrap_or_else(|| panic!("{url} is listed: {unread:?}"));
        assert_eq!(word(one, "reason"), reason, "{one}");
        assert!(word(one, "detail").ends_with('.'), "{one}");
    }
    assert_eq!(unread.len(), town.shut().len(), "{unread:?}");
    let robots = |host: &str| {
        town.web
            .asked()
            .iter()
            .any(|asked| asked.path == "/robots.txt" && asked.headers["host"].starts_with(host))
    };
    assert!(robots("closed.localhost") && robots("museum.localhost"), "each host is asked for its rules");
    assert!(!town.web.asked().iter().any(|asked| asked.headers["host"].starts_with("closed.localhost") && asked.path != "/robots.txt"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_second_run_of_a_question_asks_nobody_for_a_page() {
    let (machine, town) = (Machine::new(), Town::start().await);
    let settings = town.settings();
    let first = ask(&machine, QUESTION, &settings);
    let before = (town.fetched(), town.searched());
    assert!(before.0 > 8 && before.1 > 0, "{before:?}");
    let second = ask(&machine, QUESTION, &settings);
    assert_eq!((town.fetched(), town.searched()), before, "pages, rules and searches are known");
    assert_ne!(first["job_id"], second["job_id"]);
    println!(
        "the first run took {} ms, the second {} ms",
        first["metadata"]["duration_ms"], second["metadata"]["duration_ms"]
    );
    assert_eq!(first["answer"]["summary"], second["answer"]["summary"]);
    let urls = |job: &Value, key: &str| {
        list(job, key).iter().map(|one| word(one, "url").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(urls(&first, "sources"), urls(&second, "sources"));
    assert_eq!(urls(&first, "unread"), urls(&second, "unread"), "what could not be read still stands there");

    let other = ask(&machine, "Who was the engineer of the Harbour Bridge of Eastmoor?", &settings);
    assert!(word(&other["answer"], "summary").contains("Vey"), "{}", other["answer"]["summary"]);
    let pages = |path: &str| town.web.count(path);
    assert_eq!(pages("/steel/eastmoor.html"), 1, "another question reads the same page from the cache");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_in_the_question_is_read_first_and_without_any_search() {
    let (machine, town) = (Machine::new(), Town::start().await);
    let settings = town.settings();
    let page = town.web.url("rail.localhost", "/line.html");
    let question = format!("When was the railway line opened according to {page} ?");
    let job = ask(&machine, &question, &settings);
    assert!(word(&job["answer"], "summary").contains("1888"), "{}", job["answer"]["summary"]);
    let events = run(&machine, &["job", "events", word(&job, "job_id"), "--json"], &settings);
    let events = stdout(&events);
    let events = events.lines().map(|line| serde_json::from_str::<Value>(line).expect("an event a line"));
    let selected = events.into_iter().find(|event| event["kind"] == "selected").expect("pages were chosen");
    assert_eq!(selected["payload"]["selection"]["read"][0]["url"], page.as_str());

    let nobody = [
        "search.searxng.base_url=http://127.0.0.1:9".to_owned(),
        "searching.cache_minutes=0".to_owned(),
        "searching.first_wait_ms=5".to_owned(),
    ];
    let alone = Machine::new();
    let job = ask(&alone, &question, &[settings, nobody.to_vec()].concat());
    assert!(word(&job["answer"], "summary").contains("1888"), "{}", job["answer"]["summary"]);
    let warnings = list(&job, "warnings").iter().filter_map(Value::as_str).collect::<Vec<_>>();
    assert_eq!(warnings.iter().filter(|warning| warning.contains("SearXNG")).count(), 1, "{warnings:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn words_of_private_documents_are_not_searched_for_on_the_web() {
    let town = Town::start().await;
    let question = "Who is the buyer of the Harbour Bridge of Eastmoor, and who owns that company?";
    let note = "# The sale of the bridge\n\nThe Harbour Bridge of Eastmoor is to be sold in autumn. The buyer of the \
        Harbour Bridge of Eastmoor is Tindalos Holding, for which Ada Quill signs.\n";
    let secret = |query: &str| query.contains("Tindalos") || query.contains("Quill");
    for (privacy, told) in [("hybrid", false), ("cloud_allowed", true)] {
        let machine = Machine::new();
        let folder = machine.write("docs/note.md", note);
        let folder = folder.parent().and_then(|folder| folder.to_str()).expect("a plain path");
        assert!(machine.run(&["library", "add", folder]).status.success());
        let settings = [town.settings(), vec![format!("ask.privacy={privacy}")]].concat();
        let job = ask(&machine, question, &settings);
        assert!(word(&job["answer"], "summary").contains("Tindalos"), "{}", job["answer"]["summary"]);
        let queries = list(&job["metadata"], "queries");
        assert!(queries.iter().filter_map(Value::as_str).any(secret), "a later query asks on: {queries:?}");
        let sent = town.search.calls();
        assert!(
            sent.keys().any(|query| query.contains("Eastmoor")),
            "the question itself may travel: {sent:?}"
        );
        assert_eq!(sent.keys().any(|query| secret(query)), told, "{privacy}: {sent:?}");
    }
}
