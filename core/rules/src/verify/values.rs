//! The values of a claim: are they in its sources as such, rounded, calculated, or given by the asker?

use super::derived::{Derived, Sums};
use super::differs::Beside;
use super::known::{AnalyzedText, Reader};
use super::markers::{is_called, is_marker};
use crate::text::mentions::{Date, Mention, MentionKind, Value};
use crate::text::stopwords::is_stop_word;
use crate::text::tables::{Tables, lists as built};
use crate::text::units::Unit;
use crate::text::words::{fold, stem, words};

/// The values of a claim that are not near its quotes and not calculated, as a problem. What people say about their
/// own case ("my file is 2 GB") needs no source. `dates` are the days of the cited documents.
pub(super) fn missing(
    sums: &Sums<'_>,
    there: &AnalyzedText<'_>,
    dates: &[Date],
    reader: &mut Reader<'_>,
) -> Option<Missing> {
    let (claim, told) = (sums.claim, reader.told());
    // "My server has 8 GB" bears out nothing about a default.
    let ours = reader.without_values(claim);
    let of_own_case = reader.without_values(&told).iter().any(|key| ours.contains(key));
    let question = reader.question();
    let is_own = |mention: &Mention| {
        // Ordinals are often the writer's own count ("her third album").
        matches!(mention.value, Value::Number { unit: Unit::Ordinal, .. })
            || is_argument(&claim.text, mention, &question, false)
            || counts_listed(&claim.text, mention, there, reader.language)
            || of_own_case && is_told(&claim.text, mention, &told)
    };
    let scopes = &reader.scopes;
    let read = |mention: &&Mention| {
        let known = sums.work_out(mention)
            || is_dated(mention, dates)
            || scopes.hold(claim, mention)
            || stands(&claim.text, mention, there);
        !is_own(mention) && !known
    };
    let nowhere = |what: String| Missing {
        problem: format!("{what} appears neither in a cited passage nor in the question"),
        counts: false,
    };
    let mut missing: Vec<&str> = Vec::new();
    let mut counts = true;
    for mention in claim.values().filter(read) {
        let value = &claim.text[mention.range.clone()];
        if let Some(sum) = sums.all.iter().find(|sum| sum.takes(mention)) {
            return Some(nowhere(format!("{value} of “{}”", sum.text)));
        }
        if sums.all.iter().any(|sum| sum.gives(mention)) {
            return Some(nowhere(format!("the unit of {value}")));
        }
        counts &= is_count(&claim.text, mention);
        if !missing.contains(&value) {
            missing.push(value);
        }
    }
    let (last, before) = missing.split_last()?;
    let problem = match before.is_empty() {
        true => format!("{last} does not appear near the quote; cite the passage that gives it"),
        false => {
            let before = before.join(", ");
            format!("{before} and {last} do not appear near the quote; cite the passages that give them")
        }
    };
    Some(Missing { problem, counts })
}

/// Values of a claim that none of its sources has.
#[derive(Debug, PartialEq)]
pub(super) struct Missing {
    /// As the end of a sentence for the writer.
    pub problem: String,
    /// Are all of them counts of things in words, which may be there to be counted: "two spaces"?
    pub counts: bool,
}

/// Is it a number in words without a unit?
fn is_count(claim: &str, mention: &Mention) -> bool {
    let in_words = !claim[mention.range.clone()].contains(|c: char| c.is_numeric());
    in_words && matches!(mention.value, Value::Number { unit: Unit::None, .. })
}

/// Is it the day of a cited document? A month or a year alone may be anything's.
fn is_dated(mention: &Mention, dates: &[Date]) -> bool {
    matches!(&mention.value, Value::Date(date) if date.day.is_some() && dates.contains(date))
}

