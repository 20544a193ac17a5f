//! Samples in a question: a moment, an address of a computer, a path, a whole message. They show what is meant, and pages
//! about it hold others.

use crate::plan::with_empty;
use crate::text::mentions::{MentionKind, named};
use crate::text::words::words;

/// Words from which quoted words are a message rather than a term.
const MESSAGE: usize = 4;
/// Words beside the samples without which they are what is asked about.
const FEWEST: usize = 2;

/// A question without its samples; as it is where they are all that it tells.
pub fn without_samples(text: &str, language: &str) -> String {
    let mut plain = text.to_owned();
    for mention in named(text, language).into_iter().rev() {
        if mention.kind == MentionKind::Quoted && words(&text[mention.range.clone()]).len() >= MESSAGE {
            plain.replace_range(mention.range, " ");
        }
    }
    let kept: Vec<&str> = plain.split_whitespace().filter(|token| !is_sample(token)).collect();
    let plain = kept.join(" ");
    let told = with_empty(&plain, language).iter().filter(|(_, empty)| !empty).count();
    if told < FEWEST { text.to_owned() } else { plain }
}

/// A date or a time in digits, four numbers with dots, or a path; no version, and no span of years.
fn is_sample(token: &str) -> bool {
    let bare = token.trim_matches(|c: char| !c.is_alphanumeric() && !"/~".contains(c));
    let count = |sign: char| bare.matches(sign).count();
    let in_digits = bare.starts_with(|c: char| c.is_ascii_digit())
        && bare.chars().all(|c| c.is_ascii_digit() || "-:/.+TZ".contains(c));
    let value = count(':') > 0 || count('-') > 1 || count('/') > 1 || count('.') > 2;
    let named = bare.contains(char::is_alphabetic);
    let path = bare.starts_with(['/', '~']) || bare.contains(":\\") || count('/') > 1;
    in_digits && value || named && path
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
        ] {
            assert_eq!(without_samples(text, "en"), text);
        }
    }
}
