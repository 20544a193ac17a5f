//! Sections that do not belong to a page's text: related items, reviews, calls to comment or subscribe.
//!
//! They are recognized by their headings, which are worded much the same everywhere. A section is the largest
//! element that starts with the heading or, if headings and text are siblings, everything up to the next
//! heading of the same rank.

use super::page::Page;
use super::tree::NodeId;
use std::collections::HashSet;

/// Maximum words of a heading that names such a section.
const HEADING: u32 = 9;
/// Maximum words of a section that asks for something, and of any section per link in it.
const FEW: u32 = 60;
const FOR_A_LINK: u32 = 20;

/// Starts of headings that lead away from any page.
const ASIDES: &[&str] = &[
    "related",
    "recommended for",
    "recommended products",
    "recommended articles",
    "recommended reading",
    "recommended posts",
    "our recommendations",
    "similar",
    "recently viewed",
    "suggested topics",
    "suggested reading",
    "suggested products",
    "you may also",
    "you might also",
    "you may like",
    "you might like",
    "you'll also",
    "you'll love",
    "people also",
    "customers also",
    "customers who",
    "also bought",
    "often bought",
    "frequently bought",
    "buy together",
    "goes well with",
    "pairs well with",
    "more like this",
    "more from",
    "more to explore",
    "more stories",
    "more articles",
    "complete the look",
    "complete your",
    "read next",
    "read more",
    "keep reading",
    "what to read next",
    "from our blog",
    "from the blog",
    "follow us",
    "share this",
    "newsletter",
    "subscribe to",
    "join our newsletter",
    "sign up for",
    "stay up to date",
    "stay in the loop",
    "stay connected",
    "leave a reply",
    "leave a comment",
    "post a comment",
    "add a comment",
    "write a review",
    "popular searches",
    "new & unread topics",
    "ähnliche",
    "verwandte",
    "das könnte",
    "kunden kauften",
    "zuletzt angesehen",
    "produits similaires",
    "produits associés",
    "produits complémentaires",
    "vous aimerez",
    "vous pourriez aussi",
    "à lire aussi",
    "sur le même sujet",
    "articles similaires",
    "productos relacionados",
    "artículos relacionados",
    "también te puede",
    "también te podría",
    "te puede interesar",
    "похожие",
    "рекомендуем",
    "с этим товаром",
    "вам может понравиться",
    "читайте также",
    "相关",
    "推荐",
    "猜你喜欢",
    "منتجات ذات صلة",
    "مقالات ذات صلة",
    "قد يعجبك",
];

/// Headings of customer reviews.
const REVIEWS: &[&str] = &[
    "review",
    "reviews",
    "customer reviews",
    "ratings",
    "customer ratings",
    "testimonials",
    "what our customers",
    "what customers",
    "what people are saying",
    "what our clients",
    "questions & answers",
    "bewertungen",
    "kundenbewertungen",
    "avis",
    "avis clients",
    "opiniones",
    "reseñas",
    "отзывы",
    "评价",
    "用户评价",
];

/// Headings about payment and shipping.
const SHIPPING: &[&str] = &[
    "shipping",
    "free shipping",
    "delivery",
    "free delivery",
    "returns",
    "payment",
    "more ways to pay",
    "how to get it",
    "notify me",
    "versand",
    "lieferung",
    "livraison",
    "envío",
    "доставка",
    "配送",
];

/// The elements of all such sections in part of a page.
pub fn sections(page: &Page<'_, '_>, main: NodeId, reviews: bool) -> HashSet<NodeId> {
    let mut found = HashSet::new();
    let total = page.words(main).all;
    for heading in page.tree.descendants(main) {
        let Some(rank) = rank(page.tree.name(heading)) else { continue };
        let words = page.words(heading).all;
        if rank == 1 || words == 0 || words > HEADING {
            continue;
        }
        let text = page.text(heading).to_lowercase().replace('’', "'");
        let named = |names: &[&str]| names.iter().any(|name| begins(&text, name));
        let of_buyers = reviews && (named(REVIEWS) || named(SHIPPING));
        if !of_buyers && !named(ASIDES) {
            continue;
        }
        let section = section(page, main, heading, rank);
        let all: u32 = section.iter().map(|node| page.words(*node).all).sum();
        let links: u32 = section.iter().map(|node| page.words(*node).links).sum();
        let leads_away = of_buyers || all <= FEW || links * FOR_A_LINK >= all;
        // Whatever it is called, a section with most of the words is the page itself.
        if leads_away && all * 2 <= total {
            found.extend(section);
        }
    }
    found
}

/// The elements of the section below a heading.
fn section(page: &Page<'_, '_>, main: NodeId, heading: NodeId, rank: u8) -> Vec<NodeId> {
    let begins_with_it =
        |outer: &NodeId| *outer != main && page.words_before(*outer) == page.words_before(heading);
    let outermost = page.around(heading).take_while(begins_with_it).last().unwrap_or(heading);
    if page.words(outermost).all > page.words(heading).all {
        return vec![outermost];
    }
    let ends = |node: NodeId| {
        std::iter::once(node)
            .chain(page.tree.descendants(node))
            .any(|inner| self::rank(page.tree.name(inner)).is_some_and(|other| other <= rank))
    };
    let rest = page.tree.siblings_after(outermost).take_while(|node| !ends(*node));
    std::iter::once(outermost).chain(rest).collect()
}

fn rank(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [b'h', rank @ b'1'..=b'6'] => Some(rank - b'0'),
        _ => None,
    }
}

/// Whether a text starts with these words as whole words. Scripts without spaces have no word boundaries.
fn begins(text: &str, words: &str) -> bool {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    text.strip_prefix(words)
        .is_some_and(|rest| !words.is_ascii() || !rest.starts_with(|c: char| c.is_alphanumeric()))
}
