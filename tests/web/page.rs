//! The page in a real Chromium: Playwright's tests in `adapters/web/ui/tests`, against the real binary and the simulated
//! world. What they cannot do themselves is done here: servers are started and ended, and a model is held up.

use super::http::Server;
use crate::slack::office::{How, Office, QUESTION, SPEED};
use crate::world::chat::gorkd::second_process;
use crate::world::models::{ModelServer, Shape};
use crate::world::process::{Machine, stderr, stdout};
use crate::world::provider::{Manner, Provider};
use crate::world::town::Town;
use axum::Router;
use axum::extract::{Path as Part, State};
use axum::http::StatusCode;
use axum::routing::post;
use gorkd_core::engine::{Clock, SystemClock};
use gorkd_core::job::Event;
use gorkd_core::model::JobId;
use gorkd_core::ports::Append;
use gorkd_reader::find_browser;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A document of the library whose every part would run a script or ask elsewhere, were it taken for markup.
const HOSTILE: &str = "# <img src=x onerror=\"document.title='pwned'\"> The Sandbank \u{202e}lighthouse\u{202c}\n\n\
    The Sandbank lighthouse was lit in 1877 <script>document.title='pwned'</script> by keeper Moll Adder. See \
    [its log](javascript:document.title='pwned') and ![a picture](http://foreign.invalid/picture.png) of it.\n\n\
    <iframe src=\"http://foreign.invalid/frame\"></iframe>\n";

/// A document of the library with a table.
const FARES: &str = "# Ferry fares of Westholm\n\nThe ferry fares of Westholm harbour are these:\n\n\
    | Passenger | Fare in crowns |\n| --- | --- |\n| Adult | 12 |\n| Child, under 12 | 5 |\n";

/// Four servers, and what may be done to them.
struct World {
    /// Without a model, over a library.
    plain: Mutex<Server>,
    /// With a model that writes, over the town's web.
    written: Mutex<Server>,
    /// With a library, and whatever settings file the page's reader writes for it.
    fresh: Mutex<Server>,
    /// With keys, and a Slack in which an answer was rated. It pays one of its providers, and another refuses its key.
    office: Office,
    /// A key of the office's admin.
    admin: String,
    model: ModelServer,
    written_settings: Vec<String>,
    works: Provider,
    refuses: Provider,
    _town: Town,
}

impl World {
    async fn start() -> Self {
        let (model, town) = (ModelServer::start(Shape::OpenAi).await, Town::start().await);
        let mut written_settings = [model.settings(), town.settings()].concat();
        written_settings.extend(["ask.privacy=hybrid", "ask.planning=auto"].map(str::to_owned));
        let machine = Machine::with_own_library();
        let docs = machine.home().join("docs");
        std::fs::write(docs.join("hostile.md"), HOSTILE).expect("it can be written");
        std::fs::write(docs.join("fares.md"), FARES).expect("it can be written");
        let added = machine.run(&["library", "add", docs.to_str().expect("a plain path")]);
        assert!(added.status.success(), "{}", stderr(&added));
        let plain = Server::start_with(machine, &[], &[]);
        let settings: Vec<&str> = written_settings.iter().map(String::as_str).collect();
        let written = Server::start_with(Machine::new(), &settings, &[]);
        let fresh = Mutex::new(Server::start(&[]));
        let (plain, written) = (Mutex::new(plain), Mutex::new(written));
        let url = town.web.url("museum.localhost", "/bridge.html");
        let page = json!({"url": url, "title": "The Harbour Bridge of Eastmoor"});
        let works = Provider::start(Manner::answers(&json!({"results": [page]}).to_string())).await;
        let refuses = Provider::start(Manner { status: 401, ..Manner::default() }).await;
        let mut settings = [town.settings(), works.settings("exa"), refuses.settings("tavily")].concat();
        let more = ["web.keys=always", "ask.privacy=hybrid", "search.exa.usd=0.005", "budgets.person_usd=5"];
        settings.extend(more.map(str::to_owned));
        let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
        // A model of its own: the other one is slowed down and held up.
        let writer = ModelServer::start(Shape::OpenAi).await;
        let office = Office::made(How::Connection, &settings, Some(writer), SPEED).await;
        rate(&office).await;
        let made = office.server.machine.run(&["key", "create", "root", "--role", "admin"]);
        let admin = stdout(&made).trim().to_owned();
        Self { plain, written, fresh, office, admin, model, written_settings, works, refuses, _town: town }
    }

    fn written<T>(&self, act: impl FnOnce(&mut Server) -> T) -> T {
        let mut server = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        tokio::task::block_in_place(|| act(&mut server))
    }

