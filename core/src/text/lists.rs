//! The word tables of this crate, `core/tables/`: the structure of texts, and words with little meaning.

use super::tables::{Groups, Words};

crate::tables! {
    "en" "de" "es" "fr" "it" "pt" "nl" "ru" "ar" "zh" "ja";
    /// Words that are common in every text of the language, except articles, pointing words, and auxiliaries.
    stop_words: Words,
    /// Words that refer to something mentioned before.
    pointing_words: Words,
    /// Auxiliary verbs, and the forms of "to be".
    auxiliaries: Words,
    /// Question words.
    question_words: Words,
    /// Verbs that request something at the start of a sentence, and are ordinary words elsewhere.
    request_words: Words,
    articles: Words,
    /// Prefixes that leave their verb for the end of a clause.
    verb_prefixes: Words,
    /// Small words inside names: "Haymo of Faversham".
    name_particles: Words,
    /// Words that continue the previous sentence when they start one.
    connectives: Words,
    /// Other words that often start a sentence, and are rarely capitalized inside one.
    openers: Words,
    /// Twelve groups: the names of each month.
    months: Groups,
    /// Abbreviations that are always followed by something.
    before_words: Words,
    /// Abbreviations only before a number: `No. 7`, `pp. 3`.
    before_numbers: Words,
    /// Abbreviations that may end a sentence; they do if a usual first word follows.
    abbreviations: Words,
    /// Beginnings of words after an ordinal number that is written with a period: `19. Jahrhundert`.
    after_ordinals: Words,
}

/// The month (1 to 12) with this name, in lower case and in any language.
pub fn month(name: &str) -> Option<u8> {
    let of = |tables: &Tables| tables.months.iter().position(|names| names.contains(&name));
    let at = Tables::languages().find_map(|(_, tables)| of(tables))?;
    u8::try_from(at + 1).ok()
}

/// Whether it is an abbreviated month, such as "oct".
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
