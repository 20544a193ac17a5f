//! Which documents no longer hold: by their own words, by the folder they are kept in, or because a newer edition is at
//! hand.

use crate::Material;
use crate::text::mentions::{MentionKind, mentions};
use crate::text::sentences::said;
use crate::text::tables::{Tables, lists};
use crate::text::words::{Shape, fold, words};
use crate::text::{beginning, pattern};
use gorkd_core::model::{Document, Millis, path_of};
use gorkd_core::text::tables::List;
use regex::Regex;
use std::cmp::Ordering;
use std::ops::Range;
use std::sync::LazyLock;

/// Bytes of a text in which it says so: a banner, or the lines below the title.
const TELLING: usize = 1_500;
/// Words before the one that says so: "This page of the handbook is".
const LEADING: usize = 8;
/// A difference of less than a day says nothing about which of two documents is newer.
const DAY: u64 = 86_400_000;
/// Bytes of a year, which by itself is no day.
const YEAR: usize = 4;

/// For each document, does it say that it no longer holds, or is it kept in a folder for such?
pub fn outdated(materials: &[Material<'_>]) -> Vec<bool> {
    let paths: Vec<Option<Vec<String>>> = materials.iter().map(|one| folders_of(one.document)).collect();
    // The folder in which all of them lie says nothing of one of them.
    let mut kept = paths.iter().flatten();
    let first = kept.next().map_or(&[][..], |path| &path[..path.len() - 1]);
    let common = kept.fold(first, |common, path| {
        let alike = common.iter().zip(path).take_while(|(one, other)| one == other).count();
        &common[..alike]
    });
    let archived =
        |path: &Option<Vec<String>>| path.as_ref().is_some_and(|path| is_archived(&path[common.len()..]));
    materials.iter().zip(&paths).map(|(material, path)| says_of_itself(material) || archived(path)).collect()
}

fn says_of_itself(material: &Material<'_>) -> bool {
    let title = material.document.title.split(['(', ')', '[', ']', '—', '–', ':', '|', ',']);
    let named = |piece: &str| Tables::all().outdated.has(&piece.trim().to_lowercase());
    let head = beginning(material.text, TELLING);
    let tells = || head.lines().any(|line| said(line).into_iter().any(says_so));
    title.into_iter().any(named) || MENTIONED.is_match(&head.to_lowercase()) && tells()
}

/// The words that such a document says of itself. Most texts hold none of them, and end here.
static MENTIONED: LazyLock<Regex> = LazyLock::new(|| {
    let words: Vec<String> = Tables::all().outdated.iter().map(regex::escape).collect();
    pattern(&words.join("|"))
});

/// The folders and the name of a file. Only documents of a library have them: on the web, an archive is a collection.
fn folders_of(document: &Document) -> Option<Vec<String>> {
    Some(path_of(&document.url)?.to_string_lossy().split('/').map(fold).collect())
}

/// Is one of the folders one for what no longer holds, or does the name say so: "expenses-old.md"?
fn is_archived(path: &[String]) -> bool {
    let folders = Tables::all().outdated_folders.folded();
    let Some((name, above)) = path.split_last() else { return false };
    let stem = name.split('.').next().unwrap_or_default();
    let last = stem.rsplit(|c: char| !c.is_alphanumeric()).next().filter(|last| *last != stem);
    above.iter().any(|folder| folders.has(folder)) || last.is_some_and(|last| folders.has(last))
}

/// "OUTDATED since June", "Status: superseded by ADR 6", "This page has been replaced by". What is deprecated in the middle of
/// a sentence is something that the document is about.
fn says_so(sentence: &str) -> bool {
    let tables = Tables::all();
    let plain = crate::text::lower_words(sentence).join(" ");
    let outdated = tables.outdated.written();
    let goes_on = |rest: &str| {
        let next = rest.trim_start().split(' ').next().unwrap_or_default();
        next.is_empty() || tables.passive.has(next) || tables.since.has(next) || tables.prepositions.has(next)
    };
    let begins = |text: &str| begun(outdated, text).is_some_and(goes_on);
    let lower = sentence.trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let announces =
        begun(outdated, &lower).is_some_and(|rest| rest.starts_with([':', '.', '!', ',', ';', '*', ']']));
    if announces || begins(&plain) {
        return true;
    }
    let status = tables.status_words.written();
    if let Some((at, word)) = status.find_in(&plain)
        && begun(outdated, plain[at + word.len()..].trim_start()).is_some()
    {
        return true;
    }
    let first = plain.split(' ').next().unwrap_or_default();
    let Some((at, phrase)) = outdated.find_in(&plain) else { return false };
    let before: Vec<&str> = plain[..at].split_whitespace().collect();
    let rest = &plain[at + phrase.len()..];
    let lists = lists::Tables::all();
    // Not every language has a word for "is".
    let is = rest.is_empty() || before.last().is_some_and(|last| lists.auxiliaries.has(last));
    is && before.len() <= LEADING && lists.pointing_words.has(first) && goes_on(rest)
}

/// What follows the longest entry that a text begins with.
fn begun<'t>(list: &List, text: &'t str) -> Option<&'t str> {
    list.begin(text).map(|length| &text[length..])
}

