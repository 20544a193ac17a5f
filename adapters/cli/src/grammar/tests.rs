use super::*;
use std::path::PathBuf;

fn read(line: &str) -> Result<Invocation, NotACommand> {
    parse(std::iter::once("gorkd").chain(line.split_whitespace()))
}

/// The parsed form of a command line, or the first line of the error and the exit code.
fn told(line: &str) -> String {
    match read(line) {
        Ok(invocation) => format!("{line}\n  {:?}\n  {:?}", invocation.globals, invocation.command),
        Err(wrong) => {
            let mut sentence = wrong.text().lines().filter(|line| !line.trim().is_empty());
            format!("{line}\n  exit {}: {}", wrong.exit.code(), sentence.next().unwrap_or_default())
        }
    }
}

#[test]
fn the_grammar_is_sound() {
    command().debug_assert();
}

#[test]
fn what_lines_are_read_as() {
    let lines = [
        "ask what is gorkd?",
        "ask --json --profile quick --planning auto --privacy local_only --domain medical --thread thr_1 --file a.md --file b.pdf --model none --embedder none --reranker none why",
        "library add docs notes",
        "library add docs --base-url https://example.org/docs/",
        "library list",
        "library remove docs",
        "library sync",
        "search boiling point --provider library --json",
        "read page.html --json",
        "job show job_1 --json --at 7",
        "job events job_1 --after 3",
        "job source job_1 src_1",
        "job export job_1 --format json --output out.json",
        "job stop job_1",
        "job cancel job_1",
        "job retry job_1",
        "job fork job_1 --at 9 --exclude src_1 --profile deep",
        "thread list --search water --limit 5",
        "thread show thr_1",
        "thread rename thr_1 Water",
        "thread delete thr_1",
        "eval answers xquad.en.json --limit 10 --rows rows.jsonl --json",
        "models get reranker bge",
        "models list --json",
        "models remove multilingual",
        "serve",
        "serve --check",
        "mcp",
        "key create ada --role reader --expires 30d --budget-usd 2.50 --json",
        "key create ada --expires soon",
        "serve --roles web,worker",
        "doctor --json",
        "migrate",
        "move --from sqlite:///var/lib/gorkd --to postgres://gorkd:s3cret@db/research",
        "move --from /var/lib/gorkd",
        "config show",
        "",
    ];
    insta::assert_snapshot!(lines.map(told).join("\n"));
}

#[test]
fn the_role_of_chats_is_that_of_both_platforms_and_erases_what_is_too_old() {
    let runs = |line: &str| {
        let Some(Command::Serve(args)) = read(line).expect("a command").command else { panic!("{line}") };
        [Role::Web, Role::Worker, Role::Library, Role::Slack, Role::Discord, Role::Scheduler]
            .map(|role| args.runs(role))
    };
    assert_eq!(runs("serve"), [true; 6]);
    assert_eq!(runs("serve --roles chat"), [false, false, false, true, true, true]);
    assert_eq!(runs("serve --roles slack,scheduler"), [false, false, false, true, false, true]);
}

#[test]
fn what_is_refused() {
    let lines = [
        "ask",
        "ask --profile fast why",
        "ask --privacy private why",
        "ask --json --planning interactive why",
        "aks why",
        "library",
        "library add",
        "library add a b --base-url https://example.org/",
        "job show",
        "job show job_1 --at soon",
        "job fork job_1",
        "job fork job_1 --pin src_1 --exclude src_1",
        "eval poetry data",
        "models get",
        "models get other",
        "serve now",
        "--set",
        "--colour ask why",
        "ask why --data",
    ];
    insta::assert_snapshot!(lines.map(told).join("\n"));
}

#[test]
fn help_is_no_error() {
    for line in ["--help", "ask --help", "job fork --help", "--version"] {
        assert_eq!(read(line).expect_err("help is not a command").exit, Exit::Answered, "{line}");
    }
    insta::assert_snapshot!(read("--help").expect_err("help").text());
    insta::assert_snapshot!(read("ask --help").expect_err("help").text());
}

#[test]
fn global_options_count_before_and_after_the_command() {
    let wanted = Globals {
        data: Some(PathBuf::from("/d")),
        config: Some(PathBuf::from("/c.toml")),
        set: vec!["a=1".into(), "b=2".into(), "c=3".into()],
        log: Some("debug".into()),
    };
    for line in [
        "--data /d --config /c.toml --set a=1 --set b=2 --log debug job --set c=3 show job_1",
        "--data /x --set a=1 job --set b=2 show job_1 --set c=3 --data /d --config /c.toml --log debug",
        "job show job_1 --data /d --config /c.toml --set a=1 --set b=2 --set c=3 --log debug",
        "--log info --set a=1 job show --set b=2 job_1 --set=c=3 --data=/d --config=/c.toml --log=debug",
    ] {
        assert_eq!(read(line).expect("it is a command").globals, wanted, "{line}");
    }
}

#[test]
fn a_question_may_be_one_word_or_many() {
    let question = |words: &[&str]| match parse(words).expect("it is a command").command {
        Some(Command::Ask(ask)) => ask.question(),
        other => panic!("not a question: {other:?}"),
    };
    assert_eq!(question(&["gorkd", "ask", "what is this?"]), "what is this?");
    assert_eq!(question(&["gorkd", "ask", "what", "is", "--json", "this?"]), "what is this?");
    assert_eq!(question(&["gorkd", "ask", "--", "--json", "means", "what?"]), "--json means what?");
}
