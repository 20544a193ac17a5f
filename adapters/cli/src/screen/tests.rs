use super::wrap::{cut, wrap};
use super::*;
use proptest::prelude::*;
use unicode_width::UnicodeWidthStr;

fn wrapped(text: &str, width: usize) -> Vec<String> {
    wrap(&[(text.to_owned(), Style::Plain)], width)
        .into_iter()
        .map(|line| line.into_iter().map(|(part, _)| part).collect())
        .collect()
}

#[test]
fn escape_sequences_go_as_a_whole() {
    for (given, wanted) in [
        ("plain", "plain"),
        ("\u{1b}[31mred\u{1b}[0m", "red"),
        ("\u{1b}]0;title\u{7}text", "text"),
        ("\u{1b}]8;;http://x\u{1b}\\link\u{1b}]8;;\u{1b}\\", "link"),
        ("\u{9b}2Jcleared", "cleared"),
        ("\u{1b}(0charset", "charset"),
        ("\u{1b}cfull reset", "full reset"),
        // An unterminated sequence removes only its start.
        ("\u{1b}]0;never ends, and this text stays", "0;never ends, and this text stays"),
        ("\u{1b}[12", "12"),
        ("\u{1b}", ""),
        ("a\nb\tc\r\nd", "a b c  d"),
        ("a\u{202e}b\u{200b}c\u{ad}d", "abcd"),
        ("می‌خواهم 👨‍👩‍👧", "می‌خواهم 👨‍👩‍👧"),
        ("\u{1b}\u{1b}[[31m31mx", "31m31mx"),
    ] {
        assert_eq!(clean(given), wanted, "{given:?}");
    }
}

#[test]
fn lines_break_where_each_script_allows() {
    assert_eq!(wrapped("one two three four", 9), ["one two", "three", "four"]);
    assert_eq!(wrapped("水は摂氏百度で沸騰します。", 10), ["水は摂氏百", "度で沸騰し", "ます。"]);
    // A closing mark is never alone at the start of a line.
    assert_eq!(wrapped("沸騰しますね。", 12), ["沸騰します", "ね。"]);
    // Markers stay with the sentence they support.
    assert_eq!(wrapped("Water boils here. [1][2] More.", 18), ["Water boils", "here. [1][2] More."]);
    assert_eq!(
        wrapped("https://example.org/a/very/long/path ok", 12),
        ["https://example.org/a/very/long/path", "ok"]
    );
    assert_eq!(wrapped("aaaaaaaaaaaaaaaaaaaa", 8), ["aaaaaaaa", "aaaaaaaa", "aaaa"]);
    assert_eq!(wrapped("", 10), [""]);
}

#[test]
fn code_is_never_broken() {
    assert_eq!(wrapped("Run `chmod 0600 ~/.pgpass` now.", 16), ["Run", "`chmod 0600 ~/.pgpass`", "now."]);
    assert_eq!(wrapped("It is `'    a  b'` here", 80), ["It is `'    a  b'` here"]);
    assert_eq!(wrapped("Run `make it`. [1] Then stop", 12), ["Run", "`make it`. [1]", "Then stop"]);
    // A backtick alone marks nothing, and what is too long is no code.
    assert_eq!(wrapped("Say `one two three", 9), ["Say `one", "two three"]);
    let long = format!("`{}`", "word ".repeat(60));
    assert!(wrapped(&long, 20).iter().all(|line| line.width() <= 20));
    let styled = [("Run `make ".to_owned(), Style::Plain), ("it` now".to_owned(), Style::Strong)];
    let lines = wrap(&styled, 9);
    let lines: Vec<String> =
        lines.into_iter().map(|line| line.into_iter().map(|(part, _)| part).collect()).collect();
    assert_eq!(lines, ["Run", "`make it`", "now"]);
}

#[test]
fn cutting_keeps_characters_whole() {
    assert_eq!(cut("short", 10), "short");
    assert_eq!(cut("a longer text", 8), "a longe…");
    assert_eq!(cut("水は摂氏", 6), "水は…");
    assert_eq!(cut("👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 5), "👨‍👩‍👧‍👦👨‍👩‍👧‍👦…");
}

#[test]
fn a_table_lines_up_whatever_the_script() {
    let rows = vec![
        vec!["thr_1".to_owned(), "水の沸点".to_owned(), "2".to_owned()],
        vec!["thr_22".to_owned(), "boiling\u{1b}[2J point".to_owned(), "13".to_owned()],
    ];
    insta::assert_snapshot!(table(&["thread", "title", "turns"], &rows, Look::plain(80)), @r"
    thread  title          turns
    thr_1   水の沸点       2
    thr_22  boiling point  13
    ");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn wrapping_loses_and_adds_nothing_but_spaces(text in "[ a-z漢字かな、。\\[\\]0-9é]{0,200}", width in 8usize..40) {
        let lines = wrapped(&text, width);
        let bare = |text: &str| text.replace(' ', "");
        prop_assert_eq!(bare(&lines.concat()), bare(&text));
        for line in &lines {
            // A marker may exceed the line by its own width.
            prop_assert!(line.width() <= width.max(40), "{}", line);
        }
    }
}
