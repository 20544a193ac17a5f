use super::*;
use gorkd_store::Location;
use secrecy::ExposeSecret;
use std::collections::BTreeSet;
use std::path::Path;

fn set(options: &[&str]) -> Sources {
    Sources { set: options.iter().map(|&option| option.to_owned()).collect(), ..Sources::default() }
}

fn with_file(text: &str) -> (tempfile::TempDir, Sources) {
    let folder = tempfile::tempdir().expect("a folder for a test");
    let path = folder.path().join("config.toml");
    std::fs::write(&path, text).expect("it can be written");
    (folder, Sources { file: Some(path), ..Sources::default() })
}

fn problems(sources: &Sources) -> Vec<String> {
    match Settings::load(sources) {
        Ok(_) => Vec::new(),
        Err(Problems(problems)) => problems.iter().map(Problem::to_string).collect(),
    }
}

#[test]
fn the_defaults_are_complete_and_right() {
    let settings = Settings::load(&Sources::default()).expect("the built-in settings");
    let standard = &settings.profiles[&gorkd_core::model::Profile::Standard];
    assert_eq!((standard.seconds, standard.reserve_seconds, standard.usd), (60, 15, 0.20));
    assert_eq!(settings.profiles.len(), 3);
    assert_eq!(settings.ask.privacy, gorkd_core::model::Privacy::Hybrid);
    assert!(settings.search["library"].enabled && !settings.search["searxng"].enabled);
    assert!(settings.search["searxng"].base_url.is_none());
    assert_eq!(settings.store.max_bytes(), None);
    assert!(
        matches!(settings.store.location("/data".as_ref()), Location::Folder(folder) if folder == Path::new("/data"))
    );
    assert!(settings.reader.browser.is_none() && settings.reader.children() >= 1);
}

#[test]
fn every_key_is_documented_and_known_and_has_a_default() {
    let mut problems = Vec::new();
    let mut documented = BTreeSet::new();
    for text in [DEFAULTS, PROFILES] {
        documented.extend(from_toml(text, |_| Origin::Default, &mut problems).into_iter().map(|one| one.key));
        let mut above = "";
        for line in text.lines() {
            if line.contains(" = ") && !line.starts_with('#') {
                assert!(above.starts_with("# "), "no comment above {line}");
            }
            above = line;
        }
    }
    assert_eq!(problems, []);
    let known: BTreeSet<String> = schema::keys().into_keys().collect();
    let unknown: Vec<_> = documented.difference(&known).collect();
    let undocumented: Vec<_> = known.difference(&documented).collect();
    assert!(unknown.is_empty(), "in config/*.toml, but not in src/settings/schema.rs: {unknown:?}");
    assert!(undocumented.is_empty(), "in src/settings/schema.rs, but not in config/*.toml: {undocumented:?}");
}

/// `make docs` writes this page.
#[test]
fn the_page_of_settings_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.md");
    if std::env::var_os("GORKD_WRITE_DOCS").is_some() {
        std::fs::write(path, reference()).expect("the page can be written");
    }
    let page = std::fs::read_to_string(path).expect("the page is there");
    assert!(page == reference(), "docs/settings.md differs from the settings: run `make docs`");
}

