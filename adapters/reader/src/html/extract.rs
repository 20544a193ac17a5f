//! Finds the part of a page that is its text, depending on the shape of the page.
//!
//! What a page marks as its main part is read in full, without the boilerplate around and inside it. Three
//! shapes differ: the posts of a forum, a product among other offers, and the article, for which two article
//! extractors are consulted as well.

use super::facts::{self, Facts};
use super::furniture::{Extra, Furniture, Keep};
use super::opinions;
use super::page::Page;
use super::posts::Posts;
use super::related;
use super::repeats::{is_in, is_refrain, once};
use super::serialise;
use super::shape::Shape;
use super::tree::{NodeId, ROOT, Tree};
use super::{attachments, cards, contact, convert};
use crate::kind;
use crate::parse::Draft;
use crate::text::{Block, count_words};
use gorkd_core::model::{DocumentKind, Failure};
use std::collections::{HashMap, VecDeque};

/// Pages with more elements skip the article extractors, which traverse and copy the tree many times.
const MAX_ARTICLE_ELEMENTS: usize = 30_000;
/// So do pages nested more deeply.
const MAX_ARTICLE_DEPTH: usize = 200;
/// So do pages with a larger sum of element depths; typical pages have a tenth of it.
const MAX_ARTICLE_DEPTHS: usize = 1_000_000;
/// Words. A shorter article may be a mistake, so it is compared with the second extractor's result.
const THIN: u32 = 60;
/// Words. A shorter text may be the remains of a page whose table of contents was taken for boilerplate.
const ENOUGH: u32 = 150;
/// Words from which a paragraph counts as text rather than a label or name.
const SENTENCE: u32 = 12;
/// Words in paragraphs from which a page of offers counts as a guide to them.
const GUIDE: u32 = 100;
/// Words in paragraphs that suffice as the description of a product.
const DESCRIBED: u32 = 200;

pub fn read(source: &str, url: &str) -> Result<Draft, Failure> {
    let scripted = Tree::parse(source)?;
    let facts = facts::gather(&scripted, url);
    let kind = kind::kind_of(url, &facts);
    let page = Page::of(&scripted);
    let mut draft = Draft { truncated: scripted.truncated, kind, ..Draft::default() };
    if scripted.truncated {
        draft.warnings.push(format!("Only the first {} elements of the page were read.", scripted.elements));
    }
    draft.blocks = if words_without_scripts(source) > page.words(ROOT).all {
        let unscripted = Tree::parse_unscripted(source)?;
        blocks(&Page::of(&unscripted), &facts)
    } else {
        blocks(&page, &facts)
    };
    draft.blocks = attachments::without(from_structured_data(draft.blocks, &facts));
    if draft.kind == DocumentKind::Page && is_structured(&draft.blocks) {
        draft.kind = DocumentKind::Reference;
    }
    draft.refresh = facts.meta("refresh").map(str::to_owned);
    draft.title = facts.title;
    draft.author = facts.author;
    draft.site = facts.site;
    draft.language = facts.language;
    draft.published_at = facts.published_at;
    draft.work = facts.work;
    draft.claimed_urls = facts.claimed_urls;
    Ok(draft)
}

/// If a page shows less than half of the text in its structured data, that text is used.
fn from_structured_data(blocks: Vec<Block>, facts: &Facts) -> Vec<Block> {
    let told = facts.data.text();
    let words = words_in(&told);
    if words >= THIN && words > 2 * words_in(&blocks) { told } else { blocks }
}

/// Words in the longest `noscript` element, without tags.
fn words_without_scripts(source: &str) -> u32 {
    let contents =
        source.split("<noscript").skip(1).map(|rest| rest.split("</noscript").next().unwrap_or(rest));
    let longest = contents.max_by_key(|content| content.len()).unwrap_or_default();
    longest.split('<').filter_map(|piece| piece.split_once('>')).map(|(_, text)| count_words(text)).sum()
}

fn blocks(page: &Page<'_, '_>, facts: &Facts) -> Vec<Block> {
    let shape = Shape::of(page, facts);
    let main = main_element(page, shape);
    match shape {
        Shape::Documentation => whole(page, main, &Extra::default()),
        Shape::Forum | Shape::Plain | Shape::Article => {
            if let Some(posts) = Posts::find(page, main, shape) {
                let furniture = Furniture::of(page, main, Keep::Text, &Extra::default());
                return posts.blocks(page, &furniture);
            }
            match shape {
                Shape::Article => article(page, main),
                _ => {
                    let mut text = without_imprint(offers(page, main, false));
                    if cards::for_sale(page, main).is_empty() {
                        text.extend(contact::beside(page, &text));
                    }
                    text
                }
            }
        }
        Shape::Collection => without_imprint(offers(page, main, true)),
        Shape::Product => without_imprint(product(page, main, facts)),
    }
}

