//! Interprets a query. There is no query language: any text is valid.
//!
//! A concept is one thing to find, in any of the forms it has in the languages of the index. Words in
//! quotation marks are also matched as a phrase, but documents without the phrase are still returned.

use super::language::{Language, fold};
use super::snapshot::Snapshot;
use super::words::{Piece, PieceKind, pieces};
use gorkd_core::text::german;
use std::collections::BTreeSet;

/// A query as the ranking uses it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ParsedQuery {
    pub concepts: Vec<Concept>,
    /// Quoted phrases: concept indices, each with its distance in words from the first word.
    pub phrases: Vec<Vec<(usize, u32)>>,
    /// Works that the query names, by number; `None` if it names none.
    pub works: Option<Vec<bool>>,
    /// Neighboring concepts in the query, with their distance in words.
    pub pairs: Vec<(usize, usize, u32)>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Concept {
    /// Indexed terms that express the concept.
    pub terms: Vec<String>,
    /// 0 for words that count only within a phrase.
    pub weight: f32,
    /// The works that the concept names, by number. Such a concept selects documents rather than describing
    /// blocks.
    pub works: Option<Vec<bool>>,
}

/// Maximum number of concepts. Beyond it, more words add nothing, so the rest of a long text is ignored.
const MAX_CONCEPTS: usize = 80;
/// Weight of a part of an identifier that is also indexed as a whole.
const PART_WEIGHT: f32 = 0.3;
/// Maximum distance, in words, at which two concepts still count as neighbors.
const MAX_PAIR_DISTANCE: u32 = 3;

/// Minimum length, in letters, at which an unknown word may be a typo (Meilisearch allows one wrong letter
/// from the same length), and the maximum number of corrections to try.
const MIN_TYPO_LETTERS: usize = 5;
const MAX_CORRECTIONS: usize = 3;
/// Maximum number of words in a query that are treated as typos, unless the query is in a language of the library.
const MAX_TYPOS: usize = 2;

/// Minimum length, in letters, of a part of a compound.
const MIN_COMPOUND_PART: usize = 4;

