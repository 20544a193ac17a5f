//! Parses steering instructions: "skip vendor blogs", "only from nasa.gov", "only 2025".

use super::forms::form_of;
use crate::analyze::{language_of, period_of};
use crate::text::mentions::dated;
use crate::text::pattern;
use gorkd_core::model::{Constraint, ConstraintKind, Millis};
use gorkd_core::text::is_site;
use regex::Regex;
use std::sync::LazyLock;

/// The constraint expressed by a person's words; a note if no rule understands them.
pub fn steer(text: &str) -> Constraint {
    let said = text.trim().trim_end_matches(['.', '!']).trim();
    let lower = said.to_lowercase();
    let kind = form_of(said)
        .map(ConstraintKind::Deliverable)
        .or_else(|| also(said, &lower))
        .or_else(|| time(said, &lower))
        .or_else(|| excluded(said, &lower))
        .or_else(|| only(said, &lower))
        .unwrap_or(ConstraintKind::Note);
    Constraint { text: text.trim().to_owned(), kind }
}

fn also(said: &str, lower: &str) -> Option<ConstraintKind> {
    let rest = behind(&ALSO, said, lower)?;
    (!rest.is_empty()).then_some(ConstraintKind::Also(rest))
}

/// Time restrictions with hardly any other words: "only 2025", "nothing before 2020", "last 5 years". "This
/// year" can't be resolved without a clock, so it is left to the question's own period.
fn time(said: &str, lower: &str) -> Option<ConstraintKind> {
    let language = language_of(said);
    let recent = RECENT.is_match(lower);
    if dated(said, &language).is_empty() && !recent
        || lower.split_whitespace().count() > 9
        || !TIME.is_match(lower)
    {
        return None;
    }
    // "Nothing before 2020" means since 2020; "nothing after" means until.
    let turned = if NOTHING.is_match(lower) {
        said.replace("before", "since")
            .replace("older than", "since")
            .replace("after", "until")
            .replace("newer than", "until")
    } else {
        said.to_owned()
    };
    period_of(&turned, &language, Millis(0)).map(ConstraintKind::Period)
}

fn excluded(said: &str, lower: &str) -> Option<ConstraintKind> {
    let list = items(&behind(&EXCLUDE, said, lower)?);
    (!list.is_empty()).then_some(ConstraintKind::Exclude(list))
}

/// "Only" restricts to sites. Without a site's name, rules can only use it if the words name a known family of
/// sites.
fn only(said: &str, lower: &str) -> Option<ConstraintKind> {
    let list = items(&behind(&ONLY, said, lower)?);
    let sites: Vec<String> = list
        .into_iter()
        .filter_map(|item| {
            let lower = item.to_lowercase();
            let family = FAMILIES.iter().find(|(words, _)| words.contains(&lower.as_str()));
            family.map(|(_, site)| (*site).to_owned()).or_else(|| is_site(&item).then_some(lower))
        })
        .collect();
    (!sites.is_empty()).then_some(ConstraintKind::Only(sites))
}

/// The words behind a cue, as they were written unless lower-casing has shifted positions.
fn behind(cue: &Regex, said: &str, lower: &str) -> Option<String> {
    let range = cue.captures(lower)?.get(1)?.range();
    let text = if said.len() == lower.len() { said.get(range)? } else { lower.get(range)? };
    Some(text.trim().trim_matches(['"', '“', '”']).to_owned())
}

fn items(text: &str) -> Vec<String> {
    SEPARATORS
        .split(text)
        .map(|item| {
            let item = item.trim().trim_end_matches(['.', '!', '/']);
            let item =
                item.trim_start_matches("https://").trim_start_matches("http://").trim_start_matches("www.");
            [
                "the ",
                "any ",
                "all ",
                "anything from ",
                "sites like ",
                "results from ",
                "from ",
                "sources from ",
            ]
            .iter()
            .fold(item, |item, lead| item.strip_prefix(lead).unwrap_or(item))
            .to_owned()
        })
        .filter(|item| item.chars().any(char::is_alphanumeric))
        .collect()
}

static ALSO: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:please )?(?:and )?(?:also (?:check|look (?:at|for|up|into)|find(?: out)?|include|consider|cover|search(?: for)?|add)|(?:check|include|consider|cover|look (?:at|up|into)|add) also|additionally(?: check| find| look for)?|(?:prüfe|suche|schau) auch(?: nach)?|auch|también|cherche aussi|aussi)\s*:?\s+(.+)$",
    )
});

static EXCLUDE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:please )?(?:skip|exclude|ignore|avoid|without|leave out|leave off|omit|drop|not? (?:from|using)|no (?:more )?|don'?t use|do not use|except|excluding|nicht (?:von|aus)|ohne|keine|sin|sans)\s+(.+)$",
    )
});

static ONLY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:please )?(?:only|just|use only|stick to|keep to|limit (?:it |this )?to|restrict (?:it |this )?to|nur|solo|seulement|uniquement)\s+(?:use |from |on |at |sources from |results from |von |aus |de )*(.+)$",
    )
});

static TIME: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:please )?(?:(?:use )?only|just|nothing|no(?:thing)? older|not older|newer|since|after|before|until|between|from|in|last|past|the last|within|nur|seit|ab|vor|solo|desde|depuis|seulement|limit|restrict|\d{4})\b",
    )
});

static NOTHING: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(?:nothing|not|no)\b"));
static RECENT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(?:recent|latest|newest|this week|this month|today)\b"));
static SEPARATORS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\s*(?:,|;|\band\b|\bor\b|\bund\b|\by\b|\bet\b)\s*"));

/// Families of sites, and the words for them.
const FAMILIES: &[(&[&str], &str)] = &[
    (&["government sites", "government", "gov", "gov sites", ".gov"], ".gov"),
    (&["universities", "university sites", "academic sites", "edu", "edu sites", ".edu"], ".edu"),
    (&["wikipedia"], "wikipedia.org"),
    (&["arxiv"], "arxiv.org"),
    (&["pubmed"], "pubmed.ncbi.nlm.nih.gov"),
    (&["github"], "github.com"),
    (&["stack overflow", "stackoverflow"], "stackoverflow.com"),
    (&["reddit"], "reddit.com"),
];
