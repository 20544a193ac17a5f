//! Finds boilerplate: menus, notices, forms, and whatever else surrounds the text of a page.

use super::named::Named;
use super::names::{is_heading, is_inline};
use super::page::Page;
use super::tree::NodeId;
use std::collections::{HashMap, HashSet};

/// How much to remove from part of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Keep everything visible: an article extractor has already picked the part.
    All,
    /// Remove boilerplate and tables of contents.
    Text,
    /// Remove boilerplate only. For pages that are a table of contents.
    Contents,
}

/// Maximum words of an element that is named like boilerplate and has no paragraph or heading.
const FEW: u32 = 30;
/// Maximum words of a label or notice.
const LABEL: u32 = 12;
/// Maximum words of a form that asks for input; a longer form wraps the page.
const FORM: u32 = 60;
/// Maximum words of a form with several text fields, including its notices.
const LETTER: u32 = 300;
const FIELDS: usize = 2;
/// A link text with at most this many words that occurs this often on a page is a label ("Read more",
/// "Reply"), not a name.
const LABEL_LINK: u32 = 3;
const OFTEN: u32 = 4;

/// Which elements of a page are removed.
pub struct Furniture(Vec<bool>);

impl Furniture {
    pub fn of(page: &Page<'_, '_>, main: NodeId, keep: Keep, more: &Extra) -> Self {
        let judge = Judge {
            page,
            main,
            keep,
            more,
            total: page.words(main).all,
            labels: if keep == Keep::All { HashSet::new() } else { label_links(page, main) },
            titles: page.tree.descendants(main).filter(|node| page.tree.name(*node) == "h1").collect(),
        };
        let drops = |node| !page.visible.shows(node) || keep != Keep::All && judge.is_furniture(node);
        Self((0..page.tree.len()).map(drops).collect())
    }

    pub fn drops(&self, node: NodeId) -> bool {
        self.0[node]
    }
}

/// What else is removed on some pages.
#[derive(Default)]
pub struct Extra {
    /// Elements that show things other than the page's subject.
    pub cards: HashSet<NodeId>,
    /// Customer reviews.
    pub reviews: bool,
}

struct Judge<'p, 't, 'a> {
    page: &'p Page<'t, 'a>,
    main: NodeId,
    keep: Keep,
    more: &'p Extra,
    /// Words of the part that is read.
    total: u32,
    labels: HashSet<String>,
    /// First-level headings.
    titles: Vec<NodeId>,
}

