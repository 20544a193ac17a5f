//! The pages that drafts are made of: those that answer questions, as gorkd reads them, with sentences that can stand
//! in a draft.

use crate::Kit;
use crate::questions::{Case, Site};
use crate::under_test::{find_words, fold, sentences};
use anyhow::{Context, Result};
use gorkd_core::model::Reading;
use gorkd_core::ports::{Raw, RawContent, Reader};
use std::time::Duration;

/// Words of a sentence that stands in a draft: shorter ones are headings, longer ones lists.
const SHORTEST: usize = 6;
const LONGEST: usize = 40;
/// Bytes of a page, and the time for reading it; as for a file of the library.
const MAX_BYTES: usize = 20_000_000;
const TIME: Duration = Duration::from_secs(30);

/// A page with the question that it answers.
pub struct Page {
    pub case: Case,
    /// Below the site's folder.
    pub path: String,
    pub reading: Reading,
    pub sentences: Vec<Sentence>,
    /// Its words, folded, in single spaces.
    folded: String,
}

/// A sentence of a page, its white space collapsed.
pub struct Sentence {
    pub text: String,
    /// It stands in the block that answers the question.
    pub of_the_answer: bool,
}

impl Page {
    fn new(case: Case, path: String, reading: Reading) -> Self {
        let block = case.answer_block.as_deref().unwrap_or_default();
        let of_block = usable(block).into_iter().filter(|text| find_words(&reading.text, text).is_some());
        let mut sentences: Vec<Sentence> =
            of_block.map(|text| Sentence { text, of_the_answer: true }).collect();
        for text in usable(&reading.text) {
            if !sentences.iter().any(|known| known.text == text) {
                sentences.push(Sentence { text, of_the_answer: false });
            }
        }
        let folded = flat(&reading.text);
        Self { case, path, reading, sentences, folded }
    }

    /// Does it stand on the page, word for word?
    pub fn says(&self, sentence: &str) -> bool {
        self.folded.contains(&flat(sentence))
    }

    /// Does it stand on the page, the sentence aside that it was made of? What is only cut short stands in that one.
    pub fn says_beside(&self, sentence: &str, from: &str) -> bool {
        let (sentence, from) = (flat(sentence), flat(from));
        self.folded.split(&from).any(|rest| rest.contains(&sentence))
    }

    /// The work that the page belongs to: its first folder.
    pub fn work(&self) -> &str {
        self.path.split('/').next().unwrap_or_default()
    }

    /// The sentences of the block that answers.
    pub fn answer(&self) -> impl Iterator<Item = &Sentence> {
        self.sentences.iter().filter(|sentence| sentence.of_the_answer)
    }
}

/// The words alone: a page may set some of them in code or in italics.
fn flat(text: &str) -> String {
    let folded = fold(text);
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// Reads the first gold page of every case that has a block that answers.
pub async fn read(kit: &Kit, site: &Site, cases: Vec<Case>) -> Result<Vec<Page>> {
    let mut pages = Vec::new();
    for case in cases {
        let (Some(path), Some(_)) = (case.gold_pages.first().cloned(), case.answer_block.as_ref()) else {
            continue;
        };
        let file = site.folder().join(&path);
        let raw = Raw {
            content: RawContent::File(file.clone()),
            url: site.address(&path).with_context(|| format!("{path} has no address"))?,
            content_type: None,
            max_bytes: MAX_BYTES,
            timeout: TIME,
        };
        let reading = kit.reader.extract(raw).await;
        let reading = reading
            .map_err(|failure| anyhow::anyhow!(failure.detail))
            .with_context(|| format!("{} cannot be read", file.display()))?;
        pages.push(Page::new(case, path, reading));
    }
    Ok(pages)
}

/// Whole sentences of running text; nothing of tables, code and headings.
fn usable(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut fenced = false;
    for paragraph in text.split("\n\n") {
        let fences = paragraph.matches("```").count();
        let code = fenced || fences > 0;
        fenced ^= fences % 2 == 1;
        if code || paragraph.starts_with(['#', '|', '>']) {
            continue;
        }
        for range in sentences(paragraph, 0..paragraph.len()) {
            let sentence = paragraph[range].split_whitespace().collect::<Vec<_>>().join(" ");
            let words = sentence.split(' ').count();
            let whole = sentence.starts_with(char::is_uppercase) && sentence.ends_with(['.', '!']);
            let plain = !sentence.contains(['|', '`', '<', '>', '{', '}']);
            if whole && plain && (SHORTEST..=LONGEST).contains(&words) {
                found.push(sentence);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_sentences_of_running_text_are_used() {
        let text = "# A heading that has six words.\n\nThe first\nsentence has exactly six words. Too short.\n\n\
                    | A row that has quite some words. |\n\n```\nCode that has quite some words.\n\n\
                    More code that has some words.\n```\n\nThe last sentence has enough words too.";
        assert_eq!(
            usable(text),
            ["The first sentence has exactly six words.", "The last sentence has enough words too."]
        );
    }

    #[test]
    fn a_page_knows_what_it_says() {
        let case: Case = serde_json::from_str(
            r#"{"kind": "k", "question": "Q", "answer_block": "The port is eighty on this server."}"#,
        )
        .expect("a case");
        let text = "# T\n\nThe port is eighty\non this server. It may be changed at any time.";
        let reading = crate::collection::reading("https://a.test/", "T", text.to_owned());
        let page = Page::new(case, "work/a.html".into(), reading);
        assert!(page.says("the port is eighty on this server") && !page.says("The port is ninety."));
        let from = "The port is eighty on this server.";
        assert!(page.says("The port is eighty.") && !page.says_beside("The port is eighty.", from));
        assert!(page.says_beside("It may be changed.", from));
        assert_eq!((page.work(), page.answer().count(), page.sentences.len()), ("work", 1, 2));
    }
}
