//! The real binary in a terminal, as a person with an empty home folder meets it.

use crate::world::process::{Machine, Prepared, pseudo_terminal, stderr, stdout};
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output};

const BRIDGE: &str = "# Harbour Bridge\n\nThe Harbour Bridge of Eastmoor was opened in 1931 by Mayor Ilse Brandt. \
    It is 412 metres long and carries two lanes.\n\n## Repairs\n\nIn 1978 the bridge was closed for eight months \
    while its cables were replaced.\n";
const FERRY: &str = "# The ferry\n\nUntil the Harbour Bridge was opened, a ferry crossed the harbour every twenty \
    minutes. The last ferry ran on 3 May 1931.\n";

fn with_library() -> Machine {
    static LIBRARY: Prepared = Prepared::new("ferry", &[("bridge", BRIDGE), ("ferry", FERRY)]);
    LIBRARY.machine()
}

fn job(output: &Output) -> Value {
    serde_json::from_str(&stdout(output)).unwrap_or_else(|error| panic!("{error}: {}", stdout(output)))
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("it ended by itself")
}

#[test]
fn a_question_about_a_folder_is_answered_with_quotes_that_stand_in_the_stored_text() {
    let machine = with_library();
    let asked =
        machine.run(&["ask", "--json", "--privacy", "local_only", "When was the Harbour Bridge opened?"]);
    assert_eq!(code(&asked), 0, "{}", stderr(&asked));
    let job = job(&asked);
    assert_eq!(job["status"], "completed");
    assert!(job["answer"]["summary"].as_str().is_some_and(|text| text.contains("1931")), "{job}");
    let id = job["job_id"].as_str().expect("an id");
    let citations = job["citations"].as_array().expect("a list");
    assert!(!citations.is_empty());
    for citation in citations {
        let source = citation["source_id"].as_str().expect("an id");
        let text: Vec<char> = stdout(&machine.run(&["job", "source", id, source])).chars().collect();
        let place = |key: &str| citation[key].as_u64().expect("a number") as usize;
        let slice: String = text[place("start")..place("end")].iter().collect();
        assert_eq!(
            citation["quote"].as_str(),
            Some(slice.as_str()),
            "the quote is the stored text's own slice"
        );
    }
    let supported =
        job["claims"].as_array().expect("a list").iter().all(|claim| claim["support"] == "supported");
    assert!(supported, "every sentence rests on its quote: {}", job["claims"]);
    for key in
        ["turn", "sources", "unread", "conflicts", "entities", "facts", "issues", "warnings", "metadata"]
    {
        assert!(!job[key].is_null(), "{key} is part of the job document");
    }
}

#[test]
fn a_follow_up_goes_on_in_its_thread_with_the_same_source_numbers() {
    let machine = with_library();
    let first = job(&machine.run(&["ask", "--json", "When was the Harbour Bridge opened?"]));
    let thread = first["thread_id"].as_str().expect("an id");
    let second = job(&machine.run(&["ask", "--json", "--thread", thread, "How long is the Harbour Bridge?"]));
    assert_eq!((first["turn"].as_u64(), second["turn"].as_u64()), (Some(1), Some(2)));
    assert!(second["answer"]["summary"].as_str().is_some_and(|text| text.contains("412")), "{second}");
    let number = |job: &Value, id: &Value| {
        let sources = job["sources"].as_array().cloned().unwrap_or_default();
        sources.iter().find(|source| source["id"] == *id).map(|source| source["number"].clone())
    };
    for source in
        first["sources"].as_array().expect("a list").iter().filter(|source| source["number"].is_u64())
    {
        let later = number(&second, &source["id"]).unwrap_or_default();
        assert!(later.is_null() || later == source["number"], "numbers are stable in a thread");
    }
    let listed = stdout(&machine.run(&["thread", "list"]));
    assert!(listed.contains(thread), "{listed}");
}

#[test]
fn an_empty_library_gives_an_answer_that_says_what_would_help() {
    let machine = Machine::new();
    let asked =
        machine.run(&["ask", "--json", "--privacy", "local_only", "When was the Harbour Bridge opened?"]);
    assert_eq!(code(&asked), 0, "{}", stderr(&asked));
    let job = job(&asked);
    assert_eq!(job["answer"]["confidence"], "insufficient");
    let said = job["answer"].to_string();
    assert!(said.contains("library"), "{said}");
    assert!(job["citations"].as_array().is_some_and(Vec::is_empty));
}

