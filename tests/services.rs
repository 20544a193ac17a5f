//! The systemd unit, the Compose file with Postgres and the groups of fly.io name what there is, leave gorkd time to stop,
//! and hold no secret.
//!
//! They are only read: nothing is started from them.

use crate::deploys::{read, settings};
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

const UNIT: &str = "deploy/gorkd.service";
const COMPOSE: &str = "deploy/docker-compose.yml";

/// Directives that the unit uses, as systemd.unit(5), systemd.service(5), systemd.exec(5), systemd.kill(5) and
/// systemd.resource-control(5) have them.
const KNOWN: &[(&str, &[&str])] = &[
    ("Unit", &["Description", "Documentation", "Wants", "After", "StartLimitIntervalSec", "StartLimitBurst"]),
    (
        "Service",
        &[
            "Type",
            "ExecStart",
            "User",
            "Group",
            "StateDirectory",
            "StateDirectoryMode",
            "WorkingDirectory",
            "EnvironmentFile",
            "Environment",
            "LoadCredential",
            "UMask",
            "Restart",
            "RestartSec",
            "RestartPreventExitStatus",
            "KillMode",
            "KillSignal",
            "TimeoutStopSec",
            "MemoryMax",
            "TasksMax",
            "LimitNOFILE",
            "NoNewPrivileges",
            "CapabilityBoundingSet",
            "AmbientCapabilities",
            "ProtectSystem",
            "ProtectHome",
            "PrivateTmp",
            "PrivateDevices",
            "ProtectClock",
            "ProtectControlGroups",
            "ProtectHostname",
            "ProtectKernelLogs",
            "ProtectKernelModules",
            "ProtectKernelTunables",
            "ProtectProc",
            "RestrictAddressFamilies",
            "RestrictRealtime",
            "RestrictSUIDSGID",
            "LockPersonality",
            "RemoveIPC",
            "SystemCallArchitectures",
            "SystemCallFilter",
            "SystemCallErrorNumber",
            "MemoryDenyWriteExecute",
            "RestrictNamespaces",
        ],
    ),
    ("Install", &["WantedBy"]),
];

/// What keeps a program that reads foreign documents away from everything else.
const SANDBOX: &[(&str, &str)] = &[
    ("NoNewPrivileges", "yes"),
    ("CapabilityBoundingSet", ""),
    ("ProtectSystem", "strict"),
    ("ProtectHome", "yes"),
    ("PrivateTmp", "yes"),
    ("PrivateDevices", "yes"),
    ("RestrictSUIDSGID", "yes"),
    ("SystemCallFilter", "@system-service landlock_create_ruleset landlock_restrict_self seccomp"),
];

/// Lines of the unit: section, directive, value. With `commented`, also those that a comment sign stands before.
fn unit(commented: bool) -> Vec<(String, String, String)> {
    let (mut section, mut lines) = (String::new(), Vec::new());
    for line in read(UNIT).lines() {
        let line = match line.strip_prefix('#') {
            Some(rest) if commented && rest.starts_with(|c: char| c.is_ascii_uppercase()) => rest,
            Some(_) => continue,
            None => line,
        };
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            name.clone_into(&mut section);
        } else if let Some((directive, value)) = line.split_once('=') {
            lines.push((section.clone(), directive.to_owned(), value.to_owned()));
        } else {
            assert!(line.is_empty(), "{UNIT} has a line that is no directive: {line}");
        }
    }
    lines
}

fn directive(name: &str) -> String {
    let values: Vec<String> =
        unit(false).into_iter().filter(|(_, one, _)| one == name).map(|(_, _, v)| v).collect();
    assert_eq!(values.len(), 1, "{name} is given {} times", values.len());
    values.into_iter().next().expect("one")
}

fn grace_seconds() -> u64 {
    settings()["worker.grace_ms"].parse::<u64>().expect("a number") / 1000
}

#[test]
fn the_unit_has_directives_that_there_are() {
    for (section, directive, _) in unit(true) {
        let known = KNOWN.iter().find(|(name, _)| *name == section).map_or(&[][..], |(_, known)| *known);
        assert!(known.contains(&directive.as_str()), "[{section}] {directive}");
    }
    for (name, value) in SANDBOX {
        assert_eq!(directive(name), *value, "{name}");
    }
}

