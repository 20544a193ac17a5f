//! Does what was read answer a part of the question? Sharing some words is not an answer.

use super::compounds::is_composed;
use super::evidence::Weighed;
use super::{COVERS, JudgeInput};
use crate::Material;
use crate::plan::content_words;
use crate::spelling::{is_mistyped, meant};
use crate::text::mentions::{MentionKind, mentions};
use crate::text::sentences::sentences;
use crate::text::tables::Tables;
use crate::text::words::{Shape, fold, keys, words};
use crate::text::{says_little, shared};
use crate::versions::{holds, other_version};
use gorkd_core::job::PartJudgement;
use gorkd_core::model::{Answered, Evidence, SubQuestion};
use gorkd_core::ports::Ranked;
use gorkd_core::text::slice;
use std::ops::Range;

/// Blocks of a part that are looked at: as many as an answer quotes.
const QUOTED: usize = 3;
/// Share of the question's words that the best block has to hold where no reranker has read it.
const HELD: f64 = 0.34;
/// Words of one language in which nearly every ordinary word stands: each of its 3,000 commonest makes up at least
/// three words in 100,000 (Zipf), and is missing from as many with a probability of 5 %.
const VOCABULARY: u32 = 100_000;
/// A word that fewer than one in so many blocks hold is hardly heard of.
const RARE: usize = 1_000;
/// One word of so many that are not heard of says nothing of the rest.
const FEW: usize = 6;
/// How far below the score under which nothing answers by a reranker's own account, in logits, a passage is still shown as
/// a doubtful answer, because people ask in other words than pages have. Of 290 questions over 2,900 pages that have an
/// answer there, written by five people, 10 % score lower than that with their best passage, and 3.4 % by more than this;
/// of 37 without an answer, 26 are refused without it and 23 with it, nearly all for a word that is missing.
const DOUBTFUL: f32 = 3.0;
/// Letters that a short form of a name has at least: "postgres" for "PostgreSQL".
const SHORT_FORM: usize = 5;

/// The outcome for each part.
pub(super) fn parts(
    input: &JudgeInput<'_>,
    weighed: &Weighed<'_>,
    evidence: &[Evidence],
) -> Vec<PartJudgement> {
    let judged = |(at, part): (usize, &SubQuestion)| {
        let best: Vec<&Evidence> =
            evidence.iter().filter(|found| found.sub_question == part.id).take(QUOTED).collect();
        let shown: Vec<String> = best.iter().filter_map(|found| shown(input, found)).collect();
        let score = input.ranked.and_then(|ranked| best_score(ranked, at));
        let refuses_below = input.ranked.and_then(|ranked| ranked.refuses_below);
        let (mut missing, told): (Vec<String>, Vec<String>) =
            missing(weighed, part, &shown, &works(input, &best)).into_iter().partition(|name| {
                // A reranker has read the story around a question as well, and it was enough for it.
                let read = score.is_some_and(|score| score >= refuses_below.unwrap_or(f32::NEG_INFINITY));
                !read || asking(&part.text).contains(name.as_str())
            });
        // If a reranker is sure, the pages have other words for what is asked.
        let sure = score.is_some() && best.first().is_some_and(|first| first.relevance >= COVERS);
        if missing.is_empty() && !sure {
            missing = unheard(input, weighed, part, &shown);
        }
        let coverage = weighed.coverage(at);
        let own = weighed.same_language(&best);
        let too_low = match (score, refuses_below) {
            _ if !own => !holds_what_is_shared(weighed, part, &shown, coverage),
            (Some(score), Some(least)) => score < least - DOUBTFUL,
            // A block that holds every name of the question is about it, in whatever words the rest is asked.
            (None, _) | (_, None) => {
                let about = missing.is_empty() && !names(&part.text, weighed.language()).is_empty();
                !about && coverage < least_held(&part.text)
            }
        };
        let answered = match best.first() {
            None => Answered::No,
            Some(_) if too_low || !missing.is_empty() => Answered::No,
            Some(first)
                if own
                    && told.is_empty()
                    && first.relevance >= COVERS
                    && other_version(&part.text, input.materials).is_none() =>
            {
                Answered::Yes
            }
            Some(_) => Answered::Partly,
        };
        PartJudgement {
            sub_question: part.id.clone(),
            answered,
            by_model: false,
            missing: missing.into_iter().filter(|name| is_worth_naming(weighed, &part.text, name)).collect(),
            score,
            refuses_below,
            coverage,
        }
    };
    input.plan.sub_questions.iter().enumerate().map(judged).collect()
}

/// Scripts without spaces are compared by pairs of characters, about half of which straddle two words and stand nowhere
/// else.
fn least_held(text: &str) -> f64 {
    let words = words(text);
    let unspaced = words.iter().filter(|word| word.shape == Shape::Unspaced).count();
    if unspaced * 2 > words.len() { HELD / 2.0 } else { HELD }
}

