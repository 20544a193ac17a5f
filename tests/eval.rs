//! What is measured is what is used: the suites decide as jobs do, and `questions` asks as a person would.

use crate::world::process::{Machine, stderr, stdout};
use serde_json::{Value, json};
use std::path::Path;

fn path(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

/// The scores of a run and its rows.
fn measured(machine: &Machine, args: &[&str]) -> (Value, Vec<Value>, String) {
    let rows = machine.home().join("rows.jsonl");
    let run = machine.run(&[&["eval"], args, &["--json", "--rows", path(&rows)]].concat());
    let report: Value = serde_json::from_str(&stdout(&run)).unwrap_or_else(|_| panic!("{}", stderr(&run)));
    let rows = std::fs::read_to_string(&rows).expect("the rows are written");
    let rows = rows.lines().map(|row| serde_json::from_str(row).expect("a row is JSON")).collect();
    (report["scores"].clone(), rows, stderr(&run))
}

fn asked(machine: &Machine, args: &[&str]) -> Value {
    let run = machine.run(&[&["ask", "--json", "--fresh", "--privacy", "local_only"], args].concat());
    serde_json::from_str(&stdout(&run)).unwrap_or_else(|_| panic!("{}", stderr(&run)))
}

const FIRST: &str = "When was the Harbour Bridge of Eastmoor opened?";
const THEN: &str = "And how long is it?";

#[test]
fn questions_are_asked_as_a_person_asks_them() {
    let machine = Machine::with_own_library();
    let cases = [
        json!({"id": "a", "kind": "when", "question": FIRST, "gold_pages": ["bridge.md"], "must_include": ["opened in 1931"]}),
        json!({"id": "b", "kind": "follow-up", "question": THEN, "history": [FIRST], "gold_pages": ["bridge.md"], "must_include": ["412 metres"]}),
        json!({"id": "c", "kind": "unanswerable", "question": "Who composed the Karelin violin concertos?", "must_not": ["Brandt"]}),
    ];
    let cases = cases.map(|case| case.to_string()).join("\n");
    let cases = machine.write("cases.jsonl", &cases);
    let docs = machine.home().join("docs");
    let args = ["questions", path(&cases), "--library", path(&docs)];
    let (scores, rows, said) = measured(&machine, &args);
    assert_eq!(scores["all_in_blocks"], 1.0, "{scores}\n{rows:?}");
    assert_eq!(scores["insufficient_of_unanswerable"], 1.0, "{scores}");
    assert_eq!((&scores["gold_page_read"], &scores["gold_page_cited"]), (&1.0.into(), &1.0.into()));
    assert!(said.contains("reading"), "{said}");

    let first = asked(&machine, &[FIRST]);
    let then = asked(&machine, &["--thread", first["thread_id"].as_str().expect("a thread"), THEN]);
    for (row, job) in [(&rows[0], &first), (&rows[1], &then)] {
        let prediction = &row["prediction"];
        for field in ["summary", "detail", "confidence"] {
            assert_eq!(prediction[field], job["answer"][field], "{field}");
        }
        let quotes = prediction["blocks"].as_array().expect("blocks");
        assert!(quotes.iter().all(|quote| quote["url"].as_str().is_some_and(|url| url.starts_with("file:"))));
    }

    // The pages are kept in the data folder, and nothing of it in the person's own library.
    let (again, _, said) = measured(&machine, &args);
    assert_eq!(again["all_in_blocks"], 1.0);
    assert!(!said.contains("reading"), "{said}");
}

#[test]
fn an_oracle_answers_from_the_pages_as_a_model_would() {
    let machine = Machine::with_own_library();
    let cases = [
        json!({"id": "a", "kind": "when", "question": FIRST, "gold_pages": ["bridge.md"], "must_include": ["opened in 1931"]}),
        json!({"id": "b", "kind": "follow-up", "question": THEN, "history": [FIRST], "gold_pages": ["bridge.md"], "must_include": ["412 metres"]}),
        json!({"id": "c", "kind": "when", "question": FIRST, "gold_pages": ["bridge.md"], "must_include": ["opened in 1932"]}),
    ];
    let cases = machine.write("cases.jsonl", &cases.map(|case| case.to_string()).join("\n"));
    let docs = machine.home().join("docs");
    let args = ["questions", path(&cases), "--library", path(&docs), "--oracle"];
    let (_, rows, _) = measured(&machine, &args);
    let scores: Vec<&Value> = rows.iter().map(|row| &row["score"]).collect();
    assert_eq!(scores, [1.0, 1.0, 0.0], "{rows:?}");
    assert!(rows.iter().all(|row| row["tokens"].as_u64().is_some_and(|tokens| tokens > 0)), "{rows:?}");
    assert!(rows[0]["prediction"]["summary"].to_string().contains("was opened in 1931"), "{rows:?}");
    assert_eq!(rows[2]["prediction"]["confidence"], "insufficient", "no page says it: {rows:?}");

    let both = machine.run(&[&["eval"], &args[..], &["--model", "ollama:x"]].concat());
    assert_eq!(both.status.code(), Some(2), "{}", stderr(&both));
}

#[test]
fn drafts_are_made_by_a_seed_and_true_ones_pass() {
    let machine = Machine::new();
    let port = "The server listens to port 8000 by default. It does not answer to other machines. \
                If the port is taken, the server stops at once.";
    let cache = "The cache was written by Anna Kessler in 1998. Entries are kept for 30 minutes in memory. \
                 The cache moves entries from memory to disk when it is full.";
    let page = |title: &str, text: &str| {
        format!(
            "<!doctype html><html lang=en><head><title>{title}</title></head><body><main><h1>{title}</h1><p>{text}</p></main></body></html>"
        )
    };
    machine.write("site/docs/port.html", &page("The port", port));
    machine.write("site/docs/cache.html", &page("The cache", cache));
    let case = |id: &str, question: &str, path: &str, block: &str, must: &str| {
        json!({"id": id, "kind": "number", "question": question, "gold_pages": [path], "answer_block": block,
               "must_include": [must]})
        .to_string()
    };
    let cases = [
        case("p", "Which port does the server listen to?", "docs/port.html", port, "8000"),
        case("c", "How long are entries kept in the cache?", "docs/cache.html", cache, "30 minutes"),
    ];
    let cases = machine.write("cases.jsonl", &cases.join("\n"));
    let site = machine.home().join("site");
    let run = |seed: &str| {
        let args = ["drafts", path(&cases), "--library", path(&site), "--seed", seed];
        let (scores, mut rows, _) = measured(&machine, &args);
        rows.iter_mut().for_each(|row| row["seconds"] = 0.into());
        (scores, rows)
    };
    let (scores, rows) = run("5");
    assert_eq!(scores["verbatim_lost"], 0.0, "{scores}");
    assert_eq!((&scores["verbatim_count"], &scores["drafts"]), (&6.into(), &2.into()), "{scores}");
    assert_eq!((&scores["must_include_before"], &scores["must_include_after"]), (&1.0.into(), &1.0.into()));
    let kinds = [
        "number",
        "unit",
        "year",
        "dropped_negation",
        "swapped_roles",
        "dropped_condition",
        "wrong_id",
        "made_up_quote",
    ];
    for kind in kinds {
        let made: Vec<&Value> = rows.iter().filter(|row| row.to_string().contains(kind)).collect();
        assert_eq!(scores[format!("{kind}_passed")], 0.0, "{kind}: {scores}, {made:?}");
        assert!(scores[format!("{kind}_count")].as_u64().is_some_and(|count| count > 0), "{kind}: {scores}");
    }
    assert_eq!(run("5").1, rows, "the same seed makes the same drafts");
    assert_ne!(run("6").1, rows);
}

#[test]
fn what_is_not_in_the_record_fails_loudly() {
    let machine = Machine::with_own_library();
    let case = |question: &str| {
        json!({"kind": "when", "question": question, "gold_pages": ["bridge.md"], "must_include": ["1931"]})
            .to_string()
    };
    let cases = machine.write("cases.jsonl", &case(FIRST));
    let (docs, tape) = (machine.home().join("docs"), machine.home().join("tape.jsonl"));
    let args = ["questions", path(&cases), "--library", path(&docs)];
    let (_, recorded, _) = measured(&machine, &[&args[..], &["--record", path(&tape)]].concat());
    // The library is gone: its pages are on the tape.
    let away = machine.home().join("away");
    std::fs::rename(&docs, &away).expect("it can be moved");
    std::fs::create_dir(&docs).expect("an empty folder");
    let (_, replayed, _) = measured(&machine, &[&args[..], &["--replay", path(&tape)]].concat());
    let (replayed, recorded) = (&replayed[0]["prediction"], &recorded[0]["prediction"]);
    for field in ["summary", "detail", "confidence", "blocks"] {
        assert_eq!(replayed[field], recorded[field], "{field}");
    }
    assert!(replayed["summary"].to_string().contains("1931"), "{replayed}");

    std::fs::write(&cases, case("How long is the ferry?")).expect("the cases can be changed");
    let other = machine.run(&[&["eval"], &args[..], &["--replay", path(&tape)]].concat());
    assert_eq!(other.status.code(), Some(4), "{}", stderr(&other));
    assert!(stderr(&other).contains("Not in the record: search"), "{}", stderr(&other));
    assert!(stderr(&other).contains("requests are not in the record"), "{}", stderr(&other));
}

const PASSAGES: [(&str, &str); 3] = [
    (
        "Marlow Bridge",
        "The Marlow Bridge is a bridge over the Orm. It was opened in May 1932 by Anna Kessler.",
    ),
    ("Orm", "The Orm is a river of 212 kilometres. The Marlow Bridge crosses it near its mouth."),
    ("Apples", "Apples ripen in autumn, and are kept in cool cellars until May."),
];

#[test]
fn a_suite_decides_as_a_job_does() {
    let questions = [
        "When was the Marlow Bridge opened?",
        "How long is the river Orm?",
        "Who composed the opera about the lighthouse?",
    ];
    let machine = Machine::new();
    let passages: Vec<Value> =
        PASSAGES.iter().map(|(title, text)| json!({"title": title, "text": text})).collect();
    let cases: Vec<String> = questions
        .iter()
        .map(|question| {
            json!({"lang": "en", "question": question, "passages": passages, "answerable": true}).to_string()
        })
        .collect();
    let cases = machine.write("cases.jsonl", &cases.join("\n"));
    let (_, rows, _) = measured(&machine, &["abstain", path(&cases)]);

    let files: Vec<_> = (1..)
        .zip(PASSAGES)
        .map(|(number, (title, text))| {
            machine.write(&format!("{number}.md"), &format!("# {title}\n\n{text}"))
        })
        .collect();
    let mut refused = 0;
    for (row, question) in rows.iter().zip(questions) {
        let mut args: Vec<&str> = files.iter().flat_map(|file| ["--file", path(file)]).collect();
        args.push(question);
        let job = asked(&machine, &args);
        assert_eq!(row["prediction"]["confidence"], job["answer"]["confidence"], "{question}");
        let answered = job["answer"]["confidence"] != "insufficient";
        assert_eq!(row["prediction"]["answered"], answered, "{question}");
        refused += usize::from(!answered);
        if answered {
            assert_eq!(row["prediction"]["summary"], job["answer"]["summary"], "{question}");
        }
    }
    assert_eq!(refused, 1, "one question has no answer in the passages");
}

#[test]
fn options_that_a_suite_cannot_use_are_refused_with_what_to_do() {
    let machine = Machine::new();
    let cases = machine.write("cases.jsonl", "");
    let missing = machine.run(&["eval", "questions", path(&cases)]);
    assert_eq!(missing.status.code(), Some(3));
    assert!(stderr(&missing).contains("--library DIR"), "{}", stderr(&missing));
    let unused = [
        ("--library", "docs"),
        ("--model", "ollama:x"),
        ("--embedder", "folder"),
        ("--seed", "3"),
        ("--replay", "tape.jsonl"),
    ];
    for (option, value) in unused {
        let refused = machine.run(&["eval", "claims", path(&cases), option, value]);
        assert_eq!(refused.status.code(), Some(3), "{option}");
        assert!(stderr(&refused).contains(option), "{}", stderr(&refused));
    }
    let oracle = machine.run(&["eval", "claims", path(&cases), "--oracle"]);
    assert_eq!(oracle.status.code(), Some(3), "{}", stderr(&oracle));
    let broken = machine.write("broken.jsonl", "{\"claim\": 3}");
    let failed = machine.run(&["eval", "claims", path(&broken)]);
    assert_eq!(failed.status.code(), Some(4));
    assert!(stderr(&failed).contains("case 1 of"), "{}", stderr(&failed));
}
