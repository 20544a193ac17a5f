//! Links that open one answer to whoever has them.

use super::http::Server;
use crate::world::process::stdout;
use serde_json::json;

const QUESTION: &str = "When was the Harbour Bridge of Eastmoor opened?";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_opens_one_answer_until_it_is_ended() {
    let server = Server::start(&["web.keys=always", "ask.privacy=hybrid"]);
    let bearer = format!("Bearer {}", server.key("ada"));
    let key = [("Authorization", bearer.as_str())];
    let body = json!({"goal": QUESTION}).to_string();
    let taken = server.send("POST", "/api/threads/start", &key, Some(body)).await.json();
    let job = taken["jobId"].as_str().expect("one").to_owned();
    server.until_over(&job, &key).await;

    let link = server.send("POST", &format!("/api/jobs/{job}/share"), &key, None).await.json();
    let url = link["url"].as_str().expect("an address");
    let path = url.find("/s/").map(|at| url[at..].to_owned()).expect("a link");
    assert!(link["expiresAt"].as_str().is_some_and(|until| until.starts_with("20")), "{link}");
    // Whoever has the link needs no key, and sees this answer alone.
    let page = server.send("GET", &path, &[], None).await;
    assert_eq!(page.status, 200, "{page:?}");
    let html = page.body;
    assert!(html.contains("1931") && html.contains("Eastmoor") && html.contains("Sources"), "{html}");
    assert!(!html.contains("<script") && !html.contains("<form"), "{html}");
    assert_eq!(server.send("GET", &format!("/api/jobs/{job}"), &[], None).await.status, 401);
    // Nothing else opens.
    let end = path.len() - 1;
    let last = if path.ends_with('0') { "1" } else { "0" };
    for forged in
        [format!("{}{last}", &path[..end]), path[..end].to_owned(), format!("/s/{job}"), "/s/x".to_owned()]
    {
        let refused = server.send("GET", &forged, &[], None).await;
        assert_eq!(refused.status, 404, "{forged}");
        assert!(refused.body.contains("no longer works"));
    }
    // Another's key ends nothing.
    let other = format!("Bearer {}", server.key("ben"));
    let others = [("Authorization", other.as_str())];
    let refused = server.send("DELETE", &format!("/api/jobs/{job}/share"), &others, None).await;
    assert_eq!(refused.status, 404);
    assert_eq!(server.send("GET", &path, &[], None).await.status, 200);
    let ended = server.send("DELETE", &format!("/api/jobs/{job}/share"), &key, None).await;
    assert_eq!(ended.status, 204);
    assert_eq!(server.send("GET", &path, &[], None).await.status, 404);
    // A new one holds, and goes with its thread.
    let shared = server.machine.run(&["job", "share", &job]);
    let url = stdout(&shared).trim().to_owned();
    let path = url.find("/s/").map(|at| url[at..].to_owned()).expect("a link");
    assert_eq!(server.send("GET", &path, &[], None).await.status, 200);
    let thread = taken["threadId"].as_str().expect("one");
    let erased = server.send("DELETE", &format!("/api/threads/{thread}"), &key, None).await;
    assert!(erased.status < 300, "{erased:?}");
    assert_eq!(server.send("GET", &path, &[], None).await.status, 404);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_not_to_leave_this_machine_has_no_link() {
    let server = Server::start(&[]);
    let body = json!({"goal": QUESTION, "privacy": "local_only"});
    let taken = server.post("/api/threads/start", body).await.json();
    let job = taken["jobId"].as_str().expect("one").to_owned();
    server.until_over(&job, &[]).await;
    let refused = server.send("POST", &format!("/api/jobs/{job}/share"), &[], None).await;
    assert_eq!(refused.status, 403, "{refused:?}");
    assert!(refused.body.contains("must stay on this machine"), "{refused:?}");
}
