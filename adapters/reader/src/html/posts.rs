//! Posts in forums and comment threads, with their authors and dates.
//!
//! A forum marks its posts with schema.org types or gives the elements names like "post". All posts of a page
//! share one structure, so which part is text and which is not (rank, buttons, signature) is decided once for
//! all of them: the text is where most of the words are.

use super::convert;
use super::furniture::Furniture;
use super::named::Named;
use super::page::Page;
use super::shape::Shape;
use super::tree::NodeId;
use crate::text::{Block, has_words};
use std::collections::{BTreeMap, HashMap, HashSet};

/// schema.org types and properties that mark a post.
const TYPES: &[&str] = &[
    "Comment",
    "DiscussionForumPosting",
    "Question",
    "Answer",
    "Message",
    "SocialMediaPosting",
    "UserComments",
];
const PROPERTIES: &[&str] = &["comment", "suggestedAnswer", "acceptedAnswer"];
/// Minimum words of a post.
const SHORT: u32 = 3;
/// Words from which a stretch of text counts as a sentence, and from which sentences count as an article.
const SENTENCE: u32 = 12;
const ARTICLE: u32 = 50;
/// Maximum words of an author's name, and of a date.
const NAME: usize = 4;
const DATE: usize = 10;

/// The posts in part of a page, in order. `None` if there are fewer than two, or if they are not what the
/// page is about.
pub struct Posts {
    posts: Vec<NodeId>,
    set: HashSet<NodeId>,
}

impl Posts {
    pub fn find(page: &Page<'_, '_>, main: NodeId, shape: Shape) -> Option<Self> {
        let marked = marked(page, main);
        let long = marked.iter().filter(|node| page.words(**node).all >= SHORT).count();
        let posts = if long >= 2 { with_similar_siblings(page, main, &marked) } else { called(page, main) };
        // Comments below an article may be as long as the article.
        let least = if shape == Shape::Forum { 3 } else { 2 };
        let set: HashSet<NodeId> = posts.iter().copied().collect();
        let outermost = posts.iter().filter(|post| !page.around(**post).any(|outer| set.contains(&outer)));
        // Menus around posts do not show what the page is about.
        let own = |node: NodeId| page.words(node).all - page.words(node).linked;
        let words: u32 = outermost.map(|post| own(*post)).sum();
        let found = Self { posts, set };
        let is_page = found.posts.len() >= 2 && words * least >= own(main);
        // An article has its own text besides its comments, however long those are.
        (is_page && (shape == Shape::Forum || found.words_outside(page, main) < ARTICLE)).then_some(found)
    }

    /// Each post as a line with author and date, followed by its text.
    pub fn blocks(&self, page: &Page<'_, '_>, furniture: &Furniture) -> Vec<Block> {
        let texts = self.texts(page);
        let mut blocks = Vec::new();
        for post in &self.posts {
            let Some(texts) = texts.get(post) else { continue };
            let inner: Vec<Block> = texts
                .iter()
                .flat_map(|text| convert::blocks_without(page, furniture, *text, &self.set))
                .collect();
            if inner.is_empty() {
                continue;
            }
            let said = self.byline(page, *post, texts);
            blocks.extend((!said.is_empty()).then_some(Block::Paragraph(said)));
            blocks.extend(inner);
        }
        blocks
    }

    /// Words in sentences outside any post.
    fn words_outside(&self, page: &Page<'_, '_>, main: NodeId) -> u32 {
        let mut words = 0;
        let mut open = vec![main];
        while let Some(node) = open.pop() {
            if page.tree.text(node).is_some() {
                let here = page.words(node);
                words += if here.all >= SENTENCE && here.linked == 0 { here.all } else { 0 };
            } else if !self.set.contains(&node) && page.visible.shows(node) {
                open.extend(page.tree.children(node));
            }
        }
        words
    }

    /// The post that contains an element.
    fn post_of(&self, page: &Page<'_, '_>, node: NodeId) -> Option<NodeId> {
        std::iter::once(node).chain(page.around(node)).find(|outer| self.set.contains(outer))
    }

    /// The elements that contain the text of each post.
    fn texts(&self, page: &Page<'_, '_>) -> HashMap<NodeId, Vec<NodeId>> {
        let mut texts: HashMap<NodeId, Vec<NodeId>> = HashMap::new();
        let is_text = |node: &NodeId| matches!(page.attribute(*node, "itemprop"), "text" | "articleBody");
        for post in &self.posts {
            let text = page.tree.descendants(*post).filter(is_text);
            let own = text.into_iter().find(|text| self.post_of(page, *text) == Some(*post));
            texts.extend(own.map(|text| (*post, vec![text])));
        }
        if texts.len() * 2 > self.posts.len() {
            self.add_unmarked(page, &mut texts);
            return texts;
        }
        texts.clear();
        for node in self.common_text(page) {
            if let Some(post) = self.post_of(page, node) {
                texts.entry(post).or_default().push(node);
            }
        }
        texts
    }

