//! Research on articles where no search of the web is set up: in the library, if the operator has opened it.

use super::super::http::Server;
use crate::world::process::{Machine, stderr};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const PAGES: [(&str, &str); 4] = [
    (
        "tower",
        "# Lantern Tower of Westholm\n\nThe Lantern Tower of Westholm was built in 1744 by Agnes Dray. It stands at the end of the northern pier and is 61 metres high.\n",
    ),
    (
        "light",
        "# The light of the Lantern Tower\n\nThe light of the Lantern Tower of Westholm was an oil lamp until 1902. Since then it has been electric, and it is seen from 19 nautical miles away.\n",
    ),
    (
        "keepers",
        "# Keepers of the Lantern Tower\n\nThe last keeper of the Lantern Tower of Westholm left in 1981. Since then the tower has been watched from the harbour office.\n",
    ),
    (
        "visit",
        "# Visiting the Lantern Tower\n\nThe Lantern Tower of Westholm is open from May to September. The 312 steps to its gallery are steep, and children go up with a guide.\n",
    ),
];
const SECRET: &str = "# Lantern Tower of Westholm: notes of the board\n\nThe Lantern Tower of Westholm will be sold in secret to Orlo Finch in 2027.\n";

/// A server whose library holds a site's own pages, and a file of nobody's business.
fn server(settings: &[&str]) -> Server {
    let machine = Machine::new();
    for (name, text) in PAGES {
        machine.write(&format!("site/{name}.md"), text);
    }
    let notes = machine.write("private/notes.md", SECRET);
    let site = machine.home().join("site");
    let site = site.to_str().expect("a plain path");
    for arguments in [
        vec!["library", "add", site, "--base-url", "https://blog.example/pages/"],
        vec!["library", "add", notes.to_str().expect("a plain path")],
    ] {
        let added = machine.run(&arguments);
        assert!(added.status.success(), "{}", stderr(&added));
    }
    Server::start_with(machine, settings, &[])
}

async fn researched(server: &Server) -> Value {
    let key = format!("Bearer {}", server.key("blog"));
    let headers = [("Authorization", key.as_str())];
    let article = json!({"title": "The Lantern Tower of Westholm", "status": "published"}).to_string();
    let put = server.send("PUT", "/api/articles/7", &headers, Some(article)).await;
    assert_eq!(put.status, 201, "{put:?}");
    let started = server.send("POST", "/api/articles/7/research", &[], Some("{}".to_owned())).await;
    assert_eq!(started.status, 202, "{started:?}");
    let patience = Instant::now();
    loop {
        let research = server.get("/api/articles/7/research").await.json();
        if ["ready", "failed"].contains(&research["status"].as_str().unwrap_or_default()) {
            return research;
        }
        assert!(patience.elapsed() < Duration::from_secs(60), "{research}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whole_blocks_of_a_sites_own_pages_are_quoted() {
    let server = server(&["articles.library=true"]);
    let research = researched(&server).await;
    assert_eq!(research["status"], "ready", "{research}");
    let bullets: Vec<&str> = research["summaryMd"].as_str().expect("bullets").lines().collect();
    assert!((3..=8).contains(&bullets.len()), "{bullets:?}");
    for bullet in &bullets {
        let (text, links) =
            bullet.strip_prefix("- ").and_then(|line| line.split_once(" [[")).expect("a citation");
        assert!(text.chars().count() <= 300 && links.contains("https://blog.example/pages/"), "{bullet}");
        // It is a paragraph of a page, from its first word to its last.
        let whole = PAGES.iter().any(|(_, page)| page.lines().any(|line| line == text));
        assert!(whole, "{bullet}");
    }
    assert!(
        !research.to_string().contains("Finch"),
        "a file without an address is nobody's to see: {research}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_library_stays_closed_unless_it_was_opened() {
    let server = server(&[]);
    let research = researched(&server).await;
    assert_eq!(research["status"], "failed", "{research}");
    assert!(
        research["errorMessage"].as_str().is_some_and(|text| text.contains("No web search")),
        "{research}"
    );
}
