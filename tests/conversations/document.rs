//! The page about conversations: each of its command blocks is run as it stands.

use crate::world::process::{Machine, stderr, stdout};
use serde_json::Value;

const PAGE: &str = include_str!("../../docs/conversations.md");

#[test]
fn every_command_of_the_page_works() {
    let machine = Machine::with_library();
    machine.write("notes.md", "# Minutes\n\nThe council decided to paint the bridge green in 2026.\n");
    let mut ran = 0;
    let (mut job, mut thread) = (String::new(), String::new());
    for line in commands() {
        let line = line.strip_prefix("gorkd ").expect("the page shows gorkd's commands");
        let words: Vec<String> = words(line)
            .into_iter()
            .map(|word| match word.as_str() {
                "JOB" => job.clone(),
                "THREAD" => thread.clone(),
                "CHECKPOINT" => checkpoint(&machine, &job),
                "SOURCE" => json(&machine, &["job", "show", &job, "--json"])["sources"][0]["id"]
                    .as_str()
                    .expect("a source")
                    .to_owned(),
                "WATCH" => {
                    json(&machine, &["watch", "list", "--json"])[0]["id"].as_str().expect("one").to_owned()
                }
                "notes.md" => machine.home().join("notes.md").display().to_string(),
                _ => word,
            })
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let done = machine.run(&words);
        // What was stopped or cancelled is told by its exit code.
        let fine = matches!(done.status.code(), Some(0));
        assert!(fine, "{line}: {:?}\n{}\n{}", done.status.code(), stdout(&done), stderr(&done));
        if words[0] == "ask" {
            let threads = json(&machine, &["thread", "list", "--json"]);
            thread = threads[0]["thread_id"].as_str().expect("a thread").to_owned();
            let shown = json(&machine, &["thread", "show", &thread, "--json"]);
            let jobs = shown["jobs"].as_array().expect("some");
            job = jobs.last().expect("one")["job_id"].as_str().expect("its id").to_owned();
        }
        ran += 1;
    }
    assert!(ran > 40, "the page shows {ran} commands");
}

fn commands() -> impl Iterator<Item = &'static str> {
    let blocks = PAGE.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.flat_map(str::lines).filter_map(|line| line.strip_prefix("$ "))
}

/// Words as a shell takes them: double quotes hold them together.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in line.split('"').enumerate() {
        match at % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

fn json(machine: &Machine, args: &[&str]) -> Value {
    let shown = machine.run(args);
    serde_json::from_slice(&shown.stdout)
        .unwrap_or_else(|error| panic!("{args:?}: {error}: {}", stderr(&shown)))
}

fn checkpoint(machine: &Machine, job: &str) -> String {
    let all = json(machine, &["job", "checkpoints", job, "--json"]);
    let judged = all.as_array().expect("some").iter().find(|one| one["stage"] == "evaluate");
    judged.expect("one")["seq"].to_string()
}
