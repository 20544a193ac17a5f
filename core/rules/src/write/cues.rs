//! Words of a question that show what kind of answer it expects, as data per language.
//!
//! The first phrase in the question wins, or the longest of those that start together: "how much money" over "how
//! much", and "when" over "who" in "When did the man who ... die?".

use super::want::Expects::{self, *};
use crate::text::stopwords::{is_question_word, is_stop_word};
use crate::text::tables::{Tables, lists};
use std::ops::Range;

/// Looks for a cue in a question in lower case with single spaces and a space at both ends.
pub fn find(plain: &str, language: &str) -> Expects {
    match first(plain, language) {
        Some((at, phrase, expects)) => refine(expects, phrase, plain, &plain[at + phrase.len()..], language),
        None => Anything,
    }
}

/// The bytes of a phrase that only says which kind of answer such a question wants: "in welchem jahr" is answered by a
/// year, not by the word for it. `None` if an answer may repeat the phrase, as it may repeat "how long".
pub fn of_kind(plain: &str, language: &str) -> Option<Range<usize>> {
    let (at, phrase, expects) = first(plain, language)?;
    let says_it_all = matches!(expects, Time | Place | Percent | Definition) && phrase.contains(' ');
    says_it_all.then(|| at..at + phrase.len())
}

fn first(plain: &str, language: &str) -> Option<(usize, &'static str, Expects)> {
    let own = Tables::of(language).asks.iter();
    let english = (language != "en").then(|| Tables::of("en").asks.iter());
    own.chain(english.into_iter().flatten())
        .filter_map(|(expects, cues)| {
            let (at, phrase) = cues.written().find_in(plain)?;
            Some((at, phrase, *expects))
        })
        .min_by_key(|(at, phrase, _)| (*at, std::cmp::Reverse(phrase.len())))
}

fn refine(expects: Expects, phrase: &str, plain: &str, rest: &str, language: &str) -> Expects {
    let words = || rest.split(' ').filter(|word| !word.is_empty());
    match expects {
        Count if phrase.ends_with("much") && Tables::of("en").money_words.written().stand_in(plain) => Money,
        Thing | Count => {
            let naming = behind_naming(rest);
            let focus = naming.unwrap_or(rest).trim_start_matches(' ');
            let end = focus_end(focus);
            let head = focus[..end].trim_end();
            let last = head.split(' ').rfind(|word| !word.is_empty()).unwrap_or("");
            let mut nouns = Tables::of("en").answer_nouns.iter();
            let named = nouns.find(|(_, nouns)| nouns.has(last)).map(|(expects, _)| *expects);
            let directly = naming.is_some() || !head.is_empty();
            match named {
                Some(named) if expects == Thing => named,
                _ if expects == Thing && !directly && is_definition(words()) => Definition,
                _ => expects,
            }
        }
        // Other languages than English have the verb in the cue.
        Definition if language != "en" && names_a_property(words(), language) => Thing,
        _ => expects,
    }
}

/// "Was ist ein Ofen?" asks what a thing is; "Was ist die Hauptstadt von Peru?" does not.
fn names_a_property<'a>(words: impl Iterator<Item = &'a str>, language: &str) -> bool {
    let prepositions = &Tables::of(language).prepositions;
    let words: Vec<&str> = words.collect();
    words.len() > 4 || words.iter().any(|word| prepositions.has(word))
}

/// What is asked for, behind words that only introduce it: "is the name of the", "kinds of", "of these", and "is the"
/// before a property of something. "What is the population of Bern?" names its kind of answer, "What is the Gate?" does
/// not.
fn behind_naming(rest: &str) -> Option<&str> {
    let tables = Tables::of("en");
    let rest = rest.trim_start();
    let word = |text: &str| text.split(' ').next().map(str::len).unwrap_or_default();
    let (first, after) = rest.split_at(word(rest));
    let is = ["is", "are", "was", "were"].contains(&first);
    let after_is = if is { after.trim_start() } else { rest };
    let (article, behind) = after_is.split_at(word(after_is));
    let noun = if article == "the" { behind.trim_start() } else { after_is };
    let (named, of) = noun.split_at(word(noun));
    let introduces = tables.naming_nouns.has(named) || article == "of" && !is;
    let of = if article == "of" && !is { after_is } else { of.trim_start() };
    if introduces && let Some(thing) = of.strip_prefix("of ").or_else(|| of.strip_prefix("for ")) {
        let thing = thing.trim_start();
        return Some(["the ", "these "].iter().find_map(|word| thing.strip_prefix(word)).unwrap_or(thing));
    }
    (is && article == "the" && (behind.contains(" of ") || behind.contains(" for "))).then_some(behind)
}

