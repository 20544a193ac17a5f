//! A model's verdicts on claims in doubt.

use super::shape::meant;
use super::{first, invalid};
use crate::lenient::Json;
use gorkd_core::model::{Failure, Support};

const CLAIMS: [&str; 5] = ["claims", "results", "checks", "verdicts", "answer"];
const ID: [&str; 4] = ["id", "claim", "claimid", "name"];
const SUPPORT: [&str; 6] = ["support", "verdict", "label", "judgement", "judgment", "result"];

/// The model's word on each claim that it names, by the claim's place in the draft; the first word counts. Names that
/// were never given out are dropped.
pub fn check(reply: &str, shown: &[u32]) -> Result<Vec<(u32, Support)>, Failure> {
    let read = first(reply, |json| {
        let mut said: Vec<(u32, Support)> = Vec::new();
        for (claim, support) in words_of(json.get(&CLAIMS).unwrap_or(json)) {
            if shown.contains(&claim) && said.iter().all(|(known, _)| *known != claim) {
                said.push((claim, support));
            }
        }
        (!said.is_empty()).then_some(said)
    });
    read.ok_or_else(|| invalid("The model did not say which claims hold."))
}

/// A list of objects, or one object with the claims' names as its fields.
fn words_of(json: &Json) -> Vec<(u32, Support)> {
    match json {
        Json::List(items) => {
            let word = |item: &Json| Some((place(item.get(&ID)?)?, support(item.get(&SUPPORT)?)?));
            items.iter().filter_map(word).collect()
        }
        Json::Object(fields) => {
            let word = |(name, value): &(String, Json)| {
                let value = value.get(&SUPPORT).unwrap_or(value);
                Some((named(name)?, support(value)?))
            };
            fields.iter().filter_map(word).collect()
        }
        _ => Vec::new(),
    }
}

fn place(json: &Json) -> Option<u32> {
    match json {
        Json::Text(text) => named(text),
        Json::Number(number) if number.fract() == 0.0 && (1.0..10_000.0).contains(number) => {
            Some(*number as u32 - 1)
        }
        _ => None,
    }
}

/// `c3`, `C3`, `[c3]` or `3`: the third claim.
fn named(text: &str) -> Option<u32> {
    let text = text.trim().trim_matches(['[', ']', '(', ')']).to_ascii_lowercase();
    let number: u32 = text.strip_prefix('c').unwrap_or(&text).parse().ok()?;
    number.checked_sub(1)
}

fn support(json: &Json) -> Option<Support> {
    // In this order: "not supported" and "partly supported" hold the word as well.
    let meanings: [(&[&str], Support); 4] = [
        (&["contradict", "refute"], Support::Contradicted),
        (&["part", "somewhat"], Support::Partly),
        (&["unsupported", "not ", "no", "neutral", "false"], Support::Unsupported),
        (&["support", "fully", "yes", "true", "entail"], Support::Supported),
    ];
    meant(json, &meanings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_in_many_shapes() {
        let both = [(0, Support::Supported), (2, Support::Unsupported)];
        for reply in [
            r#"{"claims": [{"id": "c1", "support": "supported"}, {"id": "c3", "support": "unsupported"}]}"#,
            r#"<think>{"claims": [{"id": "c1", "support": "contradicted"}]}</think>[{"claim": 1, "verdict": "Fully supported"}, {"claim": 3, "verdict": "not_supported"}]"#,
            r#"Here: ```json {"c1": "yes", "C3": {"support": "no"}} ```"#,
            r#"{"results": {"c1": true, "c3": false}}"#,
            r#"{"claims": [{"id": "[c1]", "support": "supported"}, {"id": "c9", "support": "supported"}, {"id": "c3", "support": "unsupported"}, {"id": "c1", "support": "contradicted"}"#,
        ] {
            assert_eq!(check(reply, &[0, 2]), Ok(both.to_vec()), "{reply}");
        }
        let one =
            |word: &str| check(&format!(r#"{{"claims": [{{"id": "c1", "support": "{word}"}}]}}"#), &[0]);
        assert_eq!(one("Partially supported"), Ok(vec![(0, Support::Partly)]));
        assert_eq!(one("contradicts the passage"), Ok(vec![(0, Support::Contradicted)]));
        for nothing in [
            "{}",
            "All of them hold.",
            r#"{"claims": []}"#,
            r#"{"claims": [{"id": "c7", "support": "supported"}]}"#,
        ] {
            assert!(check(nothing, &[0]).is_err(), "{nothing}");
        }
        assert!(one("blue").is_err());
    }
}
