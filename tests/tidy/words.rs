//! Where the sentences stand that people read: in the catalogue, and each of them used.

use super::scan::lines_with;
use super::{files, none};

/// Files whose sentences are for the people who run gorkd, in the log or at the command line, and therefore English.
const FOR_OPERATORS: [&str; 11] = [
    "discord/src/api/error.rs",
    "discord/src/check.rs",
    "discord/src/gateway.rs",
    "discord/src/invite.rs",
    "discord/src/permissions.rs",
    "slack/src/check.rs",
    "slack/src/manifest.rs",
    "slack/src/seal.rs",
    "slack/src/setup_error.rs",
    "slack/src/setup_steps.rs",
    "slack/src/socket.rs",
];
/// Names that a platform shows as they are.
const NAMES: [&str; 2] = ["Research this", "DiscordBot (https://github.com/gorkd, "];

#[test]
fn chats_and_pages_take_their_sentences_from_the_catalogue() {
    let (all, mut found) = (files(), Vec::new());
    for (folder, least) in [
        ("adapters/chat/src/", 20),
        ("adapters/discord/src/", 20),
        ("adapters/slack/src/", 20),
        ("adapters/web/src/page/", 2),
    ] {
        let of_people = |path: &str| {
            path.starts_with(folder) && !FOR_OPERATORS.iter().any(|file| path == format!("adapters/{file}"))
        };
        let files: Vec<_> =
            all.iter().filter(|file| file.is_rust() && !file.is_test() && of_people(&file.path)).collect();
        assert!(files.len() >= least, "only {} files in {folder}: have they moved?", files.len());
        for file in files {
            for (number, line) in lines_outside_tests(&file.text) {
                let texts = literals(line).flat_map(outside_tags);
                let sentences = texts.filter(|text| is_sentence(text) && !is_name(text));
                found.extend(sentences.map(|text| format!("{}:{number}: {text:?}", file.path)));
            }
        }
    }
    none(
        &found,
        "What people read is worded in words/texts, in each language, and named by a `Msg` in the code. A sentence in the \
         code is English for everybody.",
    );
}

#[test]
fn sentences_are_told_from_other_texts() {
    for sentence in ["Try again", "The file could not be made.", "Keine Quelle", "nothing was read."] {
        assert!(is_sentence(sentence), "{sentence}");
    }
    for other in
        ["place", "%Y-%m-%d %H:%M %Z", "the store failed while a message was worked off", "[{number}] {}"]
    {
        assert!(!is_sentence(other), "{other}");
    }
    assert!(is_name("Send Messages in Threads") && !is_name("Send it again"));
    let line = r#"let a = "One thing"; // "Not this one""#;
    assert_eq!(literals(line).collect::<Vec<_>>(), ["One thing"]);
    let page = "<h2>{title}</h2>\\n<p>Ask the sender for it.</p>\\n";
    assert_eq!(
        outside_tags(page).filter(|text| is_sentence(text)).collect::<Vec<_>>(),
        ["Ask the sender for it."]
    );
}

#[test]
fn every_message_of_the_catalogue_is_said_somewhere() {
    let files = files();
    let list = files.iter().find(|file| file.path == "words/src/messages.rs").expect("the list is there");
    let declared = list.text.split_once("\nmessages! {").expect("the list has a beginning").1;
    let name = |part: &str| {
        let part = part.lines().filter(|line| !line.trim().starts_with("//")).collect::<String>();
        part.trim().split([' ', '{']).next().unwrap_or_default().to_owned()
    };
    let names: Vec<String> = declared.split(';').map(name).filter(|name| name.len() > 1).collect();
    assert!(names.len() > 300, "only {} messages were found", names.len());
    let said: Vec<&str> = files
        .iter()
        .filter(|file| file.is_rust() && !file.path.starts_with("words/"))
        .map(|file| file.text.as_str())
        .collect();
    let unused = names.into_iter().filter(|name| {
        let wanted = format!("Msg::{name}");
        !said.iter().any(|text| text.contains(&wanted) && !lines_with(text, &wanted).is_empty())
    });
    none(&unused.collect::<Vec<_>>(), "A message that nobody says is translated for nothing. Delete it.");
}

/// Lines of a file, from 1, up to its tests.
fn lines_outside_tests(source: &str) -> impl Iterator<Item = (usize, &str)> {
    let end = source.find("#[cfg(test)]\nmod tests {").unwrap_or(source.len());
    source[..end].lines().enumerate().map(|(at, line)| (at + 1, line))
}

/// The contents of the string literals of a line, as far as one line tells.
fn literals(line: &str) -> impl Iterator<Item = &str> {
    let code = line.split(" // ").next().unwrap_or_default();
    let code = if code.trim_start().starts_with("//") { "" } else { code };
    code.split('"').skip(1).step_by(2)
}

/// What a text says around its HTML tags; all of it where it has none.
fn outside_tags(text: &str) -> impl Iterator<Item = &str> {
    text.split(['<', '>'])
}

/// Is it a name, such as `Send Messages in Threads`, which Discord gives to a permission?
fn is_name(text: &str) -> bool {
    let capital = |word: &str| word == "in" || word.starts_with(char::is_uppercase);
    NAMES.contains(&text) || (!text.ends_with('.') && text.split(' ').all(capital))
}

/// Does it read as something that is said to a person: words that begin with a capital letter, or end with a full stop?
fn is_sentence(text: &str) -> bool {
    let words = text.split(' ').filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1).count();
    let capital = text.trim_start().starts_with(|c: char| c.is_alphabetic() && !c.is_lowercase());
    words > 1 && (capital || text.trim_end().ends_with(['.', '!', '?', '？', '؟']))
}