#[test]
fn questions_that_cannot_be_taken_are_refused_with_a_sentence() {
    let machine = Machine::new();
    for question in ["?!", "   ", &"x ".repeat(1500)] {
        let asked = machine.run(&["ask", question]);
        assert_eq!(code(&asked), 3, "{question:?}: {}", stderr(&asked));
        assert!(stderr(&asked).trim().ends_with('.'), "a sentence: {}", stderr(&asked));
        assert!(stdout(&asked).is_empty());
    }
}

#[test]
fn a_refused_question_is_a_job_document_with_its_error() {
    let machine = Machine::new();
    let asked = machine.run(&["ask", "--json", "--profile", "deep", "?!"]);
    assert_eq!(code(&asked), 3, "{}", stderr(&asked));
    let job = job(&asked);
    assert_eq!((&job["status"], &job["profile"]), (&"failed".into(), &"deep".into()));
    assert_eq!(job["error"]["code"], "invalid_question");
    assert!(job["error"]["message"].as_str().is_some_and(|text| text.ends_with('.')), "{job}");
    assert!(job["answer"].is_null());
}

#[test]
fn doctor_names_what_does_not_work_and_what_to_do() {
    let machine = Machine::new();
    let well = machine.run(&["doctor", "--json", "--set", "ask.privacy=local_only"]);
    assert_eq!(code(&well), 0, "{}", stdout(&well));
    let found: Value = serde_json::from_str(&stdout(&well)).expect("JSON");
    let state = |found: &Value, part: &str| {
        let findings = found["findings"].as_array().expect("a list");
        findings.iter().find(|finding| finding["part"] == part).map(|finding| finding["state"].clone())
    };
    for part in ["time", "disk", "database"] {
        assert_eq!(state(&found, part), Some("works".into()), "{part}: {found}");
    }
    // It works everywhere, and is limited where the kernel doesn't hold it.
    let reader = state(&found, "reader").expect("the reader is checked");
    assert!(reader == "works" || reader == "limited", "{found}");
    let server = ["provider=openai_compatible", "model=gone", "base_url=http://127.0.0.1:9"];
    let set = server.map(|one| format!("models.writer.{one}"));
    let local = "ask.privacy=local_only";
    let ill = machine
        .run(&["serve", "--check", "--set", local, "--set", &set[0], "--set", &set[1], "--set", &set[2]]);
    assert_eq!(code(&ill), 4, "{}", stderr(&ill));
    let table = stdout(&ill);
    assert!(table.contains("BROKEN") && table.contains("model gone"), "{table}");
}

/// `gorkd ARGS` in 600 MB of address space, which once ended in the middle of something with "memory allocation
/// failed".
fn cramped(machine: &Machine, args: &[&str]) -> Output {
    let gorkd = machine.gorkd(args);
    let set = gorkd.get_envs().filter_map(|(name, value)| Some((name, value?)));
    let mut shell = Command::new("/bin/sh");
    shell.env_clear().envs(set).args(["-c", "ulimit -v 600000 && exec \"$0\" \"$@\""]);
    shell.arg(gorkd.get_program()).args(gorkd.get_args()).output().expect("the shell starts")
}

#[test]
fn too_little_address_space_is_refused_with_what_to_do() {
    let machine = Machine::new();
    for args in [["library", "list"].as_slice(), &["ask", "When was it opened?"], &["serve"]] {
        let refused = cramped(&machine, args);
        let said = stderr(&refused);
        assert_eq!(refused.status.code(), Some(4), "{args:?}: {said}");
        assert!(said.contains("is 585 MB") && said.contains("ulimit -v unlimited"), "{args:?}: {said}");
        assert_eq!(said.trim().lines().count(), 1, "one line, and no log beside it: {said}");
        assert!(stdout(&refused).is_empty() && !machine.data().exists(), "nothing was begun");
    }
    let checked = cramped(&machine, &["doctor"]);
    assert_eq!(code(&checked), 4);
    assert!(stdout(&checked).contains("address space"), "{}", stdout(&checked));
    assert_eq!(code(&cramped(&machine, &["config", "show"])), 0, "settings are printed all the same");
}

