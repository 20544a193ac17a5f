//! Splits text into the tokens that are indexed and searched.
//!
//! An identifier yields both itself and its parts: `pg_stat_activity` also yields `pg`, `stat` and
//! `activity`, and the whole shares the position of its first part. Tokenization is language-independent;
//! only stemming depends on the language.

use super::language::{Language, fold};

/// A lower-case token before stemming.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub text: String,
    /// In words, from 0. A whole identifier shares the position of its first part.
    pub position: u32,
    pub kind: PieceKind,
    /// Byte range in the text.
    pub from: usize,
    pub to: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// An ordinary word.
    Word,
    /// A whole identifier: `os.path.join`, `--no-ff`, `getElementById`.
    Whole,
    /// One part of the preceding identifier.
    Part,
    /// Two adjacent characters of a script written without spaces.
    Pair,
}

/// In bytes. Longer tokens are keys, hashes or encoded data, which nobody searches for by a part.
const MAX_TOKEN_BYTES: usize = 64;

/// English suffixes after an apostrophe that carry no meaning of their own: `don't`, `it's`, `we're`.
const CONTRACTIONS: [&str; 7] = ["s", "t", "re", "ve", "ll", "d", "m"];

impl Piece {
    /// The term under which this token is indexed for a text in `language`.
    pub fn term(&self, language: Language) -> String {
        if self.text.bytes().any(|byte| !byte.is_ascii_alphabetic() && byte.is_ascii()) {
            return fold(&self.text);
        }
        fold(&language.stem(&self.text))
    }
}

/// The tokens of a text, in order.
pub fn pieces(text: &str) -> Vec<Piece> {
    let mut cutter = Cutter { text, position: 0, out: Vec::with_capacity(text.len() / 5) };
    cutter.run();
    cutter.out
}

struct Cutter<'a> {
    text: &'a str,
    position: u32,
    out: Vec<Piece>,
}

