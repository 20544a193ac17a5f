//! Documents of every type, and noise, through `parse`.

use super::*;
use crate::text::is_normalised;
use proptest::prelude::*;

fn input(bytes: &[u8], name: &str, content_type: Option<&str>) -> Input {
    Input {
        url: format!("file:///docs/{name}"),
        content_type: content_type.map(str::to_owned),
        bytes: bytes.to_vec(),
        cut: false,
        max_text: 1 << 20,
        page: false,
        time: None,
        cpu_seconds: 2,
        orders: |_| 0,
    }
}

fn read(bytes: &[u8], name: &str) -> Parsed {
    text_of(parse(input(bytes, name, None)))
}

fn text_of(found: Result<ParseOutcome, Failure>) -> Parsed {
    match found.expect("it is read") {
        ParseOutcome::Text(parsed) => parsed,
        other => panic!("a text, and not {other:?}"),
    }
}

#[test]
fn each_type_is_read_with_a_title_and_a_kind() {
    let html = read(
        b"<html><head><title>A page of words</title></head><body><p>Some words.</p></body></html>",
        "a.html",
    );
    assert_eq!((html.head.title.as_str(), html.text.as_str()), ("A page of words", "Some words."));
    let markdown = read(b"# The guide\n\nSome *words*.", "a.md");
    assert_eq!(
        (markdown.head.title.as_str(), markdown.text.as_str()),
        ("The guide", "# The guide\n\nSome words.")
    );
    let text = read(b"Notes\n\nSome words.", "a.txt");
    assert_eq!((text.head.title.as_str(), text.head.kind), ("Notes", DocumentKind::Page));
    let json = read(b"{\"a\": 1}", "my%20data.json");
    assert_eq!(
        (json.head.title.as_str(), json.head.kind, json.text.as_str()),
        ("my data.json", DocumentKind::Data, "- a: 1")
    );
    let csv = read(b"a,b\n1,2\n", "a.csv");
    assert_eq!(
        (csv.head.kind, csv.text.as_str()),
        (DocumentKind::Data, "| a | b |\n| --- | --- |\n| 1 | 2 |")
    );
    let code = read(b"fn main() {}\n", "main.rs");
    assert_eq!((code.head.kind, code.text.as_str()), (DocumentKind::Code, "```\nfn main() {}\n```"));
    assert_eq!(code.head.canonical_url, "file:///docs/main.rs");
}

#[test]
fn the_date_of_a_file_is_what_it_says_or_else_what_it_is_named_for() {
    let date = |bytes: &[u8], name: &str| read(bytes, name).head.published_at;
    let (ninth, tenth) = (html::parse_date("2025-10-09"), html::parse_date("2025-10-10"));
    assert_eq!(date(b"# Platform weekly\n\nSome words.", "2025-10-09%20platform%20weekly.md"), ninth);
    assert_eq!(date(b"# Minutes of 9 October 2025\n\nSome words.", "minutes.md"), ninth);
    assert_eq!(date(b"---\ndate: 2025-10-10\n---\n# Minutes\n", "2025-10-09-minutes.md"), tenth);
    assert_eq!(date(b"Date: 10 Oct 2025\nFrom: A\nSubject: B\n\nWords.", "2025-10-09.txt"), tenth);
    assert_eq!(
        date(b"# Release 4.2\n\nIn 2025, on 9 October 2025.", "4.2.md"),
        None,
        "dates in the text are others"
    );
    let head = read(b"---\nupdated: 2025-10-10\n---\n# Minutes\n", "2025-10-09-minutes.md").head;
    assert_eq!((head.published_at, Some(head.revised)), (ninth, tenth.map(|at| vec![at])));
    let mut page = input(b"<title>What happened on 9 October 2025</title><p>Some words.</p>", "a.html", None);
    assert_eq!(text_of(parse(page)).head.published_at, ninth);
    page = input(b"<title>What happened on 9 October 2025</title><p>Some words.</p>", "a.html", None);
    page.page = true;
    assert_eq!(text_of(parse(page)).head.published_at, None, "a page is about that day");
}

