//! Pages of several shapes: forum threads, shops, pages assembled by scripts.

use super::extract::read;
use crate::text::render;

const LONG: &str = "It stands on three legs of beech, gives a warm light that can be dimmed without steps, and was made in a \
                    workshop by the sea that takes back every lamp it has ever sold and mends it.";

fn text_of(html: &str) -> String {
    let draft = read(html, "https://example.org/x").expect("it is read");
    render(&draft.blocks, 1 << 20).text
}

fn page(head: &str, body: &str) -> String {
    text_of(&format!("<!DOCTYPE html><html><head><title>T</title>{head}</head><body>{body}</body></html>"))
}

#[test]
fn the_post_that_marked_answers_answer_is_read_first() {
    let post = |marks: &str, text: &str, name: &str, text_marks: &str| {
        format!(
            "<article class='message message--post' {marks}><h4 class=message-name><a href=/u>{name}</a></h4><h5>Regular</h5>\
             <div class=body {text_marks}>{text}</div></article>"
        )
    };
    let answer = |text: &str, name: &str| {
        post("itemscope itemtype='https://schema.org/Comment'", text, name, "itemprop=text")
    };
    let thread = [
        post("", "How do I keep the pump from freezing when it stands outside all winter long?", "Ada", ""),
        answer("Empty it before the first frost, and leave the tap open until spring comes again.", "Bo"),
        answer("A cover of straw has kept mine safe for eleven winters, even the cold one.", "Cy"),
    ];
    let text = page("", &format!("<div>{}</div>", thread.concat()));
    assert_eq!(
        text,
        "Ada\n\nHow do I keep the pump from freezing when it stands outside all winter long?\n\nBo\n\nEmpty it before the \
         first frost, and leave the tap open until spring comes again.\n\nCy\n\nA cover of straw has kept mine safe for eleven \
         winters, even the cold one."
    );
}

#[test]
fn headings_that_lead_to_their_own_posts_are_no_list_of_pages() {
    let post = |id: u32, text: &str| {
        format!(
            "<div class='post bg{id}' id=p{id}><dl class=profile><dt>Posts: {id}</dl><h3><a href='t?p={id}#p{id}'>Re: Pumps</a>\
             </h3><div class=content>{text}</div></div>"
        )
    };
    let thread = [
        post(1, "The pump froze in the first night of frost, though it stood in the shed."),
        post(2, "Then water was left in it; open the tap below and let it run dry."),
        post(3, "That was it, and the new seal holds since the morning of the second day."),
    ];
    let text = page("", &format!("<main>{}</main>", thread.concat()));
    assert!(text.starts_with("The pump froze"), "{text}");
    assert!(!text.contains("Posts:") && !text.contains("Re: Pumps"), "{text}");
}

#[test]
fn a_product_page_excludes_related_products_payment_and_reviews() {
    let body = format!(
        "<main><h1>Lamp</h1><button>Add to cart</button><p>{LONG}</p><section><h2>You may also like</h2><ul><li><a href=/a>Desk</a>\
         <li><a href=/b>Chair</a></ul></section><section><h2>Shipping &amp; returns</h2><p>Sent within two days.</p></section>\
         <section><h2>Customer reviews</h2><p>I like mine a lot, said somebody who has had it since the spring.</p></section>\
         <h2>Sizes</h2><p>It is 40 cm high.</p></main>"
    );
    assert_eq!(page("", &body), format!("# Lamp\n\n{LONG}\n\n## Sizes\n\nIt is 40 cm high."));
}

#[test]
fn a_section_that_says_something_stays_whatever_its_heading() {
    let said = format!("<p>{LONG}</p>").repeat(2);
    let body = format!(
        "<main><h1>Lamps</h1>{said}<h2>Related work</h2>{said}<h2>Related pages</h2><ul><li><a href=/a>Desks</a></ul></main>"
    );
    let text = page("", &body);
    assert!(text.contains("## Related work"), "{text}");
    assert!(!text.contains("Related pages") && !text.contains("Desks"), "{text}");
}

#[test]
fn text_below_a_product_list_is_found() {
    let product = "<script type='application/ld+json'>{\"@type\": \"Product\", \"name\": \"Lamps\"}</script>";
    let goods = (1..40).map(|at| format!("<div><a href=/{at}>Lamp number {at} in brass</a></div>"));
    let body =
        format!("<main>{}</main><div><h2>Which lamp?</h2><p>{LONG}</p></div>", goods.collect::<String>(),);
    assert!(page(product, &body).contains(LONG));
}

