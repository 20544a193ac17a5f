//! Does a quote, with the words around it, say what a claim says? By what can be told without understanding:
//! words, numbers, dates, names, denials and opposites. In doubt a claim is not supported.

use super::opposites::opposite;
use super::quotes::Context;
use crate::model::Support;
use crate::research::language::mentions::{Mention, MentionKind, Value, mentions, negation_count};
use crate::research::language::sentences::sentences;
use crate::research::language::units::Unit;
use crate::research::language::words::{fold, keys, terms};

/// What was found of a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub support: Support,
    /// Why it is not supported, as the end of a sentence for the writer.
    pub problem: Option<String>,
    /// Share of the claim's content words that stand in the quote's surroundings.
    pub coverage: f64,
}

/// Share of a claim's content words from which a quote is about the same thing, and from which it says as much.
/// Set so that paraphrases of one sentence pass and sentences about the same subject do not.
const SAME_THING: f64 = 0.35;
const SAYS_AS_MUCH: f64 = 0.6;
/// Share of a sentence's words that the claim must hold as well before a denial in it is about the claim.
const MUTUAL: f64 = 0.5;
/// Share from which a denial or an opposite in one of the two is about the same statement.
const SAME_STATEMENT: f64 = 0.55;

/// Checks a claim against one quote in its place.
pub fn agreement(claim: &str, context: &Context<'_>, language: &str) -> Finding {
    together(claim, std::slice::from_ref(context), language)
}

/// Checks a claim against several quotes at once.
pub(super) fn together(claim: &str, contexts: &[Context<'_>], language: &str) -> Finding {
    let quotes = join(contexts.iter().map(|context| context.quote));
    let stated = join(contexts.iter().map(|context| context.sentence));
    let around = join(contexts.iter().flat_map(|context| [context.title, context.around]));
    if is_part(claim, &quotes) || is_part(claim, &stated) {
        return Finding { support: Support::Supported, problem: None, coverage: 1.0 };
    }
    let said = mentions(claim, language);
    // Values are compared as values, whatever they are written like.
    let wanted = without_values(claim, &said, language);
    let near = keys(&around, language);
    // The subject is often a pronoun in the sentence and a name in the title.
    let mut close = keys(&stated, language);
    close.extend(contexts.iter().flat_map(|context| keys(context.title, language)));
    let coverage = share(&wanted, &near);
    let finding = |support, problem: Option<String>| Finding { support, problem, coverage };
    let statement = share(&wanted, &close);
    let there = mentions(&stated, language);
    let around_there = mentions(&around, language);
    let mut missing: Vec<String> = Vec::new();
    let mut uncounted: Vec<String> = Vec::new();
    for mention in said.iter().filter(|mention| is_value(mention)) {
        let words = &claim[mention.range.clone()];
        if stands(mention, claim, &there, &stated) || stands(mention, claim, &around_there, &around) {
            continue;
        }
        let other = there.iter().find(|other| is_value(other) && mention.value.comparable(&other.value));
        if let Some(other) = other
            && said_of(&wanted, &stated, other, contexts, language) >= SAME_STATEMENT
            && alone(&said, mention)
            && alone(&there, other)
        {
            let theirs = &stated[other.range.clone()];
            return finding(Support::Contradicted, Some(format!("the source says {theirs}, not {words}")));
        }
        // A place in a row is often the writer's own count ("her third album").
        if matches!(mention.value, Value::Number { unit: Unit::Ordinal, .. }) {
            uncounted.push(words.to_owned());
        } else {
            missing.push(words.to_owned());
        }
    }
    if statement >= SAME_STATEMENT {
        if negation_count(claim, language) % 2 != negation_count(&stated, language) % 2
            && denies_the_same(claim, &stated, language)
        {
            return finding(
                Support::Contradicted,
                Some("one of claim and source denies what the other says".to_owned()),
            );
        }
        if let Some((ours, theirs)) = opposite(claim, &stated) {
            return finding(
                Support::Contradicted,
                Some(format!("the source says “{theirs}” where the claim says “{ours}”")),
            );
        }
    }
    if !missing.is_empty() {
        return finding(
            Support::Unsupported,
            Some(format!("{} does not stand near the quote", missing.join(", "))),
        );
    }
    let folded = fold(&around).replace('-', " ");
    let unnamed: Vec<&str> = said
        .iter()
        .filter(|mention| mention.kind == MentionKind::Name)
        .map(|mention| &claim[mention.range.clone()])
        .filter(|name| !is_named(name, &folded))
        .collect();
    if coverage < SAME_THING {
        return finding(Support::Unsupported, Some("the quote is about something else".to_owned()));
    }
    if let Some(name) = unnamed.first() {
        let support =
            if unnamed.len() > 1 || coverage < SAYS_AS_MUCH { Support::Unsupported } else { Support::Partly };
        return finding(support, Some(format!("{name} is not named near the quote")));
    }
    if let Some(word) = uncounted.first() {
        return finding(Support::Partly, Some(format!("{word} does not stand near the quote")));
    }
    if coverage < SAYS_AS_MUCH {
        return finding(Support::Partly, Some("the quote says only part of it".to_owned()));
    }
    finding(Support::Supported, None)
}

fn join<'a>(parts: impl Iterator<Item = &'a str>) -> String {
    parts.collect::<Vec<_>>().join("\n\n")
}

