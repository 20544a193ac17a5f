//! Numbers in digits or words, with their unit, currency, or magnitude.

use super::mentions::{Date, Mention, MentionKind, Taken, Value};
use super::tables::Tables;
use super::units::{self, Unit};
use super::words::Word;
use super::{numerals, pattern, words};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// Adds the numbers of a text to `found`, except where dates already claim the text.
pub(super) fn find(text: &str, words: &[Word<'_>], language: &str, found: &mut Vec<Mention>) {
    let mut taken: Taken = found.iter().collect();
    for digits in DIGITS.find_iter(text) {
        let range = digits.start()..digits.end();
        if taken.overlaps(&range) {
            continue;
        }
        if let Some(mention) = in_digits(text, range, language) {
            taken.take(&mention.range);
            found.push(mention);
        }
    }
    for spelled in numerals::find(text, words, language) {
        if taken.overlaps(&spelled.range) {
            continue;
        }
        let end = spelled.range.end;
        let (written, end) = magnified(text, spelled.value, end);
        let Tail { unit, factor, end, .. } =
            if spelled.ordinal { Tail::bare(Unit::Ordinal, end) } else { tail(text, end, false) };
        // "One" alone is usually a pronoun.
        if spelled.weak && unit == Unit::None && written == spelled.value {
            continue;
        }
        found.push(number(spelled.range.start..end, written, unit, factor));
    }
    join_ranges(text, language, found);
}

/// The first number of a range takes the unit of the second: "from 5 to 10 km". What looks like a year isn't
/// one next to a number that can't be: "from 1024 to 4096".
fn join_ranges(text: &str, language: &str, found: &mut [Mention]) {
    found.sort_by_key(|mention| mention.range.start);
    let tables = Tables::or_english(language);
    for at in 1..found.len() {
        let (first, second) = (&found[at - 1], &found[at]);
        let gap = text.get(first.range.end..second.range.start).unwrap_or_default();
        let dash = matches!(gap, "-" | "–" | "—");
        let gap = gap.trim().to_lowercase();
        let to = dash || tables.range_words.has(&gap);
        let or = tables.joins(&gap);
        // "In 1939–45" is about years as well.
        const LEAST: f64 = 100.0;
        match (&first.value, &second.value) {
            (Value::Date(date), Value::Number { written, unit, base }) if to && *written >= LEAST => {
                if let Some(year) = only_year(date) {
                    let (unit, factor) = shared(text, second, *unit, base / written);
                    found[at - 1] = bare(found[at - 1].range.clone(), year, unit, factor);
                }
            }
            (Value::Number { written, .. }, Value::Date(date)) if to && *written >= LEAST => {
                if let Some(year) = only_year(date) {
                    found[at] = bare(found[at].range.clone(), year, Unit::None, 1.0);
                }
            }
            (Value::Number { written: own, unit: Unit::None, .. }, Value::Number { written, unit, base })
                if (to || or) && *written != 0.0 =>
            {
                let (unit, factor) = shared(text, second, *unit, base / written);
                found[at - 1] = bare(found[at - 1].range.clone(), *own, unit, factor);
            }
            (Value::Number { .. } | Value::Date(_) | Value::Words(_), _) => {}
        }
    }
}

/// A number whose unit, if any, doesn't follow it.
fn bare(range: Range<usize>, written: f64, unit: Unit, factor: f64) -> Mention {
    Mention { kind: MentionKind::Number, ..number(range, written, unit, factor) }
}

/// The unit that a number also gives to the one before it. For "5 to 10 million km", that is unclear.
fn shared(text: &str, second: &Mention, unit: Unit, factor: f64) -> (Unit, f64) {
    let mut words = text[second.range.clone()].split_whitespace();
    match unit {
        Unit::Percent | Unit::Of(_) if !words.any(|word| units::magnitude(word).is_some()) => (unit, factor),
        Unit::None | Unit::Ordinal | Unit::Money(_) | Unit::Percent | Unit::Of(_) => (Unit::None, 1.0),
    }
}

fn only_year(date: &Date) -> Option<f64> {
    date.year.filter(|_| date.month.is_none() && date.day.is_none()).map(f64::from)
}

/// A run of digits with separators. Only non-breaking spaces can group digits.
static DIGITS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"[vV]?\d+(?:[.,'’]\d+|[\u{a0}\u{202f}\u{2009}]\d{3})*"));

