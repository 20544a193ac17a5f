//! What a person's words ask for. There is no query language: any text is a valid query.
//!
//! A concept is one thing to be found, under any of the forms it has in the languages of the index. Words between
//! quotation marks are also looked for as a phrase, but a document without the phrase is not left out.

use super::language::{Language, fold};
use super::snapshot::Snapshot;
use super::words::{Piece, PieceKind, pieces};
use std::collections::BTreeSet;

/// A query as it is scored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wanted {
    pub concepts: Vec<Concept>,
    /// Quoted phrases: indices of concepts with their distance from the first word.
    pub phrases: Vec<Vec<(usize, u32)>>,
    /// Which works of the index the query names, by number; none when it names none.
    pub works: Option<Vec<bool>>,
    /// Concepts that follow each other in the query, with their distance in words.
    pub pairs: Vec<(usize, usize, u32)>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Concept {
    /// Terms that mean it, as they are indexed.
    pub terms: Vec<String>,
    /// 0 for words that only count within a phrase.
    pub weight: f32,
    /// The works that it names, by number: it says which documents are meant rather than what their blocks hold.
    pub works: Option<Vec<bool>>,
}

/// More concepts than this say nothing more; the rest of a long text is left out.
const MOST: usize = 80;
/// A part of an identifier that is known as a whole.
const PART: f32 = 0.3;
/// Words between two concepts that still make them neighbours.
const NEAR: u32 = 3;

/// Letters from which a word that no document holds may be a mistyped one (Meilisearch allows for a wrong letter from as
/// many on), and how many words it may have meant.
const MISTYPED: usize = 5;
const ALIKE: usize = 3;
/// Words of one query that may be mistyped.
const FEW_MISTYPED: usize = 2;

/// Reads a query against what the index knows. `language` is the one that the documents are wanted in.
pub fn understand(text: &str, language: Option<&str>, snapshot: &Snapshot) -> Wanted {
    let languages = languages(snapshot, language);
    let pieces = pieces(text);
    let asked_in = asked_in(&pieces, &languages);
    let stems = stems(&pieces, asked_in, language, languages);
    let shouting = !text.chars().any(char::is_lowercase);
    let is_content = |piece: &Piece| {
        let emphatic = !shouting
            && piece.to - piece.from > 1
            && !text[piece.from..piece.to].contains(|c: char| !c.is_ascii_uppercase());
        piece.kind != PieceKind::Word || emphatic || !asked_in.is_stop_word(&piece.text)
    };
    let any_content = pieces.iter().any(is_content);
    let quoted = quoted(text);

    let content = pieces.iter().filter(|piece| is_content(piece)).map(|piece| piece.text.as_str());
    let mistyped = mistyped(pieces.iter().filter(|piece| is_content(piece)), asked_in, &stems, snapshot);
    let mut wanted = Wanted { works: snapshot.works.named(content), ..Wanted::default() };
    let mut placed: Vec<(usize, u32)> = Vec::new();
    let mut phrases: Vec<Vec<(usize, u32)>> = vec![Vec::new(); quoted.len()];
    let mut whole_known = false;
    for piece in &pieces {
        let phrase = quoted.iter().position(|range| range.contains(&piece.from));
        let mut terms = terms(piece, &stems);
        // "Postgres" is looked for under the name of the work that it means, too.
        let meant = snapshot.works.meant(&piece.text);
        let works = wanted.works.as_ref().filter(|_| !meant.is_empty());
        let works = works.and_then(|_| snapshot.works.named(std::iter::once(piece.text.as_str())));
        for word in meant {
            let term = fold(word);
            if !terms.contains(&term) {
                terms.push(term);
            }
        }
        if mistyped.contains(&piece.from) {
            let term = piece.term(asked_in);
            let alike = snapshot.spelled_alike(&term, ALIKE);
            terms.extend(alike.into_iter().filter(|term| !asked_in.is_stop_word(term)));
        }
        if piece.kind == PieceKind::Whole {
            whole_known = terms.iter().any(|term| snapshot.holders(term) > 0);
        }
        let weight = match piece.kind {
            PieceKind::Word | PieceKind::Pair if any_content && !is_content(piece) => 0.0,
            // Half of all pairs of characters straddle two words, and in a library of another script none stands.
            PieceKind::Pair if !terms.iter().any(|term| snapshot.holders(term) > 0) => 0.0,
            PieceKind::Word | PieceKind::Pair => 1.0,
            PieceKind::Whole => f32::from(u8::from(whole_known)),
            PieceKind::Part if whole_known => PART,
            PieceKind::Part => 1.0,
        };
        if weight == 0.0 && phrase.is_none() {
            continue;
        }
        let Some(concept) = add(&mut wanted.concepts, Concept { terms, weight, works }) else { continue };
        if piece.kind != PieceKind::Whole {
            if weight > 0.0 {
                placed.push((concept, piece.position));
            }
            if let Some(phrase) = phrase {
                phrases[phrase].push((concept, piece.position));
            }
        }
    }
    // "What is SQLite?" asks for the work itself.
    if wanted.concepts.iter().all(|concept| concept.works.is_some() || concept.weight == 0.0) {
        wanted.concepts.iter_mut().for_each(|concept| concept.works = None);
    }
    wanted.pairs = placed
        .windows(2)
        .map(|pair| (pair[0].0, pair[1].0, pair[1].1 - pair[0].1))
        .filter(|(left, right, apart)| left != right && (1..=NEAR).contains(apart))
        .collect();
    wanted.phrases = phrases
        .into_iter()
        .filter(|phrase| phrase.len() > 1)
        .map(|phrase| {
            let first = phrase[0].1;
            phrase.into_iter().map(|(concept, position)| (concept, position - first)).collect()
        })
        .collect();
    wanted
}