impl Sums<'_> {
    /// Is a value the result of a calculation, or one of its numbers: one that a cited passage or the asker gives, the
    /// result of another calculation, or one that converts units?
    pub(super) fn work_out(&self, mention: &Mention) -> bool {
        let Sums { claim, all, given } = self;
        // What a calculation starts from is no result of its own, nor of one that starts from its result.
        let own = all.iter().find(|sum| sum.holds(mention));
        let bears = |sum: &&Derived| own.is_none_or(|own| own.builds_on(sum) && !sum.builds_on(own));
        let gives = |sum: &Derived, result: &Mention| sum.gives(result) && self.is_unit_given(sum, result);
        let before = &claim.text[..mention.range.start];
        let rounds = |result: &Mention| rounded(before, &mention.value, &result.value);
        let is_result = |sum: &Derived| {
            let mut results = claim.mentions().iter().filter(|result| gives(sum, result));
            gives(sum, mention) || results.any(rounds)
        };
        // 0.2 is given where 20 % is.
        let is_share = |other: &Mention| {
            matches!((&mention.value, &other.value), (
                Value::Number { written, unit: Unit::None, .. },
                Value::Number { written: percent, unit: Unit::Percent, .. },
            ) if *written == percent / 100.0)
        };
        let is_given = || stands(&claim.text, mention, given) || given.mentions().iter().any(is_share);
        let is_number = |sum: &Derived| sum.takes(mention) && (is_given() || self.is_constant(sum, mention));
        all.iter().filter(bears).any(is_result) || all.iter().any(is_number)
    }
}

/// Does the quote contain a value of the claim, with a word that says what the value is for?
pub(super) fn gives_a_value(
    claim: &AnalyzedText<'_>,
    quotes: &AnalyzedText<'_>,
    reader: &mut Reader<'_>,
) -> bool {
    let labels = reader.without_values(claim);
    let labelled = labels.is_empty() || reader.keys(quotes).iter().any(|key| labels.contains(key));
    labelled && claim.values().any(|mention| stands(&claim.text, mention, quotes))
}

/// Is it a bare number in code, as asked: the 3 of `part(text, 3)` for the third part? How something is used with the
/// asker's own values stands in no source. Where a source says the same with another number, only a place in an order
/// (`in_order`) excuses that: who asks whether the default is `retry(5)` is not told so by `retry(10)`.
pub(super) fn is_argument(
    claim: &str,
    mention: &Mention,
    question: &AnalyzedText<'_>,
    in_order: bool,
) -> bool {
    let Value::Number { written, unit: Unit::None, .. } = mention.value else { return false };
    let marks = claim[..mention.range.start].matches('`').count();
    let in_code = marks % 2 == 1 && claim[mention.range.end..].contains('`');
    let beside = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | ',');
    let apart =
        claim[..mention.range.start].ends_with(beside) && claim[mention.range.end..].starts_with(beside);
    let is_asked = |other: &Mention| {
        let Value::Number { written: asked, unit, .. } = &other.value else { return false };
        *asked == written && (*unit == Unit::Ordinal || !in_order && *unit == Unit::None)
    };
    in_code && apart && question.mentions().iter().any(is_asked)
}

pub(super) fn is_value(mention: &Mention) -> bool {
    !matches!(mention.kind, MentionKind::Name | MentionKind::Quoted | MentionKind::Negation)
}

/// Does a number word count what the sentence has listed ("…; the last two", "these three"), or what the source lists
/// before the same noun: "the two bits" of "the read and write bits", which are no amount of data?
fn counts_listed(claim: &str, mention: &Mention, there: &AnalyzedText<'_>, language: &str) -> bool {
    let Value::Number { written, unit, .. } = mention.value else { return false };
    if claim[mention.range.clone()].contains(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let (tables, build) = (Tables::or_english(language), built::Tables::or_english(language));
    let before = &claim[..mention.range.start];
    let words = words(before);
    let points = words.last().is_some_and(|word| {
        let word = word.text.to_lowercase();
        let definite = build.articles.has(&word) && !tables.indefinite_articles.has(&word);
        definite
            || build.pointing_words.has(&word)
            || tables.last.has(&word)
            || tables.ordinals.get(&word) == Some(&1.0)
    });
    let apart = words.windows(2).filter(|pair| {
        before[pair[0].range.end..pair[1].range.start].contains(',')
            || tables.joins(&pair[1].text.to_lowercase())
    });
    let listed = unit == Unit::None && (apart.count() + 1) as f64 >= written.max(2.0);
    points && (listed || lists(&there.text, noun_of(claim, mention), written, language))
}

/// The noun that a number counts: its unit, or the word behind it.
fn noun_of<'c>(claim: &'c str, mention: &Mention) -> &'c str {
    let counted = words(&claim[mention.range.clone()]);
    match counted.as_slice() {
        [_, .., unit] => unit.text,
        [] | [_] => words(&claim[mention.range.end..]).first().map_or("", |word| word.text),
    }
}

