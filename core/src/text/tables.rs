//! Word tables: data files, one per language, with one list per concept.
//!
//! The crate that uses a list contains its file, and reads it with [`tables!`](crate::tables). Words are
//! compared in lower case, as written or folded. They are sorted once, at the first lookup.

use super::folding::fold;
use super::words::is_unspaced;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A sorted list of words in one form.
#[derive(Clone, Debug, Default)]
pub struct List {
    sorted: Vec<&'static str>,
    /// By first byte, a bit for each length of the words that begin with it: most words that are looked up are in no
    /// list, and end here. Longer words share the last bit.
    lengths: Vec<u32>,
}

impl List {
    pub fn has(&self, word: &str) -> bool {
        let lengths = word.bytes().next().and_then(|first| self.lengths.get(usize::from(first)));
        lengths.is_some_and(|lengths| lengths & length_bit(word) != 0)
            && self.sorted.binary_search(&word).is_ok()
    }

    pub fn iter(&self) -> impl Iterator<Item = &'static str> {
        self.sorted.iter().copied()
    }

    pub fn is_empty(&self) -> bool {
        self.sorted.is_empty()
    }

    /// Byte length of the longest entry that the text starts with, as whole words.
    pub fn begin(&self, text: &str) -> Option<usize> {
        let begins = |phrase: &&&str| text.starts_with(**phrase) && is_whole(text, 0, phrase);
        self.sorted.iter().filter(begins).map(|phrase| phrase.len()).max()
    }

    /// Byte length of the longest entry that a text starts with, whatever follows it. For texts in scripts without
    /// spaces, which are looked through character by character.
    pub fn longest_start(&self, text: &str) -> Option<usize> {
        let first = text.chars().next()?;
        // In a sorted list, entries with the same first character are next to each other.
        let from = self.sorted.partition_point(|entry| entry.chars().next() < Some(first));
        let alike = self.sorted[from..].iter().take_while(|entry| entry.starts_with(first));
        alike.filter(|entry| text.starts_with(**entry)).map(|entry| entry.len()).max()
    }

    /// Whether a text ends with one of the entries, as whole words.
    pub fn end(&self, text: &str) -> bool {
        self.sorted
            .iter()
            .any(|phrase| text.ends_with(phrase) && is_whole(text, text.len() - phrase.len(), phrase))
    }

    /// The first occurrence of an entry in a text as whole words; the longest of those at the same position.
    pub fn find_in(&self, text: &str) -> Option<(usize, &'static str)> {
        let placed = self.sorted.iter().filter_map(|phrase| Some((find_whole(text, phrase)?, *phrase)));
        placed.min_by_key(|(at, phrase)| (*at, std::cmp::Reverse(phrase.len())))
    }

    pub fn stand_in(&self, text: &str) -> bool {
        self.sorted.iter().any(|phrase| find_whole(text, phrase).is_some())
    }

    /// Whether a word starts with one of the entries. For lists of stems.
    pub fn stem_of(&self, word: &str) -> bool {
        self.sorted.iter().any(|stem| word.starts_with(stem))
    }

    fn put(&mut self, word: &'static str) {
        let Some(first) = word.bytes().next().map(usize::from) else { return };
        if self.lengths.len() <= first {
            self.lengths.resize(first + 1, 0);
        }
        self.lengths[first] |= length_bit(word);
        if let Err(at) = self.sorted.binary_search(&word) {
            self.sorted.insert(at, word);
        }
    }
}

fn length_bit(word: &str) -> u32 {
    1 << word.len().min(31)
}

/// The position of a phrase in a text as whole words.
pub fn find_whole(text: &str, phrase: &str) -> Option<usize> {
    text.match_indices(phrase).map(|(at, _)| at).find(|at| is_whole(text, *at, phrase))
}

/// In scripts that don't separate words, a phrase may be adjacent to anything.
fn is_whole(text: &str, at: usize, phrase: &str) -> bool {
    let of_word = |c: char| c.is_alphanumeric() && !is_unspaced(c);
    let meets =
        |inner: Option<char>, outer: Option<char>| inner.is_some_and(of_word) && outer.is_some_and(of_word);
    !meets(phrase.chars().next(), text[..at].chars().next_back())
        && !meets(phrase.chars().next_back(), text[at + phrase.len()..].chars().next())
}

/// Words and phrases in lower case.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(from = "Vec<String>")]
pub struct Words {
    written: List,
    folded: List,
    repeated: Vec<&'static str>,
}

