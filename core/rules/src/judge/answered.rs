//! Does what was read answer a part of the question? Sharing some words is not an answer.

use super::compounds::{composes, is_composed, is_derived};
use super::evidence::Weighed;
use super::named::{is_on_page, missing, names, works};
use super::{COVERS, JudgeInput};
use crate::Material;
use crate::plan::content_words;
use crate::spelling::{is_mistyped, meant};
use crate::text::words::{Shape, fold, keys, words};
use crate::text::{asking, shared, without_genitive};
use crate::versions::{other_date, other_version};
use crate::weigh::Texts;
use gorkd_core::job::PartJudgement;
use gorkd_core::model::{Answered, Evidence, SubQuestion};
use gorkd_core::ports::Ranked;
use gorkd_core::text::slice;

/// Blocks of a part that are looked at: as many as an answer quotes.
pub(super) const QUOTED: usize = 3;
/// Share of the question's words that the best block has to hold where no reranker has read it.
const HELD: f64 = 0.34;
/// Words of one language in which nearly every ordinary word stands: each of its 3,000 commonest makes up at least
/// three words in 100,000 (Zipf), and is missing from as many with a probability of 5 %.
const VOCABULARY: u32 = 100_000;
/// A word that fewer than one in so many blocks hold is hardly heard of.
const RARE: usize = 1_000;
/// One word of so many that are not heard of says nothing of the rest.
const FEW: usize = 6;
/// Words read in the question's language from which a short question's words can be expected among them. Of 351 questions
/// that 2,900 pages answer, only one of at most [`FEW`] words has a word that the eight best pages lack, and it asks for
/// nothing; of 48 that they don't answer, five have such a word.
const SOME: u32 = 10_000;
/// How far below the score under which nothing answers by a reranker's own account, in logits, a passage is still shown as
/// a doubtful answer, because people ask in other words than pages have. Of 290 questions over 2,900 pages that have an
/// answer there, written by five people, 10 % score lower than that with their best passage, and 3.4 % by more than this;
/// of 37 without an answer, 26 are refused without it and 23 with it, nearly all for a word that is missing. A passage that
/// holds every name of the question may score twice as far below.
const DOUBTFUL: f32 = 3.0;
/// How far above that score a passage is clear although the library lacks a word of the question.
const CLEAR: f32 = 4.0;
/// Letters that a short form of a name has at least: "postgres" for "PostgreSQL".
const SHORT_FORM: usize = 5;

/// The outcome for each part.
pub(super) fn parts(
    input: &JudgeInput<'_>,
    weighed: &Weighed<'_>,
    evidence: &[Evidence],
) -> Vec<PartJudgement> {
    let question = asking(&input.brief.question.text);
    let judged = |(at, part): (usize, &SubQuestion)| {
        let best: Vec<&Evidence> =
            evidence.iter().filter(|found| found.sub_question == part.id).take(QUOTED).collect();
        let shown: Vec<String> = best.iter().filter_map(|found| shown(input, found)).collect();
        let score = input.ranked.and_then(|ranked| best_score(ranked, at, &best));
        let refuses_below = input.ranked.and_then(|ranked| ranked.refuses_below);
        let works = works(input, &best);
        let (mut missing, told): (Vec<String>, Vec<String>) =
            missing(weighed, part, &shown, &works).into_iter().partition(|name| {
                // A reranker has read the story around a question as well, and it was enough for it.
                let read = score.is_some_and(|score| score >= refuses_below.unwrap_or(f32::NEG_INFINITY));
                let asks = |text: &str| text.contains(name.as_str());
                let is_story = read && !(asks(&question) && asks(&asking(&part.text)));
                !is_story && !is_on_page(weighed, part, &best, name)
            });
        // If a reranker is sure, the pages have other words for what is asked; a word that no page has takes more.
        let sure = score.is_some() && best.first().is_some_and(|first| first.relevance >= COVERS);
        let own = weighed.same_language(&best);
        if own && missing.is_empty() && !is_clear(score, refuses_below) {
            missing = unknown(input, part);
        }
        if missing.is_empty() && !sure {
            missing = unheard(input, weighed, part, &shown);
        }
        let coverage = weighed.coverage(at);
        // A block that holds every name of the question is about it, in whatever words the rest is asked.
        let named = names(&part.text, weighed.language());
        let held = missing.is_empty() && told.is_empty();
        let too_low = match (score, refuses_below) {
            _ if !own => !holds_what_is_shared(weighed, part, &shown, coverage),
            // Everything in a work is about its own name.
            (Some(score), Some(least)) => {
                let about = held && named.iter().any(|name| !works.iter().any(|work| is_called(work, name)));
                score < least - if about { 2.0 * DOUBTFUL } else { DOUBTFUL }
            }
            (None, _) | (_, None) => {
                only_names(part, &named, &shown, weighed.language())
                    || (!held || named.is_empty()) && coverage < least_held(&part.text)
            }
        };
        let answered = match best.first() {
            None => Answered::No,
            Some(_) if too_low || !missing.is_empty() => Answered::No,
            Some(first)
                if own
                    && told.is_empty()
                    && first.relevance >= COVERS
                    && other_version(&part.text, input.materials).is_none()
                    && other_date(&part.text, weighed.language(), first, input.materials).is_none() =>
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
            lead: score.and_then(|_| weighed.lead(at)),
            coverage,
        }
    };
    input.plan.sub_questions.iter().enumerate().map(judged).collect()
}