    /// In a post that does not mark its text, looks for an element like those that other posts mark: in some
    /// forums the first post is marked as the page.
    fn add_unmarked(&self, page: &Page<'_, '_>, texts: &mut HashMap<NodeId, Vec<NodeId>>) {
        let kinds: HashSet<String> = texts.values().flatten().map(|text| kind_of(page, *text)).collect();
        for post in &self.posts {
            if texts.contains_key(post) {
                continue;
            }
            let mut inside = page.tree.descendants(*post);
            let text = inside.find(|node| {
                kinds.contains(&kind_of(page, *node)) && self.post_of(page, *node) == Some(*post)
            });
            texts.extend(text.map(|text| (*post, vec![text])));
        }
    }

    /// The position within all posts that contains most of their words. Descends from the post while one kind
    /// of child holds three fifths of the words in at least half of the posts, down to the paragraphs.
    fn common_text(&self, page: &Page<'_, '_>) -> Vec<NodeId> {
        let mut place = self.posts.clone();
        loop {
            let mut kinds: BTreeMap<String, (u32, Vec<NodeId>)> = BTreeMap::new();
            let mut all = 0;
            for outer in &place {
                for child in page.tree.children(*outer).filter(|child| !self.set.contains(child)) {
                    let words = self.own_words(page, child);
                    all += words;
                    if page.tree.text(child).is_none() {
                        let kind = kinds.entry(kind_of(page, child)).or_default();
                        kind.0 += words;
                        kind.1.push(child);
                    }
                }
            }
            let Some((_, (words, nodes))) = kinds.into_iter().max_by_key(|(_, (words, _))| *words) else {
                return place;
            };
            let is_line = nodes.first().is_some_and(|node| is_part_of_text(page.tree.name(*node)));
            if is_line || words * 5 < all * 3 || nodes.len() * 2 < self.posts.len() {
                return place;
            }
            place = nodes;
        }
    }

    /// Words of an element, excluding nested posts.
    fn own_words(&self, page: &Page<'_, '_>, node: NodeId) -> u32 {
        let inner = page.tree.descendants(node).filter(|inner| self.set.contains(inner));
        let outermost = inner.filter(|inner| {
            page.around(*inner).take_while(|at| *at != node).all(|at| !self.set.contains(&at))
        });
        page.words(node).all.saturating_sub(outermost.map(|inner| page.words(inner).all).sum())
    }

