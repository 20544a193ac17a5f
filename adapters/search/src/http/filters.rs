//! Applies the same filters for every provider: what an interface does not support is filtered from its
//! results.

use gorkd_core::model::{Filters, Recency, SearchHit, host_of};
use jiff::civil::Date;

const DAY_MS: i64 = 86_400_000;

/// Whether a hit passes the filters. A hit passes if the information is missing: a page without a date may be
/// new. Optional recency is left to interfaces that support it.
pub(crate) fn wanted(hit: &SearchHit, filters: &Filters, now: i64) -> bool {
    let host = host_of(&hit.url).to_lowercase();
    let within = |site: &String| {
        let site = bare(site);
        host == site
            || host.strip_suffix(&site).is_some_and(|rest| rest.ends_with('.') || site.starts_with('.'))
    };
    let site = (filters.domains_in.is_empty() || filters.domains_in.iter().any(within))
        && !filters.domains_out.iter().any(within);
    let old = |recency: Recency| {
        // One day of grace, because dates come without a time.
        hit.published_at.is_some_and(|at| at.0 < now - (days(recency) + 1) * DAY_MS)
    };
    site && (filters.wished.recency || !filters.recency.is_some_and(old))
}

pub(crate) fn days(recency: Recency) -> i64 {
    match recency {
        Recency::Day => 1,
        Recency::Week => 7,
        Recency::Month => 31,
        Recency::Year => 366,
    }
}

/// The earliest day that is recent enough.
pub(crate) fn since(recency: Recency) -> Date {
    let ms = jiff::Timestamp::now().as_millisecond() - days(recency) * DAY_MS;
    let at = jiff::Timestamp::from_millisecond(ms).unwrap_or_default();
    at.to_zoned(jiff::tz::TimeZone::UTC).date()
}

/// Adds `site:` operators in the form that large search engines understand.
pub(crate) fn site_words(text: &str, filters: &Filters) -> String {
    let mut parts = vec![text.to_owned()];
    let wanted: Vec<String> = filters.domains_in.iter().map(|site| format!("site:{}", bare(site))).collect();
    if !wanted.is_empty() {
        parts.push(wanted.join(" OR "));
    }
    parts.extend(filters.domains_out.iter().map(|site| format!("-site:{}", bare(site))));
    parts.join(" ")
}

/// A site name without scheme, `www.` and the like.
pub(crate) fn bare(site: &str) -> String {
    let site = site.trim();
    let site = site.split_once("://").map_or(site, |(_, rest)| rest);
    let site = site.split(|c: char| c == '/' || c.is_whitespace()).next().unwrap_or_default();
    site.trim_start_matches("*.").trim_start_matches("www.").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::model::{Millis, SoftFilters};

    #[test]
    fn unsupported_filters_are_applied_to_the_results() {
        let now = 1_000 * DAY_MS;
        let hit = |url: &str, age: Option<i64>| SearchHit {
            url: url.into(),
            published_at: age.map(|days| Millis(now - days * DAY_MS)),
            ..SearchHit::default()
        };
        let filters = Filters {
            recency: Some(Recency::Week),
            domains_in: vec!["https://www.example.org/".into(), ".gov".into()],
            domains_out: vec!["spam.example.org".into()],
            ..Filters::default()
        };
        for (url, age, passes) in [
            ("https://example.org/a", Some(3), true),
            ("https://docs.example.org/a", None, true),
            ("https://example.org/a", Some(9), false),
            ("https://notexample.org/a", None, false),
            ("https://spam.example.org/a", None, false),
            ("https://www.nasa.gov/moon", None, true),
            ("https://mygov/moon", None, false),
        ] {
            assert_eq!(wanted(&hit(url, age), &filters, now), passes, "{url} {age:?}");
        }
        let wished = Filters { wished: SoftFilters { recency: true, site: true }, ..filters };
        assert!(
            wanted(&hit("https://example.org/a", Some(9)), &wished, now),
            "its interface may know recency"
        );
        assert!(!wanted(&hit("https://example.com/a", None), &wished, now));
    }
}
