//! What a value of the source is of. A claim that has the value of one sentence and the words of another one says of the
//! second what the source says of the first.

use super::compared::shortened;
use super::known::{AnalyzedText, Reader};
use super::markers::is_marker;
use super::quotes::Context;
use super::values::same_value;
use super::windows::is_item;
use super::wording::in_marks;
use crate::text::is_fence;
use crate::text::mentions::{Date, Mention, Value};
use crate::text::sentences::sentences;
use crate::text::stopwords::is_stop_word;
use crate::text::tables::lists;
use crate::text::units::Unit;
use crate::text::words::words;
use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

/// A sentence that has fewer words of the claim relies on the one before it.
const FEWEST: usize = 2;

/// A number of the claim that no sentence, item, or row has which says as much of the claim as one with another number, as
/// the end of a sentence for the writer. Only digits count: number words are in sentences about anything.
pub(super) fn of_another(
    claim: &AnalyzedText<'_>,
    contexts: &[Context<'_>],
    reader: &mut Reader<'_>,
) -> Option<String> {
    let numbers = numbers(claim);
    if numbers.is_empty() {
        return None;
    }
    let wanted: BTreeSet<u32> = reader.without_values(claim).iter().copied().collect();
    let (mut all, mut above) = (Vec::new(), Vec::new());
    for context in contexts {
        let headings = reader.of(&context.headings().collect::<Vec<_>>().join("\n\n"));
        for piece in pieces(context.block, reader.language) {
            all.push(piece.said(context.block, &headings, &wanted, reader));
        }
        above.push(headings);
    }
    let same = |number: &Mention, other: &Mention, text: &str| {
        same_value((&claim.text, number), (text, other)) && !is_marker(text, &other.range)
    };
    let has = |known: &AnalyzedText<'_>, number: &Mention| {
        known.mentions().iter().any(|other| same(number, other, &known.text))
    };
    let other_than = |known: &AnalyzedText<'_>, number: &Mention| {
        let is_free = numbers.iter().all(|one| !has(known, one));
        let is_another =
            |other: &&Mention| unit(other) == unit(number) && !is_marker(&known.text, &other.range);
        is_free && self::numbers(known).iter().any(is_another)
    };
    numbers.iter().find_map(|number| {
        let holders: Vec<&Said<'_>> = all.iter().filter(|one| has(&one.known, number)).collect();
        let is_elsewhere = above.iter().any(|headings| has(headings, number));
        if holders.is_empty() || is_elsewhere || holders.iter().any(|one| one.is_code) {
            return None;
        }
        let says_more = |one: &&Said<'_>| {
            let more = |holder: &&Said<'_>| holder.led.is_subset(&one.own) && holder.led != one.own;
            !one.is_code && other_than(&one.known, number) && holders.iter().all(more)
        };
        let rival = all.iter().find(says_more)?;
        let (value, said) = (&claim.text[number.range.clone()], in_marks(&shortened(&rival.known.text)));
        Some(format!("the source gives {value} for something else; of this it says {said}"))
    })
}

/// The numbers in digits, without places in an order, and years ("in 1999", but not "above 1999").
fn numbers<'k>(known: &'k AnalyzedText<'_>) -> Vec<&'k Mention> {
    let is_year = |mention: &Mention| {
        let before = words(&known.text[..mention.range.start]);
        let is_date = matches!(mention.value, Value::Date(_));
        is_date && before.last().is_none_or(|word| is_stop_word(&word.text.to_lowercase(), known.language))
    };
    let counts = |mention: &&Mention| {
        let in_digits = known.text[mention.range.clone()].contains(|c: char| c.is_ascii_digit());
        in_digits && unit(mention).is_some_and(|unit| unit != Unit::Ordinal) && !is_year(mention)
    };
    known.values().filter(counts).collect()
}

/// The unit of a number. What is read as a year may be one.
fn unit(mention: &Mention) -> Option<Unit> {
    match mention.value {
        Value::Number { unit, .. } => Some(unit),
        Value::Date(Date { year: Some(_), month: None, day: None }) => Some(Unit::None),
        Value::Date(_) | Value::Words(_) => None,
    }
}

/// A sentence, an item, a row, or a block of code, and what it relies on.
struct Piece {
    own: Range<usize>,
    /// The sentence before it, or what leads to the list, and the first item or row.
    before: Vec<Range<usize>>,
    /// Is it read with that in any case?
    is_led: bool,
    is_code: bool,
}

/// What a piece says of a claim.
struct Said<'l> {
    known: Rc<AnalyzedText<'l>>,
    own: BTreeSet<u32>,
    /// With what it relies on, and what is above it.
    led: BTreeSet<u32>,
    is_code: bool,
}

impl Piece {
    fn said<'l>(
        &self,
        text: &str,
        above: &AnalyzedText<'_>,
        wanted: &BTreeSet<u32>,
        reader: &mut Reader<'l>,
    ) -> Said<'l> {
        let known = reader.of(text[self.own.clone()].trim());
        let own = shared(&known, wanted, reader);
        let mut led: BTreeSet<u32> = own.union(&shared(above, wanted, reader)).copied().collect();
        if self.is_led || own.len() < FEWEST {
            for range in &self.before {
                let before = reader.of(text[range.clone()].trim());
                led.extend(shared(&before, wanted, reader));
            }
        }
        Said { known, own, led, is_code: self.is_code }
    }
}

