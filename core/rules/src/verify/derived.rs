//! Derived values: the claim states the calculation ("50 + 0.2 * 10000 = 2050"). Its numbers must be in the sources, or be
//! the results of other calculations, and the calculation is repeated. Constants of units ("900 / 60 = 15 minutes") need no
//! source (`conversions.rs`).

use super::conversions::{FACTORS, PERCENT, size};
use super::known::AnalyzedText;
use crate::text::mentions::{Mention, Value};
use crate::text::units::{Unit, unit};
use gorkd_core::model::DerivedValue;
use regex::{Captures, Regex};
use std::ops::Range;
use std::sync::LazyLock;

/// The calculations of a claim, and what they may take their numbers from.
pub(super) struct Sums<'s> {
    pub claim: &'s AnalyzedText<'s>,
    pub all: &'s [Derived],
    pub given: &'s AnalyzedText<'s>,
}

/// A calculation in a claim. Its numbers may have units: "2 * 2 GB = 4 GB".
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Derived {
    /// As written, with the result.
    pub text: String,
    /// As written, without the result.
    sum: String,
    /// Its bytes in the claim.
    place: Range<usize>,
    /// The unit that directly follows the result, if any.
    pub result_unit: Option<(Unit, f64)>,
    /// The units of its numbers.
    units: Vec<(Unit, f64)>,
    /// The stated result, with its unit if the numbers have one as well.
    said: f64,
    unit: Option<(Unit, f64)>,
    /// What the last stated digit is worth, and the share by which the result may deviate.
    grain: f64,
    loose: f64,
    /// The actual result, in the unit of the numbers.
    makes: f64,
}

/// The allowed deviation of a result with "about".
const ABOUT: f64 = 0.05;

impl Derived {
    /// Is it correct, apart from rounding?
    pub fn is_right(&self) -> bool {
        self.is_right_in(self.unit)
    }

    /// Is it correct if its result has this unit?
    fn is_right_in(&self, unit: Option<(Unit, f64)>) -> bool {
        let is = |computed: f64, factor: f64| {
            (computed - self.said * factor).abs() <= factor * self.grain / 2.0 + self.loose * computed.abs()
        };
        let one_unit = self.units.iter().chain(&unit).all(|other| Some(other) == self.units.first());
        let converted = unit.is_some_and(|(_, factor)| {
            let reading = Reading { converts: true, ..Reading::default() };
            Sum::of(&self.sum, reading).is_some_and(|base| is(base, factor))
        });
        // "900 seconds / 60 = 15 minutes": the constant stands for the change of unit.
        let by_constant = |unit: (Unit, f64)| {
            let fits = |binary: bool| {
                with_ones(&self.sum).into_iter().any(|ones| {
                    let reading = Reading { ones: &ones, converts: true, binary };
                    Sum::of(&self.sum, reading).is_some_and(|base| is(base, size(unit, binary)))
                })
            };
            self.units.iter().all(|(other, _)| *other == unit.0) && (fits(false) || fits(true))
        };
        converted || is(self.makes, 1.0) && (one_unit || unit.is_some_and(by_constant))
    }

    /// Why it is wrong, as the end of a sentence for the writer.
    pub fn problem(&self) -> String {
        // Without the traces of binary fractions.
        let makes = (self.makes * 1e6).round() / 1e6;
        format!("“{}” is no right sum: it makes {makes}", self.text)
    }

    pub fn value(&self) -> DerivedValue {
        DerivedValue { expression: self.sum.clone(), value: self.said }
    }

    /// Is this the result? If the numbers have units, in the unit that they give it.
    pub fn gives(&self, mention: &Mention) -> bool {
        let in_its_unit = match (&mention.value, self.unit) {
            (Value::Number { unit: Unit::None, .. } | Value::Date(_) | Value::Words(_), _) => true,
            (Value::Number { unit, base, written }, Some((own, factor))) => {
                *unit == own && near(written * factor, *base)
            }
            (Value::Number { unit, base, written }, None) => {
                !self.is_measured() || self.is_right_in(Some((*unit, base / written)))
            }
        };
        in_its_unit && number(mention) == Some(self.said)
    }

