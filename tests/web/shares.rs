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
    let spoken = [("Accept-Language", "pt-BR,de-AT;q=0.8,en;q=0.5")];
    let refused = server.send("GET", "/s/x", &spoken, None).await;
    assert_eq!(refused.status, 404);
    for words in ["<html lang=\"de\" dir=\"ltr\">", "Dieser Link funktioniert nicht mehr"] {
        assert!(refused.body.contains(words), "{words} is not in {refused:?}");
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn links_are_listed_and_end_one_by_one() {
    let server = Server::start(&["web.keys=always", "ask.privacy=hybrid"]);
    let (ada, bob) = (format!("Bearer {}", server.key("ada")), format!("Bearer {}", server.key("bob")));
    let (ada, bob) = ([("Authorization", ada.as_str())], [("Authorization", bob.as_str())]);
    let body = json!({"goal": QUESTION}).to_string();
    let taken = server.send("POST", "/api/threads/start", &ada, Some(body)).await.json();
    let job = taken["jobId"].as_str().expect("one").to_owned();
    server.until_over(&job, &ada).await;
    let shares = format!("/api/jobs/{job}/shares");
    let add =
        async |body: serde_json::Value| server.send("POST", &shares, &ada, Some(body.to_string())).await;
    let path = |share: &serde_json::Value| {
        let url = share["url"].as_str().expect("an address");
        url.find("/s/").map(|at| url[at..].to_owned()).expect("a link")
    };
    let opens = async |share: &serde_json::Value| server.get(&path(share)).await.status;

    let usual = add(json!({})).await;
    assert_eq!(usual.status, 201, "{usual:?}");
    let usual = usual.json();
    assert_eq!((&usual["jobId"], &usual["question"]), (&json!(job), &json!(QUESTION)));
    let for_ever = add(json!({"expiresAt": null})).await.json();
    assert_eq!(for_ever["expiresAt"], serde_json::Value::Null);
    let soon = jiff::Timestamp::now() + std::time::Duration::from_millis(1500);
    let brief = add(json!({"expiresAt": soon.to_string()})).await.json();
    assert_eq!((opens(&usual).await, opens(&for_ever).await), (200, 200));
    let patience = std::time::Instant::now();
    while opens(&brief).await == 200 {
        assert!(patience.elapsed().as_secs() < 60, "it never ends");
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert!(jiff::Timestamp::now() >= soon, "it ended too early");
    for odd in [
        json!({"days": 0}),
        json!({"days": 4000}),
        json!({"days": 3, "expiresAt": null}),
        json!({"expiresAt": "yesterday"}),
        json!({"expiresAt": "2020-01-01T00:00:00Z"}),
        json!({"until": 3}),
    ] {
        assert_eq!(add(odd.clone()).await.problem(), (422, "invalid_request".into()), "{odd}");
    }

    let ids = |list: serde_json::Value| {
        let items = list["items"].as_array().expect("links").clone();
        items.into_iter().map(|one| one["id"].as_str().expect("an id").to_owned()).collect::<Vec<_>>()
    };
    let id = |share: &serde_json::Value| share["id"].as_str().expect("an id").to_owned();
    let all = [id(&brief), id(&for_ever), id(&usual)];
    assert_eq!(ids(server.send("GET", &shares, &ada, None).await.json()), all);
    let first = server.send("GET", "/api/shares?limit=2", &ada, None).await.json();
    assert_eq!(ids(first.clone()), all[..2]);
    let cursor = first["nextCursor"].as_str().expect("there is more");
    let rest = server.send("GET", &format!("/api/shares?limit=2&cursor={cursor}"), &ada, None).await.json();
    assert_eq!((ids(rest.clone()), &rest["nextCursor"]), (vec![all[2].clone()], &serde_json::Value::Null));

    // Others find none of them, and guess none.
    assert_eq!(ids(server.send("GET", "/api/shares", &bob, None).await.json()), [""; 0]);
    let one = format!("/api/shares/{}", id(&usual));
    for (method, path, body) in [
        ("GET", shares.as_str(), None),
        ("POST", shares.as_str(), Some("{}")),
        ("PATCH", one.as_str(), Some("{\"days\":1}")),
        ("DELETE", one.as_str(), None),
        ("DELETE", "/api/shares/shr_none", None),
    ] {
        let refused = server.send(method, path, &bob, body.map(str::to_owned)).await;
        assert_eq!(refused.problem(), (404, "not_found".into()), "{method} {path}");
    }
    let forged = path(&usual).replace(&id(&usual), &id(&for_ever));
    assert_eq!(server.get(&forged).await.status, 404);
    assert_eq!(server.get(&format!("/s/{}", id(&usual))).await.status, 404, "its id opens nothing");

    // Brought back to life, and ended by itself.
    let again = format!("/api/shares/{}", id(&brief));
    let changed = server.send("PATCH", &again, &ada, Some(json!({"days": 2}).to_string())).await.json();
    assert_eq!((path(&changed), opens(&brief).await), (path(&brief), 200));
    assert_eq!(server.send("DELETE", &one, &ada, None).await.status, 204);
    assert_eq!(server.send("DELETE", &one, &ada, None).await.status, 404);
    assert_eq!((opens(&usual).await, opens(&for_ever).await), (404, 200));
    // All at once.
    assert_eq!(server.send("DELETE", &format!("/api/jobs/{job}/share"), &ada, None).await.status, 204);
    assert_eq!((opens(&brief).await, opens(&for_ever).await), (404, 404));
    assert_eq!(ids(server.send("GET", &shares, &ada, None).await.json()), [""; 0]);
}
