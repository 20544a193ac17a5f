//! Splits running text into sentences, as byte ranges.
//!
//! A period ends a sentence only if it doesn't follow an abbreviation, initial, or ordinal, and if what follows
//! can start a sentence. A missed break makes a quote long, but a wrong break makes it meaningless, so in doubt
//! nothing is split.

use super::elements::trimmed;
use super::lists::{Tables, is_short_month, month};
use std::ops::Range;

/// A line longer than this without the end of a sentence is split at its line ends.
const MAX_LINE: usize = 1_200;

/// A backtick without a partner within this distance is treated as stray.
const MAX_CODE: usize = 400;

/// The sentences of a range of running text, in order, trimmed, none empty. Line ends count as spaces.
///
/// `range` must be on character boundaries; the returned ranges are positions in `text`.
pub fn sentences(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let piece = &text[range.clone()];
    let mut found = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while let Some(character) = piece[at..].chars().next() {
        let next = at + character.len_utf8();
        if character == '`' {
            at = after_code(piece, at);
        } else if is_terminal(character) {
            let end = after_closers(piece, after_terminals(piece, next));
            if ends(piece, start, at, end) {
                push(piece, start..end, &mut found);
                start = end;
            }
            at = end;
        } else {
            at = next;
        }
    }
    push(piece, start..piece.len(), &mut found);
    for sentence in &mut found {
        *sentence = range.start + sentence.start..range.start + sentence.end;
    }
    found
}

/// The sentences of a text.
pub fn said(text: &str) -> Vec<&str> {
    sentences(text, 0..text.len()).into_iter().map(|range| &text[range]).collect()
}

/// Whether the text is a question.
pub fn is_question(sentence: &str) -> bool {
    let end = sentence.trim_end_matches(|c: char| c.is_whitespace() || is_closer(c));
    end.ends_with(['?', '？', '؟', ';']) && (!end.ends_with(';') || is_greek(end))
}

/// The Greek question mark is written as a semicolon.
fn is_greek(text: &str) -> bool {
    text.chars().any(|c| ('\u{370}'..='\u{3ff}').contains(&c))
}

fn push(piece: &str, range: Range<usize>, found: &mut Vec<Range<usize>>) {
    if range.len() <= MAX_LINE {
        push_trimmed(piece, range, found);
        return;
    }
    let mut start = range.start;
    for line in piece[range.clone()].split_inclusive('\n') {
        push_trimmed(piece, start..start + line.len(), found);
        start += line.len();
    }
}

fn push_trimmed(piece: &str, range: Range<usize>, found: &mut Vec<Range<usize>>) {
    let Range { start, end } = trimmed(piece, range);
    if piece[start..end].chars().any(char::is_alphanumeric) {
        found.push(start..end);
    } else if start < end
        && let Some(last) = found.last_mut()
    {
        // Stray punctuation belongs to the sentence before it.
        last.end = end;
    }
}

/// Whether the sentence from `start` ends at the punctuation at `mark`, with closing quotes up to `end`.
fn ends(piece: &str, start: usize, mark: usize, end: usize) -> bool {
    let Some(character) = piece[mark..].chars().next() else { return true };
    let rest = &piece[end..];
    if is_wide_terminal(character) {
        return true;
    }
    let Some(next) = rest.chars().next() else { return true };
    if !next.is_whitespace() {
        // Chinese and Japanese have no space between sentences.
        return character != '.' && is_cjk(next);
    }
    let follower = rest.trim_start();
    let Some(first) = follower.trim_start_matches(is_opener).chars().next() else { return true };
    // A bold name may be lower case and still start a sentence.
    if first.is_lowercase() && !follower.starts_with("**") {
        return false;
    }
    if character != '.' || end > mark + 1 && piece[mark..end].contains(['!', '?']) {
        return character != '…' || first.is_alphanumeric();
    }
    if piece[mark..end].starts_with("..") {
        return first.is_alphanumeric();
    }
    let quoted = piece[mark + 1..end].chars().any(is_closer);
    stop_ends(&piece[start..mark], follower, first, quoted)
}

