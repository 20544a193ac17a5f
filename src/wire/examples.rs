//! Example questions that the library can answer, for people who do not know what to ask. They are built from
//! sentences that say what something is or when it happened, so that the answer is certainly there.

use gorkd_core::model::DocumentHash;
use gorkd_core::ports::{Documents, Shelf, StoreError};
use gorkd_core::text::sentences::sentences;
use gorkd_core::text::stopwords::is_stop_word;
use std::collections::BTreeSet;

const WANTED: usize = 3;
/// Maximum number of documents to look at, so that a large library costs no more than a small one.
const MAX_DOCUMENTS: usize = 40;
/// Number of sentences at the start of a document, where its subject is named.
const OPENING: usize = 12;

pub async fn of(
    shelf: &dyn Shelf,
    documents: &dyn Documents,
    roots: &[String],
) -> Result<Vec<String>, StoreError> {
    let mut hashes: Vec<DocumentHash> = Vec::new();
    for root in roots {
        let mut files = shelf.files(root).await?;
        // What changed last is what its owner is thinking about.
        files.sort_by_key(|file| (std::cmp::Reverse(file.modified), file.path.clone()));
        hashes
            .extend(files.into_iter().filter_map(|file| file.hash).take(MAX_DOCUMENTS / roots.len().max(1)));
    }
    let texts = documents.texts(&hashes).await?;
    let mut questions: Vec<String> = Vec::new();
    let mut subjects = BTreeSet::new();
    // One per document, in the order above.
    for text in hashes.iter().filter_map(|hash| texts.get(hash)) {
        let found = text.lines().filter(|line| !line.starts_with(['#', '|', '`', '>']));
        let found =
            found.flat_map(|line| sentences(line, 0..line.len()).into_iter().map(move |range| &line[range]));
        let found = found.take(OPENING).find_map(|sentence| asked_by(sentence.trim(), text));
        if let Some((subject, question)) = found
            && subjects.insert(subject)
        {
            questions.push(question);
        }
        if questions.len() == WANTED {
            break;
        }
    }
    Ok(questions)
}

/// Verbs of events that have a date.
const HAPPENED: [&str; 10] = [
    "opened",
    "founded",
    "built",
    "published",
    "released",
    "written",
    "signed",
    "completed",
    "established",
    "introduced",
];

/// The question that an English sentence of a text answers, with its subject.
fn asked_by(sentence: &str, text: &str) -> Option<(String, String)> {
    let (subject, verb, rest) = [" was ", " were ", " is ", " are "]
        .iter()
        .filter_map(|verb| sentence.split_once(verb).map(|(subject, rest)| (subject, verb.trim(), rest)))
        .min_by_key(|(subject, ..)| subject.len())?;
    let words: Vec<&str> = subject.split(' ').collect();
    let (article, name) = match words.as_slice() {
        ["The", name @ ..] => ("the ", name),
        name => ("", name),
    };
    // A name: a few capitalized words. The first of a sentence is capitalized in any case, so it belongs to a longer name
    // only if the text doesn't write it small elsewhere ("Since Apache").
    let first = name.first().map(|first| first.to_lowercase()).unwrap_or_default();
    let is_word = article.is_empty()
        && name.len() > 1
        && text.split(|c: char| !c.is_alphanumeric()).any(|w| w == first);
    let joins = |word: &&str| ["of", "the", "and", "de", "von"].contains(word);
    let is_name = !is_word
        && (1..=6).contains(&name.len())
        && name.iter().all(|word| word.starts_with(char::is_uppercase) || joins(word))
        && name.iter().all(|word| word.chars().all(|c| c.is_alphanumeric() || c == '-'))
        && name.first().is_some_and(|first| {
            first.starts_with(char::is_uppercase) && !is_stop_word(&first.to_lowercase(), "en")
        });
    if !is_name {
        return None;
    }
    let subject = format!("{article}{}", name.join(" "));
    let first = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let question = match first {
        happened if HAPPENED.contains(&happened) && rest.contains(|c: char| c.is_ascii_digit()) => {
            format!("When {verb} {subject} {happened}?")
        }
        "a" | "an" | "the" | "one" => format!("What {verb} {subject}?"),
        _ => return None,
    };
    Some((subject, question))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_that_says_something_of_a_name_answers_a_question() {
        const TEXT: &str = "It grew around its harbour, and has been rebuilt since.";
        let question = |sentence: &str| asked_by(sentence, TEXT).map(|(_, question)| question);
        for (sentence, asked) in [
            (
                "The Harbour Bridge of Eastmoor was opened in 1931 by Mayor Ilse Brandt.",
                Some("When was the Harbour Bridge of Eastmoor opened?"),
            ),
            ("Rust is a programming language.", Some("What is Rust?")),
            ("It was opened in 1931.", None),
            ("Since Apache is the server of most sites, its log format is common.", None),
            ("The old bridge was opened in 1931.", None),
            ("Eastmoor was opened by nobody.", None),
            ("Eastmoor grew around its harbour.", None),
        ] {
            assert_eq!(question(sentence).as_deref(), asked, "{sentence}");
        }
    }
}
