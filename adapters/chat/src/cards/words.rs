//! Times, sums and counts as people read them.

use gorkd_core::model::Millis;
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// `42 s`, `3 min 5 s`, `2 h 10 min`.
pub fn duration(ms: u64) -> String {
    let seconds = ms / 1000;
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    match (hours, minutes, seconds) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) if seconds % 60 == 0 => format!("{minutes} min"),
        (0, minutes, seconds) => format!("{minutes} min {} s", seconds % 60),
        (hours, minutes, _) if minutes % 60 == 0 => format!("{hours} h"),
        (hours, minutes, _) => format!("{hours} h {} min", minutes % 60),
    }
}

/// `$0.012`; `nothing` for nothing.
pub fn money(usd: f64) -> String {
    if usd <= 0.0 {
        "nothing".to_owned()
    } else if usd < 0.001 {
        "less than $0.001".to_owned()
    } else if usd < 0.1 {
        format!("${usd:.3}")
    } else {
        format!("${usd:.2}")
    }
}

/// `14:05` in the person's time zone, with its short name.
pub fn clock_time(at: Millis, zone: &str) -> String {
    zoned(at, zone, "%H:%M %Z")
}

/// `2026-03-01 14:05` in the person's time zone, with its short name.
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

/// The day of an ISO 8601 time.
pub fn day(iso: &str) -> &str {
    iso.split('T').next().unwrap_or_default()
}

pub fn counted(number: usize, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {many}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sums_read_well() {
        assert_eq!(duration(900), "0 s");
        assert_eq!(duration(42_000), "42 s");
        assert_eq!(duration(180_000), "3 min");
        assert_eq!(duration(185_000), "3 min 5 s");
        assert_eq!(duration(7_800_000), "2 h 10 min");
        assert_eq!(
            (money(0.0), money(0.0004), money(0.0123)),
            ("nothing".into(), "less than $0.001".into(), "$0.012".into())
        );
        assert_eq!(money(1.5), "$1.50");
        assert_eq!(clock_time(Millis(0), "Europe/Berlin"), "01:00 CET");
        assert_eq!(when(Millis(0), "nowhere"), "1970-01-01 00:00 UTC");
    }
}
