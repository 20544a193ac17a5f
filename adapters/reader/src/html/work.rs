//! Finds the work that a page belongs to, with its version: a manual, a book, a site.
//!
//! The places where pages name it are checked in turn, those about the whole work first. If none does, there
//! is no work: a wrong guess would appear with every quote.

use super::facts::Facts;
use super::named::Named;
use super::tree::{NodeId, ROOT, Tree};
use crate::text::{has_words, one_line};
use serde_json::Value;
use url::Url;

/// Maximum length of a work's name, in characters.
const MAX_NAME: usize = 120;

/// The work of the page at `url`.
pub fn work_of(tree: &Tree<'_>, facts: &Facts, url: &str) -> Option<String> {
    let homes = home_links(tree, url);
    let site = facts.site.as_deref().map(one_line).filter(|site| is_name(site));
    let from_title = by_title(tree).filter(|name| has_version(name) || site.is_none());
    linked_home(tree)
        .or_else(|| homes.iter().find(|home| has_version(&home.name)).map(|home| home.name.clone()))
        .or(from_title)
        .or_else(|| breadcrumbs(tree, facts).into_iter().find(|name| has_version(name)))
        .or(site)
        .or_else(|| suite(tree))
        .or_else(|| {
            homes.into_iter().find(|home| home.is_logo && occurs_in_text(tree, home)).map(|home| home.name)
        })
}

/// `<link rel="home" title="…">`, and an `up` that leads to the first page.
fn linked_home(tree: &Tree<'_>) -> Option<String> {
    let links = || tree.descendants(ROOT).filter(|node| tree.name(*node) == "link");
    let titled = |wanted: &[&str], node: NodeId| {
        let rel = tree.attribute(node, "rel")?;
        let fits =
            rel.split_whitespace().any(|word| wanted.iter().any(|name| word.eq_ignore_ascii_case(name)));
        let href = tree.attribute(node, "href").unwrap_or_default();
        let up = wanted.contains(&"up") && !is_index(href);
        let title = one_line(tree.attribute(node, "title")?);
        // A query asks a program for something, such as a list of all pages.
        (fits && !up && !href.contains('?') && is_name(&title)).then_some(title)
    };
    let of = |wanted: &[&str]| links().find_map(|node| titled(wanted, node));
    of(&["home", "start", "top", "contents"]).or_else(|| of(&["up"]))
}

struct Home {
    name: String,
    /// The link is an image.
    is_logo: bool,
    node: NodeId,
}

/// The names given to the home page by links to it that carry more than plain text: a `title`, or a logo.
fn home_links(tree: &Tree<'_>, url: &str) -> Vec<Home> {
    let Some(page) = Url::parse(url).or_else(|_| Url::parse("file:///page")).ok() else { return Vec::new() };
    let links = tree.descendants(ROOT).filter(|node| {
        tree.name(*node) == "a"
            && tree.attribute(*node, "href").is_some_and(|href| is_index(href) && leads_up(&page, href))
            && in_furniture(tree, *node)
    });
    let name = |node: NodeId| {
        let text = one_line(&tree.text_of(node));
        let title = tree.attribute(node, "title").map(one_line).filter(|title| *title != text);
        let picture = || {
            let image = tree.descendants(node).find(|inner| tree.name(*inner) == "img")?;
            tree.attribute(image, "alt").map(one_line)
        };
        let (name, is_logo) = match (has_words(&text), title) {
            (true, Some(title)) => (title, false),
            (true, None) => (text, false),
            (false, title) => {
                let shown = picture().map(|alt| without_logo(&alt).to_owned());
                (shown.filter(|alt| has_words(alt)).or(title)?, true)
            }
        };
        is_name(&name).then_some(Home { name, is_logo, node })
    };
    links.take(50).filter_map(name).collect()
}

/// Whether an address is the index page of its folder or of a parent folder.
fn is_index(href: &str) -> bool {
    let path = href.split(['?', '#']).next().unwrap_or_default();
    let file = path.rsplit('/').next().unwrap_or_default();
    !path.is_empty() && (matches!(file, "" | "." | "..") || file.split('.').next() == Some("index"))
}