#[test]
fn the_unit_starts_a_command_that_there_is_in_the_folder_that_it_may_write() {
    let start = directive("ExecStart");
    let words: Vec<&str> = start.split(' ').collect();
    assert!(words[0].starts_with('/') && words[0].ends_with("/gorkd"), "{start}");
    assert_eq!(words[1..3], ["--data", format!("/var/lib/{}", directive("StateDirectory")).as_str()]);
    assert_eq!(directive("WorkingDirectory"), words[2]);
    let help = Command::new(env!("CARGO_BIN_EXE_gorkd")).args(&words[3..]).arg("--help").output();
    assert!(help.expect("it starts").status.success(), "{start}");
}

#[test]
fn the_unit_waits_for_the_drain_before_it_kills() {
    let wait: u64 = directive("TimeoutStopSec").parse().expect("seconds");
    assert!(wait >= grace_seconds() + 10, "{wait} seconds");
    assert_eq!((directive("KillSignal"), directive("KillMode")), ("SIGTERM".into(), "mixed".into()));
}

#[test]
fn the_unit_takes_each_secret_from_a_credential() {
    let lines = unit(true);
    let all = |name: &str| -> BTreeSet<String> {
        lines.iter().filter(|(_, one, _)| one == name).map(|(_, _, value)| value.clone()).collect()
    };
    let loaded: BTreeSet<String> = all("LoadCredential")
        .iter()
        .map(|value| value.split_once(':').expect("a name and a path").0.to_owned())
        .collect();
    let used: BTreeSet<String> = all("Environment")
        .iter()
        .map(|value| {
            let (name, path) = value.split_once('=').expect("a name and a value");
            assert!(name.ends_with("_FILE"), "{name} would be read by everybody who may look at the unit");
            path.strip_prefix("%d/").unwrap_or_else(|| panic!("{value} names no credential")).to_owned()
        })
        .collect();
    assert!(loaded.len() > 3, "{loaded:?}");
    assert_eq!(loaded, used);
}

fn compose(file: &str) -> Value {
    serde_yaml_ng::from_str(&read(file)).unwrap_or_else(|why| panic!("{file}: {why}"))
}

fn names(value: &Value) -> BTreeSet<String> {
    value.as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect()
}

