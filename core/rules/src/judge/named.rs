//! The names in a question, and which of them the best passages don't hold.

use super::JudgeInput;
use super::answered::is_short_form;
use super::evidence::Weighed;
use crate::Material;
use crate::text::mentions::{MentionKind, mentions};
use crate::text::says_little;
use crate::text::sentences::said;
use crate::text::tables::Tables;
use crate::text::words::{Shape, fold, keys, words};
use crate::versions::holds;
use gorkd_core::model::{Evidence, SourceId, SubQuestion};
use std::collections::BTreeSet;
use std::ops::Range;

/// Maximum letters of an acronym.
const ACRONYM: usize = 4;

/// The names, identifiers, and versions of a part that none of the texts holds.
pub(super) fn missing(
    weighed: &Weighed<'_>,
    part: &SubQuestion,
    shown: &[String],
    works: &[&str],
) -> Vec<String> {
    let language = weighed.language();
    let held: Vec<String> = shown.iter().flat_map(|text| keys(text, language)).collect();
    let numbers: Vec<&str> = shown
        .iter()
        .flat_map(|text| text.split(|c: char| !(c.is_ascii_digit() || c == '.')))
        .filter(|number| number.starts_with(|c: char| c.is_ascii_digit()))
        .collect();
    // "15" is held by "15.18".
    let version = |asked: &str| numbers.iter().any(|number| holds(number.trim_end_matches('.'), asked));
    // "transaction", stemmed or not, is no short form of `transaction_timeout`, but a part of it.
    let is_part = |known: &str, key: &str| {
        key.strip_prefix(known).is_some_and(|rest| rest.contains(|c: char| !c.is_alphanumeric()))
    };
    let word = |key: &String| held.iter().any(|known| is_short_form(key, known) && !is_part(known, key));
    let is_abbreviated = |name: &str| works.iter().any(|work| abbreviates(name, work));
    let mut found: Vec<String> = Vec::new();
    // Names from an earlier question help to search, but not every answer has to contain them.
    let asked = |name: &String| weighed.input.brief.question.text.contains(name.as_str());
    let told = without_asides(&part.text);
    let named = unheard_names(weighed, &told).into_iter().chain(names(&told, language));
    for name in named.filter(asked) {
        let called =
            |name: &str| held_parts(name, &part.text, language).iter().all(word) || is_abbreviated(name);
        let (product, number) = name.rsplit_once(' ').unwrap_or(("", name.as_str()));
        let there = match number.chars().all(|c| c.is_ascii_digit() || c == '.') {
            true => version(number) && (product.is_empty() || called(product)),
            false => called(&name),
        };
        // If a product is missing, its versions aren't listed as well.
        let known = |other: &String| {
            name.strip_prefix(other.as_str()).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        };
        if !there && !found.iter().any(known) && !is_common_term(weighed, &name) {
            found.push(name);
        }
    }
    found
}

/// A text without what it adds in parentheses, an example or an aside: "an apostrophe in it (O'Brien)". The parentheses of a
/// call follow its name at once.
fn without_asides(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut depth = 0usize;
    for sign in text.chars() {
        match sign {
            '(' if depth > 0 || kept.ends_with(char::is_whitespace) => depth += 1,
            ')' if depth > 0 => depth -= 1,
            _ if depth == 0 => kept.push(sign),
            _ => {}
        }
    }
    // One that is never closed adds nothing.
    if depth == 0 { kept } else { text.to_owned() }
}

/// Does the page of one of the blocks mention a keyword ("UPDATE") or an identifier elsewhere? Then it isn't foreign to what
/// the page tells. A product may be mentioned on any page.
pub(super) fn is_on_page(
    weighed: &Weighed<'_>,
    part: &SubQuestion,
    blocks: &[&Evidence],
    name: &str,
) -> bool {
    let is_plain = name.chars().all(char::is_alphabetic);
    if name.contains(' ') || is_plain && !name.chars().all(char::is_uppercase) {
        return false;
    }
    let keys = held_parts(name, &part.text, weighed.language());
    let holds = |source: &SourceId, key: &String| {
        let of_page = |at: &usize| weighed.input.materials[weighed.passages[*at].0].source == *source;
        (0..weighed.passages.len()).filter(of_page).any(|at| weighed.texts.holds(at, key))
    };
    blocks.iter().any(|block| keys.iter().all(|key| holds(&block.source, key)))
}

