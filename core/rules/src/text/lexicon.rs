//! Maps words to numbers: when many texts are compared, each word's key is computed once, and then only numbers
//! are compared.

use super::words::{Keyed, pieces};
use std::collections::BTreeMap;
use std::ops::Range;

/// The keys seen so far. Within a lexicon, numbers are equal exactly if their keys are.
#[derive(Clone, Debug, Default)]
pub struct Lexicon {
    /// For each language, the result for each word as written.
    languages: Vec<(String, WordTable)>,
    numbers: BTreeMap<String, u32>,
}

/// The numbers of words, none for stop words, which are never looked up. Words are found by hash: each word of each text
/// is looked up, and comparing numbers is faster.
#[derive(Clone, Debug, Default)]
struct WordTable(BTreeMap<u64, Vec<(String, Option<u32>)>>);

impl WordTable {
    fn get(&self, word: &str) -> Option<Option<u32>> {
        let alike = self.0.get(&number_of(word))?;
        alike.iter().find(|(known, _)| known == word).map(|(_, number)| *number)
    }

    fn put(&mut self, word: &str, number: Option<u32>) {
        self.0.entry(number_of(word)).or_default().push((word.to_owned(), number));
    }
}

/// FNV-1a, <http://www.isthe.com/chongo/tech/comp/fnv/>.
fn number_of(word: &str) -> u64 {
    word.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

impl Lexicon {
    /// The terms of a text, in order, without stop words and question words: the result of
    /// [`terms`](super::words::terms), with numbers as keys.
    pub fn terms(&mut self, text: &str, language: &str) -> Vec<(u32, Range<usize>)> {
        let at = match self.languages.iter().position(|(code, _)| code == language) {
            Some(at) => at,
            None => {
                self.languages.push((language.to_owned(), WordTable::default()));
                self.languages.len() - 1
            }
        };
        let (known, numbers) = (&mut self.languages[at].1, &mut self.numbers);
        let keyed = Keyed::of(language);
        let mut found = Vec::new();
        pieces(text, language, |piece, range| {
            let number = known.get(piece).unwrap_or_else(|| {
                let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
                let number = keyed.key(piece, false).map(|key| *numbers.entry(key).or_insert(next));
                known.put(piece, number);
                number
            });
            found.extend(number.map(|number| (number, range)));
        });
        found
    }

    /// The numbers of [`Lexicon::terms`], without positions.
    pub fn keys(&mut self, text: &str, language: &str) -> Vec<u32> {
        self.terms(text, language).into_iter().map(|(number, _)| number).collect()
    }

    /// The number of a key, a new one if no text has contained it.
    pub fn add(&mut self, key: &str) -> u32 {
        self.number(key).unwrap_or_else(|| {
            let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
            self.numbers.insert(key.to_owned(), next);
            next
        })
    }

    /// All keys, each at the place of its number.
    pub fn into_keys(self) -> Vec<String> {
        let mut keys: Vec<(u32, String)> =
            self.numbers.into_iter().map(|(key, number)| (number, key)).collect();
        keys.sort_unstable();
        keys.into_iter().map(|(_, key)| key).collect()
    }

    /// The number of a key, if a text has contained it.
    pub fn number(&self, key: &str) -> Option<u32> {
        self.numbers.get(key).copied()
    }

    /// All keys.
    pub fn known(&self) -> impl Iterator<Item = &str> {
        self.numbers.keys().map(String::as_str)
    }

    /// Number of keys; their numbers are all lower.
    pub fn count(&self) -> usize {
        self.numbers.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::words::terms;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_meet_where_keys_do(texts in proptest::collection::vec("[a-zA-Zéß東京 .,_-]{0,40}", 1..5), language in "en|de|xx") {
            let mut lexicon = Lexicon::default();
            for text in texts.iter().chain(&texts) {
                let plain = terms(text, &language);
                let numbered = lexicon.terms(text, &language);
                prop_assert_eq!(plain.len(), numbered.len());
                for (term, (number, range)) in plain.iter().zip(&numbered) {
                    prop_assert_eq!(&term.range, range);
                    prop_assert_eq!(lexicon.number(&term.key), Some(*number));
                }
            }
        }
    }

    #[test]
    fn languages_share_keys_and_not_stop_words() {
        let mut lexicon = Lexicon::default();
        assert_eq!(lexicon.keys("die hard", "en").len(), 2);
        assert_eq!(lexicon.keys("die", "de"), Vec::<u32>::new());
        assert_eq!(lexicon.keys("hard", "xx"), lexicon.keys("hard", "en"));
    }
}