#[test]
fn all_services_are_checked_and_gorkd_waits_for_the_database() {
    let compose = compose(COMPOSE);
    let services = &compose["services"];
    assert_eq!(names(services), ["gorkd", "postgres", "valkey", "worker"].map(str::to_owned).into());
    assert!(services["postgres"]["image"].as_str().is_some_and(|image| image.starts_with("postgres:16")));
    for name in ["gorkd", "postgres", "valkey", "worker"] {
        let check = &services[name]["healthcheck"];
        assert!(check["test"].as_array().is_some_and(|test| test[0] == "CMD" && test.len() > 2), "{name}");
        assert!(check["interval"].is_string() && check["timeout"].is_string(), "{name}");
    }
    // Whose loss stops nothing is waited for by nobody.
    assert_eq!(services["gorkd"]["depends_on"]["valkey"]["condition"], "service_started");
    assert_eq!(services["gorkd"]["environment"]["GORKD__REDIS__URL"], "redis://valkey:6379/0");
    assert!(services["valkey"]["ports"].is_null(), "it has no password");
    for name in ["gorkd", "worker"] {
        assert_eq!(services[name]["depends_on"]["postgres"]["condition"], "service_healthy");
        let wait = services[name]["stop_grace_period"].as_str().and_then(|wait| wait.strip_suffix('s'));
        let wait: u64 = wait.and_then(|wait| wait.parse().ok()).expect("seconds");
        assert!(wait >= grace_seconds() + 10, "{name}: {wait} seconds");
    }
    let command: Vec<&str> =
        services["worker"]["command"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    is_a_command(&command);
    let check = services["worker"]["healthcheck"]["test"].to_string();
    assert!(check.contains(&format!("/dev/tcp/127.0.0.1/{} ", settings()["web.health_port"])), "{check}");
}

/// `gorkd` takes these arguments.
fn is_a_command(words: &[&str]) {
    let help = Command::new(env!("CARGO_BIN_EXE_gorkd")).args(words).arg("--help").output();
    assert!(help.expect("it starts").status.success(), "{words:?}");
}

#[test]
fn the_groups_of_fly_have_all_roles_and_each_is_checked_where_it_listens() {
    let fly: toml::Value = toml::from_str(&read("deploy/fly.toml")).expect("it is TOML");
    let groups = fly["processes"].as_table().expect("groups");
    let mut roles = Vec::new();
    for command in groups.values() {
        let words: Vec<&str> = command.as_str().expect("a command").split(' ').collect();
        is_a_command(&words);
        assert_eq!(words[..2], ["serve", "--roles"]);
        roles.extend(words[2].split(',').map(str::to_owned));
    }
    roles.sort();
    assert_eq!(roles, ["discord", "library", "scheduler", "slack", "web", "worker"]);
    let of = |value: &toml::Value| -> Vec<String> {
        let names = value.as_array().expect("groups").iter();
        names.map(|name| name.as_str().expect("a name").to_owned()).collect()
    };
    let (served, checked) = (of(&fly["http_service"]["processes"]), of(&fly["checks"]["ready"]["processes"]));
    let all: BTreeSet<String> = served.iter().chain(&checked).cloned().collect();
    assert_eq!(all, groups.keys().cloned().collect());
    let port = |value: &toml::Value| value.as_integer().expect("a port").to_string();
    assert_eq!(served, ["web"]);
    assert_eq!(port(&fly["http_service"]["internal_port"]), settings()["web.port"]);
    assert_eq!(port(&fly["checks"]["ready"]["port"]), settings()["web.health_port"]);
    assert_eq!(fly["env"]["GORKD__WEB__PUBLIC_URL"].as_str(), Some("https://gorkd.fly.dev"));
    assert_eq!(fly["app"].as_str(), Some("gorkd"));
    let wait = fly["kill_timeout"].as_integer().and_then(|wait| u64::try_from(wait).ok()).expect("seconds");
    assert!(wait >= grace_seconds() + 10, "{wait} seconds");
}

#[test]
fn both_compose_files_build_and_check_the_same() {
    let (alone, with_postgres) = (compose("compose.yaml"), compose(COMPOSE));
    let of = |file: &Value, key: &str| file["services"]["gorkd"][key].clone();
    assert_eq!(of(&alone, "build")["args"], of(&with_postgres, "build")["args"]);
    assert_eq!(of(&alone, "healthcheck")["test"], of(&with_postgres, "healthcheck")["test"]);
    assert_eq!(of(&alone, "volumes"), of(&with_postgres, "volumes"));
    // One that is published to every interface is a choice that the other file leaves to its reader.
    let port = settings()["web.port"].clone();
    assert_eq!(of(&with_postgres, "ports"), serde_json::json!([format!("127.0.0.1:{port}:{port}")]));
}

#[test]
fn no_secret_stands_in_the_compose_file() {
    let compose = compose(COMPOSE);
    let declared = names(&compose["secrets"]);
    let mut used = BTreeSet::new();
    for (service, of) in compose["services"].as_object().expect("services") {
        let given = of["secrets"].as_array().cloned().unwrap_or_default();
        let given: BTreeSet<String> =
            given.iter().map(|one| one.as_str().expect("a name").to_owned()).collect();
        for (name, value) in of["environment"].as_object().into_iter().flatten() {
            let secret = ["PASSWORD", "KEY", "TOKEN", "SECRET", "STORE__URL", "AUTHORIZATION"];
            let Some(value) = value.as_str().filter(|_| secret.iter().any(|word| name.contains(word))) else {
                continue;
            };
            let file = value.strip_prefix("/run/secrets/");
            let file = file.unwrap_or_else(|| panic!("{service} has {name} in plain text"));
            assert!(name.ends_with("_FILE") && given.contains(file), "{service}: {name}");
        }
        used.extend(given);
    }
    assert_eq!(used, declared);
    for name in declared {
        assert_eq!(compose["secrets"][&name]["file"], format!("./secrets/{name}"));
    }
    assert!(read(".gitignore").lines().any(|line| line == "/deploy/secrets"), "git must not take them");
}