/// Is a short word in capitals a term of more than one work that was read, such as "OS" or "RAM"? A passage may call such
/// a thing by other words, unlike a product.
fn is_common_term(weighed: &Weighed<'_>, name: &str) -> bool {
    if !(2..=ACRONYM).contains(&name.len()) || !name.chars().all(|c| c.is_ascii_uppercase()) {
        return false;
    }
    let keys = keys(name, weighed.language());
    let holding = (0..weighed.passages.len())
        .filter(|at| keys.iter().all(|key| weighed.texts.holds(*at, key)))
        .filter_map(|at| weighed.input.materials[weighed.passages[at].0].document.work.as_deref());
    holding.collect::<BTreeSet<&str>>().len() > 1
}

/// The words of a name that must appear. For a method call that is the method, because what comes before it may be the
/// person's own variable. Lowercase words, and one that may be written like a name only because a sentence begins with it
/// ("Since EXPLAIN"), count only if there are no others.
fn held_parts(name: &str, question: &str, language: &str) -> Vec<String> {
    let called = question.contains(&format!("{name}("));
    let method = name.rsplit_once('.').map(|(_, method)| method).filter(|_| called);
    let begins = said(question).iter().any(|sentence| sentence.starts_with(name));
    let capital = |word: &str| word.chars().skip(1).any(char::is_uppercase);
    let first = |(at, word): &(usize, &str)| {
        begins && *at == 0 && !capital(word) && name.split(' ').skip(1).any(capital)
    };
    let telling = name.split(' ').enumerate().filter(|(_, word)| !word.chars().all(char::is_lowercase));
    let telling: Vec<&str> = telling.filter(|word| !first(word)).map(|(_, word)| word).collect();
    let name = if telling.is_empty() { name.to_owned() } else { telling.join(" ") };
    let keys = keys(method.unwrap_or(&name), language);
    // A word with digits isn't stemmed as a whole: "Аполлона-1" is held by "Аполлон-1".
    let numbered = |key: &&String| key.contains('-') && key.contains(|c: char| c.is_ascii_digit());
    let parts: Vec<String> = keys.iter().filter(|key| !numbered(key)).cloned().collect();
    if parts.is_empty() { keys } else { parts }
}

/// The first word of the name of each work that blocks come from: "PostgreSQL" of "PostgreSQL 15 Documentation".
pub(super) fn works<'a>(input: &JudgeInput<'a>, blocks: &[&Evidence]) -> Vec<&'a str> {
    let is_source = |material: &&'a Material<'a>| blocks.iter().any(|block| block.source == material.source);
    let works = input.materials.iter().filter(is_source).filter_map(|one| one.document.work.as_deref());
    works.filter_map(|work| work.split(' ').next()).collect()
}

/// Does a short word in capitals consist of letters of a longer one, in the same order: "PG" for "PostgreSQL"?
fn abbreviates(short: &str, long: &str) -> bool {
    let capitals = short.len() > 1 && short.chars().all(|c| c.is_ascii_uppercase());
    let (short, long) = (short.to_lowercase(), long.to_lowercase());
    let mut letters = long.chars();
    capitals
        && short.len() < long.len()
        && short.chars().next() == long.chars().next()
        && short.chars().all(|letter| letters.any(|other| other == letter))
}

/// German names with a capital inside ("MariaDB") that occur nowhere in what was read, not even in parts. Other German
/// names look like ordinary nouns, which also begin with a capital.
fn unheard_names(weighed: &Weighed<'_>, text: &str) -> Vec<String> {
    let language = weighed.language();
    if language != "de" {
        return Vec::new();
    }
    let is_name = |word: &&str| {
        // "NutzerInnen" are people of any sex.
        let plain = word.strip_suffix("Innen").or_else(|| word.strip_suffix("In")).unwrap_or(word);
        plain.chars().zip(plain.chars().skip(1)).any(|(one, next)| one.is_lowercase() && next.is_uppercase())
    };
    let is_unheard = |word: &&str| {
        let held: Vec<bool> = keys(word, language).iter().map(|key| weighed.texts.any_holds(key)).collect();
        held.split_first().is_some_and(|(whole, parts)| !whole && parts.contains(&false))
    };
    let words = words(text).into_iter().flat_map(|word| word.text.split('-'));
    words.filter(is_name).filter(is_unheard).map(str::to_owned).collect()
}

/// What a question names: proper names, quoted words, identifiers, and versions behind a name.
pub(super) fn names(text: &str, language: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for mention in mentions(text, language) {
        let words = &text[mention.range.clone()];
        match mention.kind {
            // German writes every noun like a name.
            MentionKind::Name if language == "de" || is_stressed(words, language) => {}
            MentionKind::Name | MentionKind::Quoted => found.push(words.to_owned()),
            MentionKind::Version => found.push(with_product(text, mention.range)),
            _ => {}
        }
    }
    let all = words(text);
    for (at, word) in all.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| all.get(before));
        let bare = word.text.trim_end_matches("'s").trim_end_matches("’s");
        let telling = match word.shape {
            // `pg_stat_activity` or `--no-ff`, but not `4th`, `i.e.`, or `-fd`.
            Shape::Identifier => {
                let letters = bare.split('.').all(|part| part.chars().count() < 2);
                !is_letters_together(bare) && bare.contains(|c: char| !c.is_alphanumeric()) && !letters
            }
            Shape::Number => before.is_some_and(|before| {
                let name = |name: &String| fold(name).ends_with(&fold(before.text));
                text[before.range.end..word.range.start] == *" " && found.iter().any(name)
            }),
            Shape::Plain | Shape::Compound | Shape::Unspaced => false,
        };
        let name = with_product(text, word.range.start..word.range.start + bare.len());
        if telling && !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

