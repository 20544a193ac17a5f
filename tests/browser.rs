//! Pages that scripts build, in a real Chromium: they are read, and what their scripts must not touch is not.

use crate::world::web::{Web, article, html, redirect, typed};
use gorkd_core::model::{Failure, FailureReason as Reason, Privacy, Reach, Reading};
use gorkd_core::ports::ReadRequest;
use gorkd_net::{Dialer, GivenNames, Guard, GuardSettings, Http, Recorder};
use gorkd_reader::{ReaderPool, ReaderSettings, Step, WebReader, WebSettings, find_browser};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::net::{TcpListener, UdpSocket};

const CHILD: &str = env!("CARGO_BIN_EXE_gorkd");
/// Long enough for a machine that is busy with something else.
const LONG: Duration = Duration::from_secs(90);
const SHELL: &str = "<!doctype html><html lang=en><head><title>The bridge</title></head><body><div id=\"root\"></div>\
                     <noscript>You need to enable JavaScript to run this app.</noscript>\
                     <script src=\"/app.js\"></script></body></html>";

fn chromium() -> PathBuf {
    find_browser().expect(
        "these tests need a Chromium on this machine: install one (on Debian: apt-get install -y chromium)",
    )
}

struct World {
    web: Web,
    reader: WebReader,
}

impl World {
    async fn new(agent: &str) -> Self {
        Self::with(agent, &chromium()).await
    }

    async fn with(agent: &str, program: &Path) -> Self {
        let web = Web::start().await;
        let allow = vec![web.address.to_string().parse().expect("an address")];
        let names = ["a.test", "b.test"].map(|host| format!("{host}:127.0.0.1").parse().expect("it is read"));
        let names = Arc::new(GivenNames::only(names.into()));
        let guard = Guard::new(GuardSettings { allow, ..GuardSettings::default() }, names);
        let dialer = Dialer::new(Duration::from_secs(3), Vec::new(), Recorder::default()).expect("a dialer");
        let pool =
            ReaderSettings { program: Some(PathBuf::from(CHILD)), children: 2, ..ReaderSettings::default() };
        let settings = WebSettings {
            interval: Duration::ZERO,
            user_agent: agent.to_owned(),
            browser: Some(program.to_owned()),
            ..WebSettings::default()
        };
        let reader =
            WebReader::new(ReaderPool::new(pool), guard, Http::new(Arc::new(dialer)), &settings, None);
        Self { web, reader }
    }

    fn script(&self, host: &str, script: &str) -> String {
        self.web.put(host, "/", html(SHELL)).put(host, "/app.js", typed("text/javascript", script));
        self.web.url(host, "/")
    }

    async fn read(
        &self,
        url: &str,
        privacy: Privacy,
        timeout: Duration,
    ) -> (Result<Reading, Failure>, Vec<Step>) {
        let request =
            ReadRequest { url: url.to_owned(), hash: None, anew: false, reach: Reach::of(privacy), timeout };
        let (outcome, steps) = self.reader.read_with_trace(&request).await;
        (outcome.map(|read| read.value).map_err(|failed| failed.failure), steps)
    }
}

/// Counts who connects to a port that nobody may touch.
async fn trap() -> (u16, Arc<AtomicUsize>) {
    let (listener, caught) = (TcpListener::bind("127.0.0.1:0").await.expect("a free port"), Arc::default());
    let port = listener.local_addr().expect("an address").port();
    // UDP on the same port, for whatever does not speak TCP.
    let socket = UdpSocket::bind(("127.0.0.1", port)).await.expect("a free port");
    let (by_tcp, by_udp): (Arc<AtomicUsize>, Arc<AtomicUsize>) = (Arc::clone(&caught), Arc::clone(&caught));
    tokio::spawn(async move {
        while listener.accept().await.is_ok() {
            by_tcp.fetch_add(1, Ordering::SeqCst);
        }
    });
    tokio::spawn(async move {
        while socket.recv_from(&mut [0; 64]).await.is_ok() {
            by_udp.fetch_add(1, Ordering::SeqCst);
        }
    });
    (port, caught)
}

