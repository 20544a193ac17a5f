//! Units in a calculation: the 60 of "900 / 60 = 15 minutes" stands in no source, and needs none if the source gives 900
//! seconds. The unit of a result has to come from somewhere, too.

use super::derived::{Derived, Sums, near, number};
use super::known::AnalyzedText;
use crate::text::mentions::{Mention, Value};
use crate::text::sentences::sentences;
use crate::text::stopwords::is_stop_word;
use crate::text::tables::Tables;
use crate::text::units::{Measure, Unit, currency, unit};
use crate::text::words::{is_unspaced, parts, words};

/// What a share is multiplied by.
pub(super) const PERCENT: f64 = 100.0;

/// What one unit has of the next smaller ones: days of a week, months of a year, hours, minutes, bits, prefixes.
pub(super) const FACTORS: [f64; 12] =
    [7.0, 8.0, 12.0, 24.0, 60.0, 100.0, 1_000.0, 1_024.0, 3_600.0, 86_400.0, 1e6, 1_048_576.0];

/// Letters of the shortest word that is a unit without a number before it.
const SHORTEST: usize = 2;

/// How much of its measure a unit has. If `binary`, each prefix of bytes is worth 1,024 instead of 1,000.
pub(super) fn size((unit, factor): (Unit, f64), binary: bool) -> f64 {
    let thousands = (1..=5).find(|power| (factor / 1e3_f64.powi(*power) - 1.0).abs() < 1e-9);
    match thousands.filter(|_| binary && unit == Unit::Of(Measure::Bytes)) {
        Some(power) => 1_024_f64.powi(power),
        None => factor,
    }
}

impl Sums<'_> {
    /// Does this number of a calculation only convert units: what the calculation takes from the sources, in the unit
    /// that they give it, to the unit of the result?
    pub(super) fn is_constant(&self, sum: &Derived, mention: &Mention) -> bool {
        // Without more words, 1024 may also be a year.
        let bare = matches!(&mention.value, Value::Number { unit: Unit::None, .. } | Value::Date(_));
        let Some(constant) = number(mention).filter(|number| bare && FACTORS.contains(number)) else {
            return false;
        };
        if !sum.is_right() || !sum.takes(mention) {
            return false;
        }
        let measured = |(unit, _): &(Unit, f64)| matches!(unit, Unit::Of(_) | Unit::Percent);
        let results = self.claim.mentions().iter().filter(|result| sum.gives(result));
        let Some(into) = sum.result_unit.or_else(|| results.filter_map(unit_of).find(measured)) else {
            return false;
        };
        if into.0 == Unit::Percent {
            return constant == PERCENT && sum.is_share();
        }
        let mut taken = self.given.mentions().iter().filter(|other| sum.takes(other));
        taken.any(|other| match unit_of(other) {
            Some((Unit::None, _)) => {
                units_around(self.given, other).into_iter().any(|from| sum.converts(constant, from, into))
            }
            Some(from) => sum.converts(constant, from, into),
            None => false,
        })
    }

    /// Does the unit of a result stand with the numbers of its calculation, in what these are taken from, or is it what
    /// a unit there is converted to? What a result counts ("2,050 rows") is no unit.
    pub(super) fn is_unit_given(&self, sum: &Derived, result: &Mention) -> bool {
        let into = unit_of(result).filter(|(unit, _)| !matches!(unit, Unit::None | Unit::Ordinal));
        // Units of its numbers are compared with that of the result when it is repeated.
        let Some(into) = into.filter(|_| !sum.is_measured()) else { return true };
        if into.0 == Unit::Percent && sum.is_share() {
            return true;
        }
        let bears = |from: (Unit, f64)| {
            let same = from.0 == into.0 && near(from.1, into.1);
            same || FACTORS.into_iter().any(|constant| sum.converts(constant, from, into))
        };
        // Where words stand side by side without spaces, a unit may be a part of what is read as one.
        let written = &self.claim.text[result.range.clone()];
        let written = written.trim_start_matches(|c: char| !c.is_alphabetic());
        let named = self.given.mentions().iter().filter_map(unit_of);
        let named: Vec<(Unit, f64)> =
            named.chain(units_named(&self.given.text, self.given.language)).collect();
        named.iter().copied().any(bears)
            || is_made_of(into.0, &named)
            || written.starts_with(is_unspaced) && self.given.text.contains(written)
    }
}

/// Is a unit the product or the quotient of units that are named: square metres of metres, km/h of km and hours? Whether
/// it has the right size is unknown, because nothing says which number has which unit.
fn is_made_of(unit: Unit, named: &[(Unit, f64)]) -> bool {
    let Unit::Of(measure) = unit else { return false };
    let parts: &[Measure] = match measure {
        Measure::SquareMetres | Measure::Litres => &[Measure::Metres],
        Measure::MetresPerSecond => &[Measure::Metres, Measure::Seconds],
        Measure::Metres => &[Measure::MetresPerSecond, Measure::Seconds],
        Measure::Seconds => &[Measure::Metres, Measure::MetresPerSecond],
        Measure::Joules => &[Measure::Watts, Measure::Seconds],
        Measure::Watts => &[Measure::Volts, Measure::Amperes],
        Measure::Volts => &[Measure::Watts, Measure::Amperes],
        Measure::Amperes => &[Measure::Watts, Measure::Volts],
        Measure::Grams | Measure::Months | Measure::Bytes | Measure::Hertz | Measure::Pascals => &[],
        Measure::Celsius | Measure::Fahrenheit | Measure::Kelvin | Measure::Degrees | Measure::Pixels => &[],
    };
    let is_named = |part: &Measure| named.iter().any(|(unit, _)| *unit == Unit::Of(*part));
    !parts.is_empty() && parts.iter().all(is_named)
}