/// May it be several options of one letter each, written together: `-fd` for `-f -d`? Manuals explain each alone.
fn is_letters_together(word: &str) -> bool {
    const MOST: usize = 4;
    let letters = word.strip_prefix('-').unwrap_or_default();
    (2..=MOST).contains(&letters.len()) && letters.chars().all(|c| c.is_ascii_alphabetic())
}

/// A word without a meaning of its own, in capitals only because it matters to the asker: "fix it NOW".
fn is_stressed(name: &str, language: &str) -> bool {
    let (word, tables) = (name.to_lowercase(), Tables::or_english(language));
    let is_idle = [&tables.idle, &tables.fillers].iter().any(|words| words.has(&word));
    (is_idle || says_little(&word, language)) && name.chars().all(char::is_uppercase)
}

/// A version with the product that it is one of ("Debian 12"); anything else alone.
fn with_product(text: &str, range: Range<usize>) -> String {
    let before = text[..range.start].strip_suffix(' ').unwrap_or_default();
    let spaces = before.char_indices().rfind(|(_, c)| c.is_whitespace());
    let from = spaces.map_or(0, |(at, space)| at + space.len_utf8());
    let is_version = text[range.clone()].starts_with(|c: char| c.is_ascii_digit());
    let is_product =
        before[from..].starts_with(char::is_uppercase) && before.ends_with(char::is_alphanumeric);
    let start = if is_version && is_product { from } else { range.start };
    text[start..range.end].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_what_has_to_stand_there() {
        assert_eq!(names("as of which release, i.e. since when?", "en"), Vec::<String>::new());
        assert_eq!(names("why is my file still 2 GB?", "en"), Vec::<String>::new());
        assert_eq!(names("why does git clean -fd leave one folder alone?", "en"), Vec::<String>::new());
        assert_eq!(
            names("what does git rebase --no-ff do with -rebase-merges?", "en"),
            ["--no-ff", "-rebase-merges"]
        );
        assert_eq!(names("an index on a 400 GB table", "en"), Vec::<String>::new());
        assert_eq!(names("which columns does pg_stat_io have?", "en"), ["pg_stat_io"]);
        assert_eq!(names("the boss wants it NOW but why, and WHO runs ANALYZE?", "en"), ["ANALYZE"]);
        assert_eq!(names("how to install Docker on Debian 12", "en"), ["Docker", "Debian", "Debian 12"]);
        assert_eq!(names("what is new in Python 3.13's build?", "en"), ["Python", "Python 3.13"]);
        assert_eq!(without_asides("a text with an apostrophe (O'Brien)?"), "a text with an apostrophe ?");
        assert_eq!(without_asides("what does open() (in Python) do"), "what does open()  do");
        assert_eq!(without_asides("why :( is it (slow"), "why :( is it (slow");
        for space in ['\u{a0}', '\u{202f}', '\u{3000}'] {
            let asked = format!("install it on{space}Debian 12");
            assert_eq!(with_product(&asked, asked.len() - 2..asked.len()), "Debian 12");
        }
        let parts = |name: &str, question: &str| held_parts(name, question, "en");
        assert_eq!(parts("rows.sort", "why does rows.sort() return nothing?"), keys("sort", "en"));
        assert_eq!(parts("os.path", "what is os.path?"), keys("os.path", "en"));
        assert_eq!(
            parts("Since EXPLAIN ANALYZE", "Since EXPLAIN ANALYZE only"),
            keys("EXPLAIN ANALYZE", "en")
        );
        assert_eq!(parts("EAFP please", "it says \"EAFP please\""), keys("EAFP", "en"));
        assert_eq!(parts("too many open files", ""), keys("too many open files", "en"));
    }

    #[test]
    fn capitals_may_abbreviate_a_work() {
        assert!(abbreviates("PG", "PostgreSQL"));
        assert!(!abbreviates("pg", "PostgreSQL"), "an ordinary word is none");
        assert!(!abbreviates("GP", "PostgreSQL") && !abbreviates("MB", "Manual"));
    }
}
