//! Reads fields of foreign responses. Except for an address and a title, any field may be missing or have
//! another type; only that field is then lost.

use gorkd_core::model::{Millis, SearchHit};
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use serde_json::Value;
use url::Url;

pub(crate) const SNIPPET: usize = 500;
pub(crate) const TITLE: usize = 300;

/// The text fields of a hit, before they are shortened.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words<'a> {
    pub title: &'a str,
    pub snippet: &'a str,
}

impl Words<'_> {
    /// Builds a hit. A page without a title is named by its address.
    pub fn hit(&self, url: String) -> SearchHit {
        let title = shortened(self.title, TITLE);
        let title = if title.is_empty() { url.clone() } else { title };
        SearchHit { title, snippet: shortened(self.snippet, SNIPPET), url, ..SearchHit::default() }
    }
}

/// The array at a path of keys; empty if there is none.
pub(crate) fn list<'a>(answer: &'a Value, path: &[&str]) -> &'a [Value] {
    let place = path.iter().try_fold(answer, |value, key| value.get(key));
    place.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The string at a key; empty if there is none.
pub(crate) fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// A valid http or https address with a host.
pub(crate) fn address(text: &str) -> Option<String> {
    let url = Url::parse(text.trim()).ok()?;
    (matches!(url.scheme(), "http" | "https") && url.has_host()).then(|| url.into())
}

/// Servers send times with or without a time zone, or only a day. Without a zone, UTC is assumed.
pub(crate) fn moment(text: &str) -> Option<Millis> {
    let text = text.trim();
    let timestamp = text.parse::<jiff::Timestamp>().ok().or_else(|| {
        let civil = text.parse::<DateTime>().or_else(|_| text.parse::<Date>().map(DateTime::from)).ok()?;
        Some(civil.to_zoned(TimeZone::UTC).ok()?.timestamp())
    })?;
    Some(Millis(timestamp.as_millisecond()))
}

/// A date in parts, as scholarly servers send it; missing parts default to 1.
pub(crate) fn date(year: i64, month: i64, day: i64) -> Option<Millis> {
    let part = |part: i64| i8::try_from(part.max(1)).ok();
    let date = Date::new(i16::try_from(year).ok()?, part(month)?, part(day)?).ok()?;
    Some(Millis(date.to_zoned(TimeZone::UTC).ok()?.timestamp().as_millisecond()))
}

pub(crate) fn year(value: &Value, key: &str) -> Option<Millis> {
    date(value.get(key)?.as_i64()?, 1, 1)
}

/// Strips tags, decodes entities and collapses whitespace.
pub(crate) fn plain(marked: &str) -> String {
    let mut plain = String::with_capacity(marked.len());
    let mut inside = false;
    for (at, c) in marked.char_indices() {
        match c {
            '<' if !inside && opens_a_tag(&marked[at + 1..]) => inside = true,
            '>' if inside => {
                inside = false;
                // Block elements separate words; inline ones do not.
                let opened = marked[..at].rfind('<').map_or("", |from| &marked[from + 1..at]);
                let name = opened.trim_matches('/').rsplit(':').next().unwrap_or_default();
                if ["p", "title", "br", "sec", "li"].contains(&name.trim()) {
                    plain.push(' ');
                }
            }
            c if !inside => plain.push(c),
            _ => {}
        }
    }
    for (entity, sign) in ENTITIES {
        if plain.contains('&') {
            plain = plain.replace(entity, sign);
        }
    }
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// "p < 0.05" does not open a tag.
fn opens_a_tag(rest: &str) -> bool {
    rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!') && rest.contains('>')
}

/// The ampersand comes last, so that nothing is decoded twice.
const ENTITIES: &[(&str, &str)] = &[
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&#39;", "'"),
    ("&#x27;", "'"),
    ("&apos;", "'"),
    ("&nbsp;", " "),
    ("&amp;", "&"),
];

/// Strips tags and control characters, collapses whitespace, and cuts to `most` characters.
fn shortened(words: &str, most: usize) -> String {
    let words = plain(words);
    if words.chars().count() <= most {
        return words.chars().filter(|c| !c.is_control()).collect();
    }
    let cut: String = words.chars().filter(|c| !c.is_control()).take(most - 1).collect();
    let end = cut.rfind(' ').filter(|end| *end > cut.len() / 2).unwrap_or(cut.len());
    format!("{}…", cut[..end].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_taken_off_and_signs_stay() {
        for (marked, expected) in [
            ("<strong>Brave</strong> Search&#x27;s own", "Brave Search's own"),
            ("p < 0.05 and q > 2", "p < 0.05 and q > 2"),
            ("<jats:p>One.</jats:p><jats:p>Two.</jats:p>", "One. Two."),
            ("a &amp;lt; b", "a &lt; b"),
            ("H<sub>2</sub>O", "H2O"),
        ] {
            assert_eq!(plain(marked), expected);
        }
    }

    #[test]
    fn times_come_in_several_forms() {
        for form in
            ["2024-03-01T00:00:00Z", "2024-03-01 00:00:00+00:00", "2024-03-01", "2024-03-01T00:00:00.000"]
        {
            assert_eq!(moment(form), Some(Millis(1_709_251_200_000)), "{form}");
        }
        assert_eq!(moment("yesterday"), None);
        assert_eq!(date(2024, 3, 0), Some(Millis(1_709_251_200_000)));
        assert_eq!(date(2024, 13, 1), None);
    }

    #[test]
    fn words_are_cut_at_a_word() {
        let hit = Words { title: "", snippet: &"word ".repeat(200) }.hit("https://a.example/".into());
        assert_eq!(hit.title, "https://a.example/");
        assert!(hit.snippet.chars().count() <= SNIPPET && hit.snippet.ends_with("word…"));
    }
}