/// What follows a number and belongs to it.
struct Tail {
    unit: Unit,
    factor: f64,
    end: usize,
    /// Unknown letters directly after the digits: an identifier such as `2FA`.
    unknown: bool,
}

impl Tail {
    fn bare(unit: Unit, end: usize) -> Self {
        Self { unit, factor: 1.0, end, unknown: false }
    }
}

fn in_digits(text: &str, range: Range<usize>, language: &str) -> Option<Mention> {
    let before = text[..range.start].chars().next_back();
    if before.is_some_and(|c| (c.is_alphanumeric() && !words::is_unspaced(c)) || c == '_') {
        return None;
    }
    let digits = &text[range.clone()];
    if let Some(version) = version(text, &range) {
        return Some(Mention { range, kind: MentionKind::Version, value: Value::Words(version) });
    }
    if digits.starts_with(['v', 'V']) {
        return None;
    }
    let plain = parse(digits, language)?;
    let money = money_before(text, range.start);
    let (written, end) = magnified(text, plain, range.end);
    let Tail { unit, factor, end, unknown } = tail(text, end, money.is_some());
    if unknown && end == range.end {
        return decade(text, digits, &range).or_else(|| glued(text, &range, plain));
    }
    let (sign, start) = sign_before(text, range.start);
    if let Some((code, start)) = money {
        let (written, end) = match &text[end..] {
            rest if unit == Unit::None && rest.starts_with(['m', 'M']) && !letter_at(rest, 1) => {
                (written * 1e6, end + 1)
            }
            rest if unit == Unit::None && rest.starts_with(['k', 'K']) && !letter_at(rest, 1) => {
                (written * 1e3, end + 1)
            }
            _ => (written, if unit == Unit::None { end } else { range.end }),
        };
        return Some(number(start..end, written, Unit::Money(code), 1.0));
    }
    let year =
        digits.len() == 4 && unit == Unit::None && written == plain && (1000.0..=2100.0).contains(&plain);
    if year && digits.bytes().all(|b| b.is_ascii_digit()) && !counts_things(text, &range) {
        let date = Date { year: Some(plain as i16), month: None, day: None };
        return Some(Mention { range, kind: MentionKind::Date, value: Value::Date(date) });
    }
    Some(number(start..end, sign * written, unit, factor))
}

/// Whether a number counts things: `1000 people` does, `in 1900 people` and `the 1900 census` don't. Only
/// decided for round hundreds. Any other number between 1000 and 2100 is taken for a year, which agrees with
/// the bare number anyway.
fn counts_things(text: &str, range: &Range<usize>) -> bool {
    let before = text[..range.start].trim_end();
    let last = before.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or("").to_lowercase();
    let free = before.is_empty() || before.ends_with(['.', ':', '\n']);
    let tables = Tables::of("en");
    let of_time = tables.since.has(&last) || tables.until.has(&last) || tables.units.get(&last).is_some();
    let cue = !free && (of_time || super::stopwords::is_stop_word(&last, "en"));
    let noun = next_word(text, range.end).is_some_and(|(word, _)| {
        word.starts_with(char::is_lowercase) && !super::stopwords::is_stop_word(word, "en")
    });
    text[range.clone()].ends_with("00") && noun && !cue
}

fn number(range: Range<usize>, written: f64, unit: Unit, factor: f64) -> Mention {
    let kind = match unit {
        Unit::None | Unit::Ordinal => MentionKind::Number,
        Unit::Percent => MentionKind::Percent,
        Unit::Money(_) => MentionKind::Money,
        Unit::Of(_) => MentionKind::Quantity,
    };
    Mention { range, kind, value: Value::Number { written, base: written * factor, unit } }
}

