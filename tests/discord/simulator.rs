//! The simulated Discord is checked by another's client: discord.js does with it what it does with the real one.

use crate::world::chat::files::File;
use crate::world::chat::http::post;
use crate::world::discord::{ANN, BEN, Discord, GENERAL, QUESTIONS, TOKEN};
use serde_json::json;
use std::path::Path;
use std::process::Stdio;
use tokio::io::{AsyncBufReadExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

/// discord.js in a process of its own.
struct Client {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Client {
    /// None where it is not installed, which is a failure in CI.
    fn start(discord: &Discord) -> Option<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients/discord");
        if !folder.join("node_modules/discord.js").exists() {
            assert!(std::env::var_os("CI").is_none(), "discord.js is not installed: make clients");
            println!("not run: discord.js is not installed (make clients)");
            return None;
        }
        let mut command = Command::new("node");
        command.arg("talk.js").args([&discord.url(), TOKEN, &QUESTIONS.to_string()]).current_dir(folder);
        command.stdout(Stdio::piped()).kill_on_drop(true);
        let mut child = command.spawn().expect("node starts");
        let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        Some(Self { child, lines })
    }

    async fn says(&mut self, expected: &str) {
        let line = self.lines.next_line().await.expect("it can be read");
        assert_eq!(line.as_deref(), Some(expected));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn discord_js_works_with_it() {
    let discord = Discord::start().await;
    discord.lock().lenient = true;
    let Some(mut client) = Client::start(&discord) else { return };
    client.says("ready as gorkd in 2 servers").await;
    client.says("registered ask, Look").await;

    let token = discord.types(ANN, GENERAL, "ask", "what", "why");
    client.says("completed").await;
    let (kind, choices) = discord.until_answered(&token).await;
    assert_eq!((kind, choices["choices"][0]["name"].as_str()), (8, Some("why!")));

    discord.slash(ANN, GENERAL, "ask", &[("what", json!("When was it opened?"))]);
    client.says("once: true").await;
    client.says("2 messages, a file of 5 bytes").await;
    client.says("answered").await;
    let thread = discord.until_thread(GENERAL).await;
    insta::assert_snapshot!(discord.see_as(ANN, GENERAL) + &discord.see(thread));

    let form = discord.presses(ANN, GENERAL, "More");
    client.says("asked for words").await;
    discord.fills(ANN, GENERAL, &form, "these words");
    client.says("heard words").await;
    discord.until_seen(GENERAL, "Heard these words").await;
    discord.chooses(ANN, GENERAL, "Two");
    client.says("picked 2").await;
    let said =
        discord.says_with(BEN, GENERAL, "an old bridge", None, &[File::new("a.txt", "text/plain", "a")]);
    let looked = discord.menu(ANN, GENERAL, "Look", said);
    client.says("looked").await;
    assert_eq!(discord.until_answered(&looked).await.1["content"], "It says an old bridge");

    let direct = discord.direct(BEN);
    discord.says(BEN, direct, "hello");
    client.says("replied").await;
    discord.until_seen(direct, "You said hello").await;
    discord.says(BEN, GENERAL, "forum");
    client.says("posted in questions").await;
    discord.until_seen(discord.until_thread(QUESTIONS).await, "Inside").await;

    // More than a bucket holds: the client waits as the headers say, and no request is refused.
    discord.says(BEN, GENERAL, "rush");
    client.says("rushed").await;
    assert_eq!(discord.invalid(), [""; 0]);

    discord.lock().close_gateway(4000);
    client.says("resumed").await;
    discord.says(BEN, GENERAL, "bye");
    assert!(client.child.wait().await.expect("it ends").success());
}

/// One request of the bot's, by hand.
async fn posts(discord: &Discord, path: &str, body: &str) {
    let token = format!("Bot {TOKEN}");
    let headers = [("Authorization", token.as_str()), ("Content-Type", "application/json")];
    post(&format!("{}/api/v10{path}", discord.url()), &headers, body).await.expect("answered");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_is_against_the_description_fails_its_test_without_being_asked() {
    let messages = format!("/channels/{GENERAL}/messages");
    let nobody = r#""allowed_mentions": {"parse": []}"#;
    for (path, body, fails) in [
        (messages.clone(), format!(r#"{{"content": "hello", {nobody}}}"#), false),
        (messages.clone(), format!(r#"{{"content": "hello", "tts": "yes", {nobody}}}"#), true),
        (messages.clone(), r#"{"content": "hello"}"#.to_owned(), true),
        (messages.clone(), format!(r#"{{"content": "{}", {nobody}}}"#, "a".repeat(2001)), true),
        (format!("/channels/{GENERAL}/whispers"), "{}".to_owned(), true),
    ] {
        let discord = Discord::start().await;
        posts(&discord, &path, &body).await;
        let gone = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| drop(discord)));
        assert_eq!(gone.is_err(), fails, "{path} {}", &body[..body.len().min(60)]);
    }
}
