//! Which texts an operator doesn't want: the rules that come with gorkd, and a list of the operator's own.
//!
//! A list has one rule a line, `CATEGORY: words` or `CATEGORY: /regular expression/`. A line that begins with `!` names
//! words that are fine: they are passed over before the rules are read.

mod builtin;

use crate::text::{once, one_line, pattern};
use gorkd_core::ports::{ModeratedText, Screen};
use regex::{Regex, RegexBuilder, RegexSet, RegexSetBuilder};
use std::fmt;
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;

/// Characters of a category at most.
const LONGEST_CATEGORY: usize = 40;
/// Bytes of one compiled pattern, and of all of a list.
const PATTERN_BYTES: usize = 1 << 20;
const LIST_BYTES: usize = 64 << 20;

/// A list of rules, ready to be matched.
#[derive(Clone, Debug)]
pub struct RuleList {
    /// In the order of the categories.
    patterns: RegexSet,
    categories: Vec<String>,
    allowed: Vec<Regex>,
    /// The rules that come with gorkd are asked about questions, too.
    with_builtin: bool,
}

/// A line that is no rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotARule {
    /// From 1; 0 when it is about the list as a whole.
    pub line: usize,
    pub why: String,
}

impl fmt::Display for NotARule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.why),
            line => write!(f, "line {line}: {}", self.why),
        }
    }
}

impl std::error::Error for NotARule {}

impl RuleList {
    /// Reads a list; an empty one flags nothing by itself.
    pub fn read(text: &str, with_builtin: bool) -> Result<Self, NotARule> {
        let (mut patterns, mut categories, mut allowed) = (Vec::new(), Vec::new(), Vec::new());
        for (at, line) in text.lines().enumerate() {
            let line = line.trim().trim_start_matches('\u{feff}');
            let wrong = |why: String| NotARule { line: at + 1, why };
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(fine) = line.strip_prefix('!') {
                let pattern = pattern_of(fine).map_err(&wrong)?;
                allowed.push(compiled(&pattern).map_err(&wrong)?);
                continue;
            }
            let Some((category, rule)) = line.split_once(':') else {
                return Err(wrong("it has to be CATEGORY: words".to_owned()));
            };
            let category = category.trim();
            if !is_category(category) {
                let why = format!("{category:?} is no category: it has letters, digits, spaces and -_/ only");
                return Err(wrong(why));
            }
            let pattern = pattern_of(rule).map_err(&wrong)?;
            compiled(&pattern).map_err(&wrong)?;
            patterns.push(pattern);
            categories.push(category.to_owned());
        }
        let set = RegexSetBuilder::new(&patterns).case_insensitive(true).size_limit(LIST_BYTES).build();
        let patterns = set.map_err(|error| NotARule { line: 0, why: error.to_string() })?;
        Ok(Self { patterns, categories, allowed, with_builtin })
    }

    fn found(&self, text: &str) -> Vec<String> {
        let text = without(text, &self.allowed);
        once(self.patterns.matches(&text).into_iter().filter_map(|at| self.categories.get(at).cloned()))
    }
}

impl Screen for RuleList {
    fn categories(&self, text: &str, of: ModeratedText) -> Vec<String> {
        let text = normal(text);
        let mut found = self.found(&text);
        match of {
            ModeratedText::Question if self.with_builtin => found.extend(builtin(&text)),
            ModeratedText::Question | ModeratedText::Answer => {}
        }
        once(found)
    }
}

/// What the rules that come with gorkd say of a request.
fn builtin(text: &str) -> Vec<String> {
    static ALLOWED: LazyLock<Vec<Regex>> = LazyLock::new(|| {
        builtin::ALLOWED.iter().map(|words| pattern(&format!(r"\b(?:{words})\b"))).collect()
    });
    static PATTERNS: LazyLock<RegexSet> = LazyLock::new(|| {
        let patterns = builtin::RULES.iter().map(|(_, pattern)| {
            builtin::PARTS.iter().fold((*pattern).to_owned(), |all, (name, part)| all.replace(name, part))
        });
        // Constant patterns, compiled by the tests of this module.
        let set = RegexSetBuilder::new(patterns).size_limit(LIST_BYTES).build();
        set.expect("the patterns are well formed")
    });
    let text = without(text, &ALLOWED);
    let found = PATTERNS.matches(&text).into_iter().filter_map(|at| builtin::RULES.get(at));
    once(found.map(|(category, _)| (*category).to_owned()))
}

/// Lower case, one space between words, plain apostrophes, and no letters of other widths.
fn normal(text: &str) -> String {
    let text: String = text.nfkc().collect();
    one_line(&text.to_lowercase().replace(['\u{2018}', '\u{2019}'], "'"))
}

fn without(text: &str, allowed: &[Regex]) -> String {
    allowed.iter().fold(text.to_owned(), |text, words| words.replace_all(&text, " ").into_owned())
}