/// Waits until no process of a browser with this name is left. One that stayed would keep the test from its end.
async fn all_gone(agent: &str) {
    while running_with(agent) > 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Processes that were started with these words and are not gone.
fn running_with(words: &str) -> usize {
    let processes = std::fs::read_dir("/proc").expect("processes can be listed").flatten();
    let with_words = |path: PathBuf| {
        let line = std::fs::read(path.join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(words)
    };
    processes.filter(|process| with_words(process.path())).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_a_script_builds_is_read() {
    let world = World::new("gorkd-builds/1").await;
    let url = world.script(
        "a.test",
        "fetch('/data.json').then(reply => reply.json()).then(data => {\
           document.title = 'The Marlow Bridge';\
           root.innerHTML = '<main><h1>The Marlow Bridge</h1><p>' + data.text + '</p></main>' });",
    );
    let text = "The Marlow Bridge is 412 metres long.";
    world.web.put("a.test", "/data.json", typed("application/json", format!("{{\"text\": \"{text}\"}}")));
    let (read, steps) = world.read(&url, Privacy::Hybrid, LONG).await;
    let Reading { document, text: read } = read.unwrap_or_else(|failure| panic!("{failure:?} {steps:?}"));
    assert!(read.contains(text), "{read}");
    assert_eq!((document.title.as_str(), document.url.as_str()), ("The Marlow Bridge", url.as_str()));
    assert_eq!(document.warnings, ["The page was built by its scripts, in a browser, before it was read."]);
    let asked = world.web.asked();
    let mut paths: Vec<&str> = asked.iter().map(|asked| asked.path.as_str()).collect();
    paths.sort_unstable();
    assert_eq!(
        paths,
        ["/", "/app.js", "/data.json", "/robots.txt"],
        "the page itself is not asked for twice"
    );
    assert!(asked.iter().all(|asked| asked.headers["user-agent"] == "gorkd-builds/1"));
    all_gone("gorkd-builds/1").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_script_must_not_reach_is_refused_and_recorded() {
    let world = World::new("gorkd-refuses/1").await;
    let (port, caught) = trap().await;
    let mine = world.web.address.port();
    world.web.put("*", "/away", redirect(&format!("http://127.0.0.1:{port}/redirected")));
    world.web.put("*", "/fine", typed("text/plain", "words that may be read"));
    world.web.put("*", "/kept", typed("text/plain", "words that robots.txt keeps"));
    world.web.put("*", "/robots.txt", typed("text/plain", "User-agent: *\nDisallow: /kept\n"));
    let script = format!(
        "const say = words => {{ const p = document.createElement('p'); p.textContent = words; root.append(p) }};\
         const get = (name, url, how) => fetch(url, how).then(r => r.text()).then(text => say(name + ' open: ' + text + '.'))\
           .catch(() => say(name + ' refused.'));\
         get('metadata', 'http://169.254.169.254/latest/meta-data/', {{mode: 'no-cors'}});\
         get('port', 'http://127.0.0.1:{port}/x', {{mode: 'no-cors'}});\
         get('redirect', '/away', {{mode: 'no-cors'}});\
         get('sending', '/fine', {{method: 'POST', body: 'secret'}});\
         get('robots', '/kept');\
         get('fine', '/fine');\
         for (const at of [{port}, {mine}]) {{\
           const socket = new WebSocket('ws://127.0.0.1:' + at + '/socket');\
           socket.onopen = () => say('socket open.'); socket.onerror = () => say('socket refused.') }}\
         new EventSource('/fine');\
         navigator.sendBeacon('http://127.0.0.1:{port}/beacon', 'secret');\
         new Image().src = 'http://127.0.0.1:{port}/picture.png';\
         const frame = document.createElement('iframe'); frame.src = 'http://localhost:{port}/frame'; root.append(frame);\
         for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'stylesheet']) {{\
           const link = document.createElement('link'); link.rel = rel; link.href = 'http://127.0.0.1:{port}/' + rel;\
           document.head.append(link) }}\
         const work = \"fetch('http://127.0.0.1:{port}/worker', {{mode: 'no-cors'}})\
           .then(() => postMessage('open'), () => postMessage('refused'))\";\
         const worker = new Worker(URL.createObjectURL(new Blob([work])));\
         worker.onmessage = said => say('worker ' + said.data + '.');\
         say(typeof RTCPeerConnection == 'undefined' ? 'calls refused.' : 'calls open.');\
         const inner = document.createElement('iframe'); document.body.append(inner);\
         const Peer = inner.contentWindow.RTCPeerConnection;\
         if (Peer) {{ const peer = new Peer({{iceServers: [{{urls: 'stun:127.0.0.1:{port}'}}]}});\
           peer.createDataChannel('x'); peer.createOffer().then(offer => peer.setLocalDescription(offer)) }}\
         window.open('http://127.0.0.1:{port}/window');\
         alert('The script waits for nobody.');"
    );
    let url = world.script("a.test", &script);
    let (read, steps) = world.read(&url, Privacy::Hybrid, LONG).await;
    let Reading { document, text } = read.unwrap_or_else(|failure| panic!("{failure:?} {steps:?}"));
    for what in ["metadata", "port", "redirect", "sending", "robots", "socket", "worker", "calls"] {
        assert!(text.contains(&format!("{what} refused.")), "{what}: {text}");
    }
    assert!(text.contains("fine open: words that may be read."), "{text}");
    assert_eq!(caught.load(Ordering::SeqCst), 0, "nobody came to the port that must not be touched");
    assert_eq!(world.web.count("/socket"), 0);
    assert_eq!(world.web.count("/kept"), 0);
    assert_eq!(world.web.count("/fine"), 1, "fetched once, and nothing sent");
    for (address, reason) in [
        ("http://169.254.169.254/latest/meta-data/".to_owned(), "metadata"),
        (format!("http://127.0.0.1:{port}/x"), "this machine"),
        (format!("http://127.0.0.1:{port}/redirected"), "this machine"),
        (format!("http://127.0.0.1:{port}/worker"), "this machine"),
        (format!("ws://127.0.0.1:{port}/socket"), "WebSockets"),
        (format!("ws://127.0.0.1:{mine}/socket"), "WebSockets"),
        (world.web.url("a.test", "/kept"), "robots.txt"),
        (world.web.url("a.test", "/fine"), "not send"),
    ] {
        let step = steps.iter().find(|step| step.url == address && !step.allowed);
        let step = step.unwrap_or_else(|| panic!("{address} is not among {steps:?}"));
        assert!(step.reason.contains(reason), "{step:?}");
    }
    assert!(document.warnings.iter().any(|warning| warning.contains("of the page's scripts were refused")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_question_stays_on_this_machine_in_the_browser_too() {
    let world = World::new("gorkd-private/1").await;
    let url = world.script(
        "127.0.0.1",
        "fetch('http://b.test/').then(() => root.append('It got out.'), () => root.append('It stays in here.'))",
    );
    let (read, steps) = world.read(&url, Privacy::LocalOnly, LONG).await;
    let read = read.unwrap_or_else(|failure| panic!("{failure:?} {steps:?}"));
    assert!(read.text.contains("It stays in here."), "{}", read.text);
    let refused = steps.iter().find(|step| step.url == "http://b.test/" && !step.allowed);
    assert!(refused.is_some_and(|step| step.reason.contains("stays on this machine")), "{steps:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_script_without_an_end_costs_its_page_and_leaves_nothing_behind() {
    let world = World::new("gorkd-endless/1").await;
    let url = world.script("a.test", "while (true) {}");
    let (read, _) = world.read(&url, Privacy::Hybrid, Duration::from_secs(10)).await;
    let failure = read.expect_err("it has no end");
    assert_eq!(failure.reason, Reason::TimedOut, "{failure}");
    all_gone("gorkd-endless/1").await;
    world.web.put("a.test", "/plain", article("Plain", "A page that needs no browser is read all the same."));
    let (read, _) = world.read(&world.web.url("a.test", "/plain"), Privacy::Hybrid, LONG).await;
    assert!(read.is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_is_never_at_rest_is_taken_as_it_is() {
    let world = World::new("gorkd-restless/1").await;
    world.web.put("a.test", "/tick", typed("text/plain", "tick"));
    let url = world.script(
        "a.test",
        "root.textContent = 'The words are there from the start.';\
         const tick = () => fetch('/tick').finally(() => setTimeout(tick, 100)); tick();",
    );
    let (read, steps) = world.read(&url, Privacy::Hybrid, LONG).await;
    let read = read.unwrap_or_else(|failure| panic!("{failure:?} {steps:?}"));
    assert_eq!(read.text, "The words are there from the start.");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_stays_without_text_and_what_is_no_browser_have_their_reasons() {
    let world = World::new("gorkd-empty/1").await;
    let url = world.script("a.test", "document.title = 'Nothing'");
    let (read, _) = world.read(&url, Privacy::Hybrid, LONG).await;
    assert_eq!(read.map(|_| ()).map_err(|failure| failure.reason), Err(Reason::Empty));

    let missing = World::with("gorkd-missing/1", Path::new("/nowhere/chromium")).await;
    let url = missing.script("a.test", "root.textContent = 'Words'");
    let failure = missing.read(&url, Privacy::Hybrid, LONG).await.0.expect_err("there is no browser");
    assert_eq!(failure.reason, Reason::NotConfigured);
    assert!(failure.detail.contains("gorkd doctor"), "{failure}");

    // Something that ends at once, and something that never says a word.
    let broken = World::with("gorkd-broken/1", Path::new("/bin/false")).await;
    let url = broken.script("a.test", "root.textContent = 'Words'");
    let failure = broken.read(&url, Privacy::Hybrid, LONG).await.0.expect_err("it is no browser");
    assert_eq!(failure.reason, Reason::ResourceLimit, "{failure}");
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("silent");
    std::fs::write(&program, "#!/bin/sh\nsleep 1000\n").expect("the script is written");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("it is made a program");
    let silent = World::with("gorkd-silent/1", &program).await;
    let url = silent.script("a.test", "root.textContent = 'Words'");
    let failure =
        silent.read(&url, Privacy::Hybrid, Duration::from_secs(4)).await.0.expect_err("it is no browser");
    assert_eq!(failure.reason, Reason::TimedOut, "{failure}");
    all_gone("gorkd-silent/1").await;
}