/// Does a text list so many things directly before a noun?
fn lists(text: &str, noun: &str, many: f64, language: &str) -> bool {
    let tables = Tables::or_english(language);
    let (all, noun) = (words(text), stem(noun, language));
    let listed = |at: usize| {
        let (mut items, mut parted) = (1, false);
        for place in (0..at).rev() {
            let gap = &text[all[place].range.end..all[place + 1].range.start];
            let word = all[place].text.to_lowercase();
            parted |= gap.contains(',') || tables.joins(&word);
            if gap.contains(['.', ';', ':', '(', ')', '\n'])
                || is_stop_word(&word, language) && !tables.joins(&word)
            {
                break;
            }
            if !tables.joins(&word) {
                items += usize::from(std::mem::take(&mut parted));
            }
        }
        items
    };
    let named = |at: &usize| !noun.is_empty() && stem(all[*at].text, language) == noun;
    many >= 2.0 && (0..all.len()).filter(named).any(|at| listed(at) as f64 == many)
}

/// Does the asker say so about their own case, in the same unit?
fn is_told(claim: &str, mention: &Mention, told: &AnalyzedText<'_>) -> bool {
    let unit = |mention: &Mention| match mention.value {
        Value::Number { unit, .. } => Some(unit),
        Value::Date(_) | Value::Words(_) => None,
    };
    told.values()
        .any(|other| unit(other) == unit(mention) && same_value((claim, mention), (&told.text, other)))
}

/// A value of the claim that was replaced, according to the source: "increased from 1024 to 4096". An English
/// participle shows it. A claim about the past may state it.
pub(super) fn given_up(beside: &Beside<'_>) -> Option<String> {
    let (ours, theirs) = (beside.ours.known, beside.theirs.known);
    let tables = Tables::of(ours.language);
    let of_the_past = [&tables.past, &tables.before, &tables.until];
    let in_past = of_the_past.iter().any(|words| words.folded().stand_in(ours.folded()));
    if ours.language != "en" || in_past {
        return None;
    }
    let said = |other: &Mention| {
        ours.values().any(|mention| same_value((&ours.text, mention), (&theirs.text, other)))
    };
    let values: Vec<&Mention> = theirs.values().collect();
    values.windows(2).find_map(|pair| {
        let (first, second) = (pair[0], pair[1]);
        let gap = theirs.text.get(first.range.end..second.range.start)?;
        let before = words(&theirs.text[..first.range.start]);
        let [.., verb, from] = before.as_slice() else { return None };
        let changed =
            from.text == "from" && tables.changing.has(verb.text) && tables.range_words.has(gap.trim());
        (changed && said(first) && !said(second))
            .then(|| theirs.text[verb.range.start..second.range.end].to_owned())
    })
}

/// Is the value there: as such, in the same digits, or rounded if the claim says "about"? The number of a heading or an
/// item is only there for what is called by it.
fn stands(claim: &str, mention: &Mention, there: &AnalyzedText<'_>) -> bool {
    let counts =
        |other: &Mention| !is_marker(&there.text, &other.range) || is_called(claim, mention, there.language);
    let mut equal =
        there.mentions().iter().filter(|other| same_value((claim, mention), (&there.text, other)));
    equal.any(counts)
}

