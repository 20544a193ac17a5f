//! What a model has seen of a job so far, what it may see, and what nobody has read.

use gorkd_core::job::{Job, Judgement, PartJudgement};
use gorkd_core::model::*;
use gorkd_core::text::canonical_url;
use std::collections::BTreeSet;

/// The notes from documents that the model may be shown.
pub(super) fn open_notes(judged: &Judgement, open: &[Evidence]) -> Vec<Note> {
    let is_open = |note: &&Note| open.iter().any(|piece| piece.source == note.source);
    judged.notes.iter().filter(is_open).cloned().collect()
}

/// A false premise, where the model may be shown all that denies it.
pub(super) fn open_premise<'j>(judged: &'j Judgement, open: &[Evidence]) -> Option<&'j Premise> {
    let is_open = |quote: &Quote| open.iter().any(|piece| piece.source == quote.source);
    judged.premise.as_ref().filter(|premise| premise.quotes.iter().all(is_open))
}

/// Is every part answered, at least in part, and noted?
pub(super) fn is_noted(parts: &[PartJudgement], notes: &[Note]) -> bool {
    let noted = |part: &PartJudgement| notes.iter().any(|note| note.sub_question == part.sub_question);
    !parts.is_empty() && parts.iter().all(|part| part.answered > Answered::No && noted(part))
}

/// Titles and snippets of hits that nobody has read.
pub(super) fn unread(job: &Job) -> Vec<String> {
    let read: BTreeSet<&str> = job.reads().map(|read| read.chosen.canonical_url.as_str()).collect();
    let mut seen = BTreeSet::new();
    let unread = job.hits().filter(|hit| {
        let address = canonical_url(&hit.url);
        !read.contains(address.as_str()) && seen.insert(address)
    });
    unread.map(|hit| format!("{} {}", hit.title, hit.snippet)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passages_are_left_out_only_where_notes_stand_for_all_of_them() {
        let part = |id: &str, answered| PartJudgement {
            sub_question: id.into(),
            answered,
            ..PartJudgement::default()
        };
        let note = |id: &str| Note { sub_question: id.into(), ..Note::default() };
        let open = [part("q1", Answered::No)];
        assert!(!is_noted(&open, &[]), "nothing was taken down");
        let half = [part("q1", Answered::Yes), part("q2", Answered::No)];
        assert!(!is_noted(&half, &[note("q1")]), "the other part is still looked for");
        let both = [part("q1", Answered::Yes), part("q2", Answered::Partly)];
        assert!(!is_noted(&both, &[note("q1")]));
        assert!(is_noted(&both, &[note("q1"), note("q2")]));
    }
}
