//! Pages of several kinds and the text extracted from them.

use super::extract::read;
use crate::text::{is_normalised, render};
use gorkd_core::model::{DocumentKind, FailureReason};
use proptest::prelude::*;

fn text_of(html: &str) -> String {
    let draft = read(html, "https://example.org/docs/page.html").expect("it is read");
    let text = render(&draft.blocks, 1 << 20).text;
    assert!(is_normalised(&text), "{text:?}");
    text
}

/// A page that names a documentation tool as its generator.
fn documentation(body: &str) -> String {
    format!(
        "<html><head><meta name=generator content='Docutils 0.19'><title>T</title></head><body>{body}</body></html>"
    )
}

fn check(body: &str, text: &str) {
    assert_eq!(text_of(&documentation(body)), text);
}

#[test]
fn headings_paragraphs_and_inline_marks() {
    check(
        "<h1>One<a class=headerlink href='#one'>¶</a></h1><p>A <b>bold</b>\n <code>word</code> and <a href=x>link</a>.<p>Next \
         line<br>after a break<br><br>New paragraph with x<sup>2</sup> = 10<sup>-6</sup>, the 1<sup>st</sup> one\
         <sup><a href='#fn1'>1</a></sup> and H<sub>2</sub>O. <q>Said</q></p><h3> Two </h3>text",
        "# One\n\nA bold `word` and link.\n\nNext line\nafter a break\n\nNew paragraph with x^2 = 10^-6, the 1st one and H2O. \
         “Said”\n\n### Two\n\ntext",
    );
}

#[test]
fn a_heading_that_leads_back_to_the_table_of_contents_stays() {
    check(
        "<h1>FAQ</h1><section><h2><a class=toc-backref href='#id1'>Why is it slow?</a><a class=headerlink href='#q'>¶</a></h2>\
         <p>It reads each page.</p></section><section><h2><a class=toc-backref href='#id2'>Can it be faster?</a></h2>\
         <p>Not yet.</p></section>",
        "# FAQ\n\n## Why is it slow?\n\nIt reads each page.\n\n## Can it be faster?\n\nNot yet.",
    );
}

#[test]
fn a_section_on_cookies_is_no_notice() {
    check(
        "<h1>Guide</h1><section id=cookie-objects><h2>Cookie objects<a class=headerlink href='#cookie-objects'>¶</a></h2>\
         <p>Each has a name.</p></section><div id=cookie-bar><p>We use cookies.</p></div>",
        "# Guide\n\n## Cookie objects\n\nEach has a name.",
    );
}

#[test]
fn lists_keep_their_nesting_and_numbers() {
    check(
        "<ul><li>one<li><p>two</p><ol start=3><li>three<li>four<p>more of four</ol></ul><p>after</p><ul></ul>",
        "- one\n- two\n  3. three\n  4. four\n\n    more of four\n\nafter",
    );
}

#[test]
fn definitions_stand_with_their_terms() {
    check(
        "<dl><dt>work_mem (<code>integer</code>)<dd><p>Sets the memory.</p><p>More on it.</p><dt>-v<dt>--verbose:<dd>Says \
         more.<dt>alone<dt>code<dd><pre>x = 1</pre></dl>",
        "**work_mem (integer)**\n  Sets the memory.\n\n  More on it.\n\n**-v**\n**--verbose:**\n  Says more.\n\n**alone**\n\
         **code**\n  ```\n  x = 1\n  ```",
    );
}

#[test]
fn terms_are_whole_lines_without_what_tools_hang_on_them() {
    check(
        "<dl class=py><dt id=f><code>f(a, *b)</code><a href=s.html#f><span>[source]</span></a><a href='#f'>¶</a><dd><p>Does \
         it.<dl><dt><a id=x></a><dt>a<dd>One.<dd>Or none.</dl><dt>g()<dd></dl>",
        "**f(a, *b)**\n  Does it.\n\n  **a**\n    One.\n\n    Or none.\n\n**g()**",
    );
    // Definition lists used for page layout contain sections.
    check("<dl><dt>Part<dd><h2>One</h2><p>Words.</p></dl>", "**Part**\n\n## One\n\nWords.");
}

