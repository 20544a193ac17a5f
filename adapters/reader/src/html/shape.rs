//! What sort of page it is, as far as that decides how it is read.

use super::facts::Facts;
use super::page::Page;
use super::tree::ROOT;
use crate::kind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Made by a tool for documentation: text from edge to edge.
    Documentation,
    /// People write below each other.
    Forum,
    /// About one thing for sale.
    Product,
    /// Things for sale, beside each other.
    Collection,
    /// It calls itself an article.
    Article,
    /// It says nothing of the sort: a list of pages, a service, a home page.
    Plain,
}

impl Shape {
    pub fn of(page: &Page<'_, '_>, facts: &Facts) -> Self {
        let about = facts.data.top_types();
        let products = about.iter().filter(|name| is_product(name)).count();
        let marked: Vec<&str> =
            page.tree.descendants(ROOT).filter_map(|node| page.tree.attribute(node, "itemtype")).map(type_name).collect();
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
        } else if products == 1 || products == 0 && marked_products == 1 || matches!(&*og, "product" | "og:product" | "product.item")
        {
            Self::Product
        } else if products > 3 || about.iter().any(|name| name == "CollectionPage") || og == "product.group" {
            Self::Collection
        } else if calls_itself_article(facts, &og) {
            Self::Article
        } else {
            Self::Plain
        }
    }
}

fn calls_itself_article(facts: &Facts, og: &str) -> bool {
    og == "article"
        || facts.meta("article:published_time").is_some()
        || facts.types.iter().any(|kind| kind.ends_with("Article") || kind.ends_with("Posting"))
}

fn is_product(name: &str) -> bool {
    matches!(name, "Product" | "ProductGroup" | "IndividualProduct")
}

/// `Product` of `https://schema.org/Product`.
fn type_name(kind: &str) -> &str {
    kind.trim_end_matches('/').rsplit('/').next().unwrap_or_default()
}
