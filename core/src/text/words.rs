//! Splits a text into words with positions, and into terms that match passages with questions.
//!
//! Identifiers such as `pg_stat_activity`, `os.path.join`, or `--no-ff` are kept whole and also split, so that
//! a search for either finds them. Scripts without spaces become character bigrams between function words.

pub use super::folding::{fold, without_accents};
use super::stems::Stems;
use super::stopwords::StopList;
use std::borrow::Cow;
use std::ops::Range;

/// A word as written. Words are in order and never overlap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    pub text: &'a str,
    /// Bytes of the text that it comes from, on character boundaries.
    pub range: Range<usize>,
    pub shape: Shape,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Letters, possibly with an apostrophe inside.
    Plain,
    /// Starts with a digit and contains only digits and their separators: `3.14`, `1,000`, `2024-03-05`.
    Number,
    /// Joined by `_`, `.`, `::`, or `/`; a flag such as `--no-ff`; or a mix of letters with digits or signs:
    /// `C++`.
    Identifier,
    /// Joined by hyphens: `well-known`.
    Compound,
    /// A run of characters in a script without spaces.
    Unspaced,
}

/// A key that equal words share, with the position of the word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Lower case, stemmed, without Latin accents.
    pub key: String,
    /// Bytes of the text. Terms of one identifier have its range, or a part of it.
    pub range: Range<usize>,
}

/// The words of a text.
pub fn words(text: &str) -> Vec<Word<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if let Some(length) = letters_alone(&text[at..]) {
            found.push(Word { text: &text[at..at + length], range: at..at + length, shape: Shape::Plain });
            at += length;
            continue;
        }
        let end = if is_unspaced(c) {
            at + run(&text[at..], |c| is_unspaced(c) || is_mark(c))
        } else if starts_word(c) {
            at + word_length(&text[at..])
        } else if c == '-' && starts_flag(text, at) {
            let dashes = run(&text[at..], |c| c == '-');
            at + dashes + word_length(&text[at + dashes..])
        } else {
            at += c.len_utf8();
            continue;
        };
        let word = &text[at..end];
        found.push(Word { text: word, range: at..end, shape: shape_of(word) });
        at = end;
    }
    found
}

/// The words of a text in a language. Unlike in [`words`], function words within a run of characters without spaces are
/// words of their own, of plain shape: pairs of characters that straddle them say nothing.
pub fn words_of<'a>(text: &'a str, language: &str) -> Vec<Word<'a>> {
    let all = words(text);
    if all.iter().all(|word| word.shape != Shape::Unspaced) {
        return all;
    }
    let stop_list = StopList::of(language);
    let mut found = Vec::with_capacity(all.len());
    for word in all {
        match word.shape {
            Shape::Unspaced => cut(word, stop_list, &mut found),
            Shape::Plain | Shape::Number | Shape::Identifier | Shape::Compound => found.push(word),
        }
    }
    found
}

fn cut<'a>(run: Word<'a>, stop_list: StopList, found: &mut Vec<Word<'a>>) {
    let text = run.text;
    let mut push = |from: usize, to: usize, shape: Shape| {
        if from < to {
            let range = run.range.start + from..run.range.start + to;
            found.push(Word { text: &text[from..to], range, shape });
        }
    };
    let (mut start, mut at) = (0, 0);
    while let Some(c) = text[at..].chars().next() {
        match stop_list.longest_start(&text[at..]) {
            Some(length) => {
                push(start, at, Shape::Unspaced);
                push(at, at + length, Shape::Plain);
                at += length;
                start = at;
            }
            None => at += c.len_utf8(),
        }
    }
    push(start, at, Shape::Unspaced);
}

/// The terms of a text, in order, without stop words and question words. `language` is an ISO 639-1 code that
/// selects the stemmer and stop words; words of an unknown language are not stemmed.
pub fn terms(text: &str, language: &str) -> Vec<Term> {
    collect(text, language, false)
}

/// Like [`terms`], including stop words.
pub fn all_terms(text: &str, language: &str) -> Vec<Term> {
    collect(text, language, true)
}

/// The keys of [`terms`].
pub fn keys(text: &str, language: &str) -> Vec<String> {
    terms(text, language).into_iter().map(|term| term.key).collect()
}

/// The key of a single word: lower case, stemmed, without Latin accents.
pub fn stem(word: &str, language: &str) -> String {
    let lower = bare(&word.to_lowercase()).to_owned();
    let inflects = lower.chars().count() > 2 && !lower.contains(|c: char| c.is_ascii_digit());
    let stemmed = if inflects { Stems::of(language).stem(&lower) } else { Cow::Borrowed(lower.as_str()) };
    without_accents(&stemmed)
}

