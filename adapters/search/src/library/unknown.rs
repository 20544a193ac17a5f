//! The words of a question that the library lacks. Hardly any question that it answers has one, so they tell better than a
//! score that nothing here is about what is asked.

use super::language::Language;
use super::query::{composed, languages, query_language, stems, terms, verb_forms, without_prefix};
use super::snapshot::{NOBODY, Snapshot};
use super::words::{Piece, PieceKind, pieces};

/// Words in one language that lack hardly any ordinary word of it: each of its 3,000 commonest makes up at least three words
/// in 100,000 (Zipf). A word is missing for 3 of 179 questions by four people that 5.2 million words of manuals answer, and
/// for 35 of 76 that they don't answer; if only the manual of one product is there, for 18 of 202, and for 51 to 74 of 76.
const ENOUGH: f32 = 100_000.0;
/// Letters of a word that may be a misspelled one. Slips are made in words that are common in the library: those that at
/// least one in so many passages has.
const MIN_MISSPELLED: usize = 5;
const COMMON: u64 = 1_000;

/// The words of a text that are in no document, each once; none if the library has few words in this language. Forms,
/// compounds, and misspellings of known words are known.
pub fn unknown(text: &str, language: &str, snapshot: &Snapshot) -> Vec<String> {
    if words_in(language, snapshot) < ENOUGH {
        return Vec::new();
    }
    let languages = languages(snapshot, Some(language));
    let (text, prefix) = match languages.contains(&Language::German) {
        true => without_prefix(text, snapshot),
        false => (text, None),
    };
    let pieces = pieces(text);
    let own = query_language(&pieces, &languages);
    let stems = stems(&pieces, own, Some(language), languages);
    let is_verb = |piece: &Piece| {
        stems.contains(&Language::German) && !verb_forms(piece, text, prefix, snapshot).is_empty()
    };
    let is_unknown = |piece: &&Piece| {
        let letters = piece.text.chars().count();
        let is_word =
            piece.kind == PieceKind::Word && letters > 1 && piece.text.chars().any(char::is_alphabetic);
        is_word
            && !own.is_stop_word(&piece.text)
            && !terms(piece, &stems).iter().any(|term| snapshot.knows(term))
            && snapshot.works.meant(&piece.text).is_empty()
            && composed(&piece.text, &stems, snapshot).is_none()
            && !is_verb(piece)
            && !(letters >= MIN_MISSPELLED && is_misspelled(piece, own, snapshot))
    };
    let mut found: Vec<&Piece> = Vec::new();
    for piece in &pieces {
        if !found.iter().any(|known| known.text == piece.text) && is_unknown(&piece) {
            found.push(piece);
        }
    }
    found.into_iter().map(|piece| text[piece.from..piece.to].to_owned()).collect()
}

/// Words of all passages in a language; 0 if the index can't be read.
fn words_in(language: &str, snapshot: &Snapshot) -> f32 {
    let mut words = 0;
    let counted = snapshot.each(snapshot.fields.language, language, |segment, passage, _| {
        let segment = &snapshot.segments[segment];
        if segment.documents[passage as usize] != NOBODY {
            words += u64::from(segment.norms.body.fieldnorm(passage));
        }
    });
    if counted.is_ok() { words as f32 } else { 0.0 }
}

fn is_misspelled(piece: &Piece, language: Language, snapshot: &Snapshot) -> bool {
    let alike = snapshot.spelled_alike(&piece.term(language), 1);
    let common = |term: &String| snapshot.holders(term) * COMMON >= snapshot.passages() as u64;
    alike.first().is_some_and(common)
}
