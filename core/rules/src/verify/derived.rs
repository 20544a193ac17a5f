//! Derived values: the claim states the calculation ("50 + 0.2 * 10000 = 2050"). Its numbers must be in the sources,
//! and the calculation is repeated.

use crate::text::mentions::{Mention, Value};
use crate::text::units::{Unit, unit};
use gorkd_core::model::DerivedValue;
use regex::Regex;
use std::sync::LazyLock;

/// A calculation in a claim. Its numbers may have units: "2 * 2 GB = 4 GB".
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Derived {
    /// As written, with the result.
    pub text: String,
    /// The stated result, with its unit if the numbers have one as well.
    said: f64,
    unit: Option<(Unit, f64)>,
    /// The actual result, in the unit of the numbers.
    makes: f64,
    right: bool,
}

/// The allowed deviation of a result with "about".
const ABOUT: f64 = 0.05;

impl Derived {
    /// Is it correct, apart from rounding?
    pub fn is_right(&self) -> bool {
        self.right
    }

    /// Why it is wrong, as the end of a sentence for the writer.
    pub fn problem(&self) -> String {
        // Without the traces of binary fractions.
        let makes = (self.makes * 1e6).round() / 1e6;
        format!("“{}” is no right sum: it makes {makes}", self.text)
    }

    pub fn value(&self) -> DerivedValue {
        let expression = self.text.split(['=', '≈']).next().unwrap_or_default().trim().to_owned();
        DerivedValue { expression, value: self.said }
    }

    /// Is this the result?
    pub fn gives(&self, mention: &Mention) -> bool {
        let in_its_unit = match (&mention.value, self.unit) {
            (Value::Number { unit, base, written }, Some((own, factor))) => {
                *unit == Unit::None || (*unit == own && (base - written * factor).abs() <= EXACT * base.abs())
            }
            (Value::Number { .. } | Value::Date(_) | Value::Words(_), _) => true,
        };
        in_its_unit && number(mention) == Some(self.said)
    }

    /// Is this number part of the calculation?
    pub fn takes(&self, mention: &Mention) -> bool {
        let sum = self.text.split(['=', '≈']).next().unwrap_or_default();
        let numbers = sum.split(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ','));
        let mut numbers = numbers.filter_map(|number| number.replace(',', "").parse::<f64>().ok());
        number(mention).is_some_and(|one| numbers.any(|other| other == one))
    }
}

fn number(mention: &Mention) -> Option<f64> {
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

/// The first calculation of a claim.
pub(super) fn derived(claim: &str) -> Option<Derived> {
    SUM.captures_iter(claim).find_map(|found| {
        let (whole, left, right) = (found.get(0)?, found.get(1)?, found.get(3)?);
        let numbers = [left.as_str(), right.as_str()];
        if claim[whole.end()..].trim_start().starts_with('%') || !numbers.into_iter().all(groups_thousands) {
            return None;
        }
        // The sum itself often stands in brackets.
        let mut inside = left.as_str();
        while inside.matches('(').count() > inside.matches(')').count() {
            inside = inside.split_once('(')?.1.trim_start();
        }
        let digits = right.as_str().replace(',', "");
        let decimals = digits.split_once('.').map_or(0, |(_, after)| after.len());
        let said: f64 = digits.parse().ok()?;
        // What the last digit that is said is worth.
        let grain = 10f64.powi(-i32::try_from(decimals).ok()?);
        let loose = if found.get(2)?.as_str() == "≈" { ABOUT } else { EXACT };
        let is = |computed: f64, factor: f64| {
            (computed - said * factor).abs() <= factor * grain / 2.0 + loose * computed.abs()
        };
        let mut units = Vec::new();
        let plain = Sum { rest: inside, units: &mut units, converts: false }.whole()?;
        let behind = unit_at(&claim[whole.end()..]).filter(|_| !units.is_empty());
        let unit = behind.map(|(_, unit)| unit);
        let one_unit = units.iter().chain(&unit).all(|other| Some(other) == units.first());
        let converted = match unit {
            Some((_, factor)) => {
                let base = Sum { rest: inside, units: &mut Vec::new(), converts: true }.whole()?;
                is(base, factor)
            }
            None => false,
        };
        let end = whole.end() + behind.map_or(0, |(length, _)| length);
        Some(Derived {
            text: claim[whole.start() + left.len() - inside.len()..end].to_owned(),
            said,
            unit,
            makes: plain,
            right: one_unit && is(plain, 1.0) || converted,
        })
    })
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
    /// Whether everything is converted to base units.
    converts: bool,
}

impl Sum<'_, '_> {
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
            return Some(value);
        }
        self.rest = &word[length..];
        let Some((unit, factor)) = unit(&word[..length]) else { return Some(value) };
        self.units.push((unit, factor));
        Some(if self.converts { value * factor } else { value })
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
        ] {
            assert_eq!(derived(claim).map(|sum| sum.is_right()), right, "{claim}");
        }
        let sum = derived("It is 2 * 3 = 6 then.").expect("a sum");
        assert_eq!(sum.text, "2 * 3 = 6");
        let wrong = derived("It is 2 * 3.5 = 6 then.").expect("a sum");
        assert_eq!(wrong.problem(), "“2 * 3.5 = 6” is no right sum: it makes 7");
        assert_eq!(sum.value(), DerivedValue { expression: "2 * 3".into(), value: 6.0 });
        let taken = |text: &str| mentions(text, "en").iter().any(|mention| sum.takes(mention));
        assert!(taken("2 bells") && taken("3 bells") && !taken("6 bells"));
        let given = |text: &str| mentions(text, "en").iter().any(|mention| sum.gives(mention));
        assert!(given("six bells") && !given("three bells"));
        let measured = derived("It needs (up to 2 * 2 GB = 4 GB) then.").expect("a sum");
        assert_eq!(measured.text, "2 * 2 GB = 4 GB");
        assert_eq!(measured.value(), DerivedValue { expression: "2 * 2 GB".into(), value: 4.0 });
        let given = |text: &str| mentions(text, "en").iter().any(|mention| measured.gives(mention));
        assert!(given("4 GB") && !given("4 MB"));
    }

    proptest! {
        #[test]
        fn anything_may_stand_there(claim in "[-+*/()=0-9., x×GBh]{0,60}") {
            if let Some(sum) = derived(&claim) {
                prop_assert!(claim.contains(&sum.text) && sum.text.contains(['=', '≈']));
            }
        }
    }
}