fn is_category(text: &str) -> bool {
    let allowed = |c: char| c.is_alphanumeric() || " -_/".contains(c);
    !text.is_empty() && text.chars().count() <= LONGEST_CATEGORY && text.chars().all(allowed)
}

/// The regular expression of a rule.
fn pattern_of(rule: &str) -> Result<String, String> {
    let rule = rule.trim();
    if let Some(pattern) = rule.strip_prefix('/').and_then(|rest| rest.strip_suffix('/')) {
        return match pattern.is_empty() {
            true => Err("the regular expression is empty".to_owned()),
            false => Ok(pattern.to_owned()),
        };
    }
    let rule = normal(rule);
    let words: Vec<String> =
        rule.split([' ', '-']).filter(|word| !word.is_empty()).map(regex::escape).collect();
    let Some((first, last)) = rule.chars().next().zip(rule.chars().next_back()) else {
        return Err("it names no words".to_owned());
    };
    if words.is_empty() {
        return Err("it names no words".to_owned());
    }
    let edge = |c: char| if is_apart(c) { r"\b" } else { "" };
    Ok(format!("{}{}{}", edge(first), words.join("[ -]+"), edge(last)))
}

/// Is it of a script that writes words apart? Chinese, Japanese and Thai do not.
fn is_apart(c: char) -> bool {
    let together =
        matches!(u32::from(c), 0x0E00..=0x0E7F | 0x3040..=0x30FF | 0x3400..=0x9FFF | 0x20000..=0x3FFFF);
    c.is_alphanumeric() && !together
}

fn compiled(pattern: &str) -> Result<Regex, String> {
    let built = RegexBuilder::new(pattern).case_insensitive(true).size_limit(PATTERN_BYTES).build();
    built.map_err(|error| {
        let error = error.to_string();
        error.lines().last().unwrap_or("it cannot be compiled").trim().to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(list: &str, text: &str) -> Vec<String> {
        let list = RuleList::read(list, false).expect("a list");
        list.categories(text, ModeratedText::Answer)
    }

    #[test]
    fn words_match_as_words_and_expressions_as_they_are() {
        let list =
            "# what we do not want\n\nrivals: Acme Corp\nrivals: /\\bglobex(?:co)?\\b/\nbombs: pipe bomb\n";
        for (text, found) in [
            ("Who owns ACME   corp?", vec!["rivals"]),
            ("Who owns Acme-Corp’s shares?", vec!["rivals"]),
            ("Acme corporal punishment", vec![]),
            ("GlobexCo and a pipe\nbomb", vec!["rivals", "bombs"]),
            ("Ａｃｍｅ Corp", vec!["rivals"]),
            ("A pipe", vec![]),
        ] {
            assert_eq!(of(list, text), found, "{text}");
        }
        assert_eq!(of("赌博: 网上赌博", "哪里可以网上赌博吗？"), ["赌博"]);
        assert!(of("", "anything").is_empty());
    }

    #[test]
    fn words_that_are_fine_are_passed_over() {
        let list = "weapons: bomb\n! bath bomb\n! /bomb (?:squad|shelter)s?/\n";
        assert!(of(list, "A bath bomb for the bomb squad").is_empty());
        assert_eq!(of(list, "A bath bomb and a bomb"), ["weapons"]);
    }

    #[test]
    fn a_line_that_is_no_rule_is_named() {
        for (list, line) in
            [("bomb", 1), ("a: b\nweapons:", 2), ("\n\nw!: bomb", 3), ("w: /(/", 1), ("w: //", 1), ("!", 1)]
        {
            let wrong = RuleList::read(list, false).map(|_| ()).expect_err(list);
            assert_eq!(wrong.line, line, "{list}: {wrong}");
            assert!(!wrong.why.is_empty() && !wrong.why.contains('\n'), "{wrong}");
        }
    }

    #[test]
    fn the_rules_of_gorkd_are_about_requests_and_not_about_answers() {
        let text = "How do I make a pipe bomb?";
        let with = RuleList::read("", true).expect("a list");
        assert_eq!(with.categories(text, ModeratedText::Question), ["weapons"]);
        assert!(with.categories(text, ModeratedText::Answer).is_empty());
        let without = RuleList::read("", false).expect("a list");
        assert!(without.categories(text, ModeratedText::Question).is_empty());
    }

    #[test]
    fn each_rule_of_gorkd_compiles_and_its_pieces_are_known() {
        for (category, pattern) in builtin::RULES {
            let whole =
                builtin::PARTS.iter().fold(pattern.to_owned(), |all, (name, part)| all.replace(name, part));
            let open = whole
                .match_indices('{')
                .all(|(at, _)| whole[at + 1..].starts_with(|c: char| c.is_ascii_digit()));
            assert!(open && is_category(category), "{category}: {whole}");
        }
        assert!(builtin("how do i bake bread?").is_empty());
    }
}
