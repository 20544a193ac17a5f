//! Jobs with language models: every shape of server, every error at every stage, what is seen and what is not.

use crate::world::models::{ModelServer, Shape, Trouble, passages};
use crate::world::process::{Machine, Prepared, stderr, stdout};
use async_trait::async_trait;
use gorkd::settings::{Settings, Sources};
use gorkd::wire::{App, reader_settings, services};
use gorkd_core::engine::{
    ArticleDesk, ArticleSettings, Ask, AskDefaults, ChosenTerms, Ended, Ports, Service, Worker,
    WorkerSettings,
};
use gorkd_core::job::{Interrupt, Job, JobStatus, Models, Reply, tokens};
use gorkd_core::model::*;
use gorkd_core::ports::{Article, ArticleKey, Growing, Model, Outcome, Prompt, ToolReply};
use gorkd_core::view::view;
use gorkd_models::{ServerModel, ServerSettings, nearby_at, provider};
use gorkd_reader::{ReaderPool, ReaderSettings};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

pub const QUESTION: &str = "When was the Harbour Bridge of Eastmoor opened?";
const BRIDGE: &str = "# Harbour Bridge of Eastmoor\n\nThe Harbour Bridge of Eastmoor was opened in 1931 by Mayor Ilse \
    Brandt. It is 412 metres long and carries two lanes.\n\n## Repairs\n\nIn 1978 the bridge was closed for eight \
    months while its cables were replaced.\n";
const HISTORY: &str = "# History of Eastmoor\n\nEastmoor grew around its harbour. The Harbour Bridge of Eastmoor was \
    opened in 1931, after four years of work.\n";
/// Short enough that a model that never answers is not waited for.
const QUICKLY: [&str; 2] = ["profiles.standard.seconds=16", "profiles.standard.reserve_seconds=4"];

pub fn with_library() -> Machine {
    static LIBRARY: Prepared = Prepared::new("bridge", &[("bridge", BRIDGE), ("history", HISTORY)]);
    LIBRARY.machine()
}

/// The parts of the binary over a machine's data, with models at `server`.
pub async fn app(machine: &Machine, server: &ModelServer, more: &[&str]) -> App {
    let set = server.settings().into_iter().chain(more.iter().map(|&one| one.to_owned())).collect();
    let environment = machine.environment();
    let settings =
        Settings::load(&Sources { set, environment, ..Sources::default() }).expect("right settings");
    App::open(settings, &machine.data()).await.expect("the parts fit")
}

fn asked(worker: &Worker, privacy: Privacy) -> Ask {
    Ask {
        text: QUESTION.to_owned(),
        terms: ChosenTerms { privacy: Some(privacy), force: true, ..ChosenTerms::default() },
        requester: Requester::terminal(),
        place: Place::from("cli:local"),
        time_zone: "UTC".to_owned(),
        claim_for: Some(worker.name().to_owned()),
        ..Ask::default()
    }
}

pub async fn run(app: &App, service: &Service, worker: &Worker, privacy: Privacy) -> Job {
    let ticket = service.ask(asked(worker, privacy)).await.expect("the question is taken");
    let (ended, job) = worker.run_one(ticket.fence.expect("it is claimed")).await;
    assert_eq!(ended.expect("the store works"), Ended::Over(JobStatus::Completed));
    let replayed = app.service.job(&job.id, None).await.expect("the journal reads");
    assert_eq!(replayed.answer, job.answer, "the journal holds what was done");
    job
}