/// Reads a page that may consist of offers. If it says enough besides, that text is used.
fn offers(page: &Page<'_, '_>, main: NodeId, reviews: bool) -> Vec<Block> {
    let cards = cards::for_sale(page, main);
    let aside = related::sections(page, main, reviews);
    if cards.is_empty() {
        let all = whole(page, main, &Extra { cards: aside, reviews });
        let all = from_title(without_menus(page, main, all));
        return if reviews { once(all) } else { all };
    }
    let others = cards.union(&aside).copied().collect();
    let without = whole(page, main, &Extra { cards: others, reviews: true });
    let said: u32 = without.iter().filter(|block| is_said(block)).map(Block::words).sum();
    if said >= GUIDE && said * 2 >= cards::words_of(page, &cards) {
        return once(from_title(without));
    }
    once(from_title(whole(page, main, &Extra { cards: aside, reviews: true })))
}

/// Reads a product page, without related products and reviews. If scripts render the description or the price, they may
/// only exist in the structured data.
fn product(page: &Page<'_, '_>, main: NodeId, facts: &Facts) -> Vec<Block> {
    let mut cards = cards::for_sale(page, main);
    cards.extend(cards::of_others(page, main));
    cards.extend(related::sections(page, main, true));
    let blocks = priced(once(from_title(whole(page, main, &Extra { cards, reviews: true }))), facts);
    let Some(description) = facts.data.product_description() else { return blocks };
    let said: u32 = blocks.iter().filter(|block| is_said(block)).map(Block::words).sum();
    if said >= DESCRIBED {
        return blocks;
    }
    let told: Vec<Block> = description.split('\n').map(|line| Block::Paragraph(line.to_owned())).collect();
    if is_in(&told, &blocks) { blocks } else { told.into_iter().chain(blocks).collect() }
}

/// If a product's text has no price, adds the one in its structured data below the first heading.
fn priced(mut blocks: Vec<Block>, facts: &Facts) -> Vec<Block> {
    let shown = blocks.iter().any(|block| cards::has_price(&block.texts().concat()));
    let price = facts.data.offer().or_else(|| {
        let of = |names: [&str; 3]| names.iter().find_map(|name| facts.meta(name));
        let amount = of(["product:price:amount", "og:price:amount", "price"])?;
        let currency = of(["product:price:currency", "og:price:currency", "pricecurrency"])?;
        Some(format!("{amount} {currency}"))
    });
    if let Some(price) =
        price.filter(|price| !shown && cards::has_price(price) && price.contains(|c| matches!(c, '1'..='9')))
    {
        let title = blocks.iter().position(|block| matches!(block, Block::Heading(1, _)));
        blocks.insert(title.map_or(0, |title| title + 1), Block::Paragraph(price));
    }
    blocks
}

/// The page without boilerplate. A page that is little but a table of contents keeps it.
fn whole(page: &Page<'_, '_>, main: NodeId, more: &Extra) -> Vec<Block> {
    let text = convert::blocks_of(page, &Furniture::of(page, main, Keep::Text, more), main);
    let words = words_in(&text);
    if words >= ENOUGH {
        return text;
    }
    let contents = convert::blocks_of(page, &Furniture::of(page, main, Keep::Contents, more), main);
    if words_in(&contents) > 2 * words { contents } else { text }
}

/// Drops lists of links as menus if the page has other text but no marked main part.
fn without_menus(page: &Page<'_, '_>, main: NodeId, blocks: Vec<Block>) -> Vec<Block> {
    let said: u32 = blocks.iter().filter(|block| is_said(block)).map(Block::words).sum();
    if page.tree.name(main) != "body" || said < THIN {
        return blocks;
    }
    blocks.into_iter().filter(|block| !is_menu(block)).collect()
}

fn is_menu(block: &Block) -> bool {
    const LIST: usize = 3;
    match block {
        Block::Navigation(inner) => inner.len() >= LIST,
        _ => false,
    }
}

