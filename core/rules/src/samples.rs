//! Samples in a question: a moment, an address of a computer, a path, a whole message. They show what is meant, and pages
//! about it hold others.

use crate::plan::with_empty;
use crate::text::mentions::{MentionKind, named};
use crate::text::pattern;
use crate::text::words::words;
use regex::Regex;
use std::net::Ipv4Addr;
use std::sync::LazyLock;

/// Words from which quoted words are a message rather than a term.
const MESSAGE: usize = 4;
/// Words beside the samples without which they are what is asked about.
const FEWEST: usize = 2;
/// A number of an address that a version with four numbers hardly has.
const LARGE: u8 = 100;

/// A day and a time of day, in digits.
static DATE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$"));
static TIME: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[-+]\d\d:?\d\d)?$"));

/// A question without its samples; as it is where they are all that it tells.
pub fn without_samples(text: &str, language: &str) -> String {
    let mut plain = text.to_owned();
    for mention in named(text, language).into_iter().rev() {
        if mention.kind == MentionKind::Quoted && words(&text[mention.range.clone()]).len() >= MESSAGE {
            plain.replace_range(mention.range, " ");
        }
    }
    let tokens: Vec<&str> = plain.split_whitespace().collect();
    let around = |c: char| !c.is_alphanumeric() && !"/~".contains(c);
    let bare: Vec<&str> = tokens.iter().map(|token| token.trim_matches(around)).collect();
    let kept = (0..tokens.len()).filter(|at| !is_sample(bare[*at]) && !is_moment(&bare, *at));
    let kept: Vec<&str> = kept.map(|at| tokens[at]).collect();
    let plain = kept.join(" ");
    let told = with_empty(&plain, language).iter().filter(|(_, empty)| !empty).count();
    if told < FEWEST { text.to_owned() } else { plain }
}

/// A path, or the address of a computer. What has a small number only may be a version, and what has slashes inside may
/// be words side by side.
fn is_sample(bare: &str) -> bool {
    let mut letters = bare.chars();
    let drive =
        letters.next().is_some_and(|c| c.is_ascii_alphabetic()) && letters.as_str().starts_with(":\\");
    let path = drive || bare.starts_with('/') || bare.starts_with("~/");
    let address = bare.split(['/', ':']).next().and_then(|first| first.parse::<Ipv4Addr>().ok());
    path && bare.is_ascii() && bare.contains(char::is_alphabetic)
        || address.is_some_and(|address| address.octets().iter().any(|number| *number >= LARGE))
}

/// Is a word part of a date with a time? A date alone may be what is asked about.
fn is_moment(words: &[&str], at: usize) -> bool {
    let date = |word: &&str| DATE.is_match(word);
    let time = |word: &&str| TIME.is_match(word);
    let before = at.checked_sub(1).and_then(|before| words.get(before));
    let word = words[at];
    date(&word) && words.get(at + 1).is_some_and(time)
        || time(&word) && before.is_some_and(date)
        || word.split_once('T').is_some_and(|(first, second)| date(&first) && time(&second))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_go_and_what_they_show_stays() {
        for (text, plain) in [
            (
                "python: how to parse a string like 2024-03-01 12:30 into a datetime",
                "python: how to parse a string like into a datetime",
            ),
            ("How do I block 192.168.0.17 in nftables?", "How do I block in nftables?"),
            ("How do I mount /dev/sdb1 under ~/disk read only?", "How do I mount under read only?"),
            ("Why does 2024-03-01T12:30:00Z fail to parse in jq?", "Why does fail to parse in jq?"),
            ("How do I open C:\\Users\\me\\a.txt in read only mode?", "How do I open in read only mode?"),
            (
                "git push fails with \"remote end hung up unexpectedly\", what can I do",
                "git push fails with \" \", what can I do",
            ),
        ] {
            assert_eq!(without_samples(text, "en"), plain);
        }
    }

    #[test]
    fn what_is_asked_about_is_no_sample() {
        for text in [
            "What is /etc/fstab for?",
            "What is new in Python 3.12.1 and PostgreSQL 15.2?",
            "Wars in Europe 1939-45 and/or later",
            "What does \"database is locked\" mean in SQLite?",
            "What happened on 5 March 2024?",
            "Which phase has the moon on 2024-03-01 in Oslo?",
            "How do I set read/write/execute permissions on a folder?",
            "Which of TCP/IP/UDP does a name server use first?",
            "Is https://example.org/a/b down for others?",
            "What changed in release 4.7.2.0 for runners?",
            "Is 16:9 wider than 21:10 on a screen?",
            "如何配置/etc/nginx/nginx.conf的超时时间",
        ] {
            assert_eq!(without_samples(text, "en"), text);
        }
    }
}
