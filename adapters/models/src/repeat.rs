//! Detects replies that repeat themselves, as small models do until they run out of tokens.
//!
//! The reply is cut where the repetition starts; the core closes what is left open.

/// Minimum bytes of repetition, which no genuine reply reaches, and minimum number of copies.
const LEAST: usize = 160;
const COPIES: usize = 3;
/// Maximum length, in bytes, of a repeated piece.
const LONGEST: usize = 700;
/// Minimum bytes of a quoted text that counts as a statement, and how often a reply may repeat it.
const SENTENCE: usize = 40;
const OFTEN: usize = 2;

/// Where a reply starts to repeat itself; `None` if it does not.
pub fn repeats(text: &str) -> Option<usize> {
    let at = [periodic(text.as_bytes()), said_again(text)].into_iter().flatten().min()?;
    (0..=at).rev().find(|at| text.is_char_boundary(*at))
}

/// The end of the first copy of a piece that is repeated at the end of the text.
fn periodic(text: &[u8]) -> Option<usize> {
    let last = text.len();
    for period in 1..=LONGEST.min(last / COPIES) {
        let least = LEAST.max(period * COPIES);
        // The last bytes alone rule out most periods.
        if last < least || text[last - 1] != text[last - 1 - period] {
            continue;
        }
        let same = (period..last).rev().take_while(|&at| text[at] == text[at - period]).count();
        if same + period >= least {
            return Some(last - same);
        }
    }
    None
}

/// The start of a quoted text that occurs more often than allowed.
fn said_again(text: &str) -> Option<usize> {
    let mut said: Vec<(&str, usize)> = Vec::new();
    let mut at = 0;
    for piece in text.split('"') {
        let begins = at;
        at += piece.len() + 1;
        // The last piece may still grow.
        if piece.len() < SENTENCE || at > text.len() {
            continue;
        }
        match said.iter_mut().find(|(known, _)| *known == piece) {
            Some((_, times)) if *times >= OFTEN => return Some(begins),
            Some((_, times)) => *times += 1,
            None => said.push((piece, 1)),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: &str = "A job goes on where its journal ends after a crash.";

    #[test]
    fn a_piece_that_comes_again_and_again_is_found_where_it_begins_to() {
        for (begin, piece) in [
            ("{\"gaps\": [", "\"what happens\", "),
            ("{\"text\": \"", "the job goes on and "),
            ("{\"summary\": [", "\n"),
            ("{\"a\": \"", "東京は"),
            ("{\"queries\": [", "\"one\", \"two\", \"three\", "),
        ] {
            let once = format!("{begin}{piece}");
            let long = format!("{begin}{}", piece.repeat(1 + 300 / piece.len()));
            let at = repeats(&long).expect(piece);
            assert!(
                long.is_char_boundary(at) && at >= once.len() && at <= once.len() + piece.len(),
                "{piece}"
            );
            assert_eq!(repeats(&once), None);
        }
    }

    #[test]
    fn a_sentence_may_stand_in_a_summary_and_once_more() {
        let item = |id: &str| format!("{{\"text\": \"{SAID}\", \"evidence\": [\"{id}\"]}}");
        let twice = format!("{{\"summary\": [{}, {}", item("e1"), item("e2"));
        assert_eq!(repeats(&twice), None);
        let again = format!("{twice}, {}", item("e3"));
        let at = repeats(&again).expect("it is said three times");
        assert!(again[at..].starts_with(SAID) && at > twice.len());
    }

    #[test]
    fn similar_but_different_text_is_not_cut() {
        let rows: Vec<String> = (0..60)
            .map(|n| format!("{{\"text\": \"Room {n} is {} m wide.\", \"evidence\": [\"e{n}\"]}}", n * 3 + 1))
            .collect();
        assert_eq!(repeats(&format!("{{\"summary\": [{}]}}", rows.join(", "))), None);
        assert_eq!(repeats(""), None);
        assert_eq!(repeats(&"-".repeat(100)), None);
    }
}
