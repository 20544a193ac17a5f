//! The real binary, run as a person would, in a home folder of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
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
pub struct Machine {
    home: TempDir,
}

impl Machine {
    pub fn new() -> Self {
        Self { home: tempfile::tempdir().expect("a temporary folder") }
    }

    /// Another one with the same data, as it is now.
    pub fn like(other: &Machine) -> Self {
        let machine = Self::new();
        copy(&other.data(), &machine.data());
        machine
    }

    /// With a few small files in its library, about one made-up harbour.
    pub fn with_library() -> Self {
        let machine = Self::new();
        for (name, text) in HARBOUR {
            machine.write(&format!("docs/{name}.md"), text);
        }
        let docs = machine.home().join("docs");
        let added = machine.run(&["library", "add", docs.to_str().expect("a plain path")]);
        assert!(added.status.success(), "{}", stderr(&added));
        machine
    }

    pub fn home(&self) -> &Path {
        self.home.path()
    }

    pub fn data(&self) -> PathBuf {
        self.home.path().join("data")
    }

    /// `gorkd ARGS` with a bare environment.
    pub fn gorkd(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gorkd"));
        command.env_clear().env("HOME", self.home());
        // A test asks nobody on the web; what it wants asked it switches on itself.
        command.envs(off_the_web());
        // Many of them run at once, and each `serve` takes a port.
        command.env("GORKD__WEB__PORT", "0").arg("--data").arg(self.data()).args(args);
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
        path
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("the folder can be made");
    for entry in std::fs::read_dir(from).expect("the folder is there") {
        let entry = entry.expect("it can be listed");
        let target = to.join(entry.file_name());
        if entry.file_type().expect("it has a type").is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("it can be copied");
        }
    }
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