/// Interprets a query against the index. `language` is the requested language of the documents.
pub fn understand(text: &str, language: Option<&str>, snapshot: &Snapshot) -> ParsedQuery {
    let languages = languages(snapshot, language);
    let (text, prefix) = match languages.contains(&Language::German) {
        true => without_prefix(text, snapshot),
        false => (text, None),
    };
    let pieces = pieces(text);
    let query_language = query_language(&pieces, &languages);
    let stems = stems(&pieces, query_language, language, languages);
    let all_caps = !text.chars().any(char::is_lowercase);
    let is_content = |piece: &Piece| {
        let emphatic = !all_caps
            && piece.to - piece.from > 1
            && !text[piece.from..piece.to].contains(|c: char| !c.is_ascii_uppercase());
        piece.kind != PieceKind::Word || emphatic || !query_language.is_stop_word(&piece.text)
    };
    let any_content = pieces.iter().any(is_content);
    let quoted = quoted(text);

    let content = pieces.iter().filter(|piece| is_content(piece)).map(|piece| piece.text.as_str());
    let mistyped = mistyped(pieces.iter().filter(|piece| is_content(piece)), &stems, snapshot, language);
    let mut wanted = ParsedQuery { works: snapshot.works.named(content), ..ParsedQuery::default() };
    let mut placed: Vec<(usize, u32)> = Vec::new();
    let mut phrases: Vec<Vec<(usize, u32)>> = vec![Vec::new(); quoted.len()];
    let mut whole_known = false;
    for piece in &pieces {
        let phrase = quoted.iter().position(|range| range.contains(&piece.from));
        let mut terms = terms(piece, &stems);
        // "Postgres" is also looked up under the name of the work that it means.
        let meant = snapshot.works.meant(&piece.text);
        let works = wanted.works.as_ref().filter(|_| !meant.is_empty());
        let works = works.and_then(|_| snapshot.works.named(std::iter::once(piece.text.as_str())));
        for word in meant {
            let term = fold(word);
            if !terms.contains(&term) {
                terms.push(term);
            }
        }
        let forms = match stems.contains(&Language::German) {
            true => verb_forms(piece, text, prefix, snapshot),
            false => Vec::new(),
        };
        if forms.is_empty() && mistyped.contains(&piece.from) {
            let term = piece.term(query_language);
            let alike = snapshot.spelled_alike(&term, MAX_CORRECTIONS);
            // "beetween" is a stop word once it is spelled right.
            if alike.first().is_some_and(|term| query_language.is_stop_word(term)) {
                continue;
            }
            // "Sicherheitsupdates" may be written as "Updates für die Sicherheit".
            if alike.is_empty()
                && let Some(parts) = composed(&piece.text, &stems, snapshot)
            {
                for part in parts {
                    add(&mut wanted.concepts, Concept { terms: vec![part], weight: 0.5, works: None });
                }
                continue;
            }
            terms.extend(alike.into_iter().filter(|term| !query_language.is_stop_word(term)));
        }
        for form in forms {
            if !terms.contains(&form) {
                terms.push(form);
            }
        }
        if piece.kind == PieceKind::Whole {
            whole_known = terms.iter().any(|term| snapshot.holders(term) > 0);
        }
        let weight = match piece.kind {
            PieceKind::Word | PieceKind::Pair if any_content && !is_content(piece) => 0.0,
            // Half of all character pairs straddle two words, and a library in another script contains none
            // of them.
            PieceKind::Pair if !terms.iter().any(|term| snapshot.holders(term) > 0) => 0.0,
            PieceKind::Word | PieceKind::Pair => 1.0,
            PieceKind::Whole => f32::from(u8::from(whole_known)),
            PieceKind::Part if whole_known => PART_WEIGHT,
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
    // "What is SQLite?" asks about the work itself.
    if wanted.concepts.iter().all(|concept| concept.works.is_some() || concept.weight == 0.0) {
        wanted.concepts.iter_mut().for_each(|concept| concept.works = None);
    }
    wanted.pairs = placed
        .windows(2)
        .map(|pair| (pair[0].0, pair[1].0, pair[1].1 - pair[0].1))
        .filter(|(left, right, apart)| left != right && (1..=MAX_PAIR_DISTANCE).contains(apart))
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

/// Adds a concept, or adds its weight to the one with the same terms. Returns `None` when the limit is
/// reached.
fn add(concepts: &mut Vec<Concept>, new: Concept) -> Option<usize> {
    if let Some(at) = concepts.iter().position(|concept| concept.terms == new.terms) {
        concepts[at].weight += new.weight;
        return Some(at);
    }
    if concepts.len() >= MAX_CONCEPTS {
        return None;
    }
    concepts.push(new);
    Some(concepts.len() - 1)
}

/// Languages whose stems are looked up: the requested one, or all languages in the index.
pub fn languages(snapshot: &Snapshot, wanted: Option<&str>) -> BTreeSet<Language> {
    let of = |code: &String| Language::of_code(Some(code));
    match wanted {
        Some(code) => [Language::of_code(Some(code)), Language::English].into_iter().collect(),
        None => snapshot.languages.iter().map(of).chain([Language::English]).collect(),
    }
}

/// The language whose stop words occur most often in the query; English by default.
pub fn query_language(pieces: &[Piece], languages: &BTreeSet<Language>) -> Language {
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

/// Languages whose rules are used to stem the query. Another language's rules often produce the stem of an
/// unrelated word: in French, "redis" becomes "red". If no stop word reveals the query's language, all of
/// them are tried.
pub fn stems(
    pieces: &[Piece],
    query_language: Language,
    wanted: Option<&str>,
    languages: BTreeSet<Language>,
) -> BTreeSet<Language> {
    if !pieces.iter().any(|piece| piece.kind == PieceKind::Word && query_language.is_stop_word(&piece.text)) {
        return languages;
    }
    let wanted = wanted.map(|code| Language::of_code(Some(code)));
    [query_language].into_iter().chain(wanted).collect()
}

pub fn terms(piece: &Piece, languages: &BTreeSet<Language>) -> Vec<String> {
    let mut terms: BTreeSet<String> = languages.iter().map(|language| piece.term(*language)).collect();
    terms.insert(fold(&piece.text));
    terms.into_iter().collect()
}

/// Offsets of words that are not in the index and are long enough to correct. Returns none if there are
/// several: the library is then about something else, or in another language.
fn mistyped<'a>(
    content: impl Iterator<Item = &'a Piece>,
    stems: &BTreeSet<Language>,
    snapshot: &Snapshot,
    asked_in: Option<&str>,
) -> Vec<usize> {
    let unknown = content.filter(|piece| {
        let letters = piece.kind == PieceKind::Word && piece.text.chars().all(char::is_alphabetic);
        letters && !terms(piece, stems).iter().any(|term| snapshot.knows(term))
    });
    let unknown: Vec<&Piece> = unknown.collect();
    let long = |piece: &&&Piece| piece.text.chars().count() >= MIN_TYPO_LETTERS;
    let same_language = asked_in.is_some_and(|code| snapshot.languages.iter().any(|known| known == code));
    match same_language || unknown.len() <= MAX_TYPOS {
        true => unknown.iter().filter(long).map(|piece| piece.from).collect(),
        false => Vec::new(),
    }
}

/// A query without the prefix of a German verb at its end ("lade Paket hoch"), if that says nothing by itself or the index
/// has the verb in one word.
pub fn without_prefix<'t>(text: &'t str, snapshot: &Snapshot) -> (&'t str, Option<&'t str>) {
    let Some((before, prefix)) = german::prefix_at_end(text) else { return (text, None) };
    let joins = |piece: &Piece| !verb_forms(piece, before, Some(prefix), snapshot).is_empty();
    match Language::German.is_stop_word(prefix) || pieces(before).iter().any(joins) {
        true => (before, Some(prefix)),
        false => (text, None),
    }
}

/// The terms of a German verb with a separable prefix, as far as the index has them. The prefix is its beginning or, in a
/// main clause, at the end of the query. `text` is the query that the piece is from.
pub fn verb_forms(piece: &Piece, text: &str, prefix: Option<&str>, snapshot: &Snapshot) -> Vec<String> {
    // German writes nouns with a capital.
    if piece.kind != PieceKind::Word || !text[piece.from..].starts_with(char::is_lowercase) {
        return Vec::new();
    }
    let forms = match prefix {
        Some(prefix) => german::with_prefix(prefix, &piece.text),
        None => german::verb_forms(&piece.text),
    };
    let terms = forms.into_iter().flatten().map(|form| fold(&Language::German.stem(&form)));
    terms.filter(|term| snapshot.knows(term)).collect()
}

/// The terms of the two words that a compound is made of, if the index has both.
pub fn composed(word: &str, languages: &BTreeSet<Language>, snapshot: &Snapshot) -> Option<[String; 2]> {
    let term = |language: Language, part: &str| -> Option<String> {
        if part.chars().count() < MIN_COMPOUND_PART || language.is_stop_word(part) {
            return None;
        }
        Some(fold(&language.stem(part))).filter(|term| snapshot.knows(term))
    };
    languages.iter().filter(|language| language.composes()).find_map(|language| {
        let mut places = word.char_indices().map(|(at, _)| at);
        places.find_map(|at| Some([term(*language, &word[..at])?, term(*language, &word[at..])?]))
    })
}

/// Byte ranges between quotation marks; an unpaired mark is ignored.
fn quoted(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut out = Vec::new();
    let mut open: Option<(usize, char)> = None;
    for (at, c) in text.char_indices() {
        match open {
            Some((from, close)) if c == close || close == '“' && c == '”' => {
                out.push(from..at);
                open = None;
            }
            Some(_) => {}
            None => {
                let close = match c {
                    '"' => '"',
                    '“' => '”',
                    '„' => '“',
                    '«' => '»',
                    '»' => '«',
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
        assert_eq!(found("„kein Platz“, »zu voll« und „mehr”"), ["kein Platz", "zu voll", "mehr"]);
        assert_eq!(found("5\" disk"), Vec::<String>::new());
    }
}
