//! Makes a true sentence false in one named way, by rule.

use super::random::Random;
use fancy_regex::{Captures, Regex};
use std::sync::LazyLock;

/// What is wrong with a false sentence. Two kinds are made by citing: see the module above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Falsehood {
    Number,
    Unit,
    Version,
    Year,
    DroppedNegation,
    SwappedRoles,
    DroppedCondition,
}

impl Falsehood {
    pub const ALL: [Falsehood; 7] = [
        Falsehood::Number,
        Falsehood::Unit,
        Falsehood::Version,
        Falsehood::Year,
        Falsehood::DroppedNegation,
        Falsehood::SwappedRoles,
        Falsehood::DroppedCondition,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Falsehood::Number => "number",
            Falsehood::Unit => "unit",
            Falsehood::Version => "version",
            Falsehood::Year => "year",
            Falsehood::DroppedNegation => "dropped_negation",
            Falsehood::SwappedRoles => "swapped_roles",
            Falsehood::DroppedCondition => "dropped_condition",
        }
    }
}

/// The sentence made false; none where it has nothing to be changed in this way.
pub fn falsify(kind: Falsehood, sentence: &str, random: &mut Random) -> Option<String> {
    let made = match kind {
        Falsehood::Number => number(sentence, random),
        Falsehood::Unit => unit(sentence, random),
        Falsehood::Version => version(sentence, random),
        Falsehood::Year => year(sentence, random),
        Falsehood::DroppedNegation => without_negation(sentence, random),
        Falsehood::SwappedRoles => swapped(sentence, random),
        Falsehood::DroppedCondition => without_condition(sentence),
    }?;
    (made != sentence).then_some(made)
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a pattern of this file is well formed")
}

/// One of the places where a pattern matches.
fn place<'t>(pattern: &Regex, text: &'t str, random: &mut Random) -> Option<Captures<'t>> {
    let mut found: Vec<Captures<'t>> = pattern.captures_iter(text).filter_map(Result::ok).collect();
    (!found.is_empty()).then(|| found.swap_remove(random.below(found.len())))
}

fn with(text: &str, range: std::ops::Range<usize>, new: &str) -> String {
    format!("{}{new}{}", &text[..range.start], &text[range.end..])
}

/// A whole number that is no year and no part of a version, a date or a name.
static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?<![\w.,:/=(-])(?!(?:19|20)\d\d\b)(\d{1,3}(?:,\d{3})+|\d+)(?![\w:/=)]|[.,]\d|-\w)")
});
static YEAR: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?<![\w.,:/=-])((?:19[89]|20[0-3])\d)(?![\w:/=]|[.,]\d)"));
static VERSION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\b(?:[Vv]ersions?|[Rr]eleases?|[A-Z][A-Za-z]+) v?(\d+(?:\.\d+)+)(?![\w%]|\.\d)")
});

fn number(sentence: &str, random: &mut Random) -> Option<String> {
    let found = place(&NUMBER, sentence, random)?.get(1)?;
    let value: u64 = found.as_str().replace(',', "").parse().ok()?;
    let other = if random.coin() {
        value.checked_add(1 + random.below(3) as u64)?
    } else {
        value.checked_mul(2)?.checked_add(1 + random.below(9) as u64)?
    };
    Some(with(sentence, found.range(), &other.to_string()))
}

fn year(sentence: &str, random: &mut Random) -> Option<String> {
    let found = place(&YEAR, sentence, random)?.get(1)?;
    let value: i32 = found.as_str().parse().ok()?;
    let by = 1 + random.below(9) as i32;
    let other = if random.coin() { value + by } else { value - by };
    Some(with(sentence, found.range(), &other.to_string()))
}

fn version(sentence: &str, random: &mut Random) -> Option<String> {
    let found = place(&VERSION, sentence, random)?.get(1)?;
    let mut parts: Vec<u64> = found.as_str().split('.').map(str::parse).collect::<Result<_, _>>().ok()?;
    // The first part is the product as much as its version.
    let at = 1 + random.below(parts.len() - 1);
    parts[at] += 1 + random.below(3) as u64;
    let other: Vec<String> = parts.iter().map(u64::to_string).collect();
    Some(with(sentence, found.range(), &other.join(".")))
}