impl Words {
    /// As written, including accents.
    pub fn written(&self) -> &List {
        &self.written
    }

    /// Without Latin accents.
    pub fn folded(&self) -> &List {
        &self.folded
    }

    /// Whether a lower-case word is one of them.
    pub fn has(&self, word: &str) -> bool {
        self.written.has(word)
    }

    pub fn iter(&self) -> impl Iterator<Item = &'static str> {
        self.written.iter()
    }

    fn put(&mut self, word: &'static str) {
        self.written.put(word);
        let folded = fold(word);
        self.folded.put(if folded == word { word } else { kept(folded) });
    }
}

impl From<Vec<String>> for Words {
    fn from(listed: Vec<String>) -> Self {
        let mut words = Words::default();
        for word in listed {
            let word = kept(word);
            if words.has(word) {
                words.repeated.push(word);
            }
            words.put(word);
        }
        words
    }
}

/// Words with their meanings.
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "BTreeMap<String, T>", bound = "T: Deserialize<'de> + Clone")]
pub struct Meanings<T>(Vec<(&'static str, T)>);

impl<T: Clone> Meanings<T> {
    pub fn get(&self, word: &str) -> Option<&T> {
        let at = self.0.binary_search_by(|(known, _)| (*known).cmp(word)).ok()?;
        Some(&self.0[at].1)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &T)> {
        self.0.iter().map(|(word, meaning)| (*word, meaning))
    }
}

impl<T> Default for Meanings<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> From<BTreeMap<String, T>> for Meanings<T> {
    fn from(listed: BTreeMap<String, T>) -> Self {
        Self(listed.into_iter().map(|(word, meaning)| (kept(word), meaning)).collect())
    }
}

/// Groups of words, each written as one string: synonyms, or a word and its opposite.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(from = "Vec<String>")]
pub struct Groups(Vec<Vec<&'static str>>);

impl Groups {
    pub fn iter(&self) -> impl Iterator<Item = &[&'static str]> {
        self.0.iter().map(Vec::as_slice)
    }
}

impl From<Vec<String>> for Groups {
    fn from(listed: Vec<String>) -> Self {
        Self(listed.into_iter().map(|group| kept(group).split(' ').collect()).collect())
    }
}

/// Words are never freed: they live as long as the program.
fn kept(word: String) -> &'static str {
    Box::leak(word.into_boxed_str())
}

/// A kind of table.
pub trait Table: Default {
    /// Adds the entries of another language.
    fn add(&mut self, other: &Self);
    /// Number of entries.
    fn count(&self) -> usize;
    /// Duplicate entries.
    fn repeated(&self) -> Vec<&'static str>;
}

impl Table for Words {
    fn add(&mut self, other: &Self) {
        other.iter().for_each(|word| self.put(word));
    }

    fn count(&self) -> usize {
        self.written.sorted.len()
    }

    fn repeated(&self) -> Vec<&'static str> {
        self.repeated.clone()
    }
}

impl<T: Clone> Table for Meanings<T> {
    fn add(&mut self, other: &Self) {
        for (word, meaning) in &other.0 {
            if let Err(at) = self.0.binary_search_by(|(known, _)| known.cmp(word)) {
                self.0.insert(at, (*word, meaning.clone()));
            }
        }
    }

    fn count(&self) -> usize {
        self.0.len()
    }

    /// A file can't have the same key twice.
    fn repeated(&self) -> Vec<&'static str> {
        Vec::new()
    }
}

impl Table for Groups {
    fn add(&mut self, other: &Self) {
        self.0.extend(other.0.iter().cloned());
    }

    fn count(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    fn repeated(&self) -> Vec<&'static str> {
        let twice = |group: &Vec<&'static str>| {
            (1..group.len()).find(|at| group[..*at].contains(&group[*at])).map(|at| group[at])
        };
        let again = |at: usize| self.0[..at].contains(&self.0[at]).then(|| self.0[at][0]);
        self.0.iter().filter_map(twice).chain((0..self.0.len()).filter_map(again)).collect()
    }
}

/// Lists by meaning.
impl<K: Ord + Clone, T: Table + Clone> Table for BTreeMap<K, T> {
    fn add(&mut self, other: &Self) {
        for (key, table) in other {
            self.entry(key.clone()).or_default().add(table);
        }
    }

    fn count(&self) -> usize {
        self.values().map(Table::count).sum()
    }

    fn repeated(&self) -> Vec<&'static str> {
        self.values().flat_map(Table::repeated).collect()
    }
}