/// The parts of an identifier or compound with their positions in the word: `os.path` gives `os` and `path`.
pub fn parts(word: &str) -> Vec<(&str, Range<usize>)> {
    let mut found = Vec::new();
    let mut start: Option<usize> = None;
    let mut before: Option<char> = None;
    for (at, c) in word.char_indices() {
        let part_of_word = c.is_alphanumeric() || is_mark(c);
        let camel = before.is_some_and(|b| b.is_lowercase()) && c.is_uppercase();
        if let Some(from) = start
            && (!part_of_word || camel)
        {
            found.push((&word[from..at], from..at));
            start = None;
        }
        if part_of_word && start.is_none() {
            start = Some(at);
        }
        before = Some(c);
    }
    if let Some(from) = start {
        found.push((&word[from..], from..word.len()));
    }
    found
}

/// Whether this character belongs to a script without spaces between words.
pub fn is_unspaced(c: char) -> bool {
    // Most characters are below all of these ranges.
    c >= '\u{E00}'
        && matches!(u32::from(c),
            0x0E00..=0x0EFF // Thai, Lao
            | 0x1000..=0x109F // Burmese
            | 0x1780..=0x17FF // Khmer
            | 0x3040..=0x30FF // kana
            | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x2FA1F // Han
            | 0xAC00..=0xD7AF // Hangul: spaced, but its endings grow onto words
        )
        && c.is_alphanumeric()
}

fn collect(text: &str, language: &str, keep_stop_words: bool) -> Vec<Term> {
    let mut terms = Vec::new();
    let keyed = Keyed::of(language);
    pieces(text, language, |piece, range| {
        terms.extend(keyed.key(piece, keep_stop_words).map(|key| Term { key, range }));
    });
    terms
}

/// Computes the keys of one language.
pub struct Keyed {
    stems: Stems,
    stop_list: StopList,
}

impl Keyed {
    pub fn of(language: &str) -> Self {
        Self { stems: Stems::of(language), stop_list: StopList::of(language) }
    }

    /// The key of one of a text's [`pieces`]; `None` for stop words and question words, unless they are kept.
    pub fn key(&self, piece: &str, keep_stop_words: bool) -> Option<String> {
        let lower = piece.to_lowercase();
        let lower = bare(&lower);
        if !keep_stop_words && self.stop_list.holds(lower) {
            return None;
        }
        let inflects = lower.len() > 2 && !lower.contains(|c: char| c.is_ascii_digit());
        let stemmed = if inflects { self.stems.stem(lower) } else { Cow::Borrowed(lower) };
        Some(if stemmed.is_ascii() { stemmed.into_owned() } else { without_accents(&stemmed) })
    }
}

/// The pieces of a text that each get a key, with their positions. As written, except that commas in numbers
/// are removed.
pub fn pieces(text: &str, language: &str, mut push: impl FnMut(&str, Range<usize>)) {
    for word in words_of(text, language) {
        match word.shape {
            Shape::Plain if !camel_case(word.text) => push(word.text, word.range),
            Shape::Number if !word.text.contains(',') => push(word.text, word.range),
            Shape::Number => push(&word.text.replace(',', ""), word.range),
            Shape::Plain | Shape::Identifier | Shape::Compound => {
                push(word.text.trim_start_matches('-'), word.range.clone());
                let parts = parts(word.text);
                if parts.len() > 1 {
                    for (part, place) in parts {
                        push(part, word.range.start + place.start..word.range.start + place.end);
                    }
                }
            }
            Shape::Unspaced => {
                let places: Vec<usize> =
                    word.text.char_indices().map(|(at, _)| at).chain([word.text.len()]).collect();
                if places.len() == 2 {
                    push(word.text, word.range.clone());
                }
                for pair in places.windows(3) {
                    let place = word.range.start + pair[0]..word.range.start + pair[2];
                    push(&word.text[pair[0]..pair[2]], place);
                }
            }
        }
    }
}

/// Whether it is a combining mark, which belongs to the character before it. The first block of them starts at
/// U+0300.
fn is_mark(c: char) -> bool {
    c >= '\u{300}' && unicode_normalization::char::is_combining_mark(c)
}