/// The focus ends at the first auxiliary, verb of being or preposition.
fn focus_end(focus: &str) -> usize {
    let mut at = 0;
    for (count, word) in focus.split(' ').enumerate() {
        if count == 4 || ends_focus(word) {
            return at;
        }
        at += word.len() + 1;
    }
    at.min(focus.len())
}

fn ends_focus(word: &str) -> bool {
    let tables = Tables::of("en");
    let little =
        word.is_empty() || is_stop_word(word, "en") || is_question_word(word, "en") && word != "name";
    little
        || lists::Tables::of("en").auxiliaries.has(word)
        || tables.prepositions.has(word)
        || tables.after.has(word)
        || tables.before.has(word)
}

/// "What is a kiln?" asks what a thing is; "What is the capital of Peru?" does not.
fn is_definition<'a>(mut words: impl Iterator<Item = &'a str>) -> bool {
    let verb = words.next().unwrap_or("");
    let rest: Vec<&str> = words.collect();
    // "What does VACUUM do in Postgres?"
    let end = rest.iter().position(|word| *word == "in").unwrap_or(rest.len());
    let last = rest[..end].last().copied();
    if last == Some("mean") || matches!(verb, "does" | "do") && last == Some("do") {
        return true;
    }
    let short =
        rest.len() <= 4 && !rest.iter().any(|word| ["of", "for", "in", "to", "by", "from"].contains(word));
    matches!(verb, "is" | "are" | "was" | "were") && short && rest.first() != Some(&"the")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(language: &str, question: &str, expects: Expects) {
        let plain = format!(" {question} ");
        assert_eq!(find(&plain, language), expects, "{question}");
    }

    #[test]
    fn the_first_question_word_decides() {
        check("en", "when did the man who built it die", Time);
        check("en", "who was king when it burned", Person);
        check("en", "in what year did it burn", Time);
        check("en", "why did it burn", Reason);
        check("en", "how do i start it", Steps);
    }

    #[test]
    fn the_noun_asked_for_decides_too() {
        check("en", "which city did she leave", Place);
        check("en", "how many red doors does it have", Count);
        check("en", "what is the name of the river", Thing);
        check("en", "what is the population of bern", Count);
        check("en", "how much did it cost", Money);
    }

    #[test]
    fn what_is_asks_for_a_definition_when_nothing_more_is_named() {
        check("en", "what is a kiln", Definition);
        check("en", "what does kiln mean", Definition);
        check("en", "what does the damper do in a kiln", Definition);
        check("en", "what is burned in it", Thing);
    }

    #[test]
    fn several_words_may_only_tell_the_kind_of_answer() {
        assert_eq!(of_kind(" in welchem jahr war es ", "de"), Some(1.." in welchem jahr".len()));
        assert_eq!(of_kind(" wie lange dauert es ", "de"), None, "so may an answer");
        assert_eq!(of_kind(" is where faster than having ", "en"), None, "one word may be a name");
    }

    #[test]
    fn other_languages_have_their_own_words() {
        check("de", "wie viel prozent kamen", Percent);
        check("de", "was ist ein ofen", Definition);
        check("de", "was ist die hauptstadt von peru", Thing);
        check("de", "wofür steht fhs", Definition);
        check("de", "um wie viel uhr beginnt es", Anything);
        check("de", "um wie viel steigt es", Count);
        check("de", "wie viel kostet es", Money);
        check("de", "wie oft wird es erneuert", Anything);
        check("nl", "wat is een oven", Definition);
        check("nl", "wat is de hoofdstad van peru", Thing);
        check("es", "qué es un horno", Definition);
        check("fr", "qu'est-ce que la cuisson", Definition);
        check("ru", "что такое виртуальный пакет", Definition);
        check("zh", "什么是虚拟软件包", Definition);
        check("zh", "git rebase 是做什么的", Definition);
        check("es", "por qué se quemó", Reason);
        check("ru", "кто сказал что он горит", Person);
        check("zh", "这座桥是什么时候建造的", Time);
        check("ar", "متى بنت الجسر", Time);
    }
}
