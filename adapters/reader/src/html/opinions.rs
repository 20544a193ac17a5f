//! The two article extractors, behind one shape.
//!
//! Both build a full DOM and are super-linear on hostile trees, so they only ever see HTML that has been
//! through the guard; what they pick comes back as HTML and is converted like any other.

use super::clutter::Keep;
use super::density::Density;
use super::tree::{ROOT, Tree};
use super::{convert, serialise};
use crate::text::Block;
use dom_smoothie::{Config, Readability};
use trafilatura::{HtmlDateMode, Options};

/// The text that trafilatura picks, without its own fall-backs: they cost a third of the speed for next to
/// nothing, and the second opinion here is better.
pub fn first(html: &str) -> Vec<Block> {
    // When a page was published is found by other means, so that nobody need look through all its words for a date.
    let options = Options::default().with_exclude_comments(true).with_html_date_mode(HtmlDateMode::Disabled);
    match trafilatura::extract(html, &options) {
        Ok(result) => converted(&result.content_html),
        Err(_) => Vec::new(),
    }
}

/// The text that the readability extractor picks.
pub fn second(html: &str) -> Vec<Block> {
    let config = Config { disable_json_ld: true, ..Config::default() };
    let article = Readability::new(html, None, Some(config)).and_then(|mut readability| readability.parse());
    match article {
        Ok(article) => converted(&article.content),
        Err(_) => Vec::new(),
    }
}

fn converted(html: &str) -> Vec<Block> {
    match Tree::parse(&serialise::restored(html)) {
        Ok(tree) => convert::blocks_of(&tree, &Density::of(&tree), ROOT, Keep::All),
        Err(_) => Vec::new(),
    }
}