/// Units that are easily taken for one another. Only words behind a number count.
const UNITS: &[&[&str]] = &[
    &["bytes", "kilobytes", "megabytes", "gigabytes", "terabytes"],
    &["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"],
    &["kB", "MB", "GB", "TB"],
    &["KB", "MB", "GB", "TB"],
    &["KiB", "MiB", "GiB", "TiB"],
    &["bits", "bytes"],
    &["bit", "byte"],
    &["microseconds", "milliseconds", "seconds", "minutes", "hours", "days", "weeks", "months", "years"],
    &["microsecond", "millisecond", "second", "minute", "hour", "day", "week", "month", "year"],
    &["ms", "s", "min", "h"],
    &["meters", "kilometers", "miles"],
    &["percent", "per mille"],
];
static UNIT: LazyLock<Regex> = LazyLock::new(|| {
    let mut names: Vec<&str> = UNITS.concat();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let counts = "one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|sixty|hundred";
    pattern(&format!(r"(?:\d[ -]?|\b(?:{counts})[ -])({})\b", names.join("|")))
});

fn unit(sentence: &str, random: &mut Random) -> Option<String> {
    let found = place(&UNIT, sentence, random)?.get(1)?;
    let family = UNITS.iter().find(|family| family.contains(&found.as_str()))?;
    let others: Vec<&&str> = family.iter().filter(|name| **name != found.as_str()).collect();
    Some(with(sentence, found.range(), others[random.below(others.len())]))
}

/// A denial, and what is left without it. "Not only", "whether or not" and the like deny nothing.
static NEGATION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?<!\bor)(?<!\bif)( not| never| no longer)(?! (?:only|necessarily|just))\b|(?<=[cC]an)(not)\b|(?<=[a-z])(n[’']t)\b",
    )
});

fn without_negation(sentence: &str, random: &mut Random) -> Option<String> {
    let found = place(&NEGATION, sentence, random)?;
    let denial = found.get(1).or(found.get(2)).or(found.get(3))?;
    let made = with(sentence, denial.range(), "");
    // "Can't" leaves "ca", "won't" leaves "wo": no words.
    (!made.contains(" ca ") && !made.contains(" wo ")).then_some(made)
}

static CONDITION_FIRST: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:If|Unless|When|Where|As long as|Provided that|Except when|Only if) [^,]{8,}, (?:then )?(.{20,})$",
    )
});
static CONDITION_LAST: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^([^:;]{25,}?),? (?:only )?(?:if|unless|when|as long as|provided that|except when|except that) .{8,}([.!])$",
    )
});

fn without_condition(sentence: &str) -> Option<String> {
    if let Ok(Some(found)) = CONDITION_FIRST.captures(sentence) {
        return Some(capital(found.get(1)?.as_str()));
    }
    let found = CONDITION_LAST.captures(sentence).ok()??;
    Some(format!("{}{}", found.get(1)?.as_str(), found.get(2)?.as_str()))
}

/// The text with its first letter large.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// Something with a name of its own: an identifier, a name in capitals, a proper name within the sentence.
static NAME: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?<![\w.-])(?:[A-Za-z]\w*[_A-Z]\w*|[A-Z]{2,}|[a-z]+-[a-z-]+\(\d\)|(?<=[a-z,] )[A-Z][a-z]+\w*)(?![\w-]|\.\w)",
    )
});
/// Words that set the things before and behind them in an order.
const ORDERING: &[&str] = &[
    "than", "from", "to", "into", "instead", "rather", "before", "after", "over", "by", "of", "with", "uses",
    "replaces", "requires", "calls", "contains", "returns", "in", "on", "for", "as", "behind", "under",
];
static FROM_TO: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\bfrom ((?:the |a |an )?[\w-]+) (?:in)?to ((?:the |a |an )?[\w-]+)"));

