//! What has changed between two answers to one question, claim by claim.

use super::text::mentions::{MentionKind, mentions};
use super::text::words::{fold, words};
use gorkd_core::job::Previous;
use gorkd_core::model::{Answer, ClaimChange, Part, Support};
use std::collections::BTreeSet;

/// Share of words in common from which two claims are about the same thing.
const ALIKE: f64 = 0.6;

/// The changes, in the order of the answers. A claim that is merely worded differently has not changed; one that is
/// not said again still holds when all that it rested on was read again and is the same text.
pub fn changes(previous: &Previous, answer: &Answer) -> Vec<ClaimChange> {
    let now: Vec<(&str, Part, Vec<&str>)> = answer
        .claims
        .iter()
        .filter(|claim| claim.support >= Support::Partly)
        .map(|claim| {
            let cited = answer.citations.iter().filter(|citation| citation.claim_id == claim.id);
            let hashes = cited.filter_map(|citation| {
                let source = answer.sources.iter().find(|source| source.id == citation.source_id)?;
                Some(source.document.hash.as_str())
            });
            (claim.text.as_str(), claim.part, hashes.collect())
        })
        .collect();
    let read: BTreeSet<&str> = answer.sources.iter().map(|source| source.document.hash.as_str()).collect();
    let known: BTreeSet<&str> =
        previous.claims.iter().flat_map(|claim| &claim.rested_on).map(|(_, hash)| hash.as_str()).collect();
    let mut matched: BTreeSet<usize> = BTreeSet::new();
    let mut found: Vec<ClaimChange> = Vec::new();
    for claim in &previous.claims {
        let shape = Shape::of(&claim.text);
        let best = now
            .iter()
            .enumerate()
            .filter(|(at, _)| !matched.contains(at))
            .map(|(at, (text, ..))| (at, shape.alike(&Shape::of(text))))
            .filter(|(_, alike)| *alike >= ALIKE)
            .max_by(|(_, a), (_, b)| a.total_cmp(b));
        match best {
            Some((at, _)) => {
                matched.insert(at);
                let after = now[at].0;
                if Shape::of(after).values != shape.values {
                    found.push(ClaimChange::Changed { before: claim.text.clone(), after: after.to_owned() });
                }
            }
            None => {
                let unchanged = !claim.rested_on.is_empty()
                    && claim.rested_on.iter().all(|(_, hash)| read.contains(hash.as_str()));
                if !unchanged {
                    found.push(ClaimChange::Gone { before: claim.text.clone() });
                }
            }
        }
    }
    for (at, (text, part, hashes)) in now.iter().enumerate() {
        // What stands in a text that was there before is no news, however it comes to be said now.
        let old = !hashes.is_empty() && hashes.iter().all(|hash| known.contains(hash));
        if *part == Part::Summary && !matched.contains(&at) && !old {
            found.push(ClaimChange::New { after: (*text).to_owned() });
        }
    }
    found
}

/// The words of a claim apart from its numbers, dates and amounts.
struct Shape {
    words: BTreeSet<String>,
    values: Vec<String>,
}

impl Shape {
    fn of(text: &str) -> Self {
        let valued = |kind: MentionKind| !matches!(kind, MentionKind::Name | MentionKind::Quoted);
        let found: Vec<_> = mentions(text, "en").into_iter().filter(|mention| valued(mention.kind)).collect();
        let mut values: Vec<String> =
            found.iter().map(|mention| fold(&text[mention.range.clone()])).collect();
        values.sort();
        let inside = |at: usize| found.iter().any(|mention| mention.range.contains(&at));
        let said = words(text).into_iter().filter(|word| !inside(word.range.start));
        Self { words: said.map(|word| fold(word.text)).collect(), values }
    }

    /// Words in common, of all.
    fn alike(&self, other: &Shape) -> f64 {
        let all = self.words.union(&other.words).count();
        if all == 0 { 0.0 } else { self.words.intersection(&other.words).count() as f64 / all as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::job::PreviousClaim;
    use gorkd_core::model::{Citation, Claim, Document, Source};

    fn previous(claims: &[(&str, &str)]) -> Previous {
        let claims = claims.iter().map(|(text, hash)| PreviousClaim {
            text: (*text).to_owned(),
            rested_on: vec![("src_1".into(), (*hash).into())],
        });
        Previous { claims: claims.collect(), ..Previous::default() }
    }

    fn answer(claims: &[(&str, &str)]) -> Answer {
        let mut answer = Answer::default();
        for (at, (text, hash)) in claims.iter().enumerate() {
            let (id, source) = (format!("c{at}"), format!("src_{hash}"));
            answer.claims.push(Claim {
                id: id.clone(),
                text: (*text).to_owned(),
                support: Support::Supported,
                ..Claim::default()
            });
            answer.citations.push(Citation {
                claim_id: id,
                source_id: source.as_str().into(),
                ..Citation::default()
            });
            let document = Document { hash: (*hash).into(), ..Document::default() };
            answer.sources.push(Source { id: source.as_str().into(), document, ..Source::default() });
        }
        answer
    }

    #[test]
    fn another_number_is_a_change_and_other_words_are_none() {
        let before =
            previous(&[("The tower is 330 metres high.", "a"), ("It was built by Eiffel's company.", "b")]);
        let after = answer(&[
            ("The tower is 332 metres high.", "c"),
            ("It was built by the company of Eiffel.", "b"),
        ]);
        let changed = ClaimChange::Changed {
            before: "The tower is 330 metres high.".into(),
            after: "The tower is 332 metres high.".into(),
        };
        assert_eq!(changes(&before, &after), [changed]);
    }

    #[test]
    fn what_is_not_said_again_holds_as_long_as_its_text_does() {
        let before = previous(&[("The mill was closed in May.", "a"), ("The bridge is green.", "b")]);
        let after = answer(&[("Something else entirely is the case here.", "a")]);
        assert_eq!(changes(&before, &after), [ClaimChange::Gone { before: "The bridge is green.".into() }]);
        let after = answer(&[("The bridge is green.", "b"), ("A ferry runs since April.", "z")]);
        let new = ClaimChange::New { after: "A ferry runs since April.".into() };
        let gone = ClaimChange::Gone { before: "The mill was closed in May.".into() };
        assert_eq!(changes(&before, &after), [gone, new]);
    }
}
