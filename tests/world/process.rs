//! The real binary, run as a person would, in a home folder of its own.

use gorkd_store::{Location, Store, StoreOptions, server};
use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{File, Permissions};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::SystemTime;
use tempfile::TempDir;

const HARBOUR: [(&str, &str); 3] = [
    (
        "bridge",
        "# Harbour Bridge of Eastmoor\n\nThe Harbour Bridge of Eastmoor was opened in 1931 by Mayor Ilse Brandt. \
         It is 412 metres long and carries two lanes.\n",
    ),
    (
        "history",
        "# History of Eastmoor\n\nEastmoor grew around its harbour. The Harbour Bridge of Eastmoor was opened in \
         1931, after four years of work.\n",
    ),
    (
        "ferry",
        "# The ferry\n\nUntil the bridge was opened, a ferry crossed the harbour every twenty minutes.\n",
    ),
];

/// Providers that are asked without a key.
const ON_THE_WEB: [&str; 6] = ["WIKIPEDIA", "SEMANTIC_SCHOLAR", "PUBMED", "ARXIV", "OPENALEX", "CROSSREF"];

/// Settings, as the environment gives them, that ask nobody on the web.
pub fn off_the_web() -> impl Iterator<Item = (String, &'static str)> {
    ON_THE_WEB.iter().map(|name| (format!("GORKD__SEARCH__{name}__ENABLED"), "false"))
}

/// A machine with nothing on it but gorkd: an empty home and an empty data folder.
///
/// Every process started on it logs into one file, which is looked through when the machine goes: no line may hold
/// what it was told.
pub struct Machine {
    home: TempDir,
    logs: TempDir,
    /// What was written into its files or said on its command lines, in pieces of a few words.
    told: Mutex<BTreeSet<String>>,
    /// The address of its database, where the tests run on Postgres.
    database: Option<String>,
}

/// In the environment of the tests: `postgres` for a database of its own for each machine, else SQLite in its folder.
const STORE: &str = "GORKD_TEST_STORE";

fn on_postgres() -> bool {
    match std::env::var(STORE).as_deref() {
        Ok("postgres") => true,
        Ok("sqlite") | Err(_) => false,
        Ok(other) => panic!("{STORE} is {other}: it may be postgres or sqlite"),
    }
}

/// What many machines begin with, made once: pages in one folder for all, and a data folder with them in the library.
pub struct Prepared {
    folder: &'static str,
    pages: &'static [(&'static str, &'static str)],
    made: OnceLock<Made>,
}

struct Made {
    /// The address of the database, where the tests run on Postgres.
    database: Option<String>,
    files: Vec<(PathBuf, Permissions, Vec<u8>)>,
}

impl Prepared {
    /// The folder has a name of its own among all that are prepared.
    pub const fn new(folder: &'static str, pages: &'static [(&'static str, &'static str)]) -> Self {
        Self { folder, pages, made: OnceLock::new() }
    }

    pub fn machine(&self) -> Machine {
        let machine = self.made.get_or_init(|| self.make()).machine();
        self.pages.iter().for_each(|(_, text)| machine.tell(text));
        machine
    }

    fn make(&self) -> Made {
        // The last two folders name a work, and theirs must not be a word that questions are about.
        let pages = Path::new(env!("CARGO_TARGET_TMPDIR")).join(self.folder).join("home/docs");
        std::fs::create_dir_all(&pages).expect("the folder can be made");
        for known in std::fs::read_dir(&pages).expect("it can be listed") {
            let known = known.expect("it can be listed").path();
            if !self.pages.iter().any(|(name, _)| known.ends_with(format!("{name}.md"))) {
                std::fs::remove_file(known).expect("it can be removed");
            }
        }
        for (name, text) in self.pages {
            let page = pages.join(format!("{name}.md"));
            // Another run of the tests may be reading it.
            if std::fs::read_to_string(&page).is_ok_and(|known| known == *text) {
                let touched = File::options().write(true).open(&page);
                touched.and_then(|page| page.set_modified(SystemTime::now())).expect("it can be touched");
            } else {
                std::fs::write(&page, text).expect("it can be written");
            }
        }
        let machine = Machine::new();
        machine.add_to_library(&pages);
        Made::of(&machine)
    }
}

impl Made {
    fn of(machine: &Machine) -> Self {
        let mut made = Self { database: machine.database.clone(), files: Vec::new() };
        made.take_from(&machine.data(), Path::new(""));
        made
    }

    fn machine(&self) -> Machine {
        let machine = Machine::with(self.database.as_deref().map(server::copy_of));
        for (name, permissions, bytes) in &self.files {
            let path = machine.data().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
            std::fs::write(&path, bytes).expect("it can be written");
            std::fs::set_permissions(&path, permissions.clone()).expect("they can be set");
        }
        machine
    }

    fn take_from(&mut self, data: &Path, below: &Path) {
        for entry in std::fs::read_dir(data.join(below)).expect("the folder is there") {
            let entry = entry.expect("it can be listed");
            let (name, found) = (below.join(entry.file_name()), entry.metadata().expect("it is there"));
            if found.is_dir() {
                self.take_from(data, &name);
            } else {
                let bytes = std::fs::read(entry.path()).expect("it can be read");
                self.files.push((name, found.permissions(), bytes));
            }
        }
    }
}

