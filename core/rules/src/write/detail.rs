//! The detail: for each sub-question a few sentences, each with what it leans on, in the order of their texts.

use super::anaphora;
use super::claims::Piece;
use super::copies;
use super::rank::Ranked;
use super::summary::{SAME, Texts};
use gorkd_core::model::QuestionKind;

/// Sentences about one sub-question at most.
const MOST: usize = 6;
/// The same for questions that ask for steps, a list or an explanation.
const MOST_LONG: usize = 10;

/// What is known of a sub-question.
pub struct Group<'a> {
    pub heading: Option<String>,
    pub ranked: &'a [Ranked],
}

/// A piece with its heading.
pub struct Placed {
    pub piece: Piece,
    pub heading: Option<String>,
}

/// Picks the detail. `taken` are the pieces of the summary; `room` is how many quotes are left.
pub fn detail(
    texts: &Texts<'_>,
    groups: &[Group<'_>],
    taken: &[Piece],
    mut room: usize,
    kind: QuestionKind,
) -> Vec<Placed> {
    let mut used: Vec<usize> = taken.iter().flat_map(|piece| piece.units.iter().copied()).collect();
    let most = match kind {
        QuestionKind::HowTo | QuestionKind::List | QuestionKind::Explanation => MOST_LONG,
        QuestionKind::Factual | QuestionKind::Comparison | QuestionKind::CurrentEvent => MOST,
    };
    let mut placed = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        // What is left is shared out evenly over the sub-questions that are still to come.
        let share = (room / (groups.len() - index)).min(most);
        let pieces = group_pieces(texts, group.ranked, &mut used, share, kind);
        room -= pieces.iter().map(|piece| texts.quote_count(piece)).sum::<usize>().min(room);
        let heading = group.heading.as_ref();
        placed.extend(pieces.into_iter().map(|piece| Placed { piece, heading: heading.cloned() }));
    }
    placed
}

fn group_pieces(
    texts: &Texts<'_>,
    ranked: &[Ranked],
    used: &mut Vec<usize>,
    mut room: usize,
    kind: QuestionKind,
) -> Vec<Piece> {
    let Some(best) = ranked.first() else { return Vec::new() };
    let long = matches!(kind, QuestionKind::HowTo | QuestionKind::List | QuestionKind::Explanation);
    let least = if long { 0.35 } else { 0.5 } * best.coverage;
    let mut pieces: Vec<Piece> = Vec::new();
    for candidate in ranked.iter().filter(|candidate| candidate.coverage >= least) {
        if used.contains(&candidate.unit)
            || used.iter().any(|used| copies::alike(texts.corpus, *used, candidate.unit) >= SAME)
        {
            continue;
        }
        let piece = Piece::list_of(texts.corpus, texts.materials, candidate.unit)
            .filter(|list| !list.units.iter().any(|unit| used.contains(unit)))
            .unwrap_or_else(|| Piece::of(candidate.unit));
        let before = texts.corpus.units[candidate.unit].before.filter(|before| {
            !used.contains(before)
                && anaphora::points_back(texts.text(candidate.unit), texts.language_of(candidate.unit))
        });
        let context = before.map(Piece::of);
        let needed = texts.quote_count(&piece) + context.as_ref().map_or(0, |piece| texts.quote_count(piece));
        if needed > room {
            continue;
        }
        room -= needed;
        for piece in context.into_iter().chain([piece]) {
            used.extend(&piece.units);
            pieces.push(piece);
        }
    }
    in_order_of_texts(texts, pieces)
}

/// Pieces of one text stand together in its order; texts in the order of their best piece.
fn in_order_of_texts(texts: &Texts<'_>, pieces: Vec<Piece>) -> Vec<Piece> {
    let material = |piece: &Piece| piece.units.first().map(|unit| texts.corpus.units[*unit].material);
    let order: Vec<_> = pieces.iter().map(material).collect();
    let mut pieces = pieces;
    pieces.sort_by_key(|piece| {
        let rank = order.iter().position(|other| *other == material(piece));
        (rank, piece.units.first().copied())
    });
    pieces
}

impl Texts<'_> {
    pub fn quote_count(&self, piece: &Piece) -> usize {
        piece.quotes(self.corpus, self.materials).len()
    }
}
