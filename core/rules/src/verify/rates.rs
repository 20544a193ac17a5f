//! Units that stand by themselves: "per second" is another amount than "per minute".

use super::derived::near;
use super::differs::Beside;
use super::wording::Wording;
use crate::text::mentions::{Mention, Value};
use crate::text::stopwords::is_stop_word;
use crate::text::units::{Unit, unit};

/// Letters of the shortest word that is a unit without a number before it.
const SHORTEST: usize = 2;

/// A unit of the claim where the source has another one behind the same word, as the end of a sentence for the writer.
pub(super) fn other_unit(beside: &Beside<'_>) -> Option<String> {
    let (ours, theirs) = (&beside.ours, &beside.theirs);
    (1..ours.tokens.len()).filter(|at| beside.to[*at].is_none()).find_map(|at| {
        let own = unit_of(ours, at).filter(|_| !is_of_a_value(ours, at))?;
        let place = beside.to[at - 1]? + 1;
        let other =
            unit_of(theirs, place).filter(|_| !beside.holds(place) && !is_of_a_value(theirs, place))?;
        let named =
            (0..theirs.tokens.len()).filter_map(|at| unit_of(theirs, at)).any(|one| is_same(one, own));
        let said = (theirs.written(place - 1..place + 1), ours.written(at - 1..at + 1));
        (!named && !is_same(other, own)).then(|| format!("the source says “{}”, not “{}”", said.0, said.1))
    })
}

fn is_same(one: (Unit, f64), other: (Unit, f64)) -> bool {
    one.0 == other.0 && near(one.1, other.1)
}

/// The unit that a word names.
fn unit_of(wording: &Wording<'_>, at: usize) -> Option<(Unit, f64)> {
    let word = wording.written(at..at + 1);
    let small = word.chars().count() < SHORTEST || is_stop_word(&word.to_lowercase(), wording.language);
    unit(word).filter(|(unit, _)| !small && matches!(unit, Unit::Of(_)))
}

/// Is a word a part of an amount? "Second" alone is read as an ordinal.
fn is_of_a_value(wording: &Wording<'_>, at: usize) -> bool {
    let own = &wording.tokens[at].range;
    let is_ordinal = |value: &Mention| matches!(value.value, Value::Number { unit: Unit::Ordinal, .. });
    let meets = |value: &Mention| value.range.start < own.end && own.start < value.range.end;
    wording.known.values().any(|value| meets(value) && !is_ordinal(value))
}

#[cfg(test)]
mod tests {
    use super::super::differs::beside;
    use super::super::known::Reader;
    use super::super::quotes::with_quote;
    use super::*;
    use gorkd_core::model::Support;

    const INSERTS: &str = "Actually, SQLite will easily do 50,000 or more INSERT statements per second on an average \
        desktop computer. But it will only do a few dozen transactions per second.";
    const PLATTER: &str = "A transaction normally requires two complete rotations of the disk platter, which on a \
        7200RPM disk drive limits you to about 60 transactions per second.";

    fn support(claim: &str, text: &str) -> Support {
        with_quote(text, text, |context| Reader::new("en").agreement(claim, context).support)
    }

    #[test]
    fn another_unit_behind_the_same_word_is_found() {
        let found = |claim: &str, source: &str| beside(claim, source, other_unit);
        let claim = "SQLite will easily do 50,000 or more INSERT statements per minute.";
        assert_eq!(found(claim, INSERTS).as_deref(), Some("the source says “per second”, not “per minute”"));
        assert_eq!(found("It will do dozens of transactions each minute.", INSERTS), None);
        assert_eq!(found("It runs for a minute.", "It runs for a while, and rests for a minute."), None);
        assert_eq!(found("It runs for 5 minutes.", "It runs for 300 seconds."), None, "values are compared");
    }

    #[test]
    fn a_number_is_compared_with_its_unit_however_both_are_written() {
        for (claim, text) in [
            (
                "SQLite will easily do 50,000 or more INSERT statements per minute on a desktop computer.",
                INSERTS,
            ),
            ("On a 7200RPM disk drive, this limits you to about 60 transactions per minute.", PLATTER),
            ("A 5400RPM disk drive limits you to about 60 transactions per second.", PLATTER),
        ] {
            assert_eq!(support(claim, text), Support::Contradicted, "{claim}");
        }
        for (claim, text) in [
            (
                "SQLite easily does 50,000 or more INSERT statements per second on a desktop computer.",
                INSERTS,
            ),
            ("A 7200RPM disk drive limits you to about 60 transactions per second.", PLATTER),
            ("A disk drive of 7200 RPM limits you to about 60 transactions per second.", PLATTER),
        ] {
            assert_eq!(support(claim, text), Support::Supported, "{claim}");
        }
    }
}
