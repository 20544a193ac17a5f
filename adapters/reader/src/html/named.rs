//! What class names and IDs say about the purpose of an element.
//!
//! No standard defines these names, but a few dozen words mean the same on most sites. They are only hints:
//! an element must also look like what it is called.

use super::names::is_heading;
use super::tree::{NodeId, Tree};

/// A set of purposes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Named(u16);

impl Named {
    /// Menus, breadcrumbs, tools, notices: boilerplate if made of links or few words.
    pub const FURNITURE: Self = Self(1);
    /// Boilerplate whatever it contains: cookie notices, testimonials, copyright.
    pub const NOTICE: Self = Self(2);
    /// Text for screen readers.
    pub const SPOKEN: Self = Self(4);
    /// Tables of contents of the page or of the book around it.
    pub const CONTENTS: Self = Self(8);
    /// Customer reviews and ratings.
    pub const REVIEW: Self = Self(16);
    /// One of several posts in a thread.
    pub const POST: Self = Self(32);
    pub const AUTHOR: Self = Self(64);
    pub const DATE: Self = Self(128);
    /// What documentation tools put beside headings and code.
    pub const TOOL: Self = Self(256);
    /// The footer of a page or of something on it.
    pub const FOOTER: Self = Self(512);

    pub fn of(tree: &Tree<'_>, node: NodeId) -> Self {
        let by_class = tree.attribute(node, "class").map(by_words).unwrap_or_default();
        let id = tree.attribute(node, "id").unwrap_or_default();
        let by_id = by_words(id);
        if by_id == Self::default() || is_section(tree, node, id) {
            return by_class;
        }
        Self(by_class.0 | by_id.0)
    }

    pub fn is(self, purpose: Self) -> bool {
        self.0 & purpose.0 != 0
    }
}

fn by_words(words: &str) -> Named {
    let mut named = Named::default();
    for word in words.split_whitespace() {
        named.0 |= by_whole_word(word).0;
        if is_layout(word) {
            continue;
        }
        for part in own_part(word).split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty())
        {
            let (first, last) = camel_case_ends(part);
            named.0 |= by_part(part).0 | by_part(first).0 | by_part(last).0;
        }
    }
    named
}

/// Whether an element is a section whose heading links to it. Documentation tools make its ID of the heading, so a section
/// on cookies is called `cookies`.
fn is_section(tree: &Tree<'_>, node: NodeId, id: &str) -> bool {
    let mut headings = tree.children(node).filter(|child| is_heading(tree.name(*child)));
    let links = |heading| {
        tree.descendants(heading)
            .any(|inner| tree.attribute(inner, "href").and_then(|href| href.strip_prefix('#')) == Some(id))
    };
    headings.any(links)
}

/// Whether a name describes layout around a sidebar: `content-sidebar-wrap`, `has-sidebar`.
fn is_layout(word: &str) -> bool {
    const BESIDE: &[&str] =
        &["content", "main", "layout", "page", "body", "has", "with", "no", "without", "wide"];
    let mut parts = word.split(|c: char| !c.is_ascii_alphanumeric());
    word.contains("sidebar") && parts.any(|part| BESIDE.iter().any(|known| part.eq_ignore_ascii_case(known)))
}

/// The element of `block__element`; the block names the surroundings. After the last `__`, some tools add a
/// hash.
fn own_part(word: &str) -> &str {
    let is_checksum =
        |part: &str| part.bytes().any(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase());
    let mut parts = word.rsplit("__").filter(|part| !part.is_empty());
    match parts.next() {
        Some(last) if is_checksum(last) => parts.next().unwrap_or(last),
        Some(last) => last,
        None => word,
    }
}

/// The first and last word of a `camelCase` name.
fn camel_case_ends(name: &str) -> (&str, &str) {
    let bytes = name.as_bytes();
    let starts = |at: &usize| bytes[*at].is_ascii_uppercase() && bytes[*at - 1].is_ascii_lowercase();
    let first = (1..bytes.len()).find(starts).unwrap_or(bytes.len());
    let last = (1..bytes.len()).rev().find(starts).unwrap_or(0);
    (&name[..first], &name[last..])
}

