//! A draft of which something does not hold goes back to its writer once: what the writer is shown, and that nothing which
//! held is lost by it.

use crate::models::{app, ask, with_library};
use crate::world::models::{ModelServer, Shape, passages};
use gorkd_core::job::Job;
use gorkd_core::model::*;
use gorkd_core::view::view;
use serde_json::{Value, json};

const WRONG: &str = "The Harbour Bridge of Eastmoor was opened in 1932.";
const MENDED: &str = "The Harbour Bridge of Eastmoor was opened in 1931.";
const HELD: &str = "It is 412 metres long and carries two lanes.";

fn sentence(user: &str, text: &str) -> Value {
    let shown = passages(user);
    let bridge = shown.iter().find(|(_, passage)| passage.contains("412 metres"));
    json!({"text": text, "evidence": [bridge.map(|(id, _)| id.clone()).unwrap_or_default()]})
}

fn first(user: &str) -> String {
    let detail = json!([{"heading": "Size", "sentences": [sentence(user, HELD)]}]);
    json!({"summary": [sentence(user, WRONG)], "detail": detail, "limitations": [], "questions": []})
        .to_string()
}

/// Mends what was wrong, and forgets the rest.
fn forgets(user: &str) -> String {
    match user.contains("<draft>") {
        false => first(user),
        true => {
            json!({"summary": [sentence(user, MENDED)], "detail": [], "limitations": [], "questions": []})
                .to_string()
        }
    }
}

/// Writes once, and has nothing more to say.
fn refuses(user: &str) -> String {
    if user.contains("<draft>") { "I cannot do that.".to_owned() } else { first(user) }
}

fn support(job: &Job, text: &str) -> Option<Support> {
    let claims = job.answer.as_ref().map(|answer| answer.claims.as_slice()).unwrap_or_default();
    claims.iter().find(|claim| claim.text == text).map(|claim| claim.support)
}

fn said(job: &Job) -> String {
    job.answer.as_ref().map(|answer| format!("{}\n{}", answer.summary, answer.detail)).unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_repair_sees_the_whole_draft_and_loses_nothing_that_held() {
    let machine = with_library();
    let server = ModelServer::start(Shape::OpenAi).await;
    server.says("write", forgets);
    let app = app(&machine, &server, &[]).await;
    let job = ask(&app).await;
    let calls = server.calls();
    let repair = calls.iter().rfind(|call| call.stage == "write").expect("it wrote");
    assert_eq!(server.count("write"), 2);
    let (_, draft) = repair.user.split_once("<draft>\n").expect("the draft is shown");
    let (draft, wrong) = draft.split_once("</draft>").expect("it ends");
    let lines: Vec<&str> = draft.lines().collect();
    assert!(lines[0].starts_with(&format!("[1] summary: {WRONG} (")), "{lines:?}");
    assert!(lines[1].starts_with(&format!("[2] detail, Size: {HELD} (")), "{lines:?}");
    assert!(wrong.contains("\n- [1] ") && wrong.contains("1932") && !wrong.contains("\n- [2]"), "{wrong}");
    assert!(passages(&repair.user).iter().any(|(_, text)| text.contains("412 metres")));
    for text in [MENDED, HELD] {
        assert_eq!(support(&job, text), Some(Support::Supported), "{text}: {:?}", job.answer);
        assert!(said(&job).contains(text), "{}", said(&job));
    }
    assert!(!said(&job).contains("1932"));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_draft_that_cannot_be_mended_keeps_what_holds() {
    let machine = with_library();
    let server = ModelServer::start(Shape::OpenAi).await;
    server.says("write", refuses);
    let app = app(&machine, &server, &[]).await;
    let job = ask(&app).await;
    assert_eq!(job.draft.as_ref().map(|draft| draft.by.clone()), Some(Maker::Model("sim-1".into())));
    assert!(said(&job).contains(HELD) && !said(&job).contains("1932"), "{}", said(&job));
    let issues = view(&job).issues;
    assert!(issues.iter().any(|issue| issue.contains("1932")), "what was left out is told: {issues:?}");
    app.close().await;
}
