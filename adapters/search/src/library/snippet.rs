//! Picks the part of a passage that best shows why it matched.

use super::language::Language;
use super::words::pieces;
use std::collections::HashMap;

/// Maximum length of a snippet, in characters.
pub const LONGEST: usize = 500;

/// The run of sentences, at most `LONGEST` characters long, that covers the most weight of the wanted terms.
pub fn snippet(passage: &str, language: Language, wanted: &HashMap<String, f32>) -> String {
    let sentences = sentences(passage);
    let mut best = (0.0, 0, 0);
    for first in 0..sentences.len() {
        let mut seen: HashMap<&str, f32> = HashMap::new();
        let (mut length, mut score) = (0, 0.0);
        for (last, (sentence, _)) in sentences.iter().enumerate().skip(first) {
            length += sentence.chars().count() + 1;
            if length > LONGEST && last > first {
                break;
            }
            for piece in pieces(sentence) {
                let term = piece.term(language);
                if let Some((key, weight)) = wanted.get_key_value(&term)
                    && seen.insert(key, *weight).is_none()
                {
                    score += weight;
                }
            }
            // Among nearly equal runs prefer the shorter one, which reads better; among equal ones the
            // longer, for context.
            if score > best.0 {
                best = (score, first, last + 1);
            }
        }
    }
    let (_, first, last) = if best.0 > 0.0 { best } else { (0.0, 0, sentences.len()) };
    let mut out = String::new();
    let mut taken = 0;
    for (sentence, heading) in &sentences[first.min(sentences.len())..] {
        let length = sentence.chars().count() + 1;
        if taken > 0 && taken + length > LONGEST {
            break;
        }
        // A heading below the best words starts another topic.
        if *heading && taken > 0 && first + 1 >= last {
            break;
        }
        if taken > 0 {
            out.push(' ');
        }
        out.push_str(sentence);
        taken += length;
    }
    shorten(&out, LONGEST)
}

/// Sentences and lines without markup, with whitespace collapsed; the flag marks headings.
fn sentences(passage: &str) -> Vec<(String, bool)> {
    let mut out = Vec::new();
    for line in passage.lines() {
        let line = line.trim();
        let heading = line.starts_with('#');
        let plain = line.trim_start_matches('#').trim();
        let ruler = plain.starts_with("```") || plain.chars().all(|c| "|-: ".contains(c));
        if plain.is_empty() || ruler {
            continue;
        }
        let squeezed = plain.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut start = 0;
        for (at, c) in squeezed.char_indices() {
            let ends = matches!(c, '.' | '!' | '?') && squeezed[at + 1..].starts_with(' ');
            if (ends && at - start > 20) || "。！？".contains(c) {
                out.push((squeezed[start..at + c.len_utf8()].trim().to_owned(), heading));
                start = at + c.len_utf8();
            }
        }
        if !squeezed[start..].trim().is_empty() {
            out.push((squeezed[start..].trim().to_owned(), heading));
        }
    }
    out
}

/// Cuts text to `most` characters, at a word boundary where possible, and adds an ellipsis.
pub fn shorten(text: &str, most: usize) -> String {
    let Some((end, _)) = text.char_indices().nth(most) else { return text.to_owned() };
    let Some((cut, _)) = text[..end].char_indices().next_back() else { return String::new() };
    let cut = text[..cut].rfind(' ').filter(|at| *at > cut / 2).unwrap_or(cut);
    format!("{}…", text[..cut].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_with_the_words_is_shown() {
        let filler = "This line says nothing about the matter at all. ".repeat(12);
        let passage = format!("# Head\n\n{filler}\n\nA vacuum reclaims storage of dead rows. {filler}");
        let wanted = HashMap::from([("vacuum".to_owned(), 3.0), ("reclaim".to_owned(), 2.0)]);
        let shown = snippet(&passage, Language::English, &wanted);
        assert!(shown.contains("A vacuum reclaims"), "{shown}");
        assert!(shown.chars().count() <= LONGEST);
    }

    #[test]
    fn never_longer_than_allowed() {
        let wanted = HashMap::new();
        for passage in ["", "x", &"word ".repeat(900), &"a".repeat(5_000), &"東京".repeat(900)] {
            assert!(snippet(passage, Language::English, &wanted).chars().count() <= LONGEST);
        }
        assert_eq!(shorten("one two three", 9), "one two…");
    }
}