#[test]
fn a_title_that_is_the_name_of_the_file_gives_way_to_the_first_heading() {
    let title = |title: &str, text: &str, has_properties: bool| {
        let draft = Draft { title: Some(title.into()), has_properties, ..Draft::default() };
        head_of(draft, "file:///docs/DPA_Lumenta_2025.pdf", false, text, |_| 0).title
    };
    let text = "# Data Processing Agreement\n\nWords.";
    assert_eq!(title("DPA_Lumenta_2025", text, true), "Data Processing Agreement");
    assert_eq!(title("dpa lumenta 2025.pdf", text, true), "Data Processing Agreement");
    assert_eq!(title("The DPA", text, true), "The DPA");
    assert_eq!(title("DPA_Lumenta_2025", "Words.", true), "DPA_Lumenta_2025");
    assert_eq!(title("DPA Lumenta 2025", text, false), "DPA Lumenta 2025", "somebody wrote it there");
}

#[test]
fn documents_without_text_fail_with_a_sentence() {
    for (bytes, reason) in [
        (b"".as_slice(), FailureReason::Empty),
        (b" \n\t ", FailureReason::Empty),
        (b"<html><body><script>x()</script></body></html>", FailureReason::Empty),
        (b"%PDF-1.7 words", FailureReason::Malformed),
    ] {
        let failure = parse(input(bytes, "a", None)).expect_err("nothing to read");
        assert_eq!(failure.reason, reason);
        assert!(failure.detail.ends_with('.'));
    }
}

#[test]
fn a_cut_document_carries_a_warning() {
    let mut cut = input("Words and wörds".as_bytes(), "a.txt", None);
    cut.bytes.truncate(12);
    cut.cut = true;
    let parsed = text_of(parse(cut));
    assert_eq!(parsed.text, "Words and w");
    assert!(parsed.head.truncated);
    assert_eq!(parsed.head.warnings, ["Only the first 12 bytes of the document were read."]);

    let mut long = input(b"First words.\n\nSecond words.", "a.txt", None);
    long.max_text = 20;
    let parsed = text_of(parse(long));
    assert_eq!((parsed.text.as_str(), parsed.head.truncated), ("First words.", true));
}

#[test]
fn a_long_line_is_read_in_little_time() {
    let parsed = read(&b"word ".repeat(1_000_000), "a.txt");
    assert!(parsed.head.truncated, "the text is over what may be kept");
    // The text is read in parts, and the part that does not fit is dropped.
    let (most, part) = ((1 << 20) / 5, 20_000 / 5);
    assert!((most - part..=most).contains(&text::count_words(&parsed.text)));
    let parsed = read(&[b"<p>".as_slice(), &b"word ".repeat(100_000)].concat(), "a.html");
    assert_eq!(text::count_words(&parsed.text), 100_000);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_break_a_parser_and_all_of_them_give_normalised_text(
        bytes in prop::collection::vec(any::<u8>(), 0..600),
        start in prop::sample::select(vec!["", "<html>", "{\"a\":[", "# x\n\n", "a,b\n", "\u{feff}", "---\ntitle: x\n---\n"]),
        name in prop::sample::select(vec!["a.html", "a.md", "a.txt", "a.json", "a.jsonl", "a.csv", "a.rs", "a"]),
        cut: bool,
    ) {
        let mut input = input(&[start.as_bytes(), &bytes].concat(), name, None);
        input.cut = cut;
        match parse(input) {
            Ok(ParseOutcome::Elsewhere(_) | ParseOutcome::Scripted) => prop_assert!(false, "no page of the web leads on"),
            Ok(ParseOutcome::Text(parsed)) => {
                prop_assert!(is_normalised(&parsed.text), "{:?}", parsed.text);
                prop_assert!(is_normalised(&parsed.head.title) && !parsed.head.title.contains('\n'));
                prop_assert!(!parsed.head.canonical_url.is_empty());
            }
            Err(failure) => prop_assert!(failure.detail.ends_with('.')),
        }
    }

    #[test]
    fn text_in_any_charset_and_type_gives_normalised_text(text in "(?s).{0,400}", name in prop::sample::select(vec!["a.html", "a.md", "a.txt", "a.csv"])) {
        if let Ok(ParseOutcome::Text(parsed)) = parse(input(text.as_bytes(), name, None)) {
            prop_assert!(is_normalised(&parsed.text), "{:?}", parsed.text);
        }
    }
}
