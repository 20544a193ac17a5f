//! Front matter: what a Markdown file says of itself in `key: value` lines at its start.
//!
//! Only lines that aren't indented are read: what is below another key describes something else. That a document no
//! longer holds becomes the first line of its text, because its readers must see it.

use crate::days::{day_first, day_in};
use crate::html::parse_date;
use crate::parse::Draft;
use crate::text::Block;
use gorkd_core::model::Millis;

/// Keys of days on which a document was changed, confirmed, or began to hold, without `_` and `-`.
const REVISED: &[&str] = &[
    "updated",
    "updatedat",
    "lastupdated",
    "lastmod",
    "modified",
    "lastmodified",
    "lastreviewed",
    "effective",
    "effectivedate",
    "validfrom",
    "created",
];
/// What a `status` says that a document no longer holds, or never did.
const VOID: &[&str] =
    &["superseded", "deprecated", "obsolete", "outdated", "archived", "withdrawn", "rejected"];
/// Keys of what took its place.
const SUCCESSORS: &[&str] = &["supersededby", "replacedby"];
/// In characters. A longer value is a text, not a name or a status.
const LONGEST: usize = 200;

/// Takes over title, author, dates, language, and status.
pub fn take(metadata: &str, draft: &mut Draft) {
    let (mut status, mut successor) = (None, None);
    let lines: Vec<&str> = metadata.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        let Some((key, value)) = line.split_once(':') else { continue };
        if key.starts_with([' ', '\t', '-', '#']) {
            continue;
        }
        let value = match bare(value) {
            "" => first_of_list(&lines[at + 1..]),
            value => value,
        };
        if value.is_empty() {
            continue;
        }
        let key: String = key.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        match key.as_str() {
            "title" => draft.title = Some(value.to_owned()),
            "author" | "authors" => draft.author = Some(value.trim_matches(['[', ']']).to_owned()),
            "date" | "published" => draft.published_at = date(value),
            "lang" | "language" => draft.language = Some(value.to_owned()),
            "status" => status = void(value).or(status),
            "deprecated" | "archived" | "obsolete" if is_true(value) => status = status.or(Some(key)),
            key if REVISED.contains(&key) => draft.revised.extend(date(value)),
            key if SUCCESSORS.contains(&key) => successor = successor.or(named(value)),
            _ => {}
        }
    }
    let status = match (status, successor) {
        (_, Some(successor)) => format!("superseded by {successor}"),
        (Some(status), None) => status,
        (None, None) => return,
    };
    draft.blocks.insert(0, Block::Paragraph(format!("Status: {status}")));
}

/// A value without its comment and its quotation marks.
fn bare(value: &str) -> &str {
    let value = value.trim();
    if value.starts_with('#') {
        return "";
    }
    if let Some(quote) = value.chars().next().filter(|c| matches!(c, '"' | '\''))
        && let Some((quoted, _)) = value[1..].split_once(quote)
    {
        return quoted.trim();
    }
    value.find(" #").map_or(value, |end| &value[..end]).trim().trim_matches(['"', '\'']).trim()
}

/// The first item of a list below a key.
fn first_of_list<'a>(below: &[&'a str]) -> &'a str {
    below.first().and_then(|line| line.trim_start().strip_prefix("- ")).map_or("", bare)
}

fn date(value: &str) -> Option<Millis> {
    parse_date(value).or_else(|| day_in(value)).or_else(|| day_first(value))
}

fn is_true(value: &str) -> bool {
    ["true", "yes", "on"].contains(&value.to_ascii_lowercase().as_str())
}

/// A status by which a document doesn't hold: one of the words, and what is said with it.
fn void(value: &str) -> Option<String> {
    let value = value.trim_matches(['*', '_', '[', ']']);
    let lower = value.to_lowercase();
    let word = VOID.iter().find(|word| lower.starts_with(**word))?;
    let rest = value.get(word.len()..)?;
    let whole = rest.is_empty() || rest.starts_with(|c: char| !c.is_alphanumeric());
    (whole && value.chars().count() <= LONGEST).then(|| format!("{word}{rest}"))
}

/// What took its place, if the value names something.
fn named(value: &str) -> Option<String> {
    let value = value.trim_matches(['[', ']']).trim().trim_matches(['"', '\'']).trim();
    let none = ["", "~", "-", "null", "none", "false", "no", "n/a", "tbd"];
    let names = !none.contains(&value.to_ascii_lowercase().as_str()) && value.chars().count() <= LONGEST;
    names.then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(metadata: &str) -> Draft {
        let mut draft = Draft { blocks: vec![Block::Heading(1, "Title".into())], ..Draft::default() };
        take(metadata, &mut draft);
        draft
    }

    fn status(metadata: &str) -> Option<String> {
        match &read(metadata).blocks[..] {
            [Block::Paragraph(status), Block::Heading(..)] => Some(status.clone()),
            [Block::Heading(..)] => None,
            other => panic!("a status and a heading, and not {other:?}"),
        }
    }

    #[test]
    fn what_a_document_says_of_its_dates_is_kept() {
        let draft = read(
            "title: 'A: guide' # ours\ndate: 2024-03-01\nlast-updated: 2 May 2025\nlastReviewed: 09.10.2025\n\
             version: 2025\neffective: 2025\ncreated:\nauthor:\n  title: Dr\n  updated: 2026-01-01\n",
        );
        assert_eq!(draft.title.as_deref(), Some("A: guide"));
        assert_eq!(draft.published_at, parse_date("2024-03-01"));
        let revised: Vec<Millis> = ["2025-05-02", "2025-10-09"].into_iter().filter_map(parse_date).collect();
        assert_eq!(draft.revised, revised);
        for key in
            ["updated", "lastmod", "modified", "last_modified", "effective_date", "valid_from", "created"]
        {
            assert_eq!(read(&format!("{key}: 2025-10-09T10:00:00Z")).revised.len(), 1, "{key}");
        }
    }

    #[test]
    fn what_no_longer_holds_says_so_at_its_start() {
        for (metadata, said) in [
            ("status: superseded", "Status: superseded"),
            ("status: \"Deprecated\"", "Status: deprecated"),
            ("Status: Superseded by ADR 6 # see there", "Status: superseded by ADR 6"),
            ("status: obsolete\nsuperseded_by: ADR 6", "Status: superseded by ADR 6"),
            ("status: accepted\nsuperseded-by: [\"0006.md\"]", "Status: superseded by 0006.md"),
            ("replaced_by:\n  - docs/new.md", "Status: superseded by docs/new.md"),
            ("deprecated: true", "Status: deprecated"),
            ("archived: yes", "Status: archived"),
            ("status: draft\nobsolete: true", "Status: obsolete"),
        ] {
            assert_eq!(status(metadata).as_deref(), Some(said), "{metadata}");
        }
        for metadata in [
            "status: accepted",
            "status: draft",
            "status: archivedness",
            "superseded_by: null",
            "superseded_by:",
            "replaced_by: []",
            "deprecated: false",
            "supersedes: 0005.md",
            "title: Status: superseded",
        ] {
            assert_eq!(status(metadata), None, "{metadata}");
        }
    }
}
