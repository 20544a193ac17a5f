//! The real binary, run as a person would, in a home folder of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// Providers that are asked without a key.
const ON_THE_WEB: [&str; 6] = ["WIKIPEDIA", "SEMANTIC_SCHOLAR", "PUBMED", "ARXIV", "OPENALEX", "CROSSREF"];

/// A machine with nothing on it but gorkd: an empty home and an empty data folder.
pub struct Machine {
    home: TempDir,
}

impl Machine {
    pub fn new() -> Self {
        Self { home: tempfile::tempdir().expect("a temporary folder") }
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
        for name in ON_THE_WEB {
            command.env(format!("GORKD__SEARCH__{name}__ENABLED"), "false");
        }
        command.arg("--data").arg(self.data()).args(args);
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

pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
