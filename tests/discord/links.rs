//! One person in Discord and on the web.

use super::town::{How, Town};
use crate::world::discord::{BEN, GENERAL};
use serde_json::json;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_of_discord_opens_its_threads_on_the_web() {
    let town = Town::with(How::Connection, &["web.keys=always"]).await;
    let ada = format!("Bearer {}", town.server.key("ada"));
    let ada = [("Authorization", ada.as_str())];
    let thread = town.research(BEN, GENERAL, &[]).await;
    town.answer(thread).await;
    town.discord.slash(BEN, GENERAL, "research", &[("question", json!("link"))]);
    let seen = town.discord.until_seen_by(BEN, GENERAL, "Your code:").await;
    assert!(!town.discord.see(GENERAL).contains("Your code:"), "for the asker alone");
    let code = seen.split("Your code: ").nth(1).expect("a code").replace('\\', "");
    let code: String = code.chars().take(11).collect();
    let redeem = async || {
        let body = Some(json!({"code": code}).to_string());
        town.server.send("POST", "/api/links/redeem", &ada, body).await
    };
    let linked = redeem().await;
    assert_eq!((linked.status, &linked.json()["platform"]), (200, &json!("discord")), "{linked:?}");
    assert_eq!(redeem().await.problem(), (404, "not_found".into()), "it was used");
    let listed = town.server.send("GET", "/api/threads", &ada, None).await.json();
    assert_eq!(listed["threads"].as_array().map(Vec::len), Some(1), "{listed}");
}
