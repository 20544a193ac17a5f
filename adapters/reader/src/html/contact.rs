//! When a place is open, and how it is reached: short blocks beside, above or below the text of a page.
//!
//! They look like boilerplate, and often are all that somebody wants to know. Markup says what they are (`address`,
//! schema.org), or their form does: a weekday and a range of times. A number to call alone is on every page of many shops.

use super::convert;
use super::furniture::{Extra, Furniture, Keep};
use super::page::Page;
use super::tree::{NodeId, ROOT};
use crate::text::{Block, count_words};

/// Minimum and maximum words of such a block.
const SHORT: u32 = 3;
const LONG: u32 = 50;
/// Maximum number of them on a page; a page with more is a list of places.
const MOST: usize = 3;

/// Those blocks of the page that its text lacks.
pub fn beside(page: &Page<'_, '_>, text: &[Block]) -> Vec<Block> {
    let mut known = letters(text);
    let mut found = Vec::new();
    let mut count = 0;
    for node in places(page) {
        let furniture = Furniture::of(page, node, Keep::All, &Extra::default());
        let blocks = flat(convert::blocks_of(page, &furniture, node));
        let own = letters(&blocks);
        if known.contains(&own)
            || blocks.iter().all(|block| known.contains(&letters(std::slice::from_ref(block))))
        {
            continue;
        }
        known.push_str(&own);
        found.extend(blocks);
        count += 1;
    }
    if count > MOST { Vec::new() } else { found }
}

/// The outermost short elements that tell hours or an address, and are not mostly links.
fn places(page: &Page<'_, '_>) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut open = vec![ROOT];
    while let Some(node) = open.pop() {
        let words = page.words(node);
        if page.tree.text(node).is_some()
            || words.all < SHORT
            || page.has(node, is_field) && words.all <= LONG
        {
            continue;
        }
        let is_short = words.all <= LONG && words.linked * 2 <= words.all;
        if is_short && page.tree.name(node) != "html" && tells(page, node) {
            found.push(node);
        } else if !is_short {
            let inner: Vec<NodeId> = page.tree.children(node).collect();
            open.extend(inner.into_iter().rev());
        }
    }
    found
}

fn is_field(name: &str) -> bool {
    matches!(name, "input" | "select" | "textarea")
}

fn tells(page: &Page<'_, '_>, node: NodeId) -> bool {
    const PROPERTIES: &[&str] = &["openingHours", "openingHoursSpecification", "address", "streetAddress"];
    let marked = |inner: NodeId| {
        page.tree.name(inner) == "address" && page.text(inner).contains(|c: char| c.is_ascii_digit())
            || PROPERTIES.contains(&page.attribute(inner, "itemprop"))
    };
    std::iter::once(node).chain(page.tree.descendants(node)).any(marked) || tells_hours(&page.text(node))
}

/// Whether a text has a weekday and a range of times: "Mon-Fri: 8:00 am - 4:30 pm".
fn tells_hours(text: &str) -> bool {
    const DAYS: &[&str] = &[
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "mondays",
        "fridays",
        "mon",
        "tue",
        "tues",
        "wed",
        "thu",
        "thur",
        "thurs",
        "fri",
        "sat",
        "sun",
        "daily",
        "weekdays",
        "montag",
        "dienstag",
        "mittwoch",
        "donnerstag",
        "freitag",
        "samstag",
        "sonntag",
        "mo",
        "fr",
        "lundi",
        "mardi",
        "mercredi",
        "jeudi",
        "vendredi",
        "samedi",
        "dimanche",
        "lunes",
        "martes",
        "viernes",
        "sábado",
        "domingo",
    ];
    let text = text.to_lowercase();
    let mut words = text.split(|c: char| !c.is_alphabetic());
    words.any(|word| DAYS.contains(&word)) && has_range(&text)
}

/// Whether two times of day are parted by a dash or a word for "to".
fn has_range(text: &str) -> bool {
    let (mut rest, mut last_ended) = (text, None);
    let mut at = 0;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let begin = at + start;
        let length = time(&text[begin..]);
        if let Some(length) = length {
            let between: Option<&str> = last_ended.map(|end: usize| text[end..begin].trim());
            if between.is_some_and(|word| {
                matches!(word, "-" | "–" | "—" | "to" | "until" | "till" | "bis" | "à" | "a")
            }) {
                return true;
            }
            last_ended = Some(begin + length);
        }
        let digits = text[begin..].bytes().take_while(u8::is_ascii_digit).count();
        at = begin + length.unwrap_or(digits);
        rest = &text[at..];
    }
    false
}

/// The length of a time of day at the start of a text: "8:00", "16h30", "4 p.m.", "8:00 am".
fn time(text: &str) -> Option<usize> {
    let number = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let mut length = number(text);
    if length > 2 {
        return None;
    }
    let mut is_time = false;
    if let Some(minutes) = text[length..].strip_prefix([':', '.', 'h'])
        && number(minutes) == 2
    {
        length += 3;
        is_time = true;
    }
    let after = &text[length..];
    let spaces = after.len() - after.trim_start().len();
    let half = ["a.m.", "p.m.", "am", "pm", "uhr"].iter().find(|half| after.trim_start().starts_with(**half));
    if let Some(half) = half {
        return Some(length + spaces + half.len());
    }
    is_time.then_some(length)
}

/// Blocks that are not marked as navigation, below the heading of the page, and without its imprint.
fn flat(blocks: Vec<Block>) -> Vec<Block> {
    let inner = blocks.into_iter().flat_map(|block| match block {
        Block::Navigation(inner) => inner,
        other => vec![other],
    });
    let told = inner
        .filter(|block| count_words(&block.texts().concat()) > 0 && !block.texts().concat().contains('©'));
    let below = |block| match block {
        Block::Heading(level, text) => Block::Heading(level.max(2), text),
        other => other,
    };
    told.map(below).collect()
}

fn letters(blocks: &[Block]) -> String {
    blocks.iter().flat_map(Block::texts).flat_map(str::chars).filter(|c| c.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_are_a_weekday_and_a_range_of_times() {
        for hours in [
            "Monday - Friday 8 a.m. - 4 p.m.",
            "Business Hours - Mon To Fri: 8:00 am - 4:30 pm.",
            "Mo–Fr 9.00–18.00 Uhr",
            "lundi à vendredi : 9h00 à 17h30",
            "Sat 10AM-2PM",
        ] {
            assert!(tells_hours(hours), "{hours}");
        }
        for other in
            ["Monday at 8:00", "Version 8.10 - 9.20", "Fri, 5 May 2024", "Sun 12-14", "Tue 1.25 and 2.50"]
        {
            assert!(!tells_hours(other), "{other}");
        }
    }
}
