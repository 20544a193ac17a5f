//! How near what was read comes to a question that nothing answers: words of it that stand nowhere, and whether a
//! passage is near enough to be shown.

use super::VerifyInput;
use crate::spelling::meant;
use crate::text::stopwords::{is_question_word, is_request_word, is_stop_word};
use crate::text::words::{Shape, fold, keys, stem, words};
use std::collections::BTreeSet;

/// Words of one language in which nearly every ordinary word of a question stands in some form. Half of what judging by
/// rules asks for: here a word only gives a reason, and a model has read that nothing answers.
const VOCABULARY: u32 = 50_000;
/// Words that are named at most, and letters of the shortest.
const NAMED: usize = 3;
const SHORTEST: usize = 3;

/// Words of a question that nothing of much that was read contains, in any form, as they are written. A word counts if it
/// is also in a part of the question, because a part has no greetings and no story. Words of another language stand
/// nowhere anyway.
pub(super) fn unheard(input: &VerifyInput<'_>) -> Vec<String> {
    let question = input.brief.question;
    let language = question.language.as_str();
    let same = |other: &Option<String>| other.as_deref().is_none_or(|other| other == language);
    let read: u32 = input.materials.iter().map(|one| one.document.word_count).fold(0, u32::saturating_add);
    if read < VOCABULARY || !input.materials.iter().all(|one| same(&one.document.language)) {
        return Vec::new();
    }
    let parts: BTreeSet<String> =
        input.plan.sub_questions.iter().flat_map(|part| keys(&part.text, language)).collect();
    let mut wanted: Vec<(String, &str)> = Vec::new();
    for word in words(&question.text) {
        let lower = word.text.to_lowercase();
        let names = matches!(word.shape, Shape::Plain | Shape::Compound | Shape::Identifier)
            && word.text.chars().count() >= SHORTEST
            && !is_stop_word(&lower, language)
            && !is_question_word(&lower, language)
            && !is_request_word(&lower, language)
            && meant(&lower, language).is_none();
        let stem = stem(word.text, language);
        if names && parts.contains(&stem) && !wanted.iter().any(|(known, _)| *known == stem) {
            wanted.push((stem, word.text));
        }
    }
    for material in input.materials {
        if wanted.is_empty() {
            break;
        }
        let document = material.document;
        let text = fold(&format!("{} {} {}", document.url, document.title, material.text));
        wanted.retain(|(stem, word)| !text.contains(stem.as_str()) && !text.contains(&fold(word)));
    }
    wanted.into_iter().take(NAMED).map(|(_, word)| word.to_owned()).collect()
}

/// Does a passage contain something that the question names, or most of its words? Its headings count for the words
/// only: every page of a manual is under its name.
pub(super) fn is_near(input: &VerifyInput<'_>, passage: &str, headings: &[String]) -> bool {
    let question = input.brief.question;
    let language = question.language.as_str();
    let said = keys(passage, language);
    let holds = |name: &String| {
        let name = keys(name, language);
        !name.is_empty() && name.iter().all(|key| said.contains(key))
    };
    if question.entities.iter().any(holds) {
        return true;
    }
    let above = keys(&headings.join(" "), language);
    let wanted: BTreeSet<String> = keys(&question.text, language).into_iter().collect();
    let held = wanted.iter().filter(|key| said.contains(key) || above.contains(key)).count();
    held * 2 > wanted.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::insufficient::SearchTotals;
    use crate::{Brief, Material};
    use gorkd_core::model::*;

    fn with<T>(
        question: &str,
        entities: &[&str],
        (text, word_count): (&str, u32),
        work: impl FnOnce(&VerifyInput<'_>) -> T,
    ) -> T {
        let question = Question {
            text: question.into(),
            language: "en".into(),
            entities: entities.iter().map(|name| (*name).to_owned()).collect(),
            ..Question::default()
        };
        let budget = Budget::default();
        let part = SubQuestion { id: "q1".into(), text: question.text.clone(), ..SubQuestion::default() };
        let plan = Plan { sub_questions: vec![part], ..Plan::default() };
        let document = Document { language: Some("en".into()), word_count, ..Document::default() };
        let materials = [Material::new(&document, text)];
        work(&VerifyInput {
            brief: Brief::of(&question, &budget, Millis(0)),
            plan: &plan,
            draft: &Draft::default(),
            materials: &materials,
            evidence: &[],
            notes: &[],
            unread: 0,
            may_repair: false,
            opinions: &[],
            numbering: &[],
            totals: &SearchTotals::default(),
            untold: None,
            parts: &[],
        })
    }

    const SWAP: &str =
        "To simulate more memory, Windows uses a swap file. Turning it on in Debian takes a partition.";

    #[test]
    fn a_word_that_stands_nowhere_is_named() {
        let unheard = |question: &str, text: &str| with(question, &[], (text, VOCABULARY), unheard);
        assert_eq!(unheard("turn on zram swap debian", SWAP), ["zram"]);
        assert!(unheard("turn on swap debian", SWAP).is_empty());
        assert!(unheard("turn on zram swap debian", "Zrams swap; Debian turns them on.").is_empty());
        assert!(unheard("What does it do?", SWAP).is_empty(), "no word of it names anything");
        assert_eq!(unheard("flurb glorp blarg snark", SWAP).len(), NAMED);
        let little = with("turn on zram swap debian", &[], (SWAP, VOCABULARY - 1), super::unheard);
        assert!(little.is_empty(), "in little that was read, ordinary words are missing too");
    }

    #[test]
    fn words_of_another_language_are_not_missed() {
        let found = with("Wie wird zram eingeschaltet?", &[], (SWAP, VOCABULARY), |input| {
            let question = Question { language: "de".into(), ..input.brief.question.clone() };
            let brief = Brief { question: &question, ..input.brief.clone() };
            unheard(&VerifyInput { brief, ..input.clone() })
        });
        assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn a_passage_is_near_by_a_name_or_by_most_words() {
        let near = |question: &str, entities: &[&str], passage: &str, headings: &[&str]| {
            let headings: Vec<String> = headings.iter().map(|one| (*one).to_owned()).collect();
            with(question, entities, (SWAP, 0), |input| is_near(input, passage, &headings))
        };
        let tunnel = "Set up a WireGuard tunnel between two Debian servers, which config file and commands?";
        let names = ["WireGuard", "Debian"];
        let proxy = "The database must be made again after each change of the squidGuard configuration.";
        assert!(!near(tunnel, &names, proxy, &["The Debian Administrator's Handbook", "Proxy"]));
        assert!(near(tunnel, &names, "A tunnel of WireGuard has two ends.", &[]));
        assert!(!near("turn on zram swap debian", &[], "Windows uses a swap file.", &[]));
        assert!(near("turn on zram swap debian", &[], "Swap is turned on.", &["Debian"]));
    }
}