/// Words in a row that no log line says by chance.
const TELLING: usize = 4;
/// What simulated servers, questions over HTTP and keys of the tests hold.
const MARKERS: [&str; 4] = ["sk-very-secret", "harbour bridge", "ilse brandt", "was opened in 1931"];

impl Machine {
    pub fn new() -> Self {
        if on_postgres() { Self::on_postgres() } else { Self::on_sqlite() }
    }

    /// With its data in its folder, wherever the tests keep theirs.
    pub fn on_sqlite() -> Self {
        Self::with(None)
    }

    /// With its data in a database of its own.
    pub fn on_postgres() -> Self {
        Self::with(Some(server::database_now()))
    }

    /// The address of its database.
    pub fn database(&self) -> &str {
        self.database.as_deref().expect("it is on Postgres")
    }

    /// The same, and nothing is in the database, not even tables.
    pub fn on_empty_postgres() -> Self {
        Self::with(Some(server::empty_database()))
    }

    /// Another one on the same database.
    pub fn beside(other: &Machine) -> Self {
        assert!(other.database.is_some(), "only a database is shared by machines");
        Self::with(other.database.clone())
    }

    /// One on this database, which may hold something already.
    pub fn on_database(url: String) -> Self {
        Self::with(Some(url))
    }

    /// Another one with the same data, as it is now.
    pub fn like(other: &Machine) -> Self {
        Made::of(other).machine()
    }

    fn with(database: Option<String>) -> Self {
        let folder = || tempfile::tempdir().expect("a temporary folder");
        Self { home: folder(), logs: folder(), told: Mutex::default(), database }
    }

    /// With a few small files in its library, about one made-up harbour. All machines share the files, and begin with
    /// the same data: a test that changes the files takes a library of its own.
    pub fn with_library() -> Self {
        static LIBRARY: Prepared = Prepared::new("harbour", &HARBOUR);
        LIBRARY.machine()
    }

    /// With the same files in the folder `docs` of its home.
    pub fn with_own_library() -> Self {
        Self::with_library_on(Self::new())
    }

    pub fn with_library_on(machine: Machine) -> Self {
        for (name, text) in HARBOUR {
            machine.write(&format!("docs/{name}.md"), text);
        }
        machine.add_to_library(&machine.home().join("docs"));
        machine
    }

    fn add_to_library(&self, folder: &Path) {
        let added = self.run(&["library", "add", folder.to_str().expect("a plain path")]);
        assert!(added.status.success(), "{}", stderr(&added));
    }

    pub fn home(&self) -> &Path {
        self.home.path()
    }

    pub fn data(&self) -> PathBuf {
        self.home.path().join("data")
    }

    /// What the environment of each of its processes says: nobody on the web is asked, and where its data is.
    pub fn environment(&self) -> Vec<(OsString, OsString)> {
        let store = self.database.iter().map(|url| ("GORKD__STORE__URL".into(), url.into()));
        off_the_web().map(|(name, off)| (name.into(), off.into())).chain(store).collect()
    }

    /// Its store, as another process opens it.
    pub async fn store(&self) -> Arc<dyn Store> {
        let location = match &self.database {
            Some(url) => Location::Server { url: url.clone(), folder: self.data() },
            None => Location::Folder(self.data()),
        };
        gorkd_store::open(location, StoreOptions::default()).await.expect("the store opens")
    }

