//! The words of a question that the library lacks. Hardly any question that it answers has one, so they tell better than a
//! score that nothing here is about what is asked.

use super::language::Language;
use super::query::{composed, languages, query_language, stems, terms};
use super::snapshot::Snapshot;
use super::words::{Piece, PieceKind, pieces};

/// Words of a library that lacks hardly any ordinary word. Of 179 questions by four people, the 5.2 million words that
/// answer them lack a word of 3; the manual of one product alone (27,000 to 1.8 million words) lacks a word of 18 of 202.
/// Of 76 questions that they don't answer, it is 35 and, of a single manual, 51 to 74.
const ENOUGH: f32 = 50_000.0;
/// Letters of a word that may be a misspelled one. Slips are made in words that are common in the library: those that at
/// least one in so many passages has.
const MIN_MISSPELLED: usize = 5;
const COMMON: u64 = 1_000;

/// The words of a text that are in no document in any form or spelling; none if the library is small or has no document
/// in this language.
pub fn unknown(text: &str, language: &str, snapshot: &Snapshot) -> Vec<String> {
    let words: f32 = snapshot.lengths.iter().sum();
    if words < ENOUGH || !snapshot.languages.contains(language) {
        return Vec::new();
    }
    let pieces = pieces(text);
    let languages = languages(snapshot, Some(language));
    let own = query_language(&pieces, &languages);
    let stems = stems(&pieces, own, Some(language), languages);
    let is_unknown = |piece: &&Piece| {
        let letters = piece.text.chars().count();
        let is_word =
            piece.kind == PieceKind::Word && letters > 1 && piece.text.chars().any(char::is_alphabetic);
        is_word
            && !own.is_stop_word(&piece.text)
            && !terms(piece, &stems).iter().any(|term| snapshot.knows(term))
            && snapshot.works.meant(&piece.text).is_empty()
            && !(letters >= MIN_MISSPELLED && is_misspelled(piece, own, snapshot))
            && composed(&piece.text, &stems, snapshot).is_none()
    };
    pieces.iter().filter(is_unknown).map(|piece| text[piece.from..piece.to].to_owned()).collect()
}

fn is_misspelled(piece: &Piece, language: Language, snapshot: &Snapshot) -> bool {
    let alike = snapshot.spelled_alike(&piece.term(language), 1);
    let common = |term: &String| snapshot.holders(term) * COMMON >= snapshot.passages() as u64;
    alike.first().is_some_and(common)
}