fn swapped(sentence: &str, random: &mut Random) -> Option<String> {
    let mut pairs: Vec<(std::ops::Range<usize>, std::ops::Range<usize>)> = Vec::new();
    for found in FROM_TO.captures_iter(sentence).filter_map(Result::ok) {
        pairs.extend(found.get(1).zip(found.get(2)).map(|(from, to)| (from.range(), to.range())));
    }
    let names: Vec<_> = NAME.find_iter(sentence).filter_map(Result::ok).collect();
    for two in names.windows(2) {
        let between = &sentence[two[0].end()..two[1].start()];
        let words: Vec<&str> = between.split_whitespace().collect();
        let plain = between.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        let listed = words.iter().any(|word| matches!(*word, "and" | "or" | "nor"));
        let ordered = words.iter().any(|word| ORDERING.contains(word));
        let once = |name: &str| sentence.matches(name).count() == 1;
        if plain && ordered && !listed && words.len() <= 10 && once(two[0].as_str()) && once(two[1].as_str())
        {
            pairs.push((two[0].range(), two[1].range()));
        }
    }
    if pairs.is_empty() {
        return None;
    }
    let (first, second) = pairs.swap_remove(random.below(pairs.len()));
    let (a, b) = (&sentence[first.clone()], &sentence[second.clone()]);
    (a != b).then(|| with(&with(sentence, second.clone(), a), first.clone(), b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(kind: Falsehood, sentence: &str) -> Option<String> {
        falsify(kind, sentence, &mut Random::new(3))
    }

    #[test]
    fn one_value_is_changed_and_nothing_else() {
        let changed = made(Falsehood::Number, "The limit is 64 tables since 2004.").expect("a number");
        assert!(
            changed.starts_with("The limit is ") && changed.ends_with(" tables since 2004."),
            "{changed}"
        );
        assert!(!changed.contains(" 64 "), "{changed}");
        let changed = made(Falsehood::Year, "It came in 2004 with 64 tables.").expect("a year");
        assert!(changed.ends_with(" with 64 tables.") && !changed.contains("2004"), "{changed}");
        let changed = made(Falsehood::Version, "New in Python 3.11 and later.").expect("a version");
        assert!(changed.starts_with("New in Python 3.") && !changed.contains("3.11"), "{changed}");
        let changed = made(Falsehood::Unit, "The default is five seconds.").expect("a unit");
        assert!(changed.starts_with("The default is five ") && !changed.contains(" seconds"), "{changed}");
        for plain in ["A page has rows.", "See 1.2.3 and a1."] {
            assert_eq!(made(Falsehood::Number, plain), None, "{plain}");
        }
        assert_eq!(made(Falsehood::Year, "Port 8000 is free."), None);
        for plain in ["Seconds pass.", "The old ones are gone.", "There are hundreds."] {
            assert_eq!(made(Falsehood::Unit, plain), None, "{plain}");
        }
    }

    #[test]
    fn what_limits_a_sentence_is_dropped() {
        let kinds = [
            (Falsehood::DroppedNegation, "It does not scan the tables.", Some("It does scan the tables.")),
            (Falsehood::DroppedNegation, "It cannot be set.", Some("It can be set.")),
            (Falsehood::DroppedNegation, "Not only that, whether or not it is so.", None),
            (
                Falsehood::DroppedCondition,
                "If the list is empty, the server does not listen at all.",
                Some("The server does not listen at all."),
            ),
            (
                Falsehood::DroppedCondition,
                "The statement is also logged as an error if the level allows it.",
                Some("The statement is also logged as an error."),
            ),
            (Falsehood::DroppedCondition, "A page is a page.", None),
        ];
        for (kind, sentence, expected) in kinds {
            assert_eq!(made(kind, sentence).as_deref(), expected, "{sentence}");
        }
    }

    #[test]
    fn roles_are_swapped_where_they_differ() {
        let swapped = |sentence: &str| made(Falsehood::SwappedRoles, sentence);
        let order = swapped("It moves rows from staging to production.");
        assert_eq!(order.as_deref(), Some("It moves rows from production to staging."));
        let names = swapped("A call of fetch_all returns NULL here.");
        assert_eq!(names.as_deref(), Some("A call of NULL returns fetch_all here."));
        assert_eq!(swapped("Both GIN and GIST are there."), None, "a list has no roles");
    }
}
