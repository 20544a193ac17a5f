//! Cards: repeated entries of the same kind, each about something that has its own page.

use super::page::Page;
use super::tree::NodeId;
use std::collections::{BTreeMap, HashSet};

/// This many sibling entries make a list.
const LIST: usize = 4;
/// Maximum words of a card; a longer entry has something of its own to say.
const CARD: u32 = 150;
/// Maximum words of a card without a price, which is little more than an image and a name.
const SMALL_CARD: u32 = 40;

/// Products: sibling entries of which most have a link and a price. What opens in place has no page of its own.
pub fn for_sale(page: &Page<'_, '_>, main: NodeId) -> HashSet<NodeId> {
    let is_offer = |node: NodeId| {
        let words = page.words(node);
        words.links > 0 && words.all <= CARD && has_price(&page.text(node)) && !page.has_label(node)
    };
    entries(page, main, |group| group.iter().filter(|node| is_offer(**node)).count() * 2 >= group.len())
}

/// Other things of the kind that the page is about: sibling entries with images that link to other pages.
pub fn of_others(page: &Page<'_, '_>, main: NodeId) -> HashSet<NodeId> {
    let is_teaser = |node: NodeId| {
        let words = page.words(node);
        let pictured = || page.has(node, |name| matches!(name, "img" | "picture" | "svg"));
        words.links > 0 && words.all <= SMALL_CARD && words.linked * 3 >= words.all && pictured()
    };
    entries(page, main, |group| {
        let teasers: Vec<NodeId> = group.iter().copied().filter(|node| is_teaser(*node)).collect();
        let targets: HashSet<&str> = teasers.iter().filter_map(|node| target(page, *node)).collect();
        teasers.len() * 3 >= group.len() * 2 && targets.len() * 2 > teasers.len()
    })
}

/// Words of the outermost of these elements.
pub fn words_of(page: &Page<'_, '_>, cards: &HashSet<NodeId>) -> u32 {
    let outermost = cards.iter().filter(|card| !page.around(**card).any(|outer| cards.contains(&outer)));
    outermost.map(|card| page.words(*card).all).sum()
}

/// All groups of same-named siblings that `wanted` accepts as a list.
fn entries(page: &Page<'_, '_>, main: NodeId, wanted: impl Fn(&[NodeId]) -> bool) -> HashSet<NodeId> {
    let mut found = HashSet::new();
    for node in page.tree.descendants(main).filter(|node| page.words(*node).all > 0) {
        let mut groups: BTreeMap<&str, Vec<NodeId>> = BTreeMap::new();
        for child in page.tree.children(node).filter(|child| page.words(*child).all > 0) {
            groups.entry(page.tree.name(child)).or_default().push(child);
        }
        groups.remove("");
        for group in groups.into_values().filter(|group| group.len() >= LIST && wanted(group)) {
            found.extend(group);
        }
    }
    found
}

/// The target of an element's first link, without the fragment.
fn target<'p>(page: &'p Page<'_, '_>, node: NodeId) -> Option<&'p str> {
    let inside = std::iter::once(node).chain(page.tree.descendants(node));
    inside.filter_map(|inner| page.tree.attribute(inner, "href")).find_map(|href| href.split('#').next())
}

/// Whether a text contains an amount of money: a currency sign or code beside a number.
pub fn has_price(text: &str) -> bool {
    const SIGNS: &[char] = &['$', '€', '£', '¥', '₹', '₽', '₩', '₺', '₴'];
    const CODES: &[&str] = &[
        "USD", "EUR", "GBP", "CHF", "AUD", "CAD", "SEK", "NOK", "DKK", "PLN", "CZK", "kr", "zł", "Kč", "лв",
    ];
    let digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let digit_before = |text: &str| text.ends_with(|c: char| c.is_ascii_digit());
    let beside = |at: usize, length: usize| {
        digit(text[at + length..].trim_start()) || digit_before(text[..at].trim_end())
    };
    text.match_indices(SIGNS).any(|(at, sign)| beside(at, sign.len()))
        || CODES.iter().any(|code| text.match_indices(code).any(|(at, _)| beside(at, code.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_numbers_beside_money() {
        for price in ["from $ 12.50", "1.299,00 €", "CHF 20", "349 kr", "£5"] {
            assert!(has_price(price), "{price}");
        }
        for other in ["In 1999 we paid", "US$ and euros", "12 kg", "$HOME/x"] {
            assert!(!has_price(other), "{other}");
        }
    }
}