#[test]
fn wrong_words_and_wrong_settings_end_with_code_two_and_name_what_is_wrong() {
    let machine = Machine::new();
    assert_eq!(code(&machine.run(&["aks", "what?"])), 2);
    let wrong =
        machine.run(&["ask", "When?", "--set", "admission.rnus=3", "--set", "profiles.quick.seconds=soon"]);
    assert_eq!(code(&wrong), 2);
    let said = stderr(&wrong);
    assert!(
        said.contains("admission.rnus") && said.contains("profiles.quick.seconds"),
        "all at once: {said}"
    );
    assert!(said.contains("admission.runs"), "the nearest key: {said}");
}

#[test]
fn a_deleted_index_is_built_again_from_the_store() {
    let machine = with_library();
    std::fs::remove_dir_all(machine.data().join("index")).expect("the index can be deleted");
    let asked = machine.run(&["ask", "--json", "When was the Harbour Bridge opened?"]);
    assert!(job(&asked)["answer"]["summary"].as_str().is_some_and(|text| text.contains("1931")));
}

#[test]
fn a_broken_store_is_left_alone_with_a_sentence() {
    let machine = with_library();
    std::fs::write(machine.data().join("gorkd.db"), b"this is no database").expect("the file can be written");
    // Wherever the tests keep their data, this file is one of SQLite.
    let asked = machine.run(&["--set", "store.url=", "ask", "When was the Harbour Bridge opened?"]);
    assert_eq!(code(&asked), 4);
    assert!(stderr(&asked).contains("gorkd.db"), "{}", stderr(&asked));
}

#[test]
fn a_fork_excludes_a_source_and_searches_nothing_again() {
    let machine = with_library();
    let first = job(&machine.run(&["ask", "--json", "When was the Harbour Bridge opened?"]));
    let id = first["job_id"].as_str().expect("an id");
    let cited = first["sources"].as_array().expect("a list").iter().find(|source| source["cited"] == true);
    let excluded = cited.expect("something is cited")["id"].as_str().expect("an id").to_owned();
    let forked = machine.run(&["job", "fork", id, "--exclude", &excluded, "--json"]);
    assert_eq!(code(&forked), 0, "{}", stderr(&forked));
    let fork = job(&forked);
    assert_ne!(fork["job_id"], first["job_id"]);
    let citations = fork["citations"].as_array().expect("a list");
    assert!(citations.iter().all(|citation| citation["source_id"] != excluded.as_str()));
    let fork_id = fork["job_id"].as_str().expect("an id");
    let events = stdout(&machine.run(&["job", "events", fork_id, "--json"]));
    let forked_at =
        events.lines().position(|line| line.contains("\"forked\"")).expect("the fork is an event");
    assert!(events.lines().skip(forked_at).all(|line| !line.contains(".search.")), "{events}");
}

#[test]
fn an_erased_thread_is_gone_with_its_runs() {
    let machine = with_library();
    let first = job(&machine.run(&["ask", "--json", "When was the Harbour Bridge opened?"]));
    let (thread, id) =
        (first["thread_id"].as_str().expect("an id"), first["job_id"].as_str().expect("an id"));
    let erased = machine.run(&["thread", "delete", thread]);
    assert_eq!(code(&erased), 0);
    let said = stdout(&erased);
    assert!(said.contains("“When was the Harbour Bridge opened?” with its run"), "{said}");
    assert_eq!(code(&machine.run(&["job", "show", id])), 3);
    let gone = machine.run(&["thread", "delete", thread]);
    assert_eq!((code(&gone), stderr(&gone).trim()), (3, format!("There is no thread {thread}.").as_str()));
}

#[test]
fn a_person_at_a_terminal_is_asked_before_a_thread_is_erased() {
    let machine = with_library();
    job(&machine.run(&["ask", "--json", "When was the Harbour Bridge opened?"]));
    let erase = |typed: &[u8]| {
        let (mut held, taken) = pseudo_terminal();
        held.write_all(typed).expect("it is typed");
        let mut command = machine.gorkd(&["thread", "delete", "last"]);
        let erased = command.stdin(taken).output().expect("gorkd starts");
        assert!(stderr(&erased).contains("“When was the Harbour Bridge opened?”"), "{}", stderr(&erased));
        (code(&erased), stdout(&erased))
    };
    assert_eq!(erase(b"n\n"), (0, "Nothing was erased.\n".to_owned()));
    assert_eq!(erase(b"\n"), (0, "Nothing was erased.\n".to_owned()));
    let (exit, said) = erase(b"y\n");
    assert!(exit == 0 && said.starts_with("Erased "), "{said}");
    assert_eq!(code(&machine.run(&["thread", "show", "last"])), 3);
}

