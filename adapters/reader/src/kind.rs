//! Classifies a page by its own metadata and its address.

use crate::html::Facts;
use gorkd_core::model::DocumentKind;
use url::Url;

/// Words in the names of documentation generators.
const DOCUMENTATION_TOOLS: &[&str] = &[
    "docbook",
    "docutils",
    "sphinx",
    "asciidoc",
    "publican",
    "doxygen",
    "javadoc",
    "rustdoc",
    "mkdocs",
    "mdbook",
    "docusaurus",
    "vitepress",
    "vuepress",
    "gitbook",
    "antora",
    "texinfo",
    "makeinfo",
    "mediawiki",
    "dokuwiki",
    "pandoc",
    "jekyll docs",
    "latex2html",
    "tex4ht",
    "hevea",
    "yard",
    "perldoc",
    "pod2html",
    "pod::",
    "man2html",
    "mandoc",
    "groff",
    "bikeshed",
    "debiandoc",
    "linuxdoc",
    "xmlto",
    "ronn",
    "naturaldocs",
    "exdoc",
    "ex_doc",
    "haddock",
    "godoc",
    "typedoc",
    "jsdoc",
    "starlight",
    "nextra",
    "hugo docs",
    "docsify",
];
const FORUM_TOOLS: &[&str] =
    &["discourse", "phpbb", "vbulletin", "xenforo", "invision", "flarum", "nodebb", "mybb"];
const FORUM_SITES: &[&str] = &[
    "stackoverflow.com",
    "stackexchange.com",
    "superuser.com",
    "serverfault.com",
    "askubuntu.com",
    "reddit.com",
    "news.ycombinator.com",
    "quora.com",
    "lobste.rs",
];
const PAPER_SITES: &[&str] = &[
    "arxiv.org",
    "doi.org",
    "pubmed.ncbi.nlm.nih.gov",
    "pmc.ncbi.nlm.nih.gov",
    "biorxiv.org",
    "medrxiv.org",
    "semanticscholar.org",
    "openreview.net",
    "aclanthology.org",
    "jmlr.org",
    "plos.org",
];
const REFERENCE_SITES: &[&str] = &[
    "wikipedia.org",
    "wiktionary.org",
    "wikidata.org",
    "britannica.com",
    "merriam-webster.com",
    "developer.mozilla.org",
];
const NEWS_SITES: &[&str] = &[
    "reuters.com",
    "apnews.com",
    "bbc.com",
    "bbc.co.uk",
    "nytimes.com",
    "theguardian.com",
    "washingtonpost.com",
    "cnn.com",
    "aljazeera.com",
    "bloomberg.com",
    "npr.org",
    "spiegel.de",
    "lemonde.fr",
    "elpais.com",
];

pub fn kind_of(url: &str, facts: &Facts) -> DocumentKind {
    let parsed = Url::parse(url).ok();
    let host = parsed.as_ref().and_then(|url| url.host_str()).unwrap_or_default();
    let path = parsed.as_ref().map_or("", |url| url.path()).to_ascii_lowercase();
    let on = |sites: &[&str]| sites.iter().any(|site| host == *site || host.ends_with(&format!(".{site}")));
    let typed = |names: &[&str]| facts.types.iter().any(|kind| names.contains(&kind.as_str()));

    if on(FORUM_SITES) || is_forum_tool(facts) || typed(&["QAPage", "DiscussionForumPosting"]) {
        DocumentKind::Forum
    } else if on(PAPER_SITES)
        || typed(&["ScholarlyArticle", "MedicalScholarlyArticle"])
        || facts.meta("citation_title").is_some()
        || facts.meta("citation_doi").is_some()
    {
        DocumentKind::Paper
    } else if typed(&["NewsArticle", "ReportageNewsArticle", "AnalysisNewsArticle", "OpinionNewsArticle"])
        || on(NEWS_SITES)
    {
        DocumentKind::News
    } else if host == "github.com" && path.contains("/blob/")
        || host.starts_with("raw.githubusercontent")
        || host.starts_with("gist.")
    {
        DocumentKind::Code
    } else if typed(&["Dataset"]) {
        DocumentKind::Data
    } else if is_documentation(facts)
        || on(REFERENCE_SITES)
        || ["docs.", "doc.", "manual.", "man.", "wiki.", "developer."]
            .iter()
            .any(|start| host.starts_with(start))
        || ["/docs/", "/doc/", "/documentation/", "/manual/", "/reference/", "/wiki/", "/man/", "/api/"]
            .iter()
            .any(|part| path.contains(part))
        || typed(&["TechArticle", "APIReference", "DefinedTerm"])
    {
        DocumentKind::Reference
    } else if facts.meta("og:type") == Some("article")
        && ["/news/", "/politics/", "/world/"].iter().any(|part| path.contains(part))
    {
        DocumentKind::News
    } else {
        DocumentKind::Page
    }
}

/// Whether the page was made by forum software.
pub fn is_forum_tool(facts: &Facts) -> bool {
    made_by(facts, FORUM_TOOLS)
}

/// Whether the page was made by a documentation tool. Such pages are text from edge to edge.
pub fn is_documentation(facts: &Facts) -> bool {
    made_by(facts, DOCUMENTATION_TOOLS)
}

fn made_by(facts: &Facts, tools: &[&str]) -> bool {
    let generators = facts.meta.iter().filter(|(name, _)| name == "generator");
    let mut names = generators.map(|(_, tool)| tool.to_ascii_lowercase());
    names.any(|name| tools.iter().any(|known| name.contains(known)))
}
