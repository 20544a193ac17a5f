//! A model that is asked about claims in doubt: what it is shown, what its word counts for, and what becomes of an
//! answer when it fails.

use crate::models::{Outside, app, ask, run, with_library};
use crate::world::models::{ModelServer, Shape, Trouble, claims, passages};
use gorkd::wire::App;
use gorkd_core::engine::{AskDefaults, Ports, Service, Worker, WorkerSettings};
use gorkd_core::job::{Event, Job, Models, Opinions};
use gorkd_core::model::*;
use serde_json::{Value, json};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// Stands in the source as it is.
const PLAIN: &str = "The Harbour Bridge of Eastmoor was opened in 1931 by Mayor Ilse Brandt.";
/// Says in other words what the source says.
const RIGHT: &str = "In 1931 Mayor Ilse Brandt opened the Harbour Bridge of Eastmoor.";
/// Has the words of the source, and says something else.
const WRONG: &str = "In 1978 the cables of the bridge closed for eight months.";
/// Has another number.
const LONGER: &str = "The Harbour Bridge of Eastmoor is 512 metres long.";

/// Writes the four sentences, whatever the passages say.
fn writes(user: &str) -> String {
    let shown = passages(user);
    let of = |words: &str| shown.iter().find(|(_, text)| text.contains(words)).map(|(id, _)| id.clone());
    let sentence =
        |text: &str, words: &str| json!({"text": text, "evidence": [of(words).unwrap_or_default()]});
    let detail: Vec<Value> =
        vec![sentence(RIGHT, "Ilse Brandt"), sentence(WRONG, "1978"), sentence(LONGER, "412 metres")];
    json!({"summary": [sentence(PLAIN, "Ilse Brandt")], "detail": [{"heading": "More", "sentences": detail}],
        "limitations": [], "questions": []})
    .to_string()
}

/// Finds the wrong one, and believes the rest.
fn checks(user: &str) -> String {
    let word =
        |text: &str| if text.contains("cables of the bridge closed") { "unsupported" } else { "supported" };
    let said = claims(user).into_iter().map(|(id, text)| json!({"id": id, "support": word(&text)}));
    json!({"claims": said.collect::<Vec<_>>()}).to_string()
}

async fn with_checker(shape: Shape) -> (crate::world::process::Machine, ModelServer, App) {
    let machine = with_library();
    let server = ModelServer::start(shape).await;
    server.says("write", writes);
    server.says("check", checks);
    let set = server.checks();
    let set: Vec<&str> = set.iter().map(String::as_str).collect();
    let app = app(&machine, &server, &set).await;
    (machine, server, app)
}

fn support(job: &Job, text: &str) -> Option<Support> {
    let claims = job.answer.as_ref().map(|answer| answer.claims.as_slice()).unwrap_or_default();
    claims.iter().find(|claim| claim.text == text).map(|claim| claim.support)
}

/// Is it in what a person reads?
fn is_said(job: &Job, text: &str) -> bool {
    job.answer.as_ref().is_some_and(|answer| format!("{}\n{}", answer.summary, answer.detail).contains(text))
}

