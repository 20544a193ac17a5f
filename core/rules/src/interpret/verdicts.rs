//! Yes, partly, or no for each part of a question, in any notation.

use super::shape::meant;
use crate::lenient::Json;
use crate::plan::normalised;
use gorkd_core::model::{Answered, SubQuestion};

const KEY: [&str; 5] = ["part", "id", "subquestion", "question", "name"];
const VERDICT: [&str; 6] = ["answered", "answer", "verdict", "status", "value", "covered"];

/// Verdicts by the place of their part: a list in the order of the parts, a list of objects, or an object by name.
pub(super) fn verdicts(json: &Json, parts: &[SubQuestion]) -> Vec<(usize, Answered)> {
    let mut found: Vec<(usize, Answered)> = Vec::new();
    let mut add = |place: Option<usize>, verdict: Option<Answered>| {
        if let (Some(place), Some(verdict)) = (place, verdict)
            && place < parts.len()
            && found.iter().all(|(known, _)| *known != place)
        {
            found.push((place, verdict));
        }
    };
    match json {
        Json::List(items) => {
            for (at, item) in items.iter().enumerate() {
                match item {
                    Json::Object(_) => {
                        let place = item.get(&KEY).and_then(Json::spelled).and_then(|key| place(&key, parts));
                        add(place.or(Some(at)), item.get(&VERDICT).and_then(verdict));
                    }
                    Json::Text(text) => match text.rsplit_once(':') {
                        Some((name, word)) => {
                            add(place(name, parts).or(Some(at)), verdict(&Json::Text(word.to_owned())));
                        }
                        None => add(Some(at), verdict(item)),
                    },
                    _ => add(Some(at), verdict(item)),
                }
            }
        }
        Json::Object(fields) => {
            for (name, value) in fields {
                add(place(name, parts), verdict(value.get(&VERDICT).unwrap_or(value)));
            }
        }
        _ if parts.len() == 1 => add(Some(0), verdict(json)),
        _ => {}
    }
    found
}

/// The place of a part that is named by its id, its number, or its words.
pub(super) fn place(name: &str, parts: &[SubQuestion]) -> Option<usize> {
    let name = name.trim().trim_matches(['[', ']', '(', ')', '"', '.']).to_lowercase();
    let digits = name.strip_prefix('q').unwrap_or(&name);
    let number = digits.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let by_id = parts.iter().position(|part| part.id == name);
    let by_words = || parts.iter().position(|part| normalised(&part.text) == normalised(&name));
    by_id.or(number.filter(|at| *at < parts.len())).or_else(by_words)
}

fn verdict(json: &Json) -> Option<Answered> {
    let meanings: [(&[&str], Answered); 3] = [
        (&["part", "somewhat"], Answered::Partly),
        (&["no", "unanswered", "false"], Answered::No),
        (&["yes", "fully", "full", "answered", "true", "complete"], Answered::Yes),
    ];
    meant(json, &meanings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_come_in_many_shapes() {
        let part = |id: &str, text: &str| SubQuestion { id: id.into(), text: text.into(), terms: Vec::new() };
        let parts = [part("q1", "How tall?"), part("q2", "Who built it?")];
        let expected = [(0, Answered::Yes), (1, Answered::No)];
        for reply in [
            r#"["yes", "no"]"#,
            r#"["q1: Yes", "q2: not answered"]"#,
            r#"[{"part": "q1", "answered": "yes"}, {"part": "q2", "answered": "no"}]"#,
            r#"[{"question": "How tall?", "verdict": true}, {"question": "who built it", "verdict": false}]"#,
            r#"{"q1": "fully", "q2": {"answered": "none"}}"#,
        ] {
            assert_eq!(verdicts(&crate::lenient::read(reply).value, &parts), expected, "{reply}");
        }
        let one = verdicts(&crate::lenient::read(r#""partially""#).value, &parts[..1]);
        assert_eq!(one, [(0, Answered::Partly)]);
        assert!(verdicts(&crate::lenient::read(r#"["maybe", 3]"#).value, &parts).is_empty());
    }
}