/// The words of a text that are wanted.
fn shared(known: &AnalyzedText<'_>, wanted: &BTreeSet<u32>, reader: &mut Reader<'_>) -> BTreeSet<u32> {
    reader.without_values(known).iter().copied().filter(|key| wanted.contains(key)).collect()
}

fn pieces(text: &str, language: &str) -> Vec<Piece> {
    let mut found: Vec<Piece> = Vec::new();
    // The last sentence that is no item, and the first item behind it.
    let (mut lead, mut first): (Option<Range<usize>>, Option<Range<usize>>) = (None, None);
    for range in parts(text) {
        let part = text[range.clone()].trim_start();
        let (is_code, in_list) = (is_fence(part), is_item(part));
        if is_code || in_list {
            let before = lead.iter().chain(&first).cloned().collect();
            first = first.or_else(|| in_list.then(|| range.clone()));
            found.push(Piece { own: range, before, is_led: true, is_code });
            continue;
        }
        let mut before: Option<Range<usize>> = None;
        for own in sentences(text, range) {
            let is_led = points(&text[own.clone()], language);
            found.push(Piece { own: own.clone(), before: before.into_iter().collect(), is_led, is_code });
            before = Some(own);
        }
        (lead, first) = (before, None);
    }
    found
}

/// Does a sentence begin with "it" or the like?
fn points(sentence: &str, language: &str) -> bool {
    let pointing = &lists::Tables::or_english(language).pointing_words;
    words(sentence).first().is_some_and(|word| pointing.has(&word.text.to_lowercase()))
}

/// Paragraphs, items, rows, and blocks of code.
fn parts(text: &str) -> Vec<Range<usize>> {
    let mut starts: Vec<usize> = Vec::new();
    let (mut at, mut in_code, mut after_gap) = (0, false, true);
    for line in text.split_inclusive('\n') {
        let fence = is_fence(line);
        let is_gap = !fence && line.trim().is_empty();
        if !in_code && !is_gap && (fence || after_gap || is_item(line.trim_start())) {
            starts.push(at);
        }
        in_code ^= fence;
        after_gap = is_gap || fence && !in_code;
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(start, end)| *start..end).collect()
}

#[cfg(test)]
mod tests {
    use super::super::quotes::with_quote;
    use super::*;
    use gorkd_core::model::Support;

    const ATTACHED: &str = "The default maximum trigger recursion depth is 1000.\n\n11. Maximum Number Of Attached \
        Databases\n\n  The number of simultaneously attached databases is limited to SQLITE_MAX_ATTACHED which is set \
        to 10 by default. The maximum number of attached databases cannot be increased above 125.\n\n  The maximum \
        number of attached databases can be lowered at run-time.";
    const OPTIONS: &str = "The options of a search are:\n\n- `depth`: how deep to search. The default is 4.\n- `pages`: \
        how many pages a search may read. It has a default of 20.\n\nThe `limit` option says how long a search may take. \
        It is 30 by default. A search with a `limit` option of 90 is slow.";

    fn support(claim: &str, text: &str) -> Support {
        with_quote(text, text, |context| Reader::new("en").agreement(claim, context).support)
    }

    fn found(claim: &str, text: &str) -> Option<String> {
        let mut reader = Reader::new("en");
        let claim = reader.of(claim);
        with_quote(text, text, |context| of_another(&claim, std::slice::from_ref(context), &mut reader))
    }

    #[test]
    fn a_value_belongs_to_the_sentence_that_has_it() {
        for (claim, text, said) in [
            (
                "The maximum number of attached databases cannot be increased above 1000.",
                ATTACHED,
                "above 125.",
            ),
            ("By default, 125 databases can be attached.", ATTACHED, "10 by default."),
            ("By default, a search reads 4 pages.", OPTIONS, "20."),
        ] {
            let problem = found(claim, text);
            assert!(problem.as_ref().is_some_and(|problem| problem.contains(said)), "{claim}: {problem:?}");
        }
        for (claim, text) in [
            ("By default, 10 databases can be attached.", ATTACHED),
            ("At most 125 databases can be attached.", ATTACHED),
            ("The maximum number of attached databases is 10 by default, and never above 125.", ATTACHED),
            ("Triggers recurse to a depth of 1000 by default.", ATTACHED),
            ("The depth of a search is 4 by default.", OPTIONS),
            ("By default, a search reads 20 pages.", OPTIONS),
            ("The `limit` option of a search is 30 by default.", OPTIONS),
        ] {
            assert_eq!(found(claim, text), None, "{claim}");
        }
    }

    #[test]
    fn the_value_of_something_else_supports_in_part_at_most() {
        for (claim, expected) in [
            ("The maximum number of attached databases cannot be increased above 1000.", Support::Partly),
            ("By default, 125 databases can be attached at the same time.", Support::Partly),
            ("By default, 10 databases can be attached at the same time.", Support::Supported),
            ("The maximum number of attached databases cannot be increased above 125.", Support::Supported),
        ] {
            assert_eq!(support(claim, ATTACHED), expected, "{claim}");
        }
    }
}