#[test]
fn parts_that_are_sent_late_are_read() {
    let body = format!(
        "<main><h1>Lamp</h1><template id='B:1'></template></main><div hidden id='S:1'><p>{LONG}</p></div>"
    );
    assert!(page("", &body).contains(LONG));
    let body = format!("<main><h1>Lamp</h1><p>Words.</p></main><div hidden id='S:x'><p>{LONG}</p></div>");
    assert!(!page("", &body).contains(LONG));
}

#[test]
fn a_text_that_only_programs_get_is_read_if_it_is_free() {
    let told = |free: bool| {
        format!(
            "<script type='application/ld+json'>{{\"@type\": \"DiscussionForumPosting\", \"isAccessibleForFree\": {free}, \
             \"author\": {{\"name\": \"Ada\"}}, \"datePublished\": \"2024-05-01T08:00:00Z\", \"text\": \"{LONG} {LONG}\"}}</script>"
        )
    };
    let body = "<p>Loading the thread, one moment please.</p>";
    assert_eq!(page(&told(true), body), format!("Ada, 2024-05-01\n\n{LONG} {LONG}"));
    assert_eq!(page(&told(false), body), "Loading the thread, one moment please.");
}

#[test]
fn forms_to_write_in_footers_by_name_and_running_lines_are_left_out() {
    let notice = "<label>By checking this box you agree to what is written here.</label>".repeat(8);
    let body = format!(
        "<div><h1>Advice</h1>{}<form><input type=text name=n><input type=email name=m><textarea></textarea><p>Tell us of your \
         case, and somebody will write back within a week.</p>{notice}</form><p>{}</p><div class='site-footer'><p>Made in a town \
         by the sea.</p></div></div>",
        format!("<p>{LONG}</p>").repeat(6),
        "Book now *".repeat(30)
    );
    let text = page("", &body);
    assert!(text.contains(LONG));
    for other in ["Tell us", "By checking", "Book now", "by the sea.\n"] {
        assert!(!text.replace(LONG, "").contains(other), "{text}");
    }
    assert!(!text.contains("Made in a town"), "{text}");
}

#[test]
fn what_stands_before_the_first_of_several_sections_is_read() {
    let sections = format!("<h1>1. Pumps</h1><p>{LONG}</p><h1>2. Seals</h1><p>{LONG}</p>");
    let introduction =
        "<p>Water that freezes in a pump breaks it, and this guide tells how that is prevented.</p>";
    let text = page("", &format!("<div class=title>Pumps in Winter</div>{introduction}{sections}"));
    assert!(text.contains("Water that freezes in a pump breaks it"), "{text}");
    // Above a title stands what is about its place on the site.
    let text =
        page("", &format!("{introduction}<h1>Pumps in Winter</h1><p>{LONG}</p><p>{LONG} And more.</p>"));
    assert!(!text.contains("Water that freezes"), "{text}");
}

#[test]
fn a_line_on_copyright_ends_a_page_and_a_statement_on_it_does_not() {
    let before = format!("<h1>Changes</h1><p>{LONG}</p>").repeat(3);
    let changes =
        format!("{before}<ul><li>Copyright on all code was disclaimed.</ul><p>The first release.</p>");
    assert!(page("", &changes).ends_with("The first release."));
    let imprint = format!("{before}<p>Copyright 2001 The authors</p><p>Hosted by friends.</p>");
    assert!(!page("", &imprint).contains("Hosted"));
}

#[test]
fn words_that_only_sighted_readers_get_are_read_and_signs_are_not() {
    let read = |line: &str| page("", &format!("<main><h1>Lamp</h1><p>{LONG}</p><div>{line}</div></main>"));
    let said = |line: &str| read(line).rsplit_once("\n\n").expect("there are lines").1.to_owned();
    let seen = |text: &str| format!("<span aria-hidden=true>{text}</span>");
    assert_eq!(said(&format!("{}{}19% off", seen("$116.97"), seen("$145"))), "$116.97 $145 19% off");
    let sale = "<del aria-hidden=true><bdi>$24.95</bdi></del> <span class=screen-reader-text>Was: $24.95</span> \
                <ins aria-hidden=true>$14.97</ins> each";
    assert_eq!(said(sale), "$24.95 $14.97 each");
    let twice = format!("<span><span class=a-offscreen>EUR10.37</span>{}</span>", seen("EUR10.37"));
    assert_eq!(said(&twice), "EUR10.37");
    assert_eq!(said(&format!("{}Close{}", seen("×"), seen("»"))), "Close");
    assert_eq!(
        said("<span class=shop-icon aria-hidden=true>cart</span><i aria-hidden=true>bag</i>Close"),
        "Close"
    );
}

