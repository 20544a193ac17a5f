//! gorkd as the tests of both chat platforms run it.

use super::PATIENCE;
use crate::web::http::Server;
use crate::world::models::{ModelServer, Shape};
use crate::world::process::Machine;
use gorkd::settings::{Settings, Sources};
use gorkd::wire::App;
use gorkd_core::model::Millis;
use gorkd_core::ports::Watch;
use std::time::{Duration, Instant};

pub const QUESTION: &str = "When was the Harbour Bridge of Eastmoor opened?";

/// How the platform reaches gorkd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// Over a connection that gorkd opens: Slack's Socket Mode, Discord's gateway.
    Connection,
    /// With requests to gorkd.
    Http,
}

/// Plays a conversation over both transports, as two tests.
macro_rules! on_both {
    ($($name:ident),* $(,)?) => {
        $(mod $name {
            use crate::world::chat::gorkd::How;

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn over_a_connection() {
                super::$name(How::Connection).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn over_http() {
                super::$name(How::Http).await;
            }
        })*
    };
}
pub(crate) use on_both;

/// Plays a conversation that is the same however its words come over one transport; in the long tests over both.
macro_rules! on_one {
    ($over:ident $how:ident: $($name:ident),* $(,)?) => {
        $(mod $name {
            use crate::world::chat::gorkd::{How, transports};

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $over() {
                for how in transports(How::$how) {
                    super::$name(how).await;
                }
            }
        })*
    };
}
pub(crate) use on_one;

pub fn transports(usual: How) -> impl Iterator<Item = How> {
    let other = match usual {
        How::Connection => How::Http,
        How::Http => How::Connection,
    };
    [usual, other].into_iter().take(crate::world::as_many(1, 2))
}

/// Starts gorkd with a small library.
pub fn start(settings: &[String]) -> Server {
    start_on(tokio::task::block_in_place(Machine::with_library), settings)
}

/// A machine whose pages a test may change.
pub fn own_library() -> Machine {
    tokio::task::block_in_place(Machine::with_own_library)
}

pub fn start_on(machine: Machine, settings: &[String]) -> Server {
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    tokio::task::block_in_place(|| Server::start_with(machine, &settings, &[]))
}

/// Starts gorkd again on the same data and port.
pub fn restart(server: &mut Server, settings: &[String]) {
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    tokio::task::block_in_place(|| server.resume(&settings, &[]));
}

/// A model that takes its time, so that a test can act during a run.
pub async fn slow_model(delay: Duration) -> ModelServer {
    let model = ModelServer::start(Shape::OpenAi).await;
    model.takes(delay);
    model
}

/// The setting for runs whose model is held: their time has to last for as long as a test acts, also on a slow machine.
pub const PATIENT: &str = "profiles.standard.seconds=600";

/// A model that answers nothing until it may, so that a test can act during a run.
pub async fn held_model() -> ModelServer {
    let model = ModelServer::start(Shape::OpenAi).await;
    model.waits(true);
    model
}

/// The data of a running gorkd, opened by a second process.
pub async fn second_process(server: &Server) -> App {
    let environment = server.machine.environment();
    let settings = Settings::load(&Sources { environment, ..Sources::default() }).expect("right settings");
    App::open(settings, &server.machine.data()).await.expect("the parts fit")
}

/// Waits until a platform has nothing left to tell.
pub async fn all_told(server: &Server, platform: &str) {
    let (store, end) = (server.machine.store().await, Instant::now() + PATIENCE);
    while !store.open_deliveries(platform, Millis(i64::MAX), 1).await.expect("the store answers").is_empty() {
        assert!(Instant::now() < end, "something is still to be told");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    store.close().await;
}

/// Makes the only watch due, and waits until it was checked.
pub async fn check_watch(app: &App) -> Watch {
    let before = app.service.watches(None).await.expect("asked").remove(0);
    let due = Watch { next_at: Millis(0), ..before.clone() };
    assert!(app.ports.watches.move_watch(&before, &due).await.expect("moved"));
    for _ in 0..900 {
        let watch = app.service.watches(None).await.expect("asked").remove(0);
        if watch.runs > before.runs && watch.running.is_none() {
            return watch;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the watch was not checked: {:?}", app.service.watches(None).await);
}

/// Changes one number in a machine's own library: the length of the bridge.
pub fn rebuild_bridge(machine: &Machine) {
    machine.write(
        "docs/bridge.md",
        "# Harbour Bridge of Eastmoor\n\nThe Harbour Bridge of Eastmoor was opened in 1931 by Mayor Ilse Brandt. \
         It is 415 metres long and carries two lanes.\n",
    );
    let synced = tokio::task::block_in_place(|| machine.run(&["library", "sync"]));
    assert!(synced.status.success());
}