fn best_score(ranked: &Ranked, part: usize) -> Option<f32> {
    let scores = ranked.scores.values().filter_map(|scores| scores.get(part).copied().flatten());
    scores.max_by(f32::total_cmp)
}

/// A block with everything above it, and the address of its page.
fn shown(input: &JudgeInput<'_>, found: &Evidence) -> Option<String> {
    let material = Material::of(input.materials, &found.source)?;
    let words = slice(material.text, found.passage.span);
    Some(format!("{} {} {words}", material.document.url, found.headings.join(" ")))
}

/// The sentences of a question that ask, without the story around them; the whole text if no sentence does.
fn asking(text: &str) -> String {
    let all = sentences(text, 0..text.len()).into_iter().map(|range| text[range].trim());
    let asked: Vec<&str> = all.filter(|sentence| sentence.ends_with(['?', '？', '؟'])).collect();
    if asked.is_empty() { text.to_owned() } else { asked.join(" ") }
}

/// Are two words the same, or is one the beginning of the other?
pub(super) fn is_short_form(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    one == other || short.chars().count() >= SHORT_FORM && long.starts_with(short)
}

/// The names, identifiers, and versions of a part that none of the texts holds.
fn missing(weighed: &Weighed<'_>, part: &SubQuestion, shown: &[String], works: &[&str]) -> Vec<String> {
    let language = weighed.language();
    let held: Vec<String> = shown.iter().flat_map(|text| keys(text, language)).collect();
    let numbers: Vec<&str> = shown
        .iter()
        .flat_map(|text| text.split(|c: char| !(c.is_ascii_digit() || c == '.')))
        .filter(|number| number.starts_with(|c: char| c.is_ascii_digit()))
        .collect();
    // "15" is held by "15.18".
    let version = |asked: &str| numbers.iter().any(|number| holds(number.trim_end_matches('.'), asked));
    let word = |key: &String| held.iter().any(|known| is_short_form(key, known));
    let is_abbreviated = |name: &str| works.iter().any(|work| abbreviates(name, work));
    let mut found: Vec<String> = Vec::new();
    // What an earlier question named helps to find, and need not stand in every answer.
    let asked = |name: &String| weighed.input.brief.question.text.contains(name.as_str());
    let named = unheard_names(weighed, &part.text).into_iter().chain(names(&part.text, language));
    for name in named.filter(asked) {
        let called =
            |name: &str| held_parts(name, &part.text, language).iter().all(word) || is_abbreviated(name);
        let (product, number) = name.rsplit_once(' ').unwrap_or(("", name.as_str()));
        let there = match number.chars().all(|c| c.is_ascii_digit() || c == '.') {
            true => version(number) && (product.is_empty() || called(product)),
            false => called(&name),
        };
        // A product that is missing is missing in each version.
        let known = |other: &String| {
            name.strip_prefix(other.as_str()).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        };
        if !there && !found.iter().any(known) {
            found.push(name);
        }
    }
    found
}

/// The words of a name that must appear. For a method call that is the method, because what comes before it may be the
/// person's own variable. Lowercase words, and one that may be written like a name only because a sentence begins with it
/// ("Since EXPLAIN"), count only if there are no others.
fn held_parts(name: &str, question: &str, language: &str) -> Vec<String> {
    let called = question.contains(&format!("{name}("));
    let method = name.rsplit_once('.').map(|(_, method)| method).filter(|_| called);
    let begins =
        sentences(question, 0..question.len()).iter().any(|range| question[range.clone()].starts_with(name));
    let capital = |word: &str| word.chars().skip(1).any(char::is_uppercase);
    let first = |(at, word): &(usize, &str)| {
        begins && *at == 0 && !capital(word) && name.split(' ').skip(1).any(capital)
    };
    let telling = name.split(' ').enumerate().filter(|(_, word)| !word.chars().all(char::is_lowercase));
    let telling: Vec<&str> = telling.filter(|word| !first(word)).map(|(_, word)| word).collect();
    let name = if telling.is_empty() { name.to_owned() } else { telling.join(" ") };
    keys(method.unwrap_or(&name), language)
}

/// The first word of the name of each work that blocks come from: "PostgreSQL" of "PostgreSQL 15 Documentation".
fn works<'a>(input: &JudgeInput<'a>, blocks: &[&Evidence]) -> Vec<&'a str> {
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