    /// Do its numbers have units?
    pub fn is_measured(&self) -> bool {
        !self.units.is_empty()
    }

    /// Is this part of the calculation itself, before its result?
    pub fn holds(&self, mention: &Mention) -> bool {
        self.place.start < mention.range.end && mention.range.start < self.place.end
    }

    /// Does it start from the result of another one?
    pub fn builds_on(&self, other: &Derived) -> bool {
        numbers(&self.sum).any(|one| one == other.said)
    }

    /// Is this number part of the calculation?
    pub fn takes(&self, mention: &Mention) -> bool {
        number(mention).is_some_and(|one| numbers(&self.sum).any(|other| other == one))
    }

    /// Is the result a share in percent: of a division, or of a number up to one?
    pub fn is_share(&self) -> bool {
        let share = Sum::of(&self.sum, Reading { ones: &[PERCENT], ..Reading::default() });
        let divides = self.sum.contains(['/', '÷']);
        share.is_some_and(|share| (divides || share <= 1.0) && near(share * PERCENT, self.makes))
    }

    /// Does this number only convert what is measured in the first unit to the second one?
    pub fn converts(&self, constant: f64, from: (Unit, f64), into: (Unit, f64)) -> bool {
        let fits = |binary: bool| {
            with_ones(&self.sum).into_iter().filter(|ones| ones.contains(&constant)).any(|ones| {
                let reading = Reading { ones: &ones, converts: self.is_measured(), binary };
                let factor = if self.is_measured() { 1.0 } else { size(from, binary) };
                let rest = Sum::of(&self.sum, reading);
                rest.is_some_and(|rest| near(rest * factor, self.makes * size(into, binary)))
            })
        };
        from.0 == into.0 && (fits(false) || fits(true))
    }
}

/// Are both equal, but for lost precision?
pub(super) fn near(one: f64, other: f64) -> bool {
    (one - other).abs() <= EXACT * other.abs()
}

pub(super) fn number(mention: &Mention) -> Option<f64> {
    match &mention.value {
        Value::Number { written, .. } => Some(*written),
        Value::Date(date) => date.year.map(f64::from),
        Value::Words(_) => None,
    }
}

/// Numbers, each with a unit or what they count, and operators; an equals sign; and a number. Without spaces around
/// them, a hyphen makes a range, and an x makes a name.
static SUM: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"([\d(][\d.,() ]*(?:[a-zA-Zµ°]+[) ]*)?(?:(?:\s[-−–x]\s|[+*/×·÷])[\d.,() ]*\d[\d.,() ]*(?:[a-zA-Zµ°]+[) ]*)?)+)\s?([=≈])\s?(\d+(?:,\d{3})*(?:\.\d+)?)",
    )
    .expect("the pattern is well formed")
});

/// Loss of precision when units are converted.
const EXACT: f64 = 1e-9;

/// The calculations of a claim, in order.
pub(super) fn derived(claim: &str) -> Vec<Derived> {
    SUM.captures_iter(claim).filter_map(|found| calculation(claim, &found)).collect()
}