/// Are two values equal, each in its text? The first may be rounded if its text says so.
pub(super) fn same_value((claim, ours): (&str, &Mention), (text, theirs): (&str, &Mention)) -> bool {
    let (words, written) = (&claim[ours.range.clone()], &text[theirs.range.clone()]);
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    // From here on floating-point numbers are not exact.
    const EXACT: f64 = 9e15;
    let large = |value: &Value| matches!(value, Value::Number { written, .. } if written.abs() >= EXACT);
    words == written
        || (ours.value.agrees(&theirs.value) && (!large(&ours.value) || digits(words) == digits(written)))
        || rounded(&claim[..ours.range.start], &ours.value, &theirs.value)
}

/// Does the claim say that its value is approximate, and is it: in the same unit, within five percent, and rounder?
fn rounded(before: &str, ours: &Value, theirs: &Value) -> bool {
    let (
        Value::Number { base, unit, written },
        Value::Number { base: other, unit: other_unit, written: other_written },
    ) = (ours, theirs)
    else {
        return false;
    };
    let near = unit == other_unit && (base - other).abs() <= 0.05 * other.abs();
    near && significant(*written) < significant(*other_written) && {
        let before = fold(before);
        Tables::all().hedges.folded().end(before.trim_end())
    }
}

/// The number of digits up to the last one that isn't zero.
fn significant(number: f64) -> usize {
    let digits: String = number.to_string().chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').len()
}

#[cfg(test)]
mod tests {
    use super::super::derived::derived;
    use super::super::differs::beside;
    use super::super::known::Reader;
    use super::*;

    #[test]
    fn a_sum_may_take_what_stands_beside_its_quote() {
        let text = "A boat pays 50 coins: 30 + 0.5 * 40 = 50.";
        let mut reader = Reader::new("en");
        let claim = reader.of(text);
        let beside = reader.of("The base is 30 coins, with 0.5 for each of 40 metres.");
        let given = reader.of("The base is 30 coins.");
        let sums = derived(text);
        let sums = Sums { claim: &claim, all: &sums, given: &given };
        assert_eq!(missing(&sums, &beside, &[], &mut reader), None);
        assert!(missing(&sums, &given, &[], &mut reader).is_some());
    }

    /// What is missing of a claim beside its source.
    fn lacking(text: &str, source: &str) -> Option<String> {
        let mut reader = Reader::new("en");
        let (claim, there) = (reader.of(text), reader.of(source));
        let sums = Sums { claim: &claim, all: &derived(text), given: &there };
        missing(&sums, &there, &[], &mut reader).map(|missing| missing.problem)
    }

    #[test]
    fn a_sum_may_take_the_result_of_another_one() {
        let source = "The base is 50 rows, with 0.2 for each of 100 rows. A page has 8 rows.";
        for claim in [
            "It is 0.2 * 100 = 20 rows, so 50 + 20 = 70 rows are left.",
            "It is 50 + 0.2 * 100 = 70 rows, and 50 + 8 = 58 rows there.",
            "It is 50 + 20 = 70 rows, as 0.2 * 100 = 20 rows.",
            "It is about 70 rows: 50 + 0.2 * 100 = 70.",
        ] {
            assert_eq!(lacking(claim, source), None, "{claim}");
        }
        for (claim, value) in [
            ("It is 50 + 20 = 70 rows, and 70 - 50 = 20 rows.", "20"),
            ("It is 3 * 8 = 24 rows, and 24 / 3 = 8 rows.", "3"),
            ("It is 50 + 8 = 58 rows, and 50 + 9 = 59 rows.", "9"),
            ("It is 7 * 1 = 7 rows.", "7"),
        ] {
            let problem = lacking(claim, source).unwrap_or_default();
            assert!(problem.starts_with(&format!("{value} of “")), "{claim} {problem}");
        }
    }