/// Whether a capitalized word often starts a sentence, and rarely follows an abbreviation inside one.
fn begins_sentences(word: &str) -> bool {
    let tables = Tables::all();
    let lower = word.to_lowercase();
    let small = [
        &tables.stop_words,
        &tables.articles,
        &tables.pointing_words,
        &tables.auxiliaries,
        &tables.question_words,
        &tables.connectives,
        &tables.openers,
    ];
    let of_name = tables.name_particles.has(&lower) && !tables.articles.has(&lower);
    word.starts_with(char::is_uppercase) && !of_name && small.iter().any(|words| words.has(&lower))
}

/// German writes ordinal numbers with a period: `3. Oktober`, `19. Jahrhundert`.
fn follows_ordinals(lower: &str) -> bool {
    month(lower).is_some() || Tables::all().after_ordinals.written().stem_of(lower)
}

/// Whether a single period after `before` ends a sentence if it is followed by `follower`.
fn stop_ends(before: &str, follower: &str, first: char, quoted: bool) -> bool {
    let word = before.rsplit(|c: char| c.is_whitespace() || is_opener(c) || c == '-' || c == '–').next();
    let word = word.unwrap_or("");
    let alone = before.trim_start().trim_start_matches(is_opener) == word;
    let next_word = follower.trim_start_matches(is_opener).split(|c: char| !c.is_alphanumeric()).next();
    let next_word = next_word.unwrap_or("");
    let starter = begins_sentences(next_word);
    // One-letter abbreviations (`c.`, `v.`) are lower case; a single capital is an initial.
    let lower = if word.chars().count() == 1 { word.to_owned() } else { word.to_lowercase() };

    if word.chars().all(|c| c.is_ascii_digit()) && !word.is_empty() {
        let ordinal = word.len() <= 2 && follows_ordinals(&next_word.to_lowercase());
        return !alone && !ordinal;
    }
    let tables = Tables::all();
    if tables.before_words.has(&lower) {
        return false;
    }
    let short_month = is_short_month(&lower);
    if (short_month || tables.before_numbers.has(&lower)) && first.is_numeric() {
        return false;
    }
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let dotted = word.contains('.') && word.split('.').all(|part| part.chars().count() <= 2);
    let initial = letters == 1 && word.chars().count() == 1 && word.chars().all(char::is_uppercase);
    if initial || dotted || short_month || tables.abbreviations.has(&lower) {
        return quoted || starter && !alone;
    }
    true
}

fn after_code(piece: &str, at: usize) -> usize {
    let length = piece[at..].bytes().take_while(|byte| *byte == b'`').count();
    let fence = &piece[at..at + length];
    let open = at + length;
    let mut limit = piece.len().min(open + MAX_CODE);
    while !piece.is_char_boundary(limit) {
        limit -= 1;
    }
    piece[open..limit].find(fence).map_or(open, |offset| open + offset + length)
}

fn after_terminals(piece: &str, at: usize) -> usize {
    let rest = &piece[at..];
    at + (rest.len() - rest.trim_start_matches(is_terminal).len())
}

/// Closing quotes, brackets, and note marks such as `[12]` belong to the sentence before them.
fn after_closers(piece: &str, mut at: usize) -> usize {
    loop {
        let rest = &piece[at..];
        let closed = rest.trim_start_matches(is_closer);
        at += rest.len() - closed.len();
        // German closes with the marks that others open with: „So.“ and »So.«
        if let Some(mark) = closed.chars().next().filter(|c| matches!(c, '“' | '«'))
            && !closed[mark.len_utf8()..].starts_with(|c: char| c.is_alphanumeric() || is_opener(c))
        {
            at += mark.len_utf8();
            continue;
        }
        let Some(noted) = closed.strip_prefix('[') else { return at };
        let digits = noted.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 || digits > 3 || !noted[digits..].starts_with(']') {
            return at;
        }
        at += digits + 2;
    }
}

fn is_terminal(character: char) -> bool {
    matches!(character, '.' | '!' | '?' | '…' | '‼' | '⁇' | '⁈' | '⁉') || is_wide_terminal(character)
}

/// Punctuation that ends a sentence whatever follows: Chinese and Japanese, Arabic and Urdu, Devanagari,
/// Armenian, Ethiopic.
fn is_wide_terminal(character: char) -> bool {
    matches!(character, '。' | '！' | '？' | '｡' | '؟' | '۔' | '।' | '॥' | '։' | '።')
}

