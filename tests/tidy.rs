//! Keeps the shape of the project: who may depend on whom, what the pure core may not touch, how long a file
//! may be, and what the documents promise.
//!
//! Every rule names its reason in the message of its failure, so that whoever meets one can decide whether the
//! change is wrong or the rule is. Rules look at the working folder, so they see files before they are committed.

mod dependencies;
mod documents;
mod purity;
mod scan;
mod shape;
mod sockets;
mod words;

use std::fs;
use std::path::{Path, PathBuf};

/// One file of the repository that holds text.
struct File {
    /// From the root, with `/` between the parts.
    path: String,
    text: String,
}

impl File {
    fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// Tests may be long, and may use the clock: whole files of them are told by their place.
    fn is_test(&self) -> bool {
        self.is_tests_of_a_module() || self.path.split('/').any(|part| part == "tests")
    }

    /// The tests of one module in a file beside it.
    fn is_tests_of_a_module(&self) -> bool {
        self.path.ends_with("/tests.rs") || self.path.ends_with("_tests.rs")
    }
}

/// Folders at the root that are no part of the project: what is built, what gorkd keeps, what belongs to git or to
/// one machine.
const NOT_OURS: &[&str] = &[".git", ".cargo", "target", "data", "dist"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files with text in them, in the order of their paths.
fn files() -> Vec<File> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = vec![root().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the project can be listed") {
            let entry = entry.expect("an entry of a folder can be read");
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            let ours = folder != root() || !NOT_OURS.contains(&name.as_str());
            let kind = entry.file_type().expect("an entry has a type");
            if kind.is_dir() && ours && name != "node_modules" {
                folders.push(path);
            } else if kind.is_file()
                && ours
                && let Ok(text) = fs::read_to_string(&path)
            {
                let path = path.strip_prefix(root()).expect("it lies under the root");
                found.push(File { path: path.to_string_lossy().replace('\\', "/"), text });
            }
        }
    }
    assert!(found.len() > 30, "hardly any file was found under {}: the rules saw nothing", root().display());
    found.sort_by(|one, other| one.path.cmp(&other.path));
    found
}

/// Fails with everything that was found at once, and with the reason for the rule.
#[track_caller]
fn none(found: &[String], why: &str) {
    assert!(found.is_empty(), "\n{why}\n\n  {}\n", found.join("\n  "));
}
