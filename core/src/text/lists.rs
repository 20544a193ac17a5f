//! The core's own word tables, `core/tables/`: the structure of texts, and words that carry little meaning.

use super::tables::{Groups, Words};

/// English first.
const FILES: [(&str, &str); 11] = [
    ("en", include_str!("../../tables/en.toml")),
    ("de", include_str!("../../tables/de.toml")),
    ("es", include_str!("../../tables/es.toml")),
    ("fr", include_str!("../../tables/fr.toml")),
    ("it", include_str!("../../tables/it.toml")),
    ("pt", include_str!("../../tables/pt.toml")),
    ("nl", include_str!("../../tables/nl.toml")),
    ("ru", include_str!("../../tables/ru.toml")),
    ("ar", include_str!("../../tables/ar.toml")),
    ("zh", include_str!("../../tables/zh.toml")),
    ("ja", include_str!("../../tables/ja.toml")),
];

crate::tables! {
    FILES;
    /// Words that every text of the language is full of, beside articles, pointing words, and auxiliaries.
    stop_words: Words,
    /// Words that stand for something said before.
    pointing_words: Words,
    /// Helping verbs, and the forms of "to be".
    auxiliaries: Words,
    /// Words that ask.
    question_words: Words,
    /// Verbs that ask for something where they begin a sentence, and are words like any other elsewhere.
    request_words: Words,
    articles: Words,
    /// Small words inside names: "Haymo of Faversham".
    name_particles: Words,
    /// Words that go on from the sentence before, where they begin one.
    connectives: Words,
    /// Other words that often begin a sentence, and seldom stand in one with a capital.
    openers: Words,
    /// Twelve groups: the names of each month.
    months: Groups,
    /// Abbreviations that something always follows.
    before_words: Words,
    /// Abbreviations only before a number: `No. 7`, `pp. 3`.
    before_numbers: Words,
    /// Abbreviations that may end a sentence; they do when a usual first word follows.
    abbreviations: Words,
    /// Beginnings of words after an ordinal number that is written with a full stop: `19. Jahrhundert`.
    after_ordinals: Words,
}

/// The month that a name stands for, 1 to 12; in small letters, in any language.
pub fn month(name: &str) -> Option<u8> {
    let of = |tables: &Tables| tables.months.iter().position(|names| names.contains(&name));
    let at = Tables::languages().find_map(|(_, tables)| of(tables))?;
    u8::try_from(at + 1).ok()
}

/// Is it a month's name cut short, such as "oct"?
pub fn is_short_month(name: &str) -> bool {
    const LONGEST: usize = 4;
    let short = |names: &[&str]| names.iter().any(|long| long.len() > name.len() && long.starts_with(name));
    let of = |tables: &Tables| tables.months.iter().any(|names| names.contains(&name) && short(names));
    name.is_ascii() && name.len() <= LONGEST && Tables::languages().any(|(_, tables)| of(tables))
}

/// The names of all months, with the language of each.
pub fn month_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    let names = |(code, tables): (&'static str, &'static Tables)| {
        tables.months.iter().flatten().map(move |name| (code, *name))
    };
    Tables::languages().flat_map(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_told_in_any_language() {
        for (name, number) in [("january", 1), ("märz", 3), ("août", 8), ("декабря", 12), ("مارس", 3)]
        {
            assert_eq!(month(name), Some(number), "{name}");
        }
        assert_eq!(month("monday"), None);
        assert_eq!(["oct", "sept", "may", "june"].map(is_short_month), [true, true, false, false]);
        for (code, tables) in Tables::languages().filter(|(_, tables)| tables.months.iter().next().is_some())
        {
            assert_eq!(tables.months.iter().count(), 12, "{code}");
        }
    }

    #[test]
    fn no_list_holds_a_word_twice() {
        for (code, tables) in Tables::languages() {
            for (concept, count, twice) in tables.concepts() {
                assert!(twice.is_empty(), "{code}: {concept} has {twice:?} twice among {count}");
            }
        }
    }
}
