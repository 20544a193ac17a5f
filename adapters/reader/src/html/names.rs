//! What element names mean for a page's structure: which are void, and which close others.

/// Headings of any level.
pub fn is_heading(name: &str) -> bool {
    matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
}

/// Elements without content and end tag.
pub fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
            | "keygen"
            | "basefont"
            | "bgsound"
            | "frame"
    )
}

/// Elements that start a new line.
pub fn is_block(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "caption"
            | "center"
            | "dd"
            | "details"
            | "dialog"
            | "dir"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "hgroup"
            | "hr"
            | "html"
            | "legend"
            | "li"
            | "main"
            | "menu"
            | "nav"
            | "ol"
            | "p"
            | "pre"
            | "search"
            | "section"
            | "summary"
            | "table"
            | "tbody"
            | "td"
            | "tfoot"
            | "th"
            | "thead"
            | "tr"
            | "ul"
    )
}

/// Inline formatting elements. Their end tags do not close a block.
fn is_formatting(name: &str) -> bool {
    matches!(
        name,
        "a" | "b"
            | "big"
            | "cite"
            | "code"
            | "em"
            | "font"
            | "i"
            | "s"
            | "small"
            | "span"
            | "strike"
            | "strong"
            | "sub"
            | "sup"
            | "tt"
            | "u"
            | "abbr"
            | "acronym"
            | "dfn"
            | "kbd"
            | "mark"
            | "q"
            | "samp"
            | "var"
            | "label"
    )
}

/// Elements within a line.
pub fn is_inline(name: &str) -> bool {
    is_formatting(name) || matches!(name, "del" | "ins" | "bdi" | "data" | "time")
}

/// HTML elements, on which `/>` has no effect. It closes others (SVG, MathML, XHTML components).
pub fn is_html(name: &str) -> bool {
    is_block(name)
        || is_formatting(name)
        || matches!(name, "script" | "style" | "title" | "textarea" | "head" | "button" | "select")
}

pub fn is_in_head(name: &str) -> bool {
    matches!(
        name,
        "meta"
            | "link"
            | "title"
            | "base"
            | "script"
            | "style"
            | "noscript"
            | "template"
            | "object"
            | "bgsound"
    )
}

/// Whether an open element shields outer ones from an end tag. A cell blocks all end tags except those of its
/// table; a block blocks those of formatting elements.
pub fn holds_end(open: &str, ended: &str) -> bool {
    match open {
        "td" | "th" | "caption" => {
            !matches!(ended, "tr" | "table" | "tbody" | "thead" | "tfoot" | "td" | "th")
        }
        "table" => true,
        "ul" | "ol" | "dl" if matches!(ended, "li" | "dt" | "dd" | "p") => true,
        _ => is_formatting(ended) && is_block(open),
    }
}

type Names = &'static [&'static str];

/// For a start tag: which open elements it closes, and which ones limit its reach.
pub fn implied_end(name: &str) -> Option<(Names, Names)> {
    const CELLS: Names = &["td", "th", "caption", "table"];
    let rule: (Names, Names) = match name {
        "li" => (&["li"], &["ul", "ol", "menu", "dir", "td", "th", "table", "dl"]),
        "dt" | "dd" => (&["dt", "dd"], &["dl", "td", "th", "table", "ul", "ol"]),
        "td" | "th" => (&["td", "th"], &["tr", "table"]),
        "tr" => (&["tr", "td", "th", "caption", "colgroup"], &["table", "tbody", "thead", "tfoot"]),
        "tbody" | "thead" | "tfoot" => {
            (&["tbody", "thead", "tfoot", "tr", "td", "th", "caption", "colgroup"], &["table"])
        }
        "option" => (&["option"], &["select", "datalist", "optgroup"]),
        "optgroup" => (&["optgroup", "option"], &["select"]),
        "a" => (&["a"], CELLS),
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => (
            &["p", "h1", "h2", "h3", "h4", "h5", "h6"],
            &["td", "th", "caption", "table", "li", "dd", "dt", "div", "section"],
        ),
        "table" | "p" | "div" | "ul" | "ol" | "dl" | "pre" | "blockquote" | "section" | "article"
        | "aside" | "header" | "footer" | "nav" | "main" | "form" | "fieldset" | "figure" | "hr"
        | "address" | "details" | "center" | "menu" | "dir" | "figcaption" | "summary" => {
            (&["p"], &["td", "th", "caption", "table", "button", "object", "li", "dd", "dt", "div"])
        }
        _ => return None,
    };
    Some(rule)
}
