//! The works that documents belong to, and which of them a question names.
//!
//! "Postgres" in a question means the pages of "PostgreSQL 15.18 Documentation", even though few of their
//! paragraphs repeat that name. A work is identified by its own name or by the folders that contain its
//! pages.

use gorkd_core::model::Document;
use std::collections::BTreeSet;

/// How many parent folders of a page may name its work.
const MAX_FOLDERS: usize = 2;
/// Minimum length of a short form, in letters: "postgres" for "postgresql", "sqlite" for "sqlite3".
const MIN_SHORT_FORM: usize = 5;
/// Maximum number of letters that a short form may omit.
const MAX_OMITTED: usize = 3;

/// The words that name a document's work, lower case, without duplicates.
pub fn words_of(document: &Document) -> Vec<String> {
    let address = document.url.split(['?', '#']).next().unwrap_or_default();
    let path = address.split_once("://").map_or(address, |(_, rest)| rest);
    let mut folders: Vec<&str> = path.split('/').skip(1).collect();
    folders.pop();
    let folders = folders.iter().rev().take(MAX_FOLDERS).copied();
    let mut found: Vec<String> = Vec::new();
    // Folders inside a work are its parts: "install" in a question does not mean a folder of that name.
    let names = match document.work.as_deref() {
        Some(work) => vec![work],
        None => folders.collect(),
    };
    for name in names {
        for word in name.split(|c: char| !c.is_alphanumeric()) {
            let word = word.to_lowercase();
            let telling = word.chars().count() > 1 && !word.chars().all(|c| c.is_ascii_digit());
            if telling && !found.contains(&word) {
                found.push(word);
            }
        }
    }
    found
}

/// The works of an index, by number, each as a list of words.
#[derive(Clone, Debug, Default)]
pub struct Works(Vec<Vec<String>>);

impl Works {
    /// The number of a work, given the words of its column.
    pub fn number(&mut self, words: &str) -> u32 {
        let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
        let known = self.0.iter().position(|work| *work == words);
        known.unwrap_or_else(|| {
            self.0.push(words);
            self.0.len() - 1
        }) as u32
    }

    /// The words of all works that a query word may name.
    pub fn meant(&self, word: &str) -> BTreeSet<&str> {
        self.0.iter().flatten().map(String::as_str).filter(|known| names(word, known)).collect()
    }

    /// Works named by any of the words. `None` if they name no work, or every work.
    pub fn named<'a>(&self, words: impl Iterator<Item = &'a str> + Clone) -> Option<Vec<bool>> {
        let named: Vec<bool> = self
            .0
            .iter()
            .map(|work| words.clone().any(|word| work.iter().any(|known| names(word, known))))
            .collect();
        (named.contains(&true) && named.contains(&false)).then_some(named)
    }
}

/// Whether two words are the same, or one is a short form of the other.
fn names(word: &str, known: &str) -> bool {
    let (short, long) = if word.len() <= known.len() { (word, known) } else { (known, word) };
    word == known
        || (short.chars().count() >= MIN_SHORT_FORM
            && long.starts_with(short)
            && long.len() - short.len() <= MAX_OMITTED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_form_names_a_work() {
        let mut works = Works::default();
        works.number("postgresql documentation html");
        works.number("sqlite");
        let named = |text: &str| works.named(text.split(' '));
        assert_eq!(named("the port of postgres"), Some(vec![true, false]));
        assert_eq!(named("sqlite3 timeout"), Some(vec![false, true]));
        assert_eq!(named("post office"), None);
        assert_eq!(named("sqlite or postgres"), None, "all works are no scope");
        assert_eq!(works.meant("postgres"), BTreeSet::from(["postgresql"]));
    }

    #[test]
    fn a_work_is_known_by_its_name_or_its_folders() {
        let document = Document {
            url: "file:///srv/docs/python/library/os.html".into(),
            work: Some("Python 3.11.2 documentation".into()),
            ..Document::default()
        };
        assert_eq!(words_of(&document), ["python", "documentation"]);
        assert_eq!(words_of(&Document { work: None, ..document }), ["library", "python"]);
    }
}