    /// `gorkd ARGS` with a bare environment.
    pub fn gorkd(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gorkd"));
        command.env_clear().env("HOME", self.home());
        // A test asks nobody on the web; what it wants asked it switches on itself.
        command.envs(self.environment());
        // Many of them run at once, and each `serve` takes a port.
        command.env("GORKD__LOGS__FILE", self.logs.path().join("log"));
        args.iter().for_each(|arg| self.tell(arg));
        command
            .env("GORKD__WEB__PORT", "0")
            .env("GORKD__WEB__HEALTH_PORT", "0")
            .arg("--data")
            .arg(self.data())
            .args(args);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub fn run(&self, args: &[&str]) -> Output {
        self.gorkd(args).output().expect("gorkd starts")
    }

    /// Writes a file under the home folder and gives its path.
    pub fn write(&self, name: &str, content: &str) -> PathBuf {
        let path = self.home().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        std::fs::write(&path, content).expect("the file can be written");
        self.tell(content);
        path
    }

    /// What is kept that holds a mark, whatever its case, with what follows it: in the files of its data folder, and in
    /// the rows of its database.
    pub fn holding(&self, mark: &str) -> Vec<String> {
        let mut found = holding(&self.data(), mark);
        if let Some(url) = &self.database {
            let dump = tempfile::tempdir().expect("a temporary folder");
            let text = server::dump(url);
            std::fs::write(dump.path().join("rows"), bytes_of(&text)).expect("the rows can be written");
            found.extend(holding(dump.path(), mark));
        }
        found
    }

    /// What its processes have logged so far.
    pub fn logged(&self) -> String {
        std::fs::read_to_string(self.logs.path().join("log")).unwrap_or_default()
    }

    fn tell(&self, text: &str) {
        let words = words_of(text);
        // Addresses and settings are no secret.
        let telling = |words: &&[String]| words.iter().all(|word| word.chars().all(char::is_alphabetic));
        let pieces = words.windows(TELLING).filter(telling).map(|words| words.join(" "));
        self.told.lock().unwrap_or_else(PoisonError::into_inner).extend(pieces);
    }

    /// Lines of a log, from info on, that hold what the machine was told.
    fn leaks(&self, log: &str) -> Vec<String> {
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let leaks = |line: &&str| {
            let words = words_of(line);
            let flat = line.to_lowercase();
            MARKERS.iter().any(|marker| flat.contains(marker))
                || words.windows(TELLING).any(|words| told.contains(&words.join(" ")))
        };
        let lower =
            |line: &&str| line.contains("\"level\":\"DEBUG\"") || line.contains("\"level\":\"TRACE\"");
        log.lines().filter(|line| !lower(line) && leaks(line)).map(str::to_owned).collect()
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        let found = self.leaks(&self.logged());
        assert!(
            found.is_empty() || std::thread::panicking(),
            "the log tells what was asked or read: {found:?}"
        );
    }
}

fn words_of(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

#[test]
fn a_log_that_tells_what_was_asked_or_read_is_found_out() {
    let machine = Machine::new();
    machine.write("docs/fox.md", "# Foxes\n\nA quick brown fox lives behind the mill.\n");
    machine.gorkd(&["ask", "Where does the brown fox sleep?"]);
    for line in [
        r#"{"level":"INFO","message":"read: a Quick, brown fox"}"#,
        r#"{"level":"WARN","message":"no answer","question":"Where does the brown fox sleep?"}"#,
        r#"{"level":"INFO","message":"asked with sk-very-secret"}"#,
    ] {
        assert_eq!(machine.leaks(line), [line]);
    }
    assert_eq!(machine.leaks(r#"{"level":"INFO","message":"job left","job":"job_1"}"#), [""; 0]);
}

#[test]
fn a_service_has_a_log_to_look_through() {
    let machine = Machine::with_library();
    let mut serving = machine.gorkd(&["serve"]).spawn().expect("gorkd starts");
    let mut line = String::new();
    let out = serving.stdout.take().expect("piped");
    BufReader::new(out).read_line(&mut line).expect("it says where it is");
    serving.kill().expect("SIGKILL reaches it");
    serving.wait().expect("it ends");
    assert!(machine.logged().contains("\"level\":\"INFO\""), "{}", machine.logged());
}

/// A terminal: the end that a person holds, and the one that a program takes for its input.
pub fn pseudo_terminal() -> (File, File) {
    let held = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&held).and_then(|()| unlockpt(&held)).expect("it can be used");
    let name = ptsname(&held, Vec::new()).expect("it has a name");
    let taken = open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).expect("it can be opened");
    (File::from(held), File::from(taken))
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A dump in plain text, with the bytes that it writes as numbers.
fn bytes_of(dump: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(dump.len());
    for cell in dump.split_inclusive(['\t', '\n']) {
        // Where text has a backslash, a dump has two.
        let digits = cell.trim_end().strip_prefix("\\\\x").filter(|digits| digits.len() % 2 == 0);
        let pairs = digits.into_iter().flat_map(|digits| digits.as_bytes().chunks(2));
        let read: Option<Vec<u8>> =
            pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect();
        match read.filter(|read| !read.is_empty()) {
            Some(read) => bytes.extend(read),
            None => bytes.extend(cell.as_bytes()),
        }
    }
    bytes
}

/// The files under a folder that hold a mark, whatever its case, with what follows it.
fn holding(folder: &Path, mark: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(holding(&path, mark));
        } else if let Ok(bytes) = std::fs::read(&path) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            for (how, bytes) in unpacked(bytes) {
                let text = String::from_utf8_lossy(&bytes).to_lowercase();
                for (at, _) in text.match_indices(mark) {
                    let after: String = text[at..].chars().take(mark.len() + 12).collect();
                    let told = format!("{name}{how}: {}", after.escape_debug());
                    if !found.contains(&told) {
                        found.push(told);
                    }
                }
            }
        }
    }
    found
}

/// The bytes of a file, and what is kept compressed among them.
fn unpacked(bytes: Vec<u8>) -> Vec<(&'static str, Vec<u8>)> {
    const FRAME: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
    const MOST: u64 = 1 << 20;
    let mut all = Vec::new();
    for at in (0..bytes.len().saturating_sub(FRAME.len())).filter(|at| bytes[*at..].starts_with(&FRAME)) {
        let mut text = Vec::new();
        if let Ok(frame) = zstd::stream::read::Decoder::new(&bytes[at..]) {
            // What follows the frame is no part of it: what was read until then counts.
            let _ =
                std::io::Read::read_to_end(&mut std::io::Read::take(frame.single_frame(), MOST), &mut text);
        }
        all.push((", unpacked", text));
    }
    all.push(("", bytes));
    all
}
