//! Says a true sentence in other words, by rules that keep what it says: common synonyms, the order of clauses,
//! active for passive, and asides left out. The words are everyday English, not those of any data.

use super::falsify::capital;
use super::random::Random;
use fancy_regex::Regex;
use std::sync::LazyLock;

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a pattern of this file is well formed")
}

/// The sentence in other words; none where no rule fits.
pub fn paraphrase(sentence: &str, random: &mut Random) -> Option<String> {
    let mut said = sentence.to_owned();
    let rules: [fn(&str) -> Option<String>; 4] = [active, clauses, without_aside, without_lead];
    let mut order = rules.to_vec();
    random.shuffle(&mut order);
    for rule in order {
        if let Some(other) = rule(&said) {
            said = other;
        }
    }
    said = synonyms(&said);
    (said != sentence).then_some(said)
}

/// Words that may stand for one another wherever they stand.
const SYNONYMS: &[(&str, &str)] = &[
    ("also", "in addition"),
    ("allows", "permits"),
    ("allow", "permit"),
    ("allowed", "permitted"),
    ("because", "since"),
    ("begins", "starts"),
    ("begin", "start"),
    ("big", "large"),
    ("cannot", "can not"),
    ("create", "make"),
    ("creates", "makes"),
    ("delete", "remove"),
    ("deletes", "removes"),
    ("deleted", "removed"),
    ("displays", "shows"),
    ("display", "show"),
    ("each", "every"),
    ("ensure", "make sure"),
    ("entire", "whole"),
    ("however", "though"),
    ("in order to", "to"),
    ("instead of", "in place of"),
    ("large", "big"),
    ("might", "may"),
    ("normally", "usually"),
    ("obtain", "get"),
    ("particular", "specific"),
    ("performs", "carries out"),
    ("prior to", "before"),
    ("provides", "offers"),
    ("quickly", "fast"),
    ("remove", "delete"),
    ("removes", "deletes"),
    ("several", "a number of"),
    ("shows", "displays"),
    ("specified", "given"),
    ("specify", "state"),
    ("therefore", "thus"),
    ("typically", "usually"),
    ("usually", "normally"),
    ("whether", "if"),
    ("whole", "entire"),
];

/// Each word is changed at most once, in the order of the sentence.
fn synonyms(sentence: &str) -> String {
    static WORDS: LazyLock<Regex> = LazyLock::new(|| {
        let mut words: Vec<&str> = SYNONYMS.iter().map(|(word, _)| *word).collect();
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        // Not within names, options and code.
        pattern(&format!(r"(?<![\w.(/'’-])({})(?![\w)(/='’-]|\.\w)", words.join("|")))
    });
    let other = |found: &fancy_regex::Captures<'_>| {
        let word = found.get(1).map_or("", |word| word.as_str());
        SYNONYMS.iter().find(|(from, _)| *from == word).map_or(word, |(_, to)| *to).to_owned()
    };
    WORDS.replace_all(sentence, other).into_owned()
}

/// "If A, B." and "B if A."
fn clauses(sentence: &str) -> Option<String> {
    static FIRST: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r"^(If|When|Unless|Because|By default|While) ?([^,]*), (?:then )?([^,;:]+)([.!])$")
    });
    static LAST: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r"^([^,;:]{20,}?) (if|when|unless|because|by default)( [^,;:]{8,}|)([.!])$")
    });
    if let Ok(Some(found)) = FIRST.captures(sentence) {
        let part = |at: usize| found.get(at).map_or("", |part| part.as_str());
        let clause = format!("{} {}", part(1).to_lowercase(), part(2));
        return Some(format!("{} {}{}", capital(part(3)), clause.trim_end(), part(4)));
    }
    let found = LAST.captures(sentence).ok()??;
    let part = |at: usize| found.get(at).map_or("", |part| part.as_str());
    Some(format!("{}{}, {}{}", capital(part(2)), part(3), small(part(1)), part(4)))
}

/// "A was made by B." and "B made A.", for regular verbs in the past.
fn active(sentence: &str) -> Option<String> {
    static PASSIVE: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"^((?:The|A|An) [^,;:]{3,60}?) (?:was|were) (\w+ed) by ([^,;:]{3,60}?)((?: in \d{4})?)([.!])$",
        )
    });
    let found = PASSIVE.captures(sentence).ok()??;
    let part = |at: usize| found.get(at).map_or("", |part| part.as_str());
    Some(format!("{} {} {}{}{}", capital(part(3)), part(2), small(part(1)), part(4), part(5)))
}

/// Without what stands in brackets between spaces.
fn without_aside(sentence: &str) -> Option<String> {
    static ASIDE: LazyLock<Regex> = LazyLock::new(|| pattern(r" \([^()]{6,}\)(?=[ ,.;])"));
    let kept = ASIDE.replace_all(sentence, "").into_owned();
    (kept != sentence && kept.split_whitespace().count() >= 6).then_some(kept)
}

/// Without the word that ties it to the sentence before.
fn without_lead(sentence: &str) -> Option<String> {
    static LEAD: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"^(?:However|Furthermore|Moreover|In addition|Additionally|Therefore|Thus|For example|Note that|Also|In general|In particular),? (.{20,})$",
        )
    });
    let found = LEAD.captures(sentence).ok()??;
    Some(capital(found.get(1)?.as_str()))
}

/// The first letter small, where the word is no name.
fn small(text: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or_default();
    const PLAIN: &[&str] = &[
        "A", "An", "The", "This", "These", "That", "It", "There", "You", "All", "Any", "Each", "Every", "No",
    ];
    if PLAIN.contains(&first) {
        let mut chars = text.chars();
        return chars.next().map(|c| c.to_lowercase().chain(chars).collect()).unwrap_or_default();
    }
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_said_in_other_words() {
        let said = |sentence: &str| paraphrase(sentence, &mut Random::new(1));
        let pairs = [
            ("If the value is zero, the limit is off.", "The limit is off if the value is zero."),
            (
                "The limit of a query is switched off when the value is zero.",
                "When the value is zero, the limit of a query is switched off.",
            ),
            ("The project was created by Ian Murdock in 1993.", "Ian Murdock created the project in 1993."),
            ("By default, the server listens to port 80.", "The server listens to port 80 by default."),
            ("The value (a size in pages) of it is kept there.", "The value of it is kept there."),
            ("However, the rows retain their separate places.", "The rows retain their separate places."),
            ("It removes the entire page.", "It deletes the whole page."),
        ];
        for (sentence, expected) in pairs {
            assert_eq!(said(sentence).as_deref(), Some(expected), "{sentence}");
        }
        assert_eq!(said("Rows keep places."), None);
        assert_eq!(said("Call use() or --delete here."), None, "code is left alone");
    }
}