/// Length of the longest word below, in bytes.
const LONGEST: usize = 20;

fn by_part(part: &str) -> Named {
    let mut lower = [0; LONGEST];
    let Some(lower) = lower.get_mut(..part.len()) else { return Named::default() };
    lower.copy_from_slice(part.as_bytes());
    lower.make_ascii_lowercase();
    match &*lower {
        b"nav" | b"navbar" | b"navigation" | b"navheader" | b"navfooter" | b"docnav" | b"menu"
        | b"mainmenu" | b"submenu" | b"megamenu" | b"offcanvas" | b"drawer" | b"sidebar" | b"pagination"
        | b"pager" | b"toolbar" | b"skip" | b"searchbox" | b"facet" | b"facets" | b"filter" | b"filters"
        | b"minicart" | b"share" | b"sharing" | b"social" | b"related" | b"recommended"
        | b"recommendations" | b"ads" | b"advert" | b"advertisement" | b"newsletter" | b"subscribe"
        | b"signup" | b"login" | b"popup" | b"modal" => Named::FURNITURE,
        b"footer" => Named(Named::FURNITURE.0 | Named::FOOTER.0),
        b"cookie" | b"cookies" | b"consent" | b"gdpr" | b"copyright" | b"breadcrumb" | b"breadcrumbs"
        | b"crumbs" | b"testimonial" | b"testimonials" => Named::NOTICE,
        b"toc" | b"toctree" | b"localtoc" | b"tableofcontents" => Named::CONTENTS,
        b"review" | b"reviews" | b"rating" | b"ratings" => Named::REVIEW,
        b"post" | b"posts" | b"comment" | b"comments" | b"message" | b"messages" | b"reply" | b"replies"
        | b"answer" | b"answers" => Named::POST,
        b"author" | b"username" | b"user" | b"poster" | b"member" | b"creator" | b"byline" | b"nickname"
        | b"name" => Named::AUTHOR,
        b"date" | b"time" | b"posted" | b"timestamp" | b"datetime" => Named::DATE,
        _ => Named::default(),
    }
}

fn by_whole_word(word: &str) -> Named {
    match word {
        "sr-only" | "visually-hidden" | "visuallyhidden" | "screen-reader-text" | "screen-reader-only"
        | "screenreader" | "u-hidden" | "is-hidden" | "a11y-only" => Named::SPOKEN,
        "table-of-contents" | "on-this-page" | "list-of-tables" | "list-of-figures" | "list-of-examples"
        | "toctree-wrapper" | "page-toc" | "toctitle" | "fancy_toc" | "fancy_title_toc" => Named::CONTENTS,
        "headerlink"
        | "anchorjs-link"
        | "anchor-link"
        | "header-anchor"
        | "self-link"
        | "permalink"
        | "edit-page-link"
        | "edit-on-github"
        | "mw-editsection"
        | "mw-jump-link"
        | "mw-indicators"
        | "navbox"
        | "vertical-navbox"
        | "catlinks"
        | "printfooter"
        | "noprint"
        | "copybtn"
        | "copy-button"
        | "clipboard-copy"
        | "linenos"
        | "linenodiv"
        | "line-numbers"
        | "lineno"
        | "line-number"
        | "sphinxsidebar"
        | "rst-versions"
        | "wy-nav-side"
        | "nosearch"
        | "navheader"
        | "navfooter"
        | "headertitle-nav"
        | "language_switcher_placeholder"
        | "version_switcher_placeholder" => Named::TOOL,
        _ => Named::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_what_its_last_part_says() {
        let named = |class: &str| {
            let source = format!("<p class='{class}'>x");
            let tree = Tree::parse(&source).expect("it is read");
            Named::of(&tree, 1)
        };
        assert!(named("site-nav").is(Named::FURNITURE));
        assert!(named("mainNav").is(Named::FURNITURE));
        assert!(named("header_menu__xK3f").is(Named::FURNITURE));
        assert!(named("a sr-only").is(Named::SPOKEN));
        assert_eq!(named("details-modal__label"), Named::default());
        assert_eq!(named("nestedNavCards"), Named::default());
        assert!(named("js-post message").is(Named::POST));
    }
}