#[test]
fn a_known_answer_is_shown_without_the_progress_of_its_research() {
    let machine = with_library();
    let ask = || machine.run(&["ask", "When was the Harbour Bridge opened?"]);
    let (first, again) = (ask(), ask());
    assert!(stderr(&first).contains("Searched"), "{}", stderr(&first));
    assert!(stderr(&again).starts_with("This was researched on "), "{}", stderr(&again));
    assert!(stdout(&first).contains("1931") && stdout(&again).contains("1931"));
}

#[test]
fn an_export_goes_by_the_name_of_its_file() {
    let machine = with_library();
    job(&machine.run(&["ask", "--json", "When was the Harbour Bridge opened?"]));
    let path = machine.data().join("answer.HTML");
    let name = path.to_str().expect("a plain path");
    let export = |file: &str| machine.run(&["job", "export", "last", "--output", file]);
    let exported = export(name);
    assert_eq!((code(&exported), stderr(&exported).trim()), (0, format!("Written to {name}.").as_str()));
    let written = std::fs::read_to_string(&path).expect("it is written");
    assert!(written.to_lowercase().starts_with("<!doctype html>"), "{written}");
    let nowhere = export("/nowhere/answer.md");
    let why = "/nowhere/answer.md can't be written: there is no such file or folder.";
    assert_eq!((code(&nowhere), stderr(&nowhere).trim()), (4, why));
}

#[test]
fn a_run_is_shown_only_at_an_event_that_it_has() {
    let machine = with_library();
    job(&machine.run(&["ask", "--json", "When was the Harbour Bridge opened?"]));
    assert_eq!(code(&machine.run(&["job", "show", "last", "--at", "1"])), 0);
    for at in ["0", "99999"] {
        let shown = machine.run(&["job", "show", "last", "--at", at]);
        assert_eq!(code(&shown), 3);
        assert!(stderr(&shown).contains("numbered from 1 to "), "{}", stderr(&shown));
    }
}

#[test]
fn a_run_is_named_by_its_beginning_and_a_source_by_its_number() {
    let machine = with_library();
    let first = job(&machine.run(&["ask", "--json", "When was the Harbour Bridge opened?"]));
    let id = first["job_id"].as_str().expect("an id");
    let shown = stdout(&machine.run(&["job", "show", "last"]));
    assert!(shown.contains("1931") && shown.contains(id), "{shown}");
    assert_eq!(stdout(&machine.run(&["job", "show", &id[..20]])), shown);
    assert_eq!(stdout(&machine.run(&["job", "show", &id[4..20]])), shown);
    let source = stdout(&machine.run(&["job", "source", "last", "1"]));
    assert!(source.contains("opened in 1931"), "{source}");
    let forked = machine.run(&["job", "fork", "last", "--exclude", "77"]);
    assert_eq!(code(&forked), 3);
    assert!(stderr(&forked).contains("has no source 77"), "{}", stderr(&forked));
    let forked = job(&machine.run(&["job", "fork", "last", "--exclude", "1", "--json"]));
    let excluded = first["sources"].as_array().expect("a list").iter().find(|source| source["number"] == 1);
    let excluded = &excluded.expect("the first source")["id"];
    let citations = forked["citations"].as_array().expect("a list");
    assert!(citations.iter().all(|citation| citation["source_id"] != *excluded), "{citations:?}");
    let thread = first["thread_id"].as_str().expect("an id");
    let followed = job(&machine.run(&["ask", "--json", "-c", "How long is it?"]));
    assert_eq!((followed["thread_id"].as_str(), followed["turn"].as_u64()), (Some(thread), Some(2)));
    let shorter = job(&machine.run(&["ask", "--json", "-c", "Shorter, please"]));
    let of = |job: &Value| (job["answer"]["summary"].clone(), job["answer"]["confidence"].clone());
    assert_eq!(of(&shorter), of(&followed), "a short answer can't be made shorter");
    assert!(of(&shorter).0.as_str().is_some_and(|summary| !summary.is_empty()));
    let german = job(&machine.run(&["ask", "--json", "-c", "kürzer, bitte"]));
    assert_eq!(of(&german), of(&followed), "two words don't change the language");
    let renamed = machine.run(&["thread", "rename", "last", "The bridge"]);
    assert_eq!(code(&renamed), 0, "{}", stderr(&renamed));
    let nothing = Machine::new().run(&["job", "show", "last"]);
    assert_eq!((code(&nothing), stderr(&nothing).trim()), (3, "There are no questions yet."));
}