    /// As a person does who was told to add lines to the settings file and to start gorkd again.
    fn configure(&self, lines: &str) {
        let mut server = self.fresh.lock().unwrap_or_else(PoisonError::into_inner);
        server.machine.write(".config/gorkd/config.toml", lines);
        server.stop();
        server.resume(&[], &[]);
    }

    /// A command that the page shows, typed into a terminal beside one of the servers with keys; what it prints.
    fn types(&self, line: &str, server: &Server) -> String {
        let args = line.strip_prefix("gorkd ").unwrap_or_else(|| panic!("no command of gorkd: {line}"));
        let args: Vec<&str> = args.split_whitespace().collect();
        let ran = tokio::task::block_in_place(|| server.machine.run(&args));
        assert!(ran.status.success(), "{line}: {}", stderr(&ran));
        stdout(&ran)
    }

    /// A newer version of gorkd, on the office's data, goes on with a run in a way that this one does not know.
    async fn go_on_with(&self, job: &str) {
        let newer = second_process(&self.office.server).await;
        let job = JobId(job.to_owned());
        let journal = newer.ports.journal.events(&job, 0).await.expect("a journal");
        let event = Event::Unknown { kind: "pondered".to_owned(), version: 1, payload: json!({}) };
        let (after, at) = (journal.last().expect("it was asked").seq, SystemClock.now());
        let append = Append { job, after, at, events: vec![event], ..Append::default() };
        newer.ports.journal.append(append).await.expect("written");
        newer.close().await;
    }

