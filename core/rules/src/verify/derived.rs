//! Derived values: a claim states the calculation ("50 + 0.2 * 10000 = 2050"), whose numbers must be in its sources,
//! and the calculation is repeated.

use crate::text::mentions::{Mention, Value};
use gorkd_core::model::DerivedValue;
use regex::Regex;
use std::sync::LazyLock;

/// A sum in a claim.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Derived {
    /// As it is written, result included.
    pub text: String,
    /// The correct result, and the stated one.
    computed: f64,
    said: f64,
    /// What the last digit that is said is worth.
    grain: f64,
    /// It is said to be about that.
    about: bool,
}

/// How far "about" may be from what comes out.
const ABOUT: f64 = 0.05;

impl Derived {
    /// Is it right, but for what was rounded away?
    pub fn is_right(&self) -> bool {
        let loose = if self.about { ABOUT } else { 1e-9 };
        (self.computed - self.said).abs() <= self.grain / 2.0 + loose * self.computed.abs()
    }

    pub fn value(&self) -> DerivedValue {
        let expression = self.text.split(['=', '≈']).next().unwrap_or_default().trim().to_owned();
        DerivedValue { expression, value: self.said }
    }

    /// Is this its result?
    pub fn gives(&self, mention: &Mention) -> bool {
        number(mention) == Some(self.said)
    }

    /// Is it worked out from this number?
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

/// Numbers and signs, an equals sign, and a number. Without space around it, a hyphen makes a range, and an x a name.
static SUM: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"([\d(][\d.,() ]*(?:(?:\s[-−–x]\s|[+*/×·÷])[\d.,() ]+)+)\s?([=≈])\s?(\d+(?:,\d{3})*(?:\.\d+)?)",
    )
    .expect("the pattern is well formed")
});

/// The first sum of a claim.
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
        Some(Derived {
            text: whole.as_str()[left.len() - inside.len()..].to_owned(),
            computed: Sum { rest: inside }.whole()?,
            said: digits.parse().ok()?,
            grain: 10f64.powi(-i32::try_from(decimals).ok()?),
            about: found.get(2)?.as_str() == "≈",
        })
    })
}

/// Are all commas thousands separators? If they may be decimal commas, the numbers are unknown.
fn groups_thousands(text: &str) -> bool {
    let groups = |number: &str| {
        let mut groups = number.split(',');
        let first = groups.next().is_some_and(|first| (1..=3).contains(&first.len()));
        first && groups.all(|group| group.split('.').next().is_some_and(|whole| whole.len() == 3))
    };
    let numbers = text.split(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ','));
    numbers.map(|number| number.trim_matches(',')).filter(|number| number.contains(',')).all(groups)
}

/// What of a sum is still to be read.
struct Sum<'t> {
    rest: &'t str,
}

impl Sum<'_> {
    fn whole(mut self) -> Option<f64> {
        let value = self.terms(0)?;
        (self.rest.trim().is_empty() && value.is_finite()).then_some(value)
    }

    /// The sign that comes next, if it is one of these.
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
        rest[..end].replace(',', "").parse().ok()
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
        ] {
            assert_eq!(derived(claim).map(|sum| sum.is_right()), right, "{claim}");
        }
        let sum = derived("It is 2 * 3 = 6 then.").expect("a sum");
        assert_eq!(sum.text, "2 * 3 = 6");
        assert_eq!(sum.value(), DerivedValue { expression: "2 * 3".into(), value: 6.0 });
        let taken = |text: &str| mentions(text, "en").iter().any(|mention| sum.takes(mention));
        assert!(taken("2 bells") && taken("3 bells") && !taken("6 bells"));
        let given = |text: &str| mentions(text, "en").iter().any(|mention| sum.gives(mention));
        assert!(given("six bells") && !given("three bells"));
    }

    proptest! {
        #[test]
        fn anything_may_stand_there(claim in "[-+*/()=0-9., x×]{0,60}") {
            if let Some(sum) = derived(&claim) {
                prop_assert!(claim.contains(&sum.text) && sum.text.contains(['=', '≈']));
            }
        }
    }
}
