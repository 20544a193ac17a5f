//! Rejoins words that were hyphenated at line ends.

use crate::text::Block;
use std::collections::BTreeSet;

/// Words after which a hyphen is kept: "pre- and post-war".
const KEEP_BEFORE: &[&str] = &["and", "or", "to", "nor", "und", "oder", "bis", "et", "ou", "y", "o", "e"];

/// Joins `exam- ple`. A compound keeps its hyphen if the document spells it that way elsewhere.
pub fn repair(blocks: &mut [Block]) {
    let mut known = BTreeSet::new();
    for text in blocks.iter_mut().flat_map(texts) {
        let words = text.split(|c: char| !(c.is_alphanumeric() || is_hyphen(c)));
        known.extend(words.filter(|word| !word.ends_with(is_hyphen)).map(str::to_lowercase));
    }
    for text in blocks.iter_mut().flat_map(texts) {
        if let Some(rejoined) = rejoined(text, &known) {
            *text = rejoined;
        }
    }
}

fn texts(block: &mut Block) -> Vec<&mut String> {
    match block {
        Block::Heading(_, text) | Block::Paragraph(text) | Block::Item { text, .. } => vec![text],
        Block::Table(rows) => rows.iter_mut().flatten().collect(),
        Block::Definition { terms, body } => {
            terms.iter_mut().chain(body.iter_mut().flat_map(texts)).collect()
        }
        Block::Continuation { blocks, .. } | Block::Navigation(blocks) => {
            blocks.iter_mut().flat_map(texts).collect()
        }
        Block::Code { .. } => Vec::new(),
    }
}

/// `None` if there is nothing to join.
fn rejoined(text: &str, known: &BTreeSet<String>) -> Option<String> {
    let mut out = String::new();
    let mut done = 0;
    for (at, hyphen) in text.char_indices().filter(|(_, c)| is_hyphen(*c)) {
        let after_hyphen = at + hyphen.len_utf8();
        let rest = text[after_hyphen..].trim_start();
        let gap = text.len() - after_hyphen - rest.len();
        let before = text[..at].rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        let after = rest.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        let broken = (1..=2).contains(&gap)
            && before.chars().count() > 1
            && after.starts_with(char::is_lowercase)
            && !KEEP_BEFORE.contains(&after);
        if at < done || !broken {
            continue;
        }
        let word = format!("{before}{after}").to_lowercase();
        let compound = format!("{before}-{after}").to_lowercase();
        let keeps = hyphen != '\u{ad}' && known.contains(&compound) && !known.contains(&word);
        out.push_str(&text[done..if keeps { after_hyphen } else { at }]);
        done = after_hyphen + gap;
    }
    (done > 0).then(|| out + &text[done..])
}

fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{2010}' | '\u{ad}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_words_are_joined_and_compounds_stay() {
        let text = "Main- tainers write docu-\nmentation of pre- and post-war times. A well- known one - or so - is a \
                    well-known co- operation by 3- year-olds and X- rays; up- to date.";
        let mut blocks = vec![Block::Paragraph(text.to_owned()), Block::code("a- b")];
        repair(&mut blocks);
        assert_eq!(
            blocks,
            [
                Block::Paragraph(
                    "Maintainers write documentation of pre- and post-war times. A well-known one - or so - is a \
                     well-known cooperation by 3- year-olds and X- rays; up- to date."
                        .to_owned()
                ),
                Block::code("a- b"),
            ]
        );
    }
}