/// Removes clitics, which aren't part of a word: English `'s`, `n't`, `'ll`, French and Italian `l'`, `d'`, `qu'`.
fn bare(word: &str) -> &str {
    let Some((at, mark)) = word.char_indices().find(|(_, c)| matches!(c, '\'' | '’')) else { return word };
    let (before, after) = (&word[..at], &word[at + mark.len_utf8()..]);
    if matches!(after, "" | "s" | "d" | "m" | "ll" | "re" | "ve") {
        before
    } else if let ("t", Some(verb)) = (after, before.strip_suffix('n')) {
        // These have lost some of their verbs.
        match verb {
            "ca" => before,
            "wo" => "will",
            "sha" => "shall",
            "ai" => "is",
            _ => verb,
        }
    } else if matches!(
        before,
        "l" | "d" | "c" | "j" | "n" | "m" | "t" | "qu" | "un" | "dell" | "all" | "nell" | "sull" | "dall"
    ) && after.len() > 1
    {
        after
    } else {
        word
    }
}

fn starts_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn starts_flag(text: &str, at: usize) -> bool {
    let free = text[..at].chars().next_back().is_none_or(|c| c.is_whitespace() || "(`'\"[|".contains(c));
    let rest = text[at..].trim_start_matches('-');
    free && text.len() - at - rest.len() <= 2 && rest.chars().next().is_some_and(char::is_alphabetic)
}

/// Byte length of the word at the start of `text`, if it only has ASCII letters and nothing after it can join.
/// True of most words.
fn letters_alone(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let length = bytes.iter().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(bytes.len());
    let ends =
        |at: usize| matches!(bytes.get(at), None | Some(b' ' | b'\n' | b')' | b'"' | b';' | b'!' | b'?'));
    let stops = matches!(bytes.get(length), Some(b'.' | b',' | b':')) && ends(length + 1);
    (length > 0 && (ends(length) || stops)).then_some(length)
}

/// Byte length of the word at the start of `text`. Joining characters only count between letters or digits.
fn word_length(text: &str) -> usize {
    let mut end = 0;
    loop {
        end += run(&text[end..], |c| (starts_word(c) || is_mark(c)) && !is_unspaced(c));
        let rest = &text[end..];
        if rest.starts_with("++") || (rest.starts_with('#') && end == 1) {
            let sign = run(rest, |c| c == '+' || c == '#');
            if !rest[sign..].starts_with(starts_word) {
                return end + sign;
            }
        }
        let joint = if rest.starts_with("::") { 2 } else { joiner_length(&text[..end], rest) };
        let after = rest.get(joint..).and_then(|rest| rest.chars().next());
        match after {
            Some(c) if joint > 0 && starts_word(c) && !is_unspaced(c) => end += joint,
            _ => return end,
        }
    }
}

/// Byte length of a character that may join two parts of a word; 0 if there is none.
fn joiner_length(before: &str, rest: &str) -> usize {
    match rest.chars().next() {
        Some(c @ ('.' | '-' | '\'' | '’' | '‑')) => c.len_utf8(),
        // A comma only joins digits; it must not join the words of a list.
        Some(',')
            if before.ends_with(|c: char| c.is_ascii_digit())
                && rest[1..].starts_with(|c: char| c.is_ascii_digit()) =>
        {
            1
        }
        _ => 0,
    }
}

fn shape_of(word: &str) -> Shape {
    let mut letters = false;
    let mut digits = false;
    let mut signs = false;
    let mut hyphens = false;
    let mut apostrophes = false;
    for c in word.chars() {
        match c {
            '-' | '‑' => hyphens = true,
            '\'' | '’' => apostrophes = true,
            c if is_unspaced(c) => return Shape::Unspaced,
            c if c.is_numeric() => digits = true,
            c if c.is_alphabetic() || is_mark(c) => letters = true,
            _ => signs = true,
        }
    }
    if digits && !letters {
        Shape::Number
    } else if signs || word.starts_with('-') || (digits && !hyphens && !apostrophes) {
        Shape::Identifier
    } else if hyphens {
        Shape::Compound
    } else {
        Shape::Plain
    }
}

fn camel_case(word: &str) -> bool {
    if word.is_ascii() && !word.bytes().skip(1).any(|byte| byte.is_ascii_uppercase()) {
        return false;
    }
    word.chars().zip(word.chars().skip(1)).any(|(a, b)| a.is_lowercase() && b.is_uppercase())
}

fn run(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.char_indices().find(|(_, c)| !belongs(*c)).map_or(text.len(), |(at, _)| at)
}

#[cfg(test)]
#[path = "words_tests.rs"]
mod tests;
