//! Human-readable durations, times and amounts.

use gorkd_core::model::Millis;
use gorkd_words::{Locale, Msg};
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// `42 s`, `3 min 5 s`, `2 h 10 min`.
pub fn duration(ms: u64, locale: Locale) -> String {
    let all = ms / 1000;
    let (hours, minutes, seconds) = (all / 3600, all / 60 % 60, all % 60);
    locale.say(match (hours, minutes, seconds) {
        (0, 0, seconds) => Msg::DurationSeconds { seconds },
        (0, minutes, 0) => Msg::DurationMinutes { minutes },
        (0, minutes, seconds) => Msg::DurationMinutesSeconds { minutes, seconds },
        (hours, 0, _) => Msg::DurationHours { hours },
        (hours, minutes, _) => Msg::DurationHoursMinutes { hours, minutes },
    })
}

/// `$0.012`; `nothing` for zero.
pub fn money(usd: f64, locale: Locale) -> String {
    let amount = |written: String| locale.decimal(&written);
    locale.say(if usd <= 0.0 {
        Msg::MoneyNothing
    } else if usd < 0.001 {
        Msg::MoneyLess { amount: amount("0.001".to_owned()) }
    } else if usd < 0.1 {
        Msg::Money { amount: amount(format!("{usd:.3}")) }
    } else {
        Msg::Money { amount: amount(format!("{usd:.2}")) }
    })
}

/// `14:05` in the person's time zone, with the zone's short name.
pub fn clock_time(at: Millis, zone: &str) -> String {
    zoned(at, zone, "%H:%M %Z")
}

/// `2026-03-01 14:05` in the person's time zone, with the zone's short name.
pub fn when(at: Millis, zone: &str) -> String {
    zoned(at, zone, "%Y-%m-%d %H:%M %Z")
}

fn zoned(at: Millis, zone: &str, format: &str) -> String {
    let zone = TimeZone::get(zone).unwrap_or(TimeZone::UTC);
    match Timestamp::from_millisecond(at.0) {
        Ok(time) => time.to_zoned(zone).strftime(format).to_string(),
        Err(_) => String::new(),
    }
}

/// The date part of an ISO 8601 time.
pub fn day(iso: &str) -> &str {
    iso.split('T').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_amounts_are_readable() {
        let lasts = |ms| duration(ms, Locale::En);
        assert_eq!(lasts(900), "0 s");
        assert_eq!(lasts(42_000), "42 s");
        assert_eq!(lasts(180_000), "3 min");
        assert_eq!(lasts(185_000), "3 min 5 s");
        assert_eq!(lasts(7_800_000), "2 h 10 min");
        assert_eq!(duration(7_800_000, Locale::De), "2 h 10 min");
        let costs = |usd| money(usd, Locale::En);
        assert_eq!(
            (costs(0.0), costs(0.0004), costs(0.0123)),
            ("nothing".into(), "less than $0.001".into(), "$0.012".into())
        );
        assert_eq!((costs(1.5), money(1.5, Locale::Fr)), ("$1.50".into(), "1,50 $".into()));
        assert_eq!(clock_time(Millis(0), "Europe/Berlin"), "01:00 CET");
        assert_eq!(when(Millis(0), "nowhere"), "1970-01-01 00:00 UTC");
    }
}
