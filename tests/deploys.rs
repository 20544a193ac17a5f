//! The files that put gorkd into a container agree with each other, with the settings, and with what is here.
//!
//! They are only read: no image is built. Of each file's language this knows what ours use.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;
use toml::Value;

/// What the build of the binary reads.
const SOURCES: &[&str] =
    &["Cargo.toml", "Cargo.lock", "src", "core", "adapters", "eval", "config", "migrations"];
/// What must never get into a layer.
const PRIVATE: &[&str] =
    &[".git", ".env", ".env.local", "data/demo/gorkd.db", "target/debug/gorkd", "deploy/secrets/store_url"];

/// One stage of the Dockerfile.
struct Stage {
    /// An unnamed one is called by its number.
    name: String,
    from: String,
    /// What it does: the word and the rest.
    does: Vec<(String, String)>,
}

impl Stage {
    fn all(&self, word: &str) -> impl Iterator<Item = &str> {
        self.does.iter().filter(move |(name, _)| name == word).map(|(_, rest)| rest.as_str())
    }

    fn last(&self, word: &str) -> Option<&str> {
        self.all(word).last()
    }

    /// The stages and images that it is made of.
    fn needs(&self) -> Vec<&str> {
        let copied = self.all("COPY").filter_map(|rest| rest.strip_prefix("--from=")?.split(' ').next());
        copied.chain([self.from.as_str()]).collect()
    }

    /// The folder after `--data` of its ENTRYPOINT.
    fn data_folder(&self) -> String {
        let entry = list(self.last("ENTRYPOINT").expect("an ENTRYPOINT")).join(" ");
        let folder = after(&entry, "--data");
        folder.unwrap_or_else(|| panic!("the stage {} names no data folder", self.name)).to_owned()
    }
}

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|why| panic!("{path}: {why}"))
}

/// Compiling is not the only way in: what is packed is unpacked and run.
#[test]
fn what_is_packed_for_others_installs_and_runs() {
    let Some(python) = crate::slack::clients::python() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("dist");
    let run = |program: &Path, arguments: &[&str]| {
        let done =
            Command::new(program).args(arguments).current_dir(folder.path()).output().expect("it starts");
        assert!(
            done.status.success(),
            "{program:?} {arguments:?}: {}",
            String::from_utf8_lossy(&done.stderr)
        );
        String::from_utf8_lossy(&done.stdout).into_owned()
    };
    let script = root().join("deploy/dist.py").to_string_lossy().into_owned();
    let version = run(Path::new(env!("CARGO_BIN_EXE_gorkd")), &["--version"]);
    run(&python, &[&script, env!("CARGO_BIN_EXE_gorkd"), "dist"]);

    let sums = fs::read_to_string(out.join("SHA256SUMS")).expect("checksums");
    let named: Vec<(&str, &str)> = sums.lines().filter_map(|line| line.split_once("  ")).collect();
    assert_eq!(named.len(), 2, "{sums}");
    for (sum, name) in &named {
        assert_eq!(gorkd_core::model::sha256_hex(&fs::read(out.join(name)).expect("packed")), *sum, "{name}");
    }
    let packed = |end: &str| named.iter().find(|(_, name)| name.ends_with(end)).expect(end).1;
    let archive = packed(".tar.gz");
    run(Path::new("tar"), &["-xzf", &format!("dist/{archive}")]);
    let unpacked = folder.path().join(archive.trim_end_matches(".tar.gz"));
    assert_eq!(run(&unpacked.join("gorkd"), &["--version"]), version);
    for beside in ["README.md", "LICENSE", "CHANGELOG.md"] {
        assert_eq!(fs::read(unpacked.join(beside)).ok(), fs::read(root().join(beside)).ok(), "{beside}");
    }
    let wheel = format!("dist/{}", packed(".whl"));
    run(
        &python,
        &["-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target", "installed", &wheel],
    );
    assert_eq!(run(&folder.path().join("installed/bin/gorkd"), &["--version"]), version);
}

