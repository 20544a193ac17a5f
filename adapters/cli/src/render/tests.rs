use super::*;
use crate::samples;
use gorkd_core::model::{Closest, FailureReason};
use gorkd_core::view::{PositionView, UnreadView, export};
use proptest::prelude::*;

fn plain(job: &JobView) -> String {
    answer(job, Look::plain(80))
}

#[test]
fn a_good_answer() {
    insta::assert_snapshot!(plain(&samples::good()));
}

#[test]
fn a_good_answer_in_a_narrow_window() {
    insta::assert_snapshot!(answer(&samples::good(), Look::plain(32)));
}

#[test]
fn an_answer_that_says_that_there_is_not_enough() {
    insta::assert_snapshot!(plain(&samples::insufficient()));
}

#[test]
fn a_refusal_shows_the_closest_passage_and_advises_only_what_is_not_done_yet() {
    let mut job = samples::insufficient();
    job.privacy = Privacy::LocalOnly;
    assert!(plain(&job).contains("--privacy hybrid"));
    job.privacy = Privacy::Hybrid;
    let Some(answer) = &mut job.answer else { panic!("it has an answer") };
    answer.closest = ["Wheels are round.", "Carts have wheels."]
        .map(|quote| Closest {
            quote: quote.to_owned(),
            heading_path: vec!["Carts".to_owned(), "Wheels".to_owned()],
            ..Closest::default()
        })
        .into();
    let shown = plain(&job);
    assert!(!shown.contains("--privacy hybrid"), "{shown}");
    assert!(
        shown.contains("Closest passage, not an answer\n  Carts › Wheels\n  Wheels are round."),
        "{shown}"
    );
    assert!(!shown.contains("Carts have wheels."), "one is enough");
    assert!(export::markdown(&job).contains("## Closest passage, not an answer\n\n> Wheels are round.\n\n"));
}

#[test]
fn the_address_of_a_file_is_shown_in_its_own_letters() {
    for (url, shown) in [
        ("file:///a/%D0%9F%D1%83%D1%82%D1%8C.md", "file:///a/Путь.md"),
        ("file:///a/two%20words.md", "file:///a/two%20words.md"),
        ("file:///a/%E2%80%AEdm.exe", "file:///a/%E2%80%AEdm.exe"),
        ("https://e.example/%D0%9F", "https://e.example/%D0%9F"),
    ] {
        assert_eq!(address(url), shown);
    }
}

#[test]
fn the_closest_passage_keeps_its_lists_and_the_lines_of_its_code() {
    let mut job = samples::insufficient();
    let source = SourceView {
        id: "carts".into(),
        title: "Carts".to_owned(),
        url: "file:///carts.md".to_owned(),
        ..SourceView::default()
    };
    job.sources = vec![source];
    let Some(answer) = &mut job.answer else { panic!("it has an answer") };
    let quote = "To roll it,\nrun\n\n```sh\ncart --roll  now\n  cart --stop <b>\n```\n\n- which rolls it\n- and stops …";
    answer.closest =
        vec![Closest { source_id: "carts".into(), quote: quote.to_owned(), ..Closest::default() }];
    let shown = plain(&job);
    let code = "      cart --roll  now\n        cart --stop <b>\n";
    let list = "    - which rolls it\n    - and stops …\n";
    let passage = format!("  To roll it,\n  run\n\n{code}\n{list}  file:///carts.md\n");
    assert!(shown.contains(&passage), "{shown}");
    let exported = export::markdown(&job);
    let code = "> ```sh\n> cart --roll  now\n>   cart --stop <b>\n> ```\n";
    let list = "> - which rolls it\n> - and stops …\n";
    assert!(exported.contains(&format!("> To roll it,\n> run\n>\n{code}>\n{list}\n")), "{exported}");
}

#[test]
fn a_place_that_could_not_be_reached_is_told_once_and_where_it_matters() {
    let mut job = samples::good();
    let warning = "search: Wikipedia cannot be reached.";
    job.warnings = vec![warning.to_owned()];
    let times = |job: &JobView| plain(job).matches("Wikipedia cannot be reached").count();
    assert_eq!(times(&job), 1, "what else went wrong is always told");
    job.out_of_reach = vec![warning.to_owned()];
    let Some(answer) = &mut job.answer else { panic!("it has an answer") };
    answer.confidence = Confidence::Medium;
    assert_eq!(times(&job), 0);
    let Some(answer) = &mut job.answer else { panic!("it has an answer") };
    answer.confidence = Confidence::Low;
    assert_eq!(times(&job), 1);
    let Some(answer) = &mut job.answer else { panic!("it has an answer") };
    answer.summary = "Every search failed. Wikipedia cannot be reached.".to_owned();
    assert_eq!(times(&job), 1, "the text says it already");
}

#[test]
fn no_answer() {
    insta::assert_snapshot!(plain(&samples::cancelled()));
}

#[test]
fn sources_that_disagree_and_pages_that_could_not_be_read() {
    insta::assert_snapshot!(plain(&samples::disagreeing()));
}

#[test]
fn two_hundred_sources() {
    insta::assert_snapshot!(plain(&samples::crowded()));
}

#[test]
fn right_to_left_and_wide_scripts() {
    insta::assert_snapshot!(answer(&samples::many_scripts(), Look::plain(60)));
}

#[test]
fn pages_that_try_to_speak_to_the_terminal() {
    insta::assert_snapshot!(plain(&samples::hostile()));
}