/// Drops what precedes the page's title, which is about its place on the site, unless it is most of the page. Where
/// several headings are of the first level, they are those of sections, and sentences before the first are an introduction.
fn from_title(mut blocks: Vec<Block>) -> Vec<Block> {
    let is_first_level = |block: &Block| matches!(block, Block::Heading(1, _));
    if let Some(title) = blocks.iter().position(is_first_level)
        && words_in(&blocks[..title]) * 2 < words_in(&blocks)
        && (!blocks[title + 1..].iter().any(is_first_level) || !blocks[..title].iter().any(is_said))
    {
        blocks.drain(..title);
    }
    blocks
}

/// Drops everything from the copyright line on, and the headings and menus right before it.
fn without_imprint(mut blocks: Vec<Block>) -> Vec<Block> {
    const LINE: u32 = 40;
    blocks.retain(|block| !is_refrain(block));
    let is_imprint = |block: &Block| match block {
        Block::Paragraph(text) | Block::Item { text, .. } if block.words() <= LINE => {
            let text = text.trim_start().to_lowercase();
            text.contains("all rights reserved")
                || text.starts_with(['©', '™'])
                || text.starts_with("copyright") && text.contains(|c: char| c == '©' || c.is_ascii_digit())
        }
        _ => false,
    };
    let Some(line) = blocks.iter().rposition(is_imprint) else { return blocks };
    if words_in(&blocks[line..]) * 8 > words_in(&blocks) {
        return blocks;
    }
    blocks.truncate(line);
    while blocks.last().is_some_and(|block| matches!(block, Block::Heading(..) | Block::Navigation(_))) {
        blocks.pop();
    }
    blocks
}

fn is_said(block: &Block) -> bool {
    match block {
        Block::Paragraph(_) | Block::Item { .. } => block.words() >= SENTENCE,
        Block::Continuation { .. } | Block::Definition { .. } => true,
        Block::Heading(..) | Block::Code { .. } | Block::Table(_) | Block::Navigation(_) => false,
    }
}

/// Combines the extractors' readings of an article. The shorter one contains less boilerplate, so it wins
/// unless it has lost half.
fn article(page: &Page<'_, '_>, main: NodeId) -> Vec<Block> {
    let all = || whole(page, main, &Extra::default());
    let Some(html) = html_for_extractors(page) else { return all() };
    let first = opinions::first(&html);
    let second = opinions::second(&html);
    let (in_first, in_second) = (words_in(&first), words_in(&second));
    let first_is_long = in_first * 4 > in_second * 5 && in_second >= THIN;
    let first_is_short = in_second * 5 > in_first * 9;
    let best = if is_dump(&first) && in_second >= THIN / 2 || first_is_long || first_is_short {
        second
    } else {
        first
    };
    if words_in(&best) < THIN / 2 {
        return longer(best, all());
    }
    with_headings(best, &all())
}

/// Adds the headings that an extractor dropped from right before texts that it kept: the names of cards, for example. One
/// alone may be that of a picture.
fn with_headings(blocks: Vec<Block>, all: &[Block]) -> Vec<Block> {
    // The extractors end a paragraph where others break the line.
    let key = |block: &Block| -> String {
        let line = block.texts().first().and_then(|text| text.lines().next()).unwrap_or_default();
        line.chars().filter(|c| c.is_alphanumeric()).collect()
    };
    let mut kept: HashMap<String, usize> = HashMap::new();
    for block in &blocks {
        *kept.entry(key(block)).or_default() += 1;
    }
    let mut lost: HashMap<String, VecDeque<&Block>> = HashMap::new();
    for pair in all.windows(2) {
        if let [heading @ Block::Heading(2.., _), text] = pair
            && !matches!(text, Block::Heading(..))
            && !kept.contains_key(&key(heading))
        {
            lost.entry(key(text)).or_default().push_back(heading);
        }
    }
    // Lines that recur belong to their headings in order, if all of them are there.
    lost.retain(|line, headings| kept.get(line) == Some(&headings.len()));
    if lost.values().map(VecDeque::len).sum::<usize>() < 2 {
        return blocks;
    }
    let mut out: Vec<Block> = Vec::with_capacity(blocks.len());
    for block in blocks {
        out.extend(lost.get_mut(&key(&block)).and_then(VecDeque::pop_front).cloned());
        out.push(block);
    }
    out
}

