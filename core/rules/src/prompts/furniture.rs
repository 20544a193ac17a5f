//! What pages hold beside what they say: lines that other pages repeat, such as when a page was last changed, and lists of
//! headings with the numbers of their pages.

use crate::Material;
use crate::near::originals_among;
use crate::text::pattern;
use gorkd_core::text::blocks::word_count;
use regex::Regex;
use std::sync::LazyLock;

/// Maximum number of words of a line that pages repeat.
const WORDS: usize = 12;
/// Minimum number of other documents that contain it.
const PAGES: usize = 2;
/// Bytes by which dates and white space make the same line longer.
const SLACK: usize = 30;

/// A heading, dots, and the number of a page.
static LEADER: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?:\.\s?){5,}\s*\d{1,5}\s*$"));

/// Is a passage of a document only such? `own` is the place of the document among the materials.
pub(super) fn is_furniture(passage: &str, own: usize, materials: &[Material<'_>]) -> bool {
    let mut lines = passage.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
    if lines.peek().is_some() && lines.clone().all(|line| LEADER.is_match(line)) {
        return true;
    }
    let (Some(line), None) = (lines.next(), lines.next()) else { return false };
    word_count(line) <= WORDS && is_repeated(line, own, materials)
}

fn is_repeated(line: &str, own: usize, materials: &[Material<'_>]) -> bool {
    let wanted = undated(line);
    let near = line.len().saturating_sub(SLACK)..=line.len() + SLACK;
    let same = |other: &str| near.contains(&other.len()) && undated(other) == wanted;
    // Another copy of the page repeats all of it.
    let is_copy = |other: &Material<'_>| originals_among(&[materials[own].sketch(), other.sketch()])[1] == 0;
    let holds = |(at, other): &(usize, &Material<'_>)| {
        *at != own && other.text.lines().any(|line| same(line.trim())) && !is_copy(other)
    };
    materials.iter().enumerate().filter(holds).take(PAGES).count() == PAGES
}

/// The words of a line without dates and times, which differ from page to page.
fn undated(line: &str) -> Vec<&str> {
    let is_date = |word: &&str| {
        let parts = word.split(['-', ':', '/', '.']);
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        word.len() > 3 && parts.clone().count() > 1 && parts.clone().all(digits)
    };
    line.split_whitespace().filter(|word| !is_date(word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::model::{Document, DocumentHash};

    #[test]
    fn what_every_page_repeats_says_nothing_and_neither_does_a_list_of_pages() {
        let page =
            |body: &str, day: &str| format!("# A page\n\n{body}\n\nLast modified on {day} 19:28:01 UTC\n");
        let bodies = ["The default is 5.", "The limit is 7 MB.", "The default is 5.", "Nothing else."];
        let days = ["2021-09-07", "2019-01-03", "2020-11-30", "2022-08-10"];
        let texts: Vec<String> = bodies.iter().zip(days).map(|(body, day)| page(body, day)).collect();
        let of = |text: &String| Document { hash: DocumentHash::of_text(text), ..Document::default() };
        let documents: Vec<Document> = texts.iter().map(of).collect();
        let materials: Vec<Material<'_>> =
            documents.iter().zip(&texts).map(|(document, text)| Material::new(document, text)).collect();
        assert!(is_furniture("Last modified on 2021-09-07 19:28:01 UTC", 0, &materials));
        assert!(!is_furniture("Last modified on 2021-09-07 19:28:01 UTC", 0, &materials[..2]));
        assert!(!is_furniture("The default is 5.", 0, &materials), "two pages may say the same");
        assert!(!is_furniture("The limit is 7 MB.", 1, &materials));
        assert!(is_furniture("3.2.4 Going on vacation . . . . . . 12\n\n3.2.5 Retiring ....... 13", 0, &[]));
        assert!(!is_furniture("Wait for it..... it takes 12 seconds", 0, &[]));
        assert!(!is_furniture("", 0, &[]));
    }
}
