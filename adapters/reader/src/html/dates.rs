//! Parses dates in the forms that pages use.

use gorkd_core::model::Millis;
use gorkd_core::text::lists::month;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

/// An earlier date is an error in the page's template.
const FIRST_YEAR: i16 = 1_500;

/// Parses ISO 8601 and similar forms, RFC 2822, and dates in words. A date without a time means midnight UTC.
pub fn parse_date(text: &str) -> Option<Millis> {
    let text = text.trim();
    let moment = text
        .parse::<Timestamp>()
        .ok()
        .or_else(|| text.parse::<Zoned>().ok().map(|zoned| zoned.timestamp()))
        .or_else(|| jiff::fmt::rfc2822::parse(text).ok().map(|zoned| zoned.timestamp()))
        .or_else(|| offset_without_colon(text))
        .or_else(|| midnight(numeric(text).or_else(|| in_words(text))?))?;
    let year = moment.to_zoned(TimeZone::UTC).year();
    (year >= FIRST_YEAR).then(|| Millis(moment.as_millisecond()))
}

/// Whether a text starts with a date in words, as at the end of a byline.
pub fn starts_with_date(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default().to_lowercase();
    month_of(&first).is_some() && in_words(text).is_some()
}

/// A month by its name or an abbreviation of it.
fn month_of(word: &str) -> Option<u8> {
    month(word).or_else(|| month(word.get(..3)?)).filter(|_| word.starts_with(char::is_alphabetic))
}

fn midnight(date: Date) -> Option<Timestamp> {
    Some(date.to_zoned(TimeZone::UTC).ok()?.timestamp())
}

/// `2019-11-18T09:00:00+0100`, `2019-11-18 09:00:00 +0100`.
fn offset_without_colon(text: &str) -> Option<Timestamp> {
    let (day, time) = text.split_once(['T', ' '])?;
    let at = time.rfind(['+', '-'])?;
    let (clock, offset) = (time[..at].trim(), &time[at..]);
    if offset.len() != 5 || !offset.is_ascii() {
        return None;
    }
    format!("{day}T{clock}{}:{}", &offset[..3], &offset[3..]).parse().ok()
}

/// A date that starts with its year: `2019-11-18…`, `2019/11/18`, `2019.11.18`, `20191118`.
fn numeric(text: &str) -> Option<Date> {
    let digits = |from: usize, to: usize| text.get(from..to)?.parse::<i16>().ok();
    let year = digits(0, 4)?;
    let (month, day) = match text.as_bytes().get(4)? {
        b'-' | b'/' | b'.' => {
            let mut parts = text[5..].split(|c: char| !c.is_ascii_digit());
            (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?)
        }
        b'0'..=b'9' if text.len() == 8 => (digits(4, 6)?, digits(6, 8)?),
        _ => return None,
    };
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

/// `18 November 2019`, `Nov. 18, 2019`, `Monday, November 18th, 2019 at 9:00`, `18. Oktober 2019`.
fn in_words(text: &str) -> Option<Date> {
    let words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .take(16)
        .map(str::to_lowercase)
        .collect();
    let named = |(at, word): (usize, &String)| Some((at, i8::try_from(month_of(word)?).ok()?));
    let (at, month) = words.iter().enumerate().find_map(named)?;
    let number = |index: usize| {
        let word = words.get(index)?;
        word.trim_end_matches(|c: char| c.is_ascii_alphabetic()).parse::<i16>().ok()
    };
    let year = |index: usize| number(index).filter(|year| (FIRST_YEAR..=2_200).contains(year));
    let day = |index: usize| {
        number(index).and_then(|day| i8::try_from(day).ok()).filter(|day| (1..=31).contains(day))
    };
    let (day, year) = match (at.checked_sub(1).and_then(day), year(at + 1)) {
        (Some(day), Some(year)) => (day, year),
        (_, _) => (day(at + 1)?, year(at + 2)?),
    };
    Date::new(year, month, day).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_in_many_ways() {
        let day = 1_574_035_200_000; // 2019-11-18
        for text in [
            "2019-11-18",
            "2019-11-18T00:00:00Z",
            "2019-11-18T01:00:00+01:00",
            "2019-11-18T01:00:00+0100",
            "2019-11-18 01:00:00 +0100",
            "2019-11-18T00:00:00",
            "2019/11/18",
            "20191118",
            "18 November 2019",
            "Nov. 18, 2019",
            "Monday, November 18th, 2019 at 9:00 am",
            "Mon, 18 Nov 2019 00:00:00 +0000",
        ] {
            assert_eq!(parse_date(text), Some(Millis(day)), "{text}");
        }
        for text in
            ["", "soon", "2019", "2019-13-40", "0001-01-01T00:00:00Z", "May the force be with you", "2019-é"]
        {
            assert_eq!(parse_date(text), None, "{text}");
        }
    }
}
