//! Page metadata: title, author, site, date, language, address, and the tool that made it.

use super::dates::{parse_date, starts_with_date};
use super::jsonld::JsonLd;
use super::serialise;
use super::tree::{NodeId, ROOT, Tree};
use super::visible::is_hidden;
use super::work::work_of;
use crate::{kind, text};
use dom_smoothie::Readability;
use gorkd_core::model::Millis;

#[derive(Debug, Default)]
pub struct Facts {
    pub title: Option<String>,
    pub author: Option<String>,
    pub site: Option<String>,
    pub language: Option<String>,
    pub published_at: Option<Millis>,
    /// Addresses that the page gives as its own, best first.
    pub claimed_urls: Vec<String>,
    /// Name or property of each `meta` element, in lower case, and its content.
    pub meta: Vec<(String, String)>,
    /// Types named in its JSON-LD, such as `NewsArticle`.
    pub types: Vec<String>,
    /// The work it belongs to, with its version.
    pub work: Option<String>,
    pub data: JsonLd,
}

/// `meta` names for the publication date, most reliable first.
const DATES: &[&str] = &[
    "article:published_time",
    "datepublished",
    "citation_publication_date",
    "citation_date",
    "citation_online_date",
    "parsely-pub-date",
    "sailthru.date",
    "og:published_time",
    "og:article:published_time",
    "dc.date.issued",
    "dcterms.issued",
    "dc.date",
    "dcterms.date",
    "dcterms.created",
    "dc.date.created",
    "pubdate",
    "publishdate",
    "publish-date",
    "publication_date",
    "published",
    "article.published",
    "article:published",
    "date",
    "cxenseparse:recs:publishtime",
];

/// Metadata beyond this many bytes is ignored.
const LONGEST_HEAD: usize = 400_000;
/// Maximum length of a byline, in characters.
const LONGEST_BYLINE: usize = 90;

impl Facts {
    pub fn meta(&self, name: &str) -> Option<&str> {
        self.meta.iter().find(|(known, _)| known == name).map(|(_, content)| content.as_str())
    }
}

/// Of the page at `url`.
pub fn gather(tree: &Tree<'_>, url: &str) -> Facts {
    let mut facts = Facts { meta: metas(tree), ..Facts::default() };
    let mut said_last = None;
    let mut by_sphinx = false;
    for node in tree.descendants(ROOT) {
        match tree.name(node) {
            "html" => facts.language = language_of(tree, node),
            "script" => types_in(&tree.text_of(node), &mut facts.types),
            "link"
                if tree.attribute(node, "rel").is_some_and(|rel| rel.eq_ignore_ascii_case("canonical")) =>
            {
                facts.claimed_urls.extend(tree.attribute(node, "href").map(str::to_owned));
            }
            "a" => by_sphinx |= names_sphinx(tree, node),
            "" if said_last.is_none() => said_last = last_change(tree, node),
            _ => {}
        }
    }
    facts.claimed_urls.extend(facts.meta("og:url").map(str::to_owned));
    let meta = facts.meta.clone();
    let first = |names: &[&str]| {
        let content =
            |wanted: &&str| meta.iter().find(|(name, _)| name == wanted).map(|(_, content)| content.clone());
        names.iter().find_map(content)
    };
    facts.language = facts.language.take().or_else(|| first(&["content-language", "og:locale", "language"]));

    let said = readability(tree);
    let named =
        said.byline.or_else(|| first(&["citation_author", "byl"])).and_then(|name| tidy_author(&name));
    facts.author = named.or_else(|| byline(tree));
    facts.published_at = said
        .published_time
        .and_then(|time| parse_date(&time))
        .or_else(|| DATES.iter().filter_map(|name| facts.meta(name)).find_map(parse_date))
        .or_else(|| marked_date(tree))
        // Sphinx writes the day on which it built the pages, whatever the age of their words.
        .or(said_last.filter(|_| !by_sphinx));
    facts.data = JsonLd::of(tree);
    // An account is no site, and neither is a person.
    let is_site = |name: &String| !name.starts_with('@') && !facts.data.is_person(name);
    facts.site = said
        .site_name
        .filter(is_site)
        .or_else(|| first(&["application-name", "citation_journal_title", "dc.publisher"]));
    facts.work = work_of(tree, &facts, url);
    // Documentation tools add a permalink sign to each heading.
    let unmarked = |title: &str| title.trim().trim_end_matches(['¶', '#']).trim_end().to_owned();
    facts.title = Some(unmarked(&said.title)).filter(|title| !title.is_empty());
    if kind::is_documentation(&facts) {
        let heading =
            tree.find(|tree, node| tree.name(node) == "h1").map(|node| unmarked(&tree.text_of(node)));
        split_title(&mut facts, heading.as_deref().unwrap_or_default());
    }
    facts
}

