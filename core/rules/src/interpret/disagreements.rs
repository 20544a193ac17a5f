//! Where passages disagree, as a writer reports it. It counts only if each of them gives the value that it is said to give.

use super::draft::{DraftInput, EVIDENCE, named};
use super::shape::texts;
use crate::Material;
use crate::lenient::Json;
use crate::text::sentences::said;
use crate::verify::{as_written, conflict, without_value};
use gorkd_core::model::Conflict;
use gorkd_core::text::slice;

const LIST: [&str; 3] = ["disagreements", "conflicts", "contradictions"];
const VALUES: [&str; 3] = ["values", "positions", "value"];
/// Disagreements that are looked at, and sides of each.
const MOST: usize = 6;
const SIDES: usize = 4;
/// Characters of a value, which is named within a sentence.
const LONGEST: usize = 120;

/// Values, each with the ID of the passage that gives it.
pub(super) type RawDisagreement = Vec<(String, String)>;

pub(super) fn raw(reply: &Json) -> Vec<RawDisagreement> {
    let Some(Json::List(items)) = reply.get(&LIST) else { return Vec::new() };
    let sides = |item: &Json| -> Option<RawDisagreement> {
        let values = texts(item.get(&VALUES)?, &[]);
        let sides = values.into_iter().zip(named(item.get(&EVIDENCE)?));
        Some(sides.filter(|(value, _)| value.chars().count() <= LONGEST).take(SIDES).collect())
    };
    items.iter().filter_map(sides).take(MOST).collect()
}

/// A disagreement with what each passage says itself. None if fewer than two documents give different values.
pub(super) fn borne_out(said: &RawDisagreement, input: &DraftInput<'_>) -> Option<Conflict> {
    let language = input.question.language.as_str();
    let mut about: Option<String> = None;
    let mut sides: Vec<(String, &Material<'_>)> = Vec::new();
    for (value, id) in said {
        let Some((material, sentence, value)) = given(value, id, input) else { continue };
        let is_known = |(known, other): &(String, &Material<'_>)| {
            let same = other.source == material.source || other.document.hash == material.document.hash;
            same || as_written(known, value, language).is_some()
        };
        if !sides.iter().any(is_known) {
            about.get_or_insert_with(|| without_value(sentence, value));
            sides.push((value.to_owned(), material));
        }
    }
    about.filter(|_| sides.len() > 1).map(|about| conflict(input.question, about, &sides))
}

/// The sentence of a passage that gives a value, and how it writes it.
fn given<'a>(value: &str, id: &str, input: &DraftInput<'a>) -> Option<(&'a Material<'a>, &'a str, &'a str)> {
    let piece = input.evidence.iter().find(|piece| piece.id == id)?;
    let material = Material::of(input.materials, &piece.source)?;
    let passage = slice(material.text, piece.passage.span);
    said(passage).into_iter().find_map(|sentence| {
        let value = as_written(value, sentence, &input.question.language)?;
        Some((material, sentence, value))
    })
}

#[cfg(test)]
mod tests {
    use super::super::draft;
    use super::*;
    use gorkd_core::model::*;
    use gorkd_core::text::span_of;

    const PAGES: [(&str, &str); 3] = [
        ("https://a.test/guide", "The tower is old. It was finished in 1881 by Ada Marsh."),
        ("https://b.test/records", "Work on the tower ended in 1883. Entry is optional."),
        ("https://c.test/copy", "The tower was finished in 1881, as everybody knows."),
    ];

    const LONG: [(&str, &str); 2] = [
        (
            "https://d.test/steps",
            "The steps that lead up to the door of the tower on the side of the river were laid long before anybody here had thought of a gate.",
        ),
        (
            "https://e.test/gate",
            "The gate that leads to the door of the tower on the side of the market was hung long before anybody here had laid any steps.",
        ),
    ];

    /// The conflicts of a draft over the pages, each of them one passage: `e1`, `e2` …
    fn conflicts(disagreements: &str) -> Vec<Conflict> {
        let question =
            Question { text: "When was it finished?".into(), language: "en".into(), ..Question::default() };
        let pages: Vec<(&str, &str)> = PAGES.into_iter().chain(LONG).collect();
        let document = |(url, text): &(&str, &str)| Document {
            hash: DocumentHash::of_text(text),
            url: (*url).into(),
            canonical_url: (*url).into(),
            ..Document::default()
        };
        let documents: Vec<Document> = pages.iter().map(document).collect();
        let materials: Vec<Material<'_>> =
            documents.iter().zip(&pages).map(|(document, (_, text))| Material::new(document, text)).collect();
        let evidence = |(at, material): (usize, &Material<'_>)| Evidence {
            id: format!("e{}", at + 1),
            source: material.source.clone(),
            passage: Passage {
                hash: material.document.hash.clone(),
                span: span_of(material.text, 0..material.text.len()),
            },
            ..Evidence::default()
        };
        let evidence: Vec<Evidence> = materials.iter().enumerate().map(evidence).collect();
        let input = DraftInput {
            question: &question,
            plan: &Plan::default(),
            parts: &[],
            evidence: &evidence,
            materials: &materials,
            numbering: &[],
            revision: 0,
            by: "m",
            deliverable: Deliverable::Brief,
            form_wished: false,
        };
        let reply = format!(
            r#"{{"summary": [{{"text": "It was finished in 1881 or in 1883.", "evidence": ["e1", "e2"]}}], "disagreements": {disagreements}}}"#
        );
        draft(&reply, &input).expect("it reads").conflicts
    }

    #[test]
    fn what_passages_say_otherwise_is_a_conflict() {
        let told = conflicts(r#"[{"values": ["1881", "1883"], "evidence": ["e1", "e2"]}]"#);
        let [conflict] = told.as_slice() else { panic!("{told:?}") };
        let side = |at: usize, value: &str| Position {
            value: value.into(),
            source_ids: vec![SourceId::of_url(PAGES[at].0)],
        };
        assert_eq!(conflict.positions, [side(0, "1881"), side(1, "1883")]);
        assert_eq!(conflict.about, "It was finished in … by Ada Marsh");
        assert_eq!((conflict.preferred.as_ref(), conflict.why.is_empty()), (None, false));
    }

    #[test]
    fn a_disagreement_that_the_passages_do_not_show_is_none() {
        for told in [
            r#"[{"values": ["1881", "1884"], "evidence": ["e1", "e2"]}]"#,
            r#"[{"values": ["1883", "1881"], "evidence": ["e1", "e2"]}]"#,
            r#"[{"values": ["1881", "1881"], "evidence": ["e1", "e3"]}]"#,
            r#"[{"values": ["1881", "old"], "evidence": ["e1", "e1"]}]"#,
            r#"[{"values": ["1881", "1883"], "evidence": ["e1", "e9"]}]"#,
            r#"[{"values": ["1881"], "evidence": ["e1"]}]"#,
            r#"["1881 or 1883"]"#,
            r#""none""#,
            "[]",
        ] {
            assert!(conflicts(told).is_empty(), "{told}");
        }
        let sentences = LONG.map(|(_, sentence)| sentence);
        let told = format!(r#"[{{"values": {sentences:?}, "evidence": ["e4", "e5"]}}]"#);
        assert!(conflicts(&told).is_empty(), "a sentence is no value");
        let words = conflicts(r#"[{"values": ["old", "optional"], "evidence": ["e1", "e2"]}]"#);
        assert_eq!(words.len(), 1, "a value may be a word");
    }
}
