//! Who may depend on whom: the ring of crates, and what may stand in `Cargo.lock`.

use super::{none, root};
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// What each crate of the workspace may depend on within the workspace. The binary may depend on all.
const RING: &[(&str, &[&str])] = &[
    ("gorkd-core", &[]),
    ("gorkd-chat", &["gorkd-core"]),
    ("gorkd-cli", &["gorkd-core"]),
    ("gorkd-discord", &["gorkd-core", "gorkd-chat"]),
    // Measures from outside, and may look at each part by itself; never at the binary.
    (
        "gorkd-eval",
        &["gorkd-core", "gorkd-rules", "gorkd-models", "gorkd-net", "gorkd-reader", "gorkd-search"],
    ),
    ("gorkd-mcp", &["gorkd-core"]),
    ("gorkd-models", &["gorkd-core", "gorkd-net"]),
    ("gorkd-net", &["gorkd-core"]),
    ("gorkd-reader", &["gorkd-core", "gorkd-net"]),
    ("gorkd-rules", &["gorkd-core"]),
    ("gorkd-search", &["gorkd-core", "gorkd-net"]),
    ("gorkd-slack", &["gorkd-core", "gorkd-chat"]),
    ("gorkd-store", &["gorkd-core"]),
    ("gorkd-web", &["gorkd-core"]),
    ("gorkd-words", &[]),
];
const BINARY: &str = "gorkd";

/// The catalogue of sentences, which knows nothing of gorkd: everybody may take words from it.
const LEAF: &str = "gorkd-words";

/// What tests of an adapter may use beside that: real rules. The core's own may not, or its types would be there twice.
const IN_TESTS: &str = "gorkd-rules";

/// Libraries that exactly one crate wraps. Everybody else speaks to the outside thing through a port.
const WRAPPED: &[(&str, &str)] = &[
    ("dom_smoothie", "gorkd-reader"),
    ("genai", "gorkd-models"),
    ("redis", "gorkd-store"),
    ("rmcp", "gorkd-mcp"),
    ("rten", "gorkd-models"),
    ("serenity", "gorkd-discord"),
    ("slack-morphism", "gorkd-slack"),
    ("sqlx", "gorkd-store"),
    ("tantivy", "gorkd-search"),
    ("trafilatura", "gorkd-reader"),
];

/// What the core may not reach, not even through another library.
const OUTSIDE: &[&str] = &[
    "axum",
    "clap",
    "hyper",
    "libsqlite3-sys",
    "reqwest",
    "rustls",
    "serenity",
    "slack-morphism",
    "sqlx",
    "tantivy",
];

/// Libraries that may not be in the build at all, with the reason.
const BANNED: &[(&str, &str)] = &[
    ("aws-lc-rs", "ring is the one crypto provider; this one needs cmake to build"),
    ("aws-lc-sys", "ring is the one crypto provider; this one needs cmake to build"),
    ("openssl-sys", "rustls is the one TLS; this one needs a library that a fresh machine may not have"),
    ("native-tls", "rustls is the one TLS; this one needs a library that a fresh machine may not have"),
];

#[test]
fn crates_depend_on_the_core_and_not_on_each_other() {
    let metadata = metadata();
    let workspace: BTreeSet<&str> = metadata.packages.iter().map(|package| package.name.as_str()).collect();
    let mut found = Vec::new();
    for package in &metadata.packages {
        let name = package.name.as_str();
        let allowed = RING.iter().find(|(member, _)| *member == name).map(|(_, allowed)| *allowed);
        if name != BINARY && allowed.is_none() {
            found.push(format!(
                "{name} is in the workspace and not in the ring: say here what it may depend on"
            ));
        }
        for dependency in package.dependencies.iter().filter(|one| workspace.contains(one.name.as_str())) {
            let tests = dependency.kind == DependencyKind::Development && name != "gorkd-core";
            let fine = |allowed: &[&str]| {
                allowed.contains(&dependency.name.as_str())
                    || dependency.name == LEAF
                    || (tests && dependency.name == IN_TESTS)
            };
            if allowed.is_some_and(|allowed| !fine(allowed)) {
                found.push(format!("{name} depends on {}", dependency.name));
            }
        }
    }
    none(
        &found,
        "Core says what a job is, rules decide, adapters touch the world, the binary connects them. An adapter that knows \
         another one cannot be replaced alone, and a core that knows rules or adapters cannot be tested without them. Put what two adapters share \
         into the core, as a port or a plain type.",
    );
}

