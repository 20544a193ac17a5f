//! How long a file may be, how it begins, and what may not be in it.

use super::scan::{code_of, lines_outside_tests};
use super::{files, none};

/// Lines outside tests that a source file may have, and that nine files in ten should stay under.
const LIMIT: usize = 400;
const AIM: usize = 300;

/// People whose homes stand in samples.
const MADE_UP: &[&str] = &["a", "ann", "somebody", "you"];

#[test]
fn source_files_are_short() {
    let sources: Vec<(String, usize)> = files()
        .iter()
        .filter(|file| file.is_rust() && !file.is_test())
        .map(|file| (file.path.clone(), lines_outside_tests(&file.text)))
        .collect();
    let short = sources.iter().filter(|(_, lines)| *lines <= AIM).count();
    println!(
        "{short} of {} source files have at most {AIM} lines ({:.0} %, the aim is 90 %).",
        sources.len(),
        100.0 * short as f64 / sources.len() as f64
    );
    for (path, lines) in sources.iter().filter(|(_, lines)| *lines > AIM) {
        println!("{lines:>6}  {path}");
    }
    let found: Vec<String> = sources
        .iter()
        .filter(|(_, lines)| *lines > LIMIT)
        .map(|(path, lines)| format!("{path}: {lines} lines outside tests, {LIMIT} at most"))
        .collect();
    none(
        &found,
        "A file that holds one idea can be read in one go. Find the second idea in it, and give it a file.",
    );
}

#[test]
fn every_source_file_says_what_it_is_for() {
    let found: Vec<String> = files()
        .iter()
        .filter(|file| file.is_rust() && !file.is_tests_of_a_module() && !file.text.starts_with("//! "))
        .map(|file| file.path.clone())
        .collect();
    none(
        &found,
        "The first line of a file is `//! ` and one sentence of purpose, then the one thing that surprises: whoever \
         opens the file has come with the question that it answers.",
    );
}

#[test]
fn no_test_is_skipped() {
    let mut found = Vec::new();
    for file in files().iter().filter(|file| file.is_rust()) {
        let code = code_of(&file.text);
        let attributes = code.lines().enumerate().filter(|(_, line)| line.contains("#[ignore"));
        found.extend(attributes.map(|(at, _)| format!("{}:{}: an ignored test", file.path, at + 1)));
        let examples = file.text.lines().enumerate().filter(|(_, line)| is_ignored_example(line));
        found.extend(examples.map(|(at, _)| format!("{}:{}: an ignored example", file.path, at + 1)));
    }
    none(
        &found,
        "A skipped test says that something holds which nobody checks. Mend it, delete it, or let an environment \
         variable make it longer (as `make soak` does) and not let it be left out.",
    );
}

#[test]
fn no_file_knows_a_developers_machine() {
    // Written in pieces, so that this file passes its own rule.
    let folders =
        [concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/ho", "me/"), concat!("/Us", "ers/")];
    let mut found = Vec::new();
    for file in files() {
        for (number, line) in file.text.lines().enumerate() {
            for folder in folders.iter().filter(|folder| names_a_folder(line, folder)) {
                found.push(format!("{}:{}: {folder}…", file.path, number + 1));
            }
        }
    }
    none(
        &found,
        "A path of one machine works on no other. Build paths from what is known at run time (a temporary folder, the \
         folder of the manifest), and write `~` or a relative path in documents.",
    );
}

#[test]
fn a_folder_is_told_from_the_middle_of_an_address() {
    let folder = concat!("/ho", "me/");
    assert!(names_a_folder(&format!("open {folder}bob"), folder));
    assert!(names_a_folder(&format!("file://{folder}bob/notes"), folder));
    assert!(!names_a_folder(&format!("file://{folder}ann/notes"), folder));
    assert!(!names_a_folder(&format!("https://example.org{folder}page"), folder));
    assert!(!names_a_folder(&format!("~{folder}page"), folder));
}

/// Does an absolute path begin with the folder here? In the middle of an address or a longer path it does not count,
/// and neither does the home of somebody made up.
fn names_a_folder(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let inside = before.is_some_and(|c| c.is_alphanumeric() || "._-~*}".contains(c));
        let next = line[at + folder.len()..].split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        !inside && !MADE_UP.contains(&next)
    })
}

/// A fenced example in a comment that is marked as not to be compiled and run.
fn is_ignored_example(line: &str) -> bool {
    let comment = line.trim_start();
    let fence = ["/// ", "//! "].iter().find_map(|mark| comment.strip_prefix(mark)).map(str::trim_start);
    fence.is_some_and(|fence| fence.starts_with("```") && fence.contains("ignore"))
}
