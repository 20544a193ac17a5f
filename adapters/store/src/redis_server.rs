//! A Redis or Valkey server for tests, from the installed package, on a free loopback port.
//!
//! It keeps nothing on disk. It ends when it is dropped, and together with the process that started it,
//! however that ends: a shell beside it waits for the other end of a pipe to close.

use crate::server::pause;
use std::ffi::OsString;
use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Environment variable with the program, if it has another name or is not on the PATH.
const NAMED: &str = "GORKD_REDIS_SERVER";
const USUAL: [&str; 2] = ["redis-server", "valkey-server"];
/// Another program may take a free port before the server does.
const TRIES: u32 = 5;
const PATIENCE: Duration = Duration::from_secs(30);

pub struct RedisServer {
    port: u16,
    /// Distinguishes it from another test's server that took the port first.
    password: String,
    /// Its input is the pipe; `None` while the server is down.
    keeper: Option<Child>,
}

impl RedisServer {
    pub fn start() -> Self {
        for _ in 0..TRIES {
            let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
            let port = listener.local_addr().expect("an address").port();
            drop(listener);
            let password = uuid::Uuid::now_v7().simple().to_string();
            let mut server = Self { port, password, keeper: None };
            if server.begin() {
                return server;
            }
        }
        panic!("{:?} did not start on any of {TRIES} ports: try it by hand, with --port", program());
    }

    /// The address for `redis.url`.
    pub fn url(&self) -> String {
        format!("redis://:{}@127.0.0.1:{}/0", self.password, self.port)
    }

    pub fn password(&self) -> &str {
        &self.password
    }

    /// The same at another port of loopback, which leads to it.
    pub fn url_over(&self, port: u16) -> String {
        format!("redis://:{}@127.0.0.1:{port}/0", self.password)
    }

    /// Its socket, for a relay.
    pub fn socket(&self) -> PathBuf {
        std::env::temp_dir().join(format!("gorkd-redis-{}-{}", std::process::id(), self.port))
    }

    /// Kills it at once; its data is lost.
    pub fn kill(&mut self) {
        if let Some(mut keeper) = self.keeper.take() {
            drop(keeper.stdin.take());
            keeper.wait().expect("the shell ends");
        }
    }

    /// Starts it again on the same port, empty.
    pub fn start_again(&mut self) {
        self.kill();
        assert!(self.begin(), "the server does not start again on port {}", self.port);
    }

    /// All keys.
    pub fn names(&self) -> Vec<String> {
        self.told(redis::cmd("KEYS").arg("*"))
    }

    /// The raw value of a key.
    pub fn value(&self, name: &str) -> Vec<u8> {
        self.told(redis::cmd("GET").arg(name))
    }

    fn told<T: redis::FromRedisValue>(&self, command: &redis::Cmd) -> T {
        let mut connection = self.connect().expect("it listens");
        command.query(&mut connection).expect("it answers")
    }

    pub(crate) fn connect(&self) -> redis::RedisResult<redis::Connection> {
        redis::Client::open(self.url())?.get_connection_with_timeout(PATIENCE)
    }

    fn begin(&mut self) -> bool {
        let mut keeper = Command::new("sh");
        keeper.args([
            "-c",
            r#"socket=$1; shift; "$@" & pid=$!; cat; kill -KILL $pid; wait $pid; rm -f "$socket""#,
        ]);
        keeper.arg("keeper").arg(self.socket()).arg(program()).arg("--unixsocket").arg(self.socket());
        keeper.args(["--bind", "127.0.0.1", "--port", &self.port.to_string()]);
        keeper.args(["--requirepass", &self.password]);
        keeper.args(["--save", "", "--appendonly", "no", "--daemonize", "no", "--loglevel", "warning"]);
        keeper.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // Signals from the terminal are meant for the tests, not for the server.
        keeper.process_group(0);
        let keeper = keeper.current_dir(std::env::temp_dir()).spawn().expect("sh is there");
        self.keeper = Some(keeper);
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            match self.connect() {
                Ok(_) => return true,
                Err(error) if error.kind() == redis::ErrorKind::AuthenticationFailed => break,
                Err(_) => pause(Duration::from_millis(10)),
            }
        }
        self.kill();
        false
    }
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The program; panics if it is not installed.
fn program() -> OsString {
    if let Some(named) = std::env::var_os(NAMED) {
        return named;
    }
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&paths)
        .flat_map(|folder| USUAL.map(|name| folder.join(name)))
        .find(|program| program.exists());
    match found {
        Some(program) => program.into_os_string(),
        None => panic!(
            "the tests of what processes share found neither {} nor {} on the PATH: install one (on Debian: apt-get \
             install redis-server), or name it in {NAMED}",
            USUAL[0], USUAL[1]
        ),
    }
}