/// Parses the file of a language.
#[doc(hidden)]
pub fn read<T: serde::de::DeserializeOwned>(language: &str, file: &str) -> T {
    // The file is part of the program, and every test parses it.
    toml::from_str(file).unwrap_or_else(|error| panic!("invalid word tables for {language}: {error}"))
}

/// Defines the word tables of a crate: their languages, English first, and the concepts that a file may have lists
/// for. The files are in `tables/`, found from a file in `src/text/`.
#[macro_export]
macro_rules! tables {
    (
        $($language:literal)+;
        $($(#[doc = $doc:literal])* $concept:ident: $kind:ty,)+
    ) => {
        /// The words of one language.
        #[derive(Clone, Debug, Default, ::serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Tables {
            $($(#[doc = $doc])* pub $concept: $kind,)+
        }

        static LANGUAGES: ::std::sync::LazyLock<Vec<(&str, Tables)>> = ::std::sync::LazyLock::new(|| {
            let file = |code, file| (code, $crate::text::tables::read(code, file));
            vec![$(file($language, include_str!(concat!("../../tables/", $language, ".toml")))),+]
        });

        static ALL: ::std::sync::LazyLock<Tables> = ::std::sync::LazyLock::new(|| {
            let mut all = Tables::default();
            for (_, tables) in LANGUAGES.iter() {
                $($crate::text::tables::Table::add(&mut all.$concept, &tables.$concept);)+
            }
            all
        });

        static NONE: ::std::sync::LazyLock<Tables> = ::std::sync::LazyLock::new(Tables::default);

        #[allow(dead_code)]
        impl Tables {
            /// The tables of a language by its ISO 639-1 code; empty if it has no file.
            pub fn of(language: &str) -> &'static Self {
                Self::known(language).unwrap_or(&NONE)
            }

            /// The tables of a language, or else English: names and code in any language are mostly English.
            pub fn or_english(language: &str) -> &'static Self {
                Self::known(language).unwrap_or_else(|| &LANGUAGES[0].1)
            }

            /// The tables of a language, if it has a file.
            pub fn known(language: &str) -> Option<&'static Self> {
                LANGUAGES.iter().find(|(code, _)| *code == language).map(|(_, tables)| tables)
            }

            /// The tables of all languages combined.
            pub fn all() -> &'static Self {
                &ALL
            }

            pub fn languages() -> impl Iterator<Item = (&'static str, &'static Self)> {
                LANGUAGES.iter().map(|(code, tables)| (*code, tables))
            }

            /// Each concept, with its number of entries and its duplicates.
            pub fn concepts(&self) -> Vec<(&'static str, usize, Vec<&'static str>)> {
                vec![$((
                    stringify!($concept),
                    $crate::text::tables::Table::count(&self.$concept),
                    $crate::text::tables::Table::repeated(&self.$concept),
                )),+]
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(listed: &[&str]) -> Words {
        Words::from(listed.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn phrases_stand_as_whole_words() {
        let cues = words(&["how", "how much", "où", "哪"]);
        assert_eq!(cues.written().find_in("tell me how much it is"), Some((8, "how much")));
        assert_eq!(cues.written().find_in("somehow shown"), None);
        assert_eq!(cues.written().begin("how often"), Some(3));
        assert_eq!(cues.written().begin("however"), None);
        assert!(cues.written().end("and how") && !cues.written().end("somehow"));
        assert_eq!(cues.written().longest_start("哪里"), Some("哪".len()));
        assert_eq!(cues.written().longest_start("how muchness"), Some("how much".len()));
        assert_eq!(cues.written().longest_start("里哪"), None);
        assert!(cues.written().stand_in("他在哪里"));
        assert!(cues.folded().stand_in("ou est-il") && !cues.written().stand_in("ou est-il"));
    }

    #[test]
    fn what_stands_there_twice_is_told() {
        assert_eq!(words(&["a", "b", "a"]).repeated(), ["a"]);
        let groups =
            |listed: &[&str]| Groups::from(listed.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
        assert_eq!(groups(&["big large", "big large"]).repeated(), ["big"]);
        assert_eq!(groups(&["big big"]).repeated(), ["big"]);
        assert!(groups(&["big large", "big wide"]).repeated().is_empty());
    }

    #[test]
    fn languages_are_added_up() {
        let mut all = words(&["a"]);
        all.add(&words(&["a", "é"]));
        assert_eq!((all.count(), all.folded().has("e"), all.repeated().is_empty()), (2, true, true));
    }
}