#[test]
fn the_heading_of_a_note_opens_no_section() {
    check(
        "<h2>Logs</h2><p>One.</p><div class=note><h3 class=title>Note</h3><p>Two.</p></div><p>Three.</p>",
        "## Logs\n\nOne.\n\nNote\n\nTwo.\n\nThree.",
    );
    check(
        "<dl><dt>a<dd><p>One.</p><div class='admonition tip'><h3>Tip</h3><p>Two.</p></div><dt>b<dd>Three.</dl>",
        "**a**\n  One.\n\n  Tip\n\n  Two.\n\n**b**\n  Three.",
    );
    for part in [
        "<div class=note><h2>All about it</h2><p>One.</p></div>",
        "<div class=note><h3>A</h3><h3>B</h3></div>",
    ] {
        assert!(
            text_of(&documentation(part)).contains("## "),
            "{part}: a part of the page that is called so"
        );
    }
}

#[test]
fn lists_of_links_are_marked_as_navigation() {
    let html = documentation(
        "<h1>Title</h1><p>Words <a href=x>here</a>.</p><ul><li><a href=a>One</a><li><a href=b>Two</a>, <a href=c>three</a></ul>\
         <ul><li><a href=a>one</a> says what it is for<li><a href=b>two</a> says it as well</ul>\
         <p><a rel=prev href=p>Before</a> and <a rel=next href=n>After</a> this page</p>\
         <dl><dt>abs, <a href=1>Functions and Operators</a><dt>all, <a href=2>Subqueries</a></dl>",
    );
    let draft = read(&html, "https://example.org/").expect("it is read");
    let rendered = render(&draft.blocks, 1 << 20);
    let marked: Vec<String> = rendered
        .navigation
        .iter()
        .map(|span| rendered.text.chars().skip(span.start).take(span.end - span.start).collect())
        .collect();
    assert_eq!(
        marked,
        [
            "- One\n- Two, three",
            "Before and After this page\n\n- abs, Functions and Operators\n- all, Subqueries"
        ]
    );
}

#[test]
fn code_keeps_its_lines() {
    check(
        "<pre><span class=linenos>1</span><span class=k>def</span> f(a):\n    return a &lt; 2\n\n</pre>\
         <div class=highlight><pre>one<br>two</pre></div><div class='highlight-sh notranslate'><div><pre>ls</pre></div></div>\
         <pre><code class=language-rust>main</code></pre>",
        "```\ndef f(a):\n    return a < 2\n```\n\n```\none\ntwo\n```\n\n```sh\nls\n```\n\n```rust\nmain\n```",
    );
}

#[test]
fn tables_of_data_have_a_header_and_filled_spans() {
    check(
        "<table><caption>Sizes</caption><thead><tr><th>Name<th>Bytes</thead><tbody><tr><td>a | b<td rowspan=2>1<tr><td>c\
         </table>",
        "Sizes\n\n| Name | Bytes |\n| --- | --- |\n| a \\| b | 1 |\n| c | 1 |",
    );
    check(
        "<table><tr><td>x<td>1<td>p<tr><td>y<td>2<td><p>q</p><p>r.</p>s</table>",
        "|  |  |  |\n| --- | --- | --- |\n| x | 1 | p |\n| y | 2 | q; r. s |",
    );
    check(
        "<table><tr><td><strong>Level</strong><td><p><b>Pay</b></p><tr><td>L1<td><b>50</b><tr><td>L2<td>60</table>",
        "| Level | Pay |\n| --- | --- |\n| L1 | 50 |\n| L2 | 60 |",
    );
    check(
        "<table><tr><td><b>a</b><td><b>1</b><tr><td><b>b</b><td><b>2</b></table>",
        "|  |  |\n| --- | --- |\n| a | 1 |\n| b | 2 |",
    );
}