/// Are the claim's words the text's own, in order and without a gap?
fn is_part(claim: &str, text: &str) -> bool {
    let plain = |text: &str| -> String {
        let folded = fold(&text.replace(['*', '_', '`', '|'], " "));
        folded.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let claim = plain(claim);
    let claim = claim.trim_end_matches(['.', '!', '?', ';', ':', '…', '。']);
    !claim.is_empty() && plain(text).contains(claim)
}

fn share(wanted: &[String], found: &[String]) -> f64 {
    if wanted.is_empty() {
        return 1.0;
    }
    wanted.iter().filter(|key| found.contains(key)).count() as f64 / wanted.len() as f64
}

/// The claim's content words but for its values: what it speaks about.
fn without_values(claim: &str, said: &[Mention], language: &str) -> Vec<String> {
    terms(claim, language)
        .into_iter()
        .filter(|term| {
            !said
                .iter()
                .any(|m| is_value(m) && m.range.start < term.range.end && term.range.start < m.range.end)
        })
        .map(|term| term.key)
        .collect()
}

fn is_value(mention: &Mention) -> bool {
    match mention.kind {
        MentionKind::Number
        | MentionKind::Quantity
        | MentionKind::Money
        | MentionKind::Percent
        | MentionKind::Date
        | MentionKind::Version => true,
        MentionKind::Name | MentionKind::Quoted | MentionKind::Negation => false,
    }
}

/// Does the value stand there, as such, in the same digits, or rounded where the claim says "about"?
fn stands(mention: &Mention, claim: &str, there: &[Mention], text: &str) -> bool {
    let words = &claim[mention.range.clone()];
    let hedged = HEDGES.iter().any(|hedge| fold(&claim[..mention.range.start]).trim_end().ends_with(hedge));
    there.iter().any(|other| {
        mention.value.agrees(&other.value)
            || text.get(other.range.clone()) == Some(words)
            || (hedged && rounds(&mention.value, &other.value))
    })
}

/// Within five percent, in one unit.
fn rounds(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number { base, unit, .. }, Value::Number { base: other, unit: other_unit, .. }) => {
            unit == other_unit && (base - other).abs() <= 0.05 * other.abs()
        }
        (Value::Number { .. } | Value::Date(_) | Value::Words(_), _) => false,
    }
}

/// Share of the claim's words that stand in the very sentence of a value, or in the titles: is it said of the same?
fn said_of(wanted: &[String], text: &str, value: &Mention, contexts: &[Context<'_>], language: &str) -> f64 {
    let sentence = sentences(text, 0..text.len())
        .into_iter()
        .find(|range| range.start <= value.range.start && value.range.end <= range.end)
        .map_or(text, |range| &text[range]);
    let mut there = keys(sentence, language);
    there.extend(contexts.iter().flat_map(|context| keys(context.title, language)));
    share(wanted, &there)
}

/// Is it the only value of its sort? With several, one cannot tell which belongs to what.
fn alone(all: &[Mention], mention: &Mention) -> bool {
    all.iter().filter(|other| other.value.comparable(&mention.value)).count() == 1
}

/// A name stands there whole, or its last word does (people are called by it after the first time), or all of its
/// words do.
fn is_named(name: &str, folded: &str) -> bool {
    let name = fold(name).replace('-', " ");
    let words: Vec<&str> = name.split(' ').filter(|word| word.chars().count() > 2).collect();
    folded.contains(&name)
        || words.last().is_some_and(|last| words.len() > 1 && folded.contains(last))
        || (!words.is_empty() && words.iter().all(|word| folded.contains(without_ending(word))))
}

/// "Jordanians" is named where "Jordan" is.
fn without_ending(word: &str) -> &str {
    ["ians", "ian", "ans", "an", "ese", "ish", "s"]
        .iter()
        .find_map(|ending| word.strip_suffix(ending).filter(|stem| stem.chars().count() >= 4))
        .unwrap_or(word)
}

/// Denials that say nothing about the statement itself ("not only", "no later than") do not count.
fn denies_the_same(claim: &str, text: &str, language: &str) -> bool {
    let strict = |text: &str| {
        let folded = fold(text);
        let idle = IDLE_DENIALS.iter().map(|idle| folded.matches(idle).count()).sum::<usize>();
        negation_count(text, language).saturating_sub(idle)
    };
    // A long text denies something somewhere: only its sentence that meets the claim best is compared.
    let wanted = keys(claim, language);
    let nearest = sentences(text, 0..text.len()).into_iter().max_by(|a, b| {
        let met = |range: &std::ops::Range<usize>| share(&wanted, &keys(&text[range.clone()], language));
        met(a).total_cmp(&met(b))
    });
    let nearest = nearest.map_or(text, |range| &text[range]);
    // What the sentence says beside the claim may be what it denies.
    let theirs = keys(nearest, language);
    share(&theirs, &wanted) >= MUTUAL && (strict(claim) > 0) != (strict(nearest) > 0)
}

const HEDGES: &[&str] = &[
    "about",
    "around",
    "approximately",
    "roughly",
    "nearly",
    "almost",
    "some",
    "circa",
    "ca.",
    "over",
    "more than",
    "less than",
    "under",
    "~",
    "etwa",
    "rund",
    "fast",
    "environ",
    "unos",
    "alrededor de",
    "circa",
    "cerca de",
    "около",
];

const IDLE_DENIALS: &[&str] = &[
    "not only",
    "no later than",
    "not until",
    "no more than",
    "no less than",
    "no fewer than",
    "nicht nur",
    "no. ",
];
