//! The domain of a question.

use crate::text::words::{fold, keys};
use gorkd_core::model::{DomainRules, Field, Question};

/// Points from which a field is believed: one telling word, or two others.
const ENOUGH: u32 = 2;
/// The field of what belongs to no other.
const GENERAL: &str = "general";

/// The field that a question's words speak for; the one called `general` when they speak for none.
pub fn field_of(question: &Question, domains: &[DomainRules]) -> Field {
    let mut best: Option<(u32, &DomainRules, Vec<String>)> = None;
    for rules in domains {
        let telling = found(question, &rules.telling);
        let words = found(question, &rules.keywords);
        let points = 2 * telling.len() as u32 + words.len() as u32;
        // The first of equals, in the order of their names.
        if points >= ENOUGH && best.as_ref().is_none_or(|(most, ..)| points > *most) {
            best = Some((points, rules, telling.into_iter().chain(words).collect()));
        }
    }
    match best {
        Some((_, rules, words)) => {
            let named: Vec<String> = words.iter().take(3).map(|word| format!("“{word}”")).collect();
            let why = format!("the question speaks of {}", named.join(", "));
            Field { rules: rules.clone(), why, ..Field::default() }
        }
        None => plain_field(domains),
    }
}

/// The field that a person named; none when there is no such field.
pub fn named_field(name: &str, domains: &[DomainRules]) -> Option<Field> {
    let rules = domains.iter().find(|rules| rules.name == name)?;
    Some(Field { rules: rules.clone(), why: "it was asked for".to_owned(), ..Field::default() })
}

/// The field of what belongs to no other.
pub fn plain_field(domains: &[DomainRules]) -> Field {
    let rules = domains.iter().find(|rules| rules.name == GENERAL).cloned().unwrap_or_default();
    Field { rules, why: "no other field's words are in the question".to_owned(), ..Field::default() }
}

/// The words that occur in the question, in any form; phrases as written.
fn found(question: &Question, words: &[String]) -> Vec<String> {
    let language = question.language.as_str();
    let asked = keys(&question.text, language);
    let folded = format!(" {} ", fold(&question.text));
    let stands = |word: &&String| {
        if word.contains(' ') {
            return folded.contains(&fold(word));
        }
        let key = keys(word, language);
        !key.is_empty() && key.iter().all(|key| asked.contains(key))
    };
    words.iter().filter(stands).cloned().collect()
}
