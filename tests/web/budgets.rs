//! Budgets of a month over the web: whose they are, who is told when, and that processes share them.

use super::http::Server;
use super::keys::key;
use crate::world::provider::paid;
use serde_json::{Value, json};

/// What a search costs, in dollars.
const PRICE: f64 = 0.01;

/// Asks with a key, and waits for the end.
async fn run(server: &Server, key: &str, what: &str) -> Value {
    let headers = [("Authorization", key)];
    let goal = format!("When was the Harbour Bridge of Eastmoor {what}?");
    let body = json!({"goal": goal, "privacy": "hybrid"}).to_string();
    let taken = server.send("POST", "/api/threads/start", &headers, Some(body)).await;
    assert_eq!(taken.status, 202, "{taken:?}");
    server.until_over(taken.json()["jobId"].as_str().expect("an id"), &headers).await
}

fn warnings(view: &Value) -> String {
    view["warnings"].to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_is_told_at_80_percent_and_when_nothing_is_left() {
    let (exa, mut settings) = paid().await;
    settings.extend(["web.keys=always", "budgets.person_usd=0.025"].map(str::to_owned));
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    let server = Server::start(&settings);
    // Two keys of one person, and one of somebody else.
    let (ada, again) = (key(&server.machine, "ada", &[]), key(&server.machine, "ada", &[]));
    let (ben, admin) = (key(&server.machine, "ben", &[]), key(&server.machine, "cleo", &["--role", "admin"]));

    let first = run(&server, &ada, "opened").await;
    assert_eq!((exa.calls(), warnings(&first).contains("budget")), (1, false), "{first}");
    let second = run(&server, &again, "built").await;
    let told = warnings(&second);
    assert!(told.contains("Most of a monthly budget is spent (yours): $0.020 of $0.025."), "{told}");
    assert!(told.contains("It resets on 2") && told.contains("-01 (UTC)."), "{told}");
    for what in ["painted", "closed"] {
        let refused = run(&server, &ada, what).await;
        let told = warnings(&refused);
        assert_eq!(
            (exa.calls(), &refused["status"]),
            (2, &json!("completed")),
            "it is answered all the same"
        );
        assert!(told.contains("A monthly budget is used up (yours): $0.020 of $0.025"), "{told}");
        assert!(told.contains("An admin can raise the limit."), "{told}");
        assert!(!told.contains("Most of"), "once a month is enough: {told}");
    }
    let other = run(&server, &ben, "sold").await;
    assert_eq!((exa.calls(), warnings(&other).contains("budget")), (3, false), "{other}");

    // Everybody sees what is left of their own, also before they ask for the first time.
    let dora = key(&server.machine, "dora", &["--budget-usd", "1"]);
    for (who, of, spent, used_up) in
        [(&ada, "ada", 2.0 * PRICE, true), (&ben, "ben", PRICE, false), (&dora, "dora", 0.0, false)]
    {
        let own = server.send("GET", "/api/budgets", &[("Authorization", who)], None).await.json();
        let persons: Vec<&Value> =
            own["items"].as_array().expect("a list").iter().filter(|one| one["kind"] == "person").collect();
        assert_eq!(persons.len(), 1, "{own}");
        assert_eq!(item(persons[0]), ("person", format!("web:{of}").as_str(), spent, used_up), "{own}");
        assert_eq!(persons[0]["limitUsd"], 0.025, "{own}");
        let keys = own["items"].as_array().expect("a list").iter().filter(|one| one["kind"] == "key");
        assert_eq!(keys.count(), usize::from(of == "dora"), "{own}");
        let (period, ends) = (own["period"].as_str().expect("a month"), own["endsAt"].as_str());
        assert!(ends.is_some_and(|ends| ends.ends_with("-01T00:00:00Z") && ends > period), "{own}");
    }

    let listed = server.send("GET", "/api/admin/budgets", &[("Authorization", &ben)], None).await;
    assert_eq!(listed.problem().0, 403);
    let listed = server.send("GET", "/api/admin/budgets", &[("Authorization", &admin)], None).await.json();
    let items: Vec<(&str, &str, f64, bool)> =
        listed["items"].as_array().expect("a list").iter().map(item).collect();
    assert_eq!(
        items,
        [("person", "web:ada", 2.0 * PRICE, true), ("person", "web:ben", PRICE, false)],
        "{listed}"
    );
    let limits = server.send("GET", "/api/admin/limits", &[("Authorization", &admin)], None).await.json();
    let of_month = json!({
        "monthUsd": 0.0, "personUsd": 0.025, "placeUsd": 0.0, "channelUsd": 0.0, "workspaceUsd": 0.0
    });
    assert_eq!(limits["budgets"], of_month, "{limits}");
    let scraped = server.send("GET", "/metrics", &[("Authorization", &admin)], None).await.body;
    for line in [
        r#"month_spent_usd{scope="person"} 0.03"#,
        r#"month_limit_usd{scope="person"} 0.05"#,
        r#"month_most_used_ratio{scope="person"} 0.8"#,
        r#"month_budgets_used_up{scope="person"} 1"#,
        r#"month_budgets_used_up{scope="everything"} 0"#,
    ] {
        assert!(scraped.lines().any(|one| one == line), "{line} is missing:\n{scraped}");
    }
    assert!(!scraped.contains("web:ada"), "{scraped}");
}

fn item(entry: &Value) -> (&str, &str, f64, bool) {
    let text = |name: &str| entry[name].as_str().expect("a text");
    (text("kind"), text("of"), entry["spentUsd"].as_f64().expect("a sum"), entry["usedUp"] == true)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_processes_and_the_terminal_share_the_budget_of_all_runs() {
    let (exa, mut settings) = paid().await;
    // Five searches, and not a sixth.
    settings.push("budgets.month_usd=0.0599".to_owned());
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    let server = Server::start(&settings);
    let beside = server.beside(&settings);
    let ask = async |port: u16, what: &str| {
        let goal = format!("When was the Harbour Bridge of Eastmoor {what}?");
        let body = json!({"goal": goal, "privacy": "hybrid"});
        let taken = super::http::post_at(port, "/api/threads/start", &body).await;
        assert_eq!(taken.status, 202, "{taken:?}");
        taken.json()["jobId"].as_str().expect("an id").to_owned()
    };
    // At once, so that they would overtake each other if they could.
    let words = ["opened", "built", "painted", "closed", "sold", "mended", "widened", "drawn"];
    let asked = words.iter().enumerate().map(|(nth, what)| {
        let port = if nth % 2 == 0 { server.port } else { beside.port };
        ask(port, what)
    });
    let mut told = 0;
    for job in futures::future::join_all(asked).await {
        let view = server.until_over(&job, &[]).await;
        told += usize::from(warnings(&view).contains("A monthly budget is used up (everybody together)"));
    }
    assert_eq!((exa.calls(), told), (5, words.len() - 5));
    let own = server.get("/api/budgets").await.json();
    let own = &own["items"][0];
    let shown = (&own["kind"], &own["of"], &own["spentUsd"]);
    assert_eq!(shown, (&json!("everything"), &Value::Null, &json!(0.05)));

    let args = ["ask", "--json", "--fresh", "When was the Harbour Bridge of Eastmoor repaired?"];
    let set = settings.iter().flat_map(|one| ["--set", one]);
    let args: Vec<&str> = args.into_iter().chain(set).collect();
    let output = tokio::task::block_in_place(|| server.machine.run(&args));
    let view: Value = serde_json::from_slice(&output.stdout).expect("a job document");
    assert!(warnings(&view).contains("A monthly budget is used up (everybody together)"), "{view}");
    assert_eq!(exa.calls(), 5, "nor does the terminal go beyond it");
}
