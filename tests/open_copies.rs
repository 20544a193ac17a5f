//! A page behind a wall, and the open copy of it: read in its place, and said.

use crate::world::pdf::pdf;
use crate::world::process::{Machine, stderr, stdout};
use crate::world::provider::{Manner, Provider};
use crate::world::web::{Page, Web, article, html, status, typed};
use serde_json::{Value, json};

const QUESTION: &str = "When was the Harbour Bridge of Eastmoor opened?";
const FACT: &str = "The Harbour Bridge of Eastmoor was opened in 1931 by Mayor Ilse Brandt.";
const PAPER: &str = "/doi/10.1234/bridges.5";

/// A journal that shows its paper to nobody, an archive, a search that finds the paper, and Unpaywall.
struct World {
    machine: Machine,
    web: Web,
    search: Provider,
    unpaywall: Provider,
}

impl World {
    /// `copy`: the path of the archive that Unpaywall names.
    async fn new(wall: Page, copy: Option<&str>) -> Self {
        let web = Web::start().await;
        web.put("journal.localhost", PAPER, wall);
        let hit = json!({
            "url": web.url("journal.localhost", PAPER), "title": "The Harbour Bridge of Eastmoor",
            "content": "On the opening of the Harbour Bridge of Eastmoor.",
        });
        let search = Provider::start(Manner::answers(&json!({"results": [hit]}).to_string())).await;
        let unpaywall = match copy {
            Some(path) => {
                let place = json!({"url": web.url("archive.localhost", path), "url_for_pdf": null});
                let known =
                    json!({"doi": "10.1234/bridges.5", "best_oa_location": place, "oa_locations": [place]});
                Manner::answers(&known.to_string())
            }
            None => Manner { status: 404, body: "{}".to_owned(), ..Manner::default() },
        };
        Self { machine: Machine::new(), web, search, unpaywall: Provider::start(unpaywall).await }
    }

    fn ask(&self, privacy: &str, email: &str) -> Value {
        let mut command = self.machine.gorkd(&["ask", "--json", "--privacy", privacy, QUESTION]);
        let own = [
            format!("reader.allow=127.0.0.1:{}", self.web.address.port()),
            "reader.host_interval_ms=0".to_owned(),
            format!("search.unpaywall.email={email}"),
        ];
        let others = self.search.settings("searxng").into_iter().chain(self.unpaywall.settings("unpaywall"));
        for setting in own.into_iter().chain(others) {
            command.args(["--set", &setting]);
        }
        let output = command.output().expect("gorkd starts");
        serde_json::from_str(&stdout(&output))
            .unwrap_or_else(|error| panic!("{error}: {}{}", stdout(&output), stderr(&output)))
    }

    fn unread<'a>(&self, job: &'a Value) -> &'a Value {
        let paper = self.web.url("journal.localhost", PAPER);
        let unread = job["unread"].as_array().expect("a list");
        unread.iter().find(|page| page["url"] == paper.as_str()).unwrap_or_else(|| panic!("{job:#}"))
    }
}

fn paywall() -> Page {
    html(
        "<html><head><title>The Harbour Bridge of Eastmoor</title></head><body><h1>The Harbour Bridge of Eastmoor</h1>\
         <p>On its opening. Subscribe to read the rest of this article.</p></body></html>",
    )
}

fn assert_copy_is_cited(world: &World, job: &Value, path: &str, reason: &str) {
    let copy = world.web.url("archive.localhost", path);
    let paper = world.web.url("journal.localhost", PAPER);
    assert!(job["answer"]["summary"].as_str().is_some_and(|text| text.contains("1931")), "{job:#}");
    let sources = job["sources"].as_array().expect("a list");
    let source = sources.iter().find(|source| source["url"] == copy.as_str());
    let source = source.unwrap_or_else(|| panic!("{job:#}"));
    assert_eq!(source["cited"], true);
    let why = source["why_used"].as_str().expect("a sentence");
    assert!(why.contains(&format!("an open copy of {paper}")), "{why}");
    let unread = world.unread(job);
    assert_eq!(unread["reason"], reason);
    assert!(unread["detail"].as_str().is_some_and(|detail| detail.contains(&copy)), "{unread}");
    assert_eq!(world.unpaywall.calls(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_paper_behind_a_wall_is_read_in_its_open_copy() {
    let world = World::new(paywall(), Some("/bridges-5.html")).await;
    world.web.put("archive.localhost", "/bridges-5.html", article("The Harbour Bridge of Eastmoor", FACT));
    let job = world.ask("hybrid", "ops@example.org");
    assert_copy_is_cited(&world, &job, "/bridges-5.html", "paywall");
    let shown = world.machine.run(&["job", "show", "--json", job["job_id"].as_str().expect("an id")]);
    let again: Value = serde_json::from_str(&stdout(&shown)).expect("a job");
    assert_eq!(
        (&again["sources"], &again["unread"]),
        (&job["sources"], &job["unread"]),
        "the journal tells the same"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_open_copy_may_be_a_pdf() {
    let world = World::new(status(403), Some("/bridges-5.pdf")).await;
    let file = pdf(&["The Harbour Bridge of Eastmoor", "", FACT]);
    world.web.put("archive.localhost", "/bridges-5.pdf", typed("application/pdf", file));
    let job = world.ask("hybrid", "ops@example.org");
    assert_copy_is_cited(&world, &job, "/bridges-5.pdf", "denied");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn that_there_is_no_open_copy_or_none_that_can_be_read_is_said() {
    let none = World::new(paywall(), None).await;
    let job = none.ask("hybrid", "ops@example.org");
    let unread = none.unread(&job);
    assert_eq!(unread["reason"], "paywall");
    assert!(
        unread["detail"].as_str().is_some_and(|detail| detail.ends_with("No open copy of it is known.")),
        "{unread}"
    );
    // A copy behind a wall of its own is not asked about again.
    let walled = World::new(paywall(), Some("/doi/10.1234/bridges.5")).await;
    walled.web.put("archive.localhost", "/doi/10.1234/bridges.5", status(403));
    let job = walled.ask("hybrid", "ops@example.org");
    let reasons: Vec<&str> =
        job["unread"].as_array().expect("a list").iter().filter_map(|page| page["reason"].as_str()).collect();
    assert!(reasons.contains(&"paywall") && reasons.contains(&"denied"), "{job:#}");
    assert_eq!(walled.unpaywall.calls(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_asked_without_an_address_for_mail_nor_for_a_private_question() {
    for (privacy, email) in [("local_only", "ops@example.org"), ("hybrid", "")] {
        let world = World::new(paywall(), Some("/bridges-5.html")).await;
        let job = world.ask(privacy, email);
        assert_eq!(world.unpaywall.calls(), 0, "{privacy}");
        if privacy == "hybrid" {
            let unread = world.unread(&job);
            assert!(
                unread["detail"].as_str().is_some_and(|detail| !detail.contains("open copy")),
                "{unread}"
            );
        }
    }
}