async fn opinions(app: &App, job: &JobId) -> Vec<Opinions> {
    let events = app.service.events(job, 0).await.expect("the journal reads");
    let of = |event: Event| match event {
        Event::Doubted { opinions, .. } => Some(opinions),
        _ => None,
    };
    events.into_iter().filter_map(|one| of(one.event)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_claim_in_doubt_is_cut_or_stays_as_the_checker_says() {
    for shape in [Shape::OpenAi, Shape::OpenAiWithoutSchema, Shape::Anthropic] {
        let (_machine, server, app) = with_checker(shape).await;
        let job = ask(&app).await;
        assert_eq!(support(&job, PLAIN), Some(Support::Supported), "{shape:?}");
        assert_eq!(support(&job, RIGHT), Some(Support::Supported), "{shape:?}");
        assert!(is_said(&job, RIGHT), "{shape:?}: a confirmed one is kept");
        assert_eq!(support(&job, WRONG), Some(Support::Unsupported), "{shape:?}");
        assert!(!is_said(&job, WRONG), "{shape:?}: a doubtful one is cut");
        assert!(!is_said(&job, LONGER), "{shape:?}: whatever is said of another number");
        assert_eq!(job.warnings, [""; 0], "{shape:?}");

        // What was said of the draft counts for the repair that leaves it as it was, and stands beside what rules found.
        let recorded = opinions(&app, &job.id).await;
        assert_eq!(recorded.iter().map(|one| one.revision).collect::<Vec<_>>(), [0, 1], "{shape:?}");
        for opinions in &recorded {
            let said: Vec<_> = opinions.claims.iter().map(|one| (one.claim, one.found, one.said)).collect();
            let (yes, no) = (Some(Support::Supported), Some(Support::Unsupported));
            assert_eq!(said, [(1, Support::Supported, yes), (2, Support::Supported, no)], "{shape:?}");
        }
        let shown: Vec<_> = server.calls().into_iter().filter(|call| call.stage == "check").collect();
        let answered: Vec<_> = shown.iter().filter(|call| call.counted.is_some()).collect();
        assert_eq!(answered.len(), 1, "{shape:?}: the same statement is asked about once");
        for call in answered {
            let ids: Vec<String> = claims(&call.user).into_iter().map(|(id, _)| id).collect();
            assert_eq!(ids, ["c2", "c3"], "{shape:?}: only what is in doubt is shown");
            assert!(call.user.contains("its cables were replaced"), "{shape:?}: with its passage");
            assert!(!call.user.contains("512"), "{shape:?}");
        }
        // Within what was set aside, and paid like any call.
        let (input, output) = server.tokens();
        assert_eq!(
            (job.ledger.spent.input_tokens, job.ledger.spent.output_tokens),
            (input, output),
            "{shape:?}"
        );
        let checked = job.ledger.calls.iter().filter(|call| call.to == "sim-1" && call.cost.tokens() > 0);
        assert_eq!(checked.count(), server.calls().iter().filter(|call| call.counted.is_some()).count());
        app.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn thoughts_are_left_out_and_broken_replies_are_mended() {
    let (_machine, server, app) = with_checker(Shape::OpenAi).await;
    for (trouble, mends) in [(Trouble::Thinks, 0), (Trouble::Prose, 1)] {
        server.trouble("check", trouble.clone());
        let job = ask(&app).await;
        assert_eq!(support(&job, WRONG), Some(Support::Unsupported), "{trouble:?}");
        assert!(is_said(&job, RIGHT), "{trouble:?}");
        assert_eq!(job.warnings, [""; 0], "{trouble:?}");
        assert_eq!(server.count("mend"), mends, "{trouble:?}");
        server.fresh();
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_checker_that_fails_costs_a_warning() {
    let (_machine, server, app) = with_checker(Shape::OpenAi).await;
    let status = |code| Trouble::Status { code, body: "{}", retry_after_ms: None, times: 99 };
    for trouble in [status(401), status(500), Trouble::Empty, Trouble::Cut, Trouble::AlwaysProse] {
        server.trouble("check", trouble.clone());
        server.trouble("mend", trouble.clone());
        let job = ask(&app).await;
        assert!(is_said(&job, PLAIN) && is_said(&job, RIGHT), "{trouble:?}");
        assert_eq!(support(&job, WRONG), Some(Support::Supported), "{trouble:?}: rules decide alone");
        assert!(!is_said(&job, LONGER), "{trouble:?}");
        assert!(
            job.warnings.iter().any(|one| one.starts_with("verify: ")),
            "{trouble:?}: {:?}",
            job.warnings
        );
        assert_eq!(opinions(&app, &job.id).await, [], "{trouble:?}");
        server.fresh();
    }
    app.close().await;
}

/// The same, at such length that little is left of a small budget.
fn writes_at_length(user: &str) -> String {
    let mut draft: Value = serde_json::from_str(&writes(user)).expect("JSON");
    let words: String = (0..900).map(|n| format!("{n} is not the last. ")).collect();
    draft["limitations"] = json!([words]);
    draft.to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_budget_without_room_for_it_is_not_overrun() {
    let machine = with_library();
    let server = ModelServer::start(Shape::OpenAi).await;
    server.says("write", writes_at_length);
    let tokens = 9_500;
    let set =
        [server.settings(), server.checks(), vec![format!("profiles.standard.tokens={tokens}")]].concat();
    let set: Vec<&str> = set.iter().map(String::as_str).collect();
    let app = app(&machine, &server, &set).await;
    let job = ask(&app).await;
    assert_eq!((server.count("write"), server.count("check")), (1, 0));
    assert!(job.ledger.spent.tokens() <= tokens);
    assert!(job.answer.is_some_and(|answer| answer.confidence > Confidence::Insufficient));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_checker_elsewhere_sees_only_what_may_leave() {
    let (_machine, server, app) = with_checker(Shape::OpenAi).await;
    let inside = &app.ports;
    let mut models = inside.models.clone();
    let far = inside.models["sim-1"].clone().map(|inner| Arc::new(Outside(inner)));
    models.insert("far".to_owned(), far);
    let ports = Ports { models, ..inside.clone() };
    let near = Some("sim-1".to_owned());
    let roles =
        Models { planner: near.clone(), writer: near, checker: Some("far".to_owned()), ..Models::default() };
    let defaults =
        AskDefaults { budgets: app.settings.profiles.clone(), models: roles, ..AskDefaults::default() };
    let service = Service::new(ports.clone(), defaults);
    let name = app.store.incarnation().expect("a name");
    let worker = Worker::new(ports, name, WorkerSettings::default(), CancellationToken::new());
    for (privacy, asked) in [(Privacy::LocalOnly, 0), (Privacy::Hybrid, 0), (Privacy::CloudAllowed, 1)] {
        let job = run(&app, &service, &worker, privacy).await;
        assert_eq!(server.count("check"), asked, "{privacy:?}");
        let found = if asked == 0 { Support::Supported } else { Support::Unsupported };
        assert_eq!(support(&job, WRONG), Some(found), "{privacy:?}");
        assert_eq!(job.warnings, [""; 0], "{privacy:?}");
        // Where nothing could be shown, the journal says that nobody was heard.
        let heard = opinions(&app, &job.id).await.into_iter().flat_map(|one| one.claims);
        // Two statements, in the draft and in its repair.
        assert_eq!(heard.filter(|one| one.said.is_some()).count(), 4 * asked, "{privacy:?}");
        server.fresh();
    }
    app.close().await;
}