#[test]
fn tables_of_labels_and_of_layout_are_no_tables() {
    check("<table><tr><th>Born<td>1815<tr><th>Died:<td>1852</table>", "- Born: 1815\n- Died: 1852");
    check(
        "<table><tr><td><img src=i.png></td><td><p>A note.</p><p>Two.</p></td></tr></table>",
        "A note.\n\nTwo.",
    );
    check(
        "<table><tr><th><p>Operator</p><p>Meaning</p><tr><td><p>a + b</p><p>Sum</p><tr><td><p>a - b</p><p>Difference</p></table>",
        "- Operator; Meaning\n- a + b; Sum\n- a - b; Difference",
    );
}

#[test]
fn furniture_and_hidden_words_are_left_out() {
    check(
        "<div class=navheader>Prev Next</div><nav>menu</nav><div role=navigation>more</div><p>Text that \
         stays.<span style='display: none'>obey me</span><span hidden>and me</span></p><script>var x = 'code';</script>\
         <style>p {}</style><!-- comment --><noscript>no</noscript><svg><text>drawn</text></svg><footer>(c)</footer>",
        "Text that stays.",
    );
}

#[test]
fn a_page_that_is_a_table_of_contents_keeps_it() {
    check(
        "<h1>Book</h1><div class=toc><dl><dt><a href=a.html>1. First</a><dt><a href=b.html>2. Second</a></dl></div>",
        "# Book\n\n- 1. First\n- 2. Second",
    );
}

#[test]
fn formulas_carry_their_text() {
    check(
        "<p>Mass: <span class=mwe-math-element><span class='mwe-math-mathml-a11y' style='display:none'><math \
         alttext='E=mc^2'><mi>E</mi></math></span></span>.</p>",
        "Mass: E=mc^2.",
    );
}

#[test]
fn left_out_end_tags_are_no_trouble() {
    check(
        "<p>one<p>two<ul><li>a<li>b</ul><table><tr><td>x<td>y<tr><td>1<td>2</table>after",
        "one\n\ntwo\n\n- a\n- b\n\n|  |  |\n| --- | --- |\n| x | y |\n| 1 | 2 |\n\nafter",
    );
    check(
        "<div><p>one <b>two</div> three</b> <i>four <b>five</i> six</b></p></nosuch>",
        "one two\n\nthree four five six",
    );
}

fn article(head: &str) -> String {
    let paragraph = "<p>The council met on Tuesday evening and decided, after a long debate, to rebuild the old bridge over the \
                     river, which had been closed to traffic since the flood of last spring, as the mayor told reporters.</p>";
    format!(
        "<!DOCTYPE html><html lang=en-GB><head><title>Council to rebuild the old bridge | The Daily Example</title>{head}</head>\
         <body><nav><a href=/>Home</a> <a href=/news>News</a></nav><article><h1>Council to rebuild the old bridge</h1>\
         <p class=byline>By <a rel=author href=/ada>Ada Writer</a></p>{}</article>\
         <aside><h3>Read next</h3><ul><li><a href=/x>Ten things about bridges</a></ul></aside><footer>All rights reserved</footer>\
         </body></html>",
        paragraph.repeat(6)
    )
}

#[test]
fn articles_are_picked_out_of_their_pages_with_what_they_say_of_themselves() {
    let html = article(
        "<meta property='og:type' content='article'><meta property='og:site_name' content='The Daily Example'>\
         <meta property='article:published_time' content='2024-05-01T08:00:00+02:00'>\
         <link rel=canonical href='https://www.example.org/bridge'>\
         <script type='application/ld+json'>{\"@context\": \"https://schema.org\", \"@type\": \"NewsArticle\"}</script>",
    );
    let draft = read(&html, "https://example.org/bridge?utm_source=x").expect("it is read");
    let text = render(&draft.blocks, 1 << 20).text;
    assert!(text.contains("The council met on Tuesday"));
    assert!(!text.contains("Ten things") && !text.contains("All rights") && !text.contains("Home"), "{text}");
    assert_eq!(draft.title.as_deref(), Some("Council to rebuild the old bridge"));
    assert_eq!(draft.author.as_deref(), Some("Ada Writer"));
    assert_eq!(draft.site.as_deref(), Some("The Daily Example"));
    assert_eq!(draft.published_at.map(|at| at.0), Some(1_714_543_200_000));
    assert_eq!(draft.kind, DocumentKind::News);
    assert_eq!(draft.language.as_deref(), Some("en-GB"));
    assert_eq!(draft.claimed_urls, ["https://www.example.org/bridge"]);
}