    /// Author and date of a post as far as it names them: "Ada, 12 May 2024".
    fn byline(&self, page: &Page<'_, '_>, post: NodeId, texts: &[NodeId]) -> String {
        let (mut writer, mut date) = (None, None);
        let mut open = vec![post];
        while let Some(node) = open.pop() {
            let is_other = node != post && self.set.contains(&node);
            if is_other || texts.contains(&node) || !page.visible.shows(node) {
                continue;
            }
            let text = if page.words(node).all <= 20 { page.text(node) } else { String::new() };
            let words = text.split_whitespace().count();
            let named = page.named(node);
            let property = page.attribute(node, "itemprop");
            let is_date = page.tree.name(node) == "time"
                || matches!(property, "dateCreated" | "datePublished")
                || named.is(Named::DATE) && words > 1 && text.contains(|c: char| c.is_ascii_digit());
            let is_writer =
                property == "author" || page.attribute(node, "rel") == "author" || named.is(Named::AUTHOR);
            if date.is_none() && is_date && (1..=DATE).contains(&words) {
                date = Some(text);
            } else if writer.is_none() && is_writer && (1..=NAME).contains(&words) {
                writer = Some(name_in(page, node).unwrap_or(text));
            } else {
                if writer.is_none() && is_writer && words > 0 {
                    // A full name, a rank or the date is beside the name.
                    writer = marked_name(page, node).filter(|name| name.split_whitespace().count() <= NAME);
                }
                let children: Vec<NodeId> = page.tree.children(node).collect();
                open.extend(children.into_iter().rev());
            }
        }
        [writer, date].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// A name without the rank beside it: marked, or in an element that is called so.
fn name_in(page: &Page<'_, '_>, node: NodeId) -> Option<String> {
    marked_name(page, node).or_else(|| {
        let is_name = |inner: &NodeId| page.named(*inner).is(Named::AUTHOR) && page.words(*inner).all > 0;
        let inner = page.tree.descendants(node).find(is_name)?;
        name_in(page, inner).or_else(|| Some(page.text(inner)))
    })
}

/// A link to the person, or an element marked as the name. A single letter stands for a picture.
fn marked_name(page: &Page<'_, '_>, node: NodeId) -> Option<String> {
    let is_marked = |inner: &NodeId| {
        page.tree.attribute(*inner, "href").is_some() || page.attribute(*inner, "itemprop") == "name"
    };
    // A link with words for screen readers is a picture with the person's status.
    let is_picture =
        |inner: &NodeId| page.tree.descendants(*inner).any(|at| page.named(at).is(Named::SPOKEN));
    let names = page.tree.descendants(node).filter(|inner| is_marked(inner) && !is_picture(inner));
    names.map(|inner| page.text(inner)).find(|name| has_words(name) && name.chars().count() > 1)
}

/// Elements marked as posts.
fn marked(page: &Page<'_, '_>, main: NodeId) -> Vec<NodeId> {
    let is_post = |node: &NodeId| {
        let kind = page.attribute(*node, "itemtype").trim_end_matches('/');
        TYPES.contains(&kind.rsplit('/').next().unwrap_or_default())
            || PROPERTIES.contains(&page.attribute(*node, "itemprop"))
    };
    page.tree.descendants(main).filter(is_post).collect()
}

/// Adds siblings built like the marked posts: forums mark the answers, but mark the question as the page.
fn with_similar_siblings(page: &Page<'_, '_>, main: NodeId, marked: &[NodeId]) -> Vec<NodeId> {
    let set: HashSet<NodeId> = marked.iter().copied().collect();
    let kinds: HashSet<String> = marked.iter().map(|node| kind_of(page, *node)).collect();
    let holders: HashSet<NodeId> = marked.iter().flat_map(|node| page.around(*node)).collect();
    let has_class = |node: NodeId| !page.attribute(node, "class").is_empty();
    let is_like = |node: &NodeId| {
        set.contains(node)
            || has_class(*node)
                && page.words(*node).all >= SHORT
                && kinds.contains(&kind_of(page, *node))
                && !page.around(*node).any(|outer| set.contains(&outer))
                && !holders.contains(node)
    };
    page.tree.descendants(main).filter(is_like).collect()
}

/// Elements with class names like "post". Of several kinds, the one with the most words wins, or the outer
/// one if the counts are nearly equal. Entries that are mostly linked headings are a list of pages, not
/// posts.
fn called(page: &Page<'_, '_>, main: NodeId) -> Vec<NodeId> {
    let mut kinds: BTreeMap<(NodeId, String), Vec<NodeId>> = BTreeMap::new();
    let mut first: HashMap<String, NodeId> = HashMap::new();
    for node in page.tree.descendants(main) {
        let name = page.tree.name(node);
        let holds =
            matches!(name, "div" | "li" | "article" | "section" | "tr" | "table") || name.contains('-');
        if holds && page.words(node).all >= SHORT && page.named(node).is(Named::POST) {
            let kind = kind_of(page, node);
            let first = *first.entry(kind.clone()).or_insert(node);
            kinds.entry((first, kind)).or_default().push(node);
        }
    }
    let mut best: (u32, Vec<NodeId>) = (0, Vec::new());
    for nodes in kinds.into_values().filter(|nodes| nodes.len() >= 2 && !lists_pages(page, nodes)) {
        let set: HashSet<NodeId> = nodes.iter().copied().collect();
        let outermost = nodes.iter().filter(|node| !page.around(**node).any(|outer| set.contains(&outer)));
        let words: u32 = outermost.map(|node| page.words(*node).all).sum();
        if words * 20 > best.0 * 23 {
            best = (words, nodes);
        }
    }
    best.1
}

fn lists_pages(page: &Page<'_, '_>, nodes: &[NodeId]) -> bool {
    // A post's heading may link to the post itself.
    let ids: HashSet<&str> = nodes.iter().flat_map(|node| page.ids(*node)).collect();
    let leads_to_itself = |href: &str| href.split_once('#').is_some_and(|(_, id)| ids.contains(id));
    let is_link = |node: NodeId| page.tree.attribute(node, "href").is_some_and(|href| !leads_to_itself(href));
    let titled = |node: &&NodeId| {
        let mut headings = page
            .tree
            .descendants(**node)
            .filter(|at| matches!(page.tree.name(*at), "h1" | "h2" | "h3" | "h4"))
            .filter(|at| !page.named(*at).is(Named::AUTHOR));
        headings
            .any(|heading| page.tree.descendants(heading).chain(page.around(heading).take(1)).any(is_link))
    };
    nodes.iter().filter(titled).count() * 2 >= nodes.len()
}

/// Element name and classes, without numbered ones.
fn kind_of(page: &Page<'_, '_>, node: NodeId) -> String {
    let class = page.attribute(node, "class");
    let mut words: Vec<&str> =
        class.split_whitespace().filter(|word| !word.contains(|c: char| c.is_ascii_digit())).collect();
    words.sort_unstable();
    words.truncate(3);
    // Without a class, the ID identifies the kind; its digits are ignored.
    let mut id: Vec<char> =
        if words.is_empty() { page.attribute(node, "id").chars().collect() } else { Vec::new() };
    id.iter_mut().filter(|c| c.is_ascii_digit()).for_each(|c| *c = '0');
    id.dedup_by(|next, before| *next == '0' && *before == '0');
    format!("{} {}{}", page.tree.name(node), words.join(" "), String::from_iter(id))
}

/// An element that is part of a text, never the container of a whole text.
fn is_part_of_text(name: &str) -> bool {
    matches!(
        name,
        "p" | "br"
            | "blockquote"
            | "ul"
            | "ol"
            | "pre"
            | "span"
            | "b"
            | "i"
            | "a"
            | "em"
            | "strong"
            | "h2"
            | "h3"
    )
}