fn calculation(claim: &str, found: &Captures<'_>) -> Option<Derived> {
    let (whole, left, right) = (found.get(0)?, found.get(1)?, found.get(3)?);
    let behind = &claim[whole.end()..];
    if ![left.as_str(), right.as_str()].into_iter().all(groups_thousands) {
        return None;
    }
    // The sum itself often stands in brackets.
    let mut inside = left.as_str();
    while inside.matches('(').count() > inside.matches(')').count() {
        inside = inside.split_once('(')?.1.trim_start();
    }
    let percent = behind.trim_start().starts_with('%');
    if percent && !numbers(inside).any(|number| number == PERCENT) {
        return None;
    }
    let digits = right.as_str().replace(',', "");
    let decimals = digits.split_once('.').map_or(0, |(_, after)| after.len());
    let mut units = Vec::new();
    let makes = Sum { rest: inside, units: &mut units, reading: Reading::default() }.whole()?;
    let into = match percent {
        true => Some((behind.len() - behind.trim_start().len() + 1, (Unit::Percent, 1.0))),
        false => unit_at(behind),
    };
    let of_result = into.filter(|_| !percent && !units.is_empty());
    let start = left.end() - inside.len();
    let end = whole.end() + of_result.or(into.filter(|_| percent)).map_or(0, |(length, _)| length);
    Some(Derived {
        text: claim[start..end].to_owned(),
        sum: inside.trim().to_owned(),
        place: start..left.end(),
        result_unit: into.map(|(_, unit)| unit),
        units,
        said: digits.parse().ok()?,
        unit: of_result.map(|(_, unit)| unit),
        grain: 10f64.powi(-i32::try_from(decimals).ok()?),
        loose: if found.get(2)?.as_str() == "≈" { ABOUT } else { EXACT },
        makes,
    })
}

/// The numbers of a calculation.
fn numbers(sum: &str) -> impl Iterator<Item = f64> {
    let numbers = sum.split(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ','));
    numbers.filter_map(|number| number.replace(',', "").parse().ok())
}

/// The sets of constants in a calculation that may stand for a change of unit.
fn with_ones(sum: &str) -> Vec<Vec<f64>> {
    const MOST: usize = 4;
    let constants = FACTORS.into_iter().filter(|factor| numbers(sum).any(|number| number == *factor));
    let constants: Vec<f64> = constants.take(MOST).collect();
    let chosen = |set: usize| {
        let places = (0..constants.len()).filter(move |place| set & (1_usize << *place) != 0);
        places.map(|place| constants[place]).collect::<Vec<f64>>()
    };
    (1..1_usize << constants.len()).map(chosen).collect()
}

/// The unit at the start of a text, and its length in bytes, including the space.
fn unit_at(text: &str) -> Option<(usize, (Unit, f64))> {
    let word = text.trim_start_matches(' ');
    let up_to = |signs: &[char]| {
        let end = word.find(|c: char| !(c.is_alphabetic() || signs.contains(&c))).unwrap_or(word.len());
        Some((text.len() - word.len() + end, unit(&word[..end])?))
    };
    up_to(&['°', '/']).or_else(|| up_to(&['°']))
}

/// Are all commas thousands separators? If they could be decimal commas, the numbers are unknown.
fn groups_thousands(text: &str) -> bool {
    let groups = |number: &str| {
        let mut groups = number.split(',');
        let first = groups.next().is_some_and(|first| (1..=3).contains(&first.len()));
        first && groups.all(|group| group.split('.').next().is_some_and(|whole| whole.len() == 3))
    };
    let numbers = text.split(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ','));
    numbers.map(|number| number.trim_matches(',')).filter(|number| number.contains(',')).all(groups)
}

/// The rest of a calculation, and the units so far.
struct Sum<'t, 'u> {
    rest: &'t str,
    units: &'u mut Vec<(Unit, f64)>,
    reading: Reading<'u>,
}

/// How the numbers of a calculation count.
#[derive(Clone, Copy, Debug, Default)]
struct Reading<'r> {
    /// Numbers without a unit that count as 1, because they only change the unit.
    ones: &'r [f64],
    /// Whether everything is converted to base units.
    converts: bool,
    /// Whether a kilobyte has 1,024 bytes.
    binary: bool,
}

impl Sum<'_, '_> {
    /// The value of a whole calculation.
    fn of(sum: &str, reading: Reading<'_>) -> Option<f64> {
        Sum { rest: sum, units: &mut Vec::new(), reading }.whole()
    }