/// The Dockerfile's instructions: the word, and the rest on one line.
fn instructions() -> Vec<(String, String)> {
    let lines = read("Dockerfile");
    let lines = lines.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let joined = lines.map(|line| line.strip_suffix('\\').map_or(format!("{line}\n"), str::to_owned));
    let joined: String = joined.collect();
    let split = joined.lines().filter_map(|line| line.split_once(' '));
    split.map(|(word, rest)| (word.to_owned(), rest.trim().to_owned())).collect()
}

/// What can be said at a build, with the defaults: each ARG before the first stage.
fn arguments() -> BTreeMap<String, String> {
    let before = instructions().into_iter().take_while(|(word, _)| word == "ARG");
    let split = before.filter_map(|(_, rest)| {
        rest.split_once('=').map(|(name, value)| (name.to_owned(), value.trim_matches('"').to_owned()))
    });
    split.collect()
}

fn stages() -> Vec<Stage> {
    let mut stages: Vec<Stage> = Vec::new();
    for (word, rest) in instructions() {
        if word == "FROM" {
            let expand =
                |text: String, (name, value): (String, String)| text.replace(&format!("${{{name}}}"), &value);
            let from = arguments().into_iter().fold(rest, expand);
            let (from, name) = from.split_once(" AS ").unwrap_or((&from, ""));
            let name = if name.is_empty() { stages.len().to_string() } else { name.to_owned() };
            stages.push(Stage { name, from: from.to_owned(), does: Vec::new() });
        } else if let Some(stage) = stages.last_mut() {
            stage.does.push((word, rest));
        }
    }
    stages
}

fn stage<'a>(stages: &'a [Stage], name: &str) -> &'a Stage {
    let found = stages.iter().find(|stage| stage.name == name);
    found.unwrap_or_else(|| panic!("the Dockerfile has no stage {name}"))
}

/// The stages that are run: the last one, which `docker build` and Compose take, and the one that fly takes.
fn run(stages: &[Stage]) -> [&Stage; 2] {
    assert!(!read("compose.yaml").contains("target:"), "Compose takes the last stage, too");
    [stages.last().expect("a stage"), stage(stages, &fly("build.build-target"))]
}

/// The words of an instruction that is a list, such as `ENTRYPOINT ["gorkd"]`.
fn list(text: &str) -> Vec<String> {
    serde_json::from_str(text)
        .unwrap_or_else(|_| panic!("{text} is no list: a shell would run it, without CMD"))
}

/// What fly.toml has under a path such as `http_service.internal_port`.
fn fly(path: &str) -> String {
    let text: Value = toml::from_str(&read("fly.toml")).expect("fly.toml is TOML");
    let step = |value: Option<Value>, key: &str| value?.get(key).cloned();
    let found = path.split('.').fold(Some(text), step).unwrap_or_else(|| panic!("fly.toml has no {path}"));
    found.to_string().trim_matches('"').to_owned()
}

/// The lines of compose.yaml that stand deeper than the first `key:`, up to the next that does not.
fn compose(key: &str) -> Vec<String> {
    let text = read("compose.yaml");
    let deep = |line: &str| line.len() - line.trim_start().len();
    let mut lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    let head = lines.find(|line| line.trim() == format!("{key}:"));
    let head = head.unwrap_or_else(|| panic!("compose.yaml has no {key}"));
    lines.take_while(|line| deep(line) > deep(head)).map(|line| line.trim().to_owned()).collect()
}

/// Every setting with its default, from the page that has them all.
pub fn settings() -> BTreeMap<String, String> {
    let page = read("docs/settings.md");
    let cells = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | `"));
    let found: BTreeMap<String, String> =
        cells.filter_map(|(key, rest)| Some((key.to_owned(), rest.split_once('`')?.0.to_owned()))).collect();
    assert!(found.len() > 100, "hardly any setting was found in docs/settings.md: {}", found.len());
    found
}

/// Does .dockerignore keep this path back?
fn is_ignored(path: &str) -> bool {
    let text = read(".dockerignore");
    let patterns = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    patterns.fold(false, |ignored, line| {
        assert!(!line.contains("**") && !line.contains('?'), "this test cannot read {line}");
        let pattern = line.trim_start_matches('!');
        let same = |(pattern, part): (&str, &str)| match pattern.split_once('*') {
            Some((start, end)) => part.starts_with(start) && part.ends_with(end),
            None => part == pattern,
        };
        let deep = pattern.split('/').count() <= path.split('/').count();
        if deep && pattern.split('/').zip(path.split('/')).all(same) {
            !line.starts_with('!')
        } else {
            ignored
        }
    })
}