#[test]
fn a_price_in_a_button_or_in_structured_data_alone_is_read() {
    let body = |button: &str| format!("<main><h1>Lamp</h1><button>{button}</button><p>{LONG}</p></main>");
    assert_eq!(page("", &body("Add to cart · $ 24")), format!("# Lamp\n\nAdd to cart · $ 24\n\n{LONG}"));
    let product = |offers: &str| {
        format!(
            "<script type='application/ld+json'>{{\"@type\": \"Product\", \"offers\": {offers}}}</script>"
        )
    };
    let one = product("{\"@type\": \"Offer\", \"price\": 12.5, \"priceCurrency\": \"EUR\"}");
    assert_eq!(page(&one, &body("Add to cart")), format!("# Lamp\n\n12.5 EUR\n\n{LONG}"));
    assert!(!page(&one, &body("Add to cart · $ 24")).contains("EUR"), "the text has a price");
    let several = product("[{\"lowPrice\": \"9.00\", \"priceCurrency\": \"GBP\"}]");
    assert!(page(&several, &body("Add to cart")).contains("9.00 GBP"));
    let none = product("{\"price\": \"0\", \"priceCurrency\": \"EUR\"}");
    assert!(!page(&none, &body("Add to cart")).contains("EUR"));
    let shop = "<meta property='og:type' content=product><meta property='product:price:amount' content='7.00'>\
                <meta property='product:price:currency' content=USD>";
    assert!(page(shop, &body("Add to cart")).contains("7.00 USD"));
}

#[test]
fn panels_are_read_below_the_labels_that_open_them() {
    let answer = "<p>Yes, within thirty days of the day on which it came to you, and at our cost.</p>";
    let read = |part: &str| page("", &format!("<main><h1>Lamp</h1><p>{LONG}</p>{part}</main>"));
    let whole = format!(
        "# Lamp\n\n{LONG}\n\nMay I return it?\n\nYes, within thirty days of the day on which it came to you, and at our cost."
    );
    let button = "<button aria-expanded=false";
    let hides = "style='overflow: hidden; height: 0; visibility: hidden'";
    for part in [
        format!("{button} aria-controls=p1>May I return it?</button><div id=p1 {hides}>{answer}</div>"),
        format!("{button}>May I return it?</button><div hidden>{answer}</div>"),
        format!("<div>{button}>May I return it?</button></div><div style='display:none'>{answer}</div>"),
        format!("<details><summary>May I return it?</summary>{answer}</details>"),
    ] {
        assert_eq!(read(&part), whole, "{part}");
    }
    for part in [
        format!("<p>May I return it?</p><div hidden>{answer}</div>"),
        format!("{button}>Menu</button><ul hidden><li>{answer}</ul>"),
        format!("{button}>Account</button><div role=menu hidden>{answer}</div>"),
        "<button aria-expanded=false>Filter</button><div><input name=q> Only those that are in stock today</div>".to_owned(),
    ] {
        let text = read(&part);
        assert!(!text.contains("thirty days") && !text.contains("Menu") && !text.contains("Filter"), "{text}");
    }
}

#[test]
fn panels_of_an_article_are_read() {
    let head = "<meta property='og:type' content=article><meta property='article:published_time' content='2024-05-01'>";
    let body = format!(
        "<article><h1>Lamps</h1>{}<div><div role=button aria-expanded=false><h3>What it costs</h3></div><div role=region \
         aria-hidden=true><p>A lamp costs 40 dollars in the shop, and 45 dollars with the cable and the bulb.</p></div></div>{}</article>",
        format!("<p>{LONG}</p>").repeat(3),
        format!("<p>{LONG} And more.</p>").repeat(3),
    );
    assert!(page(head, &body).contains("A lamp costs 40 dollars"));
}

#[test]
fn entries_that_open_in_place_are_no_offers_of_other_pages() {
    let entry = |at: u32| {
        format!(
            "<div><button aria-controls=p{at} aria-expanded=false>Course {at}, $ 69{at}</button><div id=p{at}><p>It teaches how \
             lamps are made in workshop {at}. <a href=/{at}>More</a></p></div></div>"
        )
    };
    let entries: String = (1..6).map(entry).collect();
    let text =
        page("", &format!("<main><h1>Lamps</h1>{}{entries}</main>", format!("<p>{LONG}</p>").repeat(6)));
    assert!(text.contains("Course 3, $ 693") && text.contains("made in workshop 3."), "{text}");
}