    fn environment(&self, control: u16) -> [(&'static str, String); 10] {
        let url = |port: u16| format!("http://127.0.0.1:{port}");
        let port = |server: &Mutex<Server>| server.lock().unwrap_or_else(PoisonError::into_inner).port;
        let chromium = find_browser().expect(
            "this test needs a Chromium on this machine: install one (on Debian: apt-get install -y chromium)",
        );
        [
            ("GORKD_URL", url(port(&self.plain))),
            ("GORKD_WRITTEN_URL", url(port(&self.written))),
            ("GORKD_FRESH_URL", url(port(&self.fresh))),
            ("GORKD_OFFICE_URL", url(self.office.server.port)),
            ("GORKD_OFFICE_KEY", self.admin.clone()),
            ("GORKD_MODEL_URL", self.model.base_url()),
            ("GORKD_WORKS_URL", self.works.base_url()),
            ("GORKD_REFUSES_URL", self.refuses.base_url()),
            ("GORKD_CONTROL", url(control)),
            ("GORKD_CHROMIUM", chromium.to_string_lossy().into_owned()),
        ]
    }
}

/// Two people in the office's Slack say what they think of an answer.
async fn rate(office: &Office) {
    let asked = office.slack.mention("U1", "C1", QUESTION);
    let answer = office.answer("C1", &asked).await;
    office.slack.press("U1", &answer, "👍");
    office.whisper("U1", "Thank you").await;
    let form = office.slack.form("U2", &answer, "👎").await;
    office.slack.fill(&form, "It names no engineer.");
    office.whisper("U2", "Thank you").await;
}

/// What tests order: the writing server to be killed or started, its model to answer so many calls only, or all, or to
/// send its text in pieces that so many milliseconds lie between; lines for the settings file of the fresh server; a
/// command beside the office (0) or the writing server (1); or a run of the office to be gone on with.
async fn order(
    State(world): State<Arc<World>>,
    Part((what, number)): Part<(String, u64)>,
    body: String,
) -> (StatusCode, String) {
    let mut said = String::new();
    match what.as_str() {
        "kill" => world.written(Server::kill),
        "start" => {
            let settings: Vec<&str> = world.written_settings.iter().map(String::as_str).collect();
            world.written(|server| server.resume(&settings, &[]));
        }
        "hold" => world.model.holds_after(usize::try_from(number).ok()),
        "free" => world.model.holds_after(None),
        "configure" => tokio::task::block_in_place(|| world.configure(&body)),
        "pace" => world.model.paces(Duration::from_millis(number)),
        "type" if number == 0 => said = world.types(&body, &world.office.server),
        "type" => said = world.written(|server| world.types(&body, server)),
        "newer" => world.go_on_with(&body).await,
        _ => return (StatusCode::NOT_FOUND, said),
    }
    (StatusCode::OK, said)
}

/// Playwright and the built page, or none where `make page` could not make them; under CI they have to be there.
fn playwright() -> Option<PathBuf> {
    let ui = Path::new(env!("CARGO_MANIFEST_DIR")).join("adapters/web/ui");
    let program = ui.join("node_modules/.bin/playwright");
    if program.exists() && ui.join("dist/index.html").exists() {
        return Some(ui);
    }
    let why = "The page is not built, so it is not tried in a browser: run make page.";
    assert!(std::env::var_os("CI").is_none(), "{why}");
    println!("{why}");
    None
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_page_does_in_a_browser_what_people_need() {
    let Some(ui) = playwright() else { return };
    let world = Arc::new(World::start().await);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let control = listener.local_addr().expect("an address").port();
    let routes = Router::new().route("/{what}/{number}", post(order)).with_state(world.clone());
    tokio::spawn(async move { axum::serve(listener, routes).await });
    let environment = world.environment(control);
    if std::env::var_os("GORKD_PAGE_STAYS").is_some() {
        environment.iter().for_each(|(name, value)| println!("export {name}={value}"));
        std::future::pending::<()>().await;
    }
    let mut command = Command::new(ui.join("node_modules/.bin/playwright"));
    command.arg("test").current_dir(&ui).envs(environment).stdin(Stdio::null());
    let ran = tokio::task::spawn_blocking(move || command.output().expect("Playwright starts"));
    let ran = ran.await.expect("it ends");
    let said = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success(), "{said}\n{}", stderr(&ran));
    println!("{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_is_one_document_with_files_that_never_change() {
    let server = Server::start(&["web.keys=always"]);
    for path in ["/", "/jobs/job_1", "/t/thr_1", "/t/thr_1/log", "/threads", "/settings", "/admin", "/setup"]
    {
        let page = server.get(path).await;
        assert_eq!(page.status, 200, "{path}");
        let policy = &page.headers["content-security-policy"];
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        assert!(!page.body.contains("http://") && !page.body.contains("https://"), "{path}: asks elsewhere");
        assert!(
            !page.body.contains("<script>") && !page.body.contains("style="),
            "{path}: holds code of its own"
        );
        assert_eq!(page.headers["cache-control"], "no-cache", "{path}");
        // It works below any path of a proxy: nothing is named from the root.
        assert!(!page.body.contains("=\"/"), "{path}: {}", page.body);
        let above = "../".repeat(path.matches('/').count() - 1);
        let icon = if above.is_empty() {
            "href=\"./favicon.ico\"".to_owned()
        } else {
            format!("href=\"{above}favicon.ico\"")
        };
        assert!(page.body.contains(&icon), "{path}: {}", page.body);
    }
    for nothing in ["/t/", "/t/thr_1/other", "/threads/more", "/assets/none.js", "/assets/..%2Findex.html"] {
        assert!([401, 404].contains(&server.get(nothing).await.status), "{nothing}");
    }
    if playwright().is_none() {
        assert!(server.get("/").await.body.contains("make page"), "it says what to do");
        return;
    }
    let document = server.get("/").await.body;
    let (_, rest) = document.split_once("src=\"./").expect("a script");
    let script = format!("/{}", rest.split_once('"').expect("its end").0);
    let plain = server.get(&script).await;
    assert_eq!(
        (plain.status, plain.headers["content-type"].as_str()),
        (200, "text/javascript; charset=utf-8")
    );
    assert_eq!(plain.headers["cache-control"], "public, max-age=31536000, immutable");
    assert_eq!(
        (plain.headers.get("content-encoding"), plain.headers["vary"].as_str()),
        (None, "accept-encoding")
    );
    let head = server.send("HEAD", &script, &[("Accept-Encoding", "gzip")], None).await;
    assert_eq!((head.status, head.headers["content-encoding"].as_str()), (200, "gzip"));
    // What a view and a language need is named in the document: nothing is found out one file after the other.
    for (path, language, wanted) in
        [("/threads", "de-AT,de;q=0.9", &["Threads", "de"][..]), ("/t/thr_1", "en", &["Thread"][..])]
    {
        let ahead = server.send("GET", path, &[("Accept-Language", language)], None).await.body;
        for name in wanted {
            let (_, rest) = ahead.split_once(&format!("assets/{name}-")).expect("it is loaded ahead");
            let file = format!("/assets/{name}-{}", rest.split_once('"').expect("its end").0);
            assert_eq!(server.get(&file).await.status, 200, "{file}");
        }
        assert_eq!(ahead.contains("assets/de-"), wanted.contains(&"de"), "{ahead}");
    }
    let length =
        |answer: &super::http::Answer| answer.headers["content-length"].parse::<usize>().expect("a number");
    assert!(length(&head) * 2 < length(&plain), "{head:?}");
}
