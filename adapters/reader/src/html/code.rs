//! Code in pages: its lines, its language, and the signs that tools attach to names.

use super::convert::Shared;
use super::tree::{NodeId, ROOT, Tree};
use crate::text::is_code_language;

/// How many ancestors to check for the name of a code's language.
const LANGUAGE_ABOVE: usize = 3;
/// Class name prefixes before the name of a language.
const LANGUAGE_MARKS: &[&str] =
    &["language-", "lang-", "highlight-source-", "highlight-", "brush:", "sourcecode-"];

/// The text of an element, line by line as displayed.
pub(super) fn text_of(shared: Shared<'_, '_>, node: NodeId) -> String {
    let mut out = String::new();
    push_raw(shared, node, &mut out);
    out
}

fn push_raw(shared: Shared<'_, '_>, node: NodeId, out: &mut String) {
    let tree = shared.tree;
    for child in tree.children(node) {
        match (tree.text(child), tree.name(child)) {
            (Some(text), _) => out.push_str(text),
            (None, "br") => out.push('\n'),
            (None, name) => {
                if shared.drops(child) {
                    continue;
                }
                // Some tools put each line of code in its own block or row.
                let own_line = matches!(name, "div" | "p" | "tr" | "li");
                if own_line && !out.is_empty() && !out.ends_with('\n') {
                    out.push('\n');
                }
                push_raw(shared, child, out);
                if own_line && !out.ends_with('\n') {
                    out.push('\n');
                }
            }
        }
    }
}

/// The language named by a class on the code, inside it or right around it.
pub(super) fn language_of(tree: &Tree<'_>, node: NodeId) -> Option<String> {
    let inner = tree.children(node).find(|child| tree.name(*child) == "code");
    let outer = std::iter::successors(Some(node), |node| Some(tree.parent(*node)).filter(|at| *at != ROOT));
    inner.into_iter().chain(outer.take(LANGUAGE_ABOVE)).find_map(|node| {
        let class = tree.attribute(node, "class")?;
        class.split_whitespace().find_map(|word| {
            let name = LANGUAGE_MARKS.iter().find_map(|mark| word.strip_prefix(mark))?;
            is_code_language(name).then(|| name.to_ascii_lowercase())
        })
    })
}

/// A link to a place on the page whose text has no words: "
///
/// ", "#".
pub(super) fn is_permalink(tree: &Tree<'_>, node: NodeId, href: &str) -> bool {
    let text = tree.text_of(node);
    let text = text.trim();
    href.contains('#')
        && !text.is_empty()
        && text.chars().count() <= 2
        && !text.contains(char::is_alphanumeric)
}

/// A bracketed link beside a name: "[source]", "[edit]". If it is the whole heading, it is the name:
/// "[build]".
pub(super) fn is_bracketed(tree: &Tree<'_>, node: NodeId) -> bool {
    let text = tree.text_of(node);
    let text = text.trim();
    let beside = || tree.text_of(tree.parent(node)).trim() != text;
    text.starts_with('[') && text.ends_with(']') && beside()
}

/// A heading or term without trailing permalink signs.
pub(super) fn without_marks(text: &str) -> &str {
    let mut text = text.trim_end();
    while let Some(shorter) = ["¶", " #", " §"].iter().find_map(|mark| text.strip_suffix(mark)) {
        text = shorter.trim_end();
    }
    text
}

/// Preformatted prose: a letter, a standard, a license.
pub(super) fn is_prose(text: &str) -> bool {
    const LONG: usize = 1_500;
    if text.len() < LONG {
        return false;
    }
    let letters = text.chars().filter(|c| c.is_alphabetic() || *c == ' ').count();
    let code = text
        .chars()
        .filter(|c| matches!(c, '{' | '}' | ';' | '=' | '<' | '>' | '$' | '_' | '\\' | '|' | '#'))
        .count();
    let all = text.chars().filter(|c| !matches!(c, '\n' | '\r')).count().max(1);
    let ends = text.lines().filter(|line| line.trim_end().ends_with(['.', '?', '!', ':'])).count();
    letters * 100 > all * 85 && code * 100 < all && ends >= 5
}