#[test]
fn colours_change_nothing_but_the_colours() {
    let look = Look { colours: true, ..Look::plain(80) };
    for job in [samples::good(), samples::disagreeing(), samples::many_scripts(), samples::insufficient()] {
        let coloured = answer(&job, look);
        assert!(coloured.contains("\u{1b}[1m"));
        assert_eq!(without_colours(&coloured), plain(&job));
    }
}

#[test]
fn every_line_fits_unless_it_holds_an_address() {
    for job in [samples::good(), samples::many_scripts(), samples::disagreeing(), samples::crowded()] {
        for width in [20, 40, 60, 100] {
            for line in answer(&job, Look::plain(width)).lines() {
                let fits = unicode_width::UnicodeWidthStr::width(line) <= width;
                assert!(
                    fits || line.contains("://") || line.trim_start().starts_with("T ="),
                    "{width}: {line}"
                );
            }
        }
    }
}

#[test]
fn a_passage_that_may_not_answer_is_introduced_as_the_closest() {
    const SAYS: &str = "This may not be the answer.";
    let mut job = samples::good();
    job.answer.as_mut().expect("answered").confidence = Confidence::Low;
    assert!(!answer(&job, Look::plain(80)).contains(SAYS));
    assert!(!export::markdown(&job).contains(SAYS));
    job.answer.as_mut().expect("answered").only_closest = true;
    assert!(answer(&job, Look::plain(80)).starts_with(SAYS));
    assert!(export::markdown(&job).contains(SAYS));
}

#[test]
fn an_exported_document() {
    insta::assert_snapshot!(export::markdown(&samples::disagreeing()));
}

#[test]
fn an_exported_document_escapes_what_pages_say() {
    insta::assert_snapshot!(export::markdown(&samples::hostile()));
    let back: JobView = serde_json::from_str(&export::json(&samples::good()).expect("JSON")).expect("a job");
    assert_eq!(back, samples::good());
}

/// Strips the sequences that this crate writes itself, and nothing else.
fn without_colours(text: &str) -> String {
    ["0", "1", "2", "31", "32", "33"]
        .iter()
        .fold(text.to_owned(), |text, code| text.replace(&format!("\u{1b}[{code}m"), ""))
}

/// Contains nothing that controls a terminal, hides, or reverses text.
fn is_harmless(text: &str) -> bool {
    text.chars().all(|c| {
        c == '\n'
            || !(c.is_control()
                || ('\u{202a}'..='\u{202e}').contains(&c)
                || ('\u{2066}'..='\u{2069}').contains(&c)
                || ['\u{200b}', '\u{200e}', '\u{200f}', '\u{61c}', '\u{feff}', '\u{2028}', '\u{2029}']
                    .contains(&c)
                || ('\u{e0000}'..='\u{e007f}').contains(&c))
    })
}

/// Any text, with dangerous characters overrepresented.
fn foreign() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        any::<String>(),
        proptest::collection::vec(
            proptest::sample::select(vec![
                "\u{1b}",
                "[",
                "]",
                "0",
                ";",
                "m",
                "\u{7}",
                "\\",
                "P",
                "(",
                "\u{9b}",
                "\u{9d}",
                "\u{9c}",
                "\u{202e}",
                "\u{2066}",
                "\u{200b}",
                "\n",
                "\r",
                "\t",
                "\u{8}",
                "\u{feff}",
                "word",
                " ",
                "[1]",
                "漢",
                "ع",
                "http://",
                "# ",
                "- ",
                "| ",
                "```",
                "\u{e0001}",
                "\u{2028}"
            ]),
            0..24
        )
        .prop_map(|parts| parts.concat()),
    ];
    piece
}

fn filled(texts: &[String]) -> JobView {
    let mut job = samples::disagreeing();
    let text = |n: usize| texts[n % texts.len()].clone();
    job.question = text(0);
    job.warnings = vec![text(1)];
    for (n, source) in job.sources.iter_mut().enumerate() {
        source.title = text(n);
        source.url = text(n + 1);
        source.domain = text(n + 2);
        source.published_at = Some(text(n + 3));
    }
    job.unread.push(UnreadView { url: text(2), reason: FailureReason::Blocked, detail: text(3) });
    for conflict in &mut job.conflicts {
        conflict.about = text(4);
        conflict.why = text(5);
        conflict.preferred = Some(text(6));
        conflict.positions.push(PositionView {
            value: text(6),
            date: None,
            source_ids: vec![text(7).into()],
        });
    }
    if let Some(answer) = &mut job.answer {
        answer.summary = text(8);
        answer.detail = text(9);
        answer.confidence_reasons = vec![text(1)];
        answer.limitations = vec![text(2)];
        answer.questions = vec![text(3)];
    }
    for citation in &mut job.citations {
        citation.quote = text(4);
    }
    job.metadata.providers_used = vec![text(5)];
    job.metadata.model = Some(text(6));
    job.job_id = text(7).into();
    job.thread_id = text(8).into();
    job
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_foreign_reaches_the_terminal(texts in proptest::collection::vec(foreign(), 1..10), width in 20usize..120) {
        let mut job = filled(&texts);
        let look = Look { colours: true, ..Look::plain(width) };
        prop_assert!(is_harmless(&without_colours(&answer(&job, look))));
        prop_assert!(is_harmless(&answer(&job, Look::plain(width))));
        prop_assert!(is_harmless(&export::markdown(&job)));
        job.answer = None;
        prop_assert!(is_harmless(&answer(&job, Look::plain(width))));
    }
}
