//! Replies that have begun to repeat themselves: small models do it until their tokens run out.
//!
//! Where it begins, the reply is cut; the core closes what is open in it.

/// Bytes of repetition that no reply has by itself, and copies of what is repeated.
const LEAST: usize = 160;
const COPIES: usize = 3;
/// The longest piece whose copies are looked for.
const LONGEST: usize = 700;
/// Bytes of a text that says something, and how often a reply may say it.
const SENTENCE: usize = 40;
const OFTEN: usize = 2;

/// Where a reply begins to repeat itself; none where it does not.
pub fn repeats(text: &str) -> Option<usize> {
    let at = [periodic(text.as_bytes()), said_again(text)].into_iter().flatten().min()?;
    (0..=at).rev().find(|at| text.is_char_boundary(*at))
}

/// The end of the first copy of a piece that the text ends with several times.
fn periodic(text: &[u8]) -> Option<usize> {
    let last = text.len();
    for period in 1..=LONGEST.min(last / COPIES) {
        let least = LEAST.max(period * COPIES);
        // Most periods are ruled out by the last bytes alone.
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

/// The beginning of a text in quotes that was said more often than it may be.
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
    fn what_only_looks_alike_is_left_alone() {
        let rows: Vec<String> = (0..60)
            .map(|n| format!("{{\"text\": \"Room {n} is {} m wide.\", \"evidence\": [\"e{n}\"]}}", n * 3 + 1))
            .collect();
        assert_eq!(repeats(&format!("{{\"summary\": [{}]}}", rows.join(", "))), None);
        assert_eq!(repeats(""), None);
        assert_eq!(repeats(&"-".repeat(100)), None);
    }
}
