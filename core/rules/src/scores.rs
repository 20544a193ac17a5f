//! Named scores of each passage for its part of the question. They are recorded with the judgement and shown, but
//! decide nothing.

use crate::authority::authority_of;
use crate::judge::ANSWERS;
use crate::material::work_of;
use crate::text::shared;
use crate::text::words::keys;
use crate::verify::disagreeing;
use crate::{Brief, Material};
use gorkd_core::job::Judgement;
use gorkd_core::model::*;
use gorkd_core::text::slice;
use std::collections::BTreeSet;

/// Days after which a page is worth half as much for being new.
const HALF_LIFE: f64 = 365.0;
const DAY: f64 = 24.0 * 3_600.0 * 1_000.0;

/// The judgement with the scores of its evidence.
pub fn scored(brief: &Brief<'_>, plan: &Plan, materials: &[Material<'_>], judgement: Judgement) -> Judgement {
    let of = |piece: &Evidence| Material::of(materials, &piece.source);
    let works: Vec<Option<String>> =
        judgement.evidence.iter().map(|piece| of(piece).map(|material| work_of(material.document))).collect();
    let disagree = disagreeing(brief, materials, &judgement.evidence);
    let scores: Vec<Option<Scores>> = judgement
        .evidence
        .iter()
        .enumerate()
        .map(|(at, piece)| {
            let material = of(piece)?;
            let against: BTreeSet<usize> = disagree
                .iter()
                .filter_map(
                    |(one, other)| if at == *one { Some(*other) } else { (at == *other).then_some(*one) },
                )
                .collect();
            let with = |other: &usize| {
                let piece_there = &judgement.evidence[*other];
                piece_there.sub_question == piece.sub_question
                    && piece_there.relevance >= ANSWERS
                    && piece_there.stance == piece.stance
                    && !against.contains(other)
            };
            let others = |places: &mut dyn Iterator<Item = usize>| {
                let other_works = places.filter_map(|place| works[place].as_ref());
                other_works.filter(|work| works[at].as_ref() != Some(*work)).collect::<BTreeSet<_>>().len()
            };
            let all = 0..judgement.evidence.len();
            Some(Scores {
                relevance: rounded(piece.relevance),
                source_quality: authority_of(material.document, &brief.question.entities),
                recency: material.document.published_at.map(|at| rounded(recency(at, brief.now))),
                completeness: rounded(completeness(piece, material, plan, &brief.question.language)),
                corroboration: rounded(towards_one(others(&mut all.filter(with)))),
                contradiction: rounded(towards_one(others(&mut against.iter().copied()))),
            })
        })
        .collect();
    let evidence = judgement.evidence.into_iter().zip(scores);
    let evidence = evidence.map(|(piece, scores)| Evidence { scores, ..piece }).collect();
    Judgement { evidence, ..judgement }
}

fn recency(at: Millis, now: Millis) -> f64 {
    0.5_f64.powf(now.since(at) as f64 / DAY / HALF_LIFE)
}

fn completeness(piece: &Evidence, material: &Material<'_>, plan: &Plan, language: &str) -> f64 {
    let asked = plan.part(&piece.sub_question);
    let wanted = keys(&asked.map(|part| part.terms.join(" ")).unwrap_or_default(), language);
    let words = slice(material.text, piece.passage.span);
    let held = keys(&format!("{} {words}", piece.headings.join(" ")), language);
    match wanted.len() {
        0 => 0.0,
        all => shared(&wanted, &held) as f64 / all as f64,
    }
}

/// None, a half, two thirds, and so on.
fn towards_one(count: usize) -> f64 {
    count as f64 / (count + 1) as f64
}

/// Two places, so that journals stay short.
fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_passage_is_scored_by_its_page_its_words_and_the_other_works() {
        let day = |n: i64| Millis(n * 86_400_000);
        let document = |url: &str, published_at| Document {
            hash: DocumentHash::of_text(url),
            url: url.into(),
            canonical_url: url.into(),
            language: Some("en".into()),
            published_at,
            ..Document::default()
        };
        let texts = [
            "The Grelling Tower was finished in 1881 by Ada Marsh.",
            "The Grelling Tower was finished in 1891 by Ada Marsh.",
            "The Grelling Tower stands in a park.",
        ];
        let documents = [
            document("https://a.gov/tower", Some(day(635))),
            document("https://b.org/tower", None),
            document("https://c.net/park", None),
        ];
        let materials: Vec<Material<'_>> =
            documents.iter().zip(texts).map(|(document, text)| Material::new(document, text)).collect();
        let question = Question {
            text: "When was the Grelling Tower finished?".into(),
            language: "en".into(),
            ..Question::default()
        };
        let budget = Budget::default();
        let brief = Brief::of(&question, &budget, day(1_000));
        let plan = crate::plan::plan(&brief);
        let evidence = materials.iter().zip([0.9, 0.9, 0.6]).map(|(material, relevance)| Evidence {
            source: material.source.clone(),
            passage: Passage {
                hash: material.document.hash.clone(),
                span: Span { start: 0, end: material.text.chars().count() },
            },
            sub_question: "q1".into(),
            relevance,
            ..Evidence::default()
        });
        let judgement = Judgement { evidence: evidence.collect(), ..Judgement::default() };
        let scored = scored(&brief, &plan, &materials, judgement);
        let scores: Vec<Scores> = scored.evidence.iter().filter_map(|piece| piece.scores).collect();
        assert_eq!(scores.len(), 3);
        assert_eq!((scores[0].recency, scores[1].recency), (Some(0.5), None), "a year, and no date");
        assert_eq!((scores[0].contradiction, scores[2].contradiction), (0.5, 0.0));
        assert_eq!((scores[0].corroboration, scores[2].corroboration), (0.5, 0.67));
        assert!(scores[0].source_quality > scores[1].source_quality);
        assert!(scores[0].completeness > scores[2].completeness && scores[0].completeness <= 1.0);
    }
}