/// `1,000.5` and `1.000,5`: of two kinds of separators, the last is the decimal one. A single separator before
/// exactly three digits groups them if that is usual in the language.
fn parse(digits: &str, language: &str) -> Option<f64> {
    let point_groups =
        matches!(language, "de" | "es" | "fr" | "it" | "pt" | "nl" | "da" | "tr" | "id" | "el");
    let clean: String = digits.chars().filter(|c| c.is_ascii_digit() || matches!(c, '.' | ',')).collect();
    let (points, commas) = (clean.matches('.').count(), clean.matches(',').count());
    let grouped = |sign: char| {
        let mut groups = clean.split(sign);
        groups.next().is_some_and(|first| (1..=3).contains(&first.len()) && first != "0")
            && groups.all(|group| group.len() == 3)
    };
    let text = match (points, commas) {
        (0, 0) => clean,
        (1, 1) | (1, 2..) | (2.., 1) => {
            let decimal = if clean.rfind('.') > clean.rfind(',') { '.' } else { ',' };
            let group = if decimal == '.' { ',' } else { '.' };
            clean.replace(group, "").replace(decimal, ".")
        }
        (1, 0) if point_groups && grouped('.') => clean.replace('.', ""),
        (1, 0) => clean,
        (0, 1) if !point_groups && grouped(',') => clean.replace(',', ""),
        (0, 1) => clean.replace(',', "."),
        (2.., 0) if grouped('.') => clean.replace('.', ""),
        (0, 2..) if grouped(',') => clean.replace(',', ""),
        _ => return None,
    };
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

/// Whether it is a version: at least two dots, a leading `v`, or a number with a dot right after a name or
/// "version".
fn version(text: &str, range: &Range<usize>) -> Option<String> {
    let digits = &text[range.clone()];
    let bare = digits.trim_start_matches(['v', 'V']);
    let points = bare.matches('.').count();
    let pointed = bare.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let groups = bare.split('.').skip(1).all(|group| group.len() == 3);
    let before = text[..range.start].trim_end_matches(' ').rsplit([' ', '\n', '(']).next().unwrap_or("");
    let named =
        before.chars().next().is_some_and(char::is_uppercase) && before.chars().all(char::is_alphanumeric);
    let lower = before.to_lowercase();
    let said = lower == "v" || Tables::all().version_words.has(&lower);
    let is_version =
        pointed && (bare.len() < digits.len() || (points >= 2 && !groups) || (points == 1 && named) || said);
    // "Rose 3.5 %" and "Oslo 1.5 km" also start with a name.
    let measured = points == 1 && !said && bare.len() == digits.len() && {
        let (factor, end) = magnified(text, 1.0, range.end);
        tail(text, end, false).unit != Unit::None || factor != 1.0
    };
    (is_version && !measured).then(|| bare.to_owned())
}

/// `1990s` stands for ten years, and equals no single year.
fn decade(text: &str, digits: &str, range: &Range<usize>) -> Option<Mention> {
    let rest = &text[range.end..];
    let mut endings = Tables::all().decade_endings.iter();
    let length = endings.find(|ending| rest.starts_with(ending)).map(str::len)?;
    (digits.ends_with('0') && matches!(digits.len(), 2 | 4) && !letter_at(rest, length)).then(|| Mention {
        range: range.start..range.end + length,
        kind: MentionKind::Date,
        value: Value::Words(format!("{digits}s")),
    })
}

/// `7200RPM`: a number and its unit, which need not be known. One digit, one letter, or a sign that goes on makes a name
/// (`2FA`, `12ab-cd`).
fn glued(text: &str, range: &Range<usize>, value: f64) -> Option<Mention> {
    let is_joint = |c: char| matches!(c, '-' | '+' | '_' | '.' | '/' | ':' | '@' | '#');
    let rest = &text[range.end..];
    let length = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
    let goes_on = letter_at(rest, length)
        || rest[length..].strip_prefix(is_joint).is_some_and(|rest| letter_at(rest, 0));
    let apart = !goes_on && !text[..range.start].ends_with(is_joint);
    let long = range.len() > 1 && rest[..length].chars().count() > 1;
    (apart && long).then(|| number(range.start..range.end + length, value, Unit::None, 1.0))
}

fn magnified(text: &str, value: f64, end: usize) -> (f64, usize) {
    let found = next_word(text, end).and_then(|(word, range)| Some((units::magnitude(word)?, range.end)));
    found.map_or((value, end), |(factor, end)| (value * factor, end))
}

fn tail(text: &str, end: usize, money: bool) -> Tail {
    let rest = &text[end..];
    let attached = rest.chars().next().is_some_and(char::is_alphabetic);
    // "8-byte" has a hyphen, "5 km" a space.
    let space = match rest.strip_prefix('-') {
        Some(word) if word.starts_with(char::is_alphabetic) => 1,
        Some(_) | None => rest.len() - rest.trim_start_matches([' ', '\u{a0}', '\u{202f}']).len(),
    };
    if space > 2 {
        return Tail::bare(Unit::None, end);
    }
    let rest = &rest[space..];
    let at = end + space;
    if let Some(sign) = ["%", "°C", "°F", "℃", "℉", "°"].iter().find(|sign| rest.starts_with(**sign))
        && let Some((unit, factor)) = units::unit(sign)
    {
        return Tail { unit, factor, end: at + sign.len(), unknown: false };
    }
    if let Some(sign) = ["€", "$", "£", "¥", "₹", "₽"].iter().find(|sign| rest.starts_with(**sign))
        && let Some(code) = units::currency(sign)
        && !rest[sign.len()..].starts_with(|c: char| c.is_ascii_digit())
    {
        return Tail::bare(Unit::Money(code), at + sign.len());
    }
    let goes_on = |c: char| c.is_alphanumeric() || matches!(c, '²' | '³' | '/');
    let word_end = |text: &str| text.find(|c: char| !goes_on(c)).unwrap_or(text.len());
    let one = word_end(rest);
    let word = &rest[..one];
    if attached && Tables::of("en").ordinal_signs.has(word) {
        return Tail::bare(Unit::Ordinal, at + one);
    }
    if let Some(after) = rest[one..].strip_prefix(' ') {
        let two = &rest[..one + 1 + word_end(after)];
        if let Some((unit, factor)) = units::unit(two) {
            return Tail { unit, factor, end: at + two.len(), unknown: false };
        }
        if let Some(code) = units::currency(two) {
            return Tail::bare(Unit::Money(code), at + two.len());
        }
    }
    if !word.is_empty() {
        // "m" after money means million. A single letter after a space is rarely a unit.
        let single = word.chars().count() == 1 && !attached && !matches!(word, "m" | "g" | "s" | "h" | "l");
        if !money
            && !single
            && let Some((unit, factor)) = units::unit(word)
        {
            return Tail { unit, factor, end: at + one, unknown: false };
        }
        if let Some(code) = units::currency(word) {
            return Tail::bare(Unit::Money(code), at + one);
        }
    }
    let unknown = attached && !money && !rest.starts_with(words::is_unspaced);
    Tail { unknown, ..Tail::bare(Unit::None, end) }
}

/// The currency sign or code right before a number, and where it starts.
fn money_before(text: &str, start: usize) -> Option<(&'static str, usize)> {
    let before = text[..start].trim_end_matches([' ', '\u{a0}']);
    if start - before.len() > 2 {
        return None;
    }
    let from = before.char_indices().rev().take_while(|(_, c)| !c.is_whitespace() && *c != '(').last()?.0;
    let sign = &before[from..];
    let code =
        units::currency(sign).filter(|_| sign.chars().all(|c| c.is_uppercase() || !c.is_alphabetic()))?;
    Some((code, from))
}

fn sign_before(text: &str, start: usize) -> (f64, usize) {
    let mut before = text[..start].char_indices().rev();
    match before.next() {
        Some((at, '-' | '−')) if before.next().is_none_or(|(_, c)| c.is_whitespace() || c == '(') => {
            (-1.0, at)
        }
        _ => (1.0, start),
    }
}

fn next_word(text: &str, end: usize) -> Option<(&str, Range<usize>)> {
    let rest = &text[end..];
    let space = rest.len() - rest.trim_start_matches([' ', '\u{a0}']).len();
    let rest = &rest[space..];
    let length = rest.char_indices().find(|(_, c)| !c.is_alphabetic()).map_or(rest.len(), |(at, _)| at);
    (space <= 2 && length > 0).then(|| (&rest[..length], end + space..end + space + length))
}

fn letter_at(text: &str, at: usize) -> bool {
    text.get(at..).and_then(|rest| rest.chars().next()).is_some_and(char::is_alphanumeric)
}