/// Whether a link leads from a page to the folder that it is in, or to one further up. Other folders with an index are
/// pages beside this one, whatever their links are called.
fn leads_up(page: &Url, href: &str) -> bool {
    let Ok(target) = page.join(href) else { return false };
    let folder = target.path().rsplit_once('/').map_or("", |(folder, _)| folder);
    let is_above = page.path().strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    let is_plain = target.query().is_none() && target.fragment().is_none();
    target.host() == page.host() && is_plain && is_above && target.path() != page.path()
}

/// "Example" of "Example logo".
fn without_logo(alt: &str) -> &str {
    let rest = alt.len().checked_sub("logo".len()).and_then(|at| alt.split_at_checked(at));
    rest.filter(|(_, last)| last.eq_ignore_ascii_case("logo")).map_or(alt, |(name, _)| name.trim_end())
}

/// Whether a node is in a header, footer or sidebar, judging by common names.
fn in_furniture(tree: &Tree<'_>, node: NodeId) -> bool {
    let outer = std::iter::successors(Some(node), |node| Some(tree.parent(*node)).filter(|at| *at != ROOT));
    outer.skip(1).any(|at| {
        let named = Named::of(tree, at);
        let role = tree.attribute(at, "role").unwrap_or_default();
        matches!(tree.name(at), "header" | "nav" | "footer" | "aside")
            || matches!(role, "navigation" | "banner" | "contentinfo")
            || named.is(Named::FURNITURE)
            || named.is(Named::TOOL)
    })
}

/// The rest of the title after the page's own heading: "Coroutines and Tasks — Python 3.11.2 documentation".
fn by_title(tree: &Tree<'_>) -> Option<String> {
    const MARKS: &[char] = &['—', '–', '-', '|', ':', '·', '•', '»', '«', '‹', '›', '~'];
    let title = one_line(&tree.text_of(tree.find(|tree, node| tree.name(node) == "title")?));
    let headings = |names: &'static [&'static str]| {
        let found = tree.descendants(ROOT).filter(move |node| names.contains(&tree.name(*node)));
        found.map(|node| one_line(tree.text_of(node).trim_end_matches(['¶', '#'])))
    };
    // A site may make its own name the first heading. The rest is then a heading, too.
    let is_heading = |name: &str| headings(&["h1", "h2", "h3"]).take(50).any(|heading| heading == name);
    let by_heading = headings(&["h1"]).take(3).find_map(|heading| {
        let before = || title.strip_prefix(heading.as_str()).map(|rest| (rest.trim_start(), true));
        let behind = || title.strip_suffix(heading.as_str()).map(|rest| (rest.trim_end(), false));
        let (rest, leads) = before().or_else(behind).filter(|_| has_words(&heading))?;
        let parted = if leads { rest.starts_with(MARKS) } else { rest.ends_with(MARKS) };
        let name = rest.trim_matches(|c: char| c.is_whitespace() || MARKS.contains(&c));
        (parted && is_name(name) && !is_heading(name)).then(|| name.to_owned())
    });
    // Without such a heading, the last part is used if it names an edition.
    by_heading.or_else(|| {
        let (_, last) = [" — ", " – ", " | "].iter().find_map(|mark| title.rsplit_once(mark))?;
        (is_name(last) && has_version(last)).then(|| last.to_owned())
    })
}

/// The breadcrumb names from the home page to this one, excluding this one.
fn breadcrumbs(tree: &Tree<'_>, facts: &Facts) -> Vec<String> {
    let mut names: Vec<String> = facts
        .data
        .of_type(&["BreadcrumbList"])
        .filter_map(|list| list.get("itemListElement")?.as_array())
        .flat_map(|items| &items[..items.len().saturating_sub(1)])
        .filter_map(|item| item.get("name").or_else(|| item.get("item")?.get("name")).and_then(Value::as_str))
        .map(one_line)
        .collect();
    let holds = |node: NodeId, name: &str| {
        tree.attribute(node, name).is_some_and(|value| value.to_ascii_lowercase().contains("breadcrumb"))
    };
    let trail = tree.find(|tree, node| {
        !matches!(tree.name(node), "" | "body" | "html")
            && ["class", "id", "aria-label", "itemtype"].iter().any(|name| holds(node, name))
    });
    let links =
        trail.into_iter().flat_map(|trail| tree.descendants(trail)).filter(|node| tree.name(*node) == "a");
    names.extend(links.take(20).map(|node| one_line(&tree.text_of(node))));
    names.retain(|name| is_name(name));
    names
}

