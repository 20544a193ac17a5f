//! Classifies a page as far as that decides how it is read.

use super::facts::Facts;
use super::page::Page;
use super::tree::{NodeId, ROOT};
use crate::kind;
use crate::text::one_line;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Made by a documentation tool: text from edge to edge.
    Documentation,
    /// A thread of posts.
    Forum,
    /// About one product.
    Product,
    /// A list of products.
    Collection,
    /// It calls itself an article.
    Article,
    /// None of these: an index, a service, a home page.
    Plain,
}

impl Shape {
    pub fn of(page: &Page<'_, '_>, facts: &Facts) -> Self {
        let about = facts.data.top_types();
        let products = about.iter().filter(|name| is_product(name)).count();
        let marked: Vec<&str> = page
            .tree
            .descendants(ROOT)
            .filter_map(|node| page.tree.attribute(node, "itemtype"))
            .map(type_name)
            .collect();
        let marked_products = marked.iter().filter(|name| is_product(name)).count();
        let og = facts.meta("og:type").unwrap_or_default().to_ascii_lowercase();
        let is_forum = |name: &str| matches!(name, "DiscussionForumPosting" | "QAPage");
        if kind::is_documentation(facts) {
            Self::Documentation
        } else if kind::is_forum_tool(facts)
            || facts.types.iter().any(|name| is_forum(name))
            || marked.iter().any(|name| is_forum(name))
        {
            Self::Forum
        } else if products == 1
            || products == 0 && marked_products == 1
            || matches!(&*og, "product" | "og:product" | "product.item")
        {
            Self::Product
        } else if products > 3 || about.iter().any(|name| name == "CollectionPage") || og == "product.group" {
            Self::Collection
        } else if matches!(buttons_to_buy(page), 1..=FEW_BUTTONS) {
            Self::Product
        } else if calls_itself_article(facts, &og) || marked.iter().any(|name| is_article(name)) {
            Self::Article
        } else {
            Self::Plain
        }
    }
}

/// A product page has one such button, plus one that stays in view; a product list has one per product.
const FEW_BUTTONS: usize = 3;

/// Number of buttons that add something to a shopping cart.
fn buttons_to_buy(page: &Page<'_, '_>) -> usize {
    const WORDS: usize = 40;
    const SAYINGS: &[&str] = &[
        "add to cart",
        "add to bag",
        "add to basket",
        "add to trolley",
        "buy now",
        "in den warenkorb",
        "ajouter au panier",
        "añadir al carrito",
        "agregar al carrito",
        "aggiungi al carrello",
        "в корзину",
        "加入购物车",
        "أضف إلى السلة",
    ];
    let says = |node: &NodeId| {
        let text = match page.tree.name(*node) {
            "button" => page.tree.text_of(*node),
            "input" => page.attribute(*node, "value").to_owned(),
            _ => return false,
        };
        let text = one_line(&text).to_lowercase();
        text.len() <= WORDS && SAYINGS.iter().any(|saying| text.contains(saying))
    };
    page.tree.descendants(ROOT).filter(says).count()
}

/// Whether the page calls itself an article. Site builders set `og:type` to article on every page; a real
/// article also has a date or an author.
fn calls_itself_article(facts: &Facts, og: &str) -> bool {
    let signed = facts.published_at.is_some() || facts.author.is_some();
    facts.data.top_types().iter().any(|kind| is_article(kind))
        || signed && (og == "article" || facts.meta("article:published_time").is_some())
}

fn is_article(name: &str) -> bool {
    name.ends_with("Article") || name.ends_with("Posting")
}

fn is_product(name: &str) -> bool {
    matches!(name, "Product" | "ProductGroup" | "IndividualProduct")
}

/// `Product` of `https://schema.org/Product`.
fn type_name(kind: &str) -> &str {
    kind.trim_end_matches('/').rsplit('/').next().unwrap_or_default()
}