impl Cutter<'_> {
    fn run(&mut self) {
        let mut at = 0;
        let mut before: Option<char> = None;
        while let Some(c) = self.text[at..].chars().next() {
            if is_unspaced(c) {
                at = self.pairs(at);
                before = None;
            } else if is_word(c) {
                at = self.chunk(at, at);
                before = None;
            } else if c == '-' && !before.is_some_and(|b| b == '-' || b == '.') {
                let dashes = self.text[at..].bytes().take_while(|byte| *byte == b'-').count();
                let next = self.text[at + dashes..].chars().next();
                at = match next {
                    Some(n) if dashes <= 2 && n.is_ascii_alphabetic() && self.opens(at) => {
                        self.chunk(at, at + dashes)
                    }
                    Some(_) | None => at + dashes,
                };
                before = Some('-');
            } else {
                at += c.len_utf8();
                before = Some(c);
            }
        }
    }

    /// Whether a command-line option can start here: not inside a word or after another dash.
    fn opens(&self, at: usize) -> bool {
        self.text[..at].chars().next_back().is_none_or(|c| c.is_whitespace() || "`'\"([{|,".contains(c))
    }

    /// Consumes the characters written together from `start` and returns where they end. `from` skips leading
    /// dashes.
    fn chunk(&mut self, start: usize, from: usize) -> usize {
        let mut end = from;
        let mut joined = start < from;
        let (mut digits, mut hyphen) = (false, false);
        loop {
            let mut rest = self.text[end..].chars();
            let Some(c) = rest.next() else { break };
            if is_word(c) && !is_unspaced(c) {
                digits |= c.is_numeric();
                joined |= c == '_';
                end += c.len_utf8();
                continue;
            }
            let second = rest.next();
            let follows = |c: Option<char>| c.is_some_and(|c| is_word(c) && !is_unspaced(c));
            match c {
                '.' | '-' | '\'' | '\u{2019}' if follows(second) => {
                    joined |= c == '.';
                    hyphen |= c == '-';
                    end += c.len_utf8();
                }
                ':' if second == Some(':') && follows(rest.next()) => {
                    joined = true;
                    end += 2;
                }
                _ => break,
            }
        }
        joined |= hyphen && digits;
        let end = self.symbols(from, end, &mut joined);
        self.emit(start, from, end, joined);
        end
    }

    /// Signs that belong to a name, as in `C++`, `C#` and `F#`.
    fn symbols(&self, from: usize, end: usize, joined: &mut bool) -> usize {
        if end != from + 1 || !self.text.as_bytes()[from].is_ascii_alphabetic() {
            return end;
        }
        for signs in ["++", "#"] {
            if self.text[end..].starts_with(signs) {
                *joined = true;
                return end + signs.len();
            }
        }
        end
    }

    fn emit(&mut self, start: usize, from: usize, end: usize, joined: bool) {
        let mut parts = Vec::new();
        let mut camel = false;
        let mut apostrophe = false;
        for (at, part) in split_with_offsets(&self.text[from..end]) {
            let contraction = apostrophe && CONTRACTIONS.contains(&part.to_lowercase().as_str());
            let after = from + at + part.len();
            apostrophe = self.text[after..end].starts_with(['\'', '\u{2019}']);
            if contraction {
                continue;
            }
            let split_camel_case = split_camel_case(part);
            camel |= split_camel_case.len() > 1;
            parts.extend(split_camel_case.into_iter().map(|(hump, text)| (from + at + hump, text)));
        }
        let whole = joined || camel;
        if whole && end - start <= MAX_TOKEN_BYTES {
            let text = self.text[start..end].to_lowercase();
            if parts.len() != 1 || parts[0].1.to_lowercase() != text {
                self.push(text, PieceKind::Whole, start, end);
            }
        }
        let kind = if whole { PieceKind::Part } else { PieceKind::Word };
        for (at, part) in parts {
            if part.len() <= MAX_TOKEN_BYTES {
                self.push(part.to_lowercase(), kind, at, at + part.len());
            }
            self.position += 1;
        }
    }

    /// Overlapping character pairs for scripts without spaces; a lone character becomes a token by itself.
    fn pairs(&mut self, at: usize) -> usize {
        let run: Vec<(usize, char)> =
            self.text[at..].char_indices().take_while(|(_, c)| is_unspaced(*c)).collect();
        let end = at + run.iter().map(|(_, c)| c.len_utf8()).sum::<usize>();
        let bound = |i: usize| run.get(i).map_or(end, |(offset, _)| at + offset);
        for i in 0..run.len().saturating_sub(1).max(1) {
            let (from, to) = (bound(i), bound((i + 2).min(run.len())));
            self.push(self.text[from..to].to_owned(), PieceKind::Pair, from, to);
            self.position += 1;
        }
        end
    }

    fn push(&mut self, text: String, kind: PieceKind, from: usize, to: usize) {
        self.out.push(Piece { text, position: self.position, kind, from, to });
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Han and kana, plus Thai, Lao, Khmer and Burmese. Hangul is not included, because Korean puts spaces
/// between words.
fn is_unspaced(c: char) -> bool {
    matches!(u32::from(c),
        0x0E00..=0x0EFF | 0x1000..=0x109F | 0x1780..=0x17FF | 0x3005..=0x3007 | 0x3040..=0x30FF
        | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x3FFFF)
}

/// The alphanumeric runs of an identifier, with byte offsets.
fn split_with_offsets(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split(|c: char| !c.is_alphanumeric()).filter_map(move |part| {
        let offset = text[at..].find(part).map_or(at, |found| at + found);
        at = offset + part.len();
        (!part.is_empty()).then_some((offset, part))
    })
}

/// Splits camel case: `getElementById` breaks where an upper-case letter follows a lower-case one.
fn split_camel_case(text: &str) -> Vec<(usize, &str)> {
    let mut cuts = vec![0];
    let mut small = false;
    for (at, c) in text.char_indices() {
        if small && c.is_uppercase() {
            cuts.push(at);
        }
        small = c.is_lowercase();
    }
    let ends = cuts.iter().skip(1).copied().chain([text.len()]);
    cuts.iter().copied().zip(ends).map(|(from, to)| (from, &text[from..to])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> String {
        pieces(text)
            .iter()
            .map(|piece| format!("{}@{}", piece.text, piece.position))
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn identifiers_are_kept_and_split() {
        assert_eq!(cut("pg_stat_activity view"), "pg_stat_activity@0 pg@0 stat@1 activity@2 view@3");
        assert_eq!(cut("os.path.join."), "os.path.join@0 os@0 path@1 join@2");
        assert_eq!(cut("std::fmt"), "std::fmt@0 std@0 fmt@1");
        assert_eq!(cut("getElementById"), "getelementbyid@0 get@0 element@1 by@2 id@3");
        assert_eq!(cut("`--no-ff`, -m"), "--no-ff@0 no@0 ff@1 -m@2 m@2");
        assert_eq!(cut("UTF-8 and C++"), "utf-8@0 utf@0 8@1 and@2 c++@3 c@3");
        assert_eq!(cut("__init__"), "__init__@0 init@0");
    }

    #[test]
    fn plain_words_stand_alone() {
        assert_eq!(cut("The boundary-layer effect."), "the@0 boundary@1 layer@2 effect@3");
        assert_eq!(cut("Prandtl's don't -- well - no"), "prandtl@0 don@1 well@2 no@3");
        assert_eq!(cut("end.\nNext, l'eau"), "end@0 next@1 l@2 eau@3");
        assert_eq!(cut(""), "");
    }

    #[test]
    fn scripts_without_spaces_become_pairs() {
        assert_eq!(cut("東京都 x"), "東京@0 京都@1 x@2");
        assert_eq!(cut("東"), "東@0");
        assert_eq!(cut("a東京b"), "a@0 東京@1 b@2");
    }

    #[test]
    fn ranges_point_into_the_text() {
        let text = "naïve getThing --no-ff os.path 東京都";
        for piece in pieces(text) {
            assert_eq!(text[piece.from..piece.to].to_lowercase(), piece.text);
        }
    }

    #[test]
    fn long_noise_is_left_out() {
        assert_eq!(cut(&"a1".repeat(60)), "");
        assert_eq!(cut(&format!("x {} y", "b".repeat(70))), "x@0 y@2");
    }
}