#[test]
fn what_a_question_leaves_untold_lowers_its_confidence() {
    let machine = with_library();
    let asked = job(&machine.run(&["ask", "--json", "How long is it?"]));
    let reasons = asked["answer"]["confidence_reasons"].to_string();
    assert!(reasons.contains("Nothing tells what “it” refers to."), "{asked}");
    assert_eq!(asked["answer"]["confidence"], "low");
}

#[test]
fn a_question_may_come_from_standard_input() {
    let machine = with_library();
    let question = machine.write("question.txt", "When was the Harbour Bridge opened?\n");
    let mut ask = machine.gorkd(&["ask", "--json", "-"]);
    let asked = ask.stdin(std::fs::File::open(question).expect("it is there")).output().expect("it runs");
    assert_eq!(job(&asked)["question"], "When was the Harbour Bridge opened?");
}

#[test]
fn who_greets_is_told_what_to_ask() {
    let machine = with_library();
    let (english, german) = ("gorkd answers questions", "gorkd beantwortet Fragen");
    for (text, told) in [
        ("hello", english),
        ("Guten Tag!", english),
        ("Hallo, was kannst du?", german),
        ("what can you do?", english),
    ] {
        let asked = machine.run(&["ask", text]);
        assert_eq!(code(&asked), 3, "{text}");
        assert!(stderr(&asked).starts_with(told), "{}", stderr(&asked));
    }
    assert_eq!(stdout(&machine.run(&["thread", "list"])).lines().count(), 1, "nothing was begun");
}

#[test]
fn help_and_completions_know_every_command() {
    let machine = Machine::new();
    assert!(stdout(&machine.run(&["help", "job", "fork"])).contains("--exclude"));
    for shell in ["bash", "zsh", "fish"] {
        let script = stdout(&machine.run(&["completions", shell]));
        assert!(script.contains("library") && script.contains("watch"), "{shell}: {script}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_is_no_success() {
    let machine = with_library();
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    let question = ["ask", "--fresh", "When was the Harbour Bridge opened?"];
    let answered = machine.gorkd(&question).stdout(full()).output().expect("it runs");
    assert_eq!(code(&answered), 4);
    let last = "The output couldn't be written: the disk is full.";
    assert_eq!(stderr(&answered).lines().last(), Some(last), "{}", stderr(&answered));
    let silent = machine.gorkd(&question).stderr(full()).output().expect("it runs");
    assert_eq!(code(&silent), 0);
    assert!(stdout(&silent).contains("1931"));
    let made = machine.gorkd(&["key", "create", "ada"]).stdout(full()).output().expect("it runs");
    assert_eq!(code(&made), 4);
    assert!(stdout(&machine.run(&["key", "list"])).starts_with("There are no API keys."));
}

#[test]
fn no_log_line_holds_a_question_or_a_pages_text() {
    let machine = with_library();
    let asked = machine.run(&["ask", "--json", "--log", "debug", "When was the Harbour Bridge opened?"]);
    let logged: Vec<String> =
        stderr(&asked).lines().filter(|line| is_log_line(line)).map(str::to_owned).collect();
    for line in &logged {
        let lower = line.to_lowercase();
        assert!(!lower.contains("harbour") && !lower.contains("brandt"), "{line}");
    }
}

/// Progress for the person who asked goes to the same place; log lines begin with a time and a level.
fn is_log_line(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().take(2).collect();
    let level = |word: &&str| ["ERROR", "WARN", "INFO", "DEBUG", "TRACE"].contains(word);
    words.get(1).is_some_and(level)
}
