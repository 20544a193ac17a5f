//! Findings of earlier rounds are kept: blocks that a model took notes from keep their IDs and are never displaced by
//! blocks that a later round ranks higher.

use crate::Material;
use gorkd_core::job::{Judgement, PartJudgement};
use gorkd_core::model::{Answered, Evidence, Note, SourceId};

/// A judgement with the notes of the round before, and with the blocks that they were taken from. Where the round before
/// took no notes, it is left as it is.
pub fn carried(before: Option<&Judgement>, measured: Judgement, materials: &[Material<'_>]) -> Judgement {
    let Some(before) = before.filter(|before| !before.notes.is_empty() || before.premise.is_some()) else {
        return measured;
    };
    let read = |source: &SourceId| Material::of(materials, source).is_some();
    let known = |evidence: &Evidence| {
        let same = |other: &&Evidence| {
            other.passage == evidence.passage && other.sub_question == evidence.sub_question
        };
        before.evidence.iter().find(same).map(|known| &known.id)
    };
    // The ids of the round before, of what is still there.
    let mut ids: Vec<&String> = measured.evidence.iter().filter_map(known).collect();
    let mut evidence = measured.evidence.clone();
    let noted = |evidence: &&Evidence| before.notes.iter().any(|note| note.evidence == evidence.id);
    for earlier in before.evidence.iter().filter(noted).filter(|piece| read(&piece.source)) {
        if !ids.contains(&&earlier.id) {
            ids.push(&earlier.id);
            evidence.push(earlier.clone());
        }
    }
    let notes = before.notes.iter().filter(|note| ids.contains(&&note.evidence));
    let notes: Vec<Note> = notes.cloned().collect();
    let premise = before.premise.clone();
    let premise = premise.filter(|premise| premise.quotes.iter().any(|quote| read(&quote.source)));
    // What answered a part may be left out by now. A correction answers where nothing was noted.
    let holds = |part: &PartJudgement| {
        let of_part = |note: &Note| note.sub_question == part.sub_question;
        notes.iter().any(of_part) || premise.is_some() && !before.notes.iter().any(of_part)
    };
    let kept = |part: PartJudgement| if holds(&part) { better(&before.parts, part) } else { part };
    let parts = measured.parts.into_iter().map(kept).collect();
    Judgement { notes, premise, evidence, parts, ..measured }
}

/// What a model has read as an answer is not taken back by measuring once more.
fn better(before: &[PartJudgement], measured: PartJudgement) -> PartJudgement {
    let earlier = before.iter().find(|part| part.by_model && part.sub_question == measured.sub_question);
    let least = measured.answered.max(Answered::Partly);
    match earlier.filter(|earlier| earlier.answered >= least) {
        Some(earlier) => {
            PartJudgement { answered: earlier.answered, by_model: true, missing: Vec::new(), ..measured }
        }
        None => measured,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::named;
    use gorkd_core::model::{Document, DocumentHash, Passage, SourceId, Span};

    fn evidence(id: &str, source: &SourceId, start: usize) -> Evidence {
        let span = Span { start, end: start + 5 };
        let passage = Passage { hash: DocumentHash::of_text("text"), span };
        Evidence {
            id: id.into(),
            source: source.clone(),
            passage,
            sub_question: "q1".into(),
            ..Evidence::default()
        }
    }

    #[test]
    fn a_later_round_keeps_ids_and_never_loses_a_noted_block() {
        let document = Document { canonical_url: "https://a.test/".into(), ..Document::default() };
        let source = document.source_id();
        let material = Material::new(&document, "text");
        let note = Note { evidence: "e2".into(), sub_question: "q1".into(), ..Note::default() };
        let part = |answered, by_model| PartJudgement {
            sub_question: "q1".into(),
            answered,
            by_model,
            ..PartJudgement::default()
        };
        let before = Judgement {
            evidence: vec![evidence("e1", &source, 0), evidence("e2", &source, 10)],
            notes: vec![note],
            parts: vec![part(Answered::Partly, true)],
            ..Judgement::default()
        };
        let measured = Judgement {
            evidence: vec![evidence("e1", &source, 90), evidence("e2", &source, 0)],
            parts: vec![part(Answered::No, false)],
            ..Judgement::default()
        };
        let both = named(Some(&before), carried(Some(&before), measured.clone(), &[material]));
        let starts: Vec<usize> = both.evidence.iter().map(|one| one.passage.span.start).collect();
        assert_eq!(starts, [90, 0, 10]);
        assert_eq!((both.evidence[1].id.as_str(), both.evidence[2].id.as_str()), ("e1", "e2"));
        assert_eq!((both.notes.len(), both.parts[0].answered), (1, Answered::Partly));
        let gone = carried(Some(&before), measured.clone(), &[]);
        assert!(gone.notes.is_empty(), "its document may not be used any longer");
        assert_eq!(gone.parts, measured.parts, "and what it answered is open");
        assert_eq!(carried(None, measured.clone(), &[]), measured);
    }
}