    #[test]
    fn the_unit_of_a_result_has_to_come_from_somewhere() {
        let rows = "The base is 50 rows, with 0.2 for each of 10000 rows.";
        let sizes = "A page has 8 kB. The pool has 100 pages, and each of 10 clients takes 3 of them.";
        let waits =
            "The number of seconds that it waits: 30. It tries 4 times. A ticket costs €5 for 3 people.";
        for (claim, source) in [
            ("It starts after 50 + 0.2 * 10000 = 2050 rows.", rows),
            ("It starts after 2050 rows (50 + 0.2 * 10000 = 2050).", rows),
            ("The pool has 100 * 8 = 800 kB.", sizes),
            ("The pool has 800 kB (100 * 8 = 800).", sizes),
            ("It waits 4 * 30 = 120 seconds.", waits),
            ("It waits 4 * 30 / 60 = 2 minutes.", waits),
            ("They pay 3 * 5 = 15 euros.", waits),
            ("Of 10 clients, 3 / 10 * 100 = 30 % do.", sizes),
            ("It waits 4 * 500 = 2000 ms.", "It tries 4 times. The default of `wait_ms` is 500."),
            ("They pay 3 * 7 = 21 euros.", "Prices in euros: 7 for adults. They are 3."),
            ("It drives 60 / 2 = 30 km/h fast.", "It drives 60 km, which takes 2 hours."),
            ("The room has 5 * 4 = 20 m².", "The room is 5 m long and 4 m wide."),
        ] {
            assert_eq!(lacking(claim, source), None, "{claim}");
        }
        for (claim, source, value) in [
            ("It starts after 50 + 0.2 * 10000 = 2050 MB.", rows, "2050 MB"),
            ("It starts after 2050 MB (50 + 0.2 * 10000 = 2050).", rows, "2050 MB"),
            ("The pool has 100 * 8 = 800 MB.", sizes, "800 MB"),
            ("It waits 4 * 30 = 120 minutes.", waits, "120 minutes"),
            ("They pay 3 * 5 = 15 dollars.", waits, "15 dollars"),
            ("It drives 60 / 2 = 30 km/h fast.", "It drives 60 km, and stops 2 times.", "30 km/h"),
        ] {
            let problem = lacking(claim, source).unwrap_or_default();
            assert!(
                problem.starts_with(&format!("the unit of {value} appears neither")),
                "{claim} {problem}"
            );
        }
    }

    #[test]
    fn a_number_in_code_may_be_the_askers() {
        let asked = |claim: &str, question: &str| {
            let mut reader = Reader::new("en").asking(question);
            let known = reader.of(claim);
            let there =
                reader.of("`cut(text, mark, n)` gives the n-th part. `cut('abc-def', '-', 2)` gives def.");
            let sums = Sums { claim: &known, all: &[], given: &there };
            missing(&sums, &there, &[], &mut reader)
        };
        let third = "Write `cut('a-b-c', '-', 3)` for it.";
        assert_eq!(asked(third, "cut: take the third part of a-b-c"), None);
        assert_eq!(asked(third, "cut: take part 3 of a-b-c"), None);
        assert!(asked(third, "cut: take the last part of a-b-c").is_some(), "nobody said so");
        assert!(asked("Write `cut('a-b-c', '-', 4)` for it.", "cut: take the third part of a-b-c").is_some());
        assert!(asked("It cuts 3 parts of it.", "cut: take the third part of a-b-c").is_some(), "no code");
    }

    #[test]
    fn a_number_word_may_count_what_the_source_lists() {
        let source = "Some use the assume-unchanged and skip-worktree bits, but these don't work here.";
        for claim in ["The two bits don't work here.", "These two bits are of no use."] {
            assert_eq!(lacking(claim, source), None, "{claim}");
        }
        for claim in
            ["The three bits don't work here.", "It takes two bits of each.", "The 2 bits don't work here."]
        {
            assert!(lacking(claim, source).is_some(), "{claim}");
        }
        let three = "It has the red, green, and blue levers.";
        assert_eq!(lacking("The three levers are red, green, or blue.", three), None);
        assert!(lacking("The two levers open it.", three).is_some());
    }

    #[test]
    fn a_value_gives_way_to_another_where_something_changes() {
        let found = |claim: &str, source: &str| beside(claim, source, given_up);
        let claim = "The depth is 12 metres at least.";
        let changed = found(claim, "The depth increased from 12 metres to 30 metres.");
        assert_eq!(changed.as_deref(), Some("increased from 12 metres to 30 metres"));
        assert_eq!(found(claim, "The depth ranged from 12 metres to 30 metres."), None);
    }
}