/// A file, or all files of a folder, from the root. What the page is built with and into is made anew everywhere.
fn below(path: &str) -> Vec<String> {
    let Ok(entries) = fs::read_dir(root().join(path)) else { return vec![path.to_owned()] };
    let names = entries.map(|entry| entry.expect("an entry can be read").file_name());
    let kept = names.filter(|name| name != "node_modules" && name != "dist");
    kept.flat_map(|name| below(&format!("{path}/{}", name.to_string_lossy()))).collect()
}

/// The word after another.
fn after<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    text.split_whitespace().skip_while(|one| *one != word).nth(1)
}

#[test]
fn every_image_starts_the_server() {
    let stages = stages();
    for stage in run(&stages) {
        assert!(stage.last("ENTRYPOINT").is_some(), "the stage {} has no ENTRYPOINT", stage.name);
        let made_of_it = stages.iter().any(|other| other.needs().contains(&stage.name.as_str()));
        assert!(!made_of_it, "the stage {} is run, and another is made of it", stage.name);
    }
    for stage in &stages {
        let at = |word: &str| stage.does.iter().rposition(|(name, _)| name == word);
        let (Some(entry), cmd) = (at("ENTRYPOINT"), at("CMD")) else { continue };
        list(&stage.does[entry].1);
        assert!(cmd > Some(entry), "the ENTRYPOINT of {} takes away the CMD that it inherits", stage.name);
        assert_eq!(list(stage.last("CMD").expect("it was found")), ["serve"], "{}", stage.name);
    }
}

#[test]
fn every_stage_is_made_of_what_is_above_it() {
    let stages = stages();
    for (at, stage) in stages.iter().enumerate() {
        for need in stage.needs() {
            let above = stages[..at].iter().any(|other| other.name == need);
            assert!(above || need.contains(':'), "{} is made of {need}, which is not above it", stage.name);
        }
    }
    for name in ["chromium-0", "chromium-1"] {
        stage(&stages, name);
    }
}

#[test]
fn what_is_copied_is_here_and_is_sent_to_the_builder() {
    let stages = stages();
    let copied: Vec<&str> = stages.iter().flat_map(|stage| stage.all("COPY")).collect();
    let copied: Vec<&str> = copied.into_iter().filter(|rest| !rest.starts_with("--from=")).collect();
    assert!(!copied.is_empty(), "nothing is copied: this test saw nothing");
    for rest in copied {
        let words: Vec<&str> = rest.split_whitespace().filter(|word| !word.starts_with("--")).collect();
        for source in &words[..words.len() - 1] {
            assert!(root().join(source).exists(), "COPY {rest}: there is no {source}");
            assert!(!is_ignored(source), "COPY {rest}: .dockerignore keeps {source} back");
        }
    }
}

#[test]
fn the_builder_gets_all_that_it_reads_and_nothing_private() {
    let read: Vec<String> = SOURCES.iter().flat_map(|source| below(source)).collect();
    assert!(read.len() > 200, "hardly any source was found: {}", read.len());
    let kept_back: Vec<String> = read.into_iter().filter(|path| is_ignored(path)).collect();
    assert!(kept_back.is_empty(), ".dockerignore keeps back what the build reads: {kept_back:?}");
    assert!(
        is_ignored("adapters/web/ui/node_modules"),
        "what the page is built with is installed in the image"
    );
    let sent: Vec<&&str> = PRIVATE.iter().filter(|path| !is_ignored(path)).collect();
    assert!(sent.is_empty(), ".dockerignore lets through {sent:?}");
}

