//! Setting it up: the manifest, the check, what is missing; and what the page in docs/ shows.

use super::office::{How, Office, QUESTION, SPEED, settled};
use crate::world::process::{Machine, stderr, stdout};
use crate::world::slack::calls::sessions::refused_for_a_new_app;
use crate::world::slack::{APP_TOKEN, Slack, Transport};
use serde_json::Value;
use std::path::Path;

#[test]
fn the_manifest_names_what_each_transport_needs() {
    let machine = Machine::new();
    let shown = machine.run(&["slack", "manifest", "--transport", "socket"]);
    assert!(shown.status.success(), "{}", stderr(&shown));
    let socket: Value = serde_json::from_str(&stdout(&shown)).expect("JSON and nothing else");
    assert_eq!(socket["settings"]["socket_mode_enabled"], true);
    assert_eq!(refused_for_a_new_app(&socket), Vec::<String>::new());
    let public =
        ["--set", "web.public_url=https://gorkd.example.org", "slack", "manifest", "--transport", "http"];
    let shown = machine.run(&public);
    let http: Value = serde_json::from_str(&stdout(&shown)).expect("JSON and nothing else");
    assert_eq!(refused_for_a_new_app(&http), Vec::<String>::new());
    let mut old = http.clone();
    old["features"]["assistant_view"] = serde_json::json!({"assistant_description": "Answers."});
    assert!(!refused_for_a_new_app(&old).is_empty());
    assert_eq!(http["features"]["slash_commands"][0]["url"], "https://gorkd.example.org/slack/commands");
    // How to go on stands first, then every permission with its reason.
    let reasons = stderr(&shown);
    assert!(reasons.contains("1. Create the app") && reasons.contains("\n3. Start gorkd"), "{reasons}");
    assert!(reasons.contains("https://api.slack.com/apps?new_app=1&manifest_json=%7B"), "{reasons}");
    for scope in http["oauth_config"]["scopes"]["bot"].as_array().expect("scopes") {
        let scope = scope.as_str().expect("a name");
        assert!(reasons.contains(&format!("{scope}: ")), "{scope}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_check_finds_what_is_missing() {
    let slack = Slack::start(Transport::Socket, SPEED).await;
    let machine = Machine::new();
    let api = format!("slack.api_url={}", slack.api_url());
    let app = format!("slack.app_token={APP_TOKEN}");
    let check = |bot: &str| {
        let bot = format!("slack.bot_token={bot}");
        let args = ["--set", &api, "--set", &app, "--set", &bot, "slack", "check", "C1", "C9"];
        let ran = tokio::task::block_in_place(|| machine.run(&args));
        (ran.status.success(), stdout(&ran))
    };
    slack.books().add_channel("T1", "C9", "elsewhere");
    let (fine, said) = check("xoxb-T1-sk-very-secret");
    assert!(fine, "{said}");
    slack.books().channels.get_mut("C9").expect("made").members.clear();
    slack.books().teams.get_mut("T1").expect("there").scopes.remove("files:write");
    let (fine, said) = check("xoxb-T1-sk-very-secret");
    assert!(
        !fine && said.contains("files:write") && said.contains("not in C9") && said.contains("is in C1"),
        "{said}"
    );
    let (fine, said) = check("xoxb-wrong");
    assert!(!fine && said.contains("invalid_auth"), "{said}");
    slack.outage(true);
    let (fine, said) = check("xoxb-T1-sk-very-secret");
    assert!(!fine && said.contains("cannot be reached (status 503)") && !said.contains("token"), "{said}");
}

#[test]
fn a_service_that_lacks_a_token_says_which() {
    let machine = Machine::new();
    let started = machine.run(&["serve", "--set", "slack.bot_token=xoxb-1"]);
    assert!(!started.status.success());
    assert!(stderr(&started).contains("slack.app_token"), "{}", stderr(&started));
}

/// Messages that docs/slack.md shows, as JSON and as they look. `make docs` writes them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_shows_messages_as_they_are() {
    let office = Office::with(How::Connection, &["slack.streams=false", "worker.jobs=1"]).await;
    let slack = &office.slack;
    let asked = slack.mention("U1", "C1", QUESTION);
    let answer = office.answer("C1", &asked).await;
    office.marked("C1", &asked, "white_check_mark").await;
    let status = slack.thread("C1", &asked).into_iter().next().expect("a status");
    slack.press("U1", &answer, "Sources");
    let sources = office.whisper("U1", "[Pin]").await;
    slack.command("U1", "C1", "harbour bridge plan");
    let root = slack.message("C1", "", "Ann asks: harbour").await.ts;
    let back = slack.message("C1", &root, "[Just go]").await;
    let page_path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/slack.md");
    let mut page = std::fs::read_to_string(&page_path).expect("the page is there");
    let write = std::env::var_os("GORKD_WRITE_DOCS").is_some();
    for (name, message) in [("status", status), ("answer", answer), ("sources", sources), ("question", back)]
    {
        let json = without_names(&serde_json::to_string_pretty(&message.blocks).expect("JSON"));
        let path = page_path.with_file_name("slack").join(format!("{name}.json"));
        let look = format!("<!-- {name} -->\n```text\n{}```\n", settled(&message));
        if write {
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
            std::fs::write(&path, format!("{json}\n")).expect("it can be written");
            page = replaced(&page, name, &look);
            std::fs::write(&page_path, &page).expect("it can be written");
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(kept.trim_end(), json, "docs/slack/{name}.json is out of date: run `make docs`");
        assert!(page.contains(&look), "docs/slack.md does not show {name} as it is: run `make docs`\n{look}");
    }
}

/// Ids and times that differ from run to run, blanked out.
fn without_names(json: &str) -> String {
    let mut out = String::new();
    for line in json.lines() {
        let mut line = line.to_owned();
        for (mark, end) in [("job_", 36), ("slack:T1:C1:", 29), ("src_", 16)] {
            if let Some(at) = line.find(mark) {
                let keep = line[..at].to_owned();
                let rest: String = line[at..].chars().skip(end).collect();
                line = format!("{keep}{mark}…{rest}");
            }
        }
        if line.contains("\"text\": \"") {
            line = super::office::blanked(&line);
        }
        out.push_str(&line);
        out.push('\n');
    }
    out.trim_end().to_owned()
}

fn replaced(page: &str, name: &str, look: &str) -> String {
    let mark = format!("<!-- {name} -->\n");
    let Some(at) = page.find(&mark) else { return format!("{page}\n{look}") };
    let rest = &page[at + mark.len()..];
    let end = rest.find("```\n").and_then(|open| {
        let after = open + 4;
        rest[after..].find("```\n").map(|close| after + close + 4)
    });
    let after = rest
        .find("```text\n")
        .and_then(|open| rest[open + 8..].find("```\n").map(|close| open + 8 + close + 4));
    let end = after.or(end).unwrap_or(0);
    format!("{}{look}{}", &page[..at], &rest[end..])
}
