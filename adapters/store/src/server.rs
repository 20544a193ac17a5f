//! A Postgres server for tests: one per test process, from the installed package, with a fresh database for
//! each test; and servers of a test's own, which it may stop.
//!
//! A server listens only on a socket in a temporary folder, does not protect its data against crashes, and ends
//! together with the process that started it, however that ends: a shell beside it waits for the other end of
//! a pipe to close.

use crate::postgres::migrate;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::OnceCell;

/// Where Debian packages put their programs, by version.
const PACKAGES: &str = "/usr/lib/postgresql";

/// What to do if there is none.
const INSTALL: &str = "install PostgreSQL (on Debian: apt-get install postgresql), or name the folder of its programs \
                       in GORKD_POSTGRES_BIN";

/// Settings that no server with real data would use.
const UNSAFE: [&str; 6] = [
    "fsync=off",
    "full_page_writes=off",
    "listen_addresses=",
    "max_connections=400",
    "shared_buffers=64MB",
    "unix_socket_permissions=0777",
];

/// For a server that is never stopped: what it has answered may be lost with it.
const FORGETFUL: &str = "synchronous_commit=off";

/// In the folder of a server that is stopped and will be started again.
const KEPT: &str = "kept";

static SERVER: LazyLock<Server> = LazyLock::new(|| Server::start(Some(FORGETFUL)));
static TEMPLATE: OnceCell<()> = OnceCell::const_new();
static DATABASES: AtomicU32 = AtomicU32::new(0);

struct Server {
    programs: PathBuf,
    /// The folder of the socket.
    folder: PathBuf,
    /// The user and group that it runs as, if they are others than those of this process.
    user: Option<(u32, u32)>,
    setting: Option<&'static str>,
    /// Its input is a pipe that closes when this process dies. `None` while the server is stopped.
    keeper: Option<Child>,
}

/// A server of a test's own. It ends when dropped.
pub struct OwnServer(Server);

impl OwnServer {
    pub fn start() -> Self {
        Self(Server::start(None))
    }

    /// The address of a fresh database without tables.
    pub fn empty_database(&self) -> String {
        let name = fresh_name();
        self.0.create(&name, None);
        self.0.address(&name)
    }

    /// Stops it at once, as a crash does: connections break off, and transactions are undone.
    pub fn stop(&mut self) {
        std::fs::write(self.0.folder.join(KEPT), "").expect("the folder is there");
        self.0.end();
    }

    /// Starts it again with what it had committed.
    pub fn start_again(&mut self) {
        std::fs::remove_file(self.0.folder.join(KEPT)).expect("it was stopped");
        self.0.begin();
    }
}

impl Drop for OwnServer {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(self.0.folder.join(KEPT));
        self.0.end();
    }
}

/// The socket of the common server, for a relay.
pub fn socket() -> PathBuf {
    SERVER.folder.join(".s.PGSQL.5432")
}

/// The same database, at a host and port that lead to the server.
pub fn over(address: &str, place: &str) -> String {
    let (_, name) = address.rsplit_once('/').expect("an address of ours");
    format!("postgres://gorkd@{place}/{name}")
}

/// The address of a fresh database with the tables of this build.
pub async fn database() -> String {
    let template = || async {
        SERVER.create("gorkd_template", None);
        migrate(&SERVER.address("gorkd_template")).await.expect("the template has its tables");
    };
    TEMPLATE.get_or_init(template).await;
    fresh(Some("gorkd_template"))
}

/// As `database`, for synchronous code.
pub fn database_now() -> String {
    apart(database())
}

/// Copies a database, once nobody is connected to it anymore.
pub fn copy_of(address: &str) -> String {
    let (_, name) = address.rsplit_once('/').expect("an address of ours");
    let began = Instant::now();
    while connected(name) {
        assert!(began.elapsed() < Duration::from_secs(20), "somebody stays connected to {name}");
        pause(Duration::from_millis(20));
    }
    fresh(Some(name))
}

/// Sleeps without an async runtime.
#[expect(clippy::disallowed_methods, reason = "whoever starts a server here holds up no other task")]
pub(crate) fn pause(time: Duration) {
    std::thread::sleep(time);
}