/// Does the best block hold most of the words of a part that are spelled alike in the language of what was read? A single
/// one has to be much of the question: a name alone says nothing of what is asked about it.
fn holds_what_is_shared(weighed: &Weighed<'_>, part: &SubQuestion, shown: &[String], coverage: f64) -> bool {
    let language = weighed.language();
    let alike: Vec<String> = content_words(&part.text, language)
        .iter()
        .flat_map(|word| keys(word, language))
        .filter(|key| weighed.texts.any_holds(key))
        .collect();
    let held: Vec<String> = shown.iter().take(1).flat_map(|text| keys(text, language)).collect();
    let there = shared(&alike, &held);
    there * 2 > alike.len() && (there > 1 || coverage >= HELD / 2.0)
}

/// Words of a part that stand nowhere in much that was read in the question's language, or hardly anywhere and not in the
/// best blocks: "nginx" is no name by its looks, and no ordinary word either.
fn unheard(
    input: &JudgeInput<'_>,
    weighed: &Weighed<'_>,
    part: &SubQuestion,
    shown: &[String],
) -> Vec<String> {
    let language = weighed.language();
    let documents = input.materials.iter().map(|material| material.document);
    let read: u32 = documents
        .filter(|document| document.language.as_deref() == Some(language))
        .map(|document| document.word_count)
        .sum();
    if read < VOCABULARY {
        return Vec::new();
    }
    let plain = words(&part.text).into_iter().filter(|word| word.shape == Shape::Plain);
    let held: Vec<String> = shown.iter().flat_map(|text| keys(text, language)).collect();
    let strange = |key: &String| {
        let count = weighed.texts.count(key) as usize;
        let rare = count == 0 || count * RARE < weighed.passages.len() && !held.contains(key);
        // Only a word that stands nowhere may be a mistyped one.
        rare && !(count == 0 && held.iter().any(|known| is_mistyped(key, known)))
    };
    let unheard: Vec<String> = plain
        .filter(|word| keys(word.text, language).iter().any(strange))
        .filter(|word| meant(&word.text.to_lowercase(), language).is_none())
        .filter(|word| !is_composed(word.text, language, &weighed.texts))
        .map(|word| word.text.to_owned())
        .collect();
    // In a long question a word that is missing may well be an ordinary one.
    match unheard.len() * FEW < content_words(&part.text, language).len() {
        true => Vec::new(),
        false => unheard,
    }
}

/// Names in German that are written like nothing else, "MariaDB", and stand nowhere in what was read, not even in parts.
/// Its other names can't be told from nouns, which have a capital, too.
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
fn names(text: &str, language: &str) -> Vec<String> {
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
            // `pg_stat_activity` or `--no-ff`, but not `4th` or `i.e.`.
            Shape::Identifier => {
                let letters = bare.split('.').all(|part| part.chars().count() < 2);
                bare.contains(|c: char| !c.is_alphanumeric()) && !letters
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

/// Is this worth naming as missing? A name is, and a word that stands nowhere; a bare number, an ordinary word
/// that other passages hold, and a misspelled one are not.
fn is_worth_naming(weighed: &Weighed<'_>, asked: &str, name: &str) -> bool {
    let language = weighed.language();
    if !name.chars().any(char::is_alphabetic) {
        return name.contains('.');
    }
    // The first letter says nothing where every noun, or the first word, has a capital.
    let mut letters = name.chars();
    let first = letters.next().is_some_and(char::is_uppercase);
    let capital = first && language != "de" && !asked.starts_with(name) || letters.any(char::is_uppercase);
    let heard = |key: &String| weighed.texts.any_holds(key) || weighed.texts.any_like(key);
    capital || name.contains(|c: char| !c.is_alphabetic()) || !keys(name, language).iter().any(heard)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_what_has_to_stand_there() {
        assert_eq!(names("as of which release, i.e. since when?", "en"), Vec::<String>::new());
        assert_eq!(names("why is my file still 2 GB?", "en"), Vec::<String>::new());
        assert_eq!(names("an index on a 400 GB table", "en"), Vec::<String>::new());
        assert_eq!(names("which columns does pg_stat_io have?", "en"), ["pg_stat_io"]);
        assert_eq!(names("the boss wants it NOW but why, and WHO runs ANALYZE?", "en"), ["ANALYZE"]);
        assert_eq!(names("how to install Docker on Debian 12", "en"), ["Docker", "Debian", "Debian 12"]);
        assert_eq!(names("what is new in Python 3.13's build?", "en"), ["Python", "Python 3.13"]);
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
    fn what_asks_is_told_from_its_story() {
        let story = "I will be in Nepal for four weeks. How should I tell the others?";
        assert_eq!(asking(story), "How should I tell the others?");
        assert_eq!(asking("a question without a mark"), "a question without a mark");
    }

    #[test]
    fn capitals_may_abbreviate_a_work() {
        assert!(abbreviates("PG", "PostgreSQL"));
        assert!(!abbreviates("pg", "PostgreSQL"), "an ordinary word is none");
        assert!(!abbreviates("GP", "PostgreSQL") && !abbreviates("MB", "Manual"));
    }
}
