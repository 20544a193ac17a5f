//! What the documents promise: links that lead somewhere, paths and commands that exist.

use super::{File, files, none, root};
use std::fs;

/// Lines that a newcomer is asked to read before the code.
const ARCHITECTURE_LINES: usize = 150;

/// First parts of paths that documents name in backticks.
const FOLDERS: &[&str] =
    &["core/", "adapters/", "eval/", "src/", "config/", "migrations/", "tests/", "docs/", ".ci/"];

#[test]
fn links_between_documents_lead_somewhere() {
    let mut found = Vec::new();
    for document in documents() {
        let folder = document.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for (number, line) in document.text.lines().enumerate() {
            for target in targets(line) {
                let path = target.split('#').next().unwrap_or_default();
                let outside = target.contains("://") || target.starts_with("mailto:") || path.is_empty();
                if !outside && !root().join(folder).join(path).exists() {
                    found.push(format!("{}:{}: {target}", document.path, number + 1));
                }
            }
        }
    }
    none(&found, "A link that leads nowhere costs every reader the same search.");
}

#[test]
fn paths_in_documents_exist() {
    let mut found = Vec::new();
    for document in documents().filter(|document| document.path != "CHANGELOG.md") {
        for (number, line) in document.text.lines().enumerate() {
            for path in quoted(line).filter(|text| FOLDERS.iter().any(|folder| text.starts_with(folder))) {
                let plain = path.chars().all(|c| c.is_alphanumeric() || "/._-".contains(c));
                // `NAME` stands for a name that the reader chooses.
                if plain && !path.contains("NAME") && !root().join(path).exists() {
                    found.push(format!("{}:{}: {path}", document.path, number + 1));
                }
            }
        }
    }
    none(
        &found,
        "A code map that names what is not there is worse than none. Mend the document in the commit that moves the file.",
    );
}

#[test]
fn commands_of_make_in_documents_exist() {
    let makefile = text_of("Makefile");
    let mut found = Vec::new();
    let mut named = 0;
    for document in documents() {
        for (number, line) in document.text.lines().enumerate() {
            let commands = quoted(line).chain([line.trim()]);
            for target in commands.filter_map(|text| text.strip_prefix("make ")).filter_map(first_word) {
                named += 1;
                if !makefile.lines().any(|line| line.starts_with(&format!("{target}:"))) {
                    found.push(format!("{}:{}: make {target}", document.path, number + 1));
                }
            }
        }
    }
    assert!(named > 3, "hardly any command of make was found in the documents: the rule saw nothing");
    none(&found, "A command in a document is there to be copied. It has to be a target of the Makefile.");
}

#[test]
fn every_search_provider_is_in_the_table_of_its_page() {
    let (settings, page) = (text_of("config/default.toml"), text_of("docs/search.md"));
    let named = settings.lines().filter_map(|line| line.strip_prefix("[search.")?.strip_suffix(']'));
    let names: Vec<&str> = named.collect();
    assert!(names.len() > 10, "hardly any search provider was found in the settings: the rule saw nothing");
    let cells = page.lines().filter_map(|line| line.strip_prefix("| ")?.split('|').next());
    let listed: Vec<&str> = cells.flat_map(quoted).collect();
    let missing = names.iter().filter(|name| !listed.contains(*name));
    let found: Vec<String> = missing.map(|name| format!("`{name}`")).collect();
    none(&found, "docs/search.md says of each provider what it needs and costs, in the table at its top.");
}

#[test]
fn every_button_below_an_answer_is_on_the_page_of_chats() {
    let code = text_of("adapters/chat/src/cards/answer_buttons.rs");
    let (words, page) = (text_of("words/texts/en/cards.ftl"), text_of("docs/chats.md"));
    let mut found = Vec::new();
    let mut looked_at = 0;
    for name in code.split("Msg::Button").skip(1) {
        let name = name.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        let start = format!("button{} = ", kebab(name));
        let label = words.lines().find_map(|line| line.strip_prefix(start.as_str())).unwrap_or_default();
        // Without a price, an interval, or a number.
        let label = label.split([':', '(', '{']).next().unwrap_or_default().trim();
        looked_at += 1;
        if label.is_empty() || !page.contains(label) {
            found.push(format!("Button{name}: {label}"));
        }
    }
    assert!(looked_at > 10, "hardly any button was found in the code: the rule saw nothing");
    none(
        &found,
        "docs/chats.md says what each button below an answer does, under the label that people read.",
    );
}

#[test]
fn the_architecture_is_read_in_one_go() {
    let text = text_of("ARCHITECTURE.md");
    let lines = text.lines().count();
    assert!(
        lines <= ARCHITECTURE_LINES,
        "ARCHITECTURE.md has {lines} lines and may have {ARCHITECTURE_LINES}: it is what somebody reads on the first \
         morning. Move what only one part needs into that part's own module documentation."
    );
}

fn text_of(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// `TryAgain` as `-try-again`.
fn kebab(name: &str) -> String {
    let word =
        |c: char| if c.is_ascii_uppercase() { format!("-{}", c.to_ascii_lowercase()) } else { c.to_string() };
    name.chars().map(word).collect()
}

/// What is written for people: at the root, in `docs/`, and the page of a crate. Prompts and samples are not.
fn documents() -> impl Iterator<Item = File> {
    files().into_iter().filter(|file| {
        let path = &file.path;
        path.ends_with(".md")
            && (!path.contains('/') || path.starts_with("docs/") || path.ends_with("/README.md"))
    })
}

/// Targets of the Markdown links on a line.
fn targets(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|rest| rest.split(')').next())
}

/// What stands between backticks on a line.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

fn first_word(text: &str) -> Option<&str> {
    text.split(|c: char| !c.is_ascii_lowercase()).next().filter(|word| !word.is_empty())
}
