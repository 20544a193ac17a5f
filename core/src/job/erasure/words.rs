//! Words of texts, and texts that others repeat word by word.

use crate::text::words::is_unspaced;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Four words, or eight characters of a script without spaces.
pub(super) const SENTENCE: usize = 8;
/// Two words, or four characters of a script without spaces.
pub(super) const PHRASE: usize = 4;

/// The words of a text in lower case, with their places in bytes. In scripts without spaces, each two adjacent
/// characters count as a word.
fn placed(text: &str) -> Vec<(String, Range<usize>)> {
    let mut found = Vec::new();
    let mut end = 0;
    while let Some(from) = text[end..].find(char::is_alphanumeric).map(|at| end + at) {
        let unspaced = text[from..].starts_with(is_unspaced);
        let ends = |c: char| !c.is_alphanumeric() || is_unspaced(c) != unspaced;
        end = text[from..].find(ends).map_or(text.len(), |at| from + at);
        let places: Vec<usize> =
            text[from..end].char_indices().map(|(at, _)| from + at).chain([end]).collect();
        if unspaced && places.len() > 2 {
            let pairs = places.windows(3).map(|pair| (text[pair[0]..pair[2]].to_owned(), pair[0]..pair[2]));
            found.extend(pairs);
        } else {
            found.push((text[from..end].to_lowercase(), from..end));
        }
    }
    found
}

pub(super) fn words(text: &str) -> Vec<String> {
    placed(text).into_iter().map(|(word, _)| word).collect()
}

/// Two for each word, one for each character of a script without spaces.
fn length(words: &[String]) -> usize {
    let pairs = words.iter().filter(|word| word.starts_with(is_unspaced)).count();
    2 * (words.len() - pairs) + pairs + usize::from(pairs > 0)
}

/// Texts as lists of words, by their first word.
#[derive(Clone, Debug, Default)]
pub(super) struct Texts(BTreeMap<String, BTreeSet<Vec<String>>>);

impl Texts {
    /// Adds a text, if it has a letter.
    pub fn insert(&mut self, text: &str) {
        let words = words(text);
        if let Some(first) = words.first()
            && text.contains(char::is_alphabetic)
        {
            self.0.entry(first.clone()).or_default().insert(words);
        }
    }

    /// Removes each text that the other one repeats.
    pub fn remove_those_in(&mut self, text: &str) {
        loop {
            let found: Vec<Vec<String>> =
                self.found(text, 0, |_| true).into_iter().map(|(_, words)| words.clone()).collect();
            if found.is_empty() {
                return;
            }
            for words in found {
                if let Some(texts) = self.0.get_mut(&words[0]) {
                    texts.remove(&words);
                }
            }
        }
    }

    pub fn has(&self, text: &str) -> bool {
        let words = words(text);
        words.first().and_then(|first| self.0.get(first)).is_some_and(|texts| texts.contains(&words))
    }

    /// The longest texts that the other one repeats as whole words, with their places. `goes` accepts them.
    fn found(
        &self,
        text: &str,
        least: usize,
        goes: impl Fn(&[String]) -> bool,
    ) -> Vec<(Range<usize>, &Vec<String>)> {
        let all = placed(text);
        let (mut found, mut at) = (Vec::new(), 0);
        while let Some((word, range)) = all.get(at) {
            let rest = &all[at..];
            let repeated = |words: &&Vec<String>| {
                words.len() <= rest.len() && words.iter().zip(rest).all(|(one, (other, _))| one == other)
            };
            let texts = self.0.get(word).into_iter().flatten();
            let longest = texts
                .filter(|words| length(words) >= least && repeated(words) && goes(words.as_slice()))
                .max_by_key(|words| words.len());
            at += 1;
            if let Some(words) = longest {
                let end = rest[words.len() - 1].1.end;
                found.push((range.start..end, words));
                while all.get(at).is_some_and(|(_, range)| range.start < end) {
                    at += 1;
                }
            }
        }
        found
    }

    /// The text without those that it repeats; `None` if it repeats none.
    pub fn without(
        &self,
        text: &str,
        least: usize,
        word: &str,
        goes: impl Fn(&[String]) -> bool,
    ) -> Option<String> {
        let found = self.found(text, least, goes);
        let mut left = text.to_owned();
        for (range, _) in found.iter().rev() {
            left.replace_range(range.clone(), word);
        }
        (!found.is_empty()).then_some(left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_without_spaces_have_words_too() {
        assert_eq!(words("The Old-Tolls of 2024"), ["the", "old", "tolls", "of", "2024"]);
        assert_eq!(words("東京都のWAL 口"), ["東京", "京都", "都の", "wal", "口"]);
        assert_eq!(words("ค่าผ่าน"), words("ค่าผ่าน "));
        assert_eq!(words("?! []"), [""; 0]);
    }

    #[test]
    fn texts_are_found_as_whole_words() {
        let mut texts = Texts::default();
        for text in ["the old tolls", "old tolls of Eastmoor?", "tolls", "[3]", "旧大桥的收费", "收费"]
        {
            texts.insert(text);
        }
        let left = |text: &str, least| texts.without(text, least, "(erased)", |_| true);
        let marked = left("The old tolls, the OLD tolls. [3] Tollstay.", PHRASE);
        assert_eq!(marked.as_deref(), Some("(erased), (erased). [3] Tollstay."));
        assert_eq!(left("About tolls.", PHRASE), None, "a single word is no phrase");
        assert_eq!(left("the old tolls", SENTENCE), None);
        assert_eq!(left("Old tolls of Eastmoor [3].", SENTENCE).as_deref(), Some("(erased) [3]."));
        assert_eq!(left("港口旧大桥的收费很高", PHRASE).as_deref(), Some("港口(erased)很高"));
        assert!(texts.has("Tolls?") && !texts.has("old tolls") && !texts.has("3"));
        assert_eq!(texts.without("the old tolls", PHRASE, "", |words| words.len() > 3), None);
        texts.remove_those_in("Who pays the old tolls of Eastmoor?");
        assert!(!texts.has("the old tolls") && !texts.has("old tolls of Eastmoor"));
        assert!(texts.has("收费"));
    }
}
