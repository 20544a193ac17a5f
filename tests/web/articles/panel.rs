//! The panel in a real Chromium, on a page of another origin.

use super::{World, shown};
use gorkd_reader::find_browser;
use serde_json::{Value, json};
use std::io::Write as _;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const HOST: &str = "blog.localhost";

/// A browser that shows one page, ended when dropped.
struct Browser {
    process: Child,
    _profile: TempDir,
}

impl Browser {
    fn show(url: &str) -> Self {
        let program = find_browser().expect(
            "this test needs a Chromium on this machine: install one (on Debian: apt-get install -y chromium)",
        );
        let profile = tempfile::tempdir().expect("a temporary folder");
        let process = Command::new(program)
            .args([
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
            ])
            .args([
                "--disable-background-networking",
                "--disable-component-update",
                "--remote-debugging-port=0",
            ])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg(url)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        Self { process, _profile: profile }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What the page tells of itself: it asks its own server for `/told?…`, once for each thing.
async fn told(world: &World, count: usize) -> Vec<Value> {
    let patience = Instant::now();
    loop {
        let asked = world.web.asked();
        let told: Vec<Value> = asked
            .iter()
            .filter_map(|asked| asked.path.strip_prefix("/told?"))
            .map(|text| {
                url::form_urlencoded::parse(text.as_bytes()).next().map(|(_, json)| json.into_owned())
            })
            .map(|json| serde_json::from_str(&json.expect("a value")).expect("JSON"))
            .collect();
        if told.len() >= count {
            return told;
        }
        assert!(patience.elapsed() < Duration::from_secs(90), "{told:?} {:?}", world.server.logged());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_panel_shows_what_is_known_on_a_page_of_another_site() {
    let web = crate::world::web::Web::start().await;
    let origin = format!("articles.origins=http://{HOST}:{}", web.address.port());
    let world = World::slow(Duration::from_millis(300), &[&origin]).await;
    let own = world.web.url("engineers.localhost", "/page");
    world.put("123", "The Harbour Bridge of Eastmoor", json!({"url": own})).await;
    let gorkd = format!("http://127.0.0.1:{}", world.server.port);
    // A page whose own styles would spoil whatever they reach.
    let page = format!(
        "<style>* {{ color: rgb(1, 2, 3) !important; font-size: 40px !important; --ink: red; text-transform: uppercase }}
           button {{ display: none !important }} gorkd-related {{ display: block !important }}</style>
         <script src=\"{gorkd}/panel.js\"></script>
         <gorkd-related article=\"123\" auto></gorkd-related>
         <script>
           const panel = document.querySelector('gorkd-related'), root = panel.shadowRoot;
           const tell = what => fetch('/told?is=' + encodeURIComponent(JSON.stringify(what)));
           const said = [];
           new MutationObserver(() => {{
             const line = root.querySelector('[role=status]').textContent;
             if (line && said.at(-1) !== line) said.push(line);
             if (line !== 'Ready' || window.done) return;
             window.done = true;
             const style = (what, of) => getComputedStyle(root.querySelector(what))[of];
             const light = style('section', 'backgroundColor'), color = style('li', 'color');
             panel.setAttribute('theme', 'dark');
             root.querySelector('button').focus();
             tell({{
               said, title: root.querySelector('h2').textContent, button: root.querySelector('button').textContent,
               bullets: [...root.querySelectorAll('ul:first-of-type li')].map(li => li.textContent),
               cited: [...root.querySelectorAll('ul:first-of-type a')].map(a => a.href),
               sources: [...root.querySelectorAll('ol li')].map(li => li.textContent),
               links: [...root.querySelectorAll('a')].every(a => a.rel.includes('noopener') && a.target === '_blank'),
               scripts: [...root.querySelectorAll('a')].filter(a => !a.protocol.startsWith('http')).length,
               images: root.querySelectorAll('img, script, iframe').length,
               foot: root.querySelector('p:last-child').textContent,
               time: root.querySelector('time').dateTime,
               focused: document.activeElement === panel && root.activeElement.localName === 'button',
               shown: style('button', 'display'), color, size: style('li', 'fontSize'),
               transform: style('li', 'textTransform'), light, dark: style('section', 'backgroundColor'),
             }});
           }}).observe(root, {{subtree: true, childList: true, characterData: true}});
         </script>"
    );
    web.put(HOST, "/article", shown(&page));
    web.put("*", "/told", shown(""));
    let world = World { web: web.clone(), ..world };
    let browser = Browser::show(&web.url(HOST, "/article"));
    let seen = told(&world, 1).await.remove(0);
    drop(browser);
    let found = world.research("123", "").await;
    assert_eq!(
        (seen["title"].as_str(), seen["button"].as_str()),
        (Some("Related info"), Some("Find latest info"))
    );
    let said: Vec<&str> = seen["said"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert!(said.last() == Some(&"Ready") && said.iter().any(|said| said.contains("Searching")), "{said:?}");
    let (bullets, sources) =
        (seen["bullets"].as_array().expect("a list"), seen["sources"].as_array().expect("a list"));
    assert_eq!(bullets.len(), found["summaryMd"].as_str().expect("text").lines().count());
    assert_eq!(sources.len(), found["sources"].as_array().expect("a list").len());
    assert!(seen["cited"].as_array().is_some_and(|cited| cited.len() >= bullets.len()), "{seen}");
    assert!(
        bullets
            .iter()
            .all(|bullet| bullet.as_str().is_some_and(|text| text.ends_with(']') && !text.contains("]("))),
        "{seen}"
    );
    assert!(
        sources.iter().any(|source| source.as_str().is_some_and(|text| text.contains("museum.localhost · "))),
        "{seen}"
    );
    // What pages say is shown as words, markup and all.
    let sneaky = bullets
        .iter()
        .chain(sources)
        .filter(|one| one.as_str().is_some_and(|text| text.contains("<img src=x")));
    assert!(sneaky.count() >= 1, "{seen}");
    assert_eq!(
        (seen["images"].as_u64(), seen["scripts"].as_u64(), seen["links"].as_bool()),
        (Some(0), Some(0), Some(true))
    );
    assert!(!web.asked().iter().any(|asked| asked.path.starts_with("/hacked")));
    assert!(seen["foot"].as_str().is_some_and(|foot| foot.starts_with("AI-generated")), "{seen}");
    assert_eq!(seen["time"], found["updatedAt"]);
    assert_eq!(seen["focused"], true);
    // The site's styles stay outside.
    assert_eq!(
        (seen["color"].as_str(), seen["transform"].as_str()),
        (Some("rgb(28, 30, 33)"), Some("none")),
        "{seen}"
    );
    assert_eq!(
        (seen["size"].as_str(), seen["shown"].as_str() != Some("none")),
        (Some("16px"), true),
        "{seen}"
    );
    assert_ne!(seen["light"], seen["dark"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_panel_says_what_went_wrong_and_looks_again_when_asked() {
    let web = crate::world::web::Web::start().await;
    let origin = format!("articles.origins=http://{HOST}:{}", web.address.port());
    let world = World::start(&[&origin, "searching.first_wait_ms=5"]).await;
    world.put("7", "The Harbour Bridge of Eastmoor", json!({})).await;
    world.search.fails(true);
    world.researched("7", "", "").await;
    world.search.fails(false);
    let page = format!(
        "<script type=module src=\"http://127.0.0.1:{}/panel.js\"></script>
         <gorkd-related id=one article=\"7\" src=\"http://127.0.0.1:{}\"></gorkd-related>
         <script type=module>
           const panel = document.querySelector('#one');
           const tell = what => fetch('/told?is=' + encodeURIComponent(JSON.stringify(what)));
           const line = () => panel.shadowRoot.querySelector('[role=status]').textContent;
           const until = async test => {{ while (!test()) await new Promise(go => setTimeout(go, 20)) }};
           await until(() => line().startsWith('Failed'));
           await tell(line());
           panel.shadowRoot.querySelector('button').click();
           await until(() => line() === 'Ready');
           await tell(line());
           panel.setAttribute('article', 'nowhere');
           await until(() => line().startsWith('Failed'));
           await tell(line());
         </script>",
        world.server.port, world.server.port
    );
    web.put(HOST, "/article", shown(&page));
    web.put("*", "/told", shown(""));
    let world = World { web: web.clone(), ..world };
    let _browser = Browser::show(&web.url(HOST, "/article"));
    let lines = told(&world, 3).await;
    assert!(lines[0].as_str().is_some_and(|line| line.contains("did not answer")), "{lines:?}");
    assert_eq!(lines[1], "Ready");
    assert!(lines[2].as_str().is_some_and(|line| line.contains("no article")), "{lines:?}");
}

#[test]
fn the_script_is_small() {
    let script = include_bytes!("../../../adapters/web/src/panel/panel.js");
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    writer.write_all(script).expect("it is packed");
    let packed = writer.finish().expect("it is packed").len();
    assert!(packed < 20_000, "{packed} bytes");
}