/// For each document, whether another one is a newer edition of it: of the same name but for its number, year, or date. None
/// that the question names by what tells it from the newer one.
pub fn older_editions(question: &str, materials: &[Material<'_>], outdated: &[bool]) -> Vec<Vec<usize>> {
    let editions: Vec<Edition> =
        materials.iter().zip(outdated).map(|(one, outdated)| Edition::of(one, *outdated)).collect();
    let asked = numbers(question);
    let newer = |at: usize, other: usize| {
        let (own, newer) = (&editions[at], &editions[other]);
        let named = |number: &u64| asked.contains(number) && !newer.numbers.contains(number);
        at != other
            && !own.name.is_empty()
            && own.name == newer.name
            && own.place == newer.place
            && own.cmp(newer) == Some(Ordering::Less)
            && !own.numbers.iter().any(named)
    };
    let all = 0..materials.len();
    all.clone().map(|at| all.clone().filter(|other| newer(at, *other)).collect()).collect()
}

struct Edition {
    /// The words of its title without numbers, and without what stands in brackets.
    name: Vec<String>,
    /// The site; one's own documents are one place.
    place: String,
    /// The numbers of its title, or of its file name.
    numbers: Vec<u64>,
    /// Those of its title tell which version it is, and not a day.
    versioned: bool,
    dated: Option<Millis>,
    outdated: bool,
    /// The year in its file name.
    year: Option<u64>,
}

impl Edition {
    fn of(material: &Material<'_>, outdated: bool) -> Self {
        let document = material.document;
        let title = document.title.split(['(', '[']).next().unwrap_or_default();
        let dates: Vec<Range<usize>> = mentions(title, material.language())
            .into_iter()
            .filter(|mention| mention.kind == MentionKind::Date && mention.range.len() > YEAR)
            .map(|mention| mention.range)
            .collect();
        let undated = |at: usize| !dates.iter().any(|date| date.contains(&at));
        let words =
            words(title).into_iter().filter(|word| undated(word.range.start) && word.shape != Shape::Number);
        let file = document.url.strip_prefix("file:").and_then(|path| path.rsplit('/').next());
        let of_file = numbers(file.unwrap_or_default());
        let of_title = numbers(title);
        Edition {
            name: words.map(|word| fold(word.text)).collect(),
            place: if file.is_some() { String::new() } else { document.host() },
            versioned: !of_title.is_empty() && dates.is_empty(),
            year: of_file.iter().copied().find(|number| (1990..2100).contains(number)),
            numbers: if of_title.is_empty() { of_file } else { of_title },
            dated: document.published_at,
            outdated,
        }
    }

    /// Which one is older, by what tells it best.
    fn cmp(&self, other: &Self) -> Option<Ordering> {
        if self.outdated != other.outdated {
            return Some(if self.outdated { Ordering::Less } else { Ordering::Greater });
        }
        if self.versioned && other.versioned && self.numbers != other.numbers {
            return Some(self.numbers.cmp(&other.numbers));
        }
        if let (Some(own), Some(other)) = (self.dated, other.dated)
            && own.0.abs_diff(other.0) >= DAY
        {
            return Some(own.cmp(&other));
        }
        match (self.year, other.year) {
            (Some(own), Some(other)) if own != other => Some(own.cmp(&other)),
            // The one that needs no year is the present one.
            (Some(_), None) => Some(Ordering::Less),
            (None, Some(_)) => Some(Ordering::Greater),
            (Some(_), Some(_)) | (None, None) => None,
        }
    }
}

/// The whole numbers of a text, in order.
fn numbers(text: &str) -> Vec<u64> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(url: &str, title: &str) -> Document {
        Document { url: url.into(), title: title.into(), language: Some("en".into()), ..Document::default() }
    }

    fn is_outdated(url: &str, title: &str, text: &str) -> bool {
        let (one, other) = (document(url, title), document("file:///lib/handbook/town.md", "Town"));
        outdated(&[Material::new(&one, text), Material::new(&other, "")])[0]
    }

    #[test]
    fn a_document_says_of_itself_that_it_no_longer_holds() {
        for text in [
            "# Deploying\n\nOUTDATED since June 2024 (Argo CD). Kept for the old cluster only!",
            "Date: 2023-02-14 Status: superseded by ADR 6\n\nWe move to Kafka.",
            "Status: deprecated\n\n# Prices",
            "> **This page is outdated.** See the new one.",
            "This policy has been superseded by the travel policy.",
            "Deprecated: use the other command.",
            "Diese Seite ist veraltet.",
            "Cette page est obsolète.",
            "Эта страница устарела.",
        ] {
            assert!(is_outdated("https://wiki.example/x", "Page", text), "{text}");
        }
        for text in [
            "# Vacation\n\nValid from 1 Jan 2025. Replaces the 2023 version.",
            "This handbook has replaced the wiki.",
            "Status: accepted",
            "Deprecated options are listed below, with what replaced them.",
            "The option is deprecated.",
            "This is a deprecated alias of the command.",
        ] {
            assert!(!is_outdated("https://wiki.example/x", "Page", text), "{text}");
        }
        assert!(is_outdated("https://wiki.example/x", "4.2.0, 2025-08-29 — WITHDRAWN", ""));
        assert!(!is_outdated("https://wiki.example/x", "Obsolete or renamed features", ""));
    }

    #[test]
    fn a_folder_for_old_documents_tells_it_of_files_only() {
        assert!(is_outdated("file:///lib/handbook/archive/expenses.md", "Expenses", "Use the card."));
        assert!(is_outdated("file:///lib/handbook/Expenses-old.md", "Expenses", "Use the card."));
        assert!(!is_outdated("file:///lib/old.md", "Expenses", "Use the card."));
        assert!(!is_outdated("file:///lib/archives-of-lyon/x.md", "Expenses", "Use the card."));
        assert!(!is_outdated("https://news.example/archive/x", "Expenses", "Use the card."));
        let mails = ["1", "2"].map(|name| document(&format!("file:///mail/archive/2024/{name}.txt"), "Mail"));
        let mails = mails.each_ref().map(|mail| Material::new(mail, ""));
        assert_eq!(outdated(&mails), [false, false], "where all of them lie");
    }

    #[test]
    fn of_two_editions_the_older_one_is_told() {
        let pairs = |question: &str, files: &[(&str, &str, Option<u64>)]| -> Vec<Vec<usize>> {
            let documents: Vec<Document> = files
                .iter()
                .map(|(url, title, day)| Document {
                    published_at: day.map(|day| Millis((day * DAY).cast_signed())),
                    ..document(url, title)
                })
                .collect();
            let materials: Vec<Material<'_>> =
                documents.iter().map(|document| Material::new(document, "")).collect();
            older_editions(question, &materials, &outdated(&materials))
        };
        let years = [("file:///a.md", "Prices 2024", None), ("file:///b.md", "Prices 2025 (net)", None)];
        assert_eq!(pairs("What does it cost?", &years), [vec![1], vec![]]);
        assert_eq!(pairs("What did it cost in 2024?", &years), [vec![], Vec::<usize>::new()]);
        let files = [
            ("file:///policy-2023.md", "Vacation policy", None),
            ("file:///policy.md", "Vacation policy", None),
            ("file:///other.md", "Sick leave", None),
        ];
        assert_eq!(pairs("How many days?", &files), [vec![1], vec![], vec![]]);
        // A day isn't a version: the dates tell which one is newer.
        let minutes = [
            ("file:///a.md", "Weekly 6 October", Some(20_000)),
            ("file:///b.md", "Weekly 8 September", Some(19_972)),
        ];
        assert_eq!(pairs("Are deploys allowed?", &minutes), [vec![], vec![0]]);
        let sites = [("https://a.example/", "Guide 1", None), ("https://b.example/", "Guide 2", None)];
        assert_eq!(pairs("How?", &sites), [vec![], Vec::<usize>::new()]);
    }
}