/// Splits "Built-in Functions — Python 3.11.2 documentation" into the page's heading and the name of the
/// work.
fn split_title(facts: &mut Facts, heading: &str) {
    let Some(title) = facts.title.as_deref() else { return };
    let Some(rest) = title.strip_prefix(heading).filter(|_| !heading.is_empty()) else { return };
    let Some(book) = rest.trim_start().strip_prefix(['—', '–', '-', '|', ':']).map(str::trim) else {
        return;
    };
    if facts.site.is_none() && !book.is_empty() {
        facts.site = Some(book.to_owned());
    }
    facts.title = Some(heading.to_owned());
}

fn metas(tree: &Tree<'_>) -> Vec<(String, String)> {
    let metas = tree.descendants(ROOT).filter(|node| tree.name(*node) == "meta").take(500);
    metas
        .filter_map(|node| {
            let name = ["property", "name", "itemprop", "http-equiv"]
                .iter()
                .find_map(|key| tree.attribute(node, key))?;
            let content = tree.attribute(node, "content")?.trim();
            (!content.is_empty()).then(|| (name.trim().to_ascii_lowercase(), content.to_owned()))
        })
        .collect()
}

fn language_of(tree: &Tree<'_>, html: NodeId) -> Option<String> {
    ["lang", "xml:lang"].iter().find_map(|name| tree.attribute(html, name)).map(str::to_owned)
}

/// Metadata according to the readability extractor, which gets only the elements it looks at: parsing the
/// whole page a second time would cost more than everything else.
fn readability(tree: &Tree<'_>) -> dom_smoothie::Metadata {
    let mut html = String::from("<!DOCTYPE html><html><head>");
    for node in tree.descendants(ROOT).filter(|node| matches!(tree.name(*node), "meta" | "title" | "script"))
    {
        if html.len() < LONGEST_HEAD {
            serialise::push_plain(tree, node, &mut html);
        }
    }
    html.push_str("</head><body>");
    let is_heading = |node: &NodeId| matches!(tree.name(*node), "h1" | "h2") && !is_hidden(tree, *node);
    for node in tree.descendants(ROOT).filter(is_heading).take(20) {
        serialise::push_plain(tree, node, &mut html);
    }
    html.push_str("</body></html>");
    let readability = Readability::from(html);
    readability.get_article_metadata(readability.parse_json_ld())
}

/// The values of `"@type"` in JSON-LD, even if it is not valid JSON.
fn types_in(json: &str, types: &mut Vec<String>) {
    for piece in json.split("\"@type\"").skip(1).take(50) {
        let value =
            piece.trim_start().trim_start_matches(':').trim_start().trim_start_matches('[').trim_start();
        if let Some(name) = value.strip_prefix('"').and_then(|value| value.split('"').next()) {
            types.push(name.chars().take(60).collect());
        }
    }
}

/// The author as the page marks it: by relation, property or class name.
fn byline(tree: &Tree<'_>) -> Option<String> {
    let mut candidates = tree.descendants(ROOT).filter(|node| is_byline(tree, *node)).take(20);
    candidates.find_map(|node| tidy_author(&name_in(tree, node)))
}

fn is_byline(tree: &Tree<'_>, node: NodeId) -> bool {
    let holds = |name: &str, words: &[&str]| {
        tree.attribute(node, name).is_some_and(|value| {
            // Sellers are "authorized".
            let value = value.to_ascii_lowercase().replace("authori", "");
            words.iter().any(|word| value.contains(word))
        })
    };
    if matches!(
        tree.name(node),
        "" | "meta" | "link" | "script" | "html" | "body" | "img" | "label" | "form" | "button"
    ) {
        return false;
    }
    let marked =
        tree.attribute(node, "rel").is_some_and(|rel| rel.split_whitespace().any(|word| word == "author"))
            || holds("itemprop", &["author"])
            || holds("class", &["byline", "author", "dateline", "writtenby", "p-author"])
            || holds("id", &["byline", "writtenby"]);
    marked && !is_of_a_reader(tree, node)
}

/// Inside a review, a comment, or the label of a form to write one.
fn is_of_a_reader(tree: &Tree<'_>, node: NodeId) -> bool {
    let of = |node: NodeId, name: &str| tree.attribute(node, name).unwrap_or_default();
    let outer = std::iter::successors(Some(node), |node| Some(tree.parent(*node)).filter(|at| *at != ROOT));
    outer.take_while(|at| tree.name(*at) != "body").any(|at| {
        tree.name(at) == "label"
            || matches!(of(at, "itemprop"), "review" | "reviews" | "comment")
            || ["/Review", "/Comment", "/UserComments"].iter().any(|kind| of(at, "itemtype").ends_with(kind))
            || of(at, "class").split_whitespace().any(|word| word.starts_with("comment"))
    })
}

fn name_in(tree: &Tree<'_>, node: NodeId) -> String {
    let marked = tree.descendants(node).find(|inner| tree.attribute(*inner, "itemprop") == Some("name"));
    text::one_line(&spaced_text(tree, marked.unwrap_or(node)))
}