/// The page as HTML that is safe for the extractors; `None` if it is too deep or too large.
fn html_for_extractors(page: &Page<'_, '_>) -> Option<String> {
    let tree = page.tree;
    let fits = tree.depth <= MAX_ARTICLE_DEPTH && tree.elements <= MAX_ARTICLE_ELEMENTS;
    let left_out = |node| super::visible::is_hidden(tree, node) && !page.visible.shows(node);
    (fits && tree.depths <= MAX_ARTICLE_DEPTHS)
        .then(|| serialise::to_html(tree, left_out, |node| page.visible.is_panel(node)))
}

/// If the first extractor finds next to nothing, it returns all words of the page as one paragraph.
fn is_dump(blocks: &[Block]) -> bool {
    matches!(blocks, [Block::Paragraph(_)])
}

fn longer(a: Vec<Block>, b: Vec<Block>) -> Vec<Block> {
    if words_in(&b) > words_in(&a) { b } else { a }
}

/// A predicate on elements, with a share in tenths.
type Rule<'r> = (&'r dyn Fn(NodeId) -> bool, u32);

/// The element that contains the page's own text, if the page marks it; otherwise the body.
fn main_element(page: &Page<'_, '_>, shape: Shape) -> NodeId {
    const NAMED: &[&str] =
        &["markdown-body", "mw-parser-output", "rst-content", "docs-content", "devsite-article-body"];
    let tree = page.tree;
    let is_named = |node| page.attribute(node, "class").split_whitespace().any(|word| NAMED.contains(&word));
    // Each with the share of all words, in tenths, that it must contain.
    let id = |node: NodeId| page.attribute(node, "id").to_ascii_lowercase().replace(['-', '_'], "");
    let rules: [Rule<'_>; 5] = [
        (&|node| page.attribute(node, "role") == "main", 2),
        (&|node| tree.name(node) == "main", 2),
        (&|node| is_named(node), 4),
        (&|node| tree.name(node) == "article", 4),
        (&|node| matches!(&*id(node), "main" | "maincontent" | "pagecontent"), 3),
    ];
    let body = tree.find(|tree, node| tree.name(node) == "body").unwrap_or(ROOT);
    let all = page.words(body).all;
    // Shops may mark the products as the main part and put the text about them below it.
    let shop = matches!(shape, Shape::Product | Shape::Collection);
    for (rule, tenths) in rules {
        let mut found = tree.descendants(ROOT).filter(|node| rule(*node));
        if let (Some(main), None) = (found.next(), found.next())
            && page.words(main).all * 10 >= all * tenths
            && (!shop || page.said(main) * 5 >= page.said(body))
        {
            return main;
        }
    }
    body
}

/// Whether a page looks like documentation although no tool is named: code and definitions below several
/// headings, with a good part of its words in them.
fn is_structured(blocks: &[Block]) -> bool {
    let of = |wanted: fn(&Block) -> bool| blocks.iter().filter(move |block| wanted(block));
    let structures =
        || of(|block| matches!(block, Block::Code { .. } | Block::Definition { .. } | Block::Table(_)));
    let headings = of(|block| matches!(block, Block::Heading(1..=4, _))).count();
    let words: u32 = structures().map(Block::words).sum();
    headings >= 2 && structures().count() >= 4 && words * 5 >= words_in(blocks)
}

fn words_in(blocks: &[Block]) -> u32 {
    blocks.iter().map(Block::words).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paragraph(text: &str) -> Block {
        Block::Paragraph(text.to_owned())
    }

    fn heading(text: &str) -> Block {
        Block::Heading(2, text.to_owned())
    }

    #[test]
    fn headings_that_an_extractor_drops_are_put_back_before_their_texts() {
        let cards =
            ["One", "Two"].map(|name| [heading(name), paragraph(&format!("Easy\nby {name}"))]).concat();
        let all = [cards, vec![heading("Read next"), paragraph("Other pages")]].concat();
        let kept = ["Easy", "by One", "Easy", "by Two"].map(paragraph).to_vec();
        let whole = vec![
            heading("One"),
            paragraph("Easy"),
            paragraph("by One"),
            heading("Two"),
            paragraph("Easy"),
            paragraph("by Two"),
        ];
        assert_eq!(with_headings(kept.clone(), &all), whole);
        assert_eq!(with_headings(whole.clone(), &all), whole, "nothing is missing");
        assert_eq!(with_headings(kept[..2].to_vec(), &all), kept[..2], "which of the two it is, is unknown");
        assert_eq!(with_headings(vec![paragraph("Other pages")], &all), [paragraph("Other pages")]);
    }
}