pub async fn ask(app: &App) -> Job {
    let worker = app.worker(CancellationToken::new()).expect("a worker");
    run(app, &app.service, &worker, Privacy::Hybrid).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_of_every_shape_plans_judges_and_writes() {
    let machine = with_library();
    for shape in [Shape::OpenAi, Shape::OpenAiWithoutSchema, Shape::Anthropic, Shape::Gemini, Shape::Ollama] {
        let server = ModelServer::start(shape).await;
        let set = server.settings();
        let mut args = vec!["ask", "--json", "--fresh", "--log", "debug", QUESTION];
        args.extend(set.iter().flat_map(|one| ["--set", one.as_str()]));
        let output = tokio::task::block_in_place(|| machine.run(&args));
        assert!(output.status.success(), "{shape:?}: {}", stderr(&output));
        let said = format!("{}{}", stdout(&output), stderr(&output));
        assert!(!said.contains("sk-very-secret"), "{shape:?}: a key was printed");
        let job: Value = serde_json::from_str(&stdout(&output)).expect("a job document");
        assert!(
            job["answer"]["summary"].as_str().is_some_and(|text| text.contains("1931")),
            "{shape:?}: {job}"
        );
        assert_eq!(job["metadata"]["model"], "sim-1", "{shape:?}");
        assert_eq!(job["warnings"], json!([]), "{shape:?}");
        assert!(
            job["claims"].as_array().is_some_and(|claims| claims.iter().all(|c| c["support"] == "supported"))
        );
        let (input, output) = server.tokens();
        assert_eq!(
            (job["metadata"]["tokens"]["input"].as_u64(), job["metadata"]["tokens"]["output"].as_u64()),
            (Some(input), Some(output)),
            "{shape:?}: what the server counted is what was counted"
        );
        let calls = server.calls();
        assert!(calls.iter().all(|call| call.key.as_deref() == Some("sk-very-secret")), "{shape:?}");
        for stage in ["plan", "judge", "write"] {
            let answered: Vec<_> =
                calls.iter().filter(|call| call.stage == stage && call.counted.is_some()).collect();
            assert!(!answered.is_empty(), "{shape:?} was not asked to {stage}");
            assert!(answered.iter().all(|call| call.streamed), "{shape:?} {stage}");
            let schema = shape != Shape::OpenAiWithoutSchema;
            assert!(answered.iter().all(|call| call.by_schema == schema), "{shape:?} {stage}");
            // Strict servers refuse some of the bounds.
            let bounded = matches!(shape, Shape::OpenAi | Shape::Ollama);
            assert!(answered.iter().all(|call| call.bounded == bounded), "{shape:?} {stage}");
        }
        // A refusal of a shape is remembered for each server: it costs three calls once, not for every prompt.
        let refused = calls.iter().filter(|call| call.counted.is_none()).count();
        assert_eq!(refused, if shape == Shape::OpenAiWithoutSchema { 3 } else { 0 }, "{shape:?}");
        let written = calls.iter().find(|call| call.stage == "write").expect("it wrote");
        let hashed = |id: &str| id.starts_with('e') && id.len() >= 5;
        assert!(passages(&written.user).iter().all(|(id, _)| hashed(id)), "{shape:?}: {}", written.user);
        let id = job["job_id"].as_str().expect("an id");
        let events = tokio::task::block_in_place(|| stdout(&machine.run(&["job", "events", id, "--json"])));
        for kind in ["planned", "judged", "drafted"] {
            let by = events.lines().find(|line| line.contains(&format!("\"{kind}\"")));
            assert!(
                by.is_some_and(|line| line.contains("sim-1")),
                "{shape:?}: {kind} is not the model's own"
            );
        }
    }
}

/// Troubles with the words that the warning has to hold; none where the model's work stands all the same.
fn troubles() -> Vec<(Trouble, Option<&'static str>)> {
    let status = |code, body, retry_after_ms, times| Trouble::Status { code, body, retry_after_ms, times };
    let quota = r#"{"error":{"code":"insufficient_quota"}}"#;
    vec![
        (status(401, "{}", None, 99), Some("(401). Check models.planner.key and models.writer.key")),
        (status(402, "{}", None, 99), Some("credit")),
        (status(403, "{}", None, 99), Some("(403)")),
        (status(404, "{}", None, 99), Some("has no model sim-1 (404)")),
        (status(429, quota, None, 99), Some("credit")),
        (status(429, "{}", Some(120_000), 99), Some("(429)")),
        (status(429, "{}", Some(20), 2), None),
        (status(429, "{}", None, 1), None),
        (status(503, "{}", Some(20), 1), None),
        (status(500, "{}", None, 99), Some("failed (500)")),
        (status(529, r#"{"error":{"type":"overloaded_error"}}"#, None, 99), Some("overloaded")),
        (status(302, "", None, 99), Some("base_url")),
        (Trouble::Cut, Some("was interrupted")),
        (Trouble::Empty, Some("replied with nothing")),
        (Trouble::Filtered, Some("filtered")),
        (Trouble::Overflow(10), Some("too long for the model sim-1")),
        (Trouble::AlwaysProse, Some("The model")),
        (Trouble::Prose, None),
        (Trouble::Thinks, None),
    ]
}

/// Troubles, each at each stage: one library for all of them, and as many at once as there is room for, because
/// most of the time is spent in waiting.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_error_at_every_stage_ends_in_an_answer_that_says_so() {
    let machine = with_library();
    let troubles = troubles();
    let apart: Vec<_> = (0..LANES)
        .map(|lane| {
            let mine: Vec<_> = troubles.iter().skip(lane).step_by(LANES).cloned().collect();
            let machine = Machine::like(&machine);
            async move {
                let server = ModelServer::start(Shape::OpenAi).await;
                let app = app(&machine, &server, &QUICKLY).await;
                for (trouble, words) in mine {
                    errs(&app, &server, &trouble, words).await;
                }
                app.close().await;
            }
        })
        .collect();
    futures::future::join_all(apart).await;
}

const LANES: usize = 5;

/// One trouble at each of the stages in turn.
async fn errs(app: &App, server: &ModelServer, trouble: &Trouble, words: Option<&'static str>) {
    for (stage, named) in [("plan", "plan: "), ("judge", "evaluate: "), ("write", "synthesize: ")] {
        server.fresh();
        server.trouble(stage, trouble.clone());
        if matches!(trouble, Trouble::AlwaysProse) {
            server.trouble("mend", Trouble::AlwaysProse);
        }
        // A judgement in prose has no form that mending by the script could find.
        if stage == "judge" && matches!(trouble, Trouble::Prose) {
            continue;
        }
        let job = ask(app).await;
        let seen = view(&job);
        let said = job.answer.as_ref().map(|answer| answer.summary.as_str());
        let context = format!("{trouble:?} at {stage}: {:?}, {said:?}", seen.warnings);
        assert!(job.answer.as_ref().is_some_and(|answer| answer.summary.contains("1931")), "{context}");
        let by = match stage {
            "plan" => job.plan.as_ref().map(|plan| plan.by.clone()),
            "judge" => job.judgement().map(|judged| judged.by.clone()),
            _ => job.draft.as_ref().map(|draft| draft.by.clone()),
        };
        match words {
            Some(words) => {
                assert_eq!(by, Some(Maker::Rules), "{context}");
                let said = seen.warnings.iter().any(|one| one.starts_with(named) && one.contains(words));
                assert!(said && seen.warnings.len() == 1, "{context}");
                assert!(!seen.warnings.concat().contains("secret"), "{context}");
            }
            None => {
                assert_eq!(by, Some(Maker::Model("sim-1".into())), "{context}");
                assert_eq!(seen.warnings, Vec::<String>::new(), "{context}");
            }
        }
        let counted = server.tokens();
        let spent = job.ledger.spent;
        if !matches!(trouble, Trouble::Cut) {
            assert_eq!((spent.input_tokens, spent.output_tokens), counted, "{context}");
        } else {
            assert!(spent.input_tokens > counted.0, "what broke off is estimated: {context}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_model_asks_back_before_anything_is_searched() {
    let machine = with_library();
    let server = ModelServer::start(Shape::OpenAi).await;
    let app = app(&machine, &server, &[]).await;
    let worker = app.worker(CancellationToken::new()).expect("a worker");
    let plain = asked(&worker, Privacy::Hybrid);
    let terms = ChosenTerms { planning: Some(Planning::Interactive), ..plain.terms.clone() };
    let ticket = app.service.ask(Ask { terms, ..plain }).await.expect("the question is taken");
    let (ended, job) = worker.run_one(ticket.fence.expect("it is claimed")).await;
    assert_eq!(ended.expect("the store works"), Ended::Waiting);
    let Some((Interrupt::Clarify { id, question }, _)) = job.interrupt() else {
        panic!("{:?}", job.status())
    };
    assert_eq!(question.text, "Which bridge?");
    assert_eq!(question.options, ["Old", "New", "Both", "Neither"]);
    assert_eq!((server.count("clarify"), server.count("plan"), job.rounds.len()), (1, 0, 0));
    assert!(job.ledger.spent.tokens() > 0, "asking back is paid for");

    app.service.reply(&ticket.job, &id, Reply::Option(1), &Requester::terminal()).await.expect("it is open");
    let again = app.service.reply(&ticket.job, &id, Reply::Option(0), &Requester::terminal()).await;
    assert!(again.is_err(), "it was answered");
    let on = async || worker.claim(Some(&ticket.job)).await.expect("the store works").expect("it goes on");
    let (ended, job) = worker.run_one(on().await).await;
    assert_eq!(ended.expect("the store works"), Ended::Waiting, "the plan is shown");
    let plan = server.calls().into_iter().find(|call| call.stage == "plan").expect("it was asked");
    assert!(
        plan.user.contains("New"),
        "what was answered is part of what the model plans from: {}",
        plan.user
    );
    app.service
        .reply(&ticket.job, "approve.plan.0", Reply::Approve, &Requester::terminal())
        .await
        .expect("leave");
    assert!(job.plan.is_some());
    let (ended, job) = worker.run_one(on().await).await;
    assert_eq!(ended.expect("the store works"), Ended::Over(JobStatus::Completed));
    assert_eq!(job.clarification.map(|asked| asked.replies), Some(vec![Reply::Option(1)]));
    assert_eq!((server.count("clarify"), server.count("plan"), server.count("write")), (1, 1, 1));
    assert!(job.answer.is_some_and(|answer| answer.summary.contains("1931")));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn questions_back_fall_back_to_rules_when_the_model_fails() {
    let machine = with_library();
    let server = ModelServer::start(Shape::OpenAi).await;
    let app = app(&machine, &server, &QUICKLY).await;
    server.trouble("clarify", Trouble::AlwaysProse);
    server.trouble("mend", Trouble::AlwaysProse);
    let worker = app.worker(CancellationToken::new()).expect("a worker");
    let plain = asked(&worker, Privacy::Hybrid);
    let terms = ChosenTerms { planning: Some(Planning::Interactive), ..plain.terms.clone() };
    let ticket = app.service.ask(Ask { terms, ..plain }).await.expect("the question is taken");
    let (ended, job) = worker.run_one(ticket.fence.expect("it is claimed")).await;
    // The question is clear, so the rules ask only how deep the answer shall go.
    assert_eq!(ended.expect("the store works"), Ended::Waiting);
    let asked = job
        .clarification
        .as_ref()
        .map(|asked| asked.questions.iter().map(|one| one.about.as_str()).collect());
    assert_eq!(asked, Some(vec!["depth"]));
    assert!(job.warnings.iter().any(|one| one.starts_with("clarify: ")), "{:?}", job.warnings);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reply_that_repeats_itself_is_cut_and_its_beginning_used() {
    let machine = with_library();
    let server = ModelServer::start(Shape::OpenAi).await;
    let app = app(&machine, &server, &[]).await;
    server.trouble("write", Trouble::Repeats(4_000));
    server.paces(Duration::from_millis(1));
    let job = ask(&app).await;
    assert_eq!(job.draft.as_ref().map(|draft| draft.by.clone()), Some(Maker::Model("sim-1".into())));
    assert!(job.answer.as_ref().is_some_and(|answer| answer.summary.contains("1931")), "{:?}", job.answer);
    let whole: u64 = server.calls().iter().filter_map(|call| call.counted).map(|(_, output)| output).sum();
    assert!(job.ledger.spent.output_tokens < whole / 4, "the rest was never waited for");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_context_that_is_known_is_never_overfilled() {
    let machine = with_library();
    let server = ModelServer::start(Shape::OpenAi).await;
    let context = ["models.planner.context=4096", "models.writer.context=4096"];
    let app = app(&machine, &server, &context).await;
    let job = ask(&app).await;
    assert_eq!(job.warnings, Vec::<String>::new());
    for call in server.calls() {
        let (prompt, reply) = (tokens(&call.user) + tokens(&call.system), u64::from(call.most));
        assert!(reply <= 4_096 / 3 && prompt + reply <= 4_096, "{}: {prompt} and {reply}", call.stage);
        assert!(call.bounded, "{}: a server of one's own is given bounds", call.stage);
    }
    app.close().await;
}

/// Takes one note and wants to search on; then it is satisfied.
fn judges_twice(user: &str) -> String {
    let shown = passages(user);
    let noted = shown.iter().find(|(_, text)| text.contains("1931")).map(|(id, _)| id.clone());
    let note = json!({"id": noted.unwrap_or_default(), "sentences": [1, 2], "part": "q1"});
    let reply = match user.contains("<notes>") {
        false => json!({"parts": ["partly"], "notes": [note], "gaps": ["The day of the opening"],
            "queries": ["Eastmoor bridge cables replaced 1978"], "next_action": "search"}),
        true => json!({"parts": ["yes"], "notes": [], "gaps": [], "queries": [], "next_action": "write"}),
    };
    reply.to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_judge_that_wants_to_search_on_does_and_sees_its_notes_and_what_is_new() {
    let machine = with_library();
    let server = ModelServer::start(Shape::OpenAi).await;
    server.says("judge", judges_twice);
    let app = app(&machine, &server, &[]).await;
    let job = ask(&app).await;
    assert_eq!((job.rounds.len(), server.count("judge"), server.count("write")), (2, 2, 1));
    let calls = server.calls();
    let judged: Vec<&str> =
        calls.iter().filter(|call| call.stage == "judge").map(|call| call.user.as_str()).collect();
    let (first, second) = (passages(judged[0]), passages(judged[1]));
    assert!(!first.is_empty() && second.iter().all(|(id, _)| first.iter().all(|(seen, _)| seen != id)));
    assert!(
        judged[1].contains("in an earlier round") && judged[1].contains("opened in 1931"),
        "{}",
        judged[1]
    );
    let written = calls.iter().find(|call| call.stage == "write").expect("it wrote");
    let told = passages(&written.user);
    assert!(
        told.first().is_some_and(|(_, text)| text.contains("1931")),
        "what was noted comes first: {told:?}"
    );
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_model_that_never_answers_does_not_eat_the_search() {
    let machine = with_library();
    let server = ModelServer::start(Shape::Ollama).await;
    let app = app(&machine, &server, &QUICKLY).await;
    server.trouble("plan", Trouble::Hangs);
    let job = ask(&app).await;
    assert!(
        job.warnings.iter().any(|one| one.starts_with("plan: ") && one.contains("did not answer within"))
    );
    assert_eq!(job.draft.as_ref().map(|draft| draft.by.clone()), Some(Maker::Model("sim-1".into())));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_with_a_small_context_is_asked_again_with_fewer_passages() {
    let machine = Machine::new();
    for n in 0..12 {
        let paragraph =
            format!("The Harbour Bridge of Eastmoor was opened in 1931, says witness {n}. ").repeat(14);
        machine.write(&format!("docs/witness-{n}.md"), &format!("# Witness {n}\n\n{paragraph}\n"));
    }
    let docs = machine.home().join("docs");
    let added = tokio::task::block_in_place(|| {
        machine.run(&["library", "add", docs.to_str().expect("a plain path")])
    });
    assert!(added.status.success(), "{}", stderr(&added));
    let server = ModelServer::start(Shape::OpenAi).await;
    let app = app(&machine, &server, &[]).await;
    server.trouble("write", Trouble::Overflow(2_500));
    let job = ask(&app).await;
    assert_eq!(job.draft.as_ref().map(|draft| draft.by.clone()), Some(Maker::Model("sim-1".into())));
    let sizes: Vec<usize> =
        server.calls().iter().filter(|call| call.stage == "write").map(|call| call.user.len()).collect();
    assert!(sizes.len() >= 2 && sizes[0] > 2_500 && *sizes.last().unwrap_or(&0) <= 2_500, "{sizes:?}");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_draft_can_be_watched_while_it_is_written_and_is_gone_afterwards() {
    let machine = with_library();
    let server = ModelServer::start(Shape::Anthropic).await;
    let app = app(&machine, &server, &[]).await;
    server.paces(Duration::from_millis(15));
    let mut watched = app.ports.deltas.watch();
    let job = ask(&app).await;
    let mut text: Vec<char> = Vec::new();
    let mut pieces = 0;
    while let Ok(delta) = watched.try_recv() {
        assert_eq!((&delta.job, delta.attempt), (&job.id, 1));
        assert!(delta.effect.stem().starts_with("synthesize."));
        assert!(delta.offset <= text.len(), "no piece is missing");
        text.truncate(delta.offset);
        text.extend(delta.text.chars());
        pieces += 1;
    }
    let text: String = text.into_iter().collect();
    assert!(pieces >= 2 && text.contains("1931"), "{pieces} pieces: {text}");
    assert!(!text.contains("[e") && !text.contains("://") && !text.contains('{'), "{text}");
    let left = app.ports.scratch.draft(&job.id).await.expect("the store works");
    assert_eq!(left, None, "the journal has the draft now");
    app.close().await;
}

/// A model as it is, but for where it says that it is.
pub struct Outside(pub Arc<dyn Model>);

#[async_trait]
impl Model for Outside {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn destination(&self) -> Destination {
        Destination::Far
    }

    async fn complete(
        &self,
        prompt: &Prompt,
        reach: Reach,
        growing: Option<&Growing<'_>>,
    ) -> Outcome<String> {
        self.0.complete(prompt, reach, growing).await
    }

    async fn call_tools(&self, prompt: &Prompt, reach: Reach) -> Outcome<ToolReply> {
        self.0.call_tools(prompt, reach).await
    }
}

/// A service and a worker over an app, with something around each of its models.
pub fn with_models(
    app: &App,
    around: impl Fn(Arc<dyn Model>) -> Arc<dyn Model>,
    defaults: AskDefaults,
) -> (Service, Worker) {
    let inside = &app.ports;
    let models = inside.models.iter().map(|(name, model)| (name.clone(), model.clone().map(&around)));
    let program = Some(env!("CARGO_BIN_EXE_gorkd").into());
    let reader = Arc::new(ReaderPool::new(ReaderSettings { program, ..reader_settings(&app.settings) }));
    let ports = Ports { models: models.collect(), reader, ..inside.clone() };
    let name = || Some("sim-1".to_owned());
    let defaults = AskDefaults {
        budgets: app.settings.profiles.clone(),
        models: Models { planner: name(), writer: name(), ..Models::default() },
        file_bytes: 1 << 20,
        file_ms: 60_000,
        ..defaults
    };
    let service = Service::new(ports.clone(), defaults);
    let name = app.store.incarnation().expect("a name");
    let worker = Worker::new(ports, name, WorkerSettings::default(), CancellationToken::new());
    (service, worker)
}

/// A service and a worker whose models are taken for ones elsewhere.
fn with_models_outside(app: &App) -> (Service, Worker) {
    with_models(app, |inner| Arc::new(Outside(inner)), AskDefaults::default())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_drafts_text_reaches_no_model_outside_and_a_published_one_does() {
    let machine = Machine::new();
    let server = ModelServer::start(Shape::OpenAi).await;
    let app = app(&machine, &server, &[]).await;
    let (service, worker) = with_models_outside(&app);
    let kept = app.store.clone();
    let desk = ArticleDesk::new(service.clone(), kept, ArticleSettings { seconds: 60, library: false });
    let site = Requester { platform: "web".into(), user: "blog".into(), ..Requester::default() };
    let key = ArticleKey { site: "blog".into(), id: "7".into() };
    for published in [false, true] {
        let article = Article {
            key: key.clone(),
            title: "The bridge".into(),
            text: Some(BRIDGE.into()),
            url: Some("https://blog.example/7".into()),
            published,
            ..Article::default()
        };
        desk.put_article(article, &site).await.expect("registered");
        server.fresh();
        let ticket = desk.ask_article(&key, QUESTION, None, None, &site).await.expect("taken");
        let fence = worker.claim(Some(&ticket.job)).await.expect("asked").expect("due");
        let (ended, job) = worker.run_one(fence).await;
        ended.expect("it runs");
        let answer = job.answer.expect("there is one");
        assert!(answer.summary.contains("1931"), "{}", answer.summary);
        let shown = server.calls().iter().any(|call| call.user.contains("Brandt"));
        assert_eq!(shown, published, "what is published is open, a draft is not");
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn private_documents_reach_no_model_outside_unless_the_asker_allows_it() {
    let machine = with_library();
    let server = ModelServer::start(Shape::OpenAi).await;
    let app = app(&machine, &server, &[]).await;
    let (service, worker) = with_models_outside(&app);
    let shown = |server: &ModelServer| server.calls().iter().any(|call| call.user.contains("Brandt"));

    let job = run(&app, &service, &worker, Privacy::Hybrid).await;
    assert!(server.count("plan") > 0 && !shown(&server), "the question may leave, the documents may not");
    assert!(job.warnings.iter().any(|one| one.starts_with("synthesize: ") && one.contains("cloud_allowed")));
    assert_eq!(job.draft.as_ref().map(|draft| draft.by.clone()), Some(Maker::Rules));

    server.fresh();
    run(&app, &service, &worker, Privacy::LocalOnly).await;
    assert!(server.calls().is_empty(), "a question that stays here asks nobody outside");

    let job = run(&app, &service, &worker, Privacy::CloudAllowed).await;
    assert!(shown(&server));
    assert_eq!(job.draft.as_ref().map(|draft| draft.by.clone()), Some(Maker::Model("sim-1".into())));
    app.close().await;
}

#[tokio::test]
async fn a_question_that_stays_here_opens_no_connection_to_a_model_elsewhere() {
    let settings = Settings::load(&Sources::default()).expect("the built-in settings");
    let services = services(&settings).expect("clients");
    // A name that anybody who resolved it could tell of.
    let model = |base_url: &str| {
        let settings = ServerSettings {
            provider: provider("openai_compatible").expect("a provider"),
            model: "m".into(),
            name: "m".into(),
            base_url: Some(base_url.parse().expect("an address")),
            key: None,
            context: None,
            roles: vec!["writer".into()],
            price: None,
        };
        ServerModel::new(&settings, &services).expect("a model")
    };
    for elsewhere in ["http://192.0.2.1:9/v1", "http://models.invalid/v1"] {
        let prompt = Prompt { timeout: Duration::from_secs(5), max_output_tokens: 5, ..Prompt::default() };
        let failed = model(elsewhere).complete(&prompt, Reach::NEAR, None).await.expect_err("it is refused");
        assert_eq!(failed.failure.reason, FailureReason::NotAllowed);
        assert_eq!(model(elsewhere).destination(), Destination::Far);
    }
    let nobody = Prompt { timeout: Duration::from_secs(5), ..Prompt::default() };
    let failed = model("http://127.0.0.1:1/v1")
        .complete(&nobody, Reach::NEAR, None)
        .await
        .expect_err("nobody is there");
    assert_eq!(failed.failure.reason, FailureReason::Unreachable);
    assert!(failed.cost.is_zero() && failed.failure.detail.contains("127.0.0.1:1"));
}

#[tokio::test]
async fn servers_on_this_machine_are_found_and_named() {
    let settings = Settings::load(&Sources::default()).expect("the built-in settings");
    let services = services(&settings).expect("clients");
    let ollama = ModelServer::start(Shape::Ollama).await;
    let llama = ModelServer::start(Shape::OpenAi).await;
    let places = vec![
        ("ollama", format!("{}/", ollama.base_url()).parse().expect("an address")),
        ("openai_compatible", format!("{}/v1/", llama.base_url()).parse().expect("an address")),
        ("ollama", "http://127.0.0.1:1/".parse().expect("an address")),
    ];
    let found = nearby_at(&services, places).await;
    let named: Vec<(&str, &str)> = found.iter().map(|one| (one.provider, one.models[0].as_str())).collect();
    assert_eq!(named, [("ollama", "sim-1"), ("openai_compatible", "sim-1")]);
    assert!(found[0].settings().contains("models.writer.model=sim-1"));
    assert!(ollama.calls().is_empty() && llama.calls().is_empty(), "looking asks nothing");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn budgets_leave_the_writer_its_share_and_no_call_costs_more_than_was_set_aside() {
    let machine = with_library();
    let server = ModelServer::start(Shape::OpenAi).await;
    for (tokens, stages) in [(0, [0, 0, 0]), (12_000, [0, 0, 1]), (15_500, [1, 0, 1]), (60_000, [1, 1, 1])] {
        server.fresh();
        let limit = format!("profiles.standard.tokens={tokens}");
        let app = app(&machine, &server, &[limit.as_str()]).await;
        let job = ask(&app).await;
        let counts = ["plan", "judge", "write"].map(|stage| server.count(stage));
        assert_eq!(counts, stages, "{tokens} tokens");
        let journal = app.service.events(&job.id, 0).await.expect("the journal reads");
        let mut reserved = std::collections::BTreeMap::new();
        for one in &journal {
            if let gorkd_core::job::Event::Started { effect, reserved: aside, .. } = &one.event {
                reserved.insert(effect.clone(), *aside);
            } else if let Some(effect) = one.event.outcome_of() {
                let (aside, cost) = (reserved.get(effect).copied().unwrap_or_default(), one.event.cost());
                assert!(cost.input_tokens <= aside.input_tokens && cost.output_tokens <= aside.output_tokens);
            }
        }
        app.close().await;
    }
}
