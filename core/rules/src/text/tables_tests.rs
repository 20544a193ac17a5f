//! What the word tables contain, and what they lack.

use super::*;
use std::collections::BTreeSet;

/// Languages of the catalog: answers are written in each of them, so questions should be understood as well.
const CATALOGUE: [&str; 7] = ["en", "de", "es", "fr", "ru", "zh", "ar"];
/// Concepts that each of them needs.
const NEEDED: [&str; 7] =
    ["asks", "recent", "everything", "greetings", "according_to", "deliverables", "dropping_verbs"];
/// Which language lacks which concept, and why that does no harm.
const LACKING: [(&str, &str, &str); 1] =
    [("ar", "according_to", "no cue is known that a name surely follows")];

#[test]
fn no_list_holds_a_word_twice() {
    for (code, tables) in Tables::languages() {
        for (concept, count, twice) in tables.concepts() {
            assert!(twice.is_empty(), "{code}: {concept} has {twice:?} twice among {count}");
        }
    }
}

#[test]
fn every_concept_has_words_in_some_language() {
    for (concept, count, _) in Tables::all().concepts() {
        assert!(count > 0, "no file has a list of {concept}: remove it from this file");
    }
}

#[test]
fn languages_of_the_catalogue_have_what_a_question_needs() {
    for code in CATALOGUE {
        let tables = Tables::known(code).unwrap_or_else(|| panic!("{code} has no file"));
        let lacks: Vec<&str> = tables
            .concepts()
            .into_iter()
            .filter(|(concept, count, _)| *count == 0 && NEEDED.contains(concept))
            .map(|(concept, ..)| concept)
            .filter(|concept| {
                !LACKING.iter().any(|(language, name, _)| (*language, *name) == (code, *concept))
            })
            .collect();
        assert!(lacks.is_empty(), "{code} lacks {lacks:?}");
    }
}

/// For adding a language: `cargo test lacks -- --nocapture` shows the output.
#[test]
fn what_a_language_lacks_can_be_listed() {
    let english: BTreeSet<&str> =
        Tables::of("en").concepts().into_iter().map(|(concept, ..)| concept).collect();
    for (code, tables) in Tables::languages() {
        let lacks =
            tables.concepts().into_iter().filter(|(_, count, _)| *count == 0).map(|(concept, ..)| concept);
        let lacks: Vec<&str> = lacks.filter(|concept| english.contains(concept)).collect();
        println!("{code} lacks {} of {}: {}", lacks.len(), english.len(), lacks.join(", "));
    }
    assert!(Tables::of("xx").concepts().iter().all(|(_, count, _)| *count == 0));
}

#[test]
fn units_and_months_of_the_tables_are_known() {
    for (code, tables) in Tables::languages() {
        for (word, symbol) in tables.units.iter() {
            assert!(crate::text::units::unit(word).is_some(), "{code}: {word} = {symbol}, which is no unit");
        }
        for (word, currency) in tables.currencies.iter() {
            assert_eq!(crate::text::units::currency(word), Some(currency.as_str()), "{code}: {word}");
        }
    }
}

#[test]
fn patterns_match_word_by_word() {
    let pattern = "what|which is|are the|a? best? way|ways to";
    let says = |word: &str| word == "far";
    for (said, count) in [
        ("what is the best way to bake", Some(6)),
        ("which are ways to bake", Some(4)),
        ("what is the best bread", None),
        ("what is", None),
    ] {
        let words: Vec<&str> = said.split(' ').collect();
        assert_eq!(matched(pattern, &words, says), count, "{said}");
    }
    assert_eq!(matched("how *", &["how", "far"], says), Some(2));
    assert_eq!(matched("how *", &["how", "is"], says), None);
}

#[test]
fn every_concept_is_used() {
    let sources = sources(std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")));
    for (concept, ..) in Tables::all().concepts() {
        let used = sources.iter().any(|text| text.contains(&format!(".{concept}")));
        assert!(used, "{concept} is not used: remove it from this file and the tables");
    }
}

fn sources(folder: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder of the sources can be listed");
    let paths = entries.map(|entry| entry.expect("an entry can be read").path());
    paths
        .flat_map(|path| match path.is_dir() {
            true => sources(&path),
            false if path.ends_with("tables.rs") => Vec::new(),
            false => vec![std::fs::read_to_string(&path).unwrap_or_default()],
        })
        .collect()
}