    fn whole(mut self) -> Option<f64> {
        let value = self.terms(0)?;
        (self.rest.trim().is_empty() && value.is_finite()).then_some(value)
    }

    /// The next operator, if it is one of these.
    fn sign(&mut self, signs: &[char]) -> Option<char> {
        let rest = self.rest.trim_start();
        let sign = rest.chars().next().filter(|sign| signs.contains(sign))?;
        self.rest = &rest[sign.len_utf8()..];
        Some(sign)
    }

    fn terms(&mut self, depth: usize) -> Option<f64> {
        let mut value = self.factors(depth)?;
        while let Some(sign) = self.sign(&['+', '-', '−', '–']) {
            let next = self.factors(depth)?;
            value = if sign == '+' { value + next } else { value - next };
        }
        Some(value)
    }

    fn factors(&mut self, depth: usize) -> Option<f64> {
        let mut value = self.number(depth)?;
        while let Some(sign) = self.sign(&['*', '×', '·', 'x', '/', '÷']) {
            let next = self.number(depth)?;
            value = if matches!(sign, '/' | '÷') { value / next } else { value * next };
        }
        Some(value)
    }

    fn number(&mut self, depth: usize) -> Option<f64> {
        const DEEPEST: usize = 8;
        if self.sign(&['(']).is_some() {
            let value = (depth < DEEPEST).then(|| self.terms(depth + 1))??;
            return self.sign(&[')']).map(|_| value);
        }
        let rest = self.rest.trim_start();
        let end = rest.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',')).unwrap_or(rest.len());
        self.rest = &rest[end..];
        let value: f64 = rest[..end].replace(',', "").parse().ok()?;
        // An x by itself is a sign.
        let word = self.rest.trim_start();
        let length = word.find(|c: char| !(c.is_alphabetic() || c == '°')).unwrap_or(word.len());
        if length == 0 || &word[..length] == "x" {
            return Some(if self.reading.ones.contains(&value) { 1.0 } else { value });
        }
        self.rest = &word[length..];
        let Some((unit, factor)) = unit(&word[..length]) else { return Some(value) };
        self.units.push((unit, factor));
        let Reading { converts, binary, .. } = self.reading;
        Some(if converts { value * size((unit, factor), binary) } else { value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::mentions::mentions;
    use proptest::prelude::*;

    #[test]
    fn sums_are_done_again() {
        for (claim, right) in [
            ("It starts after 2050 dead rows (50 + 0.2 * 10000 = 2050).", Some(true)),
            ("It starts after 2500 dead rows: 50 + 0.2 × 10,000 = 2,500.", Some(false)),
            ("Each page holds (8192 - 24) / 4 = 2042 entries.", Some(true)),
            ("A third is 10 / 3 ≈ 3.33.", Some(true)),
            ("It is 2050 (50 + 0.2 * 10000 = 2050).", Some(true)),
            ("At 50 + 0.2 * 2,000,000 = 400,050, it starts.", Some(true)),
            ("About a quarter: 8192 / 4 ≈ 2000.", Some(true)),
            ("Es sind 1,5 * 2 = 3 Liter.", None),
            ("0x10 = 16, and 1-3 = 100 points.", None),
            ("3/4 = 75 % of them.", None),
            ("Set work_mem = 64 and see.", None),
            ("From 5-7 to 9.", None),
            ("1 / 0 = 5", None),
            ("It needs 2 * 2 GB = 4 GB here.", Some(true)),
            ("It needs (2 GB + 3 GB) * 2 = 10 GB.", Some(true)),
            ("It needs 2 * 2 GB = 4 MB.", Some(false)),
            ("It needs 2 * 512 MB = 1.024 GB.", Some(true)),
            ("A quarter is 1 h / 4 = 15 min.", Some(true)),
            ("It has 50 rows + 0.2 * 10,000 rows = 2,050 rows.", Some(true)),
            ("So 5 x 3 = 15 of them.", Some(true)),
            ("It is 60 km / 2 h = 30 km/h fast.", Some(true)),
            ("It is 60 km / 30 min = 2 km/h fast.", Some(false)),
            ("It waits 900 seconds / 60 = 15 minutes.", Some(true)),
            ("It waits 900 seconds / 60 = 15 hours.", Some(false)),
            ("It waits 900 seconds / 60 = 14 minutes.", Some(false)),
            ("It holds 5 MB * 1024 = 5120 KB.", Some(true)),
            ("That is 3 / 4 * 100 = 75 % of them.", Some(true)),
            ("That is 3 / 4 * 100 = 70 % of them.", Some(false)),
        ] {
            assert_eq!(derived(claim).first().map(Derived::is_right), right, "{claim}");
        }
        let sum = derived("It is 2 * 3 = 6 then.").remove(0);
        assert_eq!(sum.text, "2 * 3 = 6");
        let wrong = derived("It is 2 * 3.5 = 6 then.").remove(0);
        assert_eq!(wrong.problem(), "“2 * 3.5 = 6” is no right sum: it makes 7");
        assert_eq!(sum.value(), DerivedValue { expression: "2 * 3".into(), value: 6.0 });
        let taken = |text: &str| mentions(text, "en").iter().any(|mention| sum.takes(mention));
        assert!(taken("2 bells") && taken("3 bells") && !taken("6 bells"));
        let given = |text: &str| mentions(text, "en").iter().any(|mention| sum.gives(mention));
        assert!(given("six bells") && !given("three bells"));
        let measured = derived("It needs (up to 2 * 2 GB = 4 GB) then.").remove(0);
        assert_eq!(measured.text, "2 * 2 GB = 4 GB");
        assert_eq!(measured.value(), DerivedValue { expression: "2 * 2 GB".into(), value: 4.0 });
        let given = |text: &str| mentions(text, "en").iter().any(|mention| measured.gives(mention));
        assert!(given("4 GB") && !given("4 MB"));
        let apart = derived("It needs 4 of them (2 * 2 GB = 4).").remove(0);
        let given = |text: &str| mentions(text, "en").iter().any(|mention| apart.gives(mention));
        assert!(given("4 GB") && !given("4 MB") && !given("4 minutes"), "the numbers give it its unit");
        let speed = derived("It is fast (60 km / 2 h = 30).").remove(0);
        let given = |text: &str| mentions(text, "en").iter().any(|mention| speed.gives(mention));
        assert!(given("30 km/h") && !given("30 km"));
    }

    #[test]
    fn each_sum_of_a_sentence_is_done_again() {
        let both = "It starts after 50 + 0.2 * 100 = 70 rows, and after 50 + 0.1 * 100 = 61 rows there.";
        let sums: Vec<(String, bool)> =
            derived(both).into_iter().map(|sum| (sum.text.clone(), sum.is_right())).collect();
        assert_eq!(
            sums,
            [("50 + 0.2 * 100 = 70".to_owned(), true), ("50 + 0.1 * 100 = 61".to_owned(), false)]
        );
        let claim = "It is 2 * 3 = 6, so 6 * 4 = 24.";
        let sums = derived(claim);
        let six: Vec<Mention> =
            mentions(claim, "en").into_iter().filter(|mention| number(mention) == Some(6.0)).collect();
        let held = |sum: &Derived| six.iter().map(|mention| sum.holds(mention)).collect::<Vec<bool>>();
        assert_eq!((held(&sums[0]), held(&sums[1])), (vec![false, false], vec![false, true]));
    }

    proptest! {
        #[test]
        fn anything_may_stand_there(claim in "[-+*/()=0-9., x×GBh]{0,60}") {
            for sum in derived(&claim) {
                prop_assert!(claim.contains(&sum.text) && sum.text.contains(['=', '≈']));
                prop_assert!(claim.get(sum.place.clone()).is_some_and(|place| place.contains(&sum.sum)));
            }
        }
    }
}