/// Do the blocks hold no word of the part but its names? Whatever they tell of Kenya, it is not its population.
fn only_names(part: &SubQuestion, named: &[String], shown: &[String], language: &str) -> bool {
    let names = keys(&named.join(" "), language);
    let mut texts = Texts::default();
    shown.iter().for_each(|text| texts.add(text, language));
    let held: Vec<String> = shown.iter().flat_map(|text| keys(text, language)).collect();
    let is_held = |word: &String| {
        let is_known = |key: &String| held.iter().any(|known| is_short_form(key, known));
        keys(word, language).iter().any(is_known) || is_composed(word, language, &texts)
    };
    let words = content_words(&part.text, language);
    let mut others = words.iter().filter(|word| keys(word, language).iter().any(|key| !names.contains(key)));
    let first = others.next();
    !named.is_empty() && first.is_some_and(|first| !is_held(first) && !others.any(is_held))
}

/// Scripts without spaces are compared by pairs of characters, about half of which straddle two words and stand nowhere
/// else.
fn least_held(text: &str) -> f64 {
    let words = words(text);
    let unspaced = words.iter().filter(|word| word.shape == Shape::Unspaced).count();
    if unspaced * 2 > words.len() { HELD / 2.0 } else { HELD }
}

/// Is a reranker's score far above the one below which nothing answers?
pub(super) fn is_clear(score: Option<f32>, refuses_below: Option<f32>) -> bool {
    score.zip(refuses_below).is_some_and(|(score, least)| score >= least + CLEAR)
}

/// A reranker's best score of the blocks that are shown for a part: what isn't shown says nothing of the answer.
fn best_score(ranked: &Ranked, part: usize, shown: &[&Evidence]) -> Option<f32> {
    let score = |found: &&Evidence| ranked.scores.get(&found.passage)?.get(part).copied().flatten();
    shown.iter().filter_map(score).max_by(f32::total_cmp)
}

/// A block with everything above it, and the address of its page.
fn shown(input: &JudgeInput<'_>, found: &Evidence) -> Option<String> {
    let material = Material::of(input.materials, &found.source)?;
    let words = slice(material.text, found.passage.span);
    let document = material.document;
    Some(format!("{} {} {} {words}", document.url, document.known_by(), found.headings.join(" ")))
}

/// Are two words the same, or is one the beginning of the other?
pub(super) fn is_short_form(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    one == other || short.chars().count() >= SHORT_FORM && long.starts_with(short)
}

/// Is a work called so, with a version or without: "PostgreSQL 15", "Postgres"?
fn is_called(work: &str, name: &str) -> bool {
    let first = name.split(' ').next().unwrap_or_default();
    is_short_form(&fold(first), &fold(work))
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

/// Words of a part that tell something and are in none of the asker's own documents.
fn unknown(input: &JudgeInput<'_>, part: &SubQuestion) -> Vec<String> {
    let language = input.brief.question.language.as_str();
    let asked = content_words(&asking(&part.text), language);
    let named = |unknown: &&String| {
        let word = unknown.to_lowercase();
        let holds = |asked: &String| asked.split('-').any(|half| without_genitive(half) == word);
        asked.iter().any(holds) && !is_abbreviation(&word) && meant(&word, language).is_none()
    };
    let unknown: Vec<String> = input.unknown.iter().filter(named).cloned().collect();
    telling(unknown, &part.text, language)
}

/// Chats leave out vowels: "pls", "smth".
fn is_abbreviation(word: &str) -> bool {
    word.is_ascii() && !word.contains(['a', 'e', 'i', 'o', 'u', 'y'])
}

/// In a long question, a word that is missing may well be an ordinary one.
fn telling(missing: Vec<String>, asked: &str, language: &str) -> Vec<String> {
    let tells = missing.len() * FEW >= content_words(asked, language).len();
    if tells { missing } else { Vec::new() }
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
        return if read < SOME { Vec::new() } else { small_names(weighed, part, shown) };
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
    telling(unheard, &part.text, language)
}

/// Names in small letters: in a short question, words that stand nowhere in what was read, and the first one also if a
/// single passage that isn't among the best mentions it, such as "pgbouncer transaction pooling". Short words may be
/// chat forms ("smth"), and where words are composed, many ordinary ones stand nowhere.
fn small_names(weighed: &Weighed<'_>, part: &SubQuestion, shown: &[String]) -> Vec<String> {
    let language = weighed.language();
    let asked = asking(&part.text);
    let telling = content_words(&asked, language);
    if composes(language) || telling.len() > FEW {
        return Vec::new();
    }
    let held: Vec<String> = shown.iter().flat_map(|text| keys(text, language)).collect();
    let texts = &weighed.texts;
    let is_strange = |word: &str| {
        let most = u32::from(telling.first().is_some_and(|first| first == word));
        let strange = |key: &String| {
            texts.count(key) <= most && !held.contains(key) && !texts.any_like(key) && !texts.any_around(key)
        };
        keys(word, language).iter().any(strange)
    };
    words(&asked)
        .into_iter()
        .map(|word| word.text)
        .filter(|word| word.chars().count() >= SHORT_FORM && word.chars().all(char::is_lowercase))
        // Names from an earlier question help to search, but not every answer has to contain them.
        .filter(|word| weighed.input.brief.question.text.contains(word))
        .filter(|word| is_strange(word) && meant(word, language).is_none())
        .filter(|word| !is_derived(word, language, texts))
        .map(str::to_owned)
        .collect()
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
