//! What on a page is not its text: hidden elements, navigation, and what documentation tools put around.

use super::tree::{NodeId, Tree};

/// How much is left out of a page that is read as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// All that is visible: the part was picked by an article extractor already.
    All,
    /// No navigation and no tables of contents.
    Text,
    /// No navigation. For pages that are a table of contents.
    Contents,
}

/// Class names and ids (whole words, lower case) of navigation and other furniture.
const FURNITURE: &[&str] = &[
    "navheader",
    "navfooter",
    "navbar",
    "nav",
    "navigation",
    "nav-links",
    "docnav",
    "mainmenu",
    "submenu",
    "searchmenu",
    "nosearch",
    "menu",
    "sidebar",
    "sphinxsidebar",
    "sidebar-wrapper",
    "related",
    "banner",
    "breadcrumb",
    "breadcrumbs",
    "crumbs",
    "headerlink",
    "anchorjs-link",
    "anchor-link",
    "header-anchor",
    "edit-page-link",
    "edit-on-github",
    "mw-editsection",
    "mw-jump-link",
    "mw-indicators",
    "navbox",
    "vertical-navbox",
    "catlinks",
    "printfooter",
    "noprint",
    "site-header",
    "site-footer",
    "page-footer",
    "footer",
    "skip-link",
    "skiplink",
    "skip-to-content",
    "pagination",
    "pager",
    "prev-next",
    "prevnext",
    "cookie-banner",
    "cookie-notice",
    "social",
    "share",
    "advert",
    "ads",
    "newsletter",
    "copybtn",
    "copy-button",
    "clipboard-copy",
    "linenos",
    "linenodiv",
    "line-numbers",
    "lineno",
    "sr-only",
    "visually-hidden",
    "screen-reader-text",
    "searchbox",
    "search-box",
    "rst-versions",
    "wy-nav-side",
    "headertitle-nav",
    "language_switcher_placeholder",
    "version_switcher_placeholder",
    "toggle-nav",
    "self-link",
    "permalink",
];

/// The same for lists of what the page, or the book around it, holds.
const CONTENTS: &[&str] = &[
    "toc",
    "fancy_toc",
    "table-of-contents",
    "tableofcontents",
    "toctree-wrapper",
    "localtoc",
    "on-this-page",
    "list-of-tables",
    "list-of-figures",
    "list-of-examples",
    "contents-list",
    "page-toc",
    "toctitle",
    "fancy_title_toc",
];

/// Elements that never hold text to read.
pub fn is_inert(name: &str) -> bool {
    matches!(
        name,
        "script"
            | "style"
            | "noscript"
            | "template"
            | "svg"
            | "canvas"
            | "object"
            | "iframe"
            | "audio"
            | "video"
            | "map"
            | "head"
            | "title"
            | "meta"
            | "link"
            | "base"
            | "input"
            | "select"
            | "datalist"
            | "textarea"
            | "button"
            | "option"
            | "optgroup"
            | "progress"
            | "meter"
            | "embed"
            | "param"
            | "source"
            | "track"
            | "rp"
            | "rt"
            | "frame"
            | "frameset"
            | "noframes"
            | "noembed"
            | "dialog"
    )
}

/// Is the element hidden from readers by what it says itself? Style sheets are not looked at.
pub fn is_hidden(tree: &Tree<'_>, node: NodeId) -> bool {
    if matches!(tree.name(node), "html" | "body" | "main" | "article" | "") {
        return false;
    }
    let hidden =
        tree.attribute(node, "hidden").is_some_and(|value| !value.eq_ignore_ascii_case("until-found"))
            || tree.attribute(node, "style").is_some_and(hides);
    // Formulas are hidden beside a picture of them, for those who cannot see it.
    hidden && !tree.attribute(node, "class").is_some_and(|class| class.contains("math"))
}

fn hides(style: &str) -> bool {
    let style: String = style.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_ascii_lowercase();
    style.split(';').any(|rule| {
        matches!(
            rule.trim_end_matches("!important"),
            "display:none"
                | "visibility:hidden"
                | "font-size:0"
                | "font-size:0px"
                | "font-size:0pt"
                | "font-size:0em"
        )
    })
}

/// Is the element furniture, on a page that is read as a whole?
pub fn is_clutter(tree: &Tree<'_>, node: NodeId, keep: Keep) -> bool {
    let name = tree.name(node);
    if is_inert(name) || is_hidden(tree, node) {
        return true;
    }
    if keep == Keep::All || matches!(name, "html" | "body" | "main" | "") {
        return false;
    }
    if name == "nav" {
        return keep == Keep::Text || !holds_most_links(tree, node);
    }
    let role = tree.attribute(node, "role").unwrap_or_default();
    matches!(name, "footer" | "aside") && !tree.attribute(node, "class").is_some_and(is_note)
        || matches!(
            role,
            "navigation" | "banner" | "contentinfo" | "search" | "complementary" | "menu" | "menubar"
        )
        || has_word(tree, node, FURNITURE)
        || (keep == Keep::Text && has_word(tree, node, CONTENTS))
        || tree.attribute(node, "aria-hidden") == Some("true") && name != "div" && name != "section"
}

/// Notes, warnings and footnotes stand in `aside` in newer documentation tools.
fn is_note(class: &str) -> bool {
    ["note", "admonition", "warning", "tip", "important", "caution", "danger", "topic"]
        .iter()
        .any(|word| class.contains(word))
}

/// A `nav` that is a table of contents and not a menu.
fn holds_most_links(tree: &Tree<'_>, node: NodeId) -> bool {
    let class = tree.attribute(node, "class").unwrap_or_default();
    class.contains("toc") || tree.attribute(node, "role") == Some("doc-toc")
}

pub fn has_word(tree: &Tree<'_>, node: NodeId, words: &[&str]) -> bool {
    ["class", "id"].into_iter().filter_map(|name| tree.attribute(node, name)).any(|value| {
        value.split_whitespace().any(|word| words.iter().any(|wanted| word.eq_ignore_ascii_case(wanted)))
    })
}
