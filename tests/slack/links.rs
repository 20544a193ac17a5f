//! One person in Slack and on the web.

use super::office::{How, Office, QUESTION};
use serde_json::json;

/// The code in a message.
fn code(text: &str) -> String {
    let words = text.split_whitespace().map(|word| word.trim_matches(['*', '`', '.', ':']));
    let mut codes = words.filter(|word| word.len() == 11 && word.as_bytes()[5] == b'-');
    codes.next().unwrap_or_else(|| panic!("no code in {text}")).to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thread_begun_in_slack_goes_on_on_the_web() {
    let office = Office::with(How::Http, &["web.keys=always"]).await;
    let (slack, server) = (&office.slack, &office.server);
    let (ada, bob) = (format!("Bearer {}", server.key("ada")), format!("Bearer {}", server.key("bob")));
    let (ada, bob) = ([("Authorization", ada.as_str())], [("Authorization", bob.as_str())]);
    let asked = slack.mention("U2", "C1", QUESTION);
    office.answer("C1", &asked).await;
    let threads = async |headers: &[(&str, &str)]| {
        let listed = server.send("GET", "/api/threads", headers, None).await.json();
        listed["threads"].as_array().expect("threads").clone()
    };
    assert_eq!(threads(&ada).await.len(), 0);

    // A code that others could read along is not given out.
    slack.mention("U2", "C1", "link");
    office.whisper("U2", "Codes are for you alone.").await;
    slack.command("U2", "C1", "link");
    let told = office.whisper("U2", "Your code:").await;
    let code = code(&crate::world::slack::words::of(&told));
    let redeem = async |headers: &[(&str, &str)], code: &str| {
        let body = json!({"code": code}).to_string();
        server.send("POST", "/api/links/redeem", headers, Some(body)).await
    };
    for wrong in ["00000-00000", "", "7KM2P-X0QRT"] {
        assert_eq!(redeem(&ada, wrong).await.problem(), (404, "not_found".into()), "{wrong}");
    }
    let linked = redeem(&ada, &code.to_lowercase()).await;
    assert_eq!((linked.status, &linked.json()["platform"]), (200, &json!("slack")), "{linked:?}");
    assert_eq!(redeem(&bob, &code).await.problem(), (404, "not_found".into()), "it was used");

    let found = threads(&ada).await;
    assert_eq!(found.len(), 1);
    let thread = found[0]["threadId"].as_str().expect("an id").to_owned();
    assert_eq!(threads(&bob).await.len(), 0);
    for (headers, status) in [(&ada, 200), (&bob, 404)] {
        assert_eq!(server.send("GET", &format!("/api/threads/{thread}"), headers, None).await.status, status);
    }
    // She goes on with it, and commands it, as its owner.
    let body = || Some(json!({"goal": "How long is it?"}).to_string());
    let refused = server.send("POST", &format!("/api/threads/{thread}/ask"), &bob, body()).await;
    assert_eq!(refused.problem(), (404, "not_found".into()));
    let taken = server.send("POST", &format!("/api/threads/{thread}/ask"), &ada, body()).await;
    assert_eq!(taken.status, 202, "{taken:?}");
    let view = server.until_over(taken.json()["jobId"].as_str().expect("an id"), &ada).await;
    assert_eq!(view["turn"], 2);
    let name = Some(json!({"title": "The bridge"}).to_string());
    let renamed = server.send("PATCH", &format!("/api/threads/{thread}"), &ada, name).await;
    assert_eq!((renamed.status, &renamed.json()["title"]), (200, &json!("The bridge")));

    // Two people again.
    let links = server.send("GET", "/api/links", &ada, None).await.json();
    let link = format!("/api/links/{}", links["items"][0]["id"].as_str().expect("an id"));
    assert_eq!(server.send("DELETE", &link, &bob, None).await.problem(), (404, "not_found".into()));
    assert_eq!(server.send("DELETE", &link, &ada, None).await.status, 204);
    assert_eq!(threads(&ada).await.len(), 0);
    assert_eq!(server.send("GET", &format!("/api/threads/{thread}"), &ada, None).await.status, 404);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_of_the_web_is_entered_in_slack() {
    let office = Office::with(How::Connection, &["web.keys=always"]).await;
    let (slack, server) = (&office.slack, &office.server);
    let ada = format!("Bearer {}", server.key("ada"));
    let ada = [("Authorization", ada.as_str())];
    let given = async || {
        let given = server.send("POST", "/api/links", &ada, None).await;
        assert_eq!(given.status, 201, "{given:?}");
        given.json()["code"].as_str().expect("a code").to_owned()
    };
    let before = given().await;
    let code = given().await;
    slack.command("U2", "C1", &format!("link {before}"));
    office.whisper("U2", "This code doesn't work").await;
    // A code of the web is not for the web.
    let body = json!({"code": code}).to_string();
    let refused = server.send("POST", "/api/links/redeem", &ada, Some(body)).await;
    assert_eq!(refused.problem(), (422, "rejected".into()));
    let code = given().await;
    slack.command("U2", "C1", &format!("link {code}"));
    office.whisper("U2", "Linked.").await;
    let links = server.send("GET", "/api/links", &ada, None).await.json();
    assert_eq!(links["items"][0]["platform"], "slack", "{links}");
    // Guessing ends soon.
    for n in 0..12 {
        slack.command("U1", "C1", &format!("link AAA{n:02}-BBBBB"));
    }
    office.whisper("U1", "too many codes").await;
}