/// Straight quotation marks and marks of emphasis are in both lists, because they look the same at both ends.
fn is_closer(character: char) -> bool {
    "\"'*_)]}”’»›」』）》】".contains(character)
}

fn is_opener(character: char) -> bool {
    "\"'*_([{“‘„«‹「『（《【¿¡".contains(character)
}

fn is_cjk(character: char) -> bool {
    matches!(character, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '“' | '「' | '《' | '（')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(sentences_with_bars: &str) {
        let expected: Vec<&str> = sentences_with_bars.split('|').map(str::trim).collect();
        let text: String = sentences_with_bars.split('|').collect();
        let found = said(&text);
        assert_eq!(found, expected);
    }

    #[test]
    fn abbreviations_and_initials_do_not_end_a_sentence() {
        check("Dr. Ada K. Smith met Mr. J. R. Brown on Oct. 12 in St. Louis.| They talked.");
        check("Some fish, e.g. Cod and Pike, swim (i.e. Move).| Others, cf. Fig. 3, p. 7, do not.");
        check("It is No. 7 of vol. 3.| It has none.| 7 came.");
        check("The firm, Blue Ltd. Holdings, closed at 5 p.m. Tuesday.| The rest left.");
    }

    #[test]
    fn dotted_names_end_a_sentence_only_before_a_usual_first_word() {
        check("He moved to the U.S. Senate later.| She stayed in the U.S.| The rest left.");
        check("It is called vitamin C.| The body needs it.");
        check("They sell tea, milk, etc.| In summer they close.");
    }

    #[test]
    fn numbers_keep_their_points() {
        check("Pi is 3.14 and version 2.0.1 is out.| 50 people came.| It cost $5.| Good.");
        check("Sie kam am 3. Oktober im 19. Jahrhundert an.| Danach ging sie.");
        check("There were 50.| The rest left.");
    }

    #[test]
    fn quotes_and_notes_stay_with_their_sentence() {
        check("\"Why?\" she asked.| \"I know!\"| He left.[12]| (It was late.)| “Go.”| ¿Quién?| Nadie.");
        check("Er sagte: „Das geht.“| Danach ging er.| »Los!«| Sie kam.");
    }

    #[test]
    fn ellipses_go_on_unless_a_new_sentence_starts() {
        check("Well... maybe.| And then...| Nothing.| Hm… so.| Fine…| Good.");
    }

    #[test]
    fn addresses_and_code_are_never_broken() {
        check("See https://example.org/a.b?c=d. or `x. Y` and ``a. `B`. C``.| End of gorkd.toml.| Yes.");
        check("A stray ` mark.| It goes on.");
        check("Three to avoid.| **gate**: old, e.g. **slow**.| **pg**: new.");
    }

    #[test]
    fn other_scripts_have_their_own_marks() {
        check("水在一百度沸腾。|为什么？|“因为热。”|完！");
        check("ما هي العاصمة؟| العاصمة هي برن. |وهي صغيرة.");
        check("यह पहला है।| यह दूसरा है।");
        check("Он жил в г. Киеве.| Потом уехал.");
    }

    #[test]
    fn a_range_inside_a_text_gives_positions_in_the_text() {
        let text = "# Tea\n\nHot. Green.\n";
        let found: Vec<&str> = sentences(text, 7..18).into_iter().map(|r| &text[r]).collect();
        assert_eq!(found, ["Hot.", "Green."]);
        assert!(sentences(text, 5..7).is_empty());
        assert!(sentences("...", 0..3).is_empty());
    }

    #[test]
    fn very_long_lines_without_an_end_are_broken_at_line_ends() {
        let text = "word ".repeat(200) + "\n" + &"more ".repeat(200);
        assert_eq!(sentences(&text, 0..text.len()).len(), 2);
    }

    #[test]
    fn questions_are_told_from_statements() {
        assert!(is_question("Is it \"tea\"?"));
        assert!(is_question("他是谁？”"));
        assert!(is_question("Τι είναι;"));
        assert!(!is_question("It is tea;"));
        assert!(!is_question("It is."));
    }
}