fn spaced_text(tree: &Tree<'_>, node: NodeId) -> String {
    let pieces = tree.descendants(node).filter_map(|inner| tree.text(inner)).map(str::trim);
    pieces.filter(|piece| !piece.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The name in a byline, without "By" and the like, a date, or what follows a mark: "By Ada Lovelace · 3 min" names Ada
/// Lovelace. `None` if what is left is no name.
fn tidy_author(author: &str) -> Option<String> {
    const MARKS: &[char] = &['•', '|', '·', '»', '—', '©'];
    let author = text::one_line(author);
    let lower = author.to_lowercase();
    let skip = ["by ", "by: ", "author: ", "written by ", "posted by ", "post by "]
        .iter()
        .rfind(|start| lower.starts_with(**start));
    let rest = skip.and_then(|start| author.get(start.len()..)).unwrap_or(&author);
    let rest = rest.split(MARKS).next().unwrap_or(rest);
    // "Text: Ada Lovelace"
    let rest = rest.split_once(": ").filter(|(label, _)| !label.contains(' ')).map_or(rest, |(_, name)| name);
    let rest = without_date(rest);
    let name =
        rest.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | '-' | '–' | ':' | '(' | '@'));
    (is_person(name) && !rest.contains(':')).then(|| name.to_owned())
}

/// Whether a text can be the name of one or several people: a few letters, no address, no notice, and nothing that asks
/// to do something.
fn is_person(name: &str) -> bool {
    const PART: usize = 6;
    let length = name.chars().count();
    let mut parts = name.split([',', '&', ';']);
    (2..LONGEST_BYLINE).contains(&length)
        && name.chars().any(char::is_alphabetic)
        && !name.contains("://")
        && !name.contains(['®', '™', '!', '?', '*', '$', '€', '£'])
        && !starts_with_date(name)
        && !["Visit ", "From ", "About ", "Follow "].iter().any(|start| name.starts_with(start))
        && !name.eq_ignore_ascii_case("by")
        && (name.contains(' ') || !name.ends_with('.'))
        && parts.all(|part| part.split_whitespace().count() <= PART)
}

/// Strips a date or another number after a name, as in "Joshua Sokol May 20, 2019".
fn without_date(byline: &str) -> &str {
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let ends = |at: &usize| starts_with_date(&byline[at + 1..]) || is_number(&byline[at + 1..]);
    let end = byline.match_indices(' ').map(|(at, _)| at).find(ends);
    &byline[..end.unwrap_or(byline.len())]
}

/// The date that the page marks as its publication date.
fn marked_date(tree: &Tree<'_>) -> Option<Millis> {
    let of = |node: NodeId| {
        let said =
            ["datetime", "content"].iter().find_map(|name| tree.attribute(node, name)).and_then(parse_date);
        said.or_else(|| parse_date(tree.text_of(node).trim()))
    };
    let published = |node: &NodeId| {
        tree.attribute(*node, "itemprop").is_some_and(|property| property.contains("datePublished"))
            || tree.attribute(*node, "pubdate").is_some()
            || (tree.name(*node) == "time"
                && tree.attribute(*node, "class").is_some_and(|class| class.contains("publish")))
    };
    let times = || tree.descendants(ROOT);
    times().filter(published).find_map(of).or_else(|| {
        // A date that is the only one on the page is its publication date.
        let mut dated = times().filter(|node| tree.name(*node) == "time").filter_map(of);
        let first = dated.next()?;
        dated.all(|other| other == first).then_some(first)
    })
}

/// Whether this link ends the sentence that a page was "Created using Sphinx".
fn names_sphinx(tree: &Tree<'_>, link: NodeId) -> bool {
    let leads_there = tree.attribute(link, "href").is_some_and(|href| href.contains("sphinx-doc.org"));
    let before = link.checked_sub(1).and_then(|before| tree.text(before)).map(str::trim_end);
    leads_there && before.is_some_and(|text| text.ends_with(" using") || text.ends_with(" with"))
}

/// Parses "This page was last modified on 2022-01-08": documentation often has no other date.
fn last_change(tree: &Tree<'_>, node: NodeId) -> Option<Millis> {
    let lower = tree.text(node)?.to_ascii_lowercase();
    let marks = ["last modified", "last updated", "last changed", "last update"];
    let mark = marks.iter().find_map(|mark| Some(lower.find(mark)? + mark.len()))?;
    let mut said: String = tree.text(node)?.get(mark..)?.chars().take(60).collect();
    // The date is often in an element of its own. Nodes are numbered in document order.
    for next in (node + 1..tree.len()).take(6).filter_map(|next| tree.text(next)) {
        said.push(' ');
        said.extend(next.chars().take(40));
    }
    let said = said.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '.'));
    parse_date(said.strip_prefix("on ").or_else(|| said.strip_prefix("at ")).unwrap_or(said).trim_start())
}