#[test]
fn the_profiles_are_those_that_were_promised() {
    let settings = Settings::load(&Sources::default()).expect("the built-in settings");
    let rows: Vec<String> = settings
        .profiles
        .iter()
        .map(|(profile, b)| {
            format!(
                "{}: {} rounds {} queries {} pages {} citations {} results, {}/{} s, {}/{} s, {} tokens {} usd",
                profile.name(), b.rounds, b.queries, b.pages, b.citations, b.results, b.seconds,
                b.reserve_seconds, b.page_seconds, b.search_seconds, b.tokens, b.usd
            )
        })
        .collect();
    insta::assert_snapshot!(rows.join("\n"), @r"
    quick: 2 rounds 4 queries 4 pages 8 citations 5 results, 20/6 s, 8/10 s, 20000 tokens 0.05 usd
    standard: 3 rounds 8 queries 8 pages 10 citations 20 results, 60/15 s, 10/10 s, 60000 tokens 0.2 usd
    deep: 6 rounds 18 queries 16 pages 12 citations 20 results, 150/35 s, 12/10 s, 250000 tokens 1 usd
    ");
}

#[test]
fn later_layers_win_and_say_where_a_value_came_from() {
    let (_folder, mut sources) = with_file("[admission]\nruns = 2\nper_minutes = 3\n[worker]\njobs = 4\n");
    sources.environment = vec![
        ("GORKD__ADMISSION__RUNS".into(), "7".into()),
        ("GORKD__WORKER__JOBS".into(), "8".into()),
        ("GORKD_DATA".into(), "/elsewhere".into()),
        ("HOME".into(), "/home/somebody".into()),
    ];
    sources.set = vec!["admission.runs=8".into(), "admission.runs = 9".into()];
    let settings = Settings::load(&sources).expect("all of it is allowed");
    assert_eq!(settings.admission.runs, 9);
    assert_eq!(settings.worker.jobs, 8);
    assert_eq!(settings.admission.per_minutes, 3);
    let origin =
        |key: &str| settings.shown().iter().find(|shown| shown.key == key).map(|shown| shown.origin.clone());
    assert_eq!(origin("admission.runs"), Some(Origin::Option("--set")));
    assert_eq!(origin("worker.jobs"), Some(Origin::Environment("GORKD__WORKER__JOBS".into())));
    assert_eq!(
        origin("admission.per_minutes"),
        Some(Origin::File { path: sources.file.expect("it is there"), line: 3 })
    );
    assert_eq!(origin("worker.poll_ms"), Some(Origin::Default));
}

#[test]
fn words_are_read_as_the_key_wants_them() {
    let sources = set(&[
        "reader.allow=127.0.0.1:8400, intranet.example",
        "reader.block_sites=[\"a.example\", 'b.example']",
        "admission.exempt=",
        "search.searxng.enabled=true",
        "search.searxng.base_url=http://127.0.0.1:8888",
        "search.searxng.rate=3",
        "profiles.standard.seconds=1800",
        "profiles.standard.usd=2",
        "store.url=sqlite:/var/lib/gorkd",
        "logs.level=info,gorkd_store=debug",
        "reader.browser=/usr/bin/chromium",
    ]);
    let settings = Settings::load(&sources).expect("all of it is allowed");
    assert_eq!(settings.reader.allow, ["127.0.0.1:8400", "intranet.example"]);
    assert_eq!(settings.reader.block_sites, ["a.example", "b.example"]);
    assert!(settings.admission.exempt.is_empty());
    let searxng = &settings.search["searxng"];
    assert_eq!(searxng.base_url.as_ref().map(url::Url::as_str), Some("http://127.0.0.1:8888/"));
    assert_eq!(searxng.rate, Some(3.0));
    assert_eq!(settings.profiles[&gorkd_core::model::Profile::Standard].seconds, 1800);
    let location = settings.store.location("/data".as_ref());
    assert!(matches!(location, Location::Folder(folder) if folder == Path::new("/var/lib/gorkd")));
    assert_eq!(settings.reader.browser, Some(PathBuf::from("/usr/bin/chromium")));
}

#[test]
fn every_problem_is_reported_at_once_with_its_key_and_place() {
    let (folder, mut sources) = with_file(
        "[admission]\nruns = 0\nrums = 3\n\n[worker]\njobs = \"many\"\n\n[store]\nurl = \"mysql://x\"\n\
         [models]\nwriter = 3\n[reader]\nallow = [1, 2]\n",
    );
    sources.environment = vec![
        ("GORKD__SEARCH__SEARXNG__RATE".into(), "fast".into()),
        ("GORKD__LOGS__FORMATT".into(), "json".into()),
    ];
    sources.set = ["profiles.standard.seconds=soon", "nonsense", "ask.privacy=public", "totally.unlike=1"]
        .map(str::to_owned)
        .to_vec();
    let text = problems(&sources).join("\n").replace(&folder.path().display().to_string(), "FOLDER");
    insta::assert_snapshot!(text, @r#"
    admission.runs: 0 is not allowed; allowed: a whole number from 1 to 1000000 (FOLDER/config.toml, line 2)
    admission.rums: no such setting; did you mean admission.runs? (FOLDER/config.toml, line 3)
    worker.jobs: "many" is not allowed; allowed: a whole number from 0 to 10000 (FOLDER/config.toml, line 6)
    store.url: "mysql://x" is not allowed; allowed: empty, sqlite:FOLDER, or postgres://USER:PASSWORD@HOST/DATABASE (FOLDER/config.toml, line 9)
    models.writer: a group of settings, not one; its keys: models.writer.base_url, models.writer.context, models.writer.key, models.writer.model, models.writer.provider (FOLDER/config.toml, line 11)
    reader.allow: [1, 2] is not allowed; allowed: a list of HOST or HOST:PORT (FOLDER/config.toml, line 13)
    logs.formatt: no such setting; did you mean logs.format? (environment, GORKD__LOGS__FORMATT)
    search.searxng.rate: "fast" is not allowed; allowed: a number from 0.01 to 1000 (environment, GORKD__SEARCH__SEARXNG__RATE)
    nonsense: write it as KEY=VALUE (--set)
    profiles.standard.seconds: "soon" is not allowed; allowed: a whole number from 1 to 86400 (--set)
    ask.privacy: "public" is not allowed; allowed: local_only, hybrid, cloud_allowed (--set)
    totally.unlike: no such setting (--set)
    "#);
}

#[test]
fn a_broken_file_is_told_line_by_line_and_the_rest_is_checked_too() {
    let (folder, mut sources) = with_file("[worker\njobs = 3\n[admission]\nruns == 3\n");
    sources.set = vec!["worker.jobs=-1".into()];
    let text = problems(&sources).join("\n").replace(&folder.path().display().to_string(), "FOLDER");
    insta::assert_snapshot!(text, @r#"
    invalid TOML: unclosed table, expected `]` (FOLDER/config.toml, line 1)
    invalid TOML: extra `=`, expected nothing (FOLDER/config.toml, line 4)
    worker.jobs: "-1" is not allowed; allowed: a whole number from 0 to 10000 (--set)
    "#);
    let missing = Sources { file: Some(folder.path().join("none.toml")), ..Sources::default() };
    assert!(problems(&missing)[0].starts_with("the file can't be read: "));
}

#[test]
fn a_setting_of_earlier_versions_names_the_one_that_replaces_it() {
    let (folder, mut sources) = with_file("[chat]\nperson_usd = 2.5\n");
    sources.environment = vec![("GORKD__CHAT__CHANNEL_USD".into(), "5".into())];
    sources.set = vec!["chat.workspace_usd=0".into()];
    let text = problems(&sources).join("\n").replace(&folder.path().display().to_string(), "FOLDER");
    insta::assert_snapshot!(text, @r"
    chat.person_usd: no longer a setting; set budgets.person_usd instead, which counts wherever a person asks, not only in chats (FOLDER/config.toml, line 2)
    chat.channel_usd: no longer a setting; set budgets.channel_usd instead, which counts the same (environment, GORKD__CHAT__CHANNEL_USD)
    chat.workspace_usd: no longer a setting; set budgets.workspace_usd instead, which counts sites with articles, too (--set)
    ");
    let known = schema::keys();
    for (old, new, _) in schema::REPLACED {
        assert!(!known.contains_key(*old) && known.contains_key(*new), "{old}");
    }
}

#[test]
fn settings_that_make_no_sense_together_are_problems() {
    let text = problems(&set(&[
        "profiles.quick.seconds=5",
        "profiles.deep.reserve_seconds=150",
        "models.writer.model=large",
        "models.writer.key=sk-very-secret",
        "search.searxng.enabled=true",
    ]));
    insta::assert_snapshot!(text.join("\n"), @r"
    profiles.quick.seconds: of 5 seconds in all, 6 are kept for writing; that leaves none to research (--set)
    profiles.deep.reserve_seconds: of 150 seconds in all, 150 are kept for writing; that leaves none to research (--set)
    models.writer.model: set, while models.writer.provider is none, so it has no effect (--set)
    models.writer.key: set, while models.writer.provider is none, so it has no effect (--set)
    search.searxng.enabled: search.searxng.base_url must say where the server is (--set)
    ");
}

#[test]
fn secrets_are_shown_nowhere() {
    let secret = "tk-4711-do-not-print";
    let settings = Settings::load(&set(&[
        &format!("search.searxng.key={secret}"),
        "search.searxng.base_url=http://127.0.0.1:1",
    ]))
    .expect("all of it is allowed");
    let key = settings.search["searxng"].key.as_ref().expect("it is set");
    assert_eq!(key.expose_secret(), secret);
    let shown: String = settings.shown().iter().map(|one| format!("{} = {}\n", one.key, one.value)).collect();
    assert!(shown.contains("search.searxng.key = (set, not shown)"));
    assert!(!shown.contains("4711") && !format!("{settings:?}").contains("4711"));
    // Nor if it is under a mistyped key, spans two lines, or is part of an address.
    let wrong = problems(&set(&[
        &format!("search.searxng.kye={secret}"),
        &format!("search.searxng.key={secret}\nmore"),
        &format!("search.searxng.base_url=http://me:{secret}@127.0.0.1"),
    ]));
    assert_eq!(wrong.len(), 3);
    assert!(!wrong.join("\n").contains("4711"), "{wrong:?}");
    assert!(wrong[0].contains("did you mean search.searxng.key?"), "{wrong:?}");
}

#[test]
fn the_address_of_redis_is_checked_and_shown_nowhere() {
    for url in ["redis://:tk-4711@cache.example:6380/2", "rediss://gorkd:tk-4711@[::1]", "valkey://127.0.0.1"]
    {
        let settings = Settings::load(&set(&[&format!("redis.url={url}")])).expect(url);
        assert_eq!(settings.redis.url.as_ref().map(|kept| kept.expose_secret()), Some(url));
        let shown = settings.shown().iter().find(|shown| shown.key == "redis.url").expect("shown");
        assert_eq!(shown.value, "(set, not shown)");
        assert!(!format!("{settings:?}").contains("4711"));
    }
    for url in
        ["http://:tk-4711@cache.example", "redis:tk-4711", "rediss://:tk-4711@a/b", "rediss://a/#insecure"]
    {
        let wrong = problems(&set(&[&format!("redis.url={url}")])).join("\n");
        assert!(wrong.starts_with("redis.url: what was given is not allowed"), "{wrong}");
        assert!(!wrong.contains("4711"), "{wrong}");
    }
    assert!(Settings::load(&Sources::default()).expect("the built-in settings").redis.url.is_none());
}

#[test]
fn a_value_in_the_environment_can_stand_in_a_file() {
    let (folder, sources) = with_file("");
    let secret = folder.path().join("token");
    std::fs::write(&secret, "xoxb-4711\n").expect("it can be written");
    let named = |name: &str, path: &Path| (OsString::from(name), OsString::from(path));
    let token = named("GORKD__SLACK__BOT_TOKEN_FILE", &secret);
    let both = Sources { environment: vec![token.clone()], ..sources.clone() };
    let settings = Settings::load(&both).expect("the file is there");
    let shown = settings.shown().iter().find(|shown| shown.key == "slack.bot_token").expect("shown");
    assert_eq!(shown.value, "(set, not shown)");
    assert_eq!(shown.origin, Origin::Environment("GORKD__SLACK__BOT_TOKEN_FILE".into()));

    let empty = Sources {
        environment: vec![named("GORKD__SLACK__APP_TOKEN_FILE", Path::new(""))],
        ..sources.clone()
    };
    assert!(Settings::load(&empty).is_ok(), "no file is named");
    let missing = named("GORKD__SLACK__APP_TOKEN_FILE", &folder.path().join("none"));
    let value = named("GORKD__SLACK__BOT_TOKEN", Path::new("xoxb-4712"));
    let unlike = named("GORKD__SLACK__NONSENSE_FILE", &secret);
    // A setting that is itself named `file` is not affected.
    let log = named("GORKD__LOGS__FILE", &folder.path().join("log"));
    let wrong = Sources { environment: vec![token, missing, value, unlike, log], ..sources };
    let text = problems(&wrong).join("\n");
    assert_eq!(text.lines().count(), 3, "{text}");
    assert!(text.contains("slack.app_token: the file that it names cannot be read"), "{text}");
    assert!(text.contains("slack.bot_token: given both as a value and as a file"), "{text}");
    assert!(text.contains("slack.nonsense_file: no such setting"), "{text}");
    assert!(!text.contains("471"), "{text}");
}

#[test]
fn the_log_option_wins_and_is_checked() {
    let with = |log: &str| Sources { log: Some(log.to_owned()), ..set(&["logs.level=warn"]) };
    assert_eq!(Settings::load(&with("debug")).expect("a level").logs.level, "debug");
    let wrong = problems(&with("loud"));
    assert_eq!(wrong.len(), 1);
    assert!(
        wrong[0].starts_with("logs.level: \"loud\" is not allowed") && wrong[0].ends_with("(--log)"),
        "{wrong:?}"
    );
}

fn platform(system: System, variables: &[(&'static str, &'static str)]) -> Platform {
    let variables: BTreeMap<&str, &str> = variables.iter().copied().collect();
    Platform { system, variable: Box::new(move |name| variables.get(name).map(OsString::from)) }
}

#[test]
fn the_data_folder_is_the_first_that_is_named() {
    let home = [("HOME", "/home/a")];
    let here = platform(System::Unix, &home);
    assert_eq!(here.data_folder(Some("/x".as_ref())), Ok("/x".into()));
    assert_eq!(here.data_folder(None), Ok("/home/a/.local/share/gorkd".into()));
    assert_eq!(here.config_file(), Some("/home/a/.config/gorkd/config.toml".into()));
    let named = platform(System::Unix, &[("HOME", "/home/a"), ("GORKD_DATA", "/var/gorkd")]);
    assert_eq!(named.data_folder(None), Ok("/var/gorkd".into()));
    let xdg = platform(
        System::Unix,
        &[("HOME", "/home/a"), ("XDG_DATA_HOME", "/d"), ("XDG_CONFIG_HOME", "relative/is/ignored")],
    );
    assert_eq!(xdg.data_folder(None), Ok("/d/gorkd".into()));
    assert_eq!(xdg.config_file(), Some("/home/a/.config/gorkd/config.toml".into()));
    let mac = platform(System::Mac, &home);
    assert_eq!(mac.data_folder(None), Ok("/home/a/Library/Application Support/gorkd".into()));
    for system in [System::Unix, System::Mac, System::Windows] {
        let bare = platform(system, &[("HOME", "")]);
        assert_eq!(bare.data_folder(None), Err(NoHome));
        assert_eq!(bare.config_file(), None);
    }
}

#[test]
fn the_address_of_a_database_is_shown_without_its_password() {
    for (wrong, told) in [
        ("postgres://gorkd@db.example/gorkd?pasword=s3cret", "there is no option \"pasword\""),
        ("postgres://gorkd@db.example/gorkd?sslmode=verify_full", "sslmode must be one of: disable"),
        ("postgres://gorkd:s3@cret/77#word@db.example/gorkd", "write @ as %40"),
        ("postgres://gorkd:s3cret?77=word@db.example/gorkd", "? as %3F"),
    ] {
        let text = problems(&set(&[&format!("store.url={wrong}")])).join("\n");
        assert!(text.contains(told), "{text}");
        assert!(!text.contains("s3") && !text.contains("77"), "{text}");
    }
    let url = "postgres://gorkd:s3cret@db.example:5433/research?sslmode=require&password=s3cret";
    let settings = Settings::load(&set(&[&format!("store.url={url}")])).expect("it is an address");
    assert!(!format!("{settings:?}").contains("s3cret"));
    let shown = &settings.shown().iter().find(|shown| shown.key == "store.url").expect("shown").value;
    assert!(shown.contains("db.example:5433/research") && !shown.contains("s3cret"), "{shown}");
    match settings.store.location("/data".as_ref()) {
        Location::Server { url: kept, folder } => assert_eq!((kept.as_str(), folder), (url, "/data".into())),
        Location::Folder(folder) => panic!("{}", folder.display()),
    }
    let wrong = problems(&set(&["store.url=postgres//gorkd:s3cret@db.example/research"])).join("\n");
    assert!(wrong.contains("what was given") && !wrong.contains("s3cret"), "{wrong}");
}