#[test]
fn each_outside_thing_is_wrapped_by_one_crate() {
    let mut found = Vec::new();
    for package in &metadata().packages {
        for dependency in package.dependencies.iter().filter(|one| one.kind == DependencyKind::Normal) {
            for (library, owner) in WRAPPED {
                if dependency.name == *library && package.name.as_str() != *owner {
                    found.push(format!("{} depends on {library}, which belongs to {owner}", package.name));
                }
            }
        }
    }
    none(
        &found,
        "A library that is used in one place can be replaced in one place. Go through the crate that wraps it.",
    );
}

#[test]
fn the_core_reaches_no_socket_and_no_database() {
    let graph = locked();
    let mut reached: BTreeMap<&str, &str> = BTreeMap::new();
    let mut open = vec!["gorkd-core", "gorkd-rules"];
    while let Some(name) = open.pop() {
        for dependency in graph.get(name).map(|locked| &locked.dependencies).into_iter().flatten() {
            if reached.insert(dependency, name).is_none() {
                open.push(dependency);
            }
        }
    }
    assert!(
        reached.contains_key("serde"),
        "Cargo.lock was not understood: the core seems to depend on nothing"
    );
    let found: Vec<String> = OUTSIDE
        .iter()
        .filter_map(|name| {
            reached.get(name).map(|by| format!("the core or its rules reach {name} through {by}"))
        })
        .collect();
    none(
        &found,
        "The core knows no platform, provider, database or socket: that is what lets a whole job run in a test, in \
         milliseconds, against a simulated world. Hide the library behind a port and use it in an adapter.",
    );
}

#[test]
fn there_is_one_sqlite_and_one_tls() {
    let graph = locked();
    let mut found: Vec<String> = BANNED
        .iter()
        .filter(|(name, _)| graph.contains_key(*name))
        .map(|(name, why)| format!("{name} is in Cargo.lock: {why}"))
        .collect();
    let versions = graph.get("libsqlite3-sys").map_or(0, |locked| locked.versions);
    if versions != 1 {
        found.push(format!(
            "libsqlite3-sys is in Cargo.lock {versions} times, and has to be there once: SQLite before 3.51.3 can lose \
             committed rows, and a second crate that brings its own brings an old one (sqlx 0.8 does)"
        ));
    }
    none(
        &found,
        "The build needs a Rust toolchain and a C compiler and nothing else, and holds one of each thing.",
    );
}

#[test]
fn there_is_one_integration_test_binary() {
    let found: Vec<String> = metadata()
        .packages
        .iter()
        .flat_map(|package| package.targets.iter().map(move |target| (package.name.as_str(), target)))
        .filter(|(package, target)| target.is_test() && (*package, target.name.as_str()) != (BINARY, "all"))
        .map(|(package, target)| format!("{package}: {}", target.src_path))
        .collect();
    none(
        &found,
        "Every integration-test binary links all dependencies once more, which costs half a minute on a small machine. \
         Add a module to tests/all.rs instead.",
    );
}

/// The workspace's own crates and what each declares. Needs no network.
fn metadata() -> Metadata {
    let mut command = MetadataCommand::new();
    command.manifest_path(root().join("Cargo.toml")).no_deps();
    command.other_options(["--offline".to_owned(), "--locked".to_owned()]);
    command.exec().expect("cargo can describe the workspace")
}

/// A library of `Cargo.lock`, all its versions taken together.
#[derive(Default)]
struct Locked {
    versions: usize,
    dependencies: BTreeSet<String>,
}

/// `Cargo.lock` by name.
fn locked() -> BTreeMap<String, Locked> {
    let text = fs::read_to_string(root().join("Cargo.lock")).expect("Cargo.lock is there");
    let lock: toml::Value = toml::from_str(&text).expect("Cargo.lock is TOML");
    let mut graph: BTreeMap<String, Locked> = BTreeMap::new();
    for package in lock.get("package").and_then(toml::Value::as_array).into_iter().flatten() {
        let name = package.get("name").and_then(toml::Value::as_str).expect("a package has a name");
        let entry = graph.entry(name.to_owned()).or_default();
        entry.versions += 1;
        let dependencies = package.get("dependencies").and_then(toml::Value::as_array);
        let names = dependencies.into_iter().flatten().filter_map(toml::Value::as_str);
        // `name`, or `name version` where there are several.
        entry.dependencies.extend(names.filter_map(|name| name.split(' ').next()).map(str::to_owned));
    }
    graph
}