#[test]
fn dependencies_are_compiled_before_the_sources_are_there() {
    let stages = stages();
    let does = &stage(&stages, "build").does;
    let sources = does.iter().position(|(word, rest)| word == "COPY" && !rest.starts_with("--from="));
    let (before, rest) = does.split_at(sources.expect("the sources are copied"));
    let cargo = |does: &[(String, String)]| {
        let mut commands = does.iter().flat_map(|(_, rest)| rest.split("&&"));
        commands
            .find_map(|one| Some(one.trim().strip_prefix("cargo build ")?.to_owned()))
            .expect("cargo builds")
    };
    assert_eq!(cargo(before), cargo(rest), "with other options the dependencies are compiled again");
}

#[test]
fn every_setting_that_is_named_exists() {
    let settings = settings();
    let mut named = BTreeSet::new();
    let files = ["Dockerfile", "fly.toml", "compose.yaml", "README.md"];
    let files = files
        .into_iter()
        .chain(["deploy/docker-compose.yml", "deploy/fly.toml", "deploy/gorkd.service"])
        .map(str::to_owned);
    for file in files.chain(below("docs").into_iter().filter(|path| path.ends_with(".md"))) {
        for part in read(&file).split("GORKD__").skip(1) {
            let name =
                part.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default();
            let key = name.to_lowercase().replace("__", ".");
            // A file that contains the value.
            let key = key
                .strip_suffix("_file")
                .filter(|key| settings.contains_key(*key))
                .unwrap_or(&key)
                .to_owned();
            assert!(settings.contains_key(&key), "{file} names GORKD__{name}, and there is no {key}");
            named.insert((file.clone(), key));
        }
    }
    let saw = |file: &str, key: &str| named.contains(&(file.to_owned(), key.to_owned()));
    assert!(saw("Dockerfile", "reader.browser") && saw("compose.yaml", "discord.token"), "{named:?}");
    assert!(saw("deploy/docker-compose.yml", "store.url") && saw("deploy/gorkd.service", "store.url"));
    assert!(saw("fly.toml", "web.public_url") && saw("fly.toml", "slack.bot_token"), "{named:?}");
}

#[test]
fn all_speak_of_the_same_port_and_the_same_folder() {
    let stages = stages();
    let port = &settings()["web.port"];
    let exposed: Vec<&str> = stages.iter().flat_map(|stage| stage.all("EXPOSE")).collect();
    assert_eq!((exposed, &fly("http_service.internal_port")), (vec![port.as_str()], port));
    assert_eq!(compose("ports"), [format!("- \"{port}:{port}\"")]);
    let check = compose("healthcheck").join(" ");
    assert!(check.contains(&format!("/dev/tcp/127.0.0.1/{port} ")), "{check}");
    let [last, on_fly] = run(&stages).map(Stage::data_folder);
    assert_eq!(run(&stages)[0].last("VOLUME"), Some(last.as_str()));
    assert_eq!(compose("volumes"), [format!("- data:{last}")]);
    assert_eq!(fly("mounts.destination"), on_fly);
}

#[test]
fn fly_is_told_of_one_place_and_one_name() {
    let text = read("fly.toml");
    let create = text.lines().find(|line| line.contains("fly volumes create")).expect("how to make a volume");
    let volume = create.split_once("fly volumes ").map_or("", |(_, rest)| rest);
    assert_eq!(after(volume, "create"), Some(fly("mounts.source").as_str()));
    assert_eq!(after(volume, "--region"), Some(fly("primary_region").as_str()));
    assert_eq!(fly("env.GORKD__WEB__PUBLIC_URL"), format!("https://{}.fly.dev", fly("app")));
}

#[test]
fn only_arguments_of_the_dockerfile_are_given() {
    let known = arguments();
    let all: Vec<String> =
        known.iter().map(|(name, value)| format!("{name}: \"${{{name}:-{value}}}\"")).collect();
    assert_eq!(compose("args").into_iter().collect::<BTreeSet<_>>(), all.into_iter().collect());
    let text = read("fly.toml");
    let shown = text.lines().skip_while(|line| *line != "# [build.args]").skip(1);
    let shown = shown.map_while(|line| line.strip_prefix("# ")?.split_once(" = "));
    let shown: BTreeSet<String> = shown.map(|(name, _)| name.to_owned()).collect();
    assert_eq!(shown, known.into_keys().collect());
}
