//! Pages of other sites: refused everywhere, unless the operator lists them.

use super::http::Server;
use serde_json::json;

const APP: &str = "https://app.example";
const PREFLIGHT: [(&str, &str); 3] = [
    ("Origin", APP),
    ("Access-Control-Request-Method", "POST"),
    ("Access-Control-Request-Headers", "authorization, content-type"),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_route_refuses_other_sites_unless_they_are_listed() {
    let server = Server::start(&[]);
    let api = server.get("/openapi.json").await.json();
    for (path, item) in api["paths"].as_object().expect("paths") {
        let address = path.replace(['{', '}'], "");
        for method in item.as_object().expect("operations").keys() {
            let method = method.to_uppercase();
            let refused = server.send(&method, &address, &[("Origin", APP)], None).await;
            // Below `/v1/`, errors have the shape of OpenAI's.
            let document = refused.json();
            let code = document["code"].as_str().or(document["error"]["code"].as_str());
            assert_eq!((refused.status, code), (403, Some("foreign_origin")), "{method} {path}");
            assert!(!refused.headers.keys().any(|name| name.starts_with("access-control")), "{refused:?}");
        }
        let refused = server.send("OPTIONS", &address, &PREFLIGHT, None).await;
        assert_eq!(refused.status, 403, "OPTIONS {path}");
        assert!(refused.body.contains("foreign_origin"), "OPTIONS {path}: {refused:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_listed_page_may_use_the_interface_with_a_key() {
    let server = Server::start(&[&format!("web.origins={APP}")]);
    let preflight = server.send("OPTIONS", "/api/threads/start", &PREFLIGHT, None).await;
    assert_eq!(preflight.status, 204, "{preflight:?}");
    assert_eq!(preflight.headers["access-control-allow-origin"], APP);
    for allowed in ["POST", "PATCH", "DELETE"] {
        assert!(preflight.headers["access-control-allow-methods"].contains(allowed));
    }
    for allowed in ["authorization", "idempotency-key", "x-csrf-token", "last-event-id"] {
        assert!(preflight.headers["access-control-allow-headers"].contains(allowed));
    }
    // It is nobody at this machine.
    let refused = server.send("GET", "/api/threads", &[("Origin", APP)], None).await;
    assert_eq!(refused.problem(), (401, "key_missing".into()));
    assert_eq!(refused.headers["access-control-allow-origin"], APP, "the page may read why");
    let key = format!("Bearer {}", server.key("ada"));
    let headers = [("Origin", APP), ("Sec-Fetch-Site", "cross-site"), ("Authorization", &key)];
    let fine = server.send("GET", "/api/threads", &headers, None).await;
    assert_eq!(fine.status, 200, "{fine:?}");
    assert_eq!(fine.headers["access-control-allow-credentials"], "true");
    for seen in ["etag", "retry-after", "x-request-id", "idempotent-replayed"] {
        assert!(fine.headers["access-control-expose-headers"].contains(seen));
    }
    assert_eq!(fine.headers["cross-origin-resource-policy"], "cross-origin");
    // Others are as foreign as before, and the page itself is no part of the interface.
    for origin in ["https://evil.example", "http://app.example", "https://app.example:8443", "null"] {
        let foreign = [("Origin", origin), ("Authorization", key.as_str())];
        let refused = server.send("GET", "/api/threads", &foreign, None).await;
        assert_eq!(refused.problem(), (403, "foreign_origin".into()), "{origin}");
    }
    let refused = server.send("GET", "/metrics", &headers, None).await;
    assert_eq!(refused.problem(), (403, "foreign_origin".into()));
    let host = [("Host", "evil.example"), ("Origin", APP), ("Authorization", key.as_str())];
    assert_eq!(server.send("GET", "/api/threads", &host, None).await.problem(), (403, "foreign_host".into()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_all_pages_are_let_in_no_cookie_counts() {
    let server = Server::start(&["web.origins=*"]);
    let preflight = server.send("OPTIONS", "/api/threads/start", &PREFLIGHT, None).await;
    assert_eq!((preflight.status, preflight.headers["access-control-allow-origin"].as_str()), (204, "*"));
    let key = server.key("ada");
    let signed = server.post("/api/session", json!({"key": key})).await;
    let cookie = signed.headers["set-cookie"].split(';').next().expect("a pair").to_owned();
    assert_eq!(server.send("GET", "/api/threads", &[("Cookie", &cookie)], None).await.status, 200);
    let foreign = [("Origin", APP), ("Cookie", cookie.as_str())];
    let refused = server.send("GET", "/api/threads", &foreign, None).await;
    assert_eq!(refused.problem(), (401, "key_missing".into()));
    let key = format!("Bearer {key}");
    let fine = server.send("GET", "/api/threads", &[("Origin", APP), ("Authorization", &key)], None).await;
    assert_eq!((fine.status, fine.headers["access-control-allow-origin"].as_str()), (200, "*"));
    for answer in [preflight, refused, fine] {
        assert!(!answer.headers.contains_key("access-control-allow-credentials"), "{answer:?}");
    }
}