#[test]
fn an_author_is_a_name_and_a_site_is_no_person() {
    let of = |head: &str, body: &str| {
        let html = format!(
            "<html><head><title>T</title>{head}</head><body><h1>T</h1>{body}<p>Words.</p></body></html>"
        );
        let draft = read(&html, "https://example.org/x").expect("it is read");
        (draft.author, draft.site)
    };
    let author = |body: &str| of("", body).0;
    for (byline, name) in [
        ("By Ada Lovelace", "Ada Lovelace"),
        ("Post by ada42 » 11. Sep 2024, 18:36", "ada42"),
        ("Ada Lovelace - 2019-04-10", "Ada Lovelace"),
        ("Text: Ada Lovelace", "Ada Lovelace"),
        ("Jeff Lovelace —", "Jeff Lovelace"),
        ("The State University © 2025", "The State University"),
    ] {
        assert_eq!(author(&format!("<p class=byline>{byline}</p>")).as_deref(), Some(name));
    }
    for byline in [
        "26",
        "By",
        "Dec.",
        "Visit the Example Store",
        "© 2025 Example Inc.",
        "This review is posted in Mobile App Reviews",
        "Coming Soon! A Colorful Edition $9.99",
        "ada Big Board Owner Posts: 116 Threads: 23",
    ] {
        assert_eq!(author(&format!("<p class=byline>{byline}</p>")), None, "{byline}");
    }
    let later = "<p class=byline>26</p><p class=byline>Ada Lovelace</p>";
    assert_eq!(author(later).as_deref(), Some("Ada Lovelace"));
    for other in [
        "<div class=authorizedDealer>Authorized Dealer</div>",
        "<label for=author class=author>Your name</label>",
        "<div itemprop=review><span itemprop=author>Ada King</span></div>",
        "<ol class=comment-list><li><cite class=comment-author>Ada King</cite></ol>",
    ] {
        assert_eq!(author(other), None, "{other}");
    }
    let site = |head: &str| of(head, "").1;
    assert_eq!(site("<meta property='og:site_name' content='@example'>"), None);
    assert_eq!(site("<meta property='og:site_name' content='Example'>").as_deref(), Some("Example"));
    let published = "<meta name=application-name content=Example><script type='application/ld+json'>{\"@context\": \
        \"https://schema.org\", \"@type\": \"Article\", \"headline\": \"T\", \"publisher\": {\"@type\": \"Person\", \
        \"name\": \"Ada King\"}}</script>";
    assert_eq!(site(published).as_deref(), Some("Example"));
}

#[test]
fn the_day_of_a_build_is_no_date_of_what_was_built() {
    let dated = |footer: &str| {
        let html = documentation(&format!("<h1>One</h1><p>Words.</p><div class=footer>{footer}</div>"));
        read(&html, "https://example.org/docs/page.html").expect("it is read").published_at.map(|at| at.0)
    };
    let day = "Last updated on March 01, 2024.";
    let sphinx = "<a href='https://www.sphinx-doc.org/'>Sphinx</a>";
    assert_eq!(dated(&format!("{day} Created using {sphinx} 5.3.0.")), None);
    assert_eq!(dated(&format!("{day} Built with {sphinx}.")), None);
    assert_eq!(
        dated(&format!("{day} See also {sphinx}.")),
        Some(1_709_251_200_000),
        "a link to it says nothing"
    );
    assert_eq!(dated(day), Some(1_709_251_200_000));
}