/// Adds a concept, or weight to the one with the same terms. None when there are too many.
fn add(concepts: &mut Vec<Concept>, new: Concept) -> Option<usize> {
    if let Some(at) = concepts.iter().position(|concept| concept.terms == new.terms) {
        concepts[at].weight += new.weight;
        return Some(at);
    }
    if concepts.len() >= MOST {
        return None;
    }
    concepts.push(new);
    Some(concepts.len() - 1)
}

/// Languages whose stems are looked for: the wanted one, and those that documents are in.
fn languages(snapshot: &Snapshot, wanted: Option<&str>) -> BTreeSet<Language> {
    let of = |code: &String| Language::of_code(Some(code));
    match wanted {
        Some(code) => [Language::of_code(Some(code)), Language::English].into_iter().collect(),
        None => snapshot.languages.iter().map(of).chain([Language::English]).collect(),
    }
}

/// The language of which the query holds most stop words; English when in doubt.
fn asked_in(pieces: &[Piece], languages: &BTreeSet<Language>) -> Language {
    let count = |language: &Language| {
        pieces.iter().filter(|p| p.kind == PieceKind::Word && language.is_stop_word(&p.text)).count()
    };
    let english = count(&Language::English);
    languages
        .iter()
        .map(|language| (count(language), *language))
        .filter(|(stop_words, _)| *stop_words > english)
        .max_by_key(|(stop_words, _)| *stop_words)
        .map_or(Language::English, |(_, language)| language)
}

/// Languages whose rules the words of the query are stemmed by. The stem of a word by another language's rules is often
/// the stem of a word that means something else: by those of French "redis" is "red". Where no small word tells the
/// language of the query, each may be the one.
fn stems(
    pieces: &[Piece],
    asked_in: Language,
    wanted: Option<&str>,
    languages: BTreeSet<Language>,
) -> BTreeSet<Language> {
    if !pieces.iter().any(|piece| piece.kind == PieceKind::Word && asked_in.is_stop_word(&piece.text)) {
        return languages;
    }
    let wanted = wanted.map(|code| Language::of_code(Some(code)));
    [asked_in].into_iter().chain(wanted).collect()
}

fn terms(piece: &Piece, languages: &BTreeSet<Language>) -> Vec<String> {
    let mut terms: BTreeSet<String> = languages.iter().map(|language| piece.term(*language)).collect();
    terms.insert(fold(&piece.text));
    terms.into_iter().collect()
}

/// Where the words are that are known nowhere, and long enough that one wrong letter leaves no doubt about the rest. None
/// where there are several: then the library is about something else, or in another language.
fn mistyped<'a>(
    content: impl Iterator<Item = &'a Piece>,
    asked_in: Language,
    stems: &BTreeSet<Language>,
    snapshot: &Snapshot,
) -> Vec<usize> {
    let unknown = content.filter(|piece| {
        let letters = piece.kind == PieceKind::Word && piece.text.chars().all(char::is_alphabetic);
        letters && !terms(piece, stems).iter().any(|term| snapshot.knows(term))
    });
    let unknown: Vec<&Piece> = unknown.collect();
    let long = |piece: &&&Piece| piece.term(asked_in).chars().count() >= MISTYPED;
    match unknown.len() <= FEW_MISTYPED {
        true => unknown.iter().filter(long).map(|piece| piece.from).collect(),
        false => Vec::new(),
    }
}

/// Byte ranges between quotation marks; a mark without its partner means nothing.
fn quoted(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut out = Vec::new();
    let mut open: Option<(usize, char)> = None;
    for (at, c) in text.char_indices() {
        match open {
            Some((from, close)) if c == close => {
                out.push(from..at);
                open = None;
            }
            Some(_) => {}
            None => {
                let close = match c {
                    '"' => '"',
                    '“' | '„' => '”',
                    '«' => '»',
                    _ => continue,
                };
                open = Some((at + c.len_utf8(), close));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotation_marks_come_in_pairs() {
        let found =
            |text: &str| quoted(text).into_iter().map(|range| text[range].to_owned()).collect::<Vec<_>>();
        assert_eq!(found("say \"hello world\" and “so long”"), ["hello world", "so long"]);
        assert_eq!(found("5\" disk"), Vec::<String>::new());
    }
}