impl Judge<'_, '_, '_> {
    fn is_furniture(&self, node: NodeId) -> bool {
        let name = self.page.tree.name(node);
        if matches!(name, "" | "html" | "body" | "main") {
            return false;
        }
        if self.more.cards.contains(&node) || self.page.named(node).is(Named::TOOL) {
            return true;
        }
        if name == "nav" {
            return self.keep == Keep::Text || !self.is_contents(node);
        }
        // Whatever it is called, an element with most of the text is not boilerplate.
        if self.page.words(node).all * 2 > self.total {
            return false;
        }
        self.is_landmark(node, name)
            || self.is_for_few(node, name)
            || self.is_named(node, name)
            || self.is_control(node, name)
    }

    /// An element that the page marks as secondary.
    fn is_landmark(&self, node: NodeId, name: &str) -> bool {
        let words = self.page.words(node);
        let text = words.all - words.linked;
        match name {
            // The footer of a quotation or entry is part of it.
            "footer" => !self.is_part(node) || words.linked * 2 >= words.all,
            "div" | "section" if self.is_last(node) => true,
            "aside" => !is_note(self.page.attribute(node, "class")),
            "header" => {
                self.page.tree.name(self.main) != "main" && !self.is_part(node) && !self.has_title(node)
            }
            _ => match self.page.attribute(node, "role") {
                "navigation" | "banner" | "contentinfo" | "search" | "complementary" | "menu" | "menubar"
                | "dialog" | "alertdialog" | "tooltip" | "listbox" => true,
                "tablist" | "toolbar" => text <= FEW,
                _ => false,
            },
        }
    }

    /// Named a footer and at the foot of the page: far down, or followed by no more than a line.
    fn is_last(&self, node: NodeId) -> bool {
        const FAR: u32 = 8;
        let page = self.page;
        let above = page.words_before(node).saturating_sub(page.words_before(self.main));
        let is_far = above * 10 >= self.total * FAR;
        let is_end = above + page.words(node).all + LABEL >= self.total;
        page.named(node).is(Named::FOOTER) && !self.is_part(node) && (is_far || is_end)
    }

    /// Content for screen readers only, or a sign for sighted readers only. Words for these are read: what screen readers
    /// say in their place is not.
    fn is_for_few(&self, node: NodeId, name: &str) -> bool {
        let hidden = self.page.attribute(node, "aria-hidden") == "true";
        self.page.named(node).is(Named::SPOKEN)
            || self.page.attribute(node, "aria-modal") == "true"
            || hidden && !matches!(name, "div" | "section") && !self.is_worded(node, name)
    }

    /// Words in a line that nothing beside them says as well, and not the name of a picture in a font of icons.
    fn is_worded(&self, node: NodeId, name: &str) -> bool {
        let named_icon = || self.page.attribute(node, "class").to_ascii_lowercase().contains("icon");
        if !is_inline(name) || name == "i" || self.page.words(node).all == 0 || named_icon() {
            return false;
        }
        let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
        let for_few = |node: &NodeId| {
            self.page.attribute(*node, "aria-hidden") == "true" || self.page.named(*node).is(Named::SPOKEN)
        };
        let beside = self.page.tree.children(self.page.tree.parent(node)).filter(|other| !for_few(other));
        let beside: String = beside.map(|other| letters(&self.page.text(other))).collect();
        !beside.contains(&letters(&self.page.text(node)))
    }

    fn is_named(&self, node: NodeId, name: &str) -> bool {
        let named = self.page.named(node);
        let nothing = [Named::NOTICE, Named::CONTENTS, Named::FURNITURE].iter().all(|kind| !named.is(*kind));
        if is_heading(name) || nothing && !self.more.reviews || self.has_title(node) || self.is_a_title(node)
        {
            return false;
        }
        let words = self.page.words(node);
        let leads = words.linked * 2 >= words.all;
        let bare = || {
            words.all <= LABEL
                || words.all <= FEW && !self.page.has(node, |name| matches!(name, "p" | "h2" | "h3"))
        };
        named.is(Named::NOTICE)
            || self.more.reviews && (named.is(Named::REVIEW) || self.is_review(node))
            || named.is(Named::CONTENTS) && self.keep == Keep::Text && leads
            || named.is(Named::FURNITURE) && (leads || bare())
    }

    fn is_review(&self, node: NodeId) -> bool {
        let kind = self.page.attribute(node, "itemtype");
        matches!(self.page.attribute(node, "itemprop"), "review" | "reviews" | "aggregateRating")
            || kind.ends_with("/Review")
            || kind.ends_with("/AggregateRating")
    }

    /// Part of a form, or a link that acts as a button.
    fn is_control(&self, node: NodeId, name: &str) -> bool {
        let words = self.page.words(node).all;
        let asks = |name: &str| matches!(name, "input" | "select");
        match name {
            "form" => {
                words <= FORM || words <= LETTER && !self.has_title(node) && self.fields(node) >= FIELDS
            }
            "label" => {
                words <= LABEL && (!self.page.attribute(node, "for").is_empty() || self.page.has(node, asks))
            }
            "fieldset" => self.page.has(node, asks),
            "a" => {
                let outer = self.page.tree.parent(node);
                let is_plain =
                    ["href", "name", "id"].iter().all(|name| self.page.attribute(node, name).is_empty());
                let acts = is_plain
                    && self.page.tree.name(outer) == "div"
                    && self.page.words(outer).all == words
                    && !self.page.visible.is_label(node);
                words <= LABEL_LINK
                    && (acts || !self.labels.is_empty() && self.labels.contains(&self.page.text(node)))
            }
            _ => false,
        }
    }

    /// Number of text fields in a form.
    fn fields(&self, form: NodeId) -> usize {
        let is_field = |node: &NodeId| match self.page.tree.name(*node) {
            "textarea" => true,
            "input" => matches!(self.page.attribute(*node, "type"), "" | "text" | "email" | "tel"),
            _ => false,
        };
        self.page.tree.descendants(form).filter(is_field).count()
    }

    /// Inside a self-contained element.
    fn is_part(&self, node: NodeId) -> bool {
        let outer = self.page.around(node).take_while(|outer| *outer != self.main);
        outer
            .map(|outer| self.page.tree.name(outer))
            .any(|name| matches!(name, "article" | "blockquote" | "section" | "li" | "main"))
    }

    /// Most of a heading. Documentation tools name what leads back to the table of contents after it.
    fn is_a_title(&self, node: NodeId) -> bool {
        let heading = self.page.around(node).find(|outer| is_heading(self.page.tree.name(*outer)));
        heading.is_some_and(|heading| self.page.words(node).all * 2 > self.page.words(heading).all)
    }

    fn has_title(&self, node: NodeId) -> bool {
        self.titles.iter().any(|title| self.page.holds(node, *title))
    }

    /// A `nav` that is a table of contents rather than a menu.
    fn is_contents(&self, node: NodeId) -> bool {
        self.page.named(node).is(Named::CONTENTS) || self.page.attribute(node, "role") == "doc-toc"
    }
}

/// Newer documentation tools put notes, warnings and footnotes in `aside`; Discourse, quotations and previews of links.
fn is_note(class: &str) -> bool {
    ["note", "admonition", "warning", "tip", "important", "caution", "danger", "topic", "quote", "onebox"]
        .iter()
        .any(|word| class.contains(word))
}

/// Texts of short links that recur on the page with different targets, excluding titles.
///
/// Names of authors and topics recur too, but each links to one place.
fn label_links(page: &Page<'_, '_>, main: NodeId) -> HashSet<String> {
    let mut seen: HashMap<String, (u32, HashSet<&str>)> = HashMap::new();
    let mut titles = HashSet::new();
    for node in page.tree.descendants(main).filter(|node| page.tree.name(*node) == "a") {
        let words = page.words(node).all;
        if words == 0 || words > LABEL_LINK {
            continue;
        }
        let text = page.text(node);
        if page.around(node).any(|outer| is_heading(page.tree.name(outer))) {
            titles.insert(text);
        } else {
            let seen = seen.entry(text).or_default();
            seen.0 += 1;
            seen.1.insert(page.attribute(node, "href"));
        }
    }
    let is_label = |count: u32, targets: &HashSet<&str>| count >= OFTEN && targets.len() * 2 > count as usize;
    seen.retain(|text, (count, targets)| is_label(*count, targets) && !titles.contains(text));
    seen.into_keys().collect()
}