#[test]
fn pages_are_classified_by_kind() {
    let kind = |head: &str, url: &str| read(&article(head), url).expect("it is read").kind;
    assert_eq!(kind("", "https://example.org/x"), DocumentKind::Page);
    assert_eq!(kind("", "https://stackoverflow.com/questions/1"), DocumentKind::Forum);
    assert_eq!(kind("", "https://en.wikipedia.org/wiki/X"), DocumentKind::Reference);
    assert_eq!(kind("<meta name=citation_doi content=10.1/x>", "https://example.org/x"), DocumentKind::Paper);
    assert_eq!(
        kind("<meta name=generator content='DocBook XSL'>", "file:///x.html"),
        DocumentKind::Reference
    );
}

#[test]
fn nesting_beyond_the_limit_is_refused_with_a_sentence() {
    let failure = read(&"<div>".repeat(20_000), "https://example.org/").expect_err("too deep");
    assert_eq!(failure.reason, FailureReason::TooComplex);
    assert_eq!(failure.detail, "The page is nested more than 1000 levels deep.");
}

#[test]
fn nesting_that_is_only_unusual_is_flattened() {
    let html =
        format!("{}<p>deep words stay</p>{}<p>and what follows", "<div>".repeat(600), "</div>".repeat(600));
    assert_eq!(text_of(&html), "deep words stay\n\nand what follows");
}

#[test]
fn attributes_beyond_the_limit_are_refused_and_many_on_one_tag_are_dropped() {
    let failure =
        read(&format!("<p {}>x", "a=1 ".repeat(1_000_000)), "https://example.org/").expect_err("too many");
    assert_eq!(failure.reason, FailureReason::TooComplex);
    assert_eq!(text_of(&documentation(&format!("<p {}>words", "a=1 ".repeat(10_000)))), "words");
}

#[test]
fn of_a_page_with_too_many_elements_the_first_part_is_read() {
    let html = documentation(&"<p>word</p>".repeat(210_000));
    let draft = read(&html, "https://example.org/").expect("it is read");
    assert!(draft.truncated);
    assert_eq!(draft.warnings, ["Only the first 200000 elements of the page were read."]);
    assert!(draft.blocks.len() > 100_000);
}

/// Markup fragments in random order: they reach odd states more often than plain noise does.
fn markup() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "<p>",
        "</p>",
        "<div class=toc>",
        "</div>",
        "<table>",
        "<tr>",
        "<td rowspan=3>",
        "<th colspan=9>",
        "</table>",
        "<li>",
        "<ul>",
        "<ol start=7>",
        "</ul>",
        "<dl>",
        "<dt>",
        "<dd>",
        "</dl>",
        "<pre>",
        "</pre>",
        "<h1>",
        "</h2>",
        "<a href='#x'>",
        "</a>",
        "<b>",
        "</i>",
        "<br>",
        "<sup>",
        "<script>",
        "</script>",
        "<svg>",
        "</svg>",
        "<!--",
        "-->",
        "<title>",
        "</title>",
        "words and more words.",
        "café \u{202e}\u{200b}",
        "&amp;&#x0;&nbsp;",
        "<",
        ">",
        "\"",
        "'",
        "=",
        "|",
        "```",
        "\n\n",
        "\t",
        "<meta name=generator content=sphinx>",
        "<html lang=en>",
        "<body>",
        "<head>",
        "<math alttext=x>",
        "<img class=tex alt=y>",
    ]);
    prop::collection::vec(pieces, 0..120).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_markup_breaks_the_parser_and_all_of_it_gives_normalised_text(html in markup()) {
        if let Ok(draft) = read(&html, "https://example.org/x") {
            let text = render(&draft.blocks, 1 << 20).text;
            prop_assert!(is_normalised(&text), "{text:?}");
        }
    }
}