/// The unit of a number, and how much of its measure it has.
fn unit_of(mention: &Mention) -> Option<(Unit, f64)> {
    match &mention.value {
        Value::Number { unit, base, written } if *written != 0.0 => Some((*unit, base / written)),
        Value::Number { .. } | Value::Date(_) | Value::Words(_) => None,
    }
}

/// The units that a sentence names for a bare number of it: "Number of seconds (default: 900)". A number that counts
/// something ("900 rows") has none.
fn units_around(text: &AnalyzedText<'_>, number: &Mention) -> Vec<(Unit, f64)> {
    let behind = text.text[number.range.end..].trim_start_matches(' ');
    let next = behind.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    if !next.is_empty() && !is_stop_word(&next.to_lowercase(), text.language) {
        return Vec::new();
    }
    let mut all = sentences(&text.text, 0..text.text.len()).into_iter();
    let Some(own) = all.find(|range| range.start <= number.range.start && number.range.start < range.end)
    else {
        return Vec::new();
    };
    units_named(&text.text[own], text.language).collect()
}

/// The units among the words of a text. A setting names its unit last: `timeout_ms`.
fn units_named(text: &str, language: &str) -> impl Iterator<Item = (Unit, f64)> {
    words(text).into_iter().filter_map(move |word| {
        let last = parts(word.text).pop().map(|(part, _)| part);
        let last = last.filter(|part| part.len() < word.text.len());
        unit_named(word.text, language).or_else(|| unit_named(last?, language))
    })
}

fn unit_named(word: &str, language: &str) -> Option<(Unit, f64)> {
    let lower = word.to_lowercase();
    // "The second" is a place in a row.
    let other = is_stop_word(&lower, language) || Tables::all().ordinals.get(&lower).is_some();
    if other || word.chars().count() < SHORTEST {
        return None;
    }
    unit(word).or_else(|| Some((Unit::Money(currency(word)?), 1.0)))
}

#[cfg(test)]
mod tests {
    use super::super::derived::derived;
    use super::super::known::Reader;
    use super::*;

    /// The numbers of a claim's calculation that need no source beside this one.
    fn constants(claim: &str, source: &str) -> Vec<String> {
        let sum = derived(claim).remove(0);
        let mut reader = Reader::new("en");
        let (claim, given) = (reader.of(claim), reader.of(source));
        let sums = Sums { claim: &claim, all: &[], given: &given };
        let of_unit = |mention: &&Mention| sums.is_constant(&sum, mention);
        let found = claim.mentions().iter().filter(of_unit);
        found.map(|mention| claim.text[mention.range.clone()].to_owned()).collect()
    }

    #[test]
    fn what_converts_units_needs_no_source() {
        let bare = "Number of seconds to cache credentials (default: 900).";
        for (claim, source, constant) in [
            ("It keeps them for 900 seconds (900 / 60 = 15 minutes).", bare, "60"),
            ("It keeps them for 15 minutes (900 / 60 = 15).", bare, "60"),
            ("It is 900 seconds / 60 = 15 minutes.", "It waits 900 seconds.", "60"),
            ("It takes 2 * 24 = 48 hours.", "It takes 2 days.", "24"),
            ("It takes 3 * 7 = 21 days.", "It takes 3 weeks.", "7"),
            ("It runs 36 / 12 = 3 years.", "It runs for 36 months.", "12"),
            ("It holds 5,242,880 / 1,048,576 = 5 MB.", "It holds 5,242,880 bytes.", "1,048,576"),
            ("It holds 4 * 1024 = 4096 KB.", "It holds 4 MB.", "1024"),
            ("It holds 5000 / 1000 = 5 MB.", "It holds 5000 kB.", "1000"),
            ("That is 3 / 4 * 100 = 75 % of them.", "Of 4 boats, 3 leave.", "100"),
            ("That is 0.2 * 100 = 20 %.", "The factor is 0.2.", "100"),
        ] {
            assert_eq!(constants(claim, source), [constant], "{claim}");
        }
        let twice = "It holds 5,242,880 / 1024 / 1024 = 5 MB.";
        assert_eq!(constants(twice, "It holds 5,242,880 bytes."), ["1024", "1024"]);
    }

    #[test]
    fn a_constant_of_units_is_none_where_no_unit_changes() {
        for (claim, source) in [
            ("It takes 900 / 60 = 15 minutes.", "It keeps 900 rows."),
            ("It takes 900 / 60 = 15 minutes.", "In the second run, the default is 900."),
            ("It takes 900 / 60 = 15 minutes.", "It holds 900 MB."),
            ("It takes 900 / 60 = 15 hours.", "It waits 900 seconds."),
            ("It has 900 / 60 = 15 rows.", "It waits 900 seconds."),
            ("It takes 900 / 60 = 14 minutes.", "It waits 900 seconds."),
            ("It takes 90,000 + 60 = 90,060 seconds.", "It waits 90,000 seconds."),
            ("It takes 900 / 50 = 18 minutes.", "It waits 900 seconds."),
            ("It is 250 * 100 = 25,000 %.", "It keeps 250 rows."),
            ("It holds 4 * 1024 = 4096 KB.", "It takes 4 minutes."),
        ] {
            assert!(constants(claim, source).is_empty(), "{claim}");
        }
    }
}