/// The suite that a manual page names at its end: "Part of the git(1) suite".
fn suite(tree: &Tree<'_>) -> Option<String> {
    let title = tree.text_of(tree.find(|tree, node| tree.name(node) == "title")?);
    manual_page(&title)?;
    let said = tree.descendants(ROOT).filter(|node| tree.name(*node) == "p").find_map(|node| {
        let text = one_line(&tree.text_of(node));
        let words = text.split_whitespace().count();
        text.to_lowercase().starts_with("part of ").then_some(text).filter(|_| words <= 8)
    })?;
    said.split_whitespace().find_map(manual_page).map(str::to_owned)
}

/// The name in `name(section)`.
fn manual_page(text: &str) -> Option<&str> {
    let (name, section) = text.trim().trim_end_matches('.').strip_suffix(')')?.split_once('(')?;
    let fits = !name.contains(char::is_whitespace)
        && section.starts_with(|c: char| c.is_ascii_digit())
        && section.len() <= 4;
    (fits && is_name(name)).then_some(name)
}

/// Whether a logo's text occurs elsewhere on the page. If so, it is a name and not just "Logo".
fn occurs_in_text(tree: &Tree<'_>, home: &Home) -> bool {
    let inside = |node: NodeId| tree.descendants(home.node).any(|inner| inner == node);
    let said =
        tree.descendants(ROOT).filter(|node| tree.text(*node).is_some_and(|text| text.contains(&home.name)));
    said.into_iter().any(|node| !inside(node) && !in_furniture(tree, node))
}

/// Whether a name contains a version: after a word, a number with a dot or after a `v`. Other numbers are as likely to
/// be years, models or chapters.
fn has_version(name: &str) -> bool {
    let words =
        name.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ',' | '/' | '-' | '_' | ':'));
    words.filter(|word| !word.is_empty()).enumerate().skip(1).any(|(_, word)| {
        let number = word.trim_start_matches(['v', 'V', 'r', 'R']);
        number.starts_with(|c: char| c.is_ascii_digit())
            && number.ends_with(|c: char| c.is_ascii_alphanumeric())
            && number.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.')
            && (number.contains('.') || number.len() < word.len())
    })
}

