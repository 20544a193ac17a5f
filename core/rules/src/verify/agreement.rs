//! Does a quote, with the words around it, say what a claim says? By what can be told without understanding:
//! words, numbers, dates, names, denials and opposites. In doubt a claim is not supported.

use super::known::{Known, Reader};
use super::opposites::opposite;
use super::quotes::Context;
use crate::text::mentions::{Mention, MentionKind, Value};
use crate::text::sentences::sentences;
use crate::text::units::Unit;
use crate::text::words::fold;
use gorkd_core::model::Support;
use std::cell::LazyCell;

/// What was found of a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub support: Support,
    /// Why it is not supported, as the end of a sentence for the writer.
    pub problem: Option<String>,
    /// Share of the claim's content words that stand in the quote's surroundings.
    pub coverage: f64,
    pub ground: Ground,
}

/// What a finding rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The claim's words stand in the source in one piece, or something of the claim does not stand there at all.
    Plain,
    /// Nothing but the share of its words that stand there: whether they are said of the same cannot be told.
    Words,
}

/// Share of a claim's content words from which a quote is about the same thing, and from which it says as much.
/// Set so that paraphrases of one sentence pass and sentences about the same subject do not.
const SAME_THING: f64 = 0.35;
const SAYS_AS_MUCH: f64 = 0.6;
/// Share of a sentence's words that the claim must hold as well before a denial in it is about the claim.
const MUTUAL: f64 = 0.5;
/// Share from which a denial or an opposite in one of the two is about the same statement.
const SAME_STATEMENT: f64 = 0.55;

/// Checks a claim against several quotes at once.
pub(super) fn compare(claim: &str, contexts: &[Context<'_>], reader: &mut Reader<'_>) -> Finding {
    let ours = reader.of(claim);
    let quotes = join(contexts.iter().map(|context| context.quote));
    let theirs = reader.of(&join(contexts.iter().map(|context| context.sentence)));
    let stated = theirs.text.as_str();
    if is_part(&ours, &reader.of(&quotes)) || is_part(&ours, &theirs) {
        return Finding { support: Support::Supported, problem: None, coverage: 1.0, ground: Ground::Plain };
    }
    let surroundings = reader.of(&join(contexts.iter().flat_map(|context| [context.title, context.around])));
    let around = surroundings.text.as_str();
    let said = ours.mentions();
    let wanted = reader.without_values(&ours);
    // The subject is often a pronoun in the sentence and a name in the title.
    let close = with_titles(&theirs, contexts, reader);
    let near = reader.keys(&surroundings);
    let coverage = share(wanted, near);
    let finding = |support, problem| Finding { support, problem, coverage, ground: Ground::Plain };
    let by_words = |support, problem| Finding { ground: Ground::Words, ..finding(support, problem) };
    let statement = share(wanted, &close);
    let there = theirs.mentions();
    let mut missing: Vec<String> = Vec::new();
    let mut uncounted: Vec<String> = Vec::new();
    for mention in said.iter().filter(|mention| is_value(mention)) {
        let words = &claim[mention.range.clone()];
        let hedged = Hedged { words, by: LazyCell::new(|| is_hedged(&claim[..mention.range.start])) };
        if stands(mention, &hedged, there, stated)
            || stands(mention, &hedged, surroundings.mentions(), around)
        {
            continue;
        }
        let other = there.iter().find(|other| is_value(other) && mention.value.comparable(&other.value));
        if let Some(other) = other
            && said_of(wanted, stated, other, contexts, reader) >= SAME_STATEMENT
            && alone(said, mention)
            && alone(there, other)
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
        if ours.denials() % 2 != theirs.denials() % 2 && denies_the_same(&ours, stated, reader) {
            return finding(
                Support::Contradicted,
                Some("one of claim and source denies what the other says".to_owned()),
            );
        }
        if let Some((ours, theirs)) = opposite(ours.folded(), theirs.folded()) {
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
    let folded = LazyCell::new(|| surroundings.folded().replace('-', " "));
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
        return by_words(Support::Partly, Some("the quote says only part of it".to_owned()));
    }
    by_words(Support::Supported, None)
}

fn join<'a>(parts: impl Iterator<Item = &'a str>) -> String {
    parts.collect::<Vec<_>>().join("\n\n")
}

/// Are the claim's words the text's own, in order and without a gap?
fn is_part(claim: &Known<'_>, text: &Known<'_>) -> bool {
    let claim = claim.plain().trim_end_matches(['.', '!', '?', ';', ':', '…', '。']);
    !claim.is_empty() && text.plain().contains(claim)
}

fn share(wanted: &[u32], found: &[u32]) -> f64 {
    if wanted.is_empty() {
        return 1.0;
    }
    wanted.iter().filter(|key| found.contains(key)).count() as f64 / wanted.len() as f64
}

pub(super) fn is_value(mention: &Mention) -> bool {
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
fn stands<F: FnOnce() -> bool>(
    mention: &Mention,
    hedged: &Hedged<'_, F>,
    there: &[Mention],
    text: &str,
) -> bool {
    there.iter().any(|other| {
        mention.value.agrees(&other.value)
            || text.get(other.range.clone()) == Some(hedged.words)
            || (rounds(&mention.value, &other.value) && *hedged.by)
    })
}

/// A value of the claim in its words, and whether it is said to be about right only.
struct Hedged<'a, F> {
    words: &'a str,
    by: LazyCell<bool, F>,
}

fn is_hedged(before: &str) -> bool {
    let before = fold(before);
    HEDGES.iter().any(|hedge| before.trim_end().ends_with(hedge))
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
fn said_of(
    wanted: &[u32],
    text: &str,
    value: &Mention,
    contexts: &[Context<'_>],
    reader: &mut Reader<'_>,
) -> f64 {
    let sentence = sentences(text, 0..text.len())
        .into_iter()
        .find(|range| range.start <= value.range.start && value.range.end <= range.end)
        .map_or(text, |range| &text[range]);
    let sentence = reader.of(sentence);
    share(wanted, &with_titles(&sentence, contexts, reader))
}

/// The content words of a text and of the titles above it.
fn with_titles(text: &Known<'_>, contexts: &[Context<'_>], reader: &mut Reader<'_>) -> Vec<u32> {
    let mut keys = reader.keys(text).to_vec();
    for context in contexts {
        let title = reader.of(context.title);
        keys.extend_from_slice(reader.keys(&title));
    }
    keys
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
fn denies_the_same(claim: &Known<'_>, text: &str, reader: &mut Reader<'_>) -> bool {
    let strict = |text: &Known<'_>| {
        let idle = IDLE_DENIALS.iter().map(|idle| text.folded().matches(idle).count()).sum::<usize>();
        text.denials().saturating_sub(idle)
    };
    // A long text denies something somewhere: only its sentence that meets the claim best is compared.
    let wanted = reader.keys(claim);
    let met = |range: std::ops::Range<usize>| {
        let sentence = reader.of(&text[range]);
        (share(wanted, reader.keys(&sentence)), sentence)
    };
    let nearest = sentences(text, 0..text.len()).into_iter().map(met).max_by(|a, b| a.0.total_cmp(&b.0));
    let nearest = nearest.map_or_else(|| reader.of(text), |(_, sentence)| sentence);
    // What the sentence says beside the claim may be what it denies.
    share(reader.keys(&nearest), wanted) >= MUTUAL && (strict(claim) > 0) != (strict(&nearest) > 0)
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
