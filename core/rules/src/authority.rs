//! How reliable a site is, before anything on it is read. Deliberately coarse: five levels, judged by the address.

use gorkd_core::model::{Document, DocumentKind, host_of};
use gorkd_core::text::site_of;
use gorkd_core::text::tables::{Words, read};
use serde::Deserialize;
use std::sync::LazyLock;
use url::Url;

/// 0 to 1. `entities` are the things that the question names: their own sites speak with most authority on them.
pub fn authority(address: &str, entities: &[String]) -> f64 {
    let host = host_of(address);
    let site = site_of(address);
    if is_own_site(address, entities) {
        OWN
    } else if SITES.official.has(&site) || SITES.official.has(&host) || is_public_body(&host) {
        OFFICIAL
    } else if SITES.edited.has(&site) || is_documentation(address, &host) {
        EDITED
    } else if SITES.open.has(&site) || host.starts_with("forum.") || host.starts_with("forums.") {
        OPEN
    } else {
        UNKNOWN
    }
}

/// The authority of a document that was read. Anyone can post in a forum, no matter who runs it.
pub fn authority_of(document: &Document, entities: &[String]) -> f64 {
    let of_site = authority(&document.url, entities);
    if document.kind == DocumentKind::Forum { of_site.min(OPEN) } else { of_site }
}

/// Is the address on the site of something that the question names, such as `postgresql.org` for PostgreSQL?
pub fn is_own_site(address: &str, entities: &[String]) -> bool {
    let site = site_of(address);
    let label = site.split('.').next().unwrap_or_default();
    label.len() >= 3
        && entities.iter().any(|entity| {
            let plain: String = entity.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
            plain == label || plain == site.replace('.', "")
        })
}

/// Is this a paper, or a page of a place that publishes or keeps papers? Told by the address and by what reading it
/// has shown.
pub fn is_academic(address: &str, kind: DocumentKind) -> bool {
    let (host, site) = (host_of(address), site_of(address));
    let path = Url::parse(address).map(|url| url.path().to_lowercase()).unwrap_or_default();
    kind == DocumentKind::Paper
        || SITES.academic.has(&site)
        || SITES.academic.has(&host)
        || host.ends_with(".ncbi.nlm.nih.gov")
        || path.contains("/doi/")
}

const OWN: f64 = 1.0;
const OFFICIAL: f64 = 0.9;
const EDITED: f64 = 0.75;
const UNKNOWN: f64 = 0.5;
/// Anybody may write there.
const OPEN: f64 = 0.25;

/// Governments, universities and treaty organisations by their reserved endings.
fn is_public_body(host: &str) -> bool {
    let labels: Vec<&str> = host.rsplit('.').collect();
    let body = |label: &str| matches!(label, "gov" | "edu" | "mil" | "int" | "gob" | "gouv" | "ac" | "govt");
    match labels.as_slice() {
        [top, second, _, ..] => {
            matches!(*top, "gov" | "edu" | "mil" | "int") || (top.len() == 2 && body(second))
        }
        [top, ..] => matches!(*top, "gov" | "edu" | "mil" | "int"),
        [] => false,
    }
}

fn is_documentation(address: &str, host: &str) -> bool {
    let path = Url::parse(address).map(|url| url.path().to_lowercase()).unwrap_or_default();
    ["docs.", "doc.", "developer.", "developers.", "manual.", "reference.", "learn.", "man."]
        .iter()
        .any(|start| host.starts_with(start))
        || ["/docs/", "/documentation/", "/manual/", "/reference/"].iter().any(|part| path.contains(part))
}

/// Sites that are known by name: `core/rules/tables/sites.toml`.
#[derive(Deserialize)]
struct Sites {
    official: Words,
    edited: Words,
    open: Words,
    academic: Words,
}

static SITES: LazyLock<Sites> = LazyLock::new(|| read("sites", include_str!("../tables/sites.toml")));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anyone_can_post_in_a_forum() {
        let entities = ["Rust".to_owned()];
        let page = Document { url: "https://rust.org/t/1".into(), ..Document::default() };
        let thread = Document { kind: DocumentKind::Forum, ..page.clone() };
        assert!(authority_of(&page, &entities) > 0.9 && authority_of(&thread, &entities) < 0.3);
    }

    #[test]
    fn sites_stand_in_five_steps() {
        let entities = ["PostgreSQL".to_owned()];
        let of = |address: &str| authority(address, &entities);
        assert!(of("https://www.postgresql.org/docs/15/") > of("https://www.nasa.gov/moon"));
        assert_eq!(of("https://www.nasa.gov/moon"), of("https://www.ox.ac.uk/x"));
        assert!(of("https://www.nasa.gov/moon") > of("https://en.wikipedia.org/wiki/Moon"));
        assert!(of("https://docs.example.com/x") > of("https://example.com/blog"));
        assert!(of("https://example.com/blog") > of("https://www.reddit.com/r/x"));
        assert_eq!(of("file:///notes/x.md"), UNKNOWN);
    }
}
