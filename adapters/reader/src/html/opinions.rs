//! The two article extractors behind one interface.
//!
//! Both build a full DOM and take super-linear time on hostile trees, so they only get HTML that passed the
//! guard. What they select comes back as HTML and is converted like any other.

use super::furniture::{Extra, Furniture, Keep};
use super::page::Page;
use super::tree::{ROOT, Tree};
use super::{convert, serialise};
use crate::text::Block;
use dom_smoothie::{Config, Readability};
use trafilatura::{HtmlDateMode, Options};

/// The text that trafilatura selects, without its own fallbacks: they take a third of the speed for almost no
/// gain, and the second extractor here is better.
pub fn first(html: &str) -> Vec<Block> {
    // The publication date is found elsewhere, so that the extractor need not search all the text for one.
    let options = Options::default().with_exclude_comments(true).with_html_date_mode(HtmlDateMode::Disabled);
    match trafilatura::extract(html, &options) {
        Ok(result) => converted(&result.content_html),
        Err(_) => Vec::new(),
    }
}

/// The text that the readability extractor selects.
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
        Ok(tree) => {
            let page = Page::of(&tree);
            let furniture = Furniture::of(&page, ROOT, Keep::All, &Extra::default());
            convert::blocks_of(&page, &furniture, ROOT)
        }
        Err(_) => Vec::new(),
    }
}