#[test]
fn a_post_has_the_name_of_its_author_without_what_is_beside_it() {
    let thread = |author: &str| {
        let post = |at: u32| {
            format!(
                "<div itemscope itemtype='https://schema.org/DiscussionForumPosting'>{author}<time>May {at}, 2024</time>\
                 <div itemprop=text><p>{LONG} {at}</p></div></div>"
            )
        };
        page("", &format!("<main>{}</main>", (1..4).map(post).collect::<String>()))
    };
    for author in [
        "<span itemprop=author><a href=/u/ada><span itemprop=name>ada</span></a> (Ada King, Countess of Lovelace)</span>",
        "<div class=message-user><a href=/u/ada class=avatar>A</a> <a href=/u/ada>ada</a> Regular member since spring</div>",
        "<div class=message-user><span class=username>ada</span> 196 76</div>",
        "<div class=post-author><a href=/u/ada>a <span class=sr-only>Offline</span></a><a href=/u/ada>ada</a></div>",
    ] {
        let text = thread(author);
        assert!(text.starts_with("ada, May 1, 2024\n\nIt stands"), "{author}: {text}");
    }
}

#[test]
fn what_a_post_quotes_is_between_marks_and_a_preview_is_its_title() {
    let thread = |text: &str| {
        let post = |at: u32| {
            format!(
                "<div itemscope itemtype='https://schema.org/DiscussionForumPosting'><div itemprop=text>{text}<p>{LONG} {at}</p>\
                 </div></div>"
            )
        };
        page("", &format!("<main>{}</main>", (1..4).map(post).collect::<String>()))
    };
    let quoted = "<blockquote><div>ada said:</div><div>Where is it made?</div><div><a>Click to expand...</a></div></blockquote>";
    assert!(
        thread(quoted).starts_with("ada said:\n\n“Where is it made?”\n\nIt stands"),
        "{}",
        thread(quoted)
    );
    let preview = "<p>See:</p><aside class='onebox githubissue'><header><a href=/i>github.com/x</a></header><article><h4><a \
                   href=/i>It falls over</a></h4><p>Opened by somebody long ago.</p></article></aside>";
    assert!(thread(preview).starts_with("See:\n\nIt falls over\n\nIt stands"), "{}", thread(preview));
    let whole = format!("<div class=message><blockquote><p>{LONG}</p></blockquote></div>");
    let text = page("", &format!("<main>{}</main>", whole.repeat(3)));
    assert!(!text.contains('“'), "{text}");
}

#[test]
fn headings_with_names_of_authors_are_no_list_of_pages() {
    let post = |at: u32| {
        format!(
            "<article class=cPost><h3 class=cAuthorPane_author><a href=/profile/{at}>ada{at}</a></h3><div id=comment-{at}><p>{LONG} \
             {at}</p></div></article>"
        )
    };
    let generator = "<meta name=generator content='Invision Community'>";
    let text = page(generator, &format!("<main>{}</main>", (1..4).map(post).collect::<String>()));
    assert!(text.starts_with("ada1\n\nIt stands"), "{text}");
}

#[test]
fn hours_address_and_phone_beside_the_text_are_read_at_its_end() {
    let body = format!(
        "<header><ul><li>Business Hours - Mon To Fri: 8:00 am - 4:30 pm.</li></ul><ul><li><a href=/>Home</a></li><li><a href=/a>All about \
         us</a></li><li><a href=/b>The offices of the town and of its parts</a></li></ul></header><main><h1>Permits</h1>{}</main><aside><h3>Clerk's \
         office</h3><p>1 Market Street<br>Monday - Friday<br>8 a.m. - 4 p.m.<br><a href='tel:+12197879413'>219-787-9413</a></p></aside>\
         <footer><p>Made by friends of the town.</p></footer>",
        format!("<p>{LONG}</p>").repeat(4)
    );
    let text = page("", &body);
    assert!(text.starts_with("# Permits\n\nIt stands"), "{text}");
    assert!(
        text.ends_with(
            "it.\n\n- Business Hours - Mon To Fri: 8:00 am - 4:30 pm.\n\n### Clerk's office\n\n1 Market Street\nMonday - Friday\n8 \
             a.m. - 4 p.m.\n219-787-9413"
        ),
        "{text}"
    );
}
