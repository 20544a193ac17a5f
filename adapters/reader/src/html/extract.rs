//! Which part of a page is its text, and by whose judgement.

use super::clutter::{Keep, has_word, is_hidden};
use super::density::Density;
use super::facts::{self, Facts};
use super::measure::{Measure, measure};
use super::tree::{NodeId, ROOT, Tree};
use super::{convert, opinions, serialise};
use crate::kind;
use crate::parse::Draft;
use crate::text::Block;
use gorkd_core::model::{DocumentKind, Failure};

/// A page of more elements is not given to an article extractor: they go over the tree many times and copy it.
const MAX_ARTICLE_ELEMENTS: usize = 30_000;
/// Nor is a deeper one.
const MAX_ARTICLE_DEPTH: usize = 200;
/// Nor one whose elements lie this deep together; common pages have a tenth of it.
const MAX_ARTICLE_DEPTHS: usize = 1_000_000;
/// An article of fewer words may be a mistake, and is held against a second opinion.
const THIN: u32 = 60;
/// A text of fewer words may be only what was left when a table of contents was taken for furniture.
const ENOUGH: u32 = 150;

pub fn read(source: &str, url: &str) -> Result<Draft, Failure> {
    let tree = Tree::parse(source)?;
    let facts = facts::gather(&tree);
    let kind = kind::kind_of(url, &facts);
    let mut draft = Draft { truncated: tree.truncated, kind, ..Draft::default() };
    if tree.truncated {
        draft.warnings.push(format!("Only the first {} elements of the page were read.", tree.elements));
    }
    let main = main_element(&tree);
    let page = measure(&tree, main);
    draft.blocks = if kind::is_documentation(&facts) || is_bare(&tree, main, &page) {
        whole(&tree, main)
    } else if is_article(&facts) {
        article(&tree, main)
    } else if is_structured(&page) {
        if draft.kind == DocumentKind::Page {
            draft.kind = DocumentKind::Reference;
        }
        whole(&tree, main)
    } else {
        plain_page(&tree, main, &page)
    };
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

/// Does the page call itself an article?
fn is_article(facts: &Facts) -> bool {
    facts.meta("og:type").is_some_and(|kind| kind.eq_ignore_ascii_case("article"))
        || facts.meta("article:published_time").is_some()
        || facts.types.iter().any(|kind| kind.ends_with("Article") || kind.ends_with("Posting"))
}

/// The page without its furniture. A page that is little but a table of contents keeps it.
fn whole(tree: &Tree<'_>, main: NodeId) -> Vec<Block> {
    let density = Density::of(tree);
    let text = convert::blocks_of(tree, &density, main, Keep::Text);
    let words = words_in(&text);
    if words >= ENOUGH {
        return text;
    }
    let contents = convert::blocks_of(tree, &density, main, Keep::Contents);
    if words_in(&contents) > 2 * words { contents } else { text }
}

/// Is there nothing in the page's part but running text? Then there is nothing to pick from. Whatever has a name of
/// its own, holds others together or is mostly links may be furniture, and needs the extractors' opinion.
fn is_bare(tree: &Tree<'_>, main: NodeId, page: &Measure) -> bool {
    let is_text = |node| tree.text(node).is_some() || is_plain(tree, node);
    page.words >= ENOUGH && page.linked * 10 < page.words && tree.descendants(main).all(is_text)
}

/// An element of running text that nothing is said about.
fn is_plain(tree: &Tree<'_>, node: NodeId) -> bool {
    const TEXT: &[&str] = &[
        "a",
        "abbr",
        "b",
        "blockquote",
        "br",
        "cite",
        "code",
        "em",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "i",
        "img",
        "kbd",
        "li",
        "mark",
        "ol",
        "p",
        "pre",
        "q",
        "s",
        "small",
        "strong",
        "sub",
        "sup",
        "time",
        "u",
        "ul",
    ];
    let named = ["class", "id", "role", "style", "hidden", "aria-hidden"];
    TEXT.contains(&tree.name(node)) && named.iter().all(|name| tree.attribute(node, name).is_none())
}

/// What the extractors agree on, more or less: of two readings of an article the shorter one has less of what
/// stands around it, unless it has missed half.
fn article(tree: &Tree<'_>, main: NodeId) -> Vec<Block> {
    let Some(html) = html_for_extractors(tree) else { return whole(tree, main) };
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
    if words_in(&best) >= THIN / 2 { best } else { longer(best, whole(tree, main)) }
}

/// What the extractors pick of any other page, or all of it where they miss most and it is not mostly links.
fn plain_page(tree: &Tree<'_>, main: NodeId, page: &Measure) -> Vec<Block> {
    let Some(html) = html_for_extractors(tree) else { return whole(tree, main) };
    let mut best = opinions::first(&html);
    if words_in(&best) < ENOUGH || is_dump(&best) || words_in(&best) * 2 < page.words {
        let second = opinions::second(&html);
        let is_more = words_in(&second) * 5 > words_in(&best) * 9;
        if is_more || is_dump(&best) && words_in(&second) >= THIN / 2 {
            best = second;
        }
    }
    // Where the page does not say what its main part is, some of its words are furniture.
    let is_named = tree.name(main) != "body" && main != ROOT;
    let expected = if is_named { page.words / 2 } else { page.words / 4 };
    let missing = words_in(&best) < expected && page.linked * 3 < page.words;
    if missing || words_in(&best) < THIN / 2 {
        return longer(best, whole(tree, main));
    }
    // Where they keep most of the words but lose what holds them together, the page has little furniture.
    let most = words_in(&best) * 4 >= page.words * 3;
    let parts = page.headings + page.items + page.structures;
    let unordered = parts >= 4 && parts_in(&best) * 2 < parts;
    if most && unordered && page.linked * 3 < page.words { whole(tree, main) } else { best }
}

/// The page as HTML that is safe to hand on; none where it is too deep or too large for that.
fn html_for_extractors(tree: &Tree<'_>) -> Option<String> {
    let fits = tree.depth <= MAX_ARTICLE_DEPTH && tree.elements <= MAX_ARTICLE_ELEMENTS;
    (fits && tree.depths <= MAX_ARTICLE_DEPTHS)
        .then(|| serialise::to_html(tree, |node| is_hidden(tree, node)))
}

/// When it finds next to nothing, the first extractor gives all words of the page in one paragraph.
fn is_dump(blocks: &[Block]) -> bool {
    matches!(blocks, [Block::Paragraph(_)])
}

fn longer(a: Vec<Block>, b: Vec<Block>) -> Vec<Block> {
    if words_in(&b) > words_in(&a) { b } else { a }
}

/// Tells whether an element is what it looks for.
type Rule<'r> = &'r dyn Fn(&Tree<'_>, NodeId) -> bool;

/// The element that holds the page's own text, where the page says so.
fn main_element(tree: &Tree<'_>) -> NodeId {
    const NAMED: &[&str] =
        &["markdown-body", "mw-parser-output", "rst-content", "docs-content", "devsite-article-body"];
    let rules: [Rule<'_>; 4] = [
        &|tree, node| tree.attribute(node, "role") == Some("main"),
        &|tree, node| tree.name(node) == "main",
        &|tree, node| has_word(tree, node, NAMED),
        &|tree, node| tree.name(node) == "article",
    ];
    let body = tree.find(|tree, node| tree.name(node) == "body").unwrap_or(ROOT);
    let all = measure(tree, body).words;
    for rule in rules {
        let mut found = tree.descendants(ROOT).filter(|node| rule(tree, *node));
        if let (Some(main), None) = (found.next(), found.next())
            && measure(tree, main).words * 5 >= all * 2
        {
            return main;
        }
    }
    body
}

/// Does a page look like documentation though it does not say what made it? Code and definitions under several
/// headings, and a good part of its words in them.
fn is_structured(page: &Measure) -> bool {
    page.headings >= 2
        && page.structures >= 4
        && page.structured * 5 >= page.words
        && page.linked * 2 < page.words
}

/// Headings, items and blocks of code.
fn parts_in(blocks: &[Block]) -> u32 {
    let parts = blocks.iter().filter(|block| match block {
        Block::Heading(..) | Block::Item { .. } | Block::Code { .. } | Block::Definition { .. } => true,
        Block::Paragraph(_) | Block::Table(_) | Block::Continuation { .. } | Block::Navigation(_) => false,
    });
    u32::try_from(parts.count()).unwrap_or(u32::MAX)
}

fn words_in(blocks: &[Block]) -> u32 {
    blocks.iter().map(Block::words).sum()
}