fn is_name(name: &str) -> bool {
    name.chars().any(char::is_alphabetic) && name.chars().count() <= MAX_NAME
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::facts;

    fn work(html: &str) -> Option<String> {
        let tree = Tree::parse(html).expect("it is read");
        facts::gather(&tree, "https://example.org/manual/tasks.html").work
    }

    #[test]
    fn other_pages_and_numbers_name_no_work() {
        let menu = |link: &str| work(&format!("<title>Tasks</title><nav>{link}</nav><h1>Tasks</h1>"));
        assert_eq!(
            menu("<a href=./ title='Example 2.1 manual'>Up</a>").as_deref(),
            Some("Example 2.1 manual")
        );
        assert_eq!(
            menu("<a href='https://example.org/'>Example v2</a>").as_deref(),
            Some("Example v2"),
            "its own site"
        );
        for other in [
            "<a href=/guides/phone-11/>Phone 11.5</a>",
            "<a href=/manual/phone/>Phone 11.5</a>",
            "<a href='https://maker.example/'>Made with Maker 5.3.0</a>",
            "<a href='?order=new'>Order 5.3</a>",
            "<a href=/>My wish list(0)</a>",
            "<a href=/>Free for 30 days</a>",
            "<a href=./>Posted March 19, 2024</a>",
        ] {
            assert_eq!(menu(other), None, "{other}");
        }
        assert_eq!(
            work(
                "<title>Tasks - Updated 2025</title><meta property=og:site_name content=Shop><h1>Tasks</h1>"
            )
            .as_deref(),
            Some("Shop")
        );
        let site_first = "<title>Tasks - Example</title><h1>Example</h1><h2>Tasks</h2>";
        assert_eq!(work(site_first), None);
        assert_eq!(work("<link rel=contents href='/tasks?do=index' title=Sitemap><h1>Tasks</h1>"), None);
        let crumbs =
            "<ul class=breadcrumbs><li><a href=/>Home</a><li><a href=/d>Toddlers (1-3 years)</a></ul>";
        assert_eq!(work(&format!("{crumbs}<h1>Tasks</h1>")), None);
    }

    #[test]
    fn the_word_logo_is_no_name() {
        let logo = |alt: &str| {
            work(&format!(
                "<nav><a href=/><img alt='{alt}'></a></nav><p>Your Logo here</p><p>The Example reads.</p>"
            ))
        };
        assert_eq!(logo("Logo"), None);
        assert_eq!(logo("Example logo").as_deref(), Some("Example"));
    }

    #[test]
    fn a_work_is_named_by_what_leads_to_its_first_page() {
        let handbook = "<head><link rel=home href=index.html title='The Handbook 11'><link rel=up title='Chapter 6. X'><body><h1>A</h1>";
        assert_eq!(work(handbook).as_deref(), Some("The Handbook 11"));
        let up = |href: &str| format!("<head><link rel=up href={href} title='The Guide'><body><h1>A</h1>");
        assert_eq!(work(&up("index.en.html")).as_deref(), Some("The Guide"));
        assert_eq!(work(&up("chapter.html")), None);
        let header = "<div class=navheader><a href=part.html title='Part 2.0'>Up</a> \
                      <a href=index.html title='Example 15.2 Documentation'>Home</a></div><h1>A</h1>";
        assert_eq!(work(header).as_deref(), Some("Example 15.2 Documentation"));
        assert_eq!(work("<nav><a href=/ title='Back home'>Home</a></nav><h1>A</h1>"), None);
        let logo = |alt: &str| {
            format!(
                "<nav><a href=index.html><img alt='{alt}'></a></nav><p>ExampleDB reads.</p><p>ExampleDB writes.</p>"
            )
        };
        assert_eq!(work(&logo("ExampleDB")).as_deref(), Some("ExampleDB"));
        assert_eq!(work(&logo("Logo")), None);
    }

    #[test]
    fn a_work_is_named_by_the_title_the_site_or_the_way_to_the_page() {
        let titled = |title: &str| format!("<title>{title}</title><h1>Tasks<a href='#t'>¶</a></h1>");
        assert_eq!(
            work(&titled("Tasks &#8212; Example 3.11 documentation")).as_deref(),
            Some("Example 3.11 documentation")
        );
        assert_eq!(work(&titled("Example: Manual: Tasks")).as_deref(), Some("Example: Manual"));
        assert_eq!(work(&titled("Tasks")), None);
        assert_eq!(work(&titled("Tasks and more")), None);
        let site = "<meta property='og:site_name' content='The Example'>";
        assert_eq!(
            work(&format!("{site}{}", titled("Tasks - News - The Example"))).as_deref(),
            Some("The Example")
        );
        let crumbs = "<script type='application/ld+json'>{\"@type\": \"BreadcrumbList\", \"itemListElement\": [\
                      {\"name\": \"Home\"}, {\"item\": {\"name\": \"Example 2.1\"}}, {\"name\": \"3. Tasks\"}]}</script>";
        assert_eq!(work(&format!("{crumbs}{}", titled("Tasks"))).as_deref(), Some("Example 2.1"));
        let trail =
            "<ul class=breadcrumbs><li><a href=/>Home</a><li><a href=/d>Example v9</a><li>2. Tasks</ul>";
        assert_eq!(work(&format!("{trail}{}", titled("Tasks"))).as_deref(), Some("Example v9"));
    }

    #[test]
    fn a_page_of_a_manual_names_its_suite() {
        let page = |title: &str| {
            format!("<title>{title}</title><h2>X</h2><p>Part of the <a href=x.html>x(1)</a> suite</p>")
        };
        assert_eq!(work(&page("x-branch(1)")).as_deref(), Some("x"));
        assert_eq!(work(&page("Branches")), None);
    }
}
