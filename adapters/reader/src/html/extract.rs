//! Which part of a page is its text, and by whose judgement.

use super::clutter::{Keep, has_word, is_clutter};
use super::tree::{NodeId, ROOT, Tree};
use super::facts::{self, Facts};
use super::{article, convert, serialise};
use crate::kind;
use crate::parse::Draft;
use crate::text::{Block, count_words};
use gorkd_core::model::Failure;

/// Elements given to an article extractor. They go over the tree many times and copy it.
const MAX_ARTICLE_ELEMENTS: usize = 30_000;
/// A tree deeper than this is not given to an article extractor.
const MAX_ARTICLE_DEPTH: usize = 200;
/// An article of fewer words may be a mistake, and is held against a second opinion.
const THIN: u32 = 60;

pub fn read(source: &str, url: &str) -> Result<Draft, Failure> {
    let tree = Tree::parse(source)?;
    let facts = facts::gather(&tree);
    let kind = kind::kind_of(url, &facts);
    let mut draft = Draft { truncated: tree.truncated, kind, ..Draft::default() };
    if tree.truncated {
        draft.warnings.push(format!("Only the first {} elements of the page were read.", tree.elements));
    }
    draft.blocks =
        if kind::is_documentation(&facts) || (!is_article(&facts) && is_structured(&tree)) { whole(&tree) } else { picked(&tree) };
    draft.title = facts.title;
    draft.author = facts.author;
    draft.site = facts.site;
    draft.language = facts.language;
    draft.published_at = facts.published_at;
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
fn whole(tree: &Tree<'_>) -> Vec<Block> {
    let main = main_element(tree);
    let text = convert::blocks_of(tree, main, Keep::Text);
    let words = words_in(&text);
    if words >= 150 {
        return text;
    }
    let contents = convert::blocks_of(tree, main, Keep::Contents);
    let more = words_in(&contents);
    if more > 0 && more > 2 * words { contents } else { text }
}

/// What the article extractors pick, or the whole page where they miss most of it.
fn picked(tree: &Tree<'_>) -> Vec<Block> {
    if tree.depth > MAX_ARTICLE_DEPTH {
        return whole(tree);
    }
    let (html, _) =
        serialise::to_html(tree, MAX_ARTICLE_ELEMENTS, |node| super::clutter::is_hidden(tree, node));
    let first = article::first_opinion(&html);
    let words = words_in(&first);
    if words >= THIN {
        return first;
    }
    let second = article::second_opinion(&html);
    let best = if words_in(&second) > words * 3 / 2 { second } else { first };
    if words_in(&best) >= THIN / 2 { best } else { longer(best, whole(tree)) }
}

fn longer(a: Vec<Block>, b: Vec<Block>) -> Vec<Block> {
    if words_in(&b) > words_in(&a) { b } else { a }
}

/// The element that holds the page's own text, where the page says so.
fn main_element(tree: &Tree<'_>) -> NodeId {
    const NAMED: &[&str] =
        &["markdown-body", "mw-parser-output", "rst-content", "docs-content", "devsite-article-body"];
    let rules: [&dyn Fn(&Tree<'_>, NodeId) -> bool; 4] = [
        &|tree, node| tree.attribute(node, "role") == Some("main"),
        &|tree, node| tree.name(node) == "main",
        &|tree, node| has_word(tree, node, NAMED),
        &|tree, node| tree.name(node) == "article",
    ];
    let body = tree.find(|tree, node| tree.name(node) == "body").unwrap_or(ROOT);
    let all = visible_words(tree, body);
    for rule in rules {
        let mut found = tree.descendants(ROOT).filter(|node| rule(tree, *node));
        if let (Some(main), None) = (found.next(), found.next())
            && visible_words(tree, main) * 5 >= all * 2
        {
            return main;
        }
    }
    body
}

fn visible_words(tree: &Tree<'_>, node: NodeId) -> u32 {
    if is_clutter(tree, node, Keep::Contents) {
        return 0;
    }
    match tree.text(node) {
        Some(text) => count_words(text),
        None => tree.children(node).map(|child| visible_words(tree, child)).sum(),
    }
}

/// Does a page look like documentation though it does not say what made it: code, definitions and tables
/// under several headings?
fn is_structured(tree: &Tree<'_>) -> bool {
    let (mut headings, mut structures) = (0, 0);
    for node in tree.descendants(ROOT) {
        match tree.name(node) {
            "h1" | "h2" | "h3" | "h4" => headings += 1,
            "pre" | "dt" => structures += 1,
            _ => {}
        }
    }
    headings >= 2 && structures >= 4
}

fn words_in(blocks: &[Block]) -> u32 {
    blocks
        .iter()
        .map(|block| match block {
            Block::Heading(_, text)
            | Block::Paragraph(text)
            | Block::Item { text, .. }
            | Block::Code(text) => count_words(text),
            Block::Table(rows) => rows.iter().flatten().map(|cell| count_words(cell)).sum(),
        })
        .sum()
}
