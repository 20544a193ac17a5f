//! Who may do what with an article, how often, and from which pages.

use super::{SECRET, World, token, token_of};
use crate::web::http::Answer;
use serde_json::json;

const TITLE: &str = "The Harbour Bridge of Eastmoor";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_draft_is_for_its_author_and_the_sites_admins() {
    let world = World::start(&[]).await;
    let put = world.put("7", TITLE, json!({"status": "draft", "author": "ada", "text": "Not yet."})).await;
    assert_eq!(put.status, 201);
    let (ada, ben, admin) = (token_of("ada", false), token_of("ben", false), token_of("eve", true));
    let shop = token(&format!("{:?}, 'k1', 'ada', True", format!("x{SECRET}")));
    let old = token(&format!("{SECRET:?}, 'k1', 'ada', False, -120"));
    let forged = token(&format!("{:?}, 'k1', 'ada'", SECRET.replace('0', "1")));
    let key = format!("Bearer {}", world.server.key("shop"));
    let ways = [
        ("GET", "/api/articles/7/research?site=blog", false),
        ("POST", "/api/articles/7/research?site=blog", true),
        ("POST", "/api/articles/7/ask?site=blog", true),
    ];
    for (method, path, _) in ways {
        let body = (method == "POST").then(|| match path.contains("ask") {
            true => json!({"question": "When was the Harbour Bridge of Eastmoor opened?"}),
            false => json!({}),
        });
        for (auth, refused) in [
            ("", (401, "token_missing")),
            (ben.as_str(), (403, "not_allowed")),
            (shop.as_str(), (403, "not_allowed")),
            (key.as_str(), (403, "not_allowed")),
            (old.as_str(), (401, "token_not_accepted")),
            (forged.as_str(), (401, "token_not_accepted")),
            ("Bearer gork_0000", (401, "key_not_accepted")),
        ] {
            let answer = world.send(method, path, auth, body.clone()).await;
            let (status, code) = answer.problem();
            assert_eq!((status, code.as_str()), refused, "{method} {path}");
            assert!(!answer.body.contains("Harbour") && !answer.body.contains("Not yet"), "{answer:?}");
        }
        for auth in [&ada, &admin, &world.key] {
            let answer = world.send(method, path, auth, body.clone()).await;
            assert!([200, 202].contains(&answer.status), "{method} {path}: {answer:?}");
        }
    }
    assert_eq!(world.until_over("7", &ada).await["status"], "ready");
    for path in ["/api/articles/7/research/events", "/api/articles/7/ask/job_0"] {
        assert_eq!(world.send("GET", path, "", None).await.status, 401, "{path}");
        assert_eq!(world.send("GET", path, &ben, None).await.status, 403, "{path}");
    }
    // Registering is the site's alone; a token is no key.
    for (auth, status) in [(ada.as_str(), 401), (admin.as_str(), 401)] {
        for method in ["PUT", "GET", "DELETE"] {
            let body = (method == "PUT").then(|| json!({"title": "x", "status": "draft"}));
            assert_eq!(world.send(method, "/api/articles/7", auth, body).await.status, status, "{method}");
        }
    }
    assert_eq!(
        world.send("GET", "/api/articles/7", &key, None).await.status,
        404,
        "another site's is its own"
    );
    let own = world.send("GET", "/api/articles/7", &world.key, None).await.json();
    assert_eq!(
        (own["articleId"].clone(), own["author"].clone(), own["text"].clone()),
        (7.into(), "ada".into(), "Not yet.".into())
    );
    // What is open to nobody is not told of to everybody.
    world.put("8", "A published one", json!({})).await;
    let mut listener = world.listen("/api/articles/events?site=blog", Some("0")).await;
    let first = listener.next().await.expect("an event");
    assert_eq!((first.kind.as_str(), &first.data["articleId"]), ("article", &json!(8)), "{first:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ids_come_back_as_they_came_and_wrong_articles_are_told_why() {
    let world = World::start(&[]).await;
    for (path, more, id) in [
        ("123", json!({}), json!(123)),
        ("007", json!({}), json!("007")),
        ("a%20b%2Fc", json!({}), json!("a b/c")),
        ("456", json!({"id": "456"}), json!("456")),
        ("456", json!({"id": 456}), json!(456)),
    ] {
        let put = world.put(path, TITLE, more).await;
        assert_eq!(put.json()["articleId"], id, "{put:?}");
        let read = world.research(path, "").await;
        assert_eq!((read["articleId"].clone(), read["status"].clone()), (id, "none".into()));
    }
    for wrong in [
        json!({"id": 124}),
        json!({"status": "secret"}),
        json!({"title": ""}),
        json!({"url": "javascript:alert(1)"}),
        json!({"colour": "red"}),
    ] {
        assert_eq!(world.put("123", TITLE, wrong.clone()).await.problem().0, 422, "{wrong}");
    }
    let long = world.put("9", TITLE, json!({"text": "word ".repeat(100_000)})).await;
    assert_eq!(long.status, 201, "a long text is taken");
    assert_eq!(world.put("9", TITLE, json!({"text": "x".repeat((1 << 20) + 1)})).await.problem().0, 422);
    assert_eq!(world.send("GET", "/api/articles/999/research", "", None).await.problem().0, 404);
    let other = format!("Bearer {}", world.server.key("shop"));
    let body = json!({"title": "Shoes", "status": "published"});
    assert_eq!(world.send("PUT", "/api/articles/123", &other, Some(body)).await.status, 201);
    let unclear = world.send("GET", "/api/articles/123/research", "", None).await;
    assert_eq!(unclear.problem().0, 422, "which site is meant has to be said now");
    let (blog, shop) = (token_of("ada", false), token(&format!("{:?}, 'k1', 'ada'", format!("x{SECRET}"))));
    for (path, auth) in
        [("?site=blog", ""), ("", blog.as_str()), ("", shop.as_str()), ("?site=shop", blog.as_str())]
    {
        assert_eq!(
            world.send("GET", &format!("/api/articles/123/research{path}"), auth, None).await.status,
            200
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn five_runs_in_ten_minutes_are_one_persons_share() {
    let world = World::start(&["admission.runs=5"]).await;
    for id in 1..=6 {
        world.put(&id.to_string(), TITLE, json!({})).await;
    }
    let ada = token_of("ada", false);
    for auth in ["", ada.as_str()] {
        // The second one looks again at what the first has found.
        let force = if auth.is_empty() { "" } else { "?force=true" };
        for id in 1..=5 {
            world.researched(&id.to_string(), force, auth).await;
            let known = world.send("POST", &format!("/api/articles/{id}/research"), auth, None).await;
            assert_eq!(known.status, 200, "what is known costs nothing");
        }
        let refused = world.send("POST", "/api/articles/6/research?force=true", auth, None).await;
        assert_eq!(refused.problem(), (429, "rate_limited".into()));
        assert!(
            refused.headers["retry-after"].parse::<u64>().is_ok_and(|seconds| (1..=600).contains(&seconds))
        );
        assert_eq!(world.research("6", "").await["status"], "none", "nothing is left behind");
    }
    world.researched("6", "", &token_of("ben", false)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_other_sites_reach_what_readers_may_and_nothing_else() {
    let world = World::start(&["articles.origins=https://blog.example,http://localhost:3000"]).await;
    world.put("7", TITLE, json!({})).await;
    let api = world.server.get("/openapi.json").await.json();
    let mut open = Vec::new();
    for (path, item) in api["paths"].as_object().expect("paths") {
        for method in item.as_object().expect("operations").keys() {
            let address =
                path.replace("{id}", "7").replace("{threadId}", "none").replace("{sourceId}", "none");
            let (address, method) =
                (address.replace("{jobId}", "none").replace("{link}", "none"), method.to_uppercase());
            for (origin, listed) in
                [("https://blog.example", true), ("https://evil.example", false), ("null", false)]
            {
                let from = [("Origin", origin), ("Sec-Fetch-Site", "cross-site")];
                let asks = [from[0], from[1], ("Access-Control-Request-Method", method.as_str())];
                let preflight = world.server.send("OPTIONS", &address, &asks, None).await;
                let passes = preflight.status == 204;
                assert_eq!(
                    preflight.headers.get("access-control-allow-origin").map(String::as_str),
                    passes.then_some(origin)
                );
                if !passes {
                    let refusal = |answer: &Answer| match path.starts_with("/v1/") {
                        true => (answer.status, answer.json()["error"]["code"].to_string().replace('"', "")),
                        false => answer.problem(),
                    };
                    assert_eq!(
                        refusal(&preflight),
                        (403, "foreign_origin".into()),
                        "{method} {address} from {origin}"
                    );
                    let refused = world.server.send(&method, &address, &from, None).await;
                    assert_eq!(
                        refusal(&refused),
                        (403, "foreign_origin".into()),
                        "{method} {address} from {origin}"
                    );
                    assert!(!refused.headers.contains_key("access-control-allow-origin"));
                    continue;
                }
                assert!(listed, "{method} {address} from {origin}");
                assert!(preflight.headers["access-control-allow-headers"].contains("idempotency-key"));
                open.push(format!("{method} {path}"));
            }
        }
    }
    open.sort();
    assert_eq!(
        open,
        [
            "GET /api/articles/ask/{jobId}",
            "GET /api/articles/events",
            "GET /api/articles/{id}/ask/{jobId}",
            "GET /api/articles/{id}/research",
            "GET /api/articles/{id}/research/events",
            "GET /panel.js",
            "POST /api/articles/ask",
            "POST /api/articles/{id}/ask",
            "POST /api/articles/{id}/research",
        ]
    );
    let from = [("Origin", "https://blog.example"), ("Sec-Fetch-Site", "cross-site")];
    for path in ["/api/articles/7/research", "/panel.js"] {
        let answer = world.server.send("GET", path, &from, None).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        assert_eq!(answer.headers["access-control-allow-origin"], "https://blog.example");
        assert_eq!(answer.headers["vary"], "origin");
        assert!(
            answer.headers["access-control-expose-headers"].contains("idempotent-replayed"),
            "{answer:?}"
        );
        assert_eq!(answer.headers["cross-origin-resource-policy"], "cross-origin");
    }
    // A draft stays one, also for whoever sits at this machine and opens such a page.
    world.put("7", TITLE, json!({"status": "draft"})).await;
    let draft = world.server.send("GET", "/api/articles/7/research", &from, None).await;
    assert_eq!(draft.problem(), (401, "token_missing".into()));
    assert_eq!(draft.headers["access-control-allow-origin"], "https://blog.example", "the page can read why");
    let script = [("Sec-Fetch-Site", "cross-site"), ("Referer", "https://blog.example/7")];
    assert_eq!(world.server.send("GET", "/panel.js", &script, None).await.status, 200);
    let stolen = [("Sec-Fetch-Site", "cross-site"), ("Referer", "https://evil.example/")];
    assert_eq!(world.server.send("GET", "/panel.js", &stolen, None).await.status, 403);
    let named = [("Origin", "https://blog.example"), ("Host", "evil.example")];
    assert_eq!(
        world.server.send("GET", "/panel.js", &named, None).await.problem(),
        (403, "foreign_host".into())
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn readers_ask_an_article_and_a_site() {
    let world = World::start(&[]).await;
    let note = "The keeper of Quillon Marsh is Tindalos Verrin. Tindalos Verrin counts the herons of Quillon Marsh each May.";
    world.put("1", "The herons of Quillon Marsh", json!({"text": note})).await;
    world
        .put(
            "2",
            "Bread",
            json!({"text": "<h1>Bread</h1><p>The bakery of Eastmoor uses rye from Hallow.</p>"}),
        )
        .await;
    world.put("3", "The next keeper", json!({"status": "draft", "author": "ada", "text": "The next keeper of Quillon Marsh is Orsolya Brandt."})).await;
    let answer = world.asked("/api/articles/1/ask", "", "Who is the keeper of Quillon Marsh?").await;
    assert!(answer["answerMd"].as_str().is_some_and(|text| text.contains("Tindalos")), "{answer}");
    assert_eq!(answer["sources"][0]["title"], "The herons of Quillon Marsh");
    assert!(answer["sources"][0]["url"].is_null());

    let before = world.searches();
    let answer = world.asked("/api/articles/ask", "", "Which rye does the bakery of Eastmoor use?").await;
    assert!(answer["answerMd"].as_str().is_some_and(|text| text.contains("Hallow")), "{answer}");
    let secret = world.asked("/api/articles/ask", "", "Who is the next keeper of Quillon Marsh?").await;
    assert!(!secret.to_string().contains("Orsolya"), "{secret}");
    assert_eq!(world.searches(), before, "nothing but the site's articles is looked at");
    let none = json!({"question": "Xylophones?"});
    assert_eq!(world.send("POST", "/api/articles/ask", "", Some(none)).await.problem().0, 404);

    // The author's own question, a follow-up in its thread, and nobody else's look at it.
    let ada = token_of("ada", false);
    let question = json!({"question": "Who is the next keeper of Quillon Marsh?"});
    let taken = world.send("POST", "/api/articles/3/ask", &ada, Some(question)).await.json();
    let (thread, url) = (taken["threadId"].clone(), taken["url"].as_str().expect("an address").to_owned());
    let answer = world.asked("/api/articles/3/ask", &ada, "Who is the next keeper of Quillon Marsh?").await;
    assert!(answer["answerMd"].as_str().is_some_and(|text| text.contains("Orsolya")), "{answer}");
    assert_eq!(world.send("GET", &url, &token_of("eve", true), None).await.status, 404);
    let next = json!({"question": "And who counts the herons?", "threadId": thread});
    assert_eq!(world.send("POST", "/api/articles/3/ask", &ada, Some(next.clone())).await.status, 202);
    assert_eq!(
        world.send("POST", "/api/articles/3/ask", &token_of("eve", true), Some(next)).await.status,
        404
    );
    let queries: Vec<String> = world.search.calls().into_keys().collect();
    assert!(!queries.iter().any(|query| query.contains("Orsolya")), "{queries:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_article_leaves_nothing_behind() {
    const MARK: &str = "zwiebelturm";
    let mut world = World::start(&[]).await;
    let title = format!("The {MARK}title of Eastmoor");
    let text =
        format!("The {MARK}text of Eastmoor is green. Nobody in Eastmoor knows why the {MARK}text is green.");
    world.put("7", &title, json!({"text": text})).await;
    world.put("8", "Another one", json!({"text": "It is about the colours of Eastmoor."})).await;
    world.researched("7", "", "").await;
    world.researched("7", "?force=true", "").await;
    // A reply that is kept for who sends the request again holds what was found.
    let again = [("Idempotency-Key", "again")];
    let kept = world.server.send("POST", "/api/articles/7/research", &again, Some("{}".to_owned())).await;
    assert!(kept.status == 200 && kept.body.contains("summaryMd"), "{kept:?}");
    world
        .asked("/api/articles/7/ask", "", &format!("Which colour has the {MARK}question of Eastmoor?"))
        .await;
    world.asked("/api/articles/ask", "", "What is green in Eastmoor?").await;
    assert!(!world.server.machine.holding(MARK).is_empty(), "the test can find what is there");
    let mut listener = world.listen("/api/articles/events", None).await;
    assert_eq!(world.send("DELETE", "/api/articles/7", &world.key, None).await.status, 204);
    assert_eq!(world.send("DELETE", "/api/articles/7", &world.key, None).await.problem().0, 404);
    let told = listener.next().await.expect("an event");
    assert_eq!((told.kind.as_str(), &told.data["type"]), ("article", &json!("article.deleted")));
    assert_eq!(world.send("GET", "/api/articles/7/research", "", None).await.problem().0, 404);
    assert_eq!(world.research("8", "").await["status"], "none");
    assert_eq!(world.server.machine.holding(MARK), Vec::<String>::new(), "while gorkd goes on");
    world.server.stop();
    assert_eq!(world.server.machine.holding(MARK), Vec::<String>::new(), "after it has ended");
}