/// All rows of a database as text; writers may continue.
pub fn dump(address: &str) -> String {
    let (_, name) = address.rsplit_once('/').expect("an address of ours");
    let mut dump = SERVER.program("pg_dump");
    let output = dump.args(["-U", "gorkd", "--data-only", name]).output().expect("pg_dump is there");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Backs up a database to a file, as an operator would.
pub fn back_up(address: &str, file: &Path) {
    let (_, name) = address.rsplit_once('/').expect("an address of ours");
    run(SERVER.program("pg_dump").args(["-U", "gorkd", "--format=custom", "--file"]).arg(file).arg(name));
}

/// The address of a fresh database restored from a backup.
pub fn restored(file: &Path) -> String {
    let address = empty_database();
    let (_, name) = address.rsplit_once('/').expect("an address of ours");
    run(SERVER.program("pg_restore").args(["-U", "gorkd", "--no-owner", "--dbname", name]).arg(file));
    address
}

/// Forbids or allows new connections to a database. Existing ones stay.
pub fn close(address: &str, closed: bool) {
    let (_, name) = address.rsplit_once('/').expect("an address of ours");
    output_of(&format!("ALTER DATABASE {name} ALLOW_CONNECTIONS {}", !closed));
}

/// Terminates all connections to a database, as a restart of the server would.
pub fn cut(address: &str) {
    let (_, name) = address.rsplit_once('/').expect("an address of ours");
    output_of(&format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"));
}

/// Makes the database refuse new events, as on a full disk, or take them again.
pub fn fill(address: &str, full: bool) {
    let (_, name) = address.rsplit_once('/').expect("an address of ours");
    let sql = match full {
        true => {
            "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                 RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
             END $$;
             CREATE TRIGGER no_room BEFORE INSERT ON events FOR EACH STATEMENT EXECUTE FUNCTION no_room()"
        }
        false => "DROP FUNCTION no_room CASCADE",
    };
    output_in(name, sql);
}

fn connected(database: &str) -> bool {
    output_of(&format!("SELECT COUNT(*) FROM pg_stat_activity WHERE datname = '{database}'")) != "0"
}

/// The server's output for a statement.
fn output_of(sql: &str) -> String {
    output_in("postgres", sql)
}

/// The same, in a database.
fn output_in(database: &str, sql: &str) -> String {
    let mut ask = SERVER.program("psql");
    let output = ask.args(["-U", "gorkd", "-d", database, "-Atc", sql]).output().expect("psql is there");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

fn apart<T: Send>(work: impl Future<Output = T> + Send) -> T {
    std::thread::scope(|scope| {
        let runtime = || tokio::runtime::Runtime::new().expect("a runtime");
        scope.spawn(move || runtime().block_on(work)).join().expect("no panic")
    })
}

/// The address of an empty database.
pub fn empty_database() -> String {
    fresh(None)
}

fn fresh(template: Option<&str>) -> String {
    let name = fresh_name();
    SERVER.create(&name, template);
    SERVER.address(&name)
}

fn fresh_name() -> String {
    format!("gorkd_{}_{}", std::process::id(), DATABASES.fetch_add(1, Ordering::Relaxed))
}

impl Server {
    fn start(setting: Option<&'static str>) -> Self {
        let programs = programs();
        let folder = tempfile::Builder::new().prefix("gorkd-pg-").tempdir().expect("a folder").keep();
        open_to_all(&folder);
        let data = folder.join("data");
        // initdb refuses to run as root.
        let user = other_user(&folder);
        if let Some((user, group)) = user {
            std::os::unix::fs::chown(&folder, Some(user), Some(group)).expect("root may");
        }
        let mut init = Command::new(programs.join("initdb"));
        init.args(["--username=gorkd", "--auth=trust", "--encoding=UTF8", "--no-sync"]);
        // Names must sort by bytes, whatever the database's collation.
        init.args(["--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en", "-D"]).arg(&data);
        run(as_user(&mut init, user));
        let mut server = Self { programs, folder, user, setting, keeper: None };
        server.begin();
        server
    }

    fn begin(&mut self) {
        let mut keeper = Command::new("sh");
        keeper.args([
            "-c",
            r#"folder=$1; shift; "$@" & pid=$!; cat; kill -QUIT $pid; wait $pid; [ -e "$folder/kept" ] || rm -rf "$folder""#,
        ]);
        keeper
            .arg("keeper")
            .arg(&self.folder)
            .arg(self.programs.join("postgres"))
            .arg("-D")
            .arg(self.folder.join("data"))
            .arg("-k")
            .arg(&self.folder);
        for setting in UNSAFE.into_iter().chain(self.setting) {
            keeper.args(["-c", setting]);
        }
        let log = std::fs::File::create(self.folder.join("log")).expect("a log");
        keeper.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(log);
        // Signals from the terminal are meant for the tests, not for the server.
        keeper.process_group(0);
        self.keeper = Some(as_user(&mut keeper, self.user).spawn().expect("sh is there"));
        self.wait();
    }

    fn end(&mut self) {
        if let Some(mut keeper) = self.keeper.take() {
            drop(keeper.stdin.take());
            keeper.wait().expect("the shell ends");
        }
    }

    fn wait(&self) {
        let began = Instant::now();
        loop {
            let ready = self.program("pg_isready").arg("-q").status().expect("pg_isready is there");
            if ready.success() {
                return;
            }
            if began.elapsed() > Duration::from_secs(60) {
                let log = std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
                panic!("Postgres did not start within a minute:\n{log}");
            }
            pause(Duration::from_millis(50));
        }
    }

    fn create(&self, name: &str, template: Option<&str>) {
        let mut create = self.program("createdb");
        create
            .args(["-U", "gorkd"])
            .args(template.map(|template| format!("--template={template}")))
            .arg(name);
        run(&mut create);
    }

    fn program(&self, name: &str) -> Command {
        let mut command = Command::new(self.programs.join(name));
        command.arg("-h").arg(&self.folder);
        command
    }

    fn address(&self, database: &str) -> String {
        let folder = self.folder.display().to_string().replace('/', "%2F");
        format!("postgres://gorkd@{folder}/{database}")
    }
}

fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}; {INSTALL}"));
    if !output.status.success() {
        // Unlike the message of a panic, this is not truncated.
        let _ = std::io::stderr().write_all(&output.stderr);
        panic!("{command:?} failed");
    }
}

/// The folder with initdb and postgres of the newest version installed.
fn programs() -> PathBuf {
    if let Some(named) = std::env::var_os("GORKD_POSTGRES_BIN") {
        return named.into();
    }
    let versions = std::fs::read_dir(PACKAGES).into_iter().flatten().filter_map(Result::ok);
    let mut found: Vec<(u32, PathBuf)> = versions
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
        .filter(|(_, programs)| programs.join("initdb").exists() && programs.join("postgres").exists())
        .collect();
    found.sort();
    match found.pop() {
        Some((_, programs)) => programs,
        None => panic!("the tests of the Postgres store found no initdb below {PACKAGES}: {INSTALL}"),
    }
}

fn open_to_all(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let all = std::fs::Permissions::from_mode(0o777);
    std::fs::set_permissions(folder, all).expect("the folder is ours");
}

/// The user and group to run as if this process is root; ownership of our own folder tells.
fn other_user(folder: &Path) -> Option<(u32, u32)> {
    use std::os::unix::fs::MetadataExt;
    if std::fs::metadata(folder).expect("the folder is there").uid() != 0 {
        return None;
    }
    let users = std::fs::read_to_string("/etc/passwd").expect("there are users");
    let of = |name: &str| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    let user = of("postgres").or_else(|| of("nobody"));
    Some(user.expect("initdb refuses to be run by root, and there is no user postgres or nobody"))
}

fn as_user(command: &mut Command, user: Option<(u32, u32)>) -> &mut Command {
    if let Some((user, group)) = user {
        command.uid(user).gid(group);
    }
    command.current_dir("/")
}
